//! Things one can carry, and the kinds they are of.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;

use crate::{
    character::{Description, Name},
    clock::{Agenda, Clock},
    due::Due,
    id::{KindId, ThingId},
    index::{self, Index},
    label::Label,
    place::{self, ContainedIn},
    save::{self, Holder, Placed},
};

/// Most things one character can carry.
pub const MAX_CARRIED: usize = 24;

/// A thing.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable, on_add = index::thing_added, on_remove = index::thing_removed)]
pub struct Thing {
    /// Its id.
    pub id: ThingId,
    /// Its kind.
    pub kind: KindId,
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

/// Whose word a name and a description are.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Authored(pub Label);

/// One kind of thing, as the content describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its name with an article.
    pub name: Arc<str>,
    /// What one sees on a closer look.
    pub description: Arc<str>,
    /// More words to call it by.
    pub words: Arc<[String]>,
    /// Whether it cannot be taken.
    pub fixed: bool,
    /// Most copies at once.
    pub limit: u16,
    /// What one reads when it is used up.
    pub used: Option<Arc<str>>,
}

/// All kinds, how many copies of each exist (those that sleeping characters
/// carry included), and the number of the next copy.
#[derive(Resource, Debug, Default)]
pub struct Kinds {
    /// The kinds.
    pub kinds: BTreeMap<KindId, Kind>,
    /// Copies that exist.
    pub copies: BTreeMap<KindId, u32>,
    /// Serial number of the next copy.
    pub next: u64,
}

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
    /// copies than its limit, or has a name too long for the ids of copies.
    #[must_use]
    pub fn plan(&self, kinds: &[KindId], gone: &[KindId]) -> Option<Vec<NewThing>> {
        let mut planned: Vec<NewThing> = Vec::new();
        for (id, number) in kinds.iter().zip(self.next + 1..) {
            let kind = self.kinds.get(id)?.clone();
            let copies = usize::try_from(self.copies.get(id).copied().unwrap_or(0)).ok()?;
            let gone = gone.iter().filter(|it| *it == id).count();
            let before = planned.iter().filter(|it| it.thing.kind == *id).count();
            if copies.saturating_sub(gone) + before >= usize::from(kind.limit) {
                return None;
            }
            let thing = ThingId::new(&format!("{id}/{number}")).ok()?;
            planned.push(NewThing { thing: Thing { id: thing, kind: id.clone() }, kind });
        }
        Some(planned)
    }

    /// Counts a copy that exists already.
    pub fn count(&mut self, kind: &KindId) {
        *self.copies.entry(kind.clone()).or_default() += 1;
    }

    /// Counts a copy that is gone.
    pub fn uncount(&mut self, kind: &KindId) {
        if let Some(copies) = self.copies.get_mut(kind) {
            *copies = copies.saturating_sub(1);
        }
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
    let mut kinds = world.resource_mut::<Kinds>();
    kinds.next += 1;
    kinds.count(&it.thing.kind);
    put(world, it, at)
}

/// Puts a copy that was made before into the world. None if its kind is gone
/// from the content; the copy then stays where it is saved.
pub fn restore(world: &mut World, id: ThingId, kind: &KindId, at: Entity) -> Option<Entity> {
    let it = world.resource::<Kinds>().kinds.get(kind)?.clone();
    Some(put(world, NewThing { thing: Thing { id, kind: kind.clone() }, kind: it }, at))
}

fn put(world: &mut World, it: NewThing, at: Entity) -> Entity {
    let mut thing = world.spawn((it.thing, Authored(Label::authored())));
    dress(&mut thing, it.kind);
    let thing = thing.id();
    place::move_into(world, thing, at);
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
    match kind.used {
        Some(used) => thing.insert(Usable(used)),
        None => thing.remove::<Usable>(),
    };
}

/// A thing that still lies where the content put it.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Origin(pub Holder);

/// How long it takes until something that was taken away lies there again.
const RESTOCK: std::time::Duration = std::time::Duration::from_secs(300);

/// Makes a new copy where the content puts one. None while there are as many
/// copies as there may be.
pub fn place(world: &mut World, kind: &KindId, holder: Holder, at: Entity) -> Option<Entity> {
    let thing = make(world, kind, at)?;
    world.entity_mut(thing).insert(Origin(holder));
    Some(thing)
}

/// Notes that something leaves the place where the content put it, so that
/// another copy appears there after a while.
pub(crate) fn leaves_home(world: &mut World, thing: Entity, to: Entity) {
    if world.get::<Origin>(thing).is_none()
        || world.get::<ContainedIn>(thing).is_none_or(|it| it.0 == to)
    {
        return;
    }
    let Some(Origin(holder)) = world.entity_mut(thing).take::<Origin>() else { return };
    let Some(kind) = world.get::<Thing>(thing).map(|it| it.kind.clone()) else { return };
    let placed = &mut world.resource_mut::<Placed>().0;
    if let Some((.., count)) = placed.iter_mut().find(|(at, it, _)| *at == holder && *it == kind) {
        *count = count.saturating_sub(1);
    }
    restock_later(world, holder, kind);
}

fn restock_later(world: &mut World, holder: Holder, kind: KindId) {
    let due = world.resource::<Clock>().now.after(RESTOCK);
    world.resource_mut::<Agenda<Due>>().enter(due, Due::Restock(holder, kind));
}

/// Puts a copy back where the content wants one, or tries again later.
pub(crate) fn restock(world: &mut World, holder: Holder, kind: KindId) {
    let index = world.resource::<Index>();
    let at = match &holder {
        Holder::Room(id) => index.rooms.get(id).copied(),
        Holder::Character(id) => index.characters.get(id).copied(),
    };
    let Some(at) = at else { return };
    if place(world, &kind, holder.clone(), at).is_none() {
        restock_later(world, holder, kind);
        return;
    }
    let placed = &mut world.resource_mut::<Placed>().0;
    if let Some((.., count)) = placed.iter_mut().find(|(it, of, _)| *it == holder && *of == kind) {
        *count += 1;
    }
}

/// Ends a thing's existence, in the world and in what is saved.
pub fn unmake(world: &mut World, thing: Entity) {
    let Some(it) = world.get::<Thing>(thing).cloned() else { return };
    world.resource_mut::<Kinds>().uncount(&it.kind);
    world.resource_mut::<save::Dirty>().forget_thing(it.id);
    world.entity_mut(thing).remove::<ContainedIn>();
    world.despawn(thing);
}
