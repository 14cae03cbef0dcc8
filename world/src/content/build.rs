//! Applying content to the world, at the start and at every reload. What exists already is changed
//! in place, so that nobody is moved from a room that stays.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    former::FormerIds,
    id::{ChannelId, CharacterId, KindId, RoomId, ThingId},
    index::{self, Index},
};
use text::styled::{Style, Text};

use crate::{
    act::{
        habit::Habits,
        help::{HelpPages, VerbPages},
    },
    beings::{
        character::{Character, Rights, SpeakerKind},
        lifecycle::{self, Welcome},
        name::{AuthoredAt, Description, Name},
        news::TownNews,
        saved::CharacterV1,
    },
    content::{
        aftermath::{self, Aftermath, MissedThings},
        authored::{Content, RoomPlan},
        schema::{ActEntry, Body, ChannelEntry, KindEntry},
    },
    space::{
        ambience::AmbientLines,
        containment::{self, Contents},
        door::Door,
        exit::{Called, ExitDirection, ExitOf, Exits, LeadsTo},
        room::{self, Details, Landings, PlainWords, Private, Room, Start, ZoneNames},
        sound::{RoomSound, SoundsAt},
        walk::{self, Home},
    },
    talk::{
        board::HasBoard,
        channel::{Channel, Subscriptions},
        social::Socials,
    },
    things::{
        attribute,
        handling::{
            authored::{DetailAct, HandlingAct, RoomActs, RoomSenses},
            verb::HandlingVerb,
        },
        holder::Holder,
        inscription,
        kind::{Kind, Kinds},
        respawn,
        thing::{self, Thing},
    },
    trade::{purse::Marks, quests::Quests, remark, tally, terms::Offers},
    witness::{look, narrator::tell_one},
};

/// Applies the content to the world. Renamed rooms and kinds keep their contents and state. Removed
/// are: rooms, whose characters and movable items go to the start; channels; and items of removed
/// kinds, which are put away but stay saved, as do immovable items of removed rooms.
pub fn apply(world: &mut World, content: &Content) -> Aftermath {
    world.insert_resource(content.former.clone());
    rename(world);
    let mut aftermath = Aftermath::default();
    apply_kinds(world, content, &mut aftermath);
    for (id, room) in &content.rooms {
        apply_room(world, id, room, content.places.rooms.get(id));
    }
    if let Some(start) = content.start.as_ref().and_then(|id| index::find(world, id)) {
        world.insert_resource(Start(start));
    }
    world.insert_resource(Landings(content.landings.clone()));
    let moved = remove_gone_rooms(world, content, &mut aftermath);
    for (id, room) in &content.rooms {
        apply_exits(world, id, room);
    }
    apply_channels(world, content);
    world.insert_resource(content.sky.clone());
    world.insert_resource(ZoneNames(content.zones.clone()));
    world.insert_resource(SoundsAt(content.sounds.as_deref().map(Into::into)));
    world.insert_resource(TownNews(content.news.clone()));
    remark::watch(world, content.quests.iter().flat_map(|it| &it.done));
    world.insert_resource(Quests(content.quests.clone()));
    tally::apply(world, &content.tallies);
    world.insert_resource(HelpPages(content.help.clone()));
    apply_verbs(world, content);
    world.insert_resource(Welcome { coins: content.coins, words: content.welcome.clone() });
    for who in moved {
        let words = "The place where you were is gone, and you find yourself elsewhere.";
        tell_one(world, who, Text::styled(Style::Quiet, words));
        look::queue_for(world, who);
    }
    aftermath::bring_back(world, &mut aftermath);
    aftermath
}

/// Changes renamed rooms and kinds to their current ids, with all state that refers to them.
fn rename(world: &mut World) {
    let former = world.resource::<FormerIds>().clone();
    if former == FormerIds::default() {
        return;
    }
    for (before, today) in &former.rooms {
        if let (Some(room), None) = (index::find(world, before), index::find(world, today)) {
            room::rename(world, room, today.clone());
        }
    }
    let things: Vec<Entity> = world.resource::<Index<ThingId>>().entities().collect();
    for thing in things {
        thing::rename(world, thing);
    }
    world.resource_mut::<Kinds>().rename(&former);
    inscription::rename(world);
    respawn::rename(world);
    let people: Vec<Entity> = world.resource::<Index<CharacterId>>().entities().collect();
    for who in people {
        let Some(mut marks) = world.get::<Marks>(who).cloned() else { continue };
        if remark::rename(&mut marks.0, &former) {
            world.entity_mut(who).insert(marks);
        }
    }
}

