//! Copies of a whole data file, each one consistent: before its format changes, as a backup, and when
//! the file was taken away.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
};

use rusqlite::Connection;

use crate::{StoreError, private};

/// Most copies of one format that stand beside a data file. A start that fails again and again after
/// the same copy makes no second one, so only going back and forth as often comes here.
const MOST_COPIES: u32 = 99;

/// Copies the whole database beside itself, as it was before the step `step`, and says where it is.
/// A file of the same name there stays; when it is the same copy, it is the answer.
///
/// # Errors
/// [`StoreError::NotCopied`], or what is wrong with the database itself. Then nothing has changed.
pub(super) fn beside(db: &Connection, path: &Path, step: i64) -> Result<PathBuf, StoreError> {
    let unfinished = named(path, &format!("before-{step}.unfinished"));
    let made = whole(db, &unfinished).and_then(|()| place(path, step, &unfinished));
    made.map_err(|why| {
        // Half a copy is worth nothing and takes the room that was missing. Where it cannot be
        // removed, it was never made.
        drop(fs::remove_file(&unfinished));
        StoreError::NotCopied { path: path.to_owned(), copy: unfinished, why }
    })
}

/// Writes a copy of the database as it is at this moment, whoever else writes to it meanwhile, so
/// that it outlasts a power cut. It is readable for its owner alone, and takes the place of a file
/// that is there. What it leaves when it fails is not whole.
pub(crate) fn whole(db: &Connection, to: &Path) -> Result<(), String> {
    match fs::remove_file(to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.to_string()),
        Ok(()) | Err(_) => {}
    }
    // SQLite would let everybody read a file that it makes; an empty one it takes as it is.
    let file = private::file().create_new(true).open(to).map_err(|error| error.to_string())?;
    let name = to.to_str().ok_or("its name is not Unicode")?;
    db.execute("VACUUM INTO ?1", [name]).map_err(|error| error.to_string())?;
    file.sync_all().map_err(|error| error.to_string())
}

/// Gives a finished copy its name, under which nothing may stand yet.
///
/// # Errors
/// Any error of the file system, [`io::ErrorKind::AlreadyExists`] among them.
pub(crate) fn settle(finished: &Path, name: &Path) -> io::Result<()> {
    // A link replaces nothing, which a change of the name would.
    fs::hard_link(finished, name)?;
    fs::remove_file(finished)?;
    name.parent().map_or(Ok(()), private::sync_folder)
}

/// Gives the finished copy the first name that is free, unless the one before it is the same copy.
fn place(path: &Path, step: i64, finished: &Path) -> Result<PathBuf, String> {
    for number in 1..=MOST_COPIES {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let name = named(path, &format!("before-{step}{number}"));
        if same(&name, finished).map_err(|error| error.to_string())? {
            fs::remove_file(finished).map_err(|error| error.to_string())?;
            return Ok(name);
        }
        if !name.try_exists().map_err(|error| error.to_string())? {
            settle(finished, &name).map_err(|error| error.to_string())?;
            return Ok(name);
        }
    }
    Err("there are too many copies already".to_owned())
}

/// Returns the name of a file with a word before its ending: `hearsay.sqlite` with `before-2` is
/// `hearsay.before-2.sqlite`.
pub(crate) fn named(path: &Path, word: &str) -> PathBuf {
    match path.extension() {
        Some(end) => path.with_extension(format!("{word}.{}", end.display())),
        None => path.with_extension(word),
    }
}

/// Returns whether two files have the same content; false when the first is missing.
fn same(one: &Path, other: &Path) -> io::Result<bool> {
    let one = match File::open(one) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        file => file?,
    };
    let other = File::open(other)?;
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let mut others = BufReader::new(other).bytes();
    for byte in BufReader::new(one).bytes() {
        let byte = byte?;
        if others.next().transpose()? != Some(byte) {
            return Ok(false);
        }
    }
    Ok(true)
}
