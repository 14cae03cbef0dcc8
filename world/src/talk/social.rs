//! Socials: commands of one word that show a gesture, such as a smile. Builders write them.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::simulation::Simulation;
use text::styled::{Style, Text, list};

use crate::{
    act::{
        registry::{AddCommand, Registry},
        verbs::{AddVerbs, VerbSource},
    },
    witness::fact::{Gesture, GestureAim, GestureForm, GestureSide},
};

pub mod command;
#[cfg(test)]
mod tests;

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Socials>();
    sim.add_verbs(VERBS).add_command::<command::SocialCommand, _>(command::social);
}

/// Effect of a social on the posture of its actor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SocialPosture {
    /// The posture stays.
    Stays,
    /// The posture becomes this one.
    Takes(Arc<str>),
    /// The actor stands up.
    Stands,
}

/// Social command, such as `smile`, with its texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Social {
    /// Verb, in small letters.
    pub name: Arc<str>,
    /// Aliases of the command.
    pub aliases: Vec<String>,
    /// Texts without a target; none when it needs one.
    pub alone: Option<Arc<GestureForm>>,
    /// Texts with a target; none when it takes none.
    pub at: Option<Arc<GestureForm>>,
    /// Texts with the actor as the target; none when that cannot be.
    pub oneself: Option<Arc<GestureForm>>,
    pub posture: SocialPosture,
    /// True when it is unkind to the one at whom it is aimed.
    pub unkind: bool,
}

/// Table of all socials, by each of their names.
#[derive(Resource, Debug, Default)]
pub struct Socials(BTreeMap<Arc<str>, Arc<Social>>);

impl Socials {
    /// Creates the table of these socials. A word that is taken stays with its first owner.
    #[must_use]
    pub fn new(socials: &[Social]) -> Self {
        let mut words = BTreeMap::new();
        for social in socials.iter().cloned().map(Arc::new) {
            for alias in &social.aliases {
                words.entry(alias.as_str().into()).or_insert_with(|| social.clone());
            }
            words.entry(social.name.clone()).or_insert(social);
        }
        Self(words)
    }

    /// Returns the social with this name or alias, in small letters.
    #[must_use]
    pub fn called(&self, word: &str) -> Option<&Arc<Social>> {
        self.0.get(word)
    }

    /// Returns all socials, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &Social> {
        self.0.iter().filter(|(word, it)| **word == it.name).map(|(_, it)| &**it)
    }
}

/// A social's name is a verb of its own.
const VERBS: VerbSource = VerbSource {
    read: |world, _, line| {
        let verb = line.small_verb();
        world.resource::<Socials>().called(&verb)?;
        let words = format!("{verb} {}", line.rest);
        Some(world.resource::<Registry>().build("socials", &words))
    },
    verbs: |world, _| world.resource::<Socials>().iter().map(|it| it.name.to_string()).collect(),
};

impl Social {
    /// Returns the usage lines, one for each form.
    fn usage(&self) -> Vec<String> {
        let forms = [("", &self.alone), (" NAME", &self.at), (" me", &self.oneself)];
        let there = forms.into_iter().filter(|(_, form)| form.is_some());
        there.map(|(whom, _)| format!("{}{whom}", self.name)).collect()
    }

    /// Returns the page of the help about them.
    #[must_use]
    pub fn page(&self) -> Text {
        let mut text = Text::styled(Style::Heading, &*self.name).capitalised();
        text.say("\n").push(Style::Prose, "A gesture that everybody in the room sees.");
        text.say("\nHow to type it:");
        for line in self.usage() {
            text.say("\n  ").push(Style::Command, &line);
        }
        if !self.aliases.is_empty() {
            text.say("\nAlso: ").say(&list(&self.aliases));
        }
        text.say("\nWhat others read when Ann types it:");
        let forms = [
            ("", "", &self.alone, GestureAim::Nobody),
            (" everybody", " at everybody", &self.at, GestureAim::Everybody),
            (" me", " at me", &self.oneself, GestureAim::Oneself),
        ];
        for (plain, after_how, form, aim) in forms {
            let Some(form) = form else { continue };
            let how = if form.takes_how() { "warmly" } else { "" };
            let (social, form) = (self.name.clone(), form.clone());
            let typed = match how {
                "" => format!("{social}{plain}"),
                how => format!("{social} {how}{after_how}"),
            };
            let mut told = Text::plain("Ann");
            let gesture = Gesture { social, form, aim, how: how.into(), unkind: self.unkind };
            gesture.write_sentence(GestureSide::Other, how, &mut told);
            text.say("\n  ").push(Style::Command, &typed).say(": ").append(&told);
        }
        text
    }
}
