//! Items ("things" in code): kinds, copies, respawning, and the commands that handle them.

use crate::act::registry::AddCommand;
use engine::simulation::Simulation;

pub mod attribute;
pub mod drop;
pub mod get;
pub mod handling;
pub mod holder;
pub mod inscription;
pub mod inventory;
pub mod kind;
pub mod number;
pub mod pronoun;
pub mod respawn;
pub mod saved;
pub mod thing;
pub mod r#use;
pub mod wear;
pub mod worn;

/// Registers the plugins of items and the commands that handle them.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(thing::plugin)
        .add_plugin(number::plugin)
        .add_plugin(saved::plugin)
        .add_plugin(respawn::plugin)
        .add_plugin(inscription::plugin)
        .add_plugin(worn::plugin)
        .add_plugin(pronoun::plugin)
        .add_command::<inventory::Inventory, _>(inventory::inventory)
        .add_command::<get::Get, _>(get::get)
        .add_command::<drop::Drop, _>(drop::drop)
        .add_command::<r#use::Use, _>(r#use::use_up)
        .add_command::<wear::Wear, _>(wear::wear)
        .add_command::<wear::Remove, _>(wear::remove)
        .add_command::<wear::Wield, _>(wear::wield)
        .add_plugin(handling::plugin)
        .add_plugin(attribute::plugin)
        .add_command::<attribute::command::SetAttribute, _>(attribute::command::set_attribute);
}
