//! What a mind remembers: notes with their provenance, what may become one,
//! and which of them a question brings back.
//!
//! Finding is pure. A [`catalog::Catalog`] knows what fits a question among what its readers may learn;
//! [`rank`] weighs that by whom it is about, importance and age, and takes the best that differ from
//! one another. A [`shelf::Shelf`] holds notes and catalogs where no store does.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use serde::{Deserialize, Serialize};

pub mod catalog;
pub mod index;
mod keep;
pub mod said;
pub mod shelf;
#[cfg(test)]
mod tests;

pub use keep::{FLOOD_NOTES, FLOOD_SHARE, FLOOD_SPAN, LONGEST, NoteDraft, Unfit, admit};

/// Most candidates that are looked at.
pub const CANDIDATES: usize = 512;
/// Most notes that are found at once.
pub const MOST_FOUND: usize = 50;
/// How many times as many notes as are asked for are compared with one another.
const SHORTLIST: usize = 4;

/// What a note gets for being about somebody whom the matter concerns, and the newest for being new;
/// one with each word of the question has 1.
const ENTITY_WEIGHT: f64 = 0.25;
const RECENCY_WEIGHT: f64 = 0.005;
/// More than this does not fit better, so that no sum of it leaves the numbers there are.
const BEST_FIT: f64 = 1e6;
/// What is left of the weight of what is old; what it says is what it is found by.
const OLD: f64 = 0.99;
/// What a note of importance 0 weighs, and what each further step of importance adds.
const UNIMPORTANT: f64 = 0.8;
const IMPORTANCE: f64 = 0.04;
/// How much merit counts against being different from what was found already.
const MERIT: f64 = 0.7;
/// Most hearsay among what is found, in percent of the places.
const HEARSAY_PERCENT: usize = 40;

/// What sort of thing a note says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum NoteKind {
    /// Something that is so.
    Fact,
    /// Something that happened.
    Episode,
    /// A line of a conversation, as it was said.
    Line,
    /// Something that somebody claims.
    Hearsay,
    /// Something that it concluded.
    Insight,
}

/// One thing that a mind remembers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Its number within its mind; a greater number is a newer note.
    pub serial: u64,
    /// What is remembered, in a sentence or two.
    pub content: String,
    /// Whom it is about.
    pub about: Vec<CharacterId>,
    /// How much it matters, 1 to 10.
    pub importance: u8,
    /// What sort of thing it says.
    pub kind: NoteKind,
    /// When it was made.
    pub at: WorldTime,
    /// Where it came from, and who may learn it.
    pub label: Label,
    /// From whose words it comes; none for what nobody said, and in notes from before this was kept.
    /// Forgetting, ignoring and quotas go by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<CharacterId>,
    /// Who spoke, by the name they had, when it is a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// The conversation in which it was said or noted, by the number of the first note of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<u64>,
    /// Whether a model wrote it, rather than the engine taking it from what was said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub concluded: bool,
    /// The number of the note that it corrects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u64>,
    /// The number of the note that corrects it, and then it is never told any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<u64>,
}

impl Note {
    /// Who had a hand in it or may know it among others without being whom it is about; whoever
    /// remembers it does not count.
    #[must_use]
    pub fn mentions(&self, mind: &str) -> BTreeSet<CharacterId> {
        let others = self.label.all_named().chain(&self.source);
        others.filter(|id| id.as_str() != mind && !self.about.contains(id)).cloned().collect()
    }

    /// Whether it is something that was done in a conversation, rather than said.
    #[must_use]
    pub fn is_deed(&self) -> bool {
        self.kind == NoteKind::Line && self.speaker.is_none()
    }

    /// Whether it was made of what was said, by a model or as what is left of a talk.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.concluded || self.kind == NoteKind::Episode
    }

    /// Whether it comes from somebody's words alone, or is about them.
    #[must_use]
    pub fn is_of(&self, whom: &CharacterId) -> bool {
        self.source.as_ref() == Some(whom) || self.label.is_of(whom) || self.about.contains(whom)
    }
}

/// Whether a text holds words, folded, as they follow one another; it holds no words at all never.
#[must_use]
pub fn holds_run(text: &str, run: &[String]) -> bool {
    let said: Vec<String> = words(text).collect();
    !run.is_empty() && said.windows(run.len()).any(|it| it == run)
}

/// A note, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoteDocument {
    /// The first form.
    V1(Note),
}

impl NoteDocument {
    /// The newest form.
    #[must_use]
    pub fn current(self) -> Note {
        match self {
            Self::V1(it) => it,
        }
    }
}

// ---- Finding ----

