use engine::{
    id::CharacterId,
    label::{Integrity, Label},
};

use super::*;

const DAY: u64 = 1_000_000;

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

/// A line of Bob, or a deed without a speaker.
fn note(serial: u64, day: u64, speaker: Option<&str>, content: &str) -> Note {
    Note {
        serial,
        content: content.to_owned(),
        about: vec![id("bob")],
        importance: 3,
        kind: NoteKind::Line,
        at: WorldTime(day * DAY + serial),
        label: Label::by(id("bob"), Integrity::Player),
        source: Some(id("bob")),
        trust: None,
        speaker: speaker.map(str::to_owned),
        conversation: Some(serial),
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    }
}

fn said(serial: u64, content: &str) -> Note {
    note(serial, 1, Some("Bob"), content)
}

fn did(serial: u64, content: &str) -> Note {
    note(serial, 1, None, content)
}

fn of(notes: &[Note], made: &[Note]) -> Option<Derived> {
    let who = id("bob");
    let subject = Subject { id: &who, name: "Bob", me: "Mara", day: DAY };
    let notes: Vec<&Note> = notes.iter().chain(made).collect();
    let mut of_days = entries(&subject, &notes, |it| it.0 / DAY);
    assert!(of_days.len() <= 1);
    of_days.pop()
}

fn text(notes: &[Note]) -> Option<String> {
    of(notes, &[]).map(|it| it.content)
}

#[test]
fn a_day_is_told_by_what_was_done_promised_and_spoken_of() {
    let day = [
        did(1, "Bob gave me a pie."),
        did(2, "Bob smiles."),
        did(3, "Bob gave me a red apple."),
        said(4, "I'll bring you the spoon."),
        said(5, "thank you"),
        said(6, "the magpie sat there. Thanks!"),
        said(7, "what a magpie"),
        did(8, "Bob gave me 2 coins for a mug of ale."),
    ];
    let entry = of(&day, &[]).unwrap();
    assert_eq!(
        entry.content,
        "Bob gave me a pie and a red apple, gave me 2 coins for a mug of ale, said \"I'll bring you the \
         spoon\", thanked me twice and spoke of \"magpie\"."
    );
    assert_eq!((entry.evidence, entry.importance), (vec![1, 3, 4, 5, 6, 7, 8], 8));
    assert_eq!(entry.at, Some(WorldTime(DAY + 8)));
}

#[test]
fn a_word_in_passing_is_worth_no_entry_and_a_talk_is() {
    assert_eq!(text(&[said(1, "hello"), said(2, "bye")]), None);
    assert_eq!(text(&[did(1, "Bob smiles.")]), None);
    let talk = [said(1, "hello"), said(2, "how are you?"), said(3, "bye")];
    assert_eq!(text(&talk).as_deref(), Some("Bob talked with me."));
    let rude = [said(1, "You are an idiot")];
    assert_eq!(text(&rude).as_deref(), Some("Bob was rude to me."));
    let others = Note { source: Some(id("cyd")), ..note(1, 1, Some("Cyd"), "You are an idiot") };
    assert_eq!(text(&[others]), None, "what somebody else said");
}

#[test]
fn an_entry_is_written_once_and_anew_when_the_day_had_more() {
    let mut day = vec![did(1, "Bob gave me a pie.")];
    let first = of(&day, &[]).unwrap();
    let talk = Note { kind: NoteKind::Episode, ..note(2, 1, None, "A talk with Bob, 2 lines.") };
    let written = Note {
        kind: NoteKind::Journal,
        evidence: first.evidence,
        ..note(9, 1, None, &first.content)
    };
    assert_eq!(of(&day, std::slice::from_ref(&written)), None);
    day.push(did(5, "Bob gave me a red apple."));
    let second = of(&day, &[talk.clone(), written.clone()]).unwrap();
    assert_eq!((second.replaces, second.evidence), (vec![9, 2], vec![1, 5]));
    let of_other_day = Note { at: WorldTime(0), ..written };
    assert_eq!(
        of(&day, &[of_other_day]).unwrap().replaces,
        [0; 0],
        "one about an earlier day stays"
    );
}

#[test]
fn whom_an_entry_is_about_is_told_it_as_you() {
    let told = addressed("Bob gave me a pie and was rude to me.", "Bob");
    assert_eq!(told.as_deref(), Some("You gave me a pie and were rude to me."));
    assert_eq!(addressed("Ann gave me a pie.", "Bob"), None);
}

#[test]
fn the_last_day_is_told_by_what_mattered_most() {
    let entry = |serial, day, importance| Note {
        kind: NoteKind::Journal,
        importance,
        ..note(serial, day, None, "Bob talked with me.")
    };
    let all = [entry(1, 1, 8), entry(2, 2, 3), entry(3, 2, 6), entry(4, 2, 3), entry(5, 3, 9)];
    let last = last_day(all.iter(), |it| it.0 / DAY, 3, 2);
    assert_eq!(last.iter().map(|it| it.serial).collect::<Vec<_>>(), [3, 2]);
}
