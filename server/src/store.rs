//! What lasts: rows and notes in one SQLite file, and output that waits for its commit.
//!
//! The store knows nothing of the game. It takes a [`Batch`] per dirty tick and keeps these promises:
//!
//! * a batch is written whole or not at all, and batches are written in the order they were handed
//!   over;
//! * a frame is delivered only after the batch that carries it, and every batch before it, has been
//!   committed, so a process killed at any instant loses nothing that anyone has seen;
//! * a commit that fails is tried again until it succeeds or the store is closed; meanwhile the
//!   queue fills up, whoever commits waits, and a [`Notice`] says so.
//!
//! `schema` opens the file and brings its tables up to date, `writer` is the one thread that writes,
//! `reader` is the one thread that answers questions, `progress` says how far the writer has got. The
//! handle here joins them to async code.
//!
//! Reading follows writing: [`Store::load`], [`Store::load_whole`], [`Store::owned_by`] and
//! [`Store::all`] see every row whose `commit` returned before the call. Batches are counted when
//! they are handed over and when they are committed, so whoever loads waits until the second count
//! has reached the first, for three seconds at most, and takes no place in the writer's queue.
//! [`Store::recall`] does not wait: a mind must be able to think while the disk is slow, and its
//! caller still holds the notes that are not committed yet.

pub mod private;

mod progress;
mod reader;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

use std::{
    convert::Infallible,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::mpsc::{SyncSender, sync_channel},
    thread::{Builder, JoinHandle},
};

use tokio::sync::{
    mpsc::{self, error::TrySendError},
    oneshot, watch,
};

use progress::{Progress, SETTLES_WITHIN};
use reader::{Question, Reader};
use writer::{Job, Writer};

pub use reader::{RecallQuery, Recalled};
pub use schema::{StoreSettings, Synchronous};
pub use world::save::document::Row;
pub use writer::Notice;

/// How many batches wait for the writer before `commit` makes its caller wait. At one batch per
/// dirty tick that is some seconds of a stalled disk, after which the world has to stop.
pub const QUEUED_BATCHES: usize = 256;

/// How many questions wait for the reader. A recall beyond that is refused, a load waits.
pub const QUEUED_QUESTIONS: usize = 256;

/// One note of one mind, found again by its words, by what it is about, or by being recent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteRow {
    /// The mind that keeps the note; no other mind's recall finds it.
    pub mind: String,
    /// The note's number within its mind; a greater number is a newer note.
    pub serial: i64,
    /// The text to index. Case and diacritics do not matter when it is searched.
    pub words: String,
    /// Ids the note is about, matched exactly.
    pub about: Vec<String>,
    /// The note itself, handed back by recall; `None` deletes the note and its index entries.
    pub body: Option<String>,
}

/// What one tick changed, and the frames that show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch<F> {
    /// The caller's number for this batch, repeated in [`Notice::Committed`].
    pub seq: u64,
    /// Documents to write or delete, in this order.
    pub rows: Vec<Row>,
    /// Notes to write or delete, in this order, after the rows.
    pub notes: Vec<NoteRow>,
    /// Output that must not be seen before this batch is committed, in this order.
    pub frames: Vec<F>,
}

/// The store no longer takes work: it was closed, or its writer gave up while closing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The store is closed, so nothing more can be saved or loaded; restart the server.")]
pub struct StoreClosed;

/// Why a batch was handed back by [`Store::try_commit`].
#[derive(Debug, thiserror::Error)]
pub enum NotTaken<F> {
    /// The queue is full; offer the batch again later.
    #[error("The store's queue is full; offer the batch again later.")]
    Full(Batch<F>),
    /// The store is closed.
    #[error("The store is closed, so the batch cannot be saved; restart the server.")]
    Closed(Batch<F>),
}

