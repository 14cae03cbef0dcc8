//! Checks of the content files against one another: every referenced id is defined once, every
//! number is in its range, every room is reachable.

use std::collections::{BTreeMap, BTreeSet};

use engine::id::{KindId, RoomId};
use text::parse::Direction;

use super::{
    authored::{Content, DoorPlan, ExitPlan, RoomPlan, whole},
    line,
    locate::{self, Node, Position},
    problem::Problem,
    reading::{Read, Sources},
    schema::{Body, ExitEntry, KindEntry, RoomEntry, ZoneFile},
};
use crate::{
    beings::name::AuthoredAt,
    space::sound::Sound,
    trade::offer::{Condition, Offer, OfferEffect, Trade},
};

mod acts;
mod ambient;
mod attributes;
mod condition;
mod former;
mod hints;
mod limits;
mod news;
mod quests;
mod region;
mod routine;
mod scenery;
mod supply;
mod tallies;
mod together;
mod told;
mod verbs;
mod whole;

pub use condition::check_conditions;
pub use routine::check_routine;
pub use verbs::hidden;

/// Position of the first definition of each id that must be unique: id → place.
type Firsts = BTreeMap<String, String>;

/// State of a check, and the content built so far.
struct ContentCheck<'a> {
    content: Content,
    /// Number of copies of each kind placed in rooms.
    copies: BTreeMap<KindId, u32>,
    /// Position of each room's id.
    places: BTreeMap<RoomId, (String, Position)>,
    /// The number of suggestions left, see [`hints`].
    hints: usize,
    problems: &'a mut Vec<Problem>,
}

/// Checks the parsed files against one another and builds the content from them.
pub(super) fn resolve(sources: Sources, problems: &mut Vec<Problem>) -> Content {
    // A room of a file that could not be read may be the only way to another.
    let complete = sources.unread.is_empty();
    let mut check = ContentCheck {
        content: Content::default(),
        copies: BTreeMap::new(),
        places: BTreeMap::new(),
        hints: hints::MOST_HINTS,
        problems,
    };
    check.content.unread = sources.unread;
    check.content.holds_more = sources.holds_more;
    check.content.tallies = sources.tallies.as_ref().map_or_else(Vec::new, |it| it.value.clone());
    check.zone_ids(&sources.zones);
    check.kinds(&sources.zones);
    check.room_ids(&sources.zones);
    check.former(&sources.zones);
    check.numbers();
    for zone in &sources.zones {
        check.rooms(zone);
    }
    for file in sources.channels {
        check.channels(file);
    }
    check.help(sources.help);
    for file in sources.socials {
        check.socials(file);
    }
    for file in sources.habits {
        check.habits(file);
    }
    if let Some(news) = sources.news {
        check.news(news);
    }
    if let Some(quests) = sources.quests {
        check.quests(quests);
    }
    if let Some(tallies) = &sources.tallies {
        check.tallies(tallies);
    }
    if let Some(world) = sources.world {
        check.world(world);
    }
    if complete && !check.content.gaps {
        check.reach();
    }
    check.content
}

