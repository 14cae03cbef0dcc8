use std::time::Duration;

use engine::label::{Integrity, Readers};
use proptest::prelude::*;

use super::*;
use crate::{memory::OwnNames, persona::script::ScriptEvent};

fn id(name: &str) -> CharacterId {
    CharacterId::new(name).unwrap()
}

const ME: OwnNames<'_> = OwnNames { name: "Mara", role: Some("innkeeper") };

fn new(text: &str, parent: Option<GoalId>) -> NewGoal {
    let label = Label::by(id("wiz"), Integrity::Staff);
    NewGoal { text: text.to_owned(), priority: None, parent, needs: None, label, by: None }
}

fn plans(text: &str) -> Vec<GoalPlan> {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .unwrap()
}

/// A day later for each number.
fn day(n: u64) -> WorldTime {
    WorldTime(1_000_000 * 86_400_000 / 86_400 + n * 86_400_000)
}

fn deed<'a>(who: &'a CharacterId, event: Option<&'a ScriptEvent>, n: u64) -> GoalDeed<'a> {
    GoalDeed { who, deed: event, now: day(n) }
}

fn whats(changes: &[GoalChange]) -> Vec<GoalChangeKind> {
    changes.iter().map(|it| it.what).collect()
}

use GoalChangeKind::{Completed, Dropped, Reopened, Spoiled, Updated};

#[test]
fn a_whole_is_done_with_its_parts_and_not_before() {
    let mut it = Goals::default();
    let whole = it.set(new("mend the net", None), &ME, day(0)).unwrap();
    let [one, other] = ["find twine", "find a knot"]
        .map(|text| it.set(new(text, Some(whole)), &ME, day(0)).unwrap());
    assert_eq!(it.complete(whole, day(1)), Err(GoalRefusal::OpenParts(whole)));
    assert_eq!(whats(&it.complete(one, day(1)).unwrap()), [Completed]);
    assert_eq!((it.progress(whole, day(1)), it.progress(one, day(1))), (50, 100));
    let ended = it.complete(other, day(2)).unwrap();
    assert_eq!(whats(&ended), [Completed, Completed]);
    assert_eq!(it.get(whole).unwrap().status, GoalStatus::Done);
    assert_eq!(it.complete(whole, day(2)), Err(GoalRefusal::Over(whole, GoalStatus::Done)));
    assert_eq!(
        it.set(new("more", Some(whole)), &ME, day(2)),
        Err(GoalRefusal::Over(whole, GoalStatus::Done))
    );
}

#[test]
fn what_is_dropped_takes_its_parts_along_and_counts_for_nothing() {
    let mut it = Goals::default();
    let whole = it.set(new("mend the net", None), &ME, day(0)).unwrap();
    let [one, other] = ["find twine", "find a knot"]
        .map(|text| it.set(new(text, Some(whole)), &ME, day(0)).unwrap());
    it.complete(one, day(1)).unwrap();
    // What is left of it is done.
    assert_eq!(whats(&it.drop(other, day(1)).unwrap()), [Dropped, Completed]);
    assert_eq!(it.reopen(other, day(1)), Err(GoalRefusal::Over(whole, GoalStatus::Done)));
    it.reopen(whole, day(1)).unwrap();
    it.reopen(other, day(1)).unwrap();
    assert_eq!(whats(&it.drop(whole, day(2)).unwrap()), [Dropped, Dropped]);
    assert_eq!(it.progress(whole, day(2)), 0);
}

#[test]
fn only_the_engine_completes_what_has_a_predicate() {
    let mut it = Goals::default();
    let all = plans(
        r#"[(name: "plait", text: "sell a plait", needs: (on: [Accepted("onion")],
        when: [Coins(1)], count: Visitors(2), spoiled_by: [Shouted]))]"#,
    );
    it.sync(&all, day(0));
    let goal = it.named("plait").unwrap().id;
    assert_eq!(it.complete(goal, day(0)), Err(GoalRefusal::EngineOnly(goal)));
    let [ann, bob] = ["ann", "bob"].map(id);
    let sold = ScriptEvent::Accepted(engine::id::OfferId::new("onion").unwrap());
    assert_eq!(it.on_deed(deed(&ann, None, 0), |_| true), []);
    assert_eq!(it.on_deed(deed(&ann, Some(&sold), 0), |_| false), []);
    assert_eq!(whats(&it.on_deed(deed(&ann, Some(&sold), 0), |_| true)), [Updated]);
    assert_eq!(it.on_deed(deed(&ann, Some(&sold), 1), |_| true), [], "each counts once");
    assert_eq!(it.progress(goal, day(1)), 50);
    let shouted = ScriptEvent::Shouted;
    assert_eq!(whats(&it.on_deed(deed(&bob, Some(&shouted), 1), |_| true)), [Spoiled]);
    assert_eq!(it.on_deed(deed(&bob, Some(&shouted), 1), |_| true), [], "nothing is left to spoil");
    it.on_deed(deed(&ann, Some(&sold), 1), |_| true);
    assert_eq!(whats(&it.on_deed(deed(&bob, Some(&sold), 1), |_| true)), [Completed]);
    assert_eq!(it.take_untold(), Some(goal));
    assert_eq!((it.take_untold(), it.watches()), (None, false));
}

