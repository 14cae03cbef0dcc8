//! What a character says and does when the built-in brain thinks for it:
//! topics with patterns and conditions, and the steps that answer them.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;
use world::engine::id::OfferId;

use crate::meaning::{SubjectIndex, SubjectState, WordGroups};

/// A character's own rules.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// What it can be spoken to about. The topic whose pattern matches the
    /// most words wins; among equals the first.
    pub topics: Vec<Topic>,
    /// What it does when no topic fits.
    pub otherwise: Vec<Step>,
    /// What it does when somebody arrives in its room.
    #[serde(default)]
    pub arrival: Vec<Step>,
    /// What it says when its model is out of reach and no topic fits: an
    /// excuse in character.
    pub excuses: Vec<String>,
    /// How it shows that it is thinking: a pose without the name.
    #[serde(default)]
    pub ponders: Vec<String>,
    /// What it does when somebody does something to it.
    #[serde(skip)]
    on: BTreeMap<Deed, Vec<Step>>,
    /// The classes of words that the patterns name.
    #[serde(skip)]
    words: WordGroups,
    /// The patterns of the topics, read once.
    #[serde(skip)]
    index: TopicIndex,
}

/// Something that somebody does to a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Deed {
    /// They give it a thing or coins that are no payment; `{thing}` is what.
    Gift,
    /// They decline what it offered.
    Declined,
}

impl Script {
    /// What it does when somebody does this to it; nothing unless the persona says so.
    #[must_use]
    pub fn on(&self, deed: Deed) -> &[Step] {
        self.on.get(&deed).map(Vec::as_slice).unwrap_or_default()
    }

    /// Takes up what it does when somebody does something to it.
    pub(super) fn react(&mut self, on: BTreeMap<Deed, Vec<Step>>) {
        self.on = on;
    }

    /// Takes up the classes of words that its patterns name.
    pub(super) fn learn(&mut self, words: WordGroups) {
        self.words = words;
        self.index = TopicIndex::default();
    }

    /// The topic that is meant by words said to the character called `name`, and what its
    /// pattern's `*` took. `said_last` is what the character said to the speaker before.
    #[must_use]
    pub fn topic<'a>(
        &'a self,
        said: &'a str,
        name: &str,
        said_last: Option<&str>,
    ) -> Option<(&'a Topic, &'a str)> {
        let TopicPatterns { hears, after } = self.index.of(&self.topics, &self.words);
        let asked = said_last.map(|it| after.all_in(it)).unwrap_or_default();
        let state = |at: usize| match (self.topics.get(at), said_last) {
            (Some(topic), _) if topic.is_free() => SubjectState::Always,
            (Some(topic), Some(said)) if topic.follows(said) || asked.contains(&at) => {
                SubjectState::Answers
            }
            (..) => SubjectState::Closed,
        };
        let fit = hears.find(said, name, state)?;
        Some((self.topics.get(fit.subject)?, fit.rest.unwrap_or_default()))
    }
}

/// The patterns of the topics of a script.
#[derive(Debug, Clone)]
struct TopicPatterns {
    /// What is heard, and what the character must have said last.
    hears: SubjectIndex,
    after: SubjectIndex,
}

/// What [`Script::topic`] reads from the topics when it is first asked.
#[derive(Debug, Clone, Default)]
struct TopicIndex(OnceLock<TopicPatterns>);

impl TopicIndex {
    fn of(&self, topics: &[Topic], words: &WordGroups) -> &TopicPatterns {
        self.0.get_or_init(|| {
            let hears = topics.iter().map(|it| it.hears.as_slice());
            let after = topics.iter().map(|it| it.after.as_slice());
            TopicPatterns {
                hears: SubjectIndex::new(words, hears),
                after: SubjectIndex::new(words, after),
            }
        })
    }
}

/// It says nothing that the topics do not say.
impl PartialEq for TopicIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for TopicIndex {}

/// One thing it can be spoken to about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// What it is called in a trace.
    pub name: String,
    /// Patterns: the words that have to be in a line, in any order. `~class` is any word of a
    /// class, `a > b` the one soon after the other, `!word` one that must not be there, and a `*`
    /// at the end takes the rest of the line, which the steps call `{rest}`.
    pub hears: Vec<String>,
    /// Only as an answer: one of these patterns must fit the last thing the
    /// character itself said to the speaker.
    #[serde(default)]
    pub after: Vec<String>,
    /// Only right after one of these texts, which the character itself said to the speaker.
    #[serde(skip)]
    pub follows: Vec<String>,
    /// What it does.
    pub steps: Vec<Step>,
}

impl Topic {
    /// Whether it can be meant at any time.
    fn is_free(&self) -> bool {
        self.after.is_empty() && self.follows.is_empty()
    }

    /// Whether what was said last is one of the texts that it follows.
    fn follows(&self, said: &str) -> bool {
        self.follows.iter().any(|it| is_said(it, said))
    }
}

/// Whether words are a text with its placeholders filled in.
fn is_said(text: &str, said: &str) -> bool {
    let mut left = said;
    let mut pieces = text.split('{').map(|it| it.split_once('}').map_or(it, |(_, after)| after));
    let first = pieces.next().unwrap_or_default();
    let Some(rest) = left.strip_prefix(first) else { return false };
    left = rest;
    let mut last = first;
    for piece in pieces {
        let Some((_, after)) = left.split_once(piece) else { return false };
        (left, last) = (after, piece);
    }
    left.is_empty() || last.is_empty()
}

/// One step of an answer. Each is one tool call, so whatever the persona may
/// not do, its script cannot do either. Speech ends the thought, so it comes
/// last.
///
/// In every text, `{speaker}` is the one who spoke, `{rest}` what a pattern's
/// `*` took, `{memory}` the best memory found, without the speaker's name,
/// `{thing}` what was given, `{others}` who else is there, `{place}` the room, `{time}` the time of day,
/// and `{because}` why the last step failed. One of several variants is taken
/// by chance.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Step {
    /// Look around.
    Look,
    /// See who is there.
    WhoIsHere,
    /// Look at something.
    Inspect(String),
    /// Look for a thing by its words.
    Search(String),
    /// Ask for the time.
    Time,
    /// Search the memory.
    Recall(String),
    /// Remember a sentence about the speaker, as `{speaker} likes {rest}`.
    Remember(String),
    /// Make an offer to the speaker.
    Offer(OfferId),
    /// Give a command, by its name and its arguments.
    Command(String, String),
    /// Speak to those present.
    Say(Vec<String>),
    /// Whisper to the speaker.
    Whisper(Vec<String>),
    /// Page the speaker.
    Page(Vec<String>),
    /// Pose.
    Emote(Vec<String>),
    /// Answer the way one was spoken to: page a page, whisper a whisper, on
    /// the same channel, or aloud.
    Reply(Vec<String>),
    /// Do nothing.
    Silence,
    /// Take one way or the other.
    If(Test, Vec<Step>, Vec<Step>),
}

/// What a step may depend on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Test {
    /// The last `Recall` found something about the speaker.
    Remembered,
    /// The last step failed.
    Failed,
    /// The speaker and the character are by themselves.
    Alone,
    /// It never spoke with the speaker before.
    Stranger,
    /// What the last step showed holds this word.
    Shows(String),
}
