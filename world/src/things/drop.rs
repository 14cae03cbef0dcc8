//! `drop`: putting things down.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    save::durability::Durability,
    space::containment,
    witness::{
        fact::{Fact, Handling},
        narrator::Narrator,
        sight::{Scope, Several, Sight},
    },
    words::parse::{self, Line},
};

/// Puts down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drop {
    pub what: String,
}

impl Command for Drop {
    const SPEC: CommandSpec = CommandSpec {
        name: "drop",
        aliases: &["put"],
        role: Role::Guest,
        category: Category::Things,
        usage: "drop THING\ndrop NUMBER THINGS\ndrop all",
        summary: "Put something down.",
        help: "Example: drop lantern\n\
               It lies in the room then, for anybody to take. drop 2 mugs puts down two, and \
               drop mugs all of them.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.strip_prefix("down ").unwrap_or(line.rest);
        match rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            what => Ok(Self { what: what.to_owned() }),
        }
    }
}

/// Carries it out.
pub fn drop(
    it: Invocation<Drop>,
    sight: Sight,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let actor = it.act.actor;
    let room = sight.room_of(actor).ok_or(Refusal::Nowhere)?;
    let noun = parse::noun(&it.command.what).ok_or(Refusal::Usage(Drop::SPEC.usage))?;
    let Several { fitting, number } = sight.several(actor, &noun, Scope::Carried)?;
    if fitting.is_empty() {
        return Err(Refusal::because("You carry nothing to put down."));
    }
    let there = fitting.len();
    let wanted = number.unwrap_or(there);
    for thing in fitting.into_iter().take(wanted) {
        narrator.deed(&it.act, Fact::Handled(Handling::Dropped, sight.name(thing).into()));
        commands.queue(move |world: &mut World| {
            containment::move_into(world, thing, room);
        });
    }
    if wanted > there {
        narrator.show(&it.act, format!("You had only {there}.").into());
    }
    Ok(())
}
