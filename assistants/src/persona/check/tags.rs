//! Whether the marks and kinds that texts ask for are ones that anybody can have: a secret behind a
//! mistyped one would never be told.

use std::collections::BTreeSet;

use world::{
    content::{
        authored::Content,
        locate,
        problem::{Problem, SourceFile, did_you_mean},
    },
    engine::id::{KindId, MarkId},
    words::variant::marks_in,
};

use crate::persona::{
    archetype,
    text::{ScriptText, TextTag},
};

/// Looks through the texts of personas and archetypes; `made` are the marks that some offer makes.
pub(super) fn check(
    files: &[SourceFile],
    content: &Content,
    made: &BTreeSet<&MarkId>,
) -> Vec<Problem> {
    let is_talk = |file: &&SourceFile| {
        file.path.starts_with("personas/") || file.path.starts_with(archetype::FOLDER)
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

/// Looks through the texts of the world, some of which read otherwise for whoever has a mark.
pub(super) fn check_world(files: &[SourceFile], made: &BTreeSet<&MarkId>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files {
        for (at, text) in locate::texts(&file.text) {
            let asked = marks_in(&text).unwrap_or_default();
            let unknown = asked.into_iter().filter_map(|it| unmade(it, made));
            problems.extend(unknown.map(|sentence| Problem::new(&file.path, at, sentence)));
        }
    }
    problems
}

/// Why nobody can meet a condition of a text.
fn unknown(tag: TextTag<'_>, content: &Content, made: &BTreeSet<&MarkId>) -> Option<String> {
    match tag {
        TextTag::Carries(kind) | TextTag::Lacks(kind) => match KindId::new(kind) {
            Ok(kind) => content.unknown_kind(&kind),
            Err(bad) => Some(bad.to_string()),
        },
        TextTag::Marked(mark) | TextTag::Unmarked(mark) => unmade(mark, made),
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
        | TextTag::Cheerful
        | TextTag::Gloomy => None,
    }
}

/// Why nobody can have a mark.
fn unmade(mark: &str, made: &BTreeSet<&MarkId>) -> Option<String> {
    // Where somebody was and what they said is remarked by the engine itself.
    let by_engine = mark.starts_with("visited/") || mark.starts_with("said/");
    if by_engine || MarkId::new(mark).is_ok_and(|it| made.contains(&it)) {
        return None;
    }
    let hint = did_you_mean(mark, made.iter().map(|it| it.as_str()));
    Some(format!("no offer makes the mark `{mark}`{hint}"))
}
