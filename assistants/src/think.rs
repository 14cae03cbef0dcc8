//! The system that moves thoughts on: what arrived since the last tick goes
//! into [`step`], and what comes out is asked of the model, of the memory or of
//! the world. Minds without news cost nothing.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use world::{
    chance::{Chance, Purpose},
    clock::{Agenda, Clock, WorldTime},
    fact::{CallId, Cause},
    id::CharacterId,
    perform::Performed,
    text::CleanText,
};

use crate::{
    assistant::{
        Acquaintances, Asking, Attention, Health, Matter, Mind, Ready, Serial, Thinking, Trigger,
    },
    decode::{self, decode},
    llm::{ChatReply, ChatRequest, LlmError, Ticket, scripted},
    memory::Note,
    scene::Done,
    tools,
    trace::Trace,
    turn::{Effect, Event, IDS_PER_THOUGHT, Rules, Thought, Turn, budget::Meter, step},
};

mod act;
mod ask;
mod finish;
mod recall;

/// How long a thought may take altogether.
#[derive(Resource, Debug, Clone, Copy)]
pub struct Patience(pub std::time::Duration);

impl Default for Patience {
    fn default() -> Self {
        Self(std::time::Duration::from_secs(60))
    }
}

/// How long a model may think until its character is seen to.
const PONDERS_AFTER: std::time::Duration = std::time::Duration::from_millis(1_200);

/// Something that comes into the minds from outside.
#[derive(Message, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MindInput {
    /// A model answered, or did not.
    Replied {
        /// Which question.
        ticket: Ticket,
        /// What.
        result: Result<ChatReply, LlmError>,
    },
    /// The store answered. An empty answer is as good as any.
    Recalled {
        /// Which question.
        ticket: Ticket,
        /// The notes, and how well their words fit; greater is better.
        notes: Vec<(Note, f64)>,
    },
}

/// A question to a model.
#[derive(Message, Debug, Clone)]
pub struct ModelCall(pub ChatRequest);

/// A question to a model that nobody waits for any more.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Withdraw(pub Ticket);

/// A question to the store.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct RecallQuery {
    /// Which question.
    pub ticket: Ticket,
    /// Whose memory.
    pub npc: CharacterId,
    /// Words to look for.
    pub words: String,
    /// Who it is about.
    pub about: Vec<CharacterId>,
    /// Most notes.
    pub limit: usize,
}

/// Something a mind does by the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// A thought has taken too long.
    Expire(Entity, u64),
    /// A model takes long enough for others to notice.
    Ponder(Entity, u64),
}

/// Moves every thought on that has news.
pub(crate) fn think(world: &mut World) {
    let now = world.resource::<Clock>().now;
    while let Some(due) = world.resource_mut::<Agenda<Due>>().take_due(now) {
        match due {
            Due::Expire(it, base) if base_of(world, it) == Some(base) => {
                advance(world, it, Event::Expire);
            }
            Due::Ponder(it, base) if base_of(world, it) == Some(base) => act::ponder(world, it),
            Due::Expire(..) | Due::Ponder(..) => {}
        }
    }
    let inputs: Vec<MindInput> = world.resource_mut::<Messages<MindInput>>().drain().collect();
    for input in inputs {
        match input {
            MindInput::Replied { ticket, result } => replied(world, ticket, result),
            MindInput::Recalled { ticket, notes } => recall::recalled(world, ticket, notes),
        }
    }
    let performed: Vec<Performed> = world.resource_mut::<Messages<Performed>>().drain().collect();
    for it in performed {
        if let Cause::Tool { call, .. } = it.cause {
            act::performed(world, it.actor, call, it.outcome);
        }
    }
    let ready = std::mem::take(&mut world.resource_mut::<Ready>().0);
    for it in ready {
        begin(world, it, now);
    }
    if let Some(next) = world.resource::<Agenda<Due>>().next() {
        world.resource_mut::<Clock>().wake_at(next);
    }
}

fn base_of(world: &World, it: Entity) -> Option<u64> {
    world.get::<Thinking>(it)?.turn.thought().map(|it| it.base)
}

/// Begins a thought about what has waited longest.
fn begin(world: &mut World, it: Entity, now: WorldTime) {
    let idle = world.get::<Thinking>(it).is_some_and(|it| it.turn == Turn::Idle);
    let Some(health) = world.get::<Health>(it).cloned() else { return };
    if !idle {
        return;
    }
    let Some(mut attention) = world.get_mut::<Attention>(it) else { return };
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
    open_matter(world, it, trigger, now, resting);
    let patience = world.resource::<Patience>().0;
    world.resource_mut::<Agenda<Due>>().enter(now.after(patience), Due::Expire(it, base));
    advance(world, it, Event::Begin(Box::new(thought)));
}

fn open_matter(world: &mut World, it: Entity, trigger: Trigger, now: WorldTime, resting: bool) {
    let dice = world.resource_mut::<Chance>().number(Purpose::Variety);
    let speaker = &trigger.stimulus.speaker;
    let acquainted = world
        .get::<Acquaintances>(it)
        .and_then(|people| people.0.get(speaker))
        .is_some_and(|it| it.talks > 0);
    if let Some(mut trace) = world.get_mut::<Trace>(it) {
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
        context: world::label::Label::engine(),
        meter: Meter::default(),
    };
    if let Some(mut thinking) = world.get_mut::<Thinking>(it) {
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
        let rules = Rules { max_iterations: mind.persona.tools.max_steps };
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

/// The result of a tool that was done at once.
fn settled(id: CallId, tool: &str, result: Result<String, String>) -> Event {
    let (success, content) = match result {
        Ok(content) => (true, content),
        Err(why) => (false, why),
    };
    Event::ToolFinished(id, Done { tool: tool.to_owned(), success, content })
}

/// Withdraws what a mind is thinking, as staff ask for it; `all` says that they
/// stop all minds at once.
pub fn cancel(world: &mut World, it: Entity, all: bool) {
    if let Some(mut attention) = world.get_mut::<Attention>(it) {
        attention.0.clear();
    }
    if world.get::<Thinking>(it).is_some_and(|it| it.turn != Turn::Idle) {
        advance(world, it, if all { Event::EmergencyStop } else { Event::Cancel });
    }
}

/// The tools as text, for the persona checker.
#[must_use]
pub fn tool_names() -> Vec<&'static str> {
    tools::names()
}
