//! Health of a mind: whether it may think.

use bevy_ecs::prelude::*;
use engine::clock::WorldTime;

/// Health of a mind: stopped by staff, or paused after errors (circuit breaker).
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// True if staff stopped the mind.
    pub stopped: bool,
    /// End of a pause that staff gave it, until which it is silent.
    pub paused_until: Option<WorldTime>,
    /// Number of consecutive errors.
    pub errors: u8,
    /// End of the pause after too many errors; the first thought after it is a trial.
    pub rests_until: Option<WorldTime>,
}

impl Health {
    /// Returns whether staff made the mind silent at a time: until they start it, or for a pause.
    #[must_use]
    pub fn is_silent(&self, now: WorldTime) -> bool {
        self.stopped || self.pause(now).is_some()
    }

    /// Returns the end of the pause that goes on at a time.
    #[must_use]
    pub fn pause(&self, now: WorldTime) -> Option<WorldTime> {
        self.paused_until.filter(|it| *it > now)
    }
}
