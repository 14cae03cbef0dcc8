//! `teleport` command: instant movement of a character to any room.

use bevy_ecs::prelude::*;
use engine::{
    id::RoomId,
    index::{self, Index},
    save::durability::Durability,
};
use text::parse::{self, Line};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        perform,
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::people,
    space::{
        containment::{self, ContainedIn, PlannedMove},
        room::ZoneNames,
    },
    witness::{
        fact::{Fact, Passage},
        narrator::with_narrator,
    },
};

/// `teleport` command: moves a character to any room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Teleport {
    /// Name of the character to move; none for the actor.
    pub who: Option<String>,
    /// Destination: id of a room, or name of a character whose room it is.
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

/// Runs `teleport`: moves the character, announces it in both rooms, and queues a `look`.
pub fn teleport(invocation: Invocation<Teleport>, world: &mut World) -> Outcome {
    let whom = match &invocation.command.who {
        Some(name) => person(world, name)?,
        None => invocation.act.actor,
    };
    let to = destination(world, &invocation.command.to)?;
    let act = Act { actor: whom, ..invocation.act.clone() };
    let from = containment::room_of(world, whom).ok_or(Refusal::Nowhere)?;
    let planned = PlannedMove::new(world, whom, to)?;
    with_narrator(world, |narrator| narrator.deed_in(&act, from, Fact::Left(Passage::Moved), &[]));
    planned.make(world);
    with_narrator(world, |narrator| narrator.deed_in(&act, to, Fact::Arrived(Passage::Moved), &[]));
    perform::queue(world, act, crate::witness::look::Look::default());
    Ok(())
}

fn person(world: &World, name: &str) -> Result<Entity, Refusal> {
    people::called(world, name)
        .and_then(|id| index::find(world, &id))
        .ok_or_else(|| Refusal::Nobody { name: name.to_owned(), place: "awake just now" })
}

/// Returns the room ids to compare with a wrong one: those of the zone it names, or of zones with a
/// similar name. The number of rooms is unbounded, so the rest are not searched.
fn near_rooms<'w>(world: &'w World, to: &str) -> impl Iterator<Item = &'w str> {
    let (index, zones) = (world.resource::<Index<RoomId>>(), &world.resource::<ZoneNames>().0);
    let named = to.split_once('/').map_or(to, |(zone, _)| zone);
    let zones: Vec<&str> = match zones.get_key_value(named) {
        Some((zone, _)) => vec![zone],
        None => parse::near(named, zones.keys().map(String::as_str)),
    };
    zones.into_iter().flat_map(|zone| {
        // Lower bound of the zone's ids: `-` sorts before letters and digits.
        let first = RoomId::new(&format!("{zone}/-")).ok();
        let from = first.into_iter().flat_map(|first| index.from(first));
        let in_zone = move |id: &&str| id.split_once('/').is_some_and(|(it, _)| it == zone);
        from.map(|(id, _)| id.as_str()).take_while(in_zone)
    })
}

fn destination(world: &World, to: &str) -> Result<Entity, Refusal> {
    let index = world.resource::<Index<RoomId>>();
    let room = RoomId::new(to).ok().and_then(|id| index.get(&id));
    let with = || person(world, to).ok().and_then(|it| world.get::<ContainedIn>(it)).map(|it| it.0);
    room.or_else(with).ok_or_else(|| {
        let near = parse::near(to, near_rooms(world, to));
        let hint = near.first().map(|it| format!(" Did you mean {it}?")).unwrap_or_default();
        Refusal::because(format!("There is no room and nobody called \"{to}\".{hint}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn a_mistyped_room_is_guessed_at_within_zones_of_that_name() {
        let zone = |id: &str, rooms: &[&str]| {
            let room = |it: &&str| {
                format!(
                    "(id: \"{it}\", name: \"R\", description: \"D\", exits: [(direction: Up, to: \"town/square\")]),"
                )
            };
            let rooms: String = rooms.iter().map(room).collect();
            format!("(id: \"{id}\", name: \"Z\", rooms: [{rooms}])")
        };
        let town = r#"(id: "town", name: "Town", rooms: [(id: "square", name: "S", description: "D",
            exits: [(direction: North, to: "gate"), (direction: South, to: "hill/cairn")]),
            (id: "gate", name: "G", description: "D")])"#;
        let world = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "town/square")"#;
        let hill = zone("hill", &["cairn"]);
        let files = [("world.ron", world), ("zones/town.ron", town), ("zones/hill.ron", &*hill)];
        let mut game = Fixture::new(&files);
        let wiz = game.enter("Wiz", Role::Staff, "town/square");
        for (typed, meant) in [
            ("town/sqare", "Did you mean town/square?"),
            ("twon/gate", "Did you mean town/gate?"),
            ("hill", "Did you mean hill/cairn?"),
            ("hil/cairn", "Did you mean hill/cairn?"),
            ("town/cairn", "called \"town/cairn\"."),
            ("sea/shore", "called \"sea/shore\"."),
        ] {
            let read = game.type_line(wiz, &format!("teleport {typed}"));
            assert!(read.ends_with(meant), "{typed}: {read}");
        }
    }
}
