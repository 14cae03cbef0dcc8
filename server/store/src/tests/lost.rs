//! Data that is damaged, taken away or cut off: it is refused, repaired or told, and what the disk still
//! has comes back.

use std::collections::BTreeMap;

use super::*;

/// Every document by kind and id, and every note by mind and serial.
type Everything = BTreeMap<(String, String), String>;

/// A world of some thirty pages, with rows of all lengths and free pages, closed in good order.
async fn world(folder: &TempDir) -> (PathBuf, Everything) {
    let path = folder.path().join("data/world.db");
    let store = try_open(&path).unwrap();
    for n in 0..160_u64 {
        let body = format!("{{\"n\":\"{}\"}}", "x".repeat(usize::try_from(n * n % 700).unwrap()));
        let mut it = row(&format!("t{n}"), &format!("o{}", n % 7), &body);
        it.mentions =
            Some((0..n % 3).map(|it| CharacterId::new(&format!("c{it}")).unwrap()).collect());
        let body = Some(format!("{{\"at\":{n}}}"));
        let mut noted = note("mara", i64::try_from(n).unwrap(), &["bob", "ann"]);
        noted.mentions.extend(CharacterId::new("cyd"));
        store.commit(Batch { rows: vec![it], notes: vec![NoteRow { body, ..noted }] }).unwrap();
    }
    let long = row("long", "", &format!("{{\"long\":\"{}\"}}", "y".repeat(20_000)));
    store
        .commit(Batch::of_rows(vec![long, row("gone", "", &format!("\"{}\"", "z".repeat(9_000)))]))
        .unwrap();
    store.commit(Batch::of_rows(vec![gone("gone")])).unwrap();
    store.close().await.unwrap();
    let all = everything(&path);
    (path, all)
}

