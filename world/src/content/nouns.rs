//! Noun coverage: finds the nouns of authored descriptions and what each refers to (detail, item,
//! character, place, plain word or nothing).

use std::{collections::BTreeMap, fmt};

use engine::id::{KindId, RoomId};
use serde::Deserialize;
use text::{
    plural, prose,
    styled::list,
    variant::{TallyWords, variant, varies},
};

use super::{
    authored::{Content, RoomPlan, whole},
    locate::Position,
    problem::Warning,
    reading::CheckedFiles,
    schema::{Body, KindEntry},
};

/// Authored text that is searched for nouns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mentioning {
    /// Description of a room.
    Room(RoomId),
    /// Detail of a room, by its first word.
    Detail(RoomId, String),
    /// Description of a kind of items.
    Kind(KindId),
    /// Description of a character, by its name.
    Body(String),
}

/// Referent of a noun. The first fitting variant wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NounLeads {
    /// Detail of the room, or the described item or character itself.
    Detail,
    /// Item that lies there or is carried.
    Thing,
    /// NPC who lives there.
    Person,
    /// Exit, door, neighbouring room, or the room or zone itself.
    Place,
    /// Word listed in `plain`.
    Plain,
    /// Nothing.
    Nowhere,
}

impl NounLeads {
    /// All referents, each with its word for the report.
    pub const ALL: [(NounLeads, &'static str); 6] = [
        (NounLeads::Detail, "details"),
        (NounLeads::Thing, "things"),
        (NounLeads::Person, "people"),
        (NounLeads::Place, "places"),
        (NounLeads::Plain, "plain"),
        (NounLeads::Nowhere, "nowhere"),
    ];
}

/// Nouns of one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextNouns {
    /// Source of the text.
    pub text: Mentioning,
    /// Nouns in order, each with its referent.
    pub nouns: Vec<(String, NounLeads)>,
}

impl TextNouns {
    /// Returns the nouns with this referent.
    pub fn leading(&self, where_to: NounLeads) -> impl Iterator<Item = &str> {
        self.nouns.iter().filter(move |it| it.1 == where_to).map(|it| it.0.as_str())
    }
}

/// Finds the nouns of all descriptions and details, room by room, then of the kinds and of these
/// NPCs.
#[must_use]
pub fn nouns(content: &Content, bodies: &[&Body]) -> Vec<TextNouns> {
    let mut found = Vec::new();
    let names = PeopleNames::new(bodies);
    let mut living: BTreeMap<&str, Vec<&Body>> = BTreeMap::new();
    for body in bodies {
        living.entry(&body.home).or_default().push(body);
    }
    for (id, room) in &content.rooms {
        let living = living.get(id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let known = in_room(content, room, living);
        let mut add = |text, words: &str, own: &[String]| {
            found.push(text_nouns(text, words, own, &known, &names));
        };
        add(Mentioning::Room(id.clone()), &room.description, &[]);
        for detail in &room.details {
            let name = detail.words.first().cloned().unwrap_or_default();
            add(Mentioning::Detail(id.clone(), name), &detail.text, &detail.words);
        }
    }
    for (id, kind) in &content.kinds {
        let known = plain(&kind.plain);
        let text = Mentioning::Kind(id.clone());
        found.push(text_nouns(text, &kind.description, &own(kind), &known, &names));
    }
    for body in bodies {
        let mut known = plain(&body.plain);
        known.extend(body.carries.iter().flat_map(|it| things(content, it)));
        let (text, own) = (Mentioning::Body(body.name.clone()), [body.name.clone()]);
        found.push(text_nouns(text, &body.description, &own, &known, &names));
    }
    found
}

/// Known words, each with its referent.
type Known<'a> = Vec<(&'a str, NounLeads)>;

fn plain(words: &[String]) -> Known<'_> {
    words.iter().map(|it| (it.as_str(), NounLeads::Plain)).collect()
}

fn own(kind: &KindEntry) -> Vec<String> {
    kind.words.iter().chain([&kind.name]).cloned().collect()
}

fn things<'a>(content: &'a Content, kind: &KindId) -> impl Iterator<Item = (&'a str, NounLeads)> {
    let words = |it: &'a KindEntry| it.words.iter().chain([&it.name]);
    content.kinds.get(kind).into_iter().flat_map(words).map(|it| (it.as_str(), NounLeads::Thing))
}

/// An index of the words of people's names, by their lower case.
struct PeopleNames<'a>(BTreeMap<String, Vec<&'a str>>);

impl<'a> PeopleNames<'a> {
    fn new(bodies: &[&'a Body]) -> Self {
        let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for word in bodies.iter().flat_map(|it| prose::words_of(&it.name)).map(prose::owner) {
            names.entry(word.to_lowercase()).or_default().push(word);
        }
        Self(names)
    }

    /// Returns whether a name has the word, in singular or plural.
    fn have(&self, word: &str) -> bool {
        let alike = |names: &Vec<&str>| names.iter().any(|it| plural::alike(it, word));
        plural::forms(word).any(|it| self.0.get(&it).is_some_and(alike))
    }
}

/// Returns the known words in a room where these NPCs live, ordered by referent.
fn in_room<'a>(content: &'a Content, room: &'a RoomPlan, living: &[&'a Body]) -> Known<'a> {
    let mut known = plain(&room.plain);
    let details = room.details.iter().flat_map(|it| &it.words);
    known.extend(details.map(|it| (it.as_str(), NounLeads::Detail)));
    known.extend(room.things.iter().flat_map(|it| things(content, it)));
    known.extend(living.iter().map(|it| (it.name.as_str(), NounLeads::Person)));
    let doors = room.exits.iter().filter_map(|it| it.door.as_ref()).map(|it| &it.name);
    let next = room.exits.iter().filter_map(|it| content.rooms.get(&it.to)).map(|it| &it.name);
    let here = [&room.name].into_iter().chain(content.zones.get(&room.zone));
    let called = room.exits.iter().flat_map(|it| &it.called);
    known.extend(
        doors.chain(called).chain(next).chain(here).map(|it| (it.as_str(), NounLeads::Place)),
    );
    known.sort_by_key(|it| it.1);
    known
}

