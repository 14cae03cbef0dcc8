//! Access rules, published by the game after each change and checked for each new connection and
//! login.

use std::net::IpAddr;

use engine::simulation::Simulation;
use tokio::sync::watch;
use world::staff::sitelock::{Restriction, Sitelock};

use crate::clock;

/// Receiver of the access rules, for connections and logins.
#[derive(Debug, Clone)]
pub struct AccessRules(watch::Receiver<Sitelock>);

/// Returns the sender and the receiver of the access rules, which begins with the rules that hold
/// at the start.
#[must_use]
pub fn gate(sim: &Simulation) -> (watch::Sender<Sitelock>, AccessRules) {
    let (rules, gate) = watch::channel(sim.world().resource::<Sitelock>().clone());
    (rules, AccessRules(gate))
}

impl AccessRules {
    /// Returns the refusal to show when a rule now denies any of the restrictions `what` to this
    /// name, if known, or to this address.
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
