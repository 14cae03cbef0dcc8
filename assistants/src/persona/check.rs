//! Validation of personas against the world, the tools and one another.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    sync::Arc,
};

use engine::id::{ChannelId, MarkId};
use world::{
    act::permission::Role,
    beings::name::AuthoredAt,
    content::{
        authored::Content,
        check::{check_body, check_routine},
        locate::Node,
        problem::{Problem, SourceFile, Warning, did_you_mean},
        reading::{Read, read},
    },
    trade::offer::OfferEffect,
};

use self::talk::{TalkCheck, TalkOwner};
use super::{Attends, Persona, archetype::SharedTalk};
use crate::mind::{made, settings};
use crate::persona::{
    MOST_FALLBACKS, MOST_SERVICES, library::Library, offer::OfferTalk, printing, script::Step,
};
use crate::services;

mod accord;
mod attributes;
mod bonds;
mod coins;
mod favours;
mod goals;
mod helpers;
mod lines;
mod moments;
mod reached;
mod secrets;
mod tags;
mod talk;
mod tallies;
#[cfg(test)]
mod tests;
mod trust;

/// Environment that personas are checked against: the world, the commands with the roles that they
/// need, and the names of the tools.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// Content of the world.
    pub content: &'a Content,
    /// Names and minimum roles of all commands.
    pub commands: &'a [(&'a str, Role)],
    /// Names of all tools.
    pub tools: &'a [&'a str],
}

/// Parses the personas in `personas/` and validates them against their environment and one another.
/// Returns them in the order of their ids, with all problems; if there are any, the personas are
/// what could be made of the rest.
#[must_use]
pub fn parse(files: &[SourceFile], around: Surroundings<'_>) -> (Vec<Arc<Persona>>, Vec<Problem>) {
    let mut problems = Vec::new();
    let (read_files, _) = checked(files, around, &mut problems);
    let personas = unique(read_files, &mut problems);
    problems.sort();
    (personas, problems)
}

/// Checks the marks that texts and quests of the world require, and the deeds that its tallies
/// count.
#[must_use]
pub fn of_world(
    files: &[SourceFile],
    content: &Content,
    personas: &[Arc<Persona>],
) -> Vec<Problem> {
    let made = made(personas.iter().map(|it| &**it));
    let mut problems = tags::check_world(files, content, &made);
    problems.extend(tags::check_quests(files, content, &made));
    problems.extend(tallies::check(files, content, personas));
    problems
}

/// Returns warnings about personas without problems: what is valid but may be a mistake. In the
/// order of the files.
#[must_use]
pub fn warnings(files: &[SourceFile], around: Surroundings<'_>) -> Vec<Warning> {
    let (personas, shared) = checked(files, around, &mut Vec::new());
    let mut found = Vec::new();
    for persona in &personas {
        trust::warn(&persona.path, &persona.tree, &persona.value, around.commands, &mut found);
        reached::persona(persona, &mut found);
    }
    coins::warn(&personas, around.content, &mut found);
    for (archetype, words, _) in shared.archetypes() {
        reached::archetype(archetype, &words, &personas, &mut found);
    }
    reached::classes(&shared, &personas, &mut found);
    found.sort();
    found
}

