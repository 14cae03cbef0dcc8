//! The minds: perception, thought and memory of the characters that nobody
//! plays.
//!
//! | Room | What it holds |
//! |---|---|
//! | [`persona`] | what a builder writes about a character |
//! | [`perceive`] | what perceived things mean to a mind, who answers |
//! | [`mind`] | the components of a mind, how one comes and goes, what lasts |
//! | [`turn`] | one thought as a value, and its guards |
//! | [`think`] | the system that moves thoughts, and what their effects do |
//! | [`gate`] | who will hear the answer |
//! | [`prompt`] | what is asked of the model |
//! | [`tools`] | the tools of a model: schemas, and calls turned into commands |
//! | [`meaning`] | what lines mean: words, patterns, subjects |
//! | [`memory`] | what a mind remembers, and how it finds it again |
//! | [`llm`] | models: the built-in brain and those behind HTTP |
//! | [`record`] | why it did what it did |
//! | [`kept`] | what players read of themselves, and have forgotten |
//! | [`staff`] | the staff's commands |
//!
//! Invariants: a mind has at most one thought, and a thought at most one
//! pending effect. The classifier never sees words. A mind acts only by the
//! commands that players have. What a prompt holds, all who will hear the
//! answer may read. Everything but [`llm`] is free of I/O.

pub mod gate;
pub mod llm;
pub mod memory;
pub mod mind;
pub mod nlu;
pub mod perceive;
pub mod persona;
pub mod privacy;
pub mod prompt;
pub mod record;
pub mod staff;
pub mod think;
pub mod tools;
pub mod turn;

use engine::simulation::Simulation;

/// Adds the minds to a world: one line for each room that adds something.
pub fn plugin(sim: &mut Simulation) {
    sim.add_plugin(gate::plugin)
        .add_plugin(mind::plugin)
        .add_plugin(think::plugin)
        .add_plugin(perceive::plugin)
        .add_plugin(record::plugin)
        .add_plugin(privacy::plugin)
        .add_plugin(staff::plugin);
}
