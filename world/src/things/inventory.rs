//! `inventory`: what one carries.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    save::durability::Durability,
    trade::purse::{Purse, coins},
    witness::{narrator::Narrator, sight::Sight},
    words::{
        parse::Line,
        text::{Style, Text},
    },
};

/// Shows what one carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inventory;

impl Command for Inventory {
    const SPEC: CommandSpec = CommandSpec {
        name: "inventory",
        aliases: &["i", "inv", "score"],
        role: Role::Guest,
        category: Category::Things,
        usage: "inventory",
        summary: "See what you carry and what is in your purse.",
        help: "Example: inventory",
        saves: Durability::None,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Carries it out.
pub fn inventory(
    it: Invocation<Inventory>,
    sight: Sight,
    purses: Query<&Purse>,
    mut narrator: Narrator,
) -> Outcome {
    let actor = it.act.actor;
    let mut text = Text::default();
    for (i, (name, count)) in sight.counted(sight.things_in(actor)).into_iter().enumerate() {
        text.say(if i == 0 { "You carry " } else { ", " });
        text.push(Style::Thing, name);
        if count > 1 {
            text.say(&format!(" ({count})"));
        }
    }
    text.say(if text.is_empty() { "You carry nothing.\n" } else { ".\n" });
    text.say(&format!("In your purse: {}.", coins(purses.get(actor).map_or(0, |it| it.0))));
    narrator.show(&it.act, text);
    Ok(())
}