/// Parses and validates the personas; returns them in the order of their files, with their shared
/// content.
fn checked(
    files: &[SourceFile],
    around: Surroundings<'_>,
    problems: &mut Vec<Problem>,
) -> (Vec<Read<Persona>>, SharedTalk) {
    let mut read_files = Vec::new();
    let all = files;
    let mut files: Vec<&SourceFile> = files.iter().collect();
    files.sort();
    let shared = SharedTalk::read(&files, problems);
    for (Read { path, tree, value }, words, slots) in shared.archetypes() {
        accord::archetype(path, tree, value, around.content, problems);
        TalkCheck::new(path, &words, slots, None, problems).archetype(tree, value);
    }
    problems.extend(shared.unknown_answers());
    let library = Library::read(&files, problems);
    let mut unread = false;
    let is_persona = |path: &str| path.starts_with("personas/") || path.starts_with(made::FOLDER);
    for file in files.into_iter().filter(|file| is_persona(&file.path)) {
        let Some(mut persona) = read::<Persona>(file, problems) else {
            unread = true;
            continue;
        };
        persona.value.fold();
        let line = persona.tree.field("body").position().line;
        // One that staff made stands in no file.
        let at = AuthoredAt { path: persona.path.as_str().into(), line };
        persona.value.at = (!persona.path.starts_with(made::FOLDER)).then_some(at);
        persona.value.body.offers = persona.value.offers.iter().map(OfferTalk::offer).collect();
        let Read { tree, value, .. } = &persona;
        problems.extend(check_body(around.content, &file.path, &file.text, &value.body));
        let (home, routine) = (&value.body.home, tree.field("routine"));
        problems.extend(check_routine(around.content, &file.path, routine, home, &value.routine));
        problems.extend(printing::problem(&persona, around.content));
        PersonaCheck { path: &file.path, around, persona: value, problems }.persona(tree);
        talk(&mut persona, &shared, around, problems);
        library.fill(&mut persona, problems);
        read_files.push(persona);
    }
    if !unread {
        problems.extend(marks(&read_files));
        problems.extend(secrets::problems(&read_files));
        problems.extend(favours::problems(&read_files));
        problems.extend(helpers::problems(&read_files));
        problems.extend(tags::check(
            all,
            around.content,
            &made(read_files.iter().map(|it| &it.value)),
        ));
        problems.extend(bonds::strangers(&read_files));
    }
    let known: Vec<&Persona> = read_files.iter().map(|it| &it.value).collect();
    let known = (!unread && shared.is_read()).then_some(&*known);
    problems.extend(lines::problems(&shared, known));
    problems.extend(bonds::socials(&read_files, &shared, around.content));
    (read_files, shared)
}

/// Checks the topics and texts of a character, and builds its script. If shared content could not
/// be parsed, missing references are not reported.
fn talk(
    persona: &mut Read<Persona>,
    shared: &SharedTalk,
    around: Surroundings<'_>,
    problems: &mut Vec<Problem>,
) {
    let like = persona.value.like.as_deref();
    if let Some(sentence) = shared.unknown(like) {
        let at = persona.tree.field("like").position();
        problems.push(Problem::new(&persona.path, at, sentence));
    }
    let is_whole = shared.is_whole(like);
    if is_whole {
        let Read { path, tree, value } = &*persona;
        let (words, slots) = (shared.words_of(value), shared.slots_of(value));
        let owner = TalkOwner { persona: value, around };
        TalkCheck::new(path, &words, slots, Some(owner), problems).persona(tree, value);
    }
    let unknown = shared.teach(&mut persona.value);
    if !is_whole {
        return;
    }
    for (name, sentence) in unknown {
        let at = persona.tree.field("answers").key(&name);
        problems.push(Problem::new(&persona.path, at, sentence));
    }
    if persona.value.script.otherwise.is_empty() {
        let sentence = "nothing is said to what the character does not understand; write it under \
                        `answers` as \"otherwise\", or be `like: \"folk\"`";
        problems.push(Problem::new(&persona.path, persona.tree.position(), sentence));
    }
    reached::problems(persona, problems);
}

/// Drops and reports personas whose id is taken, and reports taken names.
fn unique(files: Vec<Read<Persona>>, problems: &mut Vec<Problem>) -> Vec<Arc<Persona>> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut personas = BTreeMap::new();
    for Read { path, tree, value } in files {
        if personas.contains_key(&value.id) {
            let sentence = format!("there is another persona `{}`; rename one", value.id);
            problems.push(Problem::new(&path, tree.field("id").position(), sentence));
            continue;
        }
        let name = tree.field("body").field("name").position();
        let place = format!("{path}:{}", name.line);
        if let Some(other) = names.insert(value.body.name.to_lowercase(), place) {
            let sentence = format!("`{}` is a name in {other} too; rename one", value.body.name);
            problems.push(Problem::new(&path, name, sentence));
        }
        personas.insert(value.id.clone(), Arc::new(value));
    }
    personas.into_values().collect()
}

/// Returns the marks that offers set.
fn made<'a>(personas: impl IntoIterator<Item = &'a Persona>) -> BTreeSet<&'a MarkId> {
    let offers = personas.into_iter().flat_map(|it| &it.body.offers);
    offers.flat_map(|offer| offer.does.marks()).collect()
}

