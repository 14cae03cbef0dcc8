//! What lasts of things.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    beings::saved::Players,
    engine::{
        id::{KindId, ThingId},
        simulation::Simulation,
    },
    save::{
        self,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    space::room::{Room, Start},
    things::{
        holder::Holder,
        kind::Kinds,
        restock::StockPlace,
        thing::{self, KIND, Thing},
        worn::{Wearable, Worn},
    },
    words::{label::Label, name::Authorship},
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

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_document(DocumentKind { name: KIND, version: 1, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    // Only a thing that is gone is known by its id alone.
    let Changed::Entity(entity) = changed else { return None };
    let thing = world.get::<Thing>(entity)?;
    let at = Holder::of(world, entity)?;
    let owner = at.owner();
    let placed = world.get::<StockPlace>(entity).is_some();
    let label = Authorship::of(world, entity);
    let (id, kind) = (thing.id.clone(), thing.kind.clone());
    let worn = world.get::<Worn>(entity).is_some();
    let document = ThingDocument::V1(ThingV1 { id, kind, at, placed, label, worn });
    Some(save::document::row(KIND, &thing.id, owner, &document))
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

fn restore_one(world: &mut World, it: ThingV1) {
    world.resource_mut::<Kinds>().count(&it.kind);
    let at = it.at.find(world).or_else(|| match &it.at {
        // It comes with its holder, who is asleep.
        Holder::Character(id) if world.resource::<Players>().0.contains(id) => None,
        Holder::Character(_) | Holder::Room(_) => Some(world.resource::<Start>().0),
    });
    let Some(at) = at else { return };
    let (holder, placed) = (it.at.clone(), it.placed);
    let Some(thing) = put_back(world, it, at) else { return };
    if placed {
        world.entity_mut(thing).insert(StockPlace(holder));
    }
}

/// Puts a saved thing somewhere; whoever wore it wears it still. None if its
/// kind is gone from the content; it then stays where it is saved.
pub(crate) fn put_back(world: &mut World, it: ThingV1, at: Entity) -> Option<Entity> {
    let thing = thing::restore(world, it.id, &it.kind, at)?;
    if it.worn && world.get::<Wearable>(thing).is_some() && world.get::<Room>(at).is_none() {
        world.entity_mut(thing).insert(Worn);
    }
    Some(thing)
}
