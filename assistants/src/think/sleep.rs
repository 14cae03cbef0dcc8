//! Sleep: falling asleep by the routine, the work of the night in small units, and waking.
//!
//! Who sleeps hears everything, and wakes for whoever is owed an answer; what nobody waits for passes it
//! by. Until the store has brought the notes of the night it does not wake: the script answers at once.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    index,
    save::durability::Durability,
};
use text::styled::CleanText;
use world::{
    act::{
        cause::CallId,
        due::{self, Due},
        perform,
    },
    beings::{character::Character, forgetting::Gone, name::Name, people},
    space::{calendar::Calendar, routine},
    talk::emote::Emote,
    witness::fact::Source,
};

use super::{
    meet,
    outside::{RecallQuery, RecallWanted},
    ponder::sign_of_life,
    recording,
    remember::keep,
};
use crate::{
    gate::audience,
    llm::{Ticket, scene::Stimulus},
    memory::{Note, NoteDraft, NoteKind, RecallCandidate},
    mind::{
        attention::{Attention, Trigger},
        body::Mind,
        insight::{self, Insight, Subject},
        notebook::Notebook,
        saved::DropNote,
        sleep::{DreamTask, Sleep, SleepPhase, work},
        thinking::{Asking, NextTicket},
    },
    record::{entry::MindChange, write},
};

/// Time from the beginning of the slot, or a waking, until a mind falls asleep, and until it tries again
/// while it is busy.
const SOON: Duration = Duration::from_secs(30);
/// Time between two units of a night's work.
const UNIT: Duration = Duration::from_secs(5);

/// Timer: a mind falls asleep if its routine has it sleep now.
pub(super) struct Doze {
    mind: Entity,
    at: WorldTime,
}

/// Timer: the next unit of a night's work.
pub(super) struct Dream {
    mind: Entity,
}

impl Due for Doze {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let sleep = world.get::<Sleep>(self.mind);
        if sleep.is_some_and(|it| it.drowsy == Some(self.at)) {
            fall_asleep(world, self.mind);
        }
    }
}

impl Due for Dream {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        dream(world, self.mind);
    }
}

/// Wakes a mind whose slot of the routine is over, and has it fall asleep soon if the next one says so:
/// nobody walks in their sleep.
pub(super) fn on_slot(world: &mut World, npc: Entity) {
    if is_asleep(world, npc) {
        wake(world, npc, None);
    } else if routine::sleeps(world, npc) {
        drowse(world, npc);
    }
}

/// Returns whether a mind sleeps.
pub(super) fn is_asleep(world: &World, npc: Entity) -> bool {
    world.get::<Sleep>(npc).is_some_and(Sleep::is_asleep)
}

/// Returns whether the notes of a sleeper's night are being looked for, in which it does not wake.
pub(super) fn is_compacting(world: &World, npc: Entity) -> bool {
    world.get::<Sleep>(npc).is_some_and(|it| matches!(it.phase, SleepPhase::Compacting(_)))
}

fn drowse(world: &mut World, npc: Entity) {
    let at = world.resource::<Clock>().now.after(SOON);
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        sleep.drowsy = Some(at);
        due::enter(world, at, Doze { mind: npc, at });
    }
}

fn fall_asleep(world: &mut World, npc: Entity) {
    if is_asleep(world, npc) || !routine::sleeps(world, npc) {
        return;
    }
    let now = world.resource::<Clock>().now;
    if !routine::is_in_place(world, npc) || !meet::is_undisturbed(world, npc, now) {
        return drowse(world, npc);
    }
    let next = world.get::<Notebook>(npc).map_or(0, |it| it.next);
    let is_new = world.get::<Sleep>(npc).is_some_and(|it| it.worked != next);
    let phase = if is_new { compact(world, npc, now) } else { SleepPhase::Dreaming };
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        (sleep.phase, sleep.drowsy) = (phase, None);
    }
    routine::show_asleep(world, npc, true);
    write::change(world, npc, MindChange::FellAsleep);
}

