//! Whatever a brief allows, a model replies and tools come to: a thought ends, does nothing twice, and its
//! ledger holds all that was run.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::super::{
    assess::ASSESS,
    brief::{Components, Fallback, ThoughtContext, ThoughtMode, TurnAuthority},
    plan::{PLAN, TaskPlan},
    *,
};
use crate::llm::profile::QuestionForm;

/// Events that a game may send a thought, each by a choice of the case.
#[derive(Debug, Clone)]
enum Chosen {
    /// What the thought waits for: a reply of these calls, each with whether it is refused when it is read.
    Reply(Vec<(usize, bool)>),
    /// No answer of the model.
    Failure,
    /// No answer, and another model is to be asked.
    PassedOn,
    /// Something that does not belong to what it waits for.
    Stray,
    Expire,
}

/// Tools of the calls, with their categories.
const CALLS: [(&str, ToolClass); 11] = [
    ("say", ToolClass::Terminal),
    ("page", ToolClass::Terminal),
    ("emote", ToolClass::Terminal),
    ("inspect", ToolClass::SafeChain),
    ("store_memory", ToolClass::AsyncRequired),
    ("offer", ToolClass::AsyncRequired),
    ("web_search", ToolClass::AsyncRequired),
    ("noop", ToolClass::Silence),
    ("execute_command", ToolClass::Dangerous),
    (PLAN, ToolClass::AsyncRequired),
    (ASSESS, ToolClass::AsyncRequired),
];

/// Returns a call with an id of its own.
fn call((at, refused): (usize, bool), id: &mut usize) -> Call {
    *id += 1;
    let (tool, category) = CALLS[at % CALLS.len()];
    let arguments = match tool {
        PLAN => json!({ "steps": ["a", "b", "c"] }),
        ASSESS => json!({
            "complexity": 2, "mode": "react_loop", "questions": 3, "confirm_dangerous": false,
            "reasoning": "",
        }),
        _ => Value::Object(Map::new()),
    };
    Call {
        id: id.to_string(),
        tool: tool.to_owned(),
        arguments: arguments.as_object().cloned().unwrap_or_default(),
        category,
        refused: refused.then(|| "no".to_owned()),
        offered: true,
        aside: tool == "store_memory" || tool == "emote",
        elsewhere: tool == "page",
        authored: false,
    }
}

fn chosen() -> impl Strategy<Value = Chosen> {
    let calls = proptest::collection::vec((0..CALLS.len(), proptest::bool::weighted(0.15)), 0..5);
    prop_oneof![
        12 => calls.prop_map(Chosen::Reply),
        1 => Just(Chosen::Failure),
        1 => Just(Chosen::PassedOn),
        2 => Just(Chosen::Stray),
        1 => Just(Chosen::Expire),
    ]
}

fn briefs() -> impl Strategy<Value = Brief> {
    let modes = proptest::sample::select(ThoughtMode::ALL.to_vec());
    let forms = [QuestionForm::Words, QuestionForm::Schema, QuestionForm::Tools];
    let forms = proptest::sample::select(forms.to_vec());
    let contexts =
        [ThoughtContext::Event, ThoughtContext::Order, ThoughtContext::GoalDecomposition];
    let contexts = proptest::sample::select(contexts.to_vec());
    let flags = proptest::array::uniform8(any::<bool>());
    (modes, forms, contexts, flags, 1..=MOST_ITERATIONS).prop_map(
        |(mode, form, context, flags, max_iterations)| {
            let [own, script, plans, nothing, is_reviewed, assesses, owes_sign, is_for_words] =
                flags;
            Brief {
                kind: if own { TurnAuthority::Own } else { TurnAuthority::Reply },
                context,
                mode,
                first: if script { AskedFirst::Script } else { AskedFirst::Model },
                plans,
                form,
                max_iterations,
                components: if own { Components::OWN } else { Components::ALL },
                fallback: if nothing { Fallback::Nothing } else { Fallback::Script },
                is_reviewed,
                assesses,
                owes_sign,
                is_for_words,
                ..Brief::default()
            }
        },
    )
}

/// Maximum number of effects of a thought: each of its ids is used once.
const MOST_EFFECTS: u64 = IDS_PER_THOUGHT + 1;

