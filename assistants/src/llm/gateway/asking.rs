//! Processing of one request at its endpoint: its wait for a slot, its calls, and the backoff
//! between them.

use std::{sync::Arc, time::Duration};

use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::{
    sync::OwnedSemaphorePermit,
    time::{sleep, timeout},
};

use super::{GatewaySettings, Lane, Shared};
use crate::llm::{
    ChatReply, ChatRequest, LlmError,
    backoff::Backoff,
    breaker::{CallOutcome, Pass},
    providers::Providers,
    wire::{TOO_LARGE, TOO_MANY_CALLS},
};

/// Request at its endpoint.
pub(super) struct EndpointCall<'a, M> {
    pub(super) shared: &'a Shared<M>,
    pub(super) lane: &'a Lane,
    pub(super) request: &'a ChatRequest,
    /// Maximum number of attempts; at least 1.
    pub(super) attempts: u32,
    /// Time that the request has in all.
    pub(super) time: Duration,
    /// Time since the gateway's start at which the request ends.
    pub(super) deadline: Duration,
    /// Time from which on no further attempt begins.
    pub(super) retries_until: Duration,
}

impl<M: Providers> EndpointCall<'_, M> {
    /// Calls the endpoint until there is a reply, a permanent error, or no time or attempts left.
    /// Whatever the number of attempts, a request counts as one failure of its endpoint, or none.
    pub(super) async fn run(&self, mut rng: ChaCha8Rng) -> Result<ChatReply, LlmError> {
        let Self { shared, lane, request, .. } = self;
        let (settings, deadline) = (&shared.settings, self.deadline);
        let mut pass: Option<Pass> = None;
        let mut last: Option<(LlmError, CallOutcome)> = None;
        for attempt in 1..=self.attempts.max(1) {
            if let Some((error, _)) = &last {
                let pause = pause(settings, attempt - 1, error, &mut rng);
                let is_probe = pass.as_ref().is_some_and(Pass::is_probe);
                if is_probe || shared.now().saturating_add(pause) >= self.retries_until {
                    break;
                }
                sleep(pause).await;
                if shared.breakers.rests(&lane.endpoint) {
                    break;
                }
            }
            let wait = deadline.saturating_sub(shared.now());
            let Ok(Ok(_turn)) = timeout(wait, lane.calls.acquire()).await else {
                // An earlier error of the endpoint itself says more.
                last.get_or_insert((LlmError::Overloaded, CallOutcome::Unknown));
                break;
            };
            if pass.is_none() {
                pass = shared.breakers.leave(&lane.endpoint, shared.now());
            }
            if pass.is_none() {
                return Err(LlmError::Resting);
            }
            let (error, outcome) = match self.call(deadline).await {
                (Ok(reply), outcome) => {
                    settle(pass, outcome, shared.now());
                    return Ok(reply);
                }
                (Err(error), outcome) => (error, outcome),
            };
            tracing::debug!(ticket = ?request.ticket, attempt, %error, "a model did not answer");
            let is_lasting = !error.is_transient();
            last = Some((error, outcome));
            if is_lasting {
                break;
            }
        }
        let timed_out = || LlmError::Timeout { after: self.time };
        let (error, outcome) = last.unwrap_or_else(|| (timed_out(), CallOutcome::Unknown));
        settle(pass, outcome, shared.now());
        Err(error)
    }

    /// Makes one call.
    async fn call(&self, deadline: Duration) -> (Result<ChatReply, LlmError>, CallOutcome) {
        let Self { shared, lane, request, .. } = self;
        let given = deadline.saturating_sub(shared.now());
        match timeout(given, shared.models.chat_at(request, &lane.endpoint)).await {
            Ok(result) => {
                let outcome = outcome(&result);
                (result, outcome)
            }
            Err(_) => (Err(LlmError::Timeout { after: self.time }), outran(given, self.time)),
        }
    }
}

