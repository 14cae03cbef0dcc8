//! Doors in exits, which open and fall shut.

use std::{sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    simulation::Simulation,
};

use crate::{
    act::{
        cause::world_act,
        due::{self, AddDue, Due},
    },
    space::exit::{ExitOf, LeadsTo},
    witness::{
        fact::{DoorHand, DoorMotion, Fact},
        narrator::with_narrator,
    },
};

/// A door in an exit.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Door {
    /// Name, with an article.
    pub name: Arc<str>,
    /// True if the door can be passed.
    pub open: bool,
    /// Time until which the door stands open, once it was opened for a while.
    pub until: WorldTime,
    /// Text for an actor who tries it while it is shut.
    pub says: Option<Arc<str>>,
}

/// Timer event: a door falls shut.
struct Shut(Entity);

impl Due for Shut {
    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        // It may have been opened again meanwhile, for longer.
        if world.get::<Door>(self.0).is_some_and(|it| it.until <= now) {
            set(world, self.0, DoorMotion::Shuts, None);
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<Shut>();
}

/// Opens a door, which falls shut by itself after `span`; `by` is the character that opens it, none
/// for the world.
pub fn open_for(world: &mut World, exit: Entity, span: Duration, by: Option<Box<DoorHand>>) {
    let until = world.resource::<Clock>().now.after(span);
    let Some(mut door) = world.get_mut::<Door>(exit) else { return };
    door.until = door.until.max(until);
    let does = if door.open { DoorMotion::StaysOpen } else { DoorMotion::Opens };
    set(world, exit, does, by);
    due::enter(world, until, Shut(exit));
}

/// Opens or shuts the door of one exit, in sight of the rooms on both sides. The way back is an
/// exit of its own, so a builder can let people out of a room that they must ask to be let into.
fn set(world: &mut World, exit: Entity, does: DoorMotion, by: Option<Box<DoorHand>>) {
    let Some(mut door) = world.get_mut::<Door>(exit) else { return };
    let was_open = std::mem::replace(&mut door.open, does != DoorMotion::Shuts);
    // A motion that changes nothing is narrated only if it is done for a character.
    if was_open == door.open && by.is_none() {
        return;
    }
    let fact = Fact::Door { door: door.name.clone(), does, by };
    let sides =
        [world.get::<ExitOf>(exit).map(|it| it.0), world.get::<LeadsTo>(exit).map(|it| it.0)];
    for room in sides.into_iter().flatten() {
        let fact = fact.clone();
        with_narrator(world, |narrator| narrator.deed_in(&world_act(), room, fact, &[]));
    }
}
