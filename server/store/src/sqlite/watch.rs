//! Watch over the data file while it is open: that its path still leads to it, and what is done when
//! it does not.
//!
//! SQLite goes on with what it has opened, so nobody would notice that the files were deleted, moved
//! or replaced, and everything would be lost at the end. What it has open can still be read, however.

use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use rusqlite::Connection;

use crate::{
    StoreError,
    kept::{BESIDE, beside},
    private,
    schema::copy,
};

const MISSING: &str = "was deleted or moved";
const REPLACED: &str = "was replaced by another file";
const WITHOUT_LOG: &str = "lost the log beside it";

/// Identities of the open files, each by its path.
pub(super) struct FileWatch(Vec<(PathBuf, FileIdentity)>);

/// Device and inode; none where there is no such file.
type FileIdentity = Option<(u64, u64)>;

impl FileWatch {
    /// Notes the files as they are now, just after they were opened.
    pub(super) fn begin(path: &Path) -> io::Result<Self> {
        let paths = std::iter::once(path.to_owned()).chain(BESIDE.map(|end| beside(path, end)));
        paths.map(|it| identity(&it).map(|id| (it, id))).collect::<io::Result<_>>().map(Self)
    }

    /// Returns the change of the files, if they are missing or replaced; `None` while they are where
    /// they were. A file that cannot be looked at just now counts as unchanged.
    pub(super) fn look(&self) -> Option<&'static str> {
        let mut files = self.0.iter().map(|(path, was)| match (was, identity(path)) {
            (Some(was), Ok(Some(is))) if *was != is => Some(REPLACED),
            (Some(_), Ok(None)) => Some(MISSING),
            (_, Ok(_) | Err(_)) => None,
        });
        match files.next().flatten() {
            Some(what) => Some(what),
            // Another log than its own would be read into the file at the next start.
            None => files
                .flatten()
                .max_by_key(|it| *it == REPLACED)
                .map(|it| if it == MISSING { WITHOUT_LOG } else { it }),
        }
    }
}

/// Returns the identity of the file that a path leads to now. The file is not opened: closing it
/// again would give back the locks that SQLite has on it.
fn identity(path: &Path) -> io::Result<FileIdentity> {
    match fs::metadata(path) {
        Ok(it) => Ok(Some((it.dev(), it.ino()))),
        Err(error) if is_missing(error.kind()) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_missing(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Writes everything that is open to where it can be found again: into the file itself when only its
/// log is gone, else to its path when that is free, else beside it, else where the system keeps
/// temporary files. Says what came of it.
pub(super) fn rescue(db: &Connection, path: &Path, what: &'static str) -> StoreError {
    let (path, done) =
        (path.to_owned(), |copy| StoreError::Displaced { path: path.to_owned(), what, copy });
    if what == WITHOUT_LOG && checkpoint(db).is_ok() {
        return done(path.clone());
    }
    let places = [path.clone(), copy::named(&path, "rescued"), elsewhere(&path)];
    let mut failed = Vec::new();
    for place in places {
        match write_at(db, &place) {
            Ok(place) => return done(place),
            Err(why) => failed.push(format!("{}: {why}", place.display())),
        }
    }
    StoreError::Gone { path: path.clone(), what, why: failed.join("; ") }
}

fn checkpoint(db: &Connection) -> rusqlite::Result<()> {
    let hindered: bool = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0))?;
    if hindered { Err(rusqlite::Error::ExecuteReturnedResults) } else { Ok(()) }
}

/// Returns a place in the folder for temporary files, for when there is none beside the data.
fn elsewhere(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    copy::named(&std::env::temp_dir().join(name), &format!("rescued-{}", std::process::id()))
}

/// Writes a copy to a path where nothing is, or to the next of the same name.
fn write_at(db: &Connection, place: &Path) -> Result<PathBuf, String> {
    let say = |error: io::Error| error.to_string();
    if let Some(folder) = place.parent() {
        private::make_folder(folder).map_err(say)?;
    }
    let unfinished = copy::named(place, "unfinished");
    copy::whole(db, &unfinished)?;
    copy::settle(&unfinished, place).map_err(say)?;
    Ok(place.to_owned())
}
