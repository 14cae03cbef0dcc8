//! A small telnet client: whole lines without colours and prompts, and the
//! telnet commands that came with them.

pub mod page;
pub mod patience;
pub mod telnet;

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

use crate::{Trouble, while_};
use patience::patiently;
use telnet::{DO, Ear, IAC, Piece, SB, SE, Skills, WILL, WONT, option, subnegotiate};

/// A noun that nothing in the world has, another one each time: what an earlier connection was shown
/// may be shown again, its answers to such nouns too. It stays on one line whatever the width.
pub fn unheard_noun() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let mut number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut noun = "zq".to_owned();
    // In letters: tests look for numbers that nobody may read.
    while number > 0 {
        noun.extend(char::from_digit(10 + number % 26, 36));
        number /= 26;
    }
    noun
}

/// Byte stream that a client speaks over.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// A connection.
pub struct Client {
    stream: Box<dyn Stream>,
    ear: Ear,
    pending: Vec<u8>,
    lines: VecDeque<String>,
    seen: Vec<String>,
    /// Values of the server's ECHO option, in order.
    pub echo: Vec<bool>,
    /// Every telnet command so far, in order, without the IAC before it.
    pub heard: Vec<Vec<u8>>,
    /// True for a client that answers telnet commands, as MUD clients do and `nc` does not.
    pub telnet: bool,
    /// Abilities of a client that answers telnet commands.
    pub skills: Skills,
    messages: VecDeque<(String, Value)>,
    replies: Vec<u8>,
    ended: bool,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// A refused connection.
    pub async fn connect(to: SocketAddr) -> Result<Self, Trouble> {
        Self::over_tcp(while_("connecting", TcpStream::connect(to).await)?)
    }

    /// Connects from one of the machine's own addresses, as 127.0.0.2.
    ///
    /// # Errors
    /// A refused connection, or an address that the machine does not have.
    pub async fn connect_from(from: [u8; 4], to: SocketAddr) -> Result<Self, Trouble> {
        let socket = while_("connecting", TcpSocket::new_v4())?;
        while_("connecting", socket.bind(SocketAddr::from((from, 0))))?;
        Self::over_tcp(while_("connecting", socket.connect(to).await)?)
    }

    fn over_tcp(stream: TcpStream) -> Result<Self, Trouble> {
        while_("connecting", stream.set_nodelay(true))?;
        Ok(Self::over(stream))
    }

    /// A client over a connection that was made already.
    #[must_use]
    pub fn over(stream: impl Stream + 'static) -> Self {
        Self {
            stream: Box::new(stream),
            ear: Ear::default(),
            pending: Vec::new(),
            lines: VecDeque::new(),
            seen: Vec::new(),
            echo: Vec::new(),
            heard: Vec::new(),
            telnet: false,
            skills: Skills::default(),
            messages: VecDeque::new(),
            replies: Vec::new(),
            ended: false,
        }
    }

    /// Connects and comes in by one line; what is read on the way is thrown
    /// away.
    ///
    /// # Errors
    /// A failed login.
    pub async fn come_in(to: SocketAddr, line: &str) -> Result<Self, Trouble> {
        let mut client = Self::connect(to).await?;
        client.log_in(line).await?;
        Ok(client)
    }

    /// Comes in by one line; what is read on the way is thrown away.
    ///
    /// # Errors
    /// A failed login.
    pub async fn log_in(&mut self, line: &str) -> Result<(), Trouble> {
        self.send(line).await?;
        self.until("Welcome").await?;
        self.fence().await?;
        self.lines.clear();
        Ok(())
    }

    /// Connects with a MUD client's skills.
    ///
    /// # Errors
    /// A refused connection.
    pub async fn skilled(to: SocketAddr, skills: Skills) -> Result<Self, Trouble> {
        let mut client = Self::connect(to).await?;
        client.telnet = true;
        client.skills = skills;
        Ok(client)
    }

    /// Connects with a MUD client's skills, waits until the server has asked all that it asks, and
    /// comes in by one line. What came in is kept.
    ///
    /// # Errors
    /// A failed login.
    pub async fn skilled_in(to: SocketAddr, skills: Skills, line: &str) -> Result<Self, Trouble> {
        let mut client = Self::skilled(to, skills).await?;
        client.settle().await?;
        client.send(line).await?;
        client.until("Welcome").await?;
        client.fence().await?;
        Ok(client)
    }

    /// Waits until the server has read and answered all that was negotiated, in as many rounds as
    /// the longest negotiation takes.
    ///
    /// # Errors
    /// A server that does not answer.
    pub async fn settle(&mut self) -> Result<(), Trouble> {
        const ROUNDS: usize = 8;
        const ASKED: [u8; 2] = [WILL, option::TIMING_MARK];
        let before = self.count(&ASKED);
        for round in 1..=ROUNDS {
            self.send_bytes(&[IAC, DO, option::TIMING_MARK]).await?;
            self.until_heard(&ASKED, before + round).await?;
        }
        Ok(())
    }

