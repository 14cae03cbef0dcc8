//! How a player wants to see the game.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, save::dirty};
use serde::{Deserialize, Serialize};

/// How a player wants to see the game.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable, on_insert = dirty::touched)]
#[serde(default)]
pub struct Settings {
    /// Columns to wrap at; zero means what the client says, and else not at all.
    pub width: u16,
    /// Whether to show colours.
    pub colour: bool,
    /// Whether to leave out the descriptions of rooms one walks into.
    pub brief: bool,
    /// Whether a screen reader is in use.
    pub reader: bool,
    /// Whether letters beyond plain ASCII are shown as they are.
    pub utf8: bool,
    /// Whether a silent connection is kept open by a byte now and then.
    pub keepalive: bool,
    /// Whether what is sent is compressed; none leaves it to the client.
    pub mccp: Option<bool>,
    /// Whether the client may play sounds.
    pub sound: bool,
    /// Whether models outside this machine may read what the player says; none as long as they were
    /// not told that there are any.
    pub models: Option<bool>,
    /// Whether the town's own people may tell others what they saw or heard of the player.
    pub rumours: bool,
    /// Whether to show what rooms show by themselves, and what people do there unasked.
    pub ambience: bool,
}

/// Somebody does not want to be talked about any more.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct RumoursOff(pub CharacterId);

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: 0,
            colour: true,
            brief: false,
            reader: false,
            utf8: true,
            keepalive: true,
            mccp: None,
            sound: false,
            models: None,
            rumours: true,
            ambience: true,
        }
    }
}
