//! `hearsay backup`, `restore`, `verify` and `repair`: the operator's means against lost data.
//!
//! A backup is a data folder: the data file as it was at one moment, checked, and beside it the record
//! and the certificate. A server can be started on it as it is.

pub(crate) mod scheduled;

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use anyhow::{Context, bail};
use store::{DataHealth, Repaired, SavedRows, private};

use crate::{
    operate::{
        DATA_FILE,
        config::Config,
        tasks::{self, data_file, print},
    },
    record::{self, reading},
};

/// Files beside the data file that a backup has, too, when they are there.
const TLS: [&str; 2] = ["tls/certificate.pem", "tls/key.pem"];

/// Interval between two lines that say how far something is.
const TOLD_EVERY: Duration = Duration::from_secs(1);

const MEBIBYTE: u64 = 1_024 * 1_024;

/// Copies a data folder to a folder that is not there yet; a server may be running on it. Under this
/// name there is never half a backup: until it is whole it is called `TO.unfinished`.
///
/// # Errors
/// No data, something at `to`, a data file that is damaged, or a disk that takes no copy.
pub fn back_up(to: &Path, data: Option<PathBuf>) -> anyhow::Result<()> {
    let file = data_file(data)?;
    let data = file.parent().map(Path::to_owned).unwrap_or_default();
    // A slash at its end is no part of its name.
    let to: PathBuf = to.components().collect();
    let health = tasks::with_signals(|| {
        let whole = fs::metadata(&file).map_or(0, |it| it.len());
        let growing = store::unfinished(&unfinished(&to).join(DATA_FILE));
        telling(&growing, whole, || make(&data, &to))
    })??;
    print(&format!("{} has all of it, and it is sound: {}.\n", to.display(), counted(&health)))
}

/// Makes a backup, as [`back_up`] says.
fn make(data: &Path, to: &Path) -> anyhow::Result<DataHealth> {
    if to.symlink_metadata().is_ok() {
        bail!(
            "{} is there already and was left untouched; name a folder that is not.",
            to.display()
        );
    }
    let unfinished = unfinished(to);
    if is_left_over(&unfinished) {
        fs::remove_dir_all(&unfinished).with_context(|| cannot_write(&unfinished))?;
    }
    private::make_new_folder(&unfinished).with_context(|| cannot_write(&unfinished))?;
    let made = fill(data, &unfinished)
        .and_then(|health| Ok(fs::rename(&unfinished, to).map(|()| health)?))
        .with_context(|| format!("There is no backup in {}", to.display()));
    match &made {
        Ok(_) => to.parent().map_or(Ok(()), sync)?,
        // Half of it is worth nothing and takes the room that was missing.
        Err(_) => drop(fs::remove_dir_all(&unfinished)),
    }
    made
}

/// Returns whether a folder has nothing in it but parts of a backup that a kill has cut short.
fn is_left_over(unfinished: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(unfinished) else { return false };
    let parts = [OsStr::new(record::FOLDER), OsStr::new("tls")];
    entries.all(|entry| {
        let name = entry.map(|it| it.file_name()).unwrap_or_default();
        parts.contains(&name.as_os_str()) || name.as_encoded_bytes().starts_with(b"hearsay.")
    })
}

/// Fills an empty folder with the copy of a data folder. The data file comes first: whoever is deleted
/// meanwhile leaves no words in a record that is newer.
fn fill(data: &Path, to: &Path) -> anyhow::Result<DataHealth> {
    let health = store::back_up(&data.join(DATA_FILE), &to.join(DATA_FILE))?;
    record::copy(data, to).with_context(|| cannot_write(&to.join(record::FOLDER)))?;
    copy_tls(data, to).with_context(|| cannot_write(&to.join("tls")))?;
    sync(to)?;
    Ok(health)
}

fn cannot_write(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}

/// Flushes a folder to the disk. A parent that is written as nothing is the folder one is in.
fn sync(folder: &Path) -> io::Result<()> {
    let here = folder.as_os_str().is_empty();
    private::sync_folder(if here { Path::new(".") } else { folder })
}

fn copy_tls(from: &Path, to: &Path) -> io::Result<()> {
    for file in TLS {
        let (from, to) = (from.join(file), to.join(file));
        if from.exists() && !to.exists() {
            to.parent().map_or(Ok(()), private::make_folder)?;
            private::copy(&from, &to)?;
        }
    }
    Ok(())
}

fn unfinished(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".unfinished");
    name.into()
}

