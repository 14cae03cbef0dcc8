//! Things: the kinds of them, their copies, where the content puts them, and
//! what one can do with them.

use crate::engine::simulation::Simulation;

pub mod drop;
pub mod get;
pub mod holder;
pub mod inventory;
pub mod kind;
pub mod number;
pub mod restock;
pub mod saved;
pub mod thing;
pub mod r#use;

/// Adds things, their coming back, and the commands that handle them.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_plugin(thing::plugin)
        .add_plugin(number::plugin)
        .add_plugin(saved::plugin)
        .add_plugin(restock::plugin)
        .add_command::<inventory::Inventory, _>(inventory::inventory)
        .add_command::<get::Get, _>(get::get)
        .add_command::<drop::Drop, _>(drop::drop)
        .add_command::<r#use::Use, _>(r#use::use_up);
}
