//! Validation of initial regard, mood and the socials that characters react to.

use std::collections::{BTreeMap, BTreeSet};

use world::content::{
    authored::Content,
    locate::Node,
    problem::{Problem, did_you_mean},
    reading::Read,
};

use crate::persona::{
    Persona,
    archetype::SharedTalk,
    script::{ScriptEvent, Step},
};

/// Maximum of a mood; its negative value is the minimum.
const MOST_MOOD: i8 = 50;

/// Checks the ranges of a character's initial regard and mood.
pub(super) fn persona(path: &str, tree: &Node, persona: &Persona, problems: &mut Vec<Problem>) {
    let regard = tree.field("regard");
    for (whom, value) in persona.regard.iter().filter(|(_, value)| **value > 100) {
        let sentence = format!("regard is between 0 and 100, not {value}");
        problems.push(Problem::new(path, regard.field(whom.as_str()).position(), sentence));
    }
    if persona.mood.rest.unsigned_abs() > MOST_MOOD.unsigned_abs() {
        let sentence = format!("`rest` is between -50 and 50, not {}", persona.mood.rest);
        problems.push(Problem::new(path, tree.field("mood").field("rest").position(), sentence));
    }
}

/// Reports regard for unknown characters or oneself, once all characters are parsed.
pub(super) fn strangers(files: &[Read<Persona>]) -> Vec<Problem> {
    let ids: BTreeSet<&str> = files.iter().map(|it| it.value.id.as_str()).collect();
    let mut problems = Vec::new();
    for Read { path, tree, value } in files {
        for whom in value.regard.keys() {
            let others = || ids.iter().copied().filter(|it| *it != value.id.as_str());
            let sentence = if *whom == value.id {
                "nobody has a regard for oneself; remove it".to_owned()
            } else if !ids.contains(whom.as_str()) {
                let hint = did_you_mean(whom.as_str(), others());
                format!("there is no character `{whom}`{hint}")
            } else {
                continue;
            };
            let at = tree.field("regard").key(whom.as_str());
            problems.push(Problem::new(path, at, sentence));
        }
    }
    problems
}

/// Reports reactions to unknown socials, of characters and archetypes.
pub(super) fn socials(
    files: &[Read<Persona>],
    shared: &SharedTalk,
    content: &Content,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let own = files.iter().map(|it| (&it.path, &it.tree, &it.value.on));
    let kinds = shared.archetypes().map(|(it, ..)| (&it.path, &it.tree, &it.value.on));
    for (path, tree, on) in own.chain(kinds) {
        for sentence in unknown(on, content) {
            problems.push(Problem::new(path, tree.field("on").position(), sentence));
        }
    }
    problems
}

fn unknown(on: &BTreeMap<ScriptEvent, Vec<Step>>, content: &Content) -> Vec<String> {
    let socials = || content.socials.iter();
    let named = on.keys().filter_map(|deed| match deed {
        ScriptEvent::Social(name) => Some(name.as_str()),
        ScriptEvent::Gift
        | ScriptEvent::Declined
        | ScriptEvent::Accepted(_)
        | ScriptEvent::Shouted
        | ScriptEvent::Left
        | ScriptEvent::Asked
        | ScriptEvent::Opened
        | ScriptEvent::Followed
        | ScriptEvent::Met
        | ScriptEvent::Chatted
        | ScriptEvent::Told
        | ScriptEvent::Reached(_)
        | ScriptEvent::Spoiled(_)
        | ScriptEvent::Quarrel => None,
    });
    let missing = named.filter(|name| !socials().any(|it| &*it.name == *name));
    let sentence = |name: &str| {
        let meant = socials().find(|it| it.aliases.iter().any(|alias| alias == name));
        let hint = match meant {
            Some(it) => format!("; it is another word for `{}`, so write that", it.name),
            None => did_you_mean(name, socials().map(|it| &*it.name)),
        };
        format!("there is no social called `{name}`{hint}")
    };
    missing.map(sentence).collect()
}

/// Returns an error sentence if a step changes regard or mood by an invalid amount.
pub(super) fn feeling(step: &Step) -> Option<String> {
    let (by, range, all) = if let Step::Regard(by) = step {
        (*by, -25..=30, "regard moves by -25 to 30 at once, as a day allows")
    } else if let Step::Mood(by) = step {
        (*by, -MOST_MOOD..=MOST_MOOD, "mood moves by -50 to 50 at once")
    } else {
        return None;
    };
    if by == 0 {
        return Some("this moves nothing; write how far, as `+5` or `-5`, or remove it".to_owned());
    }
    (!range.contains(&by)).then(|| format!("{all}, not by {by}"))
}
