//! The socket below a connection: it counts what went out, and the kernel says how much of that has
//! arrived.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
};

#[cfg(target_os = "linux")]
use nix::{getsockopt_impl, sockopt_impl, sys::socket::getsockopt};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::server::TlsStream;

/// What a record of TLS holds at most. Of a record that did not arrive whole nothing can be read.
const RECORD: usize = 16 * 1_024;

/// A stream with a client at its other end. Where nothing is known, all that was written has
/// arrived.
pub trait Connection: AsyncRead + AsyncWrite + Unpin {
    /// How many bytes of a write leave as one piece, which is read as a whole or not at all; none
    /// where what is written is what is on the wire.
    const PIECE: Option<usize> = None;

    /// How many bytes were handed to the system so far, as they are on the wire.
    fn written(&self) -> u64 {
        0
    }

    /// How much of it has arrived.
    fn arrived(&self) -> Arrived {
        Arrived { bytes: u64::MAX, over: true }
    }
}

/// How much of what was written has arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived {
    /// So many bytes of the wire were acknowledged.
    pub bytes: u64,
    /// Whether that cannot become more.
    pub over: bool,
}

/// A socket.
pub struct CountedSocket {
    stream: TcpStream,
    written: u64,
}

impl CountedSocket {
    /// Over a socket to which nothing was written yet.
    pub(super) fn new(stream: TcpStream) -> Self {
        Self { stream, written: 0 }
    }

    fn count(&mut self, wrote: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(n)) = &wrote {
            self.written += u64::try_from(*n).unwrap_or_default();
        }
        wrote
    }
}

impl Connection for CountedSocket {
    fn written(&self) -> u64 {
        self.written
    }

    #[cfg(target_os = "linux")]
    fn arrived(&self) -> Arrived {
        match getsockopt(&self.stream, Acknowledged) {
            Ok(it) => Arrived { bytes: it.bytes, over: it.state == CLOSED },
            Err(error) => {
                tracing::debug!(%error, "nobody knows what arrived");
                Arrived { bytes: u64::MAX, over: true }
            }
        }
    }
}

impl Connection for TlsStream<CountedSocket> {
    const PIECE: Option<usize> = Some(RECORD);

    fn written(&self) -> u64 {
        self.get_ref().0.written()
    }

    fn arrived(&self) -> Arrived {
        self.get_ref().0.arrived()
    }
}

/// The beginning of the kernel's `tcp_info`, as it is since Linux 4.1; what is not used has no name.
#[cfg(target_os = "linux")]
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct TcpInfo {
    state: u8,
    _flags: [u8; 7],
    _times: [u32; 24],
    _rates: [u64; 2],
    bytes: u64,
}

/// The state of a socket to whose other end nothing goes any more.
#[cfg(target_os = "linux")]
const CLOSED: u8 = 7;

#[cfg(target_os = "linux")]
sockopt_impl!(
    /// Asks a socket how it does. `SIOCOUTQ` would tell the same, but not without `unsafe`.
    Acknowledged, GetOnly, libc::IPPROTO_TCP, libc::TCP_INFO, TcpInfo
);

impl AsyncRead for CountedSocket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for CountedSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.count(wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.count(wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, DuplexStream},
        net::TcpListener,
    };

    use super::*;

    impl Connection for DuplexStream {}

    #[tokio::test]
    async fn what_the_other_end_never_took_has_not_arrived() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (mut client, mut socket) = (client.unwrap(), CountedSocket::new(accepted.unwrap().0));
        socket.write_all(b"one").await.unwrap();
        client.read_exact(&mut [0; 3]).await.unwrap();
        while socket.arrived().bytes < 3 {
            tokio::task::yield_now().await;
        }
        assert_eq!(socket.arrived(), Arrived { bytes: 3, over: false });
        // More than the two sockets take while nobody reads.
        let much = vec![0; 64 * 1_024 * 1_024];
        let hangs = async { while socket.write_all(&much).await.is_ok() {} };
        tokio::select! { biased;
            () = hangs => panic!("it does not hang"),
            () = async { for _ in 0..10_000 { tokio::task::yield_now().await } } => {}
        }
        assert!(socket.arrived().bytes < socket.written());
        drop(client);
        // What was not read is lost with the reset, and the kernel still knows how much came.
        assert!(socket.read(&mut [0]).await.is_err());
        let arrived = socket.arrived();
        assert!(
            arrived.over && arrived.bytes < socket.written(),
            "{arrived:?} of {}",
            socket.written()
        );
    }
}
