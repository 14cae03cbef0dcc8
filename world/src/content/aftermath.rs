//! Effects of removed content: characters and items left without a room or a kind.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::id::{KindId, RoomId};
use text::styled::{Style, Text, list};

use crate::{
    beings::{
        character::{Character, Speaker, SpeakerKind},
        name::Name,
    },
    space::{
        containment::{ContainedIn, Contents},
        room::Room,
    },
    things::{
        saved,
        thing::{Fixed, Thing},
    },
    witness::narrator::tell_one,
};

/// Summary of the effects of a content change on characters and items, for the report of a reload.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aftermath {
    /// Removed rooms that had contents.
    pub emptied: BTreeMap<RoomId, EmptiedRoom>,
    /// Former places of the items put away because their kind was removed: "carried by Ann", "in
    /// town/inn".
    pub put_away: BTreeMap<KindId, Vec<String>>,
    /// Number of items restored, by kind.
    pub back: BTreeMap<KindId, usize>,
}

/// Names of the removed items, by the character who carried them.
pub(super) type MissedThings = BTreeMap<Entity, Vec<String>>;

/// Contents of a removed room.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EmptiedRoom {
    /// Number of characters moved to the start.
    pub people: usize,
    /// Number of items moved to the start.
    pub things: usize,
    /// Number of immovable items removed from the world with the room; they stay saved.
    pub fixed: usize,
}

impl Aftermath {
    /// Removes an item of a removed kind from the world; it stays saved. Records its place.
    pub(super) fn put_away(&mut self, world: &mut World, thing: Entity, missed: &mut MissedThings) {
        let Some(Thing { kind, .. }) = world.get(thing) else { return };
        let places = self.put_away.entry(kind.clone()).or_default();
        if let Some(ContainedIn(at)) = world.get(thing).copied() {
            let name = |of| world.get::<Name>(of).map_or_else(String::new, |it| it.0.to_string());
            match world.get::<Room>(at) {
                Some(room) => places.push(format!("in {}", room.0)),
                None => {
                    places.push(format!("carried by {}", name(at)));
                    missed.entry(at).or_default().push(name(thing));
                }
            }
        }
        saved::put_away(world, thing);
    }

    /// Records the contents of a room to be removed, and puts its immovable items away.
    pub(super) fn empty(&mut self, world: &mut World, id: RoomId, room: Entity) {
        let inside: Vec<Entity> =
            world.get::<Contents>(room).map(|it| it.iter().collect()).unwrap_or_default();
        let mut left = EmptiedRoom::default();
        for what in inside {
            if world.get::<Character>(what).is_some() {
                left.people += 1;
            } else if world.get::<Fixed>(what).is_some() {
                left.fixed += 1;
                saved::put_away(world, what);
            } else {
                left.things += 1;
            }
        }
        if left != EmptiedRoom::default() {
            self.emptied.insert(id, left);
        }
    }
}

/// Notifies players of the items they carried that were removed.
pub(super) fn tell_carriers(world: &mut World, missed: MissedThings) {
    for (who, names) in missed {
        let words = format!("There is no such thing in this world any more as {}.", list(&names));
        tell_player(world, who, &words);
    }
}

/// Restores the items put away whose kind and room exist again, and notifies their carriers.
pub(super) fn bring_back(world: &mut World, aftermath: &mut Aftermath) {
    let mut carried: BTreeMap<Entity, Vec<String>> = BTreeMap::new();
    for thing in saved::bring_back(world) {
        let Some(Thing { kind, .. }) = world.get(thing) else { continue };
        *aftermath.back.entry(kind.clone()).or_default() += 1;
        let (at, name) = (world.get::<ContainedIn>(thing), world.get::<Name>(thing));
        if let (Some(ContainedIn(at)), Some(name)) = (at, name) {
            carried.entry(*at).or_default().push(name.0.to_string());
        }
    }
    for (who, names) in carried {
        tell_player(world, who, &format!("You carry {} again.", list(&names)));
    }
}

/// Sends a text to a character who is online and not an NPC.
fn tell_player(world: &mut World, who: Entity, words: &str) {
    let plays = world.get::<Speaker>(who).is_some_and(|it| it.0 != SpeakerKind::Assistant);
    if plays {
        tell_one(world, who, Text::styled(Style::Quiet, words));
    }
}
