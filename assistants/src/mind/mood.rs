//! How a mind feels: one number, which falls back to where it rests. Nothing runs for it; what is left
//! of it is reckoned when somebody asks.

use bevy_ecs::prelude::*;
use engine::clock::WorldTime;
use serde::{Deserialize, Serialize};

/// The brightest mood; the darkest is as far below zero.
pub const BRIGHTEST: i8 = 50;
/// In this time, in milliseconds, half of what moved it is gone.
const HALF_LIFE: u64 = 30 * 60 * 1_000;

/// How far the mood is from where it rests, and since when.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mood {
    /// -100 to 100.
    off: i8,
    at: WorldTime,
}

impl Mood {
    /// Whether nothing ever moved it.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.off == 0
    }

    /// The mood now, -50 to 50, of one that rests at `rest`.
    #[must_use]
    pub fn level(self, rest: i8, now: WorldTime) -> i8 {
        let past = now.0.saturating_sub(self.at.0);
        let halves = u32::try_from(past / HALF_LIFE).unwrap_or(u32::MAX).min(16);
        // Within a half-life it falls evenly, which differs from the curve by less than one can see.
        let within = i64::try_from(past % HALF_LIFE).unwrap_or_default();
        let half_life = i64::try_from(HALF_LIFE).unwrap_or(i64::MAX);
        let milli = i64::from(self.off) * 1_000 / (1_i64 << halves);
        let milli = milli - milli / 2 * within / half_life;
        let off = (milli + milli.signum() * 500) / 1_000;
        let level = (i64::from(rest) + off).clamp(-i64::from(BRIGHTEST), i64::from(BRIGHTEST));
        i8::try_from(level).unwrap_or_default()
    }

    /// Moves it.
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
