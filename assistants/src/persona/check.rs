//! Whether the personas fit the world, the tools and one another.

use std::{collections::BTreeMap, ops::RangeInclusive, sync::Arc};

use world::{
    content::{
        authored::Content,
        check::check_body,
        line,
        locate::Node,
        problem::{Problem, SourceFile, did_you_mean},
        reading::{Read, read},
    },
    engine::id::{ChannelId, MarkId, OfferId},
    trade::offer::{Condition, OfferEffect},
};

use super::{Attends, Persona, archetype::SharedTalk};
use crate::{
    meaning::{PatternReader, WordGroups},
    persona::script::{Script, Step, Topic},
};

#[cfg(test)]
mod tests;

/// What may stand between braces in the texts of a script.
const PLACEHOLDERS: [&str; 8] =
    ["speaker", "rest", "memory", "thing", "others", "place", "time", "because"];

/// Reads the personas, which are the files in `personas/`, and compares them
/// with the world, with the names of the `commands` and `tools` there are, and
/// with one another. The personas come in the order of their ids; when there
/// are problems, they are what could be made of the rest.
#[must_use]
pub fn parse(
    files: &[SourceFile],
    content: &Content,
    commands: &[&str],
    tools: &[&str],
) -> (Vec<Arc<Persona>>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut read_files = Vec::new();
    let mut files: Vec<&SourceFile> = files.iter().collect();
    files.sort();
    let shared = SharedTalk::read(&files, &mut problems);
    for (Read { path, tree, value }, words) in shared.archetypes() {
        topics(path, tree.field("topics"), &value.topics, &words, &mut problems);
    }
    for file in files.into_iter().filter(|file| file.path.starts_with("personas/")) {
        let Some(mut persona) = read::<Persona>(file, &mut problems) else { continue };
        let Persona { body, .. } = &persona.value;
        problems.extend(check_body(content, &file.path, &file.text, body));
        let mut check = PersonaCheck {
            path: &file.path,
            content,
            commands,
            tools,
            persona: &persona.value,
            reader: PatternReader::new(&shared.words_of(&persona.value)),
            problems: &mut problems,
        };
        check.persona(&persona.tree);
        for (name, sentence) in shared.teach(&mut persona.value).err().unwrap_or_default() {
            let tree = &persona.tree;
            let node =
                name.map_or(tree.field("like").position(), |it| tree.field("answers").key(&it));
            problems.push(Problem::new(&persona.path, node, sentence));
        }
        read_files.push(persona);
    }
    problems.extend(marks(&read_files));
    let personas = unique(read_files, &mut problems);
    problems.sort();
    (personas, problems)
}

/// Leaves out, and reports, those whose id or name is taken.
fn unique(files: Vec<Read<Persona>>, problems: &mut Vec<Problem>) -> Vec<Arc<Persona>> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut personas = BTreeMap::new();
    for Read { path, tree, value } in files {
        let name = tree.field("body").field("name").position();
        let place = format!("{path}:{}", name.line);
        if let Some(other) = names.insert(value.body.name.to_lowercase(), place) {
            let sentence = format!("`{}` is a name in {other} too; rename one", value.body.name);
            problems.push(Problem::new(&path, name, sentence));
        }
        if personas.contains_key(&value.id) {
            let sentence = format!("there is another persona `{}`; rename one", value.id);
            problems.push(Problem::new(&path, tree.field("id").position(), sentence));
        } else {
            personas.insert(value.id.clone(), Arc::new(value));
        }
    }
    personas.into_values().collect()
}

/// A remark that a condition asks for must be one that some offer makes.
fn marks(files: &[Read<Persona>]) -> Vec<Problem> {
    let offers = || files.iter().flat_map(|file| &file.value.body.offers);
    let made: Vec<&MarkId> = offers()
        .flat_map(|offer| match &offer.does {
            OfferEffect::Trade(trade) => trade.marks.as_slice(),
            OfferEffect::Escort { .. } | OfferEffect::Open { .. } => &[],
        })
        .collect();
    let mut problems = Vec::new();
    for Read { path, tree, value } in files {
        for (index, offer) in value.body.offers.iter().enumerate() {
            let when = tree.field("body").field("offers").item(index).field("when");
            for (index, condition) in offer.when.iter().enumerate() {
                let mark = match condition {
                    Condition::Marked(mark) | Condition::NotMarked(mark) => mark,
                    Condition::Carries(_) | Condition::Coins(_) => continue,
                };
                if !made.contains(&mark) {
                    let hint = did_you_mean(mark.as_str(), made.iter().map(|made| made.as_str()));
                    let sentence = format!("no offer makes the remark `{mark}`{hint}");
                    problems.push(Problem::new(path, when.item(index).position(), sentence));
                }
            }
        }
    }
    problems
}

