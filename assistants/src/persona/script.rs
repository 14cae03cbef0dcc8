//! Script of a character, by which the built-in brain speaks and acts: topics with patterns and
//! conditions, and the steps that answer them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use schemars::JsonSchema;
use serde::Deserialize;

use super::text::ScriptText;
use crate::{
    mind::talk_state::TalkState,
    nlu::{SubjectIndex, SubjectState, WordGroups},
    persona::example::Examples,
};

mod asked;
mod deed;
mod opinion;
mod reading;
mod step;

pub use deed::ScriptEvent;
pub(in crate::persona) use reading::AS_GOOD;
pub use reading::{LineMeaning, SaidLine, TopicReading};
pub use step::{SpeechWay, Step, Test};

/// Script of a character: everything that the built-in brain answers by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(test, derive(Deserialize), serde(default))]
pub struct Script {
    /// Topics about which it can be spoken to. The topic whose pattern fits best wins; among equals the
    /// first.
    pub topics: Vec<Topic>,
    /// Steps when no topic fits.
    pub otherwise: Vec<Step>,
    /// Questions back about the one topic that a line may mean: texts with `{one}`.
    pub perhaps: Vec<String>,
    /// Forms of an answer to a line that most likely means one topic: texts with `{one}` and
    /// `{answer}`.
    pub suppose: Vec<String>,
    /// Forms of an answer to a question whose matter it has told the speaker already: texts with
    /// `{answer}`.
    pub repeated: Vec<String>,
    /// Answers to follow-ups about a subject of which it knows no more, by what is asked: texts with
    /// `{subject}`.
    pub further: Vec<String>,
    /// Texts that tell a price, with `{one}` for the goods and the coins.
    pub price: Vec<String>,
    /// Answers to facts that the speaker told, and to questions about such: texts with `{fact}`; to
    /// questions about facts that were never told; and to facts that are taken back.
    pub noted: Vec<String>,
    /// Answers to facts that the speaker tells about somebody else, and to questions about such: texts
    /// with `{fact}`; to questions about what they did before its eyes, texts with `{fact}` too; and to
    /// questions that it cannot answer: texts with `{subject}`.
    pub noted_of: Vec<String>,
    /// Answers to losses that the speaker tells, in place of `noted`: texts with `{fact}`.
    pub condoles: Vec<String>,
    pub recalls_of: Vec<String>,
    pub saw_of: Vec<String>,
    pub untold_of: Vec<String>,
    pub recalls: Vec<String>,
    pub untold: Vec<String>,
    pub withdrawn: Vec<String>,
    /// Answers to questions after somebody whom it does not know: texts with `{subject}`.
    pub nobody: Vec<String>,
    /// Poses in return for poses that are aimed at it.
    pub returned: Vec<String>,
    /// Steps when somebody arrives in its room.
    pub arrival: Vec<Step>,
    /// Texts that it says of its own accord to somebody who stands about.
    pub gambits: Vec<String>,
    /// Excuses in character when its model is out of reach and no topic fits.
    pub excuses: Vec<String>,
    /// Poses, without the name, that show that it is thinking.
    pub ponders: Vec<String>,
    /// Words while its model takes very long, to nobody by name.
    pub waits: Vec<String>,
    /// Poses of waking, where somebody wakes it.
    pub wakes: Vec<String>,
    /// Poses that are seen when its model chose to say nothing to somebody who spoke to it.
    pub silences: Vec<String>,
    /// Answers to questions about something that the speaker said before: texts with `{told}`.
    pub told: Vec<String>,
    /// Answers to questions about something that somebody else did or said: texts with `{heard}`.
    pub heard: Vec<String>,
    /// Answers that tell a rumour: texts with `{rumour}`.
    pub rumour: Vec<String>,
    /// Texts with `{rumour}` in which it tells a rumour of its own accord.
    pub tell: Vec<String>,
    /// Texts with `{rumour}` in which it returns, of its own accord, to a question that it could not
    /// answer.
    pub late: Vec<String>,
    /// Texts with `{rumour}` in which it speaks, of its own accord, to somebody about whom something is
    /// said.
    pub wonders: Vec<String>,
    /// Words with which it comes back to what it promised, reminds a visitor of what they promised to
    /// bring, and receives one who promised to come back: texts with `{rumour}`.
    pub keeps_word: Vec<String>,
    pub reminds: Vec<String>,
    pub word_kept: Vec<String>,
    /// Words with which it agrees to pass on a message or to tell of an arrival, with the name as
    /// `{one}`, and with which it does so: texts with `{rumour}`.
    pub takes_on: Vec<String>,
    /// Answers to those who ask it to pass something on to somebody who is there: texts with `{one}`.
    pub is_here: Vec<String>,
    pub carries: Vec<String>,
    pub has_come: Vec<String>,
    /// Words with which it asks a visitor for help with a goal of its own: texts with `{rumour}`.
    pub pursues: Vec<String>,
    /// Texts about a goal that its author did not write, with `{one}` for what the goal says.
    pub means_to: Vec<String>,
    /// Mentions of an offer that ran out and still stands: texts with `{rumour}`.
    pub still_stands: Vec<String>,
    /// Words with which it offers to ask another, asks them, cannot ask them, and gives it up: texts with
    /// `{one}`, and with `{because}`.
    pub may_ask: Vec<String>,
    pub asks_another: Vec<String>,
    pub cannot_ask: Vec<String>,
    pub asks_no_more: Vec<String>,
    /// Words with which it brings the answer of another, and the lack of one: texts with `{rumour}`.
    pub brings: Vec<String>,
    pub brings_none: Vec<String>,
    /// Slots for facts about people, by name, each with the form of the fact.
    #[cfg_attr(test, serde(skip))]
    pub slots: BTreeMap<String, String>,
    /// Steps when somebody does something to it, by the deed.
    #[cfg_attr(test, serde(skip))]
    pub(super) on: BTreeMap<ScriptEvent, Vec<Step>>,
    /// The classes of words that the patterns name.
    #[cfg_attr(test, serde(skip))]
    pub(super) words: WordGroups,
    /// Lines that others said, with what they meant.
    #[cfg_attr(test, serde(skip))]
    pub(super) examples: Examples,
    /// The patterns of the topics, read once.
    #[cfg_attr(test, serde(skip))]
    pub(super) index: TopicIndex,
}

