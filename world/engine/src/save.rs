//! Saving: changes of a tick become rows of documents, and rows are restored into the world. Each
//! concept registers its kind of document beside its component.

use crate::{simulation::Simulation, stage::Stage};

pub mod dirty;
pub mod document;
pub mod durability;

/// Adds the resources, the queue and the system of the save stage.
pub fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<dirty::Dirty>();
    world.init_resource::<document::DocumentKinds>();
    sim.add_queue::<document::Row>().add_systems(Stage::Save, document::save);
}
