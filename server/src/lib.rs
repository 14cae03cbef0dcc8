//! The rim: sockets, files, processes, and the one task that owns the world.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`args`], [`config`], [`telemetry`] | what the operator says, and what the log tells |
//! | [`listen`], [`proxy`], [`tls`], [`rates`] | who connects, from where, how often |
//! | [`session`], [`sessions`], [`screen`] | a task per connection, and the way out of the world |
//! | [`telnet`], [`terminal`], [`render`] | bytes in, what a client can show, bytes out |
//! | [`account`], [`guests`], [`sitelock`] | names, passwords and numbers, and who may not come in |
//! | [`listing`] | what the outside is told about the game |
//! | [`files`], [`setup`] | content and saved state become a game |
//! | [`game`], [`bridge`], [`journal`] | the task that owns the world, its screens, its log of inputs |
//! | [`store`], [`private`] | what lasts, and who may read it |
//! | [`manual`], [`operate`] | the manual, and the operator's other commands |
//!
//! Invariants: only this crate knows sockets, files, time and processes. Every
//! queue is bounded and says what happens when it is full. A frame that shows a
//! change leaves after the change is saved.

use std::{path::PathBuf, sync::Arc, time::Duration};

use assistants::llm::{
    gateway::{Gateway, GatewaySettings},
    providers::Providers,
};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::sync::mpsc;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub mod account;
pub mod args;
pub mod bridge;
pub mod clock;
pub mod config;
pub mod files;
pub mod game;
pub mod guests;
mod hangup;
pub mod journal;
pub mod listen;
pub mod listing;
pub mod manual;
pub mod operate;
pub mod private;
pub mod proxy;
pub mod rates;
pub mod render;
pub mod screen;
pub mod session;
pub mod sessions;
pub mod setup;
pub mod sitelock;
pub mod store;
pub mod telemetry;
pub mod telnet;
pub mod terminal;
pub mod tls;

use config::Config;
use listing::{About, Census};
use screen::Frame;
use store::{Store, StoreError, StoreSettings};

/// Most inputs that wait for the world; further senders wait.
const INBOX: usize = 1_024;

