//! Asking the memory: the store answers with candidates, and which of them
//! matter is decided here.

use bevy_ecs::prelude::*;
use world::{
    act::cause::CallId,
    beings::{character::Character, people},
    engine::{clock::Clock, id::CharacterId},
};

use super::{outside::RecallQuery, written};
use crate::{
    gate::{audience, consent},
    llm::Ticket,
    memory::{self, MemoryQuery, Note, NoteKind, RecallCandidate},
    mind::{
        notebook::Notebook,
        thinking::{Asking, Thinking},
    },
    turn::{Event, Turn},
};

/// Most memories that come up by themselves.
const UNASKED: usize = 6;
/// How many of the newest notes may not have reached the store yet.
const NEWEST: usize = 8;
/// How many candidates the store is asked for.
const CANDIDATES: usize = 40;

/// What comes to mind about the matter.
pub(super) fn about_the_matter(world: &mut World, npc: Entity, ticket: Ticket) {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let stimulus = matter.and_then(|it| it.stimulus.as_ref());
    let (words, about) =
        stimulus.map_or_else(Default::default, |it| (it.words.clone(), vec![it.speaker.clone()]));
    query(world, npc, ticket, words, about);
}

/// What comes to mind when a tool asks for it. Names in the query are people.
pub(super) fn by_tool(world: &mut World, it: Entity, call: CallId, words: &str) {
    let named = words.split_whitespace().filter_map(|word| {
        people::called(world, word.trim_matches(|c: char| !c.is_alphanumeric()))
    });
    let about = named.collect();
    query(world, it, Ticket(call.0), words.to_owned(), about);
}

fn query(world: &mut World, mind: Entity, ticket: Ticket, words: String, about: Vec<CharacterId>) {
    let Some(npc) = world.get::<Character>(mind).map(|it| it.0.clone()) else { return };
    world.resource_mut::<Asking>().0.insert(ticket, mind);
    world.write_message(RecallQuery {
        ticket,
        npc,
        words,
        about,
        all_about: false,
        limit: CANDIDATES,
    });
}

/// The store answered, which moves the thought of the mind that asked on.
pub(super) fn recalled(
    world: &mut World,
    ticket: Ticket,
    notes: Vec<(Note, f64)>,
) -> Option<(Entity, Event)> {
    let it = world.resource_mut::<Asking>().0.remove(&ticket)?;
    let turn = world.get::<Thinking>(it).map(|it| &it.turn);
    match turn {
        Some(Turn::AwaitingRecall(awaited, _)) if *awaited == ticket => {
            let found = rank(world, it, notes, None, UNASKED, 5);
            written::recalled(world, it, None, &found);
            if let Some(matter) =
                world.get_mut::<Thinking>(it).and_then(|it| it.into_inner().matter.as_mut())
            {
                matter.memories = found;
            }
            Some((it, Event::Recalled(ticket)))
        }
        Some(Turn::AwaitingTool(call, thought)) if call.0 == ticket.0 => {
            let call = *call;
            let arguments = thought.queue.front().map(|it| it.arguments.clone());
            let number = |name: &str, default: u64| {
                let value = arguments.as_ref().and_then(|it| it.get(name)?.as_u64());
                usize::try_from(value.unwrap_or(default)).unwrap_or(5)
            };
            let (limit, focus) = (number("limit", 5).clamp(1, 10), number("focus", 1).min(5));
            let query = arguments.as_ref().and_then(|it| it.get("query")?.as_str());
            let query = query.unwrap_or_default().to_owned();
            let found = rank(world, it, notes, Some(&query), limit, focus);
            written::recalled(world, it, Some(&query), &found);
            let lines: Vec<&str> = found.iter().map(|it| it.content.as_str()).collect();
            let content = lines.join("\n");
            join_context(world, it, &found);
            Some((it, Event::finished(call, "recall_memories", Ok(content))))
        }
        _ => None,
    }
}

/// What was recalled is now part of what the thought comes from.
fn join_context(world: &mut World, it: Entity, found: &[Note]) {
    let Some(mut thinking) = world.get_mut::<Thinking>(it) else { return };
    if let Some(matter) = thinking.matter.as_mut() {
        for note in found {
            matter.context = matter.context.join(&note.label);
        }
    }
}

/// The notes that matter most, best first, and only those that all who will
/// hear the answer may know.
fn rank(
    world: &World,
    npc: Entity,
    notes: Vec<(Note, f64)>,
    query: Option<&str>,
    limit: usize,
    focus: usize,
) -> Vec<Note> {
    let Some(matter) = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref()) else {
        return Vec::new();
    };
    let stimulus = matter.stimulus.as_ref();
    let ids = audience::present(world, npc);
    let mut present: Vec<CharacterId> = stimulus.map(|it| it.speaker.clone()).into_iter().collect();
    let others = ids.iter().filter_map(|it| world.get::<Character>(*it)).map(|it| it.0.clone());
    for id in others {
        if !present.contains(&id) {
            present.push(id);
        }
    }
    let words = query.or(stimulus.map(|it| it.words.as_str())).unwrap_or_default();
    let question = MemoryQuery {
        words: words.to_owned(),
        present,
        audience: audience::audience(world, npc, stimulus),
        limit,
    };
    let mut candidates: Vec<RecallCandidate> =
        notes.into_iter().map(|(note, fit)| RecallCandidate { note, text: Some(fit) }).collect();
    overlay(world, npc, &question, &mut candidates);
    if consent::goes_outside(world, npc) {
        candidates.retain(|it| it.note.label.outside);
    }
    // A narrow search is for what is known, not for what merely happened.
    candidates.retain(|it| focus >= 3 || it.note.kind != NoteKind::Episode);
    let now = world.resource::<Clock>().now;
    memory::rank(&candidates, &question, now).into_iter().map(|it| it.note).collect()
}

/// Adds the notes that may not have reached the store yet.
fn overlay(
    world: &World,
    npc: Entity,
    question: &MemoryQuery,
    candidates: &mut Vec<RecallCandidate>,
) {
    let Some(notebook) = world.get::<Notebook>(npc) else { return };
    for note in notebook.fresh.iter().rev().take(NEWEST) {
        if !candidates.iter().any(|it| it.note.serial == note.serial) {
            candidates.push(RecallCandidate::fresh(note.clone(), question));
        }
    }
}
