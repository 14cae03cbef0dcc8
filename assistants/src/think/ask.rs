//! Asking the model: the audience first, then what they may read, then the
//! question.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use world::{
    act::due,
    beings::character::Character,
    engine::{
        chance::{Chance, Purpose},
        clock::Clock,
        id::CharacterId,
    },
    space::containment,
    trade::regard::UNKNOWN,
    words::{label::Label, name::Name},
};

use crate::{
    gate::audience,
    llm::{
        ChatMessage, ChatReply, ChatRequest, Ticket,
        scene::{AnswerWay, Scene},
    },
    memory::{Note, NoteKind},
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        thinking::{Asking, Thinking},
    },
    perceive::stream::{Stream, StreamLine},
    prompt::{self, Parts},
    think::{act::Ponder, outside::ModelCall, written},
    tools,
    turn::budget::{CONTEXT, Meter, Pressure, Thresholds},
};

mod people;

/// About how many characters the descriptions of the tools have.
const TOOLS_LENGTH: usize = 6_000;

/// Everything a question may be made of.
struct Material {
    lines: Vec<StreamLine>,
    memories: Vec<Note>,
    scene: Scene,
}

/// The facts of the thought, fit for those who will hear the answer. Decides
/// the audience anew: when it has grown by somebody who may not know what the
/// thought has come by so far, the thought starts over without it.
fn gather(world: &mut World, npc: Entity) -> Option<Material> {
    let stimulus = world.get::<Thinking>(npc)?.matter.as_ref()?.stimulus.clone();
    let audience = audience::audience(world, npc, stimulus.as_ref());
    let mut thinking = world.get_mut::<Thinking>(npc)?;
    let matter = thinking.matter.as_mut()?;
    // Somebody came in who may not know what was said: there is no answering
    // it here any more.
    if !matter.label.readers.admit_all(&audience) {
        return None;
    }
    if !matter.context.readers.admit_all(&audience) {
        matter.context = Label::engine();
        if let Some(thought) = thinking.turn.thought_mut() {
            thought.exchanges.clear();
        }
    }
    let thinking = world.get::<Thinking>(npc)?;
    let matter = thinking.matter.as_ref()?;
    let stream = world.get::<Stream>(npc)?;
    let (lines, memories, mut label) = prompt::fit(stream.0.iter(), &matter.memories, &audience);
    let lines: Vec<StreamLine> = lines.into_iter().cloned().collect();
    let said_last = matter.stimulus.as_ref().and_then(|stimulus| {
        let said = &world.get::<Acquaintances>(npc)?.0.get(&stimulus.speaker)?.said;
        said.as_ref().filter(|(_, label)| label.readers.admit_all(&audience)).map(|it| it.0.clone())
    });
    let now = world.resource::<Clock>().now;
    let speaker = matter.stimulus.as_ref().map(|it| &it.speaker);
    let persona = world.get::<Mind>(npc)?.persona.clone();
    let noted = matter.stimulus.as_ref();
    let noted = noted.map(|it| people::slots_in_notes(&memories, it, &persona.script.slots));
    let mut slots = noted.unwrap_or_default();
    if let Some(it) = speaker {
        slots.extend(people::slots(world, npc, it, &audience, &mut label));
    }
    let named = people::among_the_words(world, npc, matter, &audience, &mut label);
    let scene = Scene {
        persona,
        stimulus: matter.stimulus.clone(),
        place: room_name(world, npc),
        present: names(world, npc),
        time: now.time_of_day().to_owned(),
        hour: u8::try_from(now.hour_and_minute().0).unwrap_or_default(),
        slots,
        marks: speaker.and_then(|it| people::marks(world, it)).unwrap_or_default(),
        carries: speaker.map(|it| people::carries(world, npc, it)).unwrap_or_default(),
        offered: speaker.is_some_and(|it| people::is_offered(world, npc, it)),
        people: named,
        regard: speaker.map_or(UNKNOWN, |it| people::regard(world, npc, it)),
        mood: people::mood(world, npc),
        visitors: people::visitors(world, npc, speaker),
        opened: people::opened(world, npc),
        memories: facts(&memories),
        acquainted: matter.acquainted,
        said_last,
        done: thinking.turn.thought().into_iter().flat_map(|it| it.done()).cloned().collect(),
        dice: matter.dice,
    };
    let context = matter.context.join(&label).join(&matter.label);
    if let Some(matter) = world.get_mut::<Thinking>(npc)?.matter.as_mut() {
        matter.context = context;
        matter.audience = Some(audience);
    }
    Some(Material { lines, memories, scene })
}

/// What is known, without mere episodes.
fn facts(notes: &[Note]) -> Vec<String> {
    notes.iter().filter(|it| it.kind != NoteKind::Episode).map(|it| it.content.clone()).collect()
}

fn room_name(world: &World, npc: Entity) -> String {
    let room = containment::room_of(world, npc);
    room.and_then(|it| world.get::<Name>(it)).map(|it| it.0.to_string()).unwrap_or_default()
}

fn names(world: &World, npc: Entity) -> Vec<String> {
    let present = audience::present(world, npc);
    present.iter().filter_map(|it| world.get::<Name>(*it)).map(|it| it.0.to_string()).collect()
}

