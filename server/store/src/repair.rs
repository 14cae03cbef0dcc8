//! Repair of a damaged data file: a new one from the rows that can still be read.
//!
//! Documents and notes are read from the pages themselves, since a damaged page in the middle of a tree
//! leads to nothing below it. What they are found by, such as the characters that they name, is read
//! from both of the orders in which it is kept, of which one damaged page can break one only. The new
//! file has its indexes made anew, and the damaged one is kept as it was.

use std::{
    collections::BTreeSet,
    fs, io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};

use crate::{
    StoreError,
    claim::FileClaim,
    health, kept,
    pages::{self, DataPages, HEADER, MAGIC, PageRow, RowValue},
    private,
    schema::{self, copy, failure},
    sqlite::put_count,
};

/// Most lost documents that are named.
const MOST_NAMED: usize = 100;

/// Maximum ratio of a file's former length to its present one.
const MOST_LONGER: u64 = 1_000;

/// Result of a repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// The folder in which the damaged file is kept, with its log.
    pub kept: PathBuf,
    /// Saved and lost rows of each table.
    pub tables: Vec<SavedRows>,
    /// Kinds and ids of documents that are lost, at most 100.
    pub lost: Vec<String>,
    /// True when the first page was damaged, which says what every other page is for. What was deleted
    /// a short while ago may be back then, and how much is lost is not known.
    pub blind: bool,
}

/// Rows of one table that a repair has saved and lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedRows {
    /// Name of the table.
    pub table: &'static str,
    /// Number of rows in the new file.
    pub saved: u64,
    /// Number of rows that are known to be lost; none when nothing tells.
    pub lost: Option<u64>,
}

/// Checks a data file wholly and, when it is damaged, puts a new file with all that can be read of it in
/// its place. None when nothing is wrong with it; then it is left as it is. Blocks for as long as the
/// disk takes.
///
/// # Errors
/// [`StoreError::Locked`] while a server runs on it; [`StoreError::Foreign`], [`StoreError::TooNew`] or
/// [`StoreError::Empty`] for a file that is none of ours; [`StoreError::NothingLeft`] when nothing at
/// all can be read of it; [`StoreError::NotWritten`]. The file is left as it is.
pub fn repair(path: &Path) -> Result<Option<Repaired>, StoreError> {
    let path = schema::resolve(path)?;
    let claim = FileClaim::take(&path)?;
    match health::verify(&path) {
        Ok(health) if health.problems.is_empty() => {
            // Whoever asks knows by now that commits are missing, if so.
            claim.note(health.commits);
            return Ok(None);
        }
        Ok(_) => {}
        Err(error) if error.is_damage() => {}
        Err(error) => return Err(error),
    }
    let (work, new) = (copy::named(&path, "repairing"), repairing(&path));
    let repaired = salvage(&path, &work, &new, claim.commits());
    for end in ["", "-wal", "-shm", "-journal"] {
        // They are copies.
        drop(fs::remove_file(kept::beside(&work, end)));
        if repaired.is_err() {
            drop(fs::remove_file(kept::beside(&new, end)));
        }
    }
    let (mut repaired, commits) = repaired?;
    let failed =
        |error: io::Error| StoreError::NotWritten { to: path.clone(), why: error.to_string() };
    repaired.kept = kept::folder(&path, "damaged").map_err(failed)?;
    kept::copy_into(&path, &repaired.kept).map_err(failed)?;
    for end in kept::BESIDE {
        drop(fs::remove_file(kept::beside(&path, end)));
    }
    fs::rename(&new, &path).map_err(failed)?;
    path.parent().map_or(Ok(()), private::sync_folder).map_err(failed)?;
    claim.note(commits);
    Ok(Some(repaired))
}

/// Returns the path under which the new file grows until it is whole.
#[must_use]
pub fn repairing(path: &Path) -> PathBuf {
    copy::named(path, "repaired")
}

