//! Parser of exceptions, as in "all but the pear".

use nom::{Parser, sequence::pair};

use super::{space, word};

/// Words that introduce an exception.
const BUT: &[&str] = &["but", "except"];

/// Splits off the exception; the included part always has a first word.
///
/// ```text
/// except("all but the pear")        ->  ("all", Some("the pear"))
/// except("apples except for 2")     ->  ("apples", Some("2"))
/// except("red apple")               ->  ("red apple", None)
/// ```
#[must_use]
pub fn except(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let mut left = text;
    while let Ok((next, _)) = pair(word, space).parse(left) {
        left = next;
        let Ok((out, joint)) = word(left) else { break };
        if BUT.iter().any(|it| it.eq_ignore_ascii_case(joint)) {
            let meant = text.strip_suffix(left).unwrap_or(text).trim_end();
            let out = out.trim_start();
            return (meant, Some(out.strip_prefix("for ").unwrap_or(out).trim_start()));
        }
    }
    (text, None)
}