    /// Number of times that a command came so far.
    #[must_use]
    pub fn count(&self, command: &[u8]) -> usize {
        self.heard.iter().filter(|it| *it == command).count()
    }

    /// Waits until a command has come so many times.
    ///
    /// # Errors
    /// A connection that ends or falls silent before.
    pub async fn until_heard(&mut self, command: &[u8], times: usize) -> Result<(), Trouble> {
        while self.count(command) < times {
            if !self.fill().await? {
                return Err(format!("the end came before the command {command:?}"));
            }
        }
        Ok(())
    }

    /// Sends data for an option.
    ///
    /// # Errors
    /// A lost connection.
    pub async fn subnegotiate(&mut self, option: u8, data: &[u8]) -> Result<(), Trouble> {
        let mut bytes = Vec::new();
        subnegotiate(option, data, &mut bytes);
        self.send_bytes(&bytes).await
    }

    /// Sends a message by GMCP.
    ///
    /// # Errors
    /// A lost connection.
    pub async fn tell(&mut self, message: &str) -> Result<(), Trouble> {
        self.subnegotiate(option::GMCP, message.as_bytes()).await
    }

    /// The messages by GMCP that came since the last time, in order: package and data.
    pub fn told(&mut self) -> Vec<(String, Value)> {
        self.messages.drain(..).collect()
    }

    /// Waits for a message by GMCP; those before it are thrown away.
    ///
    /// # Errors
    /// A message that does not come.
    pub async fn until_told(&mut self, package: &str) -> Result<Value, Trouble> {
        let mut read = Vec::new();
        loop {
            match self.messages.pop_front() {
                Some((it, data)) if it == package => return Ok(data),
                Some((it, data)) => read.push(format!("{it} {data}")),
                None if self.fill().await.map_err(|why| format!("{why}: {read:?}"))? => {}
                None => return Err(format!("the end came before {package}: {read:?}")),
            }
        }
    }

    /// Bytes received, without their compression.
    #[must_use]
    pub fn stream(&self) -> &[u8] {
        &self.ear.stream
    }

    /// Returns whether the stream from the server is compressed now.
    #[must_use]
    pub fn is_compressed(&self) -> bool {
        self.ear.is_inflating()
    }

    /// Number of compressed bytes received, and number of compressed streams that ended as they
    /// should.
    #[must_use]
    pub fn packed(&self) -> (u64, u32) {
        (self.ear.packed, self.ear.finished)
    }

    /// Sends a line, ended by LF alone as `nc` does.
    ///
    /// # Errors
    /// A lost connection.
    pub async fn send(&mut self, line: &str) -> Result<(), Trouble> {
        self.send_bytes(format!("{line}\n").as_bytes()).await
    }

