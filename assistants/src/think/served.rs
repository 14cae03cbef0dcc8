//! Answers of services: the thought that waits for one goes on, or keeps it while it is parked.

use std::time::Duration;

use bevy_ecs::prelude::*;

use super::{current::CurrentThought, services, step::advance};
use crate::{
    mind::thinking::{Asking, ParkedReply, Thinking},
    services::{Served, ServiceError},
    turn::Turn,
};

/// Takes the result of a call, for the thought that waits for it or is parked.
pub(super) fn served(world: &mut World, of: Served) {
    let Served { ticket, result, took } = of;
    let Some(npc) = world.resource_mut::<Asking>().0.remove(&ticket) else { return };
    let awaits = |turn: &Turn| matches!(turn, Turn::AwaitingTool(id, _) if id.0 == ticket.0);
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    if let Some(parked) = thinking.parked.as_mut().filter(|it| awaits(&it.turn)) {
        parked.reply = Some(ParkedReply::Service(result, took));
    } else if awaits(&thinking.turn) {
        take(world, npc, result, took);
    }
}

/// Goes on with a thought by what its service answered.
pub(super) fn take(
    world: &mut World,
    npc: Entity,
    result: Result<String, ServiceError>,
    took: Duration,
) {
    if let Some(input) = services::take(&mut CurrentThought { world, npc }, result, took) {
        advance(world, npc, input);
    }
}
