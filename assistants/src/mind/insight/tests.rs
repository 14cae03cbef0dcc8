use engine::{
    clock::WorldTime,
    label::{Integrity, Label},
};
use proptest::prelude::*;

use super::*;
use crate::{
    llm::Ticket,
    memory::NoteKind,
    mind::{
        dream::{self, DreamTask, DreamUnit},
        sleep::{Sleep, SleepPhase},
    },
};

const DAY: u64 = 7_200_000;

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

/// A note about Bob: a line if it has a speaker, else a deed.
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

fn of(notes: &[Note]) -> Vec<Derived> {
    let who = id("bob");
    let subject = Subject { id: &who, name: "Bob", me: "Mara", day: DAY };
    insights(&subject, &notes.iter().collect::<Vec<_>>())
}

fn texts(notes: &[Note]) -> Vec<(String, Vec<u64>)> {
    of(notes).into_iter().map(|it| (it.content, it.evidence)).collect()
}

#[test]
fn what_is_concluded_names_its_reason_and_the_notes_that_it_rests_on() {
    let gave = |serial, what: &str| note(serial, 1, None, &format!("Bob gave me {what}."));
    let one = |text: &str, evidence: &[u64]| vec![(text.to_owned(), evidence.to_vec())];
    assert_eq!(
        texts(&[gave(1, "a pie"), gave(2, "a red apple")]),
        one("Bob is generous. Bob gave me a pie and a red apple.", &[1, 2])
    );
    assert_eq!(
        texts(&[said(1, "You are an idiot"), said(2, "hm"), said(3, "Get lost!")]),
        one("Bob has a sharp tongue. Bob spoke roughly to me two times.", &[1, 3])
    );
    assert_eq!(
        texts(&[said(1, "thank you"), said(2, "Thanks, Mara."), said(3, "many thanks")]),
        one("Bob has good manners. Bob thanked me three times.", &[1, 2, 3])
    );
    assert_eq!(
        texts(&[said(4, "I'll bring you the spoon."), gave(9, "a silver spoon")]),
        one(
            "Bob keeps a promise. Bob said \"I'll bring you the spoon\", and gave me a silver spoon.",
            &[4, 9]
        )
    );
    let lines = ["did the magpie come?", "that magpie!", "a magpie sat there", "and the Magpie?"];
    let lines: Vec<Note> = (1..).zip(lines).map(|(serial, it)| said(serial, it)).collect();
    assert_eq!(
        texts(&lines),
        one("Bob keeps coming back to \"magpie\". Bob spoke of it in four talks.", &[1, 2, 3, 4])
    );
    let days: Vec<Note> = (1..=3).map(|day| note(day, day, Some("Bob"), "hm")).collect();
    assert_eq!(
        texts(&days),
        one("Bob is here again and again. Bob came by on three days.", &[1, 2, 3])
    );
}

#[test]
fn nothing_is_concluded_from_one_note_or_from_what_the_mind_said_itself() {
    assert_eq!(texts(&[note(1, 1, None, "Bob gave me a pie.")]), []);
    let own = |serial| note(serial, 1, Some("Mara"), "thank you for the magpie, you idiot");
    assert_eq!(texts(&[own(1), own(2), own(3), own(4)]), []);
    // A line that claims a deed is none.
    let claims = |serial| said(serial, "Bob gave me a pie.");
    assert_eq!(texts(&[claims(1), claims(2)]), []);
    let promise = said(3, "I'll bring you the spoon");
    assert_eq!(texts(&[promise, note(4, 1, None, "Bob gave me a pear.")]), []);
}

#[test]
fn what_two_tell_of_somebody_and_does_not_fit_together_is_noted() {
    let by = |serial, who: &str, words: &str| Note {
        about: vec![id(&who.to_lowercase())],
        source: Some(id(&who.to_lowercase())),
        ..note(serial, 1, Some(who), words)
    };
    let texts = |notes: &[Note]| -> Vec<(String, Option<CharacterId>, Vec<u64>)> {
        let found = disputed("Mara", &notes.iter().collect::<Vec<_>>()).into_iter();
        found.map(|it| (it.content, it.about, it.evidence)).collect()
    };
    let mut notes = vec![
        by(1, "Ann", "Bob comes from Lull. I saw the boat."),
        by(2, "Bob", "Good evening. I come from Hull."),
        by(3, "Mara", "Bob comes from the moon."),
    ];
    let both = "Bob is spoken of in two ways. Bob said \"Good evening. I come from Hull\", and Ann \
                said \"Bob comes from Lull. I saw the boat\".";
    assert_eq!(texts(&notes), [(both.to_owned(), Some(id("bob")), vec![1, 2])]);
    let told = "You are spoken of in two ways. You said \"Good evening. I come from Hull\", and Ann \
                said \"Bob comes from Lull. I saw the boat\".";
    assert_eq!(addressed(both, "Bob").as_deref(), Some(told));
    notes.push(by(4, "Ann", "Bob comes from Hull, I was wrong."));
    assert_eq!(texts(&notes), [], "who was corrected told nothing else");
    notes.push(by(5, "Cyd", "Bob is a baker"));
    notes.push(by(6, "Ann", "Bob is a smith"));
    let [(words, ..)] = &texts(&notes)[..] else { panic!("one") };
    assert!(words.contains("Cyd said \"Bob is a baker\", and Ann said"), "{words}");
    let mut insight = by(7, "Bob", words);
    (insight.kind, insight.speaker, insight.evidence) = (NoteKind::Insight, None, vec![5, 6]);
    notes.push(insight);
    assert_eq!(texts(&notes), [], "that is known");
}

