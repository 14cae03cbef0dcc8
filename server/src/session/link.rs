//! ClientLink of a client: its clock, the rate of its bytes, and how far it is known to have read, from
//! which the game judges which lines have arrived.

mod progress;

use std::time::Duration;

use world::witness::backlog::{Backlog, LinkReport, ShownUpto};

use super::throttle::Throttle;
use crate::{clock::Stopwatch, contract::frame::Frame, operate::config::LimitsConfig};
use progress::WrittenLines;

/// ClientLink of one client, whatever it speaks.
pub(crate) struct ClientLink {
    watch: Stopwatch,
    /// The time of the last read, by the watch.
    read_at: Duration,
    /// The last write that hung, if any did.
    hung: Option<Box<HungWrite>>,
    bytes: Throttle,
    /// Time of the next read, if the rate limit delays it.
    held_until: Option<Duration>,
    /// Position up to which the numbered lines of this stay were written.
    written: WrittenLines,
}

/// A write that hung.
struct HungWrite {
    /// Time at which the client was last heard before the write hung, by the watch.
    heard_at: Duration,
    /// End of the period in which input does not count as heard.
    until: Duration,
}

impl ClientLink {
    /// Creates the link of a new connection.
    pub(crate) fn new(limits: &LimitsConfig) -> Self {
        Self {
            watch: Stopwatch::start(),
            read_at: Duration::ZERO,
            hung: None,
            bytes: Throttle::new(limits.bytes_per_second, limits.burst_bytes),
            held_until: None,
            written: WrittenLines::default(),
        }
    }

    /// Returns the age of the connection.
    pub(crate) fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Returns the time of the last read, which saves input that has just arrived another look at
    /// the clock.
    pub(crate) fn read_at(&self) -> Duration {
        self.read_at
    }

    /// Notes that something was read now: so many bytes, which may delay the next read.
    pub(crate) fn note_read(&mut self, bytes: usize) {
        self.note_heard();
        if bytes > 0 {
            let hold = self.bytes.take(self.read_at, u32::try_from(bytes).unwrap_or(u32::MAX));
            self.held_until = (!hold.is_zero()).then(|| self.read_at + hold);
        }
    }

    /// Notes a sign of life; the end of the connection is one.
    pub(crate) fn note_heard(&mut self) {
        self.read_at = self.watch.elapsed();
    }

    /// Returns whether the rate limit delays the next read.
    pub(crate) fn is_held(&self) -> bool {
        self.held_until.is_some()
    }

    /// Returns the remaining delay of the next read, if more bytes were received than the rate
    /// limit allows.
    pub(crate) fn held(&self) -> Option<Duration> {
        self.held_until.map(|until| until.saturating_sub(self.watch.elapsed()))
    }

    /// Ends the delay of reading.
    pub(crate) fn release(&mut self) {
        self.held_until = None;
    }

    /// Returns the time at which the client was last heard, by the watch; the end of the connection
    /// counts.
    fn heard_at(&self) -> Duration {
        let hung = self.hung.as_ref().filter(|it| self.read_at < it.until);
        hung.map_or(self.read_at, |it| it.heard_at)
    }

    /// Notes that a write has hung. Its bytes went out late, so for a while input from the client
    /// is no evidence that they have arrived.
    pub(crate) fn hung(&mut self) {
        let (heard_at, now) = (self.heard_at(), self.watch.elapsed());
        self.hung = Some(Box::new(HungWrite { heard_at, until: now + Backlog::SURE_AFTER }));
    }

    /// Begins the stay of a character, whose lines are numbered anew.
    pub(crate) fn begin_stay(&mut self) {
        self.written = WrittenLines::default();
    }

    /// Notes that the numbered lines of a frame are written.
    pub(crate) fn note_frame(&mut self, frame: &Frame) {
        if let Some((first, last)) = frame.numbers() {
            self.written.come(first, last, frame.left_out > 0);
        }
    }

    /// Returns whether a line was written in this stay, so that a client can have shown it.
    pub(crate) fn has_written(&self, line: ShownUpto) -> bool {
        self.written.reached().is_some_and(|it| it.epoch == line.epoch && line.n <= it.n)
    }

    /// Returns the state of the link: the last line written, and the time since the client was
    /// heard.
    pub(crate) fn report(&self) -> LinkReport {
        let silent = self.watch.elapsed().saturating_sub(self.heard_at());
        let (written, reached) = (self.written.upto(), self.written.reached());
        LinkReport { written, reached, silent, acknowledged: None }
    }
}
