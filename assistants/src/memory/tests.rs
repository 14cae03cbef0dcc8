use std::time::Duration;

use engine::label::{Integrity, Label};
use proptest::prelude::*;

use super::*;

const HOUR: u64 = 3_600_000;
const NOW: WorldTime = WorldTime(10_000 * HOUR);

fn who(id: &str) -> CharacterId {
    CharacterId::new(id).unwrap()
}

fn only(ids: &[&str]) -> Readers {
    Readers::Only(ids.iter().map(|id| who(id)).collect())
}

fn hours_ago(hours: u64) -> WorldTime {
    WorldTime(NOW.0 - hours * HOUR)
}

/// A fact of middling importance about nobody, made just now and known to all.
fn note(serial: u64, content: &str) -> Note {
    Note {
        serial,
        content: content.to_owned(),
        about: Vec::new(),
        importance: 5,
        kind: NoteKind::Fact,
        at: NOW,
        label: Label::authored(),
        source: None,
        trust: None,
        speaker: None,
        conversation: None,
        concluded: false,
        evidence: Vec::new(),
        links: Vec::new(),
        supersedes: None,
        superseded_by: None,
    }
}

fn about(id: &str, note: Note) -> Note {
    Note { about: vec![who(id)], ..note }
}

fn hearsay(note: Note) -> Note {
    Note { kind: NoteKind::Hearsay, ..note }
}

fn plain(note: Note) -> RecallCandidate {
    RecallCandidate { note, text: None, because: String::new() }
}

fn fitting(text: f64, note: Note) -> RecallCandidate {
    RecallCandidate { note, text: Some(text), because: "has ale".to_owned() }
}

fn question(limit: usize) -> MemoryQuery {
    MemoryQuery {
        words: String::new(),
        present: Vec::new(),
        audience: only(&["mira", "bob"]),
        limit,
    }
}

fn serials(found: &[Found]) -> Vec<u64> {
    found.iter().map(|it| it.note.serial).collect()
}

fn finds(candidates: &[RecallCandidate], question: &MemoryQuery) -> Vec<u64> {
    serials(&rank(candidates, question, NOW))
}

#[test]
fn a_note_mentions_whoever_stands_behind_it_beside_those_it_is_about() {
    let mentions =
        |note: &Note| note.mentions("mira").iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut told = about("bob", note(1, "Bob likes plum wine"));
    assert_eq!(mentions(&told), [""; 0]);
    told.label.origins.insert(who("cyd"));
    told.label.origins.insert(who("mira"));
    told.label.readers = only(&["ann", "bob", "mira"]);
    assert_eq!(mentions(&told), ["ann", "cyd"]);
}

// ---- Finding ----

#[test]
fn what_somebody_said_comes_before_what_the_mind_answered() {
    let mut said = note(1, "the key hangs in the mill");
    said.kind = NoteKind::Line;
    (said.source, said.speaker) = (Some(who("bob")), Some("Bob".to_owned()));
    said.label = Label::by(who("bob"), Integrity::Player);
    let mut reply = Note { serial: 2, speaker: Some("Mira".to_owned()), ..said.clone() };
    reply.content = "which key do you mean".to_owned();
    assert!(!said.is_reply());
    reply.label.origins.insert(who("mira"));
    assert!(reply.is_reply());
    let found = finds(&[fitting(0.8, said), fitting(1.0, reply)], &question(2));
    assert_eq!(found, [1, 2]);
}

#[test]
fn nothing_is_found_that_somebody_in_the_audience_may_not_learn() {
    let kept_to = |serial, ids: &[&str]| {
        let mut secret = about("bob", note(serial, "Bob hides a key under the third stone"));
        secret.label.readers = only(ids);
        fitting(100.0, secret)
    };
    let candidates = [
        kept_to(1, &["mira"]),
        kept_to(2, &["mira", "bob"]),
        kept_to(3, &["mira", "bob", "ann"]),
        kept_to(4, &["mira", "ann"]),
        plain(note(5, "The mill stands by the river")),
    ];
    let asked = |audience| MemoryQuery { present: vec![who("bob")], audience, ..question(10) };
    let found = |audience| {
        let mut found = finds(&candidates, &asked(audience));
        found.sort_unstable();
        found
    };
    assert_eq!(found(only(&["mira", "bob"])), [2, 3, 5]);
    assert_eq!(found(only(&["mira", "bob", "ann"])), [3, 5]);
    assert_eq!(found(only(&["mira", "bob", "zoe"])), [5]);
    assert_eq!(found(Readers::Everyone), [5]);
}