/// Maximum number of texts of lore that come to mind at once.
const TOLD: usize = 3;
/// Number of topics that are named to somebody who asked for none.
const NAMED: usize = 1;

impl Script {
    /// Compiles the patterns of all topics ahead of the first line.
    pub fn read_patterns(&self) {
        let _ready = self.index.of(self);
    }

    /// Returns the examples that lines are compared with.
    #[must_use]
    pub fn examples(&self) -> &Examples {
        &self.examples
    }

    /// Returns the same script with other examples.
    #[must_use]
    pub fn with_examples(&self, examples: Examples) -> Self {
        Self { examples, ..self.clone() }
    }

    /// Returns the steps when somebody does this to it; empty unless the persona has any.
    #[must_use]
    pub fn on(&self, deed: &ScriptEvent) -> &[Step] {
        self.on.get(deed).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns whether the script has a gambit for somebody whom the character knows, or does not.
    #[must_use]
    pub fn has_gambit(&self, known: bool) -> bool {
        self.gambits.iter().any(|it| step::is_for(it, known))
    }

    /// Returns the topic of a name.
    #[must_use]
    pub fn topic(&self, name: &str) -> Option<&Topic> {
        self.topics.iter().find(|it| it.name == name)
    }

    /// Returns a line that a pattern fits, as plain as can be: the first word of each class, and
    /// nothing that must not be there; none for a pattern that takes the rest of a line.
    #[must_use]
    pub fn sample(&self, pattern: &str) -> Option<String> {
        let word = |part: &str| match part.strip_prefix('~') {
            Some(class) => self.words.get(class)?.first().cloned(),
            None => Some(part.to_owned()),
        };
        if pattern.contains('*') {
            return None;
        }
        let parts = pattern.trim_start_matches('=').split_whitespace();
        let parts = parts.filter(|it| *it != ">" && !it.starts_with('!'));
        Some(parts.map(word).collect::<Option<Vec<_>>>()?.join(" "))
    }

    /// Returns the knowledge of the character called `name` about the words `said`, in its own
    /// words: the first text of each matter that holds whatever happens, told to `speaker`; a few
    /// texts at most.
    #[must_use]
    pub fn lore(&self, said: &str, name: &str, speaker: &str) -> Vec<String> {
        let TopicPatterns { lore, lore_hears, .. } = self.index.of(self);
        let fits = lore_hears.fits(said, name, |_| SubjectState::Always).into_iter();
        let lore = fits.filter_map(|fit| self.topics.get(*lore.get(fit.subject)?)).take(TOLD);
        // What holds under a condition, or answers one question about it, is not all that is known of it.
        lore.filter_map(|topic| {
            let texts: Vec<ScriptText<'_>> =
                topic.texts().into_iter().filter_map(|text| ScriptText::read(text).ok()).collect();
            let plain = texts.iter().find(|text| text.tags.is_empty());
            plain.or(texts.last()).map(|text| text.spoken().replace("{speaker}", speaker))
        })
        .collect()
    }

    /// Returns topics about which somebody whose words meant nothing may ask the character called `name`:
    /// those nearest to the words, or else some of what it knows, others for each `number`.
    #[must_use]
    pub fn near<'a>(&'a self, said: &str, name: &str, number: u64) -> Vec<&'a str> {
        let TopicPatterns { hears, .. } = self.index.of(self);
        let named = |topics: BTreeSet<usize>| {
            let topics = topics.into_iter().filter_map(|at| self.topics.get(at));
            // What everybody knows is nothing to ask this one about.
            let topics = topics.filter(|it| !it.is_common && !it.is_shared);
            // An offer may be more than one topic, and is named once.
            let mut names: Vec<&str> = topics.filter_map(|it| it.called.as_deref()).collect();
            let mut seen = BTreeSet::new();
            names.retain(|it| seen.insert(*it));
            names
        };
        let mut near = named(hears.near(said, name));
        if near.is_empty() {
            near = named((0..self.topics.len()).collect());
            let all = u64::try_from(near.len().max(1)).unwrap_or(1);
            near.rotate_left(usize::try_from(number % all).unwrap_or_default());
        }
        near.truncate(NAMED);
        near
    }
}