/// The facts of the thought, for the script.
pub(super) fn scene(world: &mut World, npc: Entity) -> Option<Scene> {
    gather(world, npc).map(|it| it.scene)
}

/// Whether the context is all but full after a reply. The provider's count
/// stands in for our estimate where there is one.
pub(super) fn is_critical(world: &mut World, it: Entity, reply: &ChatReply) -> bool {
    let size = context_size(world, it);
    let Some(mut thinking) = world.get_mut::<Thinking>(it) else { return false };
    let Some(matter) = thinking.matter.as_mut() else { return false };
    if let Some(usage) = reply.usage {
        matter.meter.count(usage.prompt.saturating_add(usage.completion));
    }
    Thresholds::default().pressure(matter.meter.tokens(), size) == Pressure::Critical
}

fn context_size(world: &World, npc: Entity) -> u32 {
    world.get::<Mind>(npc).and_then(|it| it.persona.model.context).unwrap_or(CONTEXT)
}

/// How many characters a question has.
fn length(messages: &[ChatMessage]) -> usize {
    let of = |message: &ChatMessage| match message {
        ChatMessage::System(text) | ChatMessage::User(text) => text.len(),
        ChatMessage::Assistant { text, calls } => {
            let calls: usize = calls.iter().map(|it| it.name.len() + 80).sum();
            text.as_ref().map_or(0, String::len) + calls
        }
        ChatMessage::Tool { content, .. } => content.len(),
    };
    messages.iter().map(of).sum()
}

/// The newest lines that fit into their share of the context, oldest first.
fn newest(lines: &[StreamLine], size: u32) -> Vec<&StreamLine> {
    let mut left = usize::try_from(size).unwrap_or(usize::MAX).saturating_mul(4) / 3;
    let mut fitting: Vec<&StreamLine> = Vec::new();
    for line in lines.iter().rev() {
        let Some(rest) = left.checked_sub(line.words.len() + 80) else { break };
        left = rest;
        fitting.push(line);
    }
    fitting.reverse();
    fitting
}

/// How whoever the thought is about is answered by words without a call.
pub(super) fn answering(world: &World, npc: Entity) -> Option<AnswerWay> {
    let stimulus = world.get::<Thinking>(npc)?.matter.as_ref()?.stimulus.as_ref()?;
    Some(stimulus.answer_way(&names(world, npc)))
}

/// Asks the model. False when there is nothing that may be asked.
pub(super) fn model(world: &mut World, it: Entity, ticket: Ticket) -> bool {
    gather(world, it).is_some_and(|matter| ask(world, it, ticket, matter).is_some())
}

fn ask(world: &mut World, npc: Entity, ticket: Ticket, matter: Material) -> Option<()> {
    let now = world.resource::<Clock>().now;
    let nonce = world.resource_mut::<Chance>().number(Purpose::Nonce);
    let size = context_size(world, npc);
    let thinking = world.get::<Thinking>(npc)?;
    let thought = thinking.turn.thought()?;
    let tokens = thinking.matter.as_ref().map_or(0, |it| it.meter.tokens());
    let pressure = Thresholds::default().pressure(tokens, size);
    let lines = newest(&matter.lines, size);
    let persona = matter.scene.persona.clone();
    let parts = Parts {
        persona: &persona,
        scene: &matter.scene,
        stream: &lines,
        memories: &matter.memories,
        exchanges: &thought.exchanges,
        nonce,
        now,
        advice: crate::turn::advice::advice(pressure),
    };
    let messages = prompt::messages(&parts);
    let chars = length(&messages) + TOOLS_LENGTH;
    let (speaking, first, base) = (thought.last, thought.iteration == 1, thought.base);
    let counts = (lines.len(), matter.memories.len(), chars / 4);
    let id = world.get::<Character>(npc)?.0.clone();
    let request = request(ticket, id, messages, matter.scene, speaking);
    written::asked(world, npc, &request, counts);
    if let Some(matter) =
        world.get_mut::<Thinking>(npc).and_then(|it| it.into_inner().matter.as_mut())
    {
        matter.meter = Meter::default();
        matter.meter.add(chars);
    }
    world.resource_mut::<Asking>().0.insert(ticket, npc);
    world.write_message(ModelCall(request));
    if first {
        due::enter(world, now.after(PONDERS_AFTER), Ponder { mind: npc, base });
    }
    Some(())
}

fn request(
    ticket: Ticket,
    npc: CharacterId,
    messages: Vec<ChatMessage>,
    scene: Scene,
    speaking: bool,
) -> ChatRequest {
    let settings = &scene.persona.model;
    ChatRequest {
        ticket,
        npc,
        provider: settings.provider.clone(),
        model: settings.name.clone(),
        temperature: settings.temperature,
        max_tokens: settings.max_tokens,
        messages,
        tools: tools::specs(&scene.persona, speaking).into(),
        scene: Arc::new(scene),
    }
}

/// How long a model may think until its character is seen to.
const PONDERS_AFTER: std::time::Duration = std::time::Duration::from_millis(1_200);
