//! The benchmark: what the server costs on loopback, beside a bare line
//! broadcaster that is measured the same way in the same run.
//!
//! | Module | What it holds |
//! |---|---|
//! | `subject` | a program under measurement, and what it uses of the machine |
//! | `broadcaster` | the yardstick: lines in, lines out, and nothing else |
//! | `load` | the clients |
//! | `page` | the wire of a page in a browser |
//! | `pages` | what pages in browsers cost beside telnet, in one room |
//! | `crowd` | what many clients in one room do together |
//! | `abuse`, `attack` | what others notice of an attack, and the attackers |
//! | `figures` | what is measured, and how |
//! | `thought` | the engine alone, in memory |
//! | `judging` | the gate alone |
//! | `idle` | characters that keep their routines while nobody is there, without leads and with them |
//! | `size` | what a large world costs beside the town |
//! | `accounts` | what many accounts cost beside ten |
//! | `table` | the figures as text |
//!
//! `bench` measures the `hearsay` that lies in its own folder; `scripts/bench`
//! builds both for release first. It judges nothing, so it always succeeds.

mod abuse;
mod accounts;
mod attack;
mod broadcaster;
mod crowd;
mod figures;
mod idle;
mod judging;
mod load;
mod page;
mod pages;
mod reading;
mod size;
mod subject;
mod table;
mod thought;

use std::io::Write;

use tests::{Trouble, print};

use abuse::Damage;
use attack::Attack;
use figures::Figures;
use subject::Program;

/// The server's own: what is measured in memory allocates as the server does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
use thought::Engine;

/// Argument to be the yardstick.
const BROADCASTER: &str = "broadcaster";
/// Argument to attack; the attack and its target follow.
const ATTACK: &str = "attack";

/// Argument to measure commands alone.
const COMMANDS: &str = "commands";
/// Argument to measure the engine alone.
const ENGINE: &str = "engine";
/// Argument to count what a day of talk leaves.
const DAY: &str = "day";
/// Argument to measure idle characters.
const IDLE: &str = "idle";
/// Argument to measure the crowd alone.
const CROWD: &str = "crowd";
/// Argument to measure deliveries alone.
const DELIVERY: &str = "delivery";
/// Argument to measure pages beside telnet; how many of each and how many turns may follow.
const PAGES: &str = "pages";
/// Argument to measure a large world beside the town.
const WORLD: &str = "world";
/// Argument to measure many accounts beside few.
const ACCOUNTS: &str = "accounts";

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let work = async {
        match arguments.as_slice() {
            [BROADCASTER] => broadcaster::run().await,
            [ATTACK, attack, to] => attack::run(attack, to).await,
            [COMMANDS] => commands().await,
            [ENGINE] => engine(),
            [DAY] => day(),
            [IDLE] => idle(),
            [CROWD] => crowd().await,
            [DELIVERY] => delivery().await,
            [PAGES, given @ ..] => pages(given).await,
            [ACCOUNTS] => print(&accounts::table().await?),
            [WORLD] => print(&size::table().await?),
            _ => run().await,
        }
    };
    let done = tokio::select! {
        done = work => done,
        // Ending in order ends the programs under measurement as well.
        _ = tokio::signal::ctrl_c() => Err("it was interrupted".into()),
    };
    if let Err(why) = done {
        complain(&format!("The benchmark ended early: {why}"));
    }
}

/// Measures what a command costs, and prints nothing else.
async fn commands() -> Result<(), Trouble> {
    compare(["one at a time", "eight at a time"], figures::commands().await?)
}

/// Measures what a delivery costs, and prints nothing else.
async fn delivery() -> Result<(), Trouble> {
    compare(["16 speakers", "one speaker"], figures::deliveries().await?)
}

