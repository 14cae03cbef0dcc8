//! Handling: what hands and senses do to what is here, by a table of verbs and by
//! what builders wrote about each thing and detail.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod authored;
pub mod command;
pub mod reach;
pub mod verb;

/// Adds the commands, one for each page of help.
pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_command::<command::Handle<{ command::HANDS }>, _>(command::handle)
        .add_command::<command::Handle<{ command::SENSES }>, _>(command::handle)
        .add_command::<command::Handle<{ command::DOORS }>, _>(command::handle);
}
