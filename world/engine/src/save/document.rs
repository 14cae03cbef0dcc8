//! The kinds of documents there are, and their way into rows and back.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::dirty::Dirty;
use crate::{id::CharacterId, simulation::Simulation};

/// A document on its way to where it lasts.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What sort of document it is; ids are unique within a kind.
    pub kind: &'static str,
    /// The document's name within its kind.
    pub id: String,
    /// The id of whoever it belongs to, or empty when it belongs to nobody.
    pub owner: String,
    /// The document's text; none deletes it.
    pub body: Option<String>,
    /// The characters that it names beside whose it is, so that it is found when one of them is
    /// deleted. None where no document of its kind names anybody, which costs nothing to save.
    pub mentions: Option<BTreeSet<CharacterId>>,
}

impl Row {
    /// What deletes a document.
    #[must_use]
    pub fn gone(kind: &'static str, id: impl Into<String>) -> Self {
        Self { kind, id: id.into(), owner: String::new(), body: None, mentions: None }
    }

    /// The same row, of a kind whose documents may name characters; this one names these.
    #[must_use]
    pub fn mentioning(self, mentions: BTreeSet<CharacterId>) -> Self {
        Self { mentions: Some(mentions), ..self }
    }
}

/// A document that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRow {
    /// Its name within its kind.
    pub id: String,
    /// Whoever it belongs to.
    pub owner: String,
    /// Its text.
    pub body: String,
}

/// What changed, as a kind is asked for its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed<'a> {
    /// An entity; it may be of another kind.
    Entity(Entity),
    /// The document of this kind with this id.
    Document(&'a str),
}

/// One kind of document.
#[derive(Debug, Clone, Copy)]
pub struct DocumentKind {
    pub name: &'static str,
    /// How many of the newest documents the world needs; none for all of them.
    pub newest: Option<usize>,
    /// The row of what changed. None for an entity of another kind, and for a
    /// document that is gone.
    pub collect: fn(&World, Changed<'_>) -> Option<Written>,
    /// Puts what was saved into a world whose content is in place.
    pub restore: fn(&mut World, &[SavedRow]) -> Result<(), Unreadable>,
}

/// A saved document that the world cannot do without cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "The saved {kind} `{id}` cannot be read ({why}); it was left as it is. Put back a copy of the data, or a newer program."
)]
pub struct Unreadable {
    pub kind: &'static str,
    pub id: String,
    /// What is wrong.
    pub why: String,
}

/// All kinds, in the order in which they are restored.
#[derive(Resource, Debug, Default)]
pub struct DocumentKinds(Vec<DocumentKind>);

impl DocumentKinds {
    /// The kinds, in the order in which they are restored.
    pub fn iter(&self) -> impl Iterator<Item = &DocumentKind> {
        self.0.iter()
    }
}

impl Simulation {
    /// Adds a kind of document.
    pub fn add_document(&mut self, kind: DocumentKind) -> &mut Self {
        self.world_mut().get_resource_or_init::<DocumentKinds>().0.push(kind);
        self
    }
}

/// A document cannot be written down, which is a fault of ours. What was saved of
/// it stays as it is.
#[derive(Debug, thiserror::Error)]
#[error("the {kind} `{id}` cannot be written down: {why}")]
pub struct Unwritable {
    pub kind: &'static str,
    pub id: String,
    /// What is wrong.
    pub why: serde_json::Error,
}

/// A document, written down.
pub type Written = Result<Row, Unwritable>;

/// The row of a document.
///
/// # Errors
/// [`Unwritable`].
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

/// Reads a saved document.
///
/// # Errors
/// [`Unreadable`] when it is not what it should be.
pub fn read<T: DeserializeOwned>(kind: &'static str, saved: &SavedRow) -> Result<T, Unreadable> {
    serde_json::from_str(&saved.body).map_err(|error| Unreadable {
        kind,
        id: saved.id.clone(),
        why: error.to_string(),
    })
}

/// A number as an id: the order of such ids is that of the numbers.
#[must_use]
pub fn numbered(number: u64) -> String {
    format!("{number:020}")
}

/// Everything that was saved, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Saved(pub BTreeMap<String, Vec<SavedRow>>);

/// Puts everything that was saved into a world whose content is in place. What
/// was only restored needs no saving.
///
/// # Errors
/// [`Unreadable`] for the first document that the world cannot do without.
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

/// How much was noted to be saved so far; what is saved does not change without
/// a change of this. Rows count because somebody who leaves the world writes one.
pub fn noted(world: &World) -> (u64, usize) {
    (world.resource::<Dirty>().version(), world.resource::<Messages<Row>>().len())
}

/// Turns what changed in this tick into rows.
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

/// The row, unless the document could not be written; everything else is still saved.
pub fn logged(written: Written) -> Option<Row> {
    written.inspect_err(|error| tracing::error!(%error, "a document is not saved")).ok()
}
