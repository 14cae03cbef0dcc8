//! Task that calls the services: each tool has its own queue, time limit, retries and circuit breaker, so
//! that a slow or dead one delays no other.

use std::{collections::BTreeMap, future::Future, sync::Arc, time::Duration};

use assistants::{
    llm::{
        Ticket,
        backoff::Backoff,
        breaker::{BreakerRules, Breakers, CallOutcome, Pass},
    },
    mind::open_breakers::key_of_tool,
    services::{LONGEST_ANSWER, Served, ServiceCall, ServiceError},
};
use dashmap::DashMap;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    time::{Instant, sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

#[cfg(test)]
mod tests;

/// Limits of calls to services.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeskSettings {
    /// Maximum number of calls that wait before the desk, and again at each tool. At least 1.
    pub queue: usize,
    /// Maximum number of concurrent calls of one tool. At least 1.
    pub at_once: usize,
    /// Maximum number of attempts for one call. At least 1.
    pub attempts: u32,
    /// Pause before the first retry; it doubles before each further one.
    pub base: Duration,
    /// Maximum pause.
    pub cap: Duration,
    /// Settings of the circuit breakers.
    pub breaker: BreakerRules,
}

impl Default for DeskSettings {
    fn default() -> Self {
        Self {
            queue: 16,
            at_once: 4,
            attempts: 4,
            base: Duration::from_secs(1),
            cap: Duration::from_secs(10),
            breaker: BreakerRules::default(),
        }
    }
}

/// Services behind the desk.
pub trait Services: Send + Sync + 'static {
    /// Returns the time that a call of a tool may take in all; none for a tool that there is not.
    fn time_limit(&self, tool: &str) -> Option<Duration>;

    /// Makes one call and returns the answer as text.
    ///
    /// # Errors
    /// [`ServiceError`] if there is no usable answer.
    fn call(&self, call: &ServiceCall)
    -> impl Future<Output = Result<String, ServiceError>> + Send;
}

/// No services at all, for tests.
#[cfg(test)]
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NoServices;

#[cfg(test)]
impl Services for NoServices {
    fn time_limit(&self, _tool: &str) -> Option<Duration> {
        None
    }

    async fn call(&self, _call: &ServiceCall) -> Result<String, ServiceError> {
        Err(ServiceError::NotSetUp)
    }
}

/// Handle of the desk. Every call that [`ask`](Self::ask) accepts gets exactly one [`Served`], unless the
/// desk is stopped first.
#[derive(Debug, Clone)]
pub struct ServiceDesk {
    queue: mpsc::Sender<WaitingCall>,
    open: OpenCalls,
    breakers: Breakers,
    start: Instant,
}

type OpenCalls = Arc<DashMap<Ticket, CancellationToken>>;

/// Call in the queue or in progress.
struct WaitingCall {
    call: ServiceCall,
    since: Instant,
    withdrawn: CancellationToken,
    _entry: OpenCall,
}

/// Entry of a call that can be withdrawn; removes itself when dropped.
struct OpenCall {
    ticket: Ticket,
    open: OpenCalls,
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.open.remove(&self.ticket);
    }
}

impl ServiceDesk {
    /// Starts the desk on `tasks`. It ends with `stop`, or when the last handle is dropped and the last
    /// call answered.
    #[must_use]
    pub fn spawn<S: Services>(
        services: S,
        settings: DeskSettings,
        served: mpsc::Sender<Served>,
        stop: CancellationToken,
        tasks: &TaskTracker,
        rng: ChaCha8Rng,
    ) -> Self {
        let (queue, calls) = mpsc::channel(settings.queue.max(1));
        let (breakers, start) = (Breakers::new(settings.breaker), Instant::now());
        let shared = Arc::new(DeskShared {
            services,
            settings,
            served,
            stop,
            breakers: breakers.clone(),
            start,
        });
        let dispatcher = Dispatcher { shared, tasks: tasks.clone(), lanes: BTreeMap::new(), rng };
        tasks.spawn(dispatcher.run(calls));
        Self { queue, open: OpenCalls::default(), breakers, start }
    }

