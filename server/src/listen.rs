//! The accept loop: a place for each connection, within the limits.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::sync::{Semaphore, mpsc};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use world::id::SessionId;

use crate::{
    account::{Accounts, names::Reserved},
    clock::Stopwatch,
    config::Config,
    game::ToGame,
    guests::Guests,
    listing::About,
    rates::{Rates, Tally},
    screen::Frame,
    sessions::Sessions,
    sitelock::Gate,
    store::Store,
    tls::Certificates,
};

mod knock;
mod ports;

use knock::Knock;
pub use ports::{PortError, Ports};

/// How long the loop rests when no connection can be accepted, for instance
/// because the system has no file handles left.
const REST: Duration = Duration::from_millis(100);

/// Most connections that are told at the same time that the town is full;
/// further ones are closed without a word.
const REFUSALS: usize = 64;

/// What a connection needs to come in.
#[derive(Clone)]
pub struct Ears {
    /// The settings.
    pub config: Arc<Config>,
    /// Names and passwords.
    pub accounts: Accounts<Frame>,
    /// What is saved.
    pub store: Arc<Store<Frame>>,
    /// Who is connected.
    pub sessions: Arc<Sessions>,
    /// Who may not come in.
    pub gate: Gate,
    /// The way to the game.
    pub to_game: mpsc::Sender<ToGame>,
    /// Names nobody may take.
    pub reserved: Arc<Reserved>,
    /// Shown first.
    pub banner: Arc<str>,
    /// What all connections share.
    pub about: Arc<About>,
    /// Tasks to wait for at the end.
    pub tasks: TaskTracker,
    /// The end: nobody new comes in.
    pub stop: CancellationToken,
    /// The very end: who has not read the goodbye by now will not.
    pub cut: CancellationToken,
    /// The numbers of guests.
    pub guests: Arc<Guests>,
    /// What TLS is spoken with.
    pub certificates: Option<Arc<Certificates>>,
    /// How often somebody connected, by address.
    pub connects: Arc<Rates>,
    /// How often a password was wrong, by address.
    pub failed_logins: Arc<Rates>,
    /// How many wrong passwords were told of in the log, by address.
    pub wrong_passwords: Arc<Tally>,
    /// What the moments of these three count by.
    pub watch: Stopwatch,
}

/// Where a connection comes from.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    /// Which connection it is.
    pub session: SessionId,
    /// The address of the player's machine.
    pub address: IpAddr,
    /// Whether nobody on the way can read along.
    pub encrypted: bool,
    /// Runs since it connected.
    pub since: Stopwatch,
}

/// Accepts connections until the end.
pub async fn accept(ports: Ports, ears: Ears) {
    let places = Arc::new(Semaphore::new(ears.config.limits.connections));
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let next = Arc::new(AtomicU64::new(1));
    loop {
        let accepted = tokio::select! { biased;
            () = ears.stop.cancelled() => break,
            accepted = ports.accept() => accepted,
        };
        let knock = match accepted {
            Ok((stream, from, port)) => Knock { stream, peer: from.ip(), port },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(REST).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            let Ok(told) = refusals.clone().try_acquire_owned() else { continue };
            let telling = knock::turn_away(knock, ears.clone());
            ears.tasks.spawn(async move {
                telling.await;
                drop(told);
            });
            continue;
        };
        let session = SessionId(next.fetch_add(1, Ordering::Relaxed));
        ears.tasks.spawn(knock::serve(knock, session, place, ears.clone()));
    }
}
