//! What happened in public on a day.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use engine::{
    clock::WorldTime,
    id::{CharacterId, RoomId},
};
use text::styled;

use crate::record::quote::{Quote, misleads};

/// Milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1_000;
/// Most characters that are shown of a name.
const LONGEST_NAME: usize = 24;
/// After how many milliseconds without a sign of somebody it is not known whether they stayed.
const UNSEEN: u64 = 60 * 60 * 1_000;

/// A day in UTC: how many there were before it since the beginning of 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChronicleDay(pub u64);

impl ChronicleDay {
    /// The day of a moment.
    #[must_use]
    pub fn of(at: WorldTime) -> Self {
        Self(at.0 / DAY)
    }
}

impl fmt::Display for ChronicleDay {
    /// Writes it as `2026-11-23`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The date comes first in what the clock writes.
        let at = WorldTime(self.0.saturating_mul(DAY)).to_string();
        f.write_str(at.split(' ').next().unwrap_or_default())
    }
}

/// How a public line was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineWay {
    Said,
    Shouted,
    Posed,
    OnChannel,
}

/// Something that was said in public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleLine {
    pub at: WorldTime,
    pub who: CharacterId,
    pub way: LineWay,
    pub words: Quote,
    /// Where, if that was written down.
    pub place: Option<RoomId>,
    /// Whom it was said to, if anybody.
    pub to: BTreeSet<CharacterId>,
    /// Who heard it: characters who wrote it down, and those who were there all the time.
    pub heard: BTreeSet<CharacterId>,
}

/// Something that was done in public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleDeed {
    pub at: WorldTime,
    /// Who did it; none for the world.
    pub who: Option<CharacterId>,
    /// As one of those saw it who wrote it down.
    pub words: Quote,
    pub place: Option<RoomId>,
    /// Who wrote it down; the words are the first one's.
    pub seen_by: Vec<CharacterId>,
}

/// A time that somebody spent in a room, as far as it was noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChronicleStay {
    pub who: CharacterId,
    pub room: RoomId,
    /// The first and the last sign of them there.
    pub from: WorldTime,
    pub to: WorldTime,
}

/// What happened in public on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chronicle {
    pub day: ChronicleDay,
    /// What people are called.
    pub(super) names: BTreeMap<CharacterId, String>,
    /// The town's own people.
    pub minds: BTreeSet<CharacterId>,
    /// In the order of time, as all that follows.
    pub lines: Vec<ChronicleLine>,
    pub deeds: Vec<ChronicleDeed>,
    pub stays: Vec<ChronicleStay>,
}

impl Chronicle {
    /// What somebody is called, in letters that forge nothing.
    #[must_use]
    pub fn name(&self, id: &CharacterId) -> String {
        match self.names.get(id) {
            Some(name) => plain(name),
            None => capitalised(id.as_str()),
        }
    }

    /// Some people in words.
    #[must_use]
    pub fn list<'a>(&self, ids: impl IntoIterator<Item = &'a CharacterId>) -> String {
        styled::list(&ids.into_iter().map(|it| self.name(it)).collect::<Vec<_>>())
    }
}

/// An id as a name: that of the town's own people is theirs.
fn capitalised(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}

/// A name as it may stand among other words.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|it| !misleads(*it) && !"\"\\".contains(*it));
    kept.take(LONGEST_NAME).collect()
}

/// The stays of everybody, from signs of them in the order of time: by who begins first.
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
