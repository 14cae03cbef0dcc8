//! What characters share: classes of words, and topics that a whole kind of people can be talked to
//! about.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use world::content::{
    problem::{Problem, SourceFile, did_you_mean},
    reading::{Read, read},
};

use super::{Lore, Persona};
use crate::{
    nlu::WordGroups,
    persona::{
        autonomy::Autonomy,
        example::{ExampleLines, Examples},
        offer::OfferTalk,
        script::{Script, ScriptEvent, Step, Topic},
        slot::Slot,
        text::ScriptText,
    },
};

/// The folder of archetypes.
pub const FOLDER: &str = "archetypes/";
/// The file of the classes of words that all characters share.
pub const WORDS: &str = "words.ron";
/// The file of lines that people said, with what they meant.
pub const EXAMPLES: &str = "examples.ron";

/// `content/archetypes/*.ron`: what one kind of people can be talked to about. It is called by the
/// name of its file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// Another archetype that it builds upon; what stands here comes before that.
    #[serde(default)]
    pub like: Option<String>,
    /// Classes of words, beside those that all characters share.
    #[serde(default)]
    pub words: WordGroups,
    /// What it can be talked to about.
    #[serde(default)]
    pub topics: Vec<Topic>,
    /// What everybody of this kind knows and tells whoever asks.
    #[serde(default)]
    pub lore: Vec<Lore>,
    /// What it says in its own words to topics of the one that it builds upon.
    #[serde(default)]
    pub answers: BTreeMap<String, Vec<String>>,
    /// What it says besides of what it can be talked to about, by the names of topics and lore, whoever's they
    /// are: what is made of wool, say, where `<what-of>` is asked.
    #[serde(default)]
    pub more: BTreeMap<String, Vec<String>>,
    /// What it keeps in mind about people.
    #[serde(default)]
    pub slots: BTreeMap<String, Slot>,
    /// What it says of its own accord to somebody who stands about, once a visit.
    #[serde(default)]
    pub gambits: Vec<String>,
    /// What it may do of its own accord, where a character does not say that itself.
    #[serde(default)]
    pub autonomy: Autonomy,
    /// What it does when somebody does something to it.
    #[serde(default)]
    pub on: BTreeMap<ScriptEvent, Vec<Step>>,
}

impl Archetype {
    /// The names of what one can talk to such people about.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let topics = self.topics.iter().map(|it| it.name.as_str());
        topics
            .chain(self.lore.iter().map(|it| it.name.as_str()))
            .chain(self.slots.keys().map(String::as_str))
    }
}

/// Everything that characters share.
#[derive(Debug, Default)]
pub(super) struct SharedTalk {
    /// The classes of words that all characters share, and where they stand.
    pub(super) words: Option<Read<WordGroups>>,
    /// What lines mean that others said, and where they stand.
    pub(super) examples: Option<Read<ExampleLines>>,
    /// The same, for every character.
    known_lines: Examples,
    archetypes: BTreeMap<String, Read<Archetype>>,
    /// The archetypes whose files could not be read.
    unread: BTreeSet<String>,
    /// Whether the classes of words could not be read.
    wordless: bool,
}

impl SharedTalk {
    pub(super) fn read(files: &[&SourceFile], problems: &mut Vec<Problem>) -> Self {
        let mut shared = Self::default();
        for file in files {
            if file.path == WORDS {
                shared.words = read::<WordGroups>(file, problems);
                shared.wordless = shared.words.is_none();
            } else if file.path == EXAMPLES {
                shared.examples = read::<ExampleLines>(file, problems);
            } else if let Some(name) = file.path.strip_prefix(FOLDER) {
                let name = name.strip_suffix(".ron").unwrap_or(name).to_owned();
                match read::<Archetype>(file, problems) {
                    Some(mut it) => {
                        it.value.fold();
                        shared.archetypes.insert(name, it);
                    }
                    None => {
                        shared.unread.insert(name);
                    }
                }
            }
        }
        let words = shared.words.as_ref().map(|it| it.value.clone()).unwrap_or_default();
        let lines = shared.examples.as_ref().map(|it| it.value.clone()).unwrap_or_default();
        shared.known_lines = Examples::new(words, lines);
        for (name, it) in &shared.archetypes {
            let like = it.value.like.as_deref();
            if let Some(sentence) = shared.unknown(like).or_else(|| shared.circle(name)) {
                problems.push(Problem::new(&it.path, it.tree.field("like").position(), sentence));
            }
        }
        shared
    }

