//! Store of documents and notes, over an embedded database.
//!
//! The store knows nothing of the game. It takes a [`Batch`] per dirty tick, gives it a number, and
//! keeps these promises:
//!
//! * a batch is written whole or not at all, and none before those that were handed over earlier;
//! * [`Store::committed`] tells the number of the last batch that is on the disk, so whoever shows a
//!   change only when its number has come loses nothing that anyone has seen, whenever the process
//!   is killed;
//! * a commit that fails is tried again until it succeeds or the store is closed. Meanwhile nobody
//!   waits: what is handed over is merged with what waits already, and [`Store::behind`] says for
//!   how long the oldest of it has waited;
//! * a file that is damaged, or that was taken away, ends the store: nothing more is committed, and
//!   [`Store::failure`] says why. What was committed to a file that was taken away is written to where
//!   it is found again.
//!
//! | File | Contents |
//! |---|---|
//! | `lib` | handle that joins the threads to async code |
//! | `queue` | changes that wait to be written |
//! | `writer`, `reader` | the thread that writes, and the thread that answers questions |
//! | `database` | trait of the database behind both |
//! | `sqlite` | the database: one file of SQLite |
//! | `schema` | opening the file, its tables, their migrations, and copies of it |
//! | `claim` | the claim of one process on the file, and the count of its commits |
//! | `health` | checking the file: quickly at the start, wholly on demand |
//! | `backup` | copies of the file beside a running server, and putting one in its place |
//! | `repair`, `pages` | a new file from what can be read of a damaged one |
//! | `kept` | what is kept of a file before another takes its place |
//! | [`private`] | folders and files that only their owner may read |
//! | `error` | errors, in sentences for the operator |
//!
//! Reading follows writing: [`Store::load`], [`Store::load_whole`], [`Store::owned_by`],
//! [`Store::all`], [`Store::page`], [`Store::mentions`], [`Store::minds`] and [`Store::notes`] see
//! everything whose `commit` returned before the call, because they wait until that batch is
//! committed, for three seconds at most. [`Store::notes_numbered`] does not wait: a mind must be able
//! to think while the disk is slow, and its caller still holds the notes that are not committed yet.

pub mod private;

mod backup;
mod claim;
mod database;
mod error;
#[cfg(test)]
mod fake;
mod health;
mod kept;
mod pages;
mod queue;
mod reader;
mod repair;
mod schema;
mod sqlite;
#[cfg(test)]
mod tests;
mod writer;

use std::{
    collections::BTreeSet,
    path::Path,
    sync::Arc,
    thread::{Builder, JoinHandle},
    time::Duration,
};

use tokio::sync::{
    mpsc::{self, error::TrySendError},
    oneshot, watch,
};

use database::Database;
use queue::{Insertion, Queue};
use reader::{Reader, StoreQuestion};
use sqlite::{OpenedFile, Sqlite};
use writer::Writer;

pub use backup::{back_up, restore, restoring, unfinished};
pub use database::Mentions;
use engine::id::CharacterId;
pub use engine::save::document::Row;
pub use error::{StoreClosed, StoreError};
pub use health::{DataHealth, verify};
pub use repair::{Repaired, SavedRows, repair, repairing};
pub use schema::{StoreSettings, Synchronous};

/// Maximum time that a reading waits for the commit of earlier batches, since somebody waits for
/// it.
const SETTLES_WITHIN: Duration = Duration::from_secs(3);

/// Capacity of the reader's queue, in questions. A mind's question beyond that is refused, a load
/// waits.
pub const QUEUED_QUESTIONS: usize = 256;

/// Note of a mind as a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteRow {
    /// Mind that keeps the note.
    pub mind: String,
    /// The note's number within its mind; a greater number is a newer note.
    pub serial: i64,
    /// Ids the note is about.
    pub about: Vec<String>,
    /// Characters that it names beside those.
    pub mentions: BTreeSet<CharacterId>,
    /// The note itself; `None` deletes the note.
    pub body: Option<String>,
}