#[test]
fn a_note_made_private_since_it_was_stored_is_not_found_as_it_was() {
    let mut private = note(1, "Bob is to be mayor");
    private.label.readers = only(&["mira"]);
    let candidates = [fitting(3.0, note(1, "Bob is to be mayor")), plain(private)];
    assert_eq!(finds(&candidates, &question(5)), [0; 0]);
}

#[test]
fn of_two_with_one_number_the_later_counts_and_keeps_the_fit() {
    let candidates = [
        fitting(3.0, note(1, "Bob likes ale")),
        plain(note(1, "Bob likes cider")),
        plain(note(2, "It rained")),
    ];
    let found = rank(&candidates, &question(5), NOW);
    assert_eq!(serials(&found), [1, 2]);
    assert_eq!(found[0].note.content, "Bob likes cider");
    assert_eq!(found[0].why.text, Some(3.0));
}

#[test]
fn a_fitting_word_beats_being_new() {
    let old = Note { at: hours_ago(2), ..note(1, "the bridge at Oakham fell") };
    let candidates = [fitting(0.1, old), plain(note(2, "it rained"))];
    assert_eq!(finds(&candidates, &question(5)), [1, 2]);
}

#[test]
fn the_better_fit_comes_first_and_what_does_not_fit_is_in_no_list() {
    let candidates = [
        fitting(1.0, note(1, "ale")),
        fitting(f64::NAN, note(2, "beer")),
        fitting(2.0, note(3, "cider")),
        fitting(0.0, note(4, "dew")),
        fitting(-5.0, note(5, "elderberry")),
        fitting(f64::INFINITY, note(6, "fennel")),
    ];
    let found = rank(&candidates, &question(9), NOW);
    let mut text: Vec<_> = found.iter().map(|it| (it.note.serial, it.why.text)).collect();
    text.sort_unstable_by_key(|it| it.0);
    let expected = [(1, Some(1.0)), (2, None), (3, Some(2.0)), (4, None), (5, None), (6, None)];
    assert_eq!(text, expected);
    assert_eq!(serials(&found)[..2], [3, 1]);
    assert!(found.iter().all(|it| it.score.is_finite()));
}

#[test]
fn it_is_told_why_a_note_was_found() {
    let candidates = [
        fitting(2.0, about("bob", note(1, "Bob likes ale"))),
        plain(about("bob", note(2, "Bob walks with a stick"))),
        plain(note(3, "rain fell")),
    ];
    let asked = MemoryQuery { present: vec![who("bob")], ..question(5) };
    let found = rank(&candidates, &asked, NOW);
    let why = |serial| found.iter().find(|it| it.note.serial == serial).unwrap().why.clone();
    let because = "has ale".to_owned();
    let expected =
        FoundBy { text: Some(2.0), entity: true, recency: 3, trust: None, kept: true, because };
    assert_eq!(why(1), expected);
    let because = String::new();
    let expected =
        FoundBy { text: None, entity: true, recency: 2, trust: None, kept: false, because };
    assert_eq!(why(2), expected);
    assert_eq!(why(3), FoundBy { entity: false, recency: 1, ..expected });
}

