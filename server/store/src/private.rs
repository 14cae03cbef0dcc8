//! Folders and files that only their owner may enter and read.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
};

const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;

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

/// Presses the names in a folder to the disk: a name outlasts a power cut when its folder does.
///
/// # Errors
/// Any error of the file system.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Options for opening a file for writing that only its owner may read if it is new.
#[must_use]
pub fn file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(FILE);
    options
}
