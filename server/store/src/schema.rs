//! Schema of the data file: the check whose file it is, and the migrations of its tables.
//! CONTRIBUTING.md, "A saved component or field", says how the form of a saved document is changed.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::{StoreError, private};

pub(crate) mod copy;
#[cfg(test)]
mod tests;

/// Level of SQLite's `synchronous`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Synchronous {
    /// A killed process loses nothing; a power cut may cost the last moments.
    #[default]
    Normal,
    /// Nothing is lost at a power cut either; every commit waits for the disk.
    Full,
}

/// The operator's choices for the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreSettings {
    /// Level of SQLite's `synchronous`.
    pub synchronous: Synchronous,
    /// Time that one attempt waits while another program holds the data file.
    pub busy_timeout: Duration,
    /// Pause after a commit's first failed attempt; doubles with each further one.
    pub retry_first: Duration,
    /// The longest wait between two attempts.
    pub retry_longest: Duration,
}

impl Default for StoreSettings {
    fn default() -> Self {
        Self {
            synchronous: Synchronous::Normal,
            busy_timeout: Duration::from_secs(1),
            retry_first: Duration::from_millis(100),
            retry_longest: Duration::from_secs(2),
        }
    }
}

/// Marks a database as ours in its header: "HEAR" in ASCII.
pub(super) const APPLICATION_ID: i64 = 0x4845_4152;

/// The steps that lead from an empty database to the present format, in order. Step `n` leads to
/// `user_version` `n + 1`. A step that has been released is never edited; a change is a new step.
pub(super) const STEPS: &[&str] = &[FIRST, ACCOUNTS, SMALL_ROWS, MENTIONS, UNSEARCHED];

