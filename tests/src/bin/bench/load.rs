//! The clients: as lean as they can be, since they run on the same machine.

use std::time::Duration;

use tests::{Trouble, while_};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

use crate::{
    page::{self, PageFrames},
    subject::{Program, Subject},
};

/// Timeout of one client's whole work.
const PATIENCE: Duration = Duration::from_secs(60);
/// The one byte that every answer to be counted holds, and no other line.
const MARK: u8 = b')';
/// End of every answer.
const PROMPT: &[u8] = b"\n> ";

/// A connection.
pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// Frames of a page; none for telnet.
    frames: Option<PageFrames>,
}

impl Client {
    /// Connects, but says nothing yet.
    pub(crate) async fn connect(to: &Subject) -> Result<Self, Trouble> {
        let stream = while_("connecting", TcpStream::connect(to.address).await)?;
        while_("connecting", stream.set_nodelay(true))?;
        Ok(Self { stream, buffer: vec![0; 16 * 1_024], frames: None })
    }

    /// Opens a page, and comes in as a guest.
    pub(crate) async fn open_page(to: &Subject) -> Result<Self, Trouble> {
        let address = to.page.ok_or("the program has no page")?;
        let mut stream = while_("connecting", TcpStream::connect(address).await)?;
        while_("connecting", stream.set_nodelay(true))?;
        page::shake(&mut stream, address).await?;
        let frames = Some(PageFrames::default());
        let mut client = Self { stream, buffer: vec![0; 16 * 1_024], frames };
        client.write(&page::frame(br#"{"t":"guest"}"#)).await?;
        client.until(br#"{"in":{"#).await?;
        Ok(client)
    }

    /// Comes in as a guest; the broadcaster has no door.
    pub(crate) async fn come_in(&mut self, to: &Subject) -> Result<(), Trouble> {
        match to.program {
            Program::Broadcaster => return Ok(()),
            Program::Hearsay | Program::Guarded => {}
        }
        self.send(b"connect guest\r\n").await?;
        let mut shown = Vec::new();
        while !contains(&shown, b"Welcome") {
            shown = self.until_prompt().await?;
        }
        Ok(())
    }

    /// Returns whether it is a page.
    pub(crate) fn is_page(&self) -> bool {
        self.frames.is_some()
    }

    /// Sends lines; of a page each is a message.
    pub(crate) async fn send(&mut self, lines: &[u8]) -> Result<(), Trouble> {
        if self.frames.is_some() {
            self.write(&page::lines(lines)).await
        } else {
            self.write(lines).await
        }
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        while_("sending", self.stream.write_all(bytes).await)
    }

    /// Reads some of what has come: bytes, or of a page parts of its messages.
    pub(crate) async fn read(&mut self) -> Result<&[u8], Trouble> {
        let n = while_("reading", self.stream.read(&mut self.buffer).await)?;
        if n == 0 {
            return Err("the program ended a connection".into());
        }
        let Some(frames) = &mut self.frames else {
            return Ok(self.buffer.get(..n).unwrap_or_default());
        };
        frames.take(self.buffer.get(..n).unwrap_or_default());
        if let Some(acknowledgement) = frames.acknowledgement() {
            while_("sending", self.stream.write_all(&acknowledgement).await)?;
        }
        Ok(self.frames.as_ref().map(PageFrames::text).unwrap_or_default())
    }

    /// Throws away what has come unasked.
    pub(crate) fn drain(&mut self) {
        while let Ok(n) = self.stream.try_read(&mut self.buffer)
            && n > 0
        {
            if let Some(frames) = &mut self.frames {
                frames.take(self.buffer.get(..n).unwrap_or_default());
            }
        }
    }

    /// Returns whether the other side keeps the connection, once all data is read.
    pub(crate) fn is_open(&mut self) -> bool {
        crate::attack::is_open(&self.stream)
    }

    /// Sends a line `times`, with so many unanswered ones at a time: the next
    /// goes as soon as an answer has come.
    async fn ask(&mut self, line: &[u8], times: usize, window: usize) -> Result<(), Trouble> {
        let (mut sent, mut answered) = (0, 0);
        while answered < times {
            let more = (answered + window).min(times).saturating_sub(sent);
            if more > 0 {
                self.send(&line.repeat(more)).await?;
                sent += more;
            }
            answered += count(self.read().await?);
        }
        Ok(())
    }

    /// Makes a character of this name and comes in with it.
    pub(crate) async fn create(&mut self, name: &str) -> Result<(), Trouble> {
        let line = format!("create {name} one-of-the-crowd\r\n");
        within(self.await_part(line.as_bytes(), b"Welcome")).await
    }

    /// Sends lines at once and reads until `part` has come so often, whatever else comes.
    pub(crate) async fn await_parts(
        &mut self,
        lines: &[u8],
        part: &[u8],
        times: usize,
    ) -> Result<(), Trouble> {
        self.send(lines).await?;
        let (mut shown, mut come) = (Vec::<u8>::new(), 0);
        while come < times {
            let kept = shown.len().min(part.len().saturating_sub(1));
            shown.drain(..shown.len() - kept);
            shown.extend(self.read().await?);
            come += shown.windows(part.len()).filter(|it| *it == part).count();
        }
        Ok(())
    }

    /// Sends a line and reads until `part` has come, whatever else comes.
    pub(crate) async fn await_part(&mut self, line: &[u8], part: &[u8]) -> Result<(), Trouble> {
        self.send(line).await?;
        self.until(part).await
    }

    async fn until(&mut self, part: &[u8]) -> Result<(), Trouble> {
        // A part may come in two reads.
        let mut shown = Vec::new();
        while !contains(&shown, part) {
            let kept = shown.len().saturating_sub(part.len());
            shown.drain(..kept);
            shown.extend(self.read().await?);
        }
        Ok(())
    }

    /// Sends a line and reads to the prompt. Returns how many bytes the answer
    /// had.
    pub(crate) async fn view(&mut self, line: &[u8]) -> Result<usize, Trouble> {
        self.send(line).await?;
        Ok(self.until_prompt().await?.len())
    }

    async fn until_prompt(&mut self) -> Result<Vec<u8>, Trouble> {
        let mut shown = Vec::new();
        while !shown.ends_with(PROMPT) {
            shown.extend(self.read().await?);
        }
        Ok(shown)
    }
}

/// Number of answers or lines that end in these bytes.
pub(crate) fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|it| **it == MARK).count()
}

pub(crate) fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|it| it == part)
}

