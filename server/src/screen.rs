//! The way from the world to one screen: frames, in order, within a bound.

use std::sync::{
    Arc,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

use bytes::Bytes;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use world::character::Settings;

/// Most frames that wait for one screen. A frame is all of a tick, so a reader
/// this far behind is gone.
const FRAMES: usize = 512;

/// What one tick shows on one screen.
#[derive(Debug, Clone)]
pub struct Frame {
    screen: Arc<Screen>,
    /// Structured data for the client, ready for the wire.
    pub data: Vec<Bytes>,
    /// The rendered lines; lines that many read are shared.
    pub lines: Vec<Bytes>,
    /// Whether a prompt follows; screen readers are spared it.
    pub prompt: bool,
    /// Last words, after which the connection ends.
    pub last: Option<String>,
    /// How the player wants to be served.
    pub settings: Settings,
}

/// The sending side of a screen.
#[derive(Debug)]
pub struct Screen {
    frames: mpsc::Sender<Box<Frame>>,
    waiting: AtomicUsize,
    most: usize,
    gated: AtomicU64,
    /// Ends the connection at once.
    pub stop: CancellationToken,
}

impl Screen {
    /// A screen that may be `most` bytes behind, and its receiving side.
    #[must_use]
    pub fn new(most: usize, stop: CancellationToken) -> (Arc<Self>, mpsc::Receiver<Box<Frame>>) {
        let (frames, receiver) = mpsc::channel(FRAMES);
        let (waiting, gated) = (AtomicUsize::new(0), AtomicU64::new(0));
        (Arc::new(Self { frames, waiting, most, gated, stop }), receiver)
    }

    /// Notes that a frame waits for the commit with this number.
    pub fn gate(&self, seq: u64) {
        self.gated.store(seq, Ordering::Relaxed);
    }

    /// Whether an earlier frame still waits for a commit after `committed`.
    #[must_use]
    pub fn is_gated(&self, committed: u64) -> bool {
        self.gated.load(Ordering::Relaxed) > committed
    }
}

impl Frame {
    /// A frame for a screen.
    #[must_use]
    pub fn new(screen: Arc<Screen>, lines: Vec<Bytes>, settings: Settings) -> Self {
        Self { screen, data: Vec::new(), lines, prompt: true, last: None, settings }
    }

    /// The screen it is for.
    #[must_use]
    pub fn screen(&self) -> &Arc<Screen> {
        &self.screen
    }

    fn size(&self) -> usize {
        self.data.iter().chain(&self.lines).map(Bytes::len).sum()
    }

    /// Sends it on its way; never waits. A reader who is too far behind is
    /// disconnected: nothing may be left out silently.
    pub fn send(self) {
        let screen = self.screen.clone();
        let size = self.size();
        let waiting = screen.waiting.fetch_add(size, Ordering::Relaxed) + size;
        if waiting > screen.most || screen.frames.try_send(Box::new(self)).is_err() {
            screen.stop.cancel();
        }
    }

    /// Notes that it was shown.
    pub fn shown(&self) {
        self.screen.waiting.fetch_sub(self.size(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_too_far_behind_is_disconnected() {
        let (screen, mut frames) = Screen::new(10, CancellationToken::new());
        let line = || vec![Bytes::from_static(b"12345678")];
        let frame = || Frame::new(screen.clone(), line(), Settings::default());
        frame().send();
        assert!(!screen.stop.is_cancelled());
        frames.try_recv().unwrap().shown();
        frame().send();
        assert!(!screen.stop.is_cancelled(), "what was shown does not count");
        frame().send();
        assert!(screen.stop.is_cancelled());
    }
}
