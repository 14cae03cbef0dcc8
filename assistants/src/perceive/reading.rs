//! Reading of a line: what it means to one character, as a value that the script, the engine and a
//! model go by alike.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::nlu::AskedFor;

/// Meaning of a line for one character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub act: SpeechAct,
    /// Likeliest intent; none if nothing is meant that the character knows.
    pub intent: Option<Intent>,
    /// Second likeliest intent.
    pub runner_up: Option<Intent>,
    /// True if the intent is certain enough to answer and to act upon.
    pub is_sure: bool,
    /// Kind of information that is asked for.
    pub asked: Option<AskedFor>,
    /// People named in it, by name, whether the character knows them or not.
    pub names: Vec<String>,
    /// Fact that it tells about the speaker.
    pub told: Option<ToldFact>,
}

/// Intent of a line: one of the topics of a character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    /// Name of the topic.
    pub topic: String,
    /// Odds in percent.
    pub odds: u8,
}

/// Kind of utterance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpeechAct {
    Question,
    /// Wish that the character does something, such as an order.
    Request,
    /// Statement about the speaker or the world.
    Statement,
    /// Name of the speaker, said by themselves.
    Introduction,
    /// Greeting, thanks, farewell and other small talk.
    Social,
    /// Postponement: "later", "not now".
    Later,
    /// Offer of the speaker to give or to do something.
    Offer,
    /// News of others: "did you hear that ...".
    News,
    /// Call for help for the speaker.
    Plea,
    /// Warning of a danger to all.
    Alarm,
    Joke,
    Boast,
    /// Confession of something that the speaker did.
    Confession,
    Insult,
    /// Comfort for the character.
    Comfort,
    /// Correction of what was said or understood.
    Correction,
}

/// Fact about the speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldFact {
    /// Slot that it fills.
    pub slot: String,
    /// Value, in the words of the speaker.
    pub value: String,
}

/// `greeting 93 %`
impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} %", self.topic, self.odds)
    }
}

impl fmt::Display for SpeechAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Question => "question",
            Self::Request => "request",
            Self::Statement => "statement",
            Self::Introduction => "introduction",
            Self::Social => "small talk",
            Self::Later => "postponement",
            Self::Offer => "offer",
            Self::News => "news",
            Self::Plea => "plea",
            Self::Alarm => "alarm",
            Self::Joke => "joke",
            Self::Boast => "boast",
            Self::Confession => "confession",
            Self::Insult => "insult",
            Self::Comfort => "comfort",
            Self::Correction => "correction",
        })
    }
}
