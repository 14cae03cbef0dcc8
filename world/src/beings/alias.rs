//! `alias` command: command aliases of a player, and `!`, which repeats the last line.

use std::{borrow::Cow, collections::BTreeMap};

use bevy_ecs::prelude::*;
use engine::save::{dirty, durability::Durability};
use text::{
    parse::{self, Line},
    styled::{CleanText, Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
        verbs,
    },
    witness::narrator::{tell_one, with_narrator},
};

/// Command aliases of a player: alias to command line. At most [`Aliases::MAX`]; the component is
/// absent from players who never defined one.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[component(immutable, on_insert = dirty::touched)]
pub struct Aliases(pub BTreeMap<String, String>);

impl Aliases {
    /// Maximum number of aliases of a player.
    pub const MAX: usize = 30;
    /// Maximum length of an alias, in characters.
    const LONGEST_WORD: usize = 20;
    /// Maximum length of an alias's command line, in characters.
    const LONGEST_LINE: usize = 200;
}

/// Last command line of a player after alias expansion, for repetition with `!`.
#[derive(Component, Debug, Clone)]
pub(crate) struct LastLine(CleanText);

/// Command `alias`: lists, shows, defines or removes command aliases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AliasCommand {
    /// Lists all aliases.
    List,
    /// Shows one alias.
    Show(String),
    /// Defines an alias for a command line.
    Set(String, CleanText),
    /// Removes an alias.
    End(String),
}

impl Command for AliasCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "alias",
        aliases: &["unalias"],
        role: Role::Player,
        category: Category::Game,
        usage: "alias\nalias WORD = LINE\nunalias WORD",
        summary: "Make a word of your own for a line you type often.",
        help: "Example: alias hi = say Good morning, everybody!\n\
               hi then does what the line does. What you type behind the word is added to the \
               line, or put where the line has %* for all of it, or %1 to %9 for one word: alias \
               ga = give apple to %1. A word of yours never hides a command or a channel, and stands \
               for one line, in which no other of your words is looked for. You can have thirty. \
               alias shows them all. An exclamation mark alone repeats the last line you typed.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        // The alternative name `unalias` may be abbreviated to any unambiguous prefix.
        let ends = line.small_verb().starts_with("un");
        let (word, means) = line.rest.split_once(['=', ' ']).unwrap_or((line.rest, ""));
        let word = word.trim().to_lowercase();
        let means = means.trim().trim_start_matches('=').trim();
        match (word.as_str(), means) {
            ("", "") if !ends => Ok(Self::List),
            ("", _) => Err(usage()),
            (_, "") if ends => Ok(Self::End(word)),
            (_, "") if line.rest.contains('=') => Ok(Self::End(word)),
            (_, "") => Ok(Self::Show(word)),
            (_, _) if ends => Err(usage()),
            (_, means) => Ok(Self::Set(word, CleanText::new(means))),
        }
    }

    fn durability(&self) -> Durability {
        match self {
            Self::List | Self::Show(_) => Durability::None,
            Self::Set(..) | Self::End(_) => Durability::Hard,
        }
    }
}

