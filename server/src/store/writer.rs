//! The one thread that writes: a transaction for all the batches that wait, then their frames.

use std::{
    convert::Infallible,
    path::PathBuf,
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::Duration,
};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::sync::{mpsc, watch};

use super::{
    Batch, NoteRow, Reply, Row, StoreError, StoreSettings, Synchronous,
    schema::{self, failure, mind_token},
    send,
};

/// The most batches in one transaction, so that the first frame of a group does not wait for a whole
/// queue to be written.
const GROUPED_BATCHES: usize = 64;

/// How often a failing commit is tried once the store is being closed.
const ATTEMPTS_WHEN_CLOSING: u32 = 3;

/// How the writer is doing; called on the writer's thread, so it must be quick and must not panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// This batch is committed and its frames have been delivered.
    Committed {
        /// The batch's own number.
        seq: u64,
    },
    /// A commit failed and will be tried again. Sent for attempts 1, 2, 4, 8 and so on.
    Failing {
        /// What SQLite said.
        error: String,
        /// How many attempts have failed, from 1.
        attempt: u32,
    },
    /// The commit that was failing has succeeded; its frames follow.
    Recovered,
}

/// What the writer is asked to do, in order.
pub(super) enum Job<F> {
    /// Write the batch, then deliver its frames.
    Commit(Batch<F>),
    /// Write rows that must not exist yet.
    InsertNew { rows: Vec<Row>, reply: Reply<()> },
}

/// The writer's thread, as a value.
pub(super) struct Writer<F, D, N> {
    pub(super) connection: Connection,
    pub(super) jobs: mpsc::Receiver<Job<F>>,
    /// Disconnected when the store is being closed; until then a wait on it is a plain pause.
    pub(super) closed: Receiver<Infallible>,
    /// How many batches are committed.
    pub(super) committed: watch::Sender<u64>,
    pub(super) deliver: D,
    pub(super) notice: N,
    pub(super) settings: StoreSettings,
    pub(super) path: PathBuf,
}