/// Connects so many clients, one after the other.
pub(crate) async fn guests(to: &Subject, many: usize) -> Result<Vec<Client>, Trouble> {
    let mut clients = Vec::with_capacity(many);
    for _ in 0..many {
        let mut client = Client::connect(to).await?;
        within(client.come_in(to)).await?;
        clients.push(client);
    }
    to.settle().await?;
    clients.iter_mut().for_each(Client::drain);
    Ok(clients)
}

/// Opens so many pages, one after the other.
pub(crate) async fn pages(to: &Subject, many: usize) -> Result<Vec<Client>, Trouble> {
    let mut clients = Vec::with_capacity(many);
    for _ in 0..many {
        clients.push(within(Client::open_page(to)).await?);
    }
    to.settle().await?;
    clients.iter_mut().for_each(Client::drain);
    Ok(clients)
}

/// Waits for a client's work, but not for ever.
pub(crate) async fn within<T>(
    work: impl Future<Output = Result<T, Trouble>>,
) -> Result<T, Trouble> {
    tokio::time::timeout(PATIENCE, work).await.map_err(|_| "a client waits for too long")?
}

/// All clients at once ask for the time, each so often.
pub(crate) async fn commands(
    clients: Vec<Client>,
    each: usize,
    window: usize,
) -> Result<Vec<Client>, Trouble> {
    let asking = clients.into_iter().map(|mut client| async move {
        client.ask(b"time\r\n", each, window).await?;
        Ok(client)
    });
    all(asking).await
}

/// Runs all the work at the same time.
pub(crate) async fn all<T: Send + 'static>(
    work: impl Iterator<Item = impl Future<Output = Result<T, Trouble>> + Send + 'static>,
) -> Result<Vec<T>, Trouble> {
    let mut tasks = JoinSet::new();
    for it in work {
        tasks.spawn(within(it));
    }
    let mut done = Vec::with_capacity(tasks.len());
    while let Some(it) = tasks.join_next().await {
        done.push(while_("a client", it)??);
    }
    Ok(done)
}
