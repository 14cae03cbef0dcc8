//! The benchmark: what the server costs on loopback, beside a bare line
//! broadcaster that is measured the same way in the same run.
//!
//! | Module | What it holds |
//! |---|---|
//! | `subject` | a program under measurement, and what it uses of the machine |
//! | `broadcaster` | the yardstick: lines in, lines out, and nothing else |
//! | `load` | the clients |
//! | `figures` | what is measured, and how |
//! | `thought` | the engine alone, in memory |
//! | `table` | the figures as text |
//!
//! `bench` measures the `hearsay` that lies in its own folder; `scripts/bench`
//! builds both for release first. It judges nothing, so it always succeeds.

mod broadcaster;
mod figures;
mod load;
mod subject;
mod table;
mod thought;

use std::io::Write;

use figures::Figures;
use subject::Program;
use tests::Trouble;
use thought::Engine;

/// What tells the program to be the yardstick.
const BROADCASTER: &str = "broadcaster";

#[tokio::main]
async fn main() {
    let yardstick = std::env::args().nth(1).is_some_and(|it| it == BROADCASTER);
    let done = tokio::select! {
        done = run(), if !yardstick => done,
        done = broadcaster::run(), if yardstick => done,
        // Ending in order ends the programs under measurement as well.
        _ = tokio::signal::ctrl_c() => Err("it was interrupted".into()),
    };
    if let Err(why) = done {
        complain(&format!("The benchmark ended early: {why}"));
    }
}

/// Measures everything and prints the table.
async fn run() -> Result<(), Trouble> {
    complain("Measuring the engine ...");
    let engine = Engine::measure()?;
    complain("Measuring the server ...");
    let ours = Figures::of(Program::Hearsay, "look\r\n").await?;
    complain("Measuring the broadcaster ...");
    let theirs = Figures::of(Program::Broadcaster, &format!("look {}\r\n", ours.look_size)).await?;
    print(&table::table(&ours, &theirs, &engine))
}

/// Prints to standard output.
fn print(text: &str) -> Result<(), Trouble> {
    let mut out = std::io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    tests::while_("printing", printed)
}

/// Says something on standard error, so that the table can be kept alone.
fn complain(words: &str) {
    // With nobody to read it there is nobody to tell.
    drop(writeln!(std::io::stderr(), "{words}"));
}
