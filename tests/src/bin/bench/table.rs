//! The figures as text.

use crate::{figures::Figures, thought::Engine};

/// One line of the table.
struct Row {
    what: &'static str,
    ours: f64,
    theirs: Option<f64>,
    /// What the project asks of itself.
    goal: &'static str,
}

/// All figures, with how many times the yardstick's the server's are.
pub(crate) fn table(ours: &Figures, theirs: &Figures, engine: &Engine) -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let mut text = format!(
        "{cores} cores; what `look` shows has {} bytes.\n\n{:<48}{:>9}{:>13}{:>8}  {}\n",
        ours.look_size, "", "hearsay", "broadcaster", "ratio", "goal"
    );
    for Row { what, ours, theirs, goal } in rows(ours, theirs, engine) {
        let beside = match theirs {
            Some(theirs) if theirs > 0.0 => format!("{theirs:>13.2}{:>8.2}", ours / theirs),
            Some(theirs) => format!("{theirs:>13.2}{:>8}", "-"),
            None => format!("{:>13}{:>8}", "-", "-"),
        };
        let line = format!("{what:<48}{ours:>9.2}{beside}  {goal}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn rows(ours: &Figures, theirs: &Figures, engine: &Engine) -> Vec<Row> {
    let row = |what, of: fn(&Figures) -> f64, goal| Row {
        what,
        ours: of(ours),
        theirs: Some(of(theirs)),
        goal,
    };
    vec![
        row("start-up, ms", |it| it.start, "under 300"),
        row("memory per connection not logged in, KiB", |it| it.open, "at most 16"),
        row("memory per idle player, KiB", |it| it.idle, "at most 16"),
        row("CPU per command, one at a time, us", |it| it.command, "ratio at most 3"),
        row("CPU per command, eight at a time, us", |it| it.burst, "ratio at most 3"),
        row("CPU per spoken line and hearer (50 in a room), us", |it| it.heard, ""),
        row("look with 200 players, median, ms", |it| it.look[0], ""),
        row("look with 200 players, 99th percentile, ms", |it| it.look[1], ""),
        row("look with 200 players, worst, ms", |it| it.look[2], ""),
        row("CPU for 200 idle players, ms per second", |it| it.resting, "about 0"),
        alone("engine's time per step of a thought, us", engine.step),
        alone("engine's time for a tick without news, us", engine.empty_tick),
    ]
}

/// What only the server has.
fn alone(what: &'static str, took: std::time::Duration) -> Row {
    Row { what, ours: took.as_secs_f64() * 1e6, theirs: None, goal: "" }
}