/// Asks the store for the notes of the night.
fn compact(world: &mut World, npc: Entity, now: WorldTime) -> SleepPhase {
    let Some(me) = world.get::<Character>(npc).map(|it| it.0.clone()) else {
        return SleepPhase::Dreaming;
    };
    let ticket = Ticket(world.resource_mut::<NextTicket>().take(1));
    world.resource_mut::<Asking>().0.insert(ticket, npc);
    world.write_message(RecallQuery {
        ticket,
        npc: me,
        words: String::new(),
        about: Vec::new(),
        wanted: RecallWanted::Night(now),
    });
    SleepPhase::Compacting(ticket)
}

/// Takes the notes of a night, if they are the answer to this ticket. Returns whether they were.
pub(super) fn recalled(world: &mut World, ticket: Ticket, notes: &[RecallCandidate]) -> bool {
    let Some(npc) = world.resource::<Asking>().0.get(&ticket).copied() else { return false };
    let is_its = |it: &Sleep| it.phase == SleepPhase::Compacting(ticket);
    if !world.get::<Sleep>(npc).is_some_and(is_its) {
        return false;
    }
    world.resource_mut::<Asking>().0.remove(&ticket);
    let mut notes: Vec<Note> = notes.iter().map(|it| it.note.clone()).collect();
    if let Some(notebook) = world.get::<Notebook>(npc) {
        let at_hand = notebook.fresh.iter().chain(&notebook.lines).cloned();
        at_hand.for_each(|it| match notes.binary_search_by_key(&it.serial, |of| of.serial) {
            Ok(at) => notes.splice(at..=at, [it]).for_each(drop),
            Err(at) => notes.insert(at, it),
        });
    }
    let now = world.resource::<Clock>().now;
    let units = work(&notes, now);
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        (sleep.phase, sleep.units) = (SleepPhase::Dreaming, units);
    }
    due::enter(world, now.after(UNIT), Dream { mind: npc });
    true
}

/// Does the next unit of a night's work.
fn dream(world: &mut World, npc: Entity) {
    let now = world.resource::<Clock>().now;
    let Some(mut sleep) = world.get_mut::<Sleep>(npc) else { return };
    let Some(unit) = sleep.units.pop_front() else { return };
    match unit.task {
        DreamTask::Reflect { person, notes } => reflect(world, npc, &person, &notes),
        DreamTask::Prune(serials) => prune(world, npc, serials),
    }
    let next = world.get::<Notebook>(npc).map_or(0, |it| it.next);
    let Some(mut sleep) = world.get_mut::<Sleep>(npc) else { return };
    if sleep.units.is_empty() {
        sleep.worked = next;
    } else {
        due::enter(world, now.after(UNIT), Dream { mind: npc });
    }
}

fn prune(world: &mut World, npc: Entity, serials: Vec<u64>) {
    let Some(mind) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return };
    for serial in serials {
        world.write_message(DropNote { mind: mind.clone(), serial });
    }
}

/// Notes what a mind concludes about a person from notes with the same readers.
fn reflect(world: &mut World, npc: Entity, person: &CharacterId, notes: &[Note]) {
    let is_assistant = index::find(world, person).is_some_and(|of| people::is_assistant(world, of));
    if is_assistant || world.resource::<Gone>().iter().any(|of| of == person) {
        return;
    }
    let me = world.get::<Name>(npc).map(|it| it.0.to_string()).unwrap_or_default();
    let Some(name) = name_in(world, person, (notes, &me)) else { return };
    let day = world.resource::<Calendar>().day_minutes() * 60_000;
    let who = Subject { id: person, name: &name, me: &me, day };
    let notes: Vec<&Note> = notes.iter().collect();
    for it in insight::insights(&who, &notes) {
        let old = notes.iter().copied().find(|of| Some(of.serial) == it.supersedes);
        conclude(world, npc, person, (it, old.cloned()));
    }
}