/// Returns the content of a file, read by SQLite alone.
fn everything(path: &Path) -> Everything {
    let db = Connection::open(path).unwrap();
    let sql = "SELECT kind, id, owner || ' ' || body FROM documents WHERE kind <> 'store'
               UNION ALL SELECT 'note ' || mind, serial, body FROM notes
               UNION ALL SELECT 'mention ' || whom, kind || ' ' || id, '' FROM mentions
               UNION ALL SELECT 'about ' || subject, mind || ' ' || serial, '' FROM note_subjects
               UNION ALL SELECT 'named ' || whom, mind || ' ' || serial, '' FROM note_mentions";
    let mut query = db.prepare(sql).unwrap();
    let rows = query.query_map((), |row| {
        let id: rusqlite::types::Value = row.get(1)?;
        Ok(((row.get(0)?, format!("{id:?}")), row.get(2)?))
    });
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

/// Checks that nothing is there but what was there before; where the list of free pages is lost, a
/// row that was deleted may be back.
fn nothing_else(left: &Everything, all: &Everything, listless: bool, which: &str) {
    for (key, body) in left {
        // Nor is it known then by which of two tables a note is found.
        let about = (key.0.replace("named", "about"), key.1.clone());
        let gone = key.0 == "thing" && key.1.contains("gone");
        let back = listless && (gone || all.contains_key(&about));
        assert!(back || all.get(key) == Some(body), "{which}: {key:?}");
    }
}

fn noise(bytes: &mut [u8], seed: usize) {
    let mut state = u32::try_from(seed).unwrap().wrapping_mul(2_654_435_761) | 1;
    for byte in bytes {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = state.to_be_bytes()[0];
    }
}

const PAGE: usize = 4_096;

#[tokio::test]
async fn no_damaged_page_starts_in_silence_and_all_else_comes_back() {
    let folder = TempDir::new().unwrap();
    let (path, all) = world(&folder).await;
    let whole = fs::read(&path).unwrap();
    let pages = whole.len() / PAGE;
    assert!(pages >= 27, "{pages}");
    let (mut refused, mut least) = (0, usize::MAX);
    for page in 0..pages {
        let mut damaged = whole.clone();
        noise(&mut damaged[page * PAGE..(page + 1) * PAGE], page);
        fs::write(&path, &damaged).unwrap();
        match try_open(&path) {
            Ok(store) => {
                // A page that holds nothing.
                store.close().await.unwrap();
                assert_eq!(everything(&path), all, "page {page} is damaged in silence");
            }
            Err(error) => {
                assert!(error.is_damage(), "page {page}: {error:?}");
                assert_eq!(fs::read(&path).unwrap(), damaged, "page {page} was changed");
                refused += 1;
            }
        }
        fs::write(&path, &damaged).unwrap();
        let repaired = repair(&path).unwrap();
        let left = everything(&path);
        let blind = repaired.as_ref().is_some_and(|it| it.blind);
        nothing_else(&left, &all, blind, &format!("page {page}"));
        let lost = all.keys().filter(|it| !left.contains_key(it)).count();
        if let Some(repaired) = repaired {
            let kept = repaired.kept.join("world.db");
            assert_eq!(fs::read(kept).unwrap(), damaged, "page {page}");
            // One page holds so many rows at most.
            assert!(lost <= 250 || repaired.blind, "page {page}: {lost} lost, {repaired:?}");
            let known = repaired.tables.iter().filter_map(|it| it.lost).sum::<u64>();
            let told = usize::try_from(known).unwrap() == lost || repaired.blind;
            assert!(told, "page {page}: {lost} lost, {repaired:?}");
            fs::remove_dir_all(repaired.kept).unwrap();
        } else {
            assert_eq!(lost, 0, "page {page}");
        }
        least = least.min(left.len());
        try_open(&path).unwrap().close().await.unwrap();
        assert_eq!(verify(&path).unwrap().problems, [""; 0], "page {page}");
    }
    assert!(refused >= pages - 3 && least < all.len(), "{refused} of {pages}, {least}");
}

#[tokio::test]
async fn a_truncated_file_is_refused_and_repaired() {
    let folder = TempDir::new().unwrap();
    let (path, all) = world(&folder).await;
    let whole = fs::read(&path).unwrap();
    let half = whole.len() / PAGE / 2 * PAGE;
    let pieces = (1..8).map(|eighth| half + eighth * PAGE / 8);
    let lengths = [100, PAGE, half, whole.len() - PAGE, whole.len() - 1];
    for length in lengths.into_iter().chain(pieces) {
        fs::write(&path, &whole[..length]).unwrap();
        let error = try_open(&path).err();
        assert!(error.as_ref().is_some_and(StoreError::is_damage), "{length}: {error:?}");
        match repair(&path) {
            Ok(repaired) => {
                assert!(repaired.is_some(), "{length}");
                let left = everything(&path);
                nothing_else(&left, &all, true, &format!("{length}"));
                assert!(left.len() * 3 > all.len() || length <= PAGE, "{length}: {}", left.len());
                try_open(&path).unwrap().close().await.unwrap();
            }
            // There is nothing in it.
            Err(error) => {
                assert!(length <= PAGE && error.is_damage(), "{length}: {error:?}");
                assert_eq!(fs::read(&path).unwrap(), &whole[..length]);
            }
        }
    }
}

/// A file and its log as a kill leaves them, with rows that only the log has.
async fn killed(folder: &TempDir) -> (PathBuf, PathBuf) {
    let (path, _) = world(folder).await;
    let store = try_open(&path).unwrap();
    for n in 0..20 {
        store.commit(Batch::of_rows(vec![row(&format!("late{n}"), "", "{}")])).unwrap();
        store.settle().await.unwrap();
    }
    let (left, log) =
        (folder.path().join("left/world.db"), folder.path().join("left/world.db-wal"));
    fs::create_dir(folder.path().join("left")).unwrap();
    for end in ["", "-wal", ".lock"] {
        fs::copy(kept::beside(&path, end), kept::beside(&left, end)).unwrap();
    }
    store.close().await.unwrap();
    (left, log)
}

fn late(path: &Path) -> i32 {
    let db = Connection::open(path).unwrap();
    let sql = "SELECT count(*) FROM documents WHERE id LIKE 'late%'";
    db.query_row(sql, (), |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_log_that_is_cut_gone_or_noise_is_told_and_kept() {
    let folder = TempDir::new().unwrap();
    let (path, log) = killed(&folder).await;
    let as_left: Vec<_> =
        ["", "-wal", ".lock"].map(|end| (end, fs::read(kept::beside(&path, end)).unwrap())).into();
    let whole = fs::read(&log).unwrap();
    let mut garbage = whole.clone();
    noise(&mut garbage[PAGE..], 5);
    for (damaged, least, most) in [
        (Some(whole.clone()), 20, 20),
        (Some(whole[..whole.len() / 2].to_vec()), 5, 19),
        (Some(garbage), 0, 19),
        (None, 0, 0),
    ] {
        for (end, bytes) in &as_left {
            fs::write(kept::beside(&path, end), bytes).unwrap();
        }
        match &damaged {
            Some(bytes) => fs::write(&log, bytes).unwrap(),
            None => fs::remove_file(&log).unwrap(),
        }
        let store = try_open(&path).unwrap();
        store.close().await.unwrap();
        let saved = late(&path);
        assert!((least..=most).contains(&saved), "{saved}");
        let found = path.with_file_name("found-1");
        assert_eq!(found.exists(), saved < 20, "what is missing is told");
        if let (true, Some(bytes)) = (found.exists(), damaged) {
            assert_eq!(fs::read(found.join("world.db-wal")).unwrap(), bytes);
        }
        drop(fs::remove_dir_all(&found));
        // It is told once.
        try_open(&path).unwrap().close().await.unwrap();
        assert!(!found.exists());
    }
}

#[tokio::test]
async fn a_file_that_was_there_and_is_not_begins_no_new_world() {
    let Fixture { store, path, folder: _folder } = fixture();
    store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
    store.close().await.unwrap();
    fs::remove_file(&path).unwrap();
    let error = refusal(&path);
    assert!(matches!(error, StoreError::Missing { commits: 1, .. }), "{error:?}");
    fs::remove_file(kept::beside(&path, ".lock")).unwrap();
    try_open(&path).unwrap().close().await.unwrap();
}

/// Waits until the store has ended by itself.
async fn ended(store: Store) -> StoreError {
    let mut committed = store.committed();
    while timeout(Duration::from_secs(60), committed.changed()).await.unwrap().is_ok() {}
    assert!(store.failure().is_some());
    store.close().await.unwrap_err()
}

#[tokio::test]
async fn a_file_that_is_taken_away_is_written_again_where_it_is_found() {
    for log_too in [true, false] {
        let Fixture { store, path, folder } = fixture();
        store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
        store.settle().await.unwrap();
        if log_too {
            fs::remove_dir_all(path.parent().unwrap()).unwrap();
        } else {
            fs::remove_file(kept::beside(&path, "-wal")).unwrap();
        }
        store.commit(Batch::of_rows(vec![row("b", "", "2")])).unwrap();
        let error = ended(store).await;
        let there = matches!(&error, StoreError::Displaced { copy, .. } if *copy == path);
        assert!(there, "{error:?}");
        assert!(error.to_string().contains("start the server again"), "{error}");
        let store = try_open(&path).unwrap();
        assert_eq!(store.load("thing", "a").await.unwrap().as_deref(), Some("1"));
        assert_eq!(store.load("thing", "b").await.unwrap().as_deref(), Some("2"));
        store.close().await.unwrap();
        assert!(!path.with_file_name("found-1").exists());
        drop(folder);
    }
}

#[tokio::test]
async fn another_file_in_its_place_is_left_alone() {
    let Fixture { store, path, folder: _folder } = fixture();
    store.commit(Batch::of_rows(vec![row("a", "", "1")])).unwrap();
    store.settle().await.unwrap();
    let other = path.with_file_name("other");
    fs::write(&other, "not yours").unwrap();
    fs::rename(&other, &path).unwrap();
    let error = ended(store).await;
    let StoreError::Displaced { copy, .. } = &error else { panic!("{error:?}") };
    assert_eq!(fs::read_to_string(&path).unwrap(), "not yours");
    assert!(error.to_string().contains("hearsay restore"), "{error}");
    assert_eq!(verify(copy).unwrap().documents["thing"], 1);
}

#[tokio::test]
async fn a_backup_is_one_moment_and_restores_what_was() {
    let Fixture { store, path, folder } = fixture();
    let to = folder.path().join("copy.db");
    let moved = |n: u64| {
        // A thing is in one of two places, and both rows say the same number.
        let rows = vec![row("here", "", &format!("{n}")), row("there", "", &format!("{n}"))];
        Batch::of_rows(rows)
    };
    for n in 0..200 {
        store.commit(moved(n)).unwrap();
        if n % 20 == 0 {
            let health = back_up(&path, &to).unwrap();
            assert_eq!(health.problems, [""; 0]);
            let copy = Store::beside(&to).unwrap();
            let all = copy.all("thing").await.unwrap();
            assert!(all.windows(2).all(|it| it[0].2 == it[1].2), "{all:?}");
            copy.close().await.unwrap();
            let again = back_up(&path, &to);
            assert!(matches!(again, Err(StoreError::Occupied { .. })), "{again:?}");
            fs::remove_file(&to).unwrap();
        }
    }
    store.settle().await.unwrap();
    back_up(&path, &to).unwrap();
    let refused = restore(&to, &path);
    assert!(matches!(refused, Err(StoreError::Locked { .. })), "{refused:?}");
    store.commit(moved(999)).unwrap();
    store.close().await.unwrap();
    let (_, replaced) = restore(&to, &path).unwrap();
    let store = try_open(&path).unwrap();
    assert_eq!(store.load("thing", "here").await.unwrap().as_deref(), Some("199"));
    store.close().await.unwrap();
    let old = replaced.unwrap().join("world.db");
    let old = Store::beside(&old).unwrap();
    assert_eq!(old.load("thing", "here").await.unwrap().as_deref(), Some("999"));
    assert!(!path.with_file_name("found-1").exists());
}

#[tokio::test]
async fn a_damaged_copy_is_not_restored() {
    let folder = TempDir::new().unwrap();
    let (path, all) = world(&folder).await;
    let copy = folder.path().join("copy.db");
    back_up(&path, &copy).unwrap();
    let mut bytes = fs::read(&copy).unwrap();
    noise(&mut bytes[5 * PAGE..6 * PAGE], 1);
    fs::write(&copy, bytes).unwrap();
    let refused = restore(&copy, &path);
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(everything(&path), all);
    // Nor is a damaged file backed up.
    let to = folder.path().join("other.db");
    assert!(back_up(&copy, &to).is_err());
    assert!(!to.exists() && !unfinished(&to).exists());
}
