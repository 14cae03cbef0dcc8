//! Mood of a mind: one number for each set of readers that decays to its rest level. The decay is
//! computed on access, not by a timer.

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Readers};
use serde::{Deserialize, Serialize};

use super::copies::ReaderCopies;

/// Maximum mood; the minimum is its negative.
pub const BRIGHTEST: i8 = 50;
/// Half-life of the mood's offset from its rest level, in milliseconds.
const HALF_LIFE: u64 = 30 * 60 * 1_000;

/// Mood of a mind: what it feels by what everybody may know, and by what only some may. The latter
/// is not saved.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Mood(ReaderCopies<Feeling>);

impl Mood {
    /// Creates the mood of a mind from the public part that was saved.
    #[must_use]
    pub fn restored(public: Feeling) -> Self {
        if public.is_even() { Self::default() } else { Self(ReaderCopies::public(public)) }
    }

    /// Returns the public part.
    #[must_use]
    pub fn public(&self) -> Feeling {
        self.0.of(&Readers::Everyone).copied().unwrap_or_default()
    }

    /// Returns the mood that an audience may know of, -50 to 50, for the rest level `rest`.
    #[must_use]
    pub fn level(&self, audience: &Readers, rest: i8, now: WorldTime) -> i8 {
        self.0.of(audience).copied().unwrap_or_default().level(rest, now)
    }

    /// Shifts the mood by a number of points for what `readers` may know, clamped to -50 to 50.
    pub fn shift(&mut self, readers: &Readers, by: i8, rest: i8, now: WorldTime) {
        self.0.change(readers, Feeling::default, |it| it.shift(by, rest, now));
    }

    /// Drops the copies that only others and one of these characters may know.
    pub fn forget(&mut self, is_gone: impl Fn(&CharacterId) -> bool) {
        self.0.forget(is_gone);
    }
}

/// Feeling, as an offset from the rest level of a mood at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feeling {
    /// Offset, -100 to 100.
    off: i8,
    at: WorldTime,
}

impl Feeling {
    /// Returns whether the offset is zero.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.off == 0
    }

    fn level(self, rest: i8, now: WorldTime) -> i8 {
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

    fn shift(&mut self, by: i8, rest: i8, now: WorldTime) {
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
        let mut it = Feeling::default();
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
