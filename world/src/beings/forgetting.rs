//! Forgetting somebody altogether, because their account is deleted: whatever
//! the world still holds of them goes, and nothing of it is written down again.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::{
    id::{AccountId, CharacterId},
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Whom to forget: an account and all that were its characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    pub account: AccountId,
    pub characters: BTreeSet<CharacterId>,
}

/// What has to forget somebody, in the order in which it was added.
#[derive(Resource, Default)]
struct Forgetters(SmallVec<[fn(&mut World, &Forgotten); 4]>);

/// The characters that were forgotten in this run. What is read or thought of
/// them later, because it was begun before, is forgotten too. Deletions are few,
/// and ids never come again.
#[derive(Resource, Debug, Default)]
pub struct Gone(BTreeSet<CharacterId>);

impl Gone {
    /// Whether this character was forgotten.
    #[must_use]
    pub fn contains(&self, id: &CharacterId) -> bool {
        self.0.contains(id)
    }

    /// All who were, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &CharacterId> {
        self.0.iter()
    }
}

/// Registration of handlers that delete personal data.
pub trait AddForgetter {
    /// Adds a handler that deletes what its module knows of deleted accounts.
    fn add_forgetter(&mut self, forgets: fn(&mut World, &Forgotten)) -> &mut Self;
}

impl AddForgetter for Simulation {
    fn add_forgetter(&mut self, forgets: fn(&mut World, &Forgotten)) -> &mut Self {
        self.world_mut().get_resource_or_init::<Forgetters>().0.push(forgets);
        self
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Gone>();
    sim.world_mut().init_resource::<Forgetters>();
}

/// Forgets them; none of them is in the world any more.
pub(crate) fn forget(world: &mut World, whom: &Forgotten) {
    world.resource_mut::<Gone>().0.extend(whom.characters.iter().cloned());
    let forgetters = world.resource::<Forgetters>().0.clone();
    for forgets in forgetters {
        forgets(world, whom);
    }
}
