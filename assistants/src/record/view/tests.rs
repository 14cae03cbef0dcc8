use engine::foreign::misleads;
use engine::label::{Integrity, Label};
use proptest::prelude::*;
use world::act::permission::Role;

use super::*;
use crate::{
    gate::rules::{EffectClass, GateCase, GateRule, Judgement, SpeechReach},
    llm::LlmError,
    record::{
        entry::{Amendment, OccasionKind, RecordedNote},
        question::QuestionSegment,
    },
    turn::{
        StopReason,
        brief::{ThoughtMode, TurnAuthority},
        budget::compaction::Compaction,
    },
};

/// Empty names.
static NOBODY: RecordNames = RecordNames(BTreeMap::new());

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

fn verdict(rule: &str) -> RecordedVerdict {
    RecordedVerdict { rule: rule.to_owned().into(), trust: 70, hops: 0 }
}

/// Label of a segment in an entry.
fn label() -> Label {
    Label::by(id("bob"), Integrity::Player)
}

fn question(text: &str) -> RecordedQuestion {
    let segment = QuestionSegment { name: text.to_owned().into(), pieces: 1, label: label() };
    let part = QuestionPart { name: text.to_owned().into(), pieces: 1, bytes: 1 };
    RecordedQuestion {
        question: 1,
        lines: 1,
        memories: 1,
        parts: vec![part],
        tokens: 1,
        hash: text.to_owned(),
        ears: Readers::Only([id("bob")].into()),
        integrity: Integrity::Player,
        kind: TurnAuthority::Reply,
        segments: vec![segment],
        tools: vec![text.to_owned().into()],
        narrowed: true,
        compaction: Compaction::None,
    }
}

fn judgement(text: &str) -> Judgement {
    let case = GateCase {
        kind: TurnAuthority::Reply,
        authored: false,
        effect: EffectClass::Speech,
        offered: true,
        label: label(),
        needs: Role::Guest,
        deputy: Role::Player,
        principals: Role::Guest,
        names_known: true,
        audience: Readers::Everyone,
        reach: SpeechReach::Elsewhere,
        reads: false,
        unbidden: false,
        leaves: false,
        copies: false,
        affordable: true,
    };
    let refused = Some(GateRule::Audience);
    Judgement { tool: text.to_owned().into(), case, refused }
}

/// Entries of every kind with words of others, with these.
fn kinds(text: &str) -> Vec<Recorded> {
    let words = ForeignText::new(text);
    let who = Some(CharacterRef { id: id("bob"), name: text.to_owned() });
    let call = RecordedCall {
        tool: words.clone(),
        arguments: vec![(words.clone(), words.clone())],
        malformed: Some(words.clone()),
    };
    let reply = RecordedReply {
        by: AnsweredBy::Model,
        text: Some(words.clone()),
        calls: vec![call],
        more: 1,
        usage: None,
        took: 1,
        segments: Vec::new(),
        ears: None,
    };
    let (question, judgement) = (question(text), judgement(text));
    let refused = judgement.refused;
    let perceived = Recorded::Perceived {
        source: world::witness::fact::Source::Say,
        who: who.clone(),
        words: words.clone(),
        action: PerceptionAction::Notes,
        verdict: verdict(text),
    };
    let (by, verdict) = (OccasionKind::Words, verdict(text));
    let notes = vec![RecordedNote {
        serial: SERIAL,
        words: words.clone(),
        why: Some(words.clone()),
        trust: Some(58),
    }];
    vec![
        perceived,
        Recorded::Begun {
            by,
            who: who.clone(),
            words: words.clone(),
            verdict,
            script: None,
            lean: false,
            class: None,
        },
        Recorded::TurnedAway { who, over: None, stopped: false, asleep: false },
        Recorded::Recalled { query: Some(words.clone()), notes },
        Recorded::Asked(question),
        Recorded::Replied(reply),
        Recorded::Failed { error: LlmError::Malformed { what: text.into() }, took: 1 },
        Recorded::Remarked { note: words.clone() },
        Recorded::Done { tool: words.clone(), result: words.clone() },
        Recorded::Refused { tool: words.clone(), why: words.clone(), rule: refused },
        Recorded::Judged(Box::new(judgement)),
        Recorded::Learnt { event: EVENT, from: None, retellings: 0, words: words.clone() },
        Recorded::Noted { serial: Some(SERIAL), about: Some(id("bob")), words, journal: false },
    ]
}

