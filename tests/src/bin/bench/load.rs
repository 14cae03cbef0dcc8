//! The clients: as lean as they can be, since they run on the same machine.

use std::time::Duration;

use server::clock::Stopwatch;
use tests::{Trouble, while_};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

use crate::subject::{Program, Subject};

/// How long one client's whole work may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The one byte that every answer to be counted holds, and no other line.
const MARK: u8 = b')';
/// What stands at the end of an answer.
const PROMPT: &[u8] = b"\n> ";

/// A connection.
pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    /// Connects, but says nothing yet.
    pub(crate) async fn connect(to: &Subject) -> Result<Self, Trouble> {
        let stream = while_("connecting", TcpStream::connect(to.address).await)?;
        while_("connecting", stream.set_nodelay(true))?;
        Ok(Self { stream, buffer: vec![0; 16 * 1_024] })
    }

    /// Comes in as a guest; the broadcaster has no door.
    pub(crate) async fn come_in(&mut self, to: &Subject) -> Result<(), Trouble> {
        match to.program {
            Program::Broadcaster => return Ok(()),
            Program::Hearsay => {}
        }
        self.send(b"connect guest\r\n").await?;
        let mut shown = Vec::new();
        while !contains(&shown, b"Welcome") {
            shown = self.until_prompt().await?;
        }
        Ok(())
    }

    async fn send(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        while_("sending", self.stream.write_all(bytes).await)
    }

    async fn read(&mut self) -> Result<&[u8], Trouble> {
        let n = while_("reading", self.stream.read(&mut self.buffer).await)?;
        if n == 0 {
            return Err("the program ended a connection".into());
        }
        Ok(self.buffer.get(..n).unwrap_or_default())
    }

    /// Throws away what has come unasked.
    pub(crate) fn drain(&mut self) {
        while self.stream.try_read(&mut self.buffer).is_ok_and(|n| n > 0) {}
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

fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|it| **it == MARK).count()
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|it| it == part)
}

/// So many clients who are in, one after the other.
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

/// All clients speak, and each speaks again when it has heard everybody.
pub(crate) async fn talk(clients: Vec<Client>, rounds: usize) -> Result<Vec<Client>, Trouble> {
    let many = clients.len();
    let talking = clients.into_iter().map(|mut client| async move {
        let mut heard = 0;
        for round in 1..=rounds {
            client.send(b"say That is what I heard (twice).\r\n").await?;
            while heard < round * many {
                heard += count(client.read().await?);
            }
        }
        Ok(client)
    });
    all(talking).await
}

/// Each client looks once a second, at moments of its own. Returns how long
/// each answer took.
pub(crate) async fn looks(
    clients: Vec<Client>,
    line: &str,
    seconds: usize,
) -> Result<Vec<Duration>, Trouble> {
    let gap = Duration::from_secs(1) / u32::try_from(clients.len().max(1)).unwrap_or(1);
    let offsets = (0..).map(|n| gap * n);
    let looking = clients.into_iter().zip(offsets).map(|(mut client, offset)| {
        let line = line.to_owned();
        async move {
            tokio::time::sleep(offset).await;
            let mut seconds_pass = tokio::time::interval(Duration::from_secs(1));
            let mut took = Vec::with_capacity(seconds);
            for _ in 0..seconds {
                seconds_pass.tick().await;
                let watch = Stopwatch::start();
                client.view(line.as_bytes()).await?;
                took.push(watch.elapsed());
            }
            Ok(took)
        }
    });
    let mut took = all(looking).await?.concat();
    took.sort();
    Ok(took)
}

/// Does all the work at the same time.
async fn all<T: Send + 'static>(
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
