//! Command `stop`: ends walking and following.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::parse::Line;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::{follow, journey, walk},
};

/// Command to stop walking and following.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop;

impl Command for Stop {
    const SPEC: CommandSpec = CommandSpec {
        name: "stop",
        aliases: &[],
        role: Role::Guest,
        category: Category::World,
        usage: "stop",
        summary: "Stay where you are: end a walk, or follow nobody.",
        help: "Example: stop\n\
               It ends what go to PLACE and follow NAME began, and a walk on which a guide leads \
               you. Those who follow you stay with \
               you; type lose NAME to end that.",
        saves: Durability::None,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Runs the `stop` command.
pub fn stop(invocation: Invocation<Stop>, world: &mut World) -> Outcome {
    let walked = journey::end(world, invocation.act.actor);
    let followed = follow::end(world, invocation.act.actor);
    let led = walk::end(world, invocation.act.actor);
    if walked || followed || led {
        Ok(())
    } else {
        Err(Refusal::because("You are not on your way anywhere, and follow nobody."))
    }
}