#[test]
fn a_week_passes_by_the_clock_unless_somebody_spoils_it_and_it_begins_anew() {
    let mut it = Goals::default();
    it.sync(
        &plans(
            r#"[(name: "quiet", text: "keep quiet", again: 2,
        needs: (count: Unspoiled(7), spoiled_by: [Shouted]))]"#,
        ),
        day(0),
    );
    let goal = it.named("quiet").unwrap().id;
    assert_eq!(it.schedule(), Some(day(7)));
    assert_eq!(it.schedule(), None, "it is entered already");
    let ann = id("ann");
    assert_eq!(whats(&it.on_deed(deed(&ann, Some(&ScriptEvent::Shouted), 3), |_| true)), [Spoiled]);
    assert_eq!(it.schedule(), Some(day(10)));
    assert_eq!(it.on_clock(day(9)), []);
    assert_eq!(it.get(goal).unwrap().counted(day(9)), Some((6, 7)));
    assert_eq!(whats(&it.on_clock(day(10))), [Completed]);
    assert_eq!(it.get(goal).unwrap().counted(day(11)), Some((7, 7)));
    assert_eq!(it.schedule(), Some(day(12)));
    assert_eq!(whats(&it.on_clock(day(12))), [Reopened]);
    assert_eq!(it.get(goal).unwrap().counted(day(13)), Some((1, 7)));
}

