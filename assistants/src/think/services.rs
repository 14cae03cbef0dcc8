//! Calls of tools of services: what was asked before comes from the cache, everything else leaves the
//! world, and the thought goes on when the answer comes.

use std::time::Duration;

use bevy_ecs::prelude::*;
use serde_json::{Map, Value};
use world::act::{cause::CallId, due};

use super::{
    current::CurrentThought,
    input::{CallRefused, ResultSource, ThoughtInput},
    ponder::{Ponder, WaitSign},
};
use crate::{
    llm::Ticket,
    mind::thinking::Asking,
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
    current: &mut CurrentThought<'_>,
    id: CallId,
    tool: &str,
    arguments: Map<String, Value>,
) -> Option<(Result<String, String>, RecordedService)> {
    let me = current.me()?.clone();
    let label = current.label();
    let Some(of) = current.world.resource::<ServiceTools>().get(tool).cloned() else {
        let error = ServiceError::NotSetUp;
        let sentence = error.sentence(tool);
        return Some((Err(sentence), of_call(tool, Some(error), None)));
    };
    let cached = CachedCall { npc: &me, tool: &of, arguments: &arguments, label: &label };
    if let Some(text) = cache::look_up(current.world, &cached) {
        read(current);
        return Some((Ok(text), of_call(tool, None, None)));
    }
    let ticket = Ticket(id.0);
    current.world.resource_mut::<Asking>().0.insert(ticket, current.npc);
    current.world.write_message(ServiceCall { ticket, npc: me, tool: tool.to_owned(), arguments });
    let now = current.now();
    let base = current.thought()?.base;
    let sign = WaitSign::Pose;
    due::enter(current.world, now.after(sign.after()), Ponder { mind: current.npc, base, sign });
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
    current: &mut CurrentThought<'_>,
    result: Result<String, ServiceError>,
    took: Duration,
) -> Option<ThoughtInput> {
    let Turn::AwaitingTool(id, thought) = &current.thinking()?.turn else { return None };
    let (id, call) = (*id, thought.queue.front().cloned()?);
    let of = of_call(&call.tool, result.as_ref().err().cloned(), Some(took));
    let result = match result {
        Ok(text) => {
            keep(current, &call, &text);
            read(current);
            Ok(text)
        }
        Err(error) => Err(CallRefused::from(error.sentence(&call.tool))),
    };
    Some(ThoughtInput::finished(id, call, result, ResultSource::Service(of)))
}

fn keep(current: &mut CurrentThought<'_>, call: &Call, text: &str) {
    let label = current.label();
    let Some(me) = current.me().cloned() else { return };
    let Some(tool) = current.world.resource::<ServiceTools>().get(&call.tool).cloned() else {
        return;
    };
    let asked = CachedCall { npc: &me, tool: &tool, arguments: &call.arguments, label: &label };
    cache::keep(current.world, &asked, text);
}

/// Notes that a thought has read what a service answered: from then on it can only look and speak.
fn read(current: &mut CurrentThought<'_>) {
    if let Some(matter) = current.matter_mut() {
        matter.context.absorb(&services::label());
        matter.reads = true;
    }
}