/// A note that may be what is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecallCandidate {
    pub note: Note,
    /// How well its words fit, if they do: 1 has each word of the question once. Numbers that are not
    /// above zero count as none, and those above a million as a million.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<f64>,
    /// Why it was found, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub because: String,
}

impl RecallCandidate {
    /// A note that no catalog knows yet. It fits by the share of the words of a question, each once,
    /// that it holds.
    #[must_use]
    pub fn fresh(note: Note, asked: &BTreeSet<String>) -> Self {
        let shared: BTreeSet<String> =
            words(&note.content).filter(|it| asked.contains(it)).collect();
        let shared = shared.len();
        let text = (shared > 0).then(|| shared as f64 / asked.len() as f64);
        Self { note, text, because: "just noted".to_owned() }
    }
}

/// What is asked of the memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryQuery {
    /// What the matter is, in words.
    pub words: String,
    /// Whom the matter concerns: the speaker and who else is there. About each
    /// of them something is found when there is something.
    pub present: Vec<CharacterId>,
    /// Who will hear what is made of the answer. All of them must be allowed
    /// to learn each note.
    pub audience: Readers,
    /// Most notes to find; anything above [`MOST_FOUND`] counts as that.
    pub limit: usize,
}

/// A note that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub note: Note,
    /// How good it is; only good for comparing notes of one answer.
    pub score: f64,
    /// Why it was found.
    pub why: FoundBy,
}

/// Why a note was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundBy {
    /// How well its words fit.
    pub text: Option<f64>,
    /// Whether it is about somebody whom the matter concerns.
    pub entity: bool,
    /// Its place among the others by being new, counted from 1.
    pub recency: usize,
    /// Whether a place was kept for it because of whom it is about.
    pub kept: bool,
    /// In words.
    pub because: String,
}

/// The best answers to a question, best first.
///
/// Of candidates with the same number the last one counts, so notes that are
/// not stored yet come after the stored ones. At most 40 % of
/// [`MemoryQuery::limit`] is hearsay.
#[must_use]
pub fn rank(candidates: &[RecallCandidate], question: &MemoryQuery, now: WorldTime) -> Vec<Found> {
    let mut pool: BTreeMap<u64, RecallCandidate> = BTreeMap::new();
    for it in candidates.iter().rev().take(CANDIDATES) {
        // From the last on, so the first one met is the one that counts.
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

/// A candidate with its score, its words, and how much it resembles what was
/// taken already.
struct Scored {
    found: Found,
    words: WordSet,
    resembles: f64,
}

fn best_first(a: &Found, b: &Found) -> std::cmp::Ordering {
    let by_score = b.score.total_cmp(&a.score);
    by_score.then(b.note.serial.cmp(&a.note.serial))
}

/// Gives each candidate its score; best first.
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

/// The best, and the best about each who is there: only these are compared
/// with one another, because comparing words is what takes time.
fn shortlist(scored: Vec<Found>, question: &MemoryQuery) -> Vec<Scored> {
    let many = question.limit.min(MOST_FOUND).saturating_mul(SHORTLIST);
    // Hearsay has places of its own, so it takes none of the others'.
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

/// How much speaks for a note.
fn merged(why: &FoundBy) -> f64 {
    let entity = if why.entity { ENTITY_WEIGHT } else { 0.0 };
    why.text.unwrap_or(0.0) + entity + RECENCY_WEIGHT / (why.recency as f64).sqrt()
}

/// How much a note's importance and age count. What age takes of it halves in a time that grows with
/// its importance, from a day and a half to a month, and nothing is ever hidden by it.
fn weight(note: &Note, now: WorldTime) -> f64 {
    let importance = f64::from(note.importance.clamp(1, 10));
    let hours = now.since(note.at).as_secs_f64() / 3_600.0;
    let half_life = 24.0 * (importance / 2.0).exp2();
    (UNIMPORTANT + IMPORTANCE * importance) * (OLD + (1.0 - OLD) * (-hours / half_life).exp2())
}

/// Takes notes until there are enough.
struct Picks {
    /// What can still be taken, best first.
    left: Vec<Scored>,
    taken: Vec<Scored>,
    limit: usize,
    /// How much hearsay may still be taken.
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

    /// Takes one note about each who is there, hearsay only where there is
    /// nothing else, because its places are few.
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

    /// Takes the best of the rest, one by one; what resembles something that
    /// was taken already comes later.
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

/// The words of a text in lower case, without punctuation.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// The different words of a text, to be compared with those of others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordSet(Vec<u64>);

impl WordSet {
    /// The set of these words.
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

    /// How many different words it has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// How much two sets have in common: the share of the larger one that is in both, 0 to 1.
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
