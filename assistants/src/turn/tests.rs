use proptest::prelude::*;
use serde_json::Map;

use super::{
    brief::{Components, ThoughtMode, TurnAuthority},
    *,
};
use crate::llm::profile::QuestionForm;

mod ends;

/// Returns the brief of a thought; `prompted` says that somebody waits for an answer.
fn rules(prompted: bool) -> Brief {
    let fallback = if prompted { Fallback::Script } else { Fallback::Nothing };
    Brief { fallback, max_iterations: MOST, ..Brief::default() }
}

const MOST: u8 = 5;

fn call(category: ToolClass) -> Call {
    Call {
        id: "c".into(),
        tool: format!("{category:?}"),
        arguments: Map::new(),
        category,
        refused: None,
        offered: true,
        aside: false,
        elsewhere: false,
        authored: false,
    }
}

fn decision(calls: &[ToolClass]) -> Decision {
    Decision { calls: calls.iter().map(|it| call(*it)).collect(), ..Decision::default() }
}

fn done(success: bool) -> Done {
    Done { tool: "t".into(), success, content: "x".into() }
}

fn begin(prompted: bool) -> (Turn, Ticket) {
    let thought = Thought { base: 100, ..Thought::default() };
    let brief = rules(prompted);
    let (turn, effect) = step(Turn::Idle, Event::Begin(Box::new(thought)), &brief).unwrap();
    let Effect::Recall(ticket) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::Recalled(ticket), &brief).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    (turn, ticket)
}

/// Plays replies and results until the thought is over; results are taken in
/// turn and succeed when there are no more.
fn play(replies: &[Result<Decision, LlmError>], results: &[bool]) -> Record {
    let (mut turn, ticket) = begin(true);
    let (mut replies, mut results) = (replies.iter(), results.iter());
    let mut effect = Effect::CallModel(ticket);
    loop {
        let event = match effect {
            Effect::CallModel(ticket) => {
                Event::Replied(ticket, replies.next().expect("one more reply").clone())
            }
            Effect::CallScript(ticket) => {
                Event::Replied(ticket, Ok(decision(&[ToolClass::Terminal])))
            }
            Effect::RunTool(id, _) => {
                Event::ToolFinished(id, done(*results.next().unwrap_or(&true)))
            }
            Effect::Finish(record) => return *record,
            Effect::Recall(ticket) => Event::Recalled(ticket),
            Effect::Plan(_) => panic!("nothing is planned"),
        };
        (turn, effect) = step(turn, event, &rules(true)).unwrap();
    }
}

#[test]
fn looking_then_speaking_ends_with_the_speech() {
    let record =
        play(&[Ok(decision(&[ToolClass::SafeChain])), Ok(decision(&[ToolClass::Terminal]))], &[]);
    assert_eq!((record.reason, record.iterations), (StopReason::TerminalTool, 2));
    assert_eq!(record.success_count, 2);
}

#[test]
fn a_failed_speech_is_reported_and_the_thought_goes_on() {
    let record = play(
        &[
            Ok(decision(&[ToolClass::Terminal, ToolClass::SafeChain])),
            Ok(decision(&[ToolClass::Terminal])),
        ],
        &[false],
    );
    assert_eq!((record.reason, record.iterations), (StopReason::TerminalTool, 2));
    let first = &record.thought.exchanges[0];
    assert_eq!(first.results.len(), 2, "every call has its result, the skipped one too");
    assert_eq!(first.results[1].content, advice::NOT_RUN);
}

#[test]
fn silence_and_changes_of_the_world_end_it() {
    assert_eq!(play(&[Ok(decision(&[ToolClass::Silence]))], &[]).reason, StopReason::Noop);
    let dangerous = || Ok(decision(&[ToolClass::Dangerous, ToolClass::Dangerous]));
    let record = play(&[dangerous(), Ok(decision(&[ToolClass::Silence]))], &[]);
    assert_eq!((record.reason, record.success_count), (StopReason::DangerousTool, 1));
    assert_eq!(record.iterations, 2, "it may tell what came of it");
}

#[test]
fn a_model_that_only_looks_is_stopped_and_the_script_answers() {
    let looks: Vec<_> = (0..5).map(|_| Ok(decision(&[ToolClass::SafeChain]))).collect();
    let record = play(&looks, &[]);
    assert_eq!(record.reason, StopReason::TerminalTool);
    assert!(record.thought.fallback && record.thought.spoken);
}

