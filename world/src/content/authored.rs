//! The authored world, checked: what stands in the files, by id.

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
    trade::{quests::QuestEntry, tally::entry::TallyEntry},
};

/// The authored world. Walking its maps gives the same order on every run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Content {
    /// The game's name.
    pub name: String,
    /// Shown before login.
    pub banner: String,
    /// Shown once after the first login.
    pub welcome: String,
    /// Where newcomers arrive. There is always one in content without problems,
    /// and it is always one of [`Content::rooms`].
    pub start: Option<RoomId>,
    /// Coins in a newcomer's purse.
    pub coins: u32,
    /// Where clients fetch sounds.
    pub sounds: Option<String>,
    /// The light of the hours and the weather.
    pub sky: Sky,
    /// The zones: id → name.
    pub zones: BTreeMap<String, String>,
    /// The rooms. Every exit leads to one of them.
    pub rooms: BTreeMap<RoomId, RoomPlan>,
    /// The kinds of things. All that lies in a room is one of them.
    pub kinds: BTreeMap<KindId, KindEntry>,
    /// The channels, in the order in which they are listed.
    pub channels: Vec<ChannelEntry>,
    /// The socials, in the order of the file.
    pub socials: Vec<Social>,
    /// What people type who come from other games.
    pub habits: Vec<Habit>,
    /// Every word that the content makes a verb, and where it stands.
    pub verbs: BTreeMap<String, (String, Position)>,
    /// What is new, newest first.
    pub news: Vec<NewsEntry>,
    /// What the people want done.
    pub quests: Vec<QuestEntry>,
    /// The deeds that are counted, in the order of the file.
    pub tallies: Vec<TallyEntry>,
    /// The pages of help, by topic.
    pub help: BTreeMap<String, HelpPage>,
    /// What rooms and kinds were called before; none of these ids is one of today.
    pub former: FormerIds,
    /// Where rooms and kinds are written.
    pub places: WrittenPlaces,
    /// Every quoted text of the files that could not be read, or not wholly.
    /// What is missing may stand there, so it is not reported as well.
    pub(super) unread: BTreeSet<String>,
    /// Whether an exit leads to a room that is not there, so that nobody can tell what can be reached.
    pub(super) gaps: bool,
    /// The rooms reachable from the start, through doors if need be; empty while files are unread.
    pub(super) reachable: BTreeSet<RoomId>,
    /// Whether anything at all may stand in a file that could not be read.
    pub(super) holds_more: bool,
}

/// Where the content is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenPlaces {
    /// The rooms, at their ids.
    pub rooms: BTreeMap<RoomId, AuthoredAt>,
    /// The kinds of things, at their ids.
    pub kinds: BTreeMap<KindId, AuthoredAt>,
}

impl Content {
    /// Whether an id may be defined in a file that could not be read, so that
    /// nobody can tell yet whether it is missing.
    #[must_use]
    pub fn may_be_unread(&self, id: &str) -> bool {
        let short = id.rsplit('/').next().unwrap_or(id);
        self.holds_more || self.unread.contains(id) || self.unread.contains(short)
    }

    /// Whether all of it could be read, so that what can be reached is known.
    pub(super) fn is_whole(&self) -> bool {
        self.unread.is_empty() && !self.gaps
    }

    /// The room that a file of `zone` calls `id`, none when it may be in a file
    /// that could not be read.
    ///
    /// # Errors
    /// The fault of the name as a sentence, with a suggestion.
    pub(super) fn find_room(&self, zone: &str, id: &str) -> Result<Option<RoomId>, String> {
        self.known_room(zone, id).map_err(|wrong| wrong.with_hint(self))
    }

    /// As [`Content::find_room`], without a suggestion, which takes a look at every room.
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

    /// What is wrong with the whole id of a room, as a sentence; nothing when it may be in a file that
    /// could not be read.
    #[must_use]
    pub fn unknown_room(&self, id: &str) -> Option<String> {
        self.find_room("", id).err()
    }

