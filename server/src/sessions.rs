//! Who is connected: counted by address, so that nobody can take all places.

use std::net::IpAddr;

use dashmap::DashMap;

/// Connections by where they come from. An IPv6 address counts by its first
/// 64 bits, which is what one household has.
#[derive(Debug, Default)]
pub struct Sessions {
    by_source: DashMap<IpAddr, usize>,
}

impl Sessions {
    /// Takes a place for a connection, if its source has fewer than `most`.
    /// The caller gives it back with [`Sessions::leave`].
    #[must_use]
    pub fn enter(&self, from: IpAddr, most: usize) -> bool {
        let mut count = self.by_source.entry(source(from)).or_default();
        if *count >= most {
            return false;
        }
        *count += 1;
        true
    }

    /// Gives a place back.
    pub fn leave(&self, from: IpAddr) {
        let from = source(from);
        if let Some(mut count) = self.by_source.get_mut(&from) {
            *count = count.saturating_sub(1);
        }
        self.by_source.remove_if(&from, |_, count| *count == 0);
    }
}

/// Whom an address counts as: itself, or the household that its first 64 bits are.
pub(crate) fn source(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V4(it) => IpAddr::V4(it),
        IpAddr::V6(it) => {
            let [a, b, c, d, ..] = it.segments();
            IpAddr::V6(std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_by_source() {
        let sessions = Sessions::default();
        let (one, two): (IpAddr, IpAddr) =
            ("2001:db8::1".parse().unwrap(), "2001:db8::2".parse().unwrap());
        assert!(sessions.enter(one, 1));
        assert!(!sessions.enter(two, 1), "the same household");
        assert!(sessions.enter("10.0.0.1".parse().unwrap(), 1));
        sessions.leave(one);
        assert!(sessions.enter(two, 1));
        sessions.leave(two);
        sessions.leave("10.0.0.1".parse().unwrap());
        assert!(sessions.by_source.is_empty());
    }
}
