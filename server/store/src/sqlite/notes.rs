//! Notes of minds in SQLite: written with whom they name, and read by their numbers.

use rusqlite::{OptionalExtension, Params, Row, Transaction, params};

use crate::database::NoteChange;

/// Writes or deletes a note and what it is found by.
pub(super) fn put_note(
    change: &Transaction<'_>,
    mind: &str,
    serial: i64,
    note: &NoteChange,
) -> rusqlite::Result<()> {
    change
        .prepare_cached("DELETE FROM note_subjects WHERE mind = ?1 AND serial = ?2")?
        .execute(params![mind, serial])?;
    change
        .prepare_cached("DELETE FROM note_mentions WHERE mind = ?1 AND serial = ?2")?
        .execute(params![mind, serial])?;
    let Some(body) = &note.body else { return delete_note(change, mind, serial) };
    change
        .prepare_cached(
            "INSERT INTO notes (mind, serial, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (mind, serial) DO UPDATE SET body = excluded.body",
        )?
        .execute(params![mind, serial, body])?;
    let mut about = change.prepare_cached(
        "INSERT OR IGNORE INTO note_subjects (mind, subject, serial) VALUES (?1, ?2, ?3)",
    )?;
    for subject in &note.about {
        about.execute(params![mind, subject, serial])?;
    }
    let mut mentions = change.prepare_cached(
        "INSERT OR IGNORE INTO note_mentions (whom, mind, serial) VALUES (?1, ?2, ?3)",
    )?;
    for whom in &note.mentions {
        mentions.execute(params![whom.as_str(), mind, serial])?;
    }
    Ok(())
}

fn delete_note(change: &Transaction<'_>, mind: &str, serial: i64) -> rusqlite::Result<()> {
    change
        .prepare_cached("DELETE FROM notes WHERE mind = ?1 AND serial = ?2")?
        .execute(params![mind, serial])?;
    Ok(())
}

/// Returns the minds with notes. Each is one step through the order of the notes.
pub(super) fn minds(db: &Transaction<'_>) -> rusqlite::Result<Vec<String>> {
    let sql = "WITH RECURSIVE minds (mind) AS (
                   SELECT min(mind) FROM notes
                   UNION ALL
                   SELECT (SELECT min(mind) FROM notes WHERE mind > minds.mind)
                   FROM minds WHERE minds.mind IS NOT NULL)
               SELECT mind FROM minds WHERE mind IS NOT NULL";
    rows(db, sql, (), |row| row.get(0))
}

/// Reads some notes of a mind, in order.
pub(super) fn page(
    db: &Transaction<'_>,
    mind: &str,
    from: i64,
    count: usize,
) -> rusqlite::Result<Vec<(i64, String)>> {
    let sql = "SELECT serial, body FROM notes WHERE mind = ?1 AND serial >= ?2
               ORDER BY serial LIMIT ?3";
    rows(db, sql, params![mind, from, bound(count)], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Reads those of these notes that exist, in the order asked for.
pub(super) fn numbered(
    db: &Transaction<'_>,
    mind: &str,
    serials: &[i64],
) -> rusqlite::Result<Vec<(i64, String)>> {
    let mut body = db.prepare_cached("SELECT body FROM notes WHERE mind = ?1 AND serial = ?2")?;
    let mut found = Vec::with_capacity(serials.len());
    for serial in serials {
        let body: Option<String> =
            body.query_row(params![mind, serial], |row| row.get(0)).optional()?;
        found.extend(body.map(|body| (*serial, body)));
    }
    Ok(found)
}

/// Notes that are about any of the characters in a list, or name them.
pub(super) const NAMING: &str = "
    SELECT notes.mind, notes.serial, notes.body
    FROM (
        SELECT mind, serial FROM note_subjects
        WHERE subject IN (SELECT value FROM json_each(?1))
        UNION SELECT mind, serial FROM note_mentions
        WHERE whom IN (SELECT value FROM json_each(?1))
    ) AS named
    CROSS JOIN notes ON notes.mind = named.mind AND notes.serial = named.serial
    ORDER BY notes.mind, notes.serial";

/// Returns the mind, serial and body of the notes that are about any of the characters in a list,
/// or name them.
pub(super) fn naming(
    db: &Transaction<'_>,
    whom: &str,
) -> rusqlite::Result<Vec<(String, i64, String)>> {
    rows(db, NAMING, [whom], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// Converts a limit to the signed numbers of SQLite.
pub(super) fn bound(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// Reads all rows of a query.
pub(super) fn rows<T>(
    db: &Transaction<'_>,
    sql: &str,
    given: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare_cached(sql)?.query_map(given, read)?.collect()
}
