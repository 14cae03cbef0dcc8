//! Queue of frames from the world to one screen, in order and bounded.
//!
//! Output of one tick never ends a connection before its reader could have taken it. Three bounds
//! limit the memory of a screen:
//!
//! * the session takes frames as fast as its socket takes bytes, in writes of a bounded size;
//! * when a write has hung for five seconds and more than `limits.backlog_bytes` wait behind it,
//!   the connection ends;
//! * when eight times as much waits, further frames are left out, and the reader is told how many
//!   lines were in them.

#![expect(
    clippy::disallowed_types,
    reason = "a mailbox of frames, which two tasks lock for a push or a pop"
)]

use std::{
    collections::VecDeque,
    future::poll_fn,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll, Waker},
    time::Duration,
};

use tokio_util::sync::CancellationToken;

use super::frame::Frame;

/// Maximum number of frames that wait for one screen. The limit in bytes is normally reached first.
const FRAMES: usize = 4_096;
/// Capacity of a screen's queue, as a multiple of the bytes that may wait behind a hanging write.
const MOST_KEPT: usize = 8;
/// Interval between checks whether a hanging connection is to be given up, and the number of
/// consecutive checks that must agree.
const LOOK: Duration = Duration::from_millis(250);
const LOOKS: u32 = 20;

/// Sending side of a screen; every clone can send.
#[derive(Debug)]
pub struct Screen(Arc<Mailbox>);

/// Receiving side of a screen. It ends by itself when no sender is left.
#[derive(Debug)]
pub struct View {
    mailbox: Arc<Mailbox>,
    /// The bytes of the frame that was taken last. They count until the next one is asked for.
    showing: usize,
    /// Token of the final shutdown of the server.
    cut: CancellationToken,
}

/// State shared by both sides of a screen. It is one allocation, the first frame included: a line
/// that a crowd hears passes here once for each recipient.
#[derive(Debug)]
struct Mailbox {
    /// Number of clones of the screen.
    screens: AtomicUsize,
    gated: AtomicU64,
    most: usize,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The frames, in order. Seldom more than one waits.
    first: Option<Frame>,
    more: VecDeque<Frame>,
    /// Bytes of the frames, with what they take to be kept.
    bytes: usize,
    /// Lines that were left out since the last frame that was sent.
    left_out: usize,
    /// True once the last words are queued.
    ends: bool,
    /// Waker of the task that waits for a frame.
    reader: Option<Waker>,
    /// True once the receiving side is dropped.
    closed: bool,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Nothing in here can panic half-way.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn push(&mut self, frame: Frame) {
        self.bytes += frame.size();
        if self.first.is_none() && self.more.is_empty() {
            self.first = Some(frame);
        } else {
            self.more.push_back(frame);
        }
    }

    fn pop(&mut self) -> Option<Frame> {
        if self.first.is_some() || self.more.is_empty() {
            return self.first.take();
        }
        let frame = self.more.pop_front();
        if self.more.is_empty() {
            self.more = VecDeque::new();
        }
        frame
    }
}

impl Screen {
    /// Creates a screen and its receiving side: no more than `most` bytes may wait behind a write
    /// that hangs. Once `cut` is cancelled, every hanging write is given up.
    #[must_use]
    pub fn new(most: usize, cut: CancellationToken) -> (Self, View) {
        let mailbox = Arc::new(Mailbox {
            screens: AtomicUsize::new(1),
            gated: AtomicU64::new(0),
            most,
            waiting: Mutex::default(),
        });
        (Self(mailbox.clone()), View { mailbox, showing: 0, cut })
    }

    /// Sends a frame on its way; never waits. When too much waits already it is left out, and the
    /// next one says so; last words are always sent.
    pub fn send(&self, mut frame: Frame) {
        let mut waiting = self.0.lock();
        if waiting.closed {
            tracing::debug!("a connection ended first");
            return;
        }
        // Only what waits already is judged, so a frame alone is always shown.
        let has_room =
            waiting.bytes <= self.0.most.saturating_mul(MOST_KEPT) && waiting.more.len() < FRAMES;
        if !has_room && !frame.is_last() {
            waiting.leave_out(&frame);
            return;
        }
        waiting.ends |= frame.last.is_some();
        frame.left_out = std::mem::take(&mut waiting.left_out);
        waiting.push(frame);
        let reader = waiting.reader.take();
        drop(waiting);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Leaves a frame out; the next one says so.
    pub fn leave_out(&self, frame: &Frame) {
        self.0.lock().leave_out(frame);
    }

    /// Notes that a frame waits for the commit with this number.
    pub fn gate(&self, seq: u64) {
        self.0.gated.store(seq, Ordering::Relaxed);
    }

    /// Returns whether an earlier frame still waits for a commit after `committed`.
    #[must_use]
    pub fn is_gated(&self, committed: u64) -> bool {
        self.0.gated.load(Ordering::Relaxed) > committed
    }
}

impl Waiting {
    fn leave_out(&mut self, frame: &Frame) {
        self.left_out += frame.lines.len().max(1);
    }
}

impl Clone for Screen {
    fn clone(&self) -> Self {
        self.0.screens.fetch_add(1, Ordering::Relaxed);
        Self(self.0.clone())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if self.0.screens.fetch_sub(1, Ordering::AcqRel) == 1 {
            let reader = self.0.lock().reader.take();
            if let Some(reader) = reader {
                reader.wake();
            }
        }
    }
}

impl View {
    /// Returns the next frame; `None` when no sender is left.
    pub async fn next(&mut self) -> Option<Frame> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// Polls for the next frame; the poll form of [`View::next`].
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Frame>> {
        let mut waiting = self.mailbox.lock();
        waiting.bytes -= std::mem::take(&mut self.showing);
        let frame = waiting.pop();
        if let Some(frame) = &frame {
            self.showing = frame.size();
        } else if self.mailbox.screens.load(Ordering::Acquire) > 0 {
            if !waiting.reader.as_ref().is_some_and(|it| it.will_wake(cx.waker())) {
                waiting.reader = Some(cx.waker().clone());
            }
            return Poll::Pending;
        }
        Poll::Ready(frame)
    }

