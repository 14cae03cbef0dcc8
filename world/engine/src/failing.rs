//! Rate-limited logging of failing systems: the first error at once, counts at growing intervals, and the
//! recovery.

use std::{cell::RefCell, collections::BTreeMap, time::Duration};

use bevy_ecs::error::{BevyError, ErrorContext};

use crate::clock::WorldTime;

/// The interval from the first error to the first count; each further interval is twice as long, up to
/// the longest.
const FIRST_INTERVAL: Duration = Duration::from_secs(60);
const LONGEST_INTERVAL: Duration = Duration::from_secs(60 * 60);
/// The time without an error after which a system counts as recovered. A shorter one would let a system
/// that fails now and then fill the log with recoveries.
const QUIET: Duration = Duration::from_secs(60);

thread_local! {
    /// The failures of the tick that runs on this thread; none outside a tick. The error handler of the
    /// ECS is a plain function without access to the world.
    static OF_TICK: RefCell<Option<TickFailures>> = const { RefCell::new(None) };
}

/// The failures of one tick, by system: the count and the newest error. The number of entries is bounded
/// by the number of systems, observers and types of ECS commands.
pub(super) type TickFailures = BTreeMap<String, (u64, String)>;

/// Starts to collect the failures of a tick.
pub(super) fn begin_tick() {
    OF_TICK.set(Some(TickFailures::new()));
}

/// Stops collecting, and returns the failures of the tick.
pub(super) fn end_tick() -> TickFailures {
    OF_TICK.take().unwrap_or_default()
}

/// Records an error of the ECS. Outside a tick, during set-up, it is logged at once.
pub(super) fn record_failure(error: &BevyError, context: &ErrorContext) {
    let system = context.name().to_string();
    let noted = OF_TICK.with_borrow_mut(|failures| {
        let Some(failures) = failures else { return Err(system) };
        let (times, newest) = failures.entry(system).or_default();
        *times += 1;
        *newest = error.to_string();
        Ok(())
    });
    if let Err(system) = noted {
        tracing::error!(%error, system, "a system failed");
    }
}

/// The failing systems, by name.
#[derive(Debug, Default)]
pub(super) struct FailingSystems(BTreeMap<String, FailingSystem>);

/// A system that failed and has not recovered since.
#[derive(Debug)]
struct FailingSystem {
    failures: u64,
    /// The count at the last report.
    told: u64,
    /// The time and the text of the last error.
    last: WorldTime,
    error: String,
    /// The time of the next report, and the interval after it.
    next: WorldTime,
    interval: Duration,
}

/// A report on a system for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FailureNews {
    /// The first error.
    Fails { system: String, error: String },
    /// The count so far, and the newest error.
    KeepsFailing { system: String, failures: u64, error: String },
    /// No error for a while, after so many failures.
    Recovers { system: String, failures: u64 },
}

impl FailingSystems {
    /// Records the failures of the tick at `now`. Returns the reports that are due.
    pub(super) fn take(&mut self, now: WorldTime, failures: TickFailures) -> Vec<FailureNews> {
        let mut news = Vec::new();
        for (system, (times, error)) in failures {
            let Some(known) = self.0.get_mut(&system) else {
                let first = FailingSystem {
                    failures: times,
                    told: 1,
                    last: now,
                    error: error.clone(),
                    next: now.after(FIRST_INTERVAL),
                    interval: FIRST_INTERVAL * 2,
                };
                self.0.insert(system.clone(), first);
                news.push(FailureNews::Fails { system, error });
                continue;
            };
            known.failures = known.failures.saturating_add(times);
            (known.last, known.error) = (now, error);
        }
        self.0.retain(|system, it| {
            if now.since(it.last) >= QUIET {
                let (system, failures) = (system.clone(), it.failures);
                news.push(FailureNews::Recovers { system, failures });
                return false;
            }
            if now >= it.next && it.failures > it.told {
                it.told = it.failures;
                it.next = now.after(it.interval);
                it.interval = (it.interval * 2).min(LONGEST_INTERVAL);
                let (system, error) = (system.clone(), it.error.clone());
                news.push(FailureNews::KeepsFailing { system, failures: it.failures, error });
            }
            true
        });
        news
    }
}

impl FailureNews {
    /// Writes the report to the log.
    pub(super) fn log(self) {
        match self {
            Self::Fails { system, error } => {
                tracing::error!(error, system, "a system failed");
            }
            Self::KeepsFailing { system, failures, error } => {
                tracing::error!(error, system, failures, "a system keeps failing");
            }
            Self::Recovers { system, failures } => {
                tracing::info!(system, failures, "a system works again");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reports on a system over some seconds of ten ticks each, beginning at `from`; in each tick it
    /// fails, or not.
    fn told(failing: &mut FailingSystems, from: u64, seconds: u64, fails: bool) -> Vec<String> {
        let mut all = Vec::new();
        for tick in 0..seconds * 10 {
            let now = WorldTime((from * 10 + tick) * 100);
            let failure = ("doors".to_owned(), (1, format!("error {tick}")));
            let failures = fails.then_some(failure).into_iter().collect();
            let news = failing.take(now, failures).into_iter().map(|it| match it {
                FailureNews::Fails { error, .. } => error,
                FailureNews::KeepsFailing { failures, .. } => failures.to_string(),
                FailureNews::Recovers { failures, .. } => format!("recovered after {failures}"),
            });
            all.extend(news.map(|it| format!("{} s: {it}", now.0 / 1_000)));
        }
        all
    }

    #[test]
    fn a_system_that_fails_for_a_day_is_told_of_at_growing_intervals() {
        let mut failing = FailingSystems::default();
        let day = told(&mut failing, 0, 24 * 60 * 60, true);
        let first = ["0 s: error 0", "60 s: 601", "180 s: 1801", "420 s: 4201"];
        assert_eq!(day.get(..4), Some(&first.map(str::to_owned)[..]));
        // Doubled up to an hour, and then every hour.
        assert!(day.len() < 32, "{day:?}");
    }

    #[test]
    fn the_recovery_is_told_after_a_quiet_while_and_the_next_error_at_once() {
        let mut failing = FailingSystems::default();
        told(&mut failing, 0, 10, true);
        let quiet = told(&mut failing, 10, 300, false);
        assert_eq!(quiet, ["60 s: 100", "69 s: recovered after 100"]);
        assert!(failing.0.is_empty());
        assert_eq!(told(&mut failing, 310, 1, true), ["310 s: error 0"]);
    }

    #[test]
    fn a_system_that_fails_now_and_then_is_one_that_keeps_failing() {
        let mut failing = FailingSystems::default();
        let mut all = Vec::new();
        for from in (0..60 * 60).step_by(30) {
            all.extend(told(&mut failing, from, 1, true));
            all.extend(told(&mut failing, from + 1, 29, false));
        }
        assert!(all.len() < 8 && all.iter().all(|it| !it.contains("recovered")), "{all:?}");
    }

    #[test]
    fn each_system_has_its_own_count() {
        let mut failing = FailingSystems::default();
        let now = WorldTime(5);
        let failures = |of: &[&str]| -> TickFailures {
            of.iter().map(|it| ((*it).to_owned(), (1, "no".to_owned()))).collect()
        };
        assert_eq!(failing.take(now, failures(&["a"])).len(), 1);
        let fails = |system: &str| FailureNews::Fails { system: system.into(), error: "no".into() };
        assert_eq!(failing.take(now, failures(&["a", "b"])), [fails("b")]);
    }
}
