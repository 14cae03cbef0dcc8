//! SQLite database with the rows: one file, one connection that writes and one that reads.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use engine::{id::CharacterId, save::document::SavedRow};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{
    Row, StoreError, StoreSettings, Synchronous,
    claim::FileClaim,
    database::{Changes, Database, DocumentChange, Mentions},
    health,
    schema::{self, failure},
};
use notes::rows;
use watch::FileWatch;

mod notes;
mod watch;

/// Connection to the data file.
pub(super) struct Sqlite {
    connection: Connection,
    synchronous: Synchronous,
    path: PathBuf,
    /// Number of commits so far.
    commits: u64,
    /// Watch of the file's path; none when the file is only read.
    watch: Option<FileWatch>,
    /// Claim of the file, which both connections hold, so that the file is free when neither is
    /// there any more; none when the file is only read. Declared last, for it is given back after
    /// the connection is closed.
    claim: Option<Arc<FileClaim>>,
}

/// An open data file.
pub(super) struct OpenedFile {
    pub(super) write: Sqlite,
    pub(super) read: Sqlite,
    /// Sentence about commits that the file has lost, if any.
    pub(super) missing: Option<String>,
}

impl Sqlite {
    /// Claims the data file, creating it and its folder when they are missing, checks it, brings it up
    /// to date and opens it twice: for writing, and for reading.
    ///
    /// # Errors
    /// Any [`StoreError`] that says why the file is unusable. A file that is not ours, or is damaged,
    /// is not changed.
    pub(super) fn open(path: &Path, settings: StoreSettings) -> Result<OpenedFile, StoreError> {
        let path = schema::resolve(path)?;
        let claim = Arc::new(FileClaim::take(&path)?);
        let missing = health::look(&path, &claim, settings)?;
        let during = |error| failure(&path, "being opened", error);
        let write = schema::open_for_writing(&path, settings)?;
        let read = schema::open_for_reading(&path, settings)?;
        let commits = health::commits(&write).map_err(during)?;
        claim.note(commits);
        // Each has opened all of its files once it has read something.
        health::commits(&read).map_err(during)?;
        let watch = FileWatch::begin(&path).map_err(|error| schema::unwritable(&path, &error))?;
        let connected = |connection, watch, claim| Self {
            connection,
            synchronous: settings.synchronous,
            path: path.clone(),
            commits,
            watch,
            claim: Some(claim),
        };
        let write = connected(write, Some(watch), claim.clone());
        Ok(OpenedFile { write, read: connected(read, None, claim), missing })
    }

    /// Opens a data file for reading alone, without claiming it.
    ///
    /// # Errors
    /// Any [`StoreError`] that says why the file cannot be read.
    pub(super) fn beside(path: &Path, settings: StoreSettings) -> Result<Self, StoreError> {
        schema::refuse_empty(path)?;
        let connection = schema::open_for_reading(path, settings)?;
        schema::check_owner(&connection, path)?;
        schema::refuse_old(&connection, path)?;
        let (synchronous, path) = (settings.synchronous, path.to_owned());
        Ok(Self { connection, synchronous, path, commits: 0, watch: None, claim: None })
    }

    /// Notes that something was written.
    fn count(&mut self) {
        self.commits += 1;
        if let Some(claim) = &self.claim {
            claim.note(self.commits);
        }
    }

    /// Looks in one transaction, so that an answer never mixes two states.
    fn look<T>(
        &mut self,
        doing: &'static str,
        look: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let found = self.connection.transaction().and_then(|db| look(&db));
        found.map_err(|error| failure(&self.path, doing, error))
    }
}

impl Database for Sqlite {
    fn write(&mut self, changes: &Changes) -> Result<(), StoreError> {
        if changes.is_empty() {
            return Ok(());
        }
        write(&mut self.connection, changes, self.commits + 1)
            .map_err(|error| failure(&self.path, "saving what changed", error))?;
        self.count();
        Ok(())
    }

    fn insert_new(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let during = |error| failure(&self.path, "saving something new", error);
        schema::set_synchronous(&self.connection, Synchronous::Full).map_err(during)?;
        let done = insert_new(&mut self.connection, rows, self.commits + 1).map_err(during);
        schema::set_synchronous(&self.connection, self.synchronous).map_err(during)?;
        match done? {
            None => {
                self.count();
                Ok(())
            }
            Some(taken) => Err(StoreError::Exists { kind: taken.kind, id: taken.id.clone() }),
        }
    }

    fn load(&mut self, kind: &str, id: &str) -> Result<Option<String>, StoreError> {
        self.look("loading a document", |db| load(db, kind, id))
    }

