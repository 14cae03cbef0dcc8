//! Ignore lists for what minds say: nobody is told by an NPC what somebody whom they ignore said, by
//! a model or by the script. The rule is the world's ([`people::ignores`]), which also keeps an NPC's
//! words from those who ignore somebody from whom they come.

use bevy_ecs::prelude::*;
use engine::{
    id::CharacterId,
    index,
    label::{Label, Readers},
};
use world::beings::people;

use super::consent::PromptReaders;

/// Hearers, with the characters whom they ignore.
#[derive(Clone)]
pub struct Ignoring<'w> {
    world: &'w World,
    hearers: Vec<Entity>,
}

impl<'w> Ignoring<'w> {
    /// Creates the rule for these hearers.
    pub fn of(world: &'w World, hearers: impl IntoIterator<Item = Entity>) -> Self {
        Self { world, hearers: hearers.into_iter().collect() }
    }

    /// Creates the rule for the partner who is answered; nobody is ignored without one.
    #[must_use]
    pub fn of_partner(world: &'w World, partner: Option<&CharacterId>) -> Self {
        Self::of(world, partner.and_then(|it| index::find(world, it)))
    }

    /// Returns whether a hearer ignores a character, or another one of the same account.
    #[must_use]
    pub fn holds(&self, whom: &CharacterId) -> bool {
        self.hearers.iter().any(|it| people::ignores(self.world, *it, whom))
    }

    /// Returns whether something with this label is left out, because it comes from somebody whom a
    /// hearer ignores.
    #[must_use]
    pub fn leaves_out(&self, label: &Label) -> bool {
        self.hearers.iter().any(|it| people::leaves_out(self.world, *it, label))
    }
}

/// Filter of what stands in a question: only what all its readers may read, and nothing from somebody
/// whom the partner ignores.
pub struct PromptFilter<'w> {
    pub readers: PromptReaders,
    pub ignoring: Ignoring<'w>,
}

impl PromptFilter<'_> {
    /// Returns whether something with this label may stand in the question.
    #[must_use]
    pub fn may_read(&self, label: &Label) -> bool {
        self.readers.may_read(label) && !self.ignoring.leaves_out(label)
    }

    /// Returns the audience of the answer.
    #[must_use]
    pub fn audience(&self) -> &Readers {
        &self.readers.audience
    }
}
