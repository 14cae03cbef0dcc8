//! Characters: players and NPCs, connection state, login and logout, and the character commands.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod account;
pub mod afk;
pub mod alias;
pub mod character;
pub mod characters;
pub mod doing;
pub mod forgetting;
pub mod ignores;
pub mod last;
pub mod lifecycle;
pub mod name;
pub mod name_index;
pub mod network_origin;
pub mod news;
pub mod password;
pub mod people;
pub mod posture;
pub mod presence;
pub mod profile;
pub mod quit;
pub mod roster;
pub mod saved;
pub mod score;
pub mod set;
pub mod settings;
pub mod sleepers;
pub mod title;
pub mod who;
pub mod whois;

/// Registers the plugins and commands of characters, accounts, presence and profiles.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(character::plugin)
        .add_plugin(forgetting::plugin)
        .add_plugin(network_origin::plugin)
        .add_plugin(ignores::plugin)
        .add_plugin(posture::plugin)
        .add_plugin(presence::plugin)
        .add_plugin(roster::plugin)
        .add_plugin(news::plugin)
        .add_plugin(saved::plugin)
        .add_plugin(lifecycle::plugin)
        .add_command::<who::WhoCommand, _>(who::who)
        .add_command::<score::Score, _>(score::score)
        .add_command::<whois::Whois, _>(whois::whois)
        .add_command::<last::Last, _>(last::last)
        .add_command::<title::TitleCommand, _>(title::title)
        .add_command::<title::Describe, _>(title::describe)
        .add_command::<afk::Afk, _>(afk::afk)
        .add_command::<alias::AliasCommand, _>(alias::alias)
        .add_command::<news::NewsCommand, _>(news::news)
        .add_command::<set::Set, _>(set::set)
        .add_queue::<settings::RumoursOff>()
        .add_command::<characters::Characters, _>(characters::characters)
        .add_command::<characters::Play, _>(characters::play)
        .add_command::<account::OwnAccount, _>(account::account)
        .add_command::<password::ChangePassword, _>(password::password)
        .add_command::<quit::Quit, _>(quit::quit);
}
