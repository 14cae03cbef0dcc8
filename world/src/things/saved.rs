//! What lasts of things.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    former::FormerIds,
    id::{KindId, ThingId},
    index,
    label::Label,
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{
    beings::{name::Authorship, saved::Players},
    space::room::{Room, Start},
    things::{
        holder::Holder,
        kind::Kinds,
        respawn::SpawnPoint,
        thing::{self, KIND, Thing},
        worn::{Wearable, Worn},
    },
};

/// A thing, as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingDocument {
    /// The first form.
    V1(ThingV1),
}

/// The first form of a saved thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThingV1 {
    pub id: ThingId,
    pub kind: KindId,
    /// Where it is.
    pub at: Holder,
    /// Whether it lies where the content put it.
    pub placed: bool,
    /// Whose word its name and description are.
    pub label: Label,
    /// Whether its carrier wears it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub worn: bool,
}

impl ThingDocument {
    /// The newest form.
    #[must_use]
    pub fn current(self) -> ThingV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Things that are saved and not in the world, because the content has their kind no more, or, of those
/// that cannot be moved, their room. They come back with it; no more than there are things.
#[derive(Resource, Debug, Default)]
pub struct PutAway(BTreeMap<ThingId, ThingV1>);

impl PutAway {
    /// How many things of each kind are put away.
    #[must_use]
    pub fn kinds(&self) -> BTreeMap<&KindId, usize> {
        let mut kinds = BTreeMap::new();
        for it in self.0.values() {
            *kinds.entry(&it.kind).or_default() += 1;
        }
        kinds
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<PutAway>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    // Only a thing that is gone is known by its id alone.
    let Changed::Entity(entity) = changed else { return None };
    let it = to_saved(world, entity)?;
    let (id, owner) = (it.id.clone(), it.at.owner());
    Some(save::document::row(KIND, id, owner, &ThingDocument::V1(it)))
}

/// A thing as it is saved.
fn to_saved(world: &World, thing: Entity) -> Option<ThingV1> {
    let Thing { id, kind } = world.get::<Thing>(thing)?.clone();
    let at = Holder::of(world, thing)?;
    let placed = world.get::<SpawnPoint>(thing).is_some();
    let label = Authorship::of(world, thing);
    let worn = world.get::<Worn>(thing).is_some();
    Some(ThingV1 { id, kind, at, placed, label, worn })
}

/// Puts things where they were. One that cannot be read stays where it is saved.
fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        match save::document::read::<ThingDocument>(KIND, row) {
            Ok(document) => restore_one(world, document.current()),
            Err(error) => tracing::error!(%error, "a thing stays where it is saved"),
        }
    }
    Ok(())
}

fn restore_one(world: &mut World, mut it: ThingV1) {
    let is_renamed = it.rename_ids(world.resource());
    world.resource_mut::<Kinds>().count(&it.kind);
    let Some(at) = it.place(world) else {
        // It comes with its holder, who is asleep, or with its room.
        if let Holder::Room(_) = it.at {
            world.resource_mut::<PutAway>().0.insert(it.id.clone(), it);
        }
        return;
    };
    let Some(thing) = put_back(world, it, at) else { return };
    if is_renamed {
        world.resource_mut::<Dirty>().outdated(thing);
    }
}

impl ThingV1 {
    /// Gives a renamed room or kind in it the id of today; whether there was one.
    fn rename_ids(&mut self, former: &FormerIds) -> bool {
        let is_elsewhere = self.at.rename_id(former);
        former.renew_kind(&mut self.kind) || is_elsewhere
    }

    /// Where it belongs now: where its room is gone, at the start, unless it cannot be moved. None
    /// while its holder sleeps, too.
    fn place(&self, world: &World) -> Option<Entity> {
        let is_fixed =
            || world.resource::<Kinds>().kinds.get(&self.kind).is_some_and(|kind| kind.fixed);
        self.at.find(world).or_else(|| match &self.at {
            Holder::Character(id) if world.resource::<Players>().0.contains(id) => None,
            Holder::Room(_) if is_fixed() => None,
            Holder::Character(_) | Holder::Room(_) => Some(world.resource::<Start>().0),
        })
    }
}

/// Puts a saved thing somewhere; whoever wore it wears it still, and where the content put it it lies
/// so still. None if its kind is gone from the content: it stays where it is saved until that is back.
pub(crate) fn put_back(world: &mut World, mut it: ThingV1, at: Entity) -> Option<Entity> {
    it.rename_ids(world.resource());
    let Some(thing) = thing::restore(world, it.id.clone(), &it.kind, at) else {
        world.resource_mut::<PutAway>().0.insert(it.id.clone(), it);
        return None;
    };
    if it.worn && world.get::<Wearable>(thing).is_some() && world.get::<Room>(at).is_none() {
        world.entity_mut(thing).insert(Worn);
    }
    if it.placed {
        world.entity_mut(thing).insert(SpawnPoint(it.at));
    }
    Some(thing)
}

/// Takes a thing out of the world that stays where it is saved, and comes back with what it lacks.
pub(crate) fn put_away(world: &mut World, thing: Entity) {
    world.resource_mut::<Dirty>().past_return();
    if let Some(it) = to_saved(world, thing) {
        world.resource_mut::<PutAway>().0.insert(it.id.clone(), it);
    }
    world.despawn(thing);
}

/// Brings back what was put away and lacks nothing any more. Those who sleep find theirs when they
/// wake up.
pub(crate) fn bring_back(world: &mut World) -> Vec<Entity> {
    let mut back = Vec::new();
    for (id, mut it) in std::mem::take(&mut world.resource_mut::<PutAway>().0) {
        it.rename_ids(world.resource());
        let is_known = world.resource::<Kinds>().kinds.contains_key(&it.kind);
        // Some came with their holders since.
        if is_known && index::find(world, &id).is_some() {
            continue;
        }
        let at = match &it.at {
            Holder::Character(_) => it.at.find(world),
            Holder::Room(_) => it.place(world),
        };
        match (at, &it.at) {
            (Some(at), _) if is_known => back.extend(put_back(world, it, at)),
            (None, Holder::Character(_)) if is_known => {}
            (Some(_) | None, _) => {
                world.resource_mut::<PutAway>().0.insert(id, it);
            }
        }
    }
    back
}
