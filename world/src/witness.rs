//! Perception of events: observers, narration, the reconnect backlog, and the commands that look at
//! things.

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

/// Registers perception, the backlog, talk rate limits, and the commands `look`, `examine` and
/// `search`.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(perception::plugin)
        .add_plugin(recent::plugin)
        .add_plugin(backlog::plugin)
        .add_plugin(pace::plugin)
        .add_command::<look::Look, _>(look::look)
        .add_command::<examine::Examine, _>(examine::examine)
        .add_command::<search::Search, _>(search::search);
}
