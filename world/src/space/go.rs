//! Directions: walking from room to room.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        perform,
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::settings::Settings,
    save::durability::Durability,
    space::{
        containment,
        door::Door,
        exit::{self, LeadsTo},
    },
    witness::{
        fact::{Fact, Passage},
        narrator::with_narrator,
    },
    words::{
        parse::{Direction, Line},
        text::Text,
    },
};

/// Walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Go {
    /// Which way.
    pub direction: Direction,
}

impl Command for Go {
    const SPEC: CommandSpec = CommandSpec {
        name: "go",
        aliases: &[
            "north",
            "n",
            "northeast",
            "ne",
            "east",
            "e",
            "southeast",
            "se",
            "south",
            "s",
            "southwest",
            "sw",
            "west",
            "w",
            "northwest",
            "nw",
            "up",
            "u",
            "down",
            "d",
            "in",
            "enter",
            "out",
            "leave",
            "walk",
        ],
        role: Role::Guest,
        category: Category::World,
        usage: "north (or any direction)\ngo DIRECTION",
        summary: "Walk in a direction: north, n, up, in …",
        help: "Example: north\n\
               Each direction has a short form: n, ne, e, se, s, sw, w, nw, u, d, in, out. \
               Look shows the ways out.",
        saves: Durability::Soft,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let verb = line.small_verb();
        let word = match &*verb {
            "go" | "walk" => line.rest,
            "enter" => "in",
            "leave" => "out",
            verb => verb,
        };
        let direction = Direction::parse(word).ok_or(Refusal::Usage(Self::SPEC.usage))?;
        Ok(Self { direction })
    }
}

/// Carries it out.
pub fn go(it: Invocation<Go>, world: &mut World) -> Outcome {
    walk(world, &it.act, it.command.direction)
}

/// Walks somebody one step. Those left behind and those met see it, and the
/// walker sees the new place.
pub(crate) fn walk(world: &mut World, act: &Act, direction: Direction) -> Outcome {
    let from = containment::room_of(world, act.actor).ok_or(Refusal::Nowhere)?;
    let exit = exit::exit(world, from, direction).ok_or(Refusal::NoWay(direction))?;
    if let Some(door) = world.get::<Door>(exit).filter(|it| !it.open) {
        let name = Text::plain(&*door.name).capitalised();
        return Err(Refusal::because(format!("{} is shut.", name.as_str())));
    }
    let to = world.get::<LeadsTo>(exit).ok_or(Refusal::Nowhere)?.0;
    let way = Passage::Walked(direction);
    with_narrator(world, |narrator| narrator.deed_in(act, from, Fact::Left(way), &[]));
    containment::move_into(world, act.actor, to);
    with_narrator(world, |narrator| narrator.deed_in(act, to, Fact::Arrived(way), &[]));
    let brief = world.get::<Settings>(act.actor).is_some_and(|it| it.brief);
    let look = crate::witness::look::Look { at: None, brief };
    perform::queue(world, act.clone(), look);
    Ok(())
}
