//! Checks of the conditions of offers and quests: ids and ranges.

use crate::{
    content::{
        authored::Content,
        locate::{Node, Position},
        problem::Problem,
    },
    trade::offer::Condition,
};

/// Returns the position and message for an invalid condition. Marks are checked where the personas
/// are parsed.
pub(super) fn wrong(
    content: &Content,
    node: &Node,
    condition: &Condition,
) -> Option<(Position, String)> {
    let is_kind = matches!(condition, Condition::Carries(_));
    let at = if is_kind { node.item(0) } else { node }.position();
    let sentence = match condition {
        Condition::Carries(kind) => content.unknown_kind(kind),
        Condition::Visited(room) => content.find_room("", room).err(),
        Condition::Said(words) if words.trim().is_empty() => {
            Some("nothing is said here; write the words".to_owned())
        }
        Condition::Hour(from, until) if *from > 23 || *until > 24 => {
            Some("the hours of a day are 0 to 23".to_owned())
        }
        Condition::Regard(least) if *least > 100 => {
            Some(format!("regard is between 0 and 100, not {least}"))
        }
        Condition::Coins(_)
        | Condition::Marked(_)
        | Condition::NotMarked(_)
        | Condition::Said(_)
        | Condition::Hour(..)
        | Condition::Regard(_) => None,
    };
    Some((at, sentence?))
}

/// Checks conditions on a character that stand in a list of a persona.
#[must_use]
pub fn check_conditions(
    content: &Content,
    path: &str,
    node: &Node,
    conditions: &[Condition],
) -> Vec<Problem> {
    let all = conditions.iter().enumerate();
    let wrong = all.filter_map(|(index, it)| wrong(content, node.item(index), it));
    wrong.map(|(at, sentence)| Problem::new(path, at, sentence)).collect()
}
