//! The system that moves thoughts on: what arrived since the last tick goes
//! into [`step`], and what comes out is asked of the model, of the memory or of
//! the world. Minds without news cost nothing.

use bevy_ecs::prelude::*;
use world::{
    act::{
        cause::Cause,
        due::{self, Due},
        perform::Performed,
    },
    engine::{
        chance::{Chance, Purpose},
        clock::{Clock, WorldTime},
        simulation::{self, Simulation},
        stage::Stage,
    },
    words::text::CleanText,
};

use crate::{
    llm::{ChatReply, LlmError, Ticket, scripted},
    mind::{
        acquaintance::Acquaintances,
        attention::{Attention, Ready, Trigger},
        body::Mind,
        health::Health,
        thinking::{Asking, Matter, Serial, Thinking},
    },
    record::trace::Trace,
    think::{
        act::Ponder,
        outside::{MindInput, ModelCall, Patience, RecallQuery, Withdraw},
    },
    tools::decode::{self, decode},
    turn::{Effect, Event, IDS_PER_THOUGHT, Thought, ThoughtLimits, Turn, budget::Meter, step},
};

mod act;
mod ask;
mod finish;
mod recall;

pub mod outside;

mod provenance;
mod remember;

/// A thought has taken too long.
struct Expire {
    mind: Entity,
    /// Which thought.
    base: u64,
}

impl Due for Expire {
    fn happen(self, world: &mut World) {
        if base_of(world, self.mind) == Some(self.base) {
            advance(world, self.mind, Event::Expire);
        }
    }
}

/// Adds the stage in which minds think.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Patience>();
    sim.add_queue::<MindInput>()
        .add_queue::<ModelCall>()
        .add_queue::<Withdraw>()
        .add_queue::<RecallQuery>()
        .add_due::<Expire>()
        .add_due::<Ponder>()
        .add_systems(Stage::Think, think);
}

/// Moves every thought on that has news.
pub(crate) fn think(world: &mut World) {
    let now = world.resource::<Clock>().now;
    for input in simulation::take::<MindInput>(world) {
        match input {
            MindInput::Replied { ticket, result } => replied(world, ticket, result),
            MindInput::Recalled { ticket, notes } => {
                if let Some((mind, event)) = recall::recalled(world, ticket, notes) {
                    advance(world, mind, event);
                }
            }
        }
    }
    for it in simulation::take::<Performed>(world) {
        let Cause::Tool { call, .. } = it.cause else { continue };
        if let Some(event) = act::performed(world, it.actor, call, it.outcome) {
            advance(world, it.actor, event);
        }
    }
    let ready = std::mem::take(&mut world.resource_mut::<Ready>().0);
    for it in ready {
        begin(world, it, now);
    }
}

fn base_of(world: &World, npc: Entity) -> Option<u64> {
    world.get::<Thinking>(npc)?.turn.thought().map(|it| it.base)
}

/// Begins a thought about what has waited longest.
fn begin(world: &mut World, npc: Entity, now: WorldTime) {
    let idle = world.get::<Thinking>(npc).is_some_and(|it| it.turn == Turn::Idle);
    let Some(health) = world.get::<Health>(npc).cloned() else { return };
    if !idle {
        return;
    }
    let Some(mut attention) = world.get_mut::<Attention>(npc) else { return };
    if health.stopped {
        attention.0.clear();
        return;
    }
    let Some(trigger) = attention.0.pop_front() else { return };
    // While it rests after too many errors, its script answers.
    let resting = health.rests_until.is_some_and(|until| until > now);
    let mut serial = world.resource_mut::<Serial>();
    let base = serial.0;
    serial.0 += IDS_PER_THOUGHT;
    let thought = Thought { base, prompted: true, fallback: resting, ..Thought::default() };
    open_matter(world, npc, trigger, now, resting);
    let patience = world.resource::<Patience>().0;
    due::enter(world, now.after(patience), Expire { mind: npc, base });
    advance(world, npc, Event::Begin(Box::new(thought)));
}

fn open_matter(world: &mut World, npc: Entity, trigger: Trigger, now: WorldTime, resting: bool) {
    let dice = world.resource_mut::<Chance>().number(Purpose::Variety);
    let speaker = &trigger.stimulus.speaker;
    let acquainted = world
        .get::<Acquaintances>(npc)
        .and_then(|people| people.0.get(speaker))
        .is_some_and(|it| it.talks > 0);
    if let Some(mut trace) = world.get_mut::<Trace>(npc) {
        trace.begin(
            now,
            format!(
                "{} by {} ({}): \"{}\"; rule: {}; trust {} %; hops {}",
                kind(&trigger),
                trigger.stimulus.name,
                speaker,
                trigger.stimulus.words,
                trigger.rule.name(),
                trigger.trust,
                trigger.label.hops,
            ),
        );
        if resting {
            trace.note("rests after too many errors: the script answers");
        }
    }
    let matter = Matter {
        stimulus: Some(trigger.stimulus),
        label: trigger.label,
        since: now,
        memories: Vec::new(),
        acquainted,
        dice,
        audience: None,
        context: world::words::label::Label::engine(),
        meter: Meter::default(),
    };
    if let Some(mut thinking) = world.get_mut::<Thinking>(npc) {
        thinking.matter = Some(matter);
        thinking.captured.clear();
    }
}

