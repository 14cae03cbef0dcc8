//! A program in a terminal of its own, by tmux: what is typed into it and what its screen shows.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
};

use tests::{Trouble, client::patience::patiently, while_};
use tokio::sync::watch;

/// A terminal of 120 columns and 50 rows with one program in it.
pub(super) struct Pane {
    /// The socket of its own tmux, so that nothing else of that name is touched.
    socket: PathBuf,
    folder: PathBuf,
    /// Changes whenever the program has written something; it ends with the terminal.
    written: watch::Receiver<()>,
}

impl Pane {
    /// Starts a program in a folder that is also its home.
    pub(super) fn open(folder: &Path, command: &[&str]) -> Result<Self, Trouble> {
        let pipe = folder.join("written");
        let made = while_("a pipe", Command::new("mkfifo").arg(&pipe).status())?;
        if !made.success() {
            return Err(format!("mkfifo: {made}"));
        }
        let written = listen(pipe.clone());
        let pane = Self { socket: folder.join("tmux"), folder: folder.to_owned(), written };
        // The last words of a program that has ended can still be read.
        let settings = folder.join("tmux.conf");
        while_("tmux", std::fs::write(&settings, "set-option -g remain-on-exit on\n"))?;
        let settings = settings.display().to_string();
        let start = ["-f", &settings, "new-session", "-d", "-x", "120", "-y", "50", "env"];
        let home = format!("HOME={}", folder.display());
        let environment = [&*home, "TERM=xterm-256color", "LC_ALL=C.UTF-8"];
        pane.tmux(&[&start[..], &environment, command].concat())?;
        pane.tmux(&["pipe-pane", &format!("exec cat > '{}'", pipe.display())])?;
        Ok(pane)
    }

    fn tmux(&self, arguments: &[&str]) -> Result<Output, Trouble> {
        let mut command = Command::new("tmux");
        command.arg("-u").arg("-S").arg(&self.socket).args(arguments);
        command.env_remove("TMUX").current_dir(&self.folder);
        let output = while_("tmux", command.output())?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(format!("tmux {arguments:?}: {errors}"));
        }
        Ok(output)
    }

    /// Types a line and presses Enter.
    pub(super) fn type_line(&self, line: &str) -> Result<(), Trouble> {
        self.tmux(&["send-keys", "-l", line])?;
        self.tmux(&["send-keys", "Enter"])?;
        Ok(())
    }

    fn capture(&self, how: &[&str]) -> Result<String, Trouble> {
        let whole = ["capture-pane", "-p", "-J", "-S", "-"];
        let output = self.tmux(&[&whole[..], how].concat())?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Everything the screen has shown, with the escape sequences for its colours.
    pub(super) fn colours(&self) -> Result<String, Trouble> {
        self.capture(&["-e"])
    }

    /// Waits until the screen has shown a text; everything it has shown.
    pub(super) async fn until(&self, text: &str) -> Result<String, Trouble> {
        let mut written = self.written.clone();
        loop {
            // What is written from here on wakes us, so nothing falls between looking and waiting.
            // The screen shows it by then: tmux draws what it read before it serves anybody else.
            written.mark_unchanged();
            let screen = self.capture(&[])?;
            if screen.contains(text) {
                return Ok(screen);
            }
            if !matches!(patiently(written.changed()).await, Ok(Ok(()))) {
                return Err(format!("{text:?} does not come: {screen}"));
            }
        }
    }
}

impl Drop for Pane {
    fn drop(&mut self) {
        // Nothing is left to end when the program could not even be started.
        self.tmux(&["kill-server"]).map(drop).unwrap_or_default();
    }
}

/// Tells whenever something comes through a pipe, until it is closed.
fn listen(pipe: PathBuf) -> watch::Receiver<()> {
    let (tell, written) = watch::channel(());
    thread::spawn(move || {
        let Ok(mut pipe) = File::open(pipe) else { return };
        let mut bytes = [0; 4_096];
        while let Ok(1..) = pipe.read(&mut bytes) {
            tell.send_replace(());
        }
    });
    written
}
