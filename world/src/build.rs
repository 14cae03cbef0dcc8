//! From content to a world, at the start and again at every reload: what stays
//! is changed in place, so nobody loses their room under their feet.

use std::{collections::BTreeSet, sync::Arc};

use bevy_ecs::prelude::*;

use crate::{
    channel::{Channel, Subscriptions},
    character::{Description, Name, Rights},
    clock::{Agenda, Clock},
    content::{Content, HelpEntry, schema::Body},
    due::{Due, Home},
    fact::SpeakerKind,
    id::{ChannelId, CharacterId, KindId, RoomId},
    index::Index,
    input::{self, Welcome},
    label::Label,
    offer::Offer,
    place::{self, Details, Door, ExitOf, Exits, LeadsTo, Private, Room, Start, Way},
    save::{CharacterV1, Dirty, Holder, Placed, ThingDocument, WorldDocument},
    thing::{self, Kind, Kinds, Origin},
};

/// Pages of help that are not about a command, by topic.
#[derive(Resource, Debug, Default)]
pub struct HelpPages(pub std::collections::BTreeMap<String, HelpEntry>);

/// What an assistant may do for players.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct Offers(pub Arc<[Offer]>);

/// What was saved.
#[derive(Debug, Clone, Default)]
pub struct Saved {
    /// The world as a whole.
    pub world: Option<WorldDocument>,
    /// Everything there is.
    pub things: Vec<ThingDocument>,
    /// Everybody with an account, present or not.
    pub players: BTreeSet<CharacterId>,
}

/// Makes the world what the content says. Rooms that are gone send everybody
/// to the start.
pub fn apply(world: &mut World, content: &Content) {
    for (id, kind) in &content.kinds {
        let kind = Kind {
            name: kind.name.as_str().into(),
            description: kind.description.as_str().into(),
            words: kind.words.clone().into(),
            fixed: kind.fixed,
            limit: kind.limit,
            used: kind.used.as_deref().map(Into::into),
        };
        world.resource_mut::<Kinds>().kinds.insert(id.clone(), kind);
    }
    refresh_things(world);
    for (id, room) in &content.rooms {
        apply_room(world, id, room);
    }
    if let Some(start) = content.start.as_ref().and_then(|id| room(world, id)) {
        world.insert_resource(Start(start));
    }
    remove_gone_rooms(world, content);
    for (id, room) in &content.rooms {
        apply_exits(world, id, room);
    }
    for (order, entry) in content.channels.iter().enumerate() {
        apply_channel(world, entry, order);
    }
    world.insert_resource(place::SoundsAt(content.sounds.as_deref().map(Into::into)));
    world.insert_resource(HelpPages(content.help.clone()));
    world.insert_resource(Welcome { coins: content.coins, words: content.welcome.clone() });
}

/// Gives the things that exist the words their kinds have now.
fn refresh_things(world: &mut World) {
    let things: Vec<Entity> = world.resource::<Index>().things.values().copied().collect();
    for entity in things {
        let kind = world.get::<thing::Thing>(entity).map(|it| it.kind.clone());
        let kind = kind.and_then(|it| world.resource::<Kinds>().kinds.get(&it).cloned());
        if let Some(kind) = kind {
            thing::dress(&mut world.entity_mut(entity), kind);
        }
    }
}

fn room(world: &World, id: &RoomId) -> Option<Entity> {
    world.resource::<Index>().rooms.get(id).copied()
}

fn apply_room(world: &mut World, id: &RoomId, it: &crate::content::Room) {
    let entity = room(world, id).unwrap_or_else(|| world.spawn(Room(id.clone())).id());
    let details = it.details.iter().map(|it| (it.words.clone(), it.text.clone())).collect();
    let mut entity = world.entity_mut(entity);
    entity.insert((
        Name(it.name.as_str().into()),
        Description(it.description.as_str().into()),
        Details(details),
    ));
    if it.private {
        entity.insert(Private);
    } else {
        entity.remove::<Private>();
    }
    match &it.sound {
        Some(sound) => entity.insert(place::Sound(Arc::new(sound.clone()))),
        None => entity.remove::<place::Sound>(),
    };
}

fn apply_exits(world: &mut World, id: &RoomId, it: &crate::content::Room) {
    let Some(from) = room(world, id) else { return };
    world.entity_mut(from).despawn_related::<Exits>();
    for exit in &it.exits {
        let Some(to) = room(world, &exit.to) else { continue };
        let mut entity = world.spawn((Way(exit.direction), LeadsTo(to), ExitOf(from)));
        if let Some(door) = &exit.door {
            entity.insert(Door { name: door.name.as_str().into(), open: !door.shut });
        }
    }
}

fn remove_gone_rooms(world: &mut World, content: &Content) {
    let start = world.resource::<Start>().0;
    let gone: Vec<Entity> = world
        .resource::<Index>()
        .rooms
        .iter()
        .filter(|(id, _)| !content.rooms.contains_key(*id))
        .map(|(_, entity)| *entity)
        .collect();
    for entity in gone {
        place::remove_room(world, entity, start);
    }
}

