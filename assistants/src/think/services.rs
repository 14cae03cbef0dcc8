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
    input::{CallRefused, ResultSource, ThoughtInput},
    ponder::{Ponder, WaitSign},
    provenance,
};
use crate::{
    llm::Ticket,
    mind::thinking::{Asking, Thinking},
    record::entry::RecordedService,
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
) -> Option<(Result<String, String>, RecordedService)> {
    let me = world.get::<Character>(npc)?.0.clone();
    let label = provenance::label(world, npc);
    let Some(of) = world.resource::<ServiceTools>().get(tool).cloned() else {
        let error = ServiceError::NotSetUp;
        let sentence = error.sentence(tool);
        return Some((Err(sentence), of_call(tool, Some(error), None)));
    };
    let cached = CachedCall { npc: &me, tool: &of, arguments: &arguments, label: &label };
    if let Some(text) = cache::look_up(world, &cached) {
        read(world, npc);
        return Some((Ok(text), of_call(tool, None, None)));
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

/// Returns how a call came out, for the record.
fn of_call(tool: &str, error: Option<ServiceError>, took: Option<Duration>) -> RecordedService {
    let took = took.map(|it| u64::try_from(it.as_millis()).unwrap_or(u64::MAX));
    RecordedService { tool: tool.to_owned(), error, took }
}

/// Takes the answer of a service for a thought that waits for it, and returns the input that moves it
/// on.
pub(super) fn take(
    world: &mut World,
    npc: Entity,
    result: Result<String, ServiceError>,
    took: Duration,
) -> Option<ThoughtInput> {
    let Turn::AwaitingTool(id, thought) = &world.get::<Thinking>(npc)?.turn else { return None };
    let (id, call) = (*id, thought.queue.front().cloned()?);
    let of = of_call(&call.tool, result.as_ref().err().cloned(), Some(took));
    let result = match result {
        Ok(text) => {
            keep(world, npc, &call, &text);
            read(world, npc);
            Ok(text)
        }
        Err(error) => Err(CallRefused::from(error.sentence(&call.tool))),
    };
    Some(ThoughtInput::finished(id, call, result, ResultSource::Service(of)))
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