    /// The fault of a kind's name as a sentence, with a suggestion; nothing if the kind may be in a file
    /// that could not be read.
    #[must_use]
    pub fn unknown_kind(&self, kind: &KindId) -> Option<String> {
        let hint = || match self.former.kinds.get(kind) {
            Some(today) => is_now(today.as_str()),
            None => did_you_mean(kind.as_str(), self.kinds.keys().map(KindId::as_str)),
        };
        self.is_unknown_kind(kind).then(|| format!("{}{}", no_kind(kind), hint()))
    }

    /// True if the kind is not defined, and cannot be in a file that could not be read.
    pub(super) fn is_unknown_kind(&self, kind: &KindId) -> bool {
        !self.kinds.contains_key(kind) && !self.may_be_unread(kind.as_str())
    }

    /// The rooms that can be reached from one, through the exits that may be
    /// used.
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

    /// The rooms from which a room can be reached, through doors if need be, itself included: one search
    /// along the reversed ways.
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

/// Breadth-first search: the rooms reachable from one, nearest first, at most `most` of them, and none
/// behind `last`. Visits each room and each way once.
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
    /// Counts the rooms that searches on this thread visited.
    pub(super) static SEARCHED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The fault of a room's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum WrongRoom {
    /// Not an id.
    #[error(transparent)]
    Slug(BadSlug),
    /// No room has this id.
    #[error("there is no room `{0}`")]
    Unknown(RoomId),
}

impl WrongRoom {
    /// The fault as a sentence, with a suggestion if some room's id is near.
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

/// The end of a sentence on an id that was renamed.
fn is_now(today: &str) -> String {
    format!(" any more; it is `{today}` now")
}

/// The sentence for an undefined kind of thing.
pub(super) fn no_kind(kind: &KindId) -> String {
    format!("there is no kind of thing `{kind}`")
}

/// A room's whole id, from one that may be short.
pub(super) fn whole(zone: &str, id: &str) -> Result<RoomId, BadSlug> {
    if id.contains('/') || zone.is_empty() {
        RoomId::new(id)
    } else {
        RoomId::new(&format!("{zone}/{id}"))
    }
}

/// One room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomPlan {
    /// The zone it belongs to.
    pub zone: String,
    /// Its name, as a heading.
    pub name: String,
    /// What one sees.
    pub description: String,
    /// The ways out, in the order in which they were written, one for each
    /// direction at most.
    pub exits: Vec<ExitPlan>,
    /// Scenery one can examine.
    pub details: Vec<Detail>,
    /// Words for what is here and has nothing more to it, in lower case.
    pub plain: Vec<String>,
    /// The kinds of the things that lie here when the world is new.
    pub things: Vec<KindId>,
    /// What is said here is for those present only.
    pub private: bool,
    /// Whether the board hangs here.
    pub board: bool,
    /// What one hears here.
    pub sound: Option<Sound>,
    /// What `listen` tells.
    pub hear: Option<String>,
    /// What `smell` tells.
    pub smell: Option<String>,
    /// What comes of handling the details.
    pub acts: Vec<ActEntry>,
    /// What players who are there read now and then.
    pub ambient: Vec<AmbientLine>,
}

/// One way out of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExitPlan {
    /// Which way.
    pub direction: Direction,
    /// The room it leads to.
    pub to: RoomId,
    pub door: Option<DoorPlan>,
    /// More words for it, in lower case.
    pub called: Vec<String>,
}

/// A door in an exit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorPlan {
    /// Its name with an article.
    pub name: String,
    /// Whether it is shut until an offer opens it.
    pub shut: bool,
    /// What one reads who tries it while it is shut.
    pub says: Option<String>,
}

/// Scenery one can examine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// The words it answers to, in lower case; at least one.
    pub words: Vec<String>,
    /// What one sees.
    pub text: String,
}
