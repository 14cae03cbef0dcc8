//! Journals of earlier runs: `journal.1` is that of the run before, and greater numbers are older.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The name of the journal that is being written.
pub(super) const NAME: &str = "journal";

/// The journals of earlier runs, the newest first.
#[derive(Debug, Default)]
pub(super) struct OlderJournals(Vec<(PathBuf, u64)>);

impl OlderJournals {
    /// Renames the journals of a folder to make room for a new one, and deletes all but the newest
    /// `runs`, the new one included.
    ///
    /// # Errors
    /// Any error of the file system.
    pub(super) fn make_way(folder: &Path, runs: usize) -> io::Result<Self> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(folder)? {
            numbers.extend(entry?.file_name().to_str().and_then(number));
        }
        numbers.sort_unstable();
        let mut kept = Vec::new();
        // The oldest first, so that none takes the place of another.
        for (age, number) in numbers.into_iter().enumerate().rev() {
            let path = path_of(folder, number);
            if age + 1 < runs {
                let older = path_of(folder, number.saturating_add(1));
                fs::rename(&path, &older)?;
                let bytes = fs::metadata(&older)?.len();
                kept.push((older, bytes));
            } else {
                fs::remove_file(path)?;
            }
        }
        kept.reverse();
        Ok(Self(kept))
    }

    /// Returns the total size, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|(_, bytes)| bytes).sum()
    }

    /// Deletes the oldest. Returns its size in bytes; none when there is none.
    ///
    /// # Errors
    /// Any error of the file system.
    pub(super) fn delete_oldest(&mut self) -> io::Result<Option<u64>> {
        let Some((path, bytes)) = self.0.pop() else { return Ok(None) };
        fs::remove_file(&path)?;
        tracing::info!("{} made room for the journal of this run", path.display());
        Ok(Some(bytes))
    }
}

fn path_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(if number == 0 { NAME.to_owned() } else { format!("{NAME}.{number}") })
}

/// Returns the number of the journal with this file name: 0 for that of the last run. Other files
/// of a similar name are somebody's own.
fn number(name: &str) -> Option<u32> {
    let rest = name.strip_prefix(NAME)?;
    let number = if rest.is_empty() { 0 } else { rest.strip_prefix('.')?.parse().ok()? };
    (path_of(Path::new(""), number) == Path::new(name)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of a folder with their texts, in order.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let file = |it: fs::DirEntry| {
            let name = it.file_name().into_string().unwrap();
            (name, fs::read_to_string(it.path()).unwrap())
        };
        let mut files: Vec<_> = entries.map(file).collect();
        files.sort();
        files
    }

    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            fs::write(folder.path().join(name), name).unwrap();
        }
        folder
    }

    fn left(folder: &Path) -> Vec<String> {
        files(folder).into_iter().map(|(name, was)| format!("{was} -> {name}")).collect()
    }

    #[test]
    fn a_new_run_moves_the_journals_on_and_the_oldest_goes() {
        let folder = folder(&["journal", "journal.1", "journal.2"]);
        let older = OlderJournals::make_way(folder.path(), 3).unwrap();
        assert_eq!(left(folder.path()), ["journal -> journal.1", "journal.1 -> journal.2"]);
        assert_eq!(older.bytes(), 7 + 9);
    }

    #[test]
    fn of_one_run_nothing_older_is_kept() {
        let folder = folder(&["journal", "journal.1"]);
        assert_eq!(OlderJournals::make_way(folder.path(), 1).unwrap().bytes(), 0);
        assert!(files(folder.path()).is_empty());
    }

    #[test]
    fn gaps_lose_nothing_and_other_files_stay() {
        let others = ["journal.01", "journal.bug", "journal.old", "journals", "my.journal.1"];
        let folder = folder(&[&["journal", "journal.2", "journal.3"][..], &others].concat());
        OlderJournals::make_way(folder.path(), 9).unwrap();
        let left = left(folder.path());
        for moved in ["journal -> journal.1", "journal.2 -> journal.3", "journal.3 -> journal.4"] {
            assert!(left.contains(&moved.to_owned()), "{left:?}");
        }
        for other in others {
            assert!(left.contains(&format!("{other} -> {other}")), "{left:?}");
        }
    }

    #[test]
    fn room_is_made_from_the_oldest_on() {
        let folder = folder(&["journal", "journal.1"]);
        let mut older = OlderJournals::make_way(folder.path(), 3).unwrap();
        assert_eq!(older.delete_oldest().unwrap(), Some(9));
        assert_eq!(left(folder.path()), ["journal -> journal.1"]);
        assert_eq!(older.delete_oldest().unwrap(), Some(7));
        assert_eq!(older.delete_oldest().unwrap(), None);
    }
}
