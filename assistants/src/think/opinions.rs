//! Opinions by a model: in a unit of a night's work a mind's model is asked what it concludes about a
//! person, each conclusion with the notes that it rests on.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, label::Readers};
use world::beings::{character::Character, forgetting::Gone};

use super::{
    ask,
    conclude::{conclude, fresh_about},
    limits, models,
    outside::ModelCall,
    pay,
};
use crate::{
    gate::{budget::Payer, consent},
    llm::{
        ChatReply, ChatRequest, LlmError, Ticket,
        profile::{AnswersBy, ModelProfile},
        scene::Scene,
    },
    memory::{Note, NoteKind},
    mind::{
        body::Mind,
        derived::Derived,
        health::Health,
        insight,
        notebook::Notebook,
        saved::SaveNote,
        sleep::{OpinionAsked, Sleep},
        thinking::NextTicket,
    },
    prompt::reflection,
    turn::context::ThoughtContext,
};

/// Minimum number of notes about a person that are new since the last night.
const FEWEST_NEW: usize = 4;
/// Maximum number of questions of one night.
const MOST_QUESTIONS: u8 = 8;
/// Maximum number of opinions by a model that are kept about one person by the same readers.
const MOST_KEPT: usize = 3;

/// Importance of a note that a model calls important.
const IMPORTANT: u8 = 7;

/// Questions that are open, by ticket.
#[derive(Resource, Debug, Default)]
pub(crate) struct OpenOpinions(BTreeMap<Ticket, Entity>);

/// Asks the model of a mind what it concludes about a person from notes with the same readers, if it has a
/// model that answers everything, enough is new, and its share of the budget has room. Nobody waits for the answer.
pub(super) fn ask(
    world: &mut World,
    npc: Entity,
    (person, name): (&CharacterId, &str),
    (readers, notes): (&Readers, &[Note]),
) {
    let now = world.resource::<Clock>().now;
    let thinks = world
        .get::<Health>(npc)
        .is_some_and(|it| !it.is_silent(now) && it.rests_until.is_none_or(|until| until <= now));
    let Some(sleep) = world.get::<Sleep>(npc).filter(|_| thinks) else { return };
    let is_new = |it: &Note| it.serial >= sleep.worked;
    let is_full = sleep.questions >= MOST_QUESTIONS || sleep.opinion.is_some();
    let is_theirs = |it: &&Note| {
        let by_name = it.speaker.as_deref().is_none_or(|by| by == name);
        it.source.as_ref() == Some(person) && by_name && !it.is_made()
    };
    let theirs = notes.iter().filter(is_theirs);
    if is_full || theirs.clone().filter(|it| is_new(it)).count() < FEWEST_NEW {
        return;
    }
    let Some(key) = models::own(world, npc) else { return };
    let Some(ModelProfile { form, reasoning, answers, .. }) = models::profile(world, &key) else {
        return;
    };
    // A model whose answers are not trusted where the script has words is not trusted with what it makes of
    // people: a small one wrote "Bob has an ale please", with the numbers of two notes.
    if answers != AnswersBy::All {
        return;
    }
    let is_outside = consent::is_outside(world, key.provider.as_ref());
    let mut shown: Vec<&Note> = theirs.filter(|it| !is_outside || it.label.outside).collect();
    let newest = shown.len().saturating_sub(reflection::MOST_NOTES);
    shown.drain(..newest);
    let Some(persona) = world.get::<Mind>(npc).map(|it| it.persona.clone()) else { return };
    let narrowed = limits::narrowed(world, &persona, ThoughtContext::Reflection);
    if shown.len() < FEWEST_NEW || narrowed.max_iterations == 0 || narrowed.share == 0 {
        return;
    }
    let messages = reflection::question(&persona, name, &shown);
    let bytes = ask::size::of_messages(&messages);
    let shown: Vec<Note> = shown.into_iter().cloned().collect();
    let Some(me) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return };
    let ticket = Ticket(world.resource_mut::<NextTicket>().take(1));
    let payer = Payer { share: Some(narrowed.share), ..Payer::default() };
    if pay::reserve_for(world, npc, &payer, ticket, bytes).is_err() {
        return;
    }
    let scene = Scene::bare(persona, None);
    let request = ask::request(ticket, me, messages, [].into(), scene);
    let request =
        ChatRequest { provider: key.provider, model: key.model, form, reasoning, ..request };
    world.write_message(ModelCall(request));
    world.resource_mut::<OpenOpinions>().0.insert(ticket, npc);
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        sleep.questions = sleep.questions.saturating_add(1);
        let (person, name, readers) = (person.clone(), name.to_owned(), readers.clone());
        sleep.opinion = Some(OpinionAsked { ticket, person, name, readers, notes: shown });
    }
}

