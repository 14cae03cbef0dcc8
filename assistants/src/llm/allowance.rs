//! Exhausted budgets, as the reason why no model was asked.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Unit in which budgets are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BudgetUnit {
    /// Requests to models.
    Questions,
    /// Tokens of requests and replies.
    Tokens,
    /// Lines, deeds and arrivals that trigger a thought.
    Lines,
}

impl BudgetUnit {
    /// All units.
    pub const ALL: [Self; 3] = [Self::Questions, Self::Tokens, Self::Lines];

    /// Returns the display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Questions => "questions",
            Self::Tokens => "tokens",
            Self::Lines => "lines",
        }
    }
}

/// Owner of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BudgetOf {
    /// Account of the asking player; all guests of a household are one account.
    Account,
    /// Household: all players from one address.
    Household,
    /// Character that is asked.
    Character,
    /// Whole server, per day.
    Day,
    /// Share of the character's budget for what it does of its own accord.
    Own,
}

/// Budget that is exhausted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OverBudget {
    pub of: BudgetOf,
    pub unit: BudgetUnit,
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = match self.of {
            BudgetOf::Account => "the account",
            BudgetOf::Household => "the household",
            BudgetOf::Character => "the character",
            BudgetOf::Day => "the server's day",
            BudgetOf::Own => "the character's own accord",
        };
        write!(f, "over the budget of {of} in {}", self.unit.name())
    }
}
