//! Activity of a character in a room, as shown to others there.

use std::sync::Arc;

use bevy_ecs::prelude::*;

/// Activity of a character while in one room, as in "sweeping the floor". Not saved.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Doing {
    /// Room of the activity; the activity is not shown elsewhere.
    pub room: Entity,
    pub words: Arc<str>,
}
