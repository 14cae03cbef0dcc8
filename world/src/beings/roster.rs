//! Roster of an account: all its characters, of which one is in the world at a time.

use bevy_ecs::prelude::*;
use engine::{
    id::AccountId,
    index::{self, Identified, Index},
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::beings::character::CharacterRef;

/// Account of a character's player, with all its characters. Absent from guests and NPCs.
#[derive(Component, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable, on_insert = index::added::<Roster>, on_discard = index::removed::<Roster>)]
pub struct Roster {
    pub account: AccountId,
    /// Characters of the account in order of creation; at least one.
    pub characters: Vec<CharacterRef>,
}

impl Identified for Roster {
    type Id = AccountId;

    fn id(&self) -> &AccountId {
        &self.account
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Index<AccountId>>();
}
