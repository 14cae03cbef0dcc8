//! Output of a play: a line of text or a JSON object for each line, and a table by group.

use std::{collections::BTreeMap, fmt::Write, time::Duration};

use serde::Serialize;

use super::{
    checks::AnswerCheck,
    file::{LineGroup, PlayScene},
    scene::{PlayedLine, QuestionSums},
};

/// Width of the name of a group.
const NAME: usize = 12;

/// Returns who worded an answer.
fn worded_by(played_line: &PlayedLine<'_>) -> &'static str {
    match played_line {
        _ if played_line.answer.is_silence() => "nobody",
        _ if played_line.answer.by_model => "model",
        _ => "script",
    }
}

/// Formats a scene as the heading of its lines.
pub(super) fn heading(scene: &PlayScene) -> String {
    format!("\n{} ({}, with {})\n", scene.name, scene.character, scene.players.join(", "))
}

/// Formats a line with its answer.
pub(super) fn line(character: &str, played_line: &PlayedLine<'_>) -> String {
    let answer = match played_line.answer.text() {
        text if text.is_empty() => "(nothing)".to_owned(),
        text => text,
    };
    let mut text =
        format!("  {}> {}\n  {character}: {answer}\n     ", played_line.who, played_line.line.says);
    text.push_str(&verdict(&played_line.failed));
    let mut add = |part: String| {
        text.push_str("; ");
        text.push_str(&part);
    };
    add(worded_by(played_line).to_owned());
    for offer in &played_line.answer.offers {
        add(format!("offers {offer}"));
    }
    let QuestionSums { count, form, new, cached, out } = played_line.questions;
    if let Some(form) = form {
        let noun = if count == 1 { "question" } else { "questions" };
        add(format!("{count} {noun} in {}", form.name()));
        add(format!("{new} new + {cached} cached + {out} out tokens"));
    }
    if let Some(failure) = &played_line.answer.failure {
        add(failure.clone());
    }
    add(format!("{:.1} s", played_line.took.as_secs_f64()));
    text.push('\n');
    text
}

fn verdict(failed: &[AnswerCheck]) -> String {
    if failed.is_empty() {
        return "holds".to_owned();
    }
    let names: Vec<&str> = failed.iter().map(|it| it.name()).collect();
    format!("DOES NOT HOLD: {}", names.join(", "))
}

/// Line as a JSON object.
#[derive(Debug, Serialize)]
struct PlayedRow<'a> {
    scene: &'a str,
    character: &'a str,
    group: &'a str,
    who: &'a str,
    says: &'a str,
    answer: String,
    offers: &'a [String],
    by: &'a str,
    form: Option<&'a str>,
    questions: usize,
    prompt_new: u64,
    prompt_cached: u64,
    out: u64,
    seconds: f64,
    failure: Option<&'a str>,
    holds: bool,
    failed: Vec<&'a str>,
}

/// Formats a line as a JSON object on one line.
pub(super) fn json(
    scene: &PlayScene,
    played: &PlayedLine<'_>,
) -> Result<String, serde_json::Error> {
    let QuestionSums { count, form, new, cached, out } = played.questions;
    let row = PlayedRow {
        scene: &scene.name,
        character: scene.character.as_str(),
        group: played.line.group.name(),
        who: &played.who,
        says: &played.line.says,
        answer: played.answer.text(),
        offers: &played.answer.offers,
        by: worded_by(played),
        form: form.map(|it| it.name()),
        questions: count,
        prompt_new: new,
        prompt_cached: cached,
        out,
        seconds: played.took.as_secs_f64(),
        failure: played.answer.failure.as_deref(),
        holds: played.failed.is_empty(),
        failed: played.failed.iter().map(|it| it.name()).collect(),
    };
    Ok(serde_json::to_string(&row)? + "\n")
}

/// Totals of one group of lines.
#[derive(Debug, Default)]
struct GroupSums {
    lines: usize,
    held: usize,
    model: usize,
    script: usize,
    questions: QuestionSums,
    /// Times of the lines about which a model was asked, the shortest first.
    took: Vec<Duration>,
}

