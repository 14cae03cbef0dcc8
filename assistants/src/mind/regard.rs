//! Regard of a mind for a character: one number, changed by words and deeds within daily limits.

use engine::clock::WorldTime;
use serde::{Deserialize, Serialize};
use world::trade::regard::UNKNOWN;

/// Maximum regard.
const TOP: u8 = 100;
/// Maximum rise in a day by words and other things that cost nothing.
pub const BY_WORDS: u8 = 10;
/// Maximum rise in a day, by words and deeds together.
pub const BY_DEEDS: u8 = 30;
/// Maximum fall in a day.
pub const FALL: u8 = 25;
/// Length of a day of real time, in milliseconds.
const DAY: u64 = 86_400_000;

/// Regard of a mind for a character, with the changes of the present day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regard {
    /// Regard, 0 to 100.
    value: u8,
    /// Day of the changes below, counted from 1 January 1970, UTC.
    day: u64,
    /// Rise by words on that day.
    by_words: u8,
    /// Rise by words and deeds on that day.
    rose: u8,
    /// Fall on that day.
    fell: u8,
}

impl Regard {
    /// Creates a regard without changes, clamped to 100.
    #[must_use]
    pub fn new(value: u8) -> Self {
        Self { value: value.min(TOP), day: 0, by_words: 0, rose: 0, fell: 0 }
    }

    /// Returns the regard, 0 to 100.
    #[must_use]
    pub fn value(self) -> u8 {
        self.value
    }

    /// Changes the regard within the daily limits. `cheap` is true for changes by words and other
    /// things that cost as little.
    pub fn shift(&mut self, by: i8, cheap: bool, now: WorldTime) {
        let day = now.0 / DAY;
        if self.day != day {
            *self = Self { day, ..Self::new(self.value) };
        }
        let far = by.unsigned_abs();
        if by < 0 {
            let fall = far.min(FALL.saturating_sub(self.fell)).min(self.value);
            (self.value, self.fell) = (self.value - fall, self.fell + fall);
            return;
        }
        let by_words = if cheap { BY_WORDS.saturating_sub(self.by_words) } else { BY_DEEDS };
        let rise = far.min(by_words).min(BY_DEEDS.saturating_sub(self.rose)).min(TOP - self.value);
        (self.value, self.rose) = (self.value + rise, self.rose + rise);
        self.by_words += if cheap { rise } else { 0 };
    }

    /// Returns the regard that remains when the character asks to be forgotten: it is kept if it is
    /// below [`UNKNOWN`], else dropped.
    #[must_use]
    pub fn forgotten(self) -> Option<Self> {
        (self.value < UNKNOWN).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_moves_regard_so_far_and_the_next_day_farther() {
        let (today, tomorrow) = (WorldTime(5 * DAY + 7), WorldTime(6 * DAY));
        let mut it = Regard::new(UNKNOWN);
        it.shift(7, true, today);
        it.shift(7, true, today);
        assert_eq!(it.value(), 30, "words are ten a day");
        it.shift(25, false, today);
        assert_eq!(it.value(), 50, "with deeds it is thirty");
        it.shift(1, true, tomorrow);
        assert_eq!(it.value(), 51);
        it.shift(-40, true, tomorrow);
        it.shift(-40, false, tomorrow);
        assert_eq!(it.value(), 26, "it falls twenty-five a day");
        it.shift(5, true, tomorrow);
        assert_eq!(it.value(), 31);
    }

    #[test]
    fn it_stays_on_its_scale_and_what_is_cut_off_does_not_count() {
        let now = WorldTime(DAY);
        let mut low = Regard::new(5);
        low.shift(-20, true, now);
        assert_eq!((low.value(), low.fell), (0, 5));
        let mut high = Regard::new(120);
        high.shift(9, true, now);
        assert_eq!((high.value(), high.rose), (100, 0));
    }

    #[test]
    fn only_what_is_sour_outlasts_being_forgotten() {
        assert_eq!(Regard::new(60).forgotten(), None);
        assert_eq!(Regard::new(UNKNOWN).forgotten(), None);
        assert_eq!(Regard::new(8).forgotten().map(Regard::value), Some(8));
    }
}
