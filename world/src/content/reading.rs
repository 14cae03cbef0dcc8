//! From texts to what a builder wrote, with every problem of the form.

use std::{cell::OnceCell, collections::BTreeSet};

use ron::{error::SpannedError, extensions::Extensions};
use serde::de::DeserializeOwned;
use text::parse;

use crate::{
    act::help::HelpPage,
    beings::news::NewsEntry,
    content::{
        defaults::Filled,
        form::{self, typed},
        line,
        locate::{self, Node, Position},
        problem::{Problem, SourceFile, did_you_mean},
        schema::{ChannelEntry, HabitEntry, SocialEntry, WorldFile, ZoneFile},
    },
    trade::{quests::QuestEntry, tally::entry::TallyEntry},
};

/// Most unknown fields that are reported for one file. Each costs one more
/// reading of it, and nobody mends more than these at once.
const MAX_UNKNOWN_FIELDS: usize = 50;

/// The file of the quests.
pub const QUESTS: &str = "quests.ron";
/// The file of the tallies.
pub const TALLIES: &str = "tallies.ron";

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
pub(super) struct Sources {
    pub(super) world: Option<Read<WorldFile>>,
    pub(super) zones: Vec<Read<ZoneFile>>,
    pub(super) channels: Vec<Read<Vec<ChannelEntry>>>,
    pub(super) socials: Vec<Read<Vec<SocialEntry>>>,
    pub(super) habits: Vec<Read<Vec<HabitEntry>>>,
    pub(super) help: Vec<Read<Vec<HelpPage>>>,
    pub(super) news: Option<Read<Vec<NewsEntry>>>,
    pub(super) quests: Option<Read<Vec<QuestEntry>>>,
    pub(super) tallies: Option<Read<Vec<TallyEntry>>>,
    pub(super) unread: BTreeSet<String>,
    /// Whether there is a file of which nobody knows what it mentions.
    pub(super) holds_more: bool,
}

impl Sources {
    pub(super) fn take(&mut self, file: &SourceFile, problems: &mut Vec<Problem>) {
        let before = problems.len();
        if let Some(fault) = &file.fault {
            // What it holds may be any of the things that are named elsewhere.
            self.holds_more = true;
            self.unread.insert(file.path.clone());
            return problems.push(Problem::new(&file.path, locate::TOP, fault));
        }
        match file.path.split_once('/') {
            None if file.path == "world.ron" => self.world = read(file, problems),
            None if file.path == "channels.ron" => self.channels.extend(read(file, problems)),
            None if file.path == "socials.ron" => self.socials.extend(read(file, problems)),
            None if file.path == "habits.ron" => self.habits.extend(read(file, problems)),
            None if file.path == "news.ron" => self.news = read(file, problems),
            None if file.path == QUESTS => self.quests = read(file, problems),
            None if file.path == TALLIES => self.tallies = read(file, problems),
            Some(("zones", _)) => self.zones.extend(read(file, problems)),
            Some(("help", _)) => self.help.extend(read(file, problems)),
            // What the minds read is theirs.
            None if matches!(&*file.path, "words.ron" | "examples.ron") => {}
            Some(("archetypes" | "personas", _)) => {}
            _ => {
                let places = [
                    "world.ron",
                    "channels.ron",
                    "socials.ron",
                    "habits.ron",
                    "news.ron",
                    QUESTS,
                    TALLIES,
                    "words.ron",
                    "examples.ron",
                    "zones/",
                    "help/",
                    "archetypes/",
                    "personas/",
                ];
                let folder = file.path.split_inclusive('/').next().unwrap_or_default();
                let sentence = format!(
                    "this file has no place in the content{}; it holds `world.ron`, \
                     `channels.ron`, `socials.ron`, `habits.ron`, `news.ron`, `quests.ron`, \
                     `tallies.ron`, `words.ron`, `examples.ron` and \
                     the folders `zones`, `help`, `archetypes` and `personas`",
                    did_you_mean(folder, places)
                );
                problems.push(Problem::new(&file.path, locate::TOP, sentence));
            }
        }
        if problems.len() > before {
            self.holds_more |= form::is_lost(&file.text);
            self.unread.extend(locate::mentioned(&file.text));
        }
    }
}

