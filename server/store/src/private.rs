//! Folders and files that only their owner may enter and read.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;
/// Most folders of one word in a folder.
const MOST_OF_A_WORD: u32 = 999;

/// Creates a folder that only its owner may enter, and its parents, where they are missing.
///
/// # Errors
/// Any error of the file system.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER).create(path)
}

/// Creates one folder that only its owner may enter, and that was not there before.
///
/// # Errors
/// Any error of the file system, [`io::ErrorKind::AlreadyExists`] among them.
pub fn make_new_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(FOLDER).create(path)
}

/// Creates the first folder in `parent` of `word-1`, `word-2` and so on that is not there yet. Only its
/// owner may enter it.
///
/// # Errors
/// Any error of the file system, or that there are 999 of them.
pub fn make_numbered_folder(parent: &Path, word: &str) -> io::Result<PathBuf> {
    for number in 1..=MOST_OF_A_WORD {
        let folder = parent.join(format!("{word}-{number}"));
        match make_new_folder(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(io::Error::other(format!("there are too many folders {word}-N already")))
}

/// Copies a file to a new one that only its owner may read, and presses it to the disk.
///
/// # Errors
/// Any error of the file system, [`io::ErrorKind::AlreadyExists`] among them.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = File::open(from)?;
    let mut to = file().create_new(true).open(to)?;
    io::copy(&mut from, &mut to)?;
    to.sync_all()
}

/// Flushes the names in a folder to the disk: a name outlasts a power cut when its folder does.
///
/// # Errors
/// Any error of the file system.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Returns the options for opening a file for writing that only its owner may read if it is new.
#[must_use]
pub fn file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(FILE);
    options
}
