//! Ignoring follows whoever said something: who ignores somebody does not hear them by a character's
//! mouth either, by a model or by a script.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, index};
use world::beings::{ignores::Ignores, people};

/// What some people do not want to hear, and of whom.
pub struct Ignoring<'w> {
    world: &'w World,
    lists: Vec<&'w Ignores>,
}

impl<'w> Ignoring<'w> {
    /// Whom these ignore.
    pub fn of(world: &'w World, hearers: impl IntoIterator<Item = Entity>) -> Self {
        let lists = hearers.into_iter().filter_map(|it| world.get::<Ignores>(it)).collect();
        Self { world, lists }
    }

    /// Whom the one ignores who is answered; nobody when nobody is.
    #[must_use]
    pub fn of_partner(world: &'w World, partner: Option<&CharacterId>) -> Self {
        Self::of(world, partner.and_then(|it| index::find(world, it)))
    }

    /// Whether none of them ignores anybody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Whether one of them ignores somebody, or another character of the same account.
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
