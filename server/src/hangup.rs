//! A hangup signal: certificates and content are read again while everybody stays connected.

use std::{path::PathBuf, sync::Arc};

use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    sync::mpsc,
    task::spawn_blocking,
};
use world::{audit::OPERATOR, id::CharacterId};

use crate::{
    game::{self, ToGame},
    listen::Ears,
    tls::Certificates,
};

/// What is read again.
struct Reading {
    content: PathBuf,
    certificates: Option<Arc<Certificates>>,
    to_game: mpsc::Sender<ToGame>,
}

/// Reads again at each signal from now on, until the end. The log tells what came of it.
pub(crate) fn begin(ears: &Ears) {
    let reading = Reading {
        content: ears.config.server.content.clone(),
        certificates: ears.certificates.clone(),
        to_game: ears.to_game.clone(),
    };
    match signal(SignalKind::hangup()) {
        Ok(hangup) => {
            let stop = ears.stop.clone();
            ears.tasks.spawn(stop.run_until_cancelled_owned(reading.at_each(hangup)));
        }
        Err(error) => tracing::warn!(%error, "a hangup cannot be waited for"),
    }
}

impl Reading {
    async fn at_each(self, mut hangup: Signal) {
        while hangup.recv().await.is_some() {
            tracing::info!("a signal asks to read certificates and content again");
            if let Some(certificates) = &self.certificates {
                drop(certificates.current().await);
            }
            let (content, to_game) = (self.content.clone(), self.to_game.clone());
            let read = spawn_blocking(move || match CharacterId::new(OPERATOR) {
                Ok(by) => game::read_again(&content, by, &to_game),
                Err(error) => tracing::error!(%error, "the operator has no name"),
            });
            if read.await.is_err() {
                tracing::error!("reading the content broke");
            }
        }
    }
}
