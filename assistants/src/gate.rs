//! Gate: audience of an answer, permission checks of tool calls, and budgets.

use engine::simulation::Simulation;

pub mod audience;
pub mod budget;
pub mod consent;
pub mod ignoring;
pub mod phrases;
pub mod rules;
pub mod spending;

/// Adds the settings of outside models and the budget ledger.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<consent::OutsideModels>();
    sim.add_plugin(spending::plugin);
}
