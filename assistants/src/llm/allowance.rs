//! Which budget is used up, for whoever wants to know why no model was asked.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BudgetUnit {
    /// Questions to models.
    Questions,
    /// Tokens of questions and answers.
    Tokens,
    /// Lines, deeds and arrivals that set a character off.
    Lines,
}

impl BudgetUnit {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Questions, Self::Tokens, Self::Lines];

    /// Its name in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Questions => "questions",
            Self::Tokens => "tokens",
            Self::Lines => "lines",
        }
    }
}

/// Whose budget it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BudgetOf {
    /// Of the account of whoever asks; all guests of a household are one account.
    Account,
    /// Of all who come from one address.
    Household,
    /// Of the character that is asked.
    Character,
    /// Of the whole server, for a day.
    Day,
}

/// A budget that has no room for what is wanted.
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
        };
        write!(f, "over the budget of {of} in {}", self.unit.name())
    }
}
