//! Guardrails against loops in a thought and repetition by a mind. They depend only on the calls of
//! the thought and on recent messages, so that they are deterministic.

use std::{collections::VecDeque, time::Duration};

use engine::clock::WorldTime;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Call, Thought, ToolClass, advice,
    assistant_talk::is_assistant_talk,
    brief::{Brief, Fallback},
    budget::compaction::WORTH_MASKING,
};
use crate::{
    llm::scene::Done,
    memory::{WordSet, words},
};

#[cfg(test)]
mod tests;

/// Number of recent messages that a mind remembers.
pub const SENDS: usize = 5;
/// Time within which a message must not be repeated.
pub const REPEAT_AFTER: Duration = Duration::from_secs(300);
/// Similarity limit: share of words in common above which two messages are too similar.
pub const SIMILAR: f64 = 0.7;
/// Words of at most this many letters do not count towards the similarity.
const SHORT_WORD: usize = 3;
/// Minimum number of counted words for a comparison; shorter messages have words in common by
/// chance.
const FEWEST_WORDS: usize = 3;
/// Maximum number of words in a plain yes or no, with a name behind it.
const MOST_OF_SHORT: usize = 2;
/// Name of the argument that holds the words of every speech tool.
const WORDS: &str = "text";
/// Name of the argument that holds the words of a search, and of those that make it wider.
const QUERY: &str = "query";
const WIDTH: [&str; 2] = ["focus", "limit"];
/// Name of the argument that holds what is looked at.
const TARGET: &str = "target";
/// Name of the tool that speaks aloud: whoever it is to, the others hear it.
const ALOUD: &str = "say";
/// Name of the tool that poses.
pub const POSE: &str = "emote";

/// Reason why a call is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dropped {
    /// Identical call made before in this thought.
    Identical,
    /// Loop of two alternating calls.
    BackAndForth,
    /// Message limit of the thought reached.
    MessageCap,
    /// Repetition of a recent message.
    Repeated,
    /// Similar message sent recently.
    Similar,
    /// Repetition of a search in this thought, in other words or another order of words.
    SameSearch,
    /// Repeated look at what did not change.
    Polling,
    /// Another message to the same one, with nothing done or found out since the last.
    StatusOnly,
    /// Words of an assistant program in place of the character's.
    OutOfCharacter,
    /// Text that is something else than the answer to word.
    Astray,
}

impl Dropped {
    /// All reasons.
    pub const ALL: [Dropped; 10] = [
        Dropped::Identical,
        Dropped::BackAndForth,
        Dropped::MessageCap,
        Dropped::Repeated,
        Dropped::Similar,
        Dropped::SameSearch,
        Dropped::Polling,
        Dropped::StatusOnly,
        Dropped::OutOfCharacter,
        Dropped::Astray,
    ];

    /// Returns the name of the reason in the record.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::BackAndForth => "back and forth",
            Self::MessageCap => "message cap",
            Self::Repeated => "repeated",
            Self::Similar => "similar",
            Self::SameSearch => "same search",
            Self::Polling => "polling",
            Self::StatusOnly => "status only",
            Self::OutOfCharacter => "out of character",
            Self::Astray => "astray",
        }
    }

    /// Returns the hint that tells the model what to do instead.
    #[must_use]
    pub fn hint(self) -> &'static str {
        advice::hint(self)
    }
}

/// Log of the last messages of a mind, oldest first; at most [`SENDS`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SendLog(VecDeque<Sent>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Sent {
    /// Tool and addressee. Words said to one addressee are new to another.
    to: (String, Map<String, Value>),
    /// Words in lower case and without punctuation; the text itself if it has no words.
    words: String,
    /// Words that it answers, in the same plain form.
    #[serde(default)]
    asked: String,
    at: WorldTime,
}

impl SendLog {
    /// Checks a call of `thought`, which answers the words `asked`, just before it is run. The first
    /// message of a thought that somebody waits for may repeat earlier ones of the script, and of a
    /// model where the same was asked: a repeated question is answered again.
    /// So may the words behind a pose, which is no answer by itself.
    ///
    /// # Errors
    /// [`Dropped`] if the call must not be run.
    pub fn check(
        &self,
        thought: &Thought,
        (brief, asked): (&Brief, &str),
        call: &Call,
        now: WorldTime,
    ) -> Result<(), Dropped> {
        if let Some(dropped) = circling(thought, call).or_else(|| looking_again(thought, call)) {
            return Err(dropped);
        }
        let Some(message) = message(call, asked, now) else { return Ok(()) };
        let text = call.arguments.get(WORDS).and_then(Value::as_str).unwrap_or_default();
        if !call.authored && is_assistant_talk(text) {
            return Err(Dropped::OutOfCharacter);
        }
        let sent =
            || ran(thought).filter(|(it, success)| *success && it.category == ToolClass::Terminal);
        if sent().count() >= usize::from(brief.messages) {
            return Err(Dropped::MessageCap);
        }
        if !call.authored && is_status_only(thought, call) {
            return Err(Dropped::StatusOnly);
        }
        if brief.fallback == Fallback::Script && sent().all(|(it, _)| it.tool == POSE) {
            let again = !call.authored && self.answers_another(&message);
            return if again { Err(Dropped::Repeated) } else { Ok(()) };
        }
        match self.repeated_by(&message) {
            Some(dropped) => Err(dropped),
            None => Ok(()),
        }
    }

    /// Records a sent message that answers the words `asked`; beyond [`SENDS`] the oldest is dropped.
    /// Calls that are no messages are ignored.
    pub fn record_call(&mut self, call: &Call, asked: &str, now: WorldTime) {
        let Some(message) = message(call, asked, now) else { return };
        if self.0.len() >= SENDS {
            self.0.pop_front();
        }
        self.0.push_back(message);
    }

