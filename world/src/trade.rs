//! Trade: coins, offers of NPCs, commands to buy, sell and give, quests and tallies.

use crate::act::{perform::OnCommandAttempt, registry::AddCommand, verbs::AddVerbs};
use engine::simulation::Simulation;

pub mod accept;
pub mod amount;
mod answer;
pub mod buy;
pub mod cooldown;
pub mod deal;
pub mod give;
mod handing;
pub mod list;
pub mod offer;
pub mod offering;
pub mod pay;
pub mod purse;
pub mod quests;
pub mod regard;
pub(crate) mod remark;
pub mod sell;
pub mod stock;
pub mod tally;
pub mod terms;
mod wares;
mod word;

/// Registers the plugins and commands of trade.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_command::<give::Give, _>(give::give)
        .add_command::<pay::Pay, _>(pay::pay)
        .add_command::<list::ListWares, _>(list::list)
        .add_command::<buy::Buy, _>(buy::buy)
        .add_command::<sell::Sell, _>(sell::sell)
        .add_command::<accept::Accept, _>(accept::accept)
        .add_command::<accept::Decline, _>(accept::decline)
        .add_command::<offering::MakeOffer, _>(offering::offer)
        .add_plugin(quests::plugin)
        .add_plugin(cooldown::plugin)
        .add_plugin(stock::plugin)
        .add_plugin(tally::plugin)
        .add_plugin(remark::plugin)
        .add_verbs(answer::ANSWERS)
        .on_command_attempt(accept::accept_by_words);
}
