//! Sleep: falling asleep by the routine, the work of the night in small units, and waking.
//!
//! Who sleeps hears everything, and wakes for whoever is owed an answer; what nobody waits for passes it
//! by. Until the store has brought the notes of the night it does not wake: the script answers at once.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    label::Integrity,
    save::durability::Durability,
};
use text::styled::CleanText;
use world::{
    act::{
        cause::CallId,
        due::{self, Due},
        perform,
    },
    beings::character::{Character, CharacterRef},
    space::routine,
    talk::emote::Emote,
    witness::fact::Source,
};

use super::{
    conclude::with_newest,
    dream::{Dream, UNIT},
    goals, meet,
    outside::{RecallQuery, RecallWanted},
    ponder::sign_of_life,
    provenance,
    unheard::{Unheard, turned_away},
};
use crate::{
    gate::audience,
    llm::{Ticket, scene::Stimulus},
    memory::RecallCandidate,
    mind::{
        actions::LongActions,
        attention::{Attention, Trigger},
        body::Mind,
        dream::work,
        notebook::Notebook,
        reflection::Reflection,
        sleep::{Sleep, SleepPhase, is_asleep},
        thinking::{Asking, NextTicket},
    },
    record::{entry::MindChange, write},
};

/// Time from the beginning of the slot, or a waking, until a mind falls asleep, and until it tries again
/// while it is busy.
const SOON: Duration = Duration::from_secs(30);

/// Minimum number of thoughts in which a mind spoke or did something, before it may choose to sleep.
const LEAST_ACTS: u16 = 5;

/// Timer: a mind falls asleep if its routine has it sleep now.
pub(super) struct Doze {
    mind: Entity,
    at: WorldTime,
}

impl Due for Doze {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let sleep = world.get::<Sleep>(self.mind);
        if sleep.is_none_or(|it| it.drowsy != Some(self.at)) {
            return;
        }
        if !sleep.is_some_and(|it| it.chosen) {
            return fall_asleep(world, self.mind);
        }
        // Somebody may talk with it still.
        if go_to_sleep(world, self.mind, None).is_err() {
            drowse(world, self.mind);
        }
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
    sleep(world, npc, None);
}

fn sleep(world: &mut World, npc: Entity, by: Option<CharacterRef>) {
    let now = world.resource::<Clock>().now;
    let next = world.get::<Notebook>(npc).map_or(0, |it| it.next);
    let is_new = world.get::<Sleep>(npc).is_some_and(|it| it.worked != next);
    let phase = if is_new { compact(world, npc, now) } else { SleepPhase::Dreaming };
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        (sleep.phase, sleep.drowsy, sleep.chosen) = (phase, None, false);
        sleep.questions = 0;
    }
    routine::show_asleep(world, npc, true);
    let change = match by {
        Some(by) => MindChange::SentToSleep { by: Some(by) },
        None => MindChange::FellAsleep,
    };
    write::change(world, npc, change);
}

/// Reason why a mind cannot fall asleep now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sleepless {
    /// Asleep already.
    Asleep,
    /// In a talk or on a walk.
    Busy,
    /// Rested: too little was done since it woke.
    Rested,
    /// Something else waits to be done.
    Pending,
    /// Words of players are behind it.
    OnPlayersWord,
}

impl Sleepless {
    /// Returns the reason in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Asleep => "it sleeps already",
            Self::Busy => "it talks or walks; try again in a minute",
            Self::Rested => "it has hardly done anything since it woke",
            Self::Pending => "something else waits to be done first",
            Self::OnPlayersWord => "nobody falls asleep on the word of a player",
        }
    }
}

/// Has a mind fall asleep for the staff, until somebody speaks to it, its next slot begins, or it is woken.
///
/// # Errors
/// The reason why it cannot.
pub fn go_to_sleep(
    world: &mut World,
    npc: Entity,
    by: Option<CharacterRef>,
) -> Result<(), Sleepless> {
    let now = world.resource::<Clock>().now;
    if is_asleep(world, npc) {
        return Err(Sleepless::Asleep);
    }
    if !meet::is_undisturbed(world, npc, now) {
        return Err(Sleepless::Busy);
    }
    sleep(world, npc, by);
    Ok(())
}