/// The patterns of the topics of a script.
#[derive(Debug, Clone)]
struct TopicPatterns {
    /// Patterns of the lines that are heard.
    hears: SubjectIndex,
    /// Patterns of what the character must have said last.
    after: SubjectIndex,
    /// Topics that tell what the character knows, by number, and the patterns of those.
    lore: Vec<usize>,
    lore_hears: SubjectIndex,
    /// The topics that the examples speak for, by the numbers of their names.
    of_examples: Vec<Option<usize>>,
}

/// Patterns of a script's topics, which are read from them on first use.
#[derive(Debug, Clone, Default)]
pub(super) struct TopicIndex(OnceLock<TopicPatterns>);

impl TopicIndex {
    fn of(&self, script: &Script) -> &TopicPatterns {
        let Script { topics, words, examples, .. } = script;
        self.0.get_or_init(|| {
            let hears = topics.iter().map(|it| it.hears.as_slice());
            let after = topics.iter().map(|it| it.after.as_slice());
            let told = topics.iter().enumerate().filter(|(_, it)| it.is_lore);
            let lore: Vec<usize> = told.map(|(at, _)| at).collect();
            let of_lore = lore.iter().filter_map(|at| topics.get(*at));
            let lore_hears = SubjectIndex::new(words, of_lore.map(|it| it.hears.as_slice()));
            TopicPatterns {
                hears: SubjectIndex::new(words, hears),
                after: SubjectIndex::new(words, after),
                lore,
                lore_hears,
                of_examples: examples
                    .names()
                    .map(|name| topics.iter().position(|it| it.name == name))
                    .collect(),
            }
        })
    }
}

/// The index says nothing that the topics do not say.
impl PartialEq for TopicIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for TopicIndex {}

/// Topic of a script: lines that it hears, and the steps that answer them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// Name, by which traces and examples refer to it.
    pub name: String,
    /// Patterns: the words that have to be in a line, in any order. `~class` is any word of a
    /// class, `a > b` the one soon after the other, `!word` one that must not be there, and a `*`
    /// at the end takes the rest of the line, which the steps call `{rest}`.
    #[serde(default)]
    pub hears: Vec<String>,
    /// Only as an answer: one of these patterns must fit the last thing the
    /// character itself said to the speaker.
    #[serde(default)]
    pub after: Vec<String>,
    /// True if the `*` has to be the name of somebody whom the character knows or sees.
    #[serde(default)]
    pub person: bool,
    /// True if somebody has to be named, anywhere in the line.
    #[serde(default)]
    pub named: bool,
    /// Texts of an answer that only says something: one of these.
    #[serde(default)]
    pub text: Vec<String>,
    /// Steps of an answer that does more than say something.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// True if the topic tells what the character knows.
    #[serde(skip)]
    pub is_lore: bool,
    /// True if everybody of the same kind knows the topic.
    #[serde(skip)]
    pub is_common: bool,
    /// True if the topic comes from an archetype.
    #[serde(skip)]
    pub is_shared: bool,
    /// True if the topic was written for this character, or for its trade: what is said to somebody
    /// is likely about that.
    #[serde(skip)]
    pub is_own: bool,
    /// Name by which people ask for it, `the weather`, so that the character can ask whether it is meant.
    #[serde(default)]
    pub called: Option<String>,
    /// Line that asks for it, as people would say it: a sample for language models.
    #[serde(default)]
    pub sample: Option<String>,
    /// Texts that it tells of its own accord when the speaker comes in again, because this answer promises
    /// it: one of these sentences.
    #[serde(default)]
    pub promises: Vec<String>,
    /// Topic that it is a follow-up of: it can be meant only while the talk is about that.
    #[serde(skip)]
    pub thread: Option<String>,
    /// Id or tag of another character who has the answer, which this one may offer to ask.
    #[serde(skip)]
    pub passes_to: Option<String>,
    /// True if the topic can be meant only as an answer to the character, which asked for its slot.
    #[serde(skip)]
    pub is_answer: bool,
    /// The slot that the `*` is a value for; it has to be a short phrase then.
    #[serde(skip)]
    pub fills: Option<String>,
}

