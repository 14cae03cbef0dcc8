//! Deserialisation of content files, with all errors of their form.

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

/// Maximum number of unknown fields reported per file. Each requires another parse of the file.
const MAX_UNKNOWN_FIELDS: usize = 50;

/// Name of the file of quests.
pub const QUESTS: &str = "quests.ron";
/// Name of the file of tallies.
pub const TALLIES: &str = "tallies.ron";

/// Parsed content file.
#[derive(Debug)]
pub struct Read<T> {
    /// Path of the file inside the content folder.
    pub path: String,
    /// Positions of its values.
    pub tree: Node,
    /// Deserialised value.
    pub value: T,
}

/// Parsed files of the world, not yet checked against one another.
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
    /// True if a file is unreadable, binary or empty, so that any id may be defined in it.
    pub(super) holds_more: bool,
}

impl Sources {
    pub(super) fn take(&mut self, file: &SourceFile, problems: &mut Vec<Problem>) {
        let before = problems.len();
        if let Some(fault) = &file.fault {
            // The file may define any id that others refer to.
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
            // Files that the assistants parse, and the server.
            None if matches!(&*file.path, "words.ron" | "examples.ron") => {}
            Some(("archetypes" | "library" | "personas", _) | ("page", "texts.ron")) => {}
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
                    "library/",
                    "personas/",
                    "page/texts.ron",
                ];
                let folder = file.path.split_inclusive('/').next().unwrap_or_default();
                let sentence = format!(
                    "this file has no place in the content{}; it holds `world.ron`, \
                     `channels.ron`, `socials.ron`, `habits.ron`, `news.ron`, `quests.ron`, \
                     `tallies.ron`, `words.ron`, `examples.ron`, `page/texts.ron` and \
                     the folders `zones`, `help`, `archetypes`, `library` and `personas`",
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

/// Checked files, parsed again on demand for the positions of warnings.
#[derive(Debug)]
pub struct CheckedFiles<'a> {
    files: &'a [SourceFile],
    zones: OnceCell<Vec<Read<ZoneFile>>>,
}

impl<'a> CheckedFiles<'a> {
    /// Creates a set of files without problems. They are parsed when first used.
    #[must_use]
    pub fn new(files: &'a [SourceFile]) -> Self {
        Self { files, zones: OnceCell::new() }
    }

    /// Returns the file with this path.
    pub(super) fn file(&self, path: &str) -> Option<&'a SourceFile> {
        self.files.iter().find(|it| it.path == path)
    }

    /// Returns the parsed zone files.
    pub(super) fn zones(&self) -> &[Read<ZoneFile>] {
        self.zones.get_or_init(|| self.within("zones/").collect())
    }

    /// Parses the files of a folder, such as `zones/`. The checks of [`read`] are not repeated.
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

/// Returns the RON options for content: enables the extensions that files would otherwise have to
/// declare.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME
            | Extensions::UNWRAP_NEWTYPES
            | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Parses one RON file. Unprintable texts and unknown fields are all reported, and parsing goes on;
/// at the first problem of another kind it ends and returns none.
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
            // A misspelt field is parsed under the name that was meant, to avoid follow-up errors.
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

/// Parses one RON file with defaults: any field may be left out at any depth, and `defaults` is a
/// complete text of the same form. Problems are those of [`read`].
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
    problems.extend(found.into_iter().map(|found_error| {
        let at = filled.own_place(Position { line: found_error.line, column: found_error.column });
        Problem { line: at.line, column: at.column, ..found_error }
    }));
    Some(Read { tree: locate::tree(&file.text), ..read? })
}

/// Returns the problem of a file that cannot be parsed: it has no text, or its syntax is wrong.
fn unreadable(file: &SourceFile) -> Option<Problem> {
    let fault = file.fault.clone().map(|it| (locate::TOP, it)).or_else(|| form::fault(&file.text));
    fault.map(|(at, sentence)| Problem::new(&file.path, at, sentence))
}

fn position(error: &SpannedError) -> Position {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position { line: number(error.span.start.line), column: number(error.span.start.col) }
}
