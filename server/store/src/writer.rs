//! Writer thread: all that waits in one transaction, tried again until it succeeds, and a look every
//! few seconds whether the file is still there.

use std::{
    sync::{Arc, mpsc::Receiver},
    time::Duration,
};

use tokio::{sync::watch, time::Instant};

use super::{
    StoreError, StoreSettings,
    database::Database,
    queue::{Insertion, Queue, Taken, Work},
    send,
};

/// Interval between two looks at the file.
const WATCHED_EVERY: Duration = Duration::from_secs(2);

/// Maximum number of attempts of a failing commit while the store is being closed.
const ATTEMPTS_WHEN_CLOSING: u32 = 3;

/// The writer's thread, as a value.
pub(super) struct Writer<D> {
    pub(super) database: D,
    pub(super) queue: Arc<Queue>,
    /// The number of the last batch that is committed. It goes with the writer, and so those who
    /// hand something over learn that nobody takes it.
    pub(super) committed: watch::Sender<u64>,
    pub(super) settings: StoreSettings,
    /// Disconnected once the reader's connection is closed.
    pub(super) reader_open: Receiver<()>,
}

impl<D: Database> Writer<D> {
    /// Works until the store is closed and everything is done, or until nothing more can be written.
    pub(super) fn run(mut self) -> Result<(), StoreError> {
        let mut watched = Instant::now();
        loop {
            let idle = match self.queue.take(WATCHED_EVERY) {
                Taken::Work(work) => {
                    self.carry_out(work)?;
                    false
                }
                Taken::Nothing => true,
                // Whoever failed has told it to those who asked.
                Taken::Failed(why) => {
                    tracing::error!(why, "the store ends");
                    return Err(StoreError::Broken(why));
                }
                Taken::End => break,
            };
            if idle || watched.elapsed() >= WATCHED_EVERY {
                watched = Instant::now();
                self.look()?;
            }
        }
        self.look()?;
        // Only a connection that may write takes the log away, when it is the last to be closed.
        while self.reader_open.recv().is_ok() {}
        self.database.finish()
    }

    fn carry_out(&mut self, work: Work) -> Result<(), StoreError> {
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
                let done = self.database.insert_new(&rows);
                if let Some(damage) = done.as_ref().err().filter(|it| it.is_damage()) {
                    self.queue.fail(damage.to_string());
                }
                send(reply, done);
            }
        }
        Ok(())
    }

    /// Looks whether the file is still there; when it is not, everything is written elsewhere, and
    /// the store ends.
    fn look(&mut self) -> Result<(), StoreError> {
        let Some(what) = self.database.watch() else { return Ok(()) };
        let outcome = self.database.rescue(what);
        tracing::error!("{outcome}");
        self.queue.fail(outcome.to_string());
        Err(outcome)
    }

    /// Commits the work, trying again for as long as the store is open and the file is there and whole.
    fn commit(&mut self, work: &Work) -> Result<(), StoreError> {
        let mut pause = self.settings.retry_first;
        let mut failed: u32 = 0;
        let mut failed_when_closing: u32 = 0;
        loop {
            let Err(error) = self.database.write(&work.changes) else {
                if failed > 0 {
                    tracing::info!(failed, "commits succeed again");
                }
                return Ok(());
            };
            if error.is_damage() {
                return Err(error);
            }
            self.look()?;
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
    fn give_up(&self, reason: StoreError) -> StoreError {
        let batches = self.queue.last() - *self.committed.borrow();
        tracing::error!(%reason, batches, "the store is closed without these batches");
        let unsaved = StoreError::Unsaved { batches, reason: Box::new(reason) };
        self.queue.fail(unsaved.to_string());
        unsaved
    }
}
