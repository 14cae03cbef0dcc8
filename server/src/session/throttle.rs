//! How many lines one connection may send: a burst at once, then so many a second.

use std::time::Duration;

/// A token bucket that holds lines. It keeps only the moment at which it will be full again, so an
/// idle connection needs no refilling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throttle {
    /// When the bucket will be full, in microseconds since the start.
    full_at: u64,
    /// How long one line takes to come back, in microseconds.
    gap: u64,
    /// How long the whole burst takes to come back, in microseconds.
    room: u64,
}

impl Throttle {
    /// A full bucket for `burst` lines that regains `per_second` lines a second. Zero counts as one
    /// in both, because a connection that may say nothing could not even quit.
    #[must_use]
    pub fn new(per_second: u16, burst: u16) -> Self {
        let gap = 1_000_000 / u64::from(per_second.max(1));
        Self { full_at: 0, gap, room: gap * u64::from(burst.max(1)) }
    }

    /// Takes a line that came at `now`, which counts from the server's start, and says how long to
    /// hold it back; zero within the burst. The caller waits that long before it reads on: no line
    /// is lost, and the sender is slowed down by its own socket.
    #[must_use]
    pub fn take(&mut self, now: Duration) -> Duration {
        let now = u64::try_from(now.as_micros()).unwrap_or(u64::MAX);
        self.full_at = self.full_at.max(now).saturating_add(self.gap);
        Duration::from_micros((self.full_at - now).saturating_sub(self.room))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn waits(throttle: &mut Throttle, now: Duration, lines: usize) -> Vec<u128> {
        (0..lines).map(|_| throttle.take(now).as_millis()).collect()
    }

    #[test]
    fn a_burst_passes_and_the_rest_is_paced() {
        let mut throttle = Throttle::new(4, 3);
        assert_eq!(waits(&mut throttle, SECOND, 5), [0, 0, 0, 250, 500]);
        // Who waited as told is held back by one gap again, and no more.
        assert_eq!(waits(&mut throttle, SECOND * 3 / 2, 1), [250]);
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
        assert_eq!(least.take(Duration::MAX), Duration::ZERO);
        // A clock that went back makes a line wait; it never makes one pass early.
        let mut throttle = Throttle::new(1, 1);
        assert_eq!(throttle.take(SECOND * 10), Duration::ZERO);
        assert_eq!(throttle.take(SECOND * 9), SECOND * 2);
        assert_eq!(throttle.take(Duration::MAX), Duration::ZERO);
        assert!(size_of::<Throttle>() <= 24);
    }
}