fn text_nouns(
    text: Mentioning,
    words: &str,
    own: &[String],
    known: &Known<'_>,
    people: &PeopleNames<'_>,
) -> TextNouns {
    let leads = |noun: &str| {
        if own.iter().any(|it| prose::has(it, noun)) {
            return NounLeads::Detail;
        }
        let found = known.iter().find(|(words, _)| prose::has(words, noun));
        found.map_or(NounLeads::Nowhere, |it| it.1)
    };
    // All variants of a text count, since each is read by some player.
    let read_by = |is_marked: bool, count, is_full| {
        let tally = TallyWords { count, all: count, is_full, newest: Vec::new() };
        prose::nouns(&variant(words, |_| is_marked, |_| tally.clone()))
    };
    let mut nouns = read_by(false, 0, false);
    let others = [(1, false), (2, false), (2, true)].into_iter().filter(|_| varies(words));
    for (count, is_full) in others {
        let read = read_by(true, count, is_full).into_iter();
        let more = read.filter(|it| !nouns.contains(it)).collect::<Vec<_>>();
        nouns.extend(more);
    }
    let nouns = nouns.into_iter().filter(|it| !people.have(it));
    TextNouns { text, nouns: nouns.map(|it| (it.clone(), leads(&it))).collect() }
}

/// Persona file, reduced to its body.
#[derive(Deserialize)]
struct Embodied {
    body: Body,
}

/// Returns the path and position of each text.
fn places(files: &CheckedFiles<'_>) -> BTreeMap<Mentioning, (String, Position)> {
    let mut places = BTreeMap::new();
    for zone in files.zones() {
        for (index, room) in zone.value.rooms.iter().enumerate() {
            let node = zone.tree.field("rooms").item(index);
            let Ok(id) = whole(&zone.value.id, &room.id) else { continue };
            for key in room.details.keys() {
                let first =
                    key.split('|').map(|it| it.trim().to_lowercase()).find(|it| !it.is_empty());
                let text = Mentioning::Detail(id.clone(), first.unwrap_or_default());
                places.insert(text, (zone.path.clone(), node.field("details").key(key)));
            }
            let at = node.field("description").position();
            places.insert(Mentioning::Room(id), (zone.path.clone(), at));
        }
        for (index, kind) in zone.value.kinds.iter().enumerate() {
            let at = zone.tree.field("kinds").item(index).field("description").position();
            places.insert(Mentioning::Kind(kind.id.clone()), (zone.path.clone(), at));
        }
    }
    for persona in files.within::<Embodied>("personas/") {
        let at = persona.tree.field("body").field("description").position();
        places.insert(Mentioning::Body(persona.value.body.name), (persona.path, at));
    }
    places
}

/// Formats a report: one line for every text, and a total.
#[must_use]
pub fn report(found: &[TextNouns]) -> String {
    let mut report = String::new();
    for text in found {
        report.push_str(&format!("{text}\n"));
    }
    let total: usize = found.iter().map(|it| it.nouns.len()).sum();
    report.push_str(&format!("{} texts: {total} nouns", found.len()));
    for (leads, name) in NounLeads::ALL {
        let count = found.iter().flat_map(|it| it.leading(leads)).count();
        report.push_str(&format!(", {count} {name}"));
    }
    report.push('\n');
    report
}

/// Returns a warning for every text with nouns that refer to nothing, in the order of the files.
#[must_use]
pub fn warnings(found: &[TextNouns], files: &CheckedFiles<'_>) -> Vec<Warning> {
    if found.iter().all(|it| it.leading(NounLeads::Nowhere).next().is_none()) {
        return Vec::new();
    }
    let places = places(files);
    let warning = |it: &TextNouns| {
        let nowhere: Vec<&str> = it.leading(NounLeads::Nowhere).collect();
        let (path, at) = places.get(&it.text).filter(|_| !nowhere.is_empty())?;
        let how = match it.text {
            Mentioning::Room(_) | Mentioning::Detail(..) => {
                "describe them in `details`, or write them in `plain`"
            }
            Mentioning::Kind(_) | Mentioning::Body(_) => "write them in `plain`",
        };
        let sentence = format!("{} leads nowhere with {}; {how}", it.text, list(&nowhere));
        Some(Warning::new(path, *at, sentence))
    };
    let mut warnings: Vec<Warning> = found.iter().filter_map(warning).collect();
    warnings.sort();
    warnings
}

impl fmt::Display for Mentioning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(id) => write!(f, "the description of `{id}`"),
            Self::Detail(id, word) => write!(f, "the detail `{word}` of `{id}`"),
            Self::Kind(id) => write!(f, "the description of the kind `{id}`"),
            Self::Body(name) => write!(f, "the description of {name}"),
        }
    }
}

/// Formats one line: the text, its number of nouns, and the nouns by referent.
impl fmt::Display for TextNouns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} nouns", self.text, self.nouns.len())?;
        for (leads, name) in NounLeads::ALL {
            let nouns: Vec<&str> = self.leading(leads).collect();
            if !nouns.is_empty() {
                write!(f, "; {name}: {}", nouns.join(", "))?;
            }
        }
        Ok(())
    }
}
