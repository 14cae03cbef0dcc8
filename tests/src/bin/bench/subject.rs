//! A program under measurement: started with what it needs, asked what it uses
//! of the machine, and ended by its own handle.

use std::{
    fs,
    net::SocketAddr,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use server::clock::Stopwatch;
use tempfile::TempDir;
use tests::{
    Trouble,
    program::{self, Change, Process, RAISED},
    while_,
};

/// How often Linux counts a running process: it shows its time in this unit.
const TICK: Duration = Duration::from_millis(10);

/// The core that every program under measurement has, and no other; the
/// clients are kept off it by `scripts/bench`.
const CORE: &str = "0";

/// Newcomers arrive in the market: nobody lives there, so that no figure
/// depends on how much a character talks.
const MOVED: Change = ("start: \"town/square\"", "start: \"town/market\"");

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    /// The server, with limits that the load does not meet.
    Hearsay,
    /// The server with the limits it is shipped with.
    Guarded,
    /// The yardstick.
    Broadcaster,
}

/// A program that runs.
pub(crate) struct Subject {
    pub(crate) program: Program,
    pub(crate) address: SocketAddr,
    process: Process,
    _folder: TempDir,
}

impl Subject {
    /// Starts a program in a folder of its own. Returns how long it took until
    /// it listened.
    pub(crate) fn start(program: Program) -> Result<(Self, Duration), Trouble> {
        let folder = while_("a folder", tempfile::tempdir())?;
        let mut command = Command::new("taskset");
        command.args(["-c", CORE]);
        match program {
            Program::Hearsay => hearsay(&mut command, folder.path(), &RAISED)?,
            Program::Guarded => hearsay(&mut command, folder.path(), &[])?,
            Program::Broadcaster => {
                command.arg(program::own_path()?).arg(crate::BROADCASTER);
            }
        }
        command.stderr(Stdio::null());
        let watch = Stopwatch::start();
        let mut process = Process::start(command)?;
        let address = process.address()?;
        let took = watch.elapsed();
        Ok((Self { program, address, process, _folder: folder }, took))
    }

    /// The time that all its threads have computed so far, theirs and the
    /// system's on their behalf.
    pub(crate) fn cpu(&self) -> Result<Duration, Trouble> {
        let stat = self.about("stat")?;
        // The name may hold blanks; what follows its bracket is numbers. The
        // times are the 14th and 15th of all.
        let numbers = stat.rsplit(')').next().unwrap_or_default();
        let times = numbers.split_whitespace().skip(11).take(2);
        let ticks: Result<u32, _> = times.map(str::parse::<u32>).sum();
        Ok(TICK * while_("its time", ticks)?)
    }

    /// The bytes of memory that it holds. The summary counts exactly; `statm`
    /// may be off by a few hundred KiB.
    pub(crate) fn memory(&self) -> Result<u64, Trouble> {
        let maps = self.about("smaps_rollup")?;
        let line = maps.lines().find_map(|it| it.strip_prefix("Rss:"));
        let number = line.and_then(|it| it.split_whitespace().next()).ok_or("no memory")?;
        Ok(while_("its memory", number.parse::<u64>())? * 1_024)
    }

    fn about(&self, what: &str) -> Result<String, Trouble> {
        let path = format!("/proc/{}/{what}", self.process.id());
        while_(&path, fs::read_to_string(&path))
    }

    /// Waits until it has nothing to do, for twenty seconds at most.
    pub(crate) async fn settle(&self) -> Result<(), Trouble> {
        let mut before = self.cpu()?;
        for _ in 0..40 {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let now = self.cpu()?;
            if now - before <= TICK {
                return Ok(());
            }
            before = now;
        }
        Ok(())
    }
}

/// Adds to a command how the server is started for the measurements.
fn hearsay(command: &mut Command, folder: &Path, changes: &[Change]) -> Result<(), Trouble> {
    let content = folder.join("content");
    program::write_content(&content, &[MOVED])?;
    let settings = folder.join("settings.ron");
    program::write_settings(&settings, changes)?;
    command.arg(program::hearsay()?).args(["serve", "--telnet", "127.0.0.1:0", "--seed", "1"]);
    command.arg("--data").arg(folder.join("data"));
    command.arg("--content").arg(content).arg("--config").arg(settings);
    Ok(())
}
