//! Households: anonymous numbers of the addresses or IPv6 networks that players connect from.

use core::net::{IpAddr, Ipv6Addr};
use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, simulation::Simulation};
use serde::{Deserialize, Serialize};

/// Maximum number of known households.
const MOST: usize = 10_000;

/// Number of households evicted at once when the maximum is reached.
const FORGOTTEN_AT_ONCE: usize = MOST / 10;

/// Id of a household: all connections from one IPv4 address, or from IPv6 addresses with the same
/// first 64 bits. Numbered in order of first connection; starts anew with each run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NetworkOriginId(pub u64);

/// Household that a character is played from, or was last.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkOrigin(pub NetworkOriginId);

/// Registry of household numbers. Never saved.
#[derive(Resource, Debug, Default)]
pub(crate) struct Households {
    known: BTreeMap<IpAddr, (NetworkOriginId, WorldTime)>,
    next: u64,
}

impl Households {
    /// Returns the household number of an address, assigning a new one if unknown. When full, the
    /// least recently seen tenth is evicted; an evicted address gets a new number.
    pub(crate) fn number(&mut self, from: IpAddr, now: WorldTime) -> NetworkOriginId {
        let source = source(from);
        if let Some((id, last)) = self.known.get_mut(&source) {
            *last = now;
            return *id;
        }
        if self.known.len() >= MOST {
            let mut oldest: Vec<(WorldTime, NetworkOriginId, IpAddr)> =
                self.known.iter().map(|(of, (id, last))| (*last, *id, *of)).collect();
            oldest.sort_unstable();
            for (_, _, source) in oldest.into_iter().take(FORGOTTEN_AT_ONCE) {
                self.known.remove(&source);
            }
        }
        let id = NetworkOriginId(self.next);
        self.next += 1;
        self.known.insert(source, (id, now));
        id
    }
}

/// Returns the address prefix shared by a household: the whole IPv4 address, or the IPv6 /64
/// network.
fn source(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V4(it) => IpAddr::V4(it),
        IpAddr::V6(it) => {
            let [a, b, c, d, ..] = it.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Households>();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_is_one_household() {
        let mut all = Households::default();
        let mut number = |text: &str| all.number(ip(text), WorldTime(1)).0;
        assert_eq!(number("192.0.2.1"), 0);
        assert_eq!(number("192.0.2.2"), 1);
        assert_eq!(number("::ffff:192.0.2.1"), 0, "the same, written in another way");
        assert_eq!(number("2001:db8:0:1::5"), 2);
        assert_eq!(number("2001:db8:0:1:9::6"), 2);
        assert_eq!(number("2001:db8:0:2::5"), 3);
    }

    #[test]
    fn of_too_many_those_are_forgotten_who_came_longest_ago() {
        let mut all = Households::default();
        let address = |n: usize| IpAddr::from(u32::try_from(n).unwrap().to_be_bytes());
        for n in 0..MOST {
            all.number(address(n), WorldTime(u64::try_from(n).unwrap()));
        }
        let late = WorldTime(1_000_000);
        let first = all.number(address(0), late);
        assert_eq!(first, NetworkOriginId(0));
        all.number(address(MOST), late);
        assert_eq!(all.known.len(), MOST - FORGOTTEN_AT_ONCE + 1);
        assert_eq!(all.number(address(0), late), first, "it came back in time");
        assert_ne!(all.number(address(1), late), NetworkOriginId(1), "a number is given once");
    }
}
