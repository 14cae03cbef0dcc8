//! Building commands of other MUDs (dig, create, edit): builders are shown the content file to edit
//! instead.

use bevy_ecs::prelude::*;
use engine::{
    id::{CharacterId, RoomId},
    index,
    simulation::Simulation,
};
use text::parse::{self, BuildingLine, Line};

use crate::{
    act::{permission::Role, refusal::Refusal, verbs::BuildingReader},
    beings::{
        character::Character,
        name::{AuthoredAt, Name},
    },
    space::{
        containment::{self, Contents},
        room::Room,
    },
};

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().insert_resource(BuildingReader(read));
}

fn read(world: &World, actor: Entity, line: &Line<'_>, role: Role) -> Option<Refusal> {
    let meant = parse::building(line)?;
    let room = containment::room_of(world, actor)?;
    if let BuildingLine::Edit(noun) = meant
        && is_about_oneself(line, noun)
        && called(world, actor, room, noun).is_none()
    {
        return None;
    }
    if role < Role::Builder {
        return for_players(meant, line);
    }
    let here = world.get::<Room>(room).map(|it| it.0.to_string())?;
    let at = world.get::<AuthoredAt>(room)?;
    let words = match meant {
        BuildingLine::Edit("") => {
            format!(
                "This room, {here}, stands in {at} of the content. Change it there, and type: reload"
            )
        }
        BuildingLine::Edit(noun) => match called(world, actor, room, noun) {
            Some(it) => place_of(world, it)?,
            None => format!(
                "There is no \"{noun}\" here. This room, {here}, stands in {at} of the content, with \
                 its details. Change it there, and type: reload"
            ),
        },
        BuildingLine::Dig => format!(
            "Rooms and the ways between them stand in the content, and this one, {here}, in {at}. \
             Add a way to its exits there, as in (direction: Up, to: \"attic\"), write the room \
             beside it, and type: reload"
        ),
        BuildingLine::Create => format!(
            "Kinds of things stand in the content, under kinds in {}. Write one there, and its id \
             under things in a room, such as this one, {here}, in {at}; then type: reload",
            at.path
        ),
    };
    Some(Refusal::because(words))
}

/// Returns whether a line with `=` may set a property of the player rather than of the noun.
fn is_about_oneself(line: &Line<'_>, noun: &str) -> bool {
    !noun.is_empty() && line.rest.contains('=') && !line.verb.starts_with('@')
}

/// Returns the answer to a player's building line; none if the words may mean something else, which
/// is left to the content.
fn for_players(meant: BuildingLine<'_>, line: &Line<'_>) -> Option<Refusal> {
    let words = "What places and things are like is up to those who build the game. To propose \
                 something, type: idea TEXT. To say what you look like, type: describe TEXT";
    match meant {
        BuildingLine::Edit(_) if line.rest.contains('=') => Some(Refusal::because(words)),
        BuildingLine::Edit(_) | BuildingLine::Dig | BuildingLine::Create => None,
    }
}

/// Finds a character or item by name in the actor's inventory or room, or a room or character by
/// id.
fn called(world: &World, actor: Entity, room: Entity, noun: &str) -> Option<Entity> {
    let noun = noun.to_lowercase();
    let is_called = |it: &Entity| {
        world.get::<Name>(*it).is_some_and(|name| {
            let name = name.0.to_lowercase();
            name == noun || name.split_whitespace().any(|word| word == noun)
        })
    };
    let inside = |of: Entity| world.get::<Contents>(of).into_iter().flat_map(|it| it.iter());
    let here = inside(actor).chain(inside(room)).find(is_called);
    here.or_else(|| RoomId::new(&noun).ok().and_then(|id| index::find(world, &id)))
        .or_else(|| CharacterId::new(&noun).ok().and_then(|id| index::find(world, &id)))
}

/// Returns a sentence with the position of an entity in the content files; none without a name.
fn place_of(world: &World, entity: Entity) -> Option<String> {
    let name = &world.get::<Name>(entity)?.0;
    let Some(at) = world.get::<AuthoredAt>(entity) else {
        let words = format!(
            "{name} stands nowhere in the content: players say themselves what they look like."
        );
        return Some(words);
    };
    let is_thing = world.get::<Room>(entity).is_none() && world.get::<Character>(entity).is_none();
    let what = if is_thing { "is of a kind that stands" } else { "stands" };
    Some(format!("\"{name}\" {what} in {at} of the content. Change it there, and type: reload"))
}
