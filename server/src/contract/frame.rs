//! The way from the world to one screen: frames, in order, within a bound.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use smallvec::SmallVec;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use world::beings::settings::Settings;

/// Most frames that wait for one screen. A frame is all of a tick, so a reader
/// this far behind is gone.
const FRAMES: usize = 512;
/// How often a connection that hangs looks whether it is to be given up.
const LOOK: Duration = Duration::from_millis(250);

/// Rendered lines; a tick shows most screens one.
pub type Lines = SmallVec<[Bytes; 1]>;

/// What one tick shows on one screen.
#[derive(Debug, Clone)]
pub struct Frame {
    screen: Arc<Screen>,
    /// Structured data for the client, ready for the wire.
    pub data: Vec<Bytes>,
    /// The rendered lines; lines that many read are shared.
    pub lines: Lines,
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
    /// Whether something could not be sent, so that what follows makes no sense.
    behind: AtomicBool,
    /// The very end of the server.
    cut: CancellationToken,
}

impl Screen {
    /// A screen that may be `most` bytes behind, and its receiving side. With `cut` nobody is
    /// waited for any more.
    #[must_use]
    pub fn new(most: usize, cut: CancellationToken) -> (Arc<Self>, mpsc::Receiver<Box<Frame>>) {
        let (frames, receiver) = mpsc::channel(FRAMES);
        let (waiting, gated) = (AtomicUsize::new(0), AtomicU64::new(0));
        let behind = AtomicBool::new(false);
        (Arc::new(Self { frames, waiting, most, gated, behind, cut }), receiver)
    }

    /// Whether the reader is too far behind, so that the connection has to end.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.behind.load(Ordering::Relaxed)
    }

    /// Waits until a write that hangs is to be given up. Only a connection that hangs waits for
    /// this, so it may look now and then instead of being woken.
    pub async fn is_given_up(&self) {
        while !self.is_behind() && !self.cut.is_cancelled() {
            tokio::time::sleep(LOOK).await;
        }
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
    pub fn new(screen: Arc<Screen>, lines: Lines, settings: Settings) -> Self {
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
            screen.behind.store(true, Ordering::Relaxed);
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
        let line = || Lines::from_elem(Bytes::from_static(b"12345678"), 1);
        let frame = || Frame::new(screen.clone(), line(), Settings::default());
        frame().send();
        assert!(!screen.is_behind());
        frames.try_recv().unwrap().shown();
        frame().send();
        assert!(!screen.is_behind(), "what was shown does not count");
        frame().send();
        assert!(screen.is_behind());
    }
}
