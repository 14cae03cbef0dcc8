//! Notes of minds in SQLite: written with their index, and found again by words, ids or being recent.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{OptionalExtension, Params, Row, Transaction, params};

use crate::store::database::{NoteChange, NoteQuery, Recalled};

/// The most notes one recall returns.
const LIMIT: usize = 256;

/// How many of the newest notes join those that were found by words or ids.
const NEWEST: usize = 8;

/// The most different words of a query that are searched for, in the order they stand in it.
const WORDS: usize = 64;

/// The longest word that is searched for, in bytes; anything longer is not a word.
const WORD_BYTES: usize = 64;

/// The most ids of a query that are searched for.
const SUBJECTS: usize = 32;

/// The one word that stands for a mind in the index: hexadecimal, so that the tokenizer neither
/// splits an id nor takes two ids that differ in case for the same.
fn mind_token(mind: &str) -> String {
    mind.bytes().map(|byte| format!("{byte:02x}")).collect()
}

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
    let key: i64 = change
        .prepare_cached(
            "INSERT INTO notes (mind, serial, words, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (mind, serial) DO UPDATE SET words = excluded.words, body = excluded.body
             RETURNING key",
        )?
        .query_row(params![mind, serial, note.words, body], |row| row.get(0))?;
    change
        .prepare_cached(
            "INSERT OR REPLACE INTO note_words (rowid, mind, words) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![key, mind_token(mind), note.words])?;
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
    let key: Option<i64> = change
        .prepare_cached("DELETE FROM notes WHERE mind = ?1 AND serial = ?2 RETURNING key")?
        .query_row(params![mind, serial], |row| row.get(0))
        .optional()?;
    if let Some(key) = key {
        change.prepare_cached("DELETE FROM note_words WHERE rowid = ?1")?.execute([key])?;
    }
    Ok(())
}

/// The notes that fit.
pub(super) fn recall(db: &Transaction<'_>, query: &NoteQuery) -> rusqlite::Result<Vec<Recalled>> {
    let limit = query.limit.min(LIMIT);
    let by_words = by_words(db, query, limit)?;
    let ranks: BTreeMap<i64, f64> = by_words.iter().copied().collect();
    let by_words = by_words.into_iter().map(|(serial, _)| serial).collect();
    let by_subjects = by_subjects(db, query, limit)?;
    let only_newest = query.about.is_empty() && match_expression(query).is_none();
    let newest = newest(db, &query.mind, if only_newest { limit } else { limit.min(NEWEST) })?;

    let mut chosen: Vec<(f64, i64)> = in_turns(&[by_words, by_subjects, newest], limit)
        .into_iter()
        .map(|serial| (ranks.get(&serial).copied().unwrap_or(0.0), serial))
        .collect();
    chosen.sort_by(|(rank, serial), (other_rank, other)| {
        other_rank.total_cmp(rank).then(other.cmp(serial))
    });

    let mut body = db.prepare_cached("SELECT body FROM notes WHERE mind = ?1 AND serial = ?2")?;
    chosen
        .into_iter()
        .map(|(rank, serial)| {
            let body = body.query_row(params![query.mind, serial], |row| row.get(0))?;
            Ok(Recalled { body, rank })
        })
        .collect()
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

/// Mind, serial and body of the notes that are about any of the characters in a list, or name them.
pub(super) fn naming(
    db: &Transaction<'_>,
    whom: &str,
) -> rusqlite::Result<Vec<(String, i64, String)>> {
    rows(db, NAMING, [whom], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

/// The first of each list, then the second of each, and so on, until `limit` different ones.
fn in_turns(lists: &[Vec<i64>], limit: usize) -> BTreeSet<i64> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let mut chosen = BTreeSet::new();
    for place in 0..longest {
        for serial in lists.iter().filter_map(|list| list.get(place)) {
            if chosen.len() < limit {
                chosen.insert(*serial);
            }
        }
    }
    chosen
}

/// Notes that share a word, best first, with their rank. The mind's own token only narrows the
/// search: its column has no weight in the rank.
fn by_words(
    db: &Transaction<'_>,
    query: &NoteQuery,
    limit: usize,
) -> rusqlite::Result<Vec<(i64, f64)>> {
    let Some(expression) = match_expression(query) else { return Ok(Vec::new()) };
    let sql = "SELECT notes.serial, -bm25(note_words, 0.0, 1.0) AS fit
               FROM note_words JOIN notes ON notes.key = note_words.rowid
               WHERE note_words MATCH ?1 AND notes.mind = ?2
               ORDER BY fit DESC, notes.serial DESC LIMIT ?3";
    rows(db, sql, params![expression, query.mind, bound(limit)], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Notes about any of the ids, newest first.
fn by_subjects(
    db: &Transaction<'_>,
    query: &NoteQuery,
    limit: usize,
) -> rusqlite::Result<Vec<i64>> {
    let sql = "SELECT serial FROM note_subjects WHERE mind = ?1 AND subject = ?2
               ORDER BY serial DESC LIMIT ?3";
    let mut found = BTreeSet::new();
    for subject in query.about.iter().take(SUBJECTS) {
        found.extend(rows(db, sql, params![query.mind, subject, bound(limit)], serial)?);
    }
    Ok(found.into_iter().rev().take(limit).collect())
}

/// The newest notes, newest first.
fn newest(db: &Transaction<'_>, mind: &str, count: usize) -> rusqlite::Result<Vec<i64>> {
    let sql = "SELECT serial FROM notes WHERE mind = ?1 ORDER BY serial DESC LIMIT ?2";
    rows(db, sql, params![mind, bound(count)], serial)
}

/// The search expression for a query's words, or `None` when it has none.
fn match_expression(query: &NoteQuery) -> Option<String> {
    let words = words_of(&query.words);
    (!words.is_empty()).then(|| {
        let mind = mind_token(&query.mind);
        let any = words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" OR ");
        format!("mind : \"{mind}\" AND words : ({any})")
    })
}

/// The different words of a text. Only letters, digits and accents that follow their letter are
/// left in them, so that a word in quotes can hold nothing that the search would take for syntax.
fn words_of(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&c);
    let mut seen = BTreeSet::new();
    text.split(|c| !is_part(c))
        .filter(|word| !word.is_empty() && word.len() <= WORD_BYTES)
        .map(str::to_lowercase)
        .filter(|word| seen.insert(word.clone()))
        .take(WORDS)
        .collect()
}

/// SQLite counts in signed numbers.
pub(super) fn bound(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

fn serial(row: &Row<'_>) -> rusqlite::Result<i64> {
    row.get(0)
}

/// All rows of a question.
pub(super) fn rows<T>(
    db: &Transaction<'_>,
    sql: &str,
    given: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare_cached(sql)?.query_map(given, read)?.collect()
}
