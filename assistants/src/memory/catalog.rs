//! Catalog of one mind's notes: full-text index, subjects, permitted readers and eviction order.
//!
//! The notes themselves are kept in the store, or by the owner of the catalog.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};

use super::{
    Note, NoteKind,
    index::{FoundLine, FoundLines, Language, LineIndex, LineQuestion, MemoryLine, SearchScratch},
    links::NoteLink,
};

#[cfg(test)]
mod tests;

/// Maximum number of notes found by text, by each subject, and by recency.
const BY_WORDS: usize = 60;
const BY_SUBJECT: usize = 16;
const BY_AGE: usize = 8;
/// Maximum number of deeds found for each subject.
const BY_DEED: usize = 5;
/// Maximum number of insights and profiles found about each subject.
const BY_INSIGHT: usize = 4;
/// Maximum number of entries of the journal that are found, the newest.
const BY_JOURNAL: usize = 4;
/// Maximum number of derived notes found by text, and their score as a share of what a line would have.
const BY_DERIVED: usize = 8;
const DERIVED: f32 = 0.3;
/// Maximum number of subjects of a query.
const SUBJECTS: usize = 32;
/// Number of best hits whose neighbouring lines are included.
const WIDENED: usize = 4;
/// Score of a line next to a hit, as a share of the hit's score.
const BESIDE: f32 = 0.5;
/// Score of a note that is linked to a hit as strongly as can be, as a share of the hit's score.
const LINKED: f32 = 0.4;
/// Divisor of the capacity for the number of notes evicted at once.
const SWEEP: usize = 16;
/// Divisor of the capacity above which the notes of one source are evicted first.
const SHARE: usize = 3;
/// Eviction rank of a correction, above every importance.
const CORRECTION: u8 = 11;
/// Reader set number of notes that nobody may read any more.
const NOBODY: u32 = u32::MAX;

/// Settings of a memory: capacity and language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemorySettings {
    /// Maximum number of notes of one mind that everybody may read, lines of conversations included,
    /// and maximum number of the others; 20,000 by default.
    pub most: usize,
    pub language: Language,
}

impl Default for MemorySettings {
    fn default() -> Self {
        Self { most: 20_000, language: Language::default() }
    }
}

/// Query of a mind's notes.
#[derive(Debug, Clone, Copy)]
pub struct NoteQuestion<'a> {
    /// Query text.
    pub words: &'a str,
    /// Characters that the query concerns; the first 32 count.
    pub about: &'a [CharacterId],
    /// Time of the query.
    pub now: WorldTime,
    /// Number of neighbouring lines included on each side of the best hits.
    pub around: usize,
}

/// Hit of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundNote {
    /// Serial number of the note.
    pub serial: u64,
    /// Text match score, if any; 1 means that each word of the query occurs once.
    pub fit: Option<f64>,
    /// Reason for the match, as text.
    pub because: String,
}

/// Metadata of a note.
#[derive(Debug, Clone)]
struct CatalogRow {
    /// Eviction rank; the lowest is evicted first.
    worth: u8,
    /// Number of the set of permitted readers.
    readers: u32,
    /// True if not everybody may read the note, superseded or not.
    private: bool,
    /// Number of the character whose words the note comes from.
    source: Option<u32>,
    /// True if the note is a deed.
    deed: bool,
    kind: NoteKind,
    /// Links to other notes, strongest first.
    links: Box<[NoteLink]>,
}

/// Catalog of the notes of one mind.
#[derive(Debug, Clone)]
pub struct Catalog {
    settings: MemorySettings,
    index: LineIndex,
    /// Index of derived notes. They repeat the words of what they rest on, which would make these words
    /// common in an index of both.
    derived: LineIndex,
    rows: BTreeMap<u64, CatalogRow>,
    /// Number of notes that not everybody may read.
    private: usize,
    about: BTreeMap<CharacterId, BTreeSet<u64>>,
    /// Entries of the journal.
    journal: BTreeSet<u64>,
    /// Numbers of the characters whose words notes come from.
    sources: BTreeMap<CharacterId, u32>,
    /// Names under which characters last spoke before everybody.
    names: BTreeMap<CharacterId, String>,
    /// Distinct reader sets, indexed by number, as labels without origins and integrity.
    readers: Vec<Label>,
    numbers: HashMap<(Readers, bool), u32>,
}

