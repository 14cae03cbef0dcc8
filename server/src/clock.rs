//! Clock of the machine: the one place that asks for the time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::clock::WorldTime;

/// Returns the current moment, by the machine's clock.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "everything else gets the time from here")]
pub fn now() -> WorldTime {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    WorldTime(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// A stopwatch that no change of the machine's clock disturbs.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(tokio::time::Instant);

impl Stopwatch {
    /// Starts a stopwatch.
    #[must_use]
    pub fn start() -> Self {
        Self(tokio::time::Instant::now())
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
