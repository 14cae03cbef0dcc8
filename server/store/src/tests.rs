//! The store against real files, with a second connection looking on or standing in its way.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use engine::save::document::SavedRow;
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::time::timeout;

use super::{
    fake::{Disk, Fake},
    *,
};

mod lost;

/// A store in a folder of its own.
struct Fixture {
    store: Store,
    path: PathBuf,
    folder: TempDir,
}

/// Impatient, so that failing attempts follow each other at once.
fn impatient() -> StoreSettings {
    StoreSettings {
        synchronous: Synchronous::Normal,
        busy_timeout: Duration::ZERO,
        retry_first: Duration::from_millis(1),
        retry_longest: Duration::from_millis(2),
    }
}

fn try_open(path: &Path) -> Result<Store, StoreError> {
    Store::open(path, impatient())
}

fn fixture() -> Fixture {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("data/world.db");
    let store = try_open(&path).unwrap();
    Fixture { store, path, folder }
}

/// A store in memory, and what it is over.
fn in_memory() -> (Store, Fake) {
    let fake = Fake::default();
    (Store::over(fake.clone(), fake.clone(), impatient()).unwrap(), fake)
}

fn row(id: &str, owner: &str, body: &str) -> Row {
    Row { owner: owner.into(), body: Some(body.into()), ..gone(id) }
}

fn gone(id: &str) -> Row {
    Row::gone("thing", id)
}

fn note(mind: &str, serial: i64, about: &[&str]) -> NoteRow {
    NoteRow {
        mind: mind.into(),
        serial,
        about: about.iter().map(|&id| id.into()).collect(),
        mentions: BTreeSet::new(),
        body: Some(format!("{mind} {serial}")),
    }
}

fn notes(notes: Vec<NoteRow>) -> Batch {
    Batch { rows: Vec::new(), notes }
}

