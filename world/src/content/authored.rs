//! Checked content of all files, by id.

use std::collections::{BTreeMap, BTreeSet};

use engine::{
    former::FormerIds,
    id::{BadSlug, KindId, RoomId},
};
use text::parse::Direction;

use crate::{
    act::{habit::Habit, help::HelpPage},
    beings::{name::AuthoredAt, news::NewsEntry},
    content::{
        locate::Position,
        problem::did_you_mean,
        schema::{ActEntry, ChannelEntry, KindEntry},
    },
    space::{ambience::AmbientLine, path::MOST_SEARCHED, sky::Sky, sound::Sound},
    talk::social::Social,
    things::attribute::AttributeEntry,
    trade::{quests::QuestEntry, tally::entry::TallyEntry},
};

/// Checked content. Iteration over its maps has the same order on every run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Content {
    /// Name of the game.
    pub name: String,
    /// Banner shown before login.
    pub banner: String,
    /// Welcome text, shown once after the first login.
    pub welcome: String,
    /// Starting room of new characters. Always set in content without problems, and always one of
    /// [`Content::rooms`].
    pub start: Option<RoomId>,
    /// Further rooms in which newcomers may begin, if they follow a link to one.
    pub landings: Vec<RoomId>,
    /// Number of coins in the purse of a new character.
    pub coins: u32,
    /// Base URL of the sound files that clients fetch.
    pub sounds: Option<String>,
    /// Light by the hour, and weather.
    pub sky: Sky,
    /// Zones: id → name.
    pub zones: BTreeMap<String, String>,
    /// Rooms. Every exit leads to one of them.
    pub rooms: BTreeMap<RoomId, RoomPlan>,
    /// Kinds of items. Every item in a room is of one of them.
    pub kinds: BTreeMap<KindId, KindEntry>,
    /// Channels, in listing order.
    pub channels: Vec<ChannelEntry>,
    /// Socials, in the order of the file.
    pub socials: Vec<Social>,
    /// Habits: commands of other MUDs, with an answer or an equivalent here.
    pub habits: Vec<Habit>,
    /// Verbs defined by the content, with the path and position of each.
    pub verbs: BTreeMap<String, (String, Position)>,
    /// News, newest first.
    pub news: Vec<NewsEntry>,
    /// Quests of the content.
    pub quests: Vec<QuestEntry>,
    /// Tallies: counters of players' deeds, in the order of the file.
    pub tallies: Vec<TallyEntry>,
    /// Help pages, by topic.
    pub help: BTreeMap<String, HelpPage>,
    /// Former ids of rooms and kinds; none of them is a current id.
    pub former: FormerIds,
    /// Positions of rooms and kinds in the files.
    pub places: WrittenPlaces,
    /// Quoted texts and words of the files that could not be read, or not wholly. An id among them
    /// may be defined there, so that it is not reported as unknown.
    pub(super) unread: BTreeSet<String>,
    /// True if an exit leads to an unknown room, so that reachability cannot be computed.
    pub(super) gaps: bool,
    /// Rooms reachable from the start, through doors too; empty while reachability is unknown.
    pub(super) reachable: BTreeSet<RoomId>,
    /// True if a file is unreadable, binary or empty, so that any id may be defined in it.
    pub(super) holds_more: bool,
}

/// Positions of definitions in the content files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenPlaces {
    /// Rooms, at their ids.
    pub rooms: BTreeMap<RoomId, AuthoredAt>,
    /// Kinds of items, at their ids.
    pub kinds: BTreeMap<KindId, AuthoredAt>,
}

impl Content {
    /// Returns whether an id may be defined in a file that could not be read.
    #[must_use]
    pub fn may_be_unread(&self, id: &str) -> bool {
        let short = id.rsplit('/').next().unwrap_or(id);
        self.holds_more || self.unread.contains(id) || self.unread.contains(short)
    }

    /// Returns whether all files were read and all exits are known, so that reachability is known.
    pub(super) fn is_whole(&self) -> bool {
        self.unread.is_empty() && !self.gaps
    }

    /// Returns the room that a file of `zone` calls `id`; none if it may be defined in a file that
    /// could not be read.
    ///
    /// # Errors
    /// The fault of the name as a sentence, with a suggestion.
    pub(super) fn find_room(&self, zone: &str, id: &str) -> Result<Option<RoomId>, String> {
        self.known_room(zone, id).map_err(|wrong| wrong.with_hint(self))
    }

