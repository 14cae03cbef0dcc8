//! Memory retrieval for a thought: the store answers with candidates, which are ranked here.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId};
use world::{
    act::cause::CallId,
    beings::{character::Character, name::Name, people},
};

use super::{
    input::{CallRefused, ThoughtInput},
    outside::{RecallQuery, RecallWanted},
    talks,
};
use crate::{
    gate::{
        audience,
        consent::{self, PromptReaders},
        ignoring::Ignoring,
    },
    llm::{Ticket, scene::Stimulus},
    memory::{
        self, Found, MemoryQuery, Note, NoteKind, RecallCandidate,
        focus::{self, SearchBreadth},
        said::{self, BeforeQuestion},
    },
    mind::{
        notebook::Notebook,
        seen::ago,
        thinking::{Asking, ParkedReply, Thinking},
    },
    perceive::stream::Stream,
    turn::Turn,
};

/// Most memories that come up by themselves.
const UNASKED: usize = 3;
/// Number of the newest notes that are searched in memory, because the store may not have them yet.
const NEWEST: usize = 8;

mod answer;
mod readers;
mod whole;

pub(super) use readers::{absorb, with_readers};

/// Begins the search for memories about the matter of a thought.
pub(super) fn about_the_matter(world: &mut World, npc: Entity, ticket: Ticket) {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let stimulus = matter.and_then(|it| it.stimulus.as_ref());
    let (words, mut about) =
        stimulus.map_or_else(Default::default, |it| (it.words.clone(), vec![it.speaker.clone()]));
    // Whoever calls it by its name does not ask for what it said.
    let me = world.get::<Name>(npc).map(|it| it.0.clone()).unwrap_or_default();
    let is_me =
        |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(&me);
    let words = words.split_whitespace().filter(|it| !is_me(it)).collect::<Vec<_>>().join(" ");
    // What they told is in the first person, and has no name in it by which it could be found.
    for id in named_in(world, &words) {
        if !about.contains(&id) {
            about.push(id);
        }
    }
    query(world, npc, ticket, words, (about, 0));
}

/// Begins the search for memories that a tool asks for. Names in the query are people.
pub(super) fn by_tool(world: &mut World, it: Entity, call: CallId, words: &str, focus: u8) {
    let about = (named_in(world, words), SearchBreadth::of(focus).around);
    query(world, it, Ticket(call.0), words.to_owned(), about);
}

/// Returns the characters that a text names.
fn named_in(world: &World, words: &str) -> Vec<CharacterId> {
    let named = words.split_whitespace().filter_map(|word| {
        people::called(world, word.trim_matches(|c: char| !c.is_alphanumeric()))
    });
    named.collect()
}

fn query(
    world: &mut World,
    mind: Entity,
    ticket: Ticket,
    words: String,
    (about, around): (Vec<CharacterId>, usize),
) {
    let stimulus = world.get::<Thinking>(mind).and_then(|it| it.matter.as_ref());
    let stimulus = stimulus.and_then(|it| it.stimulus.as_ref());
    let audience = audience::audience(world, mind, stimulus);
    let readers = PromptReaders { audience, outside: consent::goes_outside(world, mind) };
    let now = world.resource::<Clock>().now;
    let Some(npc) = world.get::<Character>(mind).map(|it| it.0.clone()) else { return };
    world.resource_mut::<Asking>().0.insert(ticket, mind);
    world.write_message(RecallQuery {
        ticket,
        npc,
        words,
        about,
        wanted: RecallWanted::Fitting { readers, now, around },
    });
}

/// Handles the answer of the note store, which moves the thought of the mind that asked on.
pub(super) fn recalled(
    world: &mut World,
    ticket: Ticket,
    notes: Vec<RecallCandidate>,
) -> Option<(Entity, ThoughtInput)> {
    let it = world.resource_mut::<Asking>().0.remove(&ticket)?;
    let parked = world.get_mut::<Thinking>(it)?.into_inner().parked.as_mut();
    if let Some(parked) = parked.filter(|of| awaits(&of.turn, ticket)) {
        parked.reply = Some(ParkedReply::Memory(ticket, notes));
        return None;
    }
    Some((it, take(world, it, ticket, notes)?))
}

/// Returns whether a thought waits for this answer of the memory.
fn awaits(turn: &Turn, ticket: Ticket) -> bool {
    match turn {
        Turn::AwaitingRecall(awaited, _) => *awaited == ticket,
        Turn::AwaitingTool(call, _) => call.0 == ticket.0,
        Turn::Idle | Turn::AwaitingModel(..) => false,
    }
}

