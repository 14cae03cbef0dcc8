//! Commands about minds, for the staff.

use engine::simulation::Simulation;
use world::act::registry::AddCommand;

pub mod cancel;
pub mod npc;
pub mod order;
pub mod why;

/// Adds the commands.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_command::<npc::Npc, _>(npc::npc)
        .add_command::<cancel::Cancel, _>(cancel::cancel)
        .add_command::<order::Order, _>(order::order)
        .add_command::<why::Why, _>(why::why);
}
