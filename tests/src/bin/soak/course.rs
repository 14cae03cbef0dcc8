//! The course of a soak: start, check, play, kill, and again.

use std::{
    fs,
    io::{Read, Seek, SeekFrom},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use server::clock::Stopwatch;
use tests::{
    Trouble, print,
    program::{self, Change, Process, RAISED},
    while_,
};
use tokio::task::JoinSet;

use crate::{
    arguments::Arguments,
    check::{Ledger, Seen},
    dice::{self, Dice},
    drops,
    facts::Facts,
    overseer,
    player::{Player, Record, Round},
    screen::{Entry, Screen},
    sight,
    summary::Tally,
    town::{RICH, Town},
};

/// Limits that players who write as fast as they can would run into, beside the common ones.
const MORE_RAISED: [Change; 2] = [
    ("backlog_bytes: 262144,", "backlog_bytes: 16777216,"),
    ("failed_logins_per_minute: 10,", "failed_logins_per_minute: 1000,"),
];
/// Most who come in at the same time to be looked at: passwords are checked two at a time.
const AT_ONCE: usize = 40;
/// Time that players in a rush have, and time before a kill at which a newcomer may begin.
const RUSH: Duration = Duration::from_millis(400);
/// Percentage of rounds in which everybody is in a rush, and percentage of kills after which the
/// server is killed again while it starts.
const RUSHES: usize = 20;
const HASTY: usize = 20;
/// Time within which the players must notice that the server is gone.
const NOTICED_WITHIN: Duration = Duration::from_secs(15);
/// Texts that no log of a sound server holds.
const BAD_LOG: [&str; 2] = [" ERROR ", "panicked at"];

/// A soak under way.
pub(crate) struct Course<'a> {
    arguments: &'a Arguments,
    folder: PathBuf,
    town: Arc<Town>,
    ledger: Ledger,
    players: Vec<String>,
    /// Newcomers who were on their way in when the server was killed.
    passing: Vec<String>,
    /// Newcomers of before, who sleep until the end.
    asleep: Vec<String>,
    round: usize,
    dice: Dice,
    records: Vec<Record>,
    log_read: u64,
    /// Results so far.
    pub(crate) tally: Tally,
}

/// Player after a look at its state, or without an account.
struct Arrived {
    name: String,
    screen: Option<Box<Screen>>,
    facts: Facts,
}

impl<'a> Course<'a> {
    /// Prepares a soak in a folder.
    ///
    /// # Errors
    /// Content or settings that are not as expected.
    pub(crate) fn new(arguments: &'a Arguments, folder: &Path) -> Result<Self, Trouble> {
        let content = folder.join("content");
        program::write_content(&content, &[RICH])?;
        let changes: Vec<Change> = RAISED.into_iter().chain(MORE_RAISED).collect();
        program::write_settings(&folder.join("settings.ron"), &changes)?;
        let town = Town::read(&content)?;
        Ok(Self {
            arguments,
            folder: folder.to_owned(),
            ledger: Ledger::new(&town),
            town: Arc::new(town),
            players: (0..arguments.players).map(dice::name).collect(),
            passing: Vec::new(),
            asleep: Vec::new(),
            round: 0,
            dice: Dice::new(arguments.seed, 0, 0),
            records: Vec::new(),
            log_read: 0,
            tally: Tally::default(),
        })
    }

    /// Goes through all of it, or to the first problems.
    ///
    /// # Errors
    /// A soak that cannot go on; found differences are in the tally.
    pub(crate) async fn run(&mut self) -> Result<(), Trouble> {
        let mut server = self.start()?;
        let address = server.address()?;
        overseer::create(address).await?;
        drops::create(address).await?;
        let dice = Dice::new(self.arguments.seed, 0, 1);
        let dropped = drops::soak(address, self.arguments.drops, dice).await?;
        self.tally.dropped(dropped);
        server.kill()?;
        overseer::grant(&self.folder.join("data"))?;
        let mut done = String::new();
        loop {
            let last = self.tally.kills == self.arguments.kills;
            let watch = Stopwatch::start();
            let mut server = self.start()?;
            let address = server.address().map_err(|why| self.with_log(&why))?;
            let took = watch.elapsed();
            self.tally.starts.push(took);
            let (screens, facts) = self.check(address, last).await?;
            if !done.is_empty() {
                let (took, problems) = (took.as_millis(), self.tally.problems.len());
                let end = format!("back in {took} ms, {facts} facts compared, {problems} problems");
                print(&format!("{done}; {end}\n"))?;
            }
            if last || !self.tally.problems.is_empty() && !self.arguments.keep_going {
                return Ok(());
            }
            done = self.play(server, address, screens).await?;
            self.read_log()?;
            done.extend(self.kill_hastily().await?);
        }
    }