/// Takes what the memory found for a thought that waits for it, and returns the input that moves it on.
pub(super) fn take(
    world: &mut World,
    npc: Entity,
    ticket: Ticket,
    notes: Vec<RecallCandidate>,
) -> Option<ThoughtInput> {
    let turn = world.get::<Thinking>(npc).map(|it| &it.turn);
    match turn {
        Some(Turn::AwaitingRecall(awaited, _)) if *awaited == ticket => {
            let unasked = SearchBreadth::of(focus::USUAL);
            // Only `rank` goes by those who will hear the answer; `ask` leaves out of the others what one of
            // them may not read.
            let (told, heard) = said_before(world, npc, &notes);
            let deeds = deeds(world, npc, &notes);
            let derived = derived(&notes);
            let found = rank(world, npc, notes, None, UNASKED, &|kind| unasked.finds(kind));
            let memories: Vec<Note> = found.iter().map(|it| it.note.clone()).collect();
            if let Some(matter) =
                world.get_mut::<Thinking>(npc).and_then(|it| it.into_inner().matter.as_mut())
            {
                (matter.memories, matter.deeds) = (memories, deeds);
                matter.derived = derived;
                (matter.told, matter.heard) = (told, heard);
            }
            Some(ThoughtInput::Recalled { ticket, found })
        }
        Some(Turn::AwaitingTool(call, thought)) if call.0 == ticket.0 => {
            let (id, call) = (*call, thought.queue.front().cloned()?);
            let (result, source) = answer::answer(world, npc, &call, notes);
            Some(ThoughtInput::finished(id, call, result.map_err(CallRefused::from), source))
        }
        _ => None,
    }
}

/// Returns the notes that answer the speaker's question: one of the speaker's own earlier words, and one of
/// somebody else's.
fn said_before(
    world: &World,
    npc: Entity,
    notes: &[RecallCandidate],
) -> (Option<Note>, Option<Note>) {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let stimulus = matter.and_then(|it| it.stimulus.as_ref());
    let name = world.get::<Name>(npc).map(|it| it.0.clone()).unwrap_or_default();
    let question = stimulus.and_then(|it| BeforeQuestion::read(&it.words, &name));
    let me = world.get::<Character>(npc).map(|it| &it.0);
    let Some(((to, me), question)) = stimulus.zip(me).zip(question) else { return (None, None) };
    let ignoring = Ignoring::of_partner(world, Some(to.reader()));
    let heard_by = |it: &&RecallCandidate| !ignoring.leaves_out(&it.note.label);
    let notes: Vec<RecallCandidate> = notes.iter().filter(heard_by).cloned().collect();
    let best = |by: &dyn Fn(&CharacterId) -> bool| {
        said::best(&notes, &question, (me, &name), |source| by(source)).cloned()
    };
    let told = best(&|source| *source == to.speaker);
    let heard = best(&|source| *source != to.speaker && !ignoring.holds(source));
    (told.filter(|_| question.is_of_oneself()), heard.filter(|_| question.is_of_others()))
}

/// Returns the deeds of the speaker to the mind, newest first.
fn deeds(world: &World, npc: Entity, notes: &[RecallCandidate]) -> Vec<Note> {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let Some(to) = matter.and_then(|it| it.stimulus.as_ref()) else { return Vec::new() };
    let own = |it: &&RecallCandidate| it.note.label.origins.contains(&to.speaker);
    let theirs = notes.iter().filter(|it| it.note.is_deed()).filter(own);
    let mut deeds: Vec<Note> = theirs.map(|it| it.note.clone()).collect();
    deeds.sort_by_key(|it| std::cmp::Reverse(it.serial));
    deeds
}

/// Returns the notes that the mind derived from other notes, the newest first.
fn derived(notes: &[RecallCandidate]) -> Vec<Note> {
    let such = notes.iter().map(|it| &it.note);
    let such = such.filter(|it| it.kind.is_derived() && it.superseded_by.is_none());
    let mut derived: Vec<Note> = such.cloned().collect();
    derived.sort_by_key(|it| std::cmp::Reverse(it.serial));
    derived
}

