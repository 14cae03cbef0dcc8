//! Signs of life of a client, from which the game judges what has arrived.

use std::time::Duration;

use tokio::io::AsyncReadExt;
use world::witness::backlog::{Backlog, LinkReport};

use super::{ClientStream, TelnetConnection};

/// How long the client's own end of a connection is waited for that was ended here.
const END_WITHIN: Duration = Duration::from_secs(1);

/// A write that hung.
pub(super) struct HungWrite {
    /// When the client was heard before it, by the watch.
    heard_at: Duration,
    /// Until when the client counts as not heard since.
    until: Duration,
}

impl<S: ClientStream> TelnetConnection<S> {
    /// When the client was last heard, by the watch, if only that it ended the connection.
    fn heard_at(&self) -> Duration {
        let hung = self.hung.as_ref().filter(|it| self.read_at < it.until);
        hung.map_or(self.read_at, |it| it.heard_at)
    }

    /// A write has hung. What came of it went out late, so for a while nothing that the client does
    /// shows that it has arrived.
    pub(in crate::session) fn hung(&mut self) {
        let (heard_at, now) = (self.heard_at(), self.watch.elapsed());
        self.hung = Some(Box::new(HungWrite { heard_at, until: now + Backlog::SURE_AFTER }));
    }

    /// How the connection stands.
    pub(in crate::session) fn report(&self) -> LinkReport {
        let silent = self.watch.elapsed().saturating_sub(self.heard_at());
        LinkReport { written: self.written.upto(), silent }
    }

    /// Waits for the client to end the connection, too, but not for long: it is a last sign of life.
    pub(in crate::session) async fn until_end(&mut self) {
        let mut bytes = [0; 64];
        let end = async {
            while let Ok(n) = self.stream.read(&mut bytes).await {
                self.read_at = self.watch.elapsed();
                if n == 0 {
                    return;
                }
            }
        };
        if tokio::time::timeout(END_WITHIN, end).await.is_err() {
            tracing::debug!("somebody does not end the connection");
        }
    }
}
