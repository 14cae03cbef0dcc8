//! Circuit breakers: an endpoint that keeps failing is given a rest, and is
//! then tried with one question before it gets any more.

use std::{sync::Arc, time::Duration};

use dashmap::DashMap;

/// When a breaker opens, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerRules {
    /// How many failures within [`window`](Self::window) open it. At least 1.
    pub failures: usize,
    /// How long a failure counts.
    pub window: Duration,
    /// How long the endpoint rests.
    pub rest: Duration,
}

impl Default for BreakerRules {
    fn default() -> Self {
        Self { failures: 5, window: Duration::from_secs(60), rest: Duration::from_secs(30) }
    }
}

/// The longest rest that an endpoint gets because it asks for one.
const LONGEST_REST: Duration = Duration::from_secs(600);

/// What a question showed about its endpoint, after the last of its calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOutcome {
    /// It is there, whatever it said.
    Answered,
    Failed,
    /// It asks not to be called for so long.
    Busy(Duration),
    /// Nothing: the question was given up.
    Unknown,
}

/// Leave to ask one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// One question among many, which may be tried again.
    Usual,
    /// The one call that shows whether the endpoint is well again.
    Probe,
}

/// The breaker of one endpoint. Every time is the one since some fixed start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Breaker {
    /// Calls are made.
    Closed {
        /// When it failed, oldest first; fewer than [`BreakerRules::failures`].
        failures: Vec<Duration>,
    },
    /// No calls are made.
    Open {
        /// When a probe may be made.
        until: Duration,
    },
    /// A probe is under way, and no other call is made.
    HalfOpen,
}

impl Default for Breaker {
    fn default() -> Self {
        Self::Closed { failures: Vec::new() }
    }
}

impl Breaker {
    /// Asks for leave to ask a question; none while the endpoint rests. Whoever
    /// gets it owes a [`settle`](Self::settle).
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

    /// Whether it is not to be called now but by a probe.
    fn rests(&self) -> bool {
        match self {
            Self::Closed { .. } => false,
            Self::Open { .. } | Self::HalfOpen => true,
        }
    }

    /// Takes note of what a question showed. While the endpoint rests only the
    /// probe counts: calls from before tell nothing about now.
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

/// The breakers of all endpoints, shared by the tasks that call them.
#[derive(Debug, Clone, Default)]
pub struct Breakers {
    by_endpoint: Arc<DashMap<String, Breaker>>,
    rules: BreakerRules,
}

impl Breakers {
    /// Breakers that are all closed.
    #[must_use]
    pub fn new(rules: BreakerRules) -> Self {
        Self { by_endpoint: Arc::default(), rules }
    }

    /// Whether `endpoint` rests: no further call is made for a question that has failed there.
    #[must_use]
    pub fn rests(&self, endpoint: &str) -> bool {
        self.by_endpoint.get(endpoint).is_some_and(|it| it.rests())
    }

    /// Asks for leave to ask `endpoint` a question; none while it rests.
    #[must_use]
    pub fn leave(&self, endpoint: &str, now: Duration) -> Option<Pass> {
        let leave = self.by_endpoint.entry(endpoint.to_owned()).or_default().leave(now)?;
        let breakers = self.clone();
        Some(Pass { breakers, endpoint: endpoint.to_owned(), since: now, leave: Some(leave) })
    }
}

/// Leave for one question. Dropped unsettled, it tells nothing about the endpoint,
/// and a probe may be made again.
#[derive(Debug)]
pub struct Pass {
    breakers: Breakers,
    endpoint: String,
    since: Duration,
    leave: Option<Leave>,
}

impl Pass {
    /// Whether it is for one call alone.
    #[must_use]
    pub fn is_probe(&self) -> bool {
        self.leave == Some(Leave::Probe)
    }

    /// Gives the leave back and says what the question showed.
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
        // The time of a call that tells nothing does not matter, as long as it
        // is not in the future.
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