/// Writes the readable rows of `path` into the file `new`, by way of the file `work`.
fn salvage(
    path: &Path,
    work: &Path,
    new: &Path,
    noted: u64,
) -> Result<(Repaired, u64), StoreError> {
    let failed = |to: &Path, why: String| StoreError::NotWritten { to: to.to_owned(), why };
    for end in ["", "-wal", "-shm", "-journal"] {
        drop(fs::remove_file(kept::beside(work, end)));
        drop(fs::remove_file(kept::beside(new, end)));
    }
    private::copy(path, work).map_err(|error| failed(work, error.to_string()))?;
    let log = kept::beside(path, "-wal");
    if log.exists() {
        let to = kept::beside(work, "-wal");
        private::copy(&log, &to).map_err(|error| failed(&to, error.to_string()))?;
    }
    lengthen(work).map_err(|error| failed(work, error.to_string()))?;
    let format = merge_log(work).map_err(|why| failed(work, why))?;
    let blind = format.is_none();
    let newest = schema::count(schema::STEPS);
    let format = format.unwrap_or(newest);
    let steps = schema::STEPS.iter().zip(1..).filter(|(_, number)| *number <= format);
    let steps: Vec<&str> = steps.map(|(step, _)| *step).collect();

    drop(private::file().create_new(true).open(new).map_err(|it| failed(new, it.to_string()))?);
    let during = |error| failure(new, "being written", error);
    let mut db = Connection::open(new).map_err(during)?;
    schema::migrate(&mut db, &steps).map_err(during)?;
    let old = if blind { None } else { open(work).ok() };
    let change = db.transaction().map_err(during)?;
    let known = old.as_ref().map(KnownKeys::read);
    // SQLite's own locks do not matter to a file of which nobody else knows.
    let written = write_rows(&change, work, &roots(old.as_ref()), format).map_err(during)?;
    if written == 0 {
        return Err(StoreError::NothingLeft { path: path.to_owned() });
    }
    known.iter().try_for_each(|it| it.leave_out_others(&change)).map_err(during)?;
    match &old {
        Some(old) => put_links(&change, old, format).map_err(during)?,
        None => guess_links(&change, work).map_err(during)?,
    }
    let commits = health::commits(&change).map_err(during)?.max(noted);
    put_count(&change, commits).map_err(during)?;
    let repaired = report(&change, known, format, blind).map_err(during)?;
    change.commit().map_err(during)?;
    db.close().map_err(|(_, error)| during(error))?;
    let health = health::verify(new)?;
    match health.problems.into_iter().next() {
        None => Ok((repaired, commits)),
        Some(reason) => Err(StoreError::Damaged { path: new.to_owned(), reason }),
    }
}

/// Gives a file that was cut off the length that it says it has: SQLite reads nothing of one that is
/// shorter.
fn lengthen(work: &Path) -> io::Result<()> {
    let file = private::file().read(true).open(work)?;
    let length = file.metadata()?.len();
    let mut header = [0; HEADER];
    if length < 100 {
        return Ok(());
    }
    file.read_exact_at(&mut header, 0)?;
    let wanted = pages::length(&header).filter(|it| *it > length && *it / MOST_LONGER <= length);
    wanted.map_or(Ok(()), |it| file.set_len(it))
}

/// Opens the working copy. It is not made when it is missing.
fn open(work: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(work, flags)
}

/// Moves what is valid in the log of the working copy into it. Returns the file's format; none when its
/// first page says nothing that can be used.
fn merge_log(work: &Path) -> Result<Option<i64>, String> {
    let merge = || {
        let db = open(work)?;
        db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))?;
        let sql = "SELECT count(*) FROM sqlite_schema WHERE name IN ('documents', 'notes')";
        let tables: i64 = db.query_row(sql, (), |row| row.get(0))?;
        let format = schema::version(&db)?;
        let known = (1..=schema::count(schema::STEPS)).contains(&format);
        Ok::<_, rusqlite::Error>((tables == 2 && known).then_some(format))
    };
    if let Ok(format) = merge() {
        return Ok(format);
    }
    // Any first page will do to have the log merged, but not to read by.
    let mut page = vec![0; 4_096];
    let fresh = copy::named(work, "fresh");
    drop(fs::remove_file(&fresh));
    let made = || {
        let mut db = Connection::open(&fresh)?;
        schema::migrate(&mut db, schema::STEPS)?;
        db.close().map_err(|(_, error)| error)
    };
    let made = made().map_err(|error| error.to_string());
    let mut transplant = || {
        fs::File::open(&fresh)?.read_exact_at(&mut page, 0)?;
        // The marks of a file that has a log.
        page.iter_mut().skip(18).take(2).for_each(|it| *it = 2);
        private::file().open(work)?.write_all_at(&page, 0)
    };
    let done = made.and_then(|()| transplant().map_err(|error| error.to_string()));
    for end in ["", "-wal", "-shm"] {
        drop(fs::remove_file(kept::beside(&fresh, end)));
    }
    done?;
    // The log may have the true first page.
    Ok(merge().ok().flatten().filter(|_| !has_page(work, &page)))
}

