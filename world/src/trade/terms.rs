//! Offers of an NPC, and the evaluation of their conditions.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{id::KindId, label::Readers};

use crate::{
    space::{calendar, containment::Contents},
    things::thing::Thing,
    trade::{
        offer::{Condition, Offer, is_between},
        purse::{Marks, Purse},
        regard::regard,
        remark::{self, SaidAside},
    },
};

/// Offers of an NPC to players.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Offers(pub Arc<[Offer]>);

/// Returns whether a condition holds for a character, as far as `readers` may know it; `by` is the
/// offerer, if any.
pub(crate) fn holds(
    world: &World,
    by: Option<Entity>,
    who: Entity,
    condition: &Condition,
    readers: &Readers,
) -> bool {
    let marks = || world.get::<Marks>(who).map(|it| &it.0);
    match condition {
        Condition::Carries(kind) => carried(world, who, kind).next().is_some(),
        Condition::Coins(n) => world.get::<Purse>(who).is_some_and(|it| it.0 >= *n),
        Condition::Marked(mark) => marks().is_some_and(|it| it.contains(mark)),
        Condition::NotMarked(mark) => marks().is_none_or(|it| !it.contains(mark)),
        Condition::Visited(room) => {
            remark::visited(room).is_some_and(|mark| marks().is_some_and(|it| it.contains(&mark)))
        }
        Condition::Said(words) => {
            let mark = remark::said(words);
            let aside =
                || world.get::<SaidAside>(who).is_some_and(|it| it.is_known(&mark, readers));
            marks().is_some_and(|it| it.contains(&mark)) || aside()
        }
        Condition::Hour(from, until) => is_between(calendar::now(world).hour, *from, *until),
        Condition::Regard(least) => by.is_some_and(|it| regard(world, it, who, readers) >= *least),
    }
}

/// Returns whether all of some conditions hold for a character, as far as `readers` may know it; `by` is
/// whose regard counts.
#[must_use]
pub fn all_hold(
    world: &World,
    by: Entity,
    who: Entity,
    conditions: &[Condition],
    readers: &Readers,
) -> bool {
    conditions.iter().all(|it| holds(world, Some(by), who, it, readers))
}

/// Has the visits of rooms and the words that some conditions ask for noted from now on.
pub fn watch_for<'a>(world: &mut World, conditions: impl Iterator<Item = &'a Condition>) {
    remark::watch(world, conditions);
}

/// Iterates over the items of a kind that a character carries.
pub(crate) fn carried(world: &World, who: Entity, kind: &KindId) -> impl Iterator<Item = Entity> {
    let contents = world.get::<Contents>(who).into_iter().flat_map(|it| it.iter());
    contents.filter(move |it| world.get::<Thing>(*it).is_some_and(|thing| thing.kind == *kind))
}
