//! The rules about who may come in, on their way from the world to those who
//! come: the game publishes them after each change, and each arrival looks.

use std::net::IpAddr;

use engine::simulation::Simulation;
use tokio::sync::watch;
use world::staff::sitelock::{Restriction, Sitelock};

use crate::clock;

/// The rules, for those who let people in.
#[derive(Debug, Clone)]
pub struct AccessRules(watch::Receiver<Sitelock>);

/// A way for the rules, with those that hold at the start on it.
#[must_use]
pub fn gate(sim: &Simulation) -> (watch::Sender<Sitelock>, AccessRules) {
    let (rules, gate) = watch::channel(sim.world().resource::<Sitelock>().clone());
    (rules, AccessRules(gate))
}

impl AccessRules {
    /// What to tell somebody with this name, if it is known, at this address,
    /// when a rule refuses any of `what` to them now.
    #[must_use]
    pub fn refuses(
        &self,
        what: &[Restriction],
        name: Option<&str>,
        address: IpAddr,
    ) -> Option<String> {
        let (rules, now) = (self.0.borrow(), clock::now());
        let rule = what.iter().find_map(|what| rules.check(*what, name, address, now))?;
        tracing::info!(rule = rule.number, what = rule.what.name(), %address, name, "refused");
        Some(rule.refusal())
    }
}