#[test]
fn the_score_is_what_the_formula_says() {
    let aged = Note { importance: 4, at: hours_ago(96), ..about("bob", note(1, "Bob likes ale")) };
    let asked = MemoryQuery { present: vec![who("bob")], ..question(5) };
    let found = rank(&[fitting(1.0, aged.clone())], &asked, NOW);
    // At importance 4 what age takes halves in 96 hours.
    let expected = (1.0 + 0.1 + 0.005) * 0.96 * (0.99 + 0.01 / 2.0);
    assert!((found[0].score - expected).abs() < 1e-12, "{}", found[0].score);
    let found = rank(&[plain(aged)], &question(5), hours_ago(200));
    let expected = 0.005 * 0.96;
    assert!((found[0].score - expected).abs() < 1e-12, "a note of tomorrow is a new one");
}

#[test]
fn what_matters_is_remembered_longer_and_nothing_is_ever_hidden_by_age() {
    let old = |serial, importance| Note {
        importance,
        at: hours_ago(24 * 20),
        ..note(serial, &format!("note number {serial}"))
    };
    let candidates = [plain(old(1, 10)), plain(old(2, 2)), plain(note(3, "new"))];
    assert_eq!(finds(&candidates, &question(5)), [3, 1, 2]);
    let ancient = Note { at: WorldTime(0), importance: 0, ..note(1, "the flood") };
    let late = WorldTime(u64::MAX);
    let found = rank(&[plain(ancient)], &question(5), late);
    assert_eq!(serials(&found), [1]);
    assert!(found[0].score.is_finite());
}

#[test]
fn of_two_that_say_opposite_things_the_more_trusted_comes_first_and_none_is_hidden() {
    let said = |serial, words: &str, trust| fitting(2.0, Note { trust, ..note(serial, words) });
    let (open, shut) = ("the mill is open today", "the mill is shut today");
    let first = |one, other| finds(&[said(1, open, one), said(2, shut, other)], &question(5));
    assert_eq!(first(None, None), [2, 1], "the newer one");
    assert_eq!(first(Some(70), Some(58)), [1, 2]);
    assert_eq!(first(Some(58), Some(70)), [2, 1]);
    assert_eq!(first(None, Some(58)), [1, 2], "what nobody said is ordinary");
    assert_eq!(first(Some(255), Some(100)), [2, 1], "above a hundred is a hundred");
    assert_eq!(first(Some(0), Some(100)).len(), 2);
    let fits = [fitting(3.0, Note { trust: Some(0), ..note(1, open) }), said(2, shut, Some(100))];
    assert_eq!(finds(&fits, &question(5)), [1, 2], "what fits better comes first all the same");
    let found = rank(&[said(1, open, Some(58))], &question(5), NOW);
    assert_eq!(found[0].why.trust, Some(58));
}

#[test]
fn a_note_of_before_has_no_trust_and_one_of_now_keeps_it() {
    let old = r#"{"V1": {"serial": 7, "content": "the mill is open", "about": ["bob"],
        "importance": 5, "kind": "Hearsay", "at": 9, "label": {"integrity": "Player",
        "readers": "Everyone", "origins": ["bob"], "hops": 0}, "source": "bob"}}"#;
    let read = |text: &str| serde_json::from_str::<NoteDocument>(text).unwrap().current();
    let mut known = read(old);
    assert_eq!((known.trust, known.source.clone()), (None, Some(who("bob"))));
    known.trust = Some(58);
    assert_eq!(read(&serde_json::to_string(&NoteDocument::V1(known.clone())).unwrap()), known);
}

#[test]
fn what_says_the_same_again_gives_way_to_something_else() {
    let candidates = [
        fitting(9.0, note(1, "Bob the miller likes brown ale from Oakham")),
        fitting(8.0, note(2, "Bob the miller likes brown ale from Lutton")),
        fitting(7.0, note(3, "the bridge is closed at night")),
    ];
    let mut found = finds(&candidates, &question(2));
    found.sort_unstable();
    assert_eq!(found, [1, 3]);
    assert_eq!(finds(&candidates, &question(3)).len(), 3);
}

