//! Frames on their way to the wire, in writes of a bounded size.

use bytes::Bytes;

use super::{ClientStream, TelnetConnection, progress::WrittenLines};
use crate::contract::frame::Frame;

/// Size at which one write takes no further lines, in bytes: several times the output of a tick, so
/// that a flood takes little memory for each recipient.
const WRITTEN_BYTES: usize = 64 * 1_024;

impl<S: ClientStream> TelnetConnection<S> {
    /// Begins to add a frame to what is sent next: all of it but its lines.
    pub(in crate::session) fn begin_frame(&mut self, frame: &Frame) {
        self.apply_settings(frame.settings);
        self.show_left_out(frame.left_out);
        for message in &frame.data {
            self.telnet.send_encoded(message, &mut self.out);
        }
        if !frame.lines.is_empty() {
            self.leave_prompt();
        }
        if let Some((first, last)) = frame.numbers() {
            self.written.come(first, last, frame.left_out > 0);
        }
    }

    /// Begins the stay of a character, whose lines are numbered anew.
    pub(in crate::session) fn begin_stay(&mut self) {
        self.written = WrittenLines::default();
    }

    /// Adds a frame's lines until the write [is full](TelnetConnection::is_full); returns those
    /// that are left, to be added after it.
    pub(in crate::session) fn show_lines<'a>(&mut self, lines: &'a [Bytes]) -> &'a [Bytes] {
        let mut written = self.out.len();
        let fits = lines.iter().position(|line| {
            let full = written >= WRITTEN_BYTES;
            written += line.len();
            full
        });
        let (now, then) = lines.split_at_checked(fits.unwrap_or(lines.len())).unwrap_or_default();
        self.out.reserve(now.iter().map(Bytes::len).sum::<usize>() + 8);
        now.iter().for_each(|line| self.out.extend_from_slice(line));
        then
    }

    /// Returns whether the write is full and has to be sent before anything more is added.
    pub(in crate::session) fn is_full(&self) -> bool {
        self.out.len() >= WRITTEN_BYTES
    }

    /// Shows that lines were left out here, if any were.
    pub(in crate::session) fn show_left_out(&mut self, lines: usize) {
        if lines > 0 {
            let what = if lines == 1 { "1 line was" } else { &format!("{lines} lines were") };
            self.show(&format!("[{what} left out, because the connection could not keep up.]"));
        }
    }
}
