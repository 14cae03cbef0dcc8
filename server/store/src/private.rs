//! Folders and files that only their owner may enter and read.

use std::{
    fs::{DirBuilder, OpenOptions},
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

/// Options for opening a file for writing that only its owner may read if it is new.
#[must_use]
pub fn file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(FILE);
    options
}
