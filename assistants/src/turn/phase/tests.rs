use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;
use crate::{
    llm::{LlmError, scene::Done},
    turn::{Decision, Event, Record, StopReason, brief::TurnAuthority, plan::StepState, step},
};

fn brief(mode: ThoughtMode, assesses: bool) -> Brief {
    let components = super::super::brief::Components::OWN;
    let kind = TurnAuthority::Own;
    Brief { mode, assesses, components, kind, owes_sign: true, ..Brief::default() }
}

fn call(tool: &str, category: ToolClass, arguments: Value) -> Call {
    let Value::Object(arguments) = arguments else { panic!() };
    Call {
        id: "c".into(),
        tool: tool.to_owned(),
        arguments,
        category,
        refused: None,
        offered: true,
        aside: false,
        elsewhere: false,
        authored: false,
    }
}

fn plans(steps: &[&str]) -> Call {
    call(PLAN, ToolClass::AsyncRequired, json!({ "steps": steps }))
}

fn rates(mode: &str, questions: u8) -> Call {
    let scores = json!({
        "complexity": 2, "mode": mode, "questions": questions, "confirm_dangerous": false,
        "reasoning": "it is short",
    });
    call(ASSESS, ToolClass::AsyncRequired, scores)
}

fn acts() -> Call {
    call("execute_command", ToolClass::Dangerous, Value::Object(Map::new()))
}

fn tells() -> Call {
    call("page", ToolClass::Terminal, Value::Object(Map::new()))
}

/// Plays a thought: replies of the model, and whether each call that is run succeeds. Returns its record
/// and the phase of each question.
fn play(
    brief: &Brief,
    plan: Option<TaskPlan>,
    replies: &[&[Call]],
    results: &[bool],
) -> (Record, Vec<ThoughtPhase>) {
    let (mut replies, mut results, mut phases) = (replies.iter(), results.iter(), Vec::new());
    let thought = Thought { plan, ..Thought::default() };
    let (mut turn, mut effect) = step(Turn::Idle, Event::Begin(Box::new(thought)), brief).unwrap();
    loop {
        let event = match effect {
            Effect::CallModel(it) => {
                phases.push(turn.thought().unwrap().phase);
                let calls = replies.next().map(|calls| calls.to_vec());
                let reply = calls.map(|calls| Decision { calls, ..Decision::default() });
                Event::Replied(it, reply.ok_or(LlmError::Overloaded))
            }
            Effect::CallScript(it) => {
                let calls = vec![Call { authored: true, ..tells() }];
                Event::Replied(it, Ok(Decision { calls, ..Decision::default() }))
            }
            Effect::RunTool(it, call) => {
                let success = *results.next().unwrap_or(&true);
                Event::ToolFinished(it, Done { tool: call.tool, success, content: "x".into() })
            }
            Effect::Finish(record) => return (*record, phases),
            Effect::Recall(_) | Effect::Plan(_) => panic!("{effect:?}"),
        };
        (turn, effect) = step(turn, event, brief).unwrap();
    }
}

fn states(record: &Record) -> Vec<StepState> {
    record.thought.plan.iter().flat_map(|it| &it.steps).map(|it| it.state).collect()
}

use ThoughtPhase::{Act, Assess, Plan};

#[test]
fn a_plan_is_asked_for_first_and_one_turn_does_one_step() {
    let brief = brief(ThoughtMode::PlanExecute, false);
    let replies: [&[Call]; 2] = [&[plans(&["take it", "drop it"])], &[acts()]];
    let (record, phases) = play(&brief, None, &replies, &[]);
    assert_eq!(phases, [Plan, Act]);
    assert_eq!((record.reason, record.iterations), (StopReason::DangerousTool, 2));
    assert_eq!(record.thought.plan.as_ref().map(TaskPlan::open), Some(2), "the action closes it");
    // The last step is reported by the model.
    let last = TaskPlan::new(["drop it"]);
    let replies: [&[Call]; 2] = [&[acts()], &[tells()]];
    let (record, phases) = play(&brief, last, &replies, &[]);
    assert_eq!((phases, record.thought.spoken), (vec![Act, Act], true));
}

