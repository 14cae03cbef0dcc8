//! The yardstick: a bare line broadcaster on the same runtime. Each line goes
//! to everybody, with one write for each of them, and it knows no names, no
//! rooms and no telnet.
//!
//! So that commands can be compared as well, `time` is answered to its sender
//! alone, and so is `look N`, with N bytes.

use std::{io, sync::Arc};

use tests::{Trouble, while_};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    sync::broadcast,
};
use tokio_util::task::TaskTracker;

/// As long as the server's own answer, and its prompt.
const TIME: &[u8] = b"It is evening (19:04 UTC).\r\n> ";
/// Lines that may wait for a slow connection; one that lags further is closed.
const WAITING: usize = 1_024;
/// The longest line, in bytes; who sends more is disconnected.
const LONGEST: usize = 4_096;
/// The longest answer to `look N`, in bytes.
const LONGEST_LOOK: usize = 65_536;

type Line = Arc<[u8]>;

/// Prints its address and serves until it is ended.
pub(crate) async fn run() -> Result<(), Trouble> {
    let listener = while_("listening", TcpListener::bind("127.0.0.1:0").await)?;
    let address = while_("listening", listener.local_addr())?;
    tests::print(&format!("listening on {address}\n"))?;
    let (everybody, _) = broadcast::channel::<Line>(WAITING);
    let tasks = TaskTracker::new();
    loop {
        let (stream, _) = while_("accepting", listener.accept().await)?;
        let (everybody, lines) = (everybody.clone(), everybody.subscribe());
        tasks.spawn(async move {
            // A connection that breaks has ended; there is nothing more to do.
            drop(serve(stream, everybody, lines).await);
        });
    }
}

async fn serve(
    mut stream: TcpStream,
    everybody: broadcast::Sender<Line>,
    mut lines: broadcast::Receiver<Line>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut rest = Vec::new();
    loop {
        tokio::select! {
            line = lines.recv() => match line {
                Ok(line) => stream.write_all(&line).await?,
                Err(_) => return Ok(()),
            },
            readable = stream.readable() => {
                readable?;
                if !read(&stream, &mut rest)? || rest.len() > LONGEST {
                    return Ok(());
                }
                while let Some(end) = rest.iter().position(|it| *it == b'\n') {
                    let line: Vec<u8> = rest.drain(..=end).collect();
                    obey(&line, &mut stream, &everybody).await?;
                }
            }
        }
    }
}

/// Reads what is there. False at the end. The buffer is not kept while the
/// connection waits, so an idle one costs next to nothing.
fn read(stream: &TcpStream, rest: &mut Vec<u8>) -> io::Result<bool> {
    let mut buffer = [0; 1_024];
    match stream.try_read(&mut buffer) {
        Ok(n) => {
            rest.extend(buffer.iter().take(n));
            Ok(n > 0)
        }
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(true),
        Err(error) => Err(error),
    }
}

async fn obey(
    line: &[u8],
    stream: &mut TcpStream,
    everybody: &broadcast::Sender<Line>,
) -> io::Result<()> {
    if line.starts_with(b"time") {
        return stream.write_all(TIME).await;
    }
    if let Some(size) = line.strip_prefix(b"look ") {
        let size = String::from_utf8_lossy(size).trim().parse::<usize>().unwrap_or(0);
        let mut view = vec![b'.'; size.clamp(3, LONGEST_LOOK) - 3];
        view.extend(b"\n> ");
        return stream.write_all(&view).await;
    }
    // The sender hears it as well, so there is always somebody to hear it.
    drop(everybody.send(line.into()));
    Ok(())
}
