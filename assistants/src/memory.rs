//! Memory of a mind: notes with provenance labels, admission of new notes, retrieval and ranking.
//!
//! Retrieval is pure. A [`catalog::Catalog`] yields the notes that match a query and that the
//! audience may read; [`rank`] scores them by text match, subject, importance and age, and selects
//! the best that differ from one another. A [`shelf::Shelf`] holds notes and catalogs in memory
//! where there is no store.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use engine::{clock::WorldTime, id::CharacterId, label::Readers};
use serde::{Deserialize, Serialize};

pub mod catalog;
pub mod focus;
pub mod index;
mod keep;
pub mod links;
mod note;
pub mod said;
pub mod shelf;
#[cfg(test)]
mod tests;

pub use note::{Note, NoteDocument, NoteKind};

pub use keep::{
    FLOOD_NOTES, FLOOD_SHARE, FLOOD_SPAN, LONGEST, NoteDraft, OwnNames, Unfit, admit,
    is_about_self, protect,
};

/// Maximum number of candidates considered by [`rank`]; the last ones count.
pub const CANDIDATES: usize = 512;
/// Maximum number of notes returned by one query.
pub const MOST_FOUND: usize = 50;
/// Shortlist size as a multiple of the query's limit; only shortlisted notes are compared by their
/// words.
const SHORTLIST: usize = 4;

/// Score for a note about a character present, and maximum score for recency; a text match with
/// each word of the query once scores 1.
const ENTITY_WEIGHT: f64 = 0.1;
const RECENCY_WEIGHT: f64 = 0.005;
/// Upper bound of the text score, so that no sum of scores overflows to infinity.
const BEST_FIT: f64 = 1e6;
/// Lower bound of the age factor of a note's weight; text match dominates age.
const OLD: f64 = 0.99;
/// Base weight of a note, and weight added for each step of importance.
const UNIMPORTANT: f64 = 0.8;
const IMPORTANCE: f64 = 0.04;
/// Trust in percent at which a note weighs as much as one that nobody said: that in a speaker of whom
/// nothing is known.
const ORDINARY_TRUST: f64 = 70.0;
/// Share of a note's weight by which full distrust and full trust differ. It decides between notes that
/// fit about as well, and hides none.
const TRUST: f64 = 0.2;
/// Share of the weight that is left to what the mind itself said: it tells less of others than what they said.
const REPLY: f64 = 0.6;
/// Weight of the score against novelty in the selection (maximal marginal relevance).
const MERIT: f64 = 0.7;
/// Maximum share of hearsay among the notes returned, in percent of the limit.
const HEARSAY_PERCENT: usize = 40;

/// Returns whether a text contains a run of consecutive words, given in lower case; false for an
/// empty run.
#[must_use]
pub fn holds_run(text: &str, run: &[String]) -> bool {
    let said: Vec<String> = words(text).collect();
    !run.is_empty() && said.windows(run.len()).any(|it| it == run)
}

// ---- Finding ----

/// Candidate of a memory query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecallCandidate {
    pub note: Note,
    /// Text match score, if any; 1 means that each word of the query occurs once. Numbers not above
    /// zero count as none, those above a million as a million.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<f64>,
    /// Reason for the match, as text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub because: String,
}

impl RecallCandidate {
    /// Creates a candidate from a note that was asked for by something else than its words.
    #[must_use]
    pub fn chosen(note: Note) -> Self {
        Self { note, text: None, because: String::new() }
    }

    /// Creates a candidate from a note that is in no catalog yet. Its text score is the share of
    /// the query's distinct words that it contains.
    #[must_use]
    pub fn fresh(note: Note, asked: &BTreeSet<String>) -> Self {
        let shared: BTreeSet<String> =
            words(&note.content).filter(|it| asked.contains(it)).collect();
        let shared = shared.len();
        let text = (shared > 0).then(|| shared as f64 / asked.len() as f64);
        Self { note, text, because: "just noted".to_owned() }
    }
}

/// Query of a mind's memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryQuery {
    /// Query text.
    pub words: String,
    /// Characters that the query concerns: the speaker and others present. One place is reserved
    /// for a note about each of them, where there is such a note.
    pub present: Vec<CharacterId>,
    /// Audience of the answer. Every member must be permitted to read each note.
    pub audience: Readers,
    /// Maximum number of notes to return; values above [`MOST_FOUND`] count as that.
    pub limit: usize,
}

/// Result of a memory query.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub note: Note,
    /// Score; comparable only within one result list.
    pub score: f64,
    /// Reasons for the match.
    pub why: FoundBy,
}