/// How long everybody together has to read the goodbye.
const GOODBYE: Duration = Duration::from_secs(3);

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The content has problems.
    #[error("{}", list(.0))]
    Content(Vec<world::content::Problem>),
    /// The content cannot be read.
    #[error("{0}")]
    Files(#[from] files::FilesError),
    /// The data cannot be used.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// Something saved cannot be read.
    #[error("{0}")]
    Saved(#[from] setup::SavedError),
    /// The journal cannot be written.
    #[error("The journal {} cannot be written: {source}", path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// There is no seed.
    #[error("The system gives no random numbers ({0}); see that this user can read /dev/urandom.")]
    Chance(String),
    /// The rules of the world do not fit together.
    #[error("The world's schedule is ambiguous: {0}")]
    Schedule(String),
    /// There is no certificate to speak TLS with.
    #[error(transparent)]
    Tls(#[from] tls::TlsError),
}

fn list(problems: &[world::content::Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    format!(
        "{}\nThe content has {} problem(s); see docs/content.md.",
        lines.join("\n"),
        lines.len()
    )
}

/// Runs the server until `stop`: the caller owns the sockets and the signals to stop.
/// `ready` is called once players can connect.
///
/// # Errors
/// [`RunError`] when it cannot start, or cannot save at the end.
pub async fn run(
    config: Config,
    ports: listen::Ports,
    models: impl Providers,
    stop: CancellationToken,
    ready: impl FnOnce(),
) -> Result<(), RunError> {
    let config = Arc::new(config);
    let (told, notices) = tokio::sync::watch::channel(game::Saving::default());
    let store = open_store(&config, told)?;
    let certificates = certificates(&config)?;
    let setup = setup::load(&config, &store).await?;
    let tasks = TaskTracker::new();
    let (to_game, inbox) = mpsc::channel(INBOX);
    let (answered, answers) = mpsc::channel(INBOX);
    let rng = ChaCha8Rng::seed_from_u64(setup.recording.seed);
    // Minds and players say goodbye in order: the gateway outlives the game.
    let late = CancellationToken::new();
    let settings = gateway_settings(&config.minds);
    let gateway = Gateway::spawn(models, settings, answered, late.clone(), &tasks, rng);
    let cut = CancellationToken::new();
    let census = Arc::new(Census::default());
    let about = Arc::new(About::new(&setup.name, &ports, census.clone(), &config));
    let (rules, gate) = sitelock::gate(&setup.sim);
    let ears = listen::Ears {
        config: config.clone(),
        accounts: account::Accounts::new(store.clone()),
        store: store.clone(),
        sessions: Arc::default(),
        gate,
        to_game: to_game.clone(),
        reserved: Arc::new(setup.reserved.clone()),
        banner: setup.banner.clone().into(),
        about,
        tasks: tasks.clone(),
        stop: stop.clone(),
        cut: cut.clone(),
        guests: Arc::new(guests::Guests::open(store.clone()).await?),
        certificates,
        connects: Arc::new(rates::Rates::new(config.limits.connects_per_minute)),
        failed_logins: Arc::new(rates::Rates::new(config.limits.failed_logins_per_minute)),
        wrong_passwords: Arc::default(),
        watch: clock::Stopwatch::start(),
    };
    hangup::begin(&ears);
    let game = game::Game::new(
        &config,
        setup,
        census,
        store.clone(),
        gateway,
        rules,
        notices,
        tasks.clone(),
        stop.clone(),
    )?;
    let listening = tasks.spawn(listen::accept(ports, ears));
    ready();
    game.run(inbox, answers, to_game).await;
    stop.cancel();
    late.cancel();
    if listening.await.is_err() {
        tracing::error!("the listener broke");
    }
    end(&tasks, &cut, store).await
}

/// Waits for those who read the goodbye, and closes the store after the last of
/// them.
async fn end(
    tasks: &TaskTracker,
    cut: &CancellationToken,
    store: Arc<Store<Frame>>,
) -> Result<(), RunError> {
    tasks.close();
    if tokio::time::timeout(GOODBYE, tasks.wait()).await.is_err() {
        cut.cancel();
        // What still waits then waits for something that will not come; all is saved without it.
        if tokio::time::timeout(GOODBYE, tasks.wait()).await.is_err() {
            tracing::warn!(tasks = tasks.len(), "some connections did not end");
        }
    }
    match Arc::try_unwrap(store) {
        Ok(store) => store.close().await?,
        Err(_) => tracing::warn!("something still holds the store; it saves as it goes"),
    }
    Ok(())
}

fn gateway_settings(minds: &config::Minds) -> GatewaySettings {
    GatewaySettings {
        queue: minds.queue,
        at_once: minds.at_once,
        timeout: Duration::from_secs(minds.timeout_seconds),
        attempts: minds.attempts,
        ..GatewaySettings::default()
    }
}

/// What TLS is spoken with, where it is spoken.
fn certificates(config: &Config) -> Result<Option<Arc<tls::Certificates>>, tls::TlsError> {
    if config.tls.listen.is_none() {
        return Ok(None);
    }
    tls::Certificates::open(&config.tls, &config.server.data).map(|it| Some(Arc::new(it)))
}

fn open_store(
    config: &Config,
    told: tokio::sync::watch::Sender<game::Saving>,
) -> Result<Arc<Store<Frame>>, RunError> {
    let settings =
        StoreSettings { synchronous: config.store.synchronous, ..StoreSettings::default() };
    let path = config.server.data.join("hearsay.sqlite");
    let notice = move |notice| {
        told.send_modify(|saving| saving.note(notice));
    };
    let store = Store::open(&path, Frame::send, notice, settings)?;
    // Only now is it certain that the folder is this server's.
    private::guard(&config.server.data);
    Ok(Arc::new(store))
}
