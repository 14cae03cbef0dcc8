//! Validation of autonomy settings.

use engine::id::ChannelId;
use world::content::{
    authored::Content,
    locate::Node,
    problem::{Problem, did_you_mean},
};

use super::unknown_channel;
use crate::persona::{
    Persona,
    archetype::Archetype,
    autonomy::{Autonomy, SpeechPlace},
};

/// Checks the autonomy of a character: valid settings, and channels that it listens to.
pub(super) fn character(
    path: &str,
    tree: &Node,
    persona: &Persona,
    content: &Content,
    problems: &mut Vec<Problem>,
) {
    let node = tree.field("autonomy");
    autonomy(path, node, &persona.autonomy, content, problems);
    let ids = || persona.attention.channels.keys();
    for (at, place) in persona.autonomy.may_speak.iter().flatten().enumerate() {
        if let SpeechPlace::Channel(channel) = place
            && !persona.attention.channels.contains_key(channel)
            && unknown_channel(content, channel).is_none()
        {
            let hint = did_you_mean(channel.as_str(), ids().map(ChannelId::as_str));
            let sentence = format!(
                "it is not on the channel `{channel}`{hint}; write that into `attention.channels`"
            );
            let at = node.field("may_speak").item(at).position();
            problems.push(Problem::new(path, at, sentence));
        }
    }
    if !persona.gambits.is_empty()
        && persona.autonomy.may_speak.is_some()
        && !persona.speaks_unasked()
    {
        let sentence = "nothing of this is ever said, because `autonomy.may_speak` has no `Room`; \
                        write that, or remove these";
        problems.push(Problem::new(path, tree.field("gambits").position(), sentence));
    }
}

/// Checks the autonomy of an archetype.
pub(super) fn archetype(
    path: &str,
    tree: &Node,
    archetype: &Archetype,
    content: &Content,
    problems: &mut Vec<Problem>,
) {
    autonomy(path, tree.field("autonomy"), &archetype.autonomy, content, problems);
}

fn autonomy(
    path: &str,
    node: &Node,
    plan: &Autonomy,
    content: &Content,
    problems: &mut Vec<Problem>,
) {
    if let Some(every) = plan.every.filter(|it| *it > Autonomy::LONGEST) {
        let sentence = format!("`every` is between 0 and {}, not {every}", Autonomy::LONGEST);
        problems.push(Problem::new(path, node.field("every").position(), sentence));
    }
    for (at, place) in plan.may_speak.iter().flatten().enumerate() {
        if let SpeechPlace::Channel(channel) = place
            && let Some(sentence) = unknown_channel(content, channel)
        {
            let at = node.field("may_speak").item(at).position();
            problems.push(Problem::new(path, at, sentence));
        }
    }
}