/// Changes of one tick.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Documents to write or delete, in this order.
    pub rows: Vec<Row>,
    /// Notes to write or delete, in this order.
    pub notes: Vec<NoteRow>,
}

impl Batch {
    /// Creates a batch of rows alone.
    #[must_use]
    pub fn of_rows(rows: Vec<Row>) -> Self {
        Self { rows, notes: Vec::new() }
    }

    /// Returns whether the batch changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.notes.is_empty()
    }
}

/// Returns the documents of one kind in a data file, as id, owner and body in the order of their
/// ids. The file is not claimed: a server may be running on it, and nothing is written.
///
/// # Errors
/// Any [`StoreError`] that says why the file cannot be read.
pub fn peek(path: &Path, kind: &str) -> Result<Vec<(String, String, String)>, StoreError> {
    sqlite::peek(path, kind)
}

/// The handle to the store. Dropping it writes what was handed over and waits for the threads, like
/// [`Store::close`] but blocking and reporting only to the log.
pub struct Store {
    missing: Option<String>,
    queue: Arc<Queue>,
    questions: mpsc::Sender<StoreQuestion>,
    committed: watch::Receiver<u64>,
    /// The writer's last word.
    ended: oneshot::Receiver<Result<(), StoreError>>,
    /// Declared last, because its drop waits for the threads, and the reader's ends with the
    /// questions.
    threads: Threads,
}

/// The two threads.
struct Threads {
    handles: Vec<JoinHandle<()>>,
    queue: Arc<Queue>,
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.queue.close();
        for handle in self.handles.drain(..) {
            let name = handle.thread().name().unwrap_or_default().to_owned();
            if handle.join().is_err() {
                tracing::error!(name, "a thread of the store ended by a panic");
            }
        }
    }
}

impl Store {
    /// Opens the data file, creating it and its folder when they are missing, and starts the two
    /// threads. It blocks for as long as the disk takes, so call it before serving anyone.
    ///
    /// # Errors
    /// Any [`StoreError`] that says why the file is unusable. A file that is not ours is not changed.
    pub fn open(path: &Path, settings: StoreSettings) -> Result<Self, StoreError> {
        let OpenedFile { write, read, missing } = Sqlite::open(path, settings)?;
        Ok(Self { missing, ..Self::over(write, read, settings)? })
    }

    /// Opens the data file for reading alone. The file is not claimed, so a server may be running on
    /// it, and nothing is written: an insertion fails, and a commit is tried again until the store is closed.
    ///
    /// # Errors
    /// Any [`StoreError`] that says why the file cannot be read.
    pub fn beside(path: &Path) -> Result<Self, StoreError> {
        let settings = StoreSettings::default();
        Self::over(Sqlite::beside(path, settings)?, Sqlite::beside(path, settings)?, settings)
    }

    /// Starts the two threads over two connections to the same database, one of which writes and
    /// the other reads.
    ///
    /// # Errors
    /// [`StoreError::Thread`].
    fn over<D: Database>(write: D, read: D, settings: StoreSettings) -> Result<Self, StoreError> {
        let queue = Arc::new(Queue::new());
        // Declared before the questions, with whose end the reader's thread ends.
        let mut threads = Threads { handles: Vec::new(), queue: queue.clone() };
        let (questions, asked) = mpsc::channel(QUEUED_QUESTIONS);
        let (last_word, ended) = oneshot::channel();
        let (tell, committed) = watch::channel(0);

        let (open, reader_open) = std::sync::mpsc::sync_channel(0);
        let reader = Reader { database: read, questions: asked, queue: queue.clone(), _open: open };
        let writer = Writer {
            database: write,
            queue: queue.clone(),
            committed: tell,
            settings,
            reader_open,
        };
        let reads = Builder::new().name("store-reader".into()).spawn(move || reader.run());
        threads.handles.push(reads.map_err(StoreError::Thread)?);
        let writes =
            Builder::new().name("store-writer".into()).spawn(move || send(last_word, writer.run()));
        threads.handles.push(writes.map_err(StoreError::Thread)?);
        Ok(Self { missing: None, queue, questions, committed, ended, threads })
    }

