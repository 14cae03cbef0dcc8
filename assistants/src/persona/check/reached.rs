//! Detection of unreachable content: patterns that another topic always takes, answers to what
//! nobody says, unused offers and word classes, and answers with more steps than allowed.

use std::collections::BTreeSet;

use world::{
    content::{
        locate::{Node, Position},
        problem::{Problem, Warning, did_you_mean},
        reading::Read,
    },
    trade::offer::OfferEffect,
};

use crate::{
    nlu::{SubjectIndex, SubjectState, WordGroups},
    persona::{
        Lore, Persona,
        archetype::{Archetype, MOMENTS, SharedTalk, TopicSource, own_topics},
        offer::OfferTalk,
        script::{AS_GOOD, Step, Topic},
        text::ScriptText,
    },
};

/// Word classes that the built-in patterns of offers use.
const OF_OFFERS: [&str; 8] = ["want", "have", "this", "lead", "open", "whither", "shall", "yes"];
/// Maximum number of words of a class that are tried for a pattern.
const TRIED: usize = 60;
/// Pattern as written, with its topic and its position in the file.
struct WrittenPattern<'a> {
    subject: usize,
    text: &'a str,
    at: Position,
}

fn written_patterns<'a>(
    subject: usize,
    node: &Node,
    texts: &'a [String],
) -> Vec<WrittenPattern<'a>> {
    let at = |index: usize| node.item(index).position();
    let texts = texts.iter().enumerate();
    texts.map(|(index, text)| WrittenPattern { subject, text, at: at(index) }).collect()
}

/// Topics of one file that can match at any time, with the patterns that a builder wrote for them.
struct HeardTopics<'a> {
    path: &'a str,
    topics: &'a [Topic],
    words: &'a WordGroups,
    /// Name of the character.
    name: &'a str,
    /// True if the character asks for clarification between two topics.
    asks_back: bool,
    patterns: Vec<WrittenPattern<'a>>,
}

impl HeardTopics<'_> {
    /// Warns of each pattern that never matches its own topic.
    fn warn(&self, found: &mut Vec<Warning>) {
        let hears = SubjectIndex::new(self.words, self.topics.iter().map(|it| it.hears.as_slice()));
        for pattern in &self.patterns {
            let lines = examples(pattern.text, self.words);
            let mut takers = lines.iter().map(|line| self.taker(&hears, line, pattern.subject));
            let Some(Some(taker)) = takers.next() else { continue };
            if takers.all(|it| it.is_some()) {
                let sentence = format!(
                    "a line like \"{}\" always means the topic `{}`, so this pattern is never heard; \
                     remove it, or that one",
                    lines.first().map(String::as_str).unwrap_or_default(),
                    taker.name
                );
                found.push(Warning::new(self.path, pattern.at, sentence));
            }
        }
    }

    /// Returns the other topic that a line matches instead.
    fn taker(&self, hears: &SubjectIndex, line: &str, subject: usize) -> Option<&Topic> {
        let own = self.topics.get(subject)?;
        let state = |at: usize| match self.topics.get(at) {
            Some(it) if it.is_free() && !it.is_shared && !it.person && it.fills.is_none() => {
                SubjectState::Always
            }
            Some(_) | None => SubjectState::Closed,
        };
        let fits = hears.fits(line, self.name, state);
        let best = fits.first().filter(|it| it.subject != subject)?;
        let other = self.topics.get(best.subject)?;
        let score = fits.iter().find(|it| it.subject == subject)?.score;
        let both = own.called.is_some() && other.called.is_some() && own.called != other.called;
        let asked = both && self.asks_back && score * 100 >= best.score * AS_GOOD;
        (!asked).then_some(other)
    }
}

/// Returns minimal lines that match a pattern, one for each word of its classes.
fn examples(pattern: &str, words: &WordGroups) -> Vec<String> {
    let parts: Vec<Vec<&str>> = pattern
        .trim_start_matches('=')
        .split_whitespace()
        .filter(|it| *it != ">" && !it.starts_with('!'))
        .map(|it| match it.strip_prefix('~') {
            Some(class) => words.get(class).into_iter().flatten().map(String::as_str).collect(),
            None if it == "*" => vec!["zither"],
            None => vec![it],
        })
        .collect();
    let most = parts.iter().map(Vec::len).max().unwrap_or_default().min(TRIED);
    let line = |at: usize| {
        let words = parts.iter().filter_map(|it| it.get(at % it.len().max(1)));
        words.copied().collect::<Vec<_>>().join(" ")
    };
    (0..most).map(line).collect()
}

