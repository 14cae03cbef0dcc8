//! `give`: handing things over.

use std::sync::Arc;

use bevy_ecs::{prelude::*, system::SystemState};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{character::Who, people},
    space::containment::{self, Contents},
    things::thing::MAX_CARRIED,
    witness::{
        fact::{Fact, Handling},
        narrator::with_report,
        sight::{Scope, Sight},
    },
    words::{
        name::Name,
        parse::{self, Line, Preposition},
    },
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
            Some((Preposition::To, to)) => {
                Ok(Self { what: phrase.direct.to_string(), to: to.words.to_owned() })
            }
            _ => Err(usage()),
        }
    }
}

/// A gift, with all that it needs, found and checked.
struct Gift {
    thing: Entity,
    name: Arc<str>,
    to: Who,
    room: Entity,
}

/// Carries it out. What one of the town's own people takes in trade is traded:
/// handing it over is asking for the rest.
pub fn give(it: Invocation<Give>, world: &mut World) -> Outcome {
    let (thing, to) = find(&it, world)?;
    if let Some(traded) = super::accept::trade_in(world, &it.act, to, thing) {
        return traded;
    }
    let gift = gift(world, &it, thing, to)?;
    let to = gift.to.entity;
    let fact = Fact::Handled(Handling::Gave(gift.to), gift.name);
    with_report(world, |report| report.deed_in(&it.act, gift.room, fact, &[to]));
    containment::move_into(world, gift.thing, to);
    Ok(())
}

fn gift(world: &World, it: &Invocation<Give>, thing: Entity, to: Entity) -> Result<Gift, Refusal> {
    let to = people::who(world, to).ok_or(Refusal::Nowhere)?;
    let carried = world.get::<Contents>(to.entity).map_or(0, |it| it.iter().count());
    if carried >= MAX_CARRIED {
        return Err(Refusal::because(format!("{}'s hands are full.", to.name)));
    }
    let room = containment::room_of(world, it.act.actor).ok_or(Refusal::Nowhere)?;
    let name = world.get::<Name>(thing).map(|it| it.0.clone()).ok_or(Refusal::Nowhere)?;
    Ok(Gift { thing, name, to, room })
}

fn find(it: &Invocation<Give>, world: &mut World) -> Result<(Entity, Entity), Refusal> {
    let usage = || Refusal::Usage(Give::SPEC.usage);
    let what = parse::noun(&it.command.what).ok_or_else(usage)?;
    let to = parse::noun(&it.command.to).ok_or_else(usage)?;
    let mut state = SystemState::<Sight>::new(world);
    let sight = state.get(world).map_err(|_| Refusal::Nowhere)?;
    let to = sight.find(it.act.actor, &to, Scope::People)?;
    Ok((sight.find(it.act.actor, &what, Scope::Carried)?, to))
}
