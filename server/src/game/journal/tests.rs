use std::fs;

use engine::{clock::WorldTime, save::document::Saved};
use tempfile::TempDir;
use world::input::Input;

use super::*;
use crate::{
    game::{
        replay::{JournalEnd, ReplayError, replay},
        shown::ShownPiece,
    },
    setup::{self, files},
};

const PLENTY: u64 = 100 * MEBIBYTE;

/// The small town, in which nobody ever was.
fn recording() -> Recording {
    let town = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/town");
    let files = files::read(&town).unwrap();
    Recording {
        seed: 1,
        patience: 60,
        contexts: std::collections::BTreeMap::new(),
        talk: Default::default(),
        budgets: Default::default(),
        day_minutes: 120,
        outside: Default::default(),
        profiles: Default::default(),
        fallbacks: Default::default(),
        files: files.into_iter().map(|it| (it.path, it.text)).collect(),
        saved: Saved::default(),
        record: Vec::new(),
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn bytes_in(folder: &TempDir) -> u64 {
    fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().metadata().unwrap().len()).sum()
}

/// A tick in which somebody reads words.
fn tick(now: u64, words: &str) -> TickInputs {
    let world = vec![Input::Announce(words.to_owned())];
    TickInputs { now: WorldTime(now), world, ..TickInputs::default() }
}

/// Writes ticks until there is no room, and says how many there were.
fn fill(journal: &mut Journal) -> u64 {
    for written in 0.. {
        match journal.tick(&tick(written, "All of you, listen.")) {
            Ok(()) => {}
            Err(JournalError::Full(_)) => return written,
            Err(error @ JournalError::Unwritable(_)) => panic!("{error}"),
        }
    }
    unreachable!("it is bounded")
}

fn play(folder: &TempDir, name: &str) -> Result<JournalEnd, ReplayError> {
    replay(&folder.path().join(name), setup::rules, |_, _: ShownPiece<'_>| {})
}

/// Error of replaying a journal with this text.
fn refused(text: &str) -> ReplayError {
    let folder = folder();
    fs::write(folder.path().join("journal"), text).unwrap();
    play(&folder, "journal").expect_err("this is no journal")
}

#[test]
fn a_journal_that_reaches_the_bound_ends_with_a_mark() {
    let (folder, recording) = (folder(), recording());
    drop(Journal::begin(folder.path(), 2, PLENTY, &recording).unwrap());
    let begun = bytes_in(&folder);
    let left = 1_000;
    let most = 2 * begun + left;
    let mut journal = Journal::begin(folder.path(), 2, most, &recording).unwrap();
    let ticks = fill(&mut journal);
    // Beside the older journal no more ticks would fit than their words alone take.
    let words = u64::try_from("All of you, listen.".len()).unwrap();
    assert!(ticks > left / words, "the older journal made room: {ticks}");
    assert!(!folder.path().join("journal.1").exists());
    assert!((most - 100..=most).contains(&bytes_in(&folder)), "{}", bytes_in(&folder));
    assert_eq!(play(&folder, "journal").unwrap(), JournalEnd::Full);
}

#[test]
fn a_run_that_has_no_room_even_to_begin_goes_on_without_a_journal() {
    let folder = folder();
    let begun = Journal::begin(folder.path(), 2, 1_000, &recording());
    assert!(matches!(begun, Err(JournalError::Full(1_000))));
    assert!(bytes_in(&folder) <= 1_000);
    let error = play(&folder, "journal").expect_err("nothing began");
    assert!(matches!(error, ReplayError::Empty), "{error}");
}

#[test]
fn a_line_that_a_kill_cut_short_is_no_error() {
    let folder = folder();
    let mut journal = Journal::begin(folder.path(), 2, PLENTY, &recording()).unwrap();
    journal.tick(&tick(1, "All of you, listen.")).unwrap();
    assert_eq!(play(&folder, "journal").unwrap(), JournalEnd::Whole);
    let path = folder.path().join("journal");
    let whole = fs::read(&path).unwrap();
    for cut in 1..20 {
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        assert_eq!(play(&folder, "journal").unwrap(), JournalEnd::Cut, "{cut}");
    }
    fs::write(&path, &whole[..60]).unwrap();
    let error = play(&folder, "journal").expect_err("nothing began");
    assert!(matches!(error, ReplayError::Empty), "{error}");
}

#[test]
fn another_format_is_refused_by_name() {
    let other = refused("{\"format\":1,\"program\":\"7.4\"}\n");
    assert!(matches!(other, ReplayError::OtherFormat { format: 1, .. }), "{other}");
    let words = other.to_string();
    assert!(words.contains("format 1") && words.contains("7.4"), "{words}");
    let newer = refused("{\"format\":9,\"program\":\"9.0\",\"more\":[]}\n{\"Other\":{}}\n");
    assert!(matches!(newer, ReplayError::OtherFormat { format: 9, .. }), "{newer}");
    for text in ["{\"seed\":1,\"patience\":60}\n", "(server: ())\n"] {
        assert!(matches!(refused(text), ReplayError::Unstated), "{text}");
    }
    assert!(matches!(refused(""), ReplayError::Empty));
}

#[test]
fn what_is_no_entry_is_named_by_its_line() {
    let folder = folder();
    let mut journal = Journal::begin(folder.path(), 2, PLENTY, &recording()).unwrap();
    journal.tick(&tick(1, "All of you, listen.")).unwrap();
    drop(journal);
    let path = folder.path().join("journal");
    let whole = fs::read_to_string(&path).unwrap();
    for (further, line) in
        [("{\"Tock\":{}}\n", 4), ("\n", 4), ("{\"Shown\":[]}\n{\"Shown\":[]}\n", 5)]
    {
        fs::write(&path, format!("{whole}{further}")).unwrap();
        let error = play(&folder, "journal").expect_err("that is no entry").to_string();
        assert!(error.starts_with(&format!("Line {line} ")), "{error}");
    }
}
