//! The record on the disk: what minds perceived, were asked, answered and did, as lines of JSON in
//! files of a folder of its own, which take a bounded place for a bounded time.
//!
//! One thread writes. What it is handed over waits in a bounded queue, so the world never waits for
//! the disk; a disk that is full or cannot be written costs entries and nothing else. A line that a
//! power cut left half written is passed over, and the next one begins on a line of its own.
//!
//! | File | What it holds |
//! |---|---|
//! | `queue` | what waits to be written |
//! | `files` | the files: writing, making room, forgetting |
//! | `reading` | reading them, from the beginning or from the end |

mod files;
mod queue;
pub mod reading;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    thread::{Builder, JoinHandle},
    time::Duration,
};

use assistants::record::{
    entry::{RecordEntry, Recorded},
    newest::RecordMessage,
};
use engine::id::CharacterId;

use crate::clock;
use files::RecordFiles;
use queue::{RecordQueue, RecordWork};
use store::private;

/// The name of the folder in the data folder.
pub const FOLDER: &str = "record";

/// The name of the folder in which a record is copied before it takes the place of another.
const RESTORED: &str = "record.restored";

/// Interval at which the thread looks for files that are too old.
const REST: Duration = Duration::from_secs(60);

/// Limits of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordBounds {
    /// Maximum size of all files together, in bytes; 0 when nothing is to be written.
    pub bytes: u64,
    /// Days for which an entry is kept.
    pub days: u32,
}

/// The handle to the record. Dropping it writes what was handed over, and waits for the thread.
pub struct RecordStore {
    queue: Arc<RecordQueue>,
    thread: Option<JoinHandle<()>>,
}

impl RecordStore {
    /// Starts the thread that writes into the folder of this name in `data`.
    ///
    /// # Errors
    /// Any error of the system when it starts no thread.
    pub fn open(data: &Path, bounds: RecordBounds) -> io::Result<Self> {
        let queue = Arc::new(RecordQueue::default());
        let folder = data.join(FOLDER);
        let writer = RecordWriter {
            queue: queue.clone(),
            folder,
            bounds,
            files: None,
            unforgotten: Vec::new(),
            lost: 0,
            fails: false,
        };
        let thread = Builder::new().name("record".into()).spawn(move || writer.run())?;
        Ok(Self { queue, thread: Some(thread) })
    }

    /// Hands over what left the game. It never waits: when too much does already, the oldest entries
    /// that wait are dropped, and an entry says how many.
    pub fn hand_over(&self, messages: Vec<RecordMessage>) {
        self.queue.hand_over(messages);
    }
}

impl Drop for RecordStore {
    fn drop(&mut self) {
        self.queue.close();
        if self.thread.take().is_some_and(|it| it.join().is_err()) {
            tracing::error!("the thread of the record ended by a panic");
        }
    }
}

/// Characters to forget: by one mind alone, or by all.
type Forgetting = (Option<CharacterId>, BTreeSet<CharacterId>);

/// The thread, as a value.
struct RecordWriter {
    queue: Arc<RecordQueue>,
    folder: PathBuf,
    bounds: RecordBounds,
    /// The files; none until there is something to do, and after they failed.
    files: Option<RecordFiles>,
    /// Deletions that were not carried out yet, because the disk fails.
    unforgotten: Vec<Forgetting>,
    /// Number of lost entries that no entry reports yet.
    lost: u64,
    /// True while the operator has been told that nothing can be written.
    fails: bool,
}

impl RecordWriter {
    fn run(mut self) {
        self.tidy();
        while let Some(work) = self.queue.take(REST) {
            let RecordWork { messages, lost } = work;
            self.lost += lost;
            if messages.is_empty() {
                self.tidy();
            }
            let mut entries: Vec<Arc<RecordEntry>> = Vec::new();
            for message in messages {
                match message {
                    RecordMessage::Entry(entry) => entries.push(entry),
                    RecordMessage::Forget { mind, whom } => {
                        self.write(&std::mem::take(&mut entries));
                        self.unforgotten.push((mind, whom));
                        self.forget();
                    }
                }
            }
            self.write(&entries);
        }
        if !self.unforgotten.is_empty() {
            tracing::error!("the record still has words of somebody who is to be forgotten");
        }
    }

    /// Deletes old files, and retries failed deletions.
    fn tidy(&mut self) {
        if self.is_nothing() {
            return;
        }
        if !self.unforgotten.is_empty() {
            self.forget();
        }
        let tidied = self.with_files(RecordFiles::drop_old);
        self.log_change(tidied);
    }

    /// Returns whether there is no record and none is wanted.
    fn is_nothing(&self) -> bool {
        self.bounds.bytes == 0 && !self.folder.exists()
    }