impl ContentCheck<'_> {
    fn report(&mut self, path: &str, at: Position, sentence: impl Into<String>) {
        self.problems.push(Problem::new(path, at, sentence));
    }

    /// Reports a field that is empty or only white space.
    fn filled(&mut self, path: &str, node: &Node, field: &str, text: &str) {
        self.problems.extend(line::filled(path, node, field, text));
    }

    /// Reports a single-line field that is empty, too long or has a line break.
    fn line(&mut self, path: &str, node: &Node, field: &str, text: &str) {
        self.problems.extend(line::line(path, node, field, text));
    }

    /// Records the definition of `id`. Returns whether it is the first, and reports a duplicate.
    fn first(&mut self, seen: &mut Firsts, what: &str, id: &str, path: &str, at: Position) -> bool {
        match seen.get(id) {
            Some(place) => {
                let sentence =
                    format!("there is another {what} `{id}`, at {place}; rename one of them");
                self.report(path, at, sentence);
                false
            }
            None => {
                seen.insert(id.to_owned(), format!("{path}:{}", at.line));
                true
            }
        }
    }

    fn zone_ids(&mut self, zones: &[Read<ZoneFile>]) {
        let mut seen = Firsts::new();
        for Read { path, tree, value } in zones {
            let at = tree.field("id").position();
            self.line(path, tree, "name", &value.name);
            if let Err(error) = RoomId::new(&value.id) {
                self.report(path, at, error.to_string());
            } else if value.id.contains('/') {
                let sentence = format!("a zone's id is one word without `/`, not `{}`", value.id);
                self.report(path, at, sentence);
            } else if self.first(&mut seen, "zone", &value.id, path, at) {
                let (id, name) = (value.id.clone(), value.name.clone());
                self.content.zones.insert(id, name);
            }
        }
    }

    fn kinds(&mut self, zones: &[Read<ZoneFile>]) {
        let mut seen = Firsts::new();
        for Read { path, tree, value } in zones {
            for (index, kind) in value.kinds.iter().enumerate() {
                let node = tree.field("kinds").item(index);
                self.kind(path, node, kind);
                let at = node.field("id").position();
                if self.first(&mut seen, "kind", kind.id.as_str(), path, at) {
                    let id = kind.id.clone();
                    // Former ids are checked once all kinds are known.
                    let kind = KindEntry { was: Vec::new(), ..kind.clone() };
                    self.content.places.kinds.insert(id.clone(), written_at(path, at));
                    self.content.kinds.insert(id, kind);
                }
            }
        }
    }

    fn kind(&mut self, path: &str, node: &Node, kind: &KindEntry) {
        self.line(path, node, "name", &kind.name);
        self.filled(path, node, "description", &kind.description);
        self.variants(path, node.field("description").position(), &kind.description);
        if let Some(used) = &kind.used {
            self.filled(path, node, "used", used);
            self.same_for_all(path, node.field("used").position(), used);
        }
        self.acts(path, node.field("acts"), &kind.acts, None);
        self.problems.extend(attributes::check(path, node.field("attributes"), &kind.attributes));
        for (field, words) in [("words", &kind.words), ("plain", &kind.plain)] {
            self.problems.extend(scenery::untypable(path, node.field(field), words));
        }
        if !limits::LIMITS.contains(&kind.limit) {
            let at = node.field("limit").position();
            let (least, most) = (limits::LIMITS.start(), limits::LIMITS.end());
            self.report(path, at, format!("a limit is between {least} and {most}"));
        }
        for (field, sentence) in limits::fixed(kind) {
            self.report(path, node.key(field), sentence);
        }
    }

    /// Checks the ids of all rooms, and adds each room without its exits and items, so that these can
    /// refer to any room.
    fn room_ids(&mut self, zones: &[Read<ZoneFile>]) {
        let mut seen = Firsts::new();
        for Read { path, tree, value } in zones {
            for (index, room) in value.rooms.iter().enumerate() {
                let node = tree.field("rooms").item(index);
                let at = node.field("id").position();
                match whole(&value.id, &room.id) {
                    Err(error) => {
                        self.report(path, at, error.to_string());
                        // Elsewhere it may be written right.
                        self.content.unread.insert(room.id.to_lowercase());
                    }
                    Ok(id) if !id.as_str().starts_with(&format!("{}/", value.id)) => {
                        let sentence =
                            format!("the room `{id}` stands in the file of another zone; move it");
                        self.report(path, at, sentence);
                    }
                    Ok(id) if self.first(&mut seen, "room", id.as_str(), path, at) => {
                        let place = self.room(path, node, &value.id, room);
                        self.content.rooms.insert(id.clone(), place);
                        self.content.places.rooms.insert(id.clone(), written_at(path, at));
                        self.places.insert(id, (path.clone(), at));
                    }
                    Ok(_) => {}
                }
            }
        }
    }

    fn room(&mut self, path: &str, node: &Node, zone: &str, room: &RoomEntry) -> RoomPlan {
        self.line(path, node, "name", &room.name);
        self.filled(path, node, "description", &room.description);
        self.variants(path, node.field("description").position(), &room.description);
        if let Some((field, sentence)) = room.sound.as_ref().and_then(Sound::wrong) {
            self.report(path, node.field("sound").field(field).position(), sentence);
        }
        let details = self.details(path, node.field("details"), room);
        self.senses(path, node, room, &details);
        self.ambient(path, node.field("ambient"), &room.ambient);
        self.problems.extend(attributes::check(path, node.field("attributes"), &room.attributes));
        RoomPlan {
            zone: zone.to_owned(),
            name: room.name.clone(),
            description: room.description.clone(),
            exits: Vec::new(),
            details,
            plain: self.plain(path, node.field("plain"), &room.plain),
            things: Vec::new(),
            private: room.private,
            board: room.board,
            sound: room.sound.clone(),
            hear: room.hear.clone(),
            smell: room.smell.clone(),
            acts: room.acts.clone(),
            ambient: room.ambient.clone(),
            attributes: room.attributes.clone(),
        }
    }

    fn rooms(&mut self, zone: &Read<ZoneFile>) {
        let mut first = BTreeSet::new();
        for (index, room) in zone.value.rooms.iter().enumerate() {
            let node = zone.tree.field("rooms").item(index);
            let exits = self.exits(zone, node.field("exits"), room);
            let things = self.things(&zone.path, node.field("things"), room);
            let id = whole(&zone.value.id, &room.id).ok().filter(|id| first.insert(id.clone()));
            if let Some(place) = id.and_then(|id| self.content.rooms.get_mut(&id)) {
                place.exits = exits;
                place.things = things;
            }
        }
    }

    fn exits(&mut self, zone: &Read<ZoneFile>, node: &Node, room: &RoomEntry) -> Vec<ExitPlan> {
        let mut taken = BTreeSet::new();
        let mut exits = Vec::new();
        for (index, entry) in room.exits.iter().enumerate() {
            let exit = node.item(index);
            if !taken.insert(entry.direction) {
                let sentence = format!(
                    "another exit of `{}` leads {:?} already; choose another direction",
                    room.id, entry.direction
                );
                self.report(&zone.path, exit.field("direction").position(), sentence);
            }
            exits.extend(self.exit(zone, exit, entry));
        }
        exits
    }

    fn exit(&mut self, zone: &Read<ZoneFile>, node: &Node, entry: &ExitEntry) -> Option<ExitPlan> {
        if entry.shut && entry.door.is_none() {
            let sentence = "only a door can be shut; give this exit a `door`, or remove `shut`";
            self.report(&zone.path, node.key("shut"), sentence);
        }
        if let Some(door) = &entry.door {
            self.line(&zone.path, node, "door", door);
        }
        let called = self.called(&zone.path, node, entry);
        let to = self.content.known_room(&zone.value.id, &entry.to);
        let to = to.unwrap_or_else(|wrong| {
            let sentence = self.wrong_room(&wrong);
            self.report(&zone.path, node.field("to").position(), sentence);
            None
        });
        self.content.gaps |= to.is_none();
        let to = to?;
        let (direction, shut) = (entry.direction, entry.shut);
        let says = entry.shut_says.clone();
        // An exit that is shut was meant to have a door.
        let door = entry
            .door
            .clone()
            .or_else(|| shut.then(|| "door".to_owned()))
            .map(|name| DoorPlan { name, shut, says });
        Some(ExitPlan { direction, to, door, called })
    }

    fn things(&mut self, path: &str, node: &Node, room: &RoomEntry) -> Vec<KindId> {
        let mut things = Vec::new();
        for (index, id) in room.things.iter().enumerate() {
            let at = node.item(index).position();
            let Some(kind) = self.content.kinds.get(id) else {
                if let Some(sentence) = self.wrong_kind(id) {
                    self.report(path, at, sentence);
                }
                continue;
            };
            things.push(id.clone());
            let copies = self.copies.entry(id.clone()).or_default();
            *copies += 1;
            if *copies == u32::from(kind.limit) + 1 && limits::LIMITS.contains(&kind.limit) {
                self.report(path, at, limits::too_many(kind));
            }
        }
        things
    }
}

