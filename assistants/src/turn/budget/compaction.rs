//! Compaction of a question that would fill too much of the context, before its turn begins.

use serde::{Deserialize, Serialize};

use super::estimate;

/// Share of the context from which on the first question of a turn is compacted, in percent.
pub const COMPACTS_FROM: u32 = 70;
/// Share of the context below which a compacted question stays, in percent.
pub const BEGINS_BELOW: u32 = 60;
/// Number of the newest lines of a talk that stay in every question.
pub const NEWEST_LINES: usize = 20;

/// Length from which on a result is worth masking, in characters.
pub const WORTH_MASKING: usize = 80;

/// Degree of compaction of a question, the widest first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Compaction {
    /// Nothing is cut: all fits.
    #[default]
    None,
    /// The newest lines of the talk, and none that were heard beside.
    Lines,
    /// Besides, no memories, rumours and earlier lines.
    Bare,
    /// Besides, the lines of the talk without their middles.
    Tight,
}

impl Compaction {
    /// Degrees in which a question is made smaller, in order.
    pub const SMALLER: [Self; 3] = [Self::Lines, Self::Bare, Self::Tight];

    /// Returns whether nothing is left out.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// Returns what the record says of it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Lines => "; compacted to the newest lines",
            Self::Bare => "; compacted to the newest lines, without memories",
            Self::Tight => "; compacted to the newest lines, shortened, without memories",
        }
    }

    /// Returns the maximum length of a line of the talk, in bytes; none if lines stay whole.
    #[must_use]
    pub fn longest_line(self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Lines | Self::Bare => Some(240),
            Self::Tight => Some(80),
        }
    }
}

/// Returns the share of a context of `size` tokens that so many characters fill, in percent.
#[must_use]
pub fn percent(chars: usize, size: u32) -> u32 {
    let share = u64::from(estimate(chars)) * 100 / u64::from(size.max(1));
    u32::try_from(share).unwrap_or(u32::MAX)
}

/// Returns the least compaction with which a question is small enough to begin a turn; `chars` gives its
/// size with each. One that fills less than [`COMPACTS_FROM`] of the context stays as it is.
#[must_use]
pub fn needed(size: u32, mut chars: impl FnMut(Compaction) -> usize) -> Compaction {
    if percent(chars(Compaction::None), size) < COMPACTS_FROM {
        return Compaction::None;
    }
    let is_small = |it: &Compaction| percent(chars(*it), size) < BEGINS_BELOW;
    Compaction::SMALLER.into_iter().find(is_small).unwrap_or(Compaction::Tight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_compacted_from_seventy_percent_on_and_then_below_sixty() {
        // A context of 100 tokens has room for 400 characters.
        let of = |sizes: [usize; 4]| needed(100, move |it| sizes[it as usize]);
        assert_eq!(of([276, 0, 0, 0]), Compaction::None);
        assert_eq!(of([280, 236, 0, 0]), Compaction::Lines);
        assert_eq!(of([280, 244, 230, 0]), Compaction::Bare);
        assert_eq!(of([4_000, 400, 300, 200]), Compaction::Tight);
        assert_eq!(of([4_000, 4_000, 4_000, 4_000]), Compaction::Tight);
        assert_eq!(percent(10, 0), 300);
    }
}
