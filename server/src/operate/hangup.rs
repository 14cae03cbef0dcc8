//! Reload by SIGHUP: certificates and content are read again while everybody stays connected.

use std::sync::Arc;

use engine::id::CharacterId;
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    sync::mpsc,
};
use world::staff::audit::OPERATOR;

use crate::{
    contract::inbox::ToGame, listener::tls::Certificates, session::context::SessionContext,
};

/// Targets of a reload by SIGHUP.
struct Rereading {
    certificates: Option<Arc<Certificates>>,
    to_game: mpsc::Sender<ToGame>,
}

/// Reads again at each signal from now on, until the end. The log tells what came of it.
pub(crate) fn begin(context: &SessionContext) {
    let reading =
        Rereading { certificates: context.certificates.clone(), to_game: context.to_game.clone() };
    match signal(SignalKind::hangup()) {
        Ok(hangup) => {
            let stop = context.stop.clone();
            context.tasks.spawn(stop.run_until_cancelled_owned(reading.at_each(hangup)));
        }
        Err(error) => tracing::warn!(%error, "a hangup cannot be waited for"),
    }
}

impl Rereading {
    async fn at_each(self, mut hangup: Signal) {
        while hangup.recv().await.is_some() {
            tracing::info!("a signal asks to read certificates and content again");
            if let Some(certificates) = &self.certificates {
                drop(certificates.current().await);
            }
            match CharacterId::new(OPERATOR) {
                Ok(by) => {
                    if self.to_game.send(ToGame::Reload(by)).await.is_err() {
                        return;
                    }
                }
                Err(error) => tracing::error!(%error, "the operator has no name"),
            }
        }
    }
}