    /// Returns the next frame, if one is queued.
    pub fn try_next(&mut self) -> Option<Frame> {
        let mut waiting = self.mailbox.lock();
        waiting.bytes -= std::mem::take(&mut self.showing);
        let frame = waiting.pop();
        self.showing = frame.as_ref().map_or(0, Frame::size);
        frame
    }

    /// Returns whether no frame is queued.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let waiting = self.mailbox.lock();
        waiting.first.is_none() && waiting.more.is_empty()
    }

    /// Returns the number of lines dropped since the last frame was sent, and resets it to zero.
    #[must_use]
    pub fn take_left_out(&self) -> usize {
        std::mem::take(&mut self.mailbox.lock().left_out)
    }

    /// Waits until a write that hangs is to be given up. Only a connection that hangs waits for
    /// this, so it may look now and then instead of being woken.
    pub async fn is_given_up(&self) {
        let mut looks = 0;
        while looks < LOOKS && !self.cut.is_cancelled() {
            tokio::time::sleep(LOOK).await;
            looks = if self.presses() { looks + 1 } else { 0 };
        }
    }

    /// Returns whether a reader who takes nothing is to be given up: too many bytes wait, or the
    /// screen has ended.
    fn presses(&self) -> bool {
        let waiting = self.mailbox.lock();
        waiting.ends
            || waiting.bytes > self.mailbox.most
            || self.mailbox.screens.load(Ordering::Acquire) == 0
    }
}

impl Drop for View {
    fn drop(&mut self) {
        let mut waiting = self.mailbox.lock();
        *waiting = Waiting { closed: true, ..Waiting::default() };
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;
    use world::beings::settings::Settings;

    use super::*;
    use crate::contract::frame::Lines;

    const MOST: usize = 1_000;
    const LONG: Duration = Duration::from_secs(600);

    fn screen() -> (Screen, View) {
        Screen::new(MOST, CancellationToken::new())
    }

    fn frame(bytes: usize) -> Frame {
        let line = Lines::from_elem(vec![b'a'; bytes].into(), 1);
        Frame::new(line, Settings::default())
    }

    fn last_words() -> Frame {
        Frame { last: Some("Goodbye!".into()), ..frame(1) }
    }

    /// Returns whether a hanging write is given up within ten minutes.
    async fn is_given_up(view: &View) -> bool {
        timeout(LONG, view.is_given_up()).await.is_ok()
    }

    #[test]
    fn what_nobody_takes_is_left_out_and_counted() {
        let (screen, mut view) = screen();
        let most = MOST * MOST_KEPT / MOST + 1;
        for _ in 0..most + 7 {
            screen.send(frame(MOST));
        }
        let mut taken = 0;
        while let Some(frame) = view.try_next() {
            assert_eq!(frame.left_out, 0);
            taken += 1;
        }
        assert!((1..=most).contains(&taken), "{taken}");
        assert_eq!(view.take_left_out(), most + 7 - taken);
        assert_eq!(view.take_left_out(), 0, "it is told once");
        screen.send(frame(1));
        assert!(view.try_next().is_some(), "there is room again");
    }

    #[test]
    fn the_next_frame_says_what_was_left_out_before_it() {
        let (screen, mut view) = screen();
        screen.send(frame(MOST * MOST_KEPT));
        screen.send(frame(1));
        screen.send(frame(1));
        assert!(view.try_next().is_some());
        assert!(view.try_next().is_none(), "it is shown");
        screen.send(frame(1));
        assert_eq!(view.try_next().unwrap().left_out, 2);
        assert_eq!(view.take_left_out(), 0);
    }

    #[test]
    fn a_frame_alone_is_shown_whatever_its_size_and_last_words_always() {
        let (screen, mut view) = screen();
        screen.send(frame(MOST * MOST_KEPT * 2));
        screen.send(last_words());
        assert_eq!(view.try_next().unwrap().lines[0].len(), MOST * MOST_KEPT * 2);
        assert!(view.try_next().unwrap().last.is_some());
    }

    #[test]
    fn small_frames_leave_a_place_for_last_words() {
        let (screen, mut view) = Screen::new(usize::MAX, CancellationToken::new());
        for _ in 0..2 * FRAMES {
            screen.send(frame(1));
        }
        screen.send(last_words());
        let mut frames = std::iter::from_fn(|| view.try_next());
        assert!(frames.any(|it| it.last.is_some()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_that_hangs_is_given_up_when_too_much_waits_behind_it() {
        let (screen, mut view) = screen();
        screen.send(frame(1));
        assert!(!is_given_up(&view).await, "whoever has little waiting may take long");
        screen.send(frame(MOST));
        assert!(is_given_up(&view).await);
        while view.try_next().is_some() {}
        assert!(!is_given_up(&view).await, "what was taken does not count");
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_that_hangs_is_given_up_at_the_end() {
        let (screen, view) = screen();
        screen.send(last_words());
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
        let lost = screen.clone();
        drop(screen);
        assert!(timeout(Duration::ZERO, view.next()).await.is_err(), "a frame may be on its way");
        drop(lost);
        assert!(view.next().await.is_none());
    }
}
