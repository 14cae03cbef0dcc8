//! Gathering of what a question may be made of: what those who will hear the answer may know.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::CharacterId,
    label::{Label, Readers},
};
use world::{
    beings::{character::Character, name::Name},
    space::{calendar, containment},
    trade::regard::UNKNOWN,
};

use super::{derived, foreign, people};
use crate::{
    gate::{
        audience,
        consent::{self, PromptReaders},
        ignoring::{Ignoring, PromptFilter},
        rules::authority_of,
    },
    llm::scene::{DeedDone, Scene, SpokenWay, Stimulus},
    memory::{Note, NoteKind, said},
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        seen::ago,
        talk_state::TalkState,
        thinking::{Narrowing, RumourAsked, Thinking, TurnInput},
    },
    perceive::{
        order,
        stream::{Stream, StreamLine},
    },
    prompt,
    record::question::QuestionSegment,
    think::{
        actions, delegation, goals, judge, leads, models, projects, service_tools, talks, telling,
    },
    tools::offered,
    turn::brief::{Components, TurnAuthority},
};

/// Time for which a character says nothing twice in the same words, where it has others, and maximum number
/// of lines that it looks back on for that.
const SAID_LATELY: Duration = Duration::from_secs(600);
const MOST_SAID: usize = 24;

/// Material of a question.
pub(super) struct Material {
    /// Lines of the conversation that have left its transcript.
    pub(super) earlier: Vec<Arc<StreamLine>>,
    /// Transcript of the conversation with the partner.
    pub(super) transcript: Vec<Arc<StreamLine>>,
    /// Recent lines of others.
    pub(super) heard: Vec<Arc<StreamLine>>,
    pub(super) memories: Vec<Note>,
    pub(super) scene: Scene,
}

/// Returns whether the thought can go on before those who will hear its answer. When the audience has grown
/// by somebody who may not know what the thought has come by so far, it starts over without that, and
/// so it does when the gate refused what came of other people's words.
fn may_go_on(world: &mut World, npc: Entity, audience: &Readers) -> Option<()> {
    let mut thinking = world.get_mut::<Thinking>(npc)?;
    let matter = thinking.matter.as_mut()?;
    // Somebody came in who may not know what was said: there is no answering
    // it here any more.
    if !matter.label.readers.admit_all(audience) {
        return None;
    }
    let anew = matter.narrowing == Narrowing::Next;
    if anew || !matter.context.readers.admit_all(audience) {
        if anew {
            matter.narrowing = Narrowing::Yes;
        }
        matter.context = Label::engine();
        if let Some(thought) = thinking.turn.thought_mut() {
            thought.anew_from = thought.exchanges.len();
        }
    }
    Some(())
}

/// Makes an order a reply to whoever ordered, once what was recalled or looked at for it brought words
/// of players in.
fn follow_context(world: &mut World, npc: Entity) {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let (Some(matter), Some(mind)) = (matter, world.get::<Mind>(npc)) else { return };
    let kind = authority_of(matter.brief.kind, &matter.context);
    if kind == matter.brief.kind {
        return;
    }
    let way = matter.stimulus.as_ref().map_or(SpokenWay::Aloud, Stimulus::spoken_way);
    let profile = matter.chain.current().and_then(|it| models::profile(world, it));
    // What was taken away from the turn before stays away.
    let tools = service_tools::turn_tools(world, mind, (kind, way), profile);
    let tools = offered::among(tools, &matter.brief.tools);
    if let Some(matter) =
        world.get_mut::<Thinking>(npc).and_then(|it| it.into_inner().matter.as_mut())
    {
        (matter.brief.kind, matter.brief.tools) = (kind, tools);
    }
}

