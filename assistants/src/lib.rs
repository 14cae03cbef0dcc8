//! The minds: perception, thought and memory of the characters that nobody
//! plays.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`persona`], [`script`] | what a builder writes about a character |
//! | [`assistant`] | the components of a mind, and how one is started |
//! | [`classify`], [`attend`], [`floor`] | what perceived things mean to it, who answers |
//! | [`turn`], [`think`] | one thought as a value, and the system that moves it |
//! | [`audience`], [`prompt`], [`scene`] | who will hear the answer, and what is asked of the model |
//! | [`decode`], [`tools`] | what the model wants, and its hands |
//! | [`memory`] | what it remembers, and how it finds it again |
//! | [`llm`] | models: the built-in brain and those behind HTTP |
//! | [`trace`], [`commands`], [`save`] | why it did what it did, staff's view, what lasts |
//!
//! Invariants: a mind has at most one thought, and a thought at most one
//! pending effect. The classifier never sees words. A mind acts only by the
//! commands that players have. What a prompt holds, all who will hear the
//! answer may read. Everything but [`llm`] is free of I/O.

use world::{Simulation, Stage};

pub mod assistant;
pub mod attend;
pub mod audience;
pub mod classify;
pub mod commands;
pub mod decode;
pub mod floor;
pub mod llm;
pub mod memory;
pub mod persona;
pub mod prompt;
pub mod save;
pub mod scene;
pub mod script;
pub mod think;
pub mod tools;
pub mod trace;
pub mod turn;

/// Adds the minds to a world.
pub fn plugin(sim: &mut Simulation) {
    sim.add_message::<think::MindInput>()
        .add_message::<think::ModelCall>()
        .add_message::<think::Withdraw>()
        .add_message::<think::RecallQuery>()
        .add_message::<save::SaveMind>()
        .add_systems(Stage::Think, think::think)
        .add_systems(Stage::Attend, attend::attend)
        .add_plugin(assistant::plugin)
        .add_plugin(commands::plugin);
}
