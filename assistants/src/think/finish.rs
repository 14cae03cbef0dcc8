//! The end of a thought: what is remembered of it, and what comes next.

use bevy_ecs::prelude::*;
use world::{
    engine::clock::Clock,
    words::label::{Label, Readers},
};

use super::{
    act::addressee,
    outside::Withdraw,
    provenance,
    remember::{ToNote, remember},
    written,
};
use crate::{
    llm::{
        LlmError, Ticket,
        scene::{DeedDone, Stimulus},
    },
    memory::NoteKind,
    mind::{
        acquaintance::Acquaintances,
        attention::{Attention, Ready},
        body::Mind,
        health::Health,
        saved,
        thinking::{Asking, Matter, Thinking},
    },
    turn::{Record, StopReason},
};

/// Errors in a row after which a mind rests.
const MOST_ERRORS: u8 = 5;

/// How long it rests.
const REST: std::time::Duration = std::time::Duration::from_secs(300);

/// Ends a thought.
pub(super) fn finish(world: &mut World, npc: Entity, record: &Record) {
    let now = world.resource::<Clock>().now;
    let matter = world.get_mut::<Thinking>(npc).and_then(|mut it| it.matter.take());
    let ids = record.thought.base..record.thought.base + record.thought.used;
    let open: Vec<Ticket> = world
        .resource::<Asking>()
        .0
        .range(Ticket(ids.start)..Ticket(ids.end))
        .map(|(it, _)| *it)
        .collect();
    for ticket in open {
        world.resource_mut::<Asking>().0.remove(&ticket);
        world.write_message(Withdraw(ticket));
    }
    health(world, npc, record);
    let mut since = None;
    if let Some(matter) = matter {
        close(world, npc, record, &matter);
        since = Some(matter.since);
    }
    written::ended(world, npc, record, since);
    let waits = |it: &Attention| !it.waiting.is_empty() || !it.turned_away.is_empty();
    let parked = world.get::<Thinking>(npc).is_some_and(|it| it.parked.is_some());
    if parked || world.get::<Attention>(npc).is_some_and(waits) {
        world.resource_mut::<Ready>().0.insert(npc);
        world.resource_mut::<Clock>().wake_at(now);
    }
}

fn health(world: &mut World, npc: Entity, record: &Record) {
    let now = world.resource::<Clock>().now;
    // A question that was not sent says nothing about the model either.
    if record.thought.error.as_ref().is_some_and(LlmError::is_unasked) {
        return;
    }
    let failed = [Some(record.reason), record.thought.failure].into_iter().flatten().any(|it| {
        matches!(it, StopReason::LlmError | StopReason::ParseError | StopReason::Expired)
    });
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
        health.rests_until = Some(now.after(REST));
        health.errors = 0;
        tracing::warn!(mind = ?npc, "too many errors in a row: the script answers for a while");
    }
}

/// Remembers the conversation.
fn close(world: &mut World, npc: Entity, record: &Record, matter: &Matter) {
    let Some(stimulus) = &matter.stimulus else { return };
    let now = world.resource::<Clock>().now;
    let passed = stimulus.deed.as_ref().is_some_and(DeedDone::is_passing);
    let spoke = record.reason == StopReason::TerminalTool && !passed;
    if let Some(mut people) = world.get_mut::<Acquaintances>(npc)
        && spoke
        && !stimulus.words.is_empty()
    {
        let known = people.meet(&stimulus.speaker);
        known.talks = known.talks.saturating_add(1);
        known.last = now;
    }
    let Some(me) = world.get::<Mind>(npc).map(|it| it.persona.body.name.clone()) else { return };
    let answer = answer(world, record, stimulus);
    if let (true, false, Some(answer)) = (spoke, stimulus.words.is_empty(), answer) {
        let (words, answer) = (clip(&stimulus.words), clip(&answer));
        // What was done was not said.
        let content = match &stimulus.deed {
            Some(_) => format!("\"{words}\" {me} answered \"{answer}\"."),
            None => format!("{} said \"{words}\"; {me} answered \"{answer}\".", stimulus.name),
        };
        let label = conversation_label(world, npc, matter);
        let (about, source) = (Some(stimulus.speaker.clone()), Some(stimulus.speaker.clone()));
        let (importance, kind) = (3, NoteKind::Episode);
        let episode = ToNote { content, importance, about, kind, label, source, concluded: false };
        if let Err(why) = remember(world, npc, episode, None) {
            tracing::debug!(why, "an episode was not kept");
        }
    }
    saved::touch_acquaintance(world, npc, &stimulus.speaker);
}

/// As much of what was said as the memory of a talk holds.
pub(super) fn clip(text: &str) -> String {
    text.chars().take(160).collect()
}

/// What was said last to whoever is answered, by the way they spoke. What was whispered to somebody
/// else, or shown, or told a channel, is no part of this conversation.
fn answer(world: &World, record: &Record, stimulus: &Stimulus) -> Option<String> {
    let way = stimulus.answer_way(&[]).tool;
    let done = record.thought.exchanges.iter().flat_map(|it| it.calls.iter().zip(&it.results));
    let said = done.filter(|(call, done)| done.success && call.tool == way);
    let to_them = said.filter(|(call, _)| {
        let to = addressee(world, call);
        to.is_none_or(|to| to == stimulus.speaker)
    });
    let last = to_them.last().and_then(|(call, _)| call.arguments.get("text")?.as_str());
    last.map(str::to_owned)
}

/// Where the memory of a talk comes from: from whoever talked, as the engine took it down. Who may
/// know of it are those who may know what was said to the mind and what it said.
fn conversation_label(world: &World, it: Entity, matter: &Matter) -> Label {
    let audience = matter.audience.clone().unwrap_or(Readers::Everyone);
    let private = matter.label.readers != Readers::Everyone;
    let said = provenance::own(world, it, matter);
    let Label { integrity, origins, .. } = matter.label.clone();
    let label = Label { integrity, origins, ..said };
    if private { label.kept_to(&audience) } else { label }
}
