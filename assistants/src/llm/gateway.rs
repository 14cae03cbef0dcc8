//! Gateway: the one task that sends requests to models, with a limit on everything.
//!
//! Each request over the network has its own task, and each endpoint its own queue, so that a slow
//! or dead endpoint delays no other.

mod asking;
#[cfg(test)]
mod tests;
mod troubles;

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc, time::Duration};

use dashmap::DashMap;
use engine::{digest::Fnv, id::CharacterId};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    time::{Instant, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use self::{
    asking::ask_in_turn,
    troubles::{ProviderNews, Troubles},
};
use super::{
    ChatReply, ChatRequest, LlmError, Ticket,
    breaker::{BreakerRules, Breakers},
    providers::{Providers, Route},
};

/// Limits of the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GatewaySettings {
    /// Maximum number of queued requests, before the gateway and again at each endpoint. Further
    /// ones fail with [`LlmError::Overloaded`]. At least 1.
    pub queue: usize,
    /// Maximum number of concurrent calls to one endpoint. At least 1.
    pub at_once: usize,
    /// Timeout of a request, including waits and retries.
    pub timeout: Duration,
    /// Time that somebody waits for an answer: no retry begins after it, and a request whose model has
    /// a fallback ends after half of it.
    pub patience: Duration,
    /// Maximum number of attempts for one request. At least 1.
    pub attempts: u32,
    /// Backoff before the first retry; it doubles before each further one.
    pub base: Duration,
    /// Maximum backoff, unless the endpoint asks for a longer one.
    pub cap: Duration,
    /// Settings of the circuit breakers.
    pub breaker: BreakerRules,
}

impl Default for GatewaySettings {
    fn default() -> Self {
        Self {
            queue: 64,
            at_once: 8,
            timeout: Duration::from_secs(20),
            patience: Duration::from_secs(20),
            attempts: 4,
            base: Duration::from_secs(1),
            cap: Duration::from_secs(10),
            breaker: BreakerRules::default(),
        }
    }
}

/// Outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Ticket of the request.
    pub ticket: Ticket,
    /// NPC whose mind sent the answer.
    pub npc: CharacterId,
    /// Reply of the model, or the error.
    pub result: Result<ChatReply, LlmError>,
}

type Open = Arc<DashMap<Ticket, CancellationToken>>;

/// Handle of the gateway. Every request that [`ask`](Self::ask) accepts gets exactly one
/// [`Answer`], unless the gateway is stopped first.
#[derive(Debug, Clone)]
pub struct Gateway {
    queue: mpsc::Sender<PendingQuestion>,
    open: Open,
    breakers: Breakers,
    start: Instant,
}

impl Gateway {
    /// Starts the gateway on `tasks`. It ends with `stop`, or when the last handle is dropped and
    /// the last request answered. If `answers` is full, it waits to deliver, and its full queues
    /// refuse requests in the end.
    #[must_use]
    pub fn spawn<M: Providers>(
        models: M,
        settings: GatewaySettings,
        answers: mpsc::Sender<Answer>,
        stop: CancellationToken,
        tasks: &TaskTracker,
        rng: ChaCha8Rng,
    ) -> Self {
        let (queue, questions) = mpsc::channel(settings.queue.max(1));
        let (breakers, start) = (Breakers::new(settings.breaker), Instant::now());
        let shared = Shared {
            models,
            settings,
            answers,
            stop,
            breakers: breakers.clone(),
            troubles: Troubles::default(),
            start,
        };
        let shared = Arc::new(shared);
        let (inside, for_brain) = mpsc::channel(settings.queue.max(1));
        tasks.spawn(answer_inside(Arc::clone(&shared), for_brain));
        let (tasks, lanes) = (tasks.clone(), BTreeMap::new());
        tasks.clone().spawn(Desk { shared, inside, tasks, lanes, rng }.run(questions));
        Self { queue, open: Open::default(), breakers, start }
    }

