//! Variants of texts for their reader: by the reader's marks, by tallies of actions, and by
//! inscriptions that items got since the server started.

use std::borrow::Cow;

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::{id::CharacterId, index::Index};
use text::variant::{TallyWords, variant};

use super::Sight;
use crate::{
    beings::{
        character::Character,
        ignores::{self, Ignores},
        name::Name,
        people::People,
        settings::Settings,
        sleepers::Sleepers,
    },
    things::{
        inscription::{Inscription, Inscriptions},
        thing::Thing,
    },
    trade::tally::{TalliedV1, Tallies},
};

/// System parameter that reads tallies, inscriptions and the names for them.
#[derive(SystemParam)]
pub(super) struct Recall<'w, 's> {
    tallies: Res<'w, Tallies>,
    awake: Res<'w, Index<CharacterId>>,
    asleep: Res<'w, Sleepers>,
    names: Query<'w, 's, (&'static Name, Option<&'static Settings>), With<Character>>,
    written: Res<'w, Inscriptions>,
    things: Query<'w, 's, &'static Thing>,
    people: People<'w, 's>,
    ignoring: Query<'w, 's, &'static Ignores>,
}

impl Recall<'_, '_> {
    /// Returns the words that a text may tell a viewer of a tally now: the names of all who may be
    /// named, but those whom the viewer ignores.
    pub(super) fn tally(&self, viewer: Entity, id: &str) -> TallyWords {
        let Some((entry, tally)) = self.tallies.get(id) else { return TallyWords::default() };
        let count = entry.count_of(tally.map_or(0, |it| it.count));
        let newest = tally.into_iter().flat_map(|it| &it.newest).take(entry.keeps.into());
        let newest = newest.filter(|it| !self.is_ignored(viewer, &it.who));
        let told = |it: &TalliedV1| {
            let name = self.may_be_named(&it.who)?.to_owned();
            let is_often = it.times > 1 && !it.what.is_empty();
            let often = if is_often { format!(" ({})", it.times) } else { String::new() };
            Some((name, format!("{}{often}", it.what)))
        };
        TallyWords {
            count,
            all: entry.from.saturating_add(count),
            is_full: entry.full == Some(count),
            newest: newest.filter_map(told).collect(),
        }
    }

    /// Returns the current name by which a text may mention a character. None for deleted
    /// characters, for guests who left, and for players who opted out of rumours.
    fn may_be_named(&self, who: &CharacterId) -> Option<&str> {
        if let Some(awake) = self.awake.get(who) {
            let (name, settings) = self.names.get(awake).ok()?;
            return settings.is_none_or(|it| it.rumours).then_some(&*name.0);
        }
        self.asleep.get(who).filter(|it| it.settings.rumours).map(|it| it.name.as_str())
    }

    fn is_ignored(&self, viewer: Entity, whom: &CharacterId) -> bool {
        let Ok(Ignores(list)) = self.ignoring.get(viewer) else { return false };
        let reader = self.people.who(viewer).filter(|it| it.id != *whom);
        let whom = self.people.ignorable(whom, self.awake.get(whom));
        reader.is_some_and(|it| ignores::ignores(list, it.role, whom))
    }

    /// Returns the inscription on an item.
    pub(super) fn written_on(&self, entity: Entity) -> Option<&Inscription> {
        self.written.on(&self.things.get(entity).ok()?.kind)
    }
}

impl Sight<'_, '_> {
    /// Returns a text of the content as its viewer reads it now.
    #[must_use]
    pub fn as_read_by<'t>(&self, viewer: Entity, text: &'t str) -> Cow<'t, str> {
        variant(text, |mark| self.is_marked(viewer, mark), |id| self.recall.tally(viewer, id))
    }

    /// Returns a text of the content without the names of its tallies, because the meaning of its
    /// words does not depend on them.
    pub(super) fn without_names<'t>(&self, viewer: Entity, text: &'t str) -> Cow<'t, str> {
        let tally = |id: &str| TallyWords { newest: Vec::new(), ..self.recall.tally(viewer, id) };
        variant(text, |mark| self.is_marked(viewer, mark), tally)
    }

    fn is_marked(&self, who: Entity, mark: &str) -> bool {
        self.marks.get(who).is_ok_and(|own| own.0.iter().any(|it| it.as_str() == mark))
    }
}
