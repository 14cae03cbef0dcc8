//! Token bucket for rate limits, with the clock as a parameter.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Rate limit: a burst at once, and one token more after each gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    /// Number of tokens in a full bucket; zero counts as one.
    pub burst: u32,
    /// Time in which one token comes back.
    pub gap: Duration,
}

/// Token bucket that keeps only the moment at which it is full again, so an idle one needs no timer.
///
/// Moments count from any fixed start, in the same way at each call. A clock that goes back makes a
/// caller wait longer, and never lets one pass early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenBucket {
    /// Moment at which the bucket is full, in nanoseconds since the start.
    full_at: u64,
}

impl TokenBucket {
    /// Takes `n` tokens in any case and returns the delay until they are there; zero within the burst.
    #[must_use]
    pub fn take(&mut self, now: Duration, n: u32, rate: Rate) -> Duration {
        let (full_at, delay) = self.after(now, n, rate);
        self.full_at = full_at;
        delay
    }

    /// Takes `n` tokens if they are there; a refusal costs nothing.
    ///
    /// # Errors
    /// The time until they are there.
    pub fn try_take(&mut self, now: Duration, n: u32, rate: Rate) -> Result<(), Duration> {
        let (full_at, delay) = self.after(now, n, rate);
        if !delay.is_zero() {
            return Err(delay);
        }
        self.full_at = full_at;
        Ok(())
    }

    /// Returns whether the bucket is full, so that it need not be kept.
    #[must_use]
    pub fn is_full(&self, now: Duration) -> bool {
        self.full_at <= nanoseconds(now)
    }

    /// Returns the moment at which the bucket would be full again after `n` tokens were taken, and the
    /// delay until they are there.
    fn after(self, now: Duration, n: u32, rate: Rate) -> (u64, Duration) {
        let (now, gap) = (nanoseconds(now), nanoseconds(rate.gap));
        let full_at = self.full_at.max(now).saturating_add(gap.saturating_mul(n.into()));
        let burst = gap.saturating_mul(rate.burst.max(1).into());
        (full_at, Duration::from_nanos((full_at - now).saturating_sub(burst)))
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const RATE: Rate = Rate { burst: 3, gap: Duration::from_secs(2) };

    #[test]
    fn a_burst_passes_and_then_one_after_each_gap() {
        let mut bucket = TokenBucket::default();
        for _ in 0..3 {
            assert_eq!(bucket.try_take(SECOND, 1, RATE), Ok(()));
        }
        assert_eq!(bucket.try_take(SECOND, 1, RATE), Err(SECOND * 2));
        assert_eq!(bucket.try_take(SECOND, 1, RATE), Err(SECOND * 2), "a refusal costs nothing");
        assert_eq!(bucket.try_take(SECOND * 2, 1, RATE), Err(SECOND));
        assert_eq!(bucket.try_take(SECOND * 3, 1, RATE), Ok(()));
        assert!(!bucket.is_full(SECOND * 8) && bucket.is_full(SECOND * 9));
        for _ in 0..3 {
            assert_eq!(bucket.try_take(SECOND * 900, 1, RATE), Ok(()), "no more than the burst");
        }
        assert_eq!(bucket.try_take(SECOND * 900, 1, RATE), Err(SECOND * 2));
    }

    #[test]
    fn what_is_taken_in_any_case_is_delayed() {
        let mut bucket = TokenBucket::default();
        let mut delay = |now, n| bucket.take(now, n, RATE);
        assert_eq!(delay(SECOND, 3), Duration::ZERO);
        assert_eq!(delay(SECOND, 1), SECOND * 2);
        assert_eq!(delay(SECOND, 2), SECOND * 6);
        assert_eq!(delay(SECOND * 7, 1), SECOND * 2, "as after the delay");
    }

    #[test]
    fn odd_settings_and_times_do_no_harm() {
        let mut least = TokenBucket::default();
        let none = Rate { burst: 0, gap: SECOND };
        assert_eq!(least.try_take(Duration::ZERO, 1, none), Ok(()));
        assert_eq!(least.try_take(Duration::MAX, 1, none), Ok(()));
        let mut bucket = TokenBucket::default();
        assert_eq!(bucket.take(SECOND * 10, 1, none), Duration::ZERO);
        assert_eq!(bucket.take(SECOND * 9, 1, none), SECOND * 2, "the clock went back");
        assert_eq!(
            bucket.take(Duration::MAX, u32::MAX, Rate { burst: 1, gap: Duration::MAX }),
            Duration::ZERO
        );
    }
}
