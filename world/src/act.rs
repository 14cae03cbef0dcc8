//! Commands: permissions, command parsing, command execution, and timers.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod cause;
pub mod command;
pub mod commands;
pub mod due;
pub mod habit;
pub mod help;
mod line;
pub mod perform;
pub mod permission;
pub mod refusal;
pub mod registry;
pub mod verbs;

/// Adds the systems that parse and execute commands, the timers, and the commands `help` and
/// `commands`.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(perform::plugin)
        .add_plugin(due::plugin)
        .add_plugin(help::plugin)
        .add_command::<commands::ListCommands, _>(commands::commands);
}
