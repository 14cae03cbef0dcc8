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

/// Unit in which Linux shows the time of a running process.
const TICK: Duration = Duration::from_millis(10);

/// Bytes by which a memory that stays as it is may change.
const STEADY: u64 = 64 * 1_024;
/// Time for which it has to stay so.
const STEADY_FOR: Duration = Duration::from_secs(3);

/// The core that every program under measurement has, and no other; the
/// clients are kept off it by `scripts/bench`.
const CORE: &str = "0";

/// Newcomers arrive in the market: nobody lives there, so that no figure
/// depends on how much a character talks.
const MOVED: Change = ("start: \"town/square\"", "start: \"town/market\"");

/// Program under measurement.
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
    /// Address of its page, if it serves one.
    pub(crate) page: Option<SocketAddr>,
    process: Process,
    _folder: Option<TempDir>,
}

impl Subject {
    /// Starts a program in a folder of its own. Returns how long it took until
    /// it listened.
    pub(crate) fn start(program: Program) -> Result<(Self, Duration), Trouble> {
        let folder = while_("a folder", tempfile::tempdir())?;
        let mut command = Command::new("taskset");
        command.args(["-c", CORE]);
        match program {
            Program::Hearsay => {
                town(folder.path())?;
                hearsay(&mut command, folder.path(), &RAISED)?;
            }
            Program::Guarded => {
                town(folder.path())?;
                hearsay(&mut command, folder.path(), &[])?;
            }
            Program::Broadcaster => {
                command.arg(program::own_path()?).arg(crate::BROADCASTER);
            }
        }
        let (process, address, took) = listening(command)?;
        Ok((Self { program, address, page: None, process, _folder: Some(folder) }, took))
    }

    /// Starts the server with its page, with limits that the load does not meet.
    pub(crate) fn start_with_page() -> Result<Self, Trouble> {
        let folder = while_("a folder", tempfile::tempdir())?;
        let mut command = Command::new("taskset");
        command.args(["-c", CORE]);
        town(folder.path())?;
        serve(&mut command, folder.path(), &RAISED, "127.0.0.1:0")?;
        command.stderr(Stdio::null());
        let mut process = Process::start(command)?;
        let (page, address) = process.page_and_telnet()?;
        let (program, page, _folder) = (Program::Hearsay, Some(page), Some(folder));
        Ok(Self { program, address, page, process, _folder })
    }

    /// Starts the server on the content and the data of a folder, which stays. Returns how long it
    /// took until it listened.
    pub(crate) fn start_in(folder: &Path) -> Result<(Self, Duration), Trouble> {
        let mut command = Command::new("taskset");
        command.args(["-c", CORE]);
        hearsay(&mut command, folder, &RAISED)?;
        let (process, address, took) = listening(command)?;
        Ok((Self { program: Program::Hearsay, address, page: None, process, _folder: None }, took))
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

    /// As [`Subject::cpu`], to the nanosecond, of the threads that it has now.
    pub(crate) fn exact_cpu(&self) -> Result<Duration, Trouble> {
        let folder = format!("/proc/{}/task", self.process.id());
        let mut all = Duration::ZERO;
        for thread in while_(&folder, fs::read_dir(&folder))? {
            let path = while_(&folder, thread)?.path().join("schedstat");
            // A thread may end in between; what it did is then left out.
            let Ok(stat) = fs::read_to_string(path) else { continue };
            let ran = stat.split_whitespace().next().unwrap_or_default();
            all += Duration::from_nanos(while_("its time", ran.parse())?);
        }
        Ok(all)
    }

    /// The bytes that it has written to files.
    pub(crate) fn written(&self) -> Result<u64, Trouble> {
        let io = self.about("io")?;
        let number = io.lines().find_map(|it| it.strip_prefix("wchar: "));
        while_("what it wrote", number.unwrap_or_default().parse())
    }

    /// The bytes of memory that it holds. The summary counts exactly; `statm`
    /// may be off by a few hundred KiB.
    pub(crate) fn memory(&self) -> Result<u64, Trouble> {
        let maps = self.about("smaps_rollup")?;
        let line = maps.lines().find_map(|it| it.strip_prefix("Rss:"));
        let number = line.and_then(|it| it.split_whitespace().next()).ok_or("no memory")?;
        Ok(while_("its memory", number.parse::<u64>())? * 1_024)
    }

    /// As [`Subject::memory`], once it stays as it is and nothing is computed, for four minutes at
    /// most: what was needed to learn at the start is given back when all is learned.
    pub(crate) async fn steady_memory(&self) -> Result<u64, Trouble> {
        let mut before = (self.memory()?, self.cpu()?);
        for _ in 0..80 {
            tokio::time::sleep(STEADY_FOR).await;
            let now = (self.memory()?, self.cpu()?);
            if now.0.abs_diff(before.0) <= STEADY && now.1 - before.1 <= STEADY_FOR / 10 {
                return Ok(now.0);
            }
            before = now;
        }
        Ok(before.0)
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

/// Starts a program, and waits until it listens; says how long that took.
fn listening(mut command: Command) -> Result<(Process, SocketAddr, Duration), Trouble> {
    command.stderr(Stdio::null());
    let watch = Stopwatch::start();
    let mut process = Process::start(command)?;
    let address = process.address()?;
    Ok((process, address, watch.elapsed()))
}

/// Writes the shipped world for the measurements.
pub(crate) fn town(folder: &Path) -> Result<(), Trouble> {
    program::write_content(&folder.join("content"), &[MOVED])
}

/// Adds to a command how the server is started on the content of a folder.
fn hearsay(command: &mut Command, folder: &Path, changes: &[Change]) -> Result<(), Trouble> {
    serve(command, folder, changes, "off")
}

/// As [`hearsay`], with the page at an address.
fn serve(
    command: &mut Command,
    folder: &Path,
    changes: &[Change],
    page: &str,
) -> Result<(), Trouble> {
    let settings = folder.join("settings.ron");
    program::write_settings(&settings, changes)?;
    command.arg(program::hearsay()?).args(["serve", "--telnet", "127.0.0.1:0", "--seed", "1"]);
    command.args(["--web", page]);
    command.arg("--data").arg(folder.join("data"));
    command.arg("--content").arg(folder.join("content")).arg("--config").arg(settings);
    Ok(())
}
