//! `inventory` command: items carried and worn, and coins.

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
    },
    trade::purse::{Purse, coins},
    witness::{narrator::Narrator, sight::Sight},
};

/// Command `inventory`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inventory;

impl Command for Inventory {
    const SPEC: CommandSpec = CommandSpec {
        name: "inventory",
        aliases: &["i", "inv", "equipment", "eq"],
        role: Role::Guest,
        category: Category::Things,
        usage: "inventory",
        summary: "See what you carry and wear, and what is in your purse.",
        help: "Example: inventory",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        // A line that begins with "I" may be a sentence.
        if line.small_verb() == "i" && !line.rest.is_empty() {
            return Err(Refusal::Speech { line: line.to_string() });
        }
        Ok(Self)
    }
}

/// Executes `inventory`.
pub fn inventory(
    it: Invocation<Inventory>,
    sight: Sight,
    purses: Query<&Purse>,
    mut narrator: Narrator,
) -> Outcome {
    let actor = it.act.actor;
    let mut text = Text::default();
    list(
        &mut text,
        "You carry ",
        &sight,
        sight.things_in(actor).filter(|one| !sight.is_worn(*one)),
    );
    text.say(if text.is_empty() { "You carry nothing.\n" } else { ".\n" });
    let before = text.as_str().len();
    list(&mut text, "You wear ", &sight, sight.things_in(actor).filter(|one| sight.is_worn(*one)));
    if text.as_str().len() > before {
        text.say(".\n");
    }
    text.say(&format!("In your purse: {}.", coins(purses.get(actor).map_or(0, |it| it.0))));
    narrator.show(&it.act, text);
    Ok(())
}

fn list(text: &mut Text, verb: &str, sight: &Sight, things: impl Iterator<Item = Entity>) {
    for (i, (name, count)) in sight.counted(things).into_iter().enumerate() {
        text.say(if i == 0 { verb } else { ", " });
        text.push(Style::Thing, name);
        if count > 1 {
            text.say(&format!(" ({count})"));
        }
    }
}
