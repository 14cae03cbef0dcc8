//! Links that break: somebody reads numbered lines over connections that come to an end again and
//! again. None is lost, and those that are read twice stand below the words that say so.

use std::{collections::BTreeSet, net::SocketAddr, time::Duration};

use tests::{Trouble, client::plain_lines, while_};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};
use world::witness::backlog::Backlog;

use crate::{
    dice::Dice,
    screen::{Entry, PASSWORD, SOON, Screen, is_again},
};

/// Names of the speaker and the reader.
const SPEAKER: &str = "Herald";
const READER: &str = "Hark";

/// Letters in a line. A few lines are more than the reader's system takes.
const LONG: usize = 2_000;
/// Number of lines said to a reader who reads nothing.
const UNREAD: u64 = 12;
/// Receive buffer of a reader who does not read, in bytes.
const SMALL: u32 = 4_096;

/// The longest wait for what the server sends.
const PATIENCE: Duration = Duration::from_secs(60);

/// End of a link.
#[derive(Debug, Clone, Copy)]
enum Break {
    /// The reader hangs up and reads to the end.
    HangUp,
    /// The reader reads no more, and then the link is reset.
    Reset,
    /// Another connection takes over, and the reader reads the old one to its end.
    TakeOver,
}

/// Results of broken links.
#[derive(Debug, Default)]
pub(crate) struct Dropped {
    /// Number of links that broke.
    pub(crate) links: u64,
    /// Number of numbered lines said, and number read again.
    pub(crate) lines: u64,
    pub(crate) again: u64,
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
                read.push(rest?);
                reader = Reader::come_in(at).await?;
            }
            Break::Reset => {
                speaker.say(UNREAD).await?;
                read.push(reader.reset().await?);
                reader = Reader::come_in(at).await?;
            }
            Break::TakeOver => {
                let next = Reader::come_in(at).await?;
                speaker.say(2).await?;
                read.push(reader.until_end().await?);
                reader = next;
            }
        }
    }
    speaker.say(1).await?;
    let last = speaker.said;
    reader.until(last).await?;
    // What was read long before a client is heard has arrived.
    tokio::time::sleep(Backlog::SURE_AFTER).await;
    reader.send("").await?;
    read.push(reader.hang_up().await?);
    reader = Reader::come_in(at).await?;
    reader.send("quit").await?;
    let late = reader.until_end().await?;
    speaker.screen.quit().await?;
    let mut dropped = check(&read, last);
    dropped.links = links + 1;
    let late = late.iter().map(|it| format!("{READER} read line {} again too late", it.number));
    dropped.problems.extend(late);
    Ok(dropped)
}

/// Compares what was read over each link with all that was said.
fn check(read: &[Vec<ReadLine>], last: u64) -> Dropped {
    let mut dropped = Dropped { lines: last, ..Dropped::default() };
    let mut problem = |what: String| dropped.problems.push(format!("{READER} {what}"));
    let mut known = BTreeSet::new();
    for (link, lines) in read.iter().enumerate() {
        for ReadLine { number, again } in lines {
            if !known.insert(*number) {
                dropped.again += 1;
                if !again {
                    problem(format!("read line {number} twice"));
                }
            }
        }
        let again = lines.iter().filter(|it| it.again).count();
        if again > Backlog::MAX {
            problem(format!("read {again} lines again over link {link}"));
        }
    }
    for number in (1..=last).filter(|it| !known.contains(it)) {
        problem(format!("did not read line {number}"));
    }
    dropped
}

/// A numbered line that was read.
#[derive(Debug, Clone, Copy)]
struct ReadLine {
    number: u64,
    /// True below words which say that the line may have been seen already.
    again: bool,
}

/// Client that says the lines.
struct Speaker {
    screen: Box<Screen>,
    /// Number of lines so far.
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
            it.send(&format!("connect {READER} {PASSWORD}")).await?;
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
        while_("sending", self.stream.write_all(format!("{line}\n").as_bytes()).await)
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

    /// The numbered lines that are whole.
    fn numbered(&self) -> Vec<ReadLine> {
        let whole = self.read.iter().rposition(|it| *it == b'\n').unwrap_or_default();
        let lines = plain_lines(self.read.get(..whole).unwrap_or_default());
        let (mut numbered, mut again) = (Vec::new(), false);
        for line in lines {
            again = is_again(again, line.trim_start_matches("> "));
            let words = line.split_once("Herald pages you, \"").map(|(_, words)| words);
            let words = words.filter(|it| it.ends_with('"')).and_then(|it| it.split(' ').next());
            let number = words.and_then(|it| it.parse().ok());
            numbered.extend(number.map(|number| ReadLine { number, again }));
        }
        numbered
    }

    /// Reads until the server ends the connection.
    async fn until_end(mut self) -> Result<Vec<ReadLine>, Trouble> {
        while self.more().await? {}
        Ok(self.numbered())
    }

    /// Reads until a line has come.
    async fn until(&mut self, last: u64) -> Result<(), Trouble> {
        while self.numbered().iter().all(|it| it.number != last) {
            if !self.more().await? {
                return Err(format!("{READER} did not read line {last}"));
            }
        }
        Ok(())
    }

    /// Hangs up, and reads what still comes.
    async fn hang_up(&mut self) -> Result<Vec<ReadLine>, Trouble> {
        while_("hanging up", self.stream.shutdown().await)?;
        while self.more().await? {}
        Ok(self.numbered())
    }

    /// Lines received, up to a link that is lost with more than its system took.
    async fn reset(mut self) -> Result<Vec<ReadLine>, Trouble> {
        let mut took = vec![0; 1 << 20];
        let n = while_("looking", self.stream.peek(&mut took).await)?;
        // What is only looked at is not read, so the link is reset.
        self.read.extend(took.get(..n).unwrap_or_default());
        Ok(self.numbered())
    }
}