/// Warns of unreachable content of a character.
pub(super) fn persona(read: &Read<Persona>, found: &mut Vec<Warning>) {
    let Read { path, tree, value } = read;
    let script = &value.script;
    let mut patterns = Vec::new();
    // Topics of certain moments are matched with no line.
    let own = own_topics(value).filter(|(_, topic)| !MOMENTS.contains(&topic.name.as_str()));
    for (subject, (source, _)) in own.enumerate() {
        let Some(source) = source else { continue };
        let (field, at, part, texts) = match source {
            TopicSource::Topic(at) => {
                let free = value.topics.get(at).filter(|it| it.after.is_empty() && !it.person);
                ("topics", at, "hears", free.map(|it| &it.hears))
            }
            TopicSource::Lore(at) => ("lore", at, "about", value.lore.get(at).map(|it| &it.about)),
            TopicSource::Offer(at) => {
                ("offers", at, "asks", value.offers.get(at).map(|it| &it.asks))
            }
        };
        let node = tree.field(field).item(at).field(part);
        patterns.extend(texts.into_iter().flat_map(|it| written_patterns(subject, node, it)));
    }
    let asks_back = !script.perhaps.is_empty();
    let (topics, words, name) = (&script.topics, &script.words, &value.body.name);
    HeardTopics { path, topics, words, name, asks_back, patterns }.warn(found);
    offers(path, tree.field("offers"), value, found);
}

/// Adds the patterns of lore, whose topics begin at index `first`.
fn lore<'a>(node: &Node, all: &'a [Lore], first: usize, patterns: &mut Vec<WrittenPattern<'a>>) {
    let mut subject = first;
    for (index, it) in all.iter().enumerate() {
        patterns.extend(written_patterns(subject, node.item(index).field("about"), &it.about));
        subject += 1 + it.then.len();
    }
}

/// Reports unreachable content of a character: answers to what it does not say, and answers with
/// more steps than allowed.
pub(super) fn problems(read: &Read<Persona>, problems: &mut Vec<Problem>) {
    let Read { path, tree, value } = read;
    let answers = value.topics.iter().enumerate().filter(|(_, it)| !it.after.is_empty());
    let mut texts = Vec::new();
    for (index, topic) in answers {
        if texts.is_empty() {
            texts = said(value);
        }
        let node = tree.field("topics").item(index).field("after");
        for (index, pattern) in topic.after.iter().enumerate() {
            if !is_said(pattern, &texts, &value.script.words) {
                let sentence = "nothing that the character says has this in it, so this is never an \
                                answer; write words of the text that it answers";
                problems.push(Problem::new(path, node.item(index).position(), sentence));
            }
        }
    }
    steps(path, tree.field("tools").field("max_steps"), value, problems);
}

/// Warns of content of an archetype that is unreachable for all characters that inherit from it.
pub(super) fn archetype(
    read: &Read<Archetype>,
    words: &WordGroups,
    personas: &[Read<Persona>],
    found: &mut Vec<Warning>,
) {
    let Read { path, tree, value } = read;
    let node = tree.field("topics");
    let patterns = value.topics.iter().enumerate();
    let patterns = patterns.filter(|(_, it)| it.after.is_empty() && !it.person);
    let mut patterns: Vec<WrittenPattern<'_>> = patterns
        .flat_map(|(at, it)| written_patterns(at, node.item(at).field("hears"), &it.hears))
        .collect();
    let mut topics = value.topics.clone();
    lore(tree.field("lore"), &value.lore, topics.len(), &mut patterns);
    topics.extend(value.lore.iter().flat_map(Lore::topics));
    let topics = topics.as_slice();
    HeardTopics { path, topics, words, name: "", asks_back: false, patterns }.warn(found);
    for name in value.more.keys() {
        let mut all = personas.iter().flat_map(|read| &read.value.script.topics);
        if all.all(|topic| topic.name != *name) {
            let names = personas.iter().flat_map(|read| &read.value.script.topics);
            let hint = did_you_mean(name, names.map(|topic| topic.name.as_str()));
            let sentence =
                format!("nobody can be talked to about `{name}`, so this is never said{hint}");
            found.push(Warning::new(path, tree.field("more").key(name), sentence));
        }
    }
    for (index, topic) in value.topics.iter().enumerate().filter(|(_, it)| !it.after.is_empty()) {
        let has = |read: &&Read<Persona>| {
            let mut topics = read.value.script.topics.iter();
            topics.any(|it| it.is_shared && it.name == topic.name && it.after == topic.after)
        };
        let mut like = personas.iter().filter(has).peekable();
        let leads = |it: &Read<Persona>| {
            let said = said(&it.value);
            topic.after.iter().any(|pattern| is_said(pattern, &said, &it.value.script.words))
        };
        if like.peek().is_some() && !like.any(leads) {
            let sentence = "nobody who is like this says anything that has this in it, so this is \
                            never an answer";
            found.push(Warning::new(path, node.item(index).field("after").position(), sentence));
        }
    }
}

