//! How much of a model's context a thought uses up, and how pressing that is.

/// The context size of a model that nobody described, in tokens: what even
/// small models offer, because a guess that is too high disables every limit
/// below.
pub const CONTEXT: u32 = 8_192;

/// How many characters make a token when nobody counted: the usual figure for
/// English, and a low count of tokens for hardly any language.
const CHARACTERS_PER_TOKEN: usize = 4;

/// About how many tokens so many characters are, rounded up.
#[must_use]
pub fn estimate(chars: usize) -> u32 {
    u32::try_from(chars.div_ceil(CHARACTERS_PER_TOKEN)).unwrap_or(u32::MAX)
}

/// The tokens of one conversation: those that the provider counted, and an
/// estimate for what came after that.
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

    /// Takes the provider's count of everything so far in place of the
    /// estimate.
    pub fn count(&mut self, tokens: u32) {
        *self = Self { counted: tokens, since: 0 };
    }

    /// How many tokens there are.
    #[must_use]
    pub fn tokens(self) -> u32 {
        self.counted.saturating_add(estimate(self.since))
    }
}

/// How pressing the use of the context is, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pressure {
    /// There is room.
    Easy,
    /// About half is used.
    Moderate,
    /// It is time to come to an end.
    High,
    /// One more answer fits.
    Critical,
}

/// From how much of the context on each pressure begins, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// For [`Pressure::Moderate`]. 50 by default.
    pub moderate: u8,
    /// For [`Pressure::High`]. 70 by default.
    pub high: u8,
    /// For [`Pressure::Critical`]. 80 by default.
    pub critical: u8,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { moderate: 50, high: 70, critical: 80 }
    }
}

impl Thresholds {
    /// The pressure of so many tokens in a context of `size` tokens. No
    /// context at all is as good as a full one.
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