    fn load_whole(
        &mut self,
        kind: &str,
        id: &str,
        owned: &str,
        owner: &str,
    ) -> Result<(Option<String>, Vec<(String, String)>), StoreError> {
        self.look("loading a document and what belongs to it", |db| {
            Ok((load(db, kind, id)?, owned_by(db, owned, owner)?))
        })
    }

    fn owned_by(&mut self, kind: &str, owner: &str) -> Result<Vec<(String, String)>, StoreError> {
        self.look("loading an owner's documents", |db| owned_by(db, kind, owner))
    }

    fn all(&mut self, kind: &str) -> Result<Vec<(String, String, String)>, StoreError> {
        self.look("loading documents", |db| all(db, kind))
    }

    fn page(
        &mut self,
        kind: &str,
        from: &str,
        count: usize,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        self.look("loading some documents", |db| page(db, kind, from, count))
    }

    fn mentions(
        &mut self,
        kinds: &[&'static str],
        whom: &BTreeSet<CharacterId>,
    ) -> Result<Mentions, StoreError> {
        let whom = listed(whom.iter().map(CharacterId::as_str));
        self.look("looking for what names somebody", |db| {
            Ok(Mentions { rows: naming(db, kinds, &whom)?, notes: notes::naming(db, &whom)? })
        })
    }

    fn minds(&mut self) -> Result<Vec<String>, StoreError> {
        self.look("looking who has notes", notes::minds)
    }

    fn notes(
        &mut self,
        mind: &str,
        from: i64,
        count: usize,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        self.look("reading notes", |db| notes::page(db, mind, from, count))
    }

    fn notes_numbered(
        &mut self,
        mind: &str,
        serials: &[i64],
    ) -> Result<Vec<(i64, String)>, StoreError> {
        self.look("recalling notes", |db| notes::numbered(db, mind, serials))
    }

    fn watch(&mut self) -> Option<&'static str> {
        self.watch.as_ref().and_then(FileWatch::look)
    }

    fn rescue(&mut self, what: &'static str) -> StoreError {
        let outcome = watch::rescue(&self.connection, &self.path, what);
        if let StoreError::Displaced { copy, .. } = &outcome
            && *copy == self.path
        {
            // The lock went with its folder; whoever starts next counts on.
            match FileClaim::take(&self.path) {
                Ok(claim) => claim.note(self.commits),
                Err(error) => tracing::debug!(%error, "the lock is still in its place"),
            }
        }
        outcome
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        if self.claim.is_none() {
            return Ok(());
        }
        // The pragma answers whether it was hindered; then the log simply stays for the next start.
        self.connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))
            .map_err(|error| failure(&self.path, "being closed", error))
    }
}

/// Returns the documents of one kind in a data file, as id, owner and body in the order of their
/// ids. The file is not claimed: a server may be running on it, and nothing is written.
///
/// # Errors
/// Any [`StoreError`] that says why the file cannot be read.
pub(super) fn peek(path: &Path, kind: &str) -> Result<Vec<(String, String, String)>, StoreError> {
    Sqlite::beside(path, StoreSettings::default())?.all(kind)
}

/// Writes all of it in one transaction, as the commit with this number.
fn write(connection: &mut Connection, changes: &Changes, number: u64) -> rusqlite::Result<()> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for ((kind, id), document) in &changes.rows {
        put_row(&change, kind, id, document)?;
    }
    for ((mind, serial), note) in &changes.notes {
        notes::put_note(&change, mind, *serial, note)?;
    }
    put_count(&change, number)?;
    change.commit()
}

/// Counts the commit in the file itself, so that a missing one is noticed. The row is the store's own
/// and nobody else's.
pub(crate) fn put_count(change: &Transaction<'_>, number: u64) -> rusqlite::Result<()> {
    let [kind, id] = health::COUNT;
    let body = format!(r#"{{"V1":{{"commits":{number}}}}}"#);
    change
        .prepare_cached(
            "INSERT INTO documents (kind, id, owner, body) VALUES (?1, ?2, '', ?3)
             ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body",
        )?
        .execute([kind, id, &body])?;
    Ok(())
}

/// Writes the rows if every id is free, and otherwise none of them; returns the first that is taken.
fn insert_new<'a>(
    connection: &mut Connection,
    rows: &'a [Row],
    number: u64,
) -> rusqlite::Result<Option<&'a Row>> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for row in rows {
        let taken = change
            .prepare_cached("SELECT 1 FROM documents WHERE kind = ?1 AND id = ?2")?
            .exists(params![row.kind, row.id])?;
        if taken {
            return Ok(Some(row));
        }
        if row.body.is_some() {
            let Row { kind, id, owner, body, mentions } = row.clone();
            put_row(&change, kind, &id, &DocumentChange { owner, body, mentions })?;
        }
    }
    put_count(&change, number)?;
    change.commit()?;
    Ok(None)
}

