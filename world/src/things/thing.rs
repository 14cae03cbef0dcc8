//! Things one can carry, and the kinds they are of.

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
        kind::{Kind, Kinds},
        number,
        worn::{Wearable, Worn},
    },
};

/// The kind of the documents of things.
pub const KIND: &str = "thing";

/// Most things one character can carry.
pub const MAX_CARRIED: usize = 24;

/// A thing.
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

/// More words by which a thing is called.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Words(pub Arc<[String]>);

/// A thing that cannot be taken.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed;

/// A thing that can be used up, with what the user reads then.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Usable(pub Arc<str>);

/// A thing that everybody can find for themselves, and of which nobody finds a
/// second one while they carry one.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnePerPlayer;

/// A copy that may be made, before it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewThing {
    /// What it will be.
    pub thing: Thing,
    /// What it will look like.
    pub kind: Kind,
}

impl Kinds {
    /// The copies to make of these kinds, once one of each in `gone` is unmade.
    /// None if not all of them may exist: a kind is unknown, would have more
    /// copies than its limit, which does not count where everybody finds one, or has a name too long for the ids of copies.
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

/// Makes a new copy of a kind and puts it somewhere. None if the kind is
/// unknown or has its full number of copies.
pub fn make(world: &mut World, kind: &KindId, at: Entity) -> Option<Entity> {
    let mut planned = world.resource::<Kinds>().plan(std::slice::from_ref(kind), &[])?;
    planned.pop().map(|it| make_planned(world, it, at))
}

/// Makes a copy that was planned and puts it somewhere.
pub(crate) fn make_planned(world: &mut World, it: NewThing, at: Entity) -> Entity {
    number::given(world);
    world.resource_mut::<Kinds>().count(&it.thing.kind);
    put(world, it, at)
}

/// Puts a copy that was made before into the world. None if its kind is gone
/// from the content; the copy then stays where it is saved.
pub fn restore(world: &mut World, id: ThingId, kind: &KindId, at: Entity) -> Option<Entity> {
    let it = world.resource::<Kinds>().kinds.get(kind)?.clone();
    Some(put(world, NewThing { thing: Thing { id, kind: kind.clone() }, kind: it }, at))
}

fn put(world: &mut World, it: NewThing, at: Entity) -> Entity {
    let mut thing = world.spawn((it.thing, Authorship(Label::authored())));
    dress(&mut thing, it.kind);
    let thing = thing.id();
    containment::put_into(world, thing, at);
    thing
}

/// Gives a thing the words and properties of its kind.
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
    if let Some(at) = kind.at {
        thing.insert(at);
    }
}

/// Makes a thing one of the kind that its own was renamed to, if it was.
pub(crate) fn rename(world: &mut World, thing: Entity) {
    let Some(mut it) = world.get::<Thing>(thing).cloned() else { return };
    if world.resource::<FormerIds>().renew_kind(&mut it.kind) {
        world.entity_mut(thing).insert(it);
        world.resource_mut::<Dirty>().touch(thing);
    }
}

/// Puts a thing down by a planned move. A thing that everybody can find for themselves
/// is destroyed instead.
pub(crate) fn lay_down(world: &mut World, planned: PlannedMove) {
    if world.get::<OnePerPlayer>(planned.what()).is_some() {
        unmake(world, planned.what());
    } else {
        planned.make(world);
    }
}

/// Puts down in a room a thing of a carrier who leaves the world.
pub fn leave_behind(world: &mut World, thing: Entity, room: Entity) {
    match PlannedMove::new(world, thing, room) {
        Ok(planned) => lay_down(world, planned),
        Err(error) => tracing::error!(?thing, ?room, %error, "a thing cannot be left behind"),
    }
}

/// Ends a thing's existence, in the world and in what is saved.
pub fn unmake(world: &mut World, thing: Entity) {
    let Some(it) = world.get::<Thing>(thing).cloned() else { return };
    world.resource_mut::<Kinds>().uncount(&it.kind);
    world.resource_mut::<Dirty>().touch_document(KIND, it.id.as_str());
    world.entity_mut(thing).remove::<ContainedIn>();
    world.despawn(thing);
}
