//! Characters that staff made while the game runs: their saved personas, and their removal with all
//! that they kept.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, Row, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use world::{
    beings::{self, character::CharacterRef},
    things::{holder::Holder, respawn},
    trade::stock,
};

use crate::mind::{
    acquaintance::Acquaintances,
    actions, body, delegations, goals,
    leads::Leads,
    notebook::Notebook,
    projects,
    rumours::Rumours,
    saved::{self, DropNote},
};

/// Maximum number of characters that staff can make.
pub const MOST: usize = 64;

/// Kind of the documents of made characters; their ids are those of the characters.
pub const KIND: &str = "made-character";

/// Folder under which the documents of made characters stand among the files of the content.
pub const FOLDER: &str = "made/";

/// Document of a made character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum MadeDocument {
    /// Version 1.
    V1(MadeV1),
}

impl MadeDocument {
    /// Returns the made character in the current version.
    #[must_use]
    pub fn current(self) -> MadeV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Version 1 of a made character. It names a staff member as the audit does, and stays when the
/// account of that one is deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeV1 {
    /// Staff member who made the character.
    pub by: CharacterRef,
    pub at: WorldTime,
    /// Persona, as a file of the content would hold it.
    pub persona: String,
}

/// All made characters by id, those included that the content leaves no place for.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct MadeCharacters(pub BTreeMap<CharacterId, MadeV1>);

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<MadeCharacters>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let made = world.resource::<MadeCharacters>().0.get(&CharacterId::new(id).ok()?)?;
    Some(document::row(KIND, id, "", &MadeDocument::V1(made.clone())))
}

/// Checks that all can be read. They are part of the content that is applied before anything is
/// restored, because their bodies have to be there by then.
fn restore(_: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    saved.iter().try_for_each(|row| document::read::<MadeDocument>(KIND, row).map(drop))
}

/// Replaces the made characters by those of new content. Whatever the removed ones kept is deleted;
/// their bodies and minds are removed by [`body::retain`].
pub fn renew(world: &mut World, made: &BTreeMap<CharacterId, MadeV1>) {
    let before = std::mem::take(&mut world.resource_mut::<MadeCharacters>().0);
    for (id, it) in &before {
        if !made.contains_key(id) {
            erase(world, id);
        }
        if made.get(id) != Some(it) {
            world.resource_mut::<Dirty>().touch_document(KIND, id.as_str());
        }
    }
    for id in made.keys().filter(|id| !before.contains_key(*id)) {
        world.resource_mut::<Dirty>().touch_document(KIND, id.as_str());
    }
    world.resource_mut::<MadeCharacters>().0 = made.clone();
}

/// Deletes the saved rows and the notes of a character that is about to be removed.
fn erase(world: &mut World, id: &CharacterId) {
    respawn::forget(world, &Holder::Character(id.clone()));
    stock::forget(world, id);
    world.write_message(Row::gone(beings::saved::KIND, id.as_str()));
    let Some(mind) = body::find(world, id) else { return };
    let pairs = |kind, keys: Vec<String>| keys.into_iter().map(move |it| (kind, it));
    let whom = world.get::<Acquaintances>(mind).map(|it| it.0.keys().map(ToString::to_string));
    let rumours = world.get::<Rumours>(mind).map(|all| all.iter().map(|it| it.event.to_string()));
    let leads = world.get::<Leads>(mind).map(|all| all.numbers().map(|it| it.to_string()));
    let several: Vec<(&'static str, String)> =
        pairs(saved::ACQUAINTANCE, whom.into_iter().flatten().collect())
            .chain(pairs(saved::RUMOUR, rumours.into_iter().flatten().collect()))
            .chain(pairs(saved::LEAD, leads.into_iter().flatten().collect()))
            .collect();
    let single = [
        saved::KIND,
        saved::NOTEBOOK,
        goals::saved::KIND,
        projects::saved::KIND,
        actions::saved::KIND,
        delegations::saved::KIND,
    ];
    let mut dirty = world.resource_mut::<Dirty>();
    single.into_iter().for_each(|kind| dirty.touch_document(kind, id.as_str()));
    several.into_iter().for_each(|(kind, key)| dirty.touch_document(kind, format!("{id} {key}")));
    let notes = world.get::<Notebook>(mind).map_or(0, |it| it.next);
    for serial in 0..notes {
        world.write_message(DropNote { mind: id.clone(), serial });
    }
}
