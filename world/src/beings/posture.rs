//! Postures: how somebody sits or lies where they are, until they walk on.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::simulation::Simulation;

use crate::space::containment::Departures;

/// How somebody sits or lies, as a word such as "sitting". Who stands has none,
/// and nobody keeps one asleep: it is not saved.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Posture(pub Arc<str>);

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().get_resource_or_init::<Departures>().add(gets_up);
}

/// Who goes elsewhere stands on their feet.
fn gets_up(world: &mut World, who: Entity, _: Entity) {
    if world.get::<Posture>(who).is_some() {
        world.entity_mut(who).remove::<Posture>();
    }
}
