//! A small telnet client: whole lines without colours and prompts, and the
//! telnet commands that came with them.

use std::{collections::VecDeque, net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

use crate::{Trouble, while_};

/// The longest wait for anything; only what is broken takes that long.
pub const PATIENCE: Duration = Duration::from_secs(10);

const IAC: u8 = 255;
const SB: u8 = 250;
const SE: u8 = 240;
const WILL: u8 = 251;
const WONT: u8 = 252;
const DO: u8 = 253;
const DONT: u8 = 254;
const ECHO: u8 = 1;

/// What a client speaks over.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// A connection.
pub struct Client {
    stream: Box<dyn Stream>,
    bytes: Vec<u8>,
    pending: Vec<u8>,
    lines: VecDeque<String>,
    seen: Vec<String>,
    /// Whether the server said that it echoes, each time it said so.
    pub echo: Vec<bool>,
    /// Whether it answers telnet commands, as MUD clients do and `nc` does not.
    pub telnet: bool,
    replies: Vec<u8>,
    ended: bool,
    fences: u32,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// When nobody listens.
    pub async fn connect(to: SocketAddr) -> Result<Self, Trouble> {
        Self::over_tcp(while_("connecting", TcpStream::connect(to).await)?)
    }

    /// Connects from one of the machine's own addresses, as 127.0.0.2.
    ///
    /// # Errors
    /// When nobody listens, or the machine has no such address.
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
            bytes: Vec::new(),
            pending: Vec::new(),
            lines: VecDeque::new(),
            seen: Vec::new(),
            echo: Vec::new(),
            telnet: false,
            replies: Vec::new(),
            ended: false,
            fences: 0,
        }
    }

    /// Connects and comes in by one line; what is read on the way is thrown
    /// away.
    ///
    /// # Errors
    /// When that does not work.
    pub async fn come_in(to: SocketAddr, line: &str) -> Result<Self, Trouble> {
        let mut client = Self::connect(to).await?;
        client.log_in(line).await?;
        Ok(client)
    }

    /// Comes in by one line; what is read on the way is thrown away.
    ///
    /// # Errors
    /// When that does not work.
    pub async fn log_in(&mut self, line: &str) -> Result<(), Trouble> {
        self.send(line).await?;
        self.until("Welcome").await?;
        self.fence().await?;
        self.lines.clear();
        Ok(())
    }

    /// Sends a line, ended by LF alone as `nc` does.
    ///
    /// # Errors
    /// When the connection is gone.
    pub async fn send(&mut self, line: &str) -> Result<(), Trouble> {
        self.send_bytes(format!("{line}\n").as_bytes()).await
    }

    /// Sends bytes as they are.
    ///
    /// # Errors
    /// When the connection is gone.
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        while_("sending", self.stream.write_all(bytes).await)?;
        while_("sending", self.stream.flush().await)
    }

    /// The next line, or none at the end of the connection.
    ///
    /// # Errors
    /// When nothing comes for too long.
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
    /// When it does not come.
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
    /// When it does not come.
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
    /// When it does not answer.
    pub async fn fence(&mut self) -> Result<(), Trouble> {
        self.do_then_fence("").await
    }

    /// Sends a line and waits until the game has done it. Both go out as one:
    /// what is written to a connection that is just being closed costs the last
    /// words on it.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn do_line(&mut self, line: &str) -> Result<(), Trouble> {
        self.do_then_fence(&format!("{line}\n")).await
    }

    async fn do_then_fence(&mut self, line: &str) -> Result<(), Trouble> {
        if self.ended {
            return Ok(());
        }
        self.fences += 1;
        // Short enough to stay on one line whatever the width.
        let noun = format!("zq{}", self.fences);
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

    /// Whether lines are there to be read at once.
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
    /// When it does not.
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
        let read = timeout(PATIENCE, self.stream.read(&mut buffer)).await;
        // A connection that is reset has ended as well.
        let n = read.map_err(|_| "nothing came for too long")?.unwrap_or(0);
        self.ended = n == 0;
        self.bytes.extend(buffer.iter().take(n));
        self.split();
        let replies = std::mem::take(&mut self.replies);
        if self.telnet && !replies.is_empty() {
            self.send_bytes(&replies).await?;
        }
        Ok(n > 0)
    }

    /// Notes a telnet command and answers it: hidden typing is fine, nothing
    /// else is.
    fn hear(&mut self, command: &[u8]) {
        match *command {
            [WILL, ECHO] => {
                self.echo.push(true);
                self.replies.extend([IAC, DO, ECHO]);
            }
            [WONT, ECHO] => {
                self.echo.push(false);
                self.replies.extend([IAC, DONT, ECHO]);
            }
            [WILL, option] => self.replies.extend([IAC, DONT, option]),
            [DO, option] => self.replies.extend([IAC, WONT, option]),
            _ => {}
        }
    }

    /// Takes whole lines and telnet commands from the bytes that came.
    fn split(&mut self) {
        let mut left = std::mem::take(&mut self.bytes).into_iter().collect::<VecDeque<u8>>();
        while let Some(byte) = left.pop_front() {
            if byte == IAC {
                let Some(length) = command_length(&left) else {
                    left.push_front(IAC);
                    break;
                };
                let command: Vec<u8> = left.drain(..length).collect();
                self.hear(&command);
                continue;
            }
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
        self.bytes = left.into();
    }
}

/// How many bytes a telnet command has after its IAC; none when it is not
/// whole yet.
fn command_length(bytes: &VecDeque<u8>) -> Option<usize> {
    let length = match *bytes.front()? {
        SB => 2 + bytes.iter().zip(bytes.iter().skip(1)).position(|it| it == (&IAC, &SE))?,
        WILL..=254 => 2,
        _ => 1,
    };
    (bytes.len() >= length).then_some(length)
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
        if letter == '\x1b' {
            // Colours are the only thing sent that way: ESC [ … m.
            for inner in letters.by_ref() {
                if inner == 'm' {
                    break;
                }
            }
        } else {
            plain.push(letter);
        }
    }
    plain.lines().map(|it| it.trim_end_matches('\r').to_owned()).collect()
}
