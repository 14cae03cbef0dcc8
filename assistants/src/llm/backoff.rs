//! Backoff: pauses between the attempts of one request.

use std::time::Duration;

use rand::{RngExt, rngs::ChaCha8Rng};

/// Pauses that double after each failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// Pause before the first retry.
    pub base: Duration,
    /// Maximum pause, unless a longer one is asked for.
    pub cap: Duration,
}

impl Backoff {
    /// Returns the pause after so many failed attempts: exponential up to the cap, with a jitter of up to
    /// one half so that requests that failed together are not retried together; at least as long as the
    /// `wished` one of the peer, which may be longer than the time left.
    #[must_use]
    pub fn pause(&self, failed: u32, wished: Duration, rng: &mut ChaCha8Rng) -> Duration {
        let doubled = 2_u32.saturating_pow(failed.saturating_sub(1));
        let longest = self.base.saturating_mul(doubled).min(self.cap);
        (longest.saturating_mul(rng.random_range(50..=100)) / 100).max(wished)
    }
}
