//! Importance of what happens, by a table: how long it is remembered, and how early it comes to mind.

use crate::{
    memory::Note,
    perceive::{promise::VisitorPromise, reading::SpeechAct},
};

/// Kind of an event, by how much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventWeight {
    /// Small talk of another of the town's own people.
    AssistantLine,
    /// Line of a person.
    Line,
    /// Deed that somebody saw, such as a pose.
    Deed,
    /// Rough words.
    Insult,
    /// Gift or trade.
    Gift,
    /// Promise.
    Promise,
}

/// Table of importance, 1 to 10.
const TABLE: [(EventWeight, u8); 6] = [
    (EventWeight::AssistantLine, 2),
    (EventWeight::Line, 3),
    (EventWeight::Deed, 3),
    (EventWeight::Insult, 6),
    (EventWeight::Gift, 6),
    (EventWeight::Promise, 8),
];

/// Beginnings of a promise, besides those of [`VisitorPromise`].
const PROMISES: &[&str] = &["promise", "swear", "my word", "i owe you", "you owe me"];

/// Beginnings of a deed that gives or trades something.
const GIFTS: [&str; 3] = ["gave me ", "got ", "had me "];

impl EventWeight {
    /// Returns the weight of words that somebody spoke.
    #[must_use]
    pub fn of_words(line: &str, is_assistant: bool) -> Self {
        let words = line.to_lowercase();
        if PROMISES.iter().any(|it| words.contains(it)) || VisitorPromise::read(&words).is_some() {
            return Self::Promise;
        }
        if is_assistant {
            return Self::AssistantLine;
        }
        match SpeechAct::of_wording(line) {
            Some(SpeechAct::Insult) => Self::Insult,
            _ => Self::Line,
        }
    }

    /// Returns the weight of a deed, by its predicate.
    #[must_use]
    pub fn of_deed(did: &str) -> Self {
        if GIFTS.iter().any(|it| did.starts_with(it)) { Self::Gift } else { Self::Deed }
    }

    /// Returns the importance, 1 to 10.
    #[must_use]
    pub fn importance(self) -> u8 {
        TABLE.iter().find(|(of, _)| *of == self).map_or(1, |(_, it)| *it)
    }
}

/// Returns the importance of a line or deed by the table, or the one that it was given, if that is
/// greater: what was noted before there was a table counts as well.
#[must_use]
pub fn of_note(note: &Note) -> u8 {
    let weight = match &note.speaker {
        Some(_) => EventWeight::of_words(&note.content, false),
        None => {
            let did = note.content.split_once(' ').map_or("", |(_, did)| did);
            EventWeight::of_deed(did)
        }
    };
    note.importance.max(weight.importance())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_matter_most_and_small_talk_of_the_town_least() {
        let of = |line: &str, is_assistant| EventWeight::of_words(line, is_assistant).importance();
        assert_eq!(of("I promise", true), 8);
        assert_eq!(of("I'll bring you the spoon tomorrow.", false), 8);
        assert_eq!((of("You are an idiot", false), of("You are an idiot", true)), (6, 2));
        assert_eq!(of("nice weather", false), 3);
        let of = |did: &str| EventWeight::of_deed(did).importance();
        assert_eq!((of("gave me a pie"), of("smiles")), (6, 3));
    }
}
