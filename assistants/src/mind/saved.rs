//! What lasts of a mind.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use world::{
    beings::character::Character,
    engine::{id::CharacterId, simulation::Simulation},
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
};

use crate::{
    memory::Note,
    mind::{acquaintance::Acquaintances, body, health::Health, notebook::Notebook},
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

/// The kind of the documents of minds.
pub const KIND: &str = "mind";

/// A new note. It may be written a little later than the world; no screen waits
/// for it.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct SaveNote {
    /// Whose memory.
    pub mind: CharacterId,
    pub note: Note,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_message::<SaveNote>();
    sim.add_document(DocumentKind { name: KIND, version: 1, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let mind = body::find(world, &CharacterId::new(id).ok()?)?;
    let document = MindDocument::V1(MindV1 {
        people: world.get::<Acquaintances>(mind).cloned().unwrap_or_default(),
        next_note: world.get::<Notebook>(mind).map_or(0, |notebook| notebook.next),
        stopped: world.get::<Health>(mind).is_some_and(|health| health.stopped),
    });
    Some(document::row(KIND, id, "", &document))
}

/// Gives minds back what they had; the document of one that the content does not
/// have any more stays where it is.
fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let document: MindDocument = document::read(KIND, row)?;
        let it = document.current();
        let Some(mind) = CharacterId::new(&row.id).ok().and_then(|id| body::find(world, &id))
        else {
            continue;
        };
        world.entity_mut(mind).insert((
            it.people,
            Notebook { fresh: VecDeque::new(), next: it.next_note },
            Health { stopped: it.stopped, ..Health::default() },
        ));
    }
    Ok(())
}

/// Notes that a mind changed.
pub fn touch(world: &mut World, mind: Entity) {
    let Some(id) = world.get::<Character>(mind).map(|character| character.0.clone()) else {
        return;
    };
    world.resource_mut::<Dirty>().touch_document(KIND, id.as_str());
}
