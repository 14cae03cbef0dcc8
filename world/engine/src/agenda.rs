//! Timer queue: entries that become due at a certain time.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;

use crate::clock::WorldTime;

/// Timer queue, in order of time and then of insertion. A check costs next to nothing when no entry
/// is due.
#[derive(Resource, Debug)]
pub struct Agenda<T: Send + Sync + 'static> {
    due: BTreeMap<(WorldTime, u64), T>,
    entered: u64,
}

impl<T: Send + Sync + 'static> Default for Agenda<T> {
    fn default() -> Self {
        Self { due: BTreeMap::new(), entered: 0 }
    }
}

impl<T: Send + Sync + 'static> Agenda<T> {
    /// Schedules an entry for `time`.
    pub fn enter(&mut self, time: WorldTime, what: T) {
        self.entered += 1;
        self.due.insert((time, self.entered), what);
    }

    /// Removes and returns the next entry that is due by `now`.
    pub fn take_due(&mut self, now: WorldTime) -> Option<T> {
        let entry = self.due.first_entry()?;
        (entry.key().0 <= now).then(|| entry.remove())
    }

    /// Returns the due time of the next entry.
    #[must_use]
    pub fn next(&self) -> Option<WorldTime> {
        self.due.keys().next().map(|(time, _)| *time)
    }
}
