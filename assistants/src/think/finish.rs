//! End of a thought: what is remembered of it, and what comes next.

use bevy_ecs::prelude::*;
use engine::clock::{Clock, WorldTime};

use super::{actions, delegation, goals, leads, outside::Withdraw, pay, provenance};
use crate::{
    llm::{LlmError, Ticket, scene::DeedDone},
    mind::{
        acquaintance::{Acquaintances, Talked},
        attention::{Attention, RunQueue},
        health::Health,
        saved,
        sleep::Sleep,
        thinking::{Asking, Thinking, TurnInput},
    },
    record::{entry::MindChange, write},
    turn::{Record, StopReason},
};

/// Errors in a row after which a mind rests.
const MOST_ERRORS: u8 = 5;

/// Duration of the rest.
const REST: std::time::Duration = std::time::Duration::from_secs(300);

/// Closes a thought that has ended, and returns the time of its beginning.
pub(super) fn close(world: &mut World, npc: Entity, record: &Record) -> Option<WorldTime> {
    let matter = world.get_mut::<Thinking>(npc).and_then(|mut it| it.matter.take());
    let ids = record.thought.base..record.thought.base + record.thought.used;
    let open: Vec<Ticket> = world
        .resource::<Asking>()
        .0
        .range(Ticket(ids.start)..Ticket(ids.end))
        .map(|(it, _)| *it)
        .collect();
    // A question that took too long goes on without anybody: its answer comes too late, but the
    // endpoint has read the prompt by then, and answers the next one sooner.
    let goes_on = record.thought.failure == Some(StopReason::Expired);
    for ticket in open {
        world.resource_mut::<Asking>().0.remove(&ticket);
        if !goes_on {
            world.write_message(Withdraw(ticket));
            pay::withdrawn(world, ticket);
        }
    }
    health(world, npc, record);
    if record.thought.spoken || record.reason == StopReason::DangerousTool {
        count_act(world, npc);
    }
    let matter = matter?;
    note_talk(world, npc, record, &matter);
    Some(matter.since)
}

/// Has a mind that has ended a thought look for the next one, if anything waits.
pub(super) fn look_for_more(world: &mut World, npc: Entity) {
    let now = world.resource::<Clock>().now;
    let waits = |it: &Attention| !it.waiting.is_empty() || !it.turned_away.is_empty();
    let parked = world.get::<Thinking>(npc).is_some_and(|it| it.parked.is_some());
    if parked || world.get::<Attention>(npc).is_some_and(waits) {
        world.resource_mut::<RunQueue>().0.insert(npc);
        world.resource_mut::<Clock>().wake_at(now);
    }
}

/// Counts something that a mind did while awake.
fn count_act(world: &mut World, npc: Entity) {
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        sleep.acts = sleep.acts.saturating_add(1);
    }
}

fn health(world: &mut World, npc: Entity, record: &Record) {
    let now = world.resource::<Clock>().now;
    // A question that was not sent says nothing about the model either, and an endpoint that is gone has a
    // breaker: a mind that rested beside it would answer by its script long after the endpoint is back.
    let says_nothing = |it: &LlmError| it.is_unasked() || it.is_of_connection();
    if record.thought.error.as_ref().is_some_and(says_nothing) {
        return;
    }
    let failed = [Some(record.reason), record.thought.failure].into_iter().flatten().any(|it| {
        matches!(it, StopReason::LlmError | StopReason::ParseError | StopReason::Expired)
    });
    // Nor does one that was ended before its answer.
    if matches!(record.reason, StopReason::Cancelled | StopReason::EmergencyStop) {
        return;
    }
    // A thought that asked no model says nothing about it.
    if record.thought.fallback && record.thought.failure.is_none() {
        return;
    }
    let Some(mut health) = world.get_mut::<Health>(npc) else { return };
    let resting = health.rests_until.is_some_and(|until| until > now);
    if resting {
        return;
    }
    let trial = health.rests_until.take().is_some();
    health.errors = if failed { health.errors.saturating_add(1) } else { 0 };
    if failed && (trial || health.errors >= MOST_ERRORS) {
        let until = now.after(REST);
        health.rests_until = Some(until);
        health.errors = 0;
        tracing::warn!(mind = ?npc, "too many errors in a row: the script answers for a while");
        write::change(world, npc, MindChange::RestBegun { until });
    } else if trial {
        write::change(world, npc, MindChange::RestEnded);
    }
}

/// Notes that there was a talk.
fn note_talk(world: &mut World, npc: Entity, record: &Record, matter: &TurnInput) {
    let Some(stimulus) = &matter.stimulus else { return };
    actions::on_finished(world, npc, record, matter);
    goals::decompose::on_finished(world, npc, record, matter);
    delegation::on_finished(world, npc, record, stimulus);
    leads::on_told(world, npc, stimulus, record);
    leads::on_answered(world, npc, matter, record.thought.spoken);
    let now = world.resource::<Clock>().now;
    let passed = stimulus.deed().is_some_and(DeedDone::is_passing);
    let spoke = record.reason == StopReason::TerminalTool && !passed && !stimulus.is_delegated();
    let readers = provenance::own(world, npc, matter).readers;
    if let Some(mut people) = world.get_mut::<Acquaintances>(npc)
        && spoke
        && !stimulus.words.is_empty()
    {
        let talked = &mut people.meet(&stimulus.speaker).talked;
        talked.change(&readers, Talked::default, |it| it.count(now));
    }
    saved::touch_acquaintance(world, npc, &stimulus.speaker);
}
