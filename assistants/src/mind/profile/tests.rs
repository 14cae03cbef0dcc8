use engine::{
    id::CharacterId,
    label::{Integrity, Label},
};

use super::*;

const DAY: u64 = 1_000_000;

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

/// A line of somebody.
fn said(serial: u64, day: u64, by: &str, content: &str) -> Note {
    let who = id(&by.to_lowercase());
    Note {
        serial,
        content: content.to_owned(),
        about: vec![who.clone()],
        importance: 3,
        kind: NoteKind::Line,
        at: WorldTime(day * DAY + serial),
        label: Label::by(who.clone(), Integrity::Player),
        source: Some(who),
        trust: None,
        speaker: Some(by.to_owned()),
        conversation: Some(serial),
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    }
}

fn insight(serial: u64, content: &str) -> Note {
    let evidence = vec![1, 2];
    Note { kind: NoteKind::Insight, speaker: None, evidence, ..said(serial, 1, "Bob", content) }
}

fn of(notes: &[Note]) -> Option<Derived> {
    let who = id("bob");
    let subject = Subject { id: &who, name: "Bob", me: "Mara", day: DAY };
    of_person(&subject, &notes.iter().collect::<Vec<_>>(), |it| it.0 / DAY)
}

fn lines() -> Vec<Note> {
    let lines = ["the magpie again", "that magpie", "a magpie!", "hm", "good day"];
    (1..).zip(lines).map(|(serial, it)| said(serial, serial % 2, "Bob", it)).collect()
}

#[test]
fn a_profile_sums_up_what_was_concluded_and_seen() {
    let mut notes = lines();
    notes.push(insight(6, "Bob is generous. Bob gave me a pie and a pear."));
    notes.push(insight(7, "Bob keeps a promise. Bob said \"I'll come\", and gave me a pie."));
    let profile = of(&notes).unwrap();
    let words =
        "Bob: is generous; keeps a promise; was here on two days; speaks most of \"magpie\".";
    assert_eq!(profile.content, words);
    assert_eq!(profile.evidence, [1, 2, 3, 4, 5, 6, 7]);
    let opinion = as_opinion(words, "Bob").unwrap();
    assert_eq!(
        opinion,
        "Bob is generous, keeps a promise, was here on two days and speaks most of \"magpie\"."
    );
    assert_eq!(as_opinion(words, "Ann"), None);
    // The same again is not written anew, and takes the place of what was written before.
    let written = Note { kind: NoteKind::Profile, speaker: None, ..said(9, 1, "Bob", words) };
    notes.push(written);
    assert_eq!(of(&notes), None);
    notes.push(insight(10, "Bob has good manners. Bob thanked me three times."));
    assert_eq!(of(&notes).unwrap().replaces, [9]);
}

#[test]
fn few_observations_make_no_profile() {
    let mut notes = lines();
    notes.truncate(4);
    notes.push(insight(6, "Bob is generous. Bob gave me a pie and a pear."));
    assert_eq!(of(&notes), None);
    let hello: Vec<Note> = (1..9).map(|it| said(it, 1, "Bob", "hello")).collect();
    assert_eq!(of(&hello), None, "there is nothing to say");
}

#[test]
fn a_matter_that_several_spoke_of_has_a_profile() {
    let lines = [
        said(1, 1, "Bob", "did you see the magpie?"),
        said(2, 1, "Ann", "The magpie took a ring!"),
        said(3, 1, "Cyd", "what magpie"),
        said(4, 1, "Bob", "that magpie again"),
        said(5, 1, "Mara", "the magpie, my dear, the magpie"),
        said(6, 2, "Ann", "no magpie today"),
        said(7, 2, "Ann", "have you seen Bobby"),
    ];
    let of = |notes: &[Note]| of_matters("Mara", &notes.iter().collect::<Vec<_>>());
    let [matter] = &of(&lines)[..] else { panic!() };
    assert_eq!(matter.content, "magpie: Ann, Bob and Cyd spoke of it, in five lines.");
    assert_eq!((&matter.about, &matter.evidence[..]), (&None, &[1, 2, 3, 4, 6][..]));
    assert_eq!(of(&lines[..4]), [], "four lines are too few");
    let bob: Vec<Note> = (1..9).map(|it| said(it, 1, "Bob", "a magpie")).collect();
    assert_eq!(of(&bob), [], "one person is no several");
}