#[test]
fn days_are_counted_once_each() {
    let mut it = Goals::default();
    it.sync(
        &plans(r#"[(name: "walk", text: "walk", needs: (on: [Gift], count: Days(3)))]"#),
        day(0),
    );
    let ann = id("ann");
    let gift =
        |it: &mut Goals, n| it.on_deed(deed(&ann, Some(&ScriptEvent::Gift), n), |_| true).len();
    assert_eq!([0, 0, 1, 5].map(|n| gift(&mut it, n)), [1, 0, 1, 1]);
    assert_eq!(it.named("walk").unwrap().status, GoalStatus::Done);
}

#[test]
fn new_content_keeps_what_was_reached() {
    let mut it = Goals::default();
    let of = |text: &str, n| {
        plans(&format!(
            r#"[(name: "half", part_of: "all", text: "{text}", needs: (on: [Gift], count: Times({n}))),
                (name: "all", text: "have all", again: 1)]"#
        ))
    };
    assert_eq!(it.sync(&of("have half", 3), day(0)).len(), 2);
    let half = it.named("half").unwrap().clone();
    assert_eq!(half.parent, Some(it.named("all").unwrap().id));
    let ann = id("ann");
    it.on_deed(deed(&ann, Some(&ScriptEvent::Gift), 0), |_| true);
    assert_eq!(whats(&it.sync(&of("have more", 2), day(1))), [Updated]);
    assert_eq!(it.sync(&of("have more", 2), day(2)), []);
    assert_eq!(it.progress(half.id, day(2)), 50);
    let done = it.on_deed(deed(&ann, Some(&ScriptEvent::Gift), 2), |_| true);
    assert_eq!(whats(&done), [Completed, Completed]);
    assert_eq!(whats(&it.on_clock(day(3))), [Reopened, Reopened], "its parts begin anew with it");
    it.sync(&plans(r#"[(name: "all", text: "have all")]"#), day(3));
    assert_eq!((it.named("half"), it.iter().count()), (None, 1));
    assert_eq!(it.drop(it.named("all").unwrap().id, day(3)).map(|it| it.len()), Ok(1));
}

#[test]
fn a_goal_changes_by_version_and_one_of_the_author_not_at_all() {
    let mut it = Goals::default();
    let goal = it.set(new("mend  the\nnet.", None), &ME, day(0)).unwrap();
    assert_eq!(it.get(goal).unwrap().text, "mend the net");
    let to = |text: &str, version| GoalUpdate {
        text: Some(text.to_owned()),
        version,
        ..GoalUpdate::default()
    };
    assert_eq!(it.update(goal, to("mend both nets", Some(1)), &ME), Ok(()));
    assert_eq!(
        it.update(goal, to("mend all nets", Some(1)), &ME),
        Err(GoalRefusal::Stale(goal, 2))
    );
    assert_eq!(it.update(goal, GoalUpdate::default(), &ME), Err(GoalRefusal::Nothing));
    let high = GoalUpdate { priority: Some(10), ..GoalUpdate::default() };
    assert_eq!(it.update(goal, high, &ME), Err(GoalRefusal::Priority));
    for own in ["Mara sold the nets.", "I mend nets", "Mend it. The innkeeper is proud of it"] {
        assert_eq!(it.set(new(own, None), &ME, day(0)), Err(GoalRefusal::AboutSelf), "{own}");
        assert_eq!(it.update(goal, to(own, None), &ME), Err(GoalRefusal::AboutSelf), "{own}");
    }
    assert_eq!(it.set(new(" . ", None), &ME, day(0)), Err(GoalRefusal::Empty));
    assert_eq!(it.set(new(&"a".repeat(LONGEST + 1), None), &ME, day(0)), Err(GoalRefusal::TooLong));
    it.sync(&plans(r#"[(name: "all", text: "have all")]"#), day(0));
    let own = it.named("all").unwrap().id;
    assert_eq!(it.update(own, to("have none", None), &ME), Err(GoalRefusal::Authored(own)));
    assert_eq!(it.complete(GoalId(99), day(0)), Err(GoalRefusal::Unknown(GoalId(99))));
}

#[test]
fn the_tree_is_bounded_and_private_goals_take_no_room_from_others() {
    let mut it = Goals::default();
    let private = |text: &str| {
        let label = Label::by(id("wiz"), Integrity::Staff);
        let few = Readers::Only([id("wiz"), id("mara")].into());
        NewGoal { label: label.kept_to(&few), ..new(text, None) }
    };
    for n in 0..MOST_SET {
        it.set(private(&n.to_string()), &ME, day(0)).unwrap();
    }
    assert_eq!(it.set(private("one more"), &ME, day(0)), Err(GoalRefusal::TooMany));
    let mut at = None;
    for n in 0..DEEPEST {
        at = Some(it.set(new(&n.to_string(), at), &ME, day(0)).unwrap());
    }
    assert_eq!(it.set(new("deeper", at), &ME, day(0)), Err(GoalRefusal::TooDeep(at.unwrap())));
    for n in 0..100 {
        let goal = it.set(new(&n.to_string(), None), &ME, day(n)).unwrap();
        it.drop(goal, day(n)).unwrap();
    }
    assert_eq!(it.iter().filter(|it| !it.is_open()).count(), MOST_ENDED);
    let whole = it.set(new("whole", None), &ME, day(0)).unwrap();
    for n in 0..MOST_PARTS {
        it.set(new(&n.to_string(), Some(whole)), &ME, day(0)).unwrap();
    }
    assert_eq!(
        it.set(new("part", Some(whole)), &ME, day(0)),
        Err(GoalRefusal::TooManyParts(whole))
    );
}

#[test]
fn whoever_is_forgotten_leaves_no_goal_and_no_name_and_the_count_stays() {
    let mut it = Goals::default();
    let [ann, wiz] = ["ann", "wiz"].map(id);
    it.sync(
        &plans(r#"[(name: "plait", text: "sell", needs: (on: [Gift], count: Visitors(3)))]"#),
        day(0),
    );
    let goal = it.named("plait").unwrap().id;
    it.on_deed(deed(&ann, Some(&ScriptEvent::Gift), 0), |_| true);
    it.note_asked(goal, &ann, day(0));
    assert!(
        it.get(goal).unwrap().was_asked(&ann, day(0))
            && !it.get(goal).unwrap().was_asked(&ann, day(1))
    );
    let set = it.set(new("mend the net", None), &ME, day(0)).unwrap();
    it.set(NewGoal { label: Label::authored(), ..new("find twine", Some(set)) }, &ME, day(0))
        .unwrap();
    assert!(it.forget(&ann) && !it.forget(&ann));
    let left = it.get(goal).unwrap();
    assert_eq!((left.tally.count, left.tally.by.len(), left.asked.len()), (1, 0, 0));
    assert!(it.forget(&wiz));
    assert_eq!(it.iter().count(), 1, "the parts go with their whole");
    it.set(new("tell of the bell", None), &ME, day(0)).unwrap();
    assert!(it.retract(|it| it.text.contains("bell")) && !it.retract(|_| true));
}

#[test]
fn who_is_noted_as_asked_is_bounded() {
    let mut it = Goals::default();
    let goal = it.set(new("mend the net", None), &ME, day(0)).unwrap();
    for n in 0..100 {
        it.note_asked(goal, &id(&format!("p-{n}")), day(0).after(Duration::from_secs(n)));
    }
    assert_eq!(it.get(goal).unwrap().asked.len(), MOST_ASKED);
}

/// A random change of goals.
#[derive(Debug, Clone)]
enum Action {
    Set(u64),
    Complete(u64),
    Drop(u64),
    Reopen(u64),
    Update(u64),
    Gift(u8),
    Shout,
    Wait(u8),
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => (0u64..14).prop_map(Action::Set),
        3 => (1u64..14).prop_map(Action::Complete),
        1 => (1u64..14).prop_map(Action::Drop),
        1 => (1u64..14).prop_map(Action::Reopen),
        1 => (1u64..14).prop_map(Action::Update),
        3 => (0u8..4).prop_map(Action::Gift),
        1 => Just(Action::Shout),
        1 => (0u8..9).prop_map(Action::Wait),
    ]
}

fn apply(it: &mut Goals, action: &Action, now: &mut u64) {
    let whole = |n: u64| (n > 0).then_some(GoalId(n));
    match action {
        Action::Set(n) => drop(it.set(new("mend the net", whole(*n)), &ME, day(*now))),
        Action::Complete(n) => drop(it.complete(GoalId(*n), day(*now))),
        Action::Drop(n) => drop(it.drop(GoalId(*n), day(*now))),
        Action::Reopen(n) => drop(it.reopen(GoalId(*n), day(*now))),
        Action::Update(n) => {
            let to = GoalUpdate { priority: Some(7), ..GoalUpdate::default() };
            drop(it.update(GoalId(*n), to, &ME));
        }
        Action::Gift(n) => {
            let who = id(&format!("p-{n}"));
            it.on_deed(deed(&who, Some(&ScriptEvent::Gift), *now), |_| true);
        }
        Action::Shout => {
            it.on_deed(deed(&id("p-0"), Some(&ScriptEvent::Shouted), *now), |_| true);
        }
        Action::Wait(days) => {
            *now += u64::from(*days);
            it.on_clock(day(*now));
        }
    }
}

const AUTHORED: &str = r#"[
    (name: "gifts", text: "get gifts", again: 3,
        needs: (on: [Gift], count: Visitors(3), spoiled_by: [Shouted])),
    (name: "week", text: "a week", part_of: "both", needs: (count: Unspoiled(7), spoiled_by: [Shouted])),
    (name: "two", text: "two gifts", part_of: "both", needs: (on: [Gift], count: Times(2))),
    (name: "both", text: "both"),
]"#;

proptest! {
    #[test]
    fn roll_up_and_versions_hold_whatever_happens(actions in prop::collection::vec(action(), 0..80)) {
        let mut it = Goals::default();
        let mut now = 0;
        it.sync(&plans(AUTHORED), day(0));
        for action in &actions {
            let before = it.clone();
            apply(&mut it, action, &mut now);
            for goal in it.iter() {
                let parts: Vec<&Goal> = it.parts(goal.id).collect();
                let open = parts.iter().filter(|it| it.is_open()).count();
                // Nothing that is over has an open part, and all of what is done is done.
                prop_assert!(goal.is_open() || open == 0, "{goal:?}");
                let is_done = goal.status == GoalStatus::Done;
                prop_assert_eq!(it.progress(goal.id, day(now)) == 100, is_done);
                let rolled = !parts.is_empty() && open == 0
                    && parts.iter().any(|it| it.status == GoalStatus::Done);
                let was_reopened = matches!(action, Action::Reopen(_) | Action::Wait(_));
                let before_it = before.get(goal.id);
                let had = before.parts(goal.id).any(Goal::is_open);
                prop_assert!(
                    !(goal.is_open() && goal.needs.is_none() && rolled && had) || was_reopened,
                    "{goal:?}"
                );
                // Whatever changed has another version, and a version never falls.
                if let Some(was) = before_it {
                    prop_assert!(goal.version >= was.version);
                    let same = (&was.text, was.priority, was.status, was.tally.count)
                        == (&goal.text, goal.priority, goal.status, goal.tally.count);
                    prop_assert!(same || goal.version > was.version, "{was:?} {goal:?}");
                }
                // Only a predicate that holds completes what has one.
                if is_done && let Some((count, needed)) = goal.counted(day(now)) {
                    prop_assert_eq!(count, needed);
                }
                prop_assert!(it.depth(goal.id) <= DEEPEST);
            }
            let set = it.iter().filter(|it| it.is_open() && !it.is_authored()).count();
            prop_assert!(set <= MOST_SET);
        }
    }
}
