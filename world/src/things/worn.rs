//! What is worn: a thing that is carried, and seen on whoever carries it.

use bevy_ecs::prelude::*;
use engine::{save::dirty, simulation::Simulation};

use crate::space::containment::{ContainedIn, Departures};

/// A thing that one can wear.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wearable;

/// A thing that its carrier wears.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable, on_insert = dirty::touched, on_remove = dirty::touched)]
pub struct Worn;

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().get_resource_or_init::<Departures>().add(comes_off);
}

/// What leaves its carrier is worn no more.
fn comes_off(world: &mut World, thing: Entity, to: Entity) {
    if world.get::<Worn>(thing).is_some()
        && world.get::<ContainedIn>(thing).is_some_and(|inside| inside.0 != to)
    {
        world.entity_mut(thing).remove::<Worn>();
    }
}
