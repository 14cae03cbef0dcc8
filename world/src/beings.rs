//! Beings: characters with and without a player, who is connected, and how they
//! come and go.

use crate::engine::simulation::Simulation;

pub mod character;
pub mod characters;
pub mod coming;
pub mod ignores;
pub mod named;
pub mod password;
pub mod people;
pub mod presence;
pub mod quit;
pub mod roster;
pub mod saved;
pub mod set;
pub mod settings;
pub mod who;

/// Adds characters, their coming and going, and the commands about oneself and others.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(character::plugin)
        .add_plugin(ignores::plugin)
        .add_plugin(presence::plugin)
        .add_plugin(roster::plugin)
        .add_plugin(saved::plugin)
        .add_plugin(coming::plugin)
        .add_command::<who::WhoCommand, _>(who::who)
        .add_command::<set::Set, _>(set::set)
        .add_command::<characters::Characters, _>(characters::characters)
        .add_command::<characters::Play, _>(characters::play)
        .add_command::<password::ChangePassword, _>(password::password)
        .add_command::<quit::Quit, _>(quit::quit);
}