/// Another program that keeps everyone else from writing until it is dropped.
fn obstruct(path: &Path) -> Connection {
    let other = Connection::open(path).unwrap();
    other.busy_timeout(Duration::from_secs(60)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

fn refusal(path: &Path) -> StoreError {
    let error = try_open(path).err().expect("the file must be refused");
    let sentence = error.to_string();
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(sentence.contains(name) && sentence.ends_with('.'), "{sentence}");
    error
}

#[tokio::test]
async fn rows_come_back_after_a_restart() {
    let Fixture { store, path, folder: _folder, .. } = fixture();
    let first =
        vec![row("lamp", "bob", "old"), row("axe", "bob", "sharp"), row("well", "", "deep")];
    store.commit(Batch::of_rows(first)).unwrap();
    store.commit(Batch::of_rows(vec![row("lamp", "ann", "new"), gone("well")])).unwrap();
    store.close().await.unwrap();

    let store = try_open(&path).unwrap();
    assert_eq!(store.load("thing", "lamp").await.unwrap().as_deref(), Some("new"));
    assert_eq!(store.load("thing", "well").await.unwrap(), None);
    assert_eq!(store.load("other", "lamp").await.unwrap(), None);
    let of_bob = store.owned_by("thing", "bob").await.unwrap();
    assert_eq!(of_bob, [("axe".to_owned(), "sharp".to_owned())]);
    let all = store.all("thing").await.unwrap();
    let all: Vec<_> = all.iter().map(|(id, owner, body)| [&**id, owner, body]).collect();
    assert_eq!(all, [["axe", "bob", "sharp"], ["lamp", "ann", "new"]]);
}

#[tokio::test]
async fn changes_within_a_batch_keep_their_order() {
    let Fixture { store, folder: _folder, .. } = fixture();
    for store in [store, in_memory().0] {
        let rows = vec![
            row("a", "", "1"),
            gone("a"),
            row("a", "x", "2"),
            row("b", "", "1"),
            row("b", "", "2"),
            gone("b"),
        ];
        store.commit(Batch::of_rows(rows)).unwrap();
        assert_eq!(store.load("thing", "a").await.unwrap().as_deref(), Some("2"));
        assert_eq!(store.load("thing", "b").await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_number_is_told_when_its_commit_can_be_seen_by_others() {
    let Fixture { store, path, folder: _folder } = fixture();
    let onlooker = Connection::open(&path).unwrap();
    let counter = || -> u64 {
        let sql = "SELECT body FROM documents WHERE id = 'counter'";
        let body: String = onlooker.query_row(sql, (), |row| row.get(0)).unwrap();
        body.parse().unwrap()
    };
    let mut committed = store.committed();
    for number in 1..=200 {
        let rows = vec![row("counter", "", &number.to_string())];
        assert_eq!(store.commit(Batch::of_rows(rows)).unwrap(), number);
        if number % 3 == 0 {
            let told = *committed.wait_for(|upto| *upto >= number - 1).await.unwrap();
            assert!(counter() >= told, "{} of {told}", counter());
        }
    }
    committed.wait_for(|upto| *upto == 200).await.unwrap();
    assert_eq!((counter(), store.behind()), (200, None));
}

#[tokio::test]
async fn a_failing_commit_is_tried_again_and_loses_nothing() {
    let (store, fake) = in_memory();
    fake.set(Disk::Fails);
    store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
    store.commit(Batch::of_rows(vec![row("a", "", "2")])).unwrap();
    fake.begun(3).await;
    assert_eq!(*store.committed().borrow(), 0);
    assert!(store.behind().is_some());
    fake.set(Disk::Works);
    store.commit(Batch::of_rows(vec![row("b", "", "2")])).unwrap();
    assert_eq!(store.load("thing", "a").await.unwrap().as_deref(), Some("2"));
    assert_eq!(store.load("thing", "b").await.unwrap().as_deref(), Some("2"));
    assert_eq!((*store.committed().borrow(), store.behind()), (3, None));
}

#[tokio::test]
async fn another_program_in_the_way_is_outwaited() {
    let Fixture { store, path, folder: _folder } = fixture();
    let obstacle = obstruct(&path);
    store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
    drop(obstacle);
    store.close().await.unwrap();
    let store = try_open(&path).unwrap();
    assert_eq!(store.load("thing", "a").await.unwrap().as_deref(), Some("1"));
}

#[tokio::test]
async fn a_slow_disk_costs_fewer_writes_and_each_number_is_told_when_it_is_written() {
    let (store, fake) = in_memory();
    let mut committed = store.committed();
    let mut told = async |number| *committed.wait_for(|upto| *upto >= number).await.unwrap();
    let change = |body| store.commit(Batch::of_rows(vec![row("a", "", body)])).unwrap();
    fake.set(Disk::Hangs { after: 1 });
    change("1");
    assert_eq!(told(1).await, 1);
    change("2");
    fake.begun(2).await;
    change("3");
    change("4");
    fake.set(Disk::Hangs { after: 1 });
    assert_eq!(told(2).await, 2, "the others came after it was begun");
    fake.begun(3).await;
    assert!(store.behind().is_some());
    fake.set(Disk::Works);
    assert_eq!(told(3).await, 4, "in one go");
    assert_eq!(store.load("thing", "a").await.unwrap().as_deref(), Some("4"));
}

#[tokio::test(start_paused = true)]
async fn a_load_waits_for_a_hanging_disk_only_a_little() {
    let (store, fake) = in_memory();
    fake.set(Disk::Hangs { after: 0 });
    store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
    for _ in 0..500 {
        let load = timeout(Duration::from_secs(10), store.load("thing", "a")).await;
        assert!(matches!(load, Ok(Err(StoreError::Unsettled))), "{load:?}");
    }
    assert_eq!(store.commit(Batch::of_rows(vec![row("a", "", "2")])), Ok(2));
    fake.set(Disk::Works);
    tokio::time::resume();
    assert_eq!(store.load("thing", "a").await.unwrap().as_deref(), Some("2"));
}

#[tokio::test]
async fn a_document_and_what_belongs_to_it_are_of_one_moment() {
    let Fixture { store, folder: _folder, .. } = fixture();
    for store in [store, in_memory().0] {
        let at = |n: u64| {
            let bob = Row { kind: "character", ..row("bob", "", &n.to_string()) };
            Batch::of_rows(vec![bob, row("coin", "bob", &n.to_string())])
        };
        store.commit(at(0)).unwrap();
        for n in 1..200 {
            let whole = store.load_whole("character", "bob", "thing", "bob");
            let (whole, next) = tokio::join!(whole, async { store.commit(at(n)) });
            next.unwrap();
            let (body, things) = whole.unwrap();
            let coin = things.first().map(|(_, body)| body.as_str());
            assert_eq!(body.as_deref(), coin);
        }
    }
}

#[tokio::test]
async fn closing_while_commits_fail_says_what_was_not_saved() {
    let (store, fake) = in_memory();
    store.insert_new(vec![row("kept", "", "1")]).await.unwrap();
    fake.set(Disk::Fails);
    for _ in 0..100 {
        store.commit(Batch::of_rows(vec![row("lost", "", "1")])).unwrap();
    }
    match store.close().await {
        Err(StoreError::Unsaved { batches, .. }) => assert_eq!(batches, 100),
        other => panic!("expected a report of what is lost, got {other:?}"),
    }
    let again = Store::over(fake.clone(), fake, impatient()).unwrap();
    assert_eq!(again.all("thing").await.unwrap().len(), 1);
}

#[tokio::test]
async fn loading_waits_for_what_was_handed_over_before() {
    let (store, fake) = in_memory();
    fake.set(Disk::Hangs { after: 0 });
    store.commit(Batch::of_rows(vec![row("a", "bob", "1")])).unwrap();
    let (one, owned, all, ()) = tokio::join!(
        biased;
        store.load("thing", "a"),
        store.owned_by("thing", "bob"),
        store.all("thing"),
        async { fake.set(Disk::Works) },
    );
    assert_eq!(one.unwrap().as_deref(), Some("1"));
    assert_eq!((owned.unwrap().len(), all.unwrap().len()), (1, 1));
}

#[tokio::test]
async fn new_rows_are_written_together_or_not_at_all() {
    let Fixture { store, folder: _folder, .. } = fixture();
    for store in [store, in_memory().0] {
        store.insert_new(vec![row("ann", "", "1"), row("bob", "", "1")]).await.unwrap();
        for taken in [
            vec![row("cid", "", "2"), row("bob", "", "2")],
            vec![row("cid", "", "2"), gone("bob")],
            vec![row("bob", "", "2"), row("bob", "", "3")],
        ] {
            match store.insert_new(taken).await {
                Err(StoreError::Exists { kind: "thing", id }) => assert_eq!(id, "bob"),
                other => panic!("expected a conflict, got {other:?}"),
            }
        }
        let twice = store.insert_new(vec![row("dan", "", "1"), row("dan", "", "2")]).await;
        assert!(matches!(twice, Err(StoreError::Exists { .. })), "{twice:?}");
        let all = store.all("thing").await.unwrap();
        let all: Vec<_> = all.iter().map(|(id, _, body)| [&**id, body]).collect();
        assert_eq!(all, [["ann", "1"], ["bob", "1"]]);
    }
}

#[tokio::test]
async fn a_new_row_that_cannot_be_written_is_an_answer_and_not_a_wait() {
    let Fixture { store, path, folder: _folder, .. } = fixture();
    let obstacle = obstruct(&path);
    let hindered = store.insert_new(vec![row("ann", "", "1")]).await;
    assert!(matches!(hindered, Err(StoreError::Locked { .. })), "{hindered:?}");
    drop(obstacle);
    store.insert_new(vec![row("ann", "", "1")]).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_new_row_whose_turn_does_not_come_is_not_made_later() {
    let (store, fake) = in_memory();
    fake.set(Disk::Hangs { after: 0 });
    store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
    for _ in 0..2 {
        let made = timeout(Duration::from_secs(10), store.insert_new(vec![row("ann", "", "1")]));
        let made = made.await;
        assert!(matches!(made, Ok(Err(StoreError::Unsettled))), "{made:?}");
    }
    fake.set(Disk::Works);
    tokio::time::resume();
    store.insert_new(vec![row("bob", "", "1")]).await.unwrap();
    let all = store.all("thing").await.unwrap();
    let ids: Vec<_> = all.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(ids, ["a", "bob"]);
}

#[tokio::test]
async fn notes_are_read_by_mind_and_number() {
    let Fixture { store, path, folder: _folder, .. } = fixture();
    let numbered =
        |serials: &[i64]| serials.iter().map(|it| (*it, format!("ann {it}"))).collect::<Vec<_>>();
    for store in [&store, &in_memory().0] {
        let given = [1, 2, 5].map(|serial| note("ann", serial, &["bob"]));
        let given = given.into_iter().chain([note("Ann", 3, &[]), note("cyd", 1, &[])]).collect();
        store.commit(notes(given)).unwrap();
        assert_eq!(store.minds().await.unwrap(), ["Ann", "ann", "cyd"]);
        assert_eq!(store.notes("ann", 0, 9).await.unwrap(), numbered(&[1, 2, 5]));
        assert_eq!(store.notes("ann", 2, 1).await.unwrap(), numbered(&[2]));
        assert_eq!(store.notes("ann", 6, 9).await.unwrap(), []);
        let found = store.notes_numbered("ann", vec![5, 3, 1]).await.unwrap();
        assert_eq!(found, numbered(&[5, 1]), "of one mind, in the order asked for");

        let gone = NoteRow { body: None, ..note("ann", 5, &[]) };
        let rewritten = NoteRow { body: Some("anew".to_owned()), ..note("ann", 1, &["cyd"]) };
        store.commit(notes(vec![gone, rewritten])).unwrap();
        let left = store.notes("ann", 0, 9).await.unwrap();
        assert_eq!(left, [(1, "anew".to_owned()), (2, "ann 2".to_owned())]);
    }
    let file = Connection::open(path).unwrap();
    let sql = "SELECT group_concat(subject || ' ' || serial ORDER BY serial) FROM note_subjects";
    let left: String = file.query_row(sql, (), |row| row.get(0)).unwrap();
    assert_eq!(left, "cyd 1,bob 2");
}

#[test]
fn a_file_that_is_not_a_database_is_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    for garbage in [b"hello".to_vec(), b"not a database ".repeat(1_000)] {
        let path = folder.path().join("world.db");
        fs::write(&path, &garbage).unwrap();
        let error = refusal(&path);
        assert!(matches!(error, StoreError::NotADatabase { .. }), "{error:?}");
        assert_eq!(fs::read(&path).unwrap(), garbage);
    }
}

#[test]
fn a_database_of_another_program_is_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    for sql in ["CREATE TABLE mine (a)", "PRAGMA user_version = 1", "PRAGMA application_id = 5"] {
        let path = folder.path().join("other.db");
        let other = Connection::open(&path).unwrap();
        other.execute_batch(sql).unwrap();
        other.close().unwrap();
        let before = fs::read(&path).unwrap();
        let error = refusal(&path);
        assert!(matches!(error, StoreError::Foreign { .. }), "{sql}: {error:?}");
        assert_eq!(fs::read(&path).unwrap(), before, "{sql}");
        fs::remove_file(&path).unwrap();
    }
}

#[tokio::test]
async fn a_damaged_file_is_reported_as_such() {
    let Fixture { store, path, folder: _folder, .. } = fixture();
    store.insert_new(vec![row("a", "", "1")]).await.unwrap();
    store.close().await.unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..3 * 4096].fill(0xaa);
    fs::write(&path, bytes).unwrap();

    let error = refusal(&path);
    assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
    assert!(error.to_string().contains("hearsay repair"), "{error}");
}

#[tokio::test]
async fn a_commit_or_a_reading_that_finds_damage_ends_the_store() {
    let (store, fake) = in_memory();
    fake.set(Disk::Damaged);
    store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
    let mut committed = store.committed();
    assert!(timeout(Duration::from_secs(60), committed.changed()).await.unwrap().is_err());
    assert!(store.failure().is_some_and(|it| it.contains("hearsay repair")));
    assert_eq!(store.commit(Batch::of_rows(vec![row("a", "", "2")])), Err(StoreClosed));
    let ended = store.close().await;
    assert!(matches!(ended, Err(StoreError::Unsaved { batches: 1, .. })), "{ended:?}");

    let Fixture { store, path, folder: _folder } = fixture();
    let rows = (0..2_000).map(|n| row(&n.to_string(), "", &"x".repeat(90))).collect();
    store.insert_new(rows).await.unwrap();
    let other = Connection::open(&path).unwrap();
    other.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).unwrap();
    other.close().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0xaa);
    // Written in place, as a disk does that loses its mind.
    fs::write(&path, bytes).unwrap();
    let mut committed = store.committed();
    let mut found = Ok(Vec::new());
    for _ in 0..2_000 {
        found = store.all("thing").await;
        if found.is_err() {
            break;
        }
    }
    assert!(matches!(found, Err(StoreError::Damaged { .. })), "{found:?}");
    assert!(timeout(Duration::from_secs(60), committed.wait_for(|it| *it > 9)).await.is_ok());
    let ended = store.close().await;
    assert!(matches!(ended, Err(StoreError::Broken(_))), "{ended:?}");
}

#[tokio::test]
async fn a_newer_format_is_refused() {
    let Fixture { store, path, folder: _folder, .. } = fixture();
    store.close().await.unwrap();
    let newer = Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    newer.close().unwrap();
    let error = refusal(&path);
    let known = i64::try_from(schema::STEPS.len()).unwrap();
    let expected = matches!(error, StoreError::TooNew { found: 99, known: k, .. } if k == known);
    assert!(expected, "{error:?}");
    let peeked = peek(&path, "thing");
    assert!(matches!(peeked, Err(StoreError::TooNew { found: 99, .. })), "{peeked:?}");
}

#[test]
fn a_place_that_cannot_be_written_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    for path in [file.join("world.db"), folder.path().to_owned()] {
        let error = refusal(&path);
        assert!(matches!(error, StoreError::Unwritable { .. }), "{error:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_second_server_is_refused_until_the_first_is_closed() {
    let Fixture { store, path, folder, .. } = fixture();
    let roundabout = folder.path().join("world.db");
    std::os::unix::fs::symlink(&path, &roundabout).unwrap();
    for path in [&path, &roundabout] {
        let error = refusal(path);
        assert!(matches!(error, StoreError::Locked { .. }), "{error:?}");
    }
    store.insert_new(vec![row("a", "", "1")]).await.unwrap();
    store.close().await.unwrap();
    let store = try_open(&roundabout).unwrap();
    assert_eq!(store.load("thing", "a").await.unwrap().as_deref(), Some("1"));
}

#[tokio::test]
async fn dropping_the_store_keeps_what_was_handed_over() {
    let Fixture { store, path, folder: _folder, .. } = fixture();
    for seq in 0..100 {
        store.commit(Batch::of_rows(vec![row(&seq.to_string(), "", "1")])).unwrap();
    }
    drop(store);
    let store = try_open(&path).unwrap();
    assert_eq!(store.all("thing").await.unwrap().len(), 100);
}

#[tokio::test]
async fn what_a_killed_process_leaves_holds_everything_that_was_told() {
    let Fixture { store, path, folder } = fixture();
    let mut committed = store.committed();
    let mut all_left = Vec::new();
    for serial in 0..10_i64 {
        let rows = vec![row(&serial.to_string(), "", "1")];
        let notes = vec![note("ann", serial, &[])];
        let number = store.commit(Batch { rows, notes }).unwrap();
        committed.wait_for(|upto| *upto >= number).await.unwrap();
        // A process killed here leaves the data file and its log as they are at this instant.
        let left = folder.path().join(format!("killed-at-{serial}.db"));
        fs::copy(&path, &left).unwrap();
        fs::copy(path.with_extension("db-wal"), left.with_extension("db-wal")).unwrap();
        all_left.push((serial, left));
    }
    store.close().await.unwrap();

    for (serial, left) in &all_left {
        let store = try_open(left).unwrap();
        assert!(store.load("thing", &serial.to_string()).await.unwrap().is_some(), "{serial}");
        let note = (*serial, format!("ann {serial}"));
        assert!(store.notes("ann", 0, 99).await.unwrap().contains(&note), "{serial}");
    }
}

#[tokio::test]
async fn closing_leaves_one_file_and_an_empty_log() {
    let Fixture { store, path, folder: _folder } = fixture();
    store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
    store.close().await.unwrap();
    assert!(!path.with_extension("db-wal").exists());
}

#[tokio::test]
async fn a_page_begins_where_it_is_asked_to() {
    let Fixture { store, folder: _folder, .. } = fixture();
    for store in [store, in_memory().0] {
        let all = ["axe", "bell", "lamp", "well"].map(|id| row(id, "bob", "it"));
        store.commit(Batch::of_rows(all.to_vec())).unwrap();
        let ids = async |from: &str, count| {
            let page = store.page("thing", from, count).await.unwrap();
            page.into_iter().map(|(id, ..)| id).collect::<Vec<_>>()
        };
        assert_eq!(ids("", 2).await, ["axe", "bell"]);
        assert_eq!(ids("bell", 2).await, ["bell", "lamp"]);
        assert_eq!(ids("c", 9).await, ["lamp", "well"]);
        assert_eq!(ids("x", 9).await, [""; 0]);
        let whole = ("axe".to_owned(), "bob".to_owned(), "it".to_owned());
        assert_eq!(store.page("thing", "", 1).await.unwrap(), [whole]);
        assert_eq!(store.page("other", "", 9).await.unwrap(), []);
    }
}

fn ids(some: &[&str]) -> BTreeSet<CharacterId> {
    some.iter().map(|id| CharacterId::new(id).unwrap()).collect()
}

/// The ids of the rows of two kinds, and the serials of the notes, that name any of these.
async fn naming(store: &Store, whom: &[&str]) -> (Vec<String>, Vec<i64>) {
    let Mentions { rows, notes } = store.mentions(&["other", "thing"], ids(whom)).await.unwrap();
    (
        rows.into_iter().map(|(kind, row)| format!("{kind} {}", row.id)).collect(),
        notes.into_iter().map(|(_, serial, _)| serial).collect(),
    )
}

#[tokio::test]
async fn what_names_somebody_is_found_by_that_and_by_nothing_else() {
    let Fixture { store, folder: _folder, .. } = fixture();
    for store in [store, in_memory().0] {
        let rows = vec![
            row("axe", "bob", "x").mentioning(ids(&["ann", "bob"])),
            row("bell", "ann", "ann").mentioning(ids(&["annabel"])),
            row("lamp", "ann", "ann"),
            Row { kind: "other", ..row("axe", "", "ann").mentioning(ids(&["bob"])) },
            Row { kind: "third", ..row("axe", "", "ann").mentioning(ids(&["ann"])) },
        ];
        let notes = vec![
            note("mara", 2, &["bob"]),
            NoteRow { mentions: ids(&["cyd", "ann"]), ..note("ann", 1, &["dan"]) },
        ];
        store.commit(Batch { rows, notes }).unwrap();
        assert_eq!(naming(&store, &["ann"]).await, (vec!["thing axe".to_owned()], vec![1]));
        let both = ["other axe", "thing axe"].map(str::to_owned).to_vec();
        assert_eq!(naming(&store, &["bob", "cyd"]).await, (both, vec![1, 2]));
        let found = store.mentions(&["thing"], ids(&["annabel"])).await.unwrap();
        let bell = SavedRow { id: "bell".into(), owner: "ann".into(), body: "ann".into() };
        assert_eq!(found, Mentions { rows: vec![("thing", bell)], notes: Vec::new() });
        let found = store.mentions(&[], ids(&["dan"])).await.unwrap();
        assert_eq!(found.notes, [("ann".to_owned(), 1, "ann 1".to_owned())]);
        assert_eq!(naming(&store, &[]).await, Default::default());
    }
}

#[tokio::test]
async fn what_does_not_name_somebody_any_more_is_not_found() {
    let Fixture { store, path, folder: _folder } = fixture();
    for store in [&store, &in_memory().0] {
        let rows = ["axe", "bell", "lamp"];
        let rows = rows.map(|id| row(id, "", "1").mentioning(ids(&["ann", "bob"])));
        let notes =
            [1, 2].map(|serial| NoteRow { mentions: ids(&["ann"]), ..note("mara", serial, &[]) });
        store.commit(Batch { rows: rows.to_vec(), notes: notes.to_vec() }).unwrap();
        assert_eq!(
            (naming(store, &["ann"]).await.0.len(), naming(store, &["ann"]).await.1.len()),
            (3, 2)
        );
        let rows = vec![
            row("axe", "", "2").mentioning(ids(&["bob", "cyd"])),
            row("bell", "", "2").mentioning(ids(&[])),
            gone("lamp"),
        ];
        let notes = vec![note("mara", 1, &[]), NoteRow { body: None, ..note("mara", 2, &[]) }];
        store.commit(Batch { rows, notes }).unwrap();
        assert_eq!(naming(store, &["ann"]).await, Default::default());
        assert_eq!(naming(store, &["bob"]).await.0, ["thing axe"]);
        assert_eq!(naming(store, &["cyd"]).await.0, ["thing axe"]);
        store.insert_new(vec![row("well", "", "1").mentioning(ids(&["ann"]))]).await.unwrap();
        assert_eq!(naming(store, &["ann"]).await.0, ["thing well"]);
    }
    let file = Connection::open(path).unwrap();
    let sql = "SELECT group_concat(whom || ' ' || id ORDER BY whom) FROM mentions";
    let left: String = file.query_row(sql, (), |row| row.get(0)).unwrap();
    assert_eq!(left, "ann well,bob axe,cyd axe");
    let notes: i64 =
        file.query_row("SELECT count(*) FROM note_mentions", (), |row| row.get(0)).unwrap();
    assert_eq!(notes, 0);
}

#[test]
fn what_names_nobody_in_question_is_not_read() {
    let Fixture { store, path, folder: _folder } = fixture();
    drop(store);
    let file = Connection::open(path).unwrap();
    for sql in sqlite::FINDS_MENTIONS {
        let mut plan = file.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let given = rusqlite::params_from_iter(vec!["[]"; plan.parameter_count()]);
        let plan = plan.query_map(given, |row| row.get::<_, String>(3)).unwrap();
        let plan: Vec<_> = plan.map(Result::unwrap).collect();
        let scanned = plan.iter().filter_map(|step| step.strip_prefix("SCAN "));
        let mut scanned = scanned.filter_map(|step| step.split(' ').next());
        // The list of whom is asked for, and the notes that are found.
        assert!(scanned.all(|it| ["json_each", "named"].contains(&it)), "{plan:#?}");
    }
}

#[tokio::test]
async fn beside_a_server_a_data_file_can_be_read_and_not_changed() {
    let Fixture { store, path, folder: _folder } = fixture();
    store.commit(Batch::of_rows(vec![row("axe", "bob", "sharp")])).unwrap();
    store.settle().await.unwrap();
    let beside = Store::beside(&path).unwrap();
    assert_eq!(beside.load("thing", "axe").await.unwrap().as_deref(), Some("sharp"));
    let refused = beside.insert_new(vec![row("lamp", "", "old")]).await;
    assert!(matches!(refused, Err(StoreError::Unwritable { .. })), "{refused:?}");
    beside.close().await.unwrap();
    assert_eq!(store.all("thing").await.unwrap().len(), 1);
    store.close().await.unwrap();
    assert!(Store::beside(&path.with_file_name("none.db")).is_err());
}
