//! Answer to a line: what the player heard of the character, and what the record says about it.

use std::collections::VecDeque;

use assistants::{
    mind::body,
    record::{
        entry::{AnsweredBy, OccasionKind, RecordEntry, Recorded, RecordedCall},
        newest::{NewestRecord, RecordedThought},
    },
};
use bevy_ecs::world::World;
use engine::{clock::WorldTime, id::CharacterId};

/// Tools whose words or poses others perceive.
const HEARD: [&str; 6] = ["say", "whisper", "emote", "page", "tell", "channel_say"];

/// Answer of a character to a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct HeardAnswer {
    /// Spoken words, in order.
    pub(super) words: Vec<String>,
    pub(super) poses: Vec<String>,
    /// Names of those whom the words were spoken to, if they were not the one who reads them.
    pub(super) to_others: Vec<String>,
    /// Ids of the offers that were made.
    pub(super) offers: Vec<String>,
    /// True if a reply of the model was heard; otherwise the script worded it.
    pub(super) by_model: bool,
    /// Error of the model, if it failed.
    pub(super) failure: Option<String>,
}

impl HeardAnswer {
    /// Returns whether nothing was said, done or offered.
    pub(super) fn is_silence(&self) -> bool {
        self.words.is_empty() && self.poses.is_empty() && self.offers.is_empty()
    }

    /// Returns words and poses as one text, poses in brackets.
    pub(super) fn text(&self) -> String {
        let poses = self.poses.iter().map(|it| format!("[{it}]"));
        poses.chain(self.words.iter().cloned()).collect::<Vec<_>>().join(" ")
    }

    /// Adds a line that the player read, if the character speaks in it.
    pub(super) fn hear(&mut self, name: &str, line: &str) {
        let Some((spoken, rest)) = line.split_once(", \"") else { return };
        let Some(words) = rest.strip_suffix('"') else { return };
        let Some(way) = rest_after(spoken, name) else { return };
        if let Some((_, whom)) = way.split_once(" to ").or_else(|| way.split_once("asks "))
            && !whom.starts_with("you")
        {
            self.to_others.push(whom.to_owned());
        }
        self.words.push(words.to_owned());
    }

    /// Adds what the record says about a thought.
    fn record<'e>(&mut self, entries: impl Iterator<Item = &'e RecordEntry>) {
        let mut by_model = false;
        let mut calls: VecDeque<RecordedCall> = VecDeque::new();
        for entry in entries {
            if let Recorded::Replied(reply) = &entry.what {
                by_model = reply.by == AnsweredBy::Model;
                calls = reply.calls.iter().cloned().collect();
            } else if let Recorded::Failed { error, .. } = &entry.what {
                self.failure = Some(error.to_string());
            } else if let Recorded::Done { tool, .. } = &entry.what {
                if HEARD.contains(&tool.text()) {
                    self.by_model = by_model;
                }
                if let Some(call) = take(&mut calls, tool.text()) {
                    self.done(&call);
                }
            } else if let Recorded::Refused { tool, .. } = &entry.what {
                drop(take(&mut calls, tool.text()));
            }
        }
    }

    fn done(&mut self, call: &RecordedCall) {
        let argument = |name: &str| {
            let found = call.arguments.iter().find(|(it, _)| it.text() == name);
            found.map(|(_, value)| value.text().to_owned())
        };
        match call.tool.text() {
            "emote" => self.poses.extend(argument("text")),
            "offer" => self.offers.extend(argument("id")),
            _ => {}
        }
    }
}

/// Returns the rest of a line that begins with a name, whatever its case.
fn rest_after<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    let begins = line.get(..name.len())?.eq_ignore_ascii_case(name);
    line.get(name.len()..).filter(|it| begins && it.starts_with(' '))
}

/// Takes the first call of a tool.
fn take(calls: &mut VecDeque<RecordedCall>, tool: &str) -> Option<RecordedCall> {
    let at = calls.iter().position(|it| it.tool.text() == tool)?;
    calls.remove(at)
}

/// State of the thoughts about what somebody said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ThoughtState {
    /// No thought has begun.
    None,
    Open,
    /// The last one ended at this time.
    Over(WorldTime),
}

/// Thoughts of a mind about what one player did since a moment.
pub(super) struct Thoughts<'w>(Vec<&'w RecordedThought>);

impl<'w> Thoughts<'w> {
    /// Finds them in the newest record of the mind.
    pub(super) fn since(
        world: &'w World,
        mind: &CharacterId,
        who: &CharacterId,
        since: WorldTime,
    ) -> Self {
        let newest = body::find(world, mind).and_then(|it| world.get::<NewestRecord>(it));
        let thoughts = newest.into_iter().flat_map(NewestRecord::thoughts);
        let begins = |entry: &RecordEntry| {
            let Recorded::Begun { by, who: Some(by_whom), .. } = &entry.what else { return false };
            matches!(by, OccasionKind::Words | OccasionKind::Deed) && by_whom.id == *who
        };
        let about = |thought: &&RecordedThought| {
            thought.at() >= since && thought.entries().iter().any(|it| begins(it))
        };
        let mut found: Vec<&RecordedThought> = thoughts.filter(about).collect();
        found.reverse();
        Self(found)
    }

    pub(super) fn state(&self) -> ThoughtState {
        let ends = self.0.iter().map(|thought| {
            let last = thought.entries().last();
            last.filter(|it| matches!(it.what, Recorded::Ended(_))).map(|it| it.at)
        });
        match ends.collect::<Option<Vec<_>>>() {
            None => ThoughtState::Open,
            Some(ends) => ends.into_iter().max().map_or(ThoughtState::None, ThoughtState::Over),
        }
    }

    /// Adds what the record says about them to an answer.
    pub(super) fn add_to(&self, answer: &mut HeardAnswer) {
        for thought in &self.0 {
            answer.record(thought.entries().iter().map(AsRef::as_ref));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_character_says_is_heard() {
        let mut answer = HeardAnswer::default();
        for line in [
            "Mara says to you, \"Ale, my dear?\"",
            "Mara asks Bob, \"And you?\"",
            "Mara offers you a mug of ale for 2 coins. Type accept or decline.",
            "Maraud says, \"Boo.\"",
            "Bob says to Mara, \"An ale\"",
            "Mara wipes a mug.",
        ] {
            answer.hear("Mara", line);
        }
        assert_eq!(answer.words, ["Ale, my dear?", "And you?"]);
        assert_eq!(answer.to_others, ["Bob"]);
    }
}
