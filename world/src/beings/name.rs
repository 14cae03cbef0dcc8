//! Names, descriptions and authorship of rooms, characters and items.

use std::{fmt, sync::Arc};

use bevy_ecs::prelude::*;
use engine::label::Label;

/// Reserved words that suggest authority, separated by spaces: forbidden as a part of player names
/// and as a word in titles.
pub const AUTHORITY: &str = "admin administrator builder console creator developer gamemaster gm god \
    guide hearsay helper immortal manager mod moderator official operator owner root security \
    server staff superuser support sysadmin sysop system webmaster wizard";

/// Returns whether a lower-case word, or its singular, is a reserved word of [`AUTHORITY`].
#[must_use]
pub fn sounds_of_authority(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    AUTHORITY.split_whitespace().any(|it| it == word || it == one)
}

/// Name of a room, character or item.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Name(pub Arc<str>);

/// Description of an entity, shown on a closer look.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Description(pub Arc<str>);

/// Source location of an entity in the content files.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct AuthoredAt {
    /// Path of the file, relative to the content folder.
    pub path: Arc<str>,
    /// Line number, from 1.
    pub line: u32,
}

impl fmt::Display for AuthoredAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

/// Provenance label of an entity's name and description.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Authorship(pub Label);

impl Authorship {
    /// Returns the provenance label of an entity's name and description; by default that of the
    /// builders.
    #[must_use]
    pub fn of(world: &World, entity: Entity) -> Label {
        world.get::<Self>(entity).map_or_else(Label::authored, |authored| authored.0.clone())
    }
}