#[test]
fn hearsay_takes_two_places_in_five_at_most() {
    let candidates: Vec<_> = (1..=20)
        .map(|n| match n {
            1..=10 => plain(note(n, &format!("fact {n}"))),
            _ => fitting(n as f64, hearsay(note(n, &format!("rumour {n}")))),
        })
        .collect();
    for (limit, most) in [(0, 0), (1, 0), (2, 0), (3, 1), (5, 2), (10, 4)] {
        let found = rank(&candidates, &question(limit), NOW);
        let rumours = found.iter().filter(|it| it.note.kind == NoteKind::Hearsay).count();
        assert_eq!((found.len(), rumours), (limit, most));
    }
    let found = rank(&candidates[10..], &question(5), NOW);
    assert_eq!(found.len(), 2, "even when there is nothing else");
}

#[test]
fn something_is_found_about_each_who_is_there() {
    let mut candidates: Vec<_> = (1..=10)
        .map(|n| fitting(10.0, about("bob", note(n, &format!("Bob said thing {n}")))))
        .collect();
    candidates.push(plain(Note {
        at: hours_ago(9_000),
        importance: 1,
        ..about("ann", note(11, "Ann has a dog"))
    }));
    let rumour = |serial, of| {
        let old = Note { at: hours_ago(9_000), ..note(serial, "a rumour") };
        plain(hearsay(about(of, old)))
    };
    candidates.push(rumour(12, "cid"));
    candidates.push(rumour(13, "dan"));
    let asked =
        MemoryQuery { present: ["bob", "ann", "cid", "zoe"].map(who).to_vec(), ..question(4) };
    let found = rank(&candidates, &asked, NOW);
    assert_eq!(found.len(), 4);
    for id in ["bob", "ann", "cid"] {
        let kept = found.iter().find(|it| it.note.about.contains(&who(id)));
        assert!(kept.is_some(), "nothing about {id}");
    }
    assert!(serials(&found).iter().all(|serial| *serial != 13), "dan is not there");
}

#[test]
fn hearsay_does_not_take_a_place_from_one_of_whom_there_is_nothing_else() {
    let candidates = [
        fitting(9.0, hearsay(about("ann", note(1, "Ann is said to sing")))),
        plain(about("ann", note(2, "Ann has a dog"))),
        plain(hearsay(about("bob", note(3, "Bob is said to drink")))),
    ];
    let asked = MemoryQuery { present: vec![who("ann"), who("bob")], ..question(3) };
    let mut found = finds(&candidates, &asked);
    found.sort_unstable();
    assert_eq!(found, [2, 3], "one place of three may hold hearsay, and Bob has it");
}

#[test]
fn a_note_that_is_not_indexed_yet_is_found_by_its_words() {
    let asked = MemoryQuery { words: "What about the bridge?".to_owned(), ..question(1) };
    let terms = words(&asked.words).collect();
    let fresh = RecallCandidate::fresh(note(1, "The bridge fell"), &terms);
    assert_eq!(fresh.text, Some(0.5));
    let other = RecallCandidate::fresh(note(2, "It rained"), &terms);
    assert_eq!(other.text, None);
    assert_eq!(finds(&[fresh, other], &asked), [1]);
    let silent = RecallCandidate::fresh(note(3, "It rained"), &BTreeSet::new());
    assert_eq!(silent.text, None);
}

#[test]
fn there_are_bounds() {
    let candidates: Vec<_> = (0..2_000).map(|n| plain(note(n, &format!("note {n}")))).collect();
    let found = finds(&candidates, &question(usize::MAX));
    assert_eq!(found.len(), MOST_FOUND);
    let oldest = 2_000 - CANDIDATES as u64;
    assert!(found.iter().all(|serial| *serial >= oldest));
    assert_eq!(finds(&[], &question(5)), [0; 0]);
}

