use proptest::prelude::*;

use super::*;

fn by() -> CharacterRef {
    CharacterRef { id: CharacterId::new("wiz").unwrap(), name: "Wiz".to_owned() }
}

fn new(task: &str) -> NewAction {
    NewAction::order(task.to_owned(), by(), Label::engine(), WorldTime(0))
}

fn order(task: &str) -> (LongActions, ActionId) {
    let mut all = LongActions::default();
    let id = all.add(new(task), WorldTime(0)).unwrap();
    (all, id)
}

fn turn(all: &LongActions, id: ActionId, success: bool) -> ActionTurn {
    let plan = all.get(id).and_then(|it| it.plan.clone());
    let used = ActionUse { steps: 1, messages: 0, tokens: 10 };
    ActionTurn { used, plan, success, failed: !success, log: vec!["get: done".to_owned()] }
}

fn state(all: &LongActions, id: ActionId) -> ActionState {
    all.get(id).unwrap().state
}

fn plan(all: &LongActions, id: ActionId) -> &TaskPlan {
    all.get(id).unwrap().plan.as_ref().unwrap()
}

#[test]
fn an_order_of_three_steps_takes_three_turns() {
    let (mut all, id) = order("get pear; say I have it; drop pear");
    for left in [2, 1, 0] {
        assert!(all.begin_turn(id, WorldTime(1)));
        assert_eq!(state(&all, id), ActionState::Running);
        let done = turn(&all, id, true);
        let next = all.end_turn(id, done, WorldTime(1));
        assert_eq!(next, (left > 0).then_some(NEXT_TURN));
        assert_eq!(plan(&all, id).open(), left);
    }
    assert_eq!(state(&all, id), ActionState::Completed);
    assert!(!all.begin_turn(id, WorldTime(1)), "it is over");
    assert_eq!(all.open().count(), 0);
}

#[test]
fn an_order_fails_with_its_step_and_leaves_the_rest() {
    let (mut all, id) = order("get pear; drop pear");
    all.begin_turn(id, WorldTime(1));
    let done = turn(&all, id, false);
    assert_eq!(all.end_turn(id, done, WorldTime(1)), None);
    let it = all.get(id).unwrap();
    assert_eq!((it.state, it.end), (ActionState::Failed, Some(ActionEnd::DidNotWork)));
    assert_eq!(plan(&all, id).open(), 1);
}

#[test]
fn every_limit_ends_an_action() {
    for limit in 0..4 {
        let (mut all, id) = order("a; b; c");
        let limits = &mut all.get_mut(id).unwrap().limits;
        match limit {
            0 => limits.until = WorldTime(1),
            1 => limits.steps = 1,
            2 => limits.messages = 0,
            _ => limits.tokens = Some(10),
        }
        all.begin_turn(id, WorldTime(0));
        let done = turn(&all, id, true);
        all.end_turn(id, done, WorldTime(2));
        assert_eq!(state(&all, id), ActionState::Failed, "{limit}");
    }
    let (mut all, id) = order("a; b");
    assert!(!all.begin_turn(id, WorldTime(0).after(ORDER_FOR)));
    assert_eq!(all.get(id).unwrap().end, Some(ActionEnd::TimedOut));
}

#[test]
fn a_capsule_of_which_nothing_comes_gets_rare_and_ends() {
    let mut all = LongActions::default();
    let until = WorldTime(9_000_000);
    let limits = ActionLimits { until, steps: 500, messages: 100, tokens: None };
    let capsule = NewAction { kind: ActionKind::Capsule, limits, ..new("the inn") };
    let id = all.add(capsule, WorldTime(0)).unwrap();
    let mut waits = Vec::new();
    for success in [true, false, false, true, false, false, false] {
        all.begin_turn(id, WorldTime(1));
        let done = ActionTurn { success, ..turn(&all, id, true) };
        waits.push(all.end_turn(id, done, WorldTime(1)).map(|it| it.as_secs()));
    }
    assert_eq!(waits, [Some(5), Some(30), Some(60), Some(5), Some(30), Some(60), None]);
    assert_eq!(state(&all, id), ActionState::Completed);
}

