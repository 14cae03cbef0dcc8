//! `give`: handing things over.

use bevy_ecs::prelude::*;

use crate::{
    command::{Category, Command, CommandSpec, Invocation, Outcome, Refusal},
    fact::{Fact, Handling},
    lookup::{Scope, Sight},
    parse::{self, Line, Preposition},
    permission::Role,
    place,
    report::Report,
    thing::MAX_CARRIED,
};

/// Hands over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Give {
    /// What.
    pub what: String,
    /// To whom.
    pub to: String,
}

impl Command for Give {
    const SPEC: CommandSpec = CommandSpec {
        name: "give",
        aliases: &["hand"],
        role: Role::Guest,
        category: Category::Things,
        usage: "give THING to NAME",
        summary: "Give something to somebody in the room.",
        help: "Example: give ring to mara",
        saves: true,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        let phrase = parse::phrase(line.rest).ok_or_else(usage)?;
        match phrase.link {
            Some((Preposition::To, to)) => Ok(Self {
                what: phrase.direct.to_string(),
                to: to.words.to_owned(),
            }),
            _ => Err(usage()),
        }
    }
}

/// Carries it out.
pub fn give(
    it: Invocation<Give>,
    sight: Sight,
    mut report: Report,
    mut commands: Commands,
) -> Outcome {
    let usage = || Refusal::Usage(Give::SPEC.usage);
    let what = parse::noun(&it.command.what).ok_or_else(usage)?;
    let to = parse::noun(&it.command.to).ok_or_else(usage)?;
    let to = sight.find(it.act.actor, &to, Scope::People)?;
    let thing = sight.find(it.act.actor, &what, Scope::Carried)?;
    let who = report.people.who(to).ok_or(Refusal::Nowhere)?;
    if sight.things_in(to).count() >= MAX_CARRIED {
        return Err(Refusal::because(format!("{}'s hands are full.", who.name)));
    }
    let room = sight.room_of(it.act.actor).ok_or(Refusal::Nowhere)?;
    let fact = Fact::Handled(Handling::Gave(who), sight.name(thing).into());
    report.deed_in(&it.act, room, fact, &[to]);
    commands.queue(move |world: &mut World| {
        place::move_into(world, thing, to);
    });
    Ok(())
}
