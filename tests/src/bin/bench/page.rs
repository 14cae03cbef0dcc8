//! The wire of a page, as lean as it can be: a WebSocket whose frames are read where they lie, and
//! what a page sends by itself.

use std::{net::SocketAddr, time::Duration};

use ::tests::{Trouble, while_};
use server::clock::Stopwatch;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Pause after which a page says how far it has shown lines, as the one of the server does.
const ACK_AFTER: Duration = Duration::from_millis(800);
/// Start of the number of a line.
const NUMBER: &[u8] = b"\"n\":[";
/// The longest number of a line, with its brackets.
const LONGEST_NUMBER: usize = 64;
/// First byte of a whole frame of text.
const TEXT: u8 = 0x81;
/// Bit of the second byte of a frame that a client sends.
const MASKED: u8 = 0x80;

/// Asks for a WebSocket, and waits until it is granted.
pub(crate) async fn shake(stream: &mut TcpStream, to: SocketAddr) -> Result<(), Trouble> {
    let request = format!(
        "GET /play HTTP/1.1\r\nHost: {to}\r\nOrigin: http://{to}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    while_("asking for a WebSocket", stream.write_all(request.as_bytes()).await)?;
    let mut head = Vec::new();
    // What follows the head is frames already, so no more than the head is read.
    while !head.ends_with(b"\r\n\r\n") {
        head.push(while_("a WebSocket", stream.read_u8().await)?);
    }
    if head.starts_with(b"HTTP/1.1 101") {
        Ok(())
    } else {
        Err(format!("no WebSocket: {}", String::from_utf8_lossy(&head)))
    }
}

/// Returns a message as a frame. Its mask is zero, which changes nothing.
pub(crate) fn frame(message: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(message.len() + 8);
    frame.push(TEXT);
    match u8::try_from(message.len()) {
        Ok(short @ ..126) => frame.push(MASKED | short),
        Ok(_) | Err(_) => {
            frame.push(MASKED | 126);
            // Lines of the load are far shorter than what two bytes can say.
            frame.extend(u16::try_from(message.len()).unwrap_or(u16::MAX).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(message);
    frame
}

/// Returns lines as messages of a page, in frames.
pub(crate) fn lines(lines: &[u8]) -> Vec<u8> {
    let lines = String::from_utf8_lossy(lines);
    let lines = lines.split("\r\n").filter(|it| !it.is_empty());
    lines
        .flat_map(|it| frame(serde_json::json!({"t": "line", "line": it}).to_string().as_bytes()))
        .collect()
}

/// Frames that come to a page.
pub(crate) struct PageFrames {
    /// Bytes of a head that has not come whole.
    head: Vec<u8>,
    /// Bytes of the frame that are still to come, and whether they are text.
    left: (u64, bool),
    /// Text that came last.
    text: Vec<u8>,
    /// End of the text before, in which a number may have begun.
    end: Vec<u8>,
    /// Epoch and place of the newest line.
    newest: Option<(u64, u64)>,
    since: Stopwatch,
    acknowledged: Duration,
}

impl Default for PageFrames {
    fn default() -> Self {
        Self {
            head: Vec::new(),
            left: (0, false),
            text: Vec::new(),
            end: Vec::new(),
            newest: None,
            since: Stopwatch::start(),
            acknowledged: Duration::ZERO,
        }
    }
}

impl PageFrames {
    /// Takes bytes as they came; their text replaces what there was.
    pub(crate) fn take(&mut self, mut bytes: &[u8]) {
        self.text.clear();
        while let Some((first, rest)) = bytes.split_first() {
            if self.left.0 == 0 {
                self.head.push(*first);
                bytes = rest;
                self.begin();
                continue;
            }
            let here = usize::try_from(self.left.0).unwrap_or(usize::MAX).min(bytes.len());
            let (here, rest) = bytes.split_at(here);
            if self.left.1 {
                self.text.extend(here);
            }
            self.left.0 -= here.len() as u64;
            bytes = rest;
        }
        self.note();
    }

    /// Begins a frame once its head is whole.
    fn begin(&mut self) {
        let size = match self.head.as_slice() {
            [_, 126, high, low] => u64::from(u16::from_be_bytes([*high, *low])),
            [_, 127, size @ ..] => match size.try_into() {
                Ok(size) => u64::from_be_bytes(size),
                Err(_) => return,
            },
            [_, 126, ..] => return,
            [_, size] => u64::from(*size),
            _ => return,
        };
        self.left = (size, self.head.first() == Some(&TEXT));
        self.head.clear();
    }

    /// Notes the newest number.
    fn note(&mut self) {
        self.end.extend(&self.text);
        if let Some(at) = self.end.windows(NUMBER.len()).rposition(|it| it == NUMBER) {
            let number = self.end.get(at + NUMBER.len()..).unwrap_or_default();
            if let Some(end) = number.iter().position(|it| *it == b']') {
                let number = String::from_utf8_lossy(number.get(..end).unwrap_or_default());
                let parts = number.split_once(',');
                let parts = parts.and_then(|(epoch, n)| epoch.parse().ok().zip(n.parse().ok()));
                self.newest = parts.or(self.newest);
            }
        }
        let kept = self.end.len().saturating_sub(LONGEST_NUMBER);
        self.end.drain(..kept);
    }

    /// Returns the text that came last.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns what says up to where lines were shown, when that is due.
    pub(crate) fn acknowledgement(&mut self) -> Option<Vec<u8>> {
        let now = self.since.elapsed();
        let (epoch, n) = self.newest.filter(|_| now - self.acknowledged >= ACK_AFTER)?;
        (self.acknowledged, self.newest) = (now, None);
        Some(frame(format!(r#"{{"t":"ack","epoch":{epoch},"n":{n}}}"#).as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_however_they_are_cut() {
        let long = format!(r#"[{{"n":[7,12],"b":[{}]}}]"#, "x".repeat(300));
        let mut bytes = vec![TEXT, 2];
        bytes.extend(b"[]");
        // A sign of life, whose bytes are no text.
        bytes.extend([0x89, 1, b')']);
        bytes.extend([TEXT, 126]);
        bytes.extend(u16::try_from(long.len()).unwrap().to_be_bytes());
        bytes.extend(long.as_bytes());
        for size in [1, 2, 3, 7, 100, bytes.len()] {
            let mut frames = PageFrames::default();
            let mut text = Vec::new();
            for part in bytes.chunks(size) {
                frames.take(part);
                text.extend(frames.text());
            }
            assert_eq!(String::from_utf8(text).unwrap(), format!("[]{long}"), "{size}");
            assert_eq!(frames.newest, Some((7, 12)), "{size}");
        }
    }

    #[test]
    fn each_line_is_a_message() {
        let both =
            [frame(br#"{"line":"look","t":"line"}"#), frame(br#"{"line":"time","t":"line"}"#)];
        assert_eq!(lines(b"look\r\ntime\r\n"), both.concat());
        assert_eq!(frame(&[b'a'; 300]).get(..4), Some([TEXT, MASKED | 126, 1, 44].as_slice()));
    }
}
