//! Memory retrieval for a thought: the store answers with candidates, which are ranked here.

use bevy_ecs::prelude::*;
use engine::id::CharacterId;
use world::{
    act::cause::CallId,
    beings::{character::Character, name::Name, people},
};

use super::{
    current::CurrentThought,
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
pub(super) fn about_the_matter(current: &mut CurrentThought<'_>, ticket: Ticket) {
    let stimulus = current.stimulus();
    let (words, mut about) =
        stimulus.map_or_else(Default::default, |it| (it.words.clone(), vec![it.speaker.clone()]));
    // Whoever calls it by its name does not ask for what it said.
    let me = current.world.get::<Name>(current.npc).map(|it| it.0.clone()).unwrap_or_default();
    let is_me =
        |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(&me);
    let words = words.split_whitespace().filter(|it| !is_me(it)).collect::<Vec<_>>().join(" ");
    // What they told is in the first person, and has no name in it by which it could be found.
    for id in named_in(current.world, &words) {
        if !about.contains(&id) {
            about.push(id);
        }
    }
    query(current, ticket, words, (about, 0));
}

/// Begins the search for memories that a tool asks for. Names in the query are people.
pub(super) fn by_tool(current: &mut CurrentThought<'_>, call: CallId, words: &str, focus: u8) {
    let about = (named_in(current.world, words), SearchBreadth::of(focus).around);
    query(current, Ticket(call.0), words.to_owned(), about);
}

/// Returns the characters that a text names.
fn named_in(world: &World, words: &str) -> Vec<CharacterId> {
    let named = words.split_whitespace().filter_map(|word| {
        people::called(world, word.trim_matches(|c: char| !c.is_alphanumeric()))
    });
    named.collect()
}

fn query(
    current: &mut CurrentThought<'_>,
    ticket: Ticket,
    words: String,
    (about, around): (Vec<CharacterId>, usize),
) {
    let audience = audience::audience(current.world, current.npc, current.stimulus());
    let readers =
        PromptReaders { audience, outside: consent::goes_outside(current.world, current.npc) };
    let now = current.now();
    let Some(me) = current.me().cloned() else { return };
    current.world.resource_mut::<Asking>().0.insert(ticket, current.npc);
    current.world.write_message(RecallQuery {
        ticket,
        npc: me,
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
    Some((it, take(&mut CurrentThought { world, npc: it }, ticket, notes)?))
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
    current: &mut CurrentThought<'_>,
    ticket: Ticket,
    notes: Vec<RecallCandidate>,
) -> Option<ThoughtInput> {
    let turn = current.thinking().map(|it| &it.turn);
    match turn {
        Some(Turn::AwaitingRecall(awaited, _)) if *awaited == ticket => {
            let unasked = SearchBreadth::of(focus::USUAL);
            // Only `rank` goes by those who will hear the answer; `ask` leaves out of the others what one of
            // them may not read.
            let (told, heard) = said_before(current, &notes);
            let deeds = deeds(current, &notes);
            let derived = derived(&notes);
            let found = rank(current, notes, None, UNASKED, &|kind| unasked.finds(kind));
            let memories: Vec<Note> = found.iter().map(|it| it.note.clone()).collect();
            if let Some(matter) = current.matter_mut() {
                (matter.memories, matter.deeds) = (memories, deeds);
                matter.derived = derived;
                (matter.told, matter.heard) = (told, heard);
            }
            Some(ThoughtInput::Recalled { ticket, found })
        }
        Some(Turn::AwaitingTool(call, thought)) if call.0 == ticket.0 => {
            let (id, call) = (*call, thought.queue.front().cloned()?);
            let (result, source) = answer::answer(current, &call, notes);
            Some(ThoughtInput::finished(id, call, result.map_err(CallRefused::from), source))
        }
        _ => None,
    }
}

/// Returns the notes that answer the speaker's question: one of the speaker's own earlier words, and one of
/// somebody else's.
fn said_before(
    current: &CurrentThought<'_>,
    notes: &[RecallCandidate],
) -> (Option<Note>, Option<Note>) {
    let stimulus = current.stimulus();
    let name = current.world.get::<Name>(current.npc).map(|it| it.0.clone()).unwrap_or_default();
    let question = stimulus.and_then(|it| BeforeQuestion::read(&it.words, &name));
    let me = current.me();
    let Some(((to, me), question)) = stimulus.zip(me).zip(question) else { return (None, None) };
    let ignoring = Ignoring::of_partner(current.world, Some(to.reader()));
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
fn deeds(current: &CurrentThought<'_>, notes: &[RecallCandidate]) -> Vec<Note> {
    let Some(to) = current.stimulus() else { return Vec::new() };
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
fn describe_found(current: &CurrentThought<'_>, found: &[Note]) -> String {
    let now = current.now();
    let me = current.world.get::<Name>(current.npc).map(|it| it.0.clone()).unwrap_or_default();
    let name_of = |id: &CharacterId| {
        people::name_of(current.world, id).unwrap_or_else(|| "somebody".to_owned())
    };
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
fn join_context(current: &mut CurrentThought<'_>, found: &[Note]) {
    if let Some(matter) = current.matter_mut() {
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
    current: &CurrentThought<'_>,
    notes: Vec<RecallCandidate>,
    query: Option<&str>,
    limit: usize,
    finds: &dyn Fn(NoteKind) -> bool,
) -> Vec<Found> {
    let Some(matter) = current.matter() else {
        return Vec::new();
    };
    let stimulus = matter.stimulus.as_ref();
    let Some(me) = current.me() else {
        return Vec::new();
    };
    let ids = audience::present(current.world, current.npc);
    let mut present: Vec<CharacterId> = stimulus.map(|it| it.speaker.clone()).into_iter().collect();
    let others =
        ids.iter().filter_map(|it| current.world.get::<Character>(*it)).map(|it| it.0.clone());
    let words = query.or(stimulus.map(|it| it.words.as_str())).unwrap_or_default();
    for id in named_in(current.world, words).into_iter().chain(others) {
        if id != *me && !present.contains(&id) {
            present.push(id);
        }
    }
    let question = MemoryQuery {
        words: words.to_owned(),
        present,
        audience: audience::audience(current.world, current.npc, stimulus),
        limit,
    };
    let mut candidates = notes;
    overlay(current, &question, &mut candidates);
    if consent::goes_outside(current.world, current.npc) {
        candidates.retain(|it| it.note.label.outside);
    }
    let ignoring = Ignoring::of_partner(current.world, stimulus.map(Stimulus::reader));
    candidates.retain(|it| {
        let by = it.note.source.as_ref();
        !by.is_some_and(|of| ignoring.holds(of)) && !ignoring.leaves_out(&it.note.label)
    });
    candidates.retain(|it| finds(it.note.kind));
    // Whoever searches for something is not told what merely came last.
    let named = query.map(|it| named_in(current.world, it)).unwrap_or_default();
    let fits = |it: &RecallCandidate| {
        it.text.is_some() || it.note.about.iter().any(|id| named.contains(id))
    };
    candidates.retain(|it| query.is_none() || fits(it));
    candidates.retain(|it| query.is_some() || comes_unasked(me, stimulus, it));
    // What is in everybody's ears needs no remembering.
    let stream = current.world.get::<Stream>(current.npc).zip(matter.conversation);
    let shown: Vec<_> = stream.into_iter().flat_map(|(stream, of)| stream.transcript(of)).collect();
    candidates.retain(|it| !shown.iter().any(|line| talks::is_of(&it.note, line)));
    memory::rank(&candidates, &question, current.now())
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
    current: &CurrentThought<'_>,
    question: &MemoryQuery,
    candidates: &mut Vec<RecallCandidate>,
) {
    let Some(notebook) = current.world.get::<Notebook>(current.npc) else { return };
    let asked = memory::words(&question.words).collect();
    let may_read = |it: &&Note| it.label.readers.admit_all(&question.audience);
    let newest = notebook.fresh.iter().rev().filter(may_read).take(NEWEST);
    for note in newest.chain(notebook.lines.iter().rev().filter(may_read).take(NEWEST)) {
        if !candidates.iter().any(|it| it.note.serial == note.serial) {
            candidates.push(RecallCandidate::fresh(note.clone(), &asked));
        }
    }
}
