//! In-memory storage of notes with their catalogs, for games without a store.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use engine::{id::CharacterId, label::Label};

use super::{
    Note, RecallCandidate,
    catalog::{Catalog, FoundNote, MemorySettings, NoteQuestion},
    index::SearchScratch,
};

/// In-memory notes of all minds.
#[derive(Default)]
pub struct Shelf {
    settings: MemorySettings,
    minds: BTreeMap<CharacterId, ShelvedMind>,
    room: SearchScratch,
}

/// In-memory notes of one mind.
struct ShelvedMind {
    notes: BTreeMap<u64, Note>,
    catalog: Catalog,
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.minds.iter().map(|(mind, it)| (mind, it.notes.len()));
        f.debug_map().entries(counts).finish()
    }
}

impl Shelf {
    /// Creates an empty shelf with these settings for each mind.
    #[must_use]
    pub fn new(settings: MemorySettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Adds or updates a note; evicts notes above the maximum.
    pub fn put(&mut self, mind: CharacterId, note: Note) {
        let fresh = || ShelvedMind { notes: BTreeMap::new(), catalog: Catalog::new(self.settings) };
        let of = self.minds.entry(mind).or_insert_with(fresh);
        of.catalog.put(&note);
        of.notes.insert(note.serial, note);
        for serial in of.catalog.make_room() {
            of.notes.remove(&serial);
        }
    }

    /// Removes a note.
    pub fn drop_note(&mut self, mind: &CharacterId, serial: u64) {
        if let Some(of) = self.minds.get_mut(mind) {
            of.notes.remove(&serial);
            of.catalog.drop_all(&BTreeSet::from([serial]));
        }
    }

    /// Returns the size of the catalogs in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.minds.values().map(|it| it.catalog.bytes()).sum()
    }

    /// Returns all notes of a mind, oldest first.
    pub fn notes(&self, mind: &CharacterId) -> impl Iterator<Item = &Note> {
        self.minds.get(mind).into_iter().flat_map(|it| it.notes.values())
    }

    /// Returns the candidates among a mind's notes that match a query and may be read.
    pub fn find(
        &mut self,
        mind: &CharacterId,
        question: &NoteQuestion<'_>,
        may_read: impl Fn(&Label) -> bool,
    ) -> Vec<RecallCandidate> {
        let Self { minds, room, .. } = self;
        let Some(of) = minds.get(mind) else { return Vec::new() };
        let found = of.catalog.find(room, question, may_read).into_iter();
        let candidate = |it: FoundNote| {
            let note = of.notes.get(&it.serial)?.clone();
            Some(RecallCandidate { note, text: it.fit, because: it.because })
        };
        found.filter_map(candidate).collect()
    }

    /// Returns exactly the notes of a mind that are about any of these characters or whose labels
    /// name them.
    #[must_use]
    pub fn all_about(&self, mind: &CharacterId, whom: &[CharacterId]) -> Vec<RecallCandidate> {
        self.all(mind, |it| whom.iter().any(|id| it.about.contains(id) || it.label.names(id)))
    }

    /// Returns all notes of a mind that satisfy a predicate.
    pub fn all(
        &self,
        mind: &CharacterId,
        is_wanted: impl Fn(&Note) -> bool,
    ) -> Vec<RecallCandidate> {
        let notes = self.notes(mind).filter(|it| is_wanted(it)).cloned();
        notes.map(RecallCandidate::chosen).collect()
    }
}
