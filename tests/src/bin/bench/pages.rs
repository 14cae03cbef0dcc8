//! Costs of pages in browsers beside telnet: as many of each alone in one room, and both together.

use std::fmt::Write as _;

use tests::{Trouble, while_};

use crate::{
    crowd,
    figures::{CROWD, TURNS, kibibytes, microseconds},
    load::{self, Client},
    subject::{Program, Subject},
};

/// Guests of a kind who pay for what all share, before memory is counted.
const FIRST: usize = 20;
/// Those who speak, half of them of each kind where there are both.
const SPEAKERS: usize = 16;
/// Number of times that each of them speaks.
const ROUNDS: usize = 15;
/// Number of times that a single one speaks.
const ALONE: usize = 100;
/// Those of one kind who give commands while everybody else is silent, and commands of each.
const BUSY: usize = 64;
const COMMANDS: usize = 500;

/// Crowd in the room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crowd {
    /// Connections to the broadcaster.
    Broadcaster,
    Telnet,
    Pages,
    /// As many of each.
    Both,
}

impl Crowd {
    const ALL: [Self; 4] = [Self::Broadcaster, Self::Telnet, Self::Pages, Self::Both];

    fn name(self) -> &'static str {
        match self {
            Self::Broadcaster => "broadcaster",
            Self::Telnet => "telnet",
            Self::Pages => "pages",
            Self::Both => "telnet and pages",
        }
    }
}

/// Costs of one crowd. Where a figure is measured several times the least counts, since other work
/// of the machine can only add to it.
struct CrowdCost {
    /// KiB for each idle one.
    idle: f64,
    /// Microseconds of computing for each line and hearer, where many speak and where one does.
    heard: [f64; 2],
    /// Microseconds of computing for each command of telnet, and of pages.
    command: [f64; 2],
}

impl Default for CrowdCost {
    fn default() -> Self {
        Self { idle: f64::INFINITY, heard: [f64::INFINITY; 2], command: [f64::INFINITY; 2] }
    }
}

/// Measures `many` of each kind, by turns, and returns the figures as text.
pub(crate) async fn table(many: usize, turns: usize) -> Result<String, Trouble> {
    let mut costs = Crowd::ALL.map(|it| (it, CrowdCost::default()));
    for turn in 1..=turns {
        for (crowd, cost) in &mut costs {
            crate::complain(&format!("Turn {turn} of {turns}: {} ...", crowd.name()));
            measure(*crowd, many, cost).await?;
        }
    }
    let mut text = format!(
        "{many} of each kind in one room, the least of {turns} turns; microseconds of computing\n\
         {:<20}{:>14}{:>14}{:>14}{:>14}{:>12}\n",
        "", "16 speakers", "one speaker", "by telnet", "by page", "KiB idle"
    );
    for (crowd, CrowdCost { idle, heard: [many, one], command: [telnet, page] }) in &costs {
        let row = [many, one, telnet, page, idle]
            .map(|it| if it.is_finite() { format!("{it:.2}") } else { "-".to_owned() });
        let [many, one, telnet, page, idle] = row;
        let name = crowd.name();
        while_(
            "a row",
            writeln!(text, "{name:<20}{many:>14}{one:>14}{telnet:>14}{page:>14}{idle:>12}"),
        )?;
    }
    Ok(text)
}

/// Arguments of the measurement: how many of each kind, and how many turns.
pub(crate) fn arguments(given: &[&str]) -> Result<(usize, usize), Trouble> {
    let read = |at: usize, usual: usize, most: usize| match given.get(at).map(|it| it.parse()) {
        None => Ok(usual),
        Some(Ok(number)) if (1..=most).contains(&number) => Ok(number),
        Some(_) => {
            Err(format!("pages [MANY [TURNS]]: these are numbers up to {CROWD} and {TURNS}"))
        }
    };
    Ok((read(0, CROWD, CROWD)?, read(1, TURNS, TURNS)?))
}

async fn measure(crowd: Crowd, many: usize, least: &mut CrowdCost) -> Result<(), Trouble> {
    let subject = match crowd {
        Crowd::Broadcaster => Subject::start(Program::Broadcaster)?.0,
        Crowd::Telnet | Crowd::Pages | Crowd::Both => Subject::start_with_page()?,
    };
    let (mut telnet, mut pages) = (Vec::new(), Vec::new());
    match crowd {
        Crowd::Broadcaster | Crowd::Telnet => {
            (telnet, least.idle) = idle(&subject, many, least.idle, false).await?;
        }
        Crowd::Pages => (pages, least.idle) = idle(&subject, many, least.idle, true).await?,
        Crowd::Both => {
            telnet = load::guests(&subject, many).await?;
            pages = load::pages(&subject, many).await?;
        }
    }
    // Those at the front speak.
    let mut clients = Vec::with_capacity(telnet.len() + pages.len());
    let half = SPEAKERS.min(telnet.len()) / if pages.is_empty() { 1 } else { 2 };
    clients.extend(telnet.drain(..half));
    clients.append(&mut pages);
    clients.append(&mut telnet);
    clients.iter_mut().for_each(Client::drain);
    for (figure, (speakers, rounds)) in [(SPEAKERS, ROUNDS), (1, ALONE)].into_iter().enumerate() {
        let before = subject.cpu()?;
        let lines = clients.len() * speakers * rounds;
        clients = crowd::converse(clients, speakers, rounds).await?.0;
        let cost = microseconds(subject.cpu()? - before, lines);
        if let Some(least) = least.heard.get_mut(figure) {
            *least = least.min(cost);
        }
    }
    subject.settle().await?;
    let (mut telnet, mut pages): (Vec<_>, Vec<_>) =
        clients.into_iter().partition(|it| !it.is_page());
    for (least, kind) in least.command.iter_mut().zip([&mut telnet, &mut pages]) {
        if kind.is_empty() {
            continue;
        }
        kind.iter_mut().for_each(Client::drain);
        let busy: Vec<_> = kind.drain(..BUSY.min(kind.len())).collect();
        let each = busy.len() * COMMANDS;
        let before = subject.cpu()?;
        kind.extend(load::commands(busy, COMMANDS, 1).await?);
        *least = least.min(microseconds(subject.cpu()? - before, each));
    }
    Ok(())
}

/// Lets `many` of a kind in. Returns also the KiB for each, or the least so far.
async fn idle(
    subject: &Subject,
    many: usize,
    least: f64,
    page: bool,
) -> Result<(Vec<Client>, f64), Trouble> {
    let first = FIRST.min(many / 2);
    let mut clients = come_in(subject, first, page).await?;
    let before = subject.steady_memory().await?;
    clients.extend(come_in(subject, many - first, page).await?);
    let each = kibibytes(before, subject.steady_memory().await?, many - first);
    Ok((clients, least.min(each)))
}

async fn come_in(subject: &Subject, many: usize, page: bool) -> Result<Vec<Client>, Trouble> {
    if page { load::pages(subject, many).await } else { load::guests(subject, many).await }
}
