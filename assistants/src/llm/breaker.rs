//! Circuit breakers: an endpoint that keeps failing gets no calls for a while, and is then probed
//! with one request before it gets more.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use dashmap::DashMap;

/// Thresholds and times of a circuit breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerRules {
    /// Number of failures within [`window`](Self::window) that open the breaker; at least 1.
    pub failures: usize,
    /// Time window in which failures count.
    pub window: Duration,
    /// Time for which the breaker stays open.
    pub rest: Duration,
}

impl Default for BreakerRules {
    fn default() -> Self {
        Self { failures: 5, window: Duration::from_secs(60), rest: Duration::from_secs(30) }
    }
}

/// Maximum time that an endpoint can ask for by `Retry-After`.
const LONGEST_REST: Duration = Duration::from_secs(600);

/// Outcome of a request for the breaker of its endpoint, after the last attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOutcome {
    /// The endpoint answered, even if with an error about the request.
    Answered,
    Failed,
    /// The endpoint asked for a pause of this length.
    Busy(Duration),
    /// No information: the request was given up.
    Unknown,
}

/// Permission to send one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// Regular request, which may be retried.
    Usual,
    /// Probe: the one call that tests whether the endpoint has recovered.
    Probe,
}

/// State of the circuit breaker of one endpoint. All times are relative to one fixed start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Breaker {
    /// Closed: calls are allowed.
    Closed {
        /// Times of recent failures, oldest first; fewer than [`BreakerRules::failures`].
        failures: Vec<Duration>,
    },
    /// Open: no calls are allowed.
    Open {
        /// Time from which on a probe is allowed.
        until: Duration,
    },
    /// Half-open: a probe is in progress, and no other call is allowed.
    HalfOpen,
}

impl Default for Breaker {
    fn default() -> Self {
        Self::Closed { failures: Vec::new() }
    }
}

impl Breaker {
    /// Requests permission to send a request; none while the breaker is open. The caller has to
    /// return it by [`settle`](Self::settle).
    pub fn leave(&mut self, now: Duration) -> Option<Leave> {
        match self {
            Self::Closed { .. } => Some(Leave::Usual),
            Self::Open { until } if *until <= now => {
                *self = Self::HalfOpen;
                Some(Leave::Probe)
            }
            Self::Open { .. } | Self::HalfOpen => None,
        }
    }

    /// Returns whether no calls but probes are allowed.
    fn rests(&self) -> bool {
        match self {
            Self::Closed { .. } => false,
            Self::Open { .. } | Self::HalfOpen => true,
        }
    }

    /// Records the outcome of a request. Unless the breaker is closed only the probe counts: calls
    /// from before say nothing about the present.
    pub fn settle(
        &mut self,
        leave: Leave,
        outcome: CallOutcome,
        now: Duration,
        rules: &BreakerRules,
    ) {
        let rested = now.saturating_add(rules.rest);
        let asked = |span: Duration| now.saturating_add(span.min(LONGEST_REST));
        match self {
            Self::Closed { failures } => match outcome {
                CallOutcome::Failed => {
                    failures.retain(|then| now < then.saturating_add(rules.window));
                    failures.push(now);
                    if failures.len() >= rules.failures {
                        *self = Self::Open { until: rested };
                    }
                }
                CallOutcome::Busy(span) => *self = Self::Open { until: asked(span) },
                CallOutcome::Answered | CallOutcome::Unknown => {}
            },
            Self::HalfOpen if leave == Leave::Probe => {
                *self = match outcome {
                    CallOutcome::Answered => Self::default(),
                    CallOutcome::Failed => Self::Open { until: rested },
                    CallOutcome::Busy(span) => Self::Open { until: asked(span) },
                    CallOutcome::Unknown => Self::Open { until: now },
                };
            }
            Self::Open { .. } | Self::HalfOpen => {}
        }
    }
}

/// Circuit breakers of all endpoints, shared by the tasks that call them.
#[derive(Debug, Clone, Default)]
pub struct Breakers {
    by_endpoint: Arc<DashMap<String, Breaker>>,
    rules: BreakerRules,
}