/// Replaces the kinds, updates the existing items, and puts items of removed kinds away.
fn apply_kinds(world: &mut World, content: &Content, aftermath: &mut Aftermath) {
    let kind = |(id, entry): (&KindId, &KindEntry)| {
        let kind = Kind {
            name: entry.name.as_str().into(),
            description: entry.description.as_str().into(),
            words: entry.words.clone().into(),
            fixed: entry.fixed,
            limit: entry.limit,
            each: entry.each,
            worn: entry.worn,
            used: entry.used.as_deref().map(Into::into),
            acts: entry.acts.iter().map(handling).collect(),
            attributes: entry.attributes.clone().into(),
            at: content.places.kinds.get(id).cloned(),
        };
        (id.clone(), kind)
    };
    world.resource_mut::<Kinds>().kinds = content.kinds.iter().map(kind).collect();
    let things: Vec<Entity> = world.resource::<Index<ThingId>>().entities().collect();
    let mut missed = MissedThings::default();
    for entity in things {
        let kind = world.get::<Thing>(entity).map(|it| it.kind.clone());
        match kind.and_then(|it| world.resource::<Kinds>().kinds.get(&it).cloned()) {
            Some(kind) => thing::dress(&mut world.entity_mut(entity), kind),
            None => aftermath.put_away(world, entity, &mut missed),
        }
    }
    aftermath::tell_carriers(world, missed);
}

/// Converts the effect of a handling verb. The verbs are checked, so none is lost.
fn handling(entry: &ActEntry) -> HandlingAct {
    let words = entry.verbs.split('|').map(|it| it.trim().to_lowercase());
    HandlingAct {
        verbs: words.filter_map(|it| Some(HandlingVerb::find(&it)?.name)).collect(),
        you: entry.you.as_str().into(),
        others: entry.others.as_deref().map(Into::into),
    }
}

/// Converts the effect of a handling verb on a detail; none if the room has no such detail.
fn detail_act(plan: &RoomPlan, entry: &ActEntry) -> Option<DetailAct> {
    let on = entry.on.as_ref()?.trim().to_lowercase();
    let detail = plan.details.iter().find(|it| it.words.contains(&on))?;
    let (seen, name) = (detail.text.as_str().into(), format!("the {on}").into());
    Some(DetailAct { seen, name, act: handling(entry) })
}

fn apply_senses(room: &mut EntityWorldMut, plan: &RoomPlan) {
    let caption = plan.sound.as_ref().map(|it| &it.caption);
    let hear = plan.hear.as_ref().or(caption).map(|it| it.as_str().into());
    let smell = plan.smell.as_deref().map(Into::into);
    match (&hear, &smell) {
        (None, None) => room.remove::<RoomSenses>(),
        _ => room.insert(RoomSenses { hear, smell }),
    };
    let acts: Vec<DetailAct> = plan.acts.iter().filter_map(|it| detail_act(plan, it)).collect();
    match acts.is_empty() {
        true => room.remove::<RoomActs>(),
        false => room.insert(RoomActs(acts.into())),
    };
}

