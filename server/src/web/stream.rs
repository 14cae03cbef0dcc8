//! Stream of telnet's bytes over a WebSocket, for clients of other makers.
//!
//! They name a subprotocol of <https://mudstandards.org/websocket> when they open it:
//!
//! | Subprotocol | Frames |
//! |---|---|
//! | `telnet.mudstandards.org` | the bytes of telnet, in binary frames |
//! | `gmcp.mudstandards.org` | text with its colours in binary frames, GMCP in text frames |
//! | `terminal.mudstandards.org` | text with its colours in binary frames |

use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use axum::{
    extract::ws::{Message, WebSocket},
    http::{HeaderMap, header},
};
use bytes::{Buf, Bytes};
use futures_util::{Sink, Stream};
use telnet::frames::{self, FrameWriter, WebFrame};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Bytes of one write that become frames at once.
const WRITTEN: usize = 64 * 1_024;

/// Subprotocol of a WebSocket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subprotocol {
    Telnet,
    Gmcp,
    Terminal,
}

impl Subprotocol {
    const ALL: [Self; 3] = [Self::Telnet, Self::Gmcp, Self::Terminal];

    /// Returns the name of the subprotocol in the handshake.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Telnet => "telnet.mudstandards.org",
            Self::Gmcp => "gmcp.mudstandards.org",
            Self::Terminal => "terminal.mudstandards.org",
        }
    }

    /// Returns the first that a client names and that is known; `Ok(None)` if it names none at all.
    ///
    /// # Errors
    /// The client names others only.
    pub(super) fn chosen(headers: &HeaderMap) -> Result<Option<Self>, ()> {
        let named = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL);
        let named = named.iter().filter_map(|it| it.to_str().ok());
        let mut named = named.flat_map(|it| it.split(',')).map(str::trim).peekable();
        if named.peek().is_none() {
            return Ok(None);
        }
        let known = |name: &str| Self::ALL.into_iter().find(|it| it.name() == name);
        named.find_map(known).map(Some).ok_or(())
    }
}

/// WebSocket as a stream of telnet's bytes.
pub(super) struct WebStream {
    socket: WebSocket,
    speaks: Subprotocol,
    /// Bytes of a message that are not read yet.
    received: Bytes,
    writer: FrameWriter,
    /// Messages that the socket has not taken yet: those of one write at most.
    out: VecDeque<Message>,
}

impl WebStream {
    pub(super) fn new(socket: WebSocket, speaks: Subprotocol) -> Self {
        let received = match speaks {
            Subprotocol::Gmcp => Bytes::from_static(&frames::AGREES_TO_GMCP),
            Subprotocol::Telnet | Subprotocol::Terminal => Bytes::new(),
        };
        let writer = FrameWriter::new(speaks == Subprotocol::Gmcp);
        Self { socket, speaks, received, writer, out: VecDeque::new() }
    }

    /// Returns a message as telnet's bytes; `None` at the end.
    fn bytes(&self, message: Message) -> Option<Bytes> {
        Some(match (message, self.speaks) {
            (Message::Close(_), _) => return None,
            // Answered by the library, or an answer to ours.
            (Message::Ping(_) | Message::Pong(_), _) => Bytes::new(),
            (Message::Binary(bytes), Subprotocol::Telnet) => bytes,
            (Message::Text(text), Subprotocol::Telnet) => text.into(),
            (Message::Text(text), Subprotocol::Gmcp) => frames::data(&text).into(),
            (Message::Text(text), Subprotocol::Terminal) => frames::typed(text.as_bytes()).into(),
            (Message::Binary(bytes), Subprotocol::Gmcp | Subprotocol::Terminal) => {
                frames::typed(&bytes).into()
            }
        })
    }

    /// Hands messages to the socket until it takes no more.
    fn poll_hand_over(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.out.is_empty() {
            ready!(Pin::new(&mut self.socket).poll_ready(cx)).map_err(io::Error::other)?;
            if let Some(message) = self.out.pop_front() {
                Pin::new(&mut self.socket).start_send(message).map_err(io::Error::other)?;
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for WebStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        while self.received.is_empty() {
            let message = ready!(Pin::new(&mut self.socket).poll_next(cx));
            let message = message.transpose().map_err(io::Error::other)?;
            match message.and_then(|it| self.bytes(it)) {
                Some(bytes) => self.received = bytes,
                None => return Poll::Ready(Ok(())),
            }
        }
        let taken = self.received.len().min(buffer.remaining());
        buffer.put_slice(self.received.get(..taken).unwrap_or_default());
        self.received.advance(taken);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for WebStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_hand_over(cx))?;
        let bytes = bytes.get(..WRITTEN).unwrap_or(bytes);
        if self.speaks == Subprotocol::Telnet {
            self.out.push_back(Message::Binary(Bytes::copy_from_slice(bytes)));
        } else {
            let mut written = Vec::new();
            self.writer.write(bytes, &mut written);
            self.out.extend(written.into_iter().map(|it| match it {
                WebFrame::Binary(bytes) => Message::Binary(bytes.into()),
                WebFrame::Text(text) => Message::Text(text.into()),
                WebFrame::Ping => Message::Ping(Bytes::new()),
            }));
        }
        // What the socket does not take now waits for the next write, or for a flush.
        if let Poll::Ready(handed) = self.poll_hand_over(cx) {
            handed?;
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_hand_over(cx))?;
        Pin::new(&mut self.socket).poll_flush(cx).map_err(io::Error::other)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_hand_over(cx))?;
        Pin::new(&mut self.socket).poll_close(cx).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(named: &[&str]) -> Result<Option<&'static str>, ()> {
        let mut headers = HeaderMap::new();
        for it in named {
            headers.append(header::SEC_WEBSOCKET_PROTOCOL, it.parse().unwrap());
        }
        Subprotocol::chosen(&headers).map(|it| it.map(Subprotocol::name))
    }

    #[test]
    fn a_client_gets_the_first_it_names_that_is_known() {
        assert_eq!(chosen(&[]), Ok(None));
        let both = "json.mudstandards.org, gmcp.mudstandards.org,telnet.mudstandards.org";
        assert_eq!(chosen(&[both]), Ok(Some("gmcp.mudstandards.org")));
        let apart = ["chat", "terminal.mudstandards.org"];
        assert_eq!(chosen(&apart), Ok(Some("terminal.mudstandards.org")));
        assert_eq!(chosen(&["chat", "binary"]), Err(()));
    }
}
