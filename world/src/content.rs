//! The authored world: from the texts of its files to checked rooms, kinds,
//! channels and help, with every problem found on the way.
//!
//! | File | What it holds |
//! |---|---|
//! | `schema.rs` | what a builder may write |
//! | `check.rs` | whether the files fit together |
//! | `locate.rs` | where in a text each value stands |
//! | `defaults.rs` | a text with what it leaves out |

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use ron::{error::SpannedError, extensions::Extensions};
use serde::de::DeserializeOwned;

pub mod check;
mod defaults;
pub mod locate;
pub mod schema;
pub mod sound;
#[cfg(test)]
mod tests;

pub use check::check_body;
pub use schema::{ChannelEntry, HelpEntry, KindEntry};
pub use sound::Sound;

use crate::{
    id::{BadSlug, KindId, RoomId},
    parse::{self, Direction},
};
use defaults::Filled;
use locate::{Node, Position};
use schema::{WorldFile, ZoneFile};

/// Most unknown fields that are reported for one file. Each costs one more
/// reading of it, and nobody mends more than these at once.
const MAX_UNKNOWN_FIELDS: usize = 50;

/// One file of the content folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    /// Its path inside the folder, with `/` between the parts.
    pub path: String,
    /// All of its text.
    pub text: String,
}

/// Something in a content file that must be mended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file's path inside the content folder.
    pub path: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// What is wrong and, where it can be told, what was meant.
    pub sentence: String,
}

impl Problem {
    /// A problem at a place in a file.
    #[must_use]
    pub fn new(path: &str, at: Position, sentence: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: at.line, column: at.column, sentence: sentence.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.path, self.line, self.column, self.sentence)
    }
}

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
    /// The zones: id → name.
    pub zones: BTreeMap<String, String>,
    /// The rooms. Every exit leads to one of them.
    pub rooms: BTreeMap<RoomId, Room>,
    /// The kinds of things. All that lies in a room is one of them.
    pub kinds: BTreeMap<KindId, KindEntry>,
    /// The channels, in the order in which they are listed.
    pub channels: Vec<ChannelEntry>,
    /// The pages of help, by topic.
    pub help: BTreeMap<String, HelpEntry>,
    /// Every quoted text of the files that could not be read, or not wholly.
    /// What is missing may stand there, so it is not reported as well.
    unread: BTreeSet<String>,
}

impl Content {
    /// Whether an id may be defined in a file that could not be read, so that
    /// nobody can tell yet whether it is missing.
    #[must_use]
    pub fn may_be_unread(&self, id: &str) -> bool {
        let short = id.rsplit('/').next().unwrap_or(id);
        self.unread.contains(id) || self.unread.contains(short)
    }

    /// The room that a file of `zone` calls `id`, none when it may be in a file
    /// that could not be read.
    ///
    /// # Errors
    /// What is wrong with the name, as a sentence.
    fn find_room(&self, zone: &str, id: &str) -> Result<Option<RoomId>, String> {
        let room = whole(zone, id).map_err(|error| error.to_string())?;
        if self.rooms.contains_key(&room) {
            return Ok(Some(room));
        }
        if self.may_be_unread(room.as_str()) {
            return Ok(None);
        }
        let mut hint = did_you_mean(room.as_str(), self.rooms.keys().map(RoomId::as_str));
        if hint.is_empty() {
            // The place may be right and only the zone wrong or left out.
            let place = |id: &str| id.rsplit('/').next().map(str::to_owned);
            let same = |room: &&RoomId| place(room.as_str()) == place(id);
            if let Some(other) = self.rooms.keys().find(same) {
                hint = format!(" (did you mean `{other}`?)");
            }
        }
        Err(format!("there is no room `{room}`{hint}"))
    }

    /// What is wrong with the name of a kind, as a sentence; nothing when it may
    /// be in a file that could not be read.
    fn unknown_kind(&self, kind: &KindId) -> Option<String> {
        if self.kinds.contains_key(kind) || self.may_be_unread(kind.as_str()) {
            return None;
        }
        let hint = did_you_mean(kind.as_str(), self.kinds.keys().map(KindId::as_str));
        Some(format!("there is no kind of thing `{kind}`{hint}"))
    }