#[test]
fn a_model_that_fails_leaves_the_answer_to_the_script() {
    let record = play(&[Err(LlmError::Overloaded)], &[]);
    assert_eq!(record.reason, StopReason::TerminalTool);
    assert_eq!(record.thought.error, Some(LlmError::Overloaded));
    let (turn, ticket) = begin(false);
    let error = Event::Replied(ticket, Err(LlmError::Overloaded));
    let (_, effect) = step(turn, error, &rules(false)).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::LlmError));
}

#[test]
fn twice_nothing_to_use_is_a_parse_error() {
    let (turn, ticket) = begin(false);
    let empty = || Ok(Decision::default());
    let (turn, effect) = step(turn, Event::Replied(ticket, empty()), &rules(false)).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    let hint = turn.thought().unwrap().exchanges[0].hint.clone();
    assert_eq!(hint.as_deref(), Some(advice::CALL_A_TOOL), "the model is told once");
    let (_, effect) = step(turn, Event::Replied(ticket, empty()), &rules(false)).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::ParseError));
}

#[test]
fn a_full_context_leaves_one_question_for_speaking() {
    let critical = Decision { critical: true, ..decision(&[ToolClass::SafeChain]) };
    let record = play(&[Ok(critical.clone()), Ok(decision(&[ToolClass::Terminal]))], &[]);
    assert_eq!(record.reason, StopReason::TerminalTool);
    let (turn, ticket) = begin(false);
    let (turn, effect) = step(turn, Event::Replied(ticket, Ok(critical)), &rules(false)).unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::ToolFinished(id, done(true)), &rules(false)).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    assert!(turn.thought().unwrap().last);
    let (turn, effect) =
        step(turn, Event::Replied(ticket, Ok(decision(&[ToolClass::SafeChain]))), &rules(false))
            .unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (_, effect) = step(turn, Event::ToolFinished(id, done(true)), &rules(false)).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::CriticalTokens));
}

#[test]
fn late_answers_are_unexpected_and_change_nothing() {
    let (turn, ticket) = begin(true);
    let late = Event::Replied(Ticket(ticket.0 + 1), Ok(Decision::default()));
    let unexpected = step(turn.clone(), late, &rules(true)).unwrap_err();
    assert_eq!(unexpected.turn, turn);
    assert!(step(Turn::Idle, Event::Expire, &rules(true)).is_err());
    let (_, effect) = step(turn, Event::Cancel, &rules(true)).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::Cancelled));
}

#[test]
fn who_waited_too_long_is_answered_by_the_script() {
    let (turn, _) = begin(true);
    let (turn, effect) = step(turn, Event::Expire, &rules(true)).unwrap();
    assert!(matches!(effect, Effect::CallScript(_)));
    let (_, effect) = step(turn, Event::Expire, &rules(true)).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::Expired));
    let (turn, _) = begin(true);
    let (_, effect) = step(turn, Event::EmergencyStop, &rules(true)).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::EmergencyStop));
}

fn any_decision() -> impl Strategy<Value = Result<Decision, LlmError>> {
    let category = prop_oneof![
        Just(ToolClass::SafeChain),
        Just(ToolClass::Terminal),
        Just(ToolClass::Dangerous),
        Just(ToolClass::AsyncRequired),
        Just(ToolClass::Silence),
    ];
    let one = (category, any::<bool>()).prop_map(|(category, refused)| Call {
        refused: refused.then(|| "no".to_owned()),
        ..call(category)
    });
    let reply = (proptest::collection::vec(one, 0..usize::from(MOST_CALLS)), any::<bool>());
    prop_oneof![
        4 => reply.prop_map(|(calls, critical)| Ok(Decision { calls, critical, ..Decision::default() })),
        1 => Just(Err(LlmError::Overloaded)),
    ]
}

