use std::collections::{BTreeMap, BTreeSet};

use super::{
    asking::{outcome, outran, pause},
    *,
};
use crate::llm::{
    ChatModel,
    breaker::CallOutcome,
    http::{
        Endpoint, HttpModel,
        loopback::{CannedReply, Loopback, SeenRequest, endpoint, question, within},
    },
    providers::{Models, Provider, SCRIPTED},
    wire::{TOO_LARGE, TOO_MANY_CALLS},
};

mod patience;
mod quoted;

/// Test bench: a gateway with its channels and tasks.
struct Bench {
    gateway: Gateway,
    answers: mpsc::Receiver<Answer>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Bench {
    fn new(models: impl Providers, settings: GatewaySettings) -> Self {
        let (sender, answers) = mpsc::channel(64);
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let rng = ChaCha8Rng::seed_from_u64(1);
        let gateway = Gateway::spawn(models, settings, sender, stop.clone(), &tasks, rng);
        Self { gateway, answers, stop, tasks }
    }

    fn ask(&self, ticket: u64, provider: &str) -> Result<(), LlmError> {
        self.gateway.ask(ChatRequest { provider: Some(provider.to_owned()), ..question(ticket) })
    }

    /// Waits for the next answer; returns its ticket and result.
    async fn next(&mut self) -> (u64, Result<ChatReply, LlmError>) {
        let answer = within(self.answers.recv()).await.unwrap();
        assert_eq!(answer.npc.as_str(), "mira");
        (answer.ticket.0, answer.result)
    }
}

/// Quick retries, and an endpoint that is never given a rest.
fn quick() -> GatewaySettings {
    GatewaySettings {
        base: Duration::from_millis(1),
        cap: Duration::from_millis(5),
        breaker: BreakerRules { failures: usize::MAX, ..BreakerRules::default() },
        ..GatewaySettings::default()
    }
}

fn models<const N: usize>(endpoints: [(&str, Endpoint); N]) -> Models {
    let provider = |endpoint| Provider::Http(vec![HttpModel::new(endpoint).unwrap()]);
    let by_name: BTreeMap<String, Provider> =
        endpoints.map(|(name, endpoint)| (name.to_owned(), provider(endpoint))).into();
    Models::new(SCRIPTED, by_name).unwrap()
}

async fn bench(replies: Vec<CannedReply>, settings: GatewaySettings) -> (Loopback, Bench) {
    let server = Loopback::serve(replies).await;
    let bench = Bench::new(models([("http", endpoint(&server.base_url))]), settings);
    (server, bench)
}

fn status(code: u16) -> Result<ChatReply, LlmError> {
    Err(LlmError::Status { code, retry_after: None })
}

fn is_good(result: &Result<ChatReply, LlmError>) -> bool {
    matches!(result, Ok(reply) if reply.text.as_deref() == Some("A good day."))
}

#[tokio::test]
async fn a_question_is_answered() {
    let (_server, mut bench) = bench(vec![CannedReply::good()], quick()).await;
    bench.ask(7, "http").unwrap();
    let (ticket, result) = bench.next().await;
    assert!(ticket == 7 && is_good(&result), "{ticket} {result:?}");
}

#[tokio::test]
async fn the_built_in_brain_serves_who_names_no_provider() {
    let mut bench = Bench::new(Models::scripted(), quick());
    bench.gateway.ask(question(1)).unwrap();
    let (ticket, result) = bench.next().await;
    assert!(ticket == 1 && result.is_ok(), "{result:?}");
}

/// A built-in brain that never finishes learning, beside endpoints that answer.
struct Learning(Models);

impl Providers for Learning {
    fn route(&self, request: &ChatRequest) -> Result<Route<'_>, LlmError> {
        self.0.route(request)
    }
}

impl ChatModel for Learning {
    async fn chat(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        match self.0.route(request)? {
            Route::Inside => std::future::pending().await,
            Route::Endpoints(_) => self.0.chat(request).await,
        }
    }
}