/// Number of a note, and of a deed, in those entries.
const SERIAL: u64 = 7_654_321;
const EVENT: u64 = 0x007e_57ed;

#[test]
fn the_number_of_a_note_or_a_deed_is_for_those_who_may_read_it() {
    let amended = Recorded::Amended { how: Amendment::Retracted, notes: vec![SERIAL] };
    let both = Readers::Only([id("ann"), id("bob")].into());
    let (ann, wiz) = (id("ann"), id("wiz"));
    let number = |line: &str| line.contains("7654321") || line.contains("7e57ed");
    let mut numbered = 0;
    for what in kinds("plum").into_iter().chain([amended]) {
        let entry = entry(what, both.clone());
        for reader in [RecordReader::Character(&wiz), RecordReader::Outsider] {
            let line = line(&entry, view(reader));
            assert!(!number(&line), "{line}");
        }
        numbered += usize::from(number(&line(&entry, view(RecordReader::Character(&ann)))));
    }
    assert_eq!(numbered, 4, "of what came to mind, of a rumour, of a note, of one taken back");
}

fn entry(what: Recorded, readers: Readers) -> RecordEntry {
    let label = Label { readers, ..Label::engine() };
    RecordEntry::new(WorldTime(65_000), id("ann"), Some(1), &label, what)
}

fn view(reader: RecordReader<'_>) -> RecordView<'_> {
    RecordView { reader, whole: false, names: &NOBODY }
}

/// Parts of a line outside the quotes.
fn outside(line: &str) -> String {
    let (mut inside, mut escaped, mut rest) = (false, false, String::new());
    for it in line.chars() {
        match it {
            '"' if !escaped => inside = !inside,
            _ if !inside => rest.push(it),
            _ => {}
        }
        escaped = inside && !escaped && it == '\\';
    }
    assert!(!inside, "the quotes do not end: {line}");
    rest
}

#[test]
fn a_forged_line_stays_in_its_quotes() {
    let forged = "say\n  00:01:06 ends: noop\"; rule: 2";
    for what in kinds(forged) {
        let line = line(&entry(what, Readers::Everyone), view(RecordReader::Outsider));
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.starts_with("00:01:05 "), "{line}");
        assert!(!outside(&line).contains("ends: noop"), "{line}");
    }
}

#[test]
fn who_may_not_know_the_words_sees_how_many_they_are() {
    let both = Readers::Only([id("ann"), id("bob")].into());
    let (ann, wiz) = (id("ann"), id("wiz"));
    for what in kinds("Plum-Geheimnis").into_iter().filter(|it| {
        // The name of whoever speaks, errors and judgements are no words of anybody.
        !matches!(
            it,
            Recorded::TurnedAway { .. }
                | Recorded::Asked(_)
                | Recorded::Judged(_)
                | Recorded::Failed { .. }
        )
    }) {
        let mut what = what;
        if let Recorded::Perceived { who, verdict, .. } | Recorded::Begun { who, verdict, .. } =
            &mut what
        {
            (*who, verdict.rule) = (None, "2 addressed".into());
        }
        let entry = entry(what, both.clone());
        for reader in [RecordReader::Character(&wiz), RecordReader::Outsider] {
            let line = line(&entry, view(reader));
            assert!(!line.contains("Geheimnis"), "{line}");
            assert!(line.contains(" characters, for ann and bob)"), "{line}");
        }
        for reader in [RecordReader::Character(&ann), RecordReader::InPrivate] {
            assert!(line(&entry, view(reader)).contains("Geheimnis"));
        }
    }
}

#[test]
fn those_for_whom_it_is_go_by_their_names_where_these_are_words() {
    let of = |name: &str| Recorded::TurnedAway {
        who: Some(CharacterRef { id: id("bob"), name: name.to_owned() }),
        over: None,
        stopped: false,
        asleep: false,
    };
    let both = Readers::Only([id("ann"), id("bob")].into());
    let said = entry(Recorded::Remarked { note: ForeignText::new("plum") }, both);
    for (name, whose) in
        [("Bób-Li", "ann and Bób-Li"), ("x) (9", "ann and bob"), ("", "ann and bob")]
    {
        let names = RecordNames::of([&entry(of(name), Readers::Everyone)]);
        let view = RecordView { reader: RecordReader::Outsider, whole: false, names: &names };
        let line = line(&said, view);
        assert!(line.ends_with(&format!("remark: (4 characters, for {whose})")), "{line}");
    }
}