proptest! {
    #[test]
    fn every_thought_comes_to_an_end(
        replies in proptest::collection::vec(any_decision(), 40),
        results in proptest::collection::vec(any::<bool>(), 200),
        prompted: bool,
    ) {
        let (mut turn, ticket) = begin(prompted);
        let mut effect = Effect::CallModel(ticket);
        let (mut replies, mut results) = (replies.into_iter(), results.into_iter());
        let mut ids = std::collections::BTreeSet::new();
        let mut asked = 0;
        loop {
            let event = match effect {
                Effect::CallModel(it) | Effect::CallScript(it) => {
                    asked += 1;
                    prop_assert!(ids.insert(it.0), "no id is used twice");
                    Event::Replied(it, replies.next().unwrap())
                }
                Effect::RunTool(it, call) => {
                    prop_assert!(call.refused.is_none());
                    prop_assert!(ids.insert(it.0), "no id is used twice");
                    Event::ToolFinished(it, done(results.next().unwrap()))
                }
                Effect::Recall(it) => Event::Recalled(it),
                Effect::Plan(_) => unreachable!("nothing is planned"),
                Effect::Finish(record) => {
                    for it in &record.thought.exchanges[..record.thought.exchanges.len().saturating_sub(1)] {
                        prop_assert_eq!(it.calls.len(), it.results.len());
                    }
                    break;
                }
            };
            (turn, effect) = step(turn, event, &rules(prompted)).unwrap();
        }
        prop_assert_eq!(turn, Turn::Idle);
        prop_assert!(asked <= 2 * usize::from(MOST));
    }
}

/// Returns the brief of a thought that owes a sign, because the mind was addressed.
fn asking() -> Brief {
    let components = Components { memories: false, ..Components::ALL };
    Brief { owes_sign: true, components, ..rules(true) }
}

/// A thought about something that was put to the mind, up to its first reply.
fn asked(decision: Decision) -> (Turn, Effect) {
    let (turn, effect) = step(Turn::Idle, Event::Begin(Box::default()), &asking()).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    step(turn, Event::Replied(ticket, Ok(decision)), &asking()).unwrap()
}

#[test]
fn silence_towards_somebody_who_asked_becomes_a_gesture() {
    let (turn, effect) = asked(decision(&[ToolClass::Silence]));
    let Effect::CallScript(ticket) = effect else { panic!("{effect:?}") };
    assert_eq!(turn.thought().unwrap().stand_in, StandIn::Gesture);
    let reply = Event::Replied(ticket, Ok(decision(&[ToolClass::Terminal])));
    let (turn, effect) = step(turn, reply, &rules(true)).unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (_, effect) = step(turn, Event::ToolFinished(id, done(true)), &rules(true)).unwrap();
    let Effect::Finish(record) = effect else { panic!("{effect:?}") };
    assert_eq!((record.reason, record.thought.failure), (StopReason::Noop, None));
}

#[test]
fn words_to_somebody_else_are_no_sign_to_whoever_asked() {
    let mut elsewhere = decision(&[ToolClass::Terminal]);
    elsewhere.calls[0].elsewhere = true;
    let (turn, effect) = asked(elsewhere.clone());
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::ToolFinished(id, done(true)), &asking()).unwrap();
    assert!(matches!(effect, Effect::CallScript(_)), "{effect:?}");
    assert_eq!(turn.thought().unwrap().stand_in, StandIn::Gesture);
    // Words to a third person are allowed if the partner is answered as well.
    elsewhere.calls.extend(decision(&[ToolClass::Terminal]).calls);
    let (turn, effect) = asked(elsewhere);
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::ToolFinished(id, done(true)), &asking()).unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (_, effect) = step(turn, Event::ToolFinished(id, done(true)), &asking()).unwrap();
    assert!(matches!(effect, Effect::Finish(_)), "{effect:?}");
}

#[test]
fn an_offer_that_was_made_is_an_answer() {
    let mut made = decision(&[ToolClass::AsyncRequired]);
    made.calls[0].tool = "offer".to_owned();
    let (turn, effect) = asked(made);
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::ToolFinished(id, done(true)), &rules(true)).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    let failed = Err(LlmError::Unreachable { endpoint: "nowhere".to_owned() });
    let (_, effect) = step(turn, Event::Replied(ticket, failed), &rules(true)).unwrap();
    let Effect::Finish(record) = effect else { panic!("it is not made again: {effect:?}") };
    assert_eq!(record.reason, StopReason::LlmError);
}