fn any_note() -> impl Strategy<Value = Note> {
    let kind = prop_oneof![
        Just(NoteKind::Fact),
        Just(NoteKind::Episode),
        Just(NoteKind::Hearsay),
        Just(NoteKind::Line),
        Just(NoteKind::Insight),
        Just(NoteKind::Journal),
        Just(NoteKind::Profile)
    ];
    let person = prop_oneof!["ann", "bob", "cid"].prop_map(|id| who(&id));
    let readers = prop_oneof![
        2 => Just(Readers::Everyone),
        1 => proptest::collection::btree_set(
            prop_oneof!["ann", "bob", "mira"].prop_map(|id| who(&id)), 0..4
        ).prop_map(Readers::Only),
    ];
    let about = proptest::collection::vec(person, 0..3);
    (0u64..40, "[a-e ]{0,12}", about, any::<u8>(), kind, any::<u64>(), readers).prop_map(
        |(serial, content, about, importance, kind, at, readers)| Note {
            serial,
            content,
            about,
            importance,
            kind,
            at: WorldTime(at),
            label: Label { readers, ..Label::authored() },
            ..note(serial, "")
        },
    )
}

#[test]
fn a_fit_beyond_all_measure_leaves_a_score_that_can_be_compared() {
    let with = |serial, fit| {
        let mut note = note(serial, "a b");
        note.importance = 10;
        RecallCandidate { note, text: Some(fit), because: String::new() }
    };
    let found = rank(&[with(1, f64::MAX), with(2, 1.0)], &question(2), WorldTime(0));
    assert!(found.iter().all(|it| it.score.is_finite()), "{found:?}");
    assert_eq!(serials(&found), [1, 2]);
}

proptest! {
    #[test]
    fn whatever_the_notes_the_promises_hold(
        notes in proptest::collection::vec((any_note(), any::<Option<f64>>()), 0..40),
        limit in 0usize..12,
        now in any::<u64>(),
    ) {
        let candidates: Vec<_> = notes
            .into_iter()
            .map(|(note, text)| RecallCandidate { note, text, because: String::new() })
            .collect();
        let asked = MemoryQuery {
            words: "a b".to_owned(),
            present: vec![who("ann"), who("bob")],
            ..question(limit)
        };
        let found = rank(&candidates, &asked, WorldTime(now));
        prop_assert!(found.len() <= limit);
        prop_assert!(found.iter().all(|it| it.score.is_finite() && it.score >= 0.0));
        prop_assert!(found.iter().all(|it| it.note.label.readers.admit_all(&asked.audience)));
        prop_assert!(found.is_sorted_by(|a, b| a.score >= b.score));
        let rumours = found.iter().filter(|it| it.note.kind == NoteKind::Hearsay).count();
        prop_assert!(rumours * 5 <= limit * 2);
        let different: BTreeSet<_> = serials(&found).into_iter().collect();
        prop_assert_eq!(different.len(), found.len());
        prop_assert_eq!(&found, &rank(&candidates, &asked, WorldTime(now)));
        let solid = |it: &Note| {
            it.kind != NoteKind::Hearsay && it.label.readers.admit_all(&asked.audience)
        };
        let last: BTreeMap<_, _> = candidates.iter().map(|it| (it.note.serial, &it.note)).collect();
        for id in &asked.present {
            let is_about = |it: &Note| it.about.contains(id);
            if limit >= 2 && last.values().any(|it| solid(it) && is_about(it)) {
                prop_assert!(found.iter().any(|it| is_about(&it.note)), "nothing about {}", id);
            }
        }
    }
}

