//! Validation of the marks and kinds that conditions of texts require: a secret behind a mistyped
//! one would never be told.

use std::collections::BTreeSet;

use engine::id::{KindId, MarkId};
use text::variant::marks_in;
use world::{
    content::{
        authored::Content,
        locate::{self, Node},
        problem::{Problem, SourceFile, did_you_mean},
        reading::QUESTS,
    },
    trade::offer::Condition,
};

use crate::mind::made;
use crate::persona::{
    archetype,
    text::{ScriptText, TextTag},
};

/// Checks the texts of personas and archetypes; `made` are the marks that offers set.
pub(super) fn check(
    files: &[SourceFile],
    content: &Content,
    made: &BTreeSet<&MarkId>,
) -> Vec<Problem> {
    let is_talk = |file: &&SourceFile| {
        ["personas/", archetype::FOLDER, made::FOLDER].iter().any(|it| file.path.starts_with(it))
    };
    let mut problems = Vec::new();
    for file in files.iter().filter(is_talk) {
        for (at, text) in locate::texts(&file.text).filter(|(_, text)| text.starts_with('<')) {
            let Ok(text) = ScriptText::read(&text) else { continue };
            let unknown = text.tags.iter().filter_map(|tag| unknown(*tag, content, made));
            problems.extend(unknown.map(|sentence| Problem::new(&file.path, at, sentence)));
        }
    }
    problems
}

/// Checks the texts of the world, some of which vary by mark.
pub(super) fn check_world(
    files: &[SourceFile],
    content: &Content,
    made: &BTreeSet<&MarkId>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files {
        for (at, text) in locate::texts(&file.text) {
            let asked = marks_in(&text).unwrap_or_default();
            let unknown = asked.into_iter().filter_map(|it| unmade(it, content, made));
            problems.extend(unknown.map(|sentence| Problem::new(&file.path, at, sentence)));
        }
    }
    problems
}

/// Checks the conditions of quests.
pub(super) fn check_quests(
    files: &[SourceFile],
    content: &Content,
    made: &BTreeSet<&MarkId>,
) -> Vec<Problem> {
    let Some(file) = files.iter().find(|it| it.path == QUESTS) else { return Vec::new() };
    let tree = locate::tree(&file.text);
    let quests = content.quests.iter().enumerate();
    let problems = quests.flat_map(|(index, quest)| {
        unmade_conditions(&file.path, tree.item(index).field("done"), &quest.done, made)
    });
    problems.collect()
}

/// Reports conditions that require a mark which no offer sets.
pub(super) fn unmade_conditions(
    path: &str,
    node: &Node,
    conditions: &[Condition],
    made: &BTreeSet<&MarkId>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, condition) in conditions.iter().enumerate() {
        let mark = match condition {
            Condition::Marked(mark) | Condition::NotMarked(mark) => mark,
            Condition::Carries(_)
            | Condition::Coins(_)
            | Condition::Visited(_)
            | Condition::Said(_)
            | Condition::Hour(..)
            | Condition::Regard(_) => continue,
        };
        // Marks of visited rooms are set by the engine itself.
        if !made.contains(&mark) && !mark.as_str().starts_with("visited/") {
            let hint = did_you_mean(mark.as_str(), made.iter().map(|it| it.as_str()));
            let sentence = format!("no offer makes the remark `{mark}`{hint}");
            problems.push(Problem::new(path, node.item(index).position(), sentence));
        }
    }
    problems
}

/// Returns an error sentence if nobody can meet a condition of a text.
fn unknown(tag: TextTag<'_>, content: &Content, made: &BTreeSet<&MarkId>) -> Option<String> {
    match tag {
        TextTag::Carries(kind) | TextTag::Lacks(kind) => match KindId::new(kind) {
            Ok(kind) => content.unknown_kind(&kind),
            Err(bad) => Some(bad.to_string()),
        },
        TextTag::Marked(mark) | TextTag::Unmarked(mark) => unmade(mark, content, made),
        TextTag::Stranger
        | TextTag::Known
        | TextTag::Back
        | TextTag::LongAway
        | TextTag::Alone
        | TextTag::Company
        | TextTag::Offered
        | TextTag::Hours(..)
        | TextTag::Regard(_)
        | TextTag::Asked(_)
        | TextTag::Further(_)
        | TextTag::Again
        | TextTag::Act(_)
        | TextTag::Word(_)
        | TextTag::Cheerful
        | TextTag::Gloomy => None,
    }
}

/// Returns an error sentence if nobody can have a mark.
fn unmade(mark: &str, content: &Content, made: &BTreeSet<&MarkId>) -> Option<String> {
    // Marks of visited rooms and said words are set by the engine itself.
    if let Some(room) = mark.strip_prefix("visited/") {
        return content.unknown_room(room);
    }
    if mark.starts_with("said/") || MarkId::new(mark).is_ok_and(|it| made.contains(&it)) {
        return None;
    }
    let hint = did_you_mean(mark, made.iter().map(|it| it.as_str()));
    Some(format!("no offer makes the mark `{mark}`{hint}"))
}
