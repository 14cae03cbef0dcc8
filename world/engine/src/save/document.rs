//! Registry of the kinds of documents, and their conversion into rows and back.
//!
//! To change the form of a saved document see "A saved component or field" in CONTRIBUTING.md: a new
//! variant `V2`, converted in `current`.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::dirty::Dirty;
use crate::{id::CharacterId, simulation::Simulation};

/// Row of one document, to be written to or deleted from the database.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Name of the kind of document; ids are unique within a kind.
    pub kind: &'static str,
    /// Id of the document within its kind.
    pub id: String,
    /// Id of the owner, or empty if the document has no owner.
    pub owner: String,
    /// Body of the document; `None` deletes it.
    pub body: Option<String>,
    /// Characters mentioned in the document besides its owner, for the cleanup when one of them is
    /// deleted. `None` for a kind whose documents mention no characters, which saves the index
    /// entry.
    pub mentions: Option<BTreeSet<CharacterId>>,
}

impl Row {
    /// Creates a row that deletes a document.
    #[must_use]
    pub fn gone(kind: &'static str, id: impl Into<String>) -> Self {
        Self { kind, id: id.into(), owner: String::new(), body: None, mentions: None }
    }

    /// Returns the same row with the characters that it mentions.
    #[must_use]
    pub fn mentioning(self, mentions: BTreeSet<CharacterId>) -> Self {
        Self { mentions: Some(mentions), ..self }
    }
}

/// Row of a saved document, as loaded from the database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRow {
    /// Id of the document within its kind.
    pub id: String,
    /// Id of the owner, or empty if the document has no owner.
    pub owner: String,
    /// Body of the document.
    pub body: String,
}

/// Reference to a changed entity or document, for which [`DocumentKind::collect`] makes a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed<'a> {
    /// An entity; it may be of another kind.
    Entity(Entity),
    /// The document of this kind with this id.
    Document(&'a str),
}

/// Kind of document: its name, its version, and its functions to save and restore.
#[derive(Debug, Clone, Copy)]
pub struct DocumentKind {
    pub name: &'static str,
    /// Maximum number of documents that are restored, the newest ones; `None` for all.
    pub newest: Option<usize>,
    /// Function that makes the row of a changed entity or document. `None` for an entity of another
    /// kind, and for a deleted document.
    pub collect: fn(&World, Changed<'_>) -> Option<Written>,
    /// Restores saved documents into a world with its content in place.
    pub restore: fn(&mut World, &[SavedRow]) -> Result<(), Unreadable>,
}

/// Error: a saved document that the world requires cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "The saved {kind} `{id}` cannot be read ({why}); it was left as it is. Put back a copy of the data, or a newer program."
)]
pub struct Unreadable {
    pub kind: &'static str,
    pub id: String,
    /// Cause of the error.
    pub why: String,
}

/// Registry of the kinds of documents, in the order in which they are restored.
#[derive(Resource, Debug, Default)]
pub struct DocumentKinds(Vec<DocumentKind>);

impl DocumentKinds {
    /// Returns the kinds, in the order in which they are restored.
    pub fn iter(&self) -> impl Iterator<Item = &DocumentKind> {
        self.0.iter()
    }
}

impl Simulation {
    /// Registers a kind of document.
    pub fn add_document(&mut self, kind: DocumentKind) -> &mut Self {
        self.world_mut().get_resource_or_init::<DocumentKinds>().0.push(kind);
        self
    }
}

/// Error: a document cannot be serialised, which is a bug of the server. Its saved version stays as
/// it is.
#[derive(Debug, thiserror::Error)]
#[error("the {kind} `{id}` cannot be written down: {why}")]
pub struct Unwritable {
    pub kind: &'static str,
    pub id: String,
    /// Cause of the error.
    pub why: serde_json::Error,
}

/// Serialised document, or the error.
pub type Written = Result<Row, Unwritable>;

/// Serialises a document into a row.
///
/// # Errors
/// [`Unwritable`] when the serialisation fails.
pub fn row(
    kind: &'static str,
    id: impl ToString,
    owner: impl ToString,
    document: &impl Serialize,
) -> Written {
    let (id, owner) = (id.to_string(), owner.to_string());
    match serde_json::to_string(document) {
        Ok(body) => Ok(Row { kind, id, owner, body: Some(body), mentions: None }),
        Err(why) => Err(Unwritable { kind, id, why }),
    }
}

/// Deserialises a saved document.
///
/// # Errors
/// [`Unreadable`] when the body is not valid for the type.
pub fn read<T: DeserializeOwned>(kind: &'static str, saved: &SavedRow) -> Result<T, Unreadable> {
    serde_json::from_str(&saved.body).map_err(|error| Unreadable {
        kind,
        id: saved.id.clone(),
        why: error.to_string(),
    })
}

/// Formats a number as an id whose lexical order is the numerical order.
#[must_use]
pub fn numbered(number: u64) -> String {
    format!("{number:020}")
}

/// Saved documents of all kinds, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Saved(pub BTreeMap<String, Vec<SavedRow>>);

/// Restores all saved documents into a world with its content in place. Restored documents are not
/// marked as dirty.
///
/// # Errors
/// [`Unreadable`] for the first document that the world requires and that cannot be read.
pub fn restore(world: &mut World, saved: &Saved) -> Result<(), Unreadable> {
    let kinds = world.resource::<DocumentKinds>().0.clone();
    for kind in kinds {
        let rows = saved.0.get(kind.name).map_or(&[][..], Vec::as_slice);
        let newest = kind.newest.unwrap_or(rows.len());
        let rows = rows.get(rows.len().saturating_sub(newest)..).unwrap_or_default();
        (kind.restore)(world, rows)?;
    }
    world.resource_mut::<Dirty>().clear();
    Ok(())
}

/// Returns the version of the dirty marks and number of queued rows; no saved state changes without
/// a change of these numbers. Rows count because a character who leaves the world is written
/// directly as a row.
pub fn noted(world: &World) -> (u64, usize) {
    (world.resource::<Dirty>().version(), world.resource::<Messages<Row>>().len())
}

/// Turns the dirty entities and documents of this tick into rows; system of the stage Save.
pub(super) fn save(world: &mut World) {
    if world.resource::<Dirty>().is_empty() {
        return;
    }
    let mut dirty = world.resource_mut::<Dirty>();
    let entities = std::mem::take(&mut dirty.entities);
    let documents = std::mem::take(&mut dirty.documents);
    let kinds = &world.resource::<DocumentKinds>().0;
    let mut written = Vec::with_capacity(entities.len() + documents.len());
    for entity in entities {
        let mut asked = kinds.iter();
        written.extend(asked.find_map(|kind| (kind.collect)(world, Changed::Entity(entity))));
    }
    for (name, id) in documents {
        let Some(kind) = kinds.iter().find(|kind| kind.name == name) else {
            tracing::error!(kind = name, "nobody registered this kind of document");
            continue;
        };
        let document = (kind.collect)(world, Changed::Document(&id));
        written.push(document.unwrap_or_else(|| Ok(Row::gone(name, id))));
    }
    let rows: Vec<Row> = written.into_iter().filter_map(logged).collect();
    world.resource_mut::<Messages<Row>>().write_batch(rows);
}

/// Returns the row, or `None` with a log entry if the document could not be serialised; other
/// documents are still saved.
pub fn logged(written: Written) -> Option<Row> {
    written.inspect_err(|error| tracing::error!(%error, "a document is not saved")).ok()
}