#[test]
fn a_saved_note_comes_back_as_it_was() {
    let mut whole = hearsay(about("bob", note(7, "Bob is said to sing")));
    whole.label = Label::by(who("ann"), Integrity::Player).kept_to(&only(&["mira", "ann"]));
    let saved = serde_json::to_string(&NoteDocument::V1(whole.clone())).unwrap();
    assert!(saved.starts_with(r#"{"V1":{"serial":7,"#), "{saved}");
    let read: NoteDocument = serde_json::from_str(&saved).unwrap();
    assert_eq!(read.current(), whole);
}

// ---- Keeping ----

const MIRA: OwnNames<'static> = OwnNames { name: "Mira", role: Some("innkeeper") };

/// Draft of a note that Bob told Mira.
fn draft(content: &str) -> NoteDraft {
    NoteDraft {
        mind: who("mira"),
        content: content.to_owned(),
        about: vec![who("bob")],
        importance: 5,
        kind: NoteKind::Fact,
        at: NOW,
        label: Label::by(who("bob"), Integrity::Player),
        speaker: None,
        conversation: None,
        source: Some(who("bob")),
        trust: None,
        concluded: false,
        evidence: Vec::new(),
        supersedes: None,
    }
}

fn told_by(id: &str, serial: u64) -> Note {
    let mut label = Label::by(who(id), Integrity::Player);
    label.origins.insert(who("mira"));
    Note { label, source: Some(who(id)), ..note(serial, &format!("{id} told story {serial}")) }
}

#[test]
fn a_plain_sentence_is_kept_as_it_is() {
    assert_eq!(admit(&draft("Bob likes cider."), &[], &MIRA), Ok(()));
    let note = NoteDraft { importance: 99, ..draft("  Bob likes cider. ") }.numbered(3);
    assert_eq!((note.serial, note.importance, note.at), (3, 10, NOW));
    assert_eq!(note.content, "Bob likes cider.");
}

#[test]
fn nothing_and_too_much_are_refused() {
    for nothing in ["", "   ", "...!?"] {
        assert_eq!(admit(&draft(nothing), &[], &MIRA), Err(Unfit::Empty));
    }
    let long = "é".repeat(LONGEST);
    assert_eq!(admit(&draft(&long), &[], &MIRA), Ok(()));
    let longer = "é".repeat(LONGEST + 1);
    let length = LONGEST + 1;
    assert_eq!(admit(&draft(&longer), &[], &MIRA), Err(Unfit::TooLong { length }));
}

#[test]
fn the_same_words_are_kept_once() {
    let known =
        [Note { label: Label::by(who("bob"), Integrity::Player), ..note(4, "Bob likes cider.") }];
    let again = admit(&draft("bob  LIKES cider!"), &known, &MIRA);
    assert_eq!(again, Err(Unfit::Known { serial: 4 }));
    assert_eq!(admit(&draft("Cider likes Bob."), &known, &MIRA), Ok(()), "the order tells");
    assert_eq!(admit(&draft("Bob likes cider a lot."), &known, &MIRA), Ok(()));
}

#[test]
fn the_same_words_are_kept_again_when_more_may_learn_them_or_a_better_word_stands_for_them() {
    let mut whispered = note(4, "Bob likes cider");
    whispered.label = draft("").label.kept_to(&only(&["mira", "bob"]));
    assert_eq!(admit(&draft("Bob likes cider"), &[whispered.clone()], &MIRA), Ok(()));
    let mut private = draft("Bob likes cider");
    private.label = whispered.label.clone();
    let known = Err(Unfit::Known { serial: 4 });
    assert_eq!(admit(&private, &[whispered], &MIRA), known);

    let mut better = draft("Bob likes cider");
    better.label.integrity = Integrity::Engine;
    let told = [Note { label: draft("").label, ..note(4, "Bob likes cider") }];
    assert_eq!(admit(&better, &told, &MIRA), Ok(()));
}

#[test]
fn what_it_did_itself_is_not_kept() {
    for own in [
        "I helped Bob find the well.",
        "Bob was lost. I helped him.",
        "i've sold Bob an ale",
        "Yesterday I sold Bob an ale.",
        "And then, I sang!",
        "“Well met”, said Bob; I’m his friend",
        "Bob has a \" in his name. I gave it to him.",
        "Mira helped Ann and is proud of it.",
        "The innkeeper helped Ann and is proud of it.",
        "Innkeeper gave Bob a room.",
        "Bob was lost; then Mira helped him.",
    ] {
        assert_eq!(admit(&draft(own), &[], &MIRA), Err(Unfit::AboutSelf), "{own}");
    }
    for others in [
        "Bob said \"I like cider. I hate ale.\"",
        "Bob says “I am the miller”.",
        "Bob said \"I like ale.\"; Mira answered \"I have some.\".",
        "Bob told me that i owe him a penny.",
        "Ian is a smith.",
        "In winter the bridge is closed.",
        "Bob thanked Mira.",
        "Mira, Bob says, is the best of them.",
        "Miranda is a smith.",
        "The inn is full.",
        "The innkeeper said that the inn is full.",
    ] {
        assert_eq!(admit(&draft(others), &[], &MIRA), Ok(()), "{others}");
    }
}

#[test]
fn nobody_fills_the_memory_alone() {
    let mut recent: Vec<Note> = (1..=20).map(|n| told_by("bob", n)).collect();
    let flood = Err(Unfit::Flood { origin: who("bob") });
    assert_eq!(admit(&draft("Bob has a dog"), &recent, &MIRA), flood);
    assert_eq!(
        admit(&draft("Bob has a dog"), &recent[1..], &MIRA),
        Ok(()),
        "the twentieth is welcome"
    );

    let mut by_ann = NoteDraft { source: Some(who("ann")), ..draft("Ann has a dog") };
    by_ann.label = Label::by(who("ann"), Integrity::Player);
    assert_eq!(admit(&by_ann, &recent, &MIRA), Ok(()), "and so is anybody else");
    by_ann.label = by_ann.label.join(&draft("").label);
    assert_eq!(admit(&by_ann, &recent, &MIRA), Ok(()), "even where Bob was heard beside her");

    let own = NoteDraft { source: None, ..draft("The inn is full") };
    assert_eq!(admit(&own, &recent, &MIRA), Ok(()), "what nobody said is no flood");

    let talk = NoteDraft { kind: NoteKind::Episode, ..draft("Bob said \"hello\".") };
    assert_eq!(admit(&talk, &recent, &MIRA), Ok(()), "talk is counted apart");

    recent.extend((21..=59).map(|n| told_by("ann", n)));
    assert_eq!(admit(&draft("Bob has a dog"), &recent, &MIRA), flood);
    recent.push(told_by("cid", 60));
    recent.reverse();
    assert_eq!(admit(&draft("Bob has a dog"), &recent, &MIRA), Ok(()), "only the last sixty count");
}

#[test]
fn a_talk_counts_for_the_one_who_talked() {
    let both = Label::by(who("ann"), Integrity::Player).join(&draft("").label);
    let talk = |whom: &str| NoteDraft {
        kind: NoteKind::Episode,
        about: vec![who(whom)],
        source: Some(who(whom)),
        label: both.clone(),
        ..draft(&format!("{whom} said \"hello\"."))
    };
    let with_bob = |n| Note {
        kind: NoteKind::Episode,
        about: vec![who("bob")],
        label: both.clone(),
        ..told_by("bob", n)
    };
    let recent: Vec<Note> = (1..=20).map(with_bob).collect();
    assert_eq!(admit(&talk("ann"), &recent, &MIRA), Ok(()), "she was only heard beside Bob");
    assert_eq!(admit(&talk("bob"), &recent, &MIRA), Err(Unfit::Flood { origin: who("bob") }));
}

#[test]
fn a_flood_is_over_after_an_hour() {
    let recent: Vec<Note> = (1..=20).map(|n| told_by("bob", n)).collect();
    let at = |minutes: u64| NoteDraft {
        at: NOW.after(Duration::from_secs(60 * minutes)),
        ..draft("Bob has a dog")
    };
    let flood = Err(Unfit::Flood { origin: who("bob") });
    assert_eq!(admit(&at(59), &recent, &MIRA), flood);
    assert_eq!(admit(&at(60), &recent, &MIRA), Ok(()));
}

#[test]
fn each_refusal_says_what_to_do() {
    for (unfit, part) in [
        (Unfit::Empty, "write a sentence"),
        (Unfit::TooLong { length: 501 }, "501 characters"),
        (Unfit::Known { serial: 1 }, "already"),
        (Unfit::AboutSelf, "by name"),
        (Unfit::Flood { origin: who("bob") }, "from bob"),
    ] {
        assert!(unfit.to_string().contains(part), "{unfit}");
    }
}
