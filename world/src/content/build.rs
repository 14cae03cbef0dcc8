//! From content to a world, at the start and again at every reload: what stays
//! is changed in place, so nobody loses their room under their feet.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy_ecs::prelude::*;

use crate::{
    act::help::HelpPages,
    beings::{
        character::{Character, Rights, SpeakerKind},
        coming::{self, Welcome},
        saved::CharacterV1,
        settings::Settings,
    },
    content::{
        authored::{Content, RoomPlan},
        schema::{Body, ChannelEntry, KindEntry},
    },
    engine::{
        id::{ChannelId, CharacterId, KindId, RoomId, ThingId},
        index::{self, Index},
    },
    space::{
        containment::{self, Contents},
        door::Door,
        exit::{ExitDirection, ExitOf, Exits, LeadsTo},
        room::{self, Details, Private, Room, Start},
        sound::{RoomSound, SoundsAt},
        walk::{self, Home},
    },
    talk::channel::{Channel, Subscriptions},
    things::{
        holder::Holder,
        kind::{Kind, Kinds},
        restock,
        thing::{self, Thing},
    },
    trade::terms::Offers,
    witness::{look, narrator::tell},
    words::{
        label::Label,
        name::{Description, Name},
        text::{Style, Text},
    },
};

/// Makes the world what the content says. What the content has no more goes:
/// rooms, with everybody and everything in them sent to the start, channels, and
/// things of a kind that is gone, which stay where they are saved.
pub fn apply(world: &mut World, content: &Content) {
    apply_kinds(world, content);
    for (id, room) in &content.rooms {
        apply_room(world, id, room);
    }
    if let Some(start) = content.start.as_ref().and_then(|id| index::find(world, id)) {
        world.insert_resource(Start(start));
    }
    let moved = remove_gone_rooms(world, content);
    for (id, room) in &content.rooms {
        apply_exits(world, id, room);
    }
    apply_channels(world, content);
    world.insert_resource(SoundsAt(content.sounds.as_deref().map(Into::into)));
    world.insert_resource(HelpPages(content.help.clone()));
    world.insert_resource(Welcome { coins: content.coins, words: content.welcome.clone() });
    for who in moved {
        let words = "The place where you were is gone, and you find yourself elsewhere.";
        tell(world, who, Text::styled(Style::Quiet, words));
        look::queue_for(world, who);
    }
}

/// Makes the kinds those of the content, and gives the things that exist the
/// words that their kinds have now.
fn apply_kinds(world: &mut World, content: &Content) {
    let kind = |(id, entry): (&KindId, &KindEntry)| {
        let kind = Kind {
            name: entry.name.as_str().into(),
            description: entry.description.as_str().into(),
            words: entry.words.clone().into(),
            fixed: entry.fixed,
            limit: entry.limit,
            used: entry.used.as_deref().map(Into::into),
        };
        (id.clone(), kind)
    };
    world.resource_mut::<Kinds>().kinds = content.kinds.iter().map(kind).collect();
    let things: Vec<Entity> = world.resource::<Index<ThingId>>().entities().collect();
    for entity in things {
        let kind = world.get::<Thing>(entity).map(|it| it.kind.clone());
        match kind.and_then(|it| world.resource::<Kinds>().kinds.get(&it).cloned()) {
            Some(kind) => thing::dress(&mut world.entity_mut(entity), kind),
            None => {
                world.despawn(entity);
            }
        }
    }
}

fn apply_room(world: &mut World, id: &RoomId, plan: &RoomPlan) {
    let entity = index::find(world, id).unwrap_or_else(|| world.spawn(Room(id.clone())).id());
    let details = plan.details.iter().map(|it| (it.words.clone(), it.text.clone())).collect();
    let mut entity = world.entity_mut(entity);
    entity.insert((
        Name(plan.name.as_str().into()),
        Description(plan.description.as_str().into()),
        Details(details),
    ));
    if plan.private {
        entity.insert(Private);
    } else {
        entity.remove::<Private>();
    }
    match &plan.sound {
        Some(sound) => entity.insert(RoomSound(Arc::new(sound.clone()))),
        None => entity.remove::<RoomSound>(),
    };
}

