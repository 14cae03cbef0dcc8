//! Trade: coins, and what minds may do for players once they accept it.

use crate::engine::simulation::Simulation;

pub mod accept;
pub mod deal;
pub mod give;
pub mod offer;
pub mod offering;
pub mod purse;
pub mod terms;

/// Adds the commands of trade.
pub(crate) fn plugin(sim: &mut Simulation) {
    sim.add_command::<give::Give, _>(give::give)
        .add_command::<accept::Accept, _>(accept::accept)
        .add_command::<accept::Decline, _>(accept::decline)
        .add_command::<offering::MakeOffer, _>(offering::offer);
}
