//! Index from ids to entities. Component hooks keep it up to date.

use std::collections::BTreeMap;

use bevy_ecs::{component::Component, lifecycle::HookContext, prelude::*, world::DeferredWorld};

/// Index from ids of one type to the entities that carry them, in the order of the ids.
#[derive(Resource, Debug)]
pub struct Index<Id: Ord + Send + Sync + 'static>(BTreeMap<Id, Entity>);

impl<Id: Ord + Send + Sync + 'static> Default for Index<Id> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<Id: Ord + Send + Sync + 'static> Index<Id> {
    /// Returns the entity with this id, if it is in the world now.
    #[must_use]
    pub fn get(&self, id: &Id) -> Option<Entity> {
        self.0.get(id).copied()
    }

    /// Returns whether an entity with this id is in the world now.
    #[must_use]
    pub fn contains(&self, id: &Id) -> bool {
        self.0.contains_key(id)
    }

    /// Iterates over all ids with their entities, in the order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (&Id, Entity)> {
        self.0.iter().map(|(id, entity)| (id, *entity))
    }

    /// Iterates over the ids from `first` on with their entities, in the order of the ids.
    pub fn from(&self, first: Id) -> impl Iterator<Item = (&Id, Entity)> {
        self.0.range(first..).map(|(id, entity)| (id, *entity))
    }

    /// Iterates over all entities, in the order of their ids.
    pub fn entities(&self) -> impl Iterator<Item = Entity> {
        self.0.values().copied()
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the index is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A component that carries an id. Its hooks are [`added`] and [`removed`].
pub trait Identified: Component {
    /// The type of the id.
    type Id: Ord + Clone + Send + Sync + 'static;

    /// Returns the id.
    fn id(&self) -> &Self::Id;
}

/// Looks up the entity with this id, if it is in the world now.
#[must_use]
pub fn find<Id: Ord + Send + Sync + 'static>(world: &World, id: &Id) -> Option<Entity> {
    world.resource::<Index<Id>>().get(id)
}

/// Adds an id to the index; component hook for when the component is added.
pub fn added<C: Identified>(mut world: DeferredWorld, at: HookContext) {
    let Some(id) = world.get::<C>(at.entity).map(|carrier| carrier.id().clone()) else { return };
    world.resource_mut::<Index<C::Id>>().0.insert(id, at.entity);
}

/// Removes an id from the index; component hook for when the component is removed.
pub fn removed<C: Identified>(mut world: DeferredWorld, at: HookContext) {
    let Some(id) = world.get::<C>(at.entity).map(|carrier| carrier.id().clone()) else { return };
    let mut index = world.resource_mut::<Index<C::Id>>();
    // If a newer entity carries the same id, its entry stays.
    if index.0.get(&id) == Some(&at.entity) {
        index.0.remove(&id);
    }
}
