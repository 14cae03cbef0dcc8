//! Spending by day.

use std::collections::VecDeque;

use engine::clock::WorldTime;
use serde::{Deserialize, Serialize};

use super::{Amounts, DAY};

/// Maximum number of earlier days that are kept.
const DAYS: usize = 30;

/// Spending of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DaySpend {
    /// Day, counted from 1 January 1970.
    pub day: u64,
    pub spent: Amounts,
}

impl DaySpend {
    /// Returns the date, such as `2026-11-21`.
    #[must_use]
    pub fn date(&self) -> String {
        let time = WorldTime(self.day.saturating_mul(DAY)).to_string();
        time.split(' ').next().unwrap_or_default().to_owned()
    }
}

/// Spending of the last day on which something was spent, and of the days before it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpendDays {
    last: DaySpend,
    /// Days on which something was spent, oldest first, at most [`DAYS`].
    past: VecDeque<DaySpend>,
}

impl SpendDays {
    /// Creates the days from the last one and those before it, oldest first; drops the oldest above
    /// the maximum.
    #[must_use]
    pub fn new(last: DaySpend, past: impl IntoIterator<Item = DaySpend>) -> Self {
        let mut past: VecDeque<DaySpend> = past.into_iter().collect();
        while past.len() > DAYS {
            past.pop_front();
        }
        Self { last, past }
    }

    /// Returns the last day on which something was spent.
    pub(super) fn last(&self) -> DaySpend {
        self.last
    }

    /// Returns the spending of the present day.
    #[must_use]
    pub fn today(&self, now: WorldTime) -> DaySpend {
        let day = now.0 / DAY;
        if self.last.day == day { self.last } else { DaySpend { day, ..DaySpend::default() } }
    }

    /// Returns the days before the present one on which something was spent, newest first.
    pub fn before(&self, now: WorldTime) -> impl Iterator<Item = DaySpend> {
        let is_over = self.last.day != now.0 / DAY && self.last.spent != Amounts::default();
        is_over.then_some(self.last).into_iter().chain(self.past.iter().rev().copied())
    }

    /// Begins the present day, if another one was the last on which something was spent.
    fn begin(&mut self, now: WorldTime) {
        let today = self.today(now);
        if today.day == self.last.day {
            return;
        }
        if self.last.spent != Amounts::default() {
            self.past.push_back(self.last);
        }
        if self.past.len() > DAYS {
            self.past.pop_front();
        }
        self.last = today;
    }

    pub(super) fn spend(&mut self, now: WorldTime, cost: Amounts) {
        self.begin(now);
        self.last.spent = self.last.spent.plus(cost);
    }

    /// Gives back what was spent on a day, unless that is over.
    pub(super) fn give_back(&mut self, now: WorldTime, day: u64, back: Amounts) {
        self.begin(now);
        if self.last.day == day {
            self.last.spent = self.last.spent.minus(back);
        }
    }
}
