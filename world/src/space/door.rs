//! Doors in exits, which open and fall shut.

use std::{sync::Arc, time::Duration};

use bevy_ecs::prelude::*;

use crate::{
    act::{
        cause::world_act,
        due::{self, Due},
    },
    engine::{clock::Clock, simulation::Simulation},
    space::exit::{ExitOf, LeadsTo},
    witness::{
        fact::{DoorHand, Fact},
        narrator::with_narrator,
    },
};

/// A door in an exit.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Door {
    /// Its name with an article.
    pub name: Arc<str>,
    /// Whether one can pass.
    pub open: bool,
    /// What one reads who tries it while it is shut.
    pub says: Option<Arc<str>>,
}

/// A door falls shut.
struct Shut(Entity);

impl Due for Shut {
    fn happen(self, world: &mut World) {
        set(world, self.0, false, None);
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<Shut>();
}

/// Opens a door, which falls shut by itself after `span`; `by` is who does it, unless the world
/// does.
pub fn open_for(world: &mut World, exit: Entity, span: Duration, by: Option<Box<DoorHand>>) {
    set(world, exit, true, by);
    let until = world.resource::<Clock>().now.after(span);
    due::enter(world, until, Shut(exit));
}

/// Opens or shuts a door from one side; those on both sides see it. The way
/// back is an exit of its own, so a builder can let people out of where they
/// must ask to be let in.
fn set(world: &mut World, exit: Entity, open: bool, by: Option<Box<DoorHand>>) {
    let Some(mut door) = world.get_mut::<Door>(exit) else { return };
    if door.open == open {
        return;
    }
    door.open = open;
    let fact = Fact::Door { door: door.name.clone(), open, by };
    let sides =
        [world.get::<ExitOf>(exit).map(|it| it.0), world.get::<LeadsTo>(exit).map(|it| it.0)];
    for room in sides.into_iter().flatten() {
        let fact = fact.clone();
        with_narrator(world, |narrator| narrator.deed_in(&world_act(), room, fact, &[]));
    }
}
