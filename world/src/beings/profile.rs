//! Profile of a player character: title, creation time, news read.

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, save::dirty};
use serde::{Deserialize, Serialize};

/// Profile of a player character: data beside its description.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[component(immutable, on_insert = dirty::touched)]
#[serde(default)]
pub struct Profile {
    /// Title, shown after the name; empty if none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Time of creation, if recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<WorldTime>,
    /// Date of the newest news entry read by the player.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub news: String,
    /// Time when the character was last in the world. Set only in saved documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<WorldTime>,
}

/// Returns the default description of a character.
#[must_use]
pub fn plain(name: &str) -> String {
    format!("{name} looks around with open eyes.")
}

/// Returns the name with the title appended, if there is one.
#[must_use]
pub fn titled(name: &str, title: &str) -> String {
    if title.is_empty() { name.to_owned() } else { format!("{name}, {title}") }
}
