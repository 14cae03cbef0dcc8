//! One question at its endpoint: its turn, its calls, and its pauses between them.

use std::time::Duration;

use rand::{RngExt, rngs::ChaCha8Rng};
use tokio::time::{sleep, timeout};

use super::{GatewaySettings, Lane, Shared};
use crate::llm::{
    ChatReply, ChatRequest, LlmError,
    breaker::CallOutcome,
    openai::wire::{TOO_LARGE, TOO_MANY_CALLS},
    providers::Providers,
};

/// One question at its endpoint.
pub(super) struct EndpointCall<'a, M> {
    pub(super) shared: &'a Shared<M>,
    pub(super) lane: &'a Lane,
    pub(super) request: &'a ChatRequest,
}

impl<M: Providers> EndpointCall<'_, M> {
    /// Calls until there is an answer, the error is a lasting one, or the time
    /// or the attempts are used up.
    pub(super) async fn run(&self, mut rng: ChaCha8Rng) -> Result<ChatReply, LlmError> {
        let settings = &self.shared.settings;
        let deadline = self.shared.now().saturating_add(settings.timeout);
        let mut last: Option<LlmError> = None;
        for attempt in 1..=settings.attempts.max(1) {
            if let Some(error) = &last {
                let pause = pause(settings, attempt - 1, error, &mut rng);
                if self.shared.now().saturating_add(pause) >= deadline {
                    break;
                }
                sleep(pause).await;
            }
            let error = match self.call(deadline).await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            tracing::debug!(ticket = ?self.request.ticket, attempt, %error, "a model did not answer");
            if matches!(error, LlmError::Resting | LlmError::Overloaded) {
                // What the endpoint itself said before tells more.
                last.get_or_insert(error);
                break;
            }
            if !error.is_transient() {
                return Err(error);
            }
            last = Some(error);
        }
        Err(last.unwrap_or(LlmError::Timeout { after: settings.timeout }))
    }

    /// Makes one call, when it is its turn.
    async fn call(&self, deadline: Duration) -> Result<ChatReply, LlmError> {
        let Self { shared, lane, request } = self;
        let wait = deadline.saturating_sub(shared.now());
        let Ok(Ok(_turn)) = timeout(wait, lane.calls.acquire()).await else {
            return Err(LlmError::Overloaded);
        };
        let began = shared.now();
        let pass = shared.breakers.leave(&lane.endpoint, began).ok_or(LlmError::Resting)?;
        let given = deadline.saturating_sub(began);
        let (result, outcome) = match timeout(given, shared.models.chat(request)).await {
            Ok(result) => {
                let outcome = outcome(&result);
                (result, outcome)
            }
            Err(_) => {
                let after = shared.settings.timeout;
                (Err(LlmError::Timeout { after }), outran(given, after))
            }
        };
        pass.settle(outcome, shared.now());
        result
    }
}

/// What it shows when a call had only `given` of a question's `whole` time and
/// did not end in it: an endpoint that was given little has not failed.
pub(super) fn outran(given: Duration, whole: Duration) -> CallOutcome {
    if given < whole / 2 { CallOutcome::Unknown } else { CallOutcome::Failed }
}

/// What an answer shows about the endpoint that gave it. What one character
/// asked wrongly, or our own limits refused, must not silence the others.
pub(super) fn outcome(result: &Result<ChatReply, LlmError>) -> CallOutcome {
    match result {
        Ok(_) => CallOutcome::Answered,
        Err(LlmError::Unreachable { .. } | LlmError::Timeout { .. }) => CallOutcome::Failed,
        Err(LlmError::Status { code, .. }) => match code {
            408 | 429 | 500.. => CallOutcome::Failed,
            _ => CallOutcome::Answered,
        },
        Err(LlmError::Malformed { what }) => match what.as_str() {
            TOO_LARGE | TOO_MANY_CALLS => CallOutcome::Answered,
            _ => CallOutcome::Failed,
        },
        Err(
            LlmError::Overloaded
            | LlmError::Resting
            | LlmError::Cancelled
            | LlmError::NotSetUp { .. },
        ) => CallOutcome::Unknown,
    }
}

/// How long to wait after so many failed calls: twice as long each time, up to
/// the cap, and as long as the endpoint asks for within it. Chance takes up to
/// half away, so that characters who failed together do not come back together.
pub(super) fn pause(
    settings: &GatewaySettings,
    failed: u32,
    error: &LlmError,
    rng: &mut ChaCha8Rng,
) -> Duration {
    let doubled = 2_u32.saturating_pow(failed.saturating_sub(1));
    let longest = settings.base.saturating_mul(doubled).min(settings.cap);
    let chance = longest.saturating_mul(rng.random_range(50..=100)) / 100;
    let wished = match error {
        LlmError::Status { retry_after, .. } => retry_after.unwrap_or_default(),
        LlmError::Unreachable { .. }
        | LlmError::Timeout { .. }
        | LlmError::Malformed { .. }
        | LlmError::Overloaded
        | LlmError::Resting
        | LlmError::Cancelled
        | LlmError::NotSetUp { .. } => Duration::ZERO,
    };
    chance.max(wished.min(settings.cap))
}
