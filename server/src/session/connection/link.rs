//! Liveness of a client, from which the game judges which lines have arrived.

use std::time::Duration;

use tokio::io::AsyncReadExt;
use world::witness::backlog::{Backlog, LinkReport};

use super::{ClientStream, TelnetConnection};

/// Timeout for the client to close its side after the server has closed the connection.
const END_WITHIN: Duration = Duration::from_secs(1);

/// A write that hung.
pub(super) struct HungWrite {
    /// Time at which the client was last heard before the write hung, by the watch.
    heard_at: Duration,
    /// End of the period in which input does not count as heard.
    until: Duration,
}

impl<S: ClientStream> TelnetConnection<S> {
    /// Returns the time at which the client was last heard, by the watch; the end of the connection
    /// counts.
    fn heard_at(&self) -> Duration {
        let hung = self.hung.as_ref().filter(|it| self.read_at < it.until);
        hung.map_or(self.read_at, |it| it.heard_at)
    }

    /// Notes that a write has hung. Its bytes went out late, so for a while input from the client
    /// is no evidence that they have arrived.
    pub(in crate::session) fn hung(&mut self) {
        let (heard_at, now) = (self.heard_at(), self.watch.elapsed());
        self.hung = Some(Box::new(HungWrite { heard_at, until: now + Backlog::SURE_AFTER }));
    }

    /// Returns the state of the link: the last line written, and the time since the client was
    /// heard.
    pub(in crate::session) fn report(&self) -> LinkReport {
        let silent = self.watch.elapsed().saturating_sub(self.heard_at());
        LinkReport { written: self.written.upto(), reached: self.written.reached(), silent }
    }

    /// Waits for the client to end the connection, too, but not for long: it is a last sign of
    /// life.
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