/// Checked files, parsed again for the positions of what is warned of.
#[derive(Debug)]
pub struct CheckedFiles<'a> {
    files: &'a [SourceFile],
    zones: OnceCell<Vec<Read<ZoneFile>>>,
}

impl<'a> CheckedFiles<'a> {
    /// Files without problems. Nothing is parsed before it is asked for.
    #[must_use]
    pub fn new(files: &'a [SourceFile]) -> Self {
        Self { files, zones: OnceCell::new() }
    }

    /// The file with this path.
    pub(super) fn file(&self, path: &str) -> Option<&'a SourceFile> {
        self.files.iter().find(|it| it.path == path)
    }

    /// The zones.
    pub(super) fn zones(&self) -> &[Read<ZoneFile>] {
        self.zones.get_or_init(|| self.within("zones/").collect())
    }

    /// The files in a folder, such as `zones/`. Of the checks of [`read`] none is made again.
    pub(super) fn within<T: DeserializeOwned>(
        &self,
        folder: &'static str,
    ) -> impl Iterator<Item = Read<T>> + use<'a, T> {
        let files = self.files.iter().filter(move |it| it.path.starts_with(folder));
        files.filter_map(|file| {
            let value = options().from_str::<T>(&file.text).ok()?;
            Some(Read { path: file.path.clone(), tree: locate::tree(&file.text), value })
        })
    }
}

/// The notation of content: what every builder would have to write at the top of every file is granted.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME
            | Extensions::UNWRAP_NEWTYPES
            | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Reads one RON file. Texts that cannot be shown and fields that nobody knows
/// are all reported and passed over; at the first problem of another kind the
/// reading ends.
pub fn read<T: DeserializeOwned>(
    file: &SourceFile,
    problems: &mut Vec<Problem>,
) -> Option<Read<T>> {
    let options = options();
    if let Some(problem) = unreadable(file) {
        problems.push(problem);
        return None;
    }
    problems.extend(line::hidden(&file.path, &file.text));
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
        if let ron::Error::NoSuchStructField { expected, found, .. } = &error.code {
            // What was meant is read as if it stood there, so that nothing else comes of it.
            let meant = parse::near(found, expected.iter().copied());
            let meant = meant.first().and_then(|it| locate::with_field(&text, found, it, at));
            if let Some((rest, field)) = meant.or_else(|| locate::without_field(&text, found, at)) {
                at = field;
                shorter = Some(rest);
            }
        }
        let (at, sentence) = typed::sentence(&text, at, &error.code);
        problems.push(Problem::new(&file.path, at, sentence));
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
    if let Some(problem) = unreadable(file) {
        problems.push(problem);
        return None;
    }
    let filled = Filled::new(&file.text, defaults);
    let whole = SourceFile::new(&file.path, &filled.text);
    let mut found = Vec::new();
    let read = read(&whole, &mut found);
    problems.extend(found.into_iter().map(|it| {
        let at = filled.own_place(Position { line: it.line, column: it.column });
        Problem { line: at.line, column: at.column, ..it }
    }));
    Some(Read { tree: locate::tree(&file.text), ..read? })
}

/// Why nothing can be said of what a file says: it has no text, or none that is written as content is.
fn unreadable(file: &SourceFile) -> Option<Problem> {
    let fault = file.fault.clone().map(|it| (locate::TOP, it)).or_else(|| form::fault(&file.text));
    fault.map(|(at, sentence)| Problem::new(&file.path, at, sentence))
}

fn position(error: &SpannedError) -> Position {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position { line: number(error.span.start.line), column: number(error.span.start.col) }
}
