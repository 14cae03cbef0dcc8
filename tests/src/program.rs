//! The real binary, run beside the program that asks for it: where it lies, the world and the
//! settings it is given, and its process.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
};

use crate::{Trouble, cast::Place, client::patience::receive, while_};

/// A part of a text, and what is to stand there in its place.
pub type Change = (&'static str, &'static str);

/// Settings that a load would run into, and what they are for it: the most that may be set.
pub const RAISED: [Change; 8] = [
    ("lines_per_second: 8,", "lines_per_second: 100000,"),
    ("burst_on_channel: 10,", "burst_on_channel: 100000,"),
    ("burst_of_talk: 40,", "burst_of_talk: 100000,"),
    ("burst_lines: 24,", "burst_lines: 100000,"),
    ("bytes_per_second: 65536,", "bytes_per_second: 16777216,"),
    ("burst_bytes: 262144,", "burst_bytes: 16777216,"),
    ("per_address: 64,", "per_address: 10000,"),
    ("connects_per_minute: 60,", "connects_per_minute: 100000,"),
];

/// A process that listens. It is ended when this is dropped.
pub struct Process {
    child: Child,
}

impl Process {
    /// Starts a program with nothing to read.
    ///
    /// # Errors
    /// A program that cannot be started.
    pub fn start(mut command: Command) -> Result<Self, Trouble> {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        Ok(Self { child: while_("starting the program", command.spawn())? })
    }

    /// Waits until it listens. Returns where, which is the last word of the first line it prints.
    ///
    /// # Errors
    /// A program that stands still before it prints the address, or a second call.
    pub fn address(&mut self) -> Result<SocketAddr, Trouble> {
        let [first] = self.first_lines()?;
        address_in(&first)
    }

    /// Waits until a server with a page listens. Returns where the page and telnet do.
    ///
    /// # Errors
    /// A program that stands still before it prints both, or a second call.
    pub fn page_and_telnet(&mut self) -> Result<(SocketAddr, SocketAddr), Trouble> {
        let [page, telnet] = self.first_lines()?;
        Ok((address_in(&page)?, address_in(&telnet)?))
    }

    /// Waits for the first lines it prints.
    fn first_lines<const MANY: usize>(&mut self) -> Result<[String; MANY], Trouble> {
        let out = self.child.stdout.take().ok_or("it has no output")?;
        let (say, said) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            let mut lines = std::array::from_fn(|_| String::new());
            let read = lines.iter_mut().all(|it| out.read_line(it).is_ok());
            if read && say.send(lines).is_ok() {
                // Reading on keeps the program from writing to nobody.
                drop(std::io::copy(&mut out, &mut std::io::sink()));
            }
        });
        while_("waiting until it listens", receive(&said, self.child.id()))
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a power cut would, and waits until it is gone.
    ///
    /// # Errors
    /// A program that cannot be ended.
    pub fn kill(mut self) -> Result<(), Trouble> {
        while_("killing", self.child.kill())?;
        while_("killing", self.child.wait())?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself, which is just as well.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Address that is the last word of a line, alone or in a link.
fn address_in(line: &str) -> Result<SocketAddr, Trouble> {
    let word = line.trim().rsplit(' ').next().unwrap_or_default();
    let address = word.trim_start_matches("http://").trim_end_matches('/');
    while_("its first lines", address.parse())
}

/// Path of the program that runs.
///
/// # Errors
/// Any error of the system.
pub fn own_path() -> Result<PathBuf, Trouble> {
    while_("finding the programs", std::env::current_exe())
}

/// Path of the server's binary: in the folder of the program that runs.
///
/// # Errors
/// A binary that is not there.
pub fn hearsay() -> Result<PathBuf, Trouble> {
    let path = own_path()?.with_file_name("hearsay");
    if path.exists() {
        Ok(path)
    } else {
        Err(format!("there is no {}; the script that runs this builds it", path.display()))
    }
}

/// Writes the shipped world, with changes in its `world.ron`.
///
/// # Errors
/// Content that cannot be written, or lacks a part to be changed.
pub fn write_content(to: &Path, changes: &[Change]) -> Result<(), Trouble> {
    for file in while_("the content", server::setup::files::read(Place::Content.folder()))? {
        let path = to.join(&file.path);
        let changes = if file.path == "world.ron" { changes } else { &[] };
        let text = changes.iter().try_fold(file.text, changed)?;
        while_("the content", fs::create_dir_all(path.parent().unwrap_or(to)))?;
        while_("the content", fs::write(&path, text))?;
    }
    Ok(())
}

/// Writes the standard settings with changes.
///
/// # Errors
/// As [`write_content`].
pub fn write_settings(to: &Path, changes: &[Change]) -> Result<(), Trouble> {
    let settings = changes.iter().try_fold(server::operate::config::DEFAULT.to_owned(), changed)?;
    while_("the settings", fs::write(to, settings))
}

/// A text with one part exchanged, which must be there.
fn changed(text: String, (part, other): &Change) -> Result<String, Trouble> {
    if text.contains(part) {
        Ok(text.replace(part, other))
    } else {
        Err(format!("`{part}` is not where it is looked for"))
    }
}
