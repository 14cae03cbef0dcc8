//! Budgets of the use of models.

use std::collections::BTreeSet;

use assistants::gate::budget::{Amounts, BudgetSettings};
use serde::Deserialize;

use super::{Config, ProviderConfig, SCRIPTED};

/// Settings of the budgets for the use of models: each amount at once, and then in an hour, but those of
/// the whole server in a day. Each is 0 to 1,000,000,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BudgetsConfig {
    /// Questions to models about what one account says; all guests of an address are one account.
    pub account_questions: u64,
    /// Tokens of these questions and their answers.
    pub account_tokens: u64,
    /// Lines, deeds and arrivals of one account that set characters off.
    pub account_lines: u64,
    /// Questions to models about what all who come from one address say.
    pub household_questions: u64,
    pub household_tokens: u64,
    pub household_lines: u64,
    /// Questions to models about what all who talk to one character say.
    pub character_questions: u64,
    pub character_tokens: u64,
    pub character_lines: u64,
    /// Questions to models of everybody in a day.
    pub day_questions: u64,
    pub day_tokens: u64,
    pub day_lines: u64,
}

/// Maximum number of tokens of an answer where the settings set none: that of tool calls.
const MOST_BY_FORM: u32 = 400;

impl Config {
    /// Returns the budgets of thoughts, with the prices of the providers.
    #[must_use]
    pub fn budgets(&self) -> BudgetSettings {
        let it = &self.budgets;
        let amounts = |questions, tokens, lines| Amounts { questions, tokens, lines };
        let providers = || self.providers.values().map(ProviderConfig::settings);
        let answers = providers().map(|it| it.max_tokens.unwrap_or(MOST_BY_FORM));
        // Anthropic's API takes no smaller room.
        let reasoning = providers().map(|it| it.reasoning_tokens.max(1_024));
        let mut free = BTreeSet::from([Some(SCRIPTED.to_owned())]);
        if self.minds.provider == SCRIPTED {
            free.insert(None);
        }
        BudgetSettings {
            account: amounts(it.account_questions, it.account_tokens, it.account_lines),
            household: amounts(it.household_questions, it.household_tokens, it.household_lines),
            character: amounts(it.character_questions, it.character_tokens, it.character_lines),
            day: amounts(it.day_questions, it.day_tokens, it.day_lines),
            answer: answers.max().unwrap_or_default(),
            reasoning: reasoning.max().unwrap_or_default(),
            free,
        }
    }
}