/// Returns all texts that a character may have said last.
fn said(persona: &Persona) -> Vec<String> {
    let script = &persona.script;
    let mut texts: Vec<&String> = script.topics.iter().flat_map(Topic::texts).collect();
    for steps in [&script.otherwise, &script.arrival].into_iter().chain(script.on.values()) {
        texts.extend(Step::texts(steps));
    }
    texts.extend(
        script.perhaps.iter().chain(&script.further).chain(&script.price).chain(&script.excuses),
    );
    texts.extend(script.told.iter().chain(&script.heard).chain(&script.gambits));
    texts.extend(persona.offers.iter().flat_map(|offer| {
        let answers = [&offer.declined, &offer.sold_out, &offer.so_soon].into_iter().flatten();
        answers.chain([&offer.unless])
    }));
    let spoken =
        |text: &String| ScriptText::read(text).map_or_else(|_| text.clone(), |it| it.spoken());
    texts.into_iter().map(spoken).collect()
}

fn is_said(pattern: &String, said: &[String], words: &WordGroups) -> bool {
    let index = SubjectIndex::new(words, [std::slice::from_ref(pattern)]);
    said.iter().any(|it| !index.all_in(it).is_empty())
}

/// Warns of offers that players cannot get by anything they say or type.
fn offers(path: &str, node: &Node, persona: &Persona, found: &mut Vec<Warning>) {
    let script = &persona.script;
    let asked = script.topics.iter().filter(|it| !it.hears.is_empty()).map(|it| &it.steps);
    let all = asked.chain([&script.otherwise, &script.arrival]).chain(script.on.values());
    let mut made = BTreeSet::new();
    all.for_each(|steps| Step::offers(steps, &mut made));
    for (index, offer) in persona.offers.iter().enumerate() {
        let OfferTalk { id, does, listed, .. } = offer;
        let bought = match does {
            OfferEffect::Trade(trade) => *listed && (trade.price > 0 || !trade.takes.is_empty()),
            OfferEffect::Escort { .. }
            | OfferEffect::Open { .. }
            | OfferEffect::Tell(_)
            | OfferEffect::Ask(_) => false,
        };
        if !bought && !made.contains(id) {
            let sentence = format!(
                "nothing that anybody says asks for the offer `{id}`; write in `of` what it is \
                 about, or in `asks` how it is asked for"
            );
            found.push(Warning::new(path, node.item(index).field("id").position(), sentence));
        }
    }
}

/// Reports the topic with the most steps, if it exceeds `max_steps`.
fn steps(path: &str, node: &Node, persona: &Persona, problems: &mut Vec<Problem>) {
    let most = usize::from(persona.tools.max_steps);
    // `max_by_key` returns the last of equal elements; reversed, the first topic is reported.
    let topics = persona.script.topics.iter().rev();
    let longest = topics.map(|it| (Step::calls(&it.steps), &it.name)).max_by_key(|it| it.0);
    if let Some((count, name)) = longest.filter(|(count, _)| *count > most && most > 0) {
        let sentence = format!(
            "`max_steps` is {most}, and the topic `{name}` takes {count}, so it never comes to its \
             end; raise it"
        );
        problems.push(Problem::new(path, node.position(), sentence));
    }
}

/// Returns the word classes that patterns refer to.
fn word_classes<'a>(patterns: impl Iterator<Item = &'a String>) -> BTreeSet<String> {
    let parts = patterns.flat_map(|it| it.split_whitespace());
    let classes = parts.filter_map(|it| it.trim_start_matches(['!', '=']).strip_prefix('~'));
    classes.map(str::to_owned).collect()
}

fn heard(topics: &[Topic]) -> impl Iterator<Item = &String> {
    topics.iter().flat_map(|it| it.hears.iter().chain(&it.after))
}

/// Warns of word classes that no pattern refers to.
pub(super) fn classes(shared: &SharedTalk, personas: &[Read<Persona>], found: &mut Vec<Warning>) {
    let mut used: BTreeSet<String> = OF_OFFERS.map(str::to_owned).into();
    for (Read { value, .. }, _, _) in shared.archetypes() {
        let slots = value.slots.values().flat_map(|it| it.told.iter().chain(&it.bare));
        used.extend(word_classes(heard(&value.topics).chain(slots)));
    }
    for it in personas {
        let own = word_classes(heard(&it.value.script.topics));
        unused(&it.path, it.tree.field("words"), &it.value.words, &own, found);
        used.extend(own);
    }
    for (it, _, _) in shared.archetypes() {
        unused(&it.path, it.tree.field("words"), &it.value.words, &used, found);
    }
    if let Some(it) = &shared.words {
        unused(&it.path, &it.tree, &it.value, &used, found);
    }
}

fn unused(
    path: &str,
    node: &Node,
    words: &WordGroups,
    used: &BTreeSet<String>,
    found: &mut Vec<Warning>,
) {
    for class in words.keys().filter(|it| !used.contains(*it)) {
        let sentence = format!("no pattern names the class `~{class}`; use it, or remove it");
        found.push(Warning::new(path, node.key(class), sentence));
    }
}
