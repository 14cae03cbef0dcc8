use engine::{
    foreign::ForeignText,
    label::{Integrity, Origins},
};

use super::*;
use crate::{
    gate::rules::{GateCase, SpeechReach},
    record::entry::{AnsweredBy, OccasionKind, RecordedVerdict},
    turn::budget::compaction::Compaction,
};

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

fn bob() -> Label {
    Label::by(id("bob"), Integrity::Player)
}

fn wiz() -> Label {
    Label::by(id("wiz"), Integrity::Staff)
}

fn own() -> Label {
    Label::by(id("ann"), Integrity::Author)
}

fn begun() -> Recorded {
    let verdict = RecordedVerdict { rule: "2 addressed".into(), trust: 70, hops: 0 };
    let words = ForeignText::new("hello");
    Recorded::Begun {
        by: OccasionKind::Words,
        who: None,
        words,
        verdict,
        script: None,
        lean: false,
        class: None,
    }
}

fn asked(kind: TurnAuthority, label: Label, ears: Readers) -> RecordedQuestion {
    RecordedQuestion {
        question: 1,
        lines: 1,
        memories: 0,
        parts: Vec::new(),
        tokens: 1,
        hash: String::new(),
        ears,
        integrity: label.integrity,
        kind,
        segments: vec![QuestionSegment { name: "stimulus".into(), pieces: 1, label }],
        tools: ["say", "execute_command"].map(Into::into).to_vec(),
        narrowed: false,
        compaction: Compaction::None,
    }
}

fn replied(tool: &str, verb: &str) -> Recorded {
    let arguments = vec![(ForeignText::new("verb"), ForeignText::new(verb))];
    let call = RecordedCall { tool: ForeignText::new(tool), arguments, malformed: None };
    Recorded::Replied(RecordedReply {
        by: AnsweredBy::Model,
        text: None,
        calls: vec![call],
        more: 0,
        usage: None,
        took: 0,
        segments: Vec::new(),
        ears: None,
    })
}

fn said(label: &Label) -> GateCase {
    GateCase {
        kind: TurnAuthority::Reply,
        authored: false,
        effect: EffectClass::Speech,
        offered: true,
        label: own().join(label),
        needs: Role::Guest,
        deputy: Role::Player,
        principals: Role::Player,
        names_known: true,
        audience: Readers::Everyone,
        reach: SpeechReach::Back,
        reads: false,
        unbidden: false,
        leaves: false,
        copies: false,
        affordable: true,
    }
}

fn kicked(label: &Label) -> GateCase {
    GateCase {
        kind: TurnAuthority::Own,
        effect: EffectClass::World,
        needs: Role::Staff,
        deputy: Role::Staff,
        principals: Role::Staff,
        ..said(label)
    }
}

fn judged(tool: &'static str, case: GateCase) -> Recorded {
    Recorded::Judged(Box::new(Judgement::of(tool, case)))
}

fn done(tool: &str) -> Recorded {
    Recorded::Done { tool: ForeignText::new(tool), result: ForeignText::new("") }
}

fn prove(all: impl IntoIterator<Item = Recorded>) -> RecordProof {
    let needs = |verb: &str| (verb == "kick").then_some(Role::Staff);
    let mut prover = RecordProver::new(&needs);
    for what in all {
        let label = Label::engine();
        prover.take(&RecordEntry::new(WorldTime(1), id("ann"), Some(1), &label, what));
    }
    prover.finish()
}

fn broken(all: impl IntoIterator<Item = Recorded>) -> Vec<FaultKind> {
    prove(all).broken.into_iter().map(|it| it.what).collect()
}

/// A thought that answers Bob.
fn answer(case: GateCase) -> [Recorded; 5] {
    let question = asked(TurnAuthority::Reply, bob(), Readers::Everyone);
    [begun(), Recorded::Asked(question), replied("say", ""), judged("say", case), done("say")]
}

/// A thought that carries out an order.
fn order(case: GateCase, verb: &str) -> [Recorded; 5] {
    let question = asked(TurnAuthority::Own, wiz(), Readers::Everyone);
    let call = replied("execute_command", verb);
    let (judged, done) = (judged("execute_command", case), done("execute_command"));
    [begun(), Recorded::Asked(question), call, judged, done]
}

#[test]
fn what_was_allowed_is_proven_and_counted() {
    let proof = prove(answer(said(&bob())).into_iter().chain(order(kicked(&wiz()), "kick")));
    assert_eq!((proof.broken.len(), proof.unproven.len()), (0, 0), "{proof:?}");
    assert_eq!((proof.thoughts, proof.allowed, proof.proven, proof.of_the_world), (2, 2, 2, 1));
    let refused = GateCase { reach: SpeechReach::Elsewhere, ..said(&bob()) };
    let [a, b, c, d, _] = answer(refused);
    let proof = prove([a, b, c, d]);
    assert_eq!(proof.refused, BTreeMap::from([(GateRule::Audience, 1)]));
    assert!(proof.broken.is_empty() && proof.proven == 0, "{proof:?}");
}

