//! Items and their components; creation and destruction of copies.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{
    former::FormerIds,
    id::{KindId, ThingId},
    index::{self, Identified, Index},
    label::Label,
    save::dirty::Dirty,
    simulation::Simulation,
};

use crate::{
    beings::name::{Authorship, Description, Name},
    space::containment::{self, ContainedIn, PlannedMove},
    things::{
        attribute,
        kind::{Kind, Kinds},
        number,
        worn::{Wearable, Worn},
    },
};

/// Document kind of items.
pub const KIND: &str = "thing";

/// Maximum number of items in a character's inventory.
pub const MAX_CARRIED: usize = 24;

/// Item: id of the copy, and its kind.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable, on_add = index::added::<Thing>, on_remove = index::removed::<Thing>)]
pub struct Thing {
    pub id: ThingId,
    pub kind: KindId,
}

impl Identified for Thing {
    type Id = ThingId;

    fn id(&self) -> &ThingId {
        &self.id
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Index<ThingId>>();
}

/// Additional nouns that match an item.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Words(pub Arc<[String]>);

/// Marker of an item that cannot be taken.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed;

/// Marker of an item that can be used up, with the message to its user.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Usable(pub Arc<str>);

/// Marker of an item that each player can find for themselves, but only one at a time.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnePerPlayer;

/// Planned copy of an item, not created yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewThing {
    /// Id and kind of the copy.
    pub thing: Thing,
    /// Prototype with the name and properties of the copy.
    pub kind: Kind,
}

impl Kinds {
    /// Plans one copy of each of these kinds, given that one of each kind in `gone` will be
    /// destroyed. Returns none if any kind is unknown, exceeds its limit of copies (one-per-player
    /// kinds have none), or has an id too long for the ids of copies.
    #[must_use]
    pub fn plan(&self, kinds: &[KindId], gone: &[KindId]) -> Option<Vec<NewThing>> {
        let mut planned: Vec<NewThing> = Vec::new();
        for (id, number) in kinds.iter().zip(self.next + 1..) {
            let kind = self.kinds.get(id)?.clone();
            let copies = usize::try_from(self.copies.get(id).copied().unwrap_or(0)).ok()?;
            let gone = gone.iter().filter(|it| *it == id).count();
            let before = planned.iter().filter(|it| it.thing.kind == *id).count();
            if !kind.each && copies.saturating_sub(gone) + before >= usize::from(kind.limit) {
                return None;
            }
            let thing = ThingId::new(&format!("{id}/{number}")).ok()?;
            planned.push(NewThing { thing: Thing { id: thing, kind: id.clone() }, kind });
        }
        Some(planned)
    }
}

/// Creates a copy of a kind and puts it into a holder. Returns none if the kind is unknown or its
/// limit of copies is reached.
pub fn make(world: &mut World, kind: &KindId, at: Entity) -> Option<Entity> {
    let mut planned = world.resource::<Kinds>().plan(std::slice::from_ref(kind), &[])?;
    planned.pop().map(|it| make_planned(world, it, at))
}

/// Creates a planned copy and puts it into a holder.
pub(crate) fn make_planned(world: &mut World, new_thing: NewThing, at: Entity) -> Entity {
    number::given(world);
    world.resource_mut::<Kinds>().count(&new_thing.thing.kind);
    put(world, new_thing, at)
}

/// Spawns a saved copy. Returns none if its kind is missing from the content; the copy then stays
/// saved.
pub fn restore(world: &mut World, id: ThingId, kind: &KindId, at: Entity) -> Option<Entity> {
    let prototype = world.resource::<Kinds>().kinds.get(kind)?.clone();
    Some(put(world, NewThing { thing: Thing { id, kind: kind.clone() }, kind: prototype }, at))
}

fn put(world: &mut World, new_thing: NewThing, at: Entity) -> Entity {
    let mut thing = world.spawn((new_thing.thing, Authorship(Label::authored())));
    dress(&mut thing, new_thing.kind);
    let thing = thing.id();
    containment::put_into(world, thing, at);
    thing
}

/// Sets the components of an item from its kind.
pub(crate) fn dress(thing: &mut EntityWorldMut, kind: Kind) {
    thing.insert((Name(kind.name), Description(kind.description), Words(kind.words)));
    if kind.fixed {
        thing.insert(Fixed);
    } else {
        thing.remove::<Fixed>();
    }
    if kind.each {
        thing.insert(OnePerPlayer);
    } else {
        thing.remove::<OnePerPlayer>();
    }
    if kind.worn {
        thing.insert(Wearable);
    } else {
        thing.remove::<(Wearable, Worn)>();
    }
    match kind.used {
        Some(used) => thing.insert(Usable(used)),
        None => thing.remove::<Usable>(),
    };
    attribute::declare(thing, &kind.attributes);
    if let Some(at) = kind.at {
        thing.insert(at);
    }
}

/// Changes an item's kind to the current id if it was renamed.
pub(crate) fn rename(world: &mut World, thing: Entity) {
    let Some(mut it) = world.get::<Thing>(thing).cloned() else { return };
    if world.resource::<FormerIds>().renew_kind(&mut it.kind) {
        world.entity_mut(thing).insert(it);
        world.resource_mut::<Dirty>().touch(thing);
    }
}

/// Executes a planned drop of an item. A one-per-player item is destroyed instead.
pub(crate) fn lay_down(world: &mut World, planned: PlannedMove) {
    if world.get::<OnePerPlayer>(planned.what()).is_some() {
        unmake(world, planned.what());
    } else {
        planned.make(world);
    }
}

/// Drops an item into a room because its carrier leaves the world.
pub fn leave_behind(world: &mut World, thing: Entity, room: Entity) {
    match PlannedMove::new(world, thing, room) {
        Ok(planned) => lay_down(world, planned),
        Err(error) => tracing::error!(?thing, ?room, %error, "a thing cannot be left behind"),
    }
}

/// Destroys an item, in the world and in the save.
pub fn unmake(world: &mut World, thing: Entity) {
    let Some(it) = world.get::<Thing>(thing).cloned() else { return };
    world.resource_mut::<Kinds>().uncount(&it.kind);
    world.resource_mut::<Dirty>().touch_document(KIND, it.id.as_str());
    world.entity_mut(thing).remove::<ContainedIn>();
    world.despawn(thing);
}
