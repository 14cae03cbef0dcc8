//! What somebody is busy with at a place, as others see it there.

use std::sync::Arc;

use bevy_ecs::prelude::*;

/// What somebody is busy with while in one room, as in "sweeping the floor". It is not saved.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Doing {
    /// Where; elsewhere nobody sees it.
    pub room: Entity,
    pub words: Arc<str>,
}
