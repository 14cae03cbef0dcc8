//! Links that break: somebody reads numbered lines over connections that come to an end again and
//! again, and has read each line once.

use std::{net::SocketAddr, time::Duration};

use tests::{Trouble, client::plain_lines, while_};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

use crate::{
    dice::Dice,
    screen::{Entry, PASSWORD, SOON, Screen},
};

/// Who says the lines, and who reads them.
const SPEAKER: &str = "Herald";
const READER: &str = "Hark";

/// How many letters a line has. A few of them are more than the reader's system takes.
const LONG: usize = 2_000;
/// How many lines are said to a reader who reads nothing.
const UNREAD: u64 = 12;
/// What a small system takes of what nobody reads, in bytes.
const SMALL: u32 = 4_096;

/// The longest wait for what the server sends.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a system may take to say what it took; what it did not say yet is shown again.
const SAID_WITHIN: Duration = Duration::from_millis(100);

/// How a link comes to an end.
#[derive(Debug, Clone, Copy)]
enum Break {
    /// The reader hangs up and reads to the end.
    HangUp,
    /// The reader reads no more, and then the link is reset.
    Reset,
    /// Another connection takes over, and the reader reads the old one to its end.
    TakeOver,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Dropped {
    /// How often a link broke.
    pub(crate) links: u64,
    /// How many numbered lines were said.
    pub(crate) lines: u64,
    pub(crate) problems: Vec<String>,
}

/// Makes the two who take part.
pub(crate) async fn create(at: SocketAddr) -> Result<(), Trouble> {
    for name in [SPEAKER, READER] {
        match Screen::create(at, name).await? {
            Entry::In(mut screen) => screen.quit().await.map(drop)?,
            Entry::Wrong | Entry::Soon | Entry::Ended { .. } => {
                return Err(format!("{name} cannot be created"));
            }
        }
    }
    Ok(())
}

/// Breaks a link so many times while lines are said.
pub(crate) async fn soak(at: SocketAddr, links: u64, mut dice: Dice) -> Result<Dropped, Trouble> {
    let Entry::In(speaker) = Screen::connect(at, SPEAKER).await? else {
        return Err(format!("{SPEAKER} is not let in"));
    };
    let mut reader = Reader::come_in(at).await?;
    let mut speaker = Speaker { screen: speaker, said: 0 };
    let mut read = Vec::new();
    for _ in 0..links {
        speaker.say(u64::from(dice.percent(70))).await?;
        let how = [Break::HangUp, Break::Reset, Break::TakeOver];
        match dice.pick(&how).copied().unwrap_or(Break::HangUp) {
            Break::HangUp => {
                // The lines come while the link ends.
                let (said, rest) = tokio::join!(speaker.say(3), reader.hang_up());
                said?;
                read.extend(rest?);
                reader = Reader::come_in(at).await?;
            }
            Break::Reset => {
                speaker.say(UNREAD).await?;
                read.extend(reader.reset().await?);
                reader = Reader::come_in(at).await?;
            }
            Break::TakeOver => {
                let next = Reader::come_in(at).await?;
                speaker.say(2).await?;
                read.extend(reader.until_end().await?);
                reader = next;
            }
        }
    }
    speaker.say(1).await?;
    let last = speaker.said;
    read.extend(reader.quit(last).await?);
    speaker.screen.quit().await?;
    let mut dropped = Dropped { links, lines: last, problems: Vec::new() };
    read.sort_unstable();
    for n in 1..=last {
        match read.iter().filter(|it| **it == n).count() {
            1 => {}
            times => dropped.problems.push(format!("{READER} read line {n} {times} times")),
        }
    }
    Ok(dropped)
}

/// Who says the lines.
struct Speaker {
    screen: Box<Screen>,
    /// How many so far.
    said: u64,
}

impl Speaker {
    /// Says so many lines more, one after the other.
    async fn say(&mut self, lines: u64) -> Result<(), Trouble> {
        for _ in 0..lines {
            self.said += 1;
            let line = format!("page {READER} {} {}", self.said, "la ".repeat(LONG / 3));
            self.screen.ask(&line).await?.ok_or("the speaker's connection ended")?;
        }
        Ok(())
    }
}

/// One connection of who reads the lines.
struct Reader {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Reader {
    /// Comes in, as often as it is to try again.
    async fn come_in(at: SocketAddr) -> Result<Self, Trouble> {
        loop {
            let socket = while_("a socket", TcpSocket::new_v4())?;
            while_("a small buffer", socket.set_recv_buffer_size(SMALL))?;
            let stream = while_("connecting", socket.connect(at).await)?;
            let mut it = Self { stream, read: Vec::new() };
            it.send(&format!("connect {READER} {PASSWORD}\n")).await?;
            while it.more().await? {
                if it.has("Exits: ") {
                    return Ok(it);
                }
            }
            if !SOON.iter().any(|words| it.has(words)) {
                return Err(format!("{READER} is not let in"));
            }
        }
    }

    async fn send(&mut self, line: &str) -> Result<(), Trouble> {
        while_("sending", self.stream.write_all(line.as_bytes()).await)
    }

    /// Reads more; false at the end.
    async fn more(&mut self) -> Result<bool, Trouble> {
        let read = self.stream.read_buf(&mut self.read);
        let read = tokio::time::timeout(PATIENCE, read).await;
        let n = read.map_err(|_| format!("{READER} reads nothing for too long"))?;
        // A link that is reset has ended as well.
        Ok(n.is_ok_and(|n| n > 0))
    }

    fn has(&self, words: &str) -> bool {
        String::from_utf8_lossy(&self.read).contains(words)
    }

    /// The numbers of the lines that are whole.
    fn numbers(&self) -> Vec<u64> {
        let whole = self.read.iter().rposition(|it| *it == b'\n').unwrap_or_default();
        let lines = plain_lines(self.read.get(..whole).unwrap_or_default()).into_iter();
        let number = |line: String| {
            let (_, words) = line.split_once("Herald pages you, \"")?;
            words.ends_with('"').then(|| words.split(' ').next()?.parse().ok())?
        };
        lines.filter_map(number).collect()
    }

    /// Reads until the server ends the connection.
    async fn until_end(mut self) -> Result<Vec<u64>, Trouble> {
        while self.more().await? {}
        Ok(self.numbers())
    }

    /// Hangs up, and reads what still comes.
    async fn hang_up(&mut self) -> Result<Vec<u64>, Trouble> {
        while_("hanging up", self.stream.shutdown().await)?;
        while self.more().await? {}
        Ok(self.numbers())
    }

    /// What came, up to a link that is lost with more than its system took. What it took stays
    /// where it is, so that it takes no more.
    async fn reset(mut self) -> Result<Vec<u64>, Trouble> {
        tokio::time::sleep(SAID_WITHIN).await;
        let mut took = vec![0; 1 << 20];
        let n = while_("looking", self.stream.peek(&mut took).await)?;
        self.read.extend(took.get(..n).unwrap_or_default());
        Ok(self.numbers())
    }

    /// Reads until a line has come, and leaves.
    async fn quit(mut self, last: u64) -> Result<Vec<u64>, Trouble> {
        while !self.numbers().contains(&last) && self.more().await? {}
        self.send("quit\n").await?;
        self.until_end().await
    }
}