#[test]
fn the_longest_thought_has_an_id_for_each_of_its_questions_and_calls() {
    let brief =
        Brief { owes_sign: true, plans: true, max_iterations: MOST_ITERATIONS, ..Brief::default() };
    let begin = Event::Begin(Box::default());
    let (mut turn, mut effect) = step(Turn::Idle, begin, &brief).unwrap();
    let mut ids = Vec::new();
    loop {
        let event = match effect {
            Effect::Recall(ticket) => {
                ids.push(ticket.0);
                Event::Recalled(ticket)
            }
            Effect::Plan(ticket) => {
                ids.push(ticket.0);
                let calls = decision(&[ToolClass::SafeChain; MOST_CALLS as usize]);
                Event::Planned(ticket, Planned::Act(calls))
            }
            Effect::CallModel(ticket) | Effect::CallScript(ticket) => {
                ids.push(ticket.0);
                Event::Replied(ticket, Ok(decision(&[ToolClass::SafeChain; MOST_CALLS as usize])))
            }
            Effect::RunTool(id, _) => {
                ids.push(id.0);
                Event::ToolFinished(id, done(true))
            }
            Effect::Finish(_) => break,
        };
        (turn, effect) = step(turn, event, &brief).unwrap();
    }
    assert!(ids.len() > 64, "{}", ids.len());
    assert!(ids.windows(2).all(|it| it[0] < it[1]), "no id is used twice: {ids:?}");
    assert!(ids.iter().all(|it| *it < IDS_PER_THOUGHT));
}

#[test]
fn a_single_action_is_one_reply_whatever_comes_of_it() {
    let brief = Brief { mode: ThoughtMode::SingleAction, ..asking() };
    let (turn, effect) = step(Turn::Idle, Event::Begin(Box::default()), &brief).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    let looks = Ok(decision(&[ToolClass::SafeChain]));
    let (turn, effect) = step(turn, Event::Replied(ticket, looks), &brief).unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (_, effect) = step(turn, Event::ToolFinished(id, done(true)), &brief).unwrap();
    assert!(matches!(effect, Effect::CallScript(_)), "the script answers: {effect:?}");
}

#[test]
fn what_a_model_decides_at_once_is_one_question() {
    use ToolClass::{AsyncRequired, SafeChain, Terminal};
    let questions = |replies: &[&[ToolClass]]| {
        let replies: Vec<_> = replies.iter().map(|it| Ok(decision(it))).collect();
        let record = play(&replies, &[]);
        assert_eq!(record.reason, StopReason::TerminalTool);
        record.iterations
    };
    assert_eq!(questions(&[&[Terminal]]), 1, "it says something");
    assert_eq!(questions(&[&[Terminal, AsyncRequired]]), 1, "it says something and notes it");
    assert_eq!(questions(&[&[AsyncRequired, Terminal]]), 1, "it notes something and says it");
    assert_eq!(questions(&[&[Terminal, Terminal]]), 1, "a gesture and words");
    assert_eq!(questions(&[&[SafeChain, AsyncRequired, Terminal, Terminal]]), 1, "all at once");
    assert_eq!(questions(&[&[SafeChain], &[Terminal]]), 2, "it looks, and then speaks");
}

/// Plays an order: replies of the model, and whether each call that is run succeeds. The script is
/// asked for a report only. Returns the record, and how often it was.
fn ordered(replies: &[&[ToolClass]], results: &[bool], most: u8) -> (Record, usize) {
    let components = Components::OWN;
    let kind = TurnAuthority::Own;
    let brief = Brief { kind, owes_sign: true, components, max_iterations: most, ..rules(true) };
    let (mut turn, mut effect) = step(Turn::Idle, Event::Begin(Box::default()), &brief).unwrap();
    let (mut replies, mut results, mut reports) = (replies.iter(), results.iter(), 0);
    loop {
        let event = match effect {
            Effect::CallModel(it) => {
                let reply = replies.next().map(|calls| decision(calls)).ok_or(LlmError::Overloaded);
                Event::Replied(it, reply)
            }
            Effect::CallScript(it) => {
                reports += 1;
                assert_eq!(turn.thought().unwrap().stand_in, StandIn::Report);
                let mut page = decision(&[ToolClass::Terminal]);
                page.calls[0].authored = true;
                Event::Replied(it, Ok(page))
            }
            Effect::RunTool(it, _) => {
                Event::ToolFinished(it, done(*results.next().unwrap_or(&true)))
            }
            Effect::Finish(record) => return (*record, reports),
            Effect::Recall(_) | Effect::Plan(_) => panic!("{effect:?}"),
        };
        (turn, effect) = step(turn, event, &brief).unwrap();
    }
}

