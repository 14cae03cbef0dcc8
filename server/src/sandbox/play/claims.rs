//! Commands that an answer tells a player to type.

use std::collections::BTreeSet;

use text::parse::Direction;
use world::{act::registry::Registry, content::authored::Content};

/// Words after which `type` is a verb that tells somebody to type something.
const BEFORE_TYPE: [&str; 13] = [
    "to", "just", "then", "and", "or", "can", "please", "you", "must", "should", "simply", "only",
    "now",
];

/// Words after `type` that begin no command.
const NO_COMMAND: [&str; 14] = [
    "of",
    "in",
    "it",
    "that",
    "this",
    "is",
    "for",
    "the",
    "a",
    "your",
    "what",
    "something",
    "anything",
    "one",
];

/// Words before a quoted text that make it a command.
const BEFORE_QUOTE: [&str; 7] = ["type", "enter", "command", "run", "use", "input", "try"];

/// Marks around a quoted text, opening and closing.
const QUOTES: [(char, char); 3] = [('"', '"'), ('\'', '\''), ('`', '`')];

/// First words of everything that may be typed.
#[derive(Debug, Clone, Default)]
pub(super) struct CommandWords(BTreeSet<String>);

impl CommandWords {
    /// Collects the commands, the socials, the channels and the verbs of a game.
    pub(super) fn of(registry: &Registry, content: &Content) -> Self {
        let specs = registry.specs();
        let commands = specs.flat_map(|it| std::iter::once(it.name).chain(it.aliases.to_vec()));
        let socials = content.socials.iter();
        let socials = socials
            .flat_map(|it| std::iter::once(&*it.name).chain(it.aliases.iter().map(String::as_str)));
        let channels = content.channels.iter().map(|it| it.id.as_str());
        let verbs = content.verbs.keys().map(String::as_str);
        let all = commands.chain(socials).chain(channels).chain(verbs);
        Self(all.map(str::to_lowercase).collect())
    }

    /// Returns whether a line begins with a command.
    fn knows(&self, line: &str) -> bool {
        let first = line.split_whitespace().next().map(bare);
        first.is_some_and(|it| self.0.contains(it) || Direction::parse(it).is_some())
    }

    /// Returns the first command that a text tells somebody to type and that does not exist. The text
    /// is in small letters, with straight quotes.
    pub(super) fn invented<'t>(&self, text: &'t str) -> Option<&'t str> {
        after_type(text).chain(quoted(text)).find(|it| !self.knows(it))
    }
}

/// Returns a word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|it: char| !it.is_alphanumeric() && it != '@')
}

/// Finds the words that follow `type` where it is a verb.
fn after_type(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("type ").filter_map(|(at, _)| {
        let (before, after) = (text.get(..at)?, text.get(at + "type ".len()..)?);
        let begins = before.trim_end().is_empty() || !before.trim_end().ends_with(is_of_word);
        let last = before.split_whitespace().next_back().map_or("", bare);
        let is_whole = before.is_empty() || !before.ends_with(is_of_word);
        let told = is_whole && (begins || BEFORE_TYPE.contains(&last));
        let word = after.split_whitespace().next()?;
        let is_command = !NO_COMMAND.contains(&bare(word)) && !bare(word).is_empty();
        (told && is_command).then_some(word)
    })
}

/// Returns whether a letter is part of a word.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '-'
}

/// Finds the texts between backticks, and those in quotes that are called commands.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    QUOTES.into_iter().flat_map(move |(open, close)| {
        let mut rest = text;
        std::iter::from_fn(move || {
            loop {
                let (before, after) = rest.split_once(open)?;
                // An apostrophe inside a word opens nothing.
                if open == '\'' && before.ends_with(char::is_alphanumeric) {
                    rest = after;
                    continue;
                }
                let (inside, behind) = after.split_once(close)?;
                rest = behind;
                let last = before.split_whitespace().next_back().map_or("", bare);
                if (open == '`' || BEFORE_QUOTE.contains(&last)) && !inside.trim().is_empty() {
                    return Some(inside);
                }
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invented(text: &str) -> Option<&str> {
        let known = ["accept", "map", "say", "help", "@who"].map(str::to_owned);
        CommandWords(known.into()).invented(text)
    }

    #[test]
    fn commands_that_do_not_exist_are_found() {
        for (text, command) in [
            ("type buy ale to get one.", "buy"),
            ("an ale? just type purchase.", "purchase."),
            ("you can type \"order pie\" now", "\"order"),
            ("try `drink ale` first", "drink ale"),
            ("use the command 'teleport inn'", "teleport inn"),
        ] {
            assert_eq!(invented(text), Some(command), "{text}");
        }
    }

    #[test]
    fn commands_that_exist_and_other_types_are_not() {
        for text in [
            "type accept, ann.",
            "brown ale, two coins. type \"accept\" and mind your head.",
            "for the streets there is map: type map.",
            "she takes type backwards, and reads it.",
            "nothing in type. ask me later.",
            "i like that type of ale, and it's the bird's spoon",
            "the prototype fell apart",
            "type `say hello`, or use 'help'.",
            "she said 'come in' and left",
            "type the word as it stands",
        ] {
            assert_eq!(invented(text), None, "{text}");
        }
    }
}
