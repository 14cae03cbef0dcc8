//! Acting: who may do what, how a line becomes a command, how a command is
//! carried out, and what happens by the clock.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod cause;
pub mod command;
pub mod commands;
pub mod due;
pub mod habit;
pub mod help;
pub mod perform;
pub mod permission;
pub mod refusal;
pub mod registry;
pub mod verbs;

/// Adds the stages in which lines become acts, and `help`.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(perform::plugin)
        .add_plugin(due::plugin)
        .add_plugin(help::plugin)
        .add_command::<commands::ListCommands, _>(commands::commands);
}
