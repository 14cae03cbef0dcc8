//! What one mind remembers, as the way to find it: the index of its notes, whom each is about, who may
//! learn it, and which go first when there are too many.
//!
//! The notes themselves lie in the store, or wherever whoever holds this keeps them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};

use super::{
    Note,
    index::{Language, LineIndex, LineQuestion, MemoryLine, SearchScratch},
};

#[cfg(test)]
mod tests;

/// Most notes that are found by their words, by whom they are about, and by being new.
const BY_WORDS: usize = 60;
const BY_SUBJECT: usize = 16;
const BY_AGE: usize = 8;
/// Most deeds of each whom the matter concerns.
const BY_DEED: usize = 5;
/// Among how many notes about somebody, and how many new ones, those are looked for that may be read.
const LOOKED_AT: usize = 1_000;
/// Most ids that a question names.
const SUBJECTS: usize = 32;
/// How many of the best bring the lines around them along.
const WIDENED: usize = 4;
/// What a line around one that was found has of its fit.
const BESIDE: f32 = 0.5;
/// A part of the notes that goes in one go.
const SWEEP: usize = 16;
/// Of how many parts of the notes one person's may fill one before theirs go first.
const SHARE: usize = 3;
/// How much what corrects something else is worth, beyond any importance.
const CORRECTION: u8 = 11;
/// What nobody may learn any more.
const NOBODY: u32 = u32::MAX;

/// How much a mind remembers, and in which language it is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemorySettings {
    /// Most notes of one mind, lines of conversations included.
    pub most: usize,
    pub language: Language,
}

impl Default for MemorySettings {
    fn default() -> Self {
        Self { most: 20_000, language: Language::default() }
    }
}

/// What is asked of a mind's notes.
#[derive(Debug, Clone, Copy)]
pub struct NoteQuestion<'a> {
    /// What the matter is, in words.
    pub words: &'a str,
    /// Whom it concerns; the first 32 count.
    pub about: &'a [CharacterId],
    /// When it is asked.
    pub now: WorldTime,
    /// How many lines around the best come along on each side.
    pub around: usize,
}

/// A note that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundNote {
    /// Its number.
    pub serial: u64,
    /// How well its words fit, if they do: 1 has each word of the question once.
    pub fit: Option<f64>,
    /// Why it was found, in words.
    pub because: String,
}

/// What is kept of a note.
#[derive(Debug, Clone)]
struct CatalogRow {
    /// What goes last is worth most.
    worth: u8,
    /// The number of who may learn it.
    readers: u32,
    /// The place of whoever's words it comes from, among all of them.
    source: Option<u32>,
    /// Whether it is a deed.
    deed: bool,
}

/// The notes that one mind remembers.
#[derive(Debug, Clone)]
pub struct Catalog {
    settings: MemorySettings,
    index: LineIndex,
    rows: BTreeMap<u64, CatalogRow>,
    about: BTreeMap<CharacterId, BTreeSet<u64>>,
    /// From whose words notes come.
    sources: BTreeMap<CharacterId, u32>,
    /// Every different set of readers once, by its number; whatever else a label says is not kept.
    readers: Vec<Label>,
    numbers: HashMap<(Readers, bool), u32>,
}