fn kind(trigger: &Trigger) -> &'static str {
    if trigger.stimulus.words.is_empty() { "routine: arrival" } else { "event" }
}

fn replied(world: &mut World, ticket: Ticket, result: Result<ChatReply, LlmError>) {
    let Some(it) = world.resource_mut::<Asking>().0.remove(&ticket) else { return };
    if let Some(mut trace) = world.get_mut::<Trace>(it) {
        match &result {
            Ok(reply) => {
                trace.note(format!("model answered: {}", describe(reply)));
                if decode::is_too_long(reply) {
                    let most = decode::LONGEST;
                    trace.note(format!("it says more than {most} characters, and is cut there"));
                }
            }
            Err(error) => trace.note(format!("model failed: {error}")),
        }
    }
    let Some(mind) = world.get::<Mind>(it) else { return };
    let last = world.get::<Thinking>(it).and_then(|it| it.turn.thought()).is_some_and(|it| it.last);
    let persona = mind.persona.clone();
    let reply = result.map(|reply| {
        let critical = ask::is_critical(world, it, &reply);
        decode(reply, &persona, last, critical)
    });
    advance(world, it, Event::Replied(ticket, reply));
}

/// A reply in one line, for the trace.
fn describe(reply: &ChatReply) -> String {
    let calls: Vec<String> = reply
        .calls
        .iter()
        .map(|it| match &it.arguments {
            crate::llm::Arguments::Object(map) => {
                format!("{} {}", it.name, serde_json::Value::Object(map.clone()))
            }
            crate::llm::Arguments::Malformed(raw) => format!("{} (malformed: {raw})", it.name),
        })
        .collect();
    let mut line = if calls.is_empty() { "no tool call".to_owned() } else { calls.join("; ") };
    if let Some(text) = reply.text.as_ref().filter(|it| !it.trim().is_empty()) {
        line.push_str(&format!(" (thought: {})", CleanText::new(text)));
    }
    if let Some(usage) = reply.usage {
        line.push_str(&format!(" [{} + {} tokens]", usage.prompt, usage.completion));
    }
    line
}

/// Moves a thought on as far as it goes without waiting.
fn advance(world: &mut World, it: Entity, event: Event) {
    let mut next = Some(event);
    while let Some(event) = next.take() {
        let Some(mind) = world.get::<Mind>(it) else { return };
        let rules = ThoughtLimits { max_iterations: mind.persona.tools.max_steps };
        let Some(mut thinking) = world.get_mut::<Thinking>(it) else { return };
        match step(std::mem::take(&mut thinking.turn), event, &rules) {
            Ok((turn, effect)) => {
                thinking.turn = turn;
                next = run(world, it, effect);
            }
            Err(unexpected) => {
                tracing::debug!(event = ?unexpected.event, "an event came too late");
                thinking.turn = unexpected.turn;
            }
        }
    }
}

/// Does what a step asked for; what is done at once comes back as an event.
fn run(world: &mut World, it: Entity, effect: Effect) -> Option<Event> {
    match effect {
        Effect::Recall(ticket) => {
            recall::about_the_matter(world, it, ticket);
            None
        }
        Effect::CallModel(ticket) if ask::model(world, it, ticket) => None,
        Effect::CallModel(_) => Some(not_for_all(world, it)),
        Effect::CallScript(ticket) => {
            let Some(scene) = ask::scene(world, it) else { return Some(not_for_all(world, it)) };
            let reply = scripted::excuse(&scene);
            if let Some(mut trace) = world.get_mut::<Trace>(it) {
                trace.note(format!("script answers: {}", describe(&reply)));
            }
            let decision = decode(reply, &scene.persona, false, false);
            Some(Event::Replied(ticket, Ok(decision)))
        }
        Effect::RunTool(id, call) => act::run_tool(world, it, id, &call),
        Effect::Finish(record) => {
            finish::finish(world, it, &record);
            None
        }
    }
}

/// Ends a thought that cannot be answered before those who are there now.
fn not_for_all(world: &mut World, it: Entity) -> Event {
    if let Some(mut trace) = world.get_mut::<Trace>(it) {
        trace.note("somebody is here who may not hear of it");
    }
    Event::Cancel
}

/// Withdraws what a mind is thinking, as staff ask for it; `all` says that they
/// stop all minds at once.
pub fn cancel(world: &mut World, npc: Entity, all: bool) {
    if let Some(mut attention) = world.get_mut::<Attention>(npc) {
        attention.0.clear();
    }
    if world.get::<Thinking>(npc).is_some_and(|it| it.turn != Turn::Idle) {
        advance(world, npc, if all { Event::EmergencyStop } else { Event::Cancel });
    }
}
