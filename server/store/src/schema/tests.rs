//! Data files of older formats, brought up to date.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use tempfile::TempDir;

use super::*;

/// The documents of a kind in the order of their ids: id, owner and body.
fn documents(connection: &Connection, kind: &str) -> Vec<[String; 3]> {
    let sql = "SELECT id, owner, body FROM documents WHERE kind = ?1 ORDER BY id";
    let mut rows = connection.prepare(sql).unwrap();
    let rows = rows.query_map([kind], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]));
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn steps_are_taken_once_each_and_a_failed_one_not_at_all() {
    let mut connection = Connection::open_in_memory().unwrap();
    let version = |connection: &Connection| -> i64 {
        connection.query_row("PRAGMA user_version", (), |row| row.get(0)).unwrap()
    };
    let first = "CREATE TABLE a (b); INSERT INTO a VALUES (1)";
    migrate(&mut connection, &[first]).unwrap();
    migrate(&mut connection, &[first, "INSERT INTO a VALUES (2); nonsense"]).unwrap_err();
    assert_eq!(version(&connection), 1);
    migrate(&mut connection, &[first, "INSERT INTO a VALUES (3)"]).unwrap();
    assert_eq!(version(&connection), 2);
    let sum: i64 = connection.query_row("SELECT sum(b) FROM a", (), |row| row.get(0)).unwrap();
    assert_eq!(sum, 4);
}

#[test]
fn an_account_of_the_first_format_becomes_one_with_a_name() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, &STEPS[..1]).unwrap();
    let put = "INSERT INTO documents (kind, id, owner, body) VALUES (?1, ?2, ?2, ?3)";
    let bob = r#"{"V1":{"id":"bob","name":"Bob","hash":"$x","role":"Staff","created":7}}"#;
    for row in [
        ["account", "bob", bob],
        ["name", "Bob", "bob"],
        ["account", "ann", "not a document"],
        ["name", "Ann", "ann"],
    ] {
        connection.execute(put, row).unwrap();
    }
    migrate(&mut connection, STEPS).unwrap();
    let read = |kind| documents(&connection, kind);
    let accounts = read("account");
    let [id, owner, body] = accounts.iter().find(|it| it[0] != "ann").unwrap();
    assert_eq!((id.len(), owner.as_str()), (16, ""));
    assert_eq!(body, r#"{"V2":{"hash":"$x","role":"Staff","created":7000,"reset":false}}"#);
    let whose = format!(
        r#"{{"V1":{{"name":"Bob","account":"{id}","character":"bob","made":7000,"since":7000}}}}"#
    );
    let names = read("name");
    assert!(names.contains(&["Bob".to_owned(), id.clone(), whose]), "{names:?}");
    // What cannot be read is left as it is.
    let unread = ["ann", "ann", "not a document"].map(str::to_owned);
    assert!(accounts.contains(&unread), "{accounts:?}");
    assert!(names.contains(&["Ann", "Ann", "ann"].map(str::to_owned)), "{names:?}");
}

const OLD: &str = "CREATE TABLE a (b); INSERT INTO a VALUES (1)";

/// A data file that has taken the step [`OLD`] alone, as a program with that one left it.
fn old_file(folder: &TempDir) -> (PathBuf, Connection) {
    let path = folder.path().join("world.db");
    let mut connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    bring_up_to_date(&mut connection, &path, &[OLD]).unwrap();
    (path, connection)
}

fn files(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> =
        names.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|it| !it.contains("-wal") && !it.contains("-shm"));
    names.sort();
    names
}

fn sum(path: &Path) -> i64 {
    let copy = Connection::open(path).unwrap();
    copy.query_row("SELECT sum(b) FROM a", (), |row| row.get(0)).unwrap()
}

