//! The one thread that writes: a transaction for all that waits, again and again until it succeeds.

use std::{path::PathBuf, sync::Arc};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::sync::watch;

use super::{
    Row, StoreError, StoreSettings, Synchronous,
    queue::{Insertion, NoteChange, Queue, Work},
    schema::{self, failure, mind_token},
    send,
};

/// How often a failing commit is tried once the store is being closed.
const ATTEMPTS_WHEN_CLOSING: u32 = 3;

/// The writer's thread, as a value.
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) queue: Arc<Queue>,
    /// The number of the last batch that is committed. It goes with the writer, and so those who
    /// hand something over learn that nobody takes it.
    pub(super) committed: watch::Sender<u64>,
    pub(super) settings: StoreSettings,
    pub(super) path: PathBuf,
}

impl Writer {
    /// Works until the store is closed and everything is done.
    pub(super) fn run(mut self) -> Result<(), StoreError> {
        while let Some(work) = self.queue.take() {
            if let Err(reason) = self.commit(&work) {
                return Err(self.give_up(reason));
            }
            self.queue.committed();
            let upto = work.upto;
            self.committed.send_if_modified(|committed| {
                let news = upto > *committed;
                *committed = upto.max(*committed);
                news
            });
            for Insertion { rows, reply } in work.insertions {
                // Whoever has stopped waiting was told that nothing came of it. Only while it is
                // being written can that be wrong.
                if !reply.is_closed() {
                    let done = self.insert_new(&rows);
                    send(reply, done);
                }
            }
        }
        // The pragma answers whether it was hindered; then the log simply stays for the next start.
        self.connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))
            .map_err(|error| failure(&self.path, "being closed", error))
    }

    /// Commits the work, trying again for as long as the store is open. Writing the same rows twice
    /// comes to the same, so an attempt of unknown outcome may be repeated.
    fn commit(&mut self, work: &Work) -> rusqlite::Result<()> {
        let mut pause = self.settings.retry_first;
        let mut failed: u32 = 0;
        let mut failed_when_closing: u32 = 0;
        loop {
            let Err(error) = write(&mut self.connection, work) else {
                if failed > 0 {
                    tracing::info!(failed, "commits succeed again");
                }
                return Ok(());
            };
            failed = failed.saturating_add(1);
            if failed.is_power_of_two() {
                tracing::error!(%error, failed, "a commit failed and will be tried again");
            }
            if self.queue.closes_within(pause) {
                failed_when_closing += 1;
                if failed_when_closing > ATTEMPTS_WHEN_CLOSING {
                    return Err(error);
                }
            }
            pause = pause.saturating_mul(2).min(self.settings.retry_longest);
        }
    }

    /// Counts what cannot be saved. What was handed over later is not tried when something earlier
    /// has failed: what is on disk must be a state the world was once in.
    fn give_up(&self, reason: rusqlite::Error) -> StoreError {
        let batches = self.queue.last() - *self.committed.borrow();
        tracing::error!(%reason, batches, "the store is closed without these batches");
        StoreError::Unsaved { path: self.path.clone(), batches, reason }
    }

    /// Writes new rows so that they outlast even a power cut, then goes back to the usual care.
    fn insert_new(&mut self, rows: &[Row]) -> Result<(), StoreError> {
        let during = |error| failure(&self.path, "saving something new", error);
        schema::set_synchronous(&self.connection, Synchronous::Full).map_err(during)?;
        let done = insert_new(&mut self.connection, rows).map_err(during);
        schema::set_synchronous(&self.connection, self.settings.synchronous).map_err(during)?;
        match done? {
            None => Ok(()),
            Some(taken) => Err(StoreError::Exists { kind: taken.kind, id: taken.id.clone() }),
        }
    }
}

/// Writes all of it in one transaction; insertions alone need none here.
fn write(connection: &mut Connection, work: &Work) -> rusqlite::Result<()> {
    if work.changes_nothing() {
        return Ok(());
    }
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for ((kind, id), document) in &work.rows {
        put_row(&change, kind, id, &document.owner, document.body.as_deref())?;
    }
    for ((mind, serial), note) in &work.notes {
        put_note(&change, mind, *serial, note)?;
    }
    change.commit()
}

/// Writes the rows if every id is free, and otherwise none of them; returns the first that is taken.
fn insert_new<'a>(
    connection: &mut Connection,
    rows: &'a [Row],
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
            put_row(&change, row.kind, &row.id, &row.owner, row.body.as_deref())?;
        }
    }
    change.commit()?;
    Ok(None)
}

fn put_row(
    change: &Transaction<'_>,
    kind: &str,
    id: &str,
    owner: &str,
    body: Option<&str>,
) -> rusqlite::Result<()> {
    match body {
        Some(body) => change
            .prepare_cached(
                "INSERT INTO documents (kind, id, owner, body) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, body = excluded.body",
            )?
            .execute(params![kind, id, owner, body])?,
        None => change
            .prepare_cached("DELETE FROM documents WHERE kind = ?1 AND id = ?2")?
            .execute(params![kind, id])?,
    };
    Ok(())
}

fn put_note(
    change: &Transaction<'_>,
    mind: &str,
    serial: i64,
    note: &NoteChange,
) -> rusqlite::Result<()> {
    change
        .prepare_cached("DELETE FROM note_subjects WHERE mind = ?1 AND serial = ?2")?
        .execute(params![mind, serial])?;
    let Some(body) = &note.body else { return delete_note(change, mind, serial) };
    let key: i64 = change
        .prepare_cached(
            "INSERT INTO notes (mind, serial, words, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (mind, serial) DO UPDATE SET words = excluded.words, body = excluded.body
             RETURNING key",
        )?
        .query_row(params![mind, serial, note.words, body], |row| row.get(0))?;
    change
        .prepare_cached(
            "INSERT OR REPLACE INTO note_words (rowid, mind, words) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![key, mind_token(mind), note.words])?;
    let mut about = change.prepare_cached(
        "INSERT OR IGNORE INTO note_subjects (mind, subject, serial) VALUES (?1, ?2, ?3)",
    )?;
    for subject in &note.about {
        about.execute(params![mind, subject, serial])?;
    }
    Ok(())
}

fn delete_note(change: &Transaction<'_>, mind: &str, serial: i64) -> rusqlite::Result<()> {
    let key: Option<i64> = change
        .prepare_cached("DELETE FROM notes WHERE mind = ?1 AND serial = ?2 RETURNING key")?
        .query_row(params![mind, serial], |row| row.get(0))
        .optional()?;
    if let Some(key) = key {
        change.prepare_cached("DELETE FROM note_words WHERE rowid = ?1")?.execute([key])?;
    }
    Ok(())
}
