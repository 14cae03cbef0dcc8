//! Counter of serial numbers of items, which are never reused. Saved as a row of its own, so that
//! the cost of a new item does not depend on the size of the world.

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

/// Document kind, and id, of the only document of world-wide state.
const WORLD: &str = "world";

/// Saved world-wide state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct WorldDocument {
    /// Serial number of the latest copy of an item.
    next_thing: u64,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Kinds>();
    sim.add_document(DocumentKind { name: WORLD, newest: None, collect, restore });
}

/// Increments the serial number and marks it to be saved.
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
