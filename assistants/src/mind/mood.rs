//! Mood of a mind: one number that decays to its rest level. The decay is computed on access, not
//! by a timer.

use bevy_ecs::prelude::*;
use engine::clock::WorldTime;
use serde::{Deserialize, Serialize};

/// Maximum mood; the minimum is its negative.
pub const BRIGHTEST: i8 = 50;
/// Half-life of the mood's offset from its rest level, in milliseconds.
const HALF_LIFE: u64 = 30 * 60 * 1_000;

/// Mood, as an offset from its rest level at a time.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mood {
    /// Offset, -100 to 100.
    off: i8,
    at: WorldTime,
}

impl Mood {
    /// Returns whether the offset is zero.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.off == 0
    }

    /// Returns the mood at a time, -50 to 50, for the rest level `rest`.
    #[must_use]
    pub fn level(self, rest: i8, now: WorldTime) -> i8 {
        let past = now.0.saturating_sub(self.at.0);
        let halves = u32::try_from(past / HALF_LIFE).unwrap_or(u32::MAX).min(16);
        // Linear interpolation within a half-life; the difference from the curve is negligible.
        let within = i64::try_from(past % HALF_LIFE).unwrap_or_default();
        let half_life = i64::try_from(HALF_LIFE).unwrap_or(i64::MAX);
        let milli = i64::from(self.off) * 1_000 / (1_i64 << halves);
        let milli = milli - milli / 2 * within / half_life;
        let off = (milli + milli.signum() * 500) / 1_000;
        let level = (i64::from(rest) + off).clamp(-i64::from(BRIGHTEST), i64::from(BRIGHTEST));
        i8::try_from(level).unwrap_or_default()
    }

    /// Shifts the mood by a number of points, clamped to -50 to 50.
    pub fn shift(&mut self, by: i8, rest: i8, now: WorldTime) {
        let level = self.level(rest, now).saturating_add(by).clamp(-BRIGHTEST, BRIGHTEST);
        *self = Self { off: level.saturating_sub(rest), at: now };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mood_falls_back_to_where_it_rests() {
        let minutes = |n: u64| WorldTime(n * 60_000);
        let mut it = Mood::default();
        assert_eq!(it.level(15, minutes(9)), 15);
        it.shift(32, 15, minutes(10));
        let levels = [10, 25, 40, 70, 100, 1_000_000].map(|n| it.level(15, minutes(n)));
        assert_eq!(levels, [47, 39, 31, 23, 19, 15]);
        it.shift(-120, 15, minutes(40));
        assert_eq!([it.level(15, minutes(40)), it.level(15, minutes(70))], [-50, -18]);
        it.shift(100, 15, minutes(40));
        assert_eq!(it.level(15, minutes(40)), 50);
    }
}