    fn write(&mut self, entries: &[Arc<RecordEntry>]) {
        if self.bounds.bytes == 0 || (entries.is_empty() && self.lost == 0) {
            return;
        }
        let lost = self.lost;
        let first = entries.first().map_or_else(clock::now, |it| it.at);
        let note = RecordEntry::of_record(first, Recorded::Lost { entries: lost });
        let note = (lost > 0).then(|| Arc::new(note));
        let all: Vec<_> = note.into_iter().chain(entries.iter().cloned()).collect();
        let written = self.with_files(|files| files.write(&all));
        match &written {
            Ok(()) => self.lost = 0,
            Err(_) => self.lost += u64::try_from(entries.len()).unwrap_or(u64::MAX),
        }
        self.log_change(written);
    }

    /// Forgets those who wait for it, and leaves a tombstone.
    fn forget(&mut self) {
        let whom = std::mem::take(&mut self.unforgotten);
        if self.is_nothing() {
            return;
        }
        let (forgotten, now) = (self.with_files(|files| files.forget(&whom)), clock::now());
        match forgotten {
            Ok(0) => {}
            Ok(entries) => {
                let note = RecordEntry::of_record(now, Recorded::Forgotten { entries });
                let written = self.with_files(|files| files.write(&[Arc::new(note)]));
                self.log_change(written);
            }
            Err(error) => {
                self.unforgotten = whom;
                self.log_change(Err(error));
            }
        }
    }

    /// Runs `act` on the files, which are opened when they are not; after an error they are opened
    /// anew.
    fn with_files<T>(
        &mut self,
        act: impl FnOnce(&mut RecordFiles) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.files.is_none() {
            self.files = Some(RecordFiles::open(&self.folder, self.bounds)?);
        }
        let Some(files) = &mut self.files else { return Err(io::ErrorKind::NotFound.into()) };
        let done = act(files);
        if done.is_err() {
            self.files = None;
        }
        done
    }

    /// Tells the operator when writing begins to fail, and when it succeeds again.
    fn log_change(&mut self, done: io::Result<()>) {
        let fails = done.is_err();
        if let (Err(error), false) = (done, self.fails) {
            let folder = self.folder.display();
            tracing::warn!(%error, "the record in {folder} cannot be written; the game goes on without it");
        } else if !fails && self.fails {
            tracing::info!(lost = self.lost, "the record is written again");
        }
        self.fails = fails;
    }
}

/// Forgets the words of these characters in the record of a data folder, beside or without a server.
///
/// # Errors
/// Any error of the file system; then words may remain in the files.
pub fn forget(data: &Path, whom: &BTreeSet<CharacterId>) -> io::Result<()> {
    let folder = data.join(FOLDER);
    if !folder.exists() {
        return Ok(());
    }
    let mut files = RecordFiles::open(&folder, UNBOUNDED)?;
    let entries = files.forget(&[(None, whom.clone())])?;
    if entries == 0 {
        return Ok(());
    }
    let note = RecordEntry::of_record(clock::now(), Recorded::Forgotten { entries });
    files.write(&[Arc::new(note)])
}

/// Returns whether a data folder has a record with anything in it.
#[must_use]
pub fn is_there(data: &Path) -> bool {
    reading::files(&data.join(FOLDER)).is_ok_and(|files| !files.is_empty())
}

/// Copies the record of a data folder into another one that has none, beside or without a server. A
/// record that is not there is not copied.
///
/// # Errors
/// Any error of the file system.
pub fn copy(data: &Path, to: &Path) -> io::Result<()> {
    let folder = data.join(FOLDER);
    if !folder.exists() {
        return Ok(());
    }
    RecordFiles::open(&folder, UNBOUNDED)?.copy(&to.join(FOLDER))
}

/// Puts the record of a backup in the place of that of a data folder, which is moved into the folder
/// `kept`, or, without one, into a new one that is returned. Nothing is done when the backup has none.
///
/// # Errors
/// Any error of the file system; then the record is where it was, or in the folder for it.
pub fn replace(from: &Path, data: &Path, kept: Option<&Path>) -> io::Result<Option<PathBuf>> {
    if !from.join(FOLDER).exists() {
        return Ok(None);
    }
    let (old, new) = (data.join(FOLDER), data.join(RESTORED));
    if new.exists() {
        fs::remove_dir_all(&new)?;
    }
    files::copy_resting(&from.join(FOLDER), &new)?;
    let mut made = None;
    if old.exists() {
        let kept = match kept {
            Some(kept) => kept,
            None => made.insert(private::make_numbered_folder(data, "replaced")?),
        };
        fs::rename(&old, kept.join(FOLDER))?;
    }
    fs::rename(&new, &old)?;
    private::sync_folder(data)?;
    Ok(made)
}

/// Adds an entry to the record of a data folder, beside or without a server.
///
/// # Errors
/// Any error of the file system; then the entry is not written.
pub fn append(data: &Path, what: Recorded) -> io::Result<()> {
    let entry = RecordEntry::of_record(clock::now(), what);
    RecordFiles::open(&data.join(FOLDER), UNBOUNDED)?.write(&[Arc::new(entry)])
}

/// Limits for the operator's own commands: none, since the server enforces them.
const UNBOUNDED: RecordBounds = RecordBounds { bytes: u64::MAX, days: u32::MAX };
