//! Backups of a data file: a copy that is made beside a running server and checked before it gets its
//! name, and a checked copy that is put in the place of a data file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    DataHealth, StoreError, StoreSettings,
    claim::FileClaim,
    health, kept,
    schema::{self, copy},
};

/// Copies a data file to a path where nothing stands yet, as the file is at one moment. A server may be
/// running on it and goes on saving meanwhile. The copy is checked wholly before it gets its name, so
/// under this name there is never half of one. Blocks for as long as the disk takes; until it is done
/// it grows under the name that [`unfinished`] says.
///
/// # Errors
/// [`StoreError::Occupied`], [`StoreError::NotWritten`], [`StoreError::Damaged`] when the data file or
/// its copy is not sound, or any [`StoreError`] that says why the file cannot be read.
pub fn back_up(path: &Path, to: &Path) -> Result<DataHealth, StoreError> {
    if to.symlink_metadata().is_ok() {
        return Err(StoreError::Occupied { to: to.to_owned() });
    }
    schema::refuse_empty(path)?;
    let source = schema::open_for_reading(path, StoreSettings::default())?;
    schema::check_owner(&source, path)?;
    let unfinished = unfinished(to);
    let made = copy::whole(&source, &unfinished).map_err(|why| not_written(to, why));
    let made = made.and_then(|()| sound(&unfinished)).and_then(|health| {
        let settled = copy::settle(&unfinished, to);
        settled.map(|()| health).map_err(|error| not_written(to, error.to_string()))
    });
    if made.is_err() {
        // Half a copy is worth nothing and takes the room that was missing.
        drop(fs::remove_file(&unfinished));
    }
    made
}

/// Returns the path under which a copy grows until it is done.
#[must_use]
pub fn unfinished(to: &Path) -> PathBuf {
    copy::named(to, "unfinished")
}

/// Puts a checked copy of `from` in the place of the data file at `path`. What stood there is moved into
/// a folder beside it, whose path is returned; none when nothing stood there. Blocks for as long as the
/// disk takes. Until the copy is whole and checked, the data file is left as it is.
///
/// # Errors
/// [`StoreError::Locked`] while a server runs on the data file, [`StoreError::Damaged`] when the copy is
/// not sound, [`StoreError::NotWritten`], or any [`StoreError`] that says why `from` cannot be read.
pub fn restore(from: &Path, path: &Path) -> Result<(DataHealth, Option<PathBuf>), StoreError> {
    let path = schema::resolve(path)?;
    let claim = FileClaim::take(&path)?;
    let unfinished = restoring(&path);
    let failed = |why: std::io::Error| not_written(&path, why.to_string());
    drop(fs::remove_file(&unfinished));
    let health = back_up(from, &unfinished)?;
    // From here on a start without a data file is noticed.
    claim.note(health.commits.max(1));
    let there = path.exists() || kept::BESIDE.iter().any(|end| kept::beside(&path, end).exists());
    let replaced = there.then(|| kept::move_away(&path, "replaced")).transpose().map_err(failed)?;
    copy::settle(&unfinished, &path).map_err(failed)?;
    claim.note(health.commits);
    Ok((health, replaced))
}

/// Returns the path of the checked copy that is to take the place of a data file.
#[must_use]
pub fn restoring(path: &Path) -> PathBuf {
    copy::named(path, "restored")
}

/// Checks a copy wholly.
fn sound(copy: &Path) -> Result<DataHealth, StoreError> {
    let health = health::verify(copy)?;
    match health.problems.first() {
        None => Ok(health),
        Some(first) => Err(StoreError::Damaged { path: copy.to_owned(), reason: first.clone() }),
    }
}

fn not_written(to: &Path, why: String) -> StoreError {
    StoreError::NotWritten { to: to.to_owned(), why }
}
