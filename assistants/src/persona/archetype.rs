//! Archetypes and other content shared by characters: word classes, example lines, and the topics
//! of a whole kind of people.

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
    },
};

/// Folder of the archetypes.
pub const FOLDER: &str = "archetypes/";
/// File of the word classes shared by all characters.
pub const WORDS: &str = "words.ron";
/// File of example lines of people, with their meanings.
pub const EXAMPLES: &str = "examples.ron";

/// `content/archetypes/*.ron`: topics of conversation of one kind of people. Its name is the name
/// of its file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// Parent archetype; what is written here takes precedence over it.
    #[serde(default)]
    pub like: Option<String>,
    /// Word classes, besides those shared by all characters.
    #[serde(default)]
    pub words: WordGroups,
    /// Topics of conversation.
    #[serde(default)]
    pub topics: Vec<Topic>,
    /// Lore that everybody of this kind tells on request.
    #[serde(default)]
    pub lore: Vec<Lore>,
    /// Answers in its own words to topics of the parent archetype.
    #[serde(default)]
    pub answers: BTreeMap<String, Vec<String>>,
    /// Further texts for topics and lore of any origin, by their names: for instance what is made
    /// of wool, where `<what-of>` is asked.
    #[serde(default)]
    pub more: BTreeMap<String, Vec<String>>,
    /// Slots: facts that it remembers about people.
    #[serde(default)]
    pub slots: BTreeMap<String, Slot>,
    /// Gambits: lines to an idle visitor, one per visit.
    #[serde(default)]
    pub gambits: Vec<String>,
    /// Autonomy, for what a character does not set itself.
    #[serde(default)]
    pub autonomy: Autonomy,
    /// Reactions to deeds, by deed.
    #[serde(default)]
    pub on: BTreeMap<ScriptEvent, Vec<Step>>,
}

impl Archetype {
    /// Returns the names of the topics, lore and slots of the archetype.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let topics = self.topics.iter().map(|it| it.name.as_str());
        topics
            .chain(self.lore.iter().map(|it| it.name.as_str()))
            .chain(self.slots.keys().map(String::as_str))
    }
}

/// Content shared by characters.
#[derive(Debug, Default)]
pub(super) struct SharedTalk {
    /// Word classes shared by all characters, with their file.
    pub(super) words: Option<Read<WordGroups>>,
    /// Example lines with their meanings, and their file.
    pub(super) examples: Option<Read<ExampleLines>>,
    /// Example lines, prepared for the scripts of all characters.
    known_lines: Examples,
    archetypes: BTreeMap<String, Read<Archetype>>,
    /// Names of archetypes whose files could not be parsed.
    unread: BTreeSet<String>,
    /// True if the file of the word classes could not be parsed.
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

    /// Returns an error sentence if there is no archetype of this name.
    pub(super) fn unknown(&self, like: Option<&str>) -> Option<String> {
        let like =
            like.filter(|it| !self.archetypes.contains_key(*it) && !self.unread.contains(*it));
        let hint = |it: &str| did_you_mean(it, self.archetypes.keys().map(String::as_str));
        like.map(|it| format!("there is no archetype `{it}`{}", hint(it)))
    }

    /// Returns an error sentence if an archetype inherits from itself; reported for one archetype
    /// per cycle.
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

    /// Returns whether all shared content of a character could be parsed.
    pub(super) fn is_whole(&self, like: Option<&str>) -> bool {
        !self.wordless && self.line_of(like).1
    }

    /// Returns whether all archetypes and word classes could be parsed.
    pub(super) fn is_read(&self) -> bool {
        self.unread.is_empty() && !self.wordless
    }

    /// Reports answers of archetypes that belong to no topic of theirs or of their parents.
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

    /// Returns the archetypes whose parents are all parsed, each with its file, word classes and
    /// slots.
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

    /// Returns the names of the slots that a character knows.
    pub(super) fn slots_of<'a>(&'a self, persona: &'a Persona) -> BTreeSet<&'a str> {
        let (line, _) = self.line_of(persona.like.as_deref());
        slot_names(&line).chain(persona.slots.keys().map(String::as_str)).collect()
    }

    /// Returns an archetype and its parents, the nearest first, and whether the line is complete.
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

    /// Returns whether an archetype is a trade: one that no other inherits from.
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

    /// Returns the word classes that a character knows.
    pub(super) fn words_of(&self, persona: &Persona) -> WordGroups {
        let (line, _) = self.line_of(persona.like.as_deref());
        self.words_with(&line, &persona.words)
    }

