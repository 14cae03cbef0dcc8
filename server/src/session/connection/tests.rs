use std::{
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::*;
use crate::listener::ports::Ports;

mod modules;

/// Keeps back what is written until it is flushed, as TLS does with the end of
/// what did not fit into a full socket.
#[derive(Default)]
struct Holding {
    held: Vec<u8>,
    sent: Vec<u8>,
}

impl AsyncWrite for Holding {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.held.extend(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let held = std::mem::take(&mut self.held);
        self.sent.extend(held);
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Holding {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        _: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

async fn wire<S: ClientStream>(stream: S) -> TelnetConnection<S> {
    let mut config = Config::standard().unwrap();
    config.server.telnet.set_port(0);
    config.tls.listen = None;
    config.web.listen = None;
    let ports = Ports::open(&config).await.unwrap();
    let about = SharedState::new("Hearsay", &ports, Arc::default(), &config);
    TelnetConnection::new(stream, false, &config, Arc::new(about))
}

#[tokio::test]
async fn nothing_is_kept_back_below() {
    let mut wire = wire(Holding::default()).await;
    wire.show("Hello.\n");
    wire.prompt("> ");
    wire.flush().await.unwrap();
    let sent = String::from_utf8_lossy(&wire.stream.sent).into_owned();
    assert!(sent.contains("Hello.") && sent.contains("> "), "{sent:?}");
}

/// Agrees to tell its terminal, and then sends empty lines without end.
#[derive(Default)]
struct Flooding {
    inner: Holding,
    agreed: bool,
}

impl AsyncWrite for Flooding {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Flooding {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if std::mem::replace(&mut self.agreed, true) {
            buffer.put_slice(&vec![b'\n'; buffer.remaining()]);
        } else {
            buffer.put_slice(&[255, 251, 24]);
        }
        Poll::Ready(Ok(()))
    }
}

#[tokio::test]
async fn whoever_types_ahead_without_end_is_not_waited_for() {
    let mut wire = wire(Flooding::default()).await;
    wire.offer();
    assert!(wire.read().await.unwrap());
    assert!(wire.telnet.awaits_terminal());
    assert!(wire.learn_terminal().await.unwrap());
    let most = MOST_AHEAD + READ_BYTES;
    assert!((MOST_AHEAD..=most).contains(&wire.heard.len()), "{}", wire.heard.len());
}
