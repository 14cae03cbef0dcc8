//! What lasts of a mind.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use world::{character::Character, id::CharacterId};

use crate::{
    assistant::{Acquaintances, Health, Notebook},
    memory::Note,
};

/// A mind, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum MindDocument {
    /// The first form.
    V1(MindV1),
}

/// The first form of a saved mind.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MindV1 {
    /// Whom it met.
    pub people: Acquaintances,
    /// The number of its next note.
    pub next_note: u64,
    /// Whether staff stopped it.
    pub stopped: bool,
}

impl MindDocument {
    /// The newest form.
    #[must_use]
    pub fn current(self) -> MindV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Something of a mind to save. It may be written a little later than the
/// world; no screen waits for it.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum SaveMind {
    /// The mind itself.
    Mind(CharacterId, MindDocument),
    /// A new note.
    Note(CharacterId, Note),
}

/// Saves a mind as it is now.
pub fn save(world: &mut World, it: Entity) {
    let Some(id) = world.get::<Character>(it).map(|it| it.0.clone()) else { return };
    let document = MindDocument::V1(MindV1 {
        people: world.get::<Acquaintances>(it).cloned().unwrap_or_default(),
        next_note: world.get::<Notebook>(it).map_or(0, |it| it.next),
        stopped: world.get::<Health>(it).is_some_and(|it| it.stopped),
    });
    world.write_message(SaveMind::Mind(id, document));
}
