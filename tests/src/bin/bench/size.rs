//! Costs of a large world beside the town: both are measured by turns, in the same run.

use std::{fs, time::Duration};

use tempfile::TempDir;
use tests::{Trouble, content::generated, while_};

use crate::{
    load::{self, Client},
    subject::{self, Subject},
};

/// The large world.
const ROOMS: usize = 12_000;
const THINGS: usize = 20_000;

/// Number of times that each world is started and measured; the least counts, because other work of
/// the machine can only add to a figure.
const TURNS: usize = 3;
/// Number of separate commands, and the pause before each.
const NOW_AND_THEN: usize = 100;
const QUIET: Duration = Duration::from_millis(10);
/// Number of commands given back to back, and number that stand on the line at once.
const BACK_TO_BACK: usize = 4_000;
const AT_ONCE: usize = 20;

/// Goals: milliseconds, MiB, and how many times what it costs in the town.
const START: f64 = 500.0;
const MEMORY: f64 = 150.0;
const TIMES: f64 = 1.2;

/// Commands that leave the world as it was: each with a part of its answer.
type Commands = &'static [(&'static str, &'static str)];

const MEASURED: [(&str, Commands); 4] = [
    ("get and drop", &[("get apple", "You take"), ("drop apple", "You put down")]),
    ("look", &[("look", "Exits:")]),
    ("say", &[("say hello", "You say")]),
    ("page", &[("page wren hello", "You page")]),
];

/// The figures of one world.
struct Sizes {
    /// Milliseconds until it listens: with new data, and with what was saved.
    starts: [f64; 2],
    /// MiB that it holds with two players.
    memory: f64,
    /// Microseconds of computing for each command: now and then, and back to back.
    costs: [[f64; 2]; MEASURED.len()],
    /// KiB written for each `get` and `drop` now and then.
    written: f64,
}

impl Sizes {
    /// Nothing measured yet.
    const NONE: Self = Self {
        starts: [f64::INFINITY; 2],
        memory: f64::INFINITY,
        costs: [[f64::INFINITY; 2]; MEASURED.len()],
        written: f64::INFINITY,
    };
}

/// Measures both worlds.
pub(crate) async fn table() -> Result<String, Trouble> {
    let mut all = [Sizes::NONE, Sizes::NONE];
    for turn in 1..=TURNS {
        crate::complain(&format!("Measuring both worlds, {turn} of {TURNS} ..."));
        for (sizes, large) in all.iter_mut().zip([false, true]) {
            measure(large, sizes).await?;
        }
    }
    Ok(text(&all))
}

async fn measure(large: bool, to: &mut Sizes) -> Result<(), Trouble> {
    let folder = while_("a folder", tempfile::tempdir())?;
    if large {
        write_large(&folder)?
    } else {
        subject::town(folder.path())?
    }
    let (subject, took) = Subject::start_in(folder.path())?;
    least(&mut to.starts[0], took.as_secs_f64() * 1e3);
    let mut robin = Client::connect(&subject).await?;
    robin.create("Robin").await?;
    let mut wren = Client::connect(&subject).await?;
    wren.create("Wren").await?;
    subject.settle().await?;
    for (index, (_, commands)) in MEASURED.iter().enumerate() {
        let Some([apart, together]) = to.costs.get_mut(index) else { continue };
        now_and_then(&mut robin, commands, 10).await?;
        let (before, written) = (subject.exact_cpu()?, subject.written()?);
        now_and_then(&mut robin, commands, NOW_AND_THEN).await?;
        least(apart, each(subject.exact_cpu()? - before, NOW_AND_THEN * commands.len()));
        if index == 0 {
            let count = (NOW_AND_THEN * commands.len()) as f64;
            least(&mut to.written, (subject.written()? - written) as f64 / 1_024.0 / count);
        }
        let before = subject.exact_cpu()?;
        for _ in 0..BACK_TO_BACK / AT_ONCE / commands.len() {
            back_to_back(&mut robin, commands).await?;
            wren.drain();
        }
        least(together, each(subject.exact_cpu()? - before, BACK_TO_BACK));
        robin.drain();
    }
    least(&mut to.memory, subject.memory()? as f64 / 1_048_576.0);
    drop(subject);
    let (_, took) = Subject::start_in(folder.path())?;
    least(&mut to.starts[1], took.as_secs_f64() * 1e3);
    Ok(())
}

fn write_large(folder: &TempDir) -> Result<(), Trouble> {
    let content = folder.path().join("content");
    while_("the content", fs::create_dir_all(content.join("zones")))?;
    for (path, text) in generated::files(ROOMS, THINGS)? {
        while_("the content", fs::write(content.join(path), text))?;
    }
    Ok(())
}

/// Gives the commands, each in a tick of its own.
async fn now_and_then(
    client: &mut Client,
    commands: Commands,
    times: usize,
) -> Result<(), Trouble> {
    for _ in 0..times {
        for (line, part) in commands {
            tokio::time::sleep(QUIET).await;
            let line = format!("{line}\r\n");
            load::within(client.await_part(line.as_bytes(), part.as_bytes())).await?;
        }
    }
    Ok(())
}

/// Gives the commands several times at once.
async fn back_to_back(client: &mut Client, commands: Commands) -> Result<(), Trouble> {
    let lines: String = commands.iter().map(|(line, _)| format!("{line}\r\n")).collect();
    let part = commands.last().map_or("", |(_, part)| *part).as_bytes();
    let lines = lines.repeat(AT_ONCE);
    load::within(client.await_parts(lines.as_bytes(), part, AT_ONCE)).await
}

fn each(span: Duration, times: usize) -> f64 {
    span.as_secs_f64() * 1e6 / times as f64
}

fn least(figure: &mut f64, measured: f64) {
    *figure = figure.min(measured);
}

fn text([town, large]: &[Sizes; 2]) -> String {
    let mut text =
        format!("{:<44}{:>9}{:>13}{:>8}  goal\n", "", "town", format!("{ROOMS} rooms"), "ratio");
    let mut row = |what: &str, town: f64, large: f64, most: Option<f64>, times: Option<f64>| {
        let ratio = large / town;
        let goal = match (most, times) {
            (Some(most), _) => verdict(&format!("at most {most}"), large <= most),
            (None, Some(times)) => verdict(&format!("ratio at most {times}"), ratio <= times),
            (None, None) => String::new(),
        };
        let line = format!("{what:<44}{town:>9.1}{large:>13.1}{ratio:>8.2}  {goal}");
        text.push_str(line.trim_end());
        text.push('\n');
    };
    row("start with new data, ms", town.starts[0], large.starts[0], Some(START), None);
    row("start with saved data, ms", town.starts[1], large.starts[1], Some(START), None);
    row("memory with two players, MiB", town.memory, large.memory, Some(MEMORY), None);
    for ((what, _), (town, large)) in MEASURED.iter().zip(town.costs.iter().zip(&large.costs)) {
        row(&format!("{what}, now and then, us"), town[0], large[0], None, Some(TIMES));
        row(&format!("{what}, back to back, us"), town[1], large[1], None, Some(TIMES));
    }
    row("written for get and drop, KiB each", town.written, large.written, None, Some(TIMES));
    text
}

fn verdict(goal: &str, met: bool) -> String {
    format!("{goal:<18}{}", if met { "met" } else { "missed" })
}
