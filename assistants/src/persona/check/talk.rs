//! Validation of patterns, texts and steps of one character or archetype.

use std::collections::BTreeSet;

use engine::id::ChannelId;
use world::content::{
    line,
    locate::Node,
    problem::{Problem, did_you_mean},
};

use super::{
    Surroundings, bonds, ends, helpers,
    moments::{asked_back, recalled},
    tool, unknown_channel,
};
use crate::{
    nlu::{PatternError, PatternReader, WordGroups},
    persona::{
        Lore, Persona,
        archetype::{Archetype, MOMENTS},
        placeholder::{self, Filling, PLACEHOLDERS},
        script::{ScriptEvent, Step, Topic},
        slot::Slot,
        text::{ScriptText, TextError, TextTag},
    },
};

/// Scope of texts: what they may refer to besides what any text may.
#[derive(Clone, Copy, Default)]
struct TextScope<'a> {
    /// Placeholders that are filled in only here.
    more: &'a [&'a str],
    /// Reason why `{rest}` may be empty, if it may.
    no_rest: Option<&'a str>,
    /// Slot that is certainly known here.
    told: Option<&'a str>,
    /// True if nobody waits for an answer here.
    unasked: bool,
}

const NO_PATTERN: TextScope<'static> = TextScope {
    more: &[],
    no_rest: Some("no pattern with a `*` is heard here"),
    told: None,
    unasked: false,
};
const PERSON: [&str; 4] = ["person", "known", "seen", "opinion"];
const GIFT: [&str; 1] = ["thing"];

/// Character whose commands, offers and tools the steps use.
pub(super) struct TalkOwner<'a> {
    pub(super) persona: &'a Persona,
    pub(super) around: Surroundings<'a>,
}

/// Returns whether a placeholder may lack a value.
fn may_be_empty(name: &str) -> bool {
    placeholder::filled(name) != Filling::Always
}

