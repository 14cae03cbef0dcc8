//! Changes of goals: each is recorded, saved, and enters the next timer.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::clock::Clock;
use world::beings::character::{CharacterRef, Who, own_label};

use super::{changed, record, saved};
use crate::{
    mind::{
        body::Mind,
        goals::{GoalChange, GoalChangeKind, GoalId, GoalRefusal, GoalUpdate, Goals, NewGoal},
    },
    persona::{
        Persona,
        goal::{GoalCount, GoalNeeds},
        script::ScriptEvent,
    },
};

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

fn persona(world: &World, npc: Entity) -> Option<Arc<Persona>> {
    world.get::<Mind>(npc).map(|it| it.persona.clone())
}

pub(super) fn set(
    world: &mut World,
    npc: Entity,
    new: NewGoal,
    by: Option<&Who>,
) -> Result<GoalId, GoalRefusal> {
    let now = world.resource::<Clock>().now;
    let persona = persona(world, npc).ok_or(GoalRefusal::TooMany)?;
    let mut goals = world.get_mut::<Goals>(npc).ok_or(GoalRefusal::TooMany)?;
    let id = goals.set(new, &persona.own_names(), now)?;
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
    let persona = persona(world, npc).ok_or(GoalRefusal::Unknown(id))?;
    let mut goals = world.get_mut::<Goals>(npc).ok_or(GoalRefusal::Unknown(id))?;
    goals.update(id, to, &persona.own_names())?;
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