/// Why the store could not be opened or could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another program holds the file.
    #[error(
        "The data file {} is in use by another program, perhaps a server that is still running: stop it, or name another data file in the settings.",
        path.display()
    )]
    Locked {
        /// The data file.
        path: PathBuf,
    },
    /// The file is not a SQLite database.
    #[error(
        "The file {} is not a database and was left untouched: move it away, or name another data file in the settings.",
        path.display()
    )]
    NotADatabase {
        /// The file found.
        path: PathBuf,
    },
    /// The file holds nothing at all. A new one is never left like that, but a copy that failed is.
    #[error(
        "The data file {} is empty, as after a copy that failed: put a good copy in its place, or delete it to begin a new world.",
        path.display()
    )]
    Empty {
        /// The file found.
        path: PathBuf,
    },
    /// The file is a database that belongs to some other program.
    #[error(
        "The database {} belongs to another program and was left untouched: name another data file in the settings.",
        path.display()
    )]
    Foreign {
        /// The file found.
        path: PathBuf,
    },
    /// A newer version of this program has written the file.
    #[error(
        "The data file {} has format {found}, but this program knows formats up to {known}: run the newer program that wrote it, or restore an older copy.",
        path.display()
    )]
    TooNew {
        /// The data file.
        path: PathBuf,
        /// The file's format.
        found: i64,
        /// The newest format this program knows.
        known: i64,
    },
    /// The file or its folder cannot be written.
    #[error(
        "The data file {} cannot be written ({reason}): check that its folder exists, that this user may write there and that the disk is not read-only.",
        path.display()
    )]
    Unwritable {
        /// The data file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file's contents contradict themselves.
    #[error(
        "The data file {} is damaged ({reason}): stop the server, keep a copy of the file, and restore it from a backup.",
        path.display()
    )]
    Damaged {
        /// The data file.
        path: PathBuf,
        /// What SQLite said.
        reason: rusqlite::Error,
    },
    /// The file system cannot hold a write-ahead log.
    #[error(
        "The data file {} lies where SQLite cannot keep a write-ahead log: put it on a local disk.",
        path.display()
    )]
    NoWriteAheadLog {
        /// The data file.
        path: PathBuf,
    },
    /// A thread of the store could not be started.
    #[error("The store of {} could not start a thread ({reason}): raise this user's limit on threads.", path.display())]
    Thread {
        /// The data file.
        path: PathBuf,
        /// What the system said.
        reason: io::Error,
    },
    /// Anything else that SQLite reported.
    #[error(
        "The data file {} failed while {doing} ({reason}): check the disk's health and free space, then try again.",
        path.display()
    )]
    Sqlite {
        /// The data file.
        path: PathBuf,
        /// What the store was doing, as in "loading a document".
        doing: &'static str,
        /// What SQLite said.
        reason: rusqlite::Error,
    },
    /// A row that was to be new is there already; nothing was written.
    #[error("There is already a {kind} called \"{id}\"; choose another name.")]
    Exists {
        /// The row's kind.
        kind: &'static str,
        /// The id that is taken.
        id: String,
    },
    /// Commits have been failing, or are too slow, so what would be loaded may be out of date.
    #[error(
        "The store has not written down for {} seconds what was handed to it, so nothing can be loaded: check the disk's health and free space.",
        SETTLES_WITHIN.as_secs()
    )]
    Unsettled,
    /// Too many questions are waiting for the reader.
    #[error("The store has too many questions waiting; try again in a moment.")]
    Overloaded,
    /// The store was closed while its commits were failing; the frames of these batches were not
    /// delivered, so nothing that anyone saw is lost.
    #[error(
        "The last {batches} changes could not be saved to {} ({reason}): check the disk's health and free space before starting again.",
        path.display()
    )]
    Unsaved {
        /// The data file.
        path: PathBuf,
        /// How many batches were given up.
        batches: usize,
        /// What SQLite said last.
        reason: rusqlite::Error,
    },
    /// The store no longer takes work.
    #[error(transparent)]
    Closed(#[from] StoreClosed),
}

/// The documents of one kind in a data file, as id, owner and body in the order of their ids. The
/// file is not claimed: a server may be running on it, and nothing is written.
///
/// # Errors
/// Any [`StoreError`] that says why the file cannot be read.
pub fn peek(path: &Path, kind: &str) -> Result<Vec<(String, String, String)>, StoreError> {
    schema::refuse_empty(path)?;
    let mut connection = schema::open_for_reading(path, StoreSettings::default())?;
    let found = connection.transaction().and_then(|db| reader::all(&db, kind));
    found.map_err(|error| schema::failure(path, "loading documents", error))
}

