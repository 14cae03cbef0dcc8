//! Whether a mind may think.

use bevy_ecs::prelude::*;
use engine::clock::WorldTime;

/// Whether a mind may think.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// Staff stopped it.
    pub stopped: bool,
    /// Errors in a row.
    pub errors: u8,
    /// Until when it rests after too many errors; the first thought after that
    /// is a trial.
    pub rests_until: Option<WorldTime>,
}
