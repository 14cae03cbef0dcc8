//! Calls of tools of services: what was asked before comes from the cache, everything else leaves the
//! world, and the thought goes on when the answer comes.

use std::{sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::clock::Clock;
use serde_json::{Map, Value};
use world::{
    act::{cause::CallId, due},
    beings::character::Character,
};

use super::{
    act, advance,
    ponder::{Ponder, WaitSign},
    provenance, recording,
};
use crate::{
    llm::{
        Ticket, ToolSpec,
        profile::{ModelProfile, QuestionForm},
        scene::SpokenWay,
    },
    mind::{
        body::Mind,
        thinking::{Asking, ParkedReply, Thinking},
    },
    services::{
        self, ServiceCall, ServiceError, ServiceTools,
        cache::{self, CachedCall},
    },
    tools::offered,
    turn::{Call, Turn, brief::TurnAuthority},
};

/// Returns the tools of a mind for a turn of this authority that answers this way, in the form of its
/// model: with those of services that its persona lists and that there are.
pub(super) fn turn_tools(
    world: &World,
    mind: &Mind,
    (kind, way): (TurnAuthority, SpokenWay),
    profile: Option<ModelProfile>,
) -> Arc<[ToolSpec]> {
    let tools = offered::for_form(mind.tools.for_turn(kind, way), profile);
    let persona = &mind.persona;
    let listed = &persona.tools.services;
    let available = world.resource::<ServiceTools>();
    if listed.is_empty() || profile.is_some_and(|it| it.form != QuestionForm::Tools) {
        return tools;
    }
    let is_there = |it: &&ToolSpec| !services::is_service(&it.name) || available.get(&it.name).is_some();
    let open = listed.iter().filter(|it| !persona.tools.without.contains(it));
    let others = open.filter(|it| tools.iter().all(|of| of.name != **it));
    let others = others.filter_map(|it| available.spec(it));
    tools.iter().filter(is_there).chain(others).cloned().collect()
}

/// Returns whether words may leave this machine by a call of a mind, whose model may make calls.
pub(super) fn may_leave(world: &World, npc: Entity) -> bool {
    let listed = world.get::<Mind>(npc).map(|it| &it.persona.tools.services);
    let services = world.resource::<ServiceTools>();
    listed.is_some_and(|all| all.iter().any(|it| services.is_outside(it)))
        && super::form_of(world, npc) == Some(QuestionForm::Tools)
}

/// Returns whether a mind waits for a service.
pub(super) fn is_waiting(turn: &Turn) -> bool {
    match turn {
        Turn::AwaitingTool(_, thought) => {
            thought.queue.front().is_some_and(|it| services::is_service(&it.tool))
        }
        Turn::Idle | Turn::AwaitingModel(..) | Turn::AwaitingRecall(..) => false,
    }
}

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
    let base = super::base_of(world, npc)?;
    let sign = WaitSign::Pose;
    due::enter(world, now.after(sign.after()), Ponder { mind: npc, base, sign });
    None
}

/// Takes what came of a call to a service, for the thought that waits for it or is parked.
pub(super) fn served(
    world: &mut World,
    ticket: Ticket,
    result: Result<String, ServiceError>,
    took: Duration,
) {
    let Some(npc) = world.resource_mut::<Asking>().0.remove(&ticket) else { return };
    let awaits = |turn: &Turn| matches!(turn, Turn::AwaitingTool(id, _) if id.0 == ticket.0);
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    if let Some(parked) = thinking.parked.as_mut().filter(|it| awaits(&it.turn)) {
        parked.reply = Some(ParkedReply::Service(result, took));
        return;
    }
    if awaits(&thinking.turn) {
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
    let Some(Turn::AwaitingTool(id, thought)) = world.get::<Thinking>(npc).map(|it| &it.turn) else {
        return;
    };
    let (id, Some(call)) = (*id, thought.queue.front().cloned()) else { return };
    recording::served(world, npc, &call.tool, result.as_ref().map(|_| ()), Some(took));
    let result = match result {
        Ok(text) => {
            keep(world, npc, &call, &text);
            read(world, npc);
            Ok(text)
        }
        Err(error) => Err(error.sentence(&call.tool)),
    };
    let event = act::served(world, npc, id, &call, result);
    advance(world, npc, event);
}

fn keep(world: &mut World, npc: Entity, call: &Call, text: &str) {
    let label = provenance::label(world, npc);
    let Some(me) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return };
    let Some(tool) = world.resource::<ServiceTools>().get(&call.tool).cloned() else { return };
    let asked =
        CachedCall { npc: &me, tool: &tool, arguments: &call.arguments, label: &label };
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
