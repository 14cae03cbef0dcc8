//! Validation of delegation: whoever may be asked is there, and is somebody else.

use world::content::{
    problem::{Problem, did_you_mean},
    reading::Read,
};

use crate::persona::{Persona, delegation::MOST_HELPERS};

/// Returns the problems with whom the personas may ask.
pub(super) fn problems(files: &[Read<Persona>]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for Read { path, tree, value } in files {
        let node = tree.field("delegation").field("asks");
        let mut report = |at, sentence: String| problems.push(Problem::new(path, at, sentence));
        if value.delegation.asks.len() > MOST_HELPERS {
            let sentence = format!("`asks` names {MOST_HELPERS} others at most");
            report(node.position(), sentence);
        }
        for (index, asked) in value.delegation.asks.iter().enumerate() {
            let at = node.item(index).field("whom").position();
            let whom = asked.whom.as_str();
            let answers = |it: &&Read<Persona>| it.value.delegation.answers_to(&it.value.id, whom);
            let mut all = files.iter().filter(answers).peekable();
            if all.peek().is_none() {
                let names = files.iter().flat_map(|file| {
                    let tags = file.value.delegation.tags.iter().map(String::as_str);
                    tags.chain([file.value.id.as_str()])
                });
                let hint = did_you_mean(whom, names);
                report(at, format!("nobody has the id or the tag `{whom}`{hint}"));
            } else if all.all(|it| it.value.id == value.id) {
                report(at, format!("`{whom}` is the character itself; name somebody else"));
            }
        }
    }
    problems
}

/// Returns an error sentence if a step asks somebody who is none of those whom the character may ask.
pub(super) fn unnamed(persona: &Persona, whom: &str) -> Option<String> {
    let names = persona.delegation.names();
    (!names.iter().any(|it| it == whom)).then(|| {
        let hint = did_you_mean(whom, names.iter().map(String::as_str));
        format!("`{whom}` is none of those in `asks` of `delegation`{hint}; add it there")
    })
}
