//! Command `exits`: the exits of the current room, in words.

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
    space::{
        containment,
        path::{self, WayOut},
        place,
    },
    witness::narrator::with_narrator,
};

/// Command to show the exits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowExits {
    /// True if the command was typed as "exit", which could mean leaving the game.
    pub leaving: bool,
}

impl Command for ShowExits {
    const SPEC: CommandSpec = CommandSpec {
        name: "exits",
        aliases: &["exit", "ways"],
        role: Role::Guest,
        category: Category::World,
        usage: "exits",
        summary: "See where each way out of here leads.",
        help: "Example: exits\n\
               A shut door does not show what is behind it. To take a way, type its name: north.",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self { leaving: line.small_verb() == "exit" })
    }
}

/// Runs the `exits` command.
pub fn exits(invocation: Invocation<ShowExits>, world: &mut World) -> Outcome {
    let room = containment::room_of(world, invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let mut text = Text::plain("Ways out of ");
    text.push(Style::Room, place::name(world, room)).say(":");
    let mut any = false;
    for way in path::ways(world, room) {
        any = true;
        text.say("\n  ").push(Style::Exit, way.direction.name()).say(": ");
        leads(world, &way, &mut text);
    }
    if !any {
        text = Text::plain("There is no way out of here.");
    }
    if invocation.command.leaving {
        text.say("\nTo leave the game, type ").push(Style::Command, "quit").say(".");
    }
    with_narrator(world, |narrator| narrator.show(&invocation.act, text));
    Ok(())
}

/// Appends the destination of an exit, as far as it can be seen.
pub(super) fn leads(world: &World, way: &WayOut<'_>, text: &mut Text) {
    match way.door {
        Some(door) if !door.open => {
            text.say(&door.name).say(", which is shut");
        }
        Some(door) => {
            text.push(Style::Room, place::name(world, way.to));
            text.say(", through ").say(&door.name).say(", which is open");
        }
        None => {
            text.push(Style::Room, place::name(world, way.to));
        }
    }
}
