//! Warm-up of prompt caches: soon after a player came in where a character is, and while no question
//! is open, the endpoint is sent what never changes of that character's questions. The first line is
//! then answered without the wait for it to be read.

use std::{collections::VecDeque, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    save::durability::Durability,
};
use world::{
    act::due::{self, Due},
    beings::character::Character,
};

use super::{
    ask::{self, size},
    models,
    outside::ModelCall,
    pay,
};
use crate::{
    gate::audience,
    llm::{
        ChatRequest, Ticket,
        profile::{ModelKey, ModelProfile},
        scene::{Scene, SpokenWay},
    },
    mind::{
        body::Mind,
        health::Health,
        thinking::{Asking, NextTicket, Thinking},
    },
    perceive::attend::VisitorSeen,
    prompt::{self, ModelQuestion},
    tools::offered,
    turn::brief::TurnAuthority,
};

/// Wait after an arrival, in which the character may ask its model for a greeting.
const SOON: Duration = Duration::from_secs(2);

/// Time after a question for which an endpoint is taken to have its beginning in the cache.
const WARM_FOR: Duration = Duration::from_secs(600);

/// Maximum number of minds that wait for a warm-up; further ones get none.
const WAITING: usize = 16;

/// Warm-ups that wait or are under way.
#[derive(Resource, Debug, Default)]
pub(crate) struct WarmUps {
    waiting: VecDeque<Entity>,
    /// Ticket of the warm-up under way.
    open: Option<Ticket>,
}

/// Timer: sends the next warm-up if nothing else is asked.
pub(super) struct WarmUpDue;

impl Due for WarmUpDue {
    // Nobody sees anything of it.
    const DURABILITY: Durability = Durability::None;

    fn happen(self, world: &mut World) {
        send_next(world);
        // A memory may be asked for, whose answer sends nothing.
        let warm_ups = world.resource::<WarmUps>();
        if warm_ups.open.is_none() && !warm_ups.waiting.is_empty() {
            let now = world.resource::<Clock>().now;
            due::enter(world, now.after(SOON), Self);
        }
    }
}

/// Queues a warm-up for a mind that saw a player come in.
pub(super) fn visited(world: &mut World, VisitorSeen(npc): VisitorSeen, now: WorldTime) {
    if !is_cold(world, npc, now) {
        return;
    }
    let mut warm_ups = world.resource_mut::<WarmUps>();
    if warm_ups.waiting.contains(&npc) || warm_ups.waiting.len() >= WAITING {
        return;
    }
    warm_ups.waiting.push_back(npc);
    due::enter(world, now.after(SOON), WarmUpDue);
}

/// Takes the reply to any question: a failure ends the warm-ups, and else the next one is sent if no
/// question is open.
pub(super) fn replied(world: &mut World, ticket: Ticket, failed: bool) {
    let mut warm_ups = world.resource_mut::<WarmUps>();
    if warm_ups.open == Some(ticket) {
        warm_ups.open = None;
    }
    if failed {
        warm_ups.waiting.clear();
    }
    if !warm_ups.waiting.is_empty() {
        send_next(world);
    }
}

/// Returns whether a warm-up of a mind's endpoint may save time.
fn is_cold(world: &World, npc: Entity, now: WorldTime) -> bool {
    let warms_up = profile(world, npc).is_some_and(|it| it.warms_up);
    let asked = world.get::<Thinking>(npc).and_then(|it| it.asked);
    let thinks = world
        .get::<Health>(npc)
        .is_some_and(|it| !it.is_silent(now) && it.rests_until.is_none_or(|until| until <= now));
    warms_up && thinks && asked.is_none_or(|at| now.since(at) >= WARM_FOR)
}

/// Returns the profile of the model that a mind asks first; none for the built-in brain.
fn profile(world: &World, npc: Entity) -> Option<ModelProfile> {
    models::profile(world, &models::own(world, npc)?)
}

/// Sends the next warm-up, unless a question is open.
fn send_next(world: &mut World) {
    let now = world.resource::<Clock>().now;
    loop {
        if !world.resource::<Asking>().0.is_empty() {
            return;
        }
        let mut warm_ups = world.resource_mut::<WarmUps>();
        if warm_ups.open.is_some() {
            return;
        }
        let Some(npc) = warm_ups.waiting.pop_front() else { return };
        let is_wanted = is_cold(world, npc, now) && !audience::present(world, npc).is_empty();
        if is_wanted && let Some(ticket) = send(world, npc, now) {
            world.resource_mut::<WarmUps>().open = Some(ticket);
            return;
        }
    }
}

/// Sends a warm-up. Returns its ticket; none if no budget has room for it.
fn send(world: &mut World, npc: Entity, now: WorldTime) -> Option<Ticket> {
    let profile = profile(world, npc)?;
    let mind = world.get::<Mind>(npc)?;
    let persona = mind.persona.clone();
    let tools = mind.tools.for_turn(TurnAuthority::Reply, SpokenWay::Aloud);
    let tools = offered::for_reply(tools, profile);
    let ModelKey { provider, model } = models::own(world, npc)?;
    let ModelProfile { form, reasoning, .. } = profile;
    let ModelQuestion { messages, tools, schema } = prompt::warm_up(form, &persona, tools);
    let by_schema = schema.as_ref().map(|it| it.to_string().len());
    let bytes = size::of_messages(&messages) + by_schema.unwrap_or_else(|| size::of_tools(&tools));
    let id = world.get::<Character>(npc)?.0.clone();
    let ticket = Ticket(world.resource_mut::<NextTicket>().take(1));
    pay::reserve_own(world, npc, ticket, bytes).ok()?;
    let scene = Scene::bare(persona, None);
    let request = ask::request(ticket, id, messages, tools, scene);
    let request =
        ChatRequest { provider, model, form, schema, reasoning, is_warm_up: true, ..request };
    world.write_message(ModelCall(request));
    if let Some(mut thinking) = world.get_mut::<Thinking>(npc) {
        thinking.asked = Some(now);
    }
    Some(ticket)
}
