//! Report of a soak, as a table.

use std::time::Duration;

use crate::{check::Verdict, drops::Dropped, player::Record};

/// Most problems that are told one by one.
const TOLD: usize = 20;

/// Results of a soak.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Number of kills of the server.
    pub(crate) kills: usize,
    /// Number of those that came while it started.
    pub(crate) hasty: usize,
    /// Time of each start until the server listened.
    pub(crate) starts: Vec<Duration>,
    /// Wrong passwords that were tried.
    pub(crate) passwords: usize,
    /// Sentences about differences.
    pub(crate) problems: Vec<String>,
    links: u64,
    lines: u64,
    again: u64,
    sent: u64,
    answered: u64,
    changed: u64,
    trades: u64,
    marks: u64,
    happened: usize,
    not: usize,
    facts: usize,
    checks: usize,
    coins: i64,
}

impl Tally {
    /// Adds what came of links that broke.
    pub(crate) fn dropped(&mut self, dropped: Dropped) {
        self.links += dropped.links;
        self.lines += dropped.lines;
        self.again += dropped.again;
        self.problems.extend(dropped.problems);
    }

    /// Adds what came of a round and of the check after it.
    pub(crate) fn checked(&mut self, records: &[Record], verdict: Verdict, coins: i64) {
        for record in records {
            self.sent += record.sent;
            self.answered += record.answered;
            self.changed += record.changed;
            self.trades += record.trades;
            self.marks += record.marks;
            self.problems.extend(record.problems.iter().cloned());
        }
        let round = self.kills;
        let problems = verdict.problems.into_iter();
        self.problems.extend(problems.map(|it| format!("after kill {round}: {it}")));
        self.happened += verdict.happened;
        self.not += verdict.not;
        self.facts += verdict.facts;
        self.checks += 1;
        self.coins = coins;
    }

    /// The table, and the first problems.
    pub(crate) fn table(&self, players: usize) -> String {
        let mut starts = self.starts.clone();
        starts.sort();
        let at = |n: usize| starts.get(n).copied().unwrap_or_default().as_millis();
        let (median, most) = (at(starts.len() / 2), at(starts.len().saturating_sub(1)));
        let Self { happened, not, .. } = self;
        let rows = [
            ("kills", format!("{}, {} of them while it started", self.kills, self.hasty)),
            ("players", format!("{players}, and a newcomer before each kill")),
            (
                "links that broke",
                format!("{}; {} lines said, {} read again", self.links, self.lines, self.again),
            ),
            ("lines sent", self.sent.to_string()),
            ("lines answered", self.answered.to_string()),
            (
                "acts that changed something",
                format!("{}, {} of them moved coins", self.changed, self.trades),
            ),
            ("acts without an answer", format!("{happened} had happened, {not} had not")),
            ("start, ms", format!("least {}, median {median}, most {most}", at(0))),
            ("facts compared", format!("{} in {} checks", self.facts, self.checks)),
            ("coins in all purses", self.coins.to_string()),
            ("offers that showed a mark", self.marks.to_string()),
            ("wrong passwords tried", self.passwords.to_string()),
            ("problems", self.problems.len().to_string()),
        ];
        let mut table = String::from("\n");
        for (what, value) in rows {
            table.push_str(&format!("{what:<30}{value}\n"));
        }
        for problem in self.problems.iter().take(TOLD) {
            table.push_str(&format!("- {problem}\n"));
        }
        if self.problems.len() > TOLD {
            table.push_str(&format!("- and {} more\n", self.problems.len() - TOLD));
        }
        table
    }
}