    /// Queues a call without blocking. No two open calls may have the same ticket.
    ///
    /// # Errors
    /// [`ServiceError::Overloaded`] if the queue is full, and [`ServiceError::Cancelled`] if the desk has
    /// stopped.
    pub fn ask(&self, call: ServiceCall) -> Result<(), ServiceError> {
        let withdrawn = CancellationToken::new();
        self.open.insert(call.ticket, withdrawn.clone());
        let entry = OpenCall { ticket: call.ticket, open: Arc::clone(&self.open) };
        let waiting = WaitingCall { call, since: Instant::now(), withdrawn, _entry: entry };
        self.queue.try_send(waiting).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => ServiceError::Overloaded,
            mpsc::error::TrySendError::Closed(_) => ServiceError::Cancelled,
        })
    }

    /// Withdraws a call, if it is one of a service.
    pub fn withdraw(&self, ticket: Ticket) {
        if let Some((_, withdrawn)) = self.open.remove(&ticket) {
            withdrawn.cancel();
        }
    }

    /// Returns the tools that are not called for now, by [`key_of_tool`], and for how long yet.
    #[must_use]
    pub fn resting(&self) -> BTreeMap<String, Duration> {
        self.breakers.resting(self.start.elapsed())
    }

    /// Gives a tool a rest of this length, such as what was left of one when the server stopped.
    pub fn rest(&self, key: &str, left: Duration) {
        self.breakers.rest(key, self.start.elapsed().saturating_add(left));
    }
}

/// State shared by all calls.
struct DeskShared<S> {
    services: S,
    settings: DeskSettings,
    served: mpsc::Sender<Served>,
    stop: CancellationToken,
    breakers: Breakers,
    start: Instant,
}

/// Queue of one tool.
struct ToolLane {
    /// Places for all calls that wait or are in progress.
    room: Arc<Semaphore>,
    /// Places for calls in progress.
    calls: Semaphore,
}

/// State of the desk's task.
struct Dispatcher<S> {
    shared: Arc<DeskShared<S>>,
    tasks: TaskTracker,
    /// Queues by tool: no more than there are tools.
    lanes: BTreeMap<String, Arc<ToolLane>>,
    rng: ChaCha8Rng,
}

impl<S: Services> Dispatcher<S> {
    async fn run(mut self, mut calls: mpsc::Receiver<WaitingCall>) {
        let stop = self.shared.stop.clone();
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                call = calls.recv() => match call {
                    Some(call) => self.take(call).await,
                    None => return,
                },
            }
        }
    }

    async fn take(&mut self, waiting: WaitingCall) {
        let shared = Arc::clone(&self.shared);
        let Some(limit) = shared.services.time_limit(&waiting.call.tool) else {
            return shared.answer(waiting, Err(ServiceError::NotSetUp)).await;
        };
        let lane = self.lane(&waiting.call.tool);
        let Ok(place) = Arc::clone(&lane.room).try_acquire_owned() else {
            return shared.answer(waiting, Err(ServiceError::Overloaded)).await;
        };
        let rng = ChaCha8Rng::from_rng(&mut self.rng);
        self.tasks.spawn(async move {
            let result = tokio::select! {
                biased;
                () = shared.stop.cancelled() => return,
                () = waiting.withdrawn.cancelled() => Err(ServiceError::Cancelled),
                result = shared.call(&waiting.call, (&lane, place), limit, rng) => result,
            };
            shared.answer(waiting, result).await;
        });
    }

    fn lane(&mut self, tool: &str) -> Arc<ToolLane> {
        let DeskSettings { queue, at_once, .. } = self.shared.settings;
        let new = || {
            let at_once = at_once.clamp(1, Semaphore::MAX_PERMITS / 2);
            let queue = queue.clamp(1, Semaphore::MAX_PERMITS / 2);
            Arc::new(ToolLane {
                room: Arc::new(Semaphore::new(at_once + queue)),
                calls: Semaphore::new(at_once),
            })
        };
        Arc::clone(self.lanes.entry(tool.to_owned()).or_insert_with(new))
    }
}

