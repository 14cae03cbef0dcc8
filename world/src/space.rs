//! Space: rooms, the ways between them, what is in what, and walking.

use crate::engine::simulation::Simulation;

pub mod containment;
pub mod door;
pub mod exit;
pub mod go;
pub mod path;
pub mod room;
pub mod sound;
pub mod time;
pub mod walk;

/// Adds rooms, doors that fall shut, walks, and the commands of space.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(room::plugin)
        .add_plugin(door::plugin)
        .add_plugin(walk::plugin)
        .add_command::<go::Go, _>(go::go)
        .add_command::<time::Time, _>(time::time);
}