/// Raises the importance of a note that a model called important, unless it was corrected meanwhile.
fn raise(world: &mut World, npc: Entity, note: &Note) {
    let Some(mind) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return };
    let Some(mut notebook) = world.get_mut::<Notebook>(npc) else { return };
    let mut known = notebook.fresh.iter().chain(&notebook.lines);
    let newest = known.find(|it| it.serial == note.serial).unwrap_or(note);
    if newest.superseded_by.is_some() || newest.importance >= IMPORTANT {
        return;
    }
    let note = Note { importance: IMPORTANT, ..newest.clone() };
    notebook.update(&note);
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        sleep.renew(&note);
    }
    world.write_message(SaveNote { mind, note });
}

/// Takes the answer to a question about a person, if this ticket is that of one: what rests on at least two
/// notes of the question is noted. Returns whether it was one.
pub(super) fn replied(
    world: &mut World,
    ticket: Ticket,
    result: &Result<ChatReply, LlmError>,
) -> bool {
    let Some(npc) = world.resource_mut::<OpenOpinions>().0.remove(&ticket) else { return false };
    let asked = world
        .get_mut::<Sleep>(npc)
        .and_then(|it| it.into_inner().opinion.take_if(|of| of.ticket == ticket));
    // Who was forgotten meanwhile is not concluded about.
    let (Some(asked), Ok(reply)) = (asked, result) else { return true };
    if world.resource::<Gone>().iter().any(|it| *it == asked.person) {
        return true;
    }
    let Some(persona) = world.get::<Mind>(npc).map(|it| it.persona.clone()) else { return true };
    let me = persona.own_names();
    let important =
        reflection::read_important(reply.text.as_deref().unwrap_or_default(), asked.notes.len());
    let important = important.into_iter().filter_map(|at| asked.notes.get(at));
    important.for_each(|it| raise(world, npc, it));
    let text = reply.text.as_deref().unwrap_or_default();
    let now = world.resource::<Clock>().now;
    let mut known = fresh_about(world, npc, &asked.person, &asked.readers);
    known.retain(|it| it.kind == NoteKind::Insight && it.concluded);
    for written in reflection::read(text, (&asked.name, &me), asked.notes.len()) {
        let evidence: Vec<&Note> =
            written.evidence.iter().filter_map(|at| asked.notes.get(*at)).collect();
        let content = insight::by_model(&written.claim, (&asked.name, me.name), &evidence);
        let Some(note) = Derived::of(
            (NoteKind::Insight, insight::IMPORTANCE),
            Some(&asked.person),
            &content,
            &evidence,
        ) else {
            continue;
        };
        let is_same = |of: &&Note| of.content.split(". ").next() == Some(written.claim.as_str());
        let old = known
            .iter()
            .find(is_same)
            .or_else(|| known.first().filter(|_| known.len() >= MOST_KEPT));
        let replaces = old.map(|it| it.serial).into_iter().collect();
        let note = Derived { by_model: true, replaces, ..note };
        conclude(world, npc, note, &known.clone(), now);
    }
    true
}
