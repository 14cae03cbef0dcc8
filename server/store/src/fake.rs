//! Database in memory that works, fails or hangs as a test tells it.

#![expect(
    clippy::disallowed_types,
    reason = "the store's threads stop at the gate while the test goes on, so they share it"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, MutexGuard},
};

use engine::{id::CharacterId, save::document::SavedRow};
use tokio::sync::watch;

use super::{
    Row, StoreError,
    database::{Changes, Database, DocumentChange, Mentions, NoteChange},
};

/// A database in memory; every clone is a connection to the same.
#[derive(Clone, Default)]
pub(super) struct Fake(Arc<FakeShared>);

#[derive(Default)]
struct FakeShared {
    state: Mutex<FakeRows>,
    /// Notified when a write may go on.
    gate: Condvar,
    /// Number of writes begun so far, insertions included.
    begun: watch::Sender<u64>,
}

#[derive(Default)]
struct FakeRows {
    disk: Disk,
    /// Rows by kind and id.
    rows: BTreeMap<(String, String), FakeRow>,
    /// Notes by mind and serial.
    notes: BTreeMap<(String, i64), FakeNote>,
}

#[derive(Debug, Clone)]
struct FakeRow {
    owner: String,
    body: String,
    mentions: BTreeSet<CharacterId>,
}

#[derive(Debug)]
struct FakeNote {
    about: Vec<String>,
    mentions: BTreeSet<CharacterId>,
    body: String,
}

/// Result of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Disk {
    #[default]
    Works,
    /// The write fails, and nothing is written.
    Fails,
    /// The write finds that the file itself is broken.
    Damaged,
    /// The write waits until this changes; `after` further ones succeed first.
    Hangs { after: u32 },
}

impl Fake {
    /// Sets the result of writes from now on, those that wait included.
    pub(super) fn set(&self, disk: Disk) {
        self.lock().disk = disk;
        self.0.gate.notify_all();
    }

    /// Waits until so many writes were begun in all.
    pub(super) async fn begun(&self, count: u64) {
        let mut begun = self.0.begun.subscribe();
        begun.wait_for(|begun| *begun >= count).await.unwrap();
    }

    fn lock(&self) -> MutexGuard<'_, FakeRows> {
        self.0.state.lock().unwrap()
    }

    /// Returns the state, when a write may go on.
    fn at_the_gate(&self) -> Result<MutexGuard<'_, FakeRows>, StoreError> {
        self.0.begun.send_modify(|begun| *begun += 1);
        let shut = |state: &mut FakeRows| state.disk == Disk::Hangs { after: 0 };
        let mut state = self.0.gate.wait_while(self.lock(), shut).unwrap();
        match &mut state.disk {
            Disk::Works => Ok(state),
            Disk::Hangs { after } => {
                *after -= 1;
                Ok(state)
            }
            Disk::Damaged => {
                let reason = "the test wants it so".to_owned();
                Err(StoreError::Damaged { path: PathBuf::from("memory"), reason })
            }
            Disk::Fails => {
                let reason = "the test wants it so".to_owned();
                Err(StoreError::Unwritable { path: PathBuf::from("memory"), reason })
            }
        }
    }
}

impl FakeRows {
    fn load(&self, kind: &str, id: &str) -> Option<String> {
        self.rows.get(&(kind.to_owned(), id.to_owned())).map(|it| it.body.clone())
    }

    fn owned_by(&self, kind: &str, owner: &str) -> Vec<(String, String)> {
        let all = self.all(kind).into_iter().filter(|(_, of, _)| of == owner);
        all.map(|(id, _, body)| (id, body)).collect()
    }

    fn all(&self, kind: &str) -> Vec<(String, String, String)> {
        let of_kind = self.rows.iter().filter(|((it, _), _)| it == kind);
        of_kind.map(|((_, id), it)| (id.clone(), it.owner.clone(), it.body.clone())).collect()
    }
}

