//! Time, as the caller of each tick sets it.

use std::{fmt, time::Duration};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since the Unix epoch, so that it stays valid after a restart.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct WorldTime(pub u64);

impl WorldTime {
    /// Returns the time `span` later, saturating.
    #[must_use]
    pub fn after(self, span: Duration) -> Self {
        Self(self.0.saturating_add(u64::try_from(span.as_millis()).unwrap_or(u64::MAX)))
    }

    /// Returns the time `span` earlier, saturating at zero.
    #[must_use]
    pub fn before(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(u64::try_from(span.as_millis()).unwrap_or(u64::MAX)))
    }

    /// Returns the duration since `earlier`; zero if `earlier` is later than this time.
    #[must_use]
    pub fn since(self, earlier: WorldTime) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// Returns the hour and minute of the day, UTC.
    #[must_use]
    pub fn hour_and_minute(self) -> (u64, u64) {
        let minutes = self.0 / 60_000;
        (minutes / 60 % 24, minutes % 60)
    }
}

impl fmt::Display for WorldTime {
    /// Writes the date and the minute, as `2026-11-21 14:03 UTC`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Years are counted from the 1st of March of the year 0, so that a leap
        // day is the last day of its year; 400 of them have 146,097 days.
        let days = self.0 / 86_400_000 + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        // From March on, five months have 153 days.
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (year, month) = match month {
            0..=9 => (era * 400 + year, month + 3),
            _ => (era * 400 + year + 1, month - 9),
        };
        let (hour, minute) = self.hour_and_minute();
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
    }
}

/// Clock: the time of the current tick, and the deadline of the next one.
#[derive(Resource, Debug, Default)]
pub struct Clock {
    /// Time of the current tick.
    pub now: WorldTime,
    /// Number of ticks so far, including this one.
    pub tick: u64,
    wake: Option<WorldTime>,
}

impl Clock {
    /// Begins a tick: sets the time, counts the tick and clears the deadline of the next one.
    pub(crate) fn begin(&mut self, now: WorldTime) {
        // The caller's clock may be set back; the time of the game never decreases.
        self.now = self.now.max(now);
        self.tick += 1;
        self.wake = None;
    }

    /// Requests a tick at `time` or earlier.
    pub fn wake_at(&mut self, time: WorldTime) {
        self.wake = Some(self.wake.map_or(time, |wake| wake.min(time)));
    }

    /// Returns the deadline of the next tick, if no input comes first; `None` if no timer is due.
    #[must_use]
    pub fn wake(&self) -> Option<WorldTime> {
        self.wake
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agenda::Agenda;

    #[test]
    fn an_agenda_gives_what_is_due_in_order() {
        let mut agenda = Agenda::default();
        agenda.enter(WorldTime(20), 'c');
        agenda.enter(WorldTime(10), 'a');
        agenda.enter(WorldTime(10), 'b');
        assert_eq!(agenda.take_due(WorldTime(9)), None);
        assert_eq!(agenda.take_due(WorldTime(10)), Some('a'));
        assert_eq!(agenda.take_due(WorldTime(10)), Some('b'));
        assert_eq!(agenda.take_due(WorldTime(10)), None);
        assert_eq!(agenda.next(), Some(WorldTime(20)));
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59 UTC"),
            (1_709_251_200, "2024-03-01 00:00 UTC"),
            (1_795_228_980, "2026-11-21 02:43 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(WorldTime(seconds * 1_000).to_string(), date);
        }
    }

    #[test]
    fn the_clock_never_runs_backwards() {
        let mut clock = Clock::default();
        clock.begin(WorldTime(50));
        clock.begin(WorldTime(40));
        assert_eq!(clock.now, WorldTime(50));
    }
}