/// Checker for the patterns, texts and steps of one file.
pub(super) struct TalkCheck<'a> {
    path: &'a str,
    /// Parser of the patterns.
    reader: PatternReader,
    /// Names of the known slots.
    slots: BTreeSet<&'a str>,
    owner: Option<TalkOwner<'a>>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> TalkCheck<'a> {
    pub(super) fn new(
        path: &'a str,
        words: &WordGroups,
        slots: BTreeSet<&'a str>,
        owner: Option<TalkOwner<'a>>,
        problems: &'a mut Vec<Problem>,
    ) -> Self {
        Self { path, reader: PatternReader::new(words), slots, owner, problems }
    }

    fn report(&mut self, node: &Node, sentence: impl Into<String>) {
        self.problems.push(Problem::new(self.path, node.position(), sentence));
    }

    /// Checks an archetype.
    pub(super) fn archetype(&mut self, tree: &Node, archetype: &Archetype) {
        self.topics(tree.field("topics"), &archetype.topics);
        self.all_lore(tree.field("lore"), &archetype.lore);
        for (name, texts) in &archetype.answers {
            self.answer(tree.field("answers").field(name), name, texts);
        }
        let more = tree.field("more");
        archetype.more.iter().for_each(|(name, texts)| self.gambits(more.field(name), texts));
        for (name, slot) in &archetype.slots {
            self.slot(tree.field("slots").field(name), name, slot);
        }
        self.gambits(tree.field("gambits"), &archetype.gambits);
        for (deed, steps) in &archetype.on {
            self.deed(tree.field("on"), deed, steps);
        }
    }

    /// Checks a persona.
    pub(super) fn persona(&mut self, tree: &Node, persona: &Persona) {
        self.topics(tree.field("topics"), &persona.topics);
        for (index, offer) in persona.offers.iter().enumerate() {
            let node = tree.field("offers").item(index);
            for (field, patterns) in [("of", &offer.of), ("asks", &offer.asks)] {
                self.patterns(node.field(field), patterns);
                self.no_bare_rest(node.field(field), patterns);
            }
            // The patterns around what is wanted are built in; one of their word classes may be
            // missing.
            let framed = offer.hears().into_iter().filter(|pattern| !offer.asks.contains(pattern));
            let missing = framed.filter_map(|pattern| match self.reader.read(&pattern) {
                Err(PatternError::NoClass(class)) if !offer.of.contains(&format!("~{class}")) => {
                    Some(class)
                }
                Ok(()) | Err(_) => None,
            });
            if let Some(class) = missing.last() {
                let sentence = format!(
                    "what such an offer is asked for with stands in `words.ron` as \"{class}\", \
                     which is not there; write it, or say all of it in `asks`"
                );
                self.report(node.field("of"), sentence);
            }
            if !offer.says.is_empty() {
                self.variants(node.field("says"), &offer.says, NO_PATTERN);
            }
            if let Some(declined) = &offer.declined {
                self.text(node.field("declined"), declined, NO_PATTERN);
            }
        }
        self.all_lore(tree.field("lore"), &persona.lore);
        for (index, asked) in persona.delegation.asks.iter().enumerate() {
            let node = tree.field("delegation").field("asks").item(index).field("about");
            self.patterns(node, &asked.about);
            self.no_bare_rest(node, &asked.about);
        }
        for (name, texts) in &persona.answers {
            self.answer(tree.field("answers").field(name), name, texts);
        }
        for (name, slot) in &persona.slots {
            self.slot(tree.field("slots").field(name), name, slot);
        }
        self.gambits(tree.field("gambits"), &persona.gambits);
        for (deed, steps) in &persona.on {
            self.deed(tree.field("on"), deed, steps);
        }
    }

    /// Checks gambits and additional texts: each may have a condition, because nobody waits for
    /// them, or there are other texts without.
    fn gambits(&mut self, node: &Node, texts: &[String]) {
        if !texts.is_empty() {
            self.variants(node, texts, TextScope { unasked: true, ..NO_PATTERN });
        }
    }

    fn deed(&mut self, node: &Node, deed: &ScriptEvent, steps: &[Step]) {
        let more: &[&str] = if deed.has_thing() { &GIFT } else { &[] };
        if let ScriptEvent::Accepted(offer) = deed {
            self.offer(node, offer.as_str());
        }
        self.steps(node, steps, TextScope { more, unasked: true, ..NO_PATTERN });
    }

    fn answer(&mut self, node: &Node, name: &str, texts: &[String]) {
        let more: &[&str] = asked_back(name).unwrap_or(&PERSON);
        // Whether the topic has a `{rest}` is checked where the topic is defined.
        let told = Some(name).filter(|it| self.slots.contains(it)).or_else(|| recalled(name));
        let unasked = name == "arrival";
        self.variants(node, texts, TextScope { more, no_rest: None, told, unasked });
    }

    fn all_lore(&mut self, node: &Node, all: &[Lore]) {
        for (index, it) in all.iter().enumerate() {
            let node = node.item(index);
            self.lore(node, it);
            if all.iter().take(index).any(|other| other.name == it.name) {
                let sentence = format!("there is other lore `{}`; rename one", it.name);
                self.report(node.field("name"), sentence);
            }
            if let Some(name) = it.name.split_once('{').and_then(|(_, rest)| rest.split('}').next())
            {
                let sentence = format!("`{{{name}}}` is not filled in here; say it without");
                self.report(node.field("name"), sentence);
            }
        }
    }

    fn lore(&mut self, node: &Node, lore: &Lore) {
        self.patterns(node.field("about"), &lore.about);
        self.no_bare_rest(node.field("about"), &lore.about);
        self.line(node.field("name"), "`name`", &lore.name);
        self.variants(node.field("text"), &lore.text, NO_PATTERN);
        for (at, then) in lore.then.iter().enumerate() {
            let node = node.field("then").item(at);
            self.patterns(node.field("asks"), &then.asks);
            self.variants(node.field("text"), &then.text, NO_PATTERN);
        }
    }

    fn slot(&mut self, node: &Node, name: &str, slot: &Slot) {
        self.patterns(node.field("told"), &slot.told);
        self.no_bare_rest(node.field("told"), &slot.told);
        self.patterns(node.field("bare"), &slot.bare);
        for (field, patterns) in [("told", &slot.told), ("bare", &slot.bare)] {
            if let Some(at) = patterns.iter().position(|it| !it.ends_with('*')) {
                let sentence =
                    "this pattern does not end with `*`, which takes what is kept in mind";
                self.report(node.field(field).item(at), sentence);
            }
        }
        if slot.known.matches("{}").count() != 1 {
            let sentence = "`known` has one `{}`, where the value stands: `comes from {}`";
            self.report(node.field("known"), sentence);
        }
        if !slot.told.is_empty() {
            let scope = TextScope { told: Some(name), ..TextScope::default() };
            self.variants(node.field("text"), &slot.text, scope);
        }
    }

    fn topics(&mut self, node: &Node, topics: &[Topic]) {
        let mut names = Vec::new();
        for (index, topic) in topics.iter().enumerate() {
            let entry = node.item(index);
            if names.contains(&&topic.name) {
                let sentence = format!("there is another topic `{}`; rename one", topic.name);
                self.report(entry.field("name"), sentence);
            }
            names.push(&topic.name);
            self.topic(entry, topic);
        }
    }

    fn topic(&mut self, node: &Node, topic: &Topic) {
        if topic.name.trim().is_empty() {
            self.report(node.field("name"), "`name` is empty; say what the topic is about");
        }
        self.line(node.field("name"), "`name`", &topic.name);
        let has_moment = MOMENTS.contains(&topic.name.as_str());
        if topic.hears.is_empty() && !has_moment {
            self.report(node.field("hears"), "`hears` is empty; nothing can ever fit this topic");
        }
        self.patterns(node.field("hears"), &topic.hears);
        if topic.after.is_empty() {
            self.no_bare_rest(node.field("hears"), &topic.hears);
        }
        self.patterns(node.field("after"), &topic.after);
        if topic.steps.is_empty() && topic.text.is_empty() {
            let sentence = "`steps` and `text` are empty; write `steps: [Silence]` for a topic that \
                            is passed over";
            self.report(node, sentence);
        } else if !topic.text.is_empty() && topic.steps.iter().any(ends) {
            let sentence = "there are both `text` and `steps` that end the answer; say it as the \
                            last step, `Reply`";
            self.report(node, sentence);
        }
        let short = topic.hears.iter().find(|pattern| !pattern.ends_with('*'));
        let why = short.map(|pattern| format!("`{pattern}` does not end with `*`"));
        let why = if has_moment { NO_PATTERN.no_rest } else { why.as_deref() };
        // A topic with `named` always has a person.
        let why = why.filter(|_| !topic.named);
        if topic.person && topic.named {
            let sentence = "`person` is for a name where the `*` stands, `named` for one anywhere; \
                            write one of them";
            self.report(node, sentence);
        }
        if let (true, Some(why)) = (topic.person, why) {
            self.report(node.field("hears"), format!("nobody can be named here, because {why}"));
        }
        let more: &[&str] = if topic.person || topic.named {
            &PERSON
        } else {
            asked_back(&topic.name).unwrap_or_default()
        };
        // At these moments there is always something to tell.
        let told = recalled(&topic.name);
        let scope = TextScope { more, no_rest: why, told, unasked: topic.name == "arrival" };
        if !topic.text.is_empty() {
            self.variants(node.field("text"), &topic.text, scope);
        }
        self.steps(node.field("steps"), &topic.steps, scope);
        for (at, text) in topic.promises.iter().enumerate().filter(|(_, it)| it.contains('{')) {
            let sentence =
                format!("`{text}` is told later, when nothing fills in what stands in braces");
            self.report(node.field("promises").item(at), sentence);
        }
    }

    fn patterns(&mut self, node: &Node, patterns: &[String]) {
        for (index, pattern) in patterns.iter().enumerate() {
            self.pattern(node.item(index), pattern);
        }
    }

    /// Reports patterns of only `*`, which are allowed only in answers.
    fn no_bare_rest(&mut self, node: &Node, patterns: &[String]) {
        for (index, _) in patterns.iter().enumerate().filter(|(_, it)| it.trim() == "*") {
            let sentence = "a pattern of only `*` is heard only as an answer; write the words that \
                            have to be there, or what it answers in `after` of a topic";
            self.report(node.item(index), sentence);
        }
    }

    fn pattern(&mut self, node: &Node, pattern: &str) {
        if let Err(error) = self.reader.read(pattern) {
            self.report(node, error.to_string());
        }
    }

    fn steps(&mut self, node: &Node, steps: &[Step], scope: TextScope<'_>) {
        for (index, step) in steps.iter().enumerate() {
            self.step(node.item(index), step, scope);
        }
        let end = steps.iter().position(ends);
        if let Some(end) = end.filter(|end| end + 1 < steps.len()) {
            let sentence = "this step is never reached: the one before it ends the answer; move \
                            it up or remove it";
            self.report(node.item(end + 1), sentence);
        }
    }

    fn step(&mut self, node: &Node, step: &Step, scope: TextScope<'_>) {
        if let Some(tool) = tool(step).filter(|tool| self.is_withheld(tool)) {
            let sentence = format!("this needs the tool `{tool}`, which `without` takes away");
            self.report(node, sentence);
        }
        match step {
            Step::Look | Step::WhoIsHere | Step::Time | Step::Tell | Step::Silence => {}
            Step::Regard(_) | Step::Mood(_) => {
                if let Some(sentence) = bonds::feeling(step) {
                    self.report(node, sentence);
                }
            }
            Step::Inspect(text) | Step::Search(text) | Step::Recall(text) => {
                self.text(node.item(0), text, scope);
            }
            Step::Remember(text) => {
                let before = self.problems.len();
                self.text(node.item(0), text, scope);
                if self.problems.len() == before && !text.trim_start().starts_with("{speaker}") {
                    let sentence = "a memory says whom it is about; begin it with `{speaker}`";
                    self.report(node.item(0), sentence);
                }
            }
            Step::Learn(slot) | Step::Keep(slot, _) => self.known_slot(node.item(0), slot),
            Step::Offer(id) => self.offer(node.item(0), id.as_str()),
            Step::Delegate(whom, question) => {
                let persona = self.owner.as_ref().map(|it| it.persona);
                if let Some(sentence) = persona.and_then(|it| helpers::unnamed(it, whom)) {
                    self.report(node.item(0), sentence);
                }
                self.text(node.item(1), question, scope);
            }
            Step::Command(name, arguments) => {
                self.command(node, name, arguments);
                self.line(node.item(1), "this text", arguments);
                if !arguments.is_empty() {
                    self.text(node.item(1), arguments, scope);
                }
            }
            Step::Channel(channel, texts) => {
                let content = self.owner.as_ref().map(|it| it.around.content);
                if let Some(sentence) = content.and_then(|it| unknown_channel(it, channel)) {
                    self.report(node.item(0), sentence);
                }
                self.variants(node.item(1), texts, scope);
            }
            Step::Say(texts)
            | Step::Whisper(texts)
            | Step::Page(texts)
            | Step::Emote(texts)
            | Step::Reply(texts) => self.variants(node.item(0), texts, scope),
            Step::If(_, yes, no) => {
                self.steps(node.item(1), yes, scope);
                self.steps(node.item(2), no, scope);
            }
        }
    }

    fn is_withheld(&self, tool: &str) -> bool {
        let Some(owner) = &self.owner else { return false };
        owner.persona.tools.without.iter().any(|it| it == tool)
    }

    fn known_slot(&mut self, node: &Node, slot: &str) {
        if !self.slots.contains(slot) {
            let hint = did_you_mean(slot, self.slots.iter().copied());
            self.report(node, format!("there is no slot `{slot}`{hint}"));
        }
    }

    fn offer(&mut self, node: &Node, id: &str) {
        let Some(owner) = &self.owner else { return };
        let ids: Vec<&str> = owner.persona.offers.iter().map(|it| it.id.as_str()).collect();
        if !ids.contains(&id) {
            let hint = did_you_mean(id, ids);
            self.report(node, format!("there is no offer `{id}`{hint}"));
        }
    }

    fn command(&mut self, node: &Node, name: &str, arguments: &str) {
        let Some(owner) = &self.owner else { return };
        let names = || owner.around.commands.iter().map(|(name, _)| *name);
        if !names().any(|it| it == name) {
            let hint = did_you_mean(name, names());
            self.report(node.item(0), format!("there is no command `{name}`{hint}"));
        } else if !owner.persona.tools.commands.iter().any(|allowed| allowed == name) {
            let sentence = format!("this character may not `{name}`; add it to `tools.commands`");
            self.report(node.item(0), sentence);
        } else if name == "channel"
            && let Some(word) = arguments.split_whitespace().next()
            && !word.starts_with('{')
        {
            let channels = &owner.around.content.channels;
            let words = channels.iter().flat_map(|it| it.aliases.iter().chain([&it.id]));
            let words: Vec<&str> = words.map(ChannelId::as_str).collect();
            if !words.contains(&word) && !owner.around.content.may_be_unread(word) {
                let hint = did_you_mean(word, words);
                self.report(node.item(1), format!("there is no channel `{word}`{hint}"));
            }
        }
    }

    fn variants(&mut self, node: &Node, texts: &[String], scope: TextScope<'_>) {
        if texts.is_empty() {
            self.report(node, "there is nothing to say here; write one text or more");
        }
        for (index, text) in texts.iter().enumerate() {
            self.text(node.item(index), text, scope);
        }
        let fits_always = |text: &String| {
            ScriptText::read(text).map_or(true, |it| {
                // Slots may be unknown for the speaker.
                let mut needs = it
                    .placeholders()
                    .filter(|name| self.slots.contains(name) || may_be_empty(name));
                let known = needs.all(|name| scope.told == Some(name));
                it.tags.is_empty() && it.asks().next().is_none() && known
            })
        };
        if !texts.is_empty() && !scope.unasked && !texts.iter().any(fits_always) {
            let sentence = "each of these texts has a condition, so that somebody may get no answer; \
                            add one without";
            self.report(node, sentence);
        }
    }

    fn text(&mut self, node: &Node, text: &str, scope: TextScope<'_>) {
        if line::is_unshown(text) {
            return;
        }
        let it = match ScriptText::read(text) {
            Ok(it) => it,
            Err(error) => {
                let hint = match &error {
                    TextError::NoTag(tag) => {
                        let word = tag.split(' ').next().unwrap_or_default();
                        did_you_mean(word, TextTag::names())
                    }
                    TextError::OpenTag
                    | TextError::OpenGesture
                    | TextError::LateGesture(_)
                    | TextError::OpenBrace
                    | TextError::Empty => String::new(),
                };
                return self.report(node, format!("{error}{hint}"));
            }
        };
        for slot in it.asks() {
            self.known_slot(node, slot);
        }
        for name in it.placeholders() {
            let anywhere = PLACEHOLDERS.iter().filter(|it| it.anywhere).map(|it| &it.name);
            let known = anywhere.chain(scope.more).chain(&self.slots);
            if name == "rest" {
                if let Some(why) = scope.no_rest {
                    self.report(node, format!("`{{rest}}` may be empty here, because {why}"));
                }
            } else if !known.clone().any(|it| *it == name) {
                let hint = did_you_mean(name, known.copied().chain(["rest"]));
                self.report(node, format!("nothing fills `{{{name}}}`{hint}"));
            }
        }
    }

    /// Reports line breaks in a text of one line.
    fn line(&mut self, node: &Node, what: &str, text: &str) {
        if let Some(sentence) = line::broken(what, text) {
            self.report(node, sentence);
        }
    }
}
