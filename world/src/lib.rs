//! The game world as a pure simulation: inputs in, one tick, outputs out.
//!
//! | Module | Content |
//! |---|---|
//! | [`act`] | commands: parsing, permissions, execution; timers |
//! | [`witness`] | facts, their observers, their wording, visibility |
//! | [`space`] | rooms, exits, doors, movement |
//! | [`things`] | kinds of items, items, their placement by the content |
//! | [`beings`] | characters, sessions, login and logout |
//! | [`talk`] | speech, channels, ignoring |
//! | [`trade`] | coins, and offers of minds to players |
//! | [`staff`] | reports by players, bans, audit log of staff |
//! | [`content`] | content files of builders, and the world built from them |
//! | [`input`] | inputs from outside |
//!
//! Below it are the crates [`engine`], the simulation without a game, and [`text`], text without an ECS.
//!
//! Invariants: nothing here does I/O or knows that minds exist. Nothing reaches
//! a screen or a mind except as a [`witness::perception::Perceived`]. Only
//! [`witness::perception`] makes a stamp. Every action of a character is an
//! [`act::command::Command`]. Data flows forward through the stages.

pub mod act;
pub mod beings;
pub mod content;
#[cfg(any(test, feature = "forge"))]
pub mod fixture;
pub mod input;
pub mod space;
pub mod staff;
pub mod talk;
#[cfg(test)]
mod tests;
pub mod things;
pub mod trade;
pub mod witness;

use engine::simulation::Simulation;

/// Adds all plugins of the world. Their order is the order of commands in the manual and of the
/// restore of saved documents.
pub fn plugin(sim: &mut Simulation) {
    // The name index is maintained by a component hook, which must exist before any name.
    sim.add_plugin(beings::name_index::plugin)
        .add_plugin(engine::save::plugin)
        .add_plugin(act::plugin)
        .add_plugin(talk::plugin)
        .add_plugin(witness::plugin)
        .add_plugin(space::plugin)
        .add_plugin(beings::plugin)
        .add_plugin(things::plugin)
        .add_plugin(trade::plugin)
        .add_plugin(staff::plugin)
        .add_plugin(input::plugin)
        // Verbs of all other sources take precedence over habits.
        .add_plugin(act::habit::plugin);
}