/// Puts a backup, or a data file such as `hearsay.before-2.sqlite`, in the place of what a data folder
/// has. What was there is kept in a folder in it.
///
/// # Errors
/// No backup, one that is damaged, a server that runs on the data folder, or a disk that takes no copy.
pub fn restore(from: &Path, data: Option<PathBuf>) -> anyhow::Result<()> {
    let data = match data {
        Some(data) => data,
        None => Config::standard()?.server.data,
    };
    let file = if from.is_dir() { from.join(DATA_FILE) } else { from.to_owned() };
    if !file.exists() {
        bail!("There is no backup in {}.", from.display());
    }
    let (health, mut kept) = tasks::with_signals(|| {
        let whole = fs::metadata(&file).map_or(0, |it| it.len());
        let path = data.join(DATA_FILE);
        let growing = store::unfinished(&store::restoring(&path));
        telling(&growing, whole, || store::restore(&file, &path))
    })??;
    if from.is_dir() {
        let replaced = record::replace(from, &data, kept.as_deref());
        let replaced = replaced.context("The record could not be put back, all else was")?;
        kept = kept.or(replaced);
        copy_tls(from, &data).context("The certificate could not be put back, all else was")?;
    }
    let mut text =
        format!("{} is as it was in {}: {}.\n", data.display(), from.display(), counted(&health));
    if let Some(kept) = kept {
        writeln!(
            text,
            "What it replaces is kept in {}; delete it when you no longer want it.",
            kept.display()
        )?;
    }
    print(&text)
}

/// Checks a data folder, a backup or a data file wholly, and prints what it holds and what is wrong; a
/// server may be running on it.
///
/// # Errors
/// Nothing to check, or something that is wrong.
pub fn verify(path: Option<PathBuf>) -> anyhow::Result<()> {
    let path = match path {
        Some(path) => path,
        None => Config::standard()?.server.data,
    };
    let file = if path.is_file() { path.clone() } else { data_file(Some(path.clone()))? };
    let health = store::verify(&file)?;
    let mut text = format!("{}: format {}, {}.\n", file.display(), health.format, counted(&health));
    for (kind, count) in &health.documents {
        writeln!(text, "  {kind}\t{count}")?;
    }
    if path.is_dir() && path.join(record::FOLDER).is_dir() {
        let mut entries = 0_u64;
        let unreadable = reading::all(&path, |_| entries += 1).or_else(none)?;
        writeln!(text, "The record: {entries} entries, {unreadable} lines that cannot be read.")?;
    }
    for problem in &health.problems {
        writeln!(text, "wrong: {problem}")?;
    }
    print(&text)?;
    if !health.problems.is_empty() {
        bail!(
            "{} is damaged: hearsay repair reads back what can be read, hearsay restore puts a backup in its place.",
            file.display()
        );
    }
    Ok(())
}

/// Returns 0 for a missing file: a record without a file has no line that cannot be read.
fn none(error: io::Error) -> io::Result<usize> {
    if error.kind() == io::ErrorKind::NotFound { Ok(0) } else { Err(error) }
}

/// Puts a new data file with all that can be read of a damaged one in its place, and prints what is
/// saved and lost. The damaged one is kept.
///
/// # Errors
/// No data, a server that runs on it, a file that is none of ours, or a disk that takes no copy.
pub fn repair(data: Option<PathBuf>) -> anyhow::Result<()> {
    let file = data_file(data)?;
    let repaired = tasks::with_signals(|| {
        let whole = fs::metadata(&file).map_or(0, |it| it.len());
        telling(&store::repairing(&file), whole, || store::repair(&file))
    })??;
    match repaired {
        None => print(&format!("{} is sound; nothing was changed.\n", file.display())),
        Some(repaired) => print(&outcome(&file, &repaired)?),
    }
}

fn outcome(file: &Path, repaired: &Repaired) -> Result<String, std::fmt::Error> {
    let Repaired { kept, tables, lost, blind } = repaired;
    let mut text = format!("{} is made anew from what could be read.\n", file.display());
    for SavedRows { table, saved, lost } in tables {
        match lost {
            Some(lost) => writeln!(text, "{table}\t{saved} saved\t{lost} lost")?,
            None => writeln!(text, "{table}\t{saved} saved")?,
        }
    }
    for document in lost {
        writeln!(text, "lost: {document}")?;
    }
    if *blind {
        text.push_str(
            "The first page was damaged, which says what the others are for: how much is lost is not \
             known, and what was deleted a short while ago may be back.\n",
        );
    }
    writeln!(text, "The damaged file is kept as it was in {}.", kept.display())?;
    Ok(text)
}

fn counted(health: &DataHealth) -> String {
    if health.documents.is_empty() && !health.problems.is_empty() {
        return "what it holds cannot be counted".to_owned();
    }
    let documents: u64 = health.documents.values().sum();
    format!("{documents} documents and {} notes as of commit {}", health.notes, health.commits)
}

/// Does something that may take long, and says once a second how far it is by the size of a file.
fn telling<T: Send>(growing: &Path, whole: u64, work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let (done, is_done) = mpsc::sync_channel::<()>(1);
        scope.spawn(move || {
            while is_done.recv_timeout(TOLD_EVERY) == Err(RecvTimeoutError::Timeout) {
                let bytes = fs::metadata(growing).map_or(0, |it| it.len());
                let (now, whole) = (bytes / MEBIBYTE, whole.div_ceil(MEBIBYTE));
                tasks::progress(&format!("{now} of about {whole} MiB …"));
            }
        });
        let result = work();
        drop(done);
        result
    })
}
