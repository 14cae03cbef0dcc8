//! Attributes of items and rooms: named states with a few values each, as the content declares them,
//! and the value that each has now.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{
    former::FormerIds,
    id::RoomId,
    index,
    save::{
        self, dirty,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::space::room::Room;

pub mod command;

/// Maximum number of attributes of an item or a room, and of values of an attribute.
pub const MOST: usize = 12;

/// Attribute of a kind of item or of a room, as a builder writes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeEntry {
    /// Name of the attribute: `lit`.
    pub name: String,
    /// Values with the text that a closer look shows for each; the first one is that of the beginning.
    pub values: Vec<(String, String)>,
}

impl AttributeEntry {
    /// Returns the current value and its text. A saved value that the content has no more counts as
    /// the one of the beginning.
    #[must_use]
    pub fn current(&self, now: Option<&AttributeValues>) -> Option<(&str, &str)> {
        let set = now.and_then(|it| it.0.get(&self.name));
        let set = set.and_then(|value| self.values.iter().find(|(it, _)| it == value));
        set.or_else(|| self.values.first()).map(|(value, text)| (value.as_str(), text.as_str()))
    }

    /// Returns the text of a value; none if there is no such value.
    #[must_use]
    pub fn text(&self, value: &str) -> Option<&str> {
        self.values.iter().find(|(it, _)| it == value).map(|(_, text)| text.as_str())
    }
}

/// Attributes that the content declares for an item or a room.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Attributes(pub Arc<[AttributeEntry]>);

/// Values of the attributes that were set, by name.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = dirty::touched)]
pub struct AttributeValues(pub BTreeMap<String, String>);

impl Attributes {
    /// Returns the texts of the current values, in the order of the builder.
    pub fn texts<'a>(&'a self, now: Option<&'a AttributeValues>) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter_map(move |entry| entry.current(now).map(|(_, text)| text))
    }
}

/// Document kind of the attributes of rooms; those of items are saved with them.
const KIND: &str = "room-attributes";

/// Saved attributes of a room, by schema version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum RoomAttributesDocument {
    /// Schema version 1.
    V1(BTreeMap<String, String>),
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Entity(entity) = changed else { return None };
    let (room, values) = (world.get::<Room>(entity)?, world.get::<AttributeValues>(entity)?);
    let document = RoomAttributesDocument::V1(values.0.clone());
    Some(save::document::row(KIND, &room.0, "", &document))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let RoomAttributesDocument::V1(values) = save::document::read(KIND, row)?;
        let Ok(mut id) = RoomId::new(&row.id) else { continue };
        let is_renamed = world.resource::<FormerIds>().renew_room(&mut id);
        let Some(room) = index::find(world, &id) else { continue };
        // The row under the id of today is the newer one.
        if is_renamed && world.get::<AttributeValues>(room).is_some() {
            continue;
        }
        world.entity_mut(room).insert(AttributeValues(values));
        if is_renamed {
            world.resource_mut::<Dirty>().outdated(room);
        }
    }
    Ok(())
}

/// Replaces the attributes of an entity by those of the content.
pub(crate) fn declare(of: &mut EntityWorldMut, entries: &Arc<[AttributeEntry]>) {
    if entries.is_empty() {
        of.remove::<Attributes>();
    } else {
        of.insert(Attributes(entries.clone()));
    }
}