    /// Queues a request without blocking. No two open requests may have the same ticket.
    ///
    /// # Errors
    /// Returns [`LlmError::Overloaded`] if the queue is full, and [`LlmError::Cancelled`] if the
    /// gateway has stopped.
    pub fn ask(&self, request: ChatRequest) -> Result<(), LlmError> {
        let withdrawn = CancellationToken::new();
        self.open.insert(request.ticket, withdrawn.clone());
        let entry = OpenEntry { ticket: request.ticket, open: Arc::clone(&self.open) };
        self.queue.try_send(PendingQuestion { request, withdrawn, _entry: entry }).map_err(
            |error| match error {
                mpsc::error::TrySendError::Full(_) => LlmError::Overloaded,
                mpsc::error::TrySendError::Closed(_) => LlmError::Cancelled,
            },
        )
    }

    /// Returns the endpoints that get no calls for now, and for how long yet.
    #[must_use]
    pub fn resting(&self) -> BTreeMap<String, Duration> {
        self.breakers.resting(self.start.elapsed())
    }

    /// Gives an endpoint a rest of this length, such as what was left of one when the server stopped.
    pub fn rest(&self, endpoint: &str, left: Duration) {
        self.breakers.rest(endpoint, self.start.elapsed().saturating_add(left));
    }

    /// Withdraws a request. Its answer is [`LlmError::Cancelled`], unless another one is already on
    /// its way.
    pub fn withdraw(&self, ticket: Ticket) {
        if let Some((_, withdrawn)) = self.open.remove(&ticket) {
            withdrawn.cancel();
        }
    }
}

/// Request in the queue or in progress.
struct PendingQuestion {
    request: ChatRequest,
    withdrawn: CancellationToken,
    _entry: OpenEntry,
}

/// Entry of a request in the map of those that can be withdrawn; removes itself when dropped.
struct OpenEntry {
    ticket: Ticket,
    open: Open,
}

impl Drop for OpenEntry {
    fn drop(&mut self) {
        self.open.remove(&self.ticket);
    }
}

/// State shared by all requests.
struct Shared<M> {
    models: M,
    settings: GatewaySettings,
    answers: mpsc::Sender<Answer>,
    stop: CancellationToken,
    breakers: Breakers,
    troubles: Troubles,
    start: Instant,
}

impl<M: Providers> Shared<M> {
    /// Returns the time since the gateway started.
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Puts the endpoints of one model in the order in which a character asks them: those that rest
    /// come last, and first the one with the fewest requests. Among equals each character has its
    /// own order, since the endpoint that it asked before has its prompt in its cache.
    fn sort(&self, lanes: &mut [Arc<Lane>], npc: &CharacterId) {
        let mut digest = Fnv::default();
        digest.piece(b'n', npc.as_str());
        let count = u64::try_from(lanes.len()).unwrap_or(1).max(1);
        let own = usize::try_from(digest.value() % count).unwrap_or_default();
        lanes.rotate_left(own);
        let now = self.now();
        lanes.sort_by_key(|lane| {
            (self.breakers.refuses(&lane.endpoint, now), Reverse(lane.room.available_permits()))
        });
    }

    /// Logs when a character gets no replies, and when it gets them again.
    fn log_news(&self, request: &ChatRequest, result: &Result<ChatReply, LlmError>) {
        let provider = self.models.name(request);
        let news = self.troubles.record_result((&request.npc, provider), result);
        let Some(news) = news else { return };
        let character = request.scene.persona.body.name.as_str();
        match news {
            ProviderNews::Recovers(times) => {
                tracing::info!(character, provider, times, "a model answers again");
            }
            ProviderNews::Fails(times, error) => {
                tracing::warn!(character, provider, times, %error, "a model does not answer");
            }
        }
    }

    async fn answer(&self, question: PendingQuestion, result: Result<ChatReply, LlmError>) {
        self.log_news(&question.request, &result);
        let ChatRequest { ticket, npc, .. } = question.request;
        let answer = Answer { ticket, npc, result };
        tokio::select! {
            biased;
            () = self.stop.cancelled() => {}
            sent = self.answers.send(answer) => {
                if sent.is_err() {
                    tracing::debug!(?ticket, "nobody takes answers any more");
                }
            }
        }
    }
}

/// Queue of one endpoint.
struct Lane {
    endpoint: String,
    /// Semaphore for all requests that wait or are in progress.
    room: Arc<Semaphore>,
    /// Semaphore for concurrent calls.
    calls: Semaphore,
}

