//! Who is connected.

use core::net::IpAddr;

use bevy_ecs::prelude::*;

use crate::{clock::WorldTime, heard::Heard, id::SessionId, index, pace::Pace};

/// A character that somebody plays right now.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Heard, Pace)]
#[component(immutable, on_insert = index::session_added, on_discard = index::session_removed)]
pub struct Connected(pub SessionId);

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
