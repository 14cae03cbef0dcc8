//! Figures and their measurement. The same code measures the server and the yardstick.

use std::time::Duration;

use tests::Trouble;

use crate::{
    crowd,
    load::{self, Client},
    subject::{Program, Subject},
};

/// Starts of which the median counts.
const STARTS: usize = 5;
/// Guests who pay for what all share, before memory is counted.
const FIRST: usize = 20;
/// Everybody in the room, and those of them who speak.
pub(crate) const CROWD: usize = 1_000;
const SPEAKERS: usize = 16;
/// Number of times that each of them speaks.
const ROUNDS: usize = 15;
/// Number of times that a single speaker speaks.
const ALONE: usize = 100;
/// Number of times that one speaks to everybody.
const SPEECHES: usize = 20;
/// Number of times that each of a crowd looks, while the others are silent.
const GAZES: usize = 500;
/// Seconds for which everybody looks once a second.
const SECONDS: usize = 4;
/// Guests who log in while the crowd is there.
const NEWCOMERS: usize = 200;
/// Time for which the idle crowd is watched.
const WATCHED: Duration = Duration::from_secs(3);
/// Connections that only stay.
pub(crate) const HELD: usize = 5_000;
/// Clients at saturation.
const BUSY: usize = 64;
/// Commands of each of them.
const COMMANDS: usize = 2_000;
/// Number of measurements of each program, by turns. Other work of the machine can only add to a
/// figure, so the least counts.
pub(crate) const TURNS: usize = 7;
/// Commands that wait at once, where more than one does.
const WINDOW: usize = 8;

/// The figures of one program.
#[derive(Default)]
pub(crate) struct Figures {
    /// From the start of the process to its first line, in milliseconds.
    pub(crate) start: f64,
    /// KiB for each of 5,000 connections that have not said who they are.
    pub(crate) open: f64,
    /// Number of them that were still there at the end.
    pub(crate) held: usize,
    /// KiB for each idle player.
    pub(crate) idle: f64,
    /// Microseconds of computing for each command, one at a time.
    pub(crate) command: f64,
    /// The same with eight on their way.
    pub(crate) burst: f64,
    /// Microseconds of computing for each line and hearer, where many speak.
    pub(crate) heard: f64,
    /// The same where one speaks.
    pub(crate) alone: f64,
    /// The longest that a speaker waited for its own line, in milliseconds.
    pub(crate) stall: f64,
    /// Until the last one has heard a speaker, in milliseconds: median.
    pub(crate) reach: f64,
    /// Microseconds of computing for a look.
    pub(crate) look: f64,
    /// Time of `look`, in milliseconds: median and 99th percentile.
    pub(crate) look_took: [f64; 2],
    /// The size of its answer in bytes.
    pub(crate) look_size: usize,
    /// Microseconds of computing for a newcomer.
    pub(crate) login: f64,
    /// Milliseconds of computing in a second for the idle crowd.
    pub(crate) resting: f64,
}

