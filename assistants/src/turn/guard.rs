//! Guardrails: what keeps a thought from going in circles and a mind from
//! repeating itself. They look at the calls of the thought and at what was said
//! lately, and at nothing else, so the same calls always meet the same answer.

use std::{collections::VecDeque, time::Duration};

use engine::clock::WorldTime;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Call, Thought, ToolClass, advice,
    brief::{Brief, Fallback},
};
use crate::memory::{WordSet, words};

#[cfg(test)]
mod tests;

/// Most messages in one thought.
pub const MESSAGES: usize = 2;
/// How many of its last messages a mind remembers.
pub const SENDS: usize = 5;
/// How long a message must not be repeated.
pub const REPEAT_AFTER: Duration = Duration::from_secs(300);
/// Two messages with more than this share of words in common are too similar.
pub const SIMILAR: f64 = 0.7;
/// Words of at most so many letters do not count towards that.
const SHORT_WORD: usize = 3;
/// Messages with fewer words that count are not compared: short answers have
/// words in common by chance.
const FEWEST_WORDS: usize = 3;
/// The argument of every message that holds its words.
const WORDS: &str = "text";

/// Why a call is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dropped {
    /// The same call was made before in this thought.
    Identical,
    /// Two calls take turns.
    BackAndForth,
    /// There were enough messages in this thought.
    MessageCap,
    /// The same was said lately.
    Repeated,
    /// Nearly the same was said lately.
    Similar,
}

impl Dropped {
    /// Every reason.
    pub const ALL: [Dropped; 5] = [
        Dropped::Identical,
        Dropped::BackAndForth,
        Dropped::MessageCap,
        Dropped::Repeated,
        Dropped::Similar,
    ];

    /// What to tell the model to do instead.
    #[must_use]
    pub fn hint(self) -> &'static str {
        advice::hint(self)
    }
}

/// The last messages of a mind, oldest first; at most [`SENDS`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SendLog(VecDeque<Sent>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Sent {
    /// By which tool and to whom. What was said to one is new to another.
    to: (String, Map<String, Value>),
    /// In lower case and without punctuation, unless there is nothing else.
    words: String,
    at: WorldTime,
}

impl SendLog {
    /// Checks a call of `thought` just before it is run. Who asks again is
    /// answered again, so the first message of a thought for which somebody waits may
    /// repeat what was said before it.
    ///
    /// # Errors
    /// [`Dropped`] when the call must not be run.
    pub fn check(
        &self,
        thought: &Thought,
        brief: &Brief,
        call: &Call,
        now: WorldTime,
    ) -> Result<(), Dropped> {
        if let Some(dropped) = circling(thought, call) {
            return Err(dropped);
        }
        let Some(message) = message(call, now) else { return Ok(()) };
        let messages = ran(thought)
            .filter(|(it, success)| *success && it.category == ToolClass::Terminal)
            .count();
        if messages >= MESSAGES {
            return Err(Dropped::MessageCap);
        }
        if brief.fallback == Fallback::Script && messages == 0 {
            return Ok(());
        }
        match self.repeated_by(&message) {
            Some(dropped) => Err(dropped),
            None => Ok(()),
        }
    }

    /// Remembers a message that was sent; over [`SENDS`] the oldest is
    /// forgotten. Other calls are passed over.
    pub fn record_call(&mut self, call: &Call, now: WorldTime) {
        let Some(message) = message(call, now) else { return };
        if self.0.len() >= SENDS {
            self.0.pop_front();
        }
        self.0.push_back(message);
    }

    fn repeated_by(&self, message: &Sent) -> Option<Dropped> {
        let lately = || {
            self.0.iter().filter(|it| it.to == message.to && message.at.since(it.at) < REPEAT_AFTER)
        };
        if lately().any(|it| it.words == message.words) {
            return Some(Dropped::Repeated);
        }
        let new = distinctive_words(&message.words);
        let similar = new.count() >= FEWEST_WORDS
            && lately().any(|it| new.overlap(&distinctive_words(&it.words)) > SIMILAR);
        similar.then_some(Dropped::Similar)
    }
}

/// The calls of a thought that were run or dropped, oldest first, and whether
/// they succeeded. What was skipped was never tried, so it may still be.
fn ran(thought: &Thought) -> impl DoubleEndedIterator<Item = (&Call, bool)> {
    thought
        .exchanges
        .iter()
        .flat_map(|it| it.calls.iter().zip(&it.results))
        .filter(|(_, done)| done.success || done.content != advice::NOT_RUN)
        .map(|(call, done)| (call, done.success))
}

fn circling(thought: &Thought, call: &Call) -> Option<Dropped> {
    let same = |a: &Call, b: &Call| a.tool == b.tool && plain_all(a) == plain_all(b);
    let mut last = ran(thought).rev().map(|(call, _)| call);
    if let (Some(b), Some(a), Some(earlier)) = (last.next(), last.next(), last.next())
        && same(a, call)
        && same(b, earlier)
        && !same(a, b)
    {
        return Some(Dropped::BackAndForth);
    }
    ran(thought).any(|(it, _)| same(it, call)).then_some(Dropped::Identical)
}

fn message(call: &Call, at: WorldTime) -> Option<Sent> {
    let text = call.arguments.get(WORDS)?.as_str()?;
    let mut to = plain_all(call);
    to.remove(WORDS);
    (call.category == ToolClass::Terminal).then(|| Sent {
        to: (call.tool.clone(), to),
        words: plain_text(text),
        at,
    })
}

fn plain_all(call: &Call) -> Map<String, Value> {
    let arguments = call.arguments.iter();
    arguments.map(|(key, it)| (key.clone(), plain(it))).collect()
}

/// The same value with each text as its plain words, so that neither case nor
/// punctuation makes a call a new one.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(plain_text(text)),
        Value::Array(values) => Value::Array(values.iter().map(plain).collect()),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, it)| (key.clone(), plain(it)));
            Value::Object(fields.collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// The words of a text; a text without words stays as it is.
fn plain_text(text: &str) -> String {
    let words: Vec<String> = words(text).collect();
    if words.is_empty() { text.trim().to_owned() } else { words.join(" ") }
}

/// The words that tell messages apart.
fn distinctive_words(message: &str) -> WordSet {
    WordSet::of(words(message).filter(|word| word.chars().count() > SHORT_WORD))
}