    /// Sends bytes as they are.
    ///
    /// # Errors
    /// A lost connection.
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        while_("sending", self.stream.write_all(bytes).await)?;
        while_("sending", self.stream.flush().await)
    }

    /// Says that nothing more is sent; what comes can still be read.
    ///
    /// # Errors
    /// A lost connection.
    pub async fn hang_up(&mut self) -> Result<(), Trouble> {
        while_("hanging up", self.stream.shutdown().await)
    }

    /// The next line, or none at the end of the connection.
    ///
    /// # Errors
    /// Silence for too long.
    pub async fn line(&mut self) -> Result<Option<String>, Trouble> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(Some(line));
            }
            if !self.fill().await? {
                return Ok(None);
            }
        }
    }

    /// The first line that holds a text; those before it are thrown away.
    ///
    /// # Errors
    /// A text that does not come.
    pub async fn until(&mut self, text: &str) -> Result<String, Trouble> {
        let mut read = Vec::new();
        loop {
            match self.line().await {
                Ok(Some(line)) if line.contains(text) => return Ok(line),
                Ok(Some(line)) => read.push(line),
                Ok(None) => return Err(format!("the end came before {text:?}: {read:?}")),
                Err(why) => return Err(format!("{why}, before {text:?}: {read:?}")),
            }
        }
    }

    /// Waits until a text stands at the end of what came, as a prompt does.
    ///
    /// # Errors
    /// A text that does not come.
    pub async fn until_prompt(&mut self, text: &str) -> Result<(), Trouble> {
        loop {
            let end = String::from_utf8_lossy(&self.pending);
            if end.contains(text) {
                self.pending.clear();
                return Ok(());
            }
            if !self.fill().await? {
                return Err(format!("the end came before the prompt {text:?}"));
            }
        }
    }

    /// Waits until the game has done all that was sent, by asking it something
    /// that it answers in one line that nobody else gets.
    ///
    /// # Errors
    /// A server that does not answer.
    pub async fn fence(&mut self) -> Result<(), Trouble> {
        self.do_then_fence("").await
    }

    /// Sends a line and waits until the game has done it. Both go out as one:
    /// what is written to a connection that is just being closed costs the last
    /// words on it.
    ///
    /// # Errors
    /// A server that does not answer.
    pub async fn do_line(&mut self, line: &str) -> Result<(), Trouble> {
        self.do_then_fence(&format!("{line}\n")).await
    }

    async fn do_then_fence(&mut self, line: &str) -> Result<(), Trouble> {
        if self.ended {
            return Ok(());
        }
        let noun = unheard_noun();
        // Whoever has left cannot be asked any more.
        if self.send(&format!("{line}look {noun}")).await.is_err() {
            while self.fill().await? {}
            return Ok(());
        }
        let answer = format!("You see no \"{noun}\" here.");
        let mut seen = 0;
        loop {
            let at = self.lines.iter().skip(seen).position(|it| *it == answer);
            if let Some(at) = at {
                self.lines.remove(seen + at);
                return Ok(());
            }
            seen = self.lines.len();
            if !self.fill().await? {
                return Ok(());
            }
        }
    }

    /// Returns the next line that has been received already.
    #[must_use]
    pub fn take(&mut self) -> Option<String> {
        self.lines.pop_front()
    }

    /// Every line so far, in order.
    #[must_use]
    pub fn seen(&self) -> &[String] {
        &self.seen
    }

    /// Waits until the server ends the connection; what came last.
    ///
    /// # Errors
    /// A connection that does not end.
    pub async fn until_end(&mut self) -> Result<Vec<String>, Trouble> {
        while self.fill().await? {}
        Ok(self.lines.drain(..).collect())
    }

    /// Reads once. False at the end.
    async fn fill(&mut self) -> Result<bool, Trouble> {
        if self.ended {
            return Ok(false);
        }
        let mut buffer = [0; 4_096];
        // A connection that is reset has ended as well.
        let n = patiently(self.stream.read(&mut buffer)).await?.unwrap_or(0);
        self.ended = n == 0;
        for piece in self.ear.hear(buffer.get(..n).unwrap_or_default())? {
            match piece {
                Piece::Byte(byte) => self.read(byte),
                Piece::Command(command) => self.hear(command),
            }
        }
        let replies = std::mem::take(&mut self.replies);
        // Whoever has left does not hear the answer.
        if self.telnet && !replies.is_empty() && self.send_bytes(&replies).await.is_err() {
            self.replies.clear();
        }
        Ok(n > 0)
    }

    /// Notes a telnet command and answers it.
    fn hear(&mut self, command: Vec<u8>) {
        match *command {
            [WILL, option::ECHO] => self.echo.push(true),
            [WONT, option::ECHO] => self.echo.push(false),
            _ => {}
        }
        self.messages.extend(message(&command));
        self.ear.answer(&command, &self.skills, &mut self.replies);
        self.heard.push(command);
    }

    fn read(&mut self, byte: u8) {
        self.pending.push(byte);
        if byte == b'\n' {
            let line = std::mem::take(&mut self.pending);
            let lines = plain_lines(&line).into_iter().filter_map(without_prompt);
            for line in lines {
                self.seen.push(line.clone());
                self.lines.push_back(line);
            }
        }
    }
}

/// A message by GMCP: package and data.
fn message(command: &[u8]) -> Option<(String, Value)> {
    let data = command.strip_prefix(&[SB, option::GMCP])?.strip_suffix(&[IAC, SE])?;
    let text = String::from_utf8_lossy(data);
    let (package, data) = text.split_once(' ').unwrap_or((&text, "null"));
    // What is no JSON fails every comparison.
    let data = serde_json::from_str(data).unwrap_or_else(|_| format!("not {data}").into());
    Some((package.to_owned(), data))
}

/// A line without the prompt it was shown after; none when there was nothing
/// but the prompt.
fn without_prompt(line: String) -> Option<String> {
    let mut rest = line.as_str();
    while let Some(after) = rest.strip_prefix("> ") {
        rest = after;
    }
    let only_prompt = rest.is_empty() && !line.is_empty() || rest == ">";
    (!only_prompt).then(|| rest.to_owned())
}

/// Whole lines as they read, without their colours.
#[must_use]
pub fn plain_lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\x1b' {
            plain.push(letter);
            continue;
        }
        // Colours are sent that way, ESC [ … m, and links, ESC ] … BEL or ESC ] … ESC \.
        let end: &[char] = if letters.next() == Some('[') { &['m'] } else { &['\x07', '\\'] };
        letters.by_ref().find(|it| end.contains(it));
    }
    plain.lines().map(|it| it.trim_end_matches('\r').to_owned()).collect()
}
