use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use flate2::{Decompress, FlushDecompress, Status};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::sync::CancellationToken;
use world::{engine::id::SessionId, witness::scroll::ShownUpto};

use super::*;
use crate::{
    contract::frame::{Frame, Screen},
    door::ports::Ports,
    session::socket::Arrived,
    wire::telnet::compress::START,
};

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

impl Connection for Holding {}

async fn wire<S: Connection>(stream: S) -> Wire<S> {
    let mut config = Config::standard().unwrap();
    config.server.telnet.set_port(0);
    config.tls.listen = None;
    let ports = Ports::open(&config).await.unwrap();
    let about = SharedState::new("Hearsay", &ports, Arc::default(), &config);
    Wire::new(stream, false, &config, Arc::new(about))
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

/// A network that says what has arrived; what is written leaves in pieces of this size, if it is
/// not nothing.
#[derive(Default)]
struct Counting<const PIECE: usize> {
    sent: Vec<u8>,
    arrived: usize,
}

impl<const PIECE: usize> AsyncWrite for Counting<PIECE> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.sent.extend(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl<const PIECE: usize> AsyncRead for Counting<PIECE> {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        _: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Poll::Pending
    }
}

impl<const PIECES: usize> Connection for Counting<PIECES> {
    const PIECE: Option<usize> = if PIECES == 0 { None } else { Some(PIECES) };

    fn written(&self) -> u64 {
        self.sent.len() as u64
    }

    fn arrived(&self) -> Arrived {
        Arrived { bytes: self.arrived as u64, over: true }
    }
}

const STAY: SessionId = SessionId(7);
/// How many lines are shown, in frames of three.
const SHOWN: u64 = 12;

/// Shows frames of numbered lines, each in its own write, and then the same again in one.
async fn show_numbered<const P: usize>(wire: &mut Wire<Counting<P>>) {
    let (screen, _view) = Screen::new(1_000_000, CancellationToken::new());
    for last in (3..=SHOWN).step_by(3) {
        let lines =
            (last - 2..=last).map(|n| format!("{}, number {n}.\r\n", "la".repeat(9)).into());
        let mut frame = Frame::new(screen.clone(), lines.collect(), Settings::default());
        frame.shown_upto = Some(ShownUpto { epoch: STAY, n: last });
        wire.begin_frame(&frame);
        assert!(wire.show_lines(&frame.lines, frame.shown_upto).is_empty());
        wire.prompt("> ");
        if last <= SHOWN / 2 {
            wire.flush().await.unwrap();
        }
    }
    wire.flush().await.unwrap();
}

/// Up to which line everything has arrived, for each number of bytes that have.
fn received<const P: usize>(wire: &mut Wire<Counting<P>>) -> Vec<u64> {
    let mut last = 0;
    let bytes = 0..=wire.stream.sent.len();
    let upto = bytes.map(|arrived| {
        wire.stream.arrived = arrived;
        if let Some(upto) = wire.received() {
            assert_eq!(upto.epoch, STAY);
            wire.told(upto);
            last = upto.n;
        }
        last
    });
    upto.collect()
}

fn whole_lines(bytes: &[u8]) -> u64 {
    String::from_utf8_lossy(bytes).matches(".\r\n").count() as u64
}

#[tokio::test]
async fn a_line_has_arrived_when_its_last_byte_has() {
    let mut wire = wire(Counting::<0>::default()).await;
    show_numbered(&mut wire).await;
    let expected: Vec<u64> =
        (0..=wire.stream.sent.len()).map(|n| whole_lines(&wire.stream.sent[..n])).collect();
    assert_eq!(received(&mut wire), expected);
    assert_eq!(expected.last(), Some(&SHOWN));
    wire.tidy();
    assert!(wire.ends.is_none(), "nothing of it is kept");
}

#[tokio::test]
async fn a_line_in_a_sealed_piece_has_arrived_when_the_piece_has() {
    const PIECE: usize = 50;
    let mut wire = wire(Counting::<PIECE>::default()).await;
    show_numbered(&mut wire).await;
    let sent = wire.stream.sent.clone();
    let (mut of_pieces, mut from) = (vec![0; sent.len() + 1], 0);
    // Each of the first two frames was one write, the rest another.
    let second = sent.windows(9).position(|it| it == b"number 4.").unwrap();
    let third = sent.windows(9).position(|it| it == b"number 7.").unwrap();
    let start = |at: usize| sent[..at].iter().rposition(|it| *it == b'>').unwrap() + 2;
    for end in [start(second), start(third), sent.len()] {
        while from < end {
            let piece = (from + PIECE).min(end);
            of_pieces[piece..].fill(whole_lines(&sent[..piece]));
            from = piece;
        }
    }
    assert_eq!(received(&mut wire), of_pieces);
}

#[tokio::test]
async fn a_compressed_line_has_arrived_when_it_can_be_read_and_no_later_one_can() {
    let mut wire = wire(Counting::<0>::default()).await;
    wire.start_compression();
    assert!(wire.compressor.is_some());
    show_numbered(&mut wire).await;
    let packed = wire.stream.sent[START.len()..].to_vec();
    let readable = |arrived: usize| {
        let mut plain = vec![0; 10_000];
        let mut inflate = Decompress::new(true);
        let bytes = &packed[..arrived.saturating_sub(START.len())];
        inflate.decompress(bytes, &mut plain, FlushDecompress::Sync).unwrap_or(Status::BufError);
        whole_lines(&plain[..usize::try_from(inflate.total_out()).unwrap()])
    };
    let mut last = 0;
    for (arrived, upto) in received(&mut wire).into_iter().enumerate() {
        assert!(upto <= readable(arrived));
        if upto > last {
            assert_eq!(upto, readable(arrived), "of the next line nothing is there");
            last = upto;
        }
    }
    assert_eq!(last, SHOWN);
}

#[tokio::test]
async fn what_was_passed_by_is_waited_for() {
    let mut wire = wire(Counting::<0>::default()).await;
    let (screen, _view) = Screen::new(1_000_000, CancellationToken::new());
    let show = async |wire: &mut Wire<Counting<0>>, n: u64, left_out: usize| {
        let lines = [Bytes::from_static(b"la.\r\n")].into_iter().collect();
        let mut frame = Frame::new(screen.clone(), lines, Settings::default());
        frame.shown_upto = Some(ShownUpto { epoch: STAY, n });
        frame.left_out = left_out;
        wire.begin_frame(&frame);
        wire.show_lines(&frame.lines, frame.shown_upto);
        wire.flush().await.unwrap();
        wire.stream.arrived = wire.stream.sent.len();
        let upto = wire.received();
        upto.inspect(|upto| wire.told(*upto));
        wire.tidy();
        upto.map(|it| it.n)
    };
    assert_eq!(show(&mut wire, 4, 0).await, Some(4));
    // A hard change waits for the disk, and talk passes it by.
    assert_eq!(show(&mut wire, 7, 0).await, None);
    assert_eq!(show(&mut wire, 6, 0).await, None);
    assert_eq!(show(&mut wire, 8, 0).await, None);
    assert_eq!(show(&mut wire, 5, 0).await, Some(8));
    // Of what is left out the reader is told.
    assert_eq!(show(&mut wire, 11, 2).await, Some(11));
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

impl Connection for Flooding {}

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
