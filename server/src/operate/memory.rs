//! `hearsay memory bench`: how much of what was said is found again, and how fast.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    fmt,
    io::{self, BufRead, Read},
    time::Duration,
};

use assistants::memory::{
    Found, MemoryQuery, Note, NoteKind,
    catalog::{MemorySettings, NoteQuestion},
    focus::{self, SearchBreadth},
    index::Language,
    rank,
    shelf::Shelf,
};
use engine::{
    clock::WorldTime,
    id::{BadSlug, CharacterId},
    label::{Label, Readers},
};
use serde::Deserialize;
use thiserror::Error;

use crate::clock::Stopwatch;

mod nights;

/// Numbers of first results among which evidence is looked for.
const FIRST: [usize; 5] = [5, 8, 10, 25, 50];
/// Among how many of the first notes evidence has to be, or else it counts as missed.
const MISSED_AFTER: usize = 10;
/// Seconds after which a note begins another conversation.
const GAP: i64 = 3_600;
/// Importance of each line, as of one that a player says.
const IMPORTANCE: u8 = 3;
/// Most lines of a file, and most bytes of a line.
const MOST_LINES: usize = 1_000_000;
const MOST_BYTES: u64 = 1 << 20;

/// Error in a file of notes and questions.
#[derive(Debug, Error)]
pub enum MemoryBenchError {
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("line {line} is no note and no question: {why}")]
    Fault { line: usize, why: String },
    #[error("line {line} is longer than {MOST_BYTES} bytes")]
    TooLong { line: usize },
    #[error("it has more than {MOST_LINES} lines")]
    TooMany,
    #[error("it has no question with evidence")]
    NoQuestion,
    #[error("the memory has no name: {0}")]
    Nameless(#[from] BadSlug),
}

/// A line of the file.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum MemoryBenchLine {
    Note(SavedNote),
    Question(SavedQuestion),
}

#[derive(Deserialize)]
struct SavedNote {
    set: String,
    id: String,
    speaker: String,
    at: f64,
    text: String,
}

#[derive(Deserialize)]
struct SavedQuestion {
    set: String,
    at: f64,
    text: String,
    evidence: Vec<String>,
    #[serde(default)]
    kind: String,
}

/// The notes of one set.
struct NoteSet {
    shelf: Shelf,
    /// Owner of the memory.
    mind: CharacterId,
    /// The ids of the notes; the place of each is its number.
    ids: Vec<String>,
    /// The number of the first note of the conversation.
    conversation: u64,
    last: i64,
}

/// Result of measuring recall over a file of notes and questions.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryBenchReport {
    /// Shares of all questions together.
    pub all: RecallShares,
    /// Questions of each kind.
    pub kinds: BTreeMap<String, RecallShares>,
    /// Sentence for each question whose evidence was not all found.
    pub missed: Vec<String>,
    /// Number of notes, and size of their indexes in bytes.
    pub notes: usize,
    pub bytes: usize,
    /// Time that each question took, the shortest first.
    times: Vec<Duration>,
}

/// The share of the evidence that was found, by questions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RecallShares {
    /// Number of questions.
    pub questions: usize,
    /// The sums of the shares among the first 5, 8, 10, 25 and 50 notes.
    sums: [f64; FIRST.len()],
}

impl RecallShares {
    /// Returns the average share among the first 5, 8, 10, 25 and 50 notes, 0 to 1.
    #[must_use]
    pub fn averages(&self) -> [f64; FIRST.len()] {
        self.sums.map(|it| it / self.questions.max(1) as f64)
    }

    fn add(&mut self, places: &[Option<usize>]) {
        self.questions += 1;
        for (sum, first) in self.sums.iter_mut().zip(FIRST) {
            let found = places.iter().flatten().filter(|it| **it < first).count();
            *sum += found as f64 / places.len().max(1) as f64;
        }
    }
}