fn written_at(path: &str, at: Position) -> AuthoredAt {
    AuthoredAt { path: path.into(), line: at.line }
}

/// Checks the body and the offers of a persona against the world. `text` is the whole file at
/// `path`.
#[must_use]
pub fn check_body(content: &Content, path: &str, text: &str, body: &Body) -> Vec<Problem> {
    let tree = locate::tree(text);
    let mut check = BodyCheck { content, path, home: None, stays: false, problems: Vec::new() };
    check.body(tree.field("body"), body);
    check.offers(tree.field("offers"), &body.offers);
    check.problems
}

struct BodyCheck<'a> {
    content: &'a Content,
    path: &'a str,
    home: Option<RoomId>,
    /// True if no offer of the character is an escort to a room other than its home.
    stays: bool,
    problems: Vec<Problem>,
}

impl BodyCheck<'_> {
    fn report(&mut self, node: &Node, sentence: impl Into<String>) {
        self.problems.push(Problem::new(self.path, node.position(), sentence));
    }

    fn filled(&mut self, node: &Node, field: &str, text: &str) {
        self.problems.extend(line::filled(self.path, node, field, text));
    }

    fn line(&mut self, node: &Node, field: &str, text: &str) {
        self.problems.extend(line::line(self.path, node, field, text));
    }

    fn room(&mut self, node: &Node, id: &str) -> Option<RoomId> {
        self.content.find_room("", id).unwrap_or_else(|sentence| {
            self.report(node, sentence);
            None
        })
    }

    fn kinds(&mut self, node: &Node, kinds: &[KindId]) {
        for (index, kind) in kinds.iter().enumerate() {
            if let Some(sentence) = self.content.unknown_kind(kind) {
                self.report(node.item(index), sentence);
            }
        }
    }

    fn body(&mut self, node: &Node, body: &Body) {
        self.line(node, "name", &body.name);
        self.filled(node, "description", &body.description);
        self.problems.extend(scenery::untypable(self.path, node.field("plain"), &body.plain));
        self.home = self.room(node.field("home"), &body.home);
        self.kinds(node.field("carries"), &body.carries);
    }

    fn offers(&mut self, node: &Node, offers: &[Offer]) {
        self.stays = !offers.iter().any(|it| match &it.does {
            OfferEffect::Escort { to } => RoomId::new(to).ok() != self.home,
            OfferEffect::Trade(_)
            | OfferEffect::Open { .. }
            | OfferEffect::Tell(_)
            | OfferEffect::Ask(_) => false,
        });
        let mut ids = BTreeSet::new();
        for (index, offer) in offers.iter().enumerate() {
            let entry = node.item(index);
            if !ids.insert(&offer.id) {
                let sentence = format!("there is another offer `{}`; rename one", offer.id);
                self.report(entry.field("id"), sentence);
            }
            self.offer(entry, offer);
        }
    }

    fn offer(&mut self, node: &Node, offer: &Offer) {
        self.line(node, "what", &offer.what);
        self.filled(node, "unless", &offer.unless);
        self.problems.extend(supply::problems(self.path, node, offer));
        let takes = offer.does.takes();
        for (index, it) in offer.when.iter().enumerate() {
            // Kinds in `takes` are checked with the trade.
            if matches!(it, Condition::Carries(kind) if takes.contains(kind)) {
                continue;
            }
            let wrong = condition::wrong(self.content, node.field("when").item(index), it);
            let problem = wrong.map(|(at, sentence)| Problem::new(self.path, at, sentence));
            self.problems.extend(problem);
        }
        let does = node.field("does");
        match &offer.does {
            OfferEffect::Trade(trade) => self.trade(does, trade),
            OfferEffect::Escort { to } => self.escort(does.field("to"), to),
            OfferEffect::Open { room, direction, seconds } => {
                self.open(does, room, *direction, *seconds);
            }
            OfferEffect::Tell(secret) => {
                self.problems.extend(told::secret(self.path, does, secret));
            }
            OfferEffect::Ask(favour) => {
                self.problems.extend(told::favour(self.path, does, favour));
            }
        }
    }

    fn trade(&mut self, node: &Node, trade: &Trade) {
        for (field, kinds) in [("takes", &trade.takes), ("gives", &trade.gives)] {
            self.kinds(node.field(field), kinds);
            self.limits(node.field(field), kinds);
        }
        if *trade == Trade::default() {
            self.report(node, "nothing changes hands here; say what is taken or given");
        }
    }

    fn escort(&mut self, node: &Node, to: &str) {
        let (Some(to), Some(home)) = (self.room(node, to), &self.home) else { return };
        if self.stays {
            let sentence =
                format!("the character lives in `{to}` and goes nowhere else; choose another room");
            return self.report(node, sentence);
        }
        // An unreachable room is reported at its own position.
        let complete = self.content.is_whole() && self.content.reachable.contains(&to);
        if let (true, Err(sentence)) = (complete, self.content.check_walk(home, &to)) {
            self.report(node, sentence);
        }
    }

    fn open(&mut self, node: &Node, room: &str, direction: Direction, seconds: u32) {
        if !limits::OPEN_SECONDS.contains(&seconds) {
            let (least, most) = (limits::OPEN_SECONDS.start(), limits::OPEN_SECONDS.end());
            let sentence = format!("a door stays open between {least} and {most} seconds");
            self.report(node.field("seconds"), sentence);
        }
        let id = self.room(node.field("room"), room);
        let Some((id, room)) = id.and_then(|id| self.content.rooms.get_key_value(&id)) else {
            return;
        };
        let exit = room.exits.iter().find(|exit| exit.direction == direction);
        let sentence = match exit {
            None => format!("no exit of `{id}` leads {direction:?}"),
            Some(ExitPlan { door: None, .. }) => {
                format!("the exit {direction:?} of `{id}` has no door")
            }
            Some(ExitPlan { door: Some(_), .. }) => return,
        };
        self.report(node.field("direction"), sentence);
    }
}
