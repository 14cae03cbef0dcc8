//! The record: what characters perceived, were asked, answered and did, and why.
//!
//! | File | What it holds |
//! |---|---|
//! | `entry` | one entry, as data |
//! | `quote` | words of others in an entry, and how they are shown so that they forge nothing |
//! | `question` | what a question was made of, and its hash |
//! | `view` | an entry as one line |
//! | `chronicle` | a day as a page that anybody may read |
//! | `proof` | proving again, from the record alone, that every act was allowed |
//! | `newest` | the newest entries of each mind, and how entries leave the game |
//! | `write` | writing down, reading back, forgetting |
//!
//! Whoever runs the game keeps what leaves it, or not.

pub mod chronicle;
pub mod entry;
pub mod newest;
pub mod proof;
pub mod question;
pub mod quote;
pub mod view;
pub mod write;

use engine::simulation::Simulation;
use world::beings::forgetting::AddForgetter;

/// Adds what leaves the game for the record.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_queue::<newest::RecordMessage>();
    sim.add_forgetter(write::forget);
}