impl Topic {
    /// Creates a topic that says one of these texts; nothing asks for it.
    #[must_use]
    pub fn said(name: String, text: Vec<String>) -> Self {
        Self {
            name,
            hears: Vec::new(),
            after: Vec::new(),
            person: false,
            named: false,
            steps: vec![Step::Reply(text)],
            text: Vec::new(),
            is_lore: false,
            is_common: false,
            is_shared: false,
            is_own: false,
            called: None,
            sample: None,
            promises: Vec::new(),
            thread: None,
            passes_to: None,
            is_answer: false,
            fills: None,
        }
    }

    /// Returns whether the topic can be meant at any time.
    pub(crate) fn is_free(&self) -> bool {
        self.after.is_empty() && self.thread.is_none() && !self.is_answer
    }

    /// Returns whether the topic goes by some of the words of a line, which only a pattern finds.
    pub(super) fn takes_words(&self) -> bool {
        self.fills.is_some() || self.person || self.named
    }

    /// Returns whether the topic makes an offer.
    #[must_use]
    pub fn is_offer(&self) -> bool {
        matches!(self.steps.first(), Some(Step::Offer(_)))
    }

    /// Returns whether all that it does is to say something, so that it can be said on the condition that
    /// it is meant.
    pub(crate) fn only_says(&self) -> bool {
        let [Step::Reply(texts)] = self.steps.as_slice() else { return false };
        // What ends with a gesture says nothing.
        !self.takes_words() && texts.iter().all(|it| !it.ends_with(']'))
    }

    /// Returns the same follow-up, beside one of the character's own of that number.
    pub(super) fn beside_own(self) -> Self {
        Self { name: format!("{}, as all know", self.name), ..self }
    }

    /// Returns whether the talk is at a point where it can be meant, if it is not free.
    fn is_open(&self, talk: &TalkState) -> bool {
        let of_thread = self.thread.as_ref().is_some_and(|it| talk.is_about(it));
        of_thread || self.is_answer && self.fills.as_ref().is_some_and(|it| talk.asks.contains(it))
    }

    /// Returns the topic to which further questions about it belong.
    #[must_use]
    pub fn subject(&self) -> &str {
        self.thread.as_deref().unwrap_or(&self.name)
    }

    /// Returns the name of the person that it is about, if it is called after one.
    #[must_use]
    pub fn person_named(&self) -> Option<&str> {
        let called = self.called.as_deref()?;
        let first = called.split([' ', ',']).next()?;
        first.starts_with(char::is_uppercase).then_some(first).filter(|it| *it != "I")
    }

    /// Says other words in place of its own.
    pub(super) fn say(&mut self, texts: &[String]) {
        match self.steps.last_mut() {
            Some(Step::Reply(own)) => texts.clone_into(own),
            Some(_) | None => self.steps = vec![Step::Reply(texts.to_vec())],
        }
    }

    /// Says other words beside its own.
    pub(super) fn say_more(&mut self, texts: &[String]) {
        match self.steps.last_mut() {
            Some(Step::Reply(own)) => own.extend_from_slice(texts),
            Some(_) | None => self.steps.push(Step::Reply(texts.to_vec())),
        }
    }

    /// Returns all texts that the topic may answer with.
    pub(crate) fn texts(&self) -> Vec<&String> {
        Step::texts(&self.steps)
    }
}