impl Figures {
    /// Measures a program; `look` is the line that asks it for a view.
    pub(crate) async fn of(program: Program, look: &str) -> Result<Self, Trouble> {
        let mut figures = Self { start: start(program)?, ..Self::default() };
        crate::complain("  5,000 connections");
        hold(program, &mut figures).await?;
        crate::complain("  a room of 1,000");
        among_many(program, look, &mut figures).await?;
        Ok(figures)
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

/// Costs of a command on the server and on the yardstick, by turns.
pub(crate) async fn commands() -> Result<[[f64; 2]; 2], Trouble> {
    let mut least = [[f64::INFINITY; 2]; 2];
    for _ in 0..TURNS {
        for (least, program) in least.iter_mut().zip([Program::Hearsay, Program::Broadcaster]) {
            let figures = saturation(program).await?;
            *least = [least[0].min(figures[0]), least[1].min(figures[1])];
        }
    }
    Ok(least)
}

/// Microseconds of computing for a command: with one under way, and with more.
async fn saturation(program: Program) -> Result<[f64; 2], Trouble> {
    let (subject, _) = Subject::start(program)?;
    let clients = load::guests(&subject, BUSY).await?;
    let mut clients = load::commands(clients, 100, 1).await?;
    let mut figures = [0.0; 2];
    for (figure, window) in figures.iter_mut().zip([1, WINDOW]) {
        let before = subject.cpu()?;
        clients = load::commands(clients, COMMANDS, window).await?;
        *figure = microseconds(subject.cpu()? - before, BUSY * COMMANDS);
    }
    Ok(figures)
}

/// Costs of a delivery on the server and on the yardstick, by turns: where many speak, and where
/// one does.
pub(crate) async fn deliveries() -> Result<[[f64; 2]; 2], Trouble> {
    let mut least = [[f64::INFINITY; 2]; 2];
    for _ in 0..TURNS {
        for (least, program) in least.iter_mut().zip([Program::Hearsay, Program::Broadcaster]) {
            let (subject, _) = Subject::start(program)?;
            let clients = load::guests(&subject, CROWD).await?;
            let (clients, many, _) = heard(&subject, clients, SPEAKERS, ROUNDS).await?;
            let (_, one, _) = heard(&subject, clients, 1, ALONE).await?;
            *least = [least[0].min(many), least[1].min(one)];
        }
    }
    Ok(least)
}

/// Some of a crowd speak, each so often. Returns also the microseconds of computing for each line
/// and hearer, and how long speakers waited for their own lines, in order.
async fn heard(
    subject: &Subject,
    clients: Vec<Client>,
    speakers: usize,
    rounds: usize,
) -> Result<(Vec<Client>, f64, Vec<Duration>), Trouble> {
    let before = subject.cpu()?;
    let lines = clients.len() * speakers * rounds;
    let (clients, took) = crowd::converse(clients, speakers, rounds).await?;
    Ok((clients, microseconds(subject.cpu()? - before, lines), took))
}

/// Connections that say nothing: what each costs, and whether all may stay.
async fn hold(program: Program, figures: &mut Figures) -> Result<(), Trouble> {
    let (subject, _) = Subject::start(program)?;
    let first = load::guests(&subject, FIRST).await?;
    let before = subject.memory()?;
    let mut clients = Vec::with_capacity(HELD);
    for _ in 0..HELD {
        clients.push(Client::connect(&subject).await?);
    }
    subject.settle().await?;
    figures.open = kibibytes(before, subject.memory()?, HELD);
    figures.held = clients.iter_mut().map(|it| usize::from(it.is_open())).sum();
    drop((first, clients));
    Ok(())
}

/// Costs of people in one room: at rest, looking, talking, and coming in.
async fn among_many(program: Program, look: &str, to: &mut Figures) -> Result<(), Trouble> {
    let (subject, _) = Subject::start(program)?;
    let mut clients = load::guests(&subject, FIRST).await?;
    let before = subject.memory()?;
    clients.extend(load::guests(&subject, CROWD - FIRST).await?);
    to.idle = kibibytes(before, subject.memory()?, CROWD - FIRST);

    let before = subject.cpu()?;
    tokio::time::sleep(WATCHED).await;
    to.resting = milliseconds(subject.cpu()? - before) / WATCHED.as_secs_f64();

    if let Some(client) = clients.last_mut() {
        to.look_size = load::within(client.view(look.as_bytes())).await?;
    }
    let before = subject.cpu()?;
    let clients = crowd::gaze(clients, look, SPEAKERS, GAZES).await?;
    to.look = microseconds(subject.cpu()? - before, SPEAKERS * GAZES);
    let (clients, took) = crowd::looks(clients, look, SECONDS).await?;
    to.look_took = [50, 99].map(|percent| milliseconds(percentile(&took, percent)));

    let (clients, took) = crowd::reach(clients, SPEECHES).await?;
    to.reach = milliseconds(percentile(&took, 50));

    let (clients, heard, took) = heard(&subject, clients, SPEAKERS, ROUNDS).await?;
    to.heard = heard;
    to.stall = milliseconds(percentile(&took, 100));
    let (mut clients, alone, _) = self::heard(&subject, clients, 1, ALONE).await?;
    to.alone = alone;

    subject.settle().await?;
    let before = subject.cpu()?;
    // The crowd stays to the end, so that nobody's leaving counts.
    for _ in 0..NEWCOMERS {
        let mut client = Client::connect(&subject).await?;
        load::within(client.come_in(&subject)).await?;
        clients.push(client);
        clients.iter_mut().for_each(Client::drain);
    }
    to.login = microseconds(subject.cpu()? - before, NEWCOMERS);
    Ok(())
}

/// The value that so many percent do not exceed; the values are in order.
pub(crate) fn percentile(values: &[Duration], percent: usize) -> Duration {
    let place = (values.len() * percent).div_ceil(100).saturating_sub(1);
    values.get(place).copied().unwrap_or_default()
}

pub(crate) fn kibibytes(before: u64, after: u64, each: usize) -> f64 {
    after.saturating_sub(before) as f64 / 1_024.0 / each as f64
}

fn milliseconds(span: Duration) -> f64 {
    span.as_secs_f64() * 1e3
}

pub(crate) fn microseconds(span: Duration, times: usize) -> f64 {
    span.as_secs_f64() * 1e6 / times as f64
}