    /// Hands a batch to the writer and says which number it has; numbers grow from 1. It never
    /// waits: the batch is in line when it returns, not yet on disk.
    ///
    /// # Errors
    /// [`StoreClosed`] when the writer has ended; the batch is lost.
    pub fn commit(&self, batch: Batch) -> Result<u64, StoreClosed> {
        // The sending side lives as long as the writer.
        self.committed.has_changed().map_err(|_| StoreClosed)?;
        Ok(self.queue.hand_over(batch))
    }

    /// Returns the number of the last batch that is committed, as it grows; 0 before the first.
    #[must_use]
    pub fn committed(&self) -> watch::Receiver<u64> {
        self.committed.clone()
    }

    /// Returns the age of the oldest batch that is not committed; none when all are.
    #[must_use]
    pub fn behind(&self) -> Option<Duration> {
        self.queue.behind()
    }

    /// Commits that the file had lost when it was opened, as a sentence for the operator; none when it
    /// had all. It is told at one opening, and the next one begins from there.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// Returns the reason for which the store has ended by itself, as a sentence for the operator;
    /// none while it works.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.queue.failure()
    }

    /// Returns the body of one document, or `None` when there is none.
    ///
    /// # Errors
    /// [`StoreError`] when the file cannot be read. While commits fail it waits for them a little,
    /// and then it is [`StoreError::Unsettled`].
    pub async fn load(&self, kind: &'static str, id: &str) -> Result<Option<String>, StoreError> {
        let id = id.to_owned();
        self.settle().await?;
        self.ask(|reply| StoreQuestion::Load { kind, id, reply }).await
    }

    /// Returns the body of one document, and the id and body of every document of the kind `owned`
    /// that belongs to `owner`, ordered by id: both as they were at one moment.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn load_whole(
        &self,
        kind: &'static str,
        id: &str,
        owned: &'static str,
        owner: &str,
    ) -> Result<(Option<String>, Vec<(String, String)>), StoreError> {
        let (id, owner) = (id.to_owned(), owner.to_owned());
        self.settle().await?;
        self.ask(|reply| StoreQuestion::Whole { kind, id, owned, owner, reply }).await
    }

    /// Returns the id and body of every document of a kind that belongs to `owner`, ordered by id.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn owned_by(
        &self,
        kind: &'static str,
        owner: &str,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let owner = owner.to_owned();
        self.settle().await?;
        self.ask(|reply| StoreQuestion::OwnedBy { kind, owner, reply }).await
    }

    /// Returns the id, owner and body of every document of a kind, ordered by id.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn all(
        &self,
        kind: &'static str,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        self.settle().await?;
        self.ask(|reply| StoreQuestion::All { kind, reply }).await
    }

    /// Returns the id, owner and body of the first documents of a kind whose ids are `from` or come
    /// after it, ordered by id, and `count` of them at most. What else there is costs nothing.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn page(
        &self,
        kind: &'static str,
        from: &str,
        count: usize,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        let from = from.to_owned();
        self.settle().await?;
        self.ask(|reply| StoreQuestion::Page { kind, from, count, reply }).await
    }

    /// Returns the documents of these kinds, and the notes, that name any of these characters or
    /// are about them, as they said when they were written. What else there is costs nothing.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn mentions(
        &self,
        kinds: &'static [&'static str],
        whom: BTreeSet<CharacterId>,
    ) -> Result<Mentions, StoreError> {
        self.settle().await?;
        self.ask(|reply| StoreQuestion::Mentions { kinds, whom, reply }).await
    }

    /// Returns the minds with notes, in order.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn minds(&self) -> Result<Vec<String>, StoreError> {
        self.settle().await?;
        self.ask(|reply| StoreQuestion::Minds { reply }).await
    }

    /// Returns the serial and body of the notes of a mind whose serial is `from` or greater, in
    /// order, and `count` of them at most. What else there is costs nothing.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn notes(
        &self,
        mind: &str,
        from: i64,
        count: usize,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let mind = mind.to_owned();
        self.settle().await?;
        self.ask(|reply| StoreQuestion::Notes { mind, from, count, reply }).await
    }

    /// Returns the serial and body of those committed notes of a mind that have these numbers, in
    /// the order asked for.
    ///
    /// # Errors
    /// [`StoreError::Overloaded`] at once when the reader is [`QUEUED_QUESTIONS`] behind; otherwise
    /// [`StoreError`] when the file cannot be read.
    pub async fn notes_numbered(
        &self,
        mind: &str,
        serials: Vec<i64>,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let (reply, answer) = oneshot::channel();
        let question = StoreQuestion::Numbered { mind: mind.to_owned(), serials, reply };
        self.questions.try_send(question).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Overloaded,
            TrySendError::Closed(_) => StoreClosed.into(),
        })?;
        answer.await.unwrap_or(Err(StoreClosed.into()))
    }

    /// Writes rows none of which may exist yet: all of them, or none. A row without a body is not
    /// written, but its id must be free too. When it returns the rows are on the disk, whatever
    /// [`Synchronous`] says; it takes its turn behind the batches handed over before it.
    ///
    /// # Errors
    /// [`StoreError::Exists`] with the first row that is taken, [`StoreError::Unsettled`] when its
    /// turn does not come in time, or when the disk hangs over it (then it may still be written), or
    /// [`StoreError`] when the file cannot be written. It is not tried again, because someone is waiting
    /// for the answer.
    pub async fn insert_new(&self, rows: Vec<Row>) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.committed.has_changed().map_err(|_| StoreClosed)?;
        self.queue.insert(Insertion { rows, reply })?;
        match tokio::time::timeout(SETTLES_WITHIN, answer).await {
            Ok(answer) => answer.unwrap_or(Err(StoreClosed.into())),
            Err(_) => Err(StoreError::Unsettled),
        }
    }

    /// Writes everything handed over, moves the write-ahead log into the data file and ends both
    /// threads. A commit that is failing gets a few more attempts.
    ///
    /// # Errors
    /// [`StoreError::Unsaved`] when those fail too, the reason for which the store has ended by itself,
    /// or [`StoreError`] when the log could not be moved (nothing is lost by that: the next start reads
    /// it).
    pub async fn close(self) -> Result<(), StoreError> {
        let Self { missing: _, queue, questions, committed: _, ended, threads } = self;
        queue.close();
        drop(questions);
        let last_word = ended.await.unwrap_or(Err(StoreClosed.into()));
        drop(threads);
        last_word
    }

    /// Waits until every batch handed over so far is committed, but not for long.
    ///
    /// # Errors
    /// [`StoreError::Unsettled`] after three seconds, or [`StoreClosed`].
    pub async fn settle(&self) -> Result<(), StoreError> {
        let last = self.queue.last();
        if *self.committed.borrow() >= last {
            return Ok(());
        }
        let mut committed = self.committed.clone();
        let settled = committed.wait_for(|committed| *committed >= last);
        match tokio::time::timeout(SETTLES_WITHIN, settled).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) => Err(StoreClosed.into()),
            Err(_) => Err(StoreError::Unsettled),
        }
    }

    async fn ask<T>(
        &self,
        question: impl FnOnce(Reply<T>) -> StoreQuestion,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.questions.send(question(reply)).await.map_err(|_| StoreClosed)?;
        answer.await.unwrap_or(Err(StoreClosed.into()))
    }
}

/// Sender for an answer.
type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Answers whoever asked; when they have stopped waiting, the answer is of no use to anyone.
fn send<T>(reply: oneshot::Sender<T>, answer: T) {
    if reply.send(answer).is_err() {
        tracing::trace!("an answer of the store came too late for whoever asked");
    }
}
