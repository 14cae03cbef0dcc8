//! Goals of a character that its author wrote: what it takes to reach them, and what is said about
//! them.

use std::{ops::RangeInclusive, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use text::variant::in_words;
use world::trade::offer::Condition;

use super::script::ScriptEvent;

/// Maximum number of goals of a persona.
pub const MOST_AUTHORED: usize = 12;
/// Range of [`GoalPlan::priority`].
pub const PRIORITY: RangeInclusive<u8> = 1..=9;
/// Priority of a goal that states none.
pub const USUAL_PRIORITY: u8 = 5;
/// Range of the number of a [`GoalCount`].
pub const COUNT: RangeInclusive<u16> = 1..=50;
/// Range of [`GoalPlan::again`], in days.
pub const AGAIN: RangeInclusive<u16> = 1..=365;
/// Real time of a day, by which goals are counted.
pub const DAY: Duration = Duration::from_secs(86_400);

/// Goal of a character.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GoalPlan {
    /// Name, unique among the goals of the character: an id of letters, digits and hyphens.
    pub name: String,
    /// Aim, as an infinitive without "to": `sell a plait of onions`.
    pub text: String,
    /// Name of the goal that this one is a part of.
    #[serde(default)]
    pub part_of: Option<String>,
    /// Priority, 1 to 9; the greatest is spoken of first. 5 by default.
    #[serde(default = "usual_priority")]
    pub priority: u8,
    /// Events that complete it, as the engine sees them; only the engine completes such a goal.
    #[serde(default)]
    pub needs: Option<GoalNeeds>,
    /// Answers of the character to the question what it is working on, as whole sentences.
    #[serde(default)]
    pub says: Vec<String>,
    /// Sentences by which it asks a visitor for help, unasked.
    #[serde(default)]
    pub asks: Vec<String>,
    /// Conditions on a visitor who is asked; all must hold.
    #[serde(default)]
    pub asks_if: Vec<Condition>,
    /// Days of real time after which the goal begins anew, 1 to 365; never by default.
    #[serde(default)]
    pub again: Option<u16>,
}

fn usual_priority() -> u8 {
    USUAL_PRIORITY
}

/// Engine predicate of a goal: what visitors do before everybody, and what the clock shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GoalNeeds {
    /// Deeds of visitors that count: to the character, or in its sight. None means whatever they do,
    /// coming in and speaking included.
    #[serde(default)]
    pub on: Vec<ScriptEvent>,
    /// Conditions on the visitor at that moment, as those of offers; all must hold.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Number of times that the deed has to happen; 1 by default.
    #[serde(default)]
    pub count: GoalCount,
    /// Deeds of visitors that set it back to the beginning.
    #[serde(default)]
    pub spoiled_by: Vec<ScriptEvent>,
}

/// Number of times that something has to happen for a goal, 1 to 50.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum GoalCount {
    /// Number of times that it is done, by whomever.
    Times(u16),
    /// Number of different visitors who do it.
    Visitors(u16),
    /// Number of different days of real time on which it is done.
    Days(u16),
    /// Number of days of real time in which nothing sets it back.
    Unspoiled(u16),
}

impl Default for GoalCount {
    fn default() -> Self {
        Self::Times(1)
    }
}

impl GoalCount {
    /// Returns the number.
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::Times(n) | Self::Visitors(n) | Self::Days(n) | Self::Unspoiled(n) => n,
        }
    }
}

/// Placeholders of the texts of a goal, which the engine fills in.
pub const GOAL_PLACEHOLDERS: [&str; 3] = ["count", "needed", "left"];

/// Fills the numbers of a goal into one of its texts: how far it is, how much it takes, and what is left.
#[must_use]
pub fn fill_in(text: &str, count: u16, needed: u16) -> String {
    let words = |number: u16| match number {
        0 => "none".to_owned(),
        number => in_words(number.into()),
    };
    text.replace("{count}", &words(count))
        .replace("{needed}", &words(needed))
        .replace("{left}", &words(needed.saturating_sub(count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_read_with_what_it_leaves_out() {
        let plan: GoalPlan = ron::from_str(
            r#"(name: "plait", text: "sell a plait", needs: Some((on: [Accepted("sell-onion")],
                count: Visitors(3))))"#,
        )
        .unwrap();
        assert_eq!((plan.priority, plan.again), (5, None));
        let needs = plan.needs.unwrap();
        assert_eq!((needs.count.number(), needs.when.len()), (3, 0));
        assert_eq!(GoalCount::default().number(), 1);
    }

    #[test]
    fn numbers_stand_in_words() {
        let text = "{count} of {needed}, and {left} left of {needed}";
        assert_eq!(fill_in(text, 1, 7), "one of seven, and six left of seven");
        assert_eq!(fill_in("{left} to go", 30, 7), "none to go");
    }
}