impl<S: Services> DeskShared<S> {
    /// Calls a tool until there is an answer, a lasting error, or no time or attempts left. Whatever the
    /// number of attempts, a call counts as one failure of its tool, or none.
    async fn call(
        &self,
        call: &ServiceCall,
        (lane, _place): (&ToolLane, OwnedSemaphorePermit),
        limit: Duration,
        mut rng: ChaCha8Rng,
    ) -> Result<String, ServiceError> {
        let deadline = Instant::now() + limit;
        let timed_out = || ServiceError::Timeout { after: limit };
        let left = || deadline.saturating_duration_since(Instant::now());
        let key = key_of_tool(&call.tool);
        let Ok(Ok(_turn)) = timeout(left(), lane.calls.acquire()).await else {
            return Err(ServiceError::Overloaded);
        };
        let Some(pass) = self.breakers.leave(&key, self.start.elapsed()) else {
            return Err(ServiceError::Resting);
        };
        let mut attempt = 1;
        let result = loop {
            let result = match timeout(left(), self.services.call(call)).await {
                Ok(result) => result,
                Err(_) => Err(timed_out()),
            };
            let Err(error) = &result else { break result };
            tracing::debug!(tool = call.tool, attempt, %error, "a service did not answer");
            let pause = self.pause(attempt, error, &mut rng);
            let may_retry = error.is_transient() && !pass.is_probe();
            if !may_retry || attempt >= self.settings.attempts || pause >= left() {
                break result;
            }
            sleep(pause).await;
            attempt += 1;
        };
        self.settle(pass, &result);
        let text = result?;
        if text.trim().is_empty() { Err(ServiceError::Empty) } else { Ok(shortened(text)) }
    }

    fn settle(&self, pass: Pass, result: &Result<String, ServiceError>) {
        let outcome = match result {
            Ok(_) => CallOutcome::Answered,
            Err(error) => outcome(error),
        };
        pass.settle(outcome, self.start.elapsed());
    }

    /// Returns the backoff after so many failed attempts, at least as long as the service asks for.
    fn pause(&self, failed: u32, error: &ServiceError, rng: &mut ChaCha8Rng) -> Duration {
        let wished = if let ServiceError::Status { retry_after, .. } = error {
            retry_after.unwrap_or_default()
        } else {
            Duration::ZERO
        };
        let DeskSettings { base, cap, .. } = self.settings;
        Backoff { base, cap }.pause(failed, wished, rng)
    }

    async fn answer(&self, waiting: WaitingCall, result: Result<String, ServiceError>) {
        let took = waiting.since.elapsed();
        let served = Served { ticket: waiting.call.ticket, result, took };
        tokio::select! {
            biased;
            () = self.stop.cancelled() => {}
            sent = self.served.send(served) => {
                if sent.is_err() {
                    tracing::debug!("nobody takes answers of services any more");
                }
            }
        }
    }
}

/// Returns the outcome of a call for the circuit breaker of its tool: an error about a single call
/// stops no others.
fn outcome(error: &ServiceError) -> CallOutcome {
    match error {
        ServiceError::Status { code: 429 | 503, retry_after: Some(span) } => {
            CallOutcome::Busy(*span)
        }
        ServiceError::Status { code: 408 | 429 | 500.., .. }
        | ServiceError::Unreachable
        | ServiceError::Disconnected
        | ServiceError::Timeout { .. }
        | ServiceError::Malformed => CallOutcome::Failed,
        ServiceError::Status { .. } | ServiceError::Refused { .. } | ServiceError::Empty => {
            CallOutcome::Answered
        }
        ServiceError::Resting
        | ServiceError::Overloaded
        | ServiceError::Cancelled
        | ServiceError::NotSetUp => CallOutcome::Unknown,
    }
}

/// Cuts an answer at its maximum length.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST_ANSWER) {
        text.truncate(end);
        text.push('…');
    }
    text
}