    /// That there is no archetype of this name, as a sentence.
    pub(super) fn unknown(&self, like: Option<&str>) -> Option<String> {
        let like =
            like.filter(|it| !self.archetypes.contains_key(*it) && !self.unread.contains(*it));
        let hint = |it: &str| did_you_mean(it, self.archetypes.keys().map(String::as_str));
        like.map(|it| format!("there is no archetype `{it}`{}", hint(it)))
    }

    /// That an archetype builds upon itself, as a sentence, told of one in each circle.
    fn circle(&self, name: &str) -> Option<String> {
        let (mut names, mut next) = (Vec::new(), Some(name));
        while let Some(it) = next {
            if names.contains(&it) {
                let first = it == name && names.iter().min() == Some(&name);
                let sentence = || {
                    let way = names.iter().skip(1).chain([&name]).map(|it| format!("`{it}`"));
                    let way = way.collect::<Vec<_>>().join(", which is like ");
                    format!("`{name}` is like {way}; end the circle")
                };
                return first.then(sentence);
            }
            names.push(it);
            next = self.archetypes.get(it).and_then(|it| it.value.like.as_deref());
        }
        None
    }

    /// Whether all that a character shares with others could be read.
    pub(super) fn is_whole(&self, like: Option<&str>) -> bool {
        !self.wordless && self.line_of(like).1
    }

    /// Whether every archetype could be read.
    pub(super) fn is_read(&self) -> bool {
        self.unread.is_empty() && !self.wordless
    }

    /// Reports the answers of archetypes that belong to no topic of theirs nor of those that they build
    /// upon.
    pub(super) fn unknown_answers(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (name, Read { path, tree, value }) in &self.archetypes {
            let (line, is_whole) = self.line_of(Some(name));
            let names = || line.iter().flat_map(|it| it.names()).chain(MOMENTS);
            for answer in value.answers.keys().filter(|it| is_whole && !names().any(|of| of == *it))
            {
                let hint = did_you_mean(answer, names());
                let sentence = format!(
                    "nobody of this kind can be talked to about `{answer}`, so this is never \
                     said{hint}"
                );
                problems.push(Problem::new(path, tree.field("answers").key(answer), sentence));
            }
        }
        problems
    }

    /// The archetypes of which nothing is unread, each with its file and with the words and slots that it knows.
    pub(super) fn archetypes(
        &self,
    ) -> impl Iterator<Item = (&Read<Archetype>, WordGroups, BTreeSet<&str>)> {
        let whole = self.archetypes.iter().filter(|(name, _)| self.is_whole(Some(name)));
        whole.map(|(name, it)| {
            let (line, _) = self.line_of(Some(name));
            let words = self.words_with(&line, &WordGroups::new());
            (it, words, slot_names(&line).collect())
        })
    }

    /// The slots that a character knows.
    pub(super) fn slots_of<'a>(&'a self, persona: &'a Persona) -> BTreeSet<&'a str> {
        let (line, _) = self.line_of(persona.like.as_deref());
        slot_names(&line).chain(persona.slots.keys().map(String::as_str)).collect()
    }

    /// An archetype and those that it builds upon, the nearest first, and whether these are all.
    fn line_of(&self, name: Option<&str>) -> (Vec<&Archetype>, bool) {
        let (mut line, mut name) = (Vec::new(), name);
        while let Some(it) = name {
            match self.archetypes.get(it) {
                Some(read) if line.len() < self.archetypes.len() => {
                    line.push(&read.value);
                    name = read.value.like.as_deref();
                }
                Some(_) | None => return (line, false),
            }
        }
        (line, true)
    }

