//! Checks of the verbs that the content defines: names of channels, socials and habits.

use std::sync::Arc;

use text::parse;

use super::{ContentCheck, Firsts};
use crate::{
    act::{
        command::CommandSpec,
        habit::{Habit, HabitMeaning},
        help::HelpPage,
    },
    content::{
        authored::Content,
        locate::{Node, Position},
        problem::{Problem, did_you_mean},
        reading::Read,
        schema::{ChannelEntry, HabitEntry, SocialEntry},
    },
    talk::social::{Social, SocialPosture},
    witness::fact::GestureForm,
};

/// Reports every verb of the content that is the name or alias of a command, which hides it, and
/// every habit without a known command. A channel's name is allowed, since `channel` reaches it.
#[must_use]
pub fn hidden(content: &Content, commands: &[&CommandSpec]) -> Vec<Problem> {
    let is_channel = |word: &str| content.channels.iter().any(|it| it.id.as_str() == word);
    let verbs = content.verbs.iter().filter(|(word, _)| !is_channel(word));
    let problems = verbs.filter_map(|(word, (path, at))| {
        let has = |it: &&&CommandSpec| it.name == word || it.aliases.contains(&word.as_str());
        let command = commands.iter().find(has)?.name;
        let sentence = match command == word {
            true => format!("`{word}` is a command already; choose another word"),
            false => format!("`{word}` is a word for the command `{command}`; choose another"),
        };
        Some(Problem::new(path, *at, sentence))
    });
    problems
        .chain(content.habits.iter().filter_map(|it| meaningless(content, it, commands)))
        .collect()
}

/// Reports a habit that means no command, channel or social.
fn meaningless(content: &Content, habit: &Habit, commands: &[&CommandSpec]) -> Option<Problem> {
    let HabitMeaning::Means(line) = &habit.meaning else { return None };
    let verb = parse::line(line)?.small_verb().into_owned();
    let names = commands.iter().flat_map(|it| it.aliases.iter().chain([&it.name])).copied();
    let is_habit = content.habits.iter().any(|it| it.words.contains(&verb));
    let is_verb = names.clone().any(|it| it == verb) || content.verbs.contains_key(&verb);
    if is_verb && !is_habit {
        return None;
    }
    let (path, at) = content.verbs.get(habit.words.first()?)?;
    let hint = did_you_mean(&verb, names);
    let sentence = format!("this means `{verb}`, which is no command, channel or social{hint}");
    Some(Problem::new(path, *at, sentence))
}

