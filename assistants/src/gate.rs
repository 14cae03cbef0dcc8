//! The gate: who will hear an answer, and what it may be made from.

use engine::simulation::Simulation;

pub mod audience;
pub mod budget;
pub mod consent;
pub mod ignoring;
pub mod output;
pub mod phrases;
pub mod rules;
pub mod spending;

/// Adds what the operator's settings say of models.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<consent::OutsideModels>();
    sim.add_plugin(spending::plugin);
}
