//! Calendar: the day and hour of the world, whose days may be shorter than real ones.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    save::{
        dirty::Dirty,
        document::{self, Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::act::due::{self, AddDue, Due};

/// Kind and id of the one saved document.
const KIND: &str = "calendar";

/// Minutes of a real day.
const REAL_DAY: u64 = 1_440;

/// Milliseconds of an hour and of a day, of the world as of real time.
const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

/// The hour at which the first day of a world begins.
const FIRST_HOUR: u64 = 7;

/// A day and a minute of it, by the world's own clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DayTime {
    /// The number of the day: since the world began, or since the Unix epoch where a day is a real
    /// one.
    pub day: u64,
    /// Hour, 0 to 23.
    pub hour: u8,
    /// Minute, 0 to 59.
    pub minute: u8,
}

impl DayTime {
    /// Returns the time of day in words, such as "early morning".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self.hour {
            5..=7 => "early morning",
            8..=11 => "morning",
            12..=13 => "midday",
            14..=17 => "afternoon",
            18..=21 => "evening",
            _ => "night",
        }
    }
}

/// Length of a world's day, and the time at which its first one began.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calendar {
    /// Real minutes of a day of the world, 1 to 1,440. With 1,440 the world's clock shows UTC.
    minutes: u64,
    /// Time of 7:00 on the first day; none before the first tick of a new world.
    began: Option<WorldTime>,
}

impl Default for Calendar {
    fn default() -> Self {
        Self::new(REAL_DAY)
    }
}

impl Calendar {
    /// Returns the calendar of a world that has not begun yet, with days of `minutes` real minutes,
    /// clamped to 1 to 1,440.
    #[must_use]
    pub fn new(minutes: u64) -> Self {
        Self { minutes: minutes.clamp(1, REAL_DAY), began: None }
    }

    /// Returns the length of a world's day in real minutes.
    #[must_use]
    pub fn day_minutes(&self) -> u64 {
        self.minutes
    }

    /// Returns whether a world's day is a real one, so that its clock shows UTC.
    #[must_use]
    pub fn is_real(&self) -> bool {
        self.minutes == REAL_DAY
    }

    /// Returns the day and time that the world's clock shows at a moment.
    #[must_use]
    pub fn at(&self, now: WorldTime) -> DayTime {
        let passed = self.passed(now);
        let small = |it: u64| u8::try_from(it).unwrap_or_default();
        DayTime {
            day: passed / DAY,
            hour: small(passed / HOUR % 24),
            minute: small(passed / 60_000 % 60),
        }
    }

    /// Returns the next moment after `now` at which the world's clock shows a full hour, 0 to 23.
    #[must_use]
    pub fn next(&self, now: WorldTime, hour: u8) -> WorldTime {
        let passed = self.passed(now);
        let today = passed / DAY * DAY + u64::from(hour) * HOUR;
        let then = if today > passed { today } else { today + DAY };
        if self.is_real() {
            return WorldTime(then);
        }
        let since_first = then.saturating_sub(FIRST_HOUR * HOUR);
        let real = since_first.saturating_mul(self.minutes).div_ceil(REAL_DAY);
        WorldTime(self.began.unwrap_or(now).0.saturating_add(real))
    }

    /// Returns the milliseconds by the world's clock since the midnight before its first day.
    fn passed(&self, now: WorldTime) -> u64 {
        if self.is_real() {
            return now.0;
        }
        let real = now.0.saturating_sub(self.began.unwrap_or(now).0);
        FIRST_HOUR * HOUR + real.saturating_mul(REAL_DAY) / self.minutes
    }
}

/// Saved form of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum CalendarDocument {
    V1 { began: WorldTime },
}

/// Timer event: the first day begins, unless it did already.
struct FirstDay;