/// Has a mind fall asleep of its own accord once its thought is over, if it may: it has done something
/// since it woke, nothing else waits, and no words of players are behind it.
///
/// # Errors
/// The reason why it does not.
pub(super) fn choose_sleep(world: &mut World, npc: Entity) -> Result<(), Sleepless> {
    if is_asleep(world, npc) {
        return Err(Sleepless::Asleep);
    }
    if provenance::label(world, npc).integrity < Integrity::Author {
        return Err(Sleepless::OnPlayersWord);
    }
    if world.get::<Sleep>(npc).is_none_or(|it| it.acts < LEAST_ACTS) {
        return Err(Sleepless::Rested);
    }
    let waits = world.get::<Attention>(npc).is_some_and(|it| !it.waiting.is_empty());
    let actions = world.get::<LongActions>(npc).map_or(0, |it| it.open().count());
    if waits || actions > 1 {
        return Err(Sleepless::Pending);
    }
    let at = world.resource::<Clock>().now.after(SOON);
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        (sleep.drowsy, sleep.chosen) = (Some(at), true);
        due::enter(world, at, Doze { mind: npc, at });
    }
    Ok(())
}

/// Wakes a mind for the staff. Returns whether it slept.
pub fn wake_up(world: &mut World, npc: Entity, by: Option<CharacterRef>) -> bool {
    let slept = is_asleep(world, npc);
    if slept {
        end(world, npc, by);
    }
    slept
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
    let now = world.resource::<Clock>().now;
    let units = work(&with_newest(world, npc, notes), now);
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        (sleep.phase, sleep.units) = (SleepPhase::Dreaming, units);
    }
    if let Some(mut reflection) = world.get_mut::<Reflection>(npc) {
        reflection.begin_anew();
    }
    due::enter(world, now.after(UNIT), Dream { mind: npc });
    true
}

/// Decides whether a sleeper wakes for what waits for it. Returns whether there is nothing to think about:
/// what nobody is owed an answer to passes it by.
pub(super) fn sleeps_on(world: &mut World, npc: Entity) -> bool {
    if !is_asleep(world, npc) {
        stay_up(world, npc);
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
    passed.iter().for_each(|it| turned_away(world, npc, it, Unheard::Asleep));
    if by.is_some() && !is_compacting(world, npc) {
        wake(world, npc, by.as_ref());
    }
    sleeps_on
}

/// Has a mind that chose to sleep stay up for somebody who spoke to it.
fn stay_up(world: &mut World, npc: Entity) {
    let is_spoken_to = world.get::<Attention>(npc).is_some_and(|it| {
        it.waiting.iter().any(|of| of.stimulus.asked && of.stimulus.action().is_none())
    });
    if is_spoken_to && let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        sleep.chosen = false;
    }
}

/// Returns whether somebody waits for an answer, or it is an order.
fn is_owed(stimulus: &Stimulus) -> bool {
    stimulus.asked || stimulus.action().is_some()
}

/// Wakes a mind; whoever wakes it where it is sees that.
pub(super) fn wake(world: &mut World, npc: Entity, by: Option<&Stimulus>) {
    end(world, npc, None);
    if let Some(by) = by {
        show_waking(world, npc, by);
    }
}

fn end(world: &mut World, npc: Entity, by: Option<CharacterRef>) {
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        (sleep.phase, sleep.units, sleep.acts) = (SleepPhase::Awake, [].into(), 0);
    }
    routine::show_asleep(world, npc, false);
    let change = match by {
        Some(by) => MindChange::Woken { by: Some(by) },
        None => MindChange::Woke,
    };
    write::change(world, npc, change);
    goals::decompose::on_waking(world, npc);
    if routine::sleeps(world, npc) {
        drowse(world, npc);
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
