//! Reflection while awake: when enough has happened, or its model wants to, a mind thinks over what it
//! remembers, in the units of a night's work.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, label::Readers, save::durability::Durability};
use world::{
    act::due::{self, Due},
    beings::character::Character,
};

use super::{
    conclude::with_newest,
    dream::{Dream, UNIT},
    meet,
    outside::{RecallQuery, RecallWanted},
};
use crate::{
    llm::Ticket,
    memory::{Note, RecallCandidate},
    mind::{
        dream::{DreamTask, DreamUnit, work},
        reflection::{Reflection, ReflectionAsked, ReflectionDue},
        sleep::{Sleep, is_asleep},
        thinking::{Asking, NextTicket},
    },
};

/// Time until a mind that is busy tries again.
const LATER: Duration = Duration::from_secs(30);

impl Due for ReflectionDue {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        // In its sleep it thinks over everything.
        if is_asleep(world, self.mind) {
            return;
        }
        if !meet::is_undisturbed(world, self.mind, now) {
            return due::enter(world, now.after(LATER), self);
        }
        let reflection = world.get_mut::<Reflection>(self.mind);
        let readers = reflection.and_then(|it| it.into_inner().take_due(now));
        if readers.is_some() {
            ask(world, self.mind, readers, None);
        }
    }
}

/// Has a mind reflect on what it remembers of somebody, or of all, because its model wants to.
pub(super) fn on(
    world: &mut World,
    npc: Entity,
    about: Option<CharacterId>,
) -> Result<String, String> {
    if world.get::<Reflection>(npc).is_some_and(|it| it.asked.is_some()) {
        return Err("you are thinking it over already".to_owned());
    }
    ask(world, npc, None, about);
    Ok("you will think it over; what you conclude will come to mind".to_owned())
}

/// Asks the store for the notes.
fn ask(world: &mut World, npc: Entity, readers: Option<Readers>, about: Option<CharacterId>) {
    let Some(me) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return };
    let now = world.resource::<Clock>().now;
    let ticket = Ticket(world.resource_mut::<NextTicket>().take(1));
    world.resource_mut::<Asking>().0.insert(ticket, npc);
    if let Some(mut reflection) = world.get_mut::<Reflection>(npc) {
        reflection.asked = Some(ReflectionAsked { ticket, readers, about });
    }
    world.write_message(RecallQuery {
        ticket,
        npc: me,
        words: String::new(),
        about: Vec::new(),
        wanted: RecallWanted::Night(now),
    });
}

/// Takes the notes of a reflection, if they are the answer to this ticket, and begins the work on them. Returns
/// whether they were.
pub(super) fn recalled(world: &mut World, ticket: Ticket, notes: &[RecallCandidate]) -> bool {
    let Some(npc) = world.resource::<Asking>().0.get(&ticket).copied() else { return false };
    let reflection = world.get_mut::<Reflection>(npc);
    let Some(asked) =
        reflection.and_then(|it| it.into_inner().asked.take_if(|of| of.ticket == ticket))
    else {
        return false;
    };
    world.resource_mut::<Asking>().0.remove(&ticket);
    if !is_asleep(world, npc) {
        let notes = with_newest(world, npc, notes);
        begin(world, npc, &asked, &notes);
    }
    true
}

/// Begins the work on notes of a mind that is awake.
fn begin(world: &mut World, npc: Entity, asked: &ReflectionAsked, notes: &[Note]) {
    let now = world.resource::<Clock>().now;
    let is_wanted = |it: &DreamUnit| {
        let is_of_person = match &it.task {
            DreamTask::Reflect { person, .. } | DreamTask::Profile { person, .. } => {
                asked.about.as_ref().is_none_or(|about| about == person)
            }
            DreamTask::Journal { .. }
            | DreamTask::Matters(_)
            | DreamTask::Link(_)
            | DreamTask::Prune(_) => false,
        };
        is_of_person && asked.readers.as_ref().is_none_or(|of| *of == it.readers)
    };
    let mut units = work(notes, now);
    units.retain(is_wanted);
    if units.is_empty() {
        return;
    }
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc) {
        sleep.units = units;
    }
    due::enter(world, now.after(UNIT), Dream { mind: npc });
}
