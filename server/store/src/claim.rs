//! Claim of a process on a data file, and the count of its commits, which is kept beside the file.
//!
//! Both are one small file, `hearsay.sqlite.lock`. The claim is a lock on it, which the system gives
//! back when the process ends in whatever way. It is not on the data file itself, so that SQLite's
//! own locks, and a backup taken by another program, stay undisturbed. What is written in it is how
//! many commits the data file has: when the file has fewer at the next start, or is not there, what
//! was saved is missing.

use std::{
    fs::{File, TryLockError},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use crate::{StoreError, private};

/// Digits of the count, so that each writes over all of the one before.
const DIGITS: usize = 20;

/// Claim on a data file. The file is free when it is dropped.
#[derive(Debug)]
pub(crate) struct FileClaim {
    file: File,
    path: PathBuf,
}

impl FileClaim {
    /// Claims the data file at `path`, whose folder exists.
    ///
    /// # Errors
    /// [`StoreError::Locked`], or [`StoreError::Unwritable`].
    pub(crate) fn take(path: &Path) -> Result<Self, StoreError> {
        let unwritable = |error: std::io::Error| StoreError::Unwritable {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        let lock = beside(path);
        let file = private::file().read(true).open(&lock).map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file, path: lock }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(unwritable(error)),
        }
    }

    /// Returns the number of commits that the data file had last; 0 when nobody has counted.
    pub(crate) fn commits(&self) -> u64 {
        let mut digits = [0; DIGITS];
        let read = self.file.read_exact_at(&mut digits, 0);
        let digits = read.ok().and_then(|()| str::from_utf8(&digits).ok()?.parse().ok());
        digits.unwrap_or(0)
    }

    /// Writes down how many commits the data file has. It goes to the system, not to the disk: a
    /// power cut may undo it, a kill does not.
    pub(crate) fn note(&self, commits: u64) {
        let digits = format!("{commits:020}\n");
        if let Err(error) = self.file.write_all_at(digits.as_bytes(), 0) {
            let path = self.path.display();
            tracing::warn!(%error, "the count of commits in {path} cannot be written");
        }
    }
}

impl Drop for FileClaim {
    fn drop(&mut self) {
        if let Err(error) = self.file.unlock() {
            tracing::warn!(%error, "the claim on the data file could not be given back");
        }
    }
}

/// Returns the path of the file that is locked, beside the data file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_count_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("world.db");
        let claim = FileClaim::take(&path).unwrap();
        assert_eq!(claim.commits(), 0);
        for count in [1, 900, 7, u64::MAX, 12] {
            claim.note(count);
            assert_eq!(claim.commits(), count);
        }
        assert!(matches!(FileClaim::take(&path), Err(StoreError::Locked { .. })));
        drop(claim);
        assert_eq!(FileClaim::take(&path).unwrap().commits(), 12);
    }
}
