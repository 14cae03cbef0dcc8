//! Ignore lists for NPC speech: a player does not hear the words of an ignored character from an
//! NPC either, by a model or by the script.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index};
use world::beings::{ignores::Ignores, people};

/// Ignore lists of several hearers.
pub struct Ignoring<'w> {
    world: &'w World,
    lists: Vec<&'w Ignores>,
}

impl<'w> Ignoring<'w> {
    /// Collects the ignore lists of hearers.
    pub fn of(world: &'w World, hearers: impl IntoIterator<Item = Entity>) -> Self {
        let lists = hearers.into_iter().filter_map(|it| world.get::<Ignores>(it)).collect();
        Self { world, lists }
    }

    /// Returns the ignore list of the partner who is answered; empty without one.
    #[must_use]
    pub fn of_partner(world: &'w World, partner: Option<&CharacterId>) -> Self {
        Self::of(world, partner.and_then(|it| index::find(world, it)))
    }

    /// Returns whether no hearer has an ignore list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Returns whether a hearer ignores a character, or another one of the same account.
    #[must_use]
    pub fn holds(&self, whom: &CharacterId) -> bool {
        if self.lists.is_empty() {
            return false;
        }
        let it = index::find(self.world, whom);
        let account = it.and_then(|it| people::who(self.world, it)?.account);
        self.lists.iter().any(|list| list.holds(whom, account.as_ref()))
    }
}
