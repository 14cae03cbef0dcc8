//! Reading the record.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use assistants::record::{
    entry::{RecordDocument, RecordEntry},
    view::{self, RecordNames, RecordReader, RecordView},
};
use engine::id::CharacterId;

use super::FOLDER;

/// Returns the files of the record in its folder, oldest first, each with its number.
pub(super) fn files(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|it| it.to_str());
        let number = name.and_then(|it| it.strip_suffix(".jsonl")?.parse::<u64>().ok());
        // Other files of a similar name are somebody's own.
        if let Some(number) = number.filter(|it| name == Some(&file_name(*it))) {
            found.push((number, path));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Returns the name of the file with this number.
pub(super) fn file_name(number: u64) -> String {
    format!("{number:08}.jsonl")
}

/// Returns the entry of a line; none when it cannot be read, as after a power cut.
pub(super) fn entry(line: &str) -> Option<RecordEntry> {
    serde_json::from_str::<RecordDocument>(line).ok().map(RecordDocument::current)
}

/// Reads a file as text; what is no text in it belongs to a line that cannot be read.
pub(super) fn text(path: &Path) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
}

/// Goes through the record in a data folder, oldest first: of the lines that are `wanted` the
/// entries. A record that is not there is empty.
///
/// # Errors
/// Any error of the file system.
pub fn entries(
    data: &Path,
    wanted: impl Fn(&str) -> bool,
    mut each: impl FnMut(RecordEntry),
) -> io::Result<()> {
    let files = match files(&data.join(FOLDER)) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for (_, path) in files {
        let text = match text(&path) {
            Ok(text) => text,
            // It made room meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        text.lines().filter(|line| wanted(line)).filter_map(entry).for_each(&mut each);
    }
    Ok(())
}

/// Goes through a record, oldest first: that of a data folder, a folder with its files, or one of the
/// files. How many lines cannot be read.
///
/// # Errors
/// Any error of the file system, and [`io::ErrorKind::NotFound`] when there is no record.
pub fn all(path: &Path, mut each: impl FnMut(RecordEntry)) -> io::Result<usize> {
    let folder = Some(path.join(FOLDER)).filter(|it| it.is_dir());
    let paths = if path.is_file() {
        vec![path.to_owned()]
    } else {
        let folder = folder.as_deref().unwrap_or(path);
        files(folder)?.into_iter().map(|(_, path)| path).collect()
    };
    if paths.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there is no record"));
    }
    let mut unreadable = 0;
    for path in paths {
        for line in text(&path)?.lines() {
            match entry(line) {
                Some(entry) => each(entry),
                None => unreadable += 1,
            }
        }
    }
    Ok(unreadable)
}

/// Returns the lines of the record in a data folder about characters, one for each entry, oldest
/// first: entries that are their own, and those that they may read. It reads the whole record, so
/// it belongs on a thread that may block.
///
/// # Errors
/// Any error of the file system.
pub fn lines_of(data: &Path, whom: &BTreeSet<CharacterId>) -> io::Result<Vec<String>> {
    let marks: Vec<String> = whom.iter().map(|it| format!("\"{it}\"")).collect();
    let mut lines = Vec::new();
    entries(
        data,
        |line| marks.iter().any(|mark| line.contains(mark.as_str())),
        |entry| {
            let own = entry.what.party().is_some_and(|it| whom.contains(&it.id));
            let reader = whom.iter().find(|id| entry.readers.admit(id));
            if let (true, Some(reader)) = (own, reader) {
                let reader = RecordReader::Character(reader);
                let names = RecordNames::of([&entry]);
                lines.push(view::line(&entry, RecordView { reader, whole: true, names: &names }));
            }
        },
    )?;
    Ok(lines)
}

/// Returns the newest entries of the record in a data folder, oldest first: as many as stand in so
/// many bytes at its end.
///
/// # Errors
/// Any error of the file system.
pub fn newest(data: &Path, most: u64) -> io::Result<Vec<RecordEntry>> {
    let folder = data.join(FOLDER);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let (mut left, mut parts) = (most, Vec::new());
    for (_, path) in files(&folder)?.into_iter().rev() {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let skipped = length.saturating_sub(left);
        file.seek(SeekFrom::Start(skipped))?;
        let mut bytes = Vec::new();
        file.take(left).read_to_end(&mut bytes)?;
        left = left.saturating_sub(length);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // The first line of a part begins before it.
        parts.push(match text.split_once('\n').filter(|_| skipped > 0) {
            Some((_, rest)) => rest.to_owned(),
            None => text,
        });
        if left == 0 {
            break;
        }
    }
    let lines = parts.iter().rev().flat_map(|it| it.lines());
    Ok(lines.filter_map(entry).collect())
}