/// Returns whether the first page of a file is still the one that was put there.
fn has_page(work: &Path, page: &[u8]) -> bool {
    let mut is = vec![0; page.len()];
    let read = fs::File::open(work).and_then(|it| it.read_exact_at(&mut is, 0));
    // What SQLite counts up in the header says nothing.
    read.is_err() || (is.starts_with(MAGIC) && is.get(HEADER..) == page.get(HEADER..))
}

/// Returns the first pages of the two tables, where the file tells.
fn roots(old: Option<&Connection>) -> Vec<u32> {
    let mut roots = Vec::new();
    if let Some(old) = old {
        let sql = "SELECT rootpage FROM sqlite_schema WHERE name IN ('documents', 'notes')";
        read_all(old, sql, |row| roots.extend(row.get::<_, u32>(0)));
    }
    roots
}

/// Keys of the rows that the old file had, as far as its indexes tell.
struct KnownKeys {
    documents: BTreeSet<(String, String)>,
    notes: BTreeSet<(String, i64)>,
    /// True where an index could be read to its end.
    all_documents: bool,
    all_notes: bool,
}

impl KnownKeys {
    fn read(old: &Connection) -> Self {
        let (documents, notes) = (BTreeSet::new(), BTreeSet::new());
        let mut keys = Self { documents, notes, all_documents: false, all_notes: false };
        for index in ["sqlite_autoindex_documents_1", "documents_by_owner"] {
            let sql = format!("SELECT kind, id FROM documents INDEXED BY {index}");
            keys.all_documents |= read_all(old, &sql, |row| keys.documents.extend(key(row)));
        }
        let sql = "SELECT mind, serial FROM notes INDEXED BY sqlite_autoindex_notes_1";
        keys.all_notes = read_all(old, sql, |row| keys.notes.extend(key(row)));
        keys
    }

    /// Deletes rows that were left over in pages without use, which no index knows.
    fn leave_out_others(&self, new: &Transaction<'_>) -> rusqlite::Result<()> {
        let (mut documents, mut notes) = (Vec::new(), Vec::new());
        if self.all_documents {
            read_all(new, "SELECT kind, id FROM documents", |row| documents.extend(key(row)));
        }
        if self.all_notes {
            read_all(new, "SELECT mind, serial FROM notes", |row| notes.extend(key(row)));
        }
        for (kind, id) in documents.iter().filter(|it| !self.documents.contains(it)) {
            new.execute("DELETE FROM documents WHERE kind = ?1 AND id = ?2", [kind, id])?;
        }
        for (mind, serial) in notes.iter().filter(|it| !self.notes.contains(it)) {
            let sql = "DELETE FROM notes WHERE mind = ?1 AND serial = ?2";
            new.execute(sql, params![mind, serial])?;
        }
        Ok(())
    }
}

fn key<T: rusqlite::types::FromSql>(row: &rusqlite::Row<'_>) -> Option<(String, T)> {
    Some((row.get(0).ok()?, row.get(1).ok()?))
}