/// Gathers the material of a question, fit for those who will hear the answer, who are
/// decided anew.
pub(super) fn gather(world: &mut World, npc: Entity) -> Option<Material> {
    let stimulus = world.get::<Thinking>(npc)?.matter.as_ref()?.stimulus.clone();
    let audience = audience::audience(world, npc, stimulus.as_ref());
    may_go_on(world, npc, &audience)?;
    follow_context(world, npc);
    let now = world.resource::<Clock>().now;
    let matter = world.get::<Thinking>(npc)?.matter.as_ref()?;
    let readers = PromptReaders { audience, outside: consent::goes_outside(world, npc) };
    let partner = matter.stimulus.as_ref().map(|it| &it.speaker);
    let reader = matter.stimulus.as_ref().map(Stimulus::reader);
    let readers = PromptFilter { readers, ignoring: Ignoring::of_partner(world, reader) };
    let stream = world.get::<Stream>(npc)?;
    let narrowed = matter.narrowing == Narrowing::Yes;
    let me = world.get::<Character>(npc).map(|it| it.0.clone())?;
    let fits = |label: &Label| {
        readers.may_read(label) && (!narrowed || judge::is_between(label, &me, partner))
    };
    let Components { transcript, heard, .. } = matter.brief.components;
    let conversation = matter.conversation;
    let of = conversation.filter(|_| transcript);
    let earlier = of.into_iter().flat_map(|it| stream.earlier(it));
    let earlier: Vec<_> = earlier.filter(|it| fits(&it.label)).cloned().collect();
    let transcript = of.into_iter().flat_map(|it| stream.transcript(it));
    let transcript: Vec<_> = transcript.filter(|it| fits(&it.label)).cloned().collect();
    let heard = (heard && !narrowed)
        .then(|| prompt::heard(stream, conversation, |it| readers.may_read(it), now));
    let heard: Vec<_> = heard.into_iter().flatten().cloned().collect();
    let shown: Vec<&StreamLine> = transcript.iter().chain(&heard).map(|it| &**it).collect();
    let memories = fitting(matter, &shown, &fits);
    let mut moment = prompt::label_of(std::iter::empty());
    let scene = match matter.brief.kind {
        TurnAuthority::Reply => scene_of(world, npc, &memories, &readers, &mut moment)?,
        TurnAuthority::Own => scene_of_order(world, npc, &readers, &mut moment)?,
    };
    let material = Material { earlier, transcript, heard, memories, scene };
    let segments = segments(matter, &material, moment);
    let foreign = foreign::words(world, npc, &material, readers.audience());
    let audience = readers.readers.audience;
    let thinking = world.get_mut::<Thinking>(npc)?.into_inner();
    let matter = thinking.matter.as_mut()?;
    matter.context = Label::engine();
    segments.iter().for_each(|it| matter.context.absorb(&it.label));
    (matter.segments, matter.audience) = (segments, Some(audience));
    matter.foreign.join(foreign);
    Some(material)
}

/// Returns the segments of a question by provenance; what the thought came by before is one of them.
fn segments(matter: &TurnInput, material: &Material, moment: Label) -> Vec<QuestionSegment> {
    let of_lines = |all: &[Arc<StreamLine>]| prompt::label_of(all.iter().map(|it| &it.label));
    let Material { earlier, transcript, heard, memories, .. } = material;
    let remembered = prompt::label_of(memories.iter().map(|it| &it.label));
    let before = usize::from(matter.context != Label::engine());
    let all = [
        ("stimulus", 1, matter.label.clone()),
        ("earlier", earlier.len(), of_lines(earlier)),
        ("transcript", transcript.len(), of_lines(transcript)),
        ("heard", heard.len(), of_lines(heard)),
        ("memories", memories.len(), remembered),
        ("moment", 1, moment),
        (
            "rumours",
            matter.rumours.len(),
            prompt::label_of(matter.rumours.iter().map(|it| &it.label)),
        ),
        ("before", before, matter.context.clone()),
    ];
    let all = all.into_iter().filter(|(_, pieces, _)| *pieces > 0);
    all.map(|(name, pieces, label)| QuestionSegment { name: name.into(), pieces, label }).collect()
}