    /// Builds the script of a character from its own and its shared content: its own topics come
    /// first, and its own answers replace shared ones.
    ///
    /// Returns an error sentence for each of its own answers that belongs to no topic, by its name;
    /// answers of archetypes are reported by [`Self::unknown_answers`].
    pub(super) fn teach(&self, persona: &mut Persona) -> Vec<(String, String)> {
        let words = self.words_of(persona);
        let (line, _) = self.line_of(persona.like.as_deref());
        let mut topics: Vec<Topic> = own_topics(persona).map(|(_, topic)| topic).collect();
        let mut is_own = self.is_trade(persona.like.as_deref());
        for lore in line.iter().flat_map(|it| &it.lore) {
            // What everybody knows of a matter is asked further of those, too, who tell of it in their
            // own words.
            let is_told = topics.iter().any(|topic| topic.name == lore.name);
            let all = lore.topics().map(|it| Topic { is_common: true, ..it });
            let beside = |topic: Topic| if is_told { topic.beside_own() } else { topic };
            topics.extend(all.skip(usize::from(is_told)).map(beside));
        }
        let mut slots = persona.slots.clone();
        for source in &line {
            for (name, slot) in &source.slots {
                slots.entry(name.clone()).or_insert_with(|| slot.clone());
            }
            for shared in source.topics.iter().filter(|it| is_asked(persona, it)) {
                if topics.iter().all(|topic| topic.name != shared.name) {
                    topics.push(Topic { is_shared: true, is_own, ..steps_said(shared) });
                }
            }
            is_own = false;
        }
        for (name, slot) in &slots {
            topics.extend(slot.topics(name));
        }
        // What others have the answer to comes last: its own words go before.
        topics.extend(persona.delegation.topics());
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

/// Source of a character's own topic: the list in its file, and the index there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TopicSource {
    Topic(usize),
    Lore(usize),
    Offer(usize),
}

/// Returns a character's own topics in the order in which they are matched, each with its source;
/// follow-ups of lore and offers have none.
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

/// Name of the topic that tells what a character works on; those without goals do not have it.
const GOALS: &str = "goals";

/// Names of topics that are not asked for, but said at certain moments.
pub(super) const MOMENTS: [&str; 45] = [
    "otherwise",
    "perhaps",
    "suppose",
    "repeated",
    "further",
    "price",
    "returned",
    "nobody",
    "noted",
    "noted-of",
    "condoles",
    "recalls",
    "recalls-of",
    "saw-of",
    "untold",
    "untold-of",
    "withdrawn",
    "arrival",
    "excuse",
    "ponder",
    "thinking",
    "silence",
    "told",
    "heard",
    "goes-round",
    "passes-on",
    "answers-late",
    "wonders",
    "keeps-word",
    "reminds",
    "word-kept",
    "takes-on",
    "is-here",
    "carries",
    "has-come",
    "still-stands",
    "pursues",
    "means-to",
    "may-ask",
    "asks-another",
    "cannot-ask",
    "asks-no-more",
    "brings-answer",
    "brings-none",
    "wakes",
];

/// Returns whether a character is asked about a shared topic: whoever wants nothing of their own is asked
/// nothing about it.
fn is_asked(persona: &Persona, topic: &Topic) -> bool {
    topic.name != GOALS || persona.goals.iter().any(|it| !it.says.is_empty())
}

/// Adds the further texts of the archetypes to the topics.
fn say_more(line: &[&Archetype], topics: &mut [Topic]) {
    for (name, texts) in line.iter().flat_map(|it| &it.more) {
        let known = topics.iter_mut().filter(|topic| topic.name == *name);
        known.for_each(|topic| topic.say_more(texts));
    }
}

/// Returns a topic with its texts converted to a step.
fn steps_said(topic: &Topic) -> Topic {
    let mut topic = topic.clone();
    if !topic.text.is_empty() {
        topic.steps.push(Step::Reply(std::mem::take(&mut topic.text)));
    }
    topic
}

/// Sorts topics into the script: those of certain moments into their fields, all others into the
/// list.
fn script(topics: Vec<Topic>) -> Script {
    let mut script = Script::default();
    for topic in topics {
        let texts = || topic.texts().into_iter().cloned().collect();
        match topic.name.as_str() {
            "otherwise" => script.otherwise = topic.steps,
            "arrival" => script.arrival = topic.steps,
            "perhaps" => script.perhaps = texts(),
            "suppose" => script.suppose = texts(),
            "repeated" => script.repeated = texts(),
            "further" => script.further = texts(),
            "price" => script.price = texts(),
            "returned" => script.returned = texts(),
            "nobody" => script.nobody = texts(),
            "noted" => script.noted = texts(),
            "noted-of" => script.noted_of = texts(),
            "condoles" => script.condoles = texts(),
            "recalls-of" => script.recalls_of = texts(),
            "saw-of" => script.saw_of = texts(),
            "untold-of" => script.untold_of = texts(),
            "recalls" => script.recalls = texts(),
            "untold" => script.untold = texts(),
            "withdrawn" => script.withdrawn = texts(),
            "excuse" => script.excuses = texts(),
            "ponder" => script.ponders = texts(),
            "thinking" => script.waits = texts(),
            "wakes" => script.wakes = texts(),
            "silence" => script.silences = texts(),
            "told" => script.told = texts(),
            "heard" => script.heard = texts(),
            "goes-round" => script.rumour = texts(),
            "passes-on" => script.tell = texts(),
            "answers-late" => script.late = texts(),
            "wonders" => script.wonders = texts(),
            "keeps-word" => script.keeps_word = texts(),
            "reminds" => script.reminds = texts(),
            "word-kept" => script.word_kept = texts(),
            "takes-on" => script.takes_on = texts(),
            "is-here" => script.is_here = texts(),
            "carries" => script.carries = texts(),
            "has-come" => script.has_come = texts(),
            "still-stands" => script.still_stands = texts(),
            "pursues" => script.pursues = texts(),
            "means-to" => script.means_to = texts(),
            "may-ask" => script.may_ask = texts(),
            "asks-another" => script.asks_another = texts(),
            "cannot-ask" => script.cannot_ask = texts(),
            "asks-no-more" => script.asks_no_more = texts(),
            "brings-answer" => script.brings = texts(),
            "brings-none" => script.brings_none = texts(),
            _ => script.topics.push(topic),
        }
    }
    script
}

#[cfg(test)]
mod tests;
