//! Resolution of nouns among everything that a character can see.

use bevy_ecs::prelude::*;
use text::parse::{self, Candidate, Direction, Noun, Pick, Picked};

use super::{NO_WORDS, Scope, Sight};
use crate::{
    act::refusal::Refusal,
    beings::{character::Who, people::People},
    space::door::Door,
};

/// Entities that a noun means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matches {
    /// Entities that fit, in order.
    pub fitting: Vec<Entity>,
    /// Number of them that are meant, if one was typed.
    pub number: Option<usize>,
}

/// Target of a look.
#[derive(Debug, Clone, Copy)]
pub enum Seen<'a> {
    /// A thing or a person.
    Entity(Entity),
    /// A detail of the room's scenery.
    Detail(&'a str),
    /// A door, and its direction.
    Door(Direction, &'a Door),
    /// A direction, whether an exit leads there or not.
    Way(Direction),
    /// Word that a text here only mentions.
    Mentioned,
}

/// Returns the first candidate that was found, where a question would not help.
fn first<T>(picked: Picked<T>) -> Option<T> {
    match picked {
        Picked::Found(found) | Picked::Ambiguous(found) => found.into_iter().next(),
        Picked::Nothing => None,
    }
}

/// Resolves a noun among scenery. There is one of each, so a number or "all" is part of a name or
/// is ignored.
pub(super) fn one_of<'a, T: Clone, C: Iterator<Item = Candidate<'a, T>>>(
    noun: &Noun<'_>,
    scenery: impl Fn() -> C,
) -> Option<T> {
    let picked = |noun: &Noun<'_>| first(parse::pick(noun, scenery()));
    match noun.pick {
        Pick::Any | Pick::Nth(_) => picked(noun),
        Pick::Count(_) | Pick::All => {
            [noun.typed, noun.words].into_iter().find_map(|words| picked(&Noun::called(words)))
        }
    }
}

impl Sight<'_, '_> {
    /// Resolves a noun to all entities that it means, plurals included, and the number of them that
    /// is meant.
    ///
    /// # Errors
    /// [`Refusal::NotHere`], [`Refusal::NotCarried`] or [`Refusal::Nobody`] when nothing fits,
    /// [`Refusal::Which`] when the noun is ambiguous.
    pub fn several(
        &self,
        actor: Entity,
        noun: &Noun<'_>,
        scope: Scope,
    ) -> Result<Matches, Refusal> {
        match parse::pick_several(noun, self.named_for(actor, scope)) {
            (Picked::Found(fitting), number) => Ok(Matches { fitting, number }),
            // "all" in an empty scope is no error.
            (Picked::Nothing, _) if noun.pick == Pick::All && noun.words.is_empty() => {
                Ok(Matches { fitting: Vec::new(), number: None })
            }
            (picked, _) => Err(self.refused(actor, picked, noun, scope)),
        }
    }

    /// Resolves the target of a look. A name exactly as it was typed comes first, then a direction,
    /// and then other meanings of the words; each time items and people come before details, and
    /// details before doors. Words that are no name may still mean a part of something, or
    /// something that a text here mentions.
    ///
    /// # Errors
    /// As [`Sight::find`].
    pub fn look_for(&self, actor: Entity, noun: &Noun<'_>) -> Result<Seen<'_>, Refusal> {
        let room = self.room_of(actor).ok_or(Refusal::Nowhere)?;
        let way = Direction::parse(noun.typed);
        if (way.is_some() || noun.is_read())
            && let Some(called) = self.called(actor, room, noun)
        {
            return Ok(called);
        }
        if let Some(way) = way {
            return Ok(Seen::Way(way));
        }
        let refusal = match self.find(actor, noun, Scope::Anything) {
            Ok(it) => return Ok(Seen::Entity(it)),
            Err(refusal) => refusal,
        };
        if noun.words.is_empty() {
            return Err(refusal);
        }
        let detail = self.detail(room, noun).map(Seen::Detail);
        let door = || self.door(room, noun).map(|(way, door)| Seen::Door(way, door));
        match detail.or_else(door) {
            Some(seen) => Ok(seen),
            None if matches!(refusal, Refusal::Which { .. }) => Err(refusal),
            None => self.closer(actor, room, noun, refusal).map_err(|refusal| {
                let Refusal::NotHere { noun: typed, .. } = refusal else { return refusal };
                Refusal::NotHere { noun: typed, near: self.near(actor, noun, Scope::Anything) }
            }),
        }
    }

    /// Returns whether a noun means a part of the room that nobody can carry away: a detail, a
    /// door, or something that a text here mentions.
    #[must_use]
    pub fn is_of_place(&self, actor: Entity, noun: &Noun<'_>) -> bool {
        let seen = self.look_for(actor, noun);
        matches!(seen, Ok(Seen::Detail(_) | Seen::Door(..) | Seen::Mentioned))
    }

    fn called(&self, actor: Entity, room: Entity, noun: &Noun<'_>) -> Option<Seen<'_>> {
        let matched = first(parse::pick_called(noun, self.named_for(actor, Scope::Anything)));
        let detail = || first(parse::pick_called(noun, self.details(room))).map(Seen::Detail);
        let door = || first(parse::pick_called(noun, self.doors(room)));
        matched
            .map(Seen::Entity)
            .or_else(detail)
            .or_else(|| door().map(|(way, door)| Seen::Door(way, door)))
    }

    pub(super) fn details(&self, room: Entity) -> impl Iterator<Item = Candidate<'_, &str>> {
        let details = self.rooms.get(room).ok().and_then(|(_, _, details, _)| details);
        details.into_iter().flat_map(|it| it.0.iter()).filter_map(|(words, text)| {
            let (name, keywords) = words.split_first()?;
            Some(Candidate { value: text.as_str(), name, keywords })
        })
    }

    pub(super) fn doors(
        &self,
        room: Entity,
    ) -> impl Iterator<Item = Candidate<'_, (Direction, &Door)>> {
        let exits = self.exits.get(room).ok().into_iter().flat_map(|it| it.iter());
        exits.filter_map(|exit| {
            let (way, _, door) = self.ways.get(exit).ok()?;
            let door = door?;
            Some(Candidate { value: (way.0, door), name: &door.name, keywords: NO_WORDS })
        })
    }
}

/// Resolves names to people, each once, in the order of their first mention.
///
/// # Errors
/// First error of `find`.
pub fn everybody(
    names: &[String],
    people: &People,
    find: impl Fn(&str) -> Result<Entity, Refusal>,
) -> Result<(Vec<Entity>, Vec<Who>), Refusal> {
    let (mut found, mut known) = (Vec::new(), Vec::with_capacity(names.len()));
    for name in names {
        let entity = find(name)?;
        if !found.contains(&entity)
            && let Some(who) = people.who(entity)
        {
            found.push(entity);
            known.push(who);
        }
    }
    Ok((found, known))
}
