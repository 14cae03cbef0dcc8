//! The state of learning, as ticks know it.

use bevy_ecs::prelude::*;

/// True once the examples are learned. Until then ticks read lines by patterns alone, because a tick must
/// not block.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExamplesLearned(pub bool);

impl Default for ExamplesLearned {
    /// A driver that sends no `MindInput::Learned` learns, and blocks, at the first line.
    fn default() -> Self {
        Self(true)
    }
}