#[tokio::test]
async fn no_endpoint_waits_while_the_built_in_brain_learns() {
    let server = Loopback::serve(vec![CannedReply::good()]).await;
    let models = Learning(models([("http", endpoint(&server.base_url))]));
    let mut bench = Bench::new(models, quick());
    bench.ask(1, SCRIPTED).unwrap();
    bench.ask(2, SCRIPTED).unwrap();
    bench.ask(3, "http").unwrap();
    let (ticket, result) = bench.next().await;
    assert!(ticket == 3 && is_good(&result), "{ticket} {result:?}");
}

#[tokio::test]
async fn whoever_asks_a_brain_that_never_learns_is_answered_in_time() {
    let after = Duration::from_millis(1);
    let settings = GatewaySettings { timeout: after, ..quick() };
    let mut bench = Bench::new(Learning(Models::scripted()), settings);
    bench.ask(1, SCRIPTED).unwrap();
    bench.ask(2, SCRIPTED).unwrap();
    bench.gateway.withdraw(Ticket(2));
    let answers = BTreeMap::from([bench.next().await, bench.next().await]);
    assert_eq!(answers.get(&1), Some(&Err(LlmError::Timeout { after })));
    assert_eq!(answers.get(&2), Some(&Err(LlmError::Cancelled)));
}

#[tokio::test]
async fn an_unknown_provider_is_named() {
    let mut bench = Bench::new(Models::scripted(), quick());
    bench.ask(1, "nowhere").unwrap();
    let result = bench.next().await.1;
    assert!(matches!(&result, Err(LlmError::NotSetUp { provider, .. }) if provider == "nowhere"));
    assert!(Models::new("nowhere", BTreeMap::new()).is_err());
}

#[tokio::test]
async fn a_refused_connection_is_told() {
    let base_url = Loopback::gone().await;
    let mut bench = Bench::new(models([("http", endpoint(&base_url))]), quick());
    bench.ask(1, "http").unwrap();
    assert_eq!(bench.next().await.1, Err(LlmError::Unreachable { endpoint: base_url }));
}

#[tokio::test]
async fn after_four_calls_the_last_error_is_the_answer() {
    let replies = [500, 502, 503, 504].map(CannedReply::status).into();
    let (server, mut bench) = bench(replies, quick()).await;
    bench.ask(1, "http").unwrap();
    assert_eq!(bench.next().await.1, status(504));
    assert_eq!(server.unread(), 4);
}

#[tokio::test]
async fn what_waiting_cannot_mend_is_not_tried_again() {
    for reply in [CannedReply::status(401), CannedReply::Http(200, "", "garbage".to_owned())] {
        let (server, mut bench) = bench(vec![reply, CannedReply::good()], quick()).await;
        bench.ask(1, "http").unwrap();
        assert!(bench.next().await.1.is_err());
        assert_eq!(server.unread(), 1);
    }
}

#[tokio::test]
async fn a_busy_endpoint_is_asked_again() {
    let busy = CannedReply::Http(429, "retry-after: 1\r\n", String::new());
    let (server, mut bench) = bench(vec![busy, CannedReply::good()], quick()).await;
    bench.ask(1, "http").unwrap();
    assert!(is_good(&bench.next().await.1));
    assert_eq!(server.unread(), 2);
}

#[tokio::test]
async fn a_question_that_cannot_be_retried_in_time_ends_at_once() {
    let busy = CannedReply::Http(503, "retry-after: 900\r\n", String::new());
    let (server, mut bench) = bench(vec![busy], quick()).await;
    bench.ask(1, "http").unwrap();
    let retry_after = Some(Duration::from_secs(900));
    assert_eq!(bench.next().await.1, Err(LlmError::Status { code: 503, retry_after }));
    bench.ask(2, "http").unwrap();
    assert_eq!(bench.next().await.1, Err(LlmError::Resting), "it asked to be left alone");
    assert_eq!(server.unread(), 1);
}