    /// Whether an archetype is a trade: one that no other builds upon.
    fn is_trade(&self, name: Option<&str>) -> bool {
        self.archetypes.values().all(|it| it.value.like.as_deref() != name)
    }

    fn words_with(&self, line: &[&Archetype], own: &WordGroups) -> WordGroups {
        let mut words = self.words.as_ref().map(|it| it.value.clone()).unwrap_or_default();
        for it in line.iter().rev() {
            words.extend(it.words.clone());
        }
        words.extend(own.clone());
        words
    }

    /// The classes of words that a character knows.
    pub(super) fn words_of(&self, persona: &Persona) -> WordGroups {
        let (line, _) = self.line_of(persona.like.as_deref());
        self.words_with(&line, &persona.words)
    }

    /// Gives a character what it shares with others: its own topics come first, and what it says in
    /// its own words replaces what others say.
    ///
    /// Returns a sentence for each of its own answers that belongs to no topic, by its name; those of
    /// archetypes are told by [`Self::unknown_answers`].
    pub(super) fn teach(&self, persona: &mut Persona) -> Vec<(String, String)> {
        let words = self.words_of(persona);
        let (line, _) = self.line_of(persona.like.as_deref());
        let mut topics: Vec<Topic> = own_topics(persona).map(|(_, topic)| topic).collect();
        let mut is_own = self.is_trade(persona.like.as_deref());
        for lore in line.iter().flat_map(|it| &it.lore) {
            if topics.iter().all(|topic| topic.name != lore.name) {
                topics.extend(lore.topics().map(|it| Topic { is_common: true, ..it }));
            }
        }
        let mut slots = persona.slots.clone();
        for it in &line {
            for (name, slot) in &it.slots {
                slots.entry(name.clone()).or_insert_with(|| slot.clone());
            }
            for shared in &it.topics {
                if topics.iter().all(|topic| topic.name != shared.name) {
                    topics.push(Topic { is_shared: true, is_own, ..steps_said(shared) });
                }
            }
            is_own = false;
        }
        for (name, slot) in &slots {
            topics.extend(slot.topics(name, Vec::new()));
        }
        let mut unknown = Vec::new();
        let shared = line.iter().rev().map(|it| (&it.answers, false));
        for (answers, is_own) in shared.chain([(&persona.answers, true)]) {
            for (name, texts) in answers {
                let answered = format!("{name}, answered");
                let mut said = topics
                    .iter_mut()
                    .filter(|it| it.name == *name || it.name == answered)
                    .peekable();
                if said.peek().is_some() {
                    said.for_each(|it| it.say(texts));
                } else if MOMENTS.contains(&name.as_str()) {
                    topics.push(Topic::said(name.clone(), texts.clone()));
                } else if is_own {
                    let hint = did_you_mean(name, topics.iter().map(|it| it.name.as_str()));
                    unknown.push((name.clone(), format!("there is no topic `{name}`{hint}")));
                }
            }
        }
        say_more(&line, &mut topics);
        let shared = line.iter().flat_map(|it| &it.gambits);
        let gambits: Vec<String> = persona.gambits.iter().chain(shared).cloned().collect();
        line.iter().for_each(|it| persona.autonomy.fill(&it.autonomy));
        open_slots(&mut topics, &gambits);
        let mut on: BTreeMap<ScriptEvent, Vec<Step>> = BTreeMap::new();
        for shared in line.iter().rev() {
            on.extend(shared.on.clone());
        }
        on.extend(persona.on.clone());
        let slots = slots.into_iter().map(|(name, slot)| (name, slot.known)).collect();
        let examples = self.known_lines.clone();
        persona.script = Script { slots, gambits, on, words, examples, ..script(topics) };
        persona.body.offers = persona.offers.iter().map(OfferTalk::offer).collect();
        unknown
    }
}

