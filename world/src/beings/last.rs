//! `last` command: most recent logouts.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::Line,
    span,
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::sleepers::Sleepers,
    witness::narrator::Narrator,
};

/// Command `last`: shows the players who logged out most recently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Last;

impl Command for Last {
    const SPEC: CommandSpec = CommandSpec {
        name: "last",
        aliases: &["lastlog"],
        role: Role::Guest,
        category: Category::World,
        usage: "last",
        summary: "See who was here lately.",
        help: "Example: last\n\
               It names the twenty players who fell asleep last, and how long ago that was. For \
               those who are awake: help who. About one of them: help whois. For what was said \
               on a channel: help history",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Ok(Self),
            of => Err(Refusal::because(format!(
                "About one person, type: whois {of}. About a channel, type: history {of}"
            ))),
        }
    }
}

/// Executes `last`.
pub fn last(
    invocation: Invocation<Last>,
    sleepers: Res<Sleepers>,
    mut narrator: Narrator,
) -> Outcome {
    let mut text = Text::styled(Style::Heading, "Who fell asleep last");
    let now = narrator.now();
    for (seen, sleeper) in sleepers.most_recent() {
        text.say("\n  ").push(Style::Person, &sleeper.name);
        text.say(&format!(", {} ago", span::in_words(now.since(seen))));
    }
    if sleepers.most_recent().next().is_none() {
        text = Text::plain("Nobody fell asleep lately, as far as anybody knows.");
    }
    narrator.show(&invocation.act, text);
    Ok(())
}