/// Reads notes and questions, and asks the questions; with `nights` after a night's work behind each
/// conversation.
///
/// # Errors
/// Unreadable lines, a line that is neither note nor question, or a question whose evidence is not
/// there.
pub fn bench(
    lines: &mut impl BufRead,
    language: Language,
    nights: bool,
) -> Result<MemoryBenchReport, MemoryBenchError> {
    let mut sets: BTreeMap<String, NoteSet> = BTreeMap::new();
    let mut questions = Vec::new();
    for number in 1.. {
        let Some(text) = read_line(lines, number)? else { break };
        if text.trim_ascii().is_empty() {
            continue;
        }
        let read = serde_json::from_slice(&text)
            .map_err(|why| MemoryBenchError::Fault { line: number, why: in_line(&why) })?;
        match read {
            MemoryBenchLine::Note(note) => {
                let set = match sets.entry(note.set.clone()) {
                    Entry::Occupied(it) => it.into_mut(),
                    Entry::Vacant(it) => it.insert(NoteSet::new(language)?),
                };
                set.push(note, nights)?;
            }
            MemoryBenchLine::Question(it) => questions.push((number, it)),
        }
    }
    // Where nothing is evidence nothing can be found.
    questions.retain(|(_, it)| !it.evidence.is_empty());
    if questions.is_empty() {
        return Err(MemoryBenchError::NoQuestion);
    }
    if nights {
        sets.values_mut().for_each(NoteSet::night);
    }
    let mut report = MemoryBenchReport {
        all: RecallShares::default(),
        kinds: BTreeMap::new(),
        missed: Vec::new(),
        notes: sets.values().map(|it| it.ids.len()).sum(),
        bytes: sets.values().map(|it| it.shelf.bytes()).sum(),
        times: Vec::new(),
    };
    let mut empty = NoteSet::new(language)?;
    for (line, question) in &questions {
        report.ask(*line, question, sets.get_mut(&question.set).unwrap_or(&mut empty));
    }
    report.times.sort_unstable();
    Ok(report)
}

/// Reads a line, if there is one more.
fn read_line(lines: &mut impl BufRead, number: usize) -> Result<Option<Vec<u8>>, MemoryBenchError> {
    let mut text = Vec::new();
    lines.take(MOST_BYTES + 1).read_until(b'\n', &mut text)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(MemoryBenchError::TooLong { line: number });
    }
    if text.is_empty() {
        return Ok(None);
    }
    if number > MOST_LINES { Err(MemoryBenchError::TooMany) } else { Ok(Some(text)) }
}

/// Returns the error message without the line number, which the caller knows.
fn in_line(why: &serde_json::Error) -> String {
    let words = why.to_string();
    let words = words.split(" at line ").next().unwrap_or_default();
    format!("{words} at column {}", why.column())
}

impl NoteSet {
    fn new(language: Language) -> Result<Self, BadSlug> {
        let shelf = Shelf::new(MemorySettings { most: MOST_LINES, language });
        let mind = CharacterId::new("memory")?;
        Ok(Self { shelf, mind, ids: Vec::new(), conversation: 0, last: i64::MAX })
    }

    fn push(&mut self, note: SavedNote, nights: bool) -> Result<(), BadSlug> {
        let at = note.at as i64;
        let is_new = at.saturating_sub(self.last) >= GAP;
        if is_new && nights && !self.ids.is_empty() {
            self.night();
        }
        let serial = self.ids.len() as u64;
        if is_new {
            self.conversation = serial;
        }
        self.last = at;
        let who = if nights { Some(nights::person(&note.speaker)?) } else { None };
        let line = Note {
            serial,
            content: note.text,
            about: who.iter().cloned().collect(),
            importance: IMPORTANCE,
            kind: NoteKind::Line,
            at: time(note.at),
            label: Label::engine(),
            source: who,
            trust: None,
            speaker: Some(note.speaker),
            conversation: Some(self.conversation),
            concluded: false,
            evidence: Vec::new(),
            links: Vec::new(),
            supersedes: None,
            superseded_by: None,
        };
        self.shelf.put(self.mind.clone(), line);
        self.ids.push(note.id);
        Ok(())
    }

