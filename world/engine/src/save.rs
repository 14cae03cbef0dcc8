//! Saving: what changed in a tick becomes rows, and rows become the world again.
//! Nothing here knows what there is to save; each concept registers its kind of
//! document beside its component.

use crate::{simulation::Simulation, stage::Stage};

pub mod dirty;
pub mod document;
pub mod durability;

/// Adds the stage that saves.
pub fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<dirty::Dirty>();
    world.init_resource::<document::DocumentKinds>();
    sim.add_queue::<document::Row>().add_systems(Stage::Save, document::save);
}
