//! Rate limits for each source: a burst of one minute's worth, then evenly spaced. And a tally of
//! events for each source, which keeps floods out of the log.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use dashmap::DashMap;
use engine::token_bucket::{Rate, TokenBucket};

use crate::listener::limiter::source;

/// Maximum number of sources that are remembered. When that many were active within the last
/// minute, a further one is not limited: to refuse it would let an attacker with many addresses
/// lock out all other players, and the other limits still hold.
pub const MOST_SOURCES: usize = 65_536;

/// Period of the rates in the settings.
const MINUTE: Duration = Duration::from_secs(60);
/// The shortest pause between two searches for sources that may be forgotten,
/// so that a full table costs next to nothing.
const SWEEP_EVERY: u64 = 1_000_000;

/// Time without failures after which a source's [`Tally`] begins again, in microseconds.
const TALLY_RESTS: u64 = 3_600_000_000;

/// Rate limit for each source, an IPv6 address by its first 64 bits. The count runs down evenly (a
/// leaky bucket), so no moment is better than another to try again. All times count from one fixed
/// start.
#[derive(Debug)]
pub struct Rates {
    buckets: DashMap<IpAddr, TokenBucket>,
    rate: Rate,
    most: usize,
    swept_at: AtomicU64,
}

impl Rates {
    /// Creates a limit of `per_minute` events of one source at once, and as many a minute in the
    /// long run. Zero counts as one.
    #[must_use]
    pub fn new(per_minute: u32) -> Self {
        Self::remembering(MOST_SOURCES, per_minute)
    }

    fn remembering(most: usize, per_minute: u32) -> Self {
        let burst = per_minute.max(1);
        let rate = Rate { burst, gap: MINUTE / burst };
        Self { buckets: DashMap::new(), rate, most, swept_at: AtomicU64::new(0) }
    }

    /// Returns whether the rate limit allows one more event of a source at `now`, without counting
    /// it.
    #[must_use]
    pub fn allows(&self, from: IpAddr, now: Duration) -> bool {
        let bucket = self.buckets.get(&source(from)).map(|it| *it).unwrap_or_default();
        { bucket }.try_take(now, 1, self.rate).is_ok()
    }

    /// Counts one event if it is allowed; one that is refused costs nothing.
    #[must_use]
    pub fn take(&self, from: IpAddr, now: Duration) -> bool {
        let from = source(from);
        if let Some(mut bucket) = self.buckets.get_mut(&from) {
            return bucket.try_take(now, 1, self.rate).is_ok();
        }
        // Another task may be quicker to enter the same source.
        let rested = |bucket: &TokenBucket| bucket.is_full(now);
        !has_room(&self.buckets, self.most, &self.swept_at, micros(now), rested)
            || self.buckets.entry(from).or_default().try_take(now, 1, self.rate).is_ok()
    }
}

/// Returns whether a table has room for one more source, after evicting rested sources if
/// necessary.
fn has_room<C>(
    table: &DashMap<IpAddr, C>,
    most: usize,
    swept_at: &AtomicU64,
    now: u64,
    rested: impl Fn(&C) -> bool,
) -> bool {
    if table.len() < most {
        return true;
    }
    if now < swept_at.load(Ordering::Relaxed).saturating_add(SWEEP_EVERY) {
        return false;
    }
    swept_at.store(now, Ordering::Relaxed);
    table.retain(|_, count| !rested(count));
    table.len() < most
}

/// Tally of recent events for each source, reported with exponential backoff: at the first, second,
/// fourth, eighth time and so on, until the source has rested for an hour. So a few lines of the
/// log report any flood. All sources for which there is no room count as one.
#[derive(Debug)]
pub struct Tally {
    counts: DashMap<IpAddr, Count>,
    most: usize,
    swept_at: AtomicU64,
}

#[derive(Debug, Default)]
struct Count {
    times: u64,
    /// Time of the last event, in microseconds.
    last: u64,
}

impl Count {
    fn has_rested(&self, now: u64) -> bool {
        self.last.saturating_add(TALLY_RESTS) <= now
    }
}

impl Default for Tally {
    fn default() -> Self {
        Self::remembering(MOST_SOURCES)
    }
}

impl Tally {
    fn remembering(most: usize) -> Self {
        Self { counts: DashMap::new(), most, swept_at: AtomicU64::new(0) }
    }

