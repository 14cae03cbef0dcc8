//! Recent speech that a player perceived: the context of a report. It holds nothing that its player
//! did not hear, so a report can reveal nothing more.

use std::{collections::VecDeque, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index::Index, simulation::Simulation};

use crate::{
    act::refusal::Refusal,
    beings::{
        character::Who,
        people::{self, People},
        presence::Connected,
    },
    witness::{
        fact::{Happening, Source},
        viewpoint::{Viewpoint, narrate},
    },
};

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().register_required_components::<Connected, RecentSpeech>();
}

/// Maximum length of a kept line, in characters; the rest of a longer one is cut off.
const LONGEST_LINE: usize = 400;

/// Last words that a player perceived, oldest first: at most [`RecentSpeech::MAX`], the oldest
/// dropped first. All hearers share them, so each of them costs a pointer.
#[derive(Component, Debug, Default)]
pub struct RecentSpeech {
    last: VecDeque<Arc<Happening>>,
    /// Last whisper or page from another character.
    private: Option<Arc<Happening>>,
}

impl RecentSpeech {
    /// Maximum number of events kept.
    pub const MAX: usize = 20;

    /// Adds words that were just perceived.
    pub(crate) fn push(&mut self, me: &CharacterId, what: &Arc<Happening>) {
        if self.last.len() == Self::MAX {
            self.last.pop_front();
        }
        self.last.push_back(what.clone());
        let private = matches!(what.source, Source::Whisper | Source::Page);
        if private && what.actor.as_ref().is_some_and(|it| it.id != *me) {
            self.private = Some(what.clone());
        }
    }

    /// Returns the sender of the last whisper or page, and which of both it was.
    #[must_use]
    pub fn private(&self) -> Option<(&Who, Source)> {
        let what = self.private.as_ref()?;
        Some((what.actor.as_ref()?, what.source))
    }

    /// Returns the words as lines, with the time of day (UTC) and as a bystander reads them, so
    /// that a reader sees who spoke to whom.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |what: &Arc<Happening>| {
            let (hour, minute) = what.at.hour_and_minute();
            let words = narrate(what, Viewpoint::Bystander);
            let line = format!("{hour:02}:{minute:02} {}", words.as_str());
            line.chars().take(LONGEST_LINE).collect()
        };
        self.last.iter().map(line).collect()
    }

    /// Returns the last speaker with exactly this name or id, in any case.
    fn speaker(&self, name: &str) -> Option<&Who> {
        let wanted = name.to_lowercase();
        let speakers = self.last.iter().rev().filter_map(|it| it.actor.as_ref());
        let mut named =
            speakers.filter(|it| it.id.as_str() == wanted || it.name.to_lowercase() == wanted);
        named.next()
    }
}

/// Finds a character that `me` has heard lately, even if it is gone by now, or any character that
/// is awake.
///
/// # Errors
/// As [`people::anybody`].
pub fn find(
    name: &str,
    me: Entity,
    heard: &Query<&RecentSpeech>,
    index: &Index<CharacterId>,
    people: &People,
) -> Result<Who, Refusal> {
    let spoke = heard.get(me).ok().and_then(|it| it.speaker(name));
    let awake = match spoke {
        Some(who) => index.get(&who.id),
        None => Some(people::anybody(name, index, people)?),
    };
    let now = awake.and_then(|it| people.who(it));
    now.or_else(|| spoke.cloned())
        .ok_or_else(|| Refusal::Nobody { name: name.to_owned(), place: "awake just now" })
}