impl ContentCheck<'_> {
    pub(super) fn channels(&mut self, file: Read<Vec<ChannelEntry>>) {
        let Read { path, tree, value } = file;
        let mut seen = Firsts::new();
        for (index, channel) in value.into_iter().enumerate() {
            let node = tree.item(index);
            self.line(&path, node, "about", &channel.about);
            for (number, alias) in channel.aliases.iter().enumerate() {
                let at = node.field("aliases").item(number).position();
                if self.first(&mut seen, "channel", alias.as_str(), &path, at) {
                    self.verb(alias.as_str(), &path, at);
                }
            }
            let at = node.field("id").position();
            if self.first(&mut seen, "channel", channel.id.as_str(), &path, at) {
                self.verb(channel.id.as_str(), &path, at);
                self.content.channels.push(channel);
            }
        }
    }

    pub(super) fn help(&mut self, files: Vec<Read<Vec<HelpPage>>>) {
        let mut seen = Firsts::new();
        for Read { path, tree, value } in files {
            for (index, page) in value.into_iter().enumerate() {
                let node = tree.item(index);
                self.line(&path, node, "topic", &page.topic);
                self.line(&path, node, "summary", &page.summary);
                self.filled(&path, node, "text", &page.text);
                let topic = page.topic.trim().to_lowercase();
                let at = node.field("topic").position();
                if self.first(&mut seen, "page of help", &topic, &path, at) {
                    self.content.help.insert(topic, page);
                }
            }
        }
    }

    /// Records a verb. Returns whether it is new, and reports a duplicate.
    fn verb(&mut self, word: &str, path: &str, at: Position) -> bool {
        if let Some((other, place)) = self.content.verbs.get(word) {
            let sentence =
                format!("`{word}` stands at {other}:{} already; choose another word", place.line);
            self.report(path, at, sentence);
            return false;
        }
        self.content.verbs.insert(word.to_owned(), (path.to_owned(), at));
        true
    }

    /// Checks a verb as [`ContentCheck::verb`] does, for a word whose characters are not checked
    /// yet.
    fn word(&mut self, word: &str, path: &str, at: Position) -> bool {
        let typed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if word.is_empty() || !word.chars().all(typed) {
            let sentence = format!(
                "`{word}` is no word to type; write one word of lower-case letters, digits and `-`"
            );
            self.report(path, at, sentence);
            return false;
        }
        self.verb(word, path, at)
    }

    pub(super) fn socials(&mut self, file: Read<Vec<SocialEntry>>) {
        let Read { path, tree, value } = file;
        for (index, entry) in value.iter().enumerate() {
            let node = tree.item(index);
            let mut is_new = self.word(&entry.name, &path, node.field("name").position());
            for (index, alias) in entry.aliases.iter().enumerate() {
                is_new &= self.word(alias, &path, node.field("aliases").item(index).position());
            }
            let social = self.social(&path, node, entry);
            self.content.socials.extend(Some(social).filter(|_| is_new));
        }
    }

    fn social(&mut self, path: &str, node: &Node, entry: &SocialEntry) -> Social {
        let SocialEntry { name, aliases, alone, at, oneself, posture, stands, unkind } = entry;
        if alone.is_none() && at.is_none() {
            let sentence = format!("`{name}` has no words; write `alone`, `at` or both");
            self.report(path, node.position(), sentence);
        }
        if let Some(posture) = posture {
            if *stands {
                let sentence = "nobody stands in a posture; remove `posture` or `stands`";
                self.report(path, node.key("stands"), sentence);
            }
            self.line(path, node, "posture", posture);
        }
        if *unkind && at.is_none() {
            let sentence = "this is aimed at nobody, so it is unkind to nobody; remove `unkind`, or \
                            write `at`";
            self.report(path, node.key("unkind"), sentence);
        }
        let mut form = |field: &str, text: &Option<String>| {
            let form = GestureForm::new(text.as_deref()?, field == "at");
            let form = form.map_err(|why| self.report(path, node.field(field).position(), why));
            form.ok().map(Arc::new)
        };
        let (alone, at, oneself) = (form("alone", alone), form("at", at), form("oneself", oneself));
        Social {
            name: name.as_str().into(),
            aliases: aliases.clone(),
            alone,
            oneself: oneself.or_else(|| at.as_ref().map(|it| Arc::new(it.at_oneself()))),
            at,
            posture: match posture {
                Some(posture) => SocialPosture::Takes(posture.as_str().into()),
                None if *stands => SocialPosture::Stands,
                None => SocialPosture::Stays,
            },
            unkind: *unkind,
        }
    }

    pub(super) fn habits(&mut self, file: Read<Vec<HabitEntry>>) {
        let Read { path, tree, value } = file;
        for (index, HabitEntry { words, says, means }) in value.into_iter().enumerate() {
            let node = tree.item(index);
            let mut is_new = !words.is_empty();
            for (index, word) in words.iter().enumerate() {
                is_new &= self.word(word, &path, node.field("words").item(index).position());
            }
            let (field, text) = if means.is_some() { ("means", &means) } else { ("says", &says) };
            match (text, says.is_some() && means.is_some()) {
                (Some(text), false) => self.line(&path, node, field, text),
                (None, _) | (_, true) => {
                    let sentence = "this needs either `says` or `means`; write one of them";
                    self.report(&path, node.position(), sentence);
                }
            }
            let meaning = match (means, says) {
                (Some(means), _) => HabitMeaning::Means(means.into()),
                (None, says) => HabitMeaning::Says(says.unwrap_or_default().into()),
            };
            self.content.habits.extend(is_new.then_some(Habit { words, meaning }));
        }
    }
}
