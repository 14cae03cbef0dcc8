//! From ids to entities. Kept right by hooks on the components that carry the
//! ids, so that nobody can forget to.

use std::collections::BTreeMap;

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};

use crate::{
    channel::Channel,
    character::Character,
    id::{ChannelId, CharacterId, RoomId, SessionId, ThingId},
    place::Room,
    presence::Connected,
    thing::Thing,
};

/// From ids to entities.
#[derive(Resource, Debug, Default)]
pub struct Index {
    /// Rooms.
    pub rooms: BTreeMap<RoomId, Entity>,
    /// Characters that are in the world now.
    pub characters: BTreeMap<CharacterId, Entity>,
    /// Things that are in the world now.
    pub things: BTreeMap<ThingId, Entity>,
    /// Channels.
    pub channels: BTreeMap<ChannelId, Entity>,
    /// Sessions and the characters they play.
    pub sessions: BTreeMap<SessionId, Entity>,
}

macro_rules! kept {
    ($added:ident, $removed:ident, $component:ty, $map:ident, $id:ident => $key:expr) => {
        pub(crate) fn $added(mut world: DeferredWorld, at: HookContext) {
            let Some($id) = world.get::<$component>(at.entity) else { return };
            let key = $key;
            world.resource_mut::<Index>().$map.insert(key, at.entity);
        }

        pub(crate) fn $removed(mut world: DeferredWorld, at: HookContext) {
            let Some($id) = world.get::<$component>(at.entity) else { return };
            let key = $key;
            let mut index = world.resource_mut::<Index>();
            // A newer holder of the same id keeps it.
            if index.$map.get(&key) == Some(&at.entity) {
                index.$map.remove(&key);
            }
        }
    };
}

kept!(room_added, room_removed, Room, rooms, room => room.0.clone());
kept!(character_added, character_removed, Character, characters, it => it.0.clone());
kept!(thing_added, thing_removed, Thing, things, thing => thing.id.clone());
kept!(channel_added, channel_removed, Channel, channels, channel => channel.id.clone());
kept!(session_added, session_removed, Connected, sessions, session => session.0);
