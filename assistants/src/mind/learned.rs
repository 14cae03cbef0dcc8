//! Training state of the intent classifier, as seen by ticks.

use bevy_ecs::prelude::*;

/// True once the classifier has been trained. Until then ticks classify lines by patterns alone,
/// because a tick must not block.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExamplesLearned(pub bool);

impl Default for ExamplesLearned {
    /// Starts as true: in a driver that sends no `MindInput::Learned`, the first line trains and
    /// blocks.
    fn default() -> Self {
        Self(true)
    }
}
