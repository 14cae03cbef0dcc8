//! Command `go`: walking from room to room, by a direction or to a place.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::{self, Candidate, Direction, Line, Picked},
    styled::list_or,
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{character::Character, name::Name},
    space::{
        containment::{self, Contents},
        journey,
        path::{self, Around},
        place, step, towards,
    },
};

/// Keywords of a candidate that has none.
const NO_WORDS: &[&str] = &[];

/// Command to walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Go {
    pub to: Destination,
}

/// Destination of a walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// One step in a direction.
    Way(Direction),
    /// Way out of the current room; a name given with it has to be that room's.
    Leave(Option<String>),
    /// Step back to the room that the walker came from.
    Back,
    /// Journey to the place with this name, step by step.
    Place(String),
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
            "out",
            "leave",
            "walk",
            "run",
            "head",
            "back",
        ],
        role: Role::Guest,
        category: Category::World,
        usage: "north (or any direction)\ngo DIRECTION\ngo to PLACE\nback\nleave",
        summary: "Walk in a direction: north, n, up, in … or to a place: go to inn",
        help: "Example: north\n\
               Each direction has a short form: n, ne, e, se, s, sw, w, nw, u, d, in, out. \
               Look shows the ways out, exits says where they lead, and map draws what is around.\n\
               go to inn walks there by itself, one step after another, through whatever stands \
               open; the name of a place or a part of it will do. stop ends such a walk, and so \
               does any step of your own. back takes the step back that brought you here. leave \
               goes out, or by the one way there is.",
        saves: Durability::Soft,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let rest = line.rest.trim_end_matches(['.', '!', '?']);
        if is_said(&line.small_verb(), rest) {
            return Err(Refusal::Speech { line: line.to_string() });
        }
        if RELATIVE.iter().any(|it| it.eq_ignore_ascii_case(rest)) {
            return Err(Refusal::because(
                "Ways are named by where they lead to here, as in: north. To see them, type: exits",
            ));
        }
        if ["there", "to there"].iter().any(|it| it.eq_ignore_ascii_case(rest)) {
            return Err(Refusal::because("Where to? Name the place, as in: go to inn"));
        }
        let to = match &*line.small_verb() {
            "go" | "walk" | "run" | "head" => whither(rest),
            "leave" if matches!(rest, "" | "here") => Some(Destination::Leave(None)),
            "leave" => Some(
                Direction::parse(rest)
                    .map_or_else(|| Destination::Leave(Some(rest.to_owned())), Destination::Way),
            ),
            "back" => Some(Destination::Back),
            verb => Direction::parse(verb).map(Destination::Way),
        };
        Ok(Self { to: to.ok_or(Refusal::Usage(Self::SPEC.usage))? })
    }
}

/// Returns whether a line is speech that only begins like a step: "in the loft under the roof",
/// "back in a minute".
fn is_said(verb: &str, rest: &str) -> bool {
    let words = rest.split_whitespace().count();
    let to = |it: &str| ["to", "the", "into", "through"].contains(&it);
    let whither = rest.split_whitespace().next().is_some_and(to);
    match verb {
        "go" | "walk" | "run" | "head" | "leave" => false,
        "back" => words > 0 && !whither,
        _ => words > 3 || (words > 2 && !whither),
    }
}

/// Relative directions, which are not supported.
const RELATIVE: [&str; 7] =
    ["left", "right", "forward", "forwards", "ahead", "straight", "straight ahead"];

/// Parses the words after the verb into a destination: "north", "to the north", "back", "towards
/// the inn".
fn whither(words: &str) -> Option<Destination> {
    if let Some(way) = Direction::parse(words) {
        return Some(Destination::Way(way));
    }
    if words.eq_ignore_ascii_case("inside") {
        return Some(Destination::Way(Direction::In));
    }
    if words.eq_ignore_ascii_case("outside") {
        return Some(Destination::Leave(None));
    }
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let place = match first.to_lowercase().as_str() {
        "toward" | "towards" => rest,
        _ => parse::leading(words).1,
    };
    let noun = parse::noun(place)?;
    Some(match Direction::parse(noun.typed) {
        Some(way) => Destination::Way(way),
        None if noun.typed.eq_ignore_ascii_case("back") => Destination::Back,
        None => Destination::Place(place.to_owned()),
    })
}

