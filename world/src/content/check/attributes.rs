//! Checks of the attributes of kinds and rooms: names, values and texts.

use std::collections::BTreeSet;

use crate::{
    content::{line, locate::Node, problem::Problem},
    things::attribute::{AttributeEntry, MOST},
};

/// Reports attributes that cannot be typed or told apart, and those without a choice.
pub(super) fn check(path: &str, node: &Node, entries: &[AttributeEntry]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut report =
        |at: &Node, sentence: String| problems.push(Problem::new(path, at.position(), sentence));
    if entries.len() > MOST {
        report(node, format!("there are {MOST} attributes at most"));
    }
    let mut names = BTreeSet::new();
    let mut texts = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let item = node.item(index);
        let (name, values) = (item.field("name"), item.field("values"));
        if !is_word(&entry.name) {
            report(
                name,
                format!("`{}` is no single word in small letters; choose another", entry.name),
            );
        } else if !names.insert(&entry.name) {
            report(name, format!("there is another attribute `{}`; rename one", entry.name));
        }
        if !(2..=MOST).contains(&entry.values.len()) {
            report(values, format!("an attribute has 2 to {MOST} values"));
        }
        let mut known = BTreeSet::new();
        for (index, (value, text)) in entry.values.iter().enumerate() {
            let at = values.item(index);
            if !is_word(value) {
                report(at, format!("`{value}` is no single word in small letters; choose another"));
            } else if !known.insert(value) {
                report(at, format!("there is another value `{value}`; rename one"));
            }
            texts.extend(line::line(path, at, "text", text));
            if text.contains(['{', '}']) {
                report(at, "this text is shown as it stands; write it without braces".to_owned());
            }
        }
    }
    problems.extend(texts);
    problems
}

/// Returns whether a name or a value can be typed as one word.
fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-')
}
