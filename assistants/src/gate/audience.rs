//! Audience of an answer. It is determined before a model is asked, and the prompt contains nothing
//! that one of the audience may not read.
//!
//! The audience belongs to the way of speaking, not to the moment: what is said in an open room is
//! for everyone, whoever is present, so a prompt does not change when a character enters or leaves.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::{
    id::{ChannelId, CharacterId},
    index,
    label::Readers,
};
use world::{
    act::permission::Role,
    beings::character::Character,
    space::{
        containment::{self, Contents},
        room::Private,
    },
    talk::channel::{Channel, Members},
    witness::fact::Source,
};

use crate::llm::scene::Stimulus;

/// Returns the audience of the answer of `me` to `stimulus`; without one, the audience of the room.
#[must_use]
pub fn audience(world: &World, me: Entity, stimulus: Option<&Stimulus>) -> Readers {
    // What is answered to whoever passes a question on is heard by those who heard the question.
    if let Some(help) = stimulus.and_then(Stimulus::helping) {
        return help.hearers.clone();
    }
    let mut ids = BTreeSet::new();
    ids.extend(id(world, me));
    match stimulus.map(|it| (it.source, it)) {
        Some((Source::Deed, stimulus)) if stimulus.aside => {
            ids.insert(stimulus.speaker.clone());
        }
        Some((Source::Whisper | Source::Page, stimulus)) => {
            ids.insert(stimulus.speaker.clone());
        }
        Some((Source::Channel, stimulus)) => {
            let channel = stimulus.channel.as_ref();
            return channel.map_or(Readers::Everyone, |it| on_channel(world, me, it));
        }
        Some((
            Source::Say
            | Source::Shout
            | Source::Pose
            | Source::Emit
            | Source::Deed
            | Source::Feedback,
            _,
        ))
        | None => return in_the_room(world, me),
    }
    Readers::Only(ids)
}

/// Returns the audience of `me` on a channel: everyone, or its members if its role is above guest.
#[must_use]
pub fn on_channel(world: &World, me: Entity, channel: &ChannelId) -> Readers {
    let entity = index::find(world, channel);
    let open = |it: &Channel| it.role == Role::Guest;
    if entity.and_then(|it| world.get::<Channel>(it)).is_none_or(open) {
        return Readers::Everyone;
    }
    let members = entity.and_then(|it| world.get::<Members>(it));
    let members = members.into_iter().flat_map(|it| &it.0).copied();
    Readers::Only(members.chain([me]).filter_map(|it| id(world, it)).collect())
}

/// Returns the audience of the room of `me`: everyone, or those present in a private room.
#[must_use]
pub fn in_the_room(world: &World, me: Entity) -> Readers {
    if !is_private(world, me) {
        return Readers::Everyone;
    }
    let all = present(world, me).into_iter().chain([me]);
    Readers::Only(all.filter_map(|it| id(world, it)).collect())
}

/// Returns whether a whole audience may know who and what is in the room of `me`: in a private room
/// only those present may.
#[must_use]
pub fn may_know_room(world: &World, me: Entity, audience: &Readers) -> bool {
    in_the_room(world, me).admit_all(audience)
}

/// Returns whether a character is in a private room.
#[must_use]
pub fn is_private(world: &World, me: Entity) -> bool {
    let room = containment::room_of(world, me);
    room.is_some_and(|it| world.get::<Private>(it).is_some())
}

/// Returns the other characters in the same room.
#[must_use]
pub fn present(world: &World, me: Entity) -> Vec<Entity> {
    let contents = containment::room_of(world, me).and_then(|it| world.get::<Contents>(it));
    let all = contents.into_iter().flat_map(|it| it.iter());
    all.filter(|it| *it != me && world.get::<Character>(*it).is_some()).collect()
}

fn id(world: &World, being: Entity) -> Option<CharacterId> {
    world.get::<Character>(being).map(|it| it.0.clone())
}