/// Goes through rows up to the first that cannot be read; whether that was the end.
fn read_all(old: &Connection, sql: &str, mut each: impl FnMut(&rusqlite::Row<'_>)) -> bool {
    let Ok(mut query) = old.prepare(sql) else { return false };
    let Ok(mut rows) = query.query(()) else { return false };
    loop {
        match rows.next() {
            Ok(Some(row)) => each(row),
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// Writes the documents and notes that stand in the pages of a file. Returns how many there are.
fn write_rows(
    new: &Transaction<'_>,
    work: &Path,
    roots: &[u32],
    format: i64,
) -> rusqlite::Result<u64> {
    let (mut count, mut done) = (0, Ok(()));
    each_row(work, roots, |row| {
        if done.is_ok() {
            match put(new, row, format) {
                Ok(put) => count += u64::from(put),
                Err(error) => done = Err(error),
            }
        }
    })?;
    done.map(|()| count)
}

/// Goes through the rows in the pages of a file.
fn each_row(work: &Path, roots: &[u32], each: impl FnMut(PageRow)) -> rusqlite::Result<()> {
    let read = DataPages::open(work).and_then(|pages| pages.rows(roots, each));
    read.map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// Writes a row if it is a document or a note; whether it was one.
fn put(new: &Transaction<'_>, row: PageRow, format: i64) -> rusqlite::Result<bool> {
    let PageRow { number: Some(number), values, overflows } = row else { return Ok(false) };
    // Noise in the middle of a text is no JSON any more, nor is the end of a page that was cut off. In
    // older formats not everything was JSON; there a short text is taken as it is.
    let readable = |body: &str| {
        (!overflows && format < schema::count(schema::STEPS))
            || serde_json::from_str::<serde_json::Value>(body).is_ok()
    };
    match values.as_slice() {
        [RowValue::Text(kind), RowValue::Text(id), RowValue::Text(owner), RowValue::Text(body)]
            if readable(body) =>
        {
            let there: Option<i64> = new
                .prepare_cached("SELECT rowid FROM documents WHERE kind = ?1 AND id = ?2")?
                .query_row([kind, id], |row| row.get(0))
                .optional()?;
            if there.is_some_and(|it| it >= number) {
                return Ok(false);
            }
            new.prepare_cached(
                "DELETE FROM documents WHERE (kind = ?1 AND id = ?2) OR rowid = ?3",
            )?
            .execute(params![kind, id, number])?;
            let sql =
                "INSERT INTO documents (rowid, kind, id, owner, body) VALUES (?1, ?2, ?3, ?4, ?5)";
            new.prepare_cached(sql)?.execute(params![number, kind, id, owner, body])?;
            Ok(true)
        }
        [RowValue::Null, RowValue::Text(mind), RowValue::Number(serial), RowValue::Text(body)]
            if readable(body) =>
        {
            let sql =
                "INSERT OR REPLACE INTO notes (key, mind, serial, body) VALUES (?1, ?2, ?3, ?4)";
            new.prepare_cached(sql)?.execute(params![number, mind, serial, body])?;
            Ok(true)
        }
        // As they were up to the fourth format.
        [
            RowValue::Null,
            RowValue::Text(mind),
            RowValue::Number(serial),
            RowValue::Text(words),
            RowValue::Text(body),
        ] if readable(body) => {
            let sql = "INSERT OR REPLACE INTO notes (key, mind, serial, words, body)
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            new.prepare_cached(sql)?.execute(params![number, mind, serial, words, body])?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// A table by which documents or notes are found: its name, its columns, the orders in which all of them
/// are kept, each in a tree of its own, and the first format that has it.
struct LinkTable {
    table: &'static str,
    columns: &'static str,
    orders: &'static [&'static str],
    since: i64,
}

/// Without a condition on its first column SQLite would not walk the table itself, but its index.
const LINKS: [LinkTable; 3] = [
    LinkTable {
        table: "mentions",
        columns: "whom, kind, id",
        orders: &["NOT INDEXED WHERE whom >= ''", "INDEXED BY mentions_by_document"],
        since: 4,
    },
    LinkTable {
        table: "note_subjects",
        columns: "mind, subject, serial",
        orders: &["INDEXED BY note_subjects_by_note", "INDEXED BY note_subjects_by_subject"],
        since: 1,
    },
    LinkTable {
        table: "note_mentions",
        columns: "whom, mind, serial",
        orders: &["NOT INDEXED WHERE whom >= ''", "INDEXED BY note_mentions_by_note"],
        since: 4,
    },
];

/// Writes the index rows of the old file's documents and notes.
fn put_links(new: &Transaction<'_>, old: &Connection, format: i64) -> rusqlite::Result<()> {
    for LinkTable { table, columns, orders, .. } in LINKS.iter().filter(|it| it.since <= format) {
        let sql = format!("INSERT OR IGNORE INTO {table} ({columns}) VALUES (?1, ?2, ?3)");
        let mut put = new.prepare(&sql)?;
        for order in *orders {
            read_all(old, &format!("SELECT {columns} FROM {table} {order}"), |row| {
                let value = |at| row.get::<_, rusqlite::types::Value>(at);
                if let (Ok(a), Ok(b), Ok(c)) = (value(0), value(1), value(2)) {
                    // A row that the new table does not take was noise.
                    drop(put.execute(params![a, b, c]));
                }
            });
        }
    }
    Ok(())
}

/// Writes index rows of documents and notes, from index pages of which nothing tells to which index
/// they belong: those that begin with the key of a document or note that is there.
fn guess_links(new: &Transaction<'_>, work: &Path) -> rusqlite::Result<()> {
    let mut document = new.prepare(
        "INSERT OR IGNORE INTO mentions (whom, kind, id)
         SELECT ?3, kind, id FROM documents WHERE kind = ?1 AND id = ?2",
    )?;
    let mut note = new.prepare(
        "INSERT OR IGNORE INTO note_mentions (whom, mind, serial)
         SELECT ?3, mind, serial FROM notes WHERE mind = ?1 AND serial = ?2",
    )?;
    let mut done = Ok(0);
    each_row(work, &[], |row| {
        if done.is_err() || row.number.is_some() {
            return;
        }
        done = match row.values.as_slice() {
            [RowValue::Text(kind), RowValue::Text(id), RowValue::Text(whom)] => {
                document.execute([kind, id, whom])
            }
            [RowValue::Text(mind), RowValue::Number(serial), RowValue::Text(whom)] => {
                note.execute(params![mind, serial, whom])
            }
            _ => return,
        };
    })?;
    done.map(drop)
}

/// Counts what is saved, and what of the known rows is not.
fn report(
    new: &Transaction<'_>,
    known: Option<KnownKeys>,
    format: i64,
    blind: bool,
) -> rusqlite::Result<Repaired> {
    let saved = |table: &str| {
        new.query_row(&format!("SELECT count(*) FROM {table}"), (), |row| health::number(row, 0))
    };
    let mut lost = Vec::new();
    let mut lost_notes = 0;
    if let Some(KnownKeys { documents, notes, .. }) = &known {
        let mut has = new.prepare("SELECT 1 FROM documents WHERE kind = ?1 AND id = ?2")?;
        for (kind, id) in documents {
            if !has.exists([kind, id])? {
                lost.push(format!("{kind} {id}"));
            }
        }
        let mut has = new.prepare("SELECT 1 FROM notes WHERE mind = ?1 AND serial = ?2")?;
        for (mind, serial) in notes {
            lost_notes += u64::from(!has.exists(params![mind, serial])?);
        }
    }
    let count = |lost: usize| u64::try_from(lost).unwrap_or(u64::MAX);
    let known = known.is_some();
    let mut tables = vec![
        SavedRows {
            table: "documents",
            saved: saved("documents")?,
            lost: known.then(|| count(lost.len())),
        },
        SavedRows { table: "notes", saved: saved("notes")?, lost: known.then_some(lost_notes) },
    ];
    for LinkTable { table, .. } in LINKS.iter().filter(|it| it.since <= format) {
        tables.push(SavedRows { table, saved: saved(table)?, lost: None });
    }
    lost.truncate(MOST_NAMED);
    Ok(Repaired { kept: PathBuf::new(), tables, lost, blind })
}
