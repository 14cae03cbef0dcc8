//! The figures as text.

use crate::{
    abuse::Damage,
    figures::{Figures, HELD},
    thought::Engine,
};

/// Factor by which an attack may slow the looks of others.
const WORSE: f64 = 1.5;

/// Goal of the project for a figure.
#[derive(Clone, Copy)]
enum Goal {
    /// At most so much.
    Most(f64),
    /// At most so many times the yardstick.
    Times(f64),
    /// At least so much.
    Least(f64),
    /// Nothing: the figure is for information.
    Open,
}

/// One line of the table.
struct Row {
    what: String,
    ours: f64,
    theirs: Option<f64>,
    goal: Goal,
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        self.theirs.filter(|it| *it > 0.0).map(|it| self.ours / it)
    }

    /// The goal in words, and whether it is met.
    fn verdict(&self) -> String {
        let (words, met) = match self.goal {
            Goal::Open => return String::new(),
            Goal::Most(most) => (format!("at most {most}"), self.ours <= most),
            Goal::Least(least) => (format!("at least {least}"), self.ours >= least),
            Goal::Times(most) => {
                (format!("ratio at most {most}"), self.ratio().is_some_and(|it| it <= most))
            }
        };
        format!("{words:<18}{}", if met { "met" } else { "missed" })
    }
}

/// All figures, with how many times the yardstick's the server's are.
pub(crate) fn table(
    ours: &Figures,
    theirs: &Figures,
    engine: &Engine,
    damages: &[Damage],
) -> String {
    let mut text = format!(
        "Each program has one core. What `look` shows has {} bytes.\n\n{:<54}{:>9}{:>13}{:>8}  {}\n",
        ours.look_size, "", "hearsay", "broadcaster", "ratio", "goal"
    );
    for row in rows(ours, theirs, engine).iter().chain(&looks_under(damages)) {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |it| format!("{it:.2}"));
        let (theirs, ratio) = (number(row.theirs), number(row.ratio()));
        let Row { what, ours, .. } = row;
        let line = format!("{what:<54}{ours:>9.2}{theirs:>13}{ratio:>8}  {}", row.verdict());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push('\n');
    for Damage { attack, memory: [before, after], fate, .. } in damages {
        let (before, after) = (before / 1_024, after / 1_024);
        let line = format!("{}: {fate}. Memory {before} KiB, then {after} KiB.\n", attack.name());
        text.push_str(&line);
    }
    text
}

fn rows(ours: &Figures, theirs: &Figures, engine: &Engine) -> Vec<Row> {
    let row = |what: &str, of: fn(&Figures) -> f64, goal| Row {
        what: what.to_owned(),
        ours: of(ours),
        theirs: Some(of(theirs)),
        goal,
    };
    vec![
        row("start-up, ms", |it| it.start, Goal::Most(300.0)),
        row("idle connections held, not logged in", |it| it.held as f64, Goal::Least(HELD as f64)),
        row("memory for each of them, KiB", |it| it.open, Goal::Open),
        row("memory per idle player, KiB", |it| it.idle, Goal::Most(10.0)),
        row("CPU per command, one at a time, us", |it| it.command, Goal::Times(1.5)),
        row("CPU per command, eight at a time, us", |it| it.burst, Goal::Times(1.5)),
        row("CPU per delivery, 16 speakers among 1,000, us", |it| it.heard, Goal::Times(0.3)),
        row("  longest wait for one's own line, ms", |it| it.stall, Goal::Most(40.0)),
        row("CPU per delivery, one speaker among 1,000, us", |it| it.alone, Goal::Times(1.2)),
        row("until the last of 1,000 hears one, ms", |it| it.reach, Goal::Most(10.0)),
        row("CPU per look among 1,000, 16 look, us", |it| it.look, Goal::Most(60.0)),
        row("  how long it takes, all look, median, ms", |it| it.look_took[0], Goal::Open),
        row("  how long it takes, all look, p99, ms", |it| it.look_took[1], Goal::Open),
        row("CPU per guest's login among 1,000, us", |it| it.login, Goal::Most(1_000.0)),
        row("CPU for 1,000 idle players, ms per second", |it| it.resting, Goal::Open),
        Row {
            goal: Goal::Most(100.0),
            ..alone("engine's time per step of a thought, us", engine.step)
        },
        Row {
            what: "saved for an answer, rows, notes and record, bytes".to_owned(),
            ours: engine.saved as f64,
            theirs: None,
            goal: Goal::Open,
        },
        alone("engine's time for a tick without news, us", engine.empty_tick),
        Row { goal: Goal::Most(200.0), ..alone("a line among 100 topics, us", engine.line) },
        Row { goal: Goal::Most(5.0), ..alone("the gate for a call, us", engine.gate.call) },
        Row {
            goal: Goal::Most(5.0),
            ..alone("labels of a question, us (5 % of a step)", engine.gate.labels)
        },
    ]
}

/// Others' looks with an attack, beside the same without it.
fn looks_under(damages: &[Damage]) -> Vec<Row> {
    let row = |damage: &Damage| {
        let [without, with] = damage.look.map(|it| it.as_secs_f64() * 1e3);
        let what = format!("p99 of look, ms: {}", damage.attack.name());
        Row { what, ours: with, theirs: Some(without), goal: Goal::Times(WORSE) }
    };
    damages.iter().map(row).collect()
}

/// Row of a figure that only the server has.
fn alone(what: &str, took: std::time::Duration) -> Row {
    let ours = took.as_secs_f64() * 1e6;
    Row { what: what.to_owned(), ours, theirs: None, goal: Goal::Open }
}