/// Executes `alias`.
pub fn alias(invocation: Invocation<AliasCommand>, world: &mut World) -> Outcome {
    let actor = invocation.act.actor;
    let mut now = world.get::<Aliases>(actor).cloned().unwrap_or_default();
    let text = match invocation.command {
        AliasCommand::List => list(&now),
        AliasCommand::Show(word) => {
            let line = now.0.get(&word).ok_or_else(|| none_such(&word))?;
            stands_for(&word, line)
        }
        AliasCommand::Set(word, line) => {
            check(world, actor, &now, &word, &line)?;
            let text = stands_for(&word, &line);
            now.0.insert(word, line.to_string());
            world.entity_mut(actor).insert(now);
            text
        }
        AliasCommand::End(word) => {
            now.0.remove(&word).ok_or_else(|| none_such(&word))?;
            world.entity_mut(actor).insert(now);
            Text::plain(format!("\"{word}\" stands for nothing now."))
        }
    };
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

fn none_such(word: &str) -> Refusal {
    let words = format!("You have no word \"{word}\" of your own. To see yours, type: alias");
    Refusal::because(words)
}

fn check(world: &World, actor: Entity, now: &Aliases, word: &str, line: &str) -> Outcome {
    let is_verb = parse::line(word).is_some_and(|it| it.verb == word && it.rest.is_empty());
    if !is_verb || word.starts_with('!') || word.chars().count() > Aliases::LONGEST_WORD {
        let words = format!(
            "Please choose one word of at most {} letters, as in: alias hi = say Good morning!",
            Aliases::LONGEST_WORD
        );
        return Err(Refusal::because(words));
    }
    if verbs::is_taken(world, actor, word) {
        let words = format!("\"{word}\" means something already, so please choose another word.");
        return Err(Refusal::because(words));
    }
    if line.chars().count() > Aliases::LONGEST_LINE {
        let words = format!("A line has at most {} letters here.", Aliases::LONGEST_LINE);
        return Err(Refusal::because(words));
    }
    let verb = parse::line(line).map(|it| it.verb.to_lowercase());
    if verb.is_some_and(|it| it == word || it.starts_with('!') || now.0.contains_key(&it)) {
        let words = "A word of yours stands for a line as the game knows it, not for another of \
                     your words.";
        return Err(Refusal::because(words));
    }
    if now.0.len() >= Aliases::MAX && !now.0.contains_key(word) {
        let words =
            format!("You have {} words, and that is the most; end one: unalias WORD", Aliases::MAX);
        return Err(Refusal::because(words));
    }
    Ok(())
}

fn stands_for(word: &str, line: &str) -> Text {
    let mut text = Text::styled(Style::Command, word);
    text.say(" stands for: ").push(Style::Command, line);
    text
}

fn list(now: &Aliases) -> Text {
    if now.0.is_empty() {
        return Text::plain(
            "You have no words of your own. To make one: alias hi = say Good morning!",
        );
    }
    let mut text = Text::styled(Style::Heading, "Your words");
    for (word, line) in &now.0 {
        text.say("\n  ").append(&stands_for(word, line));
    }
    text
}

/// Expands a typed line: `!` to the last line, an alias to its command line; other lines are
/// returned unchanged. Returns none, and warns the player, if there is no line to repeat.
pub(crate) fn resolve_alias(
    world: &mut World,
    actor: Entity,
    line: CleanText,
) -> Option<CleanText> {
    if matches!(line.as_str(), "!" | "!!") {
        let last = world.get::<LastLine>(actor).map(|it| it.0.clone());
        if last.is_none() {
            tell_one(world, actor, Text::styled(Style::Warning, "There is no line to repeat yet."));
        }
        return last;
    }
    let line = match world.get::<Aliases>(actor) {
        Some(aliases) => match expanded(world, actor, aliases, &line) {
            Some(meant) => CleanText::new(&meant),
            None => line,
        },
        None => line,
    };
    match world.get_mut::<LastLine>(actor) {
        Some(mut last) => last.0.clone_from(&line),
        None => {
            world.entity_mut(actor).insert(LastLine(line.clone()));
        }
    }
    Some(line)
}

/// Returns the command line of an alias with the typed arguments filled in; none if the verb is no
/// alias or has become the name of a command or a verb from data.
fn expanded(world: &World, actor: Entity, aliases: &Aliases, line: &str) -> Option<String> {
    let typed = parse::line(line)?;
    let verb = typed.small_verb();
    let meaning = aliases.0.get(&*verb)?;
    (!verbs::is_taken(world, actor, &verb)).then(|| fill(meaning, typed.rest))
}

/// Fills arguments into an alias's line: `%*` and `%1` to `%9` are replaced; without placeholders
/// they are appended.
fn fill(meaning: &str, rest: &str) -> String {
    let mut line = String::with_capacity(meaning.len() + rest.len() + 1);
    let (mut filled, mut left) = (false, meaning);
    while let Some((before, after)) = left.split_once('%') {
        line.push_str(before);
        let mut letters = after.chars();
        let put: Option<Cow<'_, str>> = match letters.next() {
            Some('*') => Some(rest.into()),
            Some(digit @ '1'..='9') => {
                let number = digit.to_digit(10).and_then(|it| usize::try_from(it).ok());
                let word = number.and_then(|it| rest.split_whitespace().nth(it - 1));
                Some(word.unwrap_or_default().into())
            }
            Some(_) | None => None,
        };
        left = match put {
            Some(put) => {
                filled = true;
                line.push_str(&put);
                letters.as_str()
            }
            None => {
                line.push('%');
                after
            }
        };
    }
    line.push_str(left);
    if !filled && !rest.is_empty() {
        line.push(' ');
        line.push_str(rest);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn a_word_is_filled_with_what_stands_behind_it() {
        for (meaning, rest, line) in [
            ("say hi", "", "say hi"),
            ("say hi", "all of you", "say hi all of you"),
            ("give apple to %1", "bob now", "give apple to bob"),
            ("page %1 = %* 100%", "bob now", "page bob = bob now 100%"),
            ("say %2", "one", "say "),
            ("say %0 %", "one", "say %0 % one"),
        ] {
            assert_eq!(fill(meaning, rest), line, "{meaning} + {rest}");
        }
    }

    #[test]
    fn a_word_hides_nothing_and_stands_for_one_line() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let mut typed = |line: &str| game.type_line(ann, line);
        for taken in ["say", "chat", "l", "shutdown"] {
            let read = typed(&format!("alias {taken} = who"));
            assert!(read.contains("means something already"), "{taken}: {read}");
        }
        assert_eq!(typed("alias kk say kiss"), "kk stands for: say kiss");
        assert_eq!(typed("KK me"), "You say, \"kiss me\"");
        let twice = typed("alias kkk = kk you");
        assert!(twice.contains("not for another of your words"), "{twice}");
        // An alias within an expanded line is not expanded again.
        typed("alias deep = kiki");
        typed("alias kiki = say no");
        assert!(typed("deep").starts_with("There is no command \"kiki\""));
        assert!(typed("alias self = self more").contains("not for another"));
        assert!(typed("alias a/b = look").contains("Please choose one word"));
        // An alias shadows the abbreviation of a command, but not its full name.
        typed("alias loo = say lo");
        assert_eq!(typed("loo"), "You say, \"lo\"");
        assert!(typed("look").starts_with("Square"));
        assert_eq!(typed("unalias loo"), "\"loo\" stands for nothing now.");
        assert!(typed("loo").starts_with("Square"));
    }

    #[test]
    fn words_are_bounded() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        for n in 0..Aliases::MAX {
            game.type_line(ann, &format!("alias w{n} = who"));
        }
        assert!(game.type_line(ann, "alias one = who").contains("that is the most"));
        assert_eq!(game.type_line(ann, "alias w1 = look"), "w1 stands for: look");
    }

    #[test]
    fn an_exclamation_mark_repeats_the_last_line() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        assert_eq!(game.type_line(ann, "!"), "There is no line to repeat yet.");
        game.type_line(ann, "alias hi = say Hello,");
        assert_eq!(game.type_line(ann, "hi you"), "You say, \"Hello, you\"");
        assert_eq!(game.type_line(ann, "!"), "You say, \"Hello, you\"");
        assert_eq!(game.type_line(ann, "!!"), "You say, \"Hello, you\"");
    }
}
