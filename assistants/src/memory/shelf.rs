//! Notes of minds with their catalogs, in memory: for games without a store.

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

/// The notes of minds.
#[derive(Default)]
pub struct Shelf {
    settings: MemorySettings,
    minds: BTreeMap<CharacterId, ShelvedMind>,
    room: SearchScratch,
}

/// The notes of one mind.
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
    /// One whose minds remember so much.
    #[must_use]
    pub fn new(settings: MemorySettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Takes a note in, or what became of one.
    pub fn put(&mut self, mind: CharacterId, note: Note) {
        let fresh = || ShelvedMind { notes: BTreeMap::new(), catalog: Catalog::new(self.settings) };
        let of = self.minds.entry(mind).or_insert_with(fresh);
        of.catalog.put(&note);
        of.notes.insert(note.serial, note);
        for serial in of.catalog.make_room() {
            of.notes.remove(&serial);
        }
    }

    /// Forgets a note.
    pub fn drop_note(&mut self, mind: &CharacterId, serial: u64) {
        if let Some(of) = self.minds.get_mut(mind) {
            of.notes.remove(&serial);
            of.catalog.drop_all(&BTreeSet::from([serial]));
        }
    }

    /// How many bytes the catalogs take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.minds.values().map(|it| it.catalog.bytes()).sum()
    }

    /// All notes of a mind, the oldest first.
    pub fn notes(&self, mind: &CharacterId) -> impl Iterator<Item = &Note> {
        self.minds.get(mind).into_iter().flat_map(|it| it.notes.values())
    }

    /// What of a mind's notes may be what is asked for.
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

    /// All notes of a mind that are about any of these or name them, and no other.
    #[must_use]
    pub fn all_about(&self, mind: &CharacterId, whom: &[CharacterId]) -> Vec<RecallCandidate> {
        self.all(mind, |it| whom.iter().any(|id| it.about.contains(id) || it.label.names(id)))
    }

    /// All notes of a mind that are like this.
    pub fn all(
        &self,
        mind: &CharacterId,
        is_wanted: impl Fn(&Note) -> bool,
    ) -> Vec<RecallCandidate> {
        let notes = self.notes(mind).filter(|it| is_wanted(it)).cloned();
        notes.map(|note| RecallCandidate { note, text: None, because: String::new() }).collect()
    }
}