/// Builds the scene of an order, in which nothing has a name by a player.
fn scene_of_order(
    world: &World,
    npc: Entity,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<Scene> {
    let thinking = world.get::<Thinking>(npc)?;
    let matter = thinking.matter.as_ref()?;
    let clock = calendar::now(world);
    let persona = world.get::<Mind>(npc)?.persona.clone();
    Some(Scene {
        place: room_name(world, npc),
        time: clock.words().to_owned(),
        hour: clock.hour,
        goals: goals_of(world, npc, matter, (readers, true), label),
        project: projects::active(world, npc, readers, label),
        task: actions::scene(world, npc, world.resource::<Clock>().now),
        done: thinking.turn.thought().into_iter().flat_map(|it| it.done()).cloned().collect(),
        dice: matter.dice,
        ..Scene::bare(persona, matter.stimulus.clone())
    })
}

/// Returns the goals that stand in a question, where its context has them.
fn goals_of(
    world: &World,
    npc: Entity,
    matter: &TurnInput,
    filter: (&PromptFilter<'_>, bool),
    label: &mut Label,
) -> Vec<String> {
    let has = matter.brief.components.goals;
    if has { goals::lines(world, npc, filter, label) } else { Vec::new() }
}

/// Builds the scene of a thought as it is now; what it came from becomes part of `label`.
fn scene_of(
    world: &World,
    npc: Entity,
    memories: &[Note],
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<Scene> {
    let thinking = world.get::<Thinking>(npc)?;
    let matter = thinking.matter.as_ref()?;
    let stimulus = matter.stimulus.as_ref();
    let speaker = stimulus.map(|it| &it.speaker);
    let said_last = speaker.and_then(|it| said_last(world, npc, it, readers));
    let talk = speaker.and_then(|it| talk_with(world, npc, it, readers));
    let persona = world.get::<Mind>(npc)?.persona.clone();
    let slots = slots_of(world, npc, (matter, memories), readers, label);
    let clock = calendar::now(world);
    let [present, things, own] = people::around(world, npc, readers.audience());
    let heard = heard_before(world, npc, matter, readers, label);
    let of_lead = leads::sentence(world, npc, stimulus, heard.as_deref());
    let scene = Scene {
        place: room_name(world, npc),
        present,
        secluded: !audience::may_know_room(world, npc, readers.audience()),
        things,
        own,
        time: clock.words().to_owned(),
        hour: clock.hour,
        slots,
        marks: speaker.and_then(|it| people::marks(world, it)).unwrap_or_default(),
        carries: speaker.map(|it| people::carries(world, npc, it)).unwrap_or_default(),
        offered: speaker.is_some_and(|it| people::is_offered(world, npc, it, readers.audience())),
        people: people::among_the_words(world, npc, matter, readers, label),
        regard: speaker.map_or(UNKNOWN, |it| people::regard(world, npc, it, readers.audience())),
        mood: people::mood(world, npc, readers.audience()),
        visitors: people::visitors(world, npc, speaker, readers),
        opened: people::opened(world, npc, readers),
        away: speaker.map(|it| people::away(world, npc, it)).unwrap_or_default(),
        lately: speaker.and_then(|it| people::last_seen_doing(world, npc, it, label)),
        deeds: people::done_before(world, matter, readers, label),
        insight: derived::concluded(matter, readers, label),
        dreamed: derived::dreamed(world, matter, readers, said_last.as_deref(), label),
        yesterday: derived::yesterday(world, matter, readers, label),
        told: said_before(world, npc, matter.told.as_ref(), readers, label),
        heard,
        rumour: telling::answer(world, npc, matter).or(of_lead),
        rumour_from: telling::teller(matter),
        has_news: !matter.rumours.is_empty() && matter.asks != Some(RumourAsked::Answered),
        asks_news: matter.asks == Some(RumourAsked::News),
        memories: facts(memories),
        acquainted: matter.acquainted,
        said_last,
        talk: talk.unwrap_or_default(),
        said_lately: said_lately(world, npc, stimulus, readers),
        ordered_lately: stimulus.and_then(|it| ordered_lately(world, npc, it)),
        goal: goals::spoken_of(world, npc, (readers, matter.dice), label),
        goals: goals_of(world, npc, matter, (readers, false), label),
        project: None,
        task: actions::scene(world, npc, world.resource::<Clock>().now),
        done: thinking.turn.thought().into_iter().flat_map(|it| it.done()).cloned().collect(),
        dice: matter.dice,
        ..Scene::bare(persona, matter.stimulus.clone())
    };
    Some(delegation::completed(world, npc, scene, readers))
}

/// Returns the known facts about the speaker, by slot.
fn slots_of(
    world: &World,
    npc: Entity,
    (matter, memories): (&TurnInput, &[Note]),
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> BTreeMap<String, String> {
    let (Some(stimulus), Some(mind)) = (&matter.stimulus, world.get::<Mind>(npc)) else {
        return BTreeMap::new();
    };
    let mut slots = people::slots_in_notes(memories, stimulus, &mind.persona.script.slots);
    slots.extend(people::slots(world, npc, &stimulus.speaker, readers, label));
    slots
}

/// Returns an earlier line of somebody else that answers the words, with the name.
fn heard_before(
    world: &World,
    npc: Entity,
    matter: &TurnInput,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<String> {
    let said = said_before(world, npc, matter.heard.as_ref(), readers, label)?;
    Some(format!("{} said {said}", matter.heard.as_ref().map_or("", who_spoke)))
}

/// Returns the state of the talk with somebody, if all who will hear the answer may know it.
fn talk_with(
    world: &World,
    npc: Entity,
    whom: &CharacterId,
    readers: &PromptFilter<'_>,
) -> Option<TalkState> {
    let talk = world.get::<Acquaintances>(npc)?.0.get(whom)?.talk(readers.audience());
    talk.filter(|(_, of)| readers.may_read(of)).map(|(talk, _)| talk.clone())
}

/// Returns the last words of a character to somebody, if all who will hear the answer may know them.
fn said_last(
    world: &World,
    npc: Entity,
    whom: &CharacterId,
    readers: &PromptFilter<'_>,
) -> Option<String> {
    let said = world.get::<Acquaintances>(npc)?.0.get(whom)?.said(readers.audience());
    said.filter(|(_, of)| readers.may_read(of)).map(|(said, _)| said.clone())
}

/// Returns the lines that the character is not to say again so soon.
fn said_lately(
    world: &World,
    npc: Entity,
    stimulus: Option<&Stimulus>,
    readers: &PromptFilter<'_>,
) -> Vec<String> {
    if stimulus.and_then(Stimulus::deed).is_some_and(DeedDone::is_exchange) {
        return telling::small_talk(world);
    }
    let now = world.resource::<Clock>().now;
    let is_recent = |it: &&Arc<StreamLine>| now.since(it.at) <= SAID_LATELY;
    let stream = world.get::<Stream>(npc).into_iter();
    let lines = stream.flat_map(|it| it.0.iter().rev().take_while(is_recent));
    let own = lines.filter(|it| it.own && readers.may_read(&it.label));
    let mut said: Vec<String> = own.take(MOST_SAID).map(|it| it.words.clone()).collect();
    said.reverse();
    said
}

/// Returns the topic of what somebody else has just ordered in the open, if the line orders the same.
fn ordered_lately(world: &World, npc: Entity, stimulus: &Stimulus) -> Option<String> {
    let (mind, people) = (world.get::<Mind>(npc)?, world.get::<Acquaintances>(npc)?);
    if !order::is_same(&mind.persona, &stimulus.words) {
        return None;
    }
    let now = world.resource::<Clock>().now;
    order::lately(&mind.persona, people, &stimulus.speaker, now).map(|it| it.name.clone())
}

/// Returns an earlier statement in words, if all who will hear the answer may know it; what it comes from
/// becomes part of `label`.
fn said_before(
    world: &World,
    npc: Entity,
    note: Option<&Note>,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<String> {
    let note = note.filter(|it| readers.may_read(&it.label))?;
    label.absorb(&note.label);
    let me = world.get::<Name>(npc).map(|it| it.0.clone()).unwrap_or_default();
    let words = said::without_name(&note.content, &me).trim_end_matches('.');
    Some(format!("\"{words}\", {}", ago(world.resource::<Clock>().now.since(note.at))))
}

fn who_spoke(note: &Note) -> &str {
    note.speaker.as_deref().unwrap_or("somebody")
}

/// Returns the retrieved notes that all who will hear the answer may know; lines that are shown anyhow
/// are not told of again.
fn fitting(matter: &TurnInput, shown: &[&StreamLine], fits: &dyn Fn(&Label) -> bool) -> Vec<Note> {
    let known = matter.memories.iter().filter(|it| fits(&it.label));
    known.filter(|note| !shown.iter().any(|line| talks::is_of(note, line))).cloned().collect()
}

/// Returns the facts among some notes, without episodes and lines.
fn facts(notes: &[Note]) -> Vec<String> {
    let is_known = |it: &&Note| !matches!(it.kind, NoteKind::Episode | NoteKind::Line);
    notes.iter().filter(is_known).map(|it| it.content.clone()).collect()
}

fn room_name(world: &World, npc: Entity) -> String {
    let room = containment::room_of(world, npc);
    room.and_then(|it| world.get::<Name>(it)).map(|it| it.0.to_string()).unwrap_or_default()
}