    /// Starts the server. It may not listen yet.
    fn start(&self) -> Result<Process, Trouble> {
        let mut command = Command::new(program::hearsay()?);
        command.args(["serve", "--telnet", "127.0.0.1:0", "--tls", "off", "--web", "off"]);
        command.args(["--seed", &self.arguments.seed.to_string()]);
        command.arg("--data").arg(self.folder.join("data"));
        command.arg("--content").arg(self.folder.join("content"));
        command.arg("--config").arg(self.folder.join("settings.ron"));
        let log = fs::OpenOptions::new().create(true).append(true).open(self.log());
        command.stderr(while_("the log", log)?);
        Process::start(command)
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// A trouble with the end of what the server has said about it.
    fn with_log(&self, why: &str) -> Trouble {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        let end = log.lines().last().unwrap_or("nothing is in the log");
        format!("the server does not start ({why}): {end}")
    }

    /// Looks for faults in what the server has written since the last time.
    fn read_log(&mut self) -> Result<(), Trouble> {
        let mut log = while_("the log", fs::File::open(self.log()))?;
        while_("the log", log.seek(SeekFrom::Start(self.log_read)))?;
        let mut new = Vec::new();
        let read = while_("the log", log.read_to_end(&mut new))?;
        self.log_read += u64::try_from(read).unwrap_or_default();
        let text = String::from_utf8_lossy(&new);
        let bad = text.lines().filter(|line| BAD_LOG.iter().any(|it| line.contains(it)));
        let problems = bad.map(|it| format!("the server's log says: {it}"));
        self.tally.problems.extend(problems);
        Ok(())
    }

    /// Compares the world with what screens have shown. Returns the players' screens, and how many
    /// facts were compared. At the last time those who have slept are looked at as well.
    async fn check(
        &mut self,
        address: SocketAddr,
        last: bool,
    ) -> Result<(Vec<Option<Box<Screen>>>, usize), Trouble> {
        let around = overseer::look_around(address, &self.town).await?;
        let mut seen = Seen { facts: around, ..Seen::default() };
        seen.whole.extend(self.town.people.iter().map(|it| it.id.clone()));
        let mut names = [self.players.as_slice(), &self.passing].concat();
        if last {
            names.append(&mut self.asleep);
        }
        let mut arrived = Vec::with_capacity(names.len());
        for some in names.chunks(AT_ONCE) {
            arrived.extend(arrive(address, some, &self.town).await?);
        }
        for it in &arrived {
            seen.facts.add_all(it.facts.iter());
            seen.whole.insert(it.name.clone());
        }
        if let Some(name) = self.players.get(self.round % self.players.len().max(1))
            && !seen.facts.about(name).is_empty()
        {
            self.tally.passwords += 1;
            if !Screen::is_refused(address, name).await? {
                self.tally.problems.push(format!("{name} is let in with a wrong password"));
            }
        }
        let verdict = self.ledger.check(&self.town, &self.records, &seen);
        let facts = verdict.facts;
        self.tally.checked(&std::mem::take(&mut self.records), verdict, self.ledger.facts.coins());
        let mut screens = Vec::with_capacity(self.players.len());
        for mut it in arrived {
            if self.players.contains(&it.name) {
                screens.push(it.screen);
            } else if let Some(screen) = &mut it.screen {
                screen.quit().await?;
                self.asleep.push(it.name);
            }
        }
        self.passing.clear();
        Ok((screens, facts))
    }

    /// Lets everybody play, and kills the server. Returns what can be told of it.
    async fn play(
        &mut self,
        server: Process,
        address: SocketAddr,
        screens: Vec<Option<Box<Screen>>>,
    ) -> Result<String, Trouble> {
        self.round += 1;
        let players = self.players.len();
        let rush = self.dice.percent(RUSHES);
        let (least, most) = self.arguments.gap();
        let gap = if rush {
            self.dice.between(Duration::ZERO, RUSH)
        } else {
            self.dice.between(least, most)
        };
        let lead = self.dice.between(Duration::ZERO, RUSH).min(gap);
        let newcomer = dice::name(players + self.round);
        let everybody = self.players.iter().chain([&newcomer]).cloned().collect();
        let spare = i64::try_from(players).unwrap_or(i64::MAX).saturating_mul(2);
        let round = Arc::new(Round {
            address,
            town: self.town.clone(),
            players: everybody,
            scarce: self.ledger.scarce(&self.town, spare),
            killed: AtomicBool::new(false),
        });
        let mut tasks = JoinSet::new();
        for (n, (name, screen)) in self.players.iter().zip(screens).enumerate() {
            let dice = Dice::new(self.arguments.seed, self.round, n + 1);
            let me = self.ledger.facts.about(name);
            tasks.spawn(Player::new(name, screen, me, dice, round.clone()).play(rush));
        }
        let dice = Dice::new(self.arguments.seed, self.round, players + 1);
        let new = Player::new(&newcomer, None, Facts::default(), dice, round.clone());
        tasks.spawn(async move {
            tokio::time::sleep(gap.saturating_sub(lead)).await;
            new.arrive().await
        });
        tokio::time::sleep(gap).await;
        round.killed.store(true, Ordering::SeqCst);
        server.kill()?;
        self.tally.kills += 1;
        self.passing.push(newcomer);
        while !tasks.is_empty() {
            let next = tokio::time::timeout(NOTICED_WITHIN, tasks.join_next()).await;
            let next = next.map_err(|_| "a player does not notice that the server is gone")?;
            self.records.extend(next.map(|it| while_("a player", it)).transpose()?);
        }
        Ok(self.told(gap, rush))
    }

    fn told(&self, gap: Duration, rush: bool) -> String {
        let sum = |of: fn(&Record) -> u64| self.records.iter().map(of).sum::<u64>();
        let (sent, answered) = (sum(|it| it.sent), sum(|it| it.answered));
        format!(
            "kill {} of {} after {:.2} s{}: {sent} lines sent, {answered} answered",
            self.tally.kills,
            self.arguments.kills,
            gap.as_secs_f64(),
            if rush { ", in a rush" } else { "" },
        )
    }

    /// Now and then kills the server once more while it starts, or has just begun to listen. Returns
    /// what can be told of it.
    async fn kill_hastily(&mut self) -> Result<Option<String>, Trouble> {
        if self.tally.kills == self.arguments.kills || !self.dice.percent(HASTY) {
            return Ok(None);
        }
        let usual = self.tally.starts.last().copied().unwrap_or_default();
        let after = self.dice.between(Duration::ZERO, usual.saturating_mul(2));
        let server = self.start()?;
        tokio::time::sleep(after).await;
        server.kill()?;
        self.tally.kills += 1;
        self.tally.hasty += 1;
        self.read_log()?;
        Ok(Some(format!("; kill {} {} ms into a start", self.tally.kills, after.as_millis())))
    }
}

/// Lets some people in at the same time and looks at all that is theirs. In the order of the names.
async fn arrive(
    address: SocketAddr,
    names: &[String],
    town: &Arc<Town>,
) -> Result<Vec<Arrived>, Trouble> {
    let mut tasks = JoinSet::new();
    for (n, name) in names.iter().cloned().enumerate() {
        let town = town.clone();
        tasks.spawn(async move { (n, arrive_one(address, name, &town).await) });
    }
    let mut arrived = Vec::with_capacity(names.len());
    while let Some(it) = tasks.join_next().await {
        let (n, it) = while_("a player", it)?;
        arrived.push((n, it?));
    }
    arrived.sort_by_key(|(n, _)| *n);
    Ok(arrived.into_iter().map(|(_, it)| it).collect())
}

async fn arrive_one(address: SocketAddr, name: String, town: &Town) -> Result<Arrived, Trouble> {
    let told = |why: &str| format!("{name} comes in after a restart: {why}");
    match Screen::connect(address, &name).await.map_err(|why| told(&why))? {
        Entry::In(mut screen) => {
            let facts = sight::of_oneself(&mut screen, &name, town).await;
            let facts = facts.map_err(|why| told(&why))?.ok_or_else(|| told("it ended"))?;
            Ok(Arrived { name, screen: Some(screen), facts })
        }
        Entry::Wrong => Ok(Arrived { name, screen: None, facts: Facts::default() }),
        Entry::Ended { .. } => Err(told("the connection ended by itself")),
        Entry::Soon => Err(told("it is told to come back later")),
    }
}
