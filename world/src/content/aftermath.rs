//! What becomes of those who, and of what, content leaves without a room or a kind.

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

/// What became of those who were in the world, and of what was, when content was applied to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aftermath {
    /// The rooms that are gone and left somebody or something behind.
    pub emptied: BTreeMap<RoomId, EmptiedRoom>,
    /// Where each thing was of a kind that is gone, in words: "carried by Ann", "in town/inn".
    pub put_away: BTreeMap<KindId, Vec<String>>,
    /// How many things of each kind are back that had been put away.
    pub back: BTreeMap<KindId, usize>,
}

/// The names of what is no more, by those who carried it.
pub(super) type MissedThings = BTreeMap<Entity, Vec<String>>;

/// What a room left behind that is gone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EmptiedRoom {
    /// How many characters are at the start now.
    pub people: usize,
    /// How many things are.
    pub things: usize,
    /// How many things went with the room, because they cannot be moved.
    pub fixed: usize,
}

impl Aftermath {
    /// Takes a thing out of the world that is of no kind any more.
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

    /// Counts what is in a room that is going, and takes out of the world what cannot be moved.
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

/// Tells players what they carry no more.
pub(super) fn tell_carriers(world: &mut World, missed: MissedThings) {
    for (who, names) in missed {
        let words = format!("There is no such thing in this world any more as {}.", list(&names));
        tell_player(world, who, &words);
    }
}

/// Brings back what was put away and has a kind and a room again.
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

/// Tells somebody something who is a player and awake.
fn tell_player(world: &mut World, who: Entity, words: &str) {
    let plays = world.get::<Speaker>(who).is_some_and(|it| it.0 != SpeakerKind::Assistant);
    if plays {
        tell_one(world, who, Text::styled(Style::Quiet, words));
    }
}