/// Where a character's own topic is written, by its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TopicSource {
    Topic(usize),
    Lore(usize),
    Offer(usize),
}

/// A character's own topics in the order in which they are compared with a line, each with its source;
/// those that only follow what lore or an offer says have none.
pub(super) fn own_topics(
    persona: &Persona,
) -> impl Iterator<Item = (Option<TopicSource>, Topic)> + '_ {
    let sources = |source: fn(usize) -> TopicSource, at| {
        std::iter::once(Some(source(at))).chain(std::iter::repeat(None))
    };
    let topics = persona.topics.iter().map(steps_said).enumerate();
    let topics = topics.map(|(at, it)| (Some(TopicSource::Topic(at)), it));
    let lore = persona.lore.iter().enumerate();
    let lore = lore.flat_map(move |(at, it)| sources(TopicSource::Lore, at).zip(it.topics()));
    let offers = persona.offers.iter().enumerate();
    let offers = offers.flat_map(move |(at, it)| sources(TopicSource::Offer, at).zip(it.topics()));
    let told = topics.chain(lore).map(|(source, it)| (source, Topic { is_own: true, ..it }));
    told.chain(offers)
}

fn slot_names<'a>(line: &[&'a Archetype]) -> impl Iterator<Item = &'a str> {
    line.iter().flat_map(|it| it.slots.keys().map(String::as_str))
}

/// The topics that nobody asks for: they have their moments.
pub(super) const MOMENTS: [&str; 12] = [
    "otherwise",
    "which",
    "perhaps",
    "suppose",
    "arrival",
    "excuse",
    "ponder",
    "silence",
    "told",
    "heard",
    "goes-round",
    "passes-on",
];

/// Has the topics say what their kind says besides of such matters.
fn say_more(line: &[&Archetype], topics: &mut [Topic]) {
    for (name, texts) in line.iter().flat_map(|it| &it.more) {
        let known = topics.iter_mut().filter(|topic| topic.name == *name);
        known.for_each(|topic| topic.say_more(texts));
    }
}

/// A topic whose texts are steps.
fn steps_said(topic: &Topic) -> Topic {
    let mut topic = topic.clone();
    if !topic.text.is_empty() {
        topic.steps.push(Step::Reply(std::mem::take(&mut topic.text)));
    }
    topic
}

/// Each slot is open for an answer right after the texts that ask for it, those of `more` among them.
fn open_slots(topics: &mut [Topic], more: &[String]) {
    let mut asked: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in topics.iter().flat_map(Topic::texts).chain(more) {
        for slot in ScriptText::read(text).iter().flat_map(ScriptText::asks) {
            asked.entry(slot.to_owned()).or_default().push(text.clone());
        }
    }
    for topic in topics.iter_mut().filter(|it| it.is_answer) {
        let texts = topic.fills.as_ref().and_then(|it| asked.get(it));
        topic.follows = texts.cloned().unwrap_or_default();
    }
}

/// Puts each topic where it belongs: those that have their moments, and all others.
fn script(topics: Vec<Topic>) -> Script {
    let mut script = Script::default();
    for topic in topics {
        let texts = || topic.texts().into_iter().cloned().collect();
        match topic.name.as_str() {
            "otherwise" => script.otherwise = topic.steps,
            "arrival" => script.arrival = topic.steps,
            "which" => script.which = texts(),
            "perhaps" => script.perhaps = texts(),
            "suppose" => script.suppose = texts(),
            "excuse" => script.excuses = texts(),
            "ponder" => script.ponders = texts(),
            "silence" => script.silences = texts(),
            "told" => script.told = texts(),
            "heard" => script.heard = texts(),
            "goes-round" => script.rumour = texts(),
            "passes-on" => script.tell = texts(),
            _ => script.topics.push(topic),
        }
    }
    script
}

#[cfg(test)]
mod tests;
