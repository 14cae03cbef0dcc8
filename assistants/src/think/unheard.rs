//! Triggers that no thought is about: why, for the record.

use bevy_ecs::prelude::*;
use world::beings::character::CharacterRef;

use crate::{
    llm::allowance::OverBudget,
    mind::attention::Trigger,
    record::{entry::Recorded, write},
};

/// Reason why there is no thought about a trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unheard {
    /// No budget is left to answer with.
    OverBudget(OverBudget),
    /// The staff have made the character silent.
    Stopped,
    /// The character sleeps, and nobody waits for an answer.
    Asleep,
}

/// Records that there is no thought about a trigger.
pub(super) fn turned_away(world: &mut World, npc: Entity, trigger: &Trigger, why: Unheard) {
    let it = &trigger.stimulus;
    let who = Some(CharacterRef { id: it.speaker.clone(), name: it.name.clone() });
    let over = if let Unheard::OverBudget(over) = why { Some(over) } else { None };
    let (stopped, asleep) = (why == Unheard::Stopped, why == Unheard::Asleep);
    let what = Recorded::TurnedAway { who, over, stopped, asleep };
    write::write_down(world, npc, None, &trigger.label, what);
}