/// Returns the name of a person, who may not be there: that of their last line, or their own.
fn name_in(world: &World, person: &CharacterId, (notes, me): (&[Note], &str)) -> Option<String> {
    let theirs = |it: &&Note| it.source.as_ref() == Some(person);
    let spoke =
        notes.iter().rev().filter(theirs).find_map(|it| it.speaker.clone().filter(|of| of != me));
    spoke.or_else(|| people::name_of(world, person))
}

fn conclude(
    world: &mut World,
    npc: Entity,
    person: &CharacterId,
    (insight, old): (Insight, Option<Note>),
) {
    let Some(mind) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return };
    let draft = NoteDraft {
        mind,
        content: insight.content,
        about: vec![person.clone()],
        importance: insight::IMPORTANCE,
        kind: NoteKind::Insight,
        at: world.resource::<Clock>().now,
        label: insight.label,
        source: Some(person.clone()),
        trust: None,
        speaker: None,
        conversation: None,
        concluded: false,
        evidence: insight.evidence,
        supersedes: old.as_ref().map(|it| it.serial),
    };
    if let Err(error) = keep(world, npc, draft, old) {
        tracing::debug!(error, "an insight was not kept");
    }
}

/// Decides whether a sleeper wakes for what waits for it. Returns whether there is nothing to think about:
/// what nobody is owed an answer to passes it by.
pub(super) fn sleeps_on(world: &mut World, npc: Entity) -> bool {
    if !is_asleep(world, npc) {
        return false;
    }
    let Some(mut attention) = world.get_mut::<Attention>(npc) else { return true };
    let (owed, passed): (Vec<Trigger>, Vec<Trigger>) =
        attention.waiting.drain(..).partition(|it| is_owed(&it.stimulus));
    attention.waiting = owed.into();
    let sleeps_on = attention.waiting.is_empty() && attention.turned_away.is_empty();
    // Who sees that it wakes knows that somebody spoke to it: to private words it answers in its sleep.
    let room = audience::in_the_room(world, npc);
    let owed = world.get::<Attention>(npc).into_iter().flat_map(|it| &it.waiting);
    let by = owed.filter(|it| it.label.readers.admit_all(&room)).map(|it| it.stimulus.clone());
    let by: Option<Stimulus> = by.take(1).last();
    passed.iter().for_each(|it| recording::slept_through(world, npc, it));
    if by.is_some() && !is_compacting(world, npc) {
        wake(world, npc, by.as_ref());
    }
    sleeps_on
}

/// Returns whether somebody waits for an answer, or it is an order.
fn is_owed(stimulus: &Stimulus) -> bool {
    stimulus.asked || stimulus.action().is_some()
}

/// Wakes a mind; whoever wakes it where it is sees that.
pub(super) fn wake(world: &mut World, npc: Entity, by: Option<&Stimulus>) {
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        (sleep.phase, sleep.units) = (SleepPhase::Awake, [].into());
    }
    routine::show_asleep(world, npc, false);
    write::change(world, npc, MindChange::Woke);
    if routine::sleeps(world, npc) {
        drowse(world, npc);
    }
    if let Some(by) = by {
        show_waking(world, npc, by);
    }
}

/// Shows a pose of waking, where those who see it may know that somebody spoke to it.
fn show_waking(world: &mut World, npc: Entity, by: &Stimulus) {
    let is_here = matches!(by.source, Source::Say | Source::Pose | Source::Deed);
    let Some(mind) = world.get::<Mind>(npc).filter(|_| is_here) else { return };
    let texts = &mind.persona.script.wakes;
    let talks = world.get::<Notebook>(npc).and_then(|it| usize::try_from(it.next).ok());
    let at = talks.unwrap_or_default().checked_rem(texts.len());
    let Some(text) = at.and_then(|it| texts.get(it)).map(|it| CleanText::new(it)) else { return };
    let call = CallId(world.resource_mut::<NextTicket>().take(1));
    let act = sign_of_life(world, npc, call);
    perform::queue(world, act, Emote { text });
}
