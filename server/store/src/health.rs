//! Health of a data file: the quick check at the start, and the whole one.

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use rusqlite::Connection;
use tokio::time::Instant;

use crate::{
    StoreError, StoreSettings,
    claim::FileClaim,
    kept,
    schema::{self, failure},
};

/// Most problems that are listed.
const MOST_PROBLEMS: usize = 100;

/// Duration of a check from which the log says how long it took.
const SLOW: Duration = Duration::from_secs(1);

/// Kind and id of the store's own document, which counts the commits.
pub(crate) const COUNT: [&str; 2] = ["store", "commits"];

/// Result of a whole check of a data file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DataHealth {
    /// Sentences about what is wrong, at most 100; none when all is well.
    pub problems: Vec<String>,
    /// The format of the file.
    pub format: i64,
    /// Number of commits so far; 0 when they were not counted yet.
    pub commits: u64,
    /// Numbers of the documents of each kind.
    pub documents: BTreeMap<String, u64>,
    /// Number of notes.
    pub notes: u64,
}

/// Looks at a data file that this process has claimed, before anything is written to it: that it is
/// there when it was before, that no page of it is damaged, and that no commit is missing. Of missing
/// commits a sentence is returned, and what was found is kept beside the file: nothing brings them back.
///
/// # Errors
/// Any [`StoreError`] that says why the file is unusable. It is left as it is.
pub(crate) fn look(
    path: &Path,
    claim: &FileClaim,
    settings: StoreSettings,
) -> Result<Option<String>, StoreError> {
    let noted = claim.commits();
    if !path.exists() {
        let missing = StoreError::Missing { path: path.to_owned(), commits: noted };
        return if noted > 0 { Err(missing) } else { Ok(None) };
    }
    if !path.is_file() {
        let reason = "something else than a file stands there".to_owned();
        return Err(StoreError::Unwritable { path: path.to_owned(), reason });
    }
    schema::refuse_empty(path)?;
    let found = {
        let connection = schema::open_for_reading(path, settings)?;
        schema::check_owner(&connection, path)?;
        quick(&connection, path)?;
        commits(&connection).map_err(|error| failure(path, "being checked", error))?
    };
    if noted <= found {
        return Ok(None);
    }
    let (missing, kept) = (noted - found, kept::as_found(path)?);
    let (path, kept) = (path.display(), kept.display());
    Ok(Some(format!(
        "The data file {path} lacks the last {missing} changes that were saved in it, as after a power \
         cut, a lost or damaged {path}-wal, or an older copy in its place. What was found is kept in \
         {kept}."
    )))
}

/// Reads every page, and fails at the first that is damaged. Of a file that the system has in memory it
/// takes about 0.3 seconds for each 100 MiB.
///
/// # Errors
/// [`StoreError::Damaged`], or what keeps the file from being read.
fn quick(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let begun = Instant::now();
    let found: String = connection
        .query_row("PRAGMA quick_check(1)", (), |row| row.get(0))
        .map_err(|error| failure(path, "being checked", error))?;
    let took = begun.elapsed();
    if took >= SLOW {
        tracing::info!(milliseconds = took.as_millis(), "the data file was checked");
    }
    if found != "ok" {
        return Err(damaged(path, &found));
    }
    let cut = is_cut(connection, path).map_err(|error| failure(path, "being checked", error))?;
    if cut { Err(damaged(path, CUT)) } else { Ok(()) }
}

/// Problem of a file that was cut off within its last page.
const CUT: &str = "the file ends in the middle of a page";

/// Returns whether a file ends in the middle of a page, of which SQLite reads the rest as zeros. While
/// there is a log, the page may stand whole in that.
fn is_cut(connection: &Connection, path: &Path) -> rusqlite::Result<bool> {
    let page: u64 = connection.query_row("PRAGMA page_size", (), |row| number(row, 0))?;
    let length = |path: &Path| fs::metadata(path).map_or(0, |it| it.len());
    let has_log = length(&kept::beside(path, "-wal")) > 0;
    Ok(!has_log && page > 0 && length(path) % page != 0)
}