/// The handle to the store. Dropping it writes what was handed over and waits for the threads, like
/// [`Store::close`] but blocking and reporting only to the log.
pub struct Store<F> {
    queue: mpsc::Sender<Job<F>>,
    questions: mpsc::Sender<Question>,
    progress: Progress,
    /// Never carries anything: its drop tells a writer that waits between attempts to hurry.
    closing: SyncSender<Infallible>,
    /// The writer's last word.
    ended: oneshot::Receiver<Result<(), StoreError>>,
    /// Declared last, because it waits for the threads, which end once the senders above are gone.
    threads: Threads,
}

/// The two threads and the claim on the file that they need while they run.
struct Threads {
    handles: Vec<JoinHandle<()>>,
    claim: File,
}

impl Drop for Threads {
    fn drop(&mut self) {
        for handle in self.handles.drain(..) {
            let name = handle.thread().name().unwrap_or_default().to_owned();
            if handle.join().is_err() {
                tracing::error!(name, "a thread of the store ended by a panic");
            }
        }
        if let Err(error) = self.claim.unlock() {
            tracing::warn!(%error, "the claim on the data file could not be given back");
        }
    }
}

impl<F: Send + 'static> Store<F> {
    /// Opens the data file, creating it and its folder when they are missing, and starts the two
    /// threads. It blocks for as long as the disk takes, so call it before serving anyone.
    ///
    /// `deliver` receives each frame after its commit and `notice` hears how the writer is doing.
    /// Both run on the writer's thread: they must not block, panic, or own the store.
    ///
    /// # Errors
    /// Any [`StoreError`] that says why the file is unusable. A file that is not ours is not changed.
    pub fn open(
        path: &Path,
        deliver: impl FnMut(F) + Send + 'static,
        notice: impl Fn(Notice) + Send + 'static,
        settings: StoreSettings,
    ) -> Result<Self, StoreError> {
        let path = schema::resolve(path)?;
        let claim = schema::claim(&path)?;
        let write = schema::open_for_writing(&path, settings)?;
        let read = schema::open_for_reading(&path, settings)?;

        let (queue, jobs) = mpsc::channel(QUEUED_BATCHES);
        let (questions, asked) = mpsc::channel(QUEUED_QUESTIONS);
        let (closing, closed) = sync_channel(0);
        let (last_word, ended) = oneshot::channel();
        let (told, committed) = watch::channel(0);

        let failed = |reason| StoreError::Thread { path: path.clone(), reason };
        let reader = Reader { connection: read, questions: asked, path: path.clone() };
        let writer = Writer {
            connection: write,
            jobs,
            closed,
            committed: told,
            deliver,
            notice,
            settings,
            path: path.clone(),
        };
        let handles = vec![
            Builder::new()
                .name("store-reader".into())
                .spawn(move || reader.run())
                .map_err(failed)?,
            Builder::new()
                .name("store-writer".into())
                .spawn(move || send(last_word, writer.run()))
                .map_err(failed)?,
        ];
        let threads = Threads { handles, claim };
        let progress = Progress::new(committed);
        Ok(Self { queue, questions, progress, closing, ended, threads })
    }

    /// Hands a batch to the writer; waits while [`QUEUED_BATCHES`] are waiting. When it returns the
    /// batch is in line, not yet on disk. Dropping the future before that hands over nothing.
    ///
    /// # Errors
    /// [`StoreClosed`] when the writer has ended; the batch is lost, and so are its frames.
    pub async fn commit(&self, batch: Batch<F>) -> Result<(), StoreClosed> {
        let place = self.queue.reserve().await.map_err(|_| StoreClosed)?;
        self.hand_over(place, batch);
        Ok(())
    }

    /// Hands a batch to the writer if there is room for it now.
    ///
    /// # Errors
    /// [`NotTaken`], with the batch inside.
    pub fn try_commit(&self, batch: Batch<F>) -> Result<(), NotTaken<F>> {
        match self.queue.try_reserve() {
            Ok(place) => {
                self.hand_over(place, batch);
                Ok(())
            }
            Err(TrySendError::Full(())) => Err(NotTaken::Full(batch)),
            Err(TrySendError::Closed(())) => Err(NotTaken::Closed(batch)),
        }
    }

    fn hand_over(&self, place: mpsc::Permit<'_, Job<F>>, batch: Batch<F>) {
        self.progress.hand_over();
        place.send(Job::Commit(batch));
    }

    /// The body of one document, or `None` when there is none.
    ///
    /// # Errors
    /// [`StoreError`] when the file cannot be read. While commits fail it waits for them a little,
    /// and then it is [`StoreError::Unsettled`].
    pub async fn load(&self, kind: &'static str, id: &str) -> Result<Option<String>, StoreError> {
        let id = id.to_owned();
        self.progress.settle().await?;
        self.ask(|reply| Question::Load { kind, id, reply }).await
    }

    /// The body of one document, and the id and body of every document of the kind `owned` that
    /// belongs to `owner`, ordered by id: both as they were at one moment.
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
        self.progress.settle().await?;
        self.ask(|reply| Question::Whole { kind, id, owned, owner, reply }).await
    }

    /// The id and body of every document of a kind that belongs to `owner`, ordered by id.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn owned_by(
        &self,
        kind: &'static str,
        owner: &str,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let owner = owner.to_owned();
        self.progress.settle().await?;
        self.ask(|reply| Question::OwnedBy { kind, owner, reply }).await
    }

    /// The id, owner and body of every document of a kind, ordered by id.
    ///
    /// # Errors
    /// As for [`Store::load`].
    pub async fn all(
        &self,
        kind: &'static str,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        self.progress.settle().await?;
        self.ask(|reply| Question::All { kind, reply }).await
    }

    /// Committed notes of one mind that share a word with the query, are about one of its ids, or
    /// are among the newest eight; each once, the best rank first and the newer first among equals.
    /// The three ways of finding take turns until the limit is reached, so none crowds out another.
    /// A query with neither words nor ids asks for the newest notes up to the limit.
    ///
    /// # Errors
    /// [`StoreError::Overloaded`] at once when the reader is [`QUEUED_QUESTIONS`] behind; otherwise
    /// [`StoreError`] when the file cannot be read.
    pub async fn recall(&self, query: RecallQuery) -> Result<Vec<Recalled>, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.questions.try_send(Question::Recall { query, reply }).map_err(
            |error| match error {
                TrySendError::Full(_) => StoreError::Overloaded,
                TrySendError::Closed(_) => StoreClosed.into(),
            },
        )?;
        answer.await.unwrap_or(Err(StoreClosed.into()))
    }

    /// Writes rows none of which may exist yet: all of them, or none. A row without a body is not
    /// written, but its id must be free too. When it returns the rows are on the disk, whatever
    /// [`Synchronous`] says; it takes its turn behind the batches handed over before it.
    ///
    /// # Errors
    /// [`StoreError::Exists`] with the first row that is taken, or [`StoreError`] when the file
    /// cannot be written. It is not tried again, because someone is waiting for the answer.
    pub async fn insert_new(&self, rows: Vec<Row>) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Job::InsertNew { rows, reply }).await.map_err(|_| StoreClosed)?;
        answer.await.unwrap_or(Err(StoreClosed.into()))
    }

    /// Writes everything handed over, moves the write-ahead log into the data file and ends both
    /// threads. A commit that is failing gets a few more attempts.
    ///
    /// # Errors
    /// [`StoreError::Unsaved`] when those fail too, or [`StoreError`] when the log could not be moved
    /// (nothing is lost by that: the next start reads it).
    pub async fn close(self) -> Result<(), StoreError> {
        let Self { queue, questions, progress: _, closing, ended, threads } = self;
        drop((queue, questions, closing));
        let last_word = ended.await.unwrap_or(Err(StoreClosed.into()));
        drop(threads);
        last_word
    }

    async fn ask<T>(&self, question: impl FnOnce(Reply<T>) -> Question) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.questions.send(question(reply)).await.map_err(|_| StoreClosed)?;
        answer.await.unwrap_or(Err(StoreClosed.into()))
    }
}

/// Where an answer goes.
type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Answers whoever asked; when they have stopped waiting, the answer is of no use to anyone.
fn send<T>(reply: oneshot::Sender<T>, answer: T) {
    if reply.send(answer).is_err() {
        tracing::trace!("an answer of the store came too late for whoever asked");
    }
}
