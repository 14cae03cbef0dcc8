//! `title` and `describe` commands: self-description of a player character.

use bevy_ecs::prelude::*;
use engine::save::{dirty::Dirty, durability::Durability};
use text::{
    parse::Line,
    styled::{CleanText, Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        name::{self, Description},
        name_index::NameIndex,
        profile::{self, Profile},
        sleepers::Sleepers,
    },
    witness::narrator::Narrator,
};

/// Maximum length of a title, in characters.
const LONGEST_TITLE: usize = 40;
/// Maximum length of a description, in characters.
const LONGEST_DESCRIPTION: usize = 600;

/// Command `title`: shows, clears or sets the title after the player's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TitleCommand {
    /// Shows the title.
    Show,
    /// Clears the title.
    Clear,
    /// Sets the title.
    Choose(String),
}

impl Command for TitleCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "title",
        aliases: &[],
        role: Role::Player,
        category: Category::Game,
        usage: "title\ntitle TEXT\ntitle clear",
        summary: "Choose what stands after your name.",
        help: "Example: title keeper of small secrets\n\
               who, whois and whoever looks at you show it: \"Bob, keeper of small secrets\". It \
               has forty letters at most, names nobody else, and does not sound like the staff. \
               title clear takes it back.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Ok(Self::Show),
            rest if is_clear(rest) => Ok(Self::Clear),
            rest => well_formed(rest).map(Self::Choose),
        }
    }
}

fn is_clear(rest: &str) -> bool {
    ["clear", "none", "off"].iter().any(|it| rest.eq_ignore_ascii_case(it))
}

/// Validates a title: one line of letters, digits and few punctuation marks, so that it cannot be
/// mistaken for another part of a line. Collapses white space.
fn well_formed(rest: &str) -> Result<String, Refusal> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let title = words.join(" ");
    if title.chars().count() > LONGEST_TITLE {
        let words = format!("Please choose a title of at most {LONGEST_TITLE} letters.");
        return Err(Refusal::because(words));
    }
    let fits = |c: char| c.is_alphanumeric() || " -'’,.!&".contains(c);
    if !title.chars().all(fits) || !title.starts_with(char::is_alphanumeric) {
        let words = "A title is made of letters, digits and - ' , . ! &, and begins with a letter.";
        return Err(Refusal::because(words));
    }
    Ok(title)
}

/// Executes `title`. Refuses reserved words and names of other characters.
pub fn title(
    invocation: Invocation<TitleCommand>,
    profiles: Query<&Profile>,
    names: Res<NameIndex>,
    sleepers: Res<Sleepers>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let me = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let now = profiles.get(invocation.act.actor).cloned().unwrap_or_default();
    let title = match invocation.command {
        TitleCommand::Show if now.title.is_empty() => {
            narrator
                .show(&invocation.act, "You have no title. To choose one, type: title TEXT".into());
            return Ok(());
        }
        TitleCommand::Show => {
            let mut text = Text::plain("You are ");
            text.push(Style::Person, &profile::titled(&me.name, &now.title)).say(".");
            narrator.show(&invocation.act, text);
            return Ok(());
        }
        TitleCommand::Clear => String::new(),
        TitleCommand::Choose(title) => {
            let words = title.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
            for word in words.filter(|word| !word.is_empty()) {
                if name::sounds_of_authority(&word) {
                    let words =
                        format!("\"{word}\" sounds like the staff; please choose another title.");
                    return Err(Refusal::because(words));
                }
                let known = names.called(&word).is_some() || sleepers.called(&word).is_some();
                if known && word != me.name.to_lowercase() {
                    let words =
                        format!("\"{word}\" is somebody's name; please choose another title.");
                    return Err(Refusal::because(words));
                }
            }
            title
        }
    };
    let mut text = Text::plain("From now on you are ");
    text.push(Style::Person, &profile::titled(&me.name, &title)).say(".");
    commands.entity(invocation.act.actor).insert(Profile { title, ..now });
    narrator.show(&invocation.act, text);
    Ok(())
}