#[tokio::test]
async fn a_question_takes_no_longer_than_its_time() {
    let timeout = Duration::from_millis(300);
    let breaker = BreakerRules { failures: 1, ..BreakerRules::default() };
    let settings = GatewaySettings { timeout, breaker, ..quick() };
    let (mut server, mut bench) = bench(vec![CannedReply::Never], settings).await;
    bench.ask(1, "http").unwrap();
    assert_eq!(bench.next().await.1, Err(LlmError::Timeout { after: timeout }));
    assert!(matches!(server.sees().await, SeenRequest::Request { .. }));
    assert!(matches!(server.sees().await, SeenRequest::HungUp));
    bench.ask(2, "http").unwrap();
    assert_eq!(bench.next().await.1, Err(LlmError::Resting), "slow is as bad as dead");
}

#[tokio::test]
async fn failures_open_the_breaker_and_a_probe_closes_it() {
    // No rest at all: the next question is the probe.
    let rules = BreakerRules { failures: 5, window: Duration::MAX, rest: Duration::ZERO };
    let settings = GatewaySettings { attempts: 1, breaker: rules, ..quick() };
    let mut replies = vec![CannedReply::status(500); 5];
    replies.push(CannedReply::Never);
    replies.push(CannedReply::good());
    let (mut server, mut bench) = bench(replies, settings).await;
    for ticket in 1..=5 {
        bench.ask(ticket, "http").unwrap();
        assert_eq!(bench.next().await, (ticket, status(500)));
        server.sees().await;
    }
    bench.ask(6, "http").unwrap();
    server.sees().await;
    bench.ask(7, "http").unwrap();
    assert_eq!(bench.next().await, (7, Err(LlmError::Resting)), "one probe at a time");

    bench.gateway.withdraw(Ticket(6));
    assert_eq!(bench.next().await, (6, Err(LlmError::Cancelled)));
    bench.ask(8, "http").unwrap();
    assert!(is_good(&bench.next().await.1), "a probe given up makes room for the next");
    bench.ask(9, "http").unwrap();
    assert!(is_good(&bench.next().await.1));
}

#[tokio::test]
async fn a_resting_endpoint_is_not_called() {
    let rules = BreakerRules { failures: 2, ..BreakerRules::default() };
    let settings = GatewaySettings { breaker: rules, ..quick() };
    let (server, mut bench) = bench(vec![CannedReply::status(500)], settings).await;
    for ticket in [1, 2] {
        bench.ask(ticket, "http").unwrap();
        assert_eq!(bench.next().await.1, status(500), "the endpoint's own error is told");
    }
    bench.ask(3, "http").unwrap();
    assert_eq!(bench.next().await.1, Err(LlmError::Resting));
    assert_eq!(server.unread(), 8, "a question is one failure, however often it was tried");
    bench.gateway.ask(question(4)).unwrap();
    assert!(bench.next().await.1.is_ok(), "the built-in brain does not rest");
}

#[tokio::test]
async fn a_question_can_be_withdrawn() {
    let settings = GatewaySettings { at_once: 1, ..quick() };
    let (mut server, mut bench) = bench(vec![CannedReply::Never], settings).await;
    bench.ask(1, "http").unwrap();
    assert!(matches!(server.sees().await, SeenRequest::Request { .. }));
    bench.ask(2, "http").unwrap();
    for ticket in [2, 1] {
        bench.gateway.withdraw(Ticket(ticket));
        assert_eq!(bench.next().await, (ticket, Err(LlmError::Cancelled)));
    }
    assert!(matches!(server.sees().await, SeenRequest::HungUp));
    assert_eq!(server.unread(), 0, "the waiting question was never sent");
    bench.gateway.withdraw(Ticket(99));
    assert!(bench.gateway.open.is_empty());
}