impl Breakers {
    /// Creates the breakers, all closed.
    #[must_use]
    pub fn new(rules: BreakerRules) -> Self {
        Self { by_endpoint: Arc::default(), rules }
    }

    /// Returns whether the breaker of `endpoint` is not closed, so that a failed request is not
    /// retried.
    #[must_use]
    pub fn rests(&self, endpoint: &str) -> bool {
        self.by_endpoint.get(endpoint).is_some_and(|it| it.rests())
    }

    /// Returns whether a request to `endpoint` would get no permission now.
    #[must_use]
    pub fn refuses(&self, endpoint: &str, now: Duration) -> bool {
        self.by_endpoint.get(endpoint).is_some_and(|it| match &*it {
            Breaker::Closed { .. } => false,
            Breaker::Open { until } => *until > now,
            Breaker::HalfOpen => true,
        })
    }

    /// Returns the endpoints whose breakers are open, and for how long yet.
    #[must_use]
    pub fn resting(&self, now: Duration) -> BTreeMap<String, Duration> {
        let left = |it: &Breaker| match it {
            Breaker::Open { until } => until.checked_sub(now).filter(|left| !left.is_zero()),
            Breaker::Closed { .. } | Breaker::HalfOpen => None,
        };
        let all = self.by_endpoint.iter();
        all.filter_map(|it| Some((it.key().clone(), left(it.value())?))).collect()
    }

    /// Opens the breaker of `endpoint` until then, as it was when the server stopped.
    pub fn rest(&self, endpoint: &str, until: Duration) {
        self.by_endpoint.insert(endpoint.to_owned(), Breaker::Open { until });
    }

    /// Requests permission to send a request to `endpoint`; none while its breaker is open.
    #[must_use]
    pub fn leave(&self, endpoint: &str, now: Duration) -> Option<Pass> {
        let leave = self.by_endpoint.entry(endpoint.to_owned()).or_default().leave(now)?;
        let breakers = self.clone();
        Some(Pass { breakers, endpoint: endpoint.to_owned(), since: now, leave: Some(leave) })
    }
}

/// Permission for one request. Dropped unsettled, it counts as no information, and allows another
/// probe.
#[derive(Debug)]
pub struct Pass {
    breakers: Breakers,
    endpoint: String,
    since: Duration,
    leave: Option<Leave>,
}

impl Pass {
    /// Returns whether the pass is for a single probe.
    #[must_use]
    pub fn is_probe(&self) -> bool {
        self.leave == Some(Leave::Probe)
    }

    /// Returns the permission and records the outcome of the request.
    pub fn settle(mut self, outcome: CallOutcome, now: Duration) {
        self.give_back(outcome, now);
    }

