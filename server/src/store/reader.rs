//! The one thread that reads: documents by id, owner or kind, and the notes a mind recalls.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, params};
use tokio::sync::mpsc;

use super::{
    Reply,
    schema::{failure, mind_token},
    send,
};

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

/// What a mind wants to remember.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteQuery {
    /// Whose notes to search.
    pub mind: String,
    /// Free text; a note that shares any of its words is found. Nothing in it is query syntax. Only
    /// the first 64 different words count, and a word of more than 64 bytes does not.
    pub words: String,
    /// Ids; a note about any of the first 32 is found.
    pub about: Vec<String>,
    /// The most notes to return; anything above 256 counts as 256.
    pub limit: usize,
}

/// One remembered note.
#[derive(Debug, Clone, PartialEq)]
pub struct Recalled {
    /// The note's body as it was committed.
    pub body: String,
    /// How well its words fit, by bm25 turned so that greater is better; 0.0 when it was found only
    /// by what it is about or by being recent.
    pub rank: f64,
}

/// What the reader is asked; each carries the place for its answer.
pub(super) enum StoreQuestion {
    /// One document's body.
    Load { kind: &'static str, id: String, reply: Reply<Option<String>> },
    /// One document's body, and the documents of one owner.
    Whole {
        kind: &'static str,
        id: String,
        owned: &'static str,
        owner: String,
        reply: Reply<(Option<String>, Vec<(String, String)>)>,
    },
    /// The documents of one owner.
    OwnedBy { kind: &'static str, owner: String, reply: Reply<Vec<(String, String)>> },
    /// The documents of one kind.
    All { kind: &'static str, reply: Reply<Vec<(String, String, String)>> },
    /// The notes that fit.
    Recall { query: NoteQuery, reply: Reply<Vec<Recalled>> },
}

/// The reader's thread, as a value.
pub(super) struct Reader {
    pub(super) connection: Connection,
    pub(super) questions: mpsc::Receiver<StoreQuestion>,
    pub(super) path: PathBuf,
}

impl Reader {
    /// Answers until the store is closed.
    pub(super) fn run(mut self) {
        while let Some(question) = self.questions.blocking_recv() {
            match question {
                StoreQuestion::Load { kind, id, reply } => {
                    self.answer(reply, "loading a document", |db| load(db, kind, &id));
                }
                StoreQuestion::Whole { kind, id, owned, owner, reply } => {
                    self.answer(reply, "loading a document and what belongs to it", |db| {
                        Ok((load(db, kind, &id)?, owned_by(db, owned, &owner)?))
                    });
                }
                StoreQuestion::OwnedBy { kind, owner, reply } => {
                    self.answer(reply, "loading an owner's documents", |db| {
                        owned_by(db, kind, &owner)
                    });
                }
                StoreQuestion::All { kind, reply } => {
                    self.answer(reply, "loading documents", |db| all(db, kind));
                }
                StoreQuestion::Recall { query, reply } => {
                    self.answer(reply, "recalling notes", |db| recall(db, &query));
                }
            }
        }
    }

    /// Answers in one transaction, so that an answer never mixes two states; nothing is looked up
    /// for someone who has stopped waiting.
    fn answer<T>(
        &mut self,
        reply: Reply<T>,
        doing: &'static str,
        look: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) {
        if reply.is_closed() {
            return;
        }
        let found = self.connection.transaction().and_then(|db| look(&db));
        send(reply, found.map_err(|error| failure(&self.path, doing, error)));
    }
}

fn load(db: &Transaction<'_>, kind: &str, id: &str) -> rusqlite::Result<Option<String>> {
    db.prepare_cached("SELECT body FROM documents WHERE kind = ?1 AND id = ?2")?
        .query_row([kind, id], |row| row.get(0))
        .optional()
}

fn owned_by(
    db: &Transaction<'_>,
    kind: &str,
    owner: &str,
) -> rusqlite::Result<Vec<(String, String)>> {
    let sql = "SELECT id, body FROM documents WHERE kind = ?1 AND owner = ?2 ORDER BY id";
    rows(db, sql, [kind, owner], |row| Ok((row.get(0)?, row.get(1)?)))
}

pub(super) fn all(
    db: &Transaction<'_>,
    kind: &str,
) -> rusqlite::Result<Vec<(String, String, String)>> {
    let sql = "SELECT id, owner, body FROM documents WHERE kind = ?1 ORDER BY id";
    rows(db, sql, [kind], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

fn recall(db: &Transaction<'_>, query: &NoteQuery) -> rusqlite::Result<Vec<Recalled>> {
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
fn bound(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

fn serial(row: &Row<'_>) -> rusqlite::Result<i64> {
    row.get(0)
}

fn rows<T>(
    db: &Transaction<'_>,
    sql: &str,
    given: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare_cached(sql)?.query_map(given, read)?.collect()
}
