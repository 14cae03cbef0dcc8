//! What is authored for somebody to offer, and whether somebody meets the terms.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::id::KindId;

use crate::{
    space::{calendar, containment::Contents},
    things::thing::Thing,
    trade::{
        offer::{Condition, Offer, is_between},
        purse::{Marks, Purse},
        regard::regard,
        remark,
    },
};

/// What an assistant may do for players.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Offers(pub Arc<[Offer]>);

/// Whether a condition holds for somebody; `by` is whose offer it is, if it is anybody's.
pub(crate) fn holds(world: &World, by: Option<Entity>, who: Entity, condition: &Condition) -> bool {
    let marks = || world.get::<Marks>(who).map(|it| &it.0);
    match condition {
        Condition::Carries(kind) => carried(world, who, kind).next().is_some(),
        Condition::Coins(n) => world.get::<Purse>(who).is_some_and(|it| it.0 >= *n),
        Condition::Marked(mark) => marks().is_some_and(|it| it.contains(mark)),
        Condition::NotMarked(mark) => marks().is_none_or(|it| !it.contains(mark)),
        Condition::Visited(room) => {
            remark::visited(room).is_some_and(|mark| marks().is_some_and(|it| it.contains(&mark)))
        }
        Condition::Said(words) => marks().is_some_and(|it| it.contains(&remark::said(words))),
        Condition::Hour(from, until) => is_between(calendar::now(world).hour, *from, *until),
        Condition::Regard(least) => by.is_some_and(|it| regard(world, it, who) >= *least),
    }
}

/// The things of a kind that somebody carries.
pub(crate) fn carried(world: &World, who: Entity, kind: &KindId) -> impl Iterator<Item = Entity> {
    let contents = world.get::<Contents>(who).into_iter().flat_map(|it| it.iter());
    contents.filter(move |it| world.get::<Thing>(*it).is_some_and(|thing| thing.kind == *kind))
}