#[test]
fn before_its_format_changes_a_file_is_copied_beside_itself() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempDir::new().unwrap();
    let (path, mut connection) = old_file(&folder);
    assert_eq!(files(&folder), ["world.db"], "a new file is not copied");
    let steps = [OLD, "INSERT INTO a VALUES (2)", "INSERT INTO a VALUES (3)"];
    bring_up_to_date(&mut connection, &path, &steps).unwrap();
    bring_up_to_date(&mut connection, &path, &steps).unwrap();
    assert_eq!(files(&folder), ["world.before-2.db", "world.db"], "once, for all steps");

    let copy = folder.path().join("world.before-2.db");
    assert_eq!((sum(&path), sum(&copy)), (6, 1));
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    // It is a data file of the old format, to which the old program goes back.
    let mut back = Connection::open(&copy).unwrap();
    bring_up_to_date(&mut back, &copy, &[OLD]).unwrap();
    assert_eq!(files(&folder), ["world.before-2.db", "world.db"]);
}

#[test]
fn a_copy_that_is_there_is_never_written_over() {
    let folder = TempDir::new().unwrap();
    let (path, mut connection) = old_file(&folder);
    // A step that fails leaves the file as it was, so the next try finds the same copy.
    for _ in 0..3 {
        bring_up_to_date(&mut connection, &path, &[OLD, "nonsense"]).unwrap_err();
    }
    assert_eq!(files(&folder), ["world.before-2.db", "world.db"]);
    // Meanwhile the old program went on.
    connection.execute("INSERT INTO a VALUES (10)", ()).unwrap();
    bring_up_to_date(&mut connection, &path, &[OLD, "INSERT INTO a VALUES (2)"]).unwrap();
    assert_eq!(files(&folder), ["world.before-2-2.db", "world.before-2.db", "world.db"]);
    let sums = files(&folder).iter().map(|name| sum(&folder.path().join(name))).collect::<Vec<_>>();
    assert_eq!(sums, [11, 1, 13]);
}

