use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use serde_json::Map;

use super::*;

/// Time limit of each call.
const LIMIT: Duration = Duration::from_millis(300);

/// Settings that retry at once.
fn quick() -> DeskSettings {
    let breaker = BreakerRules { rest: Duration::from_millis(100), ..BreakerRules::default() };
    DeskSettings { base: Duration::from_millis(1), breaker, ..DeskSettings::default() }
}

/// Services whose behaviour their names tell.
#[derive(Default, Clone)]
struct Fake {
    /// Number of calls made.
    calls: Arc<AtomicU32>,
    /// True once the tool `flaps__it` answers.
    is_up: Arc<AtomicU32>,
}

impl Services for Fake {
    fn time_limit(&self, tool: &str) -> Option<Duration> {
        (tool != "gone__it").then_some(LIMIT)
    }

    async fn call(&self, call: &ServiceCall) -> Result<String, ServiceError> {
        let number = self.calls.fetch_add(1, Ordering::SeqCst);
        match call.tool.as_str() {
            "slow__it" => {
                sleep(Duration::from_secs(600)).await;
                Ok("too late".to_owned())
            }
            "shaky__it" if number == 0 => Err(ServiceError::Disconnected),
            "empty__it" => Ok("  \n".to_owned()),
            "fails__it" => Err(ServiceError::Unreachable),
            "refuses__it" => Err(ServiceError::Refused { why: "no".into() }),
            "flaps__it" if self.is_up.load(Ordering::SeqCst) == 0 => {
                Err(ServiceError::Status { code: 500, retry_after: None })
            }
            "long__it" => Ok("a".repeat(2 * LONGEST_ANSWER)),
            _ => Ok("Of silver.".to_owned()),
        }
    }
}

struct Fixture {
    fake: Fake,
    desk: ServiceDesk,
    served: mpsc::Receiver<Served>,
    last: u64,
}

fn fixture(settings: DeskSettings) -> Fixture {
    let (sender, served) = mpsc::channel(64);
    let fake = Fake::default();
    let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
    let rng = ChaCha8Rng::seed_from_u64(1);
    let desk = ServiceDesk::spawn(fake.clone(), settings, sender, stop, &tasks, rng);
    Fixture { fake, desk, served, last: 0 }
}

impl Fixture {
    fn send(&mut self, tool: &str) -> Result<Ticket, ServiceError> {
        self.last += 1;
        let ticket = Ticket(self.last);
        let npc = engine::id::CharacterId::new("mara").unwrap();
        let call = ServiceCall { ticket, npc, tool: tool.to_owned(), arguments: Map::new() };
        self.desk.ask(call).map(|()| ticket)
    }

    async fn ask(&mut self, tool: &str) -> Result<String, ServiceError> {
        let ticket = self.send(tool)?;
        let served = self.served.recv().await.unwrap();
        assert_eq!(served.ticket, ticket);
        served.result
    }
}

#[tokio::test]
async fn a_transient_error_is_tried_again_and_no_other() {
    let mut it = fixture(quick());
    assert_eq!(it.ask("shaky__it").await.unwrap(), "Of silver.");
    assert_eq!(it.fake.calls.load(Ordering::SeqCst), 2);
    for (tool, error) in [
        ("fails__it", ServiceError::Unreachable),
        ("refuses__it", ServiceError::Refused { why: "no".into() }),
        ("empty__it", ServiceError::Empty),
        ("gone__it", ServiceError::NotSetUp),
    ] {
        let before = it.fake.calls.load(Ordering::SeqCst);
        assert_eq!(it.ask(tool).await, Err(error), "{tool}");
        assert!(it.fake.calls.load(Ordering::SeqCst) <= before + 1, "{tool}");
    }
    assert_eq!(it.ask("long__it").await.unwrap().chars().count(), LONGEST_ANSWER + 1);
}

#[tokio::test]
async fn a_slow_tool_ends_with_its_time_and_delays_no_other() {
    let mut it = fixture(DeskSettings { at_once: 1, queue: 1, ..quick() });
    let slow = it.send("slow__it").unwrap();
    tokio::task::yield_now().await;
    assert_eq!(it.ask("wiki__it").await.unwrap(), "Of silver.");
    let served = it.served.recv().await.unwrap();
    assert_eq!((served.ticket, served.result), (slow, Err(ServiceError::Timeout { after: LIMIT })));
    assert!(served.took >= LIMIT);
}

#[tokio::test]
async fn a_tool_has_places_for_so_many_calls_and_a_withdrawn_one_gives_its_place_back() {
    let mut it = fixture(DeskSettings { at_once: 1, queue: 1, ..quick() });
    let [first, second] = {
        let first = it.send("slow__it").unwrap();
        tokio::task::yield_now().await;
        let second = it.send("slow__it").unwrap();
        tokio::task::yield_now().await;
        [first, second]
    };
    let third = it.send("slow__it").unwrap();
    let served = it.served.recv().await.unwrap();
    assert_eq!((served.ticket, served.result), (third, Err(ServiceError::Overloaded)));
    it.desk.withdraw(first);
    it.desk.withdraw(second);
    for _ in 0..2 {
        assert_eq!(it.served.recv().await.unwrap().result, Err(ServiceError::Cancelled));
    }
    assert!(it.desk.open.is_empty());
    assert_eq!(it.ask("wiki__it").await.unwrap(), "Of silver.");
}

#[tokio::test]
async fn a_flapping_tool_is_left_alone_and_then_tried_once() {
    let breaker = BreakerRules { failures: 2, ..quick().breaker };
    let mut it = fixture(DeskSettings { attempts: 1, breaker, ..quick() });
    let failed = Err(ServiceError::Status { code: 500, retry_after: None });
    assert_eq!(it.ask("flaps__it").await, failed);
    assert_eq!(it.ask("flaps__it").await, failed);
    assert_eq!(it.ask("flaps__it").await, Err(ServiceError::Resting));
    assert_eq!(it.ask("wiki__it").await.unwrap(), "Of silver.", "the others go on");
    let left = it.desk.resting();
    assert_eq!(left.keys().collect::<Vec<_>>(), ["tool flaps__it"]);
    // Over a restart.
    let mut after = fixture(DeskSettings { attempts: 1, breaker, ..quick() });
    after.desk.rest("tool flaps__it", left["tool flaps__it"]);
    assert_eq!(after.ask("flaps__it").await, Err(ServiceError::Resting));
    sleep(breaker.rest).await;
    assert_eq!(after.ask("flaps__it").await, failed, "the probe failed");
    assert_eq!(after.ask("flaps__it").await, Err(ServiceError::Resting));
    sleep(breaker.rest).await;
    after.fake.is_up.store(1, Ordering::SeqCst);
    assert_eq!(after.ask("flaps__it").await.unwrap(), "Of silver.");
    assert_eq!(after.desk.resting(), BTreeMap::new());
}
