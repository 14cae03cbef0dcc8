//! Command `enter`: going in, or through the exit that a noun means.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::parse::{self, Direction, Line};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        perform,
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::{
        containment::ContainedIn,
        go::{Destination, Go},
        towards::Towards,
    },
    witness::sight::{Scope, Sight},
};

/// Command to go in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enter {
    /// Target; empty for the direction in.
    pub what: String,
}

impl Command for Enter {
    const SPEC: CommandSpec = CommandSpec {
        name: "enter",
        aliases: &[],
        role: Role::Guest,
        category: Category::World,
        usage: "enter\nenter PLACE",
        summary: "Go in, or into a place that you see from here.",
        help: "Example: enter inn\n\
               A way is called by its door, by the place behind it, or by what it looks like: \
               enter hollow. enter alone goes in, where a way leads in.",
        saves: Durability::Soft,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let what = parse::leading(line.rest).1;
        Ok(Self { what: what.strip_prefix("through ").unwrap_or(what).to_owned() })
    }
}

/// Runs the `enter` command.
pub fn enter(
    invocation: Invocation<Enter>,
    inside: Query<&ContainedIn>,
    towards: Towards,
    sight: Sight,
    mut commands: Commands,
) -> Outcome {
    let direction = match parse::noun(&invocation.command.what) {
        None => Direction::In,
        Some(noun) => match Direction::parse(noun.typed) {
            Some(way) => way,
            None => {
                let room = inside.get(invocation.act.actor).map_err(|_| Refusal::Nowhere)?.0;
                let unknown = || {
                    // A visible target may be nothing to go into.
                    let words = match sight.look_for(invocation.act.actor, &noun) {
                        Ok(_) => format!(
                            "The {} is nothing to go into. To see the ways out, type: exits",
                            noun.words
                        ),
                        Err(_) => format!(
                            "No way from here is called \"{}\". To see the ways out, type: exits",
                            noun.words
                        ),
                    };
                    Refusal::because(words)
                };
                let way = towards.way(room, &noun)?.ok_or_else(unknown)?;
                // "Boat" begins "boathouse", and yet a boat that lies here is meant.
                let lies = sight.find(invocation.act.actor, &noun, Scope::Floor).is_ok();
                if lies && !towards.is_called(room, way, noun.words) {
                    return Err(unknown());
                }
                way
            }
        },
    };
    let act = invocation.act;
    commands.queue(move |world: &mut World| {
        perform::queue(world, act, Go { to: Destination::Way(direction) });
    });
    Ok(())
}