/// Reasons for a match, with the components of its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundBy {
    /// Text match score.
    pub text: Option<f64>,
    /// True if the note is about a character that the query concerns.
    pub entity: bool,
    /// Rank by recency among the candidates, from 1.
    pub recency: usize,
    /// Trust in whoever said it, in percent, if somebody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<u8>,
    /// True if the note got a place reserved for its subject.
    pub kept: bool,
    /// Reason for the match, as text.
    pub because: String,
}

/// Ranks the candidates of a query and returns the best, best first.
///
/// Of candidates with the same serial number the last one counts, so notes that are not stored yet
/// must come after the stored ones. Superseded notes and those that a member of the audience may
/// not read are left out. At most 40 % of [`MemoryQuery::limit`] is hearsay.
#[must_use]
pub fn rank(candidates: &[RecallCandidate], question: &MemoryQuery, now: WorldTime) -> Vec<Found> {
    let mut pool: BTreeMap<u64, RecallCandidate> = BTreeMap::new();
    for it in candidates.iter().rev().take(CANDIDATES) {
        // In reverse order, so the first one of a serial number counts.
        let kept = pool.entry(it.note.serial).or_insert_with(|| it.clone());
        kept.text = kept.text.or(it.text);
    }
    pool.retain(|_, it| {
        it.note.superseded_by.is_none() && it.note.label.readers.admit_all(&question.audience)
    });
    let limit = question.limit.min(MOST_FOUND);
    let mut picks = Picks {
        left: score(pool, question, now),
        taken: Vec::new(),
        limit,
        hearsay: limit * HEARSAY_PERCENT / 100,
    };
    picks.keep_places(&question.present);
    picks.fill();
    picks.taken.sort_by(|a, b| best_first(&a.found, &b.found));
    picks.taken.into_iter().map(|it| it.found).collect()
}

/// Candidate with its score, its word set, and its similarity to the notes already selected.
struct Scored {
    found: Found,
    words: WordSet,
    resembles: f64,
}

fn best_first(a: &Found, b: &Found) -> std::cmp::Ordering {
    let by_score = b.score.total_cmp(&a.score);
    by_score.then(b.note.serial.cmp(&a.note.serial))
}

/// Scores all candidates and returns the shortlist, best first.
fn score(
    pool: BTreeMap<u64, RecallCandidate>,
    question: &MemoryQuery,
    now: WorldTime,
) -> Vec<Scored> {
    let present: BTreeSet<_> = question.present.iter().collect();
    let mut newest: Vec<_> =
        pool.values().map(|it| Reverse((it.note.at, it.note.serial))).collect();
    newest.sort_unstable();
    let mut scored: Vec<_> = pool
        .into_values()
        .map(|RecallCandidate { note, text, because }| {
            let place = newest.binary_search(&Reverse((note.at, note.serial)));
            let why = FoundBy {
                text: text.filter(|it| it.is_finite() && *it > 0.0).map(|it| it.min(BEST_FIT)),
                entity: note.about.iter().any(|it| present.contains(it)),
                recency: place.map_or(CANDIDATES, |it| it + 1),
                trust: note.trust,
                kept: false,
                because,
            };
            let score = merged(&why) * weight(&note, now);
            Found { note, score, why }
        })
        .collect();
    scored.sort_by(best_first);
    shortlist(scored, question)
}

/// Returns the best candidates, with the best about each character present. Only these are compared
/// by their words, which is the costly step.
fn shortlist(scored: Vec<Found>, question: &MemoryQuery) -> Vec<Scored> {
    let many = question.limit.min(MOST_FOUND).saturating_mul(SHORTLIST);
    // Hearsay is counted apart, so that it takes no places of other notes.
    let (mut hearsay, mut others) = (0, 0);
    let (mut scored, rest): (Vec<Found>, Vec<Found>) = scored.into_iter().partition(|it| {
        let count = if it.note.kind == NoteKind::Hearsay { &mut hearsay } else { &mut others };
        *count += 1;
        *count <= many
    });
    for id in &question.present {
        for heard in [false, true] {
            let fits = |it: &&Found| {
                (it.note.kind == NoteKind::Hearsay) == heard && it.note.about.contains(id)
            };
            if !scored.iter().any(|it| fits(&it)) {
                scored.extend(rest.iter().find(fits).cloned());
            }
        }
    }
    let scored = scored.into_iter().map(|found| {
        let words = WordSet::of(words(&found.note.content));
        Scored { found, words, resembles: 0.0 }
    });
    scored.collect()
}

/// Returns the sum of the scores for text, subject and recency.
fn merged(why: &FoundBy) -> f64 {
    let entity = if why.entity { ENTITY_WEIGHT } else { 0.0 };
    why.text.unwrap_or(0.0) + entity + RECENCY_WEIGHT / (why.recency as f64).sqrt()
}

