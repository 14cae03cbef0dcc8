//! Resolution of a noun to a door or an exit of a room.

use bevy_ecs::{
    prelude::*,
    system::{SystemParam, SystemState},
};
use text::{
    parse::{self, Candidate, Direction, Noun, Pick, Picked},
    prose,
    styled::list_or,
};

use crate::{
    act::refusal::Refusal,
    beings::name::Name,
    space::{
        door::Door,
        exit::{Called, ExitDirection, ExitOf, Exits, LeadsTo},
        room::Room,
    },
};

/// Words for a door of any name.
const ANY_DOOR: &[&str] = &["door", "doors", "gate"];

/// Door, with its direction and the room behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doorway {
    pub direction: Direction,
    /// Room behind it.
    pub to: Entity,
    pub door: Door,
}

/// System parameter that reads exits by the names that people have for them.
#[derive(SystemParam)]
pub struct Towards<'w, 's> {
    exits: Query<'w, 's, &'static Exits>,
    ways: Query<
        'w,
        's,
        (&'static ExitDirection, &'static LeadsTo, Option<&'static Door>, Option<&'static Called>),
        With<ExitOf>,
    >,
    rooms: Query<'w, 's, (&'static Room, &'static Name)>,
}

impl Towards<'_, '_> {
    fn exits(&self, room: Entity) -> impl Iterator<Item = Entity> {
        self.exits.get(room).ok().into_iter().flat_map(|it| it.iter())
    }

    /// Returns whether an exit leads in a direction.
    #[must_use]
    pub fn leads(&self, room: Entity, direction: Direction) -> bool {
        self.exits(room).any(|it| self.ways.get(it).is_ok_and(|(way, ..)| way.0 == direction))
    }

    /// Returns the doors of a room.
    #[must_use]
    pub fn doors(&self, room: Entity) -> Vec<Doorway> {
        let doorway = |exit| {
            let (way, to, door, _) = self.ways.get(exit).ok()?;
            Some(Doorway { direction: way.0, to: to.0, door: door?.clone() })
        };
        self.exits(room).filter_map(doorway).collect()
    }

    /// Resolves a noun to a door: by its direction, by its name, or as the only one there is.
    ///
    /// # Errors
    /// [`Refusal::Which`] when several doors fit.
    pub fn door(&self, room: Entity, noun: &Noun<'_>) -> Result<Option<Doorway>, Refusal> {
        let doors = self.doors(room);
        let way = Direction::parse(noun.typed);
        if let Some(one) = doors.iter().find(|it| Some(it.direction) == way) {
            return Ok(Some(one.clone()));
        }
        let called =
            doors.iter().map(|it| Candidate { value: it, name: &it.door.name, keywords: NO_WORDS });
        let mut picked = parse::pick(noun, called);
        let is_any = ANY_DOOR.iter().any(|it| it.eq_ignore_ascii_case(noun.words));
        if matches!(picked, Picked::Nothing) && is_any {
            picked = match doors.as_slice() {
                [] => Picked::Nothing,
                [one] => Picked::Found(vec![one]),
                several => Picked::Ambiguous(several.iter().collect()),
            };
        }
        one_of(picked, noun, |it| &it.door.name).map(|it| it.cloned())
    }

    /// Returns whether each of these words is a whole word of one name of an exit.
    #[must_use]
    pub fn is_called(&self, room: Entity, way: Direction, words: &str) -> bool {
        let ways = self.named_ways(room);
        let mut names = ways
            .iter()
            .filter(|(it, ..)| *it == way)
            .flat_map(|(_, name, more)| more.iter().copied().chain([*name]));
        names.any(|name| prose::words_of(words).all(|word| prose::has(name, word)))
    }

    /// Returns the exits of a room, each with the name of the room behind it and its other names.
    fn named_ways(&self, room: Entity) -> Vec<(Direction, &str, Vec<&str>)> {
        let named = |exit| {
            let (way, to, door, called) = self.ways.get(exit).ok()?;
            let (id, name) = self.rooms.get(to.0).ok()?;
            let called = called.into_iter().flat_map(|it| it.0.iter().map(String::as_str));
            let door = door.map(|it| &*it.name);
            let id = id.0.as_str().rsplit('/').next();
            Some((way.0, &*name.0, called.chain(door).chain(id).collect()))
        };
        self.exits(room).filter_map(named).collect()
    }

    /// Resolves a noun to an exit: by its own names, by its door, or by the name or the last part
    /// of the id of the room behind it.
    ///
    /// # Errors
    /// [`Refusal::Which`] when several exits fit.
    pub fn way(&self, room: Entity, noun: &Noun<'_>) -> Result<Option<Direction>, Refusal> {
        let words = self.named_ways(room);
        let candidates = words.iter().map(|(way, name, keywords)| Candidate {
            value: (*way, *name),
            name,
            keywords,
        });
        let picked = parse::pick(noun, candidates);
        Ok(one_of(picked, noun, |it| it.1)?.map(|it| it.0))
    }
}

/// Resolves words to an exit, as in "through the curtain" or "up the ladder".
///
/// # Errors
/// [`Refusal::Which`] when several exits fit.
pub(super) fn way(
    world: &mut World,
    room: Entity,
    words: &str,
) -> Result<Option<Direction>, Refusal> {
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let leads = ["through", "over", "across", "up", "down", "under", "around"];
    let is_lead = leads.iter().any(|it| it.eq_ignore_ascii_case(first)) && !rest.is_empty();
    let noun = parse::noun(if is_lead { rest } else { words }).filter(|it| it.pick == Pick::Any);
    let Some(noun) = noun else { return Ok(None) };
    let mut state = SystemState::<Towards>::new(world);
    state.get(world).map_or(Ok(None), |towards| towards.way(room, &noun))
}

/// Keywords of a candidate that has none.
const NO_WORDS: &[String] = &[];

fn one_of<T>(
    picked: Picked<T>,
    noun: &Noun<'_>,
    name: impl Fn(&T) -> &str,
) -> Result<Option<T>, Refusal> {
    match picked {
        Picked::Found(found) => Ok(found.into_iter().next()),
        Picked::Nothing => Ok(None),
        Picked::Ambiguous(several) => {
            let names: Vec<&str> = several.iter().take(6).map(&name).collect();
            let options = list_or(&names);
            Err(Refusal::Which { noun: noun.words.to_owned(), options })
        }
    }
}