    fn give_back(&mut self, outcome: CallOutcome, now: Duration) {
        if let Some(leave) = self.leave.take()
            && let Some(mut breaker) = self.breakers.by_endpoint.get_mut(&self.endpoint)
        {
            breaker.settle(leave, outcome, now, &self.breakers.rules);
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        // The time of an unknown outcome does not matter, as long as it is not in the future.
        self.give_back(CallOutcome::Unknown, self.since);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: BreakerRules = BreakerRules {
        failures: 5,
        window: Duration::from_secs(60),
        rest: Duration::from_secs(30),
    };

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn fail(breaker: &mut Breaker, seconds: u64) {
        breaker.settle(Leave::Usual, CallOutcome::Failed, at(seconds), &RULES);
    }

    fn opened_at_4() -> Breaker {
        let mut breaker = Breaker::default();
        (0..5).for_each(|second| fail(&mut breaker, second));
        breaker
    }

    #[test]
    fn the_fifth_failure_in_a_minute_opens_it() {
        let mut breaker = Breaker::default();
        (0..4).for_each(|second| fail(&mut breaker, second));
        assert_eq!(breaker.leave(at(4)), Some(Leave::Usual));
        fail(&mut breaker, 59);
        assert_eq!(breaker, Breaker::Open { until: at(89) });
        assert_eq!(breaker.leave(at(59)), None);
    }

    #[test]
    fn failures_of_more_than_a_minute_ago_do_not_count() {
        let mut breaker = Breaker::default();
        (0..4).for_each(|second| fail(&mut breaker, second));
        fail(&mut breaker, 60);
        assert_eq!(breaker.leave(at(60)), Some(Leave::Usual));
        fail(&mut breaker, 60);
        assert_eq!(breaker.leave(at(60)), None);
    }

    #[test]
    fn answers_and_calls_given_up_open_nothing() {
        let mut breaker = Breaker::default();
        for outcome in [CallOutcome::Answered, CallOutcome::Unknown].repeat(9) {
            breaker.settle(Leave::Usual, outcome, at(0), &RULES);
        }
        assert_eq!(breaker, Breaker::default());
    }

    #[test]
    fn after_its_rest_one_probe_decides() {
        for (outcome, after) in [
            (CallOutcome::Answered, Breaker::default()),
            (CallOutcome::Failed, Breaker::Open { until: at(65) }),
            (CallOutcome::Unknown, Breaker::Open { until: at(35) }),
        ] {
            let mut breaker = opened_at_4();
            assert_eq!(breaker.leave(at(33)), None);
            assert_eq!(breaker.leave(at(34)), Some(Leave::Probe));
            assert_eq!(breaker.leave(at(34)), None, "one probe at a time");
            breaker.settle(Leave::Probe, outcome, at(35), &RULES);
            assert_eq!(breaker, after, "{outcome:?}");
        }
    }

    #[test]
    fn calls_from_before_the_rest_change_nothing() {
        let mut breaker = opened_at_4();
        for state in [breaker.clone(), Breaker::HalfOpen] {
            breaker = state.clone();
            for outcome in [CallOutcome::Answered, CallOutcome::Failed, CallOutcome::Unknown] {
                breaker.settle(Leave::Usual, outcome, at(40), &RULES);
            }
            assert_eq!(breaker, state);
        }
    }

    #[test]
    fn an_open_breaker_is_taken_over_a_restart_for_what_is_left_of_its_rest() {
        let before = Breakers::new(BreakerRules { failures: 1, ..RULES });
        before.leave("a", at(0)).unwrap().settle(CallOutcome::Failed, at(0));
        before.leave("b", at(0)).unwrap().settle(CallOutcome::Answered, at(0));
        let left = before.resting(at(10));
        assert_eq!(left, BTreeMap::from([("a".to_owned(), at(20))]));
        let after = Breakers::new(RULES);
        left.iter().for_each(|(endpoint, left)| after.rest(endpoint, *left));
        assert!(after.leave("a", at(19)).is_none());
        let probe = after.leave("a", at(20)).unwrap();
        assert!(probe.is_probe(), "one call tests whether it has recovered");
        probe.settle(CallOutcome::Answered, at(20));
        assert_eq!(after.resting(at(20)), BTreeMap::new());
    }

    #[test]
    fn endpoints_do_not_share_a_breaker() {
        let breakers = Breakers::new(BreakerRules { failures: 1, ..RULES });
        breakers.leave("a", at(0)).unwrap().settle(CallOutcome::Failed, at(0));
        assert!(breakers.leave("a", at(1)).is_none());
        assert!(breakers.leave("b", at(1)).is_some());
    }

    #[test]
    fn a_dropped_probe_lets_the_next_one_go() {
        let breakers = Breakers::new(BreakerRules { failures: 1, ..RULES });
        breakers.leave("a", at(0)).unwrap().settle(CallOutcome::Failed, at(0));
        let probe = breakers.leave("a", at(30)).unwrap();
        assert!(breakers.leave("a", at(31)).is_none());
        drop(probe);
        breakers.leave("a", at(31)).unwrap().settle(CallOutcome::Answered, at(31));
        let both = [breakers.leave("a", at(31)), breakers.leave("a", at(31))];
        assert!(both.iter().all(Option::is_some), "it is closed again");
    }
}
