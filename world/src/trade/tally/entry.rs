//! What a builder wrote about deeds that the world counts.

use engine::id::{CharacterId, KindId, RoomId, TallyId};
use serde::Deserialize;

/// Most people of whom a tally knows that they did it; of more it knows the newest.
pub const MOST_KEPT: u8 = 12;

/// `tallies.ron`: deeds that the world counts, and remembers the newest of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallyEntry {
    /// What texts call it.
    pub id: TallyId,
    /// What is counted; at least one.
    pub counts: Vec<TalliedDeed>,
    /// How many there were before anybody did anything; what a text calls `{all}` has these as well.
    #[serde(default)]
    pub from: u32,
    /// With how many deeds it is full, 1 or more: the next one is the first again.
    #[serde(default)]
    pub full: Option<u32>,
    /// How many people it knows, from 1 to [`MOST_KEPT`].
    #[serde(default = "most_kept")]
    pub keeps: u8,
}

fn most_kept() -> u8 {
    MOST_KEPT
}

impl TallyEntry {
    /// How many of all deeds count: since it was full last, and with that one.
    #[must_use]
    pub fn count_of(&self, all: u32) -> u32 {
        match self.full.filter(|it| *it > 0) {
            Some(full) if all > 0 => (all - 1) % full + 1,
            Some(_) | None => all,
        }
    }
}

/// A deed that is counted when the engine carries it out. Nobody's words count, and neither does what
/// the town's own people do among themselves.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum TalliedDeed {
    /// Somebody had what a character offers: `mara/sell-ale`.
    Accepted(String),
    /// Somebody made a character a present of a thing.
    Given {
        /// A thing of which kind.
        kind: KindId,
        /// Whom.
        to: CharacterId,
    },
    /// Somebody shouted in a room, by its whole id.
    Shouted(RoomId),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_tally_begins_again_with_the_next_deed() {
        let id = TallyId::new("rack").unwrap();
        let mut it = TallyEntry { id, counts: Vec::new(), from: 4, full: Some(8), keeps: 1 };
        let counts: Vec<u32> = [0, 1, 7, 8, 9, 16, 17].map(|all| it.count_of(all)).into();
        assert_eq!(counts, [0, 1, 7, 8, 1, 8, 1]);
        it.full = None;
        assert_eq!(it.count_of(17), 17);
    }
}