/// Runs the `go` command.
pub fn go(invocation: Invocation<Go>, world: &mut World) -> Outcome {
    let act = &invocation.act;
    let direction = match &invocation.command.to {
        Destination::Way(direction) => *direction,
        Destination::Leave(what) => way_out(world, act.actor, what.as_deref())?,
        Destination::Back => step::back(world, act.actor)?,
        Destination::Place(words) => return go_to(world, act, words),
    };
    step::step(world, act, direction, false)
}

/// Returns the direction that leads out, or the only one there is.
fn way_out(world: &World, walker: Entity, what: Option<&str>) -> Result<Direction, Refusal> {
    let room = containment::room_of(world, walker).ok_or(Refusal::Nowhere)?;
    if let Some(noun) = what.and_then(parse::noun) {
        let here = Around::look(world, room, 1, None);
        if noun.words != "room" && place::resolve_place(world, &here, &noun)?.is_none() {
            let words = format!(
                "You are not in \"{}\". leave alone goes out of here; to leave the game, type quit.",
                noun.words
            );
            return Err(Refusal::because(words));
        }
    }
    let ways: Vec<Direction> = path::ways(world, room).map(|it| it.direction).collect();
    match ways.as_slice() {
        [] => Err(Refusal::NoWay(Direction::Out)),
        [one] => Ok(*one),
        several if several.contains(&Direction::Out) => Ok(Direction::Out),
        several => {
            let names: Vec<&str> = several.iter().map(|it| it.name()).collect();
            let which = list_or(&names);
            Err(Refusal::because(format!("Which way would you like to leave: {which}?")))
        }
    }
}

fn go_to(world: &mut World, act: &Act, words: &str) -> Outcome {
    let noun = parse::noun(words).ok_or(Refusal::Usage(Go::SPEC.usage))?;
    let here = containment::room_of(world, act.actor).ok_or(Refusal::Nowhere)?;
    let around = Around::look(world, here, place::MOST_ROOMS, None);
    if let Some(room) = place::resolve_place(world, &around, &noun)? {
        let way = around.way_to(room).unwrap_or_default();
        return journey::set_out(world, act, place::name(world, room).into(), way);
    }
    if let Some(direction) = towards::way(world, here, words)? {
        return step::step(world, act, direction, false);
    }
    // "go up the stairs" is a direction where no place has that name.
    let first = words.split_whitespace().next().and_then(Direction::parse);
    if let Some(direction) = first {
        return step::step(world, act, direction, false);
    }
    Err(match present(world, here, act.actor, words) {
        Some(name) => Refusal::because(format!("{name} is right here.")),
        None if path::ways(world, here).all(|way| !way.is_open()) => {
            Refusal::because("No way out of here stands open just now.")
        }
        None => Refusal::because(format!(
            "No open way leads to a place called \"{}\". Type exits or map to see where you can go; \
             to reach somebody anywhere, type: page NAME TEXT",
            noun.words
        )),
    })
}

/// Returns the name of another character in the room that the words mean. A character elsewhere is
/// treated as unknown, because people are no places.
fn present<'w>(world: &'w World, room: Entity, actor: Entity, words: &str) -> Option<&'w str> {
    let noun = parse::noun(words)?;
    let inside = world.get::<Contents>(room)?.iter();
    let people = inside.filter(|it| *it != actor && world.get::<Character>(*it).is_some());
    let named = people.filter_map(|it| world.get::<Name>(it)).map(|name| Candidate {
        value: &*name.0,
        name: &name.0,
        keywords: NO_WORDS,
    });
    match parse::pick(&noun, named) {
        Picked::Found(found) => found.first().copied(),
        Picked::Nothing | Picked::Ambiguous(_) => None,
    }
}