fn apply_room(world: &mut World, id: &RoomId, plan: &RoomPlan, at: Option<&AuthoredAt>) {
    let entity = index::find(world, id).unwrap_or_else(|| world.spawn(Room(id.clone())).id());
    let details = plan.details.iter().map(|it| (it.words.clone(), it.text.clone())).collect();
    let mut entity = world.entity_mut(entity);
    entity.insert((
        Name(plan.name.as_str().into()),
        Description(plan.description.as_str().into()),
        Details(details),
        PlainWords(plan.plain.clone().into()),
    ));
    if let Some(at) = at {
        entity.insert(at.clone());
    }
    if plan.private {
        entity.insert(Private);
    } else {
        entity.remove::<Private>();
    }
    if plan.board {
        entity.insert(HasBoard);
    } else {
        entity.remove::<HasBoard>();
    }
    match &plan.sound {
        Some(sound) => entity.insert(RoomSound(Arc::new(sound.clone()))),
        None => entity.remove::<RoomSound>(),
    };
    apply_senses(&mut entity, plan);
    attribute::declare(&mut entity, &plan.attributes.clone().into());
    if plan.ambient.is_empty() {
        entity.remove::<AmbientLines>();
    } else {
        entity.insert(AmbientLines(plan.ambient.clone().into()));
    }
}

fn apply_exits(world: &mut World, id: &RoomId, room_plan: &RoomPlan) {
    let Some(from) = index::find(world, id) else { return };
    world.entity_mut(from).despawn_related::<Exits>();
    for exit in &room_plan.exits {
        let Some(to) = index::find(world, &exit.to) else { continue };
        let mut entity = world.spawn((ExitDirection(exit.direction), LeadsTo(to), ExitOf(from)));
        if let Some(door) = &exit.door {
            let says = door.says.as_deref().map(Into::into);
            let (name, open) = (door.name.as_str().into(), !door.shut);
            entity.insert(Door { name, open, until: WorldTime::default(), says });
        }
        if !exit.called.is_empty() {
            entity.insert(Called(exit.called.clone().into()));
        }
    }
}

/// Removes the rooms that the content no longer has. Returns the characters who were in them.
fn remove_gone_rooms(
    world: &mut World,
    content: &Content,
    aftermath: &mut Aftermath,
) -> Vec<Entity> {
    let start = world.resource::<Start>().0;
    let gone: Vec<(RoomId, Entity)> = world
        .resource::<Index<RoomId>>()
        .iter()
        .filter(|(id, _)| !content.rooms.contains_key(*id))
        .map(|(id, entity)| (id.clone(), entity))
        .collect();
    let mut moved = Vec::new();
    for (id, room) in gone {
        // If several rooms were merged into one, the first was renamed; the others move their
        // contents to it.
        let today = content.former.rooms.get(&id).and_then(|it| index::find(world, it));
        let inside = world.get::<Contents>(room).into_iter().flat_map(|it| it.iter());
        moved.extend(inside.filter(|it| world.get::<Character>(*it).is_some()));
        if today.is_none() {
            aftermath.empty(world, id, room);
        }
        room::remove_room(world, room, today.unwrap_or(start));
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

/// Replaces socials, habits, and the help pages of their verbs.
fn apply_verbs(world: &mut World, content: &Content) {
    let socials = Socials::new(&content.socials);
    let pages = socials.iter().flat_map(|social| {
        let words = social.aliases.iter().cloned().chain([social.name.to_string()]);
        words.map(|word| (word, social.page()))
    });
    let habits = content.habits.iter();
    let answers = habits.flat_map(|it| it.words.iter().map(|word| (word.clone(), it.page(word))));
    let pages = pages.chain(answers).collect();
    world.insert_resource(socials);
    world.insert_resource(Habits::new(&content.habits));
    world.insert_resource(VerbPages(pages));
}

fn apply_channel(world: &mut World, entry: &ChannelEntry, order: usize) {
    let channel = Channel {
        id: entry.id.clone(),
        aliases: entry.aliases.clone().into(),
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

/// Creates the body of an NPC, or updates the existing one.
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
        let kind = SpeakerKind::Assistant;
        let character = CharacterV1::new(id.clone(), &body.name, kind, body.role);
        let entity = lifecycle::spawn(world, character);
        containment::put_into(world, entity, home);
        // An NPC who was away when the server stopped walks home.
        walk::send_home(world, entity);
        entity
    });
    remark::watch(world, body.offers.iter().flat_map(|it| &it.when));
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

/// Spawns the items that the content places in rooms and inventories and that were not placed yet.
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
        respawn::place_missing(world, &place.0, &place.1, *copies);
    }
}
