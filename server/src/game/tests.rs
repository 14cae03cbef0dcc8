use std::path::Path;

use assistants::llm::{gateway::GatewaySettings, providers::Models};
use engine::id::AccountId;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::sync::Semaphore;
use world::beings::{
    character::CharacterRef,
    roster::Roster,
    saved::{CharacterDocument, CharacterV1},
};

use super::{
    services::desk::{DeskSettings, NoServices},
    *,
};
use store::StoreSettings;

use crate::{
    account::Accounts,
    contract::{
        screen::{Screen, View},
        terminal::Terminal,
    },
    listener::access,
    setup,
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
    let (served, _) = mpsc::channel(1);
    let rng = ChaCha8Rng::seed_from_u64(1);
    let (desk, of) = (DeskSettings::default(), NoServices);
    let services = ServiceDesk::spawn(of, desk, served, stop.clone(), &tasks, rng);
    let (rules, gate) = access::gate(&setup.sim);
    let (reserve, reserved) = watch::channel(Arc::new(setup.reserved.clone()));
    let (census, token) = (Arc::default(), stop.clone());
    let (accounts, to_registrar) = (Accounts::new(store.clone()), to_game.clone());
    let registrar =
        Registrar { accounts, reserved, gate, to_game: to_registrar, most_characters: 3 };
    let tracker = tasks.clone();
    let game = Game::new(
        &config,
        setup,
        census,
        store,
        registrar,
        (gateway, services),
        rules,
        reserve,
        tracker,
        token,
    );
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
        self.claim_as(bob(), session)
    }

    /// Claims Bob's account over a connection, to be this character.
    fn claim_as(&self, id: CharacterId, session: u64) -> oneshot::Receiver<Claim> {
        let (answer, claim) = oneshot::channel();
        let (of, session) = (ClaimKey::of(Some(&roster()), &id), SessionId(session));
        self.put(ToGame::Claim { of, id: Some(id), session, answer });
        claim
    }

    fn unclaim(&self, session: u64) {
        let of = ClaimKey::of(Some(&roster()), &bob());
        self.put(ToGame::Unclaim { of, session: SessionId(session) });
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
            roster: Some(roster()),
            loaded: Some(loaded),
            seen: None,
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

fn roster() -> Roster {
    let account = AccountId::new("of-bob").unwrap();
    let party = |id: &str| CharacterRef { id: CharacterId::new(id).unwrap(), name: id.to_owned() };
    Roster { account, characters: vec![party("bob"), party("bert")] }
}

fn asleep(coins: u32) -> CharacterDocument {
    let body = serde_json::json!({
        "id": "bob", "name": "Bob", "description": "A man.", "kind": "Player", "role": "Player",
        "room": "town/square", "coins": coins, "marks": [], "settings": Settings::default(),
        "channels": [], "label": engine::label::Label::engine(), "ignores": {},
    });
    CharacterDocument::V1(serde_json::from_value::<CharacterV1>(body).unwrap())
}

/// Next output on a screen.
async fn shown(view: &mut View) -> String {
    let frame = view.next().await.unwrap();
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
    game.unclaim(2);
    assert_eq!(game.claim(3).await.unwrap(), Claim::Taken);
    game.unclaim(1);
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

#[tokio::test]
async fn of_one_account_one_character_is_in_the_world() {
    let game = start().await;
    assert_eq!(game.claim(1).await.unwrap(), Claim::Asleep);
    let mut view = game.enter(1, 10);
    assert!(shown(&mut view).await.contains("The Square"));
    // Bob falls asleep first, and everything of his is saved.
    let bert = CharacterId::new("bert").unwrap();
    assert_eq!(game.claim_as(bert, 2).await.unwrap(), Claim::Asleep);
    assert!(shown(&mut view).await.contains("You play another of your characters now"));
    assert_eq!(game.claim(3).await.unwrap(), Claim::Taken);
    game.unclaim(2);
    assert_eq!(game.claim(3).await.unwrap(), Claim::Asleep, "he is not awake any more");
    game.end().await;
}