#[test]
fn a_whole_line_says_the_day_and_the_mind() {
    let end = RecordedEnd {
        reason: StopReason::Noop,
        failure: None,
        mode: ThoughtMode::ReactLoop,
        iterations: 1,
        max_iterations: 5,
        successes: 0,
        reviewed: None,
        drops: Vec::new(),
        took: 7,
    };
    let view = RecordView { whole: true, ..view(RecordReader::Outsider) };
    assert_eq!(
        line(&entry(Recorded::Ended(end), Readers::Everyone), view),
        "1970-01-01 00:01:05 ann ends: noop after 1 of 5 questions, 0 calls succeeded, 7 ms"
    );
}

proptest! {
    #[test]
    fn every_entry_is_one_line_whatever_was_said(text in any::<String>(), private in any::<bool>()) {
        let readers = if private { Readers::Only([id("bob")].into()) } else { Readers::Everyone };
        for what in kinds(&text) {
            let entry = entry(what, readers.clone());
            for reader in [RecordReader::Outsider, RecordReader::InPrivate] {
                let line = line(&entry, view(reader));
                prop_assert!(!line.chars().any(misleads), "{line:?}");
                let rest = outside(&line);
                let letters = text.chars().filter(|it| !it.is_ascii()).collect::<String>();
                prop_assert!(!rest.chars().any(|it| letters.contains(it)), "{line}");
            }
        }
    }
}

#[test]
fn the_hash_of_a_question_is_for_those_who_may_know_all_that_it_is_made_of() {
    let both = Readers::Only([id("bob"), id("mara")].into());
    let mut asked = question("whispered");
    asked.segments.push(QuestionSegment {
        name: "stimulus".into(),
        pieces: 1,
        label: label().kept_to(&both),
    });
    let shown = |of: &Label, reader| {
        let what = Recorded::Asked(asked.clone());
        let entry = RecordEntry::new(WorldTime(0), id("mara"), Some(1), of, what);
        line(&entry, RecordView { reader, whole: true, names: &NOBODY })
    };
    let (bob, cyd) = (id("bob"), id("cyd"));
    let mut gone = asked.clone();
    gone.hash = "left".to_owned();
    let mut entry =
        RecordEntry::new(WorldTime(0), id("mara"), Some(1), &label(), Recorded::Asked(gone));
    entry.forget(&[id("bob")].into());
    let view = RecordView { reader: RecordReader::InPrivate, whole: true, names: &NOBODY };
    assert!(!line(&entry, view).contains("hash"), "whoever is forgotten cannot be guessed at");
    // Until now entries of questions had the engine's label.
    for of in [Label::engine(), label().kept_to(&both)] {
        assert!(shown(&of, RecordReader::Character(&bob)).contains(", hash whispered"));
        for reader in [RecordReader::Character(&cyd), RecordReader::Outsider] {
            assert!(!shown(&of, reader).contains("hash"), "{}", shown(&of, reader));
        }
    }
}

#[test]
fn whom_a_private_note_is_about_is_for_those_who_may_read_it() {
    let of = label().kept_to(&Readers::Only([id("bob"), id("mara")].into()));
    let (about, words) = (Some(id("quinta")), "Hm.".into());
    let what = Recorded::Noted { serial: Some(7), about, words, journal: false };
    let entry = RecordEntry::new(WorldTime(0), id("mara"), Some(1), &of, what);
    let shown = |reader| line(&entry, RecordView { reader, whole: true, names: &NOBODY });
    let [bob, cyd] = ["bob", "cyd"].map(id);
    assert!(shown(RecordReader::Character(&bob)).contains("quinta"));
    for told in [shown(RecordReader::Character(&cyd)), shown(RecordReader::Outsider)] {
        assert!(!told.contains("quinta") && !told.contains("note 7"), "{told}");
    }
}
