//! Calls of tools of services: what was asked before comes from the cache, everything else leaves the
//! world, and the thought goes on when the answer comes.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::clock::Clock;
use serde_json::{Map, Value};
use world::{
    act::{cause::CallId, due},
    beings::character::Character,
};

use super::{
    ponder::{Ponder, WaitSign},
    provenance, recording,
};
use crate::{
    llm::Ticket,
    mind::thinking::{Asking, Thinking},
    services::{
        self, ServiceCall, ServiceError, ServiceTools,
        cache::{self, CachedCall},
    },
    turn::{Call, Turn},
};

/// Calls a service. What comes of it is there at once if it was asked before or cannot be asked, and else
/// comes later.
pub(super) fn call(
    world: &mut World,
    npc: Entity,
    id: CallId,
    tool: &str,
    arguments: Map<String, Value>,
) -> Option<Result<String, String>> {
    let me = world.get::<Character>(npc)?.0.clone();
    let label = provenance::label(world, npc);
    let Some(of) = world.resource::<ServiceTools>().get(tool).cloned() else {
        let error = ServiceError::NotSetUp;
        recording::served(world, npc, tool, Err(&error), None);
        return Some(Err(error.sentence(tool)));
    };
    let cached = CachedCall { npc: &me, tool: &of, arguments: &arguments, label: &label };
    if let Some(text) = cache::look_up(world, &cached) {
        recording::served(world, npc, tool, Ok(()), None);
        read(world, npc);
        return Some(Ok(text));
    }
    let ticket = Ticket(id.0);
    world.resource_mut::<Asking>().0.insert(ticket, npc);
    world.write_message(ServiceCall { ticket, npc: me, tool: tool.to_owned(), arguments });
    let now = world.resource::<Clock>().now;
    let base = world.get::<Thinking>(npc)?.turn.thought()?.base;
    let sign = WaitSign::Pose;
    due::enter(world, now.after(sign.after()), Ponder { mind: npc, base, sign });
    None
}

/// Takes the answer of a service for a thought that waits for it, and returns the call with its
/// result.
pub(super) fn take(
    world: &mut World,
    npc: Entity,
    result: Result<String, ServiceError>,
    took: Duration,
) -> Option<(CallId, Call, Result<String, String>)> {
    let Turn::AwaitingTool(id, thought) = &world.get::<Thinking>(npc)?.turn else { return None };
    let (id, call) = (*id, thought.queue.front().cloned()?);
    recording::served(world, npc, &call.tool, result.as_ref().map(|_| ()), Some(took));
    let result = match result {
        Ok(text) => {
            keep(world, npc, &call, &text);
            read(world, npc);
            Ok(text)
        }
        Err(error) => Err(error.sentence(&call.tool)),
    };
    Some((id, call, result))
}

fn keep(world: &mut World, npc: Entity, call: &Call, text: &str) {
    let label = provenance::label(world, npc);
    let Some(me) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return };
    let Some(tool) = world.resource::<ServiceTools>().get(&call.tool).cloned() else { return };
    let asked = CachedCall { npc: &me, tool: &tool, arguments: &call.arguments, label: &label };
    cache::keep(world, &asked, text);
}

/// Notes that a thought has read what a service answered: from then on it can only look and speak.
fn read(world: &mut World, npc: Entity) {
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    if let Some(matter) = thinking.matter.as_mut() {
        matter.context.absorb(&services::label());
        matter.reads = true;
    }
}