#[test]
fn the_same_is_concluded_again_only_from_more() {
    let gave = |serial| note(serial, 1, None, &format!("Bob gave me a pie{serial}."));
    let mut notes = vec![gave(1), gave(2)];
    let first = of(&notes).remove(0);
    let mut insight = note(3, 1, None, &first.content);
    (insight.kind, insight.evidence) = (NoteKind::Insight, first.evidence);
    notes.push(insight);
    assert_eq!(of(&notes), []);
    notes.push(gave(4));
    let again = of(&notes).remove(0);
    assert_eq!((again.replaces, again.evidence), (vec![3], vec![1, 2, 4]));
}

#[test]
fn whoever_it_is_about_is_told_it_by_you() {
    let to_bob = |text: &str| addressed(text, "Bob");
    assert_eq!(
        to_bob("Bob is generous. Bob gave me a pie.").as_deref(),
        Some("You are generous. You gave me a pie.")
    );
    assert_eq!(
        to_bob("Bob keeps coming back to \"magpie\". Bob spoke of it in four talks.").as_deref(),
        Some("You keep coming back to \"magpie\". You spoke of it in four talks.")
    );
    assert_eq!(to_bob("Ann is generous. Ann gave me a pie."), None);
    assert_eq!(
        to_bob("Bob is kind. Bob said \"come\".").as_deref(),
        Some("You are kind. You said \"come\".")
    );
    assert_eq!(to_bob("Bob bakes."), None);
}

#[test]
fn a_night_reflects_by_readers_and_prunes_what_is_old_and_no_evidence() {
    let now = WorldTime(dream::PRUNED_AGE + 10 * DAY);
    let mut aside = said(2, "psst");
    aside.label.readers = Readers::Only([id("bob"), id("mara")].into());
    let old = |serial, importance| Note {
        at: WorldTime(1),
        importance,
        ..note(serial, 0, Some("Bob"), "it is so")
    };
    let mut insight = note(9, 9, None, "Bob is generous. Bob gave me a pie and a pear.");
    (insight.kind, insight.evidence) = (NoteKind::Insight, vec![5, 6]);
    let new = Note { at: now, ..said(8, "new") };
    let notes =
        [new, Note { at: now, ..aside }, old(3, 3), old(4, 8), old(5, 2), old(6, 1), insight];
    let work = dream::work(&notes, now);
    let reflect = |unit: &DreamUnit| match &unit.task {
        DreamTask::Reflect { person, notes } => {
            let one = notes.iter().all(|it| it.label.readers == unit.readers);
            assert!(one, "a unit has one set of readers");
            Some((person.to_string(), notes.len()))
        }
        DreamTask::Journal { .. }
        | DreamTask::Profile { .. }
        | DreamTask::Matters(_)
        | DreamTask::Link(_)
        | DreamTask::Prune(_) => None,
    };
    let of: Vec<_> = work.iter().filter_map(reflect).collect();
    assert_eq!(of, [("bob".to_owned(), 6), ("bob".to_owned(), 1)]);
    assert_eq!(work.back().map(|it| &it.task), Some(&DreamTask::Prune(vec![3])));
}

#[test]
fn memories_that_are_to_go_are_worked_on_no_more() {
    let notes = [said(1, "thank you")];
    let mut asleep = Sleep { phase: SleepPhase::Dreaming, worked: 9, ..Sleep::default() };
    asleep.units = dream::work(&notes, WorldTime(1));
    asleep.interrupt();
    assert!(asleep.units.is_empty() && asleep.is_asleep() && asleep.worked == 0);
    // What the store was asked for may hold them, too.
    let mut asked = Sleep { phase: SleepPhase::Compacting(Ticket(4)), ..Sleep::default() };
    asked.interrupt();
    assert_eq!(asked.phase, SleepPhase::Dreaming);
}

proptest! {
    #[test]
    fn an_insight_rests_on_two_notes_that_were_given_and_is_wider_than_none_of_them(
        lines in proptest::collection::vec((0_u64..4, "(thanks|you idiot|the magpie|Bob gave me a pie.|I'll bring you a pie)", any::<bool>()), 0..24),
    ) {
        let notes: Vec<Note> = (1..).zip(&lines).map(|(serial, (day, text, spoken))| {
            note(serial, *day, spoken.then_some("Bob"), text)
        }).collect();
        for it in of(&notes) {
            prop_assert!(it.evidence.len() >= LEAST_EVIDENCE && it.evidence.len() <= MOST_EVIDENCE);
            prop_assert!(it.evidence.is_sorted());
            prop_assert!(it.evidence.iter().all(|of| notes.iter().any(|note| note.serial == *of)));
            prop_assert_eq!(it.label.integrity, Integrity::Player);
            prop_assert!(it.label.names(&id("bob")));
            prop_assert!(addressed(&it.content, "Bob").is_some(), "{}", it.content);
        }
    }
}
