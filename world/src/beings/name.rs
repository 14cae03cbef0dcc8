//! What people call a room, character or thing, and what one sees of it.

use std::{fmt, sync::Arc};

use bevy_ecs::prelude::*;
use engine::label::Label;

/// Words that sound like authority: no name of a player has one as a part, and no
/// title as a word.
pub const AUTHORITY: &str = "admin administrator builder console creator developer gamemaster gm god \
    guide hearsay helper immortal manager mod moderator official operator owner root security \
    server staff superuser support sysadmin sysop system webmaster wizard";

/// Whether a word, in small letters, sounds like authority; so does its plural.
#[must_use]
pub fn sounds_of_authority(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    AUTHORITY.split_whitespace().any(|it| it == word || it == one)
}

/// What people call a room, character or thing.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Name(pub Arc<str>);

/// What one sees on a closer look.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Description(pub Arc<str>);

/// Where in the content something is written.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct AuthoredAt {
    /// The file's path inside the content folder.
    pub path: Arc<str>,
    /// The line, counted from 1.
    pub line: u32,
}

impl fmt::Display for AuthoredAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

/// Whose word a name and a description are.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Authorship(pub Label);

impl Authorship {
    /// Whose word an entity's name and description are; the builder's, if
    /// nobody else's.
    #[must_use]
    pub fn of(world: &World, entity: Entity) -> Label {
        world.get::<Self>(entity).map_or_else(Label::authored, |authored| authored.0.clone())
    }
}
