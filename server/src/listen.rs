//! The accept loop: a place for each connection, within the limits.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use world::id::SessionId;

use crate::{
    account::{Accounts, names::Reserved},
    config::Config,
    game::ToGame,
    screen::Frame,
    session,
    sessions::Sessions,
    sitelock::Gate,
    store::Store,
};

/// How long the loop rests when no connection can be accepted, for instance
/// because the system has no file handles left.
const REST: Duration = Duration::from_millis(100);

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
    /// Tasks to wait for at the end.
    pub tasks: TaskTracker,
    /// The end: nobody new comes in.
    pub stop: CancellationToken,
    /// The very end: who has not read the goodbye by now will not.
    pub cut: CancellationToken,
    /// The number of the next guest.
    pub guests: Arc<AtomicU64>,
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
}

impl Ears {
    /// The number of the next guest.
    #[must_use]
    pub fn next_guest(&self) -> u64 {
        self.guests.fetch_add(1, Ordering::Relaxed)
    }
}

/// Accepts connections until the end.
pub async fn accept(listener: TcpListener, ears: Ears) {
    let places = Arc::new(Semaphore::new(ears.config.limits.connections));
    let next = Arc::new(AtomicU64::new(1));
    loop {
        let accepted = tokio::select! { biased;
            () = ears.stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, from) = match accepted {
            Ok(it) => it,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(REST).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            refuse(stream, &ears, "The town is full just now. Please try again in a while.");
            continue;
        };
        if !ears.sessions.enter(from.ip(), ears.config.limits.per_address) {
            refuse(stream, &ears, "There are too many connections from your address already.");
            continue;
        }
        let session = SessionId(next.fetch_add(1, Ordering::Relaxed));
        let origin = Origin { session, address: from.ip(), encrypted: false };
        let task = serve(stream, origin, place, ears.clone());
        ears.tasks.spawn(task);
    }
}

async fn serve(stream: TcpStream, origin: Origin, place: OwnedSemaphorePermit, ears: Ears) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "answers may be delayed");
    }
    let sessions = ears.sessions.clone();
    session::serve(stream, origin, ears).await;
    sessions.leave(origin.address);
    drop(place);
}

fn refuse(mut stream: TcpStream, ears: &Ears, words: &'static str) {
    ears.tasks.spawn(async move {
        let say = async {
            stream.write_all(words.as_bytes()).await?;
            stream.write_all(b"\r\n").await?;
            stream.shutdown().await
        };
        match tokio::time::timeout(Duration::from_secs(2), say).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => tracing::debug!("somebody left before reading why"),
        }
    });
}