fn put_row(
    change: &Transaction<'_>,
    kind: &str,
    id: &str,
    document: &DocumentChange,
) -> rusqlite::Result<()> {
    let DocumentChange { owner, body, mentions } = document;
    let Some(body) = body else {
        change
            .prepare_cached("DELETE FROM documents WHERE kind = ?1 AND id = ?2")?
            .execute([kind, id])?;
        return mention(change, kind, id, &BTreeSet::new());
    };
    change
        .prepare_cached(
            "INSERT INTO documents (kind, id, owner, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, body = excluded.body",
        )?
        .execute([kind, id, owner, body])?;
    mentions.iter().try_for_each(|whom| mention(change, kind, id, whom))
}

/// Sets the characters by whom a document is found. Most of the time they are the same as before,
/// and then nothing is written.
fn mention(
    change: &Transaction<'_>,
    kind: &str,
    id: &str,
    whom: &BTreeSet<CharacterId>,
) -> rusqlite::Result<()> {
    if whom.is_empty() {
        // As of nearly every character, which is written often.
        change
            .prepare_cached("DELETE FROM mentions WHERE kind = ?1 AND id = ?2")?
            .execute([kind, id])?;
        return Ok(());
    }
    let named = listed(whom.iter().map(CharacterId::as_str));
    change
        .prepare_cached(
            "DELETE FROM mentions WHERE kind = ?1 AND id = ?2
             AND whom NOT IN (SELECT value FROM json_each(?3))",
        )?
        .execute([kind, id, &named])?;
    let mut add = change
        .prepare_cached("INSERT OR IGNORE INTO mentions (whom, kind, id) VALUES (?1, ?2, ?3)")?;
    for whom in whom {
        add.execute([whom.as_str(), kind, id])?;
    }
    Ok(())
}

fn load(db: &Transaction<'_>, kind: &str, id: &str) -> rusqlite::Result<Option<String>> {
    db.prepare_cached("SELECT body FROM documents WHERE kind = ?1 AND id = ?2")?
        .query_row([kind, id], |row| row.get(0))
        .optional()
}

fn owned_by(
    db: &Transaction<'_>,
    kind: &str,
    owner: &str,
) -> rusqlite::Result<Vec<(String, String)>> {
    let sql = "SELECT id, body FROM documents WHERE kind = ?1 AND owner = ?2 ORDER BY id";
    rows(db, sql, [kind, owner], |row| Ok((row.get(0)?, row.get(1)?)))
}

fn all(db: &Transaction<'_>, kind: &str) -> rusqlite::Result<Vec<(String, String, String)>> {
    let sql = "SELECT id, owner, body FROM documents WHERE kind = ?1 ORDER BY id";
    rows(db, sql, [kind], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

fn page(
    db: &Transaction<'_>,
    kind: &str,
    from: &str,
    count: usize,
) -> rusqlite::Result<Vec<(String, String, String)>> {
    let sql = "SELECT id, owner, body FROM documents WHERE kind = ?1 AND id >= ?2 ORDER BY id
               LIMIT ?3";
    let given = params![kind, from, notes::bound(count)];
    rows(db, sql, given, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Documents of a kind that name any of the characters in a list.
const NAMING: &str = "
    SELECT id, owner, body FROM documents
    WHERE kind = ?1 AND id IN (
        SELECT id FROM mentions WHERE whom IN (SELECT value FROM json_each(?2)) AND kind = ?1)
    ORDER BY id";

/// Queries that find documents and notes by the characters they name.
#[cfg(test)]
pub(super) const FINDS_MENTIONS: [&str; 2] = [NAMING, notes::NAMING];

/// Returns the documents of these kinds that name any of the characters in a list.
fn naming(
    db: &Transaction<'_>,
    kinds: &[&'static str],
    whom: &str,
) -> rusqlite::Result<Vec<(&'static str, SavedRow)>> {
    let mut found = Vec::new();
    for &kind in kinds {
        found.extend(rows(db, NAMING, [kind, whom], |row| {
            Ok((kind, SavedRow { id: row.get(0)?, owner: row.get(1)?, body: row.get(2)? }))
        })?);
    }
    Ok(found)
}

/// Returns the words as one value, which is a table to SQLite.
fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    serde_json::Value::from_iter(words).to_string()
}