#[test]
fn an_act_is_followed_by_one_question_for_speaking_and_is_never_done_again() {
    use ToolClass::{Dangerous, SafeChain, Terminal};
    let (record, reports) = ordered(&[&[Dangerous], &[Terminal]], &[], MOST);
    assert_eq!((record.reason, record.iterations), (StopReason::DangerousTool, 2));
    assert_eq!(reports, 0);
    assert!(record.thought.last, "only words were left");
    let (record, _) = ordered(&[&[Dangerous, Terminal]], &[], MOST);
    assert_eq!(record.iterations, 1, "it spoke at once");
    // Without words of the model the script tells it: where there is no question left, where the model
    // fails, and where it will not speak.
    for (replies, most) in [
        (&[&[Dangerous][..]][..], 1),
        (&[&[Dangerous]], MOST),
        (&[&[Dangerous], &[SafeChain]], MOST),
    ] {
        let (record, reports) = ordered(replies, &[], most);
        assert_eq!((record.reason, reports), (StopReason::DangerousTool, 1));
        let acts = record.thought.exchanges.iter().flat_map(|it| &it.calls);
        assert_eq!(acts.filter(|it| it.category == Dangerous).count(), 1);
    }
}

#[test]
fn words_about_an_act_that_failed_are_withheld_and_the_script_tells_how_it_is() {
    use ToolClass::{Dangerous, Terminal};
    let (record, reports) = ordered(&[&[Dangerous], &[Terminal], &[Terminal]], &[false], MOST);
    assert_eq!((record.thought.reviewed, reports), (Some(ReviewFinding::ErrorUnresolved), 1));
    assert_eq!(record.iterations, 3);
    let spoken = record.thought.exchanges.iter().flat_map(|it| it.calls.iter().zip(&it.results));
    let spoken: Vec<bool> = spoken
        .filter(|(it, done)| it.category == Terminal && done.success)
        .map(|(it, _)| it.authored)
        .collect();
    assert_eq!(spoken, [true], "no word of the model was said");
    // What is done another way is told by the model.
    let again = [&[Dangerous][..], &[Terminal], &[Dangerous], &[Terminal]];
    let (record, reports) = ordered(&again, &[false, true], MOST);
    assert_eq!((record.reason, reports), (StopReason::DangerousTool, 0));
    assert!(record.thought.spoken);
}

#[test]
fn an_order_that_was_only_acknowledged_is_asked_about_once() {
    use ToolClass::{SafeChain, Silence, Terminal};
    let (record, reports) = ordered(&[&[Terminal], &[Silence]], &[], MOST);
    assert_eq!((record.thought.reviewed, reports), (Some(ReviewFinding::AckOnly), 0));
    assert_eq!(record.iterations, 2);
    let (record, _) = ordered(&[&[SafeChain], &[Terminal]], &[], MOST);
    assert_eq!((record.thought.reviewed, record.iterations), (None, 2));
    // Words that others heard are no deed either, but where words were what it asked for.
    let said = |is_for_words, form| {
        let mut aloud = decision(&[Terminal]);
        aloud.calls[0].elsewhere = true;
        let brief = Brief {
            kind: TurnAuthority::Own,
            owes_sign: true,
            components: Components::OWN,
            is_for_words,
            form,
            ..rules(true)
        };
        let (turn, effect) = step(Turn::Idle, Event::Begin(Box::default()), &brief).unwrap();
        let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
        let (turn, effect) = step(turn, Event::Replied(ticket, Ok(aloud)), &brief).unwrap();
        let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
        let (turn, _) = step(turn, Event::ToolFinished(id, done(true)), &brief).unwrap();
        turn.thought().unwrap().reviewed
    };
    for form in [QuestionForm::Schema, QuestionForm::Tools] {
        assert_eq!(said(false, form), Some(ReviewFinding::AckOnly), "{form:?}");
        assert_eq!(said(true, form), None, "{form:?}");
    }
    assert_eq!(said(false, QuestionForm::Words), None, "it could not do it");
    let (record, _) = ordered(&[&[Terminal, SafeChain], &[Terminal]], &[], MOST);
    assert_eq!(record.thought.reviewed, Some(ReviewFinding::UnsentResults));
}

#[test]
fn a_ledger_keeps_what_the_model_did_before_the_script_took_over() {
    let looks: Vec<_> = (0..5).map(|_| Ok(decision(&[ToolClass::SafeChain]))).collect();
    let record = play(&looks, &[]);
    assert_eq!((record.iterations, record.success_count), (5, 6));
    assert_eq!(record.thought.done().count(), 1, "the script has its own steps only");
}

