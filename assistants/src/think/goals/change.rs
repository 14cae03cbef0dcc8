//! Changes of goals by tools and by staff.

use bevy_ecs::prelude::*;
use engine::clock::Clock;
use world::beings::character::{CharacterRef, Who, own_label};

use super::{changed, record, saved, shown};
use crate::{
    mind::goals::{
        Goal, GoalChange, GoalChangeKind, GoalId, GoalRefusal, GoalUpdate, Goals, NewGoal,
    },
    persona::{
        goal::{GoalCount, GoalNeeds, USUAL_PRIORITY},
        script::ScriptEvent,
    },
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
            known(world, npc, part_of)?;
            let label = provenance::label(world, npc);
            let priority = priority.unwrap_or(USUAL_PRIORITY);
            let new = NewGoal {
                text,
                priority,
                parent: part_of,
                needs: offer.map(accepted),
                label,
                by: None,
            };
            let id = set(world, npc, new, None).map_err(|it| it.to_string())?;
            Ok(format!("goal {} is set", id.0))
        }
        GoalWish::Update { goal, to, drops } => {
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
                drop_goal(world, npc, goal, None).map_err(|it| it.to_string())?;
                return Ok(format!("goal {} is dropped", goal.0));
            }
            update(world, npc, goal, to, None).map_err(|it| it.to_string())?;
            if let Some(mut goals) = world.get_mut::<Goals>(npc) {
                goals.absorb(goal, &label);
            }
            Ok(format!("goal {} is changed", goal.0))
        }
        GoalWish::Complete { goal } => {
            known(world, npc, Some(goal))?;
            complete(world, npc, goal, None).map_err(|it| it.to_string())?;
            Ok(format!("goal {} is done", goal.0))
        }
    }
}

/// Returns the predicate of a goal that is reached when somebody accepts an offer.
#[must_use]
pub fn accepted(offer: engine::id::OfferId) -> GoalNeeds {
    GoalNeeds {
        on: vec![ScriptEvent::Accepted(offer)],
        when: Vec::new(),
        count: GoalCount::default(),
        spoiled_by: Vec::new(),
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

/// Sets a goal by a member of the staff.
///
/// # Errors
/// See [`Goals::set`].
pub fn set_by_staff(
    world: &mut World,
    npc: Entity,
    who: &Who,
    mut new: NewGoal,
) -> Result<GoalId, GoalRefusal> {
    new.label = own_label(who);
    new.by = Some(CharacterRef::from(who));
    set(world, npc, new, Some(who))
}

pub(super) fn set(
    world: &mut World,
    npc: Entity,
    new: NewGoal,
    by: Option<&Who>,
) -> Result<GoalId, GoalRefusal> {
    let now = world.resource::<Clock>().now;
    let mut goals = world.get_mut::<Goals>(npc).ok_or(GoalRefusal::TooMany)?;
    let id = goals.set(new, now)?;
    changed(world, npc, &[GoalChange { id, what: GoalChangeKind::Created }], by);
    Ok(id)
}

/// Changes the text or the priority of a goal.
///
/// # Errors
/// See [`Goals::update`].
pub fn update(
    world: &mut World,
    npc: Entity,
    id: GoalId,
    to: GoalUpdate,
    by: Option<&Who>,
) -> Result<(), GoalRefusal> {
    let mut goals = world.get_mut::<Goals>(npc).ok_or(GoalRefusal::Unknown(id))?;
    goals.update(id, to)?;
    if let Some(who) = by {
        goals.absorb(id, &own_label(who));
    }
    changed(world, npc, &[GoalChange { id, what: GoalChangeKind::Updated }], by);
    Ok(())
}

/// Completes a goal that the engine does not.
///
/// # Errors
/// See [`Goals::complete`].
pub fn complete(
    world: &mut World,
    npc: Entity,
    id: GoalId,
    by: Option<&Who>,
) -> Result<(), GoalRefusal> {
    let now = world.resource::<Clock>().now;
    let mut goals = world.get_mut::<Goals>(npc).ok_or(GoalRefusal::Unknown(id))?;
    let changes = goals.complete(id, now)?;
    changed(world, npc, &changes, by);
    Ok(())
}

/// Drops a goal with its parts. What ended goals made room for is recorded before.
///
/// # Errors
/// See [`Goals::drop`].
pub fn drop_goal(
    world: &mut World,
    npc: Entity,
    id: GoalId,
    by: Option<&Who>,
) -> Result<(), GoalRefusal> {
    let now = world.resource::<Clock>().now;
    let mut goals = world.get_mut::<Goals>(npc).ok_or(GoalRefusal::Unknown(id))?;
    let changes = goals.drop(id, now)?;
    changed(world, npc, &changes, by);
    Ok(())
}

/// Opens a goal that is over.
///
/// # Errors
/// See [`Goals::reopen`].
pub fn reopen(world: &mut World, npc: Entity, id: GoalId, by: &Who) -> Result<(), GoalRefusal> {
    let now = world.resource::<Clock>().now;
    let mut goals = world.get_mut::<Goals>(npc).ok_or(GoalRefusal::Unknown(id))?;
    let change = goals.reopen(id, now)?;
    record(world, npc, &[change], Some(CharacterRef::from(by)));
    saved::touch(world, npc);
    super::schedule(world, npc);
    Ok(())
}