/// Command `describe`: shows, clears or sets the player's description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Describe {
    /// Shows the description.
    Show,
    /// Resets the description to the default.
    Clear,
    /// Sets the description.
    As(CleanText),
}

impl Command for Describe {
    const SPEC: CommandSpec = CommandSpec {
        name: "describe",
        aliases: &["desc", "description"],
        role: Role::Player,
        category: Category::Game,
        usage: "describe\ndescribe TEXT\ndescribe clear",
        summary: "Say what others see when they look at you.",
        help: "Example: describe A tall woman with ink on her fingers and a heron's walk.\n\
               It has six hundred letters at most. Whoever looks at you reads it as your word. \
               describe clear takes it back. If what somebody says of themselves is not \
               fit to be read: help report",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        // The syntax of other games, "me = A tall man.", is accepted.
        let me = line.rest.strip_prefix("me").map(str::trim_start);
        let of_me = me.and_then(|it| it.strip_prefix("as ").or_else(|| it.strip_prefix('=')));
        let of_me = of_me.map_or(line.rest, str::trim);
        match of_me {
            "" | "me" | "myself" => Ok(Self::Show),
            rest if is_clear(rest) => Ok(Self::Clear),
            rest if rest.chars().count() > LONGEST_DESCRIPTION => Err(Refusal::because(format!(
                "Please describe yourself in at most {LONGEST_DESCRIPTION} letters."
            ))),
            rest => Ok(Self::As(CleanText::new(rest))),
        }
    }
}

/// Executes `describe`.
pub fn describe(
    invocation: Invocation<Describe>,
    described: Query<&Description>,
    mut dirty: ResMut<Dirty>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let me = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let (words, told) = match invocation.command {
        Describe::Show => {
            let now = described.get(invocation.act.actor).map_or("", |words| &*words.0);
            let mut text = Text::plain("Whoever looks at you reads: ");
            text.say(now);
            narrator.show(&invocation.act, text);
            return Ok(());
        }
        Describe::Clear => (profile::plain(&me.name), "You take back how you described yourself."),
        Describe::As(words) => (words.to_string(), "Whoever looks at you reads that now."),
    };
    dirty.touch(invocation.act.actor);
    commands.entity(invocation.act.actor).insert(Description(words.into()));
    narrator.show(&invocation.act, told.into());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fixture::Fixture, input::Input};

    #[test]
    fn a_title_is_words_that_look_like_nothing_else() {
        for good in ["keeper of  spoons", "the Bold", "Ärztin & Koch", "2nd of her name"] {
            assert!(well_formed(good).is_ok(), "{good}");
        }
        assert_eq!(well_formed("keeper of   spoons").unwrap(), "keeper of spoons");
        for bad in
            ["(guest)", "a: b", "\"x\"", ", here for 3 minutes", "[staff]", "<b>", &"x".repeat(41)]
        {
            assert!(well_formed(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_title_names_nobody_else_awake_or_asleep_and_no_staff() {
        let mut game = Fixture::town();
        let ann = game.enter("Ann", Role::Player, "town/square");
        let bob = game.enter("Bob", Role::Player, "town/square");
        game.enter("Carol", Role::Player, "town/square");
        game.sim.put(Input::Leave { session: bob });
        game.tick();
        for bad in
            ["wife of Carol", "Bob's best friend", "the Admin", "head of staff", "moderators' pet"]
        {
            let read = game.type_line(ann, &format!("title {bad}"));
            assert!(read.contains("please choose another title"), "{bad}: {read}");
        }
        assert_eq!(
            game.type_line(ann, "title Ann the second"),
            "From now on you are Ann, Ann the second."
        );
        assert!(game.type_line(ann, "look at me").starts_with("Ann, Ann the second\n"));
        assert_eq!(game.type_line(ann, "title clear"), "From now on you are Ann.");
    }
}
