//! Saved rows of a game without a server, in memory.

use std::collections::BTreeMap;

use assistants::{memory::shelf::Shelf, record::entry::RecordEntry};
use engine::save::document::{Row, Saved, SavedRow};

/// In-memory store: rows by kind and id, and the notes of the minds.
#[derive(Default)]
pub(super) struct Lasting {
    pub(super) rows: BTreeMap<String, BTreeMap<String, SavedRow>>,
    pub(super) notes: Shelf,
    pub(super) record: Vec<RecordEntry>,
}

impl Lasting {
    pub(super) fn put(&mut self, row: Row) {
        let rows = self.rows.entry(row.kind.to_owned()).or_default();
        let Row { id, owner, body, .. } = row;
        match body {
            Some(body) => drop(rows.insert(id.clone(), SavedRow { id, owner, body })),
            None => drop(rows.remove(&id)),
        }
    }

    pub(super) fn of(&self, kind: &str) -> impl Iterator<Item = &SavedRow> {
        self.rows.get(kind).into_iter().flat_map(BTreeMap::values)
    }

    pub(super) fn saved(&self) -> Saved {
        let rows = |rows: &BTreeMap<String, SavedRow>| rows.values().cloned().collect();
        Saved(self.rows.iter().map(|(kind, it)| (kind.clone(), rows(it))).collect())
    }
}