impl<F, D: FnMut(F), N: Fn(Notice)> Writer<F, D, N> {
    /// Works until the store is closed and every job is done.
    pub(super) fn run(mut self) -> Result<(), StoreError> {
        let mut next = None;
        while let Some(job) = next.take().or_else(|| self.jobs.blocking_recv()) {
            match job {
                Job::Commit(first) => {
                    let group;
                    (group, next) = self.gather(first);
                    if let Err(reason) = self.commit(&group) {
                        return Err(self.give_up(group.len(), next, reason));
                    }
                    self.committed.send_modify(|it| *it += u64::try_from(group.len()).unwrap_or(0));
                    self.release(group);
                }
                Job::InsertNew { rows, reply } => {
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

    /// The batches that are waiting behind `first`, and the job of another kind that ends them.
    fn gather(&mut self, first: Batch<F>) -> (Vec<Batch<F>>, Option<Job<F>>) {
        let mut group = vec![first];
        while group.len() < GROUPED_BATCHES {
            match self.jobs.try_recv() {
                Ok(Job::Commit(batch)) => group.push(batch),
                Ok(other @ Job::InsertNew { .. }) => return (group, Some(other)),
                Err(_) => break,
            }
        }
        (group, None)
    }

    /// Commits the group, trying again for as long as the store is open. Writing the same rows twice
    /// comes to the same, so an attempt of unknown outcome may be repeated.
    fn commit(&mut self, group: &[Batch<F>]) -> rusqlite::Result<()> {
        let mut pause = self.settings.retry_first;
        let mut failed: u32 = 0;
        let mut failed_when_closing: u32 = 0;
        loop {
            let Err(error) = write(&mut self.connection, group) else {
                if failed > 0 {
                    tracing::info!(failed, "commits succeed again");
                    (self.notice)(Notice::Recovered);
                }
                return Ok(());
            };
            failed = failed.saturating_add(1);
            tracing::warn!(%error, failed, "a commit failed and will be tried again");
            if failed.is_power_of_two() {
                (self.notice)(Notice::Failing { error: error.to_string(), attempt: failed });
            }
            if self.closes_within(pause) {
                failed_when_closing += 1;
                if failed_when_closing > ATTEMPTS_WHEN_CLOSING {
                    return Err(error);
                }
            }
            pause = pause.saturating_mul(2).min(self.settings.retry_longest);
        }
    }

    /// Pauses, and says whether the store is being closed; then it does not pause.
    fn closes_within(&self, pause: Duration) -> bool {
        match self.closed.recv_timeout(pause) {
            Ok(never) => match never {},
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        }
    }

    /// Delivers what the committed batches show.
    fn release(&mut self, group: Vec<Batch<F>>) {
        for batch in group {
            batch.frames.into_iter().for_each(&mut self.deliver);
            (self.notice)(Notice::Committed { seq: batch.seq });
        }
    }

    /// Counts what cannot be saved. A later batch is not tried when an earlier one has failed: what
    /// is on disk must be a state the world was once in.
    fn give_up(
        &mut self,
        group: usize,
        mut next: Option<Job<F>>,
        reason: rusqlite::Error,
    ) -> StoreError {
        let mut batches = group;
        while let Some(job) = next.take().or_else(|| self.jobs.try_recv().ok()) {
            batches += usize::from(matches!(job, Job::Commit(_)));
        }
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

/// Writes a group in one transaction. A group that changes nothing needs none, and so its frames
/// pass even while the disk fails.
fn write<F>(connection: &mut Connection, group: &[Batch<F>]) -> rusqlite::Result<()> {
    if group.iter().all(|batch| batch.rows.is_empty() && batch.notes.is_empty()) {
        return Ok(());
    }
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for batch in group {
        batch.rows.iter().try_for_each(|row| put_row(&change, row))?;
        batch.notes.iter().try_for_each(|note| put_note(&change, note))?;
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
            put_row(&change, row)?;
        }
    }
    change.commit()?;
    Ok(None)
}

fn put_row(change: &Transaction<'_>, row: &Row) -> rusqlite::Result<()> {
    match &row.body {
        Some(body) => change
            .prepare_cached(
                "INSERT INTO documents (kind, id, owner, body) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, body = excluded.body",
            )?
            .execute(params![row.kind, row.id, row.owner, body])?,
        None => change
            .prepare_cached("DELETE FROM documents WHERE kind = ?1 AND id = ?2")?
            .execute(params![row.kind, row.id])?,
    };
    Ok(())
}

fn put_note(change: &Transaction<'_>, note: &NoteRow) -> rusqlite::Result<()> {
    change
        .prepare_cached("DELETE FROM note_subjects WHERE mind = ?1 AND serial = ?2")?
        .execute(params![note.mind, note.serial])?;
    let Some(body) = &note.body else { return delete_note(change, note) };
    let key: i64 = change
        .prepare_cached(
            "INSERT INTO notes (mind, serial, words, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (mind, serial) DO UPDATE SET words = excluded.words, body = excluded.body
             RETURNING key",
        )?
        .query_row(params![note.mind, note.serial, note.words, body], |row| row.get(0))?;
    change
        .prepare_cached(
            "INSERT OR REPLACE INTO note_words (rowid, mind, words) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![key, mind_token(&note.mind), note.words])?;
    let mut about = change.prepare_cached(
        "INSERT OR IGNORE INTO note_subjects (mind, subject, serial) VALUES (?1, ?2, ?3)",
    )?;
    for subject in &note.about {
        about.execute(params![note.mind, subject, note.serial])?;
    }
    Ok(())
}

fn delete_note(change: &Transaction<'_>, note: &NoteRow) -> rusqlite::Result<()> {
    let key: Option<i64> = change
        .prepare_cached("DELETE FROM notes WHERE mind = ?1 AND serial = ?2 RETURNING key")?
        .query_row(params![note.mind, note.serial], |row| row.get(0))
        .optional()?;
    if let Some(key) = key {
        change.prepare_cached("DELETE FROM note_words WHERE rowid = ?1")?.execute([key])?;
    }
    Ok(())
}
