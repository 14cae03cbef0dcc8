//! Connection state of player characters.

use core::net::IpAddr;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::SessionId,
    index::{self, Identified, Index},
    simulation::Simulation,
};

/// Session of a player character that is connected.
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

/// IP address of a player's client. Shown only to staff.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address(pub IpAddr);

/// Login time and last activity of a player.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Online {
    /// Time of login or latest reconnect.
    pub since: WorldTime,
    /// Time of the last typed line.
    pub active: WorldTime,
}

/// Link-dead state of a character whose connection broke: it stays in the world until its player
/// reconnects or the grace period ends.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkDead {
    /// End of the grace period.
    pub until: WorldTime,
}
