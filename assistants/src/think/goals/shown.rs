//! Presentation of goals: in questions to models, as the results of tools, and in the answers of the
//! script.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    label::{Integrity, Label},
};

use super::asking::{self, plan_of};
use crate::{
    gate::ignoring::PromptFilter,
    mind::goals::{Goal, GoalId, GoalStatus, Goals},
};

/// Maximum number of goals in a question.
const MOST_SHOWN: usize = 3;

/// Returns the most pressing goals for a question, a clause each; what they come from becomes part of
/// `label`. Without words of players if the question is the character's own.
pub(in crate::think) fn lines(
    world: &World,
    npc: Entity,
    (readers, is_own): (&PromptFilter<'_>, bool),
    label: &mut Label,
) -> Vec<String> {
    let now = world.resource::<Clock>().now;
    let Some(goals) = world.get::<Goals>(npc) else { return Vec::new() };
    let may_stand = |it: &Goal| {
        readers.may_read(&it.label) && !(is_own && it.label.integrity < Integrity::Author)
    };
    let shown = goals.open().into_iter().filter(|it| may_stand(it)).take(MOST_SHOWN);
    let lines = shown.map(|goal| {
        label.absorb(&goal.label);
        match goals.progress(goal.id, now) {
            0 => goal.text.clone(),
            percent => format!("{} ({percent} % done)", goal.text),
        }
    });
    lines.collect()
}

/// Returns the words of a character about its most pressing goal, those of its author or, for a goal that
/// was set, those of its moment; what they come from becomes part of `label`.
pub(in crate::think) fn spoken_of(
    world: &World,
    npc: Entity,
    (readers, dice): (&PromptFilter<'_>, u64),
    label: &mut Label,
) -> Option<String> {
    let now = world.resource::<Clock>().now;
    let open = world.get::<Goals>(npc)?.open().into_iter();
    let mut said = open.filter(|it| readers.may_read(&it.label)).filter_map(|goal| {
        let Some(plan) = plan_of(world, npc, goal) else {
            return Some((goal, asking::meant(world, npc, goal, dice)?));
        };
        let at = usize::try_from(dice).unwrap_or_default().checked_rem(plan.says.len())?;
        Some((goal, goal.fill_in(plan.says.get(at)?, now)))
    });
    let (goal, text) = said.next()?;
    label.absorb(&goal.label);
    Some(text)
}

/// Returns the tree of the goals that may be shown, a line each, with the numbers by which they are
/// changed.
pub fn tree(goals: &Goals, now: WorldTime, may_show: &dyn Fn(&Goal) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    for root in goals.roots().filter(|it| may_show(it)) {
        branch(goals, root, 0, (now, may_show), &mut lines);
    }
    lines
}

fn branch(
    goals: &Goals,
    goal: &Goal,
    depth: usize,
    (now, may_show): (WorldTime, &dyn Fn(&Goal) -> bool),
    lines: &mut Vec<String>,
) {
    lines.push(format!("{}{}", "  ".repeat(depth), line(goals, goal, now)));
    for part in goals.parts(goal.id).filter(|it| may_show(it)) {
        branch(goals, part, depth + 1, (now, may_show), lines);
    }
}

/// Returns a goal as a line: number, text, status, progress and who completes it.
fn line(goals: &Goals, goal: &Goal, now: WorldTime) -> String {
    let GoalId(number) = goal.id;
    let progress = match (goal.status, goal.counted(now)) {
        (GoalStatus::Open, Some((count, needed))) => format!(", {count} of {needed}, by the game"),
        (GoalStatus::Open, None) => match goals.progress(goal.id, now) {
            0 => String::new(),
            percent => format!(", {percent} %"),
        },
        (GoalStatus::Done | GoalStatus::Dropped, _) => String::new(),
    };
    let (status, version) = (goal.status.name(), goal.version);
    format!(
        "{number}. {} ({status}, priority {}{progress}, version {version})",
        goal.text, goal.priority
    )
}