impl Catalog {
    /// An empty one.
    #[must_use]
    pub fn new(settings: MemorySettings) -> Self {
        Self {
            settings,
            // What goes is chosen here.
            index: LineIndex::new(settings.language, usize::MAX),
            rows: BTreeMap::new(),
            about: BTreeMap::new(),
            sources: BTreeMap::new(),
            readers: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// How many notes it has.
    #[must_use]
    pub fn notes(&self) -> usize {
        self.rows.len()
    }

    /// How many bytes its index takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let row = size_of::<(u64, CatalogRow)>();
        let about: usize = self.about.values().map(|it| it.len() * size_of::<u64>()).sum();
        self.index.bytes() + self.rows.len() * row + about
    }

    /// Takes a note in, or what became of one. What was corrected is not found any more.
    pub fn put(&mut self, note: &Note) {
        let readers = match note.superseded_by {
            Some(_) => NOBODY,
            None => self.number(&note.label),
        };
        if let Some(row) = self.rows.get_mut(&note.serial) {
            if row.readers != readers {
                row.readers = readers;
                self.index.relabel(note.serial, readers);
            }
            return;
        }
        // What was noted without a talk stands alone; no talk has the number of such a note.
        let conversation = note.conversation.unwrap_or(note.serial);
        self.index.push(&MemoryLine {
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
        let source = note.source.as_ref();
        let source = source.map(|it| *self.sources.entry(it.clone()).or_insert(next));
        self.rows.insert(note.serial, CatalogRow { worth, readers, source, deed: note.is_deed() });
    }

    /// Forgets notes, with every trace of them.
    pub fn drop_all(&mut self, gone: &BTreeSet<u64>) {
        let before = self.rows.len();
        self.rows.retain(|serial, _| !gone.contains(serial));
        if self.rows.len() == before {
            return;
        }
        self.about.retain(|_, about| {
            about.retain(|serial| !gone.contains(serial));
            !about.is_empty()
        });
        self.index.retain(|key| !gone.contains(&key));
    }

    /// Forgets what goes when there are too many, and says which: the oldest of what matters least, and
    /// of whoever fills more than a third of them before anybody else's; corrections last.
    pub fn make_room(&mut self) -> BTreeSet<u64> {
        let most = self.settings.most;
        if self.rows.len() <= most {
            return BTreeSet::new();
        }
        let excess = self.rows.len() - most + most / SWEEP;
        let mut by_source: BTreeMap<u32, usize> = BTreeMap::new();
        for source in self.rows.values().filter_map(|it| it.source) {
            *by_source.entry(source).or_default() += 1;
        }
        let floods = |row: &CatalogRow| {
            let many = row.source.and_then(|it| by_source.get(&it));
            many.is_some_and(|it| *it > most / SHARE)
        };
        let mut order: Vec<(bool, u8, u64)> =
            self.rows.iter().map(|(serial, row)| (!floods(row), row.worth, *serial)).collect();
        order.sort_unstable();
        let gone = order.into_iter().take(excess).map(|(.., serial)| serial).collect();
        self.drop_all(&gone);
        gone
    }

    /// What comes to mind: by the words, by whom the matter concerns, and what is newest, of what may be
    /// read; each once, what fits best first.
    pub fn find(
        &self,
        room: &mut SearchScratch,
        question: &NoteQuestion<'_>,
        may_read: impl Fn(&Label) -> bool,
    ) -> Vec<FoundNote> {
        let readable: Vec<bool> = self.readers.iter().map(may_read).collect();
        let may_read = |number: u32| readable.get(number as usize).copied().unwrap_or(false);
        let now = i64::try_from(question.now.0 / 1_000).unwrap_or(i64::MAX);
        let asked = LineQuestion { text: question.words, now, limit: BY_WORDS };
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
        let is_readable =
            |serial: &u64| self.rows.get(serial).is_some_and(|it| may_read(it.readers));
        let mut add = |serial: u64, because: &str| {
            if known.insert(serial) {
                notes.push(FoundNote { serial, fit: None, because: because.to_owned() });
            }
        };
        for id in question.about.iter().take(SUBJECTS) {
            let about = || {
                let newest = self.about.get(id).into_iter().flatten().rev().take(LOOKED_AT);
                newest.filter(|it| is_readable(it))
            };
            let is_deed = |it: &&u64| self.rows.get(it).is_some_and(|row| row.deed);
            about().filter(is_deed).take(BY_DEED).for_each(|it| add(*it, "a deed of theirs"));
            about().take(BY_SUBJECT).for_each(|it| add(*it, "about them"));
        }
        let newest = self.rows.keys().rev().take(LOOKED_AT);
        newest.filter(|it| is_readable(it)).take(BY_AGE).for_each(|it| add(*it, "new"));
        notes
    }

    /// The number of those who may learn what has this label.
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

/// Whose words a note is.
fn speaker(note: &Note) -> &str {
    let source = note.source.as_ref().map_or("", |it| it.as_str());
    note.speaker.as_deref().unwrap_or(source)
}
