//! Settings of a player for display, connection and privacy.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, save::dirty};
use serde::{Deserialize, Serialize};

/// Settings of a player for display, connection and privacy.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable, on_insert = dirty::touched)]
#[serde(default)]
pub struct Settings {
    /// Line width in columns; 0 takes the client's width, and without one lines are not wrapped.
    pub width: u16,
    /// True if colours are shown. Default: true.
    pub colour: bool,
    /// True if descriptions are left out when entering a room (brief mode). Default: false.
    pub brief: bool,
    /// True if the player uses a screen reader. Default: false.
    pub reader: bool,
    /// True if characters beyond ASCII are sent unchanged. Default: true.
    pub utf8: bool,
    /// True if an idle connection is kept alive by an occasional byte. Default: true.
    pub keepalive: bool,
    /// True if output is compressed (MCCP); none, the default, leaves it to the client.
    pub mccp: Option<bool>,
    /// True if the client may play sounds. Default: false.
    pub sound: bool,
    /// True if models outside this machine may read what the player says; none until the player was
    /// told that there are any.
    pub models: Option<bool>,
    /// True if NPCs may pass on rumours about the player. Default: true.
    pub rumours: bool,
    /// True if the page for browsers names the player to everybody while they are awake. Default:
    /// false.
    pub listed: bool,
    /// True if ambience is shown: unprompted messages of rooms and NPCs. Default: true.
    pub ambience: bool,
}

/// Message that a player has opted out of rumours.
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
            listed: false,
            ambience: true,
        }
    }
}
