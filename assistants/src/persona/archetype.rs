//! What characters share: classes of words, and topics that a whole kind of people can be talked to
//! about.

use std::collections::BTreeMap;

use serde::Deserialize;
use world::content::{
    problem::{Problem, SourceFile, did_you_mean},
    reading::{Read, read},
};

use super::Persona;
use crate::{
    meaning::WordGroups,
    persona::script::{Deed, Step, Topic},
};

/// The folder of archetypes.
pub const FOLDER: &str = "archetypes/";
/// The file of the classes of words that all characters share.
pub const WORDS: &str = "words.ron";

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
    /// What it does when somebody does something to it.
    #[serde(default)]
    pub on: BTreeMap<Deed, Vec<Step>>,
}

/// Everything that characters share.
#[derive(Debug, Default)]
pub(super) struct SharedTalk {
    words: WordGroups,
    archetypes: BTreeMap<String, Read<Archetype>>,
}

impl SharedTalk {
    pub(super) fn read(files: &[&SourceFile], problems: &mut Vec<Problem>) -> Self {
        let mut shared = Self::default();
        for file in files {
            if file.path == WORDS {
                if let Some(it) = read::<WordGroups>(file, problems) {
                    shared.words = it.value;
                }
            } else if let Some(name) = file.path.strip_prefix(FOLDER)
                && let Some(it) = read::<Archetype>(file, problems)
            {
                let name = name.strip_suffix(".ron").unwrap_or(name);
                shared.archetypes.insert(name.to_owned(), it);
            }
        }
        for it in shared.archetypes.values() {
            let from = it.value.like.as_deref();
            if let Err(sentence) = shared.line_of(from) {
                problems.push(Problem::new(&it.path, it.tree.field("like").position(), sentence));
            }
        }
        shared
    }

    /// All archetypes, each with its file.
    pub(super) fn archetypes(&self) -> impl Iterator<Item = (&Read<Archetype>, WordGroups)> {
        self.archetypes.iter().map(|(name, it)| {
            let line = self.line_of(Some(name)).unwrap_or_default();
            (it, self.words_with(&line, &WordGroups::new()))
        })
    }

    /// An archetype and those that it builds upon, the nearest first.
    fn line_of(&self, name: Option<&str>) -> Result<Vec<&Archetype>, String> {
        let (mut line, mut name) = (Vec::new(), name);
        while let Some(it) = name {
            let Some(read) = self.archetypes.get(it) else {
                let hint = did_you_mean(it, self.archetypes.keys().map(String::as_str));
                return Err(format!("there is no archetype `{it}`{hint}"));
            };
            line.push(&read.value);
            if line.len() > self.archetypes.len() {
                return Err(format!("`{it}` is like itself in the end; end the circle"));
            }
            name = read.value.like.as_deref();
        }
        Ok(line)
    }

    fn words_with(&self, line: &[&Archetype], own: &WordGroups) -> WordGroups {
        let mut words = self.words.clone();
        for it in line.iter().rev() {
            words.extend(it.words.clone());
        }
        words.extend(own.clone());
        words
    }

    /// The classes of words that a character knows.
    pub(super) fn words_of(&self, persona: &Persona) -> WordGroups {
        let line = self.line_of(persona.like.as_deref()).unwrap_or_default();
        self.words_with(&line, &persona.words)
    }

    /// Gives a character what it shares with others: its own topics come first, and what it says in
    /// its own words replaces what others say.
    ///
    /// # Errors
    /// One sentence for each answer that belongs to no topic, by its name; none for `like`.
    pub(super) fn teach(&self, persona: &mut Persona) -> Result<(), Vec<(Option<String>, String)>> {
        let words = self.words_of(persona);
        let line = match self.line_of(persona.like.as_deref()) {
            Ok(line) => line,
            Err(sentence) => return Err(vec![(None, sentence)]),
        };
        let mut topics = std::mem::take(&mut persona.script.topics);
        topics.extend(persona.lore.iter().flat_map(super::Lore::topics));
        for shared in line.iter().flat_map(|it| &it.topics) {
            if topics.iter().all(|it| it.name != shared.name) {
                topics.push(shared.clone());
            }
        }
        let mut unknown = Vec::new();
        for (name, texts) in &persona.answers {
            let Some(topic) = topics.iter_mut().find(|it| it.name == *name) else {
                let hint = did_you_mean(name, topics.iter().map(|it| it.name.as_str()));
                unknown.push((Some(name.clone()), format!("there is no topic `{name}`{hint}")));
                continue;
            };
            topic.steps = vec![Step::Reply(texts.clone())];
        }
        let mut on: BTreeMap<Deed, Vec<Step>> = BTreeMap::new();
        for shared in line.iter().rev() {
            on.extend(shared.on.clone());
        }
        on.extend(persona.on.clone());
        persona.script.react(on);
        persona.script.topics = topics;
        persona.script.learn(words);
        if unknown.is_empty() { Ok(()) } else { Err(unknown) }
    }
}

#[cfg(test)]
mod tests;
