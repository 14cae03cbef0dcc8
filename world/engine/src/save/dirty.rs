//! What changed and is not saved yet.
//!
//! Components that are saved carry a hook that notes their entity here, so
//! finding what to save costs nothing per idle entity. Whoever notes a document
//! does so beside the change, with nothing in between that could break: by these
//! notes one knows whether something that broke had changed anything.

use std::collections::BTreeSet;

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};

/// What changed and is not saved yet.
#[derive(Resource, Debug, Default)]
pub struct Dirty {
    pub(super) entities: BTreeSet<Entity>,
    pub(super) documents: BTreeSet<(&'static str, String)>,
    outdated: Outdated,
    version: u64,
}

/// What was read and has to be saved anew, because the content renamed something that it names.
#[derive(Debug, Default)]
struct Outdated {
    entities: BTreeSet<Entity>,
    documents: BTreeSet<(&'static str, String)>,
}

impl Dirty {
    /// Notes that an entity changed.
    pub fn touch(&mut self, entity: Entity) {
        self.version += 1;
        self.entities.insert(entity);
    }

    /// Notes that the document with this id changed, came or went.
    pub fn touch_document(&mut self, kind: &'static str, id: impl Into<String>) {
        self.version += 1;
        self.documents.insert((kind, id.into()));
    }

    /// Notes a change of what is not saved that cannot be made undone either: what breaks after it
    /// cannot be as if nothing had been.
    pub fn past_return(&mut self) {
        self.version += 1;
    }

    /// Notes, while what was saved is read, that the document of an entity is out of date.
    pub fn outdated(&mut self, entity: Entity) {
        self.outdated.entities.insert(entity);
    }

    /// The same for the document with this id.
    pub fn outdated_document(&mut self, kind: &'static str, id: impl Into<String>) {
        self.outdated.documents.insert((kind, id.into()));
    }

    /// Grows with every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty() && self.documents.is_empty()
    }

    /// Forgets what was noted, for the state that was just loaded, but what is out of date there.
    pub fn clear(&mut self) {
        let Outdated { entities, documents } = std::mem::take(&mut self.outdated);
        self.entities = entities;
        self.documents = documents;
    }
}

/// The hook of components that are saved.
pub fn touched(mut world: DeferredWorld, at: HookContext) {
    world.resource_mut::<Dirty>().touch(at.entity);
}