/// Begins a thought that the script plans, up to its plan.
fn begin_planned(brief: &Brief) -> (Turn, Ticket) {
    let (turn, effect) = step(Turn::Idle, Event::Begin(Box::default()), brief).unwrap();
    let Effect::Recall(ticket) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::Recalled(ticket), brief).unwrap();
    let Effect::Plan(ticket) = effect else { panic!("{effect:?}") };
    (turn, ticket)
}

#[test]
fn the_script_acts_first_and_what_it_did_is_not_done_again_when_the_model_fails() {
    let brief = Brief { plans: true, ..rules(true) };
    let (turn, ticket) = begin_planned(&brief);
    let act = Planned::Act(decision(&[ToolClass::AsyncRequired]));
    let (turn, effect) = step(turn, Event::Planned(ticket, act), &brief).unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::ToolFinished(id, done(true)), &brief).unwrap();
    let Effect::Plan(ticket) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::Planned(ticket, Planned::Ask), &brief).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    assert_eq!(turn.thought().map(|it| it.iteration), Some(1), "a plan is no question");
    let failed = Err(LlmError::Unreachable { endpoint: "nowhere".to_owned() });
    let (turn, effect) = step(turn, Event::Replied(ticket, failed), &brief).unwrap();
    assert!(matches!(effect, Effect::CallScript(_)), "{effect:?}");
    assert_eq!(turn.thought().unwrap().done().count(), 1, "the script knows of it");
}

#[test]
fn the_script_acts_in_as_many_rounds_as_the_brief_allows() {
    for rounds in 0..MOST_ROUNDS {
        let brief = Brief { plans: true, rounds, ..rules(true) };
        let begun = step(Turn::Idle, Event::Begin(Box::default()), &brief).unwrap();
        let (mut turn, Effect::Recall(ticket)) = begun else { panic!("{begun:?}") };
        let mut effect;
        (turn, effect) = step(turn, Event::Recalled(ticket), &brief).unwrap();
        let mut acted = 0;
        while let Effect::Plan(ticket) = effect {
            let act = Planned::Act(decision(&[ToolClass::SafeChain]));
            (turn, effect) = step(turn, Event::Planned(ticket, act), &brief).unwrap();
            let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
            (turn, effect) = step(turn, Event::ToolFinished(id, done(true)), &brief).unwrap();
            acted += 1;
        }
        assert_eq!(acted, rounds);
        assert!(matches!(effect, Effect::CallModel(_)), "{effect:?}");
    }
}

#[test]
fn a_script_that_is_sure_answers_without_a_model() {
    let brief = Brief { plans: true, ..rules(true) };
    let (turn, ticket) = begin_planned(&brief);
    let answer = Planned::Answer(decision(&[ToolClass::Terminal]));
    let (turn, effect) = step(turn, Event::Planned(ticket, answer), &brief).unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (_, effect) = step(turn, Event::ToolFinished(id, done(true)), &brief).unwrap();
    let Effect::Finish(record) = effect else { panic!("{effect:?}") };
    assert_eq!(record.reason, StopReason::TerminalTool);
    assert!(record.thought.fallback && record.thought.failure.is_none());
}

#[test]
fn a_note_that_failed_does_not_cost_the_words_beside_it() {
    let note = |tool: &str, category| Call {
        tool: tool.to_owned(),
        aside: matches!(tool, "store_memory" | "feel" | "emote"),
        ..decision(&[category]).calls.remove(0)
    };
    let reply = |tool, category| Decision {
        calls: vec![note(tool, category), note("say", ToolClass::Terminal)],
        ..Decision::default()
    };
    for (tool, category) in [
        ("store_memory", ToolClass::AsyncRequired),
        ("feel", ToolClass::AsyncRequired),
        ("emote", ToolClass::Terminal),
    ] {
        let record = play(&[Ok(reply(tool, category))], &[false, true]);
        assert_eq!((record.reason, record.iterations), (StopReason::TerminalTool, 1), "{tool}");
    }
    // Words that go with an act are about it.
    let offered = reply("offer", ToolClass::AsyncRequired);
    let record = play(&[Ok(offered), Ok(decision(&[ToolClass::Terminal]))], &[false, true]);
    assert_eq!(record.iterations, 2);
}
