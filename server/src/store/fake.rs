//! A database in memory that works, fails or hangs as a test tells it.

#![expect(
    clippy::disallowed_types,
    reason = "the store's threads stop at the gate while the test goes on, so they share it"
)]

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, MutexGuard},
};

use tokio::sync::watch;

use super::{
    Row, StoreError,
    database::{Changes, Database, DocumentChange, Mentions, NoteChange, NoteQuery, Recalled},
};

/// A database in memory; every clone is a connection to the same.
#[derive(Clone, Default)]
pub(crate) struct Fake(Arc<FakeShared>);

#[derive(Default)]
struct FakeShared {
    state: Mutex<FakeRows>,
    /// Told when a write may go on.
    gate: Condvar,
    /// How many writes were begun, insertions included.
    begun: watch::Sender<u64>,
}

#[derive(Default)]
struct FakeRows {
    disk: Disk,
    /// By kind and id: owner and body.
    rows: BTreeMap<(String, String), (String, String)>,
    /// By mind and serial: words, subjects and body.
    notes: BTreeMap<(String, i64), (String, Vec<String>, String)>,
}

/// What becomes of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Disk {
    #[default]
    Works,
    /// It is an error, and nothing is written.
    Fails,
    /// It waits for as long as this is so; so many more come through first.
    Hangs { after: u32 },
}

impl Fake {
    /// Says what becomes of writes from now on, those that wait included.
    pub(crate) fn set(&self, disk: Disk) {
        self.lock().disk = disk;
        self.0.gate.notify_all();
    }

    /// Waits until so many writes were begun in all.
    pub(crate) async fn begun(&self, count: u64) {
        let mut begun = self.0.begun.subscribe();
        begun.wait_for(|begun| *begun >= count).await.unwrap();
    }

    /// All that is kept, as text: each document with its kind before it, and each note with `note`.
    pub(crate) fn everything(&self) -> Vec<String> {
        let state = self.lock();
        let rows = state.rows.iter().map(|((kind, id), it)| format!("{kind} {id} {it:?}"));
        let notes = state.notes.iter().map(|(key, it)| format!("note {key:?} {it:?}"));
        rows.chain(notes).collect()
    }

    fn lock(&self) -> MutexGuard<'_, FakeRows> {
        self.0.state.lock().unwrap()
    }

    /// The state, when a write may go on.
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
            Disk::Fails => {
                let reason = "the test wants it so".to_owned();
                Err(StoreError::Unwritable { path: PathBuf::from("memory"), reason })
            }
        }
    }
}

impl FakeRows {
    fn load(&self, kind: &str, id: &str) -> Option<String> {
        self.rows.get(&(kind.to_owned(), id.to_owned())).map(|(_, body)| body.clone())
    }

    fn owned_by(&self, kind: &str, owner: &str) -> Vec<(String, String)> {
        let all = self.all(kind).into_iter().filter(|(_, of, _)| of == owner);
        all.map(|(id, _, body)| (id, body)).collect()
    }

    fn all(&self, kind: &str) -> Vec<(String, String, String)> {
        let of_kind = self.rows.iter().filter(|((it, _), _)| it == kind);
        of_kind.map(|((_, id), (owner, body))| (id.clone(), owner.clone(), body.clone())).collect()
    }
}

impl Database for Fake {
    fn write(&mut self, changes: &Changes) -> Result<(), StoreError> {
        let mut state = self.at_the_gate()?;
        for ((kind, id), DocumentChange { owner, body }) in &changes.rows {
            let key = ((*kind).to_owned(), id.clone());
            match body {
                Some(body) => state.rows.insert(key, (owner.clone(), body.clone())),
                None => state.rows.remove(&key),
            };
        }
        for (key, NoteChange { words, about, body }) in &changes.notes {
            match body {
                Some(body) => state
                    .notes
                    .insert(key.clone(), (words.to_lowercase(), about.clone(), body.clone())),
                None => state.notes.remove(key),
            };
        }
        Ok(())
    }

    fn insert_new(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let mut state = self.at_the_gate()?;
        let mut new = state.rows.clone();
        for Row { kind, id, owner, body } in rows {
            let key = ((*kind).to_owned(), id.clone());
            if new.contains_key(&key) {
                return Err(StoreError::Exists { kind, id: id.clone() });
            }
            if let Some(body) = body {
                new.insert(key, (owner.clone(), body.clone()));
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
        words: &[String],
    ) -> Result<Mentions, StoreError> {
        let state = self.lock();
        let holds = |text: &str| words.iter().any(|word| text.contains(word.as_str()));
        let of_kind = |kind: &&'static str| {
            let (kind, all) = (*kind, state.all(kind).into_iter());
            all.map(move |(id, owner, body)| Row { kind, id, owner, body: Some(body) })
        };
        let rows = kinds.iter().flat_map(of_kind);
        let rows = rows.filter(|it| holds(&it.id) || it.body.as_deref().is_some_and(holds));
        let notes = state.notes.iter().filter(|(_, (_, _, body))| holds(body));
        let note =
            |((mind, serial), (_, _, body)): (&(String, i64), &(String, Vec<String>, String))| {
                (mind.clone(), *serial, body.clone())
            };
        Ok(Mentions { rows: rows.collect(), notes: notes.map(note).collect() })
    }

    /// Ranks by how many words are shared, which does for a test.
    fn recall(&mut self, query: &NoteQuery) -> Result<Vec<Recalled>, StoreError> {
        let state = self.lock();
        let words: Vec<String> = query.words.split_whitespace().map(str::to_lowercase).collect();
        let of_mind = state.notes.iter().rev().filter(|((mind, _), _)| *mind == query.mind);
        let mut found: Vec<Recalled> = of_mind
            .map(|(_, (text, _, body))| {
                let shared = words.iter().filter(|word| text.contains(word.as_str())).count();
                Recalled { body: body.clone(), rank: f64::from(u32::try_from(shared).unwrap()) }
            })
            .collect();
        found.sort_by(|one, other| other.rank.total_cmp(&one.rank));
        found.truncate(query.limit);
        Ok(found)
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
