//! What people call a room, character or thing, and what one sees of it.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::words::label::Label;

/// What people call a room, character or thing.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Name(pub Arc<str>);

/// What one sees on a closer look.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Description(pub Arc<str>);

/// Whose word a name and a description are.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Authorship(pub Label);

impl Authorship {
    /// Whose word an entity's name and description are; the builder's, if
    /// nobody else's.
    #[must_use]
    pub fn of(world: &World, entity: Entity) -> Label {
        world.get::<Self>(entity).map_or_else(Label::authored, |authored| authored.0.clone())
    }
}
