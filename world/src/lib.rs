//! The game as a pure machine: inputs in, one tick, outputs out.
//!
//! | Room | What it holds |
//! |---|---|
//! | [`act`] | how a line becomes an act, who may, what comes with time |
//! | [`witness`] | what happened, who noticed, in which words, what can be seen |
//! | [`space`] | rooms, exits, doors, walking |
//! | [`things`] | kinds, things, what the content puts where |
//! | [`beings`] | characters, who is connected, coming and going |
//! | [`talk`] | speech, channels, ignoring |
//! | [`trade`] | coins, and what minds may do for players |
//! | [`staff`] | what players report, who may come in, what the staff did |
//! | [`content`] | what builders wrote, and the world made from it |
//! | [`input`] | what comes in from outside |
//!
//! Below it are the crates [`engine`], the simulation without a game, and [`text`], text without an ECS.
//!
//! Invariants: nothing here does I/O or knows that minds exist. Nothing reaches
//! a screen or a mind except as a [`witness::perception::Perceived`]. Only
//! [`witness::perception`] makes a stamp. Whoever acts, acts by a
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

/// Adds everything of the world: one line for each room. The order is that in
/// which commands stand in the manual and saved documents are restored.
pub fn plugin(sim: &mut Simulation) {
    // Names are indexed by a hook, which has to be there before anything has a name.
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
        // Whatever else is a verb comes before them.
        .add_plugin(act::habit::plugin);
}
