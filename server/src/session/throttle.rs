//! Rate limits of the lines of one connection (flood control): a burst at once, then a steady rate.

use std::time::Duration;

use engine::token_bucket::{Rate, TokenBucket};

use crate::operate::config::LimitsConfig;

/// Rate limit of one connection, for lines or for bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throttle {
    bucket: TokenBucket,
    /// Time for one token to come back, in nanoseconds.
    gap: u32,
    /// Capacity of the bucket, in tokens.
    burst: u32,
}

impl Throttle {
    /// Creates a full token bucket for `burst` tokens that regains `per_second` a second. Zero
    /// counts as one in both, because a connection that may say nothing could not even quit.
    #[must_use]
    pub fn new(per_second: u32, burst: u32) -> Self {
        Self { bucket: TokenBucket::default(), gap: 1_000_000_000 / per_second.max(1), burst }
    }

    /// Takes `n` tokens at `now`, which counts from the connection's start, and returns the delay;
    /// zero within the burst. The caller waits that long before it reads on: nothing is lost, and
    /// the sender is slowed down by its own socket.
    #[must_use]
    pub fn take(&mut self, now: Duration, n: u32) -> Duration {
        let rate = Rate { burst: self.burst, gap: Duration::from_nanos(self.gap.into()) };
        self.bucket.take(now, n, rate)
    }
}

/// Rate limit of lines. A request that a client sends by itself counts as a line.
pub(super) struct LinePace {
    throttle: Throttle,
    /// Time at which the next line may go on; `None` until its token is taken.
    due: Option<Duration>,
}

impl LinePace {
    /// Creates the rate limit of lines from the settings.
    pub(super) fn new(limits: &LimitsConfig) -> Self {
        Self { throttle: Throttle::new(limits.lines_per_second, limits.burst_lines), due: None }
    }

    /// Returns the remaining delay of the next line; zero within the burst.
    pub(super) fn hold(&mut self, now: Duration) -> Duration {
        let due = *self.due.get_or_insert_with(|| now + self.throttle.take(now, 1));
        due.saturating_sub(now)
    }

    /// Notes that the next line went on.
    pub(super) fn on_line_released(&mut self) {
        self.due = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn waits(throttle: &mut Throttle, now: Duration, lines: usize) -> Vec<u128> {
        (0..lines).map(|_| throttle.take(now, 1).as_millis()).collect()
    }

    #[test]
    fn a_burst_passes_and_the_rest_is_paced() {
        let mut throttle = Throttle::new(4, 3);
        assert_eq!(waits(&mut throttle, SECOND, 5), [0, 0, 0, 250, 500]);
        // Who waited as told is held back by one gap again, and no more.
        assert_eq!(waits(&mut throttle, SECOND * 3 / 2, 1), [250]);
    }

    #[test]
    fn many_tokens_cost_as_much_as_so_many_single_ones() {
        let mut bytes = Throttle::new(1_000, 4_000);
        assert_eq!(bytes.take(SECOND, 4_000), Duration::ZERO);
        assert_eq!(bytes.take(SECOND, 500), SECOND / 2);
        assert_eq!(bytes.take(SECOND * 5, 4_000), Duration::from_millis(500));
    }

    #[test]
    fn quiet_refills_the_bucket_but_not_beyond_its_rim() {
        let mut throttle = Throttle::new(4, 3);
        assert_eq!(waits(&mut throttle, SECOND, 3), [0, 0, 0]);
        assert_eq!(waits(&mut throttle, SECOND * 3 / 2, 3), [0, 0, 250]);
        assert_eq!(waits(&mut throttle, SECOND * 1000, 4), [0, 0, 0, 250]);
    }

    #[test]
    fn odd_settings_and_times_do_no_harm() {
        let mut least = Throttle::new(0, 0);
        assert_eq!(waits(&mut least, Duration::ZERO, 2), [0, 1000]);
        assert_eq!(least.take(Duration::MAX, 1), Duration::ZERO);
        // A clock that went back makes a line wait; it never makes one pass early.
        let mut throttle = Throttle::new(1, 1);
        assert_eq!(throttle.take(SECOND * 10, 1), Duration::ZERO);
        assert_eq!(throttle.take(SECOND * 9, 1), SECOND * 2);
        assert_eq!(throttle.take(Duration::MAX, 1), Duration::ZERO);
        assert!(size_of::<Throttle>() <= 16);
    }
}
