//! Health of a mind: whether it may think.

use bevy_ecs::prelude::*;
use engine::clock::WorldTime;

/// Health of a mind: stopped by staff, or paused after errors (circuit breaker).
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// True if staff stopped the mind.
    pub stopped: bool,
    /// Number of consecutive errors.
    pub errors: u8,
    /// End of the pause after too many errors; the first thought after it is a trial.
    pub rests_until: Option<WorldTime>,
}