    /// The rooms that can be reached from one, through the exits that may be
    /// used.
    fn reached(&self, from: &RoomId, may: impl Fn(&Exit) -> bool) -> BTreeSet<RoomId> {
        let mut reached = BTreeSet::from([from.clone()]);
        let mut open = vec![from.clone()];
        while let Some(id) = open.pop() {
            let exits = self.rooms.get(&id).into_iter().flat_map(|room| &room.exits);
            for exit in exits.filter(|exit| may(exit)) {
                if reached.insert(exit.to.clone()) {
                    open.push(exit.to.clone());
                }
            }
        }
        reached
    }
}

/// A room's whole id, from one that may be short.
fn whole(zone: &str, id: &str) -> Result<RoomId, BadSlug> {
    if id.contains('/') || zone.is_empty() {
        RoomId::new(id)
    } else {
        RoomId::new(&format!("{zone}/{id}"))
    }
}

/// One room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// The zone it belongs to.
    pub zone: String,
    /// Its name, as a heading.
    pub name: String,
    /// What one sees.
    pub description: String,
    /// The ways out, in the order in which they were written, one for each
    /// direction at most.
    pub exits: Vec<Exit>,
    /// Scenery one can examine.
    pub details: Vec<Detail>,
    /// The kinds of the things that lie here when the world is new.
    pub things: Vec<KindId>,
    /// What is said here is for those present only.
    pub private: bool,
    /// What one hears here.
    pub sound: Option<Sound>,
}

/// One way out of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    /// Which way.
    pub direction: Direction,
    /// The room it leads to.
    pub to: RoomId,
    /// The door in it.
    pub door: Option<Door>,
}

/// A door in an exit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Door {
    /// Its name with an article.
    pub name: String,
    /// Whether it is shut until an offer opens it.
    pub shut: bool,
}

/// Scenery one can examine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// The words it answers to, in lower case; at least one.
    pub words: Vec<String>,
    /// What one sees.
    pub text: String,
}

/// A file that was read.
#[derive(Debug)]
pub struct Read<T> {
    /// Its path inside the content folder.
    pub path: String,
    /// Where its values stand.
    pub tree: Node,
    /// What it says.
    pub value: T,
}

/// The files of the world, read but not yet compared with one another.
#[derive(Debug, Default)]
struct Sources {
    world: Option<Read<WorldFile>>,
    zones: Vec<Read<ZoneFile>>,
    channels: Vec<Read<Vec<ChannelEntry>>>,
    help: Vec<Read<Vec<HelpEntry>>>,
    unread: BTreeSet<String>,
}

/// Reads the world's files and compares them with one another. Personas are
/// passed over: the minds read them. The problems come in the order of the
/// files' paths and lines; when there are any, the content is what could be
/// made of the rest and should not be played.
#[must_use]
pub fn parse(files: &[SourceFile]) -> (Content, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut sources = Sources::default();
    let mut files: Vec<&SourceFile> = files.iter().collect();
    files.sort();
    for file in &files {
        sources.take(file, &mut problems);
    }
    if !files.iter().any(|file| file.path == "world.ron") {
        let sentence = "there is no `world.ron`; write one with the game's name, a banner, a \
                        welcome and the room to start in";
        problems.push(Problem::new("world.ron", locate::TOP, sentence));
    }
    let content = check::resolve(sources, &mut problems);
    problems.sort();
    (content, problems)
}