impl Database for Fake {
    fn write(&mut self, changes: &Changes) -> Result<(), StoreError> {
        let mut state = self.at_the_gate()?;
        for ((kind, id), DocumentChange { owner, body, mentions }) in &changes.rows {
            let key = ((*kind).to_owned(), id.clone());
            match body.clone() {
                Some(body) => {
                    let (owner, mentions) = (owner.clone(), mentions.clone().unwrap_or_default());
                    state.rows.insert(key, FakeRow { owner, body, mentions })
                }
                None => state.rows.remove(&key),
            };
        }
        for (key, NoteChange { about, mentions, body }) in &changes.notes {
            match body.clone() {
                Some(body) => {
                    let about = about.clone();
                    let note = FakeNote { about, mentions: mentions.clone(), body };
                    drop(state.notes.insert(key.clone(), note));
                }
                None => drop(state.notes.remove(key)),
            }
        }
        Ok(())
    }

    fn insert_new(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let mut state = self.at_the_gate()?;
        let mut new = state.rows.clone();
        for Row { kind, id, owner, body, mentions } in rows {
            let key = ((*kind).to_owned(), id.clone());
            if new.contains_key(&key) {
                return Err(StoreError::Exists { kind, id: id.clone() });
            }
            if let Some(body) = body.clone() {
                let (owner, mentions) = (owner.clone(), mentions.clone().unwrap_or_default());
                new.insert(key, FakeRow { owner, body, mentions });
            }
        }
        state.rows = new;
        Ok(())
    }

    fn load(&mut self, kind: &str, id: &str) -> Result<Option<String>, StoreError> {
        Ok(self.lock().load(kind, id))
    }

    fn load_whole(
        &mut self,
        kind: &str,
        id: &str,
        owned: &str,
        owner: &str,
    ) -> Result<(Option<String>, Vec<(String, String)>), StoreError> {
        let state = self.lock();
        Ok((state.load(kind, id), state.owned_by(owned, owner)))
    }

    fn owned_by(&mut self, kind: &str, owner: &str) -> Result<Vec<(String, String)>, StoreError> {
        Ok(self.lock().owned_by(kind, owner))
    }

    fn all(&mut self, kind: &str) -> Result<Vec<(String, String, String)>, StoreError> {
        Ok(self.lock().all(kind))
    }

    fn page(
        &mut self,
        kind: &str,
        from: &str,
        count: usize,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        let all = self.lock().all(kind).into_iter();
        Ok(all.filter(|(id, ..)| id.as_str() >= from).take(count).collect())
    }

    fn mentions(
        &mut self,
        kinds: &[&'static str],
        whom: &BTreeSet<CharacterId>,
    ) -> Result<Mentions, StoreError> {
        let state = self.lock();
        let mut found = Mentions::default();
        for &kind in kinds {
            let named = state
                .rows
                .iter()
                .filter(|((it, _), row)| it == kind && !row.mentions.is_disjoint(whom));
            found.rows.extend(named.map(|((_, id), FakeRow { owner, body, .. })| {
                let (id, owner, body) = (id.clone(), owner.clone(), body.clone());
                (kind, SavedRow { id, owner, body })
            }));
        }
        let is_one = |id: &String| whom.iter().any(|it| it.as_str() == id);
        for ((mind, serial), note) in &state.notes {
            if note.about.iter().any(is_one) || !note.mentions.is_disjoint(whom) {
                found.notes.push((mind.clone(), *serial, note.body.clone()));
            }
        }
        Ok(found)
    }

    fn minds(&mut self) -> Result<Vec<String>, StoreError> {
        let mut minds: Vec<String> =
            self.lock().notes.keys().map(|(mind, _)| mind.clone()).collect();
        minds.dedup();
        Ok(minds)
    }

    fn notes(
        &mut self,
        mind: &str,
        from: i64,
        count: usize,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let state = self.lock();
        let of_mind = state.notes.range((mind.to_owned(), from)..);
        let of_mind = of_mind.take_while(|((of, _), _)| of == mind).take(count);
        Ok(of_mind.map(|((_, serial), note)| (*serial, note.body.clone())).collect())
    }

    fn notes_numbered(
        &mut self,
        mind: &str,
        serials: &[i64],
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let state = self.lock();
        let note = |serial: &i64| {
            let note = state.notes.get(&(mind.to_owned(), *serial))?;
            Some((*serial, note.body.clone()))
        };
        Ok(serials.iter().filter_map(note).collect())
    }

    fn watch(&mut self) -> Option<&'static str> {
        None
    }

    fn rescue(&mut self, what: &'static str) -> StoreError {
        StoreError::Gone { path: "memory".into(), what, why: String::new() }
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