/// Reports conditions of offers and goals that require a mark which no offer sets.
fn marks(files: &[Read<Persona>]) -> Vec<Problem> {
    let made = made(files.iter().map(|it| &it.value));
    let mut problems = Vec::new();
    for Read { path, tree, value } in files {
        for (index, offer) in value.body.offers.iter().enumerate() {
            let when = tree.field("offers").item(index).field("when");
            problems.extend(tags::unmade_conditions(path, when, &offer.when, &made));
        }
        for (index, goal) in value.goals.iter().enumerate() {
            let node = tree.field("goals").item(index);
            let of_needs =
                goal.needs.iter().map(|it| (node.field("needs").field("when"), &it.when));
            for (node, conditions) in of_needs.chain([(node.field("asks_if"), &goal.asks_if)]) {
                problems.extend(tags::unmade_conditions(path, node, conditions, &made));
            }
        }
    }
    problems
}

struct PersonaCheck<'a> {
    path: &'a str,
    around: Surroundings<'a>,
    persona: &'a Persona,
    problems: &'a mut Vec<Problem>,
}

impl PersonaCheck<'_> {
    fn report(&mut self, node: &Node, sentence: impl Into<String>) {
        self.problems.push(Problem::new(self.path, node.position(), sentence));
    }

    fn persona(&mut self, tree: &Node) {
        if self.persona.voice.trim().is_empty() {
            self.report(tree.field("voice"), "`voice` is empty; say how the character speaks");
        }
        bonds::persona(self.path, tree, self.persona, self.problems);
        accord::character(self.path, tree, self.persona, self.around.content, self.problems);
        goals::check(self.path, tree, self.persona, self.around, self.problems);
        self.tool_names(tree.field("tools"));
        self.contexts(tree.field("contexts"));
        let persona = self.persona;
        self.as_they_are(tree);
        self.attention(tree.field("attention"), &persona.attention);
        let model = tree.field("model");
        if let Some(temperature) = persona.model.temperature {
            self.range(model, "temperature", temperature.into(), settings::range("temperature"));
        }
        if let Some(tokens) = persona.model.context {
            self.range(model, "context", tokens, settings::range("context"));
        }
        if let Some(tokens) = persona.model.max_tokens {
            self.range(model, "max_tokens", tokens, settings::range("max_tokens"));
        }
        if persona.model.fallback.len() > MOST_FALLBACKS {
            let sentence = format!("`fallback` names {MOST_FALLBACKS} providers at most");
            self.report(model.field("fallback"), sentence);
        }
    }

    /// Reports placeholders in texts that are not filled in: names are the same for everybody, and
    /// texts of the game itself and of prompts have no speaker.
    fn as_they_are(&mut self, tree: &Node) {
        let persona = self.persona;
        let body = tree.field("body");
        let mut texts = vec![
            (body.field("name"), &persona.body.name),
            (body.field("description"), &persona.body.description),
            (tree.field("voice"), &persona.voice),
        ];
        for (at, slot) in persona.routine.iter().enumerate() {
            let node = tree.field("routine").item(at);
            texts.push((node.field("doing"), &slot.doing));
            let acts = slot.acts.iter().enumerate();
            texts.extend(acts.map(|(n, it)| (node.field("acts").item(n), it)));
        }
        for (field, sentences) in [("duties", &persona.duties), ("knows", &persona.knows)] {
            let node = tree.field(field);
            texts.extend(sentences.iter().enumerate().map(|(at, it)| (node.item(at), it)));
        }
        for (at, offer) in persona.offers.iter().enumerate() {
            let node = tree.field("offers").item(at);
            texts
                .extend([(node.field("what"), &offer.what), (node.field("unless"), &offer.unless)]);
            texts.extend(offer.called.iter().map(|it| (node.field("called"), it)));
            texts.extend(offer.sold_out.iter().map(|it| (node.field("sold_out"), it)));
            if let OfferEffect::Tell(told) = &offer.does {
                let at = |index| node.field("does").field("secret").item(index);
                texts.extend(told.secret.iter().enumerate().map(|(n, it)| (at(n), it)));
            }
            texts.extend(offer.so_soon.iter().map(|it| (node.field("so_soon"), it)));
        }
        for (node, text) in texts {
            let name = text.split_once('{').and_then(|(_, rest)| rest.split('}').next());
            if let Some(name) = name {
                self.report(node, format!("`{{{name}}}` is not filled in here; say it without"));
            }
        }
    }

    fn range(&mut self, node: &Node, field: &str, number: u32, range: RangeInclusive<u32>) {
        if !range.contains(&number) {
            let (least, most) = (range.start(), range.end());
            let sentence = format!("`{field}` is between {least} and {most}, not {number}");
            self.report(node.field(field), sentence);
        }
    }

    fn known(&mut self, node: &Node, what: &str, name: &str, names: &[&str]) {
        if !names.contains(&name) {
            let hint = did_you_mean(name, names.iter().copied());
            self.report(node, format!("there is no {what} `{name}`{hint}"));
        }
    }

    fn tool_names(&mut self, node: &Node) {
        let tools = &self.persona.tools;
        for (index, name) in
            tools.without.iter().enumerate().filter(|(_, it)| !services::is_name(it))
        {
            self.known(node.field("without").item(index), "tool", name, self.around.tools);
        }
        for (index, name) in tools.services.iter().enumerate() {
            if !services::is_name(name) {
                let sentence = format!(
                    "`{name}` is no tool of a service; write `web_search`, or the name of an MCP server of \
                     the settings and that of its tool, as in `wiki__lookup`"
                );
                self.report(node.field("services").item(index), sentence);
            }
        }
        if tools.services.len() > MOST_SERVICES {
            let sentence =
                format!("a character may call {MOST_SERVICES} tools of services at most");
            self.report(node.field("services"), sentence);
        }
        for (index, name) in tools.commands.iter().enumerate() {
            let names: Vec<&str> = self.around.commands.iter().map(|(name, _)| *name).collect();
            self.known(node.field("commands").item(index), "command", name, &names);
        }
        self.problems.extend(attributes::check(self.path, node, self.persona, self.around.content));
        self.range(node, "max_steps", tools.max_steps.into(), settings::range("max_steps"));
    }

    fn contexts(&mut self, node: &Node) {
        for (context, limits) in &self.persona.contexts {
            let node = node.field(context.row().name);
            for it in limits.out_of_range() {
                self.range(node, it.field, it.number, it.range);
            }
            for (index, name) in limits.without.iter().enumerate() {
                self.known(node.field("without").item(index), "tool", name, self.around.tools);
            }
        }
    }

    fn attention(&mut self, node: &Node, attends: &Attends) {
        self.range(node, "max_hops", attends.max_hops.into(), settings::range("max_hops"));
        let talkative = settings::range("talkativeness");
        self.range(node, "talkativeness", attends.talkativeness.into(), talkative);
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
        if let Some(sentence) = unknown_channel(self.around.content, channel) {
            self.problems.push(Problem::new(self.path, node.key(channel.as_str()), sentence));
        }
    }
}

