//! What a player says of a character, and since when it is.

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, save::dirty};
use serde::{Deserialize, Serialize};

/// What a player says of a character beside its description, and what the game
/// remembers of its life.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[component(immutable, on_insert = dirty::touched)]
#[serde(default)]
pub struct Profile {
    /// What is shown after the name; empty for nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// When the character first woke up, if that was noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<WorldTime>,
    /// The date of the newest news that its player read.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub news: String,
    /// When the character was awake last. Only what is saved has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<WorldTime>,
}

/// What one sees of somebody who has not said what there is to see.
#[must_use]
pub fn plain(name: &str) -> String {
    format!("{name} looks around with open eyes.")
}

/// The name with the title, where there is one.
#[must_use]
pub fn titled(name: &str, title: &str) -> String {
    if title.is_empty() { name.to_owned() } else { format!("{name}, {title}") }
}