    /// Works through the notes as a character does in a night. What it derives has no id, and takes a
    /// place among what is found.
    fn night(&mut self) {
        let now = WorldTime(u64::try_from(self.last).unwrap_or_default().saturating_mul(1_000));
        let next = self.ids.len() as u64;
        let made = nights::work_through(&mut self.shelf, &self.mind, next, now);
        self.ids.extend((0..made).map(|_| String::new()));
    }

    /// Notes that the game would find, the best first.
    fn find(&mut self, asked: &SavedQuestion, limit: usize) -> Vec<Found> {
        let now = time(asked.at);
        let question = NoteQuestion { words: &asked.text, about: &[], now, around: 0 };
        let mut candidates = self.shelf.find(&self.mind, &question, |_| true);
        let usual = SearchBreadth::of(focus::USUAL);
        candidates.retain(|it| usual.finds(it.note.kind));
        let query = MemoryQuery {
            words: asked.text.clone(),
            present: Vec::new(),
            audience: Readers::Everyone,
            limit,
        };
        let found = rank(&candidates, &query, now).into_iter();
        // What merely is new would be found by chance.
        found.filter(|it| it.why.text.is_some()).collect()
    }

    fn id(&self, serial: u64) -> Option<&str> {
        self.ids.get(usize::try_from(serial).ok()?).map(String::as_str)
    }
}

/// Converts a time of the file, in seconds, to a time of the world.
fn time(seconds: f64) -> WorldTime {
    WorldTime((seconds * 1_000.0) as u64)
}

impl MemoryBenchReport {
    fn ask(&mut self, line: usize, asked: &SavedQuestion, set: &mut NoteSet) {
        let SavedQuestion { text, evidence, kind, .. } = asked;
        let limit = FIRST.into_iter().max().unwrap_or(MISSED_AFTER);
        let watch = Stopwatch::start();
        let found = set.find(asked, limit);
        self.times.push(watch.elapsed());
        let ids: Vec<&str> = found.iter().filter_map(|it| set.id(it.note.serial)).collect();
        let mut places = Vec::new();
        for id in evidence.iter().collect::<BTreeSet<_>>() {
            let place = ids.iter().position(|it| it == id);
            if place.is_none_or(|it| it >= MISSED_AFTER) {
                let at = place.map_or_else(|| "-".to_owned(), |it| (it + 1).to_string());
                let mut notes = set.ids.iter().zip(set.shelf.notes(&set.mind));
                let note = notes.find(|(note, _)| *note == id);
                let missed = note.map_or("(there is no such note)", |(_, it)| it.content.as_str());
                let first = first(&found, set);
                self.missed.push(format!(
                    "line {line}: {text}\n  missed, at {at}: {id} {missed}\n{first}"
                ));
            }
            places.push(place);
        }
        self.all.add(&places);
        if !kind.is_empty() {
            self.kinds.entry(kind.clone()).or_default().add(&places);
        }
    }

    fn time(&self, percent: usize) -> f64 {
        let place = self.times.len() * percent / 100;
        let time = self.times.get(place).or(self.times.last());
        time.map_or(0.0, Duration::as_secs_f64) * 1_000.0
    }
}

/// Returns the first three that were found, and why.
fn first(found: &[Found], set: &NoteSet) -> String {
    let lines = found.iter().take(3).filter_map(|it| {
        let id = set.id(it.note.serial)?;
        Some(format!("  {:.2} {id} {}\n    {}\n", it.score, it.note.content, it.why.because))
    });
    lines.collect()
}

impl fmt::Display for MemoryBenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (first, average) in FIRST.iter().zip(self.all.averages()) {
            writeln!(f, "recall@{first} {average:.3}")?;
        }
        writeln!(f, "p50 {:.3} ms", self.time(50))?;
        writeln!(f, "p95 {:.3} ms", self.time(95))?;
        let kilobytes = self.bytes as f64 / 1_000.0;
        let asked = self.all.questions;
        writeln!(f, "{asked} questions, {} notes, index {kilobytes:.0} kB", self.notes)?;
        for (kind, shares) in &self.kinds {
            write!(f, "{kind} ({})", shares.questions)?;
            for (first, average) in FIRST.iter().zip(shares.averages()) {
                write!(f, " recall@{first} {average:.3}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
