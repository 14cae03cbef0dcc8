//! Work of a night: each unit derives notes from others, by rule, and writes them down at once, so that a
//! kill loses at most one unit.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    index,
    save::durability::Durability,
};
use world::{
    act::due::{self, Due},
    beings::{character::Character, forgetting::Gone, name::Name, people},
    space::calendar::Calendar,
};

use super::{
    conclude::{conclude, fresh_about},
    opinions,
};
use crate::{
    memory::{Note, links},
    mind::{
        dream::{DreamRules, DreamTask, DreamUnit, by_rule},
        notebook::Notebook,
        saved::{DropNote, SaveNote},
        sleep::Sleep,
    },
};

/// Time between two units of a night's work.
pub(super) const UNIT: Duration = Duration::from_secs(5);
/// Maximum number of units that are done at once where nothing comes of them.
const AT_ONCE: usize = 8;
/// Maximum number of notes whose links are written down in one unit.
const LINKED: usize = 128;

/// Timer: the next unit of a night's work.
pub(super) struct Dream {
    pub(super) mind: Entity,
}

impl Due for Dream {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        dream(world, self.mind);
    }
}

/// Does the next units of a night's work, up to one that writes something down.
fn dream(world: &mut World, npc: Entity) {
    let now = world.resource::<Clock>().now;
    for _ in 0..AT_ONCE {
        let next = world.get_mut::<Sleep>(npc).and_then(|it| it.into_inner().units.pop_front());
        let Some(unit) = next else { break };
        if carry_out(world, npc, unit, now) {
            break;
        }
    }
    let next = world.get::<Notebook>(npc).map_or(0, |it| it.next);
    let Some(mut sleep) = world.get_mut::<Sleep>(npc) else { return };
    if sleep.units.is_empty() {
        // What was thought over while awake is only a part of a night's work.
        if sleep.is_asleep() {
            sleep.worked = next;
        }
    } else {
        due::enter(world, now.after(UNIT), Dream { mind: npc });
    }
}

/// Carries out a unit of a night's work. Returns whether anything came of it.
fn carry_out(world: &mut World, npc: Entity, unit: DreamUnit, now: WorldTime) -> bool {
    match &unit.task {
        DreamTask::Prune(serials) => return prune(world, npc, serials),
        DreamTask::Link(notes) => return link(world, npc, notes),
        DreamTask::Journal { person, .. }
        | DreamTask::Reflect { person, .. }
        | DreamTask::Profile { person, .. } => {
            if !is_person(world, person) {
                return false;
            }
        }
        DreamTask::Matters(_) => {}
    }
    let me = world.get::<Name>(npc).map(|it| it.0.to_string()).unwrap_or_default();
    let calendar = *world.resource::<Calendar>();
    let rules = DreamRules {
        me: &me,
        day_of: &|at| calendar.at(at).day,
        day: calendar.day_minutes() * 60_000,
    };
    let name = unit.task.person().and_then(|it| people::name_of(world, it));
    // What earlier units of the night derived counts as well.
    let of_person = unit.task.person();
    let newer = of_person.map(|it| fresh_about(world, npc, it, &unit.readers));
    let task = unit.task.with(&newer.unwrap_or_default());
    let derived = by_rule(&task, name.as_deref(), &rules);
    if let (DreamTask::Reflect { person, notes }, Some(name)) = (&task, name.as_deref()) {
        opinions::ask(world, npc, (person, name), (&unit.readers, notes));
    }
    let mut is_any = false;
    for it in derived {
        is_any |= conclude(world, npc, it, task.notes(), now);
    }
    is_any
}

/// Returns whether notes are derived about somebody: no other of the town's own people, and nobody who is
/// gone for good.
fn is_person(world: &World, person: &CharacterId) -> bool {
    let is_assistant = index::find(world, person).is_some_and(|of| people::is_assistant(world, of));
    !is_assistant && !world.resource::<Gone>().iter().any(|of| of == person)
}

fn prune(world: &mut World, npc: Entity, serials: &[u64]) -> bool {
    let Some(mind) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return false };
    for serial in serials {
        world.write_message(DropNote { mind: mind.clone(), serial: *serial });
    }
    !serials.is_empty()
}

/// Writes down the links that changed.
fn link(world: &mut World, npc: Entity, notes: &[Note]) -> bool {
    let Some(mind) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return false };
    let notes: Vec<&Note> = notes.iter().collect();
    let changed = links::relinked(&notes, LINKED);
    let is_any = !changed.is_empty();
    for note in changed {
        if let Some(mut notebook) = world.get_mut::<Notebook>(npc) {
            notebook.update(&note);
        }
        world.write_message(SaveNote { mind: mind.clone(), note });
    }
    is_any
}
