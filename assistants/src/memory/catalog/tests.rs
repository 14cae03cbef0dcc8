use std::collections::BTreeSet;

use engine::label::{Integrity, Readers};
use proptest::prelude::*;

use super::*;
use crate::memory::NoteKind;

fn who(id: &str) -> CharacterId {
    CharacterId::new(id).unwrap()
}

/// Note of a line said in the conversation with this number.
fn line(serial: u64, by: &str, conversation: u64, words: &str) -> Note {
    Note {
        serial,
        content: words.to_owned(),
        about: vec![who(by)],
        importance: 3,
        kind: NoteKind::Line,
        at: WorldTime(1_700_000_000_000 + serial * 60_000),
        label: Label::by(who(by), Integrity::Player),
        source: Some(who(by)),
        trust: None,
        speaker: Some(by.to_owned()),
        conversation: Some(conversation),
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    }
}

fn kept_to(ids: &[&str], note: Note) -> Note {
    let readers = Readers::Only(ids.iter().map(|id| who(id)).collect());
    Note { label: Label { readers, ..note.label }, ..note }
}

fn catalog(most: usize, notes: &[Note]) -> Catalog {
    let mut it = Catalog::new(MemorySettings { most, ..MemorySettings::default() });
    notes.iter().for_each(|note| it.put(note));
    it
}

/// Serial numbers of the notes found by a reader with these.
fn finds(
    catalog: &Catalog,
    words: &str,
    about: &[&str],
    audience: &[&str],
    around: usize,
) -> Vec<u64> {
    let about: Vec<CharacterId> = about.iter().map(|id| who(id)).collect();
    let now = WorldTime(1_800_000_000_000);
    let question = NoteQuestion { words, about: &about, now, around };
    let audience = Readers::Only(audience.iter().map(|id| who(id)).collect());
    let mut room = SearchScratch::default();
    let found = catalog.find(&mut room, &question, |label| label.readers.admit_all(&audience));
    found.iter().filter(|it| it.fit.is_some()).map(|it| it.serial).collect()
}

#[test]
fn what_was_corrected_is_not_found_any_more() {
    let old = line(1, "bob", 1, "I was born in Oakham.");
    let mut it = catalog(9, std::slice::from_ref(&old));
    assert_eq!(finds(&it, "born in Oakham", &[], &["bob"], 0), [1]);
    it.put(&Note { superseded_by: Some(2), ..old });
    assert_eq!(finds(&it, "born in Oakham", &[], &["bob"], 0), [0; 0]);
}

#[test]
fn a_line_made_private_is_found_only_by_its_readers() {
    let said = line(1, "bob", 1, "The key is under the third stone.");
    let mut it = catalog(9, std::slice::from_ref(&said));
    it.put(&kept_to(&["bob", "mara"], said));
    assert_eq!(finds(&it, "stone", &[], &["bob"], 0), [1]);
    assert_eq!(finds(&it, "stone", &[], &["bob", "cyd"], 0), [0; 0]);
}

#[test]
fn lines_around_come_along_when_they_are_wanted_and_may_be_read() {
    let said = [
        line(1, "bob", 1, "Have you heard?"),
        kept_to(&["cyd"], line(2, "bob", 1, "Ann knows as well.")),
        line(3, "cyd", 3, "Nice weather."),
        line(4, "bob", 1, "Tell nobody."),
        line(5, "bob", 1, "The mill burnt down."),
        line(6, "bob", 1, "At night."),
    ];
    let it = catalog(9, &said);
    let mut room = SearchScratch::default();
    let mut found = |around| {
        let question = NoteQuestion { words: "mill", about: &[], now: WorldTime(0), around };
        let bob = Readers::Only([who("bob")].into());
        let found = it.find(&mut room, &question, |label| label.readers.admit_all(&bob));
        found.into_iter().map(|it| it.serial).collect::<BTreeSet<_>>()
    };
    // Of neighbours it lends its weight to, a word finds those too.
    let all = found(0);
    assert!(all.contains(&5) && !all.contains(&2), "{all:?}");
    let beside: Vec<u64> = it.index.around(5, 2, |readers| readers == 0).collect();
    assert_eq!(beside, [6, 4, 1], "of its conversation, the nearest first");
    assert!(found(2).is_superset(&[1, 4, 5, 6].into()) && !found(2).contains(&2));
}

#[test]
fn of_too_many_the_oldest_that_matters_least_goes_and_corrections_last() {
    let mut notes: Vec<Note> =
        (0..16).map(|n| line(n, &format!("guest-{n}"), n, "A word about the weather.")).collect();
    notes[0].importance = 8;
    notes[1].supersedes = Some(99);
    notes[1].importance = 1;
    let mut it = catalog(16, &notes);
    assert_eq!(it.make_room(), BTreeSet::new());
    it.put(&line(16, "guest-16", 16, "One more."));
    assert_eq!(it.make_room(), BTreeSet::from([2, 3]));
    assert_eq!(it.notes(), 15);
    assert!(!finds(&it, "weather", &[], &["ann"], 0).contains(&2));
}

#[test]
fn a_flood_by_one_costs_nobody_else_a_memory() {
    let mut it = catalog(60, &[]);
    it.put(&line(0, "ann", 0, "My sister keeps bees."));
    for serial in 1..1_000 {
        it.put(&line(serial, "bob", 1, "Buy my spoons!"));
        let gone = it.make_room();
        assert!(!gone.contains(&0));
    }
    assert!(it.notes() <= 60);
    assert_eq!(finds(&it, "bees", &[], &["ann"], 0), [0]);
}

