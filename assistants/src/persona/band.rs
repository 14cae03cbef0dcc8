//! Bands of regard, from sour to confidant.

/// Band on the scale of regard, 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RegardBand {
    /// Regard of 0 to 9.
    Sour,
    /// Regard of 10 to 24; the initial regard is 20.
    Stranger,
    /// Regard of 25 to 44.
    Acquaintance,
    /// Regard of 45 to 64.
    Companion,
    /// Regard of 65 to 84.
    Friend,
    /// Regard of 85 to 100.
    Confidant,
}

impl RegardBand {
    /// All bands in ascending order, with their lower bounds.
    const ALL: [(RegardBand, u8); 6] = [
        (Self::Sour, 0),
        (Self::Stranger, 10),
        (Self::Acquaintance, 25),
        (Self::Companion, 45),
        (Self::Friend, 65),
        (Self::Confidant, 85),
    ];

    /// Returns the band of a regard.
    #[must_use]
    pub fn of(regard: u8) -> Self {
        let at_most = Self::ALL.iter().rev().find(|(_, least)| regard >= *least);
        at_most.map_or(Self::Sour, |(band, _)| *band)
    }

    /// Returns the name of the band in texts and prompts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sour => "sour",
            Self::Stranger => "stranger",
            Self::Acquaintance => "acquaintance",
            Self::Companion => "companion",
            Self::Friend => "friend",
            Self::Confidant => "confidant",
        }
    }

    /// Returns whether a regard matches the band: exactly for sour and stranger, and at least for
    /// higher bands.
    #[must_use]
    pub fn has(self, regard: u8) -> bool {
        let band = Self::of(regard);
        if self <= Self::Stranger { band == self } else { band >= self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_band_begins_where_it_is_said_to() {
        for (regard, name) in [
            (0, "sour"),
            (9, "sour"),
            (10, "stranger"),
            (24, "stranger"),
            (25, "acquaintance"),
            (44, "acquaintance"),
            (45, "companion"),
            (64, "companion"),
            (65, "friend"),
            (84, "friend"),
            (85, "confidant"),
            (100, "confidant"),
        ] {
            assert_eq!(RegardBand::of(regard).name(), name, "{regard}");
        }
        assert!(RegardBand::Acquaintance.has(90) && !RegardBand::Friend.has(64));
        assert!(RegardBand::Sour.has(3) && !RegardBand::Sour.has(10));
    }
}