    /// Finds a room as [`Content::find_room`] does, but without a suggestion, which requires a
    /// search through all rooms.
    ///
    /// # Errors
    /// [`WrongRoom`].
    pub(super) fn known_room(&self, zone: &str, id: &str) -> Result<Option<RoomId>, WrongRoom> {
        let room = whole(zone, id).map_err(WrongRoom::Slug)?;
        if self.rooms.contains_key(&room) {
            return Ok(Some(room));
        }
        if self.may_be_unread(room.as_str()) { Ok(None) } else { Err(WrongRoom::Unknown(room)) }
    }

    /// Returns the error for the whole id of a room, as a sentence; none if the room exists or may
    /// be defined in a file that could not be read.
    #[must_use]
    pub fn unknown_room(&self, id: &str) -> Option<String> {
        self.find_room("", id).err()
    }

    /// Returns the error for a kind's id, as a sentence with a suggestion; none if the kind exists
    /// or may be defined in a file that could not be read.
    #[must_use]
    pub fn unknown_kind(&self, kind: &KindId) -> Option<String> {
        let hint = || match self.former.kinds.get(kind) {
            Some(today) => is_now(today.as_str()),
            None => did_you_mean(kind.as_str(), self.kinds.keys().map(KindId::as_str)),
        };
        self.is_unknown_kind(kind).then(|| format!("{}{}", no_kind(kind), hint()))
    }

    /// Returns whether the kind is not defined, and cannot be in a file that could not be read.
    pub(super) fn is_unknown_kind(&self, kind: &KindId) -> bool {
        !self.kinds.contains_key(kind) && !self.may_be_unread(kind.as_str())
    }

    /// Returns the rooms reachable from one, through the exits that `may` accepts.
    pub(super) fn reached(
        &self,
        from: &RoomId,
        may: impl Fn(&ExitPlan) -> bool,
    ) -> BTreeSet<RoomId> {
        let ways = |id: &RoomId| {
            let exits = self.rooms.get(id).into_iter().flat_map(|room| &room.exits);
            exits.filter(|exit| may(exit)).map(|exit| &exit.to)
        };
        search(from, None, usize::MAX, ways).into_iter().cloned().collect()
    }

    /// Returns the rooms from which a room is reachable, through doors too, itself included: one
    /// search along the reversed exits.
    pub(super) fn leading_to<'a>(&'a self, to: &'a RoomId) -> BTreeSet<&'a RoomId> {
        let mut back: BTreeMap<&RoomId, Vec<&RoomId>> = BTreeMap::new();
        for (from, room) in &self.rooms {
            for exit in &room.exits {
                back.entry(&exit.to).or_default().push(from);
            }
        }
        let ways = |id: &RoomId| back.get(id).into_iter().flatten().copied();
        search(to, None, usize::MAX, ways).into_iter().collect()
    }

    /// Checks that a walk from one room to another can be planned: past no door that is shut when the
    /// world is new, since nobody opens one for a walker, and within the [`MOST_SEARCHED`] nearest rooms.
    ///
    /// # Errors
    /// The obstacle, as a sentence.
    pub(super) fn check_walk(&self, from: &RoomId, to: &RoomId) -> Result<(), String> {
        let ways = |id: &RoomId| {
            let exits = self.rooms.get(id).into_iter().flat_map(|room| &room.exits);
            let open = exits.filter(|exit| !exit.door.as_ref().is_some_and(|door| door.shut));
            open.map(|exit| &exit.to)
        };
        let found = search(from, Some(to), MOST_SEARCHED, ways);
        match found.last() {
            Some(last) if *last == to => Ok(()),
            Some(_) | None if found.len() < MOST_SEARCHED => {
                Err(format!("no open way leads from `{from}` to `{to}`; choose another room"))
            }
            Some(_) | None => Err(format!(
                "`{to}` is too far from `{from}`: a way is searched for among the {MOST_SEARCHED} \
                 nearest rooms; choose another room"
            )),
        }
    }
}

