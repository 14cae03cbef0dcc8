//! Limiter of concurrent connections, counted by address so that no one can take all places.

use std::{net::IpAddr, sync::Arc};

use dashmap::DashMap;
use tokio::sync::OwnedSemaphorePermit;

/// Limiter of concurrent connections by source. An IPv6 address counts by its first 64 bits, which
/// is what one household has.
#[derive(Debug, Default)]
pub struct ConnectionLimiter {
    by_source: DashMap<IpAddr, usize>,
}

impl ConnectionLimiter {
    /// Takes a place for a connection that has one of `all`, if its source has
    /// fewer than `most`.
    ///
    /// # Errors
    /// Its place among all, back again.
    pub fn enter(
        self: &Arc<Self>,
        from: IpAddr,
        most: usize,
        all: OwnedSemaphorePermit,
    ) -> Result<ConnectionPermit, OwnedSemaphorePermit> {
        let mut count = self.by_source.entry(source(from)).or_default();
        if *count >= most {
            return Err(all);
        }
        *count += 1;
        Ok(ConnectionPermit { sessions: self.clone(), from, _all: all })
    }

    fn leave(&self, from: IpAddr) {
        let from = source(from);
        if let Some(mut count) = self.by_source.get_mut(&from) {
            *count = count.saturating_sub(1);
        }
        self.by_source.remove_if(&from, |_, count| *count == 0);
    }
}

/// Permit of one connection, which counts among all and among those from its source. It is given
/// back when it is dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    sessions: Arc<ConnectionLimiter>,
    from: IpAddr,
    _all: OwnedSemaphorePermit,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.sessions.leave(self.from);
    }
}

/// Returns the address by which a peer is counted: its own, or the first 64 bits of an IPv6
/// address.
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
    use tokio::sync::Semaphore;

    use super::*;

    #[test]
    fn places_are_counted_by_source() {
        let sessions = Arc::new(ConnectionLimiter::default());
        let all = Arc::new(Semaphore::new(10));
        let enter = |from: &str| {
            let permit = all.clone().try_acquire_owned().unwrap();
            sessions.enter(from.parse().unwrap(), 1, permit)
        };
        let one = enter("2001:db8::1").unwrap();
        let refused = enter("2001:db8::2").expect_err("the same household");
        assert_eq!(all.available_permits(), 8, "who is refused keeps its place meanwhile");
        drop(refused);
        let other = enter("10.0.0.1").unwrap();
        assert_eq!(all.available_permits(), 8);
        drop(one);
        let two = enter("2001:db8::2").unwrap();
        drop((two, other));
        assert!(sessions.by_source.is_empty());
        assert_eq!(all.available_permits(), 10);
    }
}