fn apply_exits(world: &mut World, id: &RoomId, it: &RoomPlan) {
    let Some(from) = index::find(world, id) else { return };
    world.entity_mut(from).despawn_related::<Exits>();
    for exit in &it.exits {
        let Some(to) = index::find(world, &exit.to) else { continue };
        let mut entity = world.spawn((ExitDirection(exit.direction), LeadsTo(to), ExitOf(from)));
        if let Some(door) = &exit.door {
            entity.insert(Door { name: door.name.as_str().into(), open: !door.shut });
        }
    }
}

/// Removes the rooms that the content has no more; the characters that stood
/// there are handed back.
fn remove_gone_rooms(world: &mut World, content: &Content) -> Vec<Entity> {
    let start = world.resource::<Start>().0;
    let gone: Vec<Entity> = world
        .resource::<Index<RoomId>>()
        .iter()
        .filter(|(id, _)| !content.rooms.contains_key(*id))
        .map(|(_, entity)| entity)
        .collect();
    let mut moved = Vec::new();
    for room in gone {
        let inside = world.get::<Contents>(room).into_iter().flat_map(|it| it.iter());
        moved.extend(inside.filter(|it| world.get::<Character>(*it).is_some()));
        room::remove_room(world, room, start);
    }
    moved
}

fn apply_channels(world: &mut World, content: &Content) {
    let known: BTreeSet<&ChannelId> = content.channels.iter().map(|it| &it.id).collect();
    let index = world.resource::<Index<ChannelId>>();
    let gone: Vec<Entity> =
        index.iter().filter(|(id, _)| !known.contains(id)).map(|(_, entity)| entity).collect();
    for channel in gone {
        world.despawn(channel);
    }
    for (order, entry) in content.channels.iter().enumerate() {
        apply_channel(world, entry, order);
    }
}

fn apply_channel(world: &mut World, entry: &ChannelEntry, order: usize) {
    let channel = Channel {
        id: entry.id.clone(),
        about: entry.about.as_str().into(),
        role: entry.role,
        default: entry.default,
        order,
    };
    let known = index::find(world, &entry.id);
    match known {
        Some(entity) => {
            world.entity_mut(entity).insert(channel);
        }
        None => {
            world.spawn(channel);
        }
    }
}

/// Gives a mind its body, or changes the one it has.
pub fn apply_body(
    world: &mut World,
    id: &CharacterId,
    body: &Body,
    channels: BTreeSet<ChannelId>,
) -> Entity {
    let start = world.resource::<Start>().0;
    let home = RoomId::new(&body.home).ok().and_then(|id| index::find(world, &id)).unwrap_or(start);
    let known = index::find(world, id);
    let entity = known.unwrap_or_else(|| {
        let entity = coming::spawn(
            world,
            CharacterV1 {
                id: id.clone(),
                name: body.name.clone(),
                description: body.description.clone(),
                kind: SpeakerKind::Assistant,
                role: body.role,
                room: None,
                coins: 0,
                marks: BTreeSet::new(),
                settings: Settings::default(),
                channels: BTreeSet::new(),
                label: Label::authored(),
                ignores: BTreeMap::new(),
            },
        );
        containment::move_into(world, entity, home);
        // Whoever was out when the server stopped walks home.
        walk::send_home(world, entity);
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
    // Things lie in the order in which the builder wrote them.
    let mut wanted: BTreeMap<(Holder, KindId), u32> = BTreeMap::new();
    for place in in_rooms.chain(carried) {
        let copies = wanted.entry(place.clone()).or_default();
        *copies += 1;
        restock::place_missing(world, &place.0, &place.1, *copies);
    }
}