/// Formats the notes that were found, a line each.
fn describe_found(world: &World, npc: Entity, found: &[Note]) -> String {
    let now = world.resource::<Clock>().now;
    let me = world.get::<Name>(npc).map(|it| it.0.clone()).unwrap_or_default();
    let name_of =
        |id: &CharacterId| people::name_of(world, id).unwrap_or_else(|| "somebody".to_owned());
    let line = |note: &Note| match note.speaker.as_deref() {
        None if note.kind == NoteKind::Line => {
            format!("{} That was {}.", note.content, ago(now.since(note.at)))
        }
        None => {
            let by = note.source.as_ref().filter(|_| note.kind == NoteKind::Hearsay);
            let by = by.map(&name_of);
            by.map_or_else(|| note.content.clone(), |by| format!("{by} says: {}", note.content))
        }
        Some(name) if *name == *me => {
            let to = note.source.as_ref().map_or_else(|| "somebody".to_owned(), name_of);
            format!("You said to {to} \"{}\" {}.", note.content, ago(now.since(note.at)))
        }
        Some(name) => format!("{name} said \"{}\" {}.", note.content, ago(now.since(note.at))),
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Adds the recalled notes to the provenance of the thought.
fn join_context(world: &mut World, npc: Entity, found: &[Note]) {
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    if let Some(matter) = thinking.matter.as_mut() {
        let partner = matter.stimulus.as_ref().map(|it| &it.speaker);
        for note in found {
            matter.context.absorb(&note.label);
            if note.source.as_ref().is_none_or(|it| partner != Some(it)) {
                matter.foreign.add(&note.content);
            }
        }
    }
}

/// Returns the notes that matter most, best first, and only those that all who will hear the answer
/// may know.
fn rank(
    world: &World,
    npc: Entity,
    notes: Vec<RecallCandidate>,
    query: Option<&str>,
    limit: usize,
    finds: &dyn Fn(NoteKind) -> bool,
) -> Vec<Found> {
    let Some(matter) = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref()) else {
        return Vec::new();
    };
    let stimulus = matter.stimulus.as_ref();
    let Some(me) = world.get::<Character>(npc).map(|it| &it.0) else { return Vec::new() };
    let ids = audience::present(world, npc);
    let mut present: Vec<CharacterId> = stimulus.map(|it| it.speaker.clone()).into_iter().collect();
    let others = ids.iter().filter_map(|it| world.get::<Character>(*it)).map(|it| it.0.clone());
    let words = query.or(stimulus.map(|it| it.words.as_str())).unwrap_or_default();
    for id in named_in(world, words).into_iter().chain(others) {
        if id != *me && !present.contains(&id) {
            present.push(id);
        }
    }
    let question = MemoryQuery {
        words: words.to_owned(),
        present,
        audience: audience::audience(world, npc, stimulus),
        limit,
    };
    let mut candidates = notes;
    overlay(world, npc, &question, &mut candidates);
    if consent::goes_outside(world, npc) {
        candidates.retain(|it| it.note.label.outside);
    }
    let ignoring = Ignoring::of_partner(world, stimulus.map(Stimulus::reader));
    candidates.retain(|it| {
        let by = it.note.source.as_ref();
        !by.is_some_and(|of| ignoring.holds(of)) && !ignoring.leaves_out(&it.note.label)
    });
    candidates.retain(|it| finds(it.note.kind));
    // Whoever searches for something is not told what merely came last.
    let named = query.map(|it| named_in(world, it)).unwrap_or_default();
    let fits = |it: &RecallCandidate| {
        it.text.is_some() || it.note.about.iter().any(|id| named.contains(id))
    };
    candidates.retain(|it| query.is_none() || fits(it));
    candidates.retain(|it| query.is_some() || comes_unasked(me, stimulus, it));
    // What is in everybody's ears needs no remembering.
    let stream = world.get::<Stream>(npc).zip(matter.conversation);
    let shown: Vec<_> = stream.into_iter().flat_map(|(stream, of)| stream.transcript(of)).collect();
    candidates.retain(|it| !shown.iter().any(|line| talks::is_of(&it.note, line)));
    memory::rank(&candidates, &question, world.resource::<Clock>().now)
}

/// Returns whether something comes to mind by itself: not merely because it is new, and what it said itself
/// only where nobody had a hand in that but the one whom it answers, because that one would be taken
/// for them.
fn comes_unasked(npc: &CharacterId, to: Option<&Stimulus>, it: &RecallCandidate) -> bool {
    let concerns = it.text.is_some() || to.is_some_and(|to| it.note.about.contains(&to.speaker));
    let is_own = it.note.kind == NoteKind::Line && it.note.label.origins.contains(npc);
    let is_theirs = || {
        let of = &it.note.label.origins;
        !of.are_many() && of.iter().all(|id| id == npc || to.is_some_and(|to| *id == to.speaker))
    };
    concerns && (!is_own || is_theirs())
}

/// Adds the notes that may not have reached the store yet.
fn overlay(
    world: &World,
    npc: Entity,
    question: &MemoryQuery,
    candidates: &mut Vec<RecallCandidate>,
) {
    let Some(notebook) = world.get::<Notebook>(npc) else { return };
    let asked = memory::words(&question.words).collect();
    let may_read = |it: &&Note| it.label.readers.admit_all(&question.audience);
    let newest = notebook.fresh.iter().rev().filter(may_read).take(NEWEST);
    for note in newest.chain(notebook.lines.iter().rev().filter(may_read).take(NEWEST)) {
        if !candidates.iter().any(|it| it.note.serial == note.serial) {
            candidates.push(RecallCandidate::fresh(note.clone(), &asked));
        }
    }
}
