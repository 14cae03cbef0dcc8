//! Validation of the example lines in `examples.ron`.

use std::collections::BTreeSet;

use world::content::problem::{Problem, did_you_mean};

use crate::{
    nlu::{MOST_COMPARED, MOST_EXAMPLES, NOTHING},
    persona::{Persona, archetype::SharedTalk},
};

/// Reports invalid example lines. `personas` are all personas with their scripts built; none if
/// some could not be parsed, so that unknown topics are not reported.
pub(super) fn problems(shared: &SharedTalk, personas: Option<&[&Persona]>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let Some(file) = &shared.examples else { return problems };
    let known: Option<BTreeSet<&str>> = personas.map(|all| {
        let own = all.iter().flat_map(|it| &it.script.topics).map(|it| it.name.as_str());
        own.chain(shared.archetypes().flat_map(|(it, ..)| it.value.names())).collect()
    });
    let mut all = 0;
    for (name, lines) in &file.value {
        if let Some(known) = &known
            && name != NOTHING
            && !known.contains(name.as_str())
        {
            let hint = did_you_mean(name, known.iter().copied());
            let sentence = format!("nobody has a topic `{name}`{hint}");
            problems.push(Problem::new(&file.path, file.tree.key(name), sentence));
        }
        for (at, line) in lines.iter().enumerate() {
            all += 1;
            let words = line.split_whitespace().count();
            let sentence = match words {
                0 => "this line is empty; write what somebody says".to_owned(),
                _ if words > MOST_COMPARED => {
                    format!("only {MOST_COMPARED} words of a line are compared; make it shorter")
                }
                _ if all == MOST_EXAMPLES + 1 => {
                    format!("only {MOST_EXAMPLES} lines are compared with; leave some out")
                }
                _ => continue,
            };
            let node = file.tree.field(name).item(at);
            problems.push(Problem::new(&file.path, node.position(), sentence));
        }
    }
    problems
}