#[test]
fn what_was_tampered_with_is_found() {
    // A better provenance than that of the question.
    assert_eq!(broken(answer(said(&own()))), [FaultKind::Whitewashed]);
    let anonymous = GateCase {
        label: Label { origins: Origins::default(), ..said(&bob()).label },
        ..said(&bob())
    };
    assert_eq!(broken(answer(anonymous)), [FaultKind::Whitewashed]);
    // A verdict that the case does not give.
    let mut forged = Judgement::of("say", GateCase { copies: true, ..said(&bob()) });
    forged.refused = None;
    let [a, b, c, _, e] = answer(said(&bob()));
    assert_eq!(broken([a, b, c, Recorded::Judged(Box::new(forged)), e]), [FaultKind::OtherVerdict]);
    // An act without a verdict, or after a refusal.
    let [a, b, c, d, e] = answer(said(&bob()));
    assert_eq!(broken([a, b, c, d, e, done("say")]), [FaultKind::Unjudged]);
    let refused = GateCase { offered: false, ..said(&bob()) };
    assert_eq!(broken(answer(refused)), [FaultKind::Unjudged]);
    // A tool that was not offered, and rights that are too few.
    let question = asked(TurnAuthority::Reply, bob(), Readers::Everyone);
    let [a, _, c, ..] = answer(said(&bob()));
    let other = [a, Recorded::Asked(question), c, judged("page", said(&bob())), done("page")];
    assert_eq!(broken(other), [FaultKind::NotOffered]);
    let cheap = GateCase { needs: Role::Guest, ..kicked(&wiz()) };
    assert_eq!(broken(order(cheap, "kick")), [FaultKind::Cheap]);
    // An order beside a player's words.
    let question = asked(TurnAuthority::Own, bob(), Readers::Everyone);
    assert_eq!(broken([begun(), Recorded::Asked(question)]), [FaultKind::MixedPlan]);
    // A question that held what was not for all who heard its answer.
    let private = Label { readers: Readers::Only([id("bob"), id("ann")].into()), ..bob() };
    let question = asked(TurnAuthority::Reply, private, Readers::Everyone);
    assert_eq!(broken([begun(), Recorded::Asked(question)]), [FaultKind::Overheard]);
}

/// Returns the entry of an older version for a call that the retired rule refused.
fn refused_by_output(case: &GateCase) -> Recorded {
    let judgement = Judgement::of("say", case.clone());
    let mut written = serde_json::to_value(&judgement).unwrap();
    written["case"]["tells"] = true.into();
    written["refused"] = "Output".into();
    let read: Judgement = serde_json::from_value(written).unwrap();
    assert_eq!((read.refused, &read.case), (Some(GateRule::Output), case));
    Recorded::Judged(Box::new(read))
}

#[test]
fn what_the_retired_rule_refused_is_still_read_and_proven() {
    let [a, b, c, _, e] = answer(said(&bob()));
    let proof = prove([a.clone(), b.clone(), c.clone(), refused_by_output(&said(&bob()))]);
    assert_eq!(proof.refused, BTreeMap::from([(GateRule::Output, 1)]));
    assert!(proof.broken.is_empty() && proof.unproven.is_empty(), "{proof:?}");
    // It was no permission, and no cover for what another rule refuses.
    let done = [a.clone(), b.clone(), c.clone(), refused_by_output(&said(&bob())), e];
    assert_eq!(broken(done), [FaultKind::Unjudged]);
    let worse = refused_by_output(&GateCase { copies: true, ..said(&bob()) });
    assert_eq!(broken([a, b, c, worse]), [FaultKind::OtherVerdict]);
}

#[test]
fn what_the_record_does_not_tell_is_said() {
    let [_, b, c, d, e] = answer(said(&bob()));
    let proof = prove([b, c, d, e]);
    assert!(proof.broken.is_empty(), "{proof:?}");
    assert!(proof.unproven.iter().all(|it| it.what == FaultKind::NoBeginning));
    assert_eq!((proof.unproven.len(), proof.proven), (3, 0));
    let lost = prove([Recorded::Lost { entries: 3 }]);
    assert_eq!(lost.unproven[0].what, FaultKind::Missing);
    let unknown = prove(order(kicked(&wiz()), "dance"));
    assert_eq!(unknown.unproven[0].what, FaultKind::Missing);
}
