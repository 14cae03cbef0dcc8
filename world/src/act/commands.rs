//! Command list: the `commands` command, which lists the names of all commands in a few lines.

use std::num::NonZeroUsize;

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::Line,
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::Registry,
    },
    witness::{narrator::Narrator, pages},
};

/// Command to list the commands by name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListCommands {
    /// Page of the list, from 1.
    pub page: NonZeroUsize,
}

impl Command for ListCommands {
    const SPEC: CommandSpec = CommandSpec {
        name: "commands",
        aliases: &["verbs"],
        role: Role::Guest,
        category: Category::Game,
        usage: "commands\ncommands PAGE",
        summary: "See the names of all commands.",
        help: "Example: commands\n\
               For what each of them does: help. Smiles, bows and the like are listed by: socials",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Ok(Self { page: NonZeroUsize::MIN }),
            rest => {
                let page = rest.parse().map_err(|_| Refusal::Usage(Self::SPEC.usage))?;
                Ok(Self { page })
            }
        }
    }
}

/// Executes `commands`.
pub fn commands(
    invocation: Invocation<ListCommands>,
    registry: Res<Registry>,
    mut narrator: Narrator,
) -> Outcome {
    let role = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?.role;
    let mut text = Text::styled(Style::Heading, "Commands");
    for category in Category::ALL {
        let specs = registry.specs().filter(|spec| spec.category == category);
        let mut names =
            specs.filter(|spec| spec.may_be_typed_by(role)).map(|spec| spec.name).peekable();
        if names.peek().is_none() {
            continue;
        }
        text.say("\n").push(Style::Heading, category.heading()).say(": ");
        for (n, name) in names.enumerate() {
            text.say(if n == 0 { "" } else { ", " }).push(Style::Topic, name);
        }
        text.say(".");
    }
    text.say("\nFor what one of them does, type for instance ");
    text.push(Style::Command, "help say").say(".");
    narrator.show(&invocation.act, pages::leaf(&text, invocation.command.page, "commands")?);
    Ok(())
}
