//! Goals by tools: what a thought of the character's own looks at and changes.

use bevy_ecs::prelude::*;
use engine::clock::Clock;

use super::{change, shown};
use crate::{
    mind::goals::{Goal, GoalId, GoalRefusal, GoalUpdate, Goals, NewGoal},
    think::{provenance, recall},
    tools::goal_wish::GoalWish,
};

/// Does what a tool wishes about goals, and returns what it shows. The gate has looked at whose words
/// are behind it; the goal keeps their label.
pub(in crate::think) fn by_tool(
    world: &mut World,
    npc: Entity,
    wish: GoalWish,
) -> Result<String, String> {
    match wish {
        GoalWish::List => list(world, npc),
        GoalWish::Set { text, priority, part_of, offer } => {
            let part_of = part_of.map(GoalId);
            known(world, npc, part_of)?;
            let label = provenance::label(world, npc);
            let new = NewGoal {
                text,
                priority,
                parent: part_of,
                needs: offer.map(change::accepted),
                label,
                by: None,
            };
            let id = change::set(world, npc, new, None).map_err(|it| it.to_string())?;
            Ok(format!("goal {} is set", id.0))
        }
        GoalWish::Update { goal, text, priority, version, drops } => {
            let goal = GoalId(goal);
            known(world, npc, Some(goal))?;
            let label = provenance::label(world, npc);
            if drops {
                let is_authored = world
                    .get::<Goals>(npc)
                    .and_then(|it| it.get(goal))
                    .is_some_and(Goal::is_authored);
                if is_authored {
                    return Err(GoalRefusal::Authored(goal).to_string());
                }
                change::drop_goal(world, npc, goal, None).map_err(|it| it.to_string())?;
                return Ok(format!("goal {} is dropped", goal.0));
            }
            let to = GoalUpdate { text, priority, version };
            change::update(world, npc, goal, to, None).map_err(|it| it.to_string())?;
            if let Some(mut goals) = world.get_mut::<Goals>(npc) {
                goals.absorb(goal, &label);
            }
            Ok(format!("goal {} is changed", goal.0))
        }
        GoalWish::Complete { goal } => {
            let goal = GoalId(goal);
            known(world, npc, Some(goal))?;
            change::complete(world, npc, goal, None).map_err(|it| it.to_string())?;
            Ok(format!("goal {} is done", goal.0))
        }
    }
}

fn list(world: &mut World, npc: Entity) -> Result<String, String> {
    let now = world.resource::<Clock>().now;
    let goals = world.get::<Goals>(npc).cloned().unwrap_or_default();
    let mut labels = Vec::new();
    let lines = recall::with_readers(world, npc, |readers| {
        let fits = |it: &Goal| readers.may_read(&it.label);
        labels.extend(
            goals.iter().filter(|it| fits(it)).map(|it| (it.label.clone(), it.text.clone())),
        );
        shown::tree(&goals, now, &fits)
    });
    for (label, text) in labels {
        recall::absorb(world, npc, &label, Some(&text));
    }
    if lines.is_empty() { Err("there are no goals".to_owned()) } else { Ok(lines.join("\n")) }
}

/// Refuses a goal that not all who hear of the turn may know of as one that is not there.
fn known(world: &World, npc: Entity, id: Option<GoalId>) -> Result<(), String> {
    let Some(id) = id else { return Ok(()) };
    let goal = world.get::<Goals>(npc).and_then(|it| it.get(id));
    let may_know = goal
        .is_some_and(|it| recall::with_readers(world, npc, |readers| readers.may_read(&it.label)));
    if may_know { Ok(()) } else { Err(GoalRefusal::Unknown(id).to_string()) }
}