#[tokio::test]
async fn a_dead_endpoint_delays_no_other() {
    let (dead, good) = (
        Loopback::serve(vec![CannedReply::Never]).await,
        Loopback::serve(vec![CannedReply::good()]).await,
    );
    let settings = GatewaySettings { at_once: 1, queue: 4, ..quick() };
    let models = models([("dead", endpoint(&dead.base_url)), ("good", endpoint(&good.base_url))]);
    let mut bench = Bench::new(models, settings);
    for ticket in 1..=4 {
        bench.ask(ticket, "dead").unwrap();
    }
    // The gateway's own queue is full now, and empty once it ran.
    tokio::task::yield_now().await;
    bench.ask(5, "good").unwrap();
    bench.gateway.ask(question(6)).unwrap();
    let first = BTreeSet::from([bench.next().await.0, bench.next().await.0]);
    assert_eq!(first, BTreeSet::from([5, 6]));
}

/// A gateway over one provider, `http`, with these endpoints.
fn shared_by(servers: &[&str], settings: GatewaySettings) -> Bench {
    let all = servers.iter().map(|it| HttpModel::new(endpoint(it)).unwrap());
    let provider = Provider::Http(all.collect());
    let by_name = BTreeMap::from([("http".to_owned(), provider)]);
    Bench::new(Models::new(SCRIPTED, by_name).unwrap(), settings)
}

#[tokio::test]
async fn questions_are_shared_by_load() {
    let mut servers = Vec::new();
    for _ in 0..3 {
        servers.push(Loopback::serve(vec![CannedReply::Never]).await);
    }
    let addresses: Vec<&str> = servers.iter().map(|it| &*it.base_url).collect();
    let bench = shared_by(&addresses, quick());
    for ticket in 1..=6 {
        bench.ask(ticket, "http").unwrap();
    }
    for server in &mut servers {
        for _ in 0..2 {
            assert!(matches!(server.sees().await, SeenRequest::Request { .. }));
        }
        assert_eq!(server.unread(), 0);
    }
}

#[tokio::test]
async fn a_failing_endpoint_rests_and_the_others_answer() {
    let good = Loopback::serve(vec![CannedReply::good()]).await;
    let bad = Loopback::serve(vec![CannedReply::status(500)]).await;
    let gone = Loopback::gone().await;
    let rules = BreakerRules { failures: 2, ..BreakerRules::default() };
    let settings = GatewaySettings { breaker: rules, ..quick() };
    for order in [[&*gone, &bad.base_url, &good.base_url], [&good.base_url, &bad.base_url, &gone]] {
        let mut bench = shared_by(&order, settings);
        let before = bad.unread();
        for ticket in 1..=8 {
            bench.ask(ticket, "http").unwrap();
            assert!(is_good(&bench.next().await.1), "{ticket}");
        }
        assert!(bad.unread() - before <= 2, "after two failures it rests");
    }
}

#[tokio::test]
async fn an_answer_that_no_other_endpoint_would_better_is_taken() {
    let refusing = Loopback::serve(vec![CannedReply::status(400)]).await;
    let addresses = [&*refusing.base_url, &refusing.base_url];
    let mut bench = shared_by(&addresses, quick());
    bench.ask(1, "http").unwrap();
    assert_eq!(bench.next().await.1, status(400));
    assert_eq!(refusing.unread(), 1);
}

#[tokio::test]
async fn a_full_queue_refuses_at_once() {
    let settings = GatewaySettings { queue: 3, ..quick() };
    let (_server, bench) = bench(vec![CannedReply::good()], settings).await;
    // The gateway cannot run before this test waits.
    for ticket in 1..=3 {
        bench.ask(ticket, "http").unwrap();
    }
    assert_eq!(bench.ask(4, "http"), Err(LlmError::Overloaded));
    assert_eq!(bench.gateway.open.len(), 3);
}

#[tokio::test]
async fn an_endpoint_takes_only_so_many_questions() {
    let settings = GatewaySettings { at_once: 1, queue: 2, ..quick() };
    let (mut server, mut bench) = bench(vec![CannedReply::Never], settings).await;
    bench.ask(1, "http").unwrap();
    server.sees().await;
    for ticket in 2..=3 {
        bench.ask(ticket, "http").unwrap();
    }
    tokio::task::yield_now().await;
    bench.ask(4, "http").unwrap();
    assert_eq!(bench.next().await, (4, Err(LlmError::Overloaded)));
}

