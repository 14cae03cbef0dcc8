//! Running the server: everything is put together here, and taken apart again by `run/shutdown.rs`.

use std::{sync::Arc, time::Duration};

use assistants::{
    llm::{
        gateway::{Answer, Gateway, GatewaySettings},
        providers::Providers,
    },
    mind::open_breakers::OpenBreakers,
};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use store::{Store, StoreSettings};
use tokio::{
    sync::{mpsc, watch},
    task::spawn_blocking,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    account::{Accounts, guests::Guests},
    clock::{self, Stopwatch},
    game::{Game, learning, probing::Probing, services},
    listener::{
        access,
        listing::{SharedState, Stats},
        ports::Ports,
        rates::{Rates, Tally},
        tls::{Certificates, TlsError},
    },
    operate::{
        DATA_FILE,
        backup::scheduled,
        config::{Config, MindsConfig},
        hangup, permissions,
    },
    record,
    session::{accept, context::SessionContext, pass::Passes},
    setup::{self, Rules, Setup, command_specs, error::RunError},
    web::front::PageTexts,
};

mod shutdown;

/// Capacity of the game's input queue and of the queue of model answers; when full, sessions wait.
const INBOX: usize = 1_024;

/// Runs the server until `stop`, and shuts it down gracefully: the caller owns the sockets and the signals to stop, and
/// says by which rules the game goes. `ready` is called once players can connect.
///
/// # Errors
/// [`RunError`] when it cannot start, when the world breaks, or when it cannot
/// save at the end.
pub async fn run(
    config: Config,
    ports: Ports,
    models: impl Providers,
    rules: Rules,
    stop: CancellationToken,
    ready: impl FnOnce(),
) -> Result<(), RunError> {
    let config = Arc::new(config);
    let store = open_store(&config)?;
    let certificates = certificates(&config)?;
    let mut setup = setup::load(&config, &store, rules).await?;
    // Tokens of the shutdown, in their order: `stop`, then `late` for models and services, which
    // outlive the game, then `cut` for connections that hang.
    let [late, cut] = [CancellationToken::new(), CancellationToken::new()];
    let tasks = TaskTracker::new();
    let (to_game, inbox) = mpsc::channel(INBOX);
    let (answered, answers) = mpsc::channel(INBOX);
    let probing = Probing::start(&config, &setup.sim, &to_game, &stop, &tasks);
    let gateway = gateway(models, (&config, &setup), answered, late.clone(), &tasks);
    let services = services::start((&config, &setup), &to_game, (&stop, &late), &tasks);
    let census = Arc::<Stats>::default();
    let about = Arc::new(SharedState::new(&setup.name, &ports, census.clone(), &config));
    let (rules, gate) = access::gate(&setup.sim);
    let passes = Arc::new(Passes::open(&store, clock::now()).await?);
    let (reserve, reserved) = watch::channel(Arc::new(setup.reserved.clone()));
    let context = Arc::new(SessionContext {
        config: config.clone(),
        accounts: Accounts::new(store.clone()),
        store: store.clone(),
        sessions: Arc::default(),
        gate,
        to_game: to_game.clone(),
        reserved,
        page: PageTexts::new(&setup.name, &setup.banner, &command_specs(&setup.sim)),
        banner: setup.banner.clone().into(),
        about,
        tasks: tasks.clone(),
        stop: stop.clone(),
        cut: cut.clone(),
        guests: Guests::open(store.clone()).await?,
        passes: passes.clone(),
        first_session: passes.first(),
        certificates,
        connects: Rates::new(config.limits.connects_per_minute),
        failed_logins: Rates::new(config.limits.failed_logins_per_minute),
        wrong_passwords: Tally::default(),
        watch: Stopwatch::start(),
    });
    begin_beside(&context, &mut setup);
    let game = Game::new(
        &config,
        setup,
        census,
        store.clone(),
        context.registrar(),
        (gateway, services),
        rules,
        reserve,
        tasks.clone(),
        stop.clone(),
    )?;
    let listening = tasks.spawn(accept::accept(ports, context));
    ready();
    let ran = game.test_models(probing).run(inbox, answers, to_game).await;
    stop.cancel();
    late.cancel();
    // Of two errors the first is told; the store has logged its own.
    ran.and(shutdown::after_game(listening, &tasks, &cut, &passes, store).await)
}

/// Begins what goes on beside the game: learning from the examples, the second reading of the content,
/// rereading at a signal, and backups.
fn begin_beside(context: &SessionContext, setup: &mut Setup) {
    learning::begin(setup.learning.take(), &context.to_game, &context.stop, &context.tasks);
    let second_reading = setup.second_reading.clone();
    drop(spawn_blocking(move || second_reading.log_count()));
    hangup::begin(context);
    scheduled::begin(context);
}

/// Starts the gateway. Endpoints that rested when the server stopped go on with what is left of it.
fn gateway(
    models: impl Providers,
    (config, setup): (&Config, &Setup),
    answered: mpsc::Sender<Answer>,
    stop: CancellationToken,
    tasks: &TaskTracker,
) -> Gateway {
    let (settings, rng) = gateway_parts(config, setup);
    let gateway = Gateway::spawn(models, settings, answered, stop, tasks, rng);
    let open = setup.sim.world().resource::<OpenBreakers>();
    open.of_endpoints(clock::now()).for_each(|(endpoint, left)| gateway.rest(endpoint, left));
    gateway
}

/// Limits and chance of the gateway.
fn gateway_parts(config: &Config, setup: &Setup) -> (GatewaySettings, ChaCha8Rng) {
    let rng = ChaCha8Rng::seed_from_u64(setup.recording.seed);
    (gateway_settings(&config.minds), rng)
}

/// Limits of the settings for questions to models.
pub(crate) fn gateway_settings(minds: &MindsConfig) -> GatewaySettings {
    GatewaySettings {
        queue: minds.queue,
        at_once: minds.at_once,
        timeout: Duration::from_secs(minds.timeout_seconds),
        patience: Duration::from_secs(minds.deadline_seconds),
        attempts: minds.attempts,
        ..GatewaySettings::default()
    }
}

/// Returns the certificates for TLS; none where TLS is off.
fn certificates(config: &Config) -> Result<Option<Arc<Certificates>>, TlsError> {
    if config.tls.listen.is_none() && !(config.web.listen.is_some() && config.web.tls) {
        return Ok(None);
    }
    Certificates::open(&config.tls, &config.server.data).map(|it| Some(Arc::new(it)))
}

fn open_store(config: &Config) -> Result<Arc<Store>, RunError> {
    let settings =
        StoreSettings { synchronous: config.store.synchronous, ..StoreSettings::default() };
    let path = config.server.data.join(DATA_FILE);
    let without_data = !path.exists() && record::is_there(&config.server.data);
    let store = Store::open(&path, settings)?;
    if without_data {
        tracing::warn!(
            "{} has a record of earlier days and no data file, so a new world begins; if that is not \
             meant, stop the server and put a backup back: hearsay restore",
            config.server.data.display()
        );
    }
    if let Some(missing) = store.missing() {
        tracing::error!("{missing}");
    }
    // Only now is it certain that the folder is this server's.
    permissions::guard(&config.server.data);
    Ok(Arc::new(store))
}
