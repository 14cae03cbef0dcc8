//! What is measured, and how. The same code measures the server and the
//! yardstick.

use std::time::Duration;

use tests::Trouble;

use crate::{
    load::{self, Client},
    subject::{Program, Subject},
};

/// Starts of which the median counts.
const STARTS: usize = 5;
/// Idle connections.
const IDLE: usize = 500;
/// Clients at saturation. With half as many the server would answer each more
/// often than a session may speak (1,000 lines a second).
const BUSY: usize = 64;
/// Commands of each of them.
const COMMANDS: usize = 2_000;
/// Commands that wait at once, where more than one does.
const WINDOW: usize = 8;
/// Those who hear one another, and how often each speaks.
const TALKING: usize = 50;
const ROUNDS: usize = 40;
/// Players who look, and for how many seconds.
const LOOKING: usize = 200;
const SECONDS: usize = 10;
/// How long idle players are watched.
const WATCHED: Duration = Duration::from_secs(5);
/// Until the sessions may send as many lines at once as ever.
const REFILL: Duration = Duration::from_millis(1_500);

/// The figures of one program.
pub(crate) struct Figures {
    /// From the start of the process to its first line, in milliseconds.
    pub(crate) start: f64,
    /// KiB for each idle connection that has not said who it is.
    pub(crate) open: f64,
    /// KiB for each idle player.
    pub(crate) idle: f64,
    /// Microseconds of computing for each command, one at a time.
    pub(crate) command: f64,
    /// The same with eight on their way.
    pub(crate) burst: f64,
    /// Microseconds of computing for each line and hearer.
    pub(crate) heard: f64,
    /// How long `look` takes, in milliseconds: median, 99th percentile, worst.
    pub(crate) look: [f64; 3],
    /// The size of its answer in bytes.
    pub(crate) look_size: usize,
    /// Milliseconds of computing in a second for 200 idle players.
    pub(crate) resting: f64,
}

impl Figures {
    /// Measures a program; `look` is the line that asks it for a view.
    pub(crate) async fn of(program: Program, look: &str) -> Result<Self, Trouble> {
        let start = start(program)?;
        let [open, idle] = memory(program).await?;
        let [command, burst] = saturation(program).await?;
        let heard = talk(program).await?;
        let (look, look_size, resting) = crowd(program, look).await?;
        Ok(Self { start, open, idle, command, burst, heard, look, look_size, resting })
    }
}

fn start(program: Program) -> Result<f64, Trouble> {
    let mut took = Vec::with_capacity(STARTS);
    for _ in 0..STARTS {
        took.push(Subject::start(program)?.1);
    }
    took.sort();
    Ok(milliseconds(percentile(&took, 50)))
}

/// KiB for each connection: before it has said anything, and as an idle guest.
async fn memory(program: Program) -> Result<[f64; 2], Trouble> {
    let (subject, _) = Subject::start(program)?;
    // The first ones pay for what all share.
    let first = load::guests(&subject, 20).await?;
    let before = subject.memory()?;
    let mut clients = Vec::with_capacity(IDLE);
    for _ in 0..IDLE {
        clients.push(Client::connect(&subject).await?);
    }
    subject.settle().await?;
    let open = subject.memory()?;
    for client in &mut clients {
        load::within(client.come_in(&subject)).await?;
    }
    subject.settle().await?;
    let idle = subject.memory()?;
    drop((first, clients));
    let each = |after: u64| after.saturating_sub(before) as f64 / 1_024.0 / IDLE as f64;
    Ok([each(open), each(idle)])
}

/// Microseconds of computing for a command: with one under way, and with more.
async fn saturation(program: Program) -> Result<[f64; 2], Trouble> {
    let (subject, _) = Subject::start(program)?;
    let clients = load::guests(&subject, BUSY).await?;
    let mut clients = load::commands(clients, 100, 1).await?;
    let mut figures = [0.0; 2];
    for (figure, window) in figures.iter_mut().zip([1, WINDOW]) {
        tokio::time::sleep(REFILL).await;
        let before = subject.cpu()?;
        clients = load::commands(clients, COMMANDS, window).await?;
        *figure = microseconds(subject.cpu()? - before, BUSY * COMMANDS);
    }
    Ok(figures)
}

/// Microseconds of computing for a spoken line and one who hears it.
async fn talk(program: Program) -> Result<f64, Trouble> {
    let (subject, _) = Subject::start(program)?;
    let clients = load::guests(&subject, TALKING).await?;
    let before = subject.cpu()?;
    // They stay to the end, so that nobody's leaving counts.
    let _clients = load::talk(clients, ROUNDS).await?;
    Ok(microseconds(subject.cpu()? - before, TALKING * TALKING * ROUNDS))
}

/// How long `look` takes among many, its size, and what they cost at rest.
async fn crowd(program: Program, line: &str) -> Result<([f64; 3], usize, f64), Trouble> {
    let (subject, _) = Subject::start(program)?;
    let mut clients = load::guests(&subject, LOOKING).await?;
    let before = subject.cpu()?;
    tokio::time::sleep(WATCHED).await;
    let resting = milliseconds(subject.cpu()? - before) / WATCHED.as_secs_f64();
    let size = match clients.first_mut() {
        Some(client) => load::within(client.view(line.as_bytes())).await?,
        None => 0,
    };
    let took = load::looks(clients, line, SECONDS).await?;
    let look = [50, 99, 100].map(|percent| milliseconds(percentile(&took, percent)));
    Ok((look, size, resting))
}

/// The value that so many percent do not exceed; the values are in order.
fn percentile(values: &[Duration], percent: usize) -> Duration {
    let place = (values.len() * percent).div_ceil(100).saturating_sub(1);
    values.get(place).copied().unwrap_or_default()
}

fn milliseconds(span: Duration) -> f64 {
    span.as_secs_f64() * 1e3
}

fn microseconds(span: Duration, times: usize) -> f64 {
    span.as_secs_f64() * 1e6 / times as f64
}