impl Sources {
    fn take(&mut self, file: &SourceFile, problems: &mut Vec<Problem>) {
        let before = problems.len();
        match file.path.split_once('/') {
            None if file.path == "world.ron" => self.world = read(file, problems),
            None if file.path == "channels.ron" => self.channels.extend(read(file, problems)),
            Some(("zones", _)) => self.zones.extend(read(file, problems)),
            Some(("help", _)) => self.help.extend(read(file, problems)),
            Some(("personas", _)) => {}
            _ => {
                let places = ["world.ron", "channels.ron", "zones/", "help/", "personas/"];
                let folder = file.path.split_inclusive('/').next().unwrap_or_default();
                let sentence = format!(
                    "this file has no place in the content{}; it holds `world.ron`, \
                     `channels.ron` and the folders `zones`, `help` and `personas`",
                    did_you_mean(folder, places)
                );
                problems.push(Problem::new(&file.path, locate::TOP, sentence));
            }
        }
        if problems.len() > before {
            self.unread.extend(locate::quoted(&file.text));
        }
    }
}

/// Reads one RON file. Fields that nobody knows are all reported and passed
/// over; at the first problem of another kind the reading ends.
pub fn read<T: DeserializeOwned>(
    file: &SourceFile,
    problems: &mut Vec<Problem>,
) -> Option<Read<T>> {
    // What every builder would have to write at the top of every file is granted.
    let options = ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME
            | Extensions::UNWRAP_NEWTYPES
            | Extensions::UNWRAP_VARIANT_NEWTYPES,
    );
    let mut text = file.text.clone();
    for _ in 0..MAX_UNKNOWN_FIELDS {
        let error = match options.from_str::<T>(&text) {
            Ok(value) => {
                return Some(Read { path: file.path.clone(), tree: locate::tree(&text), value });
            }
            Err(error) => error,
        };
        let mut at = position(&error);
        let mut shorter = None;
        if let ron::Error::NoSuchStructField { found, .. } = &error.code
            && let Some((rest, field)) = locate::without_field(&text, found, at)
        {
            at = field;
            shorter = Some(rest);
        }
        problems.push(Problem::new(&file.path, at, sentence(&error.code)));
        text = shorter?;
    }
    None
}

/// Reads one RON file that may leave out any field at any depth; `defaults` is
/// a text of the same form that has them all. Problems are those of [`read`].
pub fn read_over<T: DeserializeOwned>(
    file: &SourceFile,
    defaults: &str,
    problems: &mut Vec<Problem>,
) -> Option<Read<T>> {
    let filled = Filled::new(&file.text, defaults);
    let whole = SourceFile { path: file.path.clone(), text: filled.text.clone() };
    let mut found = Vec::new();
    let read = read(&whole, &mut found);
    problems.extend(found.into_iter().map(|it| {
        let at = filled.own_place(Position { line: it.line, column: it.column });
        Problem { line: at.line, column: at.column, ..it }
    }));
    Some(Read { tree: locate::tree(&file.text), ..read? })
}

fn position(error: &SpannedError) -> Position {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position { line: number(error.span.start.line), column: number(error.span.start.col) }
}

/// What a builder reads when a text is not as the schema has it.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the reader's own words do for every fault of the notation, new ones too"
)]
fn sentence(error: &ron::Error) -> String {
    match error {
        ron::Error::NoSuchStructField { expected, found, .. } => format!(
            "nobody knows a field `{found}` here{}; there are {}",
            did_you_mean(found, expected.iter().copied()),
            listed(expected)
        ),
        ron::Error::NoSuchEnumVariant { expected, found, .. } => format!(
            "`{found}` is none of the words that may stand here{}; these may: {}",
            did_you_mean(found, expected.iter().copied()),
            listed(expected)
        ),
        ron::Error::MissingStructField { field, .. } => {
            format!("the field `{field}` is missing; write it before this bracket closes")
        }
        ron::Error::DuplicateStructField { field, .. } => {
            format!("the field `{field}` stands here twice; keep one")
        }
        other => other.to_string(),
    }
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "none".to_owned(),
    }
}

/// ` (did you mean ...?)` with the nearest of the candidates, or nothing when
/// none is near.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> =
        parse::near(word, candidates).into_iter().map(|word| format!("`{word}`")).collect();
    if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(" or ")) }
}
