//! Frames on their way to the wire, in writes of a bounded size.

use std::{io, time::Duration};

use bytes::Bytes;
use tokio::io::AsyncWriteExt;
use world::witness::scroll::ShownUpto;

use super::{Wire, ends::LineEnds};
use crate::{contract::frame::Frame, session::socket::Connection};

/// What is added to one write after which no more is, in bytes: several times what a tick shows,
/// so that much at once takes little memory for each of those who read it.
const WRITTEN_BYTES: usize = 64 * 1_024;
/// How long after something was shown it is seen whether it has arrived: long enough for most ways
/// there and back, short enough that a crowd that comes in holds little of what it was shown.
const SETTLED_AFTER: Duration = Duration::from_secs(1);
/// How often, and how many times, it is looked at when a connection ends whether what was sent last
/// has arrived.
const LOOK: Duration = Duration::from_millis(10);
const LOOKS: u32 = 100;

impl<S: Connection> Wire<S> {
    /// Begins to add a frame to what is sent next: all of it but its lines.
    pub(in crate::session) fn begin_frame(&mut self, frame: &Frame) {
        self.obey(frame.settings);
        self.show_left_out(frame.left_out);
        for message in &frame.data {
            self.telnet.send_encoded(message, &mut self.out);
        }
        if !frame.lines.is_empty() {
            self.leave_prompt();
        }
        if let Some((first, last)) = frame.numbers() {
            self.ends(last).come(first, last.n, frame.left_out > 0);
            self.numbered = self.numbered.max(last.n);
        }
    }

    /// A character comes in, whose lines are numbered anew.
    pub(in crate::session) fn begin_stay(&mut self) {
        self.ends = None;
        self.numbered = 0;
    }

    /// The ends of the lines of a stay.
    fn ends(&mut self, of: ShownUpto) -> &mut LineEnds {
        self.ends.get_or_insert_with(|| {
            let due = self.watch.elapsed() + SETTLED_AFTER;
            Box::new(LineEnds::new(of.epoch, self.numbered, due))
        })
    }

    /// Adds a frame's lines until the write [is full](Wire::is_full); returns those that are left,
    /// to be added after it. The last of them has this number, if they have any.
    pub(in crate::session) fn show_lines<'a>(
        &mut self,
        lines: &'a [Bytes],
        last: Option<ShownUpto>,
    ) -> &'a [Bytes] {
        let mut written = self.out.len();
        let fits = lines.iter().position(|line| {
            let full = written >= WRITTEN_BYTES;
            written += line.len();
            full
        });
        let (now, then) = lines.split_at_checked(fits.unwrap_or(lines.len())).unwrap_or_default();
        self.out.reserve(now.iter().map(Bytes::len).sum::<usize>() + 8);
        for (line, after) in now.iter().zip((0..lines.len() as u64).rev()) {
            self.out.extend_from_slice(line);
            if let (Some(ends), Some(last)) = (&mut self.ends, last) {
                ends.add(self.out.len(), last.n.saturating_sub(after));
            }
        }
        then
    }

    /// Sends bytes that were packed.
    pub(super) async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(piece) = S::PIECE else {
            if let Some(ends) = &mut self.ends {
                ends.send_from(self.stream.written());
            }
            self.stream.write_all(bytes).await?;
            return self.stream.flush().await;
        };
        let mut sent = 0;
        for piece in bytes.chunks(piece) {
            self.stream.write_all(piece).await?;
            // TLS may keep the end of it back until then.
            self.stream.flush().await?;
            sent += piece.len();
            if let Some(ends) = &mut self.ends {
                ends.sent_piece(sent, self.stream.written());
            }
        }
        Ok(())
    }

    /// Compresses what was added since the last time. What does not arrive whole can be read in
    /// part, so each numbered line can be read as soon as its own bytes are there.
    pub(super) fn pack(&mut self) {
        let Some(packed) = &mut self.compressor else { return };
        let out = std::mem::take(&mut self.out);
        let mut rest = out.as_slice();
        if let Some(ends) = &mut self.ends {
            let mut open: Vec<usize> = ends.open().collect();
            // What follows the last line, such as the prompt, belongs to it.
            if let Some(last) = open.last_mut() {
                *last = out.len();
            }
            for end in open {
                let end = end.saturating_sub(out.len() - rest.len());
                let (line, then) = rest.split_at_checked(end).unwrap_or((rest, &[]));
                self.broken |= packed.compressor.write(line, &mut self.sealed).is_err();
                ends.seal(self.sealed.len());
                rest = then;
            }
        }
        self.broken |= packed.compressor.write(rest, &mut self.sealed).is_err();
    }

    /// When it is to be seen what has arrived, if anything may not have.
    pub(in crate::session) fn asks_at(&self) -> Option<Duration> {
        self.ends.as_ref().map(|it| it.due)
    }

    /// Whether so much was shown that it is to be seen now.
    pub(in crate::session) fn asks_early(&self) -> bool {
        self.ends.as_ref().is_some_and(|it| it.are_many())
    }

    /// Up to where everything has surely arrived that was shown; none when that was
    /// [told](Wire::told).
    pub(in crate::session) fn received(&mut self) -> Option<ShownUpto> {
        let ends = self.ends.as_mut()?;
        ends.note(self.stream.arrived());
        ends.due = self.watch.elapsed() + SETTLED_AFTER;
        ends.news()
    }

    /// The game knows what has arrived.
    pub(in crate::session) fn told(&mut self, upto: ShownUpto) {
        if let Some(ends) = &mut self.ends {
            ends.told(upto);
        }
    }

    /// Forgets the lines of a write that came to no end: nobody knows where they are.
    pub(super) fn forget_unsent(&mut self) {
        if let Some(ends) = &mut self.ends {
            ends.forget_unsent();
        }
    }

    /// Forgets what is settled.
    pub(in crate::session) fn tidy(&mut self) {
        self.ends.take_if(|it| it.are_done());
    }

    /// Waits for what was sent last to arrive, if it still can, but not for long.
    pub(in crate::session) async fn settle(&mut self) {
        for _ in 0..LOOKS {
            let Some(ends) = &mut self.ends else { return };
            let arrived = self.stream.arrived();
            ends.note(arrived);
            if ends.all_arrived() || arrived.over {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Whether what was added is to be sent before anything more is added.
    pub(in crate::session) fn is_full(&self) -> bool {
        self.out.len() >= WRITTEN_BYTES
    }

    /// Says that lines were left out here, if any were.
    pub(in crate::session) fn show_left_out(&mut self, lines: usize) {
        if lines > 0 {
            let what = if lines == 1 { "1 line was" } else { &format!("{lines} lines were") };
            self.show(&format!("[{what} left out, because the connection could not keep up.]"));
        }
    }
}
