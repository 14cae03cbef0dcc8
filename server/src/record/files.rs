//! The files of the record: one for each day, and more where a day's entries are many.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use assistants::record::entry::{RecordDocument, RecordEntry};
use engine::clock::WorldTime;

use super::{Forgetting, RecordBounds, reading};
use store::private;

/// The largest file, in bytes, unless an eighth of all is less.
const LARGEST: u64 = 8 * 1_024 * 1_024;
/// However little room there is, a file may get so large.
const LEAST: u64 = 4_096;
/// The file by whose lock one of those who write waits for the other.
const LOCK: &str = "lock";
/// Extension of a file's replacement until it is whole.
const UNFINISHED: &str = "new";

/// Bytes at either end of a file in which its first and its last entry are looked for.
const LOOKED_INTO: u64 = 64 * 1_024;

/// Number of the newest days with entries that do not count yet.
const UNCOUNTED: usize = 2;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The files, of which the last is written.
#[derive(Debug)]
pub(super) struct RecordFiles {
    folder: PathBuf,
    bounds: RecordBounds,
    /// Oldest first.
    files: Vec<RecordFile>,
    /// The last, when it is open.
    out: Option<File>,
    lock: File,
    /// Bytes to write next.
    buffer: Vec<u8>,
}

#[derive(Debug)]
struct RecordFile {
    number: u64,
    bytes: u64,
    /// Times of its first and its last entry.
    first: WorldTime,
    last: WorldTime,
}

impl RecordFile {
    /// Returns the day of all its entries, counted from 1970.
    fn day(&self) -> u128 {
        day(self.first)
    }
}

fn day(at: WorldTime) -> u128 {
    u128::from(at.0) / DAY.as_millis()
}

impl RecordFiles {
    /// Looks at what there is, and makes the folder when it is missing.
    pub(super) fn open(folder: &Path, bounds: RecordBounds) -> io::Result<Self> {
        private::make_folder(folder)?;
        let lock = private::file().open(folder.join(LOCK))?;
        let mut files = Vec::new();
        for (number, path) in reading::files(folder)? {
            let (first, last) = span(&path)?;
            let bytes = fs::metadata(&path)?.len();
            files.push(RecordFile { number, bytes, first, last });
        }
        let (folder, buffer) = (folder.to_owned(), Vec::new());
        Ok(Self { folder, bounds, files, out: None, lock, buffer })
    }

    /// Writes entries, and makes room for them.
    pub(super) fn write(&mut self, entries: &[Arc<RecordEntry>]) -> io::Result<()> {
        self.lock.lock()?;
        let written = self.write_locked(entries);
        // What is left of it belongs to a line that is lost.
        self.buffer.clear();
        self.lock.unlock()?;
        written
    }

    fn write_locked(&mut self, entries: &[Arc<RecordEntry>]) -> io::Result<()> {
        let mut line = Vec::new();
        for entry in entries {
            line.clear();
            serde_json::to_writer(&mut line, &RecordDocument::V1(&**entry))?;
            line.push(b'\n');
            if !self.fits(size(line.len()), entry.at) {
                self.flush()?;
                self.begin(entry.at)?;
            }
            self.buffer.extend_from_slice(&line);
            if let Some(file) = self.files.last_mut() {
                file.last = file.last.max(entry.at);
            }
        }
        self.flush()?;
        self.make_room()
    }

    /// Returns whether the last file takes a further line.
    fn fits(&self, bytes: u64, at: WorldTime) -> bool {
        let most = (self.bounds.bytes / 8).clamp(LEAST, LARGEST);
        let waits = size(self.buffer.len());
        self.files.last().is_some_and(|it| it.bytes + waits + bytes <= most && it.day() == day(at))
    }

    fn begin(&mut self, at: WorldTime) -> io::Result<()> {
        let number = self.files.last().map_or(1, |it| it.number + 1);
        let path = self.folder.join(reading::file_name(number));
        self.out = Some(private::file().append(true).open(path)?);
        self.files.push(RecordFile { number, bytes: 0, first: at, last: at });
        Ok(())
    }