impl Catalog {
    /// Creates an empty catalog.
    #[must_use]
    pub fn new(settings: MemorySettings) -> Self {
        Self {
            settings,
            // Eviction is done by the catalog, not by the index.
            index: LineIndex::new(settings.language, usize::MAX),
            derived: LineIndex::new(settings.language, usize::MAX),
            rows: BTreeMap::new(),
            private: 0,
            about: BTreeMap::new(),
            journal: BTreeSet::new(),
            sources: BTreeMap::new(),
            names: BTreeMap::new(),
            readers: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Returns the number of notes.
    #[must_use]
    pub fn notes(&self) -> usize {
        self.rows.len()
    }

    /// Returns the approximate size of the index in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let row = size_of::<(u64, CatalogRow)>();
        let about: usize = self.about.values().map(|it| it.len() * size_of::<u64>()).sum();
        self.index.bytes() + self.derived.bytes() + self.rows.len() * row + about
    }

    /// Adds a note, or updates the readers of a known one. A superseded note is not found any more.
    pub fn put(&mut self, note: &Note) {
        let readers = match note.superseded_by {
            Some(_) => NOBODY,
            None => self.number(&note.label),
        };
        if let Some(row) = self.rows.get_mut(&note.serial) {
            let private = note.label.readers != Readers::Everyone;
            self.private -= usize::from(row.private);
            self.private += usize::from(private);
            row.private = private;
            if *row.links != *note.links {
                row.links = note.links.as_slice().into();
            }
            if row.readers != readers {
                row.readers = readers;
                let index = if row.kind.is_derived() { &mut self.derived } else { &mut self.index };
                index.relabel(note.serial, readers);
            }
            return;
        }
        // A note without a conversation gets its own; none has the number of such a note.
        let conversation = note.conversation.unwrap_or(note.serial);
        let index = if note.kind.is_derived() { &mut self.derived } else { &mut self.index };
        index.push(&MemoryLine {
            key: note.serial,
            speaker: speaker(note),
            at: i64::try_from(note.at.0 / 1_000).unwrap_or(i64::MAX),
            conversation: u32::try_from(conversation).unwrap_or(u32::MAX),
            readers,
            text: &note.content,
        });
        for id in &note.about {
            self.about.entry(id.clone()).or_default().insert(note.serial);
        }
        let worth = if note.supersedes.is_some() { CORRECTION } else { note.importance };
        let next = u32::try_from(self.sources.len()).unwrap_or(u32::MAX);
        if let (Some(source), Some(name)) = (&note.source, &note.speaker)
            && note.label.readers == Readers::Everyone
            && !note.is_reply()
        {
            self.names.insert(source.clone(), name.clone());
        }
        let source = note.source.as_ref();
        let source = source.map(|it| *self.sources.entry(it.clone()).or_insert(next));
        let private = note.label.readers != Readers::Everyone;
        self.private += usize::from(private);
        let (deed, kind, links) = (note.is_deed(), note.kind, note.links.as_slice().into());
        let row = CatalogRow { worth, readers, private, source, deed, kind, links };
        self.rows.insert(note.serial, row);
        if kind == NoteKind::Journal {
            self.journal.insert(note.serial);
        }
    }

    /// Removes notes with every trace of them.
    pub fn drop_all(&mut self, gone: &BTreeSet<u64>) {
        let before = self.rows.len();
        self.rows.retain(|serial, _| !gone.contains(serial));
        if self.rows.len() == before {
            return;
        }
        self.private = self.rows.values().filter(|it| it.private).count();
        self.journal.retain(|serial| !gone.contains(serial));
        self.about.retain(|_, about| {
            about.retain(|serial| !gone.contains(serial));
            !about.is_empty()
        });
        self.names.retain(|id, _| self.about.contains_key(id));
        self.index.retain(|key| !gone.contains(&key));
        self.derived.retain(|key| !gone.contains(&key));
    }

    /// Evicts notes when there are more than the maximum of their kind, and returns their serial
    /// numbers: what some said in private puts out nothing that everybody may read. Order: first
    /// notes of a source with more than a third of the capacity, then by importance and age;
    /// corrections last.
    pub fn make_room(&mut self) -> BTreeSet<u64> {
        let most = self.settings.most;
        let public = self.rows.len() - self.private;
        let mut gone = BTreeSet::new();
        for (private, count) in [(false, public), (true, self.private)] {
            if count > most {
                gone.extend(self.least(private, count - most + most / SWEEP));
            }
        }
        self.drop_all(&gone);
        gone
    }

    /// Returns the serial numbers of the so many notes of a kind to evict next.
    fn least(&self, private: bool, many: usize) -> impl Iterator<Item = u64> {
        let like = || self.rows.iter().filter(move |(_, row)| row.private == private);
        let mut by_source: BTreeMap<u32, usize> = BTreeMap::new();
        for source in like().filter_map(|(_, it)| it.source) {
            *by_source.entry(source).or_default() += 1;
        }
        let floods = |row: &CatalogRow| {
            let many = row.source.and_then(|it| by_source.get(&it));
            many.is_some_and(|it| *it > self.settings.most / SHARE)
        };
        let mut order: Vec<(bool, u8, u64)> =
            like().map(|(serial, row)| (!floods(row), row.worth, *serial)).collect();
        order.sort_unstable();
        order.into_iter().take(many).map(|(.., serial)| serial)
    }

    /// Returns the notes that match a query by text, subject or recency and that may be read; each
    /// once, text matches first, best first.
    pub fn find(
        &self,
        room: &mut SearchScratch,
        question: &NoteQuestion<'_>,
        may_read: impl Fn(&Label) -> bool,
    ) -> Vec<FoundNote> {
        let readable: Vec<bool> = self.readers.iter().map(may_read).collect();
        let may_read = |number: u32| readable.get(number as usize).copied().unwrap_or(false);
        let now = i64::try_from(question.now.0 / 1_000).unwrap_or(i64::MAX);
        let asker = question.about.first().and_then(|it| self.names.get(it)).map(String::as_str);
        let asked = LineQuestion { text: question.words, asker, now, limit: BY_WORDS };
        let found = self.index.search(room, &asked, may_read);
        let mut notes: Vec<FoundNote> = Vec::new();
        let mut known: BTreeSet<u64> = BTreeSet::new();
        let fit = |score: f32| Some(f64::from(score / found.whole)).filter(|it| *it > 0.0);
        for line in &found.lines {
            let because = found.because(&line.why);
            known.insert(line.key);
            notes.push(FoundNote { serial: line.key, fit: fit(line.score), because });
        }
        for line in found.lines.iter().take(WIDENED) {
            for serial in self.index.around(line.key, question.around, may_read) {
                if known.insert(serial) {
                    let because = "beside what was found".to_owned();
                    notes.push(FoundNote { serial, fit: fit(line.score * BESIDE), because });
                }
            }
        }
        notes.extend(self.find_derived(room, &asked, found.whole, may_read));
        known.extend(notes.iter().map(|it| it.serial));
        let linked = self.find_linked(&found, &mut known, may_read);
        notes.extend(linked);
        let is_readable =
            |serial: &u64| self.rows.get(serial).is_some_and(|it| may_read(it.readers));
        let mut add = |serial: u64, because: &str| {
            if known.insert(serial) {
                notes.push(FoundNote { serial, fit: None, because: because.to_owned() });
            }
        };
        for id in question.about.iter().take(SUBJECTS) {
            // However many of them are for others, those that may be read are found.
            let about =
                || self.about.get(id).into_iter().flatten().rev().filter(|it| is_readable(it));
            let is_deed = |it: &&u64| self.rows.get(it).is_some_and(|row| row.deed);
            about().filter(is_deed).take(BY_DEED).for_each(|it| add(*it, "a deed of theirs"));
            let is_insight = |it: &&u64| {
                let kind = self.rows.get(it).map(|row| row.kind);
                matches!(kind, Some(NoteKind::Insight | NoteKind::Profile))
            };
            about().filter(is_insight).take(BY_INSIGHT).for_each(|it| add(*it, "thought of them"));
            about().take(BY_SUBJECT).for_each(|it| add(*it, "about them"));
        }
        let journal = self.journal.iter().rev().filter(|it| is_readable(it));
        journal.take(BY_JOURNAL).for_each(|it| add(*it, "of a day that is over"));
        let newest = self.rows.keys().rev();
        newest.filter(|it| is_readable(it)).take(BY_AGE).for_each(|it| add(*it, "new"));
        notes
    }

    /// Returns the derived notes that match a query by text.
    fn find_derived(
        &self,
        room: &mut SearchScratch,
        asked: &LineQuestion<'_>,
        whole: f32,
        may_read: impl Fn(u32) -> bool,
    ) -> Vec<FoundNote> {
        let asked = LineQuestion { limit: BY_DERIVED, ..*asked };
        let found = self.derived.search(room, &asked, may_read);
        // Few derived notes have a rare word of the question; that makes none of them a better answer.
        let whole = found.whole.max(whole);
        let note = |line: &FoundLine| {
            let fit = f64::from(DERIVED * line.score / whole);
            let because = found.because(&line.why);
            FoundNote { serial: line.key, fit: Some(fit).filter(|it| *it > 0.0), because }
        };
        found.lines.iter().map(note).collect()
    }

    /// Returns the notes linked to the best hits, and adds them to those already `known`.
    fn find_linked(
        &self,
        found: &FoundLines,
        known: &mut BTreeSet<u64>,
        may_read: impl Fn(u32) -> bool,
    ) -> Vec<FoundNote> {
        let mut notes = Vec::new();
        for line in found.lines.iter().take(WIDENED) {
            let links = self.rows.get(&line.key).into_iter().flat_map(|it| &it.links);
            for NoteLink { to, strength } in links {
                let is_new =
                    self.rows.get(to).is_some_and(|it| may_read(it.readers)) && known.insert(*to);
                if is_new {
                    let share = LINKED * f32::from(*strength) / 100.0;
                    let fit = f64::from(line.score * share / found.whole);
                    let because = "linked to what was found".to_owned();
                    notes.push(FoundNote {
                        serial: *to,
                        fit: Some(fit).filter(|it| *it > 0.0),
                        because,
                    });
                }
            }
        }
        notes
    }

    /// Returns the number of a label's reader set, a new one where it has none.
    fn number(&mut self, label: &Label) -> u32 {
        let key = (label.readers.clone(), label.outside);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = u32::try_from(self.readers.len()).unwrap_or(NOBODY);
        let (readers, outside) = key.clone();
        self.readers.push(Label { readers, outside, ..Label::engine() });
        self.numbers.insert(key, number);
        number
    }
}

/// Returns the speaker's name of a note, or the id of its source; empty for neither.
fn speaker(note: &Note) -> &str {
    let source = note.source.as_ref().map_or("", |it| it.as_str());
    note.speaker.as_deref().unwrap_or(source)
}