/// Searches breadth-first for the rooms reachable from one, nearest first, at most `most` of them,
/// and none behind `last`. Visits each room and each way once.
fn search<'a, Ways: Iterator<Item = &'a RoomId>>(
    from: &'a RoomId,
    last: Option<&RoomId>,
    most: usize,
    ways: impl Fn(&'a RoomId) -> Ways,
) -> Vec<&'a RoomId> {
    let (mut found, mut seen) = (vec![from], BTreeSet::from([from]));
    let mut at = 0;
    while let Some(room) = found.get(at).copied() {
        #[cfg(test)]
        SEARCHED.with(|it| it.set(it.get() + 1));
        at += 1;
        if last == Some(room) {
            found.truncate(at);
            break;
        }
        for to in ways(room) {
            if found.len() < most && seen.insert(to) {
                found.push(to);
            }
        }
    }
    found
}

#[cfg(test)]
thread_local! {
    /// Count of the rooms that searches on this thread visited.
    pub(super) static SEARCHED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Error in a room's id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum WrongRoom {
    /// Malformed id.
    #[error(transparent)]
    Slug(BadSlug),
    /// Unknown room.
    #[error("there is no room `{0}`")]
    Unknown(RoomId),
}

impl WrongRoom {
    /// Returns the error as a sentence, with a suggestion if some room's id is near.
    pub(super) fn with_hint(&self, content: &Content) -> String {
        let Self::Unknown(room) = self else { return self.to_string() };
        let mut hint = match content.former.rooms.get(room) {
            Some(today) => is_now(today.as_str()),
            None => did_you_mean(room.as_str(), content.rooms.keys().map(RoomId::as_str)),
        };
        if hint.is_empty() {
            // The place may be right and only the zone wrong or left out.
            let place = |id: &RoomId| id.as_str().rsplit('/').next().map(str::to_owned);
            let (meant, mut rooms) = (place(room), content.rooms.keys());
            if let Some(other) = rooms.find(|it| place(it) == meant) {
                hint = format!(" (did you mean `{other}`?)");
            }
        }
        format!("{self}{hint}")
    }
}

/// Returns the end of a sentence about an id that was renamed.
fn is_now(today: &str) -> String {
    format!(" any more; it is `{today}` now")
}

/// Returns the error message for an undefined kind of item.
pub(super) fn no_kind(kind: &KindId) -> String {
    format!("there is no kind of thing `{kind}`")
}

/// Builds a room's whole id from one that may be short.
pub(super) fn whole(zone: &str, id: &str) -> Result<RoomId, BadSlug> {
    if id.contains('/') || zone.is_empty() {
        RoomId::new(id)
    } else {
        RoomId::new(&format!("{zone}/{id}"))
    }
}

/// Checked room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomPlan {
    /// Id of its zone.
    pub zone: String,
    /// Name of the room, used as a heading.
    pub name: String,
    /// Description of the room, shown by `look`.
    pub description: String,
    /// Exits, in the order of the file, at most one per direction.
    pub exits: Vec<ExitPlan>,
    /// Scenery details that can be examined.
    pub details: Vec<Detail>,
    /// Nouns of the description without a detail of their own, in lower case.
    pub plain: Vec<String>,
    /// Kinds of the items placed here when the world is new.
    pub things: Vec<KindId>,
    /// True if speech here is private: only those present hear it.
    pub private: bool,
    /// True if the notice board hangs here.
    pub board: bool,
    /// Ambient sound.
    pub sound: Option<Sound>,
    /// Text shown by `listen`.
    pub hear: Option<String>,
    /// Text shown by `smell`.
    pub smell: Option<String>,
    /// Effects of handling verbs on the details.
    pub acts: Vec<ActEntry>,
    /// Ambient lines, shown to players in the room at intervals.
    pub ambient: Vec<AmbientLine>,
    /// Attributes, with their values.
    pub attributes: Vec<AttributeEntry>,
}

/// Checked exit of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExitPlan {
    /// Direction of the exit.
    pub direction: Direction,
    /// Id of the destination room.
    pub to: RoomId,
    pub door: Option<DoorPlan>,
    /// Alternative words for the exit, in lower case.
    pub called: Vec<String>,
}

/// Door of an exit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorPlan {
    /// Name of the door with an article.
    pub name: String,
    /// True if the door is shut until an offer opens it.
    pub shut: bool,
    /// Text shown to a character who tries the shut door.
    pub says: Option<String>,
}

/// Scenery detail that can be examined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// Words for the detail, in lower case; at least one.
    pub words: Vec<String>,
    /// Description of the detail.
    pub text: String,
}