    /// Writes the waiting entries to the end of the last file.
    fn flush(&mut self) -> io::Result<()> {
        let Some(file) = self.files.last_mut().filter(|_| !self.buffer.is_empty()) else {
            return Ok(());
        };
        let out = match &mut self.out {
            Some(out) => out,
            None => {
                let path = self.folder.join(reading::file_name(file.number));
                self.out.insert(private::file().read(true).append(true).open(path)?)
            }
        };
        // Others may have written meanwhile, and a power cut leaves half a line.
        if !ends_whole(&self.folder.join(reading::file_name(file.number)))? {
            out.write_all(b"\n")?;
        }
        out.write_all(&self.buffer)?;
        self.buffer.clear();
        file.bytes = out.metadata()?.len();
        Ok(())
    }

    /// Deletes the oldest files until the others have room; the last one stays.
    fn make_room(&mut self) -> io::Result<()> {
        let mut all: u64 = self.files.iter().map(|it| it.bytes).sum();
        while all > self.bounds.bytes && self.files.len() > 1 {
            let oldest = self.files.remove(0);
            self.delete(oldest.number)?;
            all -= oldest.bytes;
            self.log_deleted(&oldest, "record_mebibytes is reached");
        }
        Ok(())
    }

    /// Deletes the files after which there are entries of more days than are kept. Days without an entry
    /// do not count, so a server that rests deletes nothing. Nor does a clock that is wrong for a start:
    /// the day that is being written is not counted yet, nor is the one before it, which would be the
    /// last one that is right, and a day that is followed by an earlier one never is.
    pub(super) fn drop_old(&mut self) -> io::Result<()> {
        let kept = usize::try_from(self.bounds.days).unwrap_or(usize::MAX);
        let (mut days, mut earliest, mut old) = (0, u128::MAX, 0);
        for (place, file) in self.files.iter().enumerate().rev() {
            let own = file.day();
            let after = days - usize::from(own == earliest);
            if after >= kept.saturating_add(UNCOUNTED) && old == 0 {
                old = place + 1;
            }
            if own < earliest {
                (days, earliest) = (days + 1, own);
            }
        }
        for oldest in self.files.drain(..old).collect::<Vec<_>>() {
            self.delete(oldest.number)?;
            self.log_deleted(&oldest, "record_days is reached");
        }
        Ok(())
    }

    fn log_deleted(&self, file: &RecordFile, why: &str) {
        let RecordFile { number, bytes, first, last } = file;
        tracing::info!(
            bytes,
            "of the record the oldest part was deleted, {}, from {first} to {last}: {why}",
            reading::file_name(*number)
        );
    }

    fn delete(&self, number: u64) -> io::Result<()> {
        match fs::remove_file(self.folder.join(reading::file_name(number))) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }

    /// Copies all files into another folder, each in a moment in which nobody writes to it.
    pub(super) fn copy(&self, to: &Path) -> io::Result<()> {
        copy_each(&self.folder, to, |from, to| {
            self.lock.lock()?;
            let copied = private::copy(from, to);
            self.lock.unlock()?;
            copied
        })
    }

    /// Takes the words of these characters out of all files. Returns how many entries lost theirs.
    /// A file that cannot be written anew is deleted: no record is better than one with words that
    /// are to be forgotten.
    pub(super) fn forget(&mut self, whom: &[Forgetting]) -> io::Result<u64> {
        self.lock.lock()?;
        self.out = None;
        let forgotten = self.forget_locked(whom);
        self.lock.unlock()?;
        forgotten
    }