/// State of the gateway's task.
struct Desk<M> {
    shared: Arc<Shared<M>>,
    /// Queue of requests to the model inside this process.
    inside: mpsc::Sender<PendingQuestion>,
    tasks: TaskTracker,
    /// Queues by endpoint: no more than the settings name.
    lanes: BTreeMap<String, Arc<Lane>>,
    rng: ChaCha8Rng,
}

impl<M: Providers> Desk<M> {
    async fn run(mut self, mut questions: mpsc::Receiver<PendingQuestion>) {
        let stop = self.shared.stop.clone();
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                question = questions.recv() => match question {
                    Some(question) => self.take(question).await,
                    None => return,
                },
            }
        }
    }

    async fn take(&mut self, question: PendingQuestion) {
        let (question, result) = match self.shared.models.route(&question.request) {
            _ if question.withdrawn.is_cancelled() => (question, Err(LlmError::Cancelled)),
            Ok(Route::Inside) => match self.inside.try_send(question) {
                Ok(()) => return,
                Err(error) => (error.into_inner(), Err(LlmError::Overloaded)),
            },
            Ok(Route::Endpoints(addresses)) => {
                let settings = &self.shared.settings;
                let mut lanes: Vec<Arc<Lane>> =
                    addresses.iter().map(|it| lane(&mut self.lanes, it, settings)).collect();
                self.shared.sort(&mut lanes, &question.request.npc);
                let free = |it: &Arc<Lane>| Arc::clone(&it.room).try_acquire_owned().ok();
                match lanes.iter().enumerate().find_map(|(at, it)| Some((at, free(it)?))) {
                    Some((full, place)) => {
                        lanes.drain(..full);
                        return self.begin(question, lanes, place);
                    }
                    None => (question, Err(LlmError::Overloaded)),
                }
            }
            Err(error) => (question, Err(error)),
        };
        self.shared.answer(question, result).await;
    }

    /// Spawns a task for a request, which has a place at the first of its endpoints.
    fn begin(
        &mut self,
        question: PendingQuestion,
        lanes: Vec<Arc<Lane>>,
        place: OwnedSemaphorePermit,
    ) {
        let shared = Arc::clone(&self.shared);
        let rng = ChaCha8Rng::from_rng(&mut self.rng);
        self.tasks.spawn(async move {
            let result = tokio::select! {
                biased;
                () = shared.stop.cancelled() => return,
                () = question.withdrawn.cancelled() => Err(LlmError::Cancelled),
                result = ask_in_turn(&shared, &lanes, place, &question.request, rng) => result,
            };
            shared.answer(question, result).await;
        });
    }
}

/// Answers requests to the model inside this process, one after another. It replies at once, except
/// in the first seconds, while it still learns from the examples. Requests to endpoints never wait
/// for this queue.
async fn answer_inside<M: Providers>(
    shared: Arc<Shared<M>>,
    mut questions: mpsc::Receiver<PendingQuestion>,
) {
    let after = shared.settings.timeout;
    loop {
        let question = tokio::select! {
            biased;
            () = shared.stop.cancelled() => return,
            question = questions.recv() => question,
        };
        let Some(question) = question else { return };
        if question.withdrawn.is_cancelled() {
            shared.answer(question, Err(LlmError::Cancelled)).await;
            continue;
        }
        let result = tokio::select! {
            biased;
            () = shared.stop.cancelled() => return,
            result = timeout(after, shared.models.chat(&question.request)) => result,
        };
        let result = match result {
            _ if question.withdrawn.is_cancelled() => Err(LlmError::Cancelled),
            Ok(result) => result,
            Err(_) => Err(LlmError::Timeout { after }),
        };
        shared.answer(question, result).await;
    }
}

fn lane(
    lanes: &mut BTreeMap<String, Arc<Lane>>,
    endpoint: &str,
    settings: &GatewaySettings,
) -> Arc<Lane> {
    let new = || {
        let at_once = settings.at_once.clamp(1, Semaphore::MAX_PERMITS / 2);
        let queue = settings.queue.clamp(1, Semaphore::MAX_PERMITS / 2);
        Arc::new(Lane {
            endpoint: endpoint.to_owned(),
            room: Arc::new(Semaphore::new(at_once + queue)),
            calls: Semaphore::new(at_once),
        })
    };
    Arc::clone(lanes.entry(endpoint.to_owned()).or_insert_with(new))
}