#[tokio::test]
async fn calls_at_once_are_limited() {
    let settings = GatewaySettings { at_once: 2, ..quick() };
    let (mut server, mut bench) = bench(vec![CannedReply::Never], settings).await;
    for ticket in 1..=3 {
        bench.ask(ticket, "http").unwrap();
    }
    for _ in 0..2 {
        assert!(matches!(server.sees().await, SeenRequest::Request { .. }));
    }
    for ticket in [3, 2, 1] {
        bench.gateway.withdraw(Ticket(ticket));
        assert_eq!(bench.next().await, (ticket, Err(LlmError::Cancelled)));
    }
    for _ in 0..2 {
        assert!(matches!(server.sees().await, SeenRequest::HungUp));
    }
    assert_eq!(server.unread(), 0, "the third question was never sent");
}

#[tokio::test]
async fn stopping_ends_every_task() {
    let (mut server, mut bench) = bench(vec![CannedReply::Never], quick()).await;
    bench.ask(1, "http").unwrap();
    server.sees().await;
    bench.stop.cancel();
    bench.tasks.close();
    within(bench.tasks.wait()).await;
    assert!(within(bench.answers.recv()).await.is_none());
    assert_eq!(bench.ask(2, "http"), Err(LlmError::Cancelled));
    assert!(bench.gateway.open.is_empty());
}

#[test]
fn pauses_double_up_to_the_cap_and_heed_the_endpoint() {
    let settings = GatewaySettings::default();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut after =
        |failed, error: &LlmError| pause(&settings, failed, error, &mut rng).as_millis();
    let broken = LlmError::Unreachable { endpoint: String::new() };
    for (failed, longest) in [(1, 1000), (2, 2000), (3, 4000), (4, 8000), (5, 10_000), (99, 10_000)]
    {
        for _ in 0..50 {
            let millis = after(failed, &broken);
            assert!((longest / 2..=longest).contains(&millis), "{failed}: {millis}");
        }
    }
    let busy =
        |seconds| LlmError::Status { code: 429, retry_after: Some(Duration::from_secs(seconds)) };
    assert_eq!(after(1, &busy(3)), 3000);
    assert_eq!(after(1, &busy(3600)), 3_600_000, "nobody waits so long, but it is not called");
}

#[test]
fn an_endpoint_that_was_given_little_time_has_not_failed() {
    let given = |millis| outran(Duration::from_millis(millis), Duration::from_secs(1));
    assert_eq!(
        [0, 499, 500, 1000].map(given),
        [CallOutcome::Unknown, CallOutcome::Unknown, CallOutcome::Failed, CallOutcome::Failed]
    );
}

#[test]
fn only_failures_of_the_endpoint_count() {
    let malformed = |what: &str| LlmError::Malformed { what: what.into() };
    let (after, long) = (Duration::ZERO, Duration::from_secs(900));
    for (error, expected) in [
        (LlmError::Unreachable { endpoint: String::new() }, CallOutcome::Failed),
        (LlmError::Timeout { after }, CallOutcome::Failed),
        (LlmError::Status { code: 429, retry_after: None }, CallOutcome::Failed),
        (LlmError::Status { code: 529, retry_after: None }, CallOutcome::Failed),
        (LlmError::Status { code: 503, retry_after: Some(long) }, CallOutcome::Busy(long)),
        (LlmError::Status { code: 500, retry_after: Some(long) }, CallOutcome::Failed),
        (LlmError::Status { code: 400, retry_after: None }, CallOutcome::Answered),
        (malformed("it is not JSON"), CallOutcome::Failed),
        (malformed(TOO_LARGE), CallOutcome::Answered),
        (malformed(TOO_MANY_CALLS), CallOutcome::Answered),
        (LlmError::CutOff, CallOutcome::Answered),
        (LlmError::Cancelled, CallOutcome::Unknown),
        (LlmError::NotSetUp { provider: String::new(), why: String::new() }, CallOutcome::Unknown),
    ] {
        assert_eq!(outcome(&Err(error.clone())), expected, "{error}");
    }
}
