//! Cooldowns of offers per character, and marks that expire.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::{CharacterId, MarkId},
    index,
    save::{dirty, durability::Durability},
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use super::{
    offer::{HadAgain, Offer},
    purse::Marks,
};
use crate::{
    act::due::{self, AddDue, Due},
    beings::{character::Character, people},
};

/// Cooldowns and expiring marks of a character, saved with it. Expired entries are removed at each
/// insertion, so the size is bounded by the number of offers in the content.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[component(immutable, on_insert = dirty::touched)]
#[serde(default)]
pub struct Cooldowns {
    /// End of the cooldown by offer key, such as `mara/soup`; none means never again.
    had: BTreeMap<String, Option<WorldTime>>,
    /// Expiry times of the marks that expire.
    marks: BTreeMap<MarkId, WorldTime>,
}

impl Cooldowns {
    /// Returns whether there are no cooldowns and no expiring marks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.had.is_empty() && self.marks.is_empty()
    }

    /// Removes expired cooldowns.
    fn expire(&mut self, now: WorldTime) {
        self.had.retain(|_, until| until.is_none_or(|it| it > now));
    }

    /// Removes and returns the expired marks.
    fn ended(&mut self, now: WorldTime) -> BTreeSet<MarkId> {
        let over = self.marks.extract_if(.., |_, until| *until <= now);
        over.map(|(mark, _)| mark).collect()
    }
}

/// Timer that removes expired marks of a character.
struct MarkEnds(CharacterId);

impl Due for MarkEnds {
    // The removal is invisible, and also done when a character logs in.
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        if let Some(who) = index::find(world, &self.0) {
            end_marks(world, who);
        }
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<MarkEnds>();
}

/// Removes expired cooldowns and marks of a character that enters the world, and starts the timer
/// of the next expiry.
pub(crate) fn awake(world: &mut World, who: Entity) {
    let now = world.resource::<Clock>().now;
    let Some(mut all) = world.get::<Cooldowns>(who).cloned() else { return };
    let before = all.had.len();
    all.expire(now);
    if all.had.len() < before {
        world.entity_mut(who).insert(all);
    }
    end_marks(world, who);
}

/// Removes expired marks of a character, and starts the timer of the next expiry.
fn end_marks(world: &mut World, who: Entity) {
    let now = world.resource::<Clock>().now;
    let Some(mut all) = world.get::<Cooldowns>(who).cloned() else { return };
    let over = all.ended(now);
    let next = all.marks.values().min().copied();
    if !over.is_empty() {
        let mut marks = world.get::<Marks>(who).cloned().unwrap_or_default();
        marks.0.retain(|it| !over.contains(it));
        world.entity_mut(who).insert((marks, all));
    }
    if let (Some(next), Some(Character(id))) = (next, world.get::<Character>(who).cloned()) {
        due::enter(world, next, MarkEnds(id));
    }
}

/// Adds marks to a character, for `lasts` seconds or for good. A mark that is permanent already
/// stays so.
pub(super) fn mark(world: &mut World, who: Entity, marks: &[MarkId], lasts: Option<u32>) {
    if marks.is_empty() {
        return;
    }
    let until = lasts.map(|it| world.resource::<Clock>().now.after(Duration::from_secs(it.into())));
    let mut all = world.get::<Marks>(who).cloned().unwrap_or_default();
    let mut lapsing = world.get::<Cooldowns>(who).cloned().unwrap_or_default();
    let before = lapsing.clone();
    for mark in marks {
        let is_new = all.0.insert(mark.clone());
        match until {
            None => drop(lapsing.marks.remove(mark)),
            Some(until) if is_new || lapsing.marks.contains_key(mark) => {
                lapsing.marks.insert(mark.clone(), until);
            }
            Some(_) => {}
        }
    }
    world.entity_mut(who).insert(all);
    if lapsing != before {
        world.entity_mut(who).insert(lapsing);
        end_marks(world, who);
    }
}

/// Returns the key of an offer, such as `mara/soup`; none if `by` is no character.
pub(super) fn key(world: &World, by: Entity, offer: &Offer) -> Option<String> {
    Some(format!("{}/{}", people::who(world, by)?.id, offer.id))
}

/// Returns the end of the cooldown of an offer of `by` for a character: an inner none means never
/// again. Returns none if there is no cooldown.
pub(super) fn not_before(
    world: &World,
    who: Entity,
    by: Entity,
    offer: &Offer,
) -> Option<Option<WorldTime>> {
    // A reload may have removed the cooldown since.
    if offer.again == HadAgain::AtOnce {
        return None;
    }
    let until = *world.get::<Cooldowns>(who)?.had.get(&key(world, by, offer)?)?;
    until.is_none_or(|it| it > world.resource::<Clock>().now).then_some(until)
}

/// Starts the cooldown of an offer of `by` for a character, if the offer has one.
pub(super) fn had(world: &mut World, who: Entity, by: Entity, offer: &Offer) {
    let now = world.resource::<Clock>().now;
    let until = match offer.again {
        HadAgain::AtOnce => return,
        HadAgain::After(seconds) => Some(now.after(Duration::from_secs(seconds.into()))),
        HadAgain::Never => None,
    };
    let Some(key) = key(world, by, offer) else { return };
    let mut all = world.get::<Cooldowns>(who).cloned().unwrap_or_default();
    all.expire(now);
    all.had.insert(key, until);
    world.entity_mut(who).insert(all);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{act::permission::Role, fixture::Fixture};

    #[test]
    fn a_mark_ends_in_its_time_unless_it_is_there_for_good() {
        let mut game = Fixture::town();
        game.enter("Ann", Role::Player, "town/square");
        let ann = game.entity("ann").unwrap();
        let [short, long, kept] = ["short", "long", "kept"].map(|it| MarkId::new(it).unwrap());
        let has = |game: &Fixture| game.sim.world().get::<Marks>(ann).unwrap().0.clone();
        let world = game.sim.world_mut();
        mark(world, ann, std::slice::from_ref(&kept), None);
        mark(world, ann, &[short.clone(), kept.clone()], Some(60));
        mark(world, ann, std::slice::from_ref(&long), Some(60));
        // Said once more it lasts from then on; and what becomes true for good has no end.
        game.now = game.now.after(Duration::from_secs(30));
        game.tick();
        mark(game.sim.world_mut(), ann, std::slice::from_ref(&long), Some(60));
        assert_eq!(has(&game), [short, long.clone(), kept.clone()].into());
        game.now = game.now.after(Duration::from_secs(31));
        game.tick();
        assert_eq!(has(&game), [long.clone(), kept.clone()].into());
        mark(game.sim.world_mut(), ann, std::slice::from_ref(&long), None);
        game.now = game.now.after(Duration::from_secs(100));
        game.tick();
        assert_eq!(has(&game), [long, kept].into());
        assert!(game.sim.world().get::<Cooldowns>(ann).unwrap().is_empty());
    }
}