#[test]
fn what_was_begun_at_a_stop_is_not_done_again() {
    let restart = |all: &LongActions| LongActions::restored(all.next, all.all.clone().into());
    let (mut all, id) = order("get pear; drop pear");
    all.begin_turn(id, WorldTime(1));
    assert_eq!(plan(&restart(&all), id).number(), Some(1), "nothing was begun");
    assert!(all.begin_act(id) && !all.begin_act(id));
    let late = restart(&all);
    assert_eq!(plan(&late, id).steps[0].state, StepState::Interrupted);
    assert_eq!((plan(&late, id).number(), state(&late, id)), (Some(2), ActionState::Waiting));

    let (mut all, id) = order("get pear");
    all.begin_turn(id, WorldTime(1));
    all.begin_act(id);
    let late = restart(&all);
    let it = late.get(id).unwrap();
    assert_eq!((it.state, it.end), (ActionState::Failed, Some(ActionEnd::Interrupted)));
}

#[test]
fn actions_are_few() {
    let mut all = LongActions::default();
    let ids: Vec<ActionId> =
        (0..MOST_OPEN).filter_map(|_| all.add(new("a"), WorldTime(0))).collect();
    assert_eq!((ids.len(), all.add(new("a"), WorldTime(0))), (MOST_OPEN, None));
    for _ in 0..40 {
        let open = all.open().next().unwrap().id;
        assert!(all.end(open, ActionState::Cancelled, ActionEnd::Cancelled));
        assert!(!all.end(open, ActionState::Cancelled, ActionEnd::Stopped), "once");
        all.add(new("a"), WorldTime(0)).unwrap();
    }
    assert!(all.iter().count() <= MOST_OPEN + MOST_OVER + 1, "{}", all.iter().count());
    assert!(all.forget(&by().id) && all.iter().count() == 0);
}

#[test]
fn the_log_keeps_its_ends_and_no_words_of_players() {
    let (mut all, id) = order("a; b");
    let it = all.get_mut(id).unwrap();
    (0..30).for_each(|n| it.note(format!("call {n}: {}", if n == 4 { "failed" } else { "done" })));
    let log = it.log();
    assert!(log.len() <= LOG + 1, "{log:?}");
    assert_eq!((log[0].as_str(), log[1].as_str()), ("call 0: done", "call 1: done"));
    assert_eq!(log.last().map(String::as_str), Some("call 29: done"));
    let dropped = usize::from(it.skipped);
    let counted = format!("({dropped} more: call x{dropped}: {} done, 1 failed)", dropped - 1);
    assert_eq!(log[2], counted);
    it.note(format!("say {}: done", "a".repeat(400)));
    assert!(it.log().last().unwrap().ends_with("a: done"));
    let player = Label { integrity: Integrity::Player, ..Label::engine() };
    assert_eq!(log_line("say", "a word", true, &player), "say: done");
    assert_eq!(log_line("say", "a word", false, &Label::engine()), "say a word: failed");
}

proptest! {
    #[test]
    fn every_action_comes_to_an_end(
        outcomes in prop::collection::vec((any::<bool>(), any::<bool>(), 0_u16..4, 0_u16..3), 600),
        steps in 1_usize..9,
        capsule: bool,
    ) {
        let task = vec!["do it"; steps].join(";");
        let (mut all, id) = order(&task);
        if capsule {
            let it = all.get_mut(id).unwrap();
            (it.kind, it.plan) = (ActionKind::Capsule, None);
            (it.limits.steps, it.limits.messages) = (500, 100);
        }
        let mut now = WorldTime(0);
        let mut turns = 0;
        for (success, failed, questions, messages) in outcomes {
            if !all.begin_turn(id, now) {
                break;
            }
            turns += 1;
            let used = ActionUse { steps: questions + 1, messages, tokens: 1 };
            let done = ActionTurn { used, success, failed, ..turn(&all, id, true) };
            match all.end_turn(id, done, now) {
                Some(wait) => now = now.after(wait),
                None => break,
            }
        }
        prop_assert!(state(&all, id).is_over());
        prop_assert!(turns <= 500);
    }
}