#[test]
fn a_step_that_fails_is_planned_anew_once() {
    let brief = brief(ThoughtMode::PlanExecute, false);
    let plan = TaskPlan::new(["take it", "drop it"]);
    let replies: [&[Call]; 3] = [&[acts()], &[plans(&["go there", "take it"])], &[acts()]];
    let (record, phases) = play(&brief, plan.clone(), &replies, &[false]);
    assert_eq!(phases, [Act, Plan, Act]);
    assert_eq!(states(&record), [StepState::Failed, StepState::Open, StepState::Open]);
    let replies: [&[Call]; 5] =
        [&[acts()], &[plans(&["a", "b"])], &[acts()], &[acts()], &[tells()]];
    let (_, phases) = play(&brief, plan, &replies, &[false, true, false, false]);
    assert_eq!(phases.iter().filter(|it| **it == Plan).count(), 1, "{phases:?}");
}

#[test]
fn a_model_that_makes_no_plan_goes_on_without() {
    let brief = brief(ThoughtMode::PlanExecute, false);
    let refused = Call { refused: Some("not now".into()), ..acts() };
    let replies: [&[Call]; 3] = [&[refused], &[acts()], &[tells()]];
    let (record, phases) = play(&brief, None, &replies, &[]);
    assert_eq!(phases, [Plan, Act, Act]);
    assert_eq!((record.thought.plan, record.reason), (None, StopReason::DangerousTool));
}

#[test]
fn what_a_model_makes_of_a_task_narrows_the_thought() {
    let brief = brief(ThoughtMode::PlanExecute, true);
    let replies: [&[Call]; 2] = [&[rates("single_action", 5)], &[acts()]];
    let (record, phases) = play(&brief, None, &replies, &[true, false]);
    assert_eq!(phases, [Assess, Act], "one action, and no plan");
    assert_eq!(record.thought.failure, Some(StopReason::MaxIterations));
    let replies: [&[Call]; 3] = [&[rates("plan_execute", 2)], &[plans(&["a", "b"])], &[acts()]];
    let (record, phases) = play(&brief, None, &replies, &[]);
    assert_eq!((phases, record.iterations), (vec![Assess, Plan, Act], 3));
    // A loop that is no wider than the brief.
    let narrow = Brief { mode: ThoughtMode::ReactLoop, ..brief };
    let replies: [&[Call]; 3] = [&[rates("plan_execute", 10)], &[acts()], &[tells()]];
    assert_eq!(play(&narrow, None, &replies, &[]).1, [Assess, Act, Act]);
}

proptest! {
    #[test]
    fn every_planned_thought_comes_to_an_end(
        replies in prop::collection::vec(prop::collection::vec(0_usize..5, 0..4), 12),
        results in prop::collection::vec(any::<bool>(), 40),
        (mode, assesses) in (0_usize..3, any::<bool>()),
        steps in 0_usize..4,
    ) {
        let brief = brief(ThoughtMode::ALL[mode], assesses);
        let looks = call("inspect", ToolClass::SafeChain, json!({}));
        let kinds = [plans(&["a", "b"]), rates("react_loop", 3), acts(), tells(), looks];
        let replies: Vec<Vec<Call>> =
            replies.iter().map(|it| it.iter().map(|kind| kinds[*kind].clone()).collect()).collect();
        let replies: Vec<&[Call]> = replies.iter().map(Vec::as_slice).collect();
        let plan = TaskPlan::new(vec!["do it"; steps]);
        let (record, phases) = play(&brief, plan, &replies, &results);
        prop_assert!(phases.len() <= usize::from(brief.max_iterations) + 1);
        prop_assert!(phases.iter().filter(|it| **it == Assess).count() <= 1);
        // Whatever is planned or rated, the world is changed once in a turn.
        let done = record.thought.exchanges.iter().flat_map(|it| it.calls.iter().zip(&it.results));
        let changes = done.filter(|(it, done)| it.category == ToolClass::Dangerous && done.success);
        prop_assert!(changes.count() <= 1);
    }
}
