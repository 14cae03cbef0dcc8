//! `hearsay memory bench`: how much of what was said is found again, and how fast.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    io::{self, BufRead, Read},
    time::Duration,
};

use assistants::memory::index::{
    FoundLines, Language, LineIndex, LineQuestion, MemoryLine, SearchScratch,
};
use serde::Deserialize;
use thiserror::Error;

use crate::clock::Stopwatch;

/// How many of the first notes are looked at for evidence.
const FIRST: [usize; 5] = [5, 8, 10, 25, 50];
/// Among how many of the first notes evidence has to be, or else it counts as missed.
const MISSED_AFTER: usize = 10;
/// Seconds after which a note begins another conversation.
const GAP: i64 = 3_600;
/// Most lines of a file, and most bytes of a line.
const MOST_LINES: usize = 1_000_000;
const MOST_BYTES: u64 = 1 << 20;

/// Why a file of notes and questions cannot be used.
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
    index: LineIndex,
    /// The ids and texts of the notes; the place of each is its key.
    notes: Vec<(String, String)>,
    conversation: u32,
    last: i64,
}

/// What a file of notes and questions comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryBenchReport {
    /// All questions together.
    pub all: RecallShares,
    /// Those of each kind.
    pub kinds: BTreeMap<String, RecallShares>,
    /// What was not found for each question with which that is so, in words.
    pub missed: Vec<String>,
    /// How many notes there are, and how many bytes their indexes take.
    pub notes: usize,
    pub bytes: usize,
    /// How long each question took, the shortest first.
    times: Vec<Duration>,
}

/// The share of the evidence that was found, by questions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RecallShares {
    /// How many questions there are.
    pub questions: usize,
    /// The sums of the shares among the first 5, 8, 10, 25 and 50 notes.
    sums: [f64; FIRST.len()],
}

impl RecallShares {
    /// The average share among the first 5, 8, 10, 25 and 50 notes, 0 to 1.
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

/// Reads notes and questions, and asks the questions.
///
/// # Errors
/// When the lines cannot be read, one is neither, or a question asks for a note that is not there.
pub fn bench(
    lines: &mut impl BufRead,
    language: Language,
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
                let fresh = || NoteSet::new(language);
                sets.entry(note.set.clone()).or_insert_with(fresh).push(note);
            }
            MemoryBenchLine::Question(it) => questions.push((number, it)),
        }
    }
    // Where nothing is evidence nothing can be found.
    questions.retain(|(_, it)| !it.evidence.is_empty());
    if questions.is_empty() {
        return Err(MemoryBenchError::NoQuestion);
    }
    let mut report = MemoryBenchReport {
        all: RecallShares::default(),
        kinds: BTreeMap::new(),
        missed: Vec::new(),
        notes: sets.values().map(|it| it.notes.len()).sum(),
        bytes: sets.values().map(|it| it.index.bytes()).sum(),
        times: Vec::new(),
    };
    let mut scratch = SearchScratch::default();
    for (line, question) in &questions {
        let empty = NoteSet::new(language);
        report.ask(*line, question, sets.get(&question.set).unwrap_or(&empty), &mut scratch);
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

/// What is wrong, without the place: of that only the column says anything.
fn in_line(why: &serde_json::Error) -> String {
    let words = why.to_string();
    let words = words.split(" at line ").next().unwrap_or_default();
    format!("{words} at column {}", why.column())
}

impl NoteSet {
    fn new(language: Language) -> Self {
        let index = LineIndex::new(language, MOST_LINES);
        Self { index, notes: Vec::new(), conversation: 0, last: i64::MAX }
    }

    fn push(&mut self, note: SavedNote) {
        let at = note.at as i64;
        if at.saturating_sub(self.last) >= GAP {
            self.conversation += 1;
        }
        self.last = at;
        self.index.push(&MemoryLine {
            key: self.notes.len() as u64,
            speaker: &note.speaker,
            at,
            conversation: self.conversation,
            readers: 0,
            text: &note.text,
        });
        self.notes.push((note.id, note.text));
    }

    fn note(&self, key: u64) -> Option<&(String, String)> {
        self.notes.get(usize::try_from(key).ok()?)
    }
}

impl MemoryBenchReport {
    fn ask(
        &mut self,
        line: usize,
        asked: &SavedQuestion,
        set: &NoteSet,
        scratch: &mut SearchScratch,
    ) {
        let SavedQuestion { text, evidence, kind, .. } = asked;
        let limit = FIRST.into_iter().max().unwrap_or(MISSED_AFTER);
        let question = LineQuestion { text, now: asked.at as i64, limit };
        let watch = Stopwatch::start();
        let found = set.index.search(scratch, &question, |_| true);
        self.times.push(watch.elapsed());
        let ids: Vec<&str> =
            found.lines.iter().filter_map(|it| Some(set.note(it.key)?.0.as_str())).collect();
        let mut places = Vec::new();
        for id in evidence.iter().collect::<BTreeSet<_>>() {
            let place = ids.iter().position(|it| it == id);
            if place.is_none_or(|it| it >= MISSED_AFTER) {
                let at = place.map_or_else(|| "-".to_owned(), |it| (it + 1).to_string());
                let note = set.notes.iter().find(|(note, _)| note == id);
                let missed = note.map_or("(there is no such note)", |(_, text)| text);
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

/// The first three that were found, and why.
fn first(found: &FoundLines, set: &NoteSet) -> String {
    let lines = found.lines.iter().take(3).filter_map(|it| {
        let (id, text) = set.note(it.key)?;
        Some(format!("  {:.1} {id} {text}\n    {}\n", it.score, found.because(&it.why)))
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
