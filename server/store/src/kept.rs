//! Copies kept of a data file before something else takes its place: the file itself with its log, in a
//! folder of its own beside it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{StoreError, private};

/// Ends of the names of the files that SQLite keeps beside a data file.
pub(crate) const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Returns the path of a file beside a data file, such as its log.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Makes a folder beside `path` that was not there before, such as `replaced-2`.
///
/// # Errors
/// Any error of the file system.
pub(crate) fn folder(path: &Path, word: &str) -> io::Result<PathBuf> {
    private::make_numbered_folder(path.parent().unwrap_or(Path::new(".")), word)
}

/// Copies a data file and its log, both as they are, into a folder of their own. No connection of
/// this process may be open to the file: closing another handle to it would give back its locks.
///
/// # Errors
/// [`StoreError::NotWritten`].
pub(crate) fn as_found(path: &Path) -> Result<PathBuf, StoreError> {
    let kept = folder(path, "found");
    let made = kept.and_then(|kept| copy_into(path, &kept).map(|()| kept));
    made.map_err(|error| StoreError::NotWritten {
        to: path.with_file_name("found-1"),
        why: error.to_string(),
    })
}

/// Copies a data file and its log into a folder.
///
/// # Errors
/// Any error of the file system.
pub(crate) fn copy_into(path: &Path, folder: &Path) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    private::copy(path, &folder.join(name))?;
    let log = beside(path, "-wal");
    if log.exists() {
        private::copy(&log, &beside(&folder.join(name), "-wal"))?;
    }
    Ok(())
}

/// Moves a data file and what SQLite keeps beside it into a new folder, and says which. The file goes
/// first: a log without its file is noticed at the next start, a file without its log may not be.
///
/// # Errors
/// Any error of the file system.
pub(crate) fn move_away(path: &Path, word: &str) -> io::Result<PathBuf> {
    let kept = folder(path, word)?;
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    for end in ["", "-wal", "-shm"] {
        match fs::rename(beside(path, end), beside(&kept.join(name), end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    private::sync_folder(&kept)?;
    Ok(kept)
}