    fn forget_locked(&mut self, whom: &[Forgetting]) -> io::Result<u64> {
        let mut entries = 0;
        for (number, path) in reading::files(&self.folder)? {
            let text = reading::text(&path)?;
            let (rest, changed) = without(&text, whom);
            if changed == 0 {
                continue;
            }
            let unfinished = path.with_extension(UNFINISHED);
            let done = replace(&path, &unfinished, &rest);
            if let Err(error) = &done {
                let path = path.display();
                tracing::error!(%error, "{path} cannot be written without the words of somebody who is to be forgotten, so it is deleted");
                self.delete(number)?;
                self.files.retain(|it| it.number != number);
                // What is left of the new one has no such words.
                drop(fs::remove_file(&unfinished));
            } else if let Some(file) = self.files.iter_mut().find(|it| it.number == number) {
                file.bytes = size(rest.len());
            }
            entries += changed;
        }
        Ok(entries)
    }
}

/// Copies the files of a record to which nobody writes into another folder.
pub(super) fn copy_resting(folder: &Path, to: &Path) -> io::Result<()> {
    copy_each(folder, to, private::copy)
}

fn copy_each(
    folder: &Path,
    to: &Path,
    copy: impl Fn(&Path, &Path) -> io::Result<()>,
) -> io::Result<()> {
    private::make_folder(to)?;
    for (number, path) in reading::files(folder)? {
        match copy(&path, &to.join(reading::file_name(number))) {
            // It made room meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            done => done?,
        }
    }
    private::sync_folder(to)
}

/// Returns a text of lines without the words of these, and how many lines changed. One that has to
/// do with them and cannot be read is left out.
fn without(text: &str, whom: &[Forgetting]) -> (String, u64) {
    let ids = whom.iter().flat_map(|(_, ids)| ids);
    // Where many had a hand in something, nobody of them is named.
    let many = "\"origins\":\"many\"".to_owned();
    let ids: Vec<String> = ids.map(|it| format!("\"{it}\"")).chain([many]).collect();
    let (mut rest, mut changed) = (String::with_capacity(text.len()), 0);
    for line in text.lines() {
        let mut replaced = None;
        if ids.iter().any(|it| line.contains(it.as_str())) {
            let Some(mut entry) = reading::entry(line) else {
                changed += 1;
                continue;
            };
            let concerned = whom.iter().filter(|(mind, _)| mind.is_none() || *mind == entry.mind);
            let concerned: Vec<_> = concerned.collect();
            if concerned.into_iter().fold(false, |any, (_, ids)| entry.forget(ids) || any) {
                changed += 1;
                let Ok(line) = serde_json::to_string(&RecordDocument::V1(&entry)) else { continue };
                replaced = Some(line);
            }
        }
        rest.push_str(replaced.as_deref().unwrap_or(line));
        rest.push('\n');
    }
    (rest, changed)
}

/// Puts a text in the place of a file, whole or not at all.
fn replace(path: &Path, unfinished: &Path, text: &str) -> io::Result<()> {
    let mut out = private::file().truncate(true).open(unfinished)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    fs::rename(unfinished, path)
}

/// Returns whether a file is empty or ends with the end of a line.
fn ends_whole(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// Returns the times of the first and the last readable entry of a file; its time of modification
/// where none is readable.
fn span(path: &Path) -> io::Result<(WorldTime, WorldTime)> {
    let (mut file, mut head, mut tail) = (File::open(path)?, Vec::new(), Vec::new());
    let length = file.metadata()?.len();
    (&file).take(LOOKED_INTO).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(length.saturating_sub(LOOKED_INTO)))?;
    file.take(LOOKED_INTO).read_to_end(&mut tail)?;
    let (head, tail) = (String::from_utf8_lossy(&head), String::from_utf8_lossy(&tail));
    let first = head.lines().find_map(reading::entry);
    let last = tail.lines().rev().find_map(reading::entry);
    if let (Some(first), Some(last)) = (first, last) {
        return Ok((first.at, last.at));
    }
    let written = fs::metadata(path)?.modified()?;
    let since = written.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let at = WorldTime::default().after(since);
    Ok((at, at))
}

fn size(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
