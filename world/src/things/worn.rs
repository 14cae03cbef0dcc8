//! Worn items: carried items that are visible on their carrier.

use bevy_ecs::prelude::*;
use engine::{save::dirty, simulation::Simulation};

use crate::space::containment::{ContainedIn, Departures};

/// Marker of an item that can be worn.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wearable;

/// Marker of an item that its carrier wears.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable, on_insert = dirty::touched, on_remove = dirty::touched)]
pub struct Worn;

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().get_resource_or_init::<Departures>().add(comes_off);
}

/// Clears the worn state of an item that leaves its carrier.
fn comes_off(world: &mut World, thing: Entity, to: Entity) {
    if world.get::<Worn>(thing).is_some()
        && world.get::<ContainedIn>(thing).is_some_and(|inside| inside.0 != to)
    {
        world.entity_mut(thing).remove::<Worn>();
    }
}