    /// Counts one event; returns the number of events if it is to be reported now.
    #[must_use]
    pub fn count(&self, from: IpAddr, now: Duration) -> Option<u64> {
        let (mut from, now) = (source(from), micros(now));
        let rested = |count: &Count| count.has_rested(now);
        if !self.counts.contains_key(&from)
            && !has_room(&self.counts, self.most, &self.swept_at, now, rested)
        {
            from = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        }
        let mut count = self.counts.entry(from).or_default();
        if count.has_rested(now) {
            count.times = 0;
        }
        count.times = count.times.saturating_add(1);
        count.last = now;
        count.times.is_power_of_two().then_some(count.times)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn taken(rates: &Rates, from: &str, now: Duration, times: usize) -> usize {
        (0..times).filter(|_| rates.take(ip(from), now)).count()
    }

    #[test]
    fn a_minutes_worth_at_once_and_then_one_at_a_time() {
        let rates = Rates::new(10);
        assert_eq!(taken(&rates, "10.0.0.1", SECOND, 15), 10);
        assert_eq!(taken(&rates, "10.0.0.1", SECOND * 6, 1), 0, "one second too early");
        assert_eq!(taken(&rates, "10.0.0.1", SECOND * 7, 2), 1, "one comes back in 6 seconds");
        assert_eq!(taken(&rates, "10.0.0.1", SECOND * 1_000, 15), 10, "and no more than all");
    }

    #[test]
    fn sources_do_not_pay_for_each_other() {
        let rates = Rates::new(1);
        assert_eq!(taken(&rates, "10.0.0.1", SECOND, 2), 1);
        assert_eq!(taken(&rates, "10.0.0.2", SECOND, 2), 1);
        assert_eq!(taken(&rates, "2001:db8::1", SECOND, 2), 1);
        assert_eq!(taken(&rates, "2001:db8::2", SECOND, 2), 0, "the same household");
        assert_eq!(taken(&rates, "2001:db8:0:1::1", SECOND, 2), 1);
        assert_eq!(taken(&rates, "::ffff:10.0.0.1", SECOND, 2), 0, "the same written otherwise");
    }

    #[test]
    fn asking_counts_nothing() {
        let rates = Rates::new(1);
        assert!(rates.allows(ip("10.0.0.1"), SECOND) && rates.allows(ip("10.0.0.1"), SECOND));
        assert!(rates.take(ip("10.0.0.1"), SECOND));
        assert!(!rates.allows(ip("10.0.0.1"), SECOND));
        assert!(!rates.allows(ip("10.0.0.1"), SECOND * 60));
        assert!(rates.allows(ip("10.0.0.1"), SECOND * 61));
    }

    #[test]
    fn a_full_table_lets_strangers_pass_and_forgets_who_has_rested() {
        let rates = Rates::remembering(2, 1);
        assert_eq!(taken(&rates, "10.0.0.1", SECOND, 2), 1);
        assert_eq!(taken(&rates, "10.0.0.2", SECOND * 30, 2), 1);
        assert_eq!(taken(&rates, "10.0.0.3", SECOND * 40, 5), 5, "not counted");
        assert_eq!(taken(&rates, "10.0.0.2", SECOND * 40, 5), 0, "still counted");
        assert_eq!(rates.buckets.len(), 2);
        assert_eq!(taken(&rates, "10.0.0.3", SECOND * 61, 5), 1, "the first has rested");
        assert_eq!(rates.buckets.len(), 2);
    }

    #[test]
    fn odd_settings_and_times_do_no_harm() {
        assert_eq!(taken(&Rates::new(0), "10.0.0.1", Duration::ZERO, 3), 1);
        assert_eq!(taken(&Rates::new(u32::MAX), "10.0.0.1", Duration::ZERO, 3), 3);
        let rates = Rates::new(1);
        assert!(rates.take(ip("10.0.0.1"), SECOND * 100));
        // A clock that went back makes a source wait; it never lets it pass early.
        assert!(!rates.take(ip("10.0.0.1"), SECOND));
        assert!(rates.take(ip("10.0.0.1"), Duration::MAX));
    }

    fn reported(tally: &Tally, from: &str, now: Duration, times: usize) -> Vec<u64> {
        (0..times).filter_map(|_| tally.count(ip(from), now)).collect()
    }

    #[test]
    fn a_flood_is_told_ever_more_seldom() {
        let tally = Tally::default();
        assert_eq!(reported(&tally, "10.0.0.1", SECOND, 100), [1, 2, 4, 8, 16, 32, 64]);
        assert_eq!(reported(&tally, "10.0.0.2", SECOND, 3), [1, 2], "others have their own count");
        assert_eq!(reported(&tally, "10.0.0.1", SECOND * 3_600, 27), [0; 0], "it has not rested");
        assert_eq!(reported(&tally, "10.0.0.1", SECOND * 3_600, 1), [128]);
        assert_eq!(reported(&tally, "10.0.0.1", SECOND * 7_200, 3), [1, 2]);
    }

    #[test]
    fn a_flood_from_everywhere_is_told_as_one() {
        let tally = Tally::remembering(2);
        assert_eq!(reported(&tally, "10.0.0.1", SECOND, 1), [1]);
        assert_eq!(reported(&tally, "10.0.0.2", SECOND * 3_000, 1), [1]);
        let many: Vec<_> = (3..=10)
            .filter_map(|it| tally.count(ip(&format!("10.0.0.{it}")), SECOND * 3_000))
            .collect();
        assert_eq!(many, [1, 2, 4, 8]);
        assert_eq!(tally.counts.len(), 3);
        assert_eq!(reported(&tally, "10.0.0.3", SECOND * 3_601, 1), [0; 0], "the ninth of many");
        assert_eq!(tally.counts.len(), 2, "the first has rested");
    }
}
