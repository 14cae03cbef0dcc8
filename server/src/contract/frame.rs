//! The way from the world to one screen: frames, in order, within a bound.
//!
//! What a tick makes counts against nobody before its reader could have taken it. Three bounds hold
//! a screen's part of the memory:
//!
//! * the session takes frames as fast as its socket takes bytes, in writes of a bounded size;
//! * when a write has hung for five seconds and more than `limits.backlog_bytes` wait behind it,
//!   the connection ends;
//! * when eight times as much waits, further frames are left out, and the reader is told how many
//!   lines were in them.

use std::{
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use smallvec::SmallVec;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use world::{
    beings::settings::Settings, engine::id::CharacterId, witness::scroll::ShownUpto,
    words::text::CleanText,
};

use crate::wire::telnet::gmcp::EncodedMessage;

/// Most frames that wait for one screen. It is their bytes that count, so this is more than they
/// let in.
const FRAMES: usize = 4_096;
/// Places among them for last words alone, which are never left out. Two threads send.
const KEPT_FRAMES: usize = 4;
/// How many times the bytes that may wait behind a write that hangs are kept for a screen.
const MOST_KEPT: usize = 8;
/// How often a connection that hangs looks whether it is to be given up, and how many looks in a
/// row must say so.
const LOOK: Duration = Duration::from_millis(250);
const LOOKS: u32 = 20;

/// Rendered lines; a tick shows most screens one.
pub type Lines = SmallVec<[Bytes; 1]>;

/// What one tick shows on one screen.
#[derive(Debug, Clone)]
pub struct Frame {
    screen: Arc<Screen>,
    /// How many lines were left out before it.
    pub left_out: usize,
    /// Structured data for the client. The connection drops messages of modules that are not enabled.
    pub data: Vec<EncodedMessage>,
    /// The rendered lines; lines that many read are shared.
    pub lines: Lines,
    /// The number of the last of the lines; those before it have the numbers before it.
    pub shown_upto: Option<ShownUpto>,
    /// Words that are shown after the lines, and are no part of what the world shows.
    pub beside: Option<Box<str>>,
    /// Whether a prompt follows; screen readers are spared it.
    pub prompt: bool,
    /// Last words, after which the connection ends.
    pub last: Option<String>,
    /// Who is played next over the connection, when that is another character.
    pub switch: Option<Box<Switch>>,
    /// How the player wants to be served.
    pub settings: Settings,
}

/// A connection goes on as another character.
#[derive(Debug, Clone)]
pub struct Switch {
    pub character: CharacterId,
    /// Lines that were handed to the game and are for the other character.
    pub unread: Vec<CleanText>,
}

/// The sending side of a screen.
#[derive(Debug)]
pub struct Screen {
    frames: mpsc::Sender<Box<Frame>>,
    /// Bytes that wait, with what they take to be kept.
    waiting: AtomicUsize,
    most: usize,
    gated: AtomicU64,
    /// Lines that were left out since the last frame that was sent.
    left_out: AtomicUsize,
    /// Whether the last words are on their way.
    ends: AtomicBool,
}

/// The receiving side of a screen. It ends by itself when nobody can send to the screen any more.
#[derive(Debug)]
pub struct View {
    /// What is to be shown, in order.
    pub frames: mpsc::Receiver<Box<Frame>>,
    screen: Weak<Screen>,
    /// The very end of the server.
    cut: CancellationToken,
}

impl Screen {
    /// A screen, and its receiving side: no more than `most` bytes may wait behind a write that
    /// hangs. With `cut` nobody is waited for any more.
    #[must_use]
    pub fn new(most: usize, cut: CancellationToken) -> (Arc<Self>, View) {
        let (sender, frames) = mpsc::channel(FRAMES);
        let screen = Arc::new(Self {
            frames: sender,
            waiting: AtomicUsize::new(0),
            most,
            gated: AtomicU64::new(0),
            left_out: AtomicUsize::new(0),
            ends: AtomicBool::new(false),
        });
        let view = View { frames, screen: Arc::downgrade(&screen), cut };
        (screen, view)
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

    /// How many lines were left out since the last frame was sent. It is told once.
    #[must_use]
    pub fn take_left_out(&self) -> usize {
        // Nearly always none, and to look is cheaper than to take.
        let any = self.left_out.load(Ordering::Relaxed) > 0;
        if any { self.left_out.swap(0, Ordering::Relaxed) } else { 0 }
    }

    /// Whether one more frame is kept, whatever its size. Only what waits already is judged, so a
    /// frame alone is always shown.
    fn has_room(&self) -> bool {
        let most = self.most.saturating_mul(MOST_KEPT);
        self.waiting.load(Ordering::Relaxed) <= most && self.frames.capacity() > KEPT_FRAMES
    }
}

impl View {
    /// Waits until a write that hangs is to be given up. Only a connection that hangs waits for
    /// this, so it may look now and then instead of being woken.
    pub async fn is_given_up(&self) {
        let mut looks = 0;
        while looks < LOOKS && !self.cut.is_cancelled() {
            tokio::time::sleep(LOOK).await;
            looks = if self.presses() { looks + 1 } else { 0 };
        }
    }

    /// Whether a reader who takes nothing is waited for in vain: too much waits, or the end.
    fn presses(&self) -> bool {
        self.screen.upgrade().is_none_or(|it| {
            it.ends.load(Ordering::Relaxed) || it.waiting.load(Ordering::Relaxed) > it.most
        })
    }
}

impl Frame {
    /// A frame for a screen.
    #[must_use]
    pub fn new(screen: Arc<Screen>, lines: Lines, settings: Settings) -> Self {
        let data = Vec::new();
        let (shown_upto, beside, last, switch) = (None, None, None, None);
        let prompt = true;
        Self {
            screen,
            left_out: 0,
            data,
            lines,
            shown_upto,
            beside,
            prompt,
            last,
            switch,
            settings,
        }
    }

    /// The screen it is for.
    #[must_use]
    pub fn screen(&self) -> &Arc<Screen> {
        &self.screen
    }

    /// The numbers of its lines, if they have any: that of the first, and of the last.
    #[must_use]
    pub fn numbers(&self) -> Option<(u64, ShownUpto)> {
        let last = self.shown_upto?;
        let before = u64::try_from(self.lines.len()).ok()?.checked_sub(1)?;
        Some((last.n.saturating_sub(before), last))
    }

    /// The bytes it holds, its own and those of each piece.
    fn size(&self) -> usize {
        let pieces = self.data.iter().map(EncodedMessage::bytes).chain(&self.lines);
        let beside = self.beside.as_ref().map_or(0, |it| it.len());
        size_of::<Self>() + beside + pieces.map(|it| size_of::<Bytes>() + it.len()).sum::<usize>()
    }

    /// Sends it on its way; never waits. When too much waits already it is left out, and the next
    /// one says so; last words are always sent.
    pub fn send(mut self) {
        let screen = self.screen.clone();
        if self.last.is_some() {
            screen.ends.store(true, Ordering::Relaxed);
        } else if !self.is_last() && !screen.has_room() {
            self.leave_out();
            return;
        }
        self.left_out = screen.take_left_out();
        screen.waiting.fetch_add(self.size(), Ordering::Relaxed);
        if screen.frames.try_send(Box::new(self)).is_err() {
            tracing::debug!("a connection ended first");
        }
    }

    /// Whether the screen shows nothing after it.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.last.is_some() || self.switch.is_some()
    }

    /// Leaves it out; the next one says so.
    pub fn leave_out(self) {
        self.screen.left_out.fetch_add(self.lines.len().max(1), Ordering::Relaxed);
    }

    /// Notes that it was shown.
    pub fn shown(&self) {
        self.screen.waiting.fetch_sub(self.size(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    const MOST: usize = 1_000;
    const LONG: Duration = Duration::from_secs(600);

    fn screen() -> (Arc<Screen>, View) {
        Screen::new(MOST, CancellationToken::new())
    }

    fn frame(screen: &Arc<Screen>, bytes: usize) -> Frame {
        let line = Lines::from_elem(vec![b'a'; bytes].into(), 1);
        Frame::new(screen.clone(), line, Settings::default())
    }

    /// Whether a hanging write is ever given up.
    async fn is_given_up(view: &View) -> bool {
        timeout(LONG, view.is_given_up()).await.is_ok()
    }

    #[test]
    fn what_nobody_takes_is_left_out_and_counted() {
        let (screen, mut view) = screen();
        let most = MOST * MOST_KEPT / MOST + 1;
        for _ in 0..most + 7 {
            frame(&screen, MOST).send();
        }
        let mut taken = 0;
        while let Ok(frame) = view.frames.try_recv() {
            assert_eq!(frame.left_out, 0);
            frame.shown();
            taken += 1;
        }
        assert!((1..=most).contains(&taken), "{taken}");
        assert_eq!(screen.take_left_out(), most + 7 - taken);
        assert_eq!(screen.take_left_out(), 0, "it is told once");
        frame(&screen, 1).send();
        assert!(view.frames.try_recv().is_ok(), "there is room again");
    }

    #[test]
    fn the_next_frame_says_what_was_left_out_before_it() {
        let (screen, mut view) = screen();
        frame(&screen, MOST * MOST_KEPT).send();
        frame(&screen, 1).send();
        frame(&screen, 1).send();
        view.frames.try_recv().unwrap().shown();
        frame(&screen, 1).send();
        assert_eq!(view.frames.try_recv().unwrap().left_out, 2);
        assert_eq!(screen.take_left_out(), 0);
    }

    #[test]
    fn a_frame_alone_is_shown_whatever_its_size_and_last_words_always() {
        let (screen, mut view) = screen();
        frame(&screen, MOST * MOST_KEPT * 2).send();
        let mut last = frame(&screen, 1);
        last.last = Some("Goodbye!".to_owned());
        last.send();
        assert_eq!(view.frames.try_recv().unwrap().lines[0].len(), MOST * MOST_KEPT * 2);
        assert!(view.frames.try_recv().unwrap().last.is_some());
    }

    #[test]
    fn small_frames_leave_a_place_for_last_words() {
        let (screen, mut view) = Screen::new(usize::MAX, CancellationToken::new());
        for _ in 0..2 * FRAMES {
            frame(&screen, 1).send();
        }
        let mut last = frame(&screen, 1);
        last.last = Some("Goodbye!".to_owned());
        last.send();
        let mut frames = std::iter::from_fn(|| view.frames.try_recv().ok());
        assert!(frames.any(|it| it.last.is_some()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_that_hangs_is_given_up_when_too_much_waits_behind_it() {
        let (screen, mut view) = screen();
        frame(&screen, 1).send();
        assert!(!is_given_up(&view).await, "whoever has little waiting may take long");
        frame(&screen, MOST).send();
        assert!(is_given_up(&view).await);
        while let Ok(frame) = view.frames.try_recv() {
            frame.shown();
        }
        assert!(!is_given_up(&view).await, "what was taken does not count");
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_that_hangs_is_given_up_at_the_end() {
        let (screen, view) = screen();
        let mut last = frame(&screen, 1);
        last.last = Some("Goodbye!".to_owned());
        last.send();
        assert!(is_given_up(&view).await, "the end of the connection");
        let (screen, view) = self::screen();
        drop(screen);
        assert!(is_given_up(&view).await, "nobody can send any more");
        let cut = CancellationToken::new();
        let (_screen, view) = Screen::new(MOST, cut.clone());
        cut.cancel();
        assert!(is_given_up(&view).await, "the end of the server");
    }

    #[tokio::test]
    async fn a_screen_that_nobody_can_send_to_ends() {
        let (screen, mut view) = screen();
        let lost = frame(&screen, 1);
        drop(screen);
        assert!(
            timeout(Duration::ZERO, view.frames.recv()).await.is_err(),
            "a frame is on its way"
        );
        drop(lost);
        assert!(view.frames.recv().await.is_none());
    }
}
