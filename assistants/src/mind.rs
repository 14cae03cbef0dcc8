//! Minds: their components, how one comes into the world and goes, and what
//! lasts of it.

use world::engine::simulation::Simulation;

pub mod acquaintance;
pub mod attention;
pub mod body;
pub mod health;
pub mod notebook;
pub mod saved;
pub mod thinking;

/// Adds the components of minds and their documents.
pub(crate) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<attention::Ready>();
    world.init_resource::<thinking::Serial>();
    world.init_resource::<thinking::Asking>();
    sim.add_plugin(saved::plugin);
}
