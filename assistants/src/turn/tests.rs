use proptest::prelude::*;

use super::*;

const RULES: ThoughtLimits = ThoughtLimits { max_iterations: 5 };

fn call(category: ToolClass) -> Call {
    Call {
        id: "c".into(),
        tool: format!("{category:?}"),
        arguments: Map::new(),
        category,
        refused: None,
    }
}

fn decision(calls: &[ToolClass]) -> Decision {
    Decision { calls: calls.iter().map(|it| call(*it)).collect(), ..Decision::default() }
}

fn done(success: bool) -> Done {
    Done { tool: "t".into(), success, content: "x".into() }
}

fn begin(prompted: bool) -> (Turn, Ticket) {
    let thought = Thought { base: 100, prompted, ..Thought::default() };
    let (turn, effect) = step(Turn::Idle, Event::Begin(Box::new(thought)), &RULES).unwrap();
    let Effect::Recall(ticket) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::Recalled(ticket), &RULES).unwrap();
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
        };
        (turn, effect) = step(turn, event, &RULES).unwrap();
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
    let dangerous = [Ok(decision(&[ToolClass::Dangerous, ToolClass::Dangerous]))];
    let record = play(&dangerous, &[]);
    assert_eq!((record.reason, record.success_count), (StopReason::DangerousTool, 1));
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
    let (_, effect) = step(turn, error, &RULES).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::LlmError));
}

#[test]
fn twice_nothing_to_use_is_a_parse_error() {
    let (turn, ticket) = begin(false);
    let empty = || Ok(Decision::default());
    let (turn, effect) = step(turn, Event::Replied(ticket, empty()), &RULES).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    let hint = turn.thought().unwrap().exchanges[0].hint.clone();
    assert_eq!(hint.as_deref(), Some(advice::CALL_A_TOOL), "the model is told once");
    let (_, effect) = step(turn, Event::Replied(ticket, empty()), &RULES).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::ParseError));
}

#[test]
fn a_full_context_leaves_one_question_for_speaking() {
    let critical = Decision { critical: true, ..decision(&[ToolClass::SafeChain]) };
    let record = play(&[Ok(critical.clone()), Ok(decision(&[ToolClass::Terminal]))], &[]);
    assert_eq!(record.reason, StopReason::TerminalTool);
    let (turn, ticket) = begin(false);
    let (turn, effect) = step(turn, Event::Replied(ticket, Ok(critical)), &RULES).unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (turn, effect) = step(turn, Event::ToolFinished(id, done(true)), &RULES).unwrap();
    let Effect::CallModel(ticket) = effect else { panic!("{effect:?}") };
    assert!(turn.thought().unwrap().last);
    let (turn, effect) =
        step(turn, Event::Replied(ticket, Ok(decision(&[ToolClass::SafeChain]))), &RULES).unwrap();
    let Effect::RunTool(id, _) = effect else { panic!("{effect:?}") };
    let (_, effect) = step(turn, Event::ToolFinished(id, done(true)), &RULES).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::CriticalTokens));
}

#[test]
fn late_answers_are_unexpected_and_change_nothing() {
    let (turn, ticket) = begin(true);
    let late = Event::Replied(Ticket(ticket.0 + 1), Ok(Decision::default()));
    let unexpected = step(turn.clone(), late, &RULES).unwrap_err();
    assert_eq!(unexpected.turn, turn);
    assert!(step(Turn::Idle, Event::Expire, &RULES).is_err());
    let (_, effect) = step(turn, Event::Cancel, &RULES).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::Cancelled));
}

#[test]
fn who_waited_too_long_is_answered_by_the_script() {
    let (turn, _) = begin(true);
    let (turn, effect) = step(turn, Event::Expire, &RULES).unwrap();
    assert!(matches!(effect, Effect::CallScript(_)));
    let (_, effect) = step(turn, Event::Expire, &RULES).unwrap();
    assert!(matches!(effect, Effect::Finish(it) if it.reason == StopReason::Expired));
    let (turn, _) = begin(true);
    let (_, effect) = step(turn, Event::EmergencyStop, &RULES).unwrap();
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
    let reply = (proptest::collection::vec(one, 0..MAX_CALLS), any::<bool>());
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
                Effect::Finish(record) => {
                    for it in &record.thought.exchanges[..record.thought.exchanges.len().saturating_sub(1)] {
                        prop_assert_eq!(it.calls.len(), it.results.len());
                    }
                    break;
                }
            };
            (turn, effect) = step(turn, event, &RULES).unwrap();
        }
        prop_assert_eq!(turn, Turn::Idle);
        prop_assert!(asked <= 2 * usize::from(RULES.max_iterations));
    }
}
