//! Output: frames of one screen, batched into writes of a bounded size.

use std::{
    future::{Future, poll_fn},
    task::Poll,
};

use super::{ClientConnection, Next, Player};
use crate::contract::frame::Frame;

/// Frames that were added to the next write.
pub(super) enum WriteBatch {
    /// All waiting frames were added to the write.
    Complete(Next),
    /// A frame, the number of its lines that were added, and whether a prompt is owed after it: the
    /// write is full.
    Partial(Box<(Frame, usize, bool)>),
}

impl<W: ClientConnection> Player<W> {
    /// Adds a frame to the next write, and with it the frames that wait already: what is shown
    /// together leaves in one write. All output comes by here, and seldom more than fits.
    pub(super) fn show(&mut self, frame: Option<Frame>) -> WriteBatch {
        let Some(frame) = frame else { return WriteBatch::Complete(Next::End) };
        self.wire.begin_frame(&frame);
        self.show_lines(frame, 0, false)
    }

    /// Adds the rest of a frame whose first `added` lines are in the write; a prompt may be owed
    /// already.
    fn show_lines(&mut self, mut frame: Frame, mut added: usize, mut prompt: bool) -> WriteBatch {
        loop {
            let lines = frame.lines.get(added..).unwrap_or_default();
            added = frame.lines.len() - self.wire.show_lines(lines).len();
            if self.wire.is_full() {
                return WriteBatch::Partial(Box::new((frame, added, prompt)));
            }
            if let Some(words) = &frame.beside {
                self.wire.show(words);
            }
            if let Some(words) = &frame.last {
                if frame.stops {
                    self.wire.say_stops(words);
                } else {
                    self.wire.say_goodbye(words);
                    self.revoke_pass();
                }
                return WriteBatch::Complete(Next::End);
            }
            if frame.switch.is_some() {
                self.switch = frame.switch;
                return WriteBatch::Complete(Next::Switch);
            }
            prompt |= frame.prompt;
            let Some(more) = self.view.try_next() else { break };
            (frame, added) = (more, 0);
            self.wire.begin_frame(&frame);
        }
        self.wire.show_left_out(self.view.take_left_out());
        if prompt || self.dialogue.is_some() {
            self.prompt();
        }
        WriteBatch::Complete(Next::GoOn)
    }

    /// Ends the pass of the stay: its player left, or was sent away.
    fn revoke_pass(&mut self) {
        if let (Some(pass), Some(context)) = (self.wire.take_pass(), &self.context) {
            context.passes.revoke(&pass, self.origin.session);
        }
    }

    /// Sends a batch. Ends after the last frame, and when the screen has no sender any more.
    pub(super) async fn send(&mut self, mut batch: WriteBatch) -> Next {
        loop {
            match batch {
                WriteBatch::Complete(next) => return self.flush(next).await,
                WriteBatch::Partial(part) => {
                    let next = self.flush(Next::GoOn).await;
                    if next != Next::GoOn {
                        return next;
                    }
                    let (frame, added, prompt) = *part;
                    batch = self.show_lines(frame, added, prompt);
                }
            }
        }
    }

    /// Sends what was added, unless that hangs for too long.
    pub(super) async fn flush(&mut self, next: Next) -> Next {
        if !self.wire.has_more() {
            return next;
        }
        let (written, hung) = {
            let mut flushing = std::pin::pin!(self.wire.flush());
            match poll_fn(|cx| Poll::Ready(flushing.as_mut().poll(cx))).await {
                Poll::Ready(written) => (written, false),
                // Few writes hang, and only they need room for how long they may.
                Poll::Pending => {
                    let given_up = Box::pin(self.view.is_given_up());
                    tokio::select! { biased;
                        written = flushing => (written, true),
                        () = given_up => return Next::TooSlow,
                    }
                }
            }
        };
        if hung {
            self.wire.link_mut().hung();
        }
        if written.is_err() { Next::End } else { next }
    }
}
