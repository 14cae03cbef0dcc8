use std::{fs, os::unix::fs::PermissionsExt};

use assistants::record::entry::{PerceptionAction, RecordedVerdict};
use engine::{
    clock::WorldTime,
    foreign::ForeignText,
    label::{Integrity, Label},
};
use tempfile::TempDir;
use world::witness::fact::Source;

use super::*;

const DAY: u64 = 24 * 60 * 60 * 1_000;
const PLENTY: RecordBounds = RecordBounds { bytes: 1_024 * 1_024, days: 30 };

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

fn said(at: u64, who: &str, words: &str) -> RecordEntry {
    let verdict = RecordedVerdict { rule: "7 room".into(), trust: 0, hops: 0 };
    let what = Recorded::Perceived {
        source: Source::Say,
        who: None,
        words: ForeignText::new(words),
        action: PerceptionAction::Notes,
        verdict,
    };
    let label = Label::by(id(who), Integrity::Player);
    RecordEntry::new(WorldTime(at), id("ann"), None, &label, what)
}

fn message(entry: RecordEntry) -> RecordMessage {
    RecordMessage::Entry(Arc::new(entry))
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Writes all of it, as a run of the server does.
fn run(data: &TempDir, bounds: RecordBounds, messages: Vec<RecordMessage>) {
    let store = RecordStore::open(data.path(), bounds).unwrap();
    store.hand_over(messages);
}

fn read(data: &TempDir) -> Vec<RecordEntry> {
    let mut all = Vec::new();
    reading::entries(data.path(), |_| true, |it| all.push(it)).unwrap();
    all
}

fn paths(data: &TempDir) -> Vec<PathBuf> {
    let files = reading::files(&data.path().join(FOLDER)).unwrap();
    files.into_iter().map(|(_, path)| path).collect()
}

#[test]
fn what_is_handed_over_is_read_again_after_a_restart() {
    let (data, now) = (folder(), clock::now().0);
    let entries: Vec<_> = (0..20).map(|n| said(now + n, "bob", "a\n\"b\"\u{2028}")).collect();
    for part in entries.chunks(7) {
        run(&data, PLENTY, part.iter().cloned().map(message).collect());
    }
    assert_eq!(read(&data), entries);
    assert_eq!(reading::newest(data.path(), 1_024 * 1_024).unwrap(), entries);
    for path in paths(&data) {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn only_the_end_is_read_at_the_start() {
    let (data, now) = (folder(), clock::now().0);
    let entries: Vec<_> = (0..400).map(|n| said(now + n, "bob", &"x".repeat(300))).collect();
    run(&data, PLENTY, entries.iter().cloned().map(message).collect());
    let newest = reading::newest(data.path(), 20_000).unwrap();
    assert!((20..60).contains(&newest.len()), "{}", newest.len());
    assert_eq!(newest, entries[entries.len() - newest.len()..]);
}

#[test]
fn the_oldest_makes_room_and_days_go_by() {
    let (data, now) = (folder(), clock::now().0);
    let bounds = RecordBounds { bytes: 40_000, days: 30 };
    let entries: Vec<_> = (0..2_000).map(|n| said(now + n, "bob", &"x".repeat(100))).collect();
    run(&data, bounds, entries.iter().cloned().map(message).collect());
    let all: u64 = paths(&data).iter().map(|it| fs::metadata(it).unwrap().len()).sum();
    assert!((20_000..=40_000).contains(&all), "{all}");
    assert_eq!(read(&data).last(), entries.last());
}

/// Entries of so many days each, in this order, each written by a run of its own.
fn runs(data: &TempDir, bounds: RecordBounds, days: impl IntoIterator<Item = u64>) {
    for day in days {
        run(data, bounds, vec![message(said(day * DAY + 7, "bob", "x"))]);
    }
}

/// The days of all entries, in the order of the files.
fn days(data: &TempDir) -> Vec<u64> {
    read(data).iter().map(|it| it.at.0 / DAY).collect()
}

#[test]
fn days_go_by_when_there_are_entries_of_so_many_later_ones() {
    let data = folder();
    let bounds = RecordBounds { bytes: 1_024 * 1_024, days: 5 };
    runs(&data, bounds, [100, 101, 101, 103, 110, 111]);
    assert_eq!(days(&data), [100, 101, 101, 103, 110, 111]);
    runs(&data, bounds, [112, 113, 114]);
    // The last run begins by deleting and ends by writing.
    run(&data, bounds, Vec::new());
    let expected = [101, 101, 103, 110, 111, 112, 113, 114];
    assert_eq!(days(&data), expected, "five, and the last two");
}

#[test]
fn a_clock_that_is_wrong_for_a_while_deletes_nothing() {
    for wrong in [60_i64, -400, 73_000] {
        let data = folder();
        let off = |day: u64| day.saturating_add_signed(wrong);
        // As many as are kept, and the one that is being written.
        runs(&data, PLENTY, 20_000..20_031);
        // Each run looks at the record when it begins.
        runs(&data, PLENTY, [off(20_030), off(20_030)]);
        run(&data, PLENTY, Vec::new());
        assert_eq!(days(&data).len(), 33, "{wrong}: {:?}", days(&data));
        runs(&data, PLENTY, [20_030, 20_030]);
        run(&data, PLENTY, Vec::new());
        assert_eq!(days(&data).len(), 35, "{wrong}: {:?}", days(&data));
    }
}

#[test]
fn a_copy_beside_a_server_is_whole_and_takes_the_place_of_another() {
    let (data, backup, now) = (folder(), folder(), clock::now().0);
    let store = RecordStore::open(data.path(), PLENTY).unwrap();
    let entries: Vec<_> = (0..200).map(|n| said(now - n * DAY / 50, "bob", "one")).collect();
    store.hand_over(entries.iter().cloned().map(message).collect());
    copy(data.path(), backup.path()).unwrap();
    drop(store);
    let backup = folder();
    copy(data.path(), backup.path()).unwrap();
    assert_eq!(read(&backup), entries);
    run(&data, PLENTY, vec![message(said(now, "bob", "two"))]);
    let kept = replace(backup.path(), data.path(), None).unwrap().unwrap();
    assert_eq!(read(&data), entries);
    assert!(reading::files(&kept.join(FOLDER)).unwrap().len() >= paths(&data).len());
    assert_eq!(replace(folder().path(), data.path(), None).unwrap(), None, "there is none");
    assert_eq!(read(&data), entries);
}

#[test]
fn half_a_line_costs_that_line_alone() {
    let (data, now) = (folder(), clock::now().0);
    let entries = [said(now, "bob", "one"), said(now, "bob", "two"), said(now, "bob", "three")];
    run(&data, PLENTY, entries[..2].iter().cloned().map(message).collect());
    let path = paths(&data).remove(0);
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    run(&data, PLENTY, vec![message(entries[2].clone())]);
    assert_eq!(read(&data), [entries[0].clone(), entries[2].clone()]);
}

#[test]
fn whoever_is_forgotten_leaves_no_word_and_a_tombstone_stands_there() {
    let (data, now) = (folder(), clock::now().0);
    let mut whom = BTreeSet::from([id("bob")]);
    run(&data, PLENTY, vec![message(said(now - DAY, "bob", "plum one"))]);
    let forgets = RecordMessage::Forget { mind: None, whom: whom.clone() };
    let messages = [said(now, "bob", "plum two"), said(now, "carol", "pear")];
    let mut messages: Vec<_> = messages.into_iter().map(message).collect();
    messages.push(forgets);
    messages.push(message(said(now, "carol", "fig")));
    run(&data, PLENTY, messages);
    let text: String = paths(&data).iter().map(|it| fs::read_to_string(it).unwrap()).collect();
    for gone in ["plum", "bob"] {
        assert!(!text.contains(gone), "{text}");
    }
    for stays in ["pear", "fig", "7 room", "{\"Forgotten\":{\"entries\":2}}"] {
        assert!(text.contains(stays), "{stays}: {text}");
    }
    assert_eq!(read(&data).len(), 5);

    // Without a server, and one mind alone.
    whom = BTreeSet::from([id("carol")]);
    let by_another = RecordMessage::Forget { mind: Some(id("mara")), whom: whom.clone() };
    run(&data, PLENTY, vec![by_another]);
    assert!(fs::read_to_string(&paths(&data)[1]).unwrap().contains("pear"));
    forget(data.path(), &whom).unwrap();
    assert!(!fs::read_to_string(&paths(&data)[1]).unwrap().contains("carol"));
    forget(folder().path(), &whom).unwrap();
}

#[test]
fn what_many_had_a_hand_in_is_forgotten_with_each_of_them_once() {
    let (data, now) = (folder(), clock::now().0);
    let crowd = (0..20).map(|n| id(&format!("c{n}"))).collect::<BTreeSet<_>>();
    let mut entry = said(now, "bob", "plum");
    entry.origins = crowd.into();
    run(&data, PLENTY, vec![message(entry)]);
    let forgets = || RecordMessage::Forget { mind: None, whom: BTreeSet::from([id("c7")]) };
    run(&data, PLENTY, vec![forgets()]);
    assert!(!fs::read_to_string(&paths(&data)[0]).unwrap().contains("plum"));
    run(&data, PLENTY, vec![forgets()]);
    assert_eq!(read(&data).len(), 2, "nothing was left to forget");
}

#[test]
fn a_folder_that_cannot_be_written_costs_nothing_but_entries() {
    let (data, now) = (folder(), clock::now().0);
    // Whoever runs this may write everywhere, so that a file stands in the way of the folder.
    fs::write(data.path().join(FOLDER), "in the way").unwrap();
    let store = RecordStore::open(data.path(), PLENTY).unwrap();
    store.hand_over(vec![message(said(now, "bob", "one"))]);
    while !store.queue.is_empty() {
        std::thread::yield_now();
    }
    fs::remove_file(data.path().join(FOLDER)).unwrap();
    store.hand_over(vec![message(said(now, "bob", "two"))]);
    drop(store);
    let all = read(&data);
    assert_eq!(all.last(), Some(&said(now, "bob", "two")));
}

#[test]
fn nothing_is_written_when_nothing_is_wanted() {
    let (data, now) = (folder(), clock::now().0);
    let off = RecordBounds { bytes: 0, days: 30 };
    run(&data, off, vec![message(said(now, "bob", "one"))]);
    assert!(!data.path().join(FOLDER).exists());
    // What is there is forgotten all the same.
    run(&data, PLENTY, vec![message(said(now, "bob", "one"))]);
    let whom = BTreeSet::from([id("bob")]);
    run(&data, off, vec![RecordMessage::Forget { mind: None, whom }]);
    assert!(!fs::read_to_string(&paths(&data)[0]).unwrap().contains("bob"));
}

#[test]
fn the_operator_writes_beside_the_server() {
    let (data, now) = (folder(), clock::now().0);
    let store = RecordStore::open(data.path(), PLENTY).unwrap();
    store.hand_over(vec![message(said(now, "bob", "one"))]);
    append(data.path(), Recorded::ReadInPrivate { of: id("mara") }).unwrap();
    store.hand_over(vec![message(said(now, "bob", "two"))]);
    drop(store);
    assert_eq!(read(&data).len(), 3);
}
