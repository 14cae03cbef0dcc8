//! Erasure of personal data after an account is deleted: all modules delete what they hold of its
//! characters, and nothing of it is written again.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::{
    id::{AccountId, CharacterId},
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Deleted account with all its characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    pub account: AccountId,
    pub characters: BTreeSet<CharacterId>,
}

/// Handlers that delete personal data, in order of registration.
#[derive(Resource, Default)]
struct Forgetters(SmallVec<[fn(&mut World, &Forgotten); 4]>);

/// Ids of the characters erased in this run. Results of work begun before the erasure are discarded
/// by it. Never pruned: deletions are few and ids are not reused.
#[derive(Resource, Debug, Default)]
pub struct Gone(BTreeSet<CharacterId>);

impl Gone {
    /// Returns whether this character was erased.
    #[must_use]
    pub fn contains(&self, id: &CharacterId) -> bool {
        self.0.contains(id)
    }

    /// Iterates over the erased characters in the order of their ids.
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

/// Runs all registered deletion handlers for a deleted account whose characters have left the
/// world.
pub(crate) fn forget(world: &mut World, whom: &Forgotten) {
    world.resource_mut::<Gone>().0.extend(whom.characters.iter().cloned());
    let forgetters = world.resource::<Forgetters>().0.clone();
    for forgets in forgetters {
        forgets(world, whom);
    }
}
