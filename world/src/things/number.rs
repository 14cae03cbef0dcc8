//! The number of the next copy of a thing: each is given once for ever. It is a
//! row of its own, so that a new thing costs what it costs in an empty world.

use bevy_ecs::prelude::*;
use engine::{
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::things::kind::Kinds;

/// The kind of the one document of what is true of the world as a whole, and
/// its id.
const WORLD: &str = "world";

/// What is saved of the world as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct WorldDocument {
    /// Serial number of the next copy of a thing.
    next_thing: u64,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Kinds>();
    sim.add_document(DocumentKind { name: WORLD, newest: None, collect, restore });
}

/// Notes that a number is given, so it has to last.
pub(super) fn given(world: &mut World) {
    world.resource_mut::<Kinds>().next += 1;
    world.resource_mut::<Dirty>().touch_document(WORLD, WORLD);
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let document = WorldDocument { next_thing: world.resource::<Kinds>().next };
    Some(save::document::row(WORLD, id, "", &document))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let Some(row) = saved.first() else { return Ok(()) };
    let document: WorldDocument = save::document::read(WORLD, row)?;
    world.resource_mut::<Kinds>().next = document.next_thing;
    Ok(())
}
