//! Writing of entries about a mind, restoring after a restart, and deletion.

use std::{collections::BTreeSet, sync::Arc};

use bevy_ecs::prelude::*;
use engine::{clock::Clock, id::CharacterId, label::Label};
use world::{
    beings::{
        character::Character,
        forgetting::{Forgotten, Gone},
    },
    space::{containment, room::Room},
};

use super::{
    entry::{MindChange, RecordEntry, Recorded},
    newest::{NewestRecord, RecordMessage},
};
use crate::mind::bounds::MindBounds;

/// Writes an entry about a mind, whose words have this label. An entry without a thought belongs to
/// the newest thought that has not ended.
pub fn write_down(
    world: &mut World,
    mind: Entity,
    thought: Option<u64>,
    label: &Label,
    what: Recorded,
) {
    let now = world.resource::<Clock>().now;
    let Some(me) = world.get::<Character>(mind).map(|it| it.0.clone()) else { return };
    let newest = world.get::<NewestRecord>(mind);
    let thought = thought.or_else(|| newest.and_then(NewestRecord::open));
    let shows_place = matches!(what, Recorded::Begun { .. } | Recorded::Done { .. });
    let room = containment::room_of(world, mind).filter(|_| shows_place);
    let place = room.and_then(|it| world.get::<Room>(it)).map(|it| it.0.clone());
    let mut entry = RecordEntry::new(now, me, thought, label, what).in_room(place);
    // A thought about a deleted character may still be in progress.
    let gone: BTreeSet<CharacterId> = world.resource::<Gone>().iter().cloned().collect();
    if !gone.is_empty() {
        entry.forget(&gone);
    }
    let entry = Arc::new(entry);
    let bounds = *world.resource::<MindBounds>();
    if let Some(mut newest) = world.get_mut::<NewestRecord>(mind) {
        newest.push(entry.clone(), bounds);
    }
    world.write_message(RecordMessage::Entry(entry));
}

/// Writes an entry about a change of a mind itself, which everybody may know of who reads the record.
pub fn change(world: &mut World, mind: Entity, change: MindChange) {
    let now = world.resource::<Clock>().now;
    let Some(me) = world.get::<Character>(mind).map(|it| it.0.clone()) else { return };
    let what = Recorded::Changed(change);
    let entry = Arc::new(RecordEntry::new(now, me, None, &Label::engine(), what));
    let bounds = *world.resource::<MindBounds>();
    if let Some(mut newest) = world.get_mut::<NewestRecord>(mind) {
        newest.push(entry.clone(), bounds);
    }
    world.write_message(RecordMessage::Entry(entry));
}

/// Writes an entry about the removal of a mind that is in the world no more.
pub fn removed(world: &mut World, mind: CharacterId) {
    let now = world.resource::<Clock>().now;
    let what = Recorded::Changed(MindChange::Removed);
    let entry = Arc::new(RecordEntry::new(now, mind, None, &Label::engine(), what));
    world.write_message(RecordMessage::Entry(entry));
}

/// Restores the entries of earlier runs, oldest first.
pub fn restore(world: &mut World, entries: &[RecordEntry]) {
    let bounds = *world.resource::<MindBounds>();
    let mut minds = world.query::<(&Character, &mut NewestRecord)>();
    for (me, mut newest) in minds.iter_mut(world) {
        let own = entries.iter().filter(|it| it.mind.as_ref() == Some(&me.0));
        own.for_each(|it| newest.push(Arc::new(it.clone()), bounds));
    }
}

/// Deletes the words of characters whose account is deleted.
pub(super) fn forget(world: &mut World, whom: &Forgotten) {
    let mut minds = world.query::<&mut NewestRecord>();
    minds.iter_mut(world).for_each(|mut newest| newest.forget(&whom.characters));
    world.write_message(RecordMessage::Forget { mind: None, whom: whom.characters.clone() });
}

/// Deletes the words of a character from the record of one mind.
pub fn forget_by(world: &mut World, mind: Entity, whom: &CharacterId) {
    let whom = BTreeSet::from([whom.clone()]);
    let Some(me) = world.get::<Character>(mind).map(|it| it.0.clone()) else { return };
    if let Some(mut newest) = world.get_mut::<NewestRecord>(mind) {
        newest.forget(&whom);
    }
    world.write_message(RecordMessage::Forget { mind: Some(me), whom });
}
