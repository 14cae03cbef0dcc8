//! Manipulation of items and room details by verbs such as push, ring or smell: a table of verbs,
//! and effects authored by builders.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod authored;
pub mod command;
pub mod reach;
pub mod verb;

/// Registers one handling command for each help page.
pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_command::<command::Handle<{ command::HANDS }>, _>(command::handle)
        .add_command::<command::Handle<{ command::SENSES }>, _>(command::handle)
        .add_command::<command::Handle<{ command::DOORS }>, _>(command::handle);
}