impl GroupSums {
    fn add(&mut self, played_line: &PlayedLine<'_>) {
        self.lines += 1;
        self.held += usize::from(played_line.failed.is_empty());
        match worded_by(played_line) {
            "model" => self.model += 1,
            "script" => self.script += 1,
            _ => {}
        }
        let QuestionSums { count, form: _, new, cached, out } = played_line.questions;
        self.questions.count += count;
        self.questions.new += new;
        self.questions.cached += cached;
        self.questions.out += out;
        if count > 0 {
            self.took.push(played_line.took);
            self.took.sort_unstable();
        }
    }

    /// Formats the seconds that a share of the lines took at most.
    fn seconds(&self, percent: usize) -> String {
        let rank = (self.took.len() * percent).div_ceil(100).max(1);
        let took = self.took.get(rank - 1);
        took.map_or_else(|| "-".to_owned(), |it| format!("{:.1}", it.as_secs_f64()))
    }

    fn row(&self, name: &str) -> String {
        let Self { lines, held, model, script, questions, took } = self;
        let QuestionSums { count, new, cached, out, .. } = questions;
        let each = match (u32::try_from(*count), u32::try_from(took.len())) {
            (Ok(count), Ok(asked)) if asked > 0 => {
                format!("{:.2}", f64::from(count) / f64::from(asked))
            }
            _ => "-".to_owned(),
        };
        format!(
            "{name:<NAME$}{lines:>6}{held:>6}{model:>7}{script:>8}{:>10}{:>7}{new:>9}{cached:>9}\
             {out:>7}{each:>10}\n",
            self.seconds(50),
            self.seconds(95),
        )
    }
}

/// Sums of a whole play.
#[derive(Debug, Default)]
pub(super) struct PlaySums {
    all: GroupSums,
    groups: BTreeMap<LineGroup, GroupSums>,
    failed: BTreeMap<AnswerCheck, usize>,
}

impl PlaySums {
    /// Adds a line.
    pub(super) fn add(&mut self, played_line: &PlayedLine<'_>) {
        self.all.add(played_line);
        self.groups.entry(played_line.line.group).or_default().add(played_line);
        for check in &played_line.failed {
            *self.failed.entry(*check).or_default() += 1;
        }
    }

    /// Returns the number of lines.
    pub(super) fn lines(&self) -> usize {
        self.all.lines
    }

    /// Returns the number of lines that held.
    pub(super) fn held(&self) -> usize {
        self.all.held
    }

    /// Returns whether a model was asked and worded nothing.
    pub(super) fn is_unanswered(&self) -> bool {
        self.all.questions.count > 0 && self.all.model == 0
    }

    /// Formats the table, and what did not hold.
    pub(super) fn table(&self) -> String {
        let mut text = format!(
            "\n{:<NAME$}{:>6}{:>6}{:>7}{:>8}{:>10}{:>7}{:>9}{:>9}{:>7}{:>10}\n",
            "group",
            "lines",
            "held",
            "model",
            "script",
            "median s",
            "p95 s",
            "new",
            "cached",
            "out",
            "questions"
        );
        let groups = LineGroup::ALL.into_iter();
        for (group, sums) in groups.filter_map(|it| Some((it, self.groups.get(&it)?))) {
            text.push_str(&sums.row(group.name()));
        }
        text.push_str(&self.all.row("all"));
        let failed = AnswerCheck::ALL.into_iter();
        let failed = failed.filter_map(|it| Some((it, self.failed.get(&it)?)));
        for (n, (check, times)) in failed.enumerate() {
            let before = if n == 0 { "\nDid not hold: " } else { ", " };
            // Writing into a `String` never fails.
            write!(text, "{before}{} {times}", check.name()).unwrap_or_default();
        }
        if !self.failed.is_empty() {
            text.push_str(".\n");
        }
        text
    }
}
