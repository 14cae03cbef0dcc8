//! Characters: what is the same for those who are played and those who are not.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    clock::WorldTime,
    fact::{SpeakerKind, Who},
    id::{CharacterId, MarkId},
    index, save,
};

pub use crate::permission::Role;

/// A character and its id.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable, on_add = index::character_added, on_remove = index::character_removed)]
pub struct Character(pub CharacterId);

/// What people call a room, character or thing.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Name(pub Arc<str>);

/// What one sees on a closer look.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Description(pub Arc<str>);

/// Who speaks for a character.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct Speaker(pub SpeakerKind);

/// A character's rights.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable, on_insert = save::touched)]
pub struct Rights(pub Role);

/// A character's coins.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[component(immutable, on_insert = save::touched)]
pub struct Purse(pub u32);

/// What the engine remarked about a character.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = save::touched)]
pub struct Marks(pub BTreeSet<MarkId>);

/// How a player wants to see the game.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[component(immutable, on_insert = save::touched)]
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
}

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
        }
    }
}

/// Whose words a character does not perceive: by id, with the name that each
/// had then. Only those who ignore somebody have it, so that it costs nothing
/// where nobody does. At most [`Ignores::MAX`].
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = save::touched)]
pub struct Ignores(pub BTreeMap<CharacterId, String>);

impl Ignores {
    /// Most people one can ignore at once.
    pub const MAX: usize = 100;
}

/// Who asked this character something lately, and until when its next words
/// in the room count as the answer. At most [`Asked::MAX`], oldest out first.
#[derive(Component, Debug, Clone, Default)]
pub struct Asked(pub Vec<(Entity, WorldTime)>);

impl Asked {
    /// Most open questions at once.
    pub const MAX: usize = 8;
}

/// Reads a character as it is now.
pub(crate) type WhoData = (&'static Character, &'static Name, &'static Speaker, &'static Rights);

/// Reads characters.
#[derive(bevy_ecs::system::SystemParam)]
pub struct People<'w, 's> {
    people: Query<'w, 's, WhoData>,
}

impl People<'_, '_> {
    /// The character, as it is now.
    #[must_use]
    pub fn who(&self, entity: Entity) -> Option<Who> {
        let (id, name, speaker, rights) = self.people.get(entity).ok()?;
        Some(Who {
            entity,
            id: id.0.clone(),
            name: name.0.clone(),
            kind: speaker.0,
            role: rights.0,
        })
    }

    /// Whether the entity is a character.
    #[must_use]
    pub fn is_person(&self, entity: Entity) -> bool {
        self.people.contains(entity)
    }

    /// Who speaks for the character.
    #[must_use]
    pub fn kind(&self, entity: Entity) -> Option<SpeakerKind> {
        self.people.get(entity).ok().map(|(.., speaker, _)| speaker.0)
    }

    /// Whether the entity is a mind of the server's own.
    #[must_use]
    pub fn is_assistant(&self, entity: Entity) -> bool {
        self.kind(entity) == Some(SpeakerKind::Assistant)
    }

    /// The character's id and name, without a copy of them.
    #[must_use]
    pub fn named(&self, entity: Entity) -> Option<(&CharacterId, &str)> {
        self.people.get(entity).ok().map(|(id, name, ..)| (&id.0, &*name.0))
    }

    /// The character's name.
    #[must_use]
    pub fn name(&self, entity: Entity) -> Option<&Arc<str>> {
        self.people.get(entity).ok().map(|(_, name, _, _)| &name.0)
    }
}