/// Prints what two things cost the server and the broadcaster.
fn compare(what: [&str; 2], [ours, theirs]: [[f64; 2]; 2]) -> Result<(), Trouble> {
    for ((what, ours), theirs) in what.into_iter().zip(ours).zip(theirs) {
        let ratio = ours / theirs;
        print(&format!("{what}: {ours:.2} us, broadcaster {theirs:.2} us, {ratio:.2} times\n"))?;
    }
    Ok(())
}

/// Measures the engine, and prints nothing else.
fn engine() -> Result<(), Trouble> {
    let Engine { step, saved, empty_tick, line, gate } = Engine::measure()?;
    let share = 100.0 * gate.labels.as_secs_f64() / step.as_secs_f64();
    print(&format!(
        "step of a thought: {step:.1?}, saved for an answer: {saved} bytes, tick without news: {empty_tick:.1?}, \
         a line among 100 topics: {line:.1?}, the gate for a call: {:.1?}, labels of a question: {:.1?} ({share:.1} % \
         of a step)\n",
        gate.call, gate.labels
    ))
}

/// Counts what a day of talk with 500 guests leaves, and prints nothing else.
fn day() -> Result<(), Trouble> {
    let it = tests::day::play(500, 20)?;
    print(&format!(
        "lines {}, answers {}; origins of a label at most {}, notes of many {}, largest label {} bytes; \
         stream {} lines; people {}, {} bytes; notes {} of {} people, {} bytes; record {} bytes\n",
        it.lines,
        it.answers,
        it.most_origins,
        it.many,
        it.label_bytes,
        it.stream,
        it.people,
        it.people_bytes,
        it.notes,
        it.sources,
        it.notes_bytes,
        it.record_bytes,
    ))
}

/// Measures what idle characters cost, and prints nothing else.
fn idle() -> Result<(), Trouble> {
    let it = idle::measure()?;
    print(&format!(
        "10,000 idle characters with eight slots a day of 120 minutes: {:.2} % of a core (at most 1) in {} ticks; \
         a tick with nobody acting: {:.1?} (at most 50 us)\n\
         with eight leads each, whose people do not come: {:.2} % of a core (at most 1) in {} ticks\n",
        it.share, it.ticks, it.quiet, it.with_leads.0, it.with_leads.1
    ))
}

/// Measures what many in one room do, and prints nothing else.
async fn crowd() -> Result<(), Trouble> {
    let ours = Figures::of(Program::Hearsay, "look\r\n").await?;
    print(&format!(
        "start-up {:.1} ms, delivery {:.2} us, of one speaker {:.2} us, last of 1,000 hears {:.1} ms, look {:.1} us, login {:.0} us\n",
        ours.start, ours.heard, ours.alone, ours.reach, ours.look, ours.login
    ))
}

/// Measures pages in browsers beside telnet, and prints nothing else.
async fn pages(given: &[&str]) -> Result<(), Trouble> {
    let (many, turns) = pages::arguments(given)?;
    print(&pages::table(many, turns).await?)
}

/// Measures everything and prints the table.
async fn run() -> Result<(), Trouble> {
    complain("Measuring the engine ...");
    let engine = Engine::measure()?;
    complain("Measuring commands ...");
    let [of_ours, of_theirs] = figures::commands().await?;
    complain("Measuring the server ...");
    let mut ours = Figures::of(Program::Hearsay, "look\r\n").await?;
    complain("Measuring the broadcaster ...");
    let mut theirs =
        Figures::of(Program::Broadcaster, &format!("look {}\r\n", ours.look_size)).await?;
    [ours.command, ours.burst] = of_ours;
    [theirs.command, theirs.burst] = of_theirs;
    let mut damages = Vec::with_capacity(Attack::ALL.len());
    for attack in Attack::ALL {
        complain(&format!("Attacking the server: {} ...", attack.name()));
        damages.push(Damage::of(attack).await?);
    }
    print(&table::table(&ours, &theirs, &engine, &damages))
}

/// Says something on standard error, so that the table can be kept alone.
fn complain(words: &str) {
    // With nobody to read it there is nobody to tell.
    drop(writeln!(std::io::stderr(), "{words}"));
}
