//! Errors of the store, in sentences for the operator.

use std::{io, path::PathBuf};

use super::SETTLES_WITHIN;

/// The store no longer takes work: it was closed, or its writer gave up while closing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The store is closed, so nothing more can be saved or loaded; restart the server.")]
pub struct StoreClosed;

/// Error of opening or using the store.
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
        "The file {} is not a database and was left untouched: if it was this server's data, run `hearsay repair`, which reads back what can be read, or restore a backup; else move it away.",
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
    /// The file is of an older format, and whoever only reads cannot change that.
    #[error(
        "The data file {} has format {found}, and this program reads format {known}: start the server on it once, which brings it up to date.",
        path.display()
    )]
    TooOld {
        /// The data file.
        path: PathBuf,
        /// The file's format.
        found: i64,
        /// Format that this program reads.
        known: i64,
    },
    /// The file is of an older format and could not be copied before it is changed.
    #[error(
        "The data file {} has an older format, and it cannot be copied to {} before it is changed ({why}), so it stays as it is: make room there, or let this user write there, and start again.",
        path.display(), copy.display()
    )]
    NotCopied {
        /// The data file.
        path: PathBuf,
        /// Path of the copy.
        copy: PathBuf,
        /// Error message of the failure.
        why: String,
    },
    /// The file or its folder cannot be written.
    #[error(
        "The data file {} cannot be written ({reason}): check that its folder exists, that this user may write there and that the disk is not read-only.",
        path.display()
    )]
    Unwritable {
        /// The data file.
        path: PathBuf,
        /// Error message of the system.
        reason: String,
    },
    /// The file's contents contradict themselves.
    #[error(
        "The data file {} is damaged ({reason}): run `hearsay repair`, which keeps it as it is and reads back what can be read, or `hearsay restore` with a backup.",
        path.display()
    )]
    Damaged {
        /// The data file.
        path: PathBuf,
        /// Problems that SQLite named.
        reason: String,
    },
    /// A repair found no row at all.
    #[error(
        "Nothing can be read back of the data file {}, which was left untouched: restore a backup with `hearsay restore`, or move it away.",
        path.display()
    )]
    NothingLeft {
        /// The data file.
        path: PathBuf,
    },
    /// Missing data file, which was there before.
    #[error(
        "The data file {} is missing, though {commits} changes were saved in it: put it back, or restore a backup with `hearsay restore`; to begin a new world all the same, delete {}.lock.",
        path.display(), path.display()
    )]
    Missing {
        /// The data file.
        path: PathBuf,
        /// Number of commits that the data file had.
        commits: u64,
    },
    /// The file was taken away under the server, and everything was written elsewhere.
    #[error(
        "The data file {} {what} while the server ran, so it cannot go on. Everything up to then is in {}{}.",
        path.display(), copy.display(),
        if copy == path {
            "; start the server again, and it goes on from there".to_owned()
        } else {
            format!(
                ", and what lies in its place was left alone; to put everything back: hearsay restore {}",
                copy.display()
            )
        }
    )]
    Displaced {
        /// The data file.
        path: PathBuf,
        /// Event, as in "was deleted or moved".
        what: &'static str,
        /// The file that has everything now; the data file itself where its place was free.
        copy: PathBuf,
    },
    /// The file was taken away under the server, and what was in it could not be written elsewhere.
    #[error(
        "The data file {} {what} while the server ran, and what was saved could not be written elsewhere either ({why}): restore a backup with `hearsay restore`.",
        path.display()
    )]
    Gone {
        /// The data file.
        path: PathBuf,
        /// Event, as in "was deleted or moved".
        what: &'static str,
        /// Error message of the failure.
        why: String,
    },
    /// Target of a copy that exists already.
    #[error("{} is there already and was left untouched: name something that is not there.", to.display())]
    Occupied {
        /// Path of the copy.
        to: PathBuf,
    },
    /// A copy could not be made; there is none.
    #[error("{} could not be written ({why}), and nothing was left there.", to.display())]
    NotWritten {
        /// Path of the copy.
        to: PathBuf,
        /// Error message of the failure.
        why: String,
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
    #[error("The store could not start a thread ({0}): raise this user's limit on threads.")]
    Thread(io::Error),
    /// Anything else that SQLite reported.
    #[error(
        "The data file {} failed while {doing} ({reason}): check the disk's health and free space, then try again.",
        path.display()
    )]
    Sqlite {
        /// The data file.
        path: PathBuf,
        /// Operation that failed, as in "loading a document".
        doing: &'static str,
        /// Error of SQLite.
        reason: rusqlite::Error,
    },
    /// A row that was to be new is there already; nothing was written.
    #[error("There is already a {kind} called \"{id}\"; choose another name.")]
    Exists {
        /// The row's kind.
        kind: &'static str,
        /// Id that is taken.
        id: String,
    },
    /// Commits have been failing, or are too slow, so what would be loaded may be out of date, and
    /// something new would not be written in time.
    #[error(
        "The store has not written down for {} seconds what was handed to it, so nothing can be loaded or made: check the disk's health and free space.",
        SETTLES_WITHIN.as_secs()
    )]
    Unsettled,
    /// Too many questions, or too many insertions of something new, are waiting.
    #[error("Too much is waiting for the store; try again in a moment.")]
    Overloaded,
    /// The store was closed while its commits were failing.
    #[error(
        "The last {batches} changes could not be saved, and what was tried last came to this: {reason}"
    )]
    Unsaved {
        /// Number of batches that were given up.
        batches: u64,
        /// Error of the last attempt.
        reason: Box<StoreError>,
    },
    /// The store has ended by itself, for this reason.
    #[error("{0}")]
    Broken(String),
    /// The store no longer takes work.
    #[error(transparent)]
    Closed(#[from] StoreClosed),
}

impl StoreError {
    /// Returns whether the file itself is broken, so that trying again cannot help.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged { .. } | Self::NotADatabase { .. } | Self::NothingLeft { .. })
    }
}
