use engine::{clock::WorldTime, id::CharacterId, label::Label};

use super::*;
use crate::memory::NoteKind;

fn note(serial: u64, about: &str, content: &str) -> Note {
    Note {
        serial,
        content: content.to_owned(),
        about: vec![CharacterId::new(about).unwrap()],
        importance: 3,
        kind: NoteKind::Line,
        at: WorldTime(serial),
        label: Label::engine(),
        source: None,
        trust: None,
        speaker: None,
        conversation: Some(serial),
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    }
}

fn of(notes: &[Note]) -> BTreeMap<u64, Vec<(u64, u8)>> {
    let found = links(&notes.iter().collect::<Vec<_>>());
    let pairs = |of: Vec<NoteLink>| of.into_iter().map(|it| (it.to, it.strength)).collect();
    found.into_iter().map(|(from, of)| (from, pairs(of))).collect()
}

#[test]
fn notes_are_linked_by_rare_words_and_people() {
    let notes = [
        note(1, "bob", "Jory painted the Heron on her bow"),
        note(2, "bob", "the Heron needs new canvas"),
        note(3, "ann", "Jory wrote to me"),
        note(4, "ann", "it rained all day"),
    ];
    let links = of(&notes);
    assert_eq!(links[&1], [(2, 50), (3, 40)], "the same person counts");
    assert_eq!(links[&2], [(1, 50)]);
    assert!(!links.contains_key(&4));
}

#[test]
fn lines_of_one_talk_and_common_words_link_nothing() {
    let talk = |serial| Note { conversation: Some(7), ..note(serial, "bob", "the Heron sails") };
    assert!(of(&[talk(1), talk(2)]).is_empty());
    let common: Vec<Note> = (0..40).map(|it| note(it, "bob", "the weather holds")).collect();
    assert!(of(&common).is_empty());
    let derived = Note { evidence: vec![1], ..note(9, "bob", "Bob spoke of the Heron") };
    assert!(of(&[note(1, "bob", "the Heron"), derived]).is_empty(), "evidence is no link");
}

#[test]
fn links_are_few_and_written_down_once() {
    let alike = (0..10).map(|it| note(it, "bob", "Heron canvas bow barge"));
    let other = (10..90).map(|it| note(it, "ann", "it rained all day"));
    let many: Vec<Note> = alike.chain(other).collect();
    let all: Vec<&Note> = many.iter().collect();
    let found = links(&all);
    assert!(found.len() == 10 && found.values().all(|it| it.len() == MOST));
    let changed = relinked(&all, 5);
    assert_eq!(changed.len(), 5);
    let changed = relinked(&all, 100);
    assert_eq!(changed.len(), 10);
    let mut linked = many.clone();
    for note in changed {
        let at = usize::try_from(note.serial).unwrap();
        linked[at] = note;
    }
    assert_eq!(relinked(&linked.iter().collect::<Vec<_>>(), 100), []);
}
