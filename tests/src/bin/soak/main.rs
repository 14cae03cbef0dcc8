//! The soak: players trade, walk and talk while the real server is killed again and again, and
//! after every restart the world is compared with what their screens have shown.
//!
//! | Module | What it holds |
//! |---|---|
//! | `arguments` | what the program is told |
//! | `town` | what the content says: ways, things, trades |
//! | `facts`, `acts` | what can be known of the world, and what changes it |
//! | `screen`, `sight` | a connection, and what it shows read back as facts |
//! | `player`, `choices`, `dice` | those who play, and what they do by chance |
//! | `overseer` | who looks at all the rooms |
//! | `check` | whether all is as it was shown |
//! | `drops` | links that break: no line is lost, and what is read again is marked |
//! | `course`, `summary` | start, check, play, kill; and what came of it |
//!
//! `soak` kills the `hearsay` that lies in its own folder; `scripts/soak` builds both first.

mod acts;
mod arguments;
mod check;
mod choices;
mod course;
mod dice;
mod drops;
mod facts;
mod overseer;
mod player;
mod screen;
mod sight;
mod summary;
mod town;

use std::{io::Write, process::ExitCode};

use tests::{Trouble, print, while_};

use arguments::Arguments;
use course::Course;

#[tokio::main]
async fn main() -> ExitCode {
    let work = run();
    let done = tokio::select! {
        done = work => done,
        // Ending in order ends the server as well.
        _ = tokio::signal::ctrl_c() => Err("it was interrupted".to_owned()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            // With nobody to read it there is nobody to tell.
            drop(writeln!(std::io::stderr(), "The soak ended early: {why}"));
            ExitCode::FAILURE
        }
    }
}

/// Soaks, and prints what came of it. Returns whether all is as it must be.
async fn run() -> Result<bool, Trouble> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let folder = while_("a folder", tempfile::tempdir())?;
    let mut course = Course::new(&arguments, folder.path())?;
    let ran = tokio::time::timeout(arguments.patience(), course.run()).await;
    let ran = ran.unwrap_or_else(|_| Err("it took far too long".to_owned()));
    print(&course.tally.table(arguments.players))?;
    let good = ran.is_ok() && course.tally.problems.is_empty();
    if !good {
        let kept = folder.keep();
        let problems = course.tally.problems.join("\n");
        while_("the problems", std::fs::write(kept.join("problems"), problems))?;
        let kept = kept.display();
        print(&format!("The data, the content, the log and all problems are in {kept}\n"))?;
    }
    ran.map(|()| good)
}