struct PersonaCheck<'a> {
    path: &'a str,
    content: &'a Content,
    commands: &'a [&'a str],
    tools: &'a [&'a str],
    persona: &'a Persona,
    /// Reads its patterns.
    reader: PatternReader,
    problems: &'a mut Vec<Problem>,
}

/// Checks the patterns and texts of topics that several characters share.
fn topics(
    path: &str,
    node: &Node,
    topics: &[Topic],
    words: &WordGroups,
    problems: &mut Vec<Problem>,
) {
    let mut reader = PatternReader::new(words);
    for (index, topic) in topics.iter().enumerate() {
        for (field, patterns) in [("hears", &topic.hears), ("after", &topic.after)] {
            for (at, pattern) in patterns.iter().enumerate() {
                if let Err(error) = reader.read(pattern) {
                    let node = node.item(index).field(field).item(at);
                    problems.push(Problem::new(path, node.position(), error.to_string()));
                }
            }
        }
    }
}

/// What the texts of some steps may say.
#[derive(Clone, Copy)]
struct TextScope<'a> {
    /// Why `{rest}` may be empty, when it may.
    no_rest: Option<&'a str>,
}

impl PersonaCheck<'_> {
    fn tell(&mut self, node: &Node, sentence: impl Into<String>) {
        self.problems.push(Problem::new(self.path, node.position(), sentence));
    }

    fn persona(&mut self, tree: &Node) {
        if self.persona.voice.trim().is_empty() {
            self.tell(tree.field("voice"), "`voice` is empty; say how the character speaks");
        }
        self.tool_names(tree.field("tools"));
        let persona = self.persona;
        for (field, texts) in [("duties", &persona.duties), ("knows", &persona.knows)] {
            for (index, text) in texts.iter().enumerate() {
                self.line(tree.field(field).item(index), "this text", text);
            }
        }
        self.attention(tree.field("attention"), &persona.attention);
        let model = tree.field("model");
        if let Some(temperature) = persona.model.temperature {
            self.range(model, "temperature", temperature.into(), 0..=200);
        }
        if let Some(tokens) = persona.model.context {
            self.range(model, "context", tokens, 1_024..=2_000_000);
        }
        if let Some(tokens) = persona.model.max_tokens {
            self.range(model, "max_tokens", tokens, 16..=4_096);
        }
        self.talk(tree);
        self.script(tree.field("script"), &persona.script);
    }

    /// Reports a text that is spoken, listed or typed in one line and has more.
    fn line(&mut self, node: &Node, what: &str, text: &str) {
        if let Some(sentence) = line::broken(what, text) {
            self.tell(node, sentence);
        }
    }

    fn range(&mut self, node: &Node, field: &str, number: u32, range: RangeInclusive<u32>) {
        if !range.contains(&number) {
            let (least, most) = (range.start(), range.end());
            let sentence = format!("`{field}` is between {least} and {most}, not {number}");
            self.tell(node.field(field), sentence);
        }
    }

    fn known(&mut self, node: &Node, what: &str, name: &str, names: &[&str]) {
        if !names.contains(&name) {
            let hint = did_you_mean(name, names.iter().copied());
            self.tell(node, format!("there is no {what} `{name}`{hint}"));
        }
    }

    fn tool_names(&mut self, node: &Node) {
        let tools = &self.persona.tools;
        for (index, name) in tools.without.iter().enumerate() {
            self.known(node.field("without").item(index), "tool", name, self.tools);
        }
        for (index, name) in tools.commands.iter().enumerate() {
            self.known(node.field("commands").item(index), "command", name, self.commands);
        }
        self.range(node, "max_steps", tools.max_steps.into(), 1..=10);
    }

    fn attention(&mut self, node: &Node, attends: &Attends) {
        self.range(node, "max_hops", attends.max_hops.into(), 1..=8);
        self.range(node, "talkativeness", attends.talkativeness.into(), 0..=100);
        for (who, trust) in &attends.trust {
            self.range(node.field("trust"), who.as_str(), (*trust).into(), 0..=100);
        }
        let channels = node.field("channels");
        attends.channels.keys().for_each(|channel| self.channel(channels, channel));
        let trusted = node.field("channel_trust");
        for (channel, trust) in &attends.channel_trust {
            self.channel(trusted, channel);
            self.range(trusted, channel.as_str(), (*trust).into(), 0..=100);
        }
    }

    fn channel(&mut self, node: &Node, channel: &ChannelId) {
        let ids = || self.content.channels.iter().map(|entry| &entry.id);
        if ids().any(|id| id == channel) || self.content.may_be_unread(channel.as_str()) {
            return;
        }
        let hint = did_you_mean(channel.as_str(), ids().map(ChannelId::as_str));
        let sentence = format!("there is no channel `{channel}`{hint}");
        self.problems.push(Problem::new(self.path, node.key(channel.as_str()), sentence));
    }

    fn script(&mut self, node: &Node, script: &Script) {
        let mut names = Vec::new();
        for (index, topic) in script.topics.iter().enumerate() {
            let entry = node.field("topics").item(index);
            if names.contains(&&topic.name) {
                let sentence = format!("there is another topic `{}`; rename one", topic.name);
                self.tell(entry.field("name"), sentence);
            }
            names.push(&topic.name);
            self.topic(entry, topic);
        }
        let scope = TextScope { no_rest: Some("no pattern is heard here") };
        if script.otherwise.is_empty() {
            let sentence = "`otherwise` is empty; say what the character does when no topic fits";
            self.tell(node.field("otherwise"), sentence);
        }
        self.steps(node.field("otherwise"), &script.otherwise, scope);
        self.steps(node.field("arrival"), &script.arrival, scope);
        self.variants(node.field("excuses"), &script.excuses, scope);
        for (index, text) in script.ponders.iter().enumerate() {
            self.text(node.field("ponders").item(index), text, scope);
        }
    }

    fn topic(&mut self, node: &Node, topic: &Topic) {
        if topic.name.trim().is_empty() {
            self.tell(node.field("name"), "`name` is empty; say what the topic is about");
        }
        self.line(node.field("name"), "`name`", &topic.name);
        if topic.hears.is_empty() {
            self.tell(node.field("hears"), "`hears` is empty; nothing can ever fit this topic");
        }
        for (field, patterns) in [("hears", &topic.hears), ("after", &topic.after)] {
            for (index, pattern) in patterns.iter().enumerate() {
                self.pattern(node.field(field).item(index), pattern);
            }
        }
        if topic.steps.is_empty() {
            let sentence = "`steps` is empty; write `[Silence]` for a topic that is passed over";
            self.tell(node.field("steps"), sentence);
        }
        let short = topic.hears.iter().find(|pattern| !pattern.ends_with('*'));
        let why = short.map(|pattern| format!("`{pattern}` does not end with `*`"));
        self.steps(node.field("steps"), &topic.steps, TextScope { no_rest: why.as_deref() });
    }

    fn pattern(&mut self, node: &Node, pattern: &str) {
        if let Err(error) = self.reader.read(pattern) {
            self.tell(node, error.to_string());
        }
    }

    /// What it tells whoever asks, and its own words for what others can be asked as well.
    fn talk(&mut self, tree: &Node) {
        let scope = TextScope { no_rest: Some("no pattern with a `*` is heard here") };
        let persona = self.persona;
        for (index, lore) in persona.lore.iter().enumerate() {
            let node = tree.field("lore").item(index);
            for (at, pattern) in lore.about.iter().enumerate() {
                self.pattern(node.field("about").item(at), pattern);
            }
            self.variants(node.field("text"), &lore.text, scope);
            for (at, then) in lore.then.iter().enumerate() {
                let node = node.field("then").item(at);
                for (at, pattern) in then.asks.iter().enumerate() {
                    self.pattern(node.field("asks").item(at), pattern);
                }
                self.variants(node.field("text"), &then.text, scope);
            }
        }
        for steps in persona.on.values() {
            self.steps(tree.field("on"), steps, scope);
        }
        for (name, texts) in &persona.answers {
            for text in texts {
                let node = tree.field("answers").field(name);
                self.text(node, text, scope);
            }
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
            self.tell(node.item(end + 1), sentence);
        }
    }

    fn step(&mut self, node: &Node, step: &Step, scope: TextScope<'_>) {
        if let Some(tool) = tool(step).filter(|tool| self.is_withheld(tool)) {
            let sentence = format!("this needs the tool `{tool}`, which `without` takes away");
            self.tell(node, sentence);
        }
        match step {
            Step::Look | Step::WhoIsHere | Step::Time | Step::Silence => {}
            Step::Inspect(text)
            | Step::Search(text)
            | Step::Recall(text)
            | Step::Remember(text) => {
                self.text(node.item(0), text, scope);
            }
            Step::Offer(id) => self.offer(node.item(0), id),
            Step::Command(name, arguments) => {
                self.command(node.item(0), name);
                self.line(node.item(1), "this text", arguments);
                self.placeholders(node.item(1), arguments, scope);
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
        self.persona.tools.without.iter().any(|without| without == tool)
    }

    fn offer(&mut self, node: &Node, id: &OfferId) {
        let offers = &self.persona.body.offers;
        let ids: Vec<&str> = offers.iter().map(|offer| offer.id.as_str()).collect();
        self.known(node, "offer", id.as_str(), &ids);
    }

    fn command(&mut self, node: &Node, name: &str) {
        if !self.commands.contains(&name) {
            self.known(node, "command", name, self.commands);
        } else if !self.persona.tools.commands.iter().any(|allowed| allowed == name) {
            let sentence = format!("this character may not `{name}`; add it to `tools.commands`");
            self.tell(node, sentence);
        }
    }

    fn variants(&mut self, node: &Node, texts: &[String], scope: TextScope<'_>) {
        if texts.is_empty() {
            self.tell(node, "there is nothing to say here; write one text or more");
        }
        for (index, text) in texts.iter().enumerate() {
            self.text(node.item(index), text, scope);
        }
    }

    fn text(&mut self, node: &Node, text: &str, scope: TextScope<'_>) {
        if text.trim().is_empty() {
            self.tell(node, "this text is empty; say it in words, or remove it");
        }
        self.line(node, "this text", text);
        self.placeholders(node, text, scope);
    }

    fn placeholders(&mut self, node: &Node, text: &str, scope: TextScope<'_>) {
        for piece in text.split('{').skip(1) {
            let Some((name, _)) = piece.split_once('}') else {
                self.tell(node, "a `{` is not closed; write `}` after the name");
                continue;
            };
            if !PLACEHOLDERS.contains(&name) {
                let hint = did_you_mean(name, PLACEHOLDERS);
                self.tell(node, format!("nothing fills `{{{name}}}`{hint}"));
            } else if let Some(why) = scope.no_rest.filter(|_| name == "rest") {
                self.tell(node, format!("`{{rest}}` may be empty here, because {why}"));
            }
        }
    }
}

/// The tool that a step calls, when it is always the same.
fn tool(step: &Step) -> Option<&'static str> {
    match step {
        Step::Look => Some("inspect_location"),
        Step::WhoIsHere => Some("who_is_here"),
        Step::Inspect(_) => Some("inspect"),
        Step::Search(_) => Some("search_objects"),
        Step::Time => Some("time"),
        Step::Recall(_) => Some("recall_memories"),
        Step::Remember(_) => Some("store_memory"),
        Step::Offer(_) => Some("offer"),
        Step::Command(..) => Some("execute_command"),
        Step::Say(_) => Some("say"),
        Step::Whisper(_) => Some("whisper"),
        Step::Page(_) => Some("page"),
        Step::Emote(_) => Some("emote"),
        Step::Silence => Some("noop"),
        Step::Reply(_) | Step::If(..) => None,
    }
}

/// Whether nothing can follow a step: speech ends the answer, and so does a
/// command.
fn ends(step: &Step) -> bool {
    match step {
        Step::Say(_)
        | Step::Whisper(_)
        | Step::Page(_)
        | Step::Emote(_)
        | Step::Reply(_)
        | Step::Command(..)
        | Step::Silence => true,
        Step::If(_, yes, no) => yes.iter().any(ends) && no.iter().any(ends),
        Step::Look
        | Step::WhoIsHere
        | Step::Inspect(_)
        | Step::Search(_)
        | Step::Time
        | Step::Recall(_)
        | Step::Remember(_)
        | Step::Offer(_) => false,
    }
}
