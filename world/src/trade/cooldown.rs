//! What counts about a character only until a moment: that it had something, and may not have it again
//! so soon; and remarks that somebody made in its favour.

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

/// What counts about a character until a moment, saved with the character. What is over is dropped
/// whenever something is added, so it never holds more than the content has offers.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[component(immutable, on_insert = dirty::touched)]
#[serde(default)]
pub struct Cooldowns {
    /// What it had, as `mara/soup`, and when it may have it again; never without a moment.
    had: BTreeMap<String, Option<WorldTime>>,
    /// Those of its marks that end, and when.
    marks: BTreeMap<MarkId, WorldTime>,
}

impl Cooldowns {
    /// Whether nothing counts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.had.is_empty() && self.marks.is_empty()
    }

    /// Drops what is over of what it had.
    fn expire(&mut self, now: WorldTime) {
        self.had.retain(|_, until| until.is_none_or(|it| it > now));
    }

    /// Takes out the marks that are over.
    fn ended(&mut self, now: WorldTime) -> BTreeSet<MarkId> {
        let over = self.marks.extract_if(.., |_, until| *until <= now);
        over.map(|(mark, _)| mark).collect()
    }
}

/// A mark of somebody may be over.
struct MarkEnds(CharacterId);

impl Due for MarkEnds {
    // Nobody sees anything of it, and whoever comes in loses what is over anyhow.
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

/// Has everything about somebody end that is over. What still counts ends in its time.
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

/// Takes the marks of somebody that are over, and waits for the next one.
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

/// Remarks something about somebody: for good, or for so many seconds. What is remarked for good
/// already stays so.
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

/// What an offer of somebody is called here; none for what is nobody's.
pub(super) fn key(world: &World, by: Entity, offer: &Offer) -> Option<String> {
    Some(format!("{}/{}", people::who(world, by)?.id, offer.id))
}

/// Until when somebody may not have an offer of `by` again; never without a moment. None when they
/// may.
pub(super) fn not_before(
    world: &World,
    who: Entity,
    by: Entity,
    offer: &Offer,
) -> Option<Option<WorldTime>> {
    // A reload may have made it free for all since.
    if offer.again == HadAgain::AtOnce {
        return None;
    }
    let until = *world.get::<Cooldowns>(who)?.had.get(&key(world, by, offer)?)?;
    until.is_none_or(|it| it > world.resource::<Clock>().now).then_some(until)
}

/// Notes that somebody has an offer of `by`, where that keeps them from having it again.
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
