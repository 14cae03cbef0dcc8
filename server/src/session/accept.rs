//! Accept loop: a place for each connection, within the limits.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use engine::id::SessionId;
use tokio::sync::Semaphore;

use crate::{
    listener::ports::Ports,
    session::{
        context::SessionContext,
        incoming::{self, Incoming},
    },
};

/// Pause of the accept loop after an error, for instance when the system has no file handles left.
const REST: Duration = Duration::from_millis(100);

/// Maximum number of refusals in progress while the server is full; further connections are closed
/// without a word.
const REFUSALS: usize = 64;

/// Accepts connections until the end.
pub async fn accept(ports: Ports, context: Arc<SessionContext>) {
    let places = Arc::new(Semaphore::new(context.config.limits.connections));
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let next = Arc::new(AtomicU64::new(context.first_session.0));
    loop {
        let accepted = tokio::select! { biased;
            () = context.stop.cancelled() => break,
            accepted = ports.accept() => accepted,
        };
        let incoming = match accepted {
            Ok((stream, from, port)) => Incoming { stream, peer: from.ip(), port },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(REST).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            let Ok(told) = refusals.clone().try_acquire_owned() else { continue };
            let telling = incoming::reject(incoming, context.clone());
            context.tasks.spawn(async move {
                telling.await;
                drop(told);
            });
            continue;
        };
        let session = SessionId(next.fetch_add(1, Ordering::Relaxed));
        context.tasks.spawn(incoming::serve(incoming, session, place, context.clone()));
    }
}