/// Returns the weight of a note by importance, age, trust and whether the mind itself said it. The age part has a half-life that grows with
/// importance, from a day and a half to a month; it never hides a note.
fn weight(note: &Note, now: WorldTime) -> f64 {
    let importance = f64::from(note.importance.clamp(1, 10));
    let hours = now.since(note.at).as_secs_f64() / 3_600.0;
    let half_life = 24.0 * (importance / 2.0).exp2();
    let age = OLD + (1.0 - OLD) * (-hours / half_life).exp2();
    let reply = if note.is_reply() { REPLY } else { 1.0 };
    (UNIMPORTANT + IMPORTANCE * importance) * age * reply * trust_factor(note.trust)
}

/// Returns the factor of the trust in whoever said something: 1 for ordinary trust, and where nobody
/// said it.
fn trust_factor(trust: Option<u8>) -> f64 {
    let percent = trust.map_or(ORDINARY_TRUST, |it| f64::from(it.min(100)));
    1.0 + TRUST * (percent - ORDINARY_TRUST) / 100.0
}

/// Selection of notes up to the limit.
struct Picks {
    /// Candidates not selected yet, best first.
    left: Vec<Scored>,
    taken: Vec<Scored>,
    limit: usize,
    /// Number of hearsay notes that may still be selected.
    hearsay: usize,
}

impl Picks {
    fn has_room_for(&self, it: &Scored) -> bool {
        self.taken.len() < self.limit && (self.hearsay > 0 || !is_hearsay(it))
    }

    fn take(&mut self, index: usize, kept: bool) {
        let mut it = self.left.remove(index);
        it.found.why.kept = kept;
        if is_hearsay(&it) {
            self.hearsay = self.hearsay.saturating_sub(1);
        }
        for other in &mut self.left {
            other.resembles = other.resembles.max(other.words.overlap(&it.words));
        }
        self.taken.push(it);
    }

    /// Selects one note about each character present; hearsay only where there is nothing else,
    /// because its places are limited.
    fn keep_places(&mut self, present: &[CharacterId]) {
        let mut missing: BTreeSet<&CharacterId> = present.iter().collect();
        for hearsay in [false, true] {
            while let Some(index) = self.left.iter().position(|it| {
                is_hearsay(it) == hearsay
                    && self.has_room_for(it)
                    && it.found.note.about.iter().any(|id| missing.contains(id))
            }) {
                self.take(index, true);
                let about = self.taken.last().map(|it| it.found.note.about.as_slice());
                missing.retain(|id| !about.unwrap_or_default().contains(id));
            }
        }
    }

    /// Fills the remaining places, best first; similarity to notes already selected lowers the
    /// score.
    fn fill(&mut self) {
        let best = self.taken.iter().chain(&self.left).map(|it| it.found.score);
        let best = best.fold(f64::MIN_POSITIVE, f64::max);
        loop {
            let merit =
                |it: &Scored| MERIT * (it.found.score / best) - (1.0 - MERIT) * it.resembles;
            let open = self.left.iter().enumerate();
            let next = open
                .filter(|(_, it)| self.has_room_for(it))
                .max_by(|(a, one), (b, other)| merit(one).total_cmp(&merit(other)).then(b.cmp(a)));
            let Some((index, _)) = next else { return };
            self.take(index, false);
        }
    }
}

fn is_hearsay(it: &Scored) -> bool {
    it.found.note.kind == NoteKind::Hearsay
}

/// Splits a text into words in lower case, without punctuation.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// Set of the distinct words of a text, by hash, for similarity comparisons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordSet(Vec<u64>);

impl WordSet {
    /// Creates a set of words.
    #[must_use]
    pub fn of(words: impl Iterator<Item = String>) -> Self {
        let number = |word: String| {
            let mut hasher = DefaultHasher::new();
            word.hash(&mut hasher);
            hasher.finish()
        };
        let mut numbers: Vec<u64> = words.map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Self(numbers)
    }

    /// Returns the number of distinct words.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the similarity of two sets: shared words divided by the size of the larger set, 0 to
    /// 1.
    #[must_use]
    pub fn overlap(&self, other: &Self) -> f64 {
        let larger = self.0.len().max(other.0.len()).max(1);
        let mut theirs = other.0.iter().peekable();
        let is_shared = |it: &&u64| {
            while theirs.next_if(|other| other < it).is_some() {}
            theirs.next_if_eq(it).is_some()
        };
        self.0.iter().filter(is_shared).count() as f64 / larger as f64
    }
}
