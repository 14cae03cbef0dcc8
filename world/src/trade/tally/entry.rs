//! Authored definition of tallies.

use engine::id::{CharacterId, KindId, RoomId, TallyId};
use serde::Deserialize;

/// Maximum number of doers listed in a tally; beyond it the most recent are kept.
pub const MOST_KEPT: u8 = 12;

/// Entry of `tallies.ron`: definition of a counter of deeds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallyEntry {
    /// Id by which texts refer to the tally.
    pub id: TallyId,
    /// Deeds that are counted; at least one.
    pub counts: Vec<TalliedDeed>,
    /// Initial count, included in the placeholder `{all}` of texts. Default: 0.
    #[serde(default)]
    pub from: u32,
    /// Number of deeds, 1 or more, after which the count starts again at 1; none by default.
    #[serde(default)]
    pub full: Option<u32>,
    /// Number of doers listed, 1 to [`MOST_KEPT`]; the maximum by default.
    #[serde(default = "most_kept")]
    pub keeps: u8,
}

fn most_kept() -> u8 {
    MOST_KEPT
}

impl TallyEntry {
    /// Returns the position within the current round of `full` deeds, 1 to `full`; all deeds if
    /// there is no `full`.
    #[must_use]
    pub fn count_of(&self, all: u32) -> u32 {
        match self.full.filter(|it| *it > 0) {
            Some(full) if all > 0 => (all - 1) % full + 1,
            Some(_) | None => all,
        }
    }
}

/// Deed that is counted when the engine executes it. Deeds of NPCs are not counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum TalliedDeed {
    /// Acceptance of a character's offer, by its key: `mara/sell-ale`.
    Accepted(String),
    /// Gift of an item to a character.
    Given {
        /// Kind of the item.
        kind: KindId,
        /// Recipient.
        to: CharacterId,
    },
    /// Shout in a room.
    Shouted(RoomId),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_tally_begins_again_with_the_next_deed() {
        let id = TallyId::new("rack").unwrap();
        let mut tally = TallyEntry { id, counts: Vec::new(), from: 4, full: Some(8), keeps: 1 };
        let counts: Vec<u32> = [0, 1, 7, 8, 9, 16, 17].map(|all| tally.count_of(all)).into();
        assert_eq!(counts, [0, 1, 7, 8, 1, 8, 1]);
        tally.full = None;
        assert_eq!(tally.count_of(17), 17);
    }
}