    /// Returns whether a message says the same, where the same hear it, as one of the last that answered
    /// other words. A plain yes must have been said twice: it answers many questions.
    fn answers_another(&self, message: &Sent) -> bool {
        let same = |it: &&Sent| {
            it.words == message.words
                && (it.to == message.to || it.to.0 == ALOUD && message.to.0 == ALOUD)
                && it.asked != message.asked
                && message.at.since(it.at) < REPEAT_AFTER
        };
        let times = self.0.iter().filter(same).count();
        let is_short = message.words.split(' ').count() <= MOST_OF_SHORT;
        times > usize::from(is_short)
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

/// Returns the calls of a thought that were run or dropped, oldest first, and whether they
/// succeeded. Skipped calls were never tried, so they may still be made.
fn ran(thought: &Thought) -> impl DoubleEndedIterator<Item = (&Call, bool)> {
    thought
        .steps()
        .flat_map(|it| it.calls.iter().zip(&it.results))
        .filter(|(_, done)| done.success || done.content != advice::NOT_RUN)
        .map(|(call, done)| (call, done.success))
}

/// Returns the calls of a thought with their results, oldest first, but for those whose results are masked:
/// who needs such a result looks again.
fn standing(thought: &Thought) -> impl Iterator<Item = (&Call, &Done)> {
    let mut nth = 0;
    thought.steps().flat_map(move |step| {
        let is_masked = !step.by_script && nth < thought.masked;
        nth += usize::from(!step.by_script);
        let is_long = |it: &Done| it.content.chars().count() > WORTH_MASKING;
        step.calls.iter().zip(&step.results).filter(move |(_, it)| !(is_masked && is_long(it)))
    })
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
    let tried = |done: &Done| done.success || done.content != advice::NOT_RUN;
    let mut standing = standing(thought).filter(|(_, done)| tried(done));
    standing.any(|(it, _)| same(it, call)).then_some(Dropped::Identical)
}

/// Checks a call that only looks: a search for the same words, no wider than before, and a look around
/// that was the same twice in a row.
fn looking_again(thought: &Thought, call: &Call) -> Option<Dropped> {
    if call.category != ToolClass::SafeChain {
        return None;
    }
    let of_tool = || thought.steps().flat_map(|it| it.calls.iter().zip(&it.results));
    let of_tool = || of_tool().filter(|(it, _)| it.tool == call.tool);
    let query = |it: &Call| {
        let text = it.arguments.get(QUERY)?.as_str()?;
        Some(WordSet::of(words(text).filter(|word| word.chars().count() >= SHORT_WORD)))
    };
    let number =
        |it: &Call, of: &str| it.arguments.get(of).and_then(Value::as_u64).unwrap_or_default();
    let is_as_wide = |it: &Call| WIDTH.iter().all(|of| number(it, of) >= number(call, of));
    if let Some(new) = query(call) {
        let is_same = |it: &Call| {
            let same = |old: WordSet| new.count() > 0 && old == new;
            is_as_wide(it) && query(it).is_some_and(same)
        };
        // A search that found nothing was made too, but for one whose arguments were refused.
        let made = standing(thought).filter(|(it, _)| it.tool == call.tool);
        let mut made = made.filter(|(it, _)| it.refused.is_none());
        return made.any(|(it, _)| is_same(it)).then_some(Dropped::SameSearch);
    }
    if call.arguments.contains_key(TARGET) {
        return None;
    }
    let shown = of_tool().filter(|(_, done)| done.success);
    let mut last = shown.map(|(_, done)| done.content.as_str()).rev();
    let is_unchanged = last.next().zip(last.next()).is_some_and(|(one, other)| one == other);
    is_unchanged.then_some(Dropped::Polling)
}

/// Returns whether a message follows another one to the same, of an earlier reply, and nothing was done
/// or found out between.
fn is_status_only(thought: &Thought, call: &Call) -> bool {
    let to = |it: &Call| (it.tool.clone(), it.arguments.get("to").map(plain));
    let mut since = false;
    // The reply that is being carried out comes last.
    for exchange in thought.steps().rev().skip(1) {
        for (it, done) in exchange.calls.iter().zip(&exchange.results).rev() {
            if it.category == ToolClass::Terminal && done.success && it.tool != POSE {
                return !since && to(it) == to(call);
            }
            since |= done.success;
        }
    }
    false
}

fn message(call: &Call, asked: &str, at: WorldTime) -> Option<Sent> {
    let text = call.arguments.get(WORDS)?.as_str()?;
    let mut to = plain_all(call);
    to.remove(WORDS);
    (call.category == ToolClass::Terminal).then(|| Sent {
        to: (call.tool.clone(), to),
        words: plain_text(text),
        asked: plain_text(asked),
        at,
    })
}

fn plain_all(call: &Call) -> Map<String, Value> {
    let arguments = call.arguments.iter();
    arguments.map(|(key, it)| (key.clone(), plain(it))).collect()
}

/// Normalizes a value: each text becomes its plain words, so that neither case nor punctuation
/// makes a call a new one.
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

/// Returns the words of a text in plain form; a text without words is only trimmed.
fn plain_text(text: &str) -> String {
    let words: Vec<String> = words(text).collect();
    if words.is_empty() { text.trim().to_owned() } else { words.join(" ") }
}

/// Returns the words that count for the similarity of messages.
fn distinctive_words(message: &str) -> WordSet {
    WordSet::of(words(message).filter(|word| word.chars().count() > SHORT_WORD))
}