proptest! {
    #[test]
    fn a_thought_ends_and_its_ledger_has_all_that_was_run(
        brief in briefs(),
        planned in 0..4_usize,
        choices in proptest::collection::vec(chosen(), 150),
        results in proptest::collection::vec(any::<bool>(), 150),
        plans in proptest::collection::vec(0..3_usize, 8),
    ) {
        let plan = TaskPlan::new(["one", "two", "three"].into_iter().take(planned));
        let thought = Box::new(Thought { base: 7, plan, ..Thought::default() });
        let (mut turn, mut effect) = step(Turn::Idle, Event::Begin(thought), &brief).unwrap();
        let (mut choices, mut results) = (choices.into_iter(), results.into_iter());
        let mut plans = plans.into_iter();
        let (mut last, mut calls, mut passed, mut effects) = (None, 0, 0, 0);
        // How often each call was run, and whether it succeeded then.
        let mut ran: BTreeMap<String, bool> = BTreeMap::new();
        let record = loop {
            effects += 1;
            prop_assert!(effects <= MOST_EFFECTS, "it goes on");
            let id = match &effect {
                Effect::Recall(it) | Effect::Plan(it) | Effect::CallModel(it) | Effect::CallScript(it) => it.0,
                Effect::RunTool(it, _) => it.0,
                Effect::Finish(record) => break record.clone(),
            };
            prop_assert!(last.is_none_or(|it| it < id), "no id is used twice");
            prop_assert!(id < 7 + IDS_PER_THOUGHT);
            last = Some(id);
            let ticket = Ticket(id);
            let choice = choices.next().unwrap_or(Chosen::Failure);
            let reply = |of: &Chosen, calls: &mut usize| match of {
                Chosen::Reply(all) => {
                    let all = all.iter().map(|it| call(*it, calls)).collect();
                    Ok(Decision { calls: all, ..Decision::default() })
                }
                Chosen::Failure | Chosen::PassedOn | Chosen::Stray | Chosen::Expire => {
                    Err(LlmError::Overloaded)
                }
            };
            if let Chosen::Stray = choice {
                let before = turn.clone();
                for stray in [
                    Event::Replied(Ticket(id + 1), Ok(Decision::default())),
                    Event::Recalled(Ticket(id + 1)),
                    Event::Begin(Box::default()),
                    Event::finished(CallId(id + 1), "say", Ok(String::new())),
                ] {
                    let unexpected = step(turn, stray, &brief).unwrap_err();
                    turn = unexpected.turn;
                    prop_assert_eq!(&turn, &before, "what comes late changes nothing");
                }
            }
            let event = match (&effect, &choice) {
                (_, Chosen::Expire) => Event::Expire,
                (Effect::Recall(_), _) => Event::Recalled(ticket),
                (Effect::Plan(_), of) => Event::Planned(ticket, match plans.next() {
                    Some(0) => Planned::Act(reply(of, &mut calls).unwrap_or_default()),
                    Some(1) => Planned::Answer(reply(of, &mut calls).unwrap_or_default()),
                    Some(_) | None => Planned::Ask,
                }),
                (Effect::CallModel(_), Chosen::PassedOn) if passed < MOST_FALLBACKS => {
                    passed += 1;
                    Event::PassedOn(ticket)
                }
                (Effect::CallModel(_) | Effect::CallScript(_), of) => {
                    Event::Replied(ticket, reply(of, &mut calls))
                }
                (Effect::RunTool(run, it), _) => {
                    prop_assert_eq!(it.refused.clone(), None, "what is refused is not run");
                    let success = results.next().unwrap_or(true);
                    let is_new = ran.insert(it.id.clone(), success).is_none();
                    prop_assert!(is_new, "{} is run twice", it.tool);
                    Event::finished(*run, &it.tool, if success { Ok("x".into()) } else { Err("y".into()) })
                }
                (Effect::Finish(_), _) => unreachable!(),
            };
            (turn, effect) = step(turn, event, &brief).unwrap();
        };
        prop_assert_eq!(&turn, &Turn::Idle);
        let late = Event::Replied(Ticket(last.unwrap_or_default()), Ok(Decision::default()));
        prop_assert!(step(turn, late, &brief).is_err(), "nothing follows the end");
        // The ledger has each call once, with what came of it.
        let ledger = record.thought.exchanges.iter().flat_map(|it| it.calls.iter().zip(&it.results));
        let ledger: Vec<(&Call, &Done)> = ledger.collect();
        for (call, done) in &ledger {
            match ran.get(&call.id) {
                Some(success) => prop_assert_eq!(done.success, *success, "{:?}", call),
                // To say nothing takes no doing.
                None => prop_assert!(!done.success || call.category == ToolClass::Silence, "{:?}", call),
            }
        }
        // A thought that was cut off while it ran a call has no result of that one.
        let missing = ran.keys().filter(|id| !ledger.iter().any(|(it, _)| it.id == **id)).count();
        prop_assert_eq!(missing, 0);
        let changes = ledger.iter().filter(|(it, done)| it.category == ToolClass::Dangerous && done.success);
        prop_assert!(changes.count() <= 1, "one change of the world");
        prop_assert_eq!(record.success_count, ledger.iter().filter(|(_, it)| it.success).count());
    }
}
