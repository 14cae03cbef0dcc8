use std::path::Path;

use assistants::llm::{gateway::GatewaySettings, providers::Models};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::sync::Semaphore;
use world::beings::saved::{CharacterDocument, CharacterV1};

use super::*;
use crate::{
    contract::{
        frame::{Screen, View},
        terminal::Terminal,
    },
    door::gate,
    setup,
    store::StoreSettings,
};

/// A game over the small town, and the way to it.
struct Running {
    to_game: mpsc::Sender<ToGame>,
    tasks: TaskTracker,
    stop: CancellationToken,
    _folder: tempfile::TempDir,
}

async fn start() -> Running {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::standard().unwrap();
    config.server.content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/town");
    config.server.data = folder.path().to_owned();
    config.server.seed = Some(1);
    let path = folder.path().join("hearsay.sqlite");
    let store = Store::open(&path, StoreSettings::default()).unwrap();
    let store = Arc::new(store);
    let setup = setup::load(&config, &store, setup::rules).await.unwrap();
    let (to_game, inbox) = mpsc::channel(64);
    let (answered, answers) = mpsc::channel(64);
    let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
    let settings = GatewaySettings::default();
    let rng = ChaCha8Rng::seed_from_u64(1);
    let gateway = Gateway::spawn(Models::scripted(), settings, answered, stop.clone(), &tasks, rng);
    let (rules, _) = gate::gate(&setup.sim);
    let (reserved, _) = watch::channel(Arc::new(setup.reserved.clone()));
    let (census, token) = (Arc::default(), stop.clone());
    let game =
        Game::new(&config, setup, census, store, gateway, rules, reserved, tasks.clone(), token);
    tasks.spawn(game.unwrap().run(inbox, answers, to_game.clone()));
    Running { to_game, tasks, stop, _folder: folder }
}

impl Running {
    /// Puts something into the game's inbox, as all that is put there before the next wait is taken
    /// in together.
    fn put(&self, input: ToGame) {
        self.to_game.try_send(input).unwrap();
    }

    /// Claims Bob over a connection.
    fn claim(&self, session: u64) -> oneshot::Receiver<Claim> {
        let (answer, claim) = oneshot::channel();
        self.put(ToGame::Claim { id: bob(), session: SessionId(session), answer });
        claim
    }

    /// Comes in as Bob, who slept with so many coins.
    fn enter(&self, session: u64, coins: u32) -> View {
        let (screen, view) = Screen::new(1_000_000, CancellationToken::new());
        let credits = Arc::new(Semaphore::new(8));
        let lines = std::collections::VecDeque::new();
        let seat = SessionHandle { screen, credits, waits: false, lines };
        let loaded = Loaded { character: asleep(coins), things: Vec::new(), new: false };
        self.put(ToGame::Enter(Box::new(Arrival {
            session: SessionId(session),
            address: std::net::Ipv4Addr::LOCALHOST.into(),
            seat,
            terminal: Terminal::default(),
            id: bob(),
            loaded: Some(loaded),
        })));
        view
    }

    async fn end(self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

fn bob() -> CharacterId {
    CharacterId::new("bob").unwrap()
}

fn asleep(coins: u32) -> CharacterDocument {
    let body = serde_json::json!({
        "id": "bob", "name": "Bob", "description": "A man.", "kind": "Player", "role": "Player",
        "room": "town/square", "coins": coins, "marks": [], "settings": Settings::default(),
        "channels": [], "label": world::words::label::Label::engine(), "ignores": {},
    });
    CharacterDocument::V1(serde_json::from_value::<CharacterV1>(body).unwrap())
}

/// Everything that is shown next on a screen.
async fn shown(view: &mut View) -> String {
    let frame = view.frames.recv().await.unwrap();
    let mut words: Vec<u8> = frame.lines.iter().flatten().copied().collect();
    words.extend(frame.last.iter().flat_map(|it| it.bytes()));
    String::from_utf8(words).unwrap()
}

#[tokio::test]
async fn of_two_who_claim_at_once_one_comes_in() {
    let game = start().await;
    let (first, second) = (game.claim(1), game.claim(2));
    assert_eq!(first.await.unwrap(), Claim::Asleep);
    assert_eq!(second.await.unwrap(), Claim::Taken);
    // Whoever was refused gives nothing back that is not theirs.
    game.put(ToGame::Unclaim { id: bob(), session: SessionId(2) });
    assert_eq!(game.claim(3).await.unwrap(), Claim::Taken);
    game.put(ToGame::Unclaim { id: bob(), session: SessionId(1) });
    assert_eq!(game.claim(3).await.unwrap(), Claim::Asleep, "the first one's claim is given back");
    game.end().await;
}

#[tokio::test]
async fn nobody_loads_a_character_that_the_next_tick_brings_in() {
    let game = start().await;
    assert_eq!(game.claim(1).await.unwrap(), Claim::Asleep);
    let mut view = game.enter(1, 10);
    // Taken in together with the entering, before the tick.
    assert_eq!(game.claim(2).await.unwrap(), Claim::Taken);
    assert!(shown(&mut view).await.contains("The Square"));
    assert_eq!(game.claim(2).await.unwrap(), Claim::Awake);
    game.end().await;
}
