//! A program under measurement: started with what it needs, asked what it uses
//! of the machine, and ended by its own handle.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use server::clock::Stopwatch;
use tempfile::TempDir;
use tests::{Trouble, while_};

/// The shipped world.
pub(crate) const CONTENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
/// How long a program may take to listen.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often Linux counts a running process: it shows its time in this unit.
const TICK: Duration = Duration::from_millis(10);

/// The core that every program under measurement has, and no other; the
/// clients are kept off it by `scripts/bench`.
const CORE: &str = "0";

/// Settings that the load would run into, and what they are for it: the most
/// that may be set.
const RAISED: [(&str, &str); 6] = [
    ("lines_per_second: 8,", "lines_per_second: 100000,"),
    ("burst_lines: 24,", "burst_lines: 100000,"),
    ("bytes_per_second: 65536,", "bytes_per_second: 16777216,"),
    ("burst_bytes: 262144,", "burst_bytes: 16777216,"),
    ("per_address: 64,", "per_address: 10000,"),
    ("connects_per_minute: 60,", "connects_per_minute: 100000,"),
];
/// Newcomers arrive in the market: nobody lives there, so that no figure
/// depends on how much a character talks.
const MOVED: (&str, &str) = ("start: \"town/square\"", "start: \"town/market\"");

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
    child: Child,
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
                command.arg(own_path()?).arg(crate::BROADCASTER);
            }
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let watch = Stopwatch::start();
        let child = while_("starting the program", command.spawn())?;
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut subject = Self { program, address, child, _folder: folder };
        let first = subject.first_line()?;
        let took = watch.elapsed();
        let address = first.trim().rsplit(' ').next().unwrap_or_default();
        subject.address = while_("its first line", address.parse())?;
        Ok((subject, took))
    }

    fn first_line(&mut self) -> Result<String, Trouble> {
        let out = self.child.stdout.take().ok_or("it has no output")?;
        let (say, said) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            let mut line = String::new();
            if out.read_line(&mut line).is_ok() && say.send(line).is_ok() {
                // Reading on keeps the program from writing to nobody.
                drop(std::io::copy(&mut out, &mut std::io::sink()));
            }
        });
        while_("waiting until it listens", said.recv_timeout(PATIENCE))
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
        let path = format!("/proc/{}/{what}", self.child.id());
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

impl Drop for Subject {
    fn drop(&mut self) {
        // It may have ended by itself, which is just as well.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Adds to a command how the server is started for the measurements.
fn hearsay(command: &mut Command, folder: &Path, changes: &[(&str, &str)]) -> Result<(), Trouble> {
    let content = folder.join("content");
    write_content(&content)?;
    let settings = folder.join("settings.ron");
    let raised = changes.iter().try_fold(server::operate::config::DEFAULT.to_owned(), changed)?;
    while_("the settings", fs::write(&settings, raised))?;
    let path = own_path()?.with_file_name("hearsay");
    if !path.exists() {
        return Err(format!("there is no {}; run scripts/bench, which builds it", path.display()));
    }
    command.arg(path).args(["serve", "--telnet", "127.0.0.1:0", "--seed", "1"]);
    command.arg("--data").arg(folder.join("data"));
    command.arg("--content").arg(content).arg("--config").arg(settings);
    Ok(())
}

/// Writes the shipped world, with another place to arrive.
fn write_content(to: &Path) -> Result<(), Trouble> {
    for file in while_("the content", server::setup::files::read(Path::new(CONTENT)))? {
        let path = to.join(&file.path);
        let text = if file.path == "world.ron" { changed(file.text, &MOVED)? } else { file.text };
        while_("the content", fs::create_dir_all(path.parent().unwrap_or(to)))?;
        while_("the content", fs::write(&path, text))?;
    }
    Ok(())
}

/// A text with one part exchanged, which must be there.
fn changed(text: String, (part, other): &(&str, &str)) -> Result<String, Trouble> {
    if text.contains(part) {
        Ok(text.replace(part, other))
    } else {
        Err(format!("`{part}` is not where the benchmark looks for it"))
    }
}

pub(crate) fn own_path() -> Result<PathBuf, Trouble> {
    while_("finding the programs", std::env::current_exe())
}
