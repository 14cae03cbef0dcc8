//! Who is connected.

use core::net::IpAddr;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::SessionId,
    index::{self, Identified, Index},
    simulation::Simulation,
};

/// A character that somebody plays right now.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable, on_insert = index::added::<Connected>, on_discard = index::removed::<Connected>)]
pub struct Connected(pub SessionId);

impl Identified for Connected {
    type Id = SessionId;

    fn id(&self) -> &SessionId {
        &self.0
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Index<SessionId>>();
}

/// Where a player connects from. Only staff may see it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address(pub IpAddr);

/// When the player came and last typed something.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Online {
    /// Since when.
    pub since: WorldTime,
    /// The last line.
    pub active: WorldTime,
}

/// A character whose connection broke: it stays until its player comes back or
/// the time is over.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkDead {
    /// Until when.
    pub until: WorldTime,
}
