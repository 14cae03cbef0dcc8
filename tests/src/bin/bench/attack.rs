//! The attackers: each does one kind of mischief in a process of its own, so
//! that it takes no time from the clients that are measured, and says at the
//! end what became of it.
//!
//! They come from an address of their own, as strangers do.

use std::{net::SocketAddr, time::Duration};

use tests::{Trouble, while_};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

/// Duration of an attack.
pub(crate) const ATTACK: Duration = Duration::from_secs(7);
/// Address of attackers: loopback has many.
const FROM: &str = "127.0.0.2:0";
/// Lines of the paste.
const LINES: usize = 100_000;
/// Connections that never log in.
const STRANGERS: usize = 1_000;
/// Size of a receive buffer of a reader that does not read, in bytes.
const SMALL: u32 = 4_096;
/// Time that a stranger is given to read the greeting.
const GREETING: Duration = Duration::from_millis(20);

/// Attack on a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attack {
    /// One paste of 100,000 lines.
    Paste,
    /// Somebody who never reads while the room talks.
    Deaf,
    /// A thousand connections that never log in.
    Strangers,
    /// A subnegotiation without an end.
    Endless,
}

impl Attack {
    /// Every attack.
    pub(crate) const ALL: [Attack; 4] =
        [Attack::Paste, Attack::Deaf, Attack::Strangers, Attack::Endless];

    /// Name in the report.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Paste => "a paste of 100,000 lines",
            Self::Deaf => "a reader that never reads",
            Self::Strangers => "1,000 that never log in",
            Self::Endless => "an endless subnegotiation",
        }
    }
}

/// Attacks, and prints what became of it.
pub(crate) async fn run(name: &str, to: &str) -> Result<(), Trouble> {
    let known = Attack::ALL.into_iter().find(|it| it.name() == name);
    let attack = known.ok_or("there is no such attack")?;
    let to = while_("the address", to.parse::<SocketAddr>())?;
    let fate = match attack {
        Attack::Paste => paste(to).await?,
        Attack::Deaf => deaf(to).await?,
        Attack::Strangers => strangers(to).await?,
        Attack::Endless => endless(to).await?,
    };
    tests::print(&format!("{fate}\n"))
}

async fn connect(to: SocketAddr, small: bool) -> Result<TcpStream, Trouble> {
    let socket = while_("a socket", TcpSocket::new_v4())?;
    if small {
        while_("a small socket", socket.set_recv_buffer_size(SMALL))?;
    }
    while_("an address", socket.bind(while_("an address", FROM.parse())?))?;
    while_("connecting", socket.connect(to).await)
}

/// Comes in as a guest.
async fn come_in(stream: &mut TcpStream) -> Result<(), Trouble> {
    while_("sending", stream.write_all(b"connect guest\r\n").await)?;
    let mut shown = Vec::new();
    while !shown.windows(7).any(|it| it == b"Welcome") {
        let n = while_("reading", stream.read_buf(&mut shown).await)?;
        if n == 0 {
            return Err("the server ended the connection of an attacker at once".into());
        }
    }
    Ok(())
}

async fn paste(to: SocketAddr) -> Result<String, Trouble> {
    let mut stream = connect(to, false).await?;
    come_in(&mut stream).await?;
    let (mut reader, mut writer) = stream.split();
    let lines = b"time\r\n".repeat(LINES);
    let (mut sent, mut answers) = (0, 0);
    let writing = async {
        while let Some(rest) = lines.get(sent..).filter(|it| !it.is_empty()) {
            match writer.write(rest).await {
                Ok(n) => sent += n,
                Err(_) => break,
            }
        }
        std::future::pending::<()>().await;
    };
    let reading = async {
        let mut buffer = vec![0; 16 * 1_024];
        while let Ok(n @ 1..) = reader.read(&mut buffer).await {
            answers += buffer.iter().take(n).filter(|it| **it == b')').count();
        }
    };
    let ended = timeout(ATTACK, async {
        tokio::select! { () = writing => {} () = reading => {} }
    });
    let fate = if ended.await.is_ok() { "then the connection ended" } else { "the others wait" };
    Ok(format!("{} lines were sent and {answers} answered; {fate}", sent / 6))
}

async fn deaf(to: SocketAddr) -> Result<String, Trouble> {
    let mut stream = connect(to, true).await?;
    come_in(&mut stream).await?;
    tokio::time::sleep(ATTACK).await;
    let mut left = 0;
    let mut buffer = vec![0; 16 * 1_024];
    while let Ok(Ok(n)) = timeout(Duration::from_millis(200), stream.read(&mut buffer)).await {
        if n == 0 {
            return Ok(format!("shed; {} KiB were still on their way", left / 1_024));
        }
        left += n;
    }
    Ok(format!("still connected, {} KiB behind", left / 1_024))
}

async fn strangers(to: SocketAddr) -> Result<String, Trouble> {
    let (mut held, mut refused, mut silent) = (Vec::new(), 0, 0);
    let come = async {
        for _ in 0..STRANGERS {
            let mut stream = connect(to, false).await?;
            let mut told = Vec::new();
            let mut ended = false;
            while let Ok(Ok(n)) = timeout(GREETING, stream.read_buf(&mut told)).await {
                if n == 0 {
                    ended = true;
                    break;
                }
                if !told.ends_with(b"address already.\r\n") {
                    break;
                }
            }
            silent += usize::from(told.is_empty());
            if ended {
                refused += 1;
            } else {
                held.push(stream);
            }
        }
        tokio::time::sleep(ATTACK).await;
        Ok::<(), Trouble>(())
    };
    if let Ok(Err(why)) = timeout(ATTACK, come).await {
        return Err(why);
    }
    // Some were turned away a moment later than they were listened to.
    let came = held.len();
    held.retain(is_open);
    refused += came - held.len();
    let held = held.len();
    Ok(format!("{held} were greeted and held, {refused} turned away; {silent} were told nothing"))
}

/// Returns whether the other side keeps the connection, once all data is read.
pub(crate) fn is_open(stream: &TcpStream) -> bool {
    let mut buffer = [0; 1_024];
    loop {
        match stream.try_read(&mut buffer) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
        }
    }
}

async fn endless(to: SocketAddr) -> Result<String, Trouble> {
    /// IAC SB TTYPE, and then no end of it.
    const BEGIN: [u8; 3] = [255, 250, 24];
    let mut stream = connect(to, false).await?;
    come_in(&mut stream).await?;
    while_("sending", stream.write_all(&BEGIN).await)?;
    let more = vec![b'x'; 16 * 1_024];
    let mut sent = 0;
    let sending = async {
        while let Ok(n) = stream.write(&more).await {
            sent += n;
        }
    };
    let ended = timeout(ATTACK, sending).await.is_ok();
    let fate = if ended { "then the connection ended" } else { "still connected" };
    Ok(format!("{} KiB were read; {fate}", sent / 1_024))
}
