//! Audit record: perceptions, prompts, answers and acts of NPCs, with the reasons.
//!
//! | File | Contents |
//! |---|---|
//! | `entry` | one entry, as data |
//! | `question` | parts of a prompt, and its hash |
//! | `view` | an entry as one line |
//! | `chronicle` | public events of a day as a page that anybody may read |
//! | `proof` | verification from the record alone that every act was allowed |
//! | `newest` | newest entries of each mind, and the queue of entries to be stored |
//! | `write` | writing, restoring, deletion |
//!
//! The driver that runs the game decides whether to store the entries.

pub mod chronicle;
pub mod entry;
pub mod newest;
pub mod proof;
pub mod question;
pub mod view;
pub mod write;

use engine::simulation::Simulation;
use world::beings::forgetting::AddForgetter;

/// Adds the queue of entries to be stored, and the deletion of accounts' words.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_queue::<newest::RecordMessage>();
    sim.add_forgetter(write::forget);
}