/// Returns an error sentence if there is no such channel.
fn unknown_channel(content: &Content, channel: &ChannelId) -> Option<String> {
    let ids = || content.channels.iter().map(|entry| &entry.id);
    if ids().any(|id| id == channel) || content.may_be_unread(channel.as_str()) {
        return None;
    }
    let hint = did_you_mean(channel.as_str(), ids().map(ChannelId::as_str));
    Some(format!("there is no channel `{channel}`{hint}"))
}

/// Returns the tool that a step always calls, if there is one.
fn tool(step: &Step) -> Option<&'static str> {
    match step {
        Step::Look => Some("inspect_location"),
        Step::WhoIsHere => Some("who_is_here"),
        Step::Inspect(_) => Some("inspect"),
        Step::Search(_) => Some("search_objects"),
        Step::Time => Some("time"),
        Step::Recall(_) => Some("recall_memories"),
        Step::Remember(_) => Some("store_memory"),
        Step::Learn(_) | Step::Keep(..) => Some("remember_fact"),
        Step::Regard(_) | Step::Mood(_) => Some("feel"),
        Step::Offer(_) => Some("offer"),
        Step::Delegate(..) => Some("delegate_task"),
        Step::Command(..) => Some("execute_command"),
        Step::Channel(..) => Some("channel_say"),
        Step::Say(_) => Some("say"),
        Step::Whisper(_) => Some("whisper"),
        Step::Page(_) => Some("page"),
        Step::Emote(_) => Some("emote"),
        Step::Tell => Some("tell"),
        Step::Silence => Some("noop"),
        Step::Reply(_) | Step::If(..) => None,
    }
}

/// Returns whether a step ends the answer, as speech and commands do.
fn ends(step: &Step) -> bool {
    if let Step::If(_, yes, no) = step {
        return yes.iter().any(ends) && no.iter().any(ends);
    }
    let acts = matches!(step, Step::Emote(_) | Step::Tell | Step::Command(..) | Step::Silence);
    acts || step.speech().is_some()
}
