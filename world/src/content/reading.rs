//! From texts to what a builder wrote, with every problem of the form.

use std::collections::BTreeSet;

use ron::{error::SpannedError, extensions::Extensions};
use serde::de::DeserializeOwned;

use crate::{
    act::help::HelpPage,
    beings::news::NewsEntry,
    content::{
        defaults::Filled,
        line,
        locate::{self, Node, Position},
        problem::{Problem, SourceFile, did_you_mean},
        schema::{ChannelEntry, HabitEntry, SocialEntry, WorldFile, ZoneFile},
    },
    trade::quests::QuestEntry,
};

/// Most unknown fields that are reported for one file. Each costs one more
/// reading of it, and nobody mends more than these at once.
const MAX_UNKNOWN_FIELDS: usize = 50;

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
    pub(super) unread: BTreeSet<String>,
}

impl Sources {
    pub(super) fn take(&mut self, file: &SourceFile, problems: &mut Vec<Problem>) {
        let before = problems.len();
        match file.path.split_once('/') {
            None if file.path == "world.ron" => self.world = read(file, problems),
            None if file.path == "channels.ron" => self.channels.extend(read(file, problems)),
            None if file.path == "socials.ron" => self.socials.extend(read(file, problems)),
            None if file.path == "habits.ron" => self.habits.extend(read(file, problems)),
            None if file.path == "news.ron" => self.news = read(file, problems),
            None if file.path == "quests.ron" => self.quests = read(file, problems),
            Some(("zones", _)) => self.zones.extend(read(file, problems)),
            Some(("help", _)) => self.help.extend(read(file, problems)),
            // What the minds read is theirs.
            None if file.path == "words.ron" => {}
            Some(("archetypes" | "personas", _)) => {}
            _ => {
                let places = [
                    "world.ron",
                    "channels.ron",
                    "socials.ron",
                    "habits.ron",
                    "news.ron",
                    "quests.ron",
                    "words.ron",
                    "zones/",
                    "help/",
                    "archetypes/",
                    "personas/",
                ];
                let folder = file.path.split_inclusive('/').next().unwrap_or_default();
                let sentence = format!(
                    "this file has no place in the content{}; it holds `world.ron`, \
                     `channels.ron`, `socials.ron`, `habits.ron`, `news.ron`, `quests.ron`, \
                     `words.ron` and the folders `zones`, `help`, `archetypes` and `personas`",
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

/// Reads one RON file. Texts that cannot be shown and fields that nobody knows
/// are all reported and passed over; at the first problem of another kind the
/// reading ends.
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
