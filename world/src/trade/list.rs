//! `list` command: wares and prices of the traders in the room.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::Line,
    styled::{Style, Text},
};

use super::{
    stock,
    wares::{self, Ware},
};
use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::narrator::with_narrator,
};

/// Command `list`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListWares {
    /// Name of the trader; none for all in the room.
    pub of: Option<String>,
}

impl Command for ListWares {
    const SPEC: CommandSpec = CommandSpec {
        name: "list",
        aliases: &["wares", "shop"],
        role: Role::Guest,
        category: Category::Things,
        usage: "list\nlist NAME",
        summary: "See what the people here sell and buy, and for how much.",
        help: "Example: list\n\
               list mara shows only what Mara trades. Type buy and what you would like, or \
               sell and what you would like to be rid of. You can also ask in plain words.",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self { of: (!line.rest.is_empty()).then(|| line.rest.to_owned()) })
    }
}

/// Executes `list`.
pub fn list(invocation: Invocation<ListWares>, world: &mut World) -> Outcome {
    let wares = wares::of(world, invocation.act.actor, invocation.command.of.as_deref())?;
    if wares.is_empty() {
        let who =
            invocation.command.of.map_or("Nobody here trades anything", |_| "They trade nothing");
        let words =
            format!("{who}; you can always ask in plain words, as in: say what do you sell");
        return Err(Refusal::because(words));
    }
    let mut text = Text::default();
    for (n, ware) in wares.iter().enumerate() {
        let before = n.checked_sub(1).and_then(|at| wares.get(at));
        if before.is_none_or(|other| other.by != ware.by) {
            text.say(if n == 0 { "" } else { "\n" });
            text.push(Style::Person, &ware.who.name).say(" trades:");
        }
        text.say("\n  ");
        line(world, ware, &mut text);
    }
    let verbs =
        [("buy", wares.iter().any(Ware::is_sold)), ("sell", wares.iter().any(Ware::is_bought))];
    let verbs: Vec<&str> = verbs.iter().filter(|(_, some)| *some).map(|(verb, _)| *verb).collect();
    text.say("\nTo trade, ");
    for (n, verb) in verbs.iter().enumerate() {
        text.say(if n == 0 { "type " } else { " or " }).push(Style::Command, verb);
    }
    text.say(if verbs.is_empty() { "ask in plain words." } else { " and the name of the thing." });
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

/// Appends the line of a ware, such as "a mug of ale for 2 coins, 3 left".
fn line(world: &World, ware: &Ware, text: &mut Text) {
    let (got, given) = (ware.got(world), ware.given(world));
    if ware.is_bought() {
        text.say("takes ").push(Style::Thing, &given);
        if !got.is_empty() {
            text.say(" and gives ").push(Style::Thing, &got);
        }
    } else {
        let got = if got.is_empty() { ware.offer.what.as_str() } else { &got };
        text.push(Style::Thing, got).say(" for ").say(&given);
    }
    if let Some(left) = stock::left(world, ware.by, &ware.offer) {
        let words = match left {
            0 => ", sold out just now".to_owned(),
            left => format!(", {left} left"),
        };
        text.say(&words);
    }
}
