//! `teleport`: going anywhere at once.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        perform,
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::people,
    engine::{
        id::RoomId,
        index::{self, Index},
    },
    save::durability::Durability,
    space::containment::{self, ContainedIn},
    witness::{
        fact::{Fact, Passage},
        narrator::with_narrator,
    },
    words::parse::{self, Line},
};

/// Moves somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Teleport {
    /// Whom; oneself when there is nobody.
    pub who: Option<String>,
    /// Where: a room's id, or somebody's name.
    pub to: String,
}

impl Command for Teleport {
    const SPEC: CommandSpec = CommandSpec {
        name: "teleport",
        aliases: &["@tel", "tel", "goto"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "teleport ROOM\nteleport NAME\nteleport NAME = ROOM",
        summary: "Go to a room or a person at once, or send somebody.",
        help: "Example: teleport town/square\n\
               Rooms go by their ids, as in the content files. teleport bob = town/square sends \
               Bob there.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (who, to) = match line.rest.split_once('=') {
            Some((who, to)) => (Some(who.trim().to_owned()), to.trim()),
            None => (None, line.rest),
        };
        if to.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        Ok(Self { who, to: to.to_owned() })
    }
}

/// Carries it out.
pub fn teleport(it: Invocation<Teleport>, world: &mut World) -> Outcome {
    let whom = match &it.command.who {
        Some(name) => person(world, name)?,
        None => it.act.actor,
    };
    let to = destination(world, &it.command.to)?;
    let act = Act { actor: whom, ..it.act.clone() };
    let from = containment::room_of(world, whom).ok_or(Refusal::Nowhere)?;
    with_narrator(world, |narrator| narrator.deed_in(&act, from, Fact::Left(Passage::Moved), &[]));
    containment::move_into(world, whom, to);
    with_narrator(world, |narrator| narrator.deed_in(&act, to, Fact::Arrived(Passage::Moved), &[]));
    perform::queue(world, act, crate::witness::look::Look::default());
    Ok(())
}

fn person(world: &World, name: &str) -> Result<Entity, Refusal> {
    people::called(world, name)
        .and_then(|id| index::find(world, &id))
        .ok_or_else(|| Refusal::Nobody { name: name.to_owned(), place: "awake just now" })
}

fn destination(world: &World, to: &str) -> Result<Entity, Refusal> {
    let index = world.resource::<Index<RoomId>>();
    let room = RoomId::new(to).ok().and_then(|id| index.get(&id));
    let with = || person(world, to).ok().and_then(|it| world.get::<ContainedIn>(it)).map(|it| it.0);
    room.or_else(with).ok_or_else(|| {
        let near = parse::near(to, index.iter().map(|(id, _)| id.as_str()));
        let hint = near.first().map(|it| format!(" Did you mean {it}?")).unwrap_or_default();
        Refusal::because(format!("There is no room and nobody called \"{to}\".{hint}"))
    })
}