/// `note_words` keeps no copy of the text, and names the mind by a token of one word, so
/// that a search walks one mind's notes instead of everyone's. The words also stay in `notes`, from
/// where a later step can build another index.
const FIRST: &str = "
    CREATE TABLE documents (
        kind  TEXT NOT NULL,
        id    TEXT NOT NULL,
        owner TEXT NOT NULL,
        body  TEXT NOT NULL,
        PRIMARY KEY (kind, id)
    ) STRICT;
    CREATE INDEX documents_by_owner ON documents (kind, owner, id);

    CREATE TABLE notes (
        key    INTEGER PRIMARY KEY,
        mind   TEXT NOT NULL,
        serial INTEGER NOT NULL,
        words  TEXT NOT NULL,
        body   TEXT NOT NULL,
        UNIQUE (mind, serial)
    ) STRICT;

    CREATE TABLE note_subjects (
        mind    TEXT NOT NULL,
        subject TEXT NOT NULL,
        serial  INTEGER NOT NULL,
        PRIMARY KEY (mind, subject, serial)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX note_subjects_by_note ON note_subjects (mind, serial);

    CREATE VIRTUAL TABLE note_words USING fts5(
        mind, words,
        content = '', contentless_delete = 1,
        tokenize = 'unicode61 remove_diacritics 2'
    );
";

/// An account is no longer its character: it has an id of its own, which says nothing, and its names
/// belong to it. What cannot be read is left as it is.
const ACCOUNTS: &str = "
    CREATE TEMP TABLE moved AS
        SELECT id AS character, lower(hex(randomblob(8))) AS account,
               body->>'$.V1.name' AS name, body->>'$.V1.hash' AS hash,
               body->>'$.V1.role' AS role, 1000 * (body->>'$.V1.created') AS created
        FROM documents
        WHERE kind = 'account' AND json_valid(body) AND body->>'$.V1.hash' IS NOT NULL;
    DELETE FROM documents
        WHERE kind = 'account' AND id IN (SELECT character FROM moved);
    INSERT INTO documents (kind, id, owner, body)
        SELECT 'account', account, '', json_object('V2', json_object(
            'hash', hash, 'role', role, 'created', created, 'reset', json('false')))
        FROM moved;
    UPDATE documents SET owner = moved.account, body = json_object('V1', json_object(
            'name', moved.name, 'account', moved.account, 'character', moved.character,
            'made', moved.created, 'since', moved.created))
        FROM moved
        WHERE documents.kind = 'name' AND documents.body = moved.character;
    DROP TABLE moved;
";

/// Migration step: each placement, each acquaintance and each counter becomes a row of its own.
/// What cannot be read is left as it is, and told by whoever restores it.
const SMALL_ROWS: &str = "
    INSERT INTO documents (kind, id, owner, body)
        SELECT 'placement',
               coalesce('room:' || (place.value->>'$[0].Room'),
                        'character:' || (place.value->>'$[0].Character'))
                   || ' ' || (place.value->>'$[1]'),
               '', json_object('V1', json_object('copies', place.value->'$[2]'))
        FROM documents, json_each(iif(json_valid(body), body, NULL), '$.placed') AS place
        WHERE kind = 'world' AND place.value->>'$[2]' > 0;
    UPDATE documents SET body = json_remove(body, '$.placed')
        WHERE kind = 'world' AND json_valid(body);

    INSERT INTO documents (kind, id, owner, body)
        SELECT 'acquaintance', mind.id || ' ' || known.key, mind.id,
               json_object('V1', json(known.value))
        FROM documents AS mind,
             json_each(iif(json_valid(body), body, NULL), '$.V1.people') AS known
        WHERE kind = 'mind';
    INSERT INTO documents (kind, id, owner, body)
        SELECT 'notebook', id, '', json_object('V1', json_object('next', body->'$.V1.next_note'))
        FROM documents
        WHERE kind = 'mind' AND json_valid(body) AND body->'$.V1' IS NOT NULL;
    UPDATE documents SET body = json_object('V2', json_object('stopped', body->'$.V1.stopped'))
        WHERE kind = 'mind' AND json_valid(body) AND body->'$.V1' IS NOT NULL;
";

/// Index of the characters that documents name, of the kinds that name any, and index of the notes
/// about a character. What cannot be read names nobody.
const MENTIONS: &str = "
    CREATE TABLE mentions (
        whom TEXT NOT NULL,
        kind TEXT NOT NULL,
        id   TEXT NOT NULL,
        PRIMARY KEY (whom, kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mentions_by_document ON mentions (kind, id);

    CREATE TABLE note_mentions (
        whom   TEXT NOT NULL,
        mind   TEXT NOT NULL,
        serial INTEGER NOT NULL,
        PRIMARY KEY (whom, mind, serial)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX note_mentions_by_note ON note_mentions (mind, serial);
    CREATE INDEX note_subjects_by_subject ON note_subjects (subject);

    INSERT INTO mentions (whom, kind, id)
        SELECT ignored.key, 'character', documents.id
        FROM documents, json_each(iif(json_valid(body), body, NULL), '$.V1.ignores') AS ignored
        WHERE kind = 'character';
    INSERT INTO mentions (whom, kind, id)
        SELECT substr(id, instr(id, ' ') + 1), 'acquaintance', id
        FROM documents WHERE kind = 'acquaintance' AND id LIKE '% %';
    INSERT OR IGNORE INTO mentions (whom, kind, id)
        SELECT origin.value, 'acquaintance', documents.id
        FROM documents,
             json_each(iif(json_valid(body), body, NULL), '$.V1.said[1].origins') AS origin
        WHERE kind = 'acquaintance' AND origin.value <> owner;
    INSERT OR IGNORE INTO mentions (whom, kind, id)
        SELECT reader.value, 'acquaintance', documents.id
        FROM documents,
             json_each(iif(json_valid(body), body, NULL), '$.V1.said[1].readers.Only') AS reader
        WHERE kind = 'acquaintance' AND reader.value <> owner;

    INSERT INTO note_mentions (whom, mind, serial)
        SELECT origin.value, mind, serial
        FROM notes,
             json_each(iif(json_valid(body), body, NULL), '$.V1.label.origins') AS origin
        WHERE origin.value <> mind AND NOT EXISTS (
            SELECT 1 FROM note_subjects AS about WHERE about.mind = notes.mind
            AND about.subject = origin.value AND about.serial = notes.serial);
    INSERT OR IGNORE INTO note_mentions (whom, mind, serial)
        SELECT reader.value, mind, serial
        FROM notes,
             json_each(iif(json_valid(body), body, NULL), '$.V1.label.readers.Only') AS reader
        WHERE reader.value <> mind AND NOT EXISTS (
            SELECT 1 FROM note_subjects AS about WHERE about.mind = notes.mind
            AND about.subject = reader.value AND about.serial = notes.serial);
";

/// Removal of the words of notes, which are found by an index that is built when the server runs.
const UNSEARCHED: &str = "
    DROP TABLE note_words;
    ALTER TABLE notes DROP COLUMN words;
";

/// Resolves the full path of the file, so that two ways of writing it mean one claim; its folder is
/// created.
pub(super) fn resolve(path: &Path) -> Result<PathBuf, StoreError> {
    let find = || {
        if path.exists() {
            return path.canonicalize();
        }
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            Some(_) | None => Path::new("."),
        };
        private::make_folder(folder)?;
        Ok(folder.canonicalize()?.join(name))
    };
    find().map_err(|error: io::Error| unwritable(path, &error))
}

/// Refuses a file that is there and holds nothing: taken for a new world it would hide that the old
/// one is lost.
pub(super) fn refuse_empty(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(it) if it.len() == 0 => Err(StoreError::Empty { path: path.to_owned() }),
        // What else is wrong with it is told by whoever opens it.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Opens the writer's connection, and brings the file up to date. Whose file it is gets decided
/// before anything is written to it.
pub(super) fn open_for_writing(
    path: &Path,
    settings: StoreSettings,
) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let during = |error| failure(path, "being opened", error);
    refuse_empty(path)?;
    if !path.exists() {
        // SQLite would let everybody read it, and makes its log as readable as the file.
        drop(private::file().open(path).map_err(|error| unwritable(path, &error))?);
    }
    let mut connection = Connection::open_with_flags(path, flags).map_err(during)?;
    connection.busy_timeout(settings.busy_timeout).map_err(during)?;
    check_owner(&connection, path)?;
    if connection.is_readonly("main").map_err(during)? {
        let reason = "it is read-only".to_owned();
        return Err(StoreError::Unwritable { path: path.to_owned(), reason });
    }

    let journal: String = connection
        .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
        .map_err(during)?;
    if journal != "wal" {
        return Err(StoreError::NoWriteAheadLog { path: path.to_owned() });
    }
    set_synchronous(&connection, settings.synchronous).map_err(during)?;
    bring_up_to_date(&mut connection, path, STEPS)?;
    Ok(connection)
}

/// Takes the steps that the file has not taken yet, after a copy of it was made: the older program
/// cannot read what the steps make of it. A new file is nothing that anybody could want back.
pub(super) fn bring_up_to_date(
    connection: &mut Connection,
    path: &Path,
    steps: &[&str],
) -> Result<(), StoreError> {
    let during = |error| failure(path, "being brought up to date", error);
    let taken = version(connection).map_err(during)?;
    if (1..count(steps)).contains(&taken) {
        let copy = copy::beside(connection, path, taken + 1)?;
        tracing::info!(
            "before the data file is brought to its next format, its old state was copied to {}",
            copy.display()
        );
    }
    migrate(connection, steps).map_err(during)
}

/// Opens the reader's connection to a file that the writer has already accepted.
pub(super) fn open_for_reading(
    path: &Path,
    settings: StoreSettings,
) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(settings.busy_timeout)?;
        Ok(connection)
    };
    open().map_err(|error| failure(path, "being opened for reading", error))
}

/// Sets how hard the following commits of this connection press the disk.
pub(super) fn set_synchronous(
    connection: &Connection,
    synchronous: Synchronous,
) -> rusqlite::Result<()> {
    let word = match synchronous {
        Synchronous::Normal => "normal",
        Synchronous::Full => "full",
    };
    connection.pragma_update(None, "synchronous", word)
}

/// Accepts an empty database and one of ours in a format no newer than the present one.
pub(super) fn check_owner(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let number = |sql| {
        connection
            .query_row(sql, (), |row| row.get::<_, i64>(0))
            .map_err(|error| failure(path, "being opened", error))
    };
    let application = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;

    let known = count(STEPS);
    let path = path.to_owned();
    if application == APPLICATION_ID && found > known {
        return Err(StoreError::TooNew { path, found, known });
    }
    let empty = application == 0 && found == 0 && tables == 0;
    if application == APPLICATION_ID || empty { Ok(()) } else { Err(StoreError::Foreign { path }) }
}

/// Refuses a file that has still to be brought up to date, for whoever cannot do that.
pub(super) fn refuse_old(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let found = version(connection).map_err(|error| failure(path, "being opened", error))?;
    let (path, known) = (path.to_owned(), count(STEPS));
    if found < known { Err(StoreError::TooOld { path, found, known }) } else { Ok(()) }
}

/// Takes the steps that the file has not taken yet, each in a transaction of its own together with
/// the number that records it, so that a step interrupted at any instant is taken again whole.
pub(super) fn migrate(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<()> {
    let version = version(connection)?;
    for (number, step) in (1_i64..).zip(steps) {
        if number <= version {
            continue;
        }
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        change.execute_batch(step)?;
        change.pragma_update(None, "application_id", APPLICATION_ID)?;
        change.pragma_update(None, "user_version", number)?;
        change.commit()?;
        // A new file has no format before these.
        if version > 0 {
            tracing::info!(number, "the data file was brought to its next format");
        }
    }
    Ok(())
}

/// Returns the number of migration steps that the file has taken.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", (), |row| row.get(0))
}

pub(super) fn count(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

/// Sorts what SQLite reports into the kinds an operator can do something about.
pub(super) fn failure(path: &Path, doing: &'static str, reason: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    let code = reason.sqlite_error_code();
    let is = |kinds: &[ErrorCode]| code.is_some_and(|code| kinds.contains(&code));
    if is(&[ErrorCode::NotADatabase]) {
        StoreError::NotADatabase { path }
    } else if is(&[ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked]) {
        StoreError::Locked { path }
    } else if is(&[ErrorCode::ReadOnly, ErrorCode::CannotOpen, ErrorCode::PermissionDenied]) {
        StoreError::Unwritable { path, reason: reason.to_string() }
    } else if is(&[ErrorCode::DatabaseCorrupt]) {
        StoreError::Damaged { path, reason: reason.to_string() }
    } else {
        StoreError::Sqlite { path, doing, reason }
    }
}

pub(super) fn unwritable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unwritable { path: path.to_owned(), reason: error.to_string() }
}
