//! Who is connected.

use bevy_ecs::prelude::*;

use crate::{clock::WorldTime, heard::Heard, id::SessionId, index};

/// A character that somebody plays right now.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Heard)]
#[component(immutable, on_insert = index::session_added, on_discard = index::session_removed)]
pub struct Connected(pub SessionId);

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