#[test]
fn what_many_say_in_private_puts_out_nothing_that_everybody_may_read() {
    let mut it = catalog(60, &[]);
    let bees = Note { importance: 1, ..line(0, "ann", 0, "My sister keeps bees.") };
    it.put(&bees);
    // Ann's own whispers count for nothing against what she said aloud.
    for serial in 1..1_000 {
        let by = if serial % 2 == 0 { "ann".to_owned() } else { format!("guest-{}", serial % 7) };
        let aside = Note { importance: 9, ..line(serial, &by, serial, "Bees, and bees again.") };
        it.put(&kept_to(&[&by, "mara"], aside));
        assert!(!it.make_room().contains(&0), "after {serial}");
    }
    assert!((50..=61).contains(&it.notes()), "{}", it.notes());
    assert_eq!(finds(&it, "bees", &[], &["cyd"], 0), [0]);
    // And what everybody hears puts out no whisper.
    let whispers = it.notes() - 1;
    for serial in 1_000..2_000 {
        it.put(&line(serial, &format!("guest-{}", serial % 7), serial, "Rain."));
        it.make_room();
    }
    assert_eq!(it.rows.values().filter(|it| it.private).count(), whispers);
}

#[test]
fn however_much_is_said_in_private_what_everybody_may_read_is_found_as_without_it() {
    let open = [
        line(1, "bob", 1, "My uncle built the drowned mill."),
        line(5_000, "bob", 1, "He kept herons there."),
        Note { speaker: None, ..line(5_001, "bob", 5_001, "Bob gave Ann a pear.") },
    ];
    let asides = (2..5_000).map(|n| {
        let aside = line(n, "bob", n, &format!("drowne{n} whispers"));
        kept_to(&["bob", "mara"], aside)
    });
    let mut all: Vec<Note> = open.iter().cloned().chain(asides).collect();
    all.sort_by_key(|it| it.serial);
    let (all, public) = (catalog(20_000, &all), catalog(20_000, &open));
    let found = |it: &Catalog, words: &str| {
        let question = NoteQuestion { words, about: &[who("bob")], now: WorldTime(0), around: 1 };
        let cyd = Readers::Only([who("cyd")].into());
        let mut room = SearchScratch::default();
        it.find(&mut room, &question, |label| label.readers.admit_all(&cyd))
    };
    for words in ["uncle", "herons", "drowning", "what did you do"] {
        assert_eq!(found(&all, words), found(&public, words), "{words}");
        assert_eq!(found(&public, words).len(), open.len(), "{words}");
    }
}

#[test]
fn what_is_dropped_leaves_no_trace() {
    let said = [line(1, "bob", 1, "A heron in the reeds."), line(2, "bob", 1, "It flew away.")];
    let mut it = catalog(9, &said);
    it.drop_all(&BTreeSet::from([1]));
    let without = catalog(9, &said[1..]);
    assert_eq!((it.notes(), finds(&it, "heron", &[], &["bob"], 2)), (1, Vec::new()));
    assert_eq!(it.about, without.about);
    assert_eq!(finds(&it, "flew", &[], &["bob"], 0), finds(&without, "flew", &[], &["bob"], 0));
}

#[test]
fn a_question_that_names_somebody_is_about_what_they_said_and_did() {
    let deed = Note { speaker: None, ..line(3, "bob", 3, "Bob gave me a pear.") };
    let mut said = line(1, "bob", 1, "I keep it under the bridge.");
    said.speaker = Some("Bob".to_owned());
    let of_ann = line(2, "ann", 2, "They keep it under the mill.");
    let it = catalog(9, &[said, of_ann, deed]);
    let found = finds(&it, "Where does Bob keep it under?", &[], &["cyd"], 0);
    assert_eq!(found.first(), Some(&1), "a deed is noted under the id, and words under the name");
}

#[test]
fn a_question_about_my_matters_is_about_what_i_said() {
    let reply = |serial, to: &str, words: &str| {
        let mut said = line(serial, to, serial, words);
        said.speaker = Some("Mara".to_owned());
        said.label.origins.insert(who("mara"));
        said
    };
    let it = catalog(
        9,
        &[
            line(1, "ann", 1, "The kettle is at home."),
            line(2, "bob", 2, "The kettle is at sea."),
            reply(3, "ann", "The kettle is at the inn."),
        ],
    );
    assert_eq!(finds(&it, "where is my kettle", &["ann"], &["ann"], 0)[0], 1);
    assert_eq!(finds(&it, "where is my kettle", &["bob"], &["ann"], 0)[0], 2);
    let mut gone = it;
    gone.drop_all(&BTreeSet::from([1, 3]));
    assert_eq!(gone.names.keys().collect::<Vec<_>>(), [&who("bob")], "whoever is gone has no name");
}

proptest! {
    /// No query finds a note that a member of the audience may not read, and unreadable notes do
    /// not change the result.
    #[test]
    fn what_may_not_be_read_does_not_exist(
        said in proptest::collection::vec(("[a-d]{1,2} [a-d]{1,2}", any::<bool>(), 0..4_u64), 1..30),
        words in "[a-d]{1,2} [a-d]{1,2}",
        around in 0..3_usize,
    ) {
        let notes: Vec<Note> = said
            .iter()
            .zip(0..)
            .map(|((words, private, of), n)| {
                let said = line(n, "bob", *of, words);
                if *private { kept_to(&["bob", "mara"], said) } else { said }
            })
            .collect();
        let open: Vec<Note> =
            notes.iter().filter(|it| it.label.readers == Readers::Everyone).cloned().collect();
        let (all, public) = (catalog(99, &notes), catalog(99, &open));
        let about = ["bob"];
        prop_assert_eq!(
            finds(&all, &words, &about, &["ann"], around),
            finds(&public, &words, &about, &["ann"], around)
        );
    }
}
