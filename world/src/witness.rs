//! Witnessing: what happened, who noticed, in which words, and what one can see.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod backlog;
pub mod conversation;
pub mod examine;
pub mod fact;
pub mod happenings;
pub mod look;
pub mod narrator;
pub mod pace;
pub(crate) mod pages;
pub mod perception;
pub mod recent;
pub mod search;
pub mod sight;
pub mod viewpoint;

/// Adds perception, and the commands that show what one can see.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(perception::plugin)
        .add_plugin(recent::plugin)
        .add_plugin(backlog::plugin)
        .add_plugin(pace::plugin)
        .add_command::<look::Look, _>(look::look)
        .add_command::<examine::Examine, _>(examine::examine)
        .add_command::<search::Search, _>(search::search);
}
