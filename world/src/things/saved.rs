//! Saved documents of items.

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
        attribute::AttributeValues,
        holder::Holder,
        kind::Kinds,
        respawn::SpawnPoint,
        thing::{self, KIND, Thing},
        worn::{Wearable, Worn},
    },
};

/// Saved document of an item, by schema version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingDocument {
    /// Schema version 1.
    V1(ThingV1),
}

/// Saved item, schema version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThingV1 {
    pub id: ThingId,
    pub kind: KindId,
    /// Holder: room or character.
    pub at: Holder,
    /// True if the item is at its spawn point.
    pub placed: bool,
    /// Provenance label of its name and description.
    pub label: Label,
    /// True if the item's carrier wears it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub worn: bool,
    /// Values of its attributes that were set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
}

impl ThingDocument {
    /// Returns the document in the newest schema version.
    #[must_use]
    pub fn current(self) -> ThingV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Saved items kept out of the world, because their kind, or the room of an immovable one, is
/// missing from the content. They return with it.
#[derive(Resource, Debug, Default)]
pub struct PutAway(BTreeMap<ThingId, ThingV1>);

impl PutAway {
    /// Returns the number of items kept out of the world, by kind.
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
    // A removed item is known by its id alone, and has no row.
    let Changed::Entity(entity) = changed else { return None };
    let saved_item = to_saved(world, entity)?;
    let (id, owner) = (saved_item.id.clone(), saved_item.at.owner());
    Some(save::document::row(KIND, id, owner, &ThingDocument::V1(saved_item)))
}

/// Returns the saved form of an item.
fn to_saved(world: &World, thing: Entity) -> Option<ThingV1> {
    let Thing { id, kind } = world.get::<Thing>(thing)?.clone();
    let at = Holder::of(world, thing)?;
    let placed = world.get::<SpawnPoint>(thing).is_some();
    let label = Authorship::of(world, thing);
    let worn = world.get::<Worn>(thing).is_some();
    let attributes = world.get::<AttributeValues>(thing).cloned().unwrap_or_default().0;
    Some(ThingV1 { id, kind, at, placed, label, worn, attributes })
}

/// Restores saved items to their places. An unreadable one is logged and stays saved.
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
        // The item returns with its holder, who is logged out, or with its room.
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
    /// Replaces ids of a renamed room or kind by the current ones; returns whether any changed.
    fn rename_ids(&mut self, former: &FormerIds) -> bool {
        let is_elsewhere = self.at.rename_id(former);
        former.renew_kind(&mut self.kind) || is_elsewhere
    }

    /// Returns the entity where the item belongs: its holder, or the start room if that is gone.
    /// None if an immovable item's room is gone, or its holder is logged out.
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

/// Restores a saved item to a holder, still worn or at its spawn point if it was. Returns none if
/// its kind is missing from the content; the item then stays saved until it is back.
pub(crate) fn put_back(world: &mut World, mut it: ThingV1, at: Entity) -> Option<Entity> {
    it.rename_ids(world.resource());
    let Some(thing) = thing::restore(world, it.id.clone(), &it.kind, at) else {
        world.resource_mut::<PutAway>().0.insert(it.id.clone(), it);
        return None;
    };
    if it.worn && world.get::<Wearable>(thing).is_some() && world.get::<Room>(at).is_none() {
        world.entity_mut(thing).insert(Worn);
    }
    if !it.attributes.is_empty() {
        world.entity_mut(thing).insert(AttributeValues(it.attributes));
    }
    if it.placed {
        world.entity_mut(thing).insert(SpawnPoint(it.at));
    }
    Some(thing)
}

/// Removes an item from the world but keeps it saved, to return when its kind or room does.
pub(crate) fn put_away(world: &mut World, thing: Entity) {
    world.resource_mut::<Dirty>().past_return();
    if let Some(it) = to_saved(world, thing) {
        world.resource_mut::<PutAway>().0.insert(it.id.clone(), it);
    }
    world.despawn(thing);
}

/// Restores the items kept out of the world whose kind and place exist again, and returns their
/// entities. Those of logged-out characters wait for their login.
pub(crate) fn bring_back(world: &mut World) -> Vec<Entity> {
    let mut back = Vec::new();
    for (id, mut it) in std::mem::take(&mut world.resource_mut::<PutAway>().0) {
        it.rename_ids(world.resource());
        let is_known = world.resource::<Kinds>().kinds.contains_key(&it.kind);
        // Some were restored with their holders already.
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
