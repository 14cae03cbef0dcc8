//! Postures of characters, such as sitting, until they move.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::simulation::Simulation;

use crate::space::containment::Departures;

/// Posture of a character, such as "sitting"; absent while standing. Not saved.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Posture(pub Arc<str>);

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().get_resource_or_init::<Departures>().add(gets_up);
}

/// Removes the posture of a character that leaves its place.
fn gets_up(world: &mut World, who: Entity, _: Entity) {
    if world.get::<Posture>(who).is_some() {
        world.entity_mut(who).remove::<Posture>();
    }
}
