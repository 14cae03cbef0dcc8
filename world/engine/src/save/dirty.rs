//! Dirty tracking: entities and documents that changed and are not saved yet.
//!
//! Hooks on saved components mark their entity here, so finding the changes costs nothing per idle
//! entity. A document must be marked directly beside its change, with no code in between that may
//! panic: the version of these marks tells whether code that panicked had changed saved state.

use std::collections::BTreeSet;

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};

/// Set of the changed entities and documents that are not saved yet.
#[derive(Resource, Debug, Default)]
pub struct Dirty {
    pub(super) entities: BTreeSet<Entity>,
    pub(super) documents: BTreeSet<(&'static str, String)>,
    outdated: Outdated,
    version: u64,
}

/// Documents to save again after the restore, because they contain an id that the content renamed.
#[derive(Debug, Default)]
struct Outdated {
    entities: BTreeSet<Entity>,
    documents: BTreeSet<(&'static str, String)>,
}

impl Dirty {
    /// Marks an entity as changed.
    pub fn touch(&mut self, entity: Entity) {
        self.version += 1;
        self.entities.insert(entity);
    }

    /// Marks the document with this id as changed, created or deleted.
    pub fn touch_document(&mut self, kind: &'static str, id: impl Into<String>) {
        self.version += 1;
        self.documents.insert((kind, id.into()));
    }

    /// Records a change of unsaved state that cannot be undone: a later panic is not treated as one
    /// without effects.
    pub fn past_return(&mut self) {
        self.version += 1;
    }

    /// Marks the document of an entity as out of date, during the restore.
    pub fn outdated(&mut self, entity: Entity) {
        self.outdated.entities.insert(entity);
    }

    /// Marks the document with this id as out of date, during the restore.
    pub fn outdated_document(&mut self, kind: &'static str, id: impl Into<String>) {
        self.outdated.documents.insert((kind, id.into()));
    }

    /// Returns the version counter, which grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns whether no entity and no document is marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty() && self.documents.is_empty()
    }

    /// Clears the marks after a restore, and marks the documents that are out of date.
    pub fn clear(&mut self) {
        let Outdated { entities, documents } = std::mem::take(&mut self.outdated);
        self.entities = entities;
        self.documents = documents;
    }
}

/// Marks the entity of a saved component as changed; component hook.
pub fn touched(mut world: DeferredWorld, at: HookContext) {
    world.resource_mut::<Dirty>().touch(at.entity);
}
