//! State of a talk with one character: its subject, the last answer, what was asked back and what can
//! be asked further.
//!
//! The script says all of it when it answers. Nothing is ever parsed from the words of an answer, so
//! that a text may be mended without breaking a talk.

use serde::{Deserialize, Serialize};

/// Maximum number of follow-ups that are noted as told; the oldest is dropped.
const TOLD: usize = 8;
/// Maximum number of topics of the last answers; the oldest is dropped.
const LATELY: usize = 8;

/// State of a talk with one character. Topics are named as in the script of the mind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TalkState {
    /// Topic that the talk is about, to which further questions belong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Name of the person spoken of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Topic of the last answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<String>,
    /// Topics of the last answers, the newest last; at most 8.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lately: Vec<String>,
    /// Follow-ups of the subject that were told already; at most 8.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// Topic that the last words asked back about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_back: Option<String>,
    /// Topics of goods that were ordered with those of the last offer, and are offered once that is answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ordered: Vec<String>,
    /// Question that the last words offered to put to another character.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_ask: Option<OfferedQuestion>,
    /// Slots that the last words asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<String>,
    /// True if the last words asked the other for anything.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_asked: bool,
    /// Name of the character that the last answer was heard from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard_from: Option<String>,
    /// Topic of an answer that promised something, until that is noted as a lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promised: Option<String>,
    /// Number of answers since the other was last called by name.
    #[serde(skip_serializing_if = "is_zero")]
    pub unnamed: u8,
}

/// Question of the other that a character offered to put to another character.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedQuestion {
    /// Id or tag of whoever has the answer.
    pub whom: String,
    /// Words of the other.
    pub question: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl TalkState {
    /// Number of answers without the name between two with it.
    pub const NAMELESS: u8 = 3;

    /// Changes the subject; what was told of the one before is forgotten.
    pub fn turn_to(&mut self, subject: &str, person: Option<String>) {
        if self.subject.as_deref() != Some(subject) {
            self.told.clear();
            self.subject = Some(subject.to_owned());
            self.person = person;
        } else if person.is_some() {
            self.person = person;
        }
    }

    /// Records that a follow-up was told.
    pub fn tell(&mut self, follow_up: &str) {
        if self.told.iter().any(|it| it == follow_up) {
            return;
        }
        if self.told.len() >= TOLD {
            self.told.remove(0);
        }
        self.told.push(follow_up.to_owned());
    }

    /// Records the topic of an answer.
    pub fn answer(&mut self, topic: &str) {
        self.answered = Some(topic.to_owned());
        if self.lately.len() >= LATELY {
            self.lately.remove(0);
        }
        self.lately.push(topic.to_owned());
    }

    /// Returns how many of the last answers were of this topic.
    #[must_use]
    pub fn times(&self, topic: &str) -> usize {
        self.lately.iter().filter(|it| *it == topic).count()
    }

    /// Returns whether the subject is this topic.
    #[must_use]
    pub fn is_about(&self, topic: &str) -> bool {
        self.subject.as_deref() == Some(topic)
    }

    /// Returns whether the other may be called by name in the next answer.
    #[must_use]
    pub fn may_name(&self) -> bool {
        self.unnamed >= Self::NAMELESS
    }

    /// Counts an answer, with or without the name of the other.
    pub fn count(&mut self, has_name: bool) {
        self.unnamed = if has_name { 0 } else { self.unnamed.saturating_add(1).min(9) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_of_a_subject_is_forgotten_with_it() {
        let mut talk = TalkState::default();
        talk.turn_to("the gate", None);
        (0..20).for_each(|it| talk.tell(&format!("the gate, then {it}")));
        assert_eq!((talk.told.len(), talk.told[0].as_str()), (TOLD, "the gate, then 12"));
        talk.turn_to("the gate", None);
        assert_eq!(talk.told.len(), TOLD);
        talk.turn_to("Bram", Some("Bram".to_owned()));
        assert_eq!((talk.told.len(), talk.person.as_deref()), (0, Some("Bram")));
    }

    #[test]
    fn the_last_eight_answers_count() {
        let mut talk = TalkState::default();
        for topic in ["gate", "bell", "gate"] {
            talk.answer(topic);
        }
        assert_eq!((talk.times("gate"), talk.answered.as_deref()), (2, Some("gate")));
        (0..7).for_each(|_| talk.answer("elm"));
        assert_eq!((talk.times("gate"), talk.times("elm"), talk.lately.len()), (1, 7, LATELY));
    }

    #[test]
    fn a_name_is_said_once_in_four_answers() {
        let mut talk = TalkState { unnamed: TalkState::NAMELESS, ..TalkState::default() };
        let named: Vec<bool> = (0..8)
            .map(|_| {
                let may = talk.may_name();
                talk.count(may);
                may
            })
            .collect();
        assert_eq!(named, [true, false, false, false, true, false, false, false]);
    }
}