impl Due for FirstDay {
    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        let mut calendar = world.resource_mut::<Calendar>();
        if calendar.began.is_none() {
            calendar.began = Some(now);
            world.resource_mut::<Dirty>().touch_document(KIND, KIND);
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Calendar>();
    sim.add_due::<FirstDay>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Sets the length of a day in real minutes, as [`Calendar::new`]; to be called before saved state
/// is restored.
pub fn set(world: &mut World, minutes: u64) {
    let calendar = Calendar::new(minutes);
    world.insert_resource(calendar);
    if !calendar.is_real() {
        // There is no time before the first tick.
        due::enter(world, WorldTime(0), FirstDay);
    }
}

/// Returns the day and time that the world's clock shows now.
#[must_use]
pub fn now(world: &World) -> DayTime {
    world.resource::<Calendar>().at(world.resource::<Clock>().now)
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(_) = changed else { return None };
    let began = world.resource::<Calendar>().began?;
    Some(document::row(KIND, KIND, "", &CalendarDocument::V1 { began }))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let Some(row) = saved.first() else { return Ok(()) };
    let CalendarDocument::V1 { began } = document::read(KIND, row)?;
    world.resource_mut::<Calendar>().began = Some(began);
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BEGAN: WorldTime = WorldTime(1_700_000_000_123);

    fn calendar(minutes: u64) -> Calendar {
        Calendar { began: Some(BEGAN), ..Calendar::new(minutes) }
    }

    /// Returns the time so many real seconds after the beginning.
    fn later(seconds: u64) -> WorldTime {
        WorldTime(BEGAN.0 + seconds * 1_000)
    }

    #[test]
    fn the_first_day_begins_at_seven_and_lasts_as_long_as_was_said() {
        let two_hours = calendar(120);
        let clock = |seconds| {
            let DayTime { day, hour, minute } = two_hours.at(later(seconds));
            (day, hour, minute)
        };
        assert_eq!(clock(0), (0, 7, 0));
        assert_eq!(clock(4), (0, 7, 0));
        assert_eq!(clock(5), (0, 7, 1));
        assert_eq!(clock(17 * 300 - 1), (0, 23, 59));
        assert_eq!(clock(17 * 300), (1, 0, 0));
        assert_eq!(clock(7_200), (1, 7, 0));
        assert_eq!(two_hours.at(WorldTime(0)), two_hours.at(BEGAN), "before it, it is the same");
        assert_eq!(Calendar::new(120).at(later(9)), two_hours.at(BEGAN), "nothing began yet");
        assert_eq!(two_hours.at(later(0)).words(), "early morning");
    }

    #[test]
    fn a_real_day_is_that_of_the_world_outside() {
        for now in [0, 1_699_999_999_999, 1_795_228_980_000].map(WorldTime) {
            let shown = calendar(REAL_DAY).at(now);
            assert_eq!((u64::from(shown.hour), u64::from(shown.minute)), now.hour_and_minute());
            assert_eq!(shown.day, now.0 / DAY);
        }
        assert_eq!(Calendar::new(9_999), Calendar::default());
        assert_eq!(Calendar::new(0).day_minutes(), 1);
    }

    proptest! {
        #[test]
        fn time_never_runs_backwards(minutes in 1..=1_440_u64, at in 0..10_u64.pow(10), step in 0..10_u64.pow(8)) {
            let it = calendar(minutes);
            prop_assert!(it.at(WorldTime(BEGAN.0 + at)) <= it.at(WorldTime(BEGAN.0 + at + step)));
        }

        #[test]
        fn the_next_hour_is_the_first_moment_that_shows_it(
            minutes in 1..=1_440_u64, at in 0..10_u64.pow(10), hour in 0..24_u8,
        ) {
            let (it, now) = (calendar(minutes), WorldTime(BEGAN.0 + at));
            let next = it.next(now, hour);
            prop_assert!(next > now && next.0 - now.0 <= minutes * 60_000 + 1);
            prop_assert_eq!(it.at(next).hour, hour);
            prop_assert!(it.at(WorldTime(next.0 - 1)) < it.at(next));
        }
    }
}
