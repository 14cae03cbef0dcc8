//! Load of many clients in one room.

use std::{sync::Arc, time::Duration};

use server::clock::Stopwatch;
use tests::Trouble;

use crate::load::{self, Client, all};

/// Time that a speaker waits for everybody to listen.
const READY: Duration = Duration::from_millis(50);
/// Letters of a long line, which is near the longest that the server takes.
const LONG: usize = 3_900;
/// Looks, or lines of talk, of each in a second: less than the limits allow.
const EACH_SECOND: u32 = 6;
/// Bytes that only the answer to `look` holds.
const SEEN: &[u8] = b"Exits: ";

/// The first `speakers` speak, each again as soon as it has heard itself; all
/// hear everything. Returns also how long speakers waited for their own lines,
/// in order.
pub(crate) async fn converse(
    clients: Vec<Client>,
    speakers: usize,
    rounds: usize,
) -> Result<(Vec<Client>, Vec<Duration>), Trouble> {
    let lines = speakers * rounds;
    let talking = clients.into_iter().enumerate().map(|(n, mut client)| async move {
        let mut heard = 0;
        let mut took = Vec::new();
        if n < speakers {
            let own = format!("number {n:02} ");
            let line = format!("say That is what {own}heard (twice).\r\n");
            for _ in 0..rounds {
                let watch = Stopwatch::start();
                client.send(line.as_bytes()).await?;
                heard += hear(&mut client, own.as_bytes()).await?;
                took.push(watch.elapsed());
            }
        }
        while heard < lines {
            heard += load::count(client.read().await?);
        }
        Ok((n, client, took))
    });
    let mut done = all(talking).await?;
    done.sort_by_key(|(n, ..)| *n);
    let mut took: Vec<_> = done.iter().flat_map(|(.., took)| took.iter().copied()).collect();
    took.sort();
    Ok((done.into_iter().map(|(_, client, _)| client).collect(), took))
}

/// Reads until its own words come by, and counts the lines on the way.
async fn hear(client: &mut Client, own: &[u8]) -> Result<usize, Trouble> {
    let mut lines = 0;
    let mut end = Vec::new();
    loop {
        let bytes = client.read().await?;
        lines += load::count(bytes);
        end.extend(bytes);
        if load::contains(&end, own) {
            return Ok(lines);
        }
        let kept = end.len().saturating_sub(own.len());
        end.drain(..kept);
    }
}

/// One speaks, and everybody else listens. Returns how long it took until the
/// last one had heard it, each time.
pub(crate) async fn reach(
    mut clients: Vec<Client>,
    times: usize,
) -> Result<(Vec<Client>, Vec<Duration>), Trouble> {
    let mut took = Vec::with_capacity(times);
    for _ in 0..times {
        let watch = Stopwatch::start();
        let hearing = clients.into_iter().enumerate().map(|(n, mut client)| async move {
            let mut from = Duration::ZERO;
            if n == 0 {
                tokio::time::sleep(READY).await;
                from = watch.elapsed();
                client.send(b"say That is what I heard (once).\r\n").await?;
            }
            while load::count(client.read().await?) == 0 {}
            Ok((n, client, from, watch.elapsed()))
        });
        let mut done = all(hearing).await?;
        done.sort_by_key(|(n, ..)| *n);
        let last = done.iter().map(|(.., at)| *at).max().unwrap_or_default();
        let from = done.first().map(|(_, _, from, _)| *from).unwrap_or_default();
        took.push(last.saturating_sub(from));
        clients = done.into_iter().map(|(_, client, ..)| client).collect();
    }
    took.sort();
    Ok((clients, took))
}

/// Each client looks once a second. Returns also how long each answer took, in
/// order.
pub(crate) async fn looks(
    clients: Vec<Client>,
    line: &str,
    seconds: usize,
) -> Result<(Vec<Client>, Vec<Duration>), Trouble> {
    let line = line.as_bytes().into();
    repeat(clients, Duration::from_secs(1), seconds, Deed::Look(line)).await
}

/// The first `lookers` look, each again as soon as it has seen the place.
pub(crate) async fn gaze(
    mut clients: Vec<Client>,
    line: &str,
    lookers: usize,
    each: usize,
) -> Result<Vec<Client>, Trouble> {
    let others = clients.split_off(lookers.min(clients.len()));
    let looking = clients.into_iter().map(|mut client| {
        let line = line.to_owned();
        async move {
            for _ in 0..each {
                client.view(line.as_bytes()).await?;
            }
            Ok(client)
        }
    });
    let mut clients = all(looking).await?;
    clients.extend(others);
    Ok(clients)
}

/// As [`looks`], while others talk: for so long, several times a second.
pub(crate) async fn looks_among_talk(
    clients: Vec<Client>,
    span: Duration,
) -> Result<(Vec<Client>, Vec<Duration>), Trouble> {
    let (pace, times) = several(span);
    repeat(clients, pace, times, Deed::LookAmongTalk).await
}

/// Each client says long lines for so long, several a second.
pub(crate) async fn chat(clients: Vec<Client>, span: Duration) -> Result<Vec<Client>, Trouble> {
    let (pace, times) = several(span);
    let line = format!("say {}\r\n", "a".repeat(LONG));
    Ok(repeat(clients, pace, times, Deed::Talk(line.into_bytes().into())).await?.0)
}

/// Pause between two actions, and number of actions in a time.
fn several(span: Duration) -> (Duration, usize) {
    let pace = Duration::from_secs(1) / EACH_SECOND;
    (pace, usize::try_from(span.as_secs()).unwrap_or_default() * EACH_SECOND as usize)
}

/// Repeated action of a client.
#[derive(Clone)]
enum Deed {
    /// Sends a line and reads to the prompt.
    Look(Arc<[u8]>),
    /// Looks, and reads past what others say.
    LookAmongTalk,
    /// Sends a line and does not wait.
    Talk(Arc<[u8]>),
}

impl Deed {
    async fn once(&self, client: &mut Client) -> Result<(), Trouble> {
        match self {
            Self::Look(line) => client.view(line).await.map(drop),
            Self::LookAmongTalk => client.await_part(b"look\r\n", SEEN).await,
            Self::Talk(line) => {
                client.drain();
                client.send(line).await
            }
        }
    }
}

/// Every client does something so many times, at a pace, and not all at the
/// same moment. Returns also how long it took each time, in order.
async fn repeat(
    clients: Vec<Client>,
    pace: Duration,
    times: usize,
    deed: Deed,
) -> Result<(Vec<Client>, Vec<Duration>), Trouble> {
    let gap = pace / u32::try_from(clients.len().max(1)).unwrap_or(1);
    let offsets = (0..).map(|n| gap * n);
    let working = clients.into_iter().zip(offsets).map(|(mut client, offset)| {
        let deed = deed.clone();
        async move {
            tokio::time::sleep(offset).await;
            let mut beat = tokio::time::interval(pace);
            let mut took = Vec::with_capacity(times);
            for _ in 0..times {
                beat.tick().await;
                let watch = Stopwatch::start();
                deed.once(&mut client).await?;
                took.push(watch.elapsed());
            }
            Ok((client, took))
        }
    });
    let (clients, took): (Vec<_>, Vec<_>) = all(working).await?.into_iter().unzip();
    let mut took = took.concat();
    took.sort();
    Ok((clients, took))
}