fn damaged(path: &Path, found: &str) -> StoreError {
    let reason = found.lines().next_back().unwrap_or_default().to_owned();
    StoreError::Damaged { path: path.to_owned(), reason }
}

/// Returns the number of commits of a data file; 0 when they were not counted yet.
pub(crate) fn commits(connection: &Connection) -> rusqlite::Result<u64> {
    if schema::version(connection)? == 0 {
        return Ok(0);
    }
    let sql = "SELECT coalesce(max(body->>'$.V1.commits'), 0) FROM documents
               WHERE kind = ?1 AND id = ?2 AND json_valid(body)";
    connection.query_row(sql, COUNT, |row| number(row, 0))
}

/// Returns a number that is never negative.
pub(crate) fn number(row: &rusqlite::Row<'_>, at: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(at).map(|it| u64::try_from(it).unwrap_or(0))
}

/// Checks a data file wholly: its pages, its indexes against its tables, and that each document and
/// note is JSON. The file is not claimed: a server may be running on it, and nothing is written.
///
/// # Errors
/// Any [`StoreError`] that says why nothing can be checked at all. What is wrong with a file that can
/// be opened stands in [`DataHealth::problems`].
pub fn verify(path: &Path) -> Result<DataHealth, StoreError> {
    fs::metadata(path).map_err(|error| StoreError::Unwritable {
        path: path.to_owned(),
        reason: error.to_string(),
    })?;
    schema::refuse_empty(path)?;
    let connection = schema::open_for_reading(path, StoreSettings::default())?;
    schema::check_owner(&connection, path)?;
    let mut health = DataHealth::default();
    // What is damaged may stand in the way of everything after it.
    if let Err(error) = examine(&connection, &mut health) {
        match failure(path, "being checked", error) {
            damage if damage.is_damage() => health.problems.push(damage.to_string()),
            other => return Err(other),
        }
    }
    if is_cut(&connection, path).unwrap_or_default() {
        health.problems.push(CUT.to_owned());
    }
    Ok(health)
}

fn examine(db: &Connection, health: &mut DataHealth) -> rusqlite::Result<()> {
    health.format = schema::version(db)?;
    let sql = format!("PRAGMA integrity_check({MOST_PROBLEMS})");
    let found: Vec<String> =
        db.prepare(&sql)?.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
    // One row may have several lines.
    let found = found.iter().flat_map(|it| it.lines()).filter(|it| *it != "ok");
    health.problems.extend(found.take(MOST_PROBLEMS).map(str::to_owned));
    if health.format == 0 {
        return Ok(());
    }
    health.commits = commits(db)?;
    let mut kinds = db.prepare("SELECT kind, count(*) FROM documents GROUP BY kind")?;
    let kinds = kinds.query_map((), |row| Ok((row.get(0)?, number(row, 1)?)))?;
    health.documents = kinds.collect::<Result<_, _>>()?;
    health.notes = db.query_row("SELECT count(*) FROM notes", (), |row| number(row, 0))?;
    if health.format < schema::count(schema::STEPS) {
        // Not everything was JSON in older formats.
        return Ok(());
    }
    let unreadable = "
        SELECT 'the document ' || kind || ' ' || id || ' is no JSON' FROM documents
        WHERE NOT json_valid(body)
        UNION ALL
        SELECT 'note ' || serial || ' of ' || mind || ' is no JSON' FROM notes
        WHERE NOT json_valid(body) LIMIT ?1";
    let room = MOST_PROBLEMS.saturating_sub(health.problems.len());
    let mut unreadable = db.prepare(unreadable)?;
    let unreadable = unreadable.query_map([i64::try_from(room).unwrap_or(0)], |row| row.get(0))?;
    health.problems.extend(unreadable.collect::<Result<Vec<String>, _>>()?);
    Ok(())
}
