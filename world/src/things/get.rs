//! `get`: picking things up.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::containment,
    things::thing::MAX_CARRIED,
    witness::{
        fact::{Fact, Handling},
        narrator::Report,
        sight::{Scope, Sight},
    },
    words::parse::{self, Line},
};

/// Picks up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Get {
    /// What.
    pub what: String,
}

impl Command for Get {
    const SPEC: CommandSpec = CommandSpec {
        name: "get",
        aliases: &["take", "pick"],
        role: Role::Guest,
        category: Category::Things,
        usage: "get THING\nget all",
        summary: "Pick something up.",
        help: "Example: get lantern\n\
               If several things have the name, give a number: get 2.mug. You can carry \
               twenty-four things.",
        saves: true,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.strip_prefix("up ").unwrap_or(line.rest);
        match rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            what => Ok(Self { what: what.to_owned() }),
        }
    }
}

/// Carries it out.
pub fn get(
    it: Invocation<Get>,
    sight: Sight,
    mut report: Report,
    mut commands: Commands,
) -> Outcome {
    let actor = it.act.actor;
    let noun = parse::noun(&it.command.what).ok_or(Refusal::Usage(Get::SPEC.usage))?;
    let found = sight.find_all(actor, &noun, Scope::Floor)?;
    let takeable: Vec<Entity> = found.iter().copied().filter(|it| !sight.is_fixed(*it)).collect();
    if let ([], Some(first)) = (takeable.as_slice(), found.first()) {
        let words = format!("You cannot take {}; it stays where it is.", sight.name(*first));
        return Err(Refusal::because(words));
    }
    let room_for = MAX_CARRIED.saturating_sub(sight.things_in(actor).count());
    if takeable.is_empty() {
        return Err(Refusal::because("There is nothing here to take."));
    }
    if room_for == 0 {
        return Err(Refusal::because("Your hands are full. Put something down first: drop THING"));
    }
    for thing in takeable.into_iter().take(room_for) {
        report.deed(&it.act, Fact::Handled(Handling::Took, sight.name(thing).into()));
        commands.queue(move |world: &mut World| {
            containment::move_into(world, thing, actor);
        });
    }
    Ok(())
}