/// Asks the endpoints of one model in turn, until one answers or the fault is not theirs. `place` is
/// one at the first of them. All but the last get one attempt each, and where another model stands by
/// the last one too, in half of the time that somebody waits.
pub(super) async fn ask_in_turn<M: Providers>(
    shared: &Shared<M>,
    lanes: &[Arc<Lane>],
    place: OwnedSemaphorePermit,
    request: &ChatRequest,
    mut rng: ChaCha8Rng,
) -> Result<ChatReply, LlmError> {
    let settings = &shared.settings;
    let time = match request.has_fallback {
        true => settings.timeout.min(settings.patience / 2),
        false => settings.timeout,
    };
    let deadline = shared.now().saturating_add(time);
    let retries_until = shared.now().saturating_add(time.min(settings.patience));
    let (mut place, mut result) = (Some(place), Err(LlmError::Overloaded));
    for (left, lane) in (0..lanes.len()).rev().zip(lanes) {
        // The place is kept until the endpoint has answered.
        let free = || Arc::clone(&lane.room).try_acquire_owned().ok();
        let Some(_kept) = place.take().or_else(free) else { continue };
        let is_last = left == 0 && !request.has_fallback;
        let attempts = if is_last { settings.attempts } else { 1 };
        let call = EndpointCall { shared, lane, request, attempts, time, deadline, retries_until };
        result = call.run(ChaCha8Rng::from_rng(&mut rng)).await;
        if !result.as_ref().is_err_and(LlmError::is_of_endpoint) {
            break;
        }
    }
    result
}

fn settle(pass: Option<Pass>, outcome: CallOutcome, now: Duration) {
    if let Some(pass) = pass {
        pass.settle(outcome, now);
    }
}

/// Returns the outcome of a call that timed out after `given` of a request's `whole` time: an
/// endpoint with less than half of it has not failed.
pub(super) fn outran(given: Duration, whole: Duration) -> CallOutcome {
    if given < whole / 2 { CallOutcome::Unknown } else { CallOutcome::Failed }
}

/// Returns the outcome of a call for the circuit breaker of its endpoint. Errors in one character's
/// request, or our own limits, do not count as failures of the endpoint, so that they do not stop
/// other requests.
pub(super) fn outcome(result: &Result<ChatReply, LlmError>) -> CallOutcome {
    match result {
        Ok(_) => CallOutcome::Answered,
        Err(
            LlmError::Unreachable { .. } | LlmError::Disconnected { .. } | LlmError::Timeout { .. },
        ) => CallOutcome::Failed,
        Err(LlmError::Status { code, retry_after }) => match (code, retry_after) {
            (429 | 503, Some(span)) => CallOutcome::Busy(*span),
            (408 | 429 | 500.., _) => CallOutcome::Failed,
            _ => CallOutcome::Answered,
        },
        Err(LlmError::Malformed { what }) => match what.text() {
            TOO_LARGE | TOO_MANY_CALLS => CallOutcome::Answered,
            _ => CallOutcome::Failed,
        },
        Err(LlmError::CutOff | LlmError::Declined | LlmError::TooLong) => CallOutcome::Answered,
        Err(
            LlmError::Overloaded
            | LlmError::Resting
            | LlmError::Cancelled
            | LlmError::OverBudget(_)
            | LlmError::NotSetUp { .. },
        ) => CallOutcome::Unknown,
    }
}

/// Returns the backoff after so many failed attempts, at least as long as the endpoint asks for.
pub(super) fn pause(
    settings: &GatewaySettings,
    failed: u32,
    error: &LlmError,
    rng: &mut ChaCha8Rng,
) -> Duration {
    let wished = if let LlmError::Status { retry_after, .. } = error {
        retry_after.unwrap_or_default()
    } else {
        Duration::ZERO
    };
    Backoff { base: settings.base, cap: settings.cap }.pause(failed, wished, rng)
}
