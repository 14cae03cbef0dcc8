//! Perceiving: what perceived things mean to a mind, what it keeps of them, and
//! who answers.

use engine::{simulation::Simulation, stage::Stage};

pub mod attend;
pub mod claim;
pub mod classify;
pub mod deeds;
pub mod floor;
mod initiative;
mod linger;
pub mod question;
pub mod stream;

/// Adds the stage in which minds take note.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_queue::<attend::LinePerceived>()
        .add_queue::<deeds::DeedPerceived>()
        .add_plugin(linger::plugin)
        .add_systems(Stage::Attend, attend::attend);
}
