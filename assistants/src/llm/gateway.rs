//! The gateway: the one task that asks models, with a limit on everything.
//!
//! Each question over the network is a task of its own, and each endpoint has
//! its own places, so a slow or dead one delays nobody else's question.

mod asking;
#[cfg(test)]
mod tests;
mod troubles;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use dashmap::DashMap;
use engine::id::CharacterId;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    time::{Instant, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use self::{
    asking::EndpointCall,
    troubles::{ProviderNews, Troubles},
};
use super::{
    ChatReply, ChatRequest, LlmError, Ticket,
    breaker::{BreakerRules, Breakers},
    providers::{Providers, Route},
};

/// The gateway's limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GatewaySettings {
    /// Most questions that wait, before the gateway and again at each endpoint.
    /// One more is answered [`LlmError::Overloaded`]. At least 1.
    pub queue: usize,
    /// Most calls at once to one endpoint. At least 1.
    pub at_once: usize,
    /// How long a question may take, its waits and its retries included.
    pub timeout: Duration,
    /// Most calls for one question. At least 1.
    pub attempts: u32,
    /// The pause before the second call; it doubles before each further one.
    pub base: Duration,
    /// The longest pause, unless the endpoint asks for a longer one.
    pub cap: Duration,
    /// When an endpoint is given a rest.
    pub breaker: BreakerRules,
}

impl Default for GatewaySettings {
    fn default() -> Self {
        Self {
            queue: 64,
            at_once: 8,
            timeout: Duration::from_secs(20),
            attempts: 4,
            base: Duration::from_secs(1),
            cap: Duration::from_secs(10),
            breaker: BreakerRules::default(),
        }
    }
}

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Which question.
    pub ticket: Ticket,
    /// Who asked it.
    pub npc: CharacterId,
    /// What the model answered, or why there is nothing.
    pub result: Result<ChatReply, LlmError>,
}

type Open = Arc<DashMap<Ticket, CancellationToken>>;

/// A handle on the gateway. Every question that [`ask`](Self::ask) accepts gets
/// exactly one [`Answer`], unless everything is stopped first.
#[derive(Debug, Clone)]
pub struct Gateway {
    queue: mpsc::Sender<PendingQuestion>,
    open: Open,
}

impl Gateway {
    /// Starts the gateway on `tasks`. It ends with `stop`, or when the last
    /// handle is gone and the last question answered. When `answers` is full,
    /// it waits with its answers, and in the end refuses questions.
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
        let shared = Shared {
            models,
            settings,
            answers,
            stop,
            breakers: Breakers::new(settings.breaker),
            troubles: Troubles::default(),
            start: Instant::now(),
        };
        let shared = Arc::new(shared);
        let (inside, for_brain) = mpsc::channel(settings.queue.max(1));
        tasks.spawn(answer_inside(Arc::clone(&shared), for_brain));
        let (tasks, lanes) = (tasks.clone(), BTreeMap::new());
        tasks.clone().spawn(Desk { shared, inside, tasks, lanes, rng }.run(questions));
        Self { queue, open: Open::default() }
    }

    /// Asks a question without waiting. No two open questions have the same
    /// ticket.
    ///
    /// # Errors
    /// [`LlmError::Overloaded`] when too many questions wait, and
    /// [`LlmError::Cancelled`] when the gateway has stopped.
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

    /// Takes a question back. Its answer is [`LlmError::Cancelled`], unless
    /// another one is on its way already.
    pub fn withdraw(&self, ticket: Ticket) {
        if let Some((_, withdrawn)) = self.open.remove(&ticket) {
            withdrawn.cancel();
        }
    }
}

/// A question on its way.
struct PendingQuestion {
    request: ChatRequest,
    withdrawn: CancellationToken,
    _entry: OpenEntry,
}

/// A question's place in the list of those that can be withdrawn.
struct OpenEntry {
    ticket: Ticket,
    open: Open,
}

impl Drop for OpenEntry {
    fn drop(&mut self) {
        self.open.remove(&self.ticket);
    }
}

/// What all questions share.
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
    /// The time since the gateway started.
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Tells the operator when a character gets no answers, and when it gets them again.
    fn log_news(&self, request: &ChatRequest, result: &Result<ChatReply, LlmError>) {
        let Some(news) = self.troubles.record_result(&request.npc, result) else { return };
        let character = request.scene.persona.body.name.as_str();
        let provider = self.models.name(request);
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

/// The places of one endpoint.
struct Lane {
    endpoint: String,
    /// For all questions that wait or are being asked.
    room: Arc<Semaphore>,
    /// For the calls.
    calls: Semaphore,
}

/// The gateway's task.
struct Desk<M> {
    shared: Arc<Shared<M>>,
    /// The queue of questions for a model inside this process.
    inside: mpsc::Sender<PendingQuestion>,
    tasks: TaskTracker,
    /// One for each endpoint that was ever asked: no more than the settings name.
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
            Ok(Route::Endpoint(endpoint)) => {
                let lane = lane(&mut self.lanes, endpoint, &self.shared.settings);
                match Arc::clone(&lane.room).try_acquire_owned() {
                    Ok(place) => return self.begin(question, lane, place),
                    Err(_) => (question, Err(LlmError::Overloaded)),
                }
            }
            Err(error) => (question, Err(error)),
        };
        self.shared.answer(question, result).await;
    }

    /// Gives a question its own task.
    fn begin(&mut self, question: PendingQuestion, lane: Arc<Lane>, place: OwnedSemaphorePermit) {
        let shared = Arc::clone(&self.shared);
        let rng = ChaCha8Rng::from_rng(&mut self.rng);
        self.tasks.spawn(async move {
            let asking = EndpointCall { shared: &shared, lane: &lane, request: &question.request };
            let result = tokio::select! {
                biased;
                () = shared.stop.cancelled() => return,
                () = question.withdrawn.cancelled() => Err(LlmError::Cancelled),
                result = asking.run(rng) => result,
            };
            drop(place);
            shared.answer(question, result).await;
        });
    }
}

/// The lane of the model inside this process: answers its questions one after another. The model replies
/// at once, except in the first seconds, while it still learns from the examples. Questions to endpoints
/// never wait for this lane.
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