#[test]
fn a_file_that_cannot_be_copied_stays_as_it_is() {
    let folder = TempDir::new().unwrap();
    let (path, mut connection) = old_file(&folder);
    // Something that cannot give way stands where the copy is to be written.
    let obstacle = folder.path().join("world.before-2.unfinished.db");
    fs::create_dir_all(obstacle.join("full")).unwrap();
    let before = fs::read(&path).unwrap();
    let steps = [OLD, "INSERT INTO a VALUES (2)"];
    let refused = bring_up_to_date(&mut connection, &path, &steps).unwrap_err();
    assert!(matches!(refused, StoreError::NotCopied { .. }), "{refused:?}");
    let sentence = refused.to_string();
    assert!(sentence.contains("world.before-2") && sentence.ends_with('.'), "{sentence}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(sum(&path), 1);
    fs::remove_dir_all(&obstacle).unwrap();
    bring_up_to_date(&mut connection, &path, &steps).unwrap();
    assert_eq!(sum(&path), 3);
}

#[test]
fn what_grew_with_the_world_becomes_rows() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, &STEPS[..2]).unwrap();
    let put = "INSERT INTO documents (kind, id, owner, body) VALUES (?1, ?2, '', ?3)";
    let world = r#"{"next_thing":39,"placed":[[{"Room":"town/inn"},"mug",2],
        [{"Character":"mara"},"spoon",1],[{"Room":"town/square"},"slip",0]]}"#;
    let known = |talks: u8| format!(r#"{{"talks":{talks},"said":["a \"b\"",{{"hops":1}}]}}"#);
    let mara = format!(
        r#"{{"V1":{{"people":{{"ann":{},"bob/2":{}}},"next_note":14,"stopped":true}}}}"#,
        known(5),
        known(1)
    );
    for [kind, id, body] in [
        ["world", "world", world],
        ["mind", "mara", &mara],
        ["mind", "bram", "not a document"],
        ["mind", "pip", r#"{"V9":{}}"#],
        ["report", "1", "not a document either"],
    ] {
        connection.execute(put, [kind, id, body]).unwrap();
    }
    migrate(&mut connection, STEPS).unwrap();
    let read = |kind| documents(&connection, kind);
    let row = |id: &str, owner: &str, body: &str| [id, owner, body].map(str::to_owned);
    assert_eq!(read("world"), [row("world", "", r#"{"next_thing":39}"#)]);
    assert_eq!(
        read("placement"),
        [
            row("character:mara spoon", "", r#"{"V1":{"copies":1}}"#),
            row("room:town/inn mug", "", r#"{"V1":{"copies":2}}"#),
        ]
    );
    assert_eq!(
        read("acquaintance"),
        [
            row("mara ann", "mara", &format!(r#"{{"V1":{}}}"#, known(5))),
            row("mara bob/2", "mara", &format!(r#"{{"V1":{}}}"#, known(1))),
        ]
    );
    assert_eq!(read("notebook"), [row("mara", "", r#"{"V1":{"next":14}}"#)]);
    // What cannot be read is left as it is.
    assert_eq!(
        read("mind"),
        [
            row("bram", "", "not a document"),
            row("mara", "", r#"{"V2":{"stopped":true}}"#),
            row("pip", "", r#"{"V9":{}}"#),
        ]
    );
}

#[test]
fn whoever_is_named_is_found_in_what_was_saved_before() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, &STEPS[..3]).unwrap();
    let label = |origins: &str, readers: &str| {
        format!(r#"{{"integrity":"Player","readers":{readers},"origins":{origins},"hops":0}}"#)
    };
    let only = |ids: &str| format!(r#"{{"Only":{ids}}}"#);
    let known = |said: &str| format!(r#"{{"V1":{{"talks":1,"last":2,"said":{said}}}}}"#);
    let said = label(r#"["bob","mara"]"#, &only(r#"["ann","cyd","mara"]"#));
    let ignoring = r#"{"V1":{"id":"bob","ignores":{"ann":{"name":"Ann"},"cyd":{"name":"Cyd"}}}}"#;
    let put = "INSERT INTO documents (kind, id, owner, body) VALUES (?1, ?2, ?3, ?4)";
    for row in [
        ["character", "bob", "", ignoring],
        ["character", "ann", "", r#"{"V1":{"id":"ann","label":{"origins":["ann"]}}}"#],
        ["character", "dan", "", "not a document"],
        ["thing", "apple", "", ignoring],
        ["acquaintance", "mara ann", "mara", &known(&format!(r#"["Hm.",{said}]"#))],
        ["acquaintance", "mara bob", "mara", &known("null")],
        ["acquaintance", "mara dan", "mara", "not a document"],
        [
            "acquaintance",
            "pip ann",
            "pip",
            &known(&format!(r#"["Hm.",{}]"#, label("[]", r#""Everyone""#))),
        ],
    ] {
        connection.execute(put, row).unwrap();
    }
    let note = |label: &str| format!(r#"{{"V1":{{"label":{label}}}}}"#);
    let put = "INSERT INTO notes (mind, serial, words, body) VALUES ('mara', ?1, '', ?2)";
    connection.execute(put, ("1", note(&said))).unwrap();
    connection.execute(put, ("2", note(&label("[]", r#""Everyone""#)))).unwrap();
    connection.execute(put, ("3", "not a document")).unwrap();
    let put = "INSERT INTO note_subjects (mind, subject, serial) VALUES ('mara', 'ann', 1)";
    connection.execute(put, ()).unwrap();
    migrate(&mut connection, STEPS).unwrap();

    let listed = |sql: &str| {
        let mut rows = connection.prepare(sql).unwrap();
        let rows = rows.query_map((), |row| row.get::<_, String>(0)).unwrap();
        rows.collect::<Result<Vec<_>, _>>().unwrap()
    };
    let sql = "SELECT kind || ' ' || id || ': ' || whom FROM mentions ORDER BY kind, id, whom";
    assert_eq!(
        listed(sql),
        [
            "acquaintance mara ann: ann",
            "acquaintance mara ann: bob",
            "acquaintance mara ann: cyd",
            "acquaintance mara bob: bob",
            "acquaintance mara dan: dan",
            "acquaintance pip ann: ann",
            "character bob: ann",
            "character bob: cyd",
        ]
    );
    // By those it is about a note is found already.
    let sql = "SELECT serial || ': ' || whom FROM note_mentions ORDER BY serial, whom";
    assert_eq!(listed(sql), ["1: bob", "1: cyd"]);
}
