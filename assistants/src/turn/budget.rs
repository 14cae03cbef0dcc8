//! Token budget: use of a model's context window by a thought, and the pressure that follows from
//! it.

pub mod compaction;

/// Default size of a model's context window, in tokens, if the settings give none: as much as even
/// small models offer, because a value that is too high disables every limit below.
pub const CONTEXT: u32 = 8_192;

/// Estimated number of characters per token: the usual figure for English, which counts too few
/// tokens for hardly any language.
const CHARACTERS_PER_TOKEN: usize = 4;

/// Returns an estimate of the tokens in so many characters, rounded up.
#[must_use]
pub fn estimate(chars: usize) -> u32 {
    u32::try_from(chars.div_ceil(CHARACTERS_PER_TOKEN)).unwrap_or(u32::MAX)
}

/// Token meter of one conversation: the provider's count, and an estimate for text added after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Meter {
    counted: u32,
    since: usize,
}

impl Meter {
    /// Adds text of so many characters.
    pub fn add(&mut self, chars: usize) {
        self.since = self.since.saturating_add(chars);
    }

    /// Replaces the estimate by the provider's count of everything so far.
    pub fn count(&mut self, tokens: u32) {
        *self = Self { counted: tokens, since: 0 };
    }

    /// Returns the number of tokens.
    #[must_use]
    pub fn tokens(self) -> u32 {
        self.counted.saturating_add(estimate(self.since))
    }
}

/// Context pressure, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pressure {
    /// Enough room.
    Easy,
    /// About half of the context is used.
    Moderate,
    /// The thought has to come to an end soon.
    High,
    /// Room for one more answer.
    Critical,
}

/// Thresholds of the pressures, in percent of the context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// Threshold of [`Pressure::Moderate`], 50 by default.
    pub moderate: u8,
    /// Threshold of [`Pressure::High`], 70 by default.
    pub high: u8,
    /// Threshold of [`Pressure::Critical`], 80 by default.
    pub critical: u8,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { moderate: 50, high: 70, critical: 80 }
    }
}

impl Thresholds {
    /// Returns the pressure of so many tokens in a context of `size` tokens; critical if `size` is
    /// 0.
    #[must_use]
    pub fn pressure(self, tokens: u32, size: u32) -> Pressure {
        let reaches = |percent: u8| u64::from(tokens) * 100 >= u64::from(size) * u64::from(percent);
        if size == 0 || reaches(self.critical) {
            Pressure::Critical
        } else if reaches(self.high) {
            Pressure::High
        } else if reaches(self.moderate) {
            Pressure::Moderate
        } else {
            Pressure::Easy
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_characters_make_a_token_and_a_rest_makes_one_more() {
        let estimates = [0, 1, 4, 5, 8].map(estimate);
        assert_eq!(estimates, [0, 1, 1, 2, 2]);
        assert_eq!(estimate(usize::MAX), u32::MAX);
    }

    #[test]
    fn the_provider_knows_better_than_the_estimate() {
        let mut meter = Meter::default();
        meter.add(4_000);
        assert_eq!(meter.tokens(), 1_000);
        meter.count(700);
        assert_eq!(meter.tokens(), 700);
        meter.add(5);
        meter.add(5);
        assert_eq!(meter.tokens(), 703, "what came since is one text");
        meter.count(u32::MAX);
        meter.add(usize::MAX);
        meter.add(usize::MAX);
        assert_eq!(meter.tokens(), u32::MAX);
    }

    #[test]
    fn each_pressure_begins_at_its_threshold() {
        let levels = Thresholds::default();
        for (tokens, pressure) in [
            (0, Pressure::Easy),
            (499, Pressure::Easy),
            (500, Pressure::Moderate),
            (699, Pressure::Moderate),
            (700, Pressure::High),
            (799, Pressure::High),
            (800, Pressure::Critical),
            (u32::MAX, Pressure::Critical),
        ] {
            assert_eq!(levels.pressure(tokens, 1_000), pressure, "{tokens}");
        }
        assert_eq!(levels.pressure(0, 0), Pressure::Critical);
        assert_eq!(levels.pressure(u32::MAX, u32::MAX), Pressure::Critical);
        let early = Thresholds { moderate: 10, high: 20, critical: 30 };
        assert_eq!(early.pressure(25, 100), Pressure::High);
    }
}