fn apply_channel(world: &mut World, entry: &crate::content::ChannelEntry, order: usize) {
    let channel = Channel {
        id: entry.id.clone(),
        about: entry.about.as_str().into(),
        role: entry.role,
        default: entry.default,
        order,
    };
    let known = world.resource::<Index>().channels.get(&entry.id).copied();
    match known {
        Some(entity) => {
            world.entity_mut(entity).insert(channel);
        }
        None => {
            world.spawn(channel);
        }
    }
}

/// Gives a mind its body, or changes the one it has. `saved` is what it was
/// before a restart.
pub fn apply_body(
    world: &mut World,
    id: &CharacterId,
    body: &Body,
    channels: BTreeSet<ChannelId>,
    saved: Option<CharacterV1>,
) -> Entity {
    let start = world.resource::<Start>().0;
    let home = RoomId::new(&body.home).ok().and_then(|id| room(world, &id)).unwrap_or(start);
    let known = world.resource::<Index>().characters.get(id).copied();
    let entity = known.unwrap_or_else(|| {
        let at = saved.as_ref().and_then(|it| it.room.clone()).and_then(|id| room(world, &id));
        let entity = input::spawn(
            world,
            CharacterV1 {
                id: id.clone(),
                name: body.name.clone(),
                description: body.description.clone(),
                kind: SpeakerKind::Assistant,
                role: body.role,
                room: None,
                coins: saved.as_ref().map_or(0, |it| it.coins),
                marks: saved.as_ref().map(|it| it.marks.clone()).unwrap_or_default(),
                settings: crate::character::Settings::default(),
                channels: BTreeSet::new(),
                label: Label::authored(),
                ignores: saved.map(|it| it.ignores).unwrap_or_default(),
            },
        );
        place::move_into(world, entity, at.unwrap_or(home));
        // Whoever was out when the server stopped walks home.
        let now = world.resource::<Clock>().now;
        world.resource_mut::<Agenda<Due>>().enter(now, Due::Home(entity));
        entity
    });
    world.entity_mut(entity).insert((
        Name(body.name.as_str().into()),
        Description(body.description.as_str().into()),
        Rights(body.role),
        Home(home),
        Offers(body.offers.clone().into()),
        Subscriptions(channels),
    ));
    entity
}

/// Puts back what was saved, and then what the content puts into the world
/// that it had not put there yet. Bodies come first, for they may carry things.
pub fn furnish<'a>(
    world: &mut World,
    content: &Content,
    bodies: impl Iterator<Item = (&'a CharacterId, &'a Body)>,
    saved: Saved,
) {
    if let Some(document) = saved.world {
        world.resource_mut::<Kinds>().next = document.next_thing;
        world.insert_resource(Placed(document.placed));
    }
    for document in saved.things {
        let it = document.current();
        world.resource_mut::<Kinds>().count(&it.kind);
        if let Some(at) = holder(world, &it.at, &saved.players)
            && let Some(thing) = thing::restore(world, it.id, &it.kind, at)
            && it.placed
        {
            world.entity_mut(thing).insert(Origin(it.at));
        }
    }
    // What was only loaded needs no saving.
    world.resource_mut::<Dirty>().clear();
    place_new(world, content, bodies);
}

/// Puts into the world what the content puts there and did not put there yet.
pub fn place_new<'a>(
    world: &mut World,
    content: &Content,
    bodies: impl Iterator<Item = (&'a CharacterId, &'a Body)>,
) {
    let in_rooms = content.rooms.iter().flat_map(|(id, room)| {
        room.things.iter().map(|kind| (Holder::Room(id.clone()), kind.clone()))
    });
    let carried = bodies.flat_map(|(id, body)| {
        body.carries.iter().map(|kind| (Holder::Character(id.clone()), kind.clone()))
    });
    let mut wanted: Vec<(Holder, KindId, u32)> = Vec::new();
    for (at, kind) in in_rooms.chain(carried) {
        match wanted.iter_mut().find(|(holder, it, _)| *holder == at && *it == kind) {
            Some((.., count)) => *count += 1,
            None => wanted.push((at, kind, 1)),
        }
    }
    for (at, kind, count) in wanted {
        place_missing(world, at, kind, count);
    }
}

/// Where a saved thing goes. None: its holder has an account and is asleep.
fn holder(world: &World, at: &Holder, players: &BTreeSet<CharacterId>) -> Option<Entity> {
    let start = world.resource::<Start>().0;
    match at {
        Holder::Room(id) => Some(room(world, id).unwrap_or(start)),
        Holder::Character(id) => match world.resource::<Index>().characters.get(id) {
            Some(it) => Some(*it),
            None => (!players.contains(id)).then_some(start),
        },
    }
}

fn place_missing(world: &mut World, at: Holder, kind: KindId, count: u32) {
    let placed = &world.resource::<Placed>().0;
    let known = placed.iter().find(|(holder, it, _)| *holder == at && *it == kind);
    let missing = count.saturating_sub(known.map_or(0, |(.., n)| *n));
    let Some(entity) = holder(world, &at, &BTreeSet::new()) else { return };
    let made = (0..missing).map_while(|_| thing::place(world, &kind, at.clone(), entity)).count();
    let made = u32::try_from(made).unwrap_or(u32::MAX);
    let placed = &mut world.resource_mut::<Placed>().0;
    match placed.iter_mut().find(|(holder, it, _)| *holder == at && *it == kind) {
        Some((.., n)) => *n += made,
        None if made > 0 => placed.push((at, kind, made)),
        None => {}
    }
}
