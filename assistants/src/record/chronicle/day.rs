//! Public events of a day.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use engine::{
    clock::WorldTime,
    foreign::{ForeignText, misleads},
    id::{CharacterId, RoomId},
};
use text::styled;

/// Length of a day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;
/// Maximum number of characters shown of a name.
const LONGEST_NAME: usize = 24;
/// Maximum time between two sightings of one stay, in milliseconds.
const UNSEEN: u64 = 60 * 60 * 1_000;

/// Day in UTC, counted from 1 January 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChronicleDay(pub u64);

impl ChronicleDay {
    /// Returns the day of a time.
    #[must_use]
    pub fn of(at: WorldTime) -> Self {
        Self(at.0 / DAY)
    }
}

impl fmt::Display for ChronicleDay {
    /// Writes the day as `2026-11-23`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The display form of a time begins with its date.
        let at = WorldTime(self.0.saturating_mul(DAY)).to_string();
        f.write_str(at.split(' ').next().unwrap_or_default())
    }
}

/// Way in which a public line was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineWay {
    Said,
    Shouted,
    Posed,
    OnChannel,
}

/// Line said in public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleLine {
    pub at: WorldTime,
    pub who: CharacterId,
    pub way: LineWay,
    pub words: ForeignText,
    /// Room, if it was recorded.
    pub place: Option<RoomId>,
    /// Addressees, if any.
    pub to: BTreeSet<CharacterId>,
    /// Hearers: characters that recorded it, and those present in the room.
    pub heard: BTreeSet<CharacterId>,
}

/// Deed done in public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleDeed {
    pub at: WorldTime,
    /// Actor; none for the world.
    pub who: Option<CharacterId>,
    /// Narration as seen by one of the witnesses.
    pub words: ForeignText,
    pub place: Option<RoomId>,
    /// Witnesses that recorded it; the narration is that of the first one.
    pub seen_by: Vec<CharacterId>,
}

/// Entry that a character wrote in its journal of what everybody may know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleEntry {
    pub at: WorldTime,
    pub who: CharacterId,
    pub words: ForeignText,
}

/// Stay of a character in a room, as far as it was noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleStay {
    pub who: CharacterId,
    pub room: RoomId,
    /// Time of the first and of the last sighting there.
    pub from: WorldTime,
    pub to: WorldTime,
}

/// Public events of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chronicle {
    pub day: ChronicleDay,
    /// Names of characters.
    pub(super) names: BTreeMap<CharacterId, String>,
    /// NPCs.
    pub minds: BTreeSet<CharacterId>,
    /// Lines in chronological order, as deeds and stays.
    pub lines: Vec<ChronicleLine>,
    pub deeds: Vec<ChronicleDeed>,
    pub entries: Vec<ChronicleEntry>,
    pub stays: Vec<ChronicleStay>,
}

impl Chronicle {
    /// Returns the name of a character, without characters that mislead.
    #[must_use]
    pub fn name(&self, id: &CharacterId) -> String {
        match self.names.get(id) {
            Some(name) => plain(name),
            None => capitalised(id.as_str()),
        }
    }

    /// Formats the names of characters as `a, b and c`.
    #[must_use]
    pub fn list<'a>(&self, ids: impl IntoIterator<Item = &'a CharacterId>) -> String {
        styled::list(&ids.into_iter().map(|it| self.name(it)).collect::<Vec<_>>())
    }
}

/// Returns an id as a name, with a capital letter.
fn capitalised(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}

/// Returns a name without misleading characters and quotes, cut to its maximum length.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|it| !misleads(*it) && !"\"\\".contains(*it));
    kept.take(LONGEST_NAME).collect()
}

/// Returns the stays of all characters from their sightings, ordered by beginning.
pub(super) fn stays(mut signs: Vec<(WorldTime, CharacterId, RoomId)>) -> Vec<ChronicleStay> {
    signs.sort();
    let mut last: BTreeMap<CharacterId, ChronicleStay> = BTreeMap::new();
    let mut over = Vec::new();
    for (at, who, room) in signs {
        match last.get_mut(&who) {
            Some(stay) if stay.room == room && at.0 - stay.to.0 <= UNSEEN => stay.to = at,
            Some(_) | None => {
                let stay = ChronicleStay { who: who.clone(), room, from: at, to: at };
                over.extend(last.insert(who, stay));
            }
        }
    }
    over.extend(last.into_values());
    over.sort_by(|one, other| {
        (one.from, &one.who, &one.room).cmp(&(other.from, &other.who, &other.room))
    });
    over
}
