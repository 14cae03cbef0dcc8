//! Noting of what is derived from other notes.

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Readers};
use world::beings::character::Character;

use super::remember::keep;
use crate::{
    memory::{Note, RecallCandidate},
    mind::{derived::Derived, notebook::Notebook, sleep::Sleep},
};

/// Returns the notes that the store found, oldest first, with those of a mind that may not have reached it
/// yet.
pub(super) fn with_newest(world: &World, npc: Entity, found: &[RecallCandidate]) -> Vec<Note> {
    let mut notes: Vec<Note> = found.iter().map(|it| it.note.clone()).collect();
    let notebook = world.get::<Notebook>(npc).into_iter();
    for newer in notebook.flat_map(|it| it.fresh.iter().chain(&it.lines)).cloned() {
        match notes.binary_search_by_key(&newer.serial, |it| it.serial) {
            Ok(at) => notes.splice(at..=at, [newer]).for_each(drop),
            Err(at) => notes.insert(at, newer),
        }
    }
    notes
}

/// Returns the notes of the last nights about a person that their readers may know.
pub(super) fn fresh_about(
    world: &World,
    npc: Entity,
    person: &CharacterId,
    readers: &Readers,
) -> Vec<Note> {
    let fresh = world.get::<Notebook>(npc).into_iter().flat_map(|it| &it.fresh);
    let is_its = |it: &&Note| {
        it.kind.is_derived()
            && it.label.readers == *readers
            && it.about.contains(person)
            && it.superseded_by.is_none()
    };
    fresh.filter(is_its).cloned().collect()
}

/// Notes what was derived from notes. Returns whether it was worth it.
pub(super) fn conclude(
    world: &mut World,
    npc: Entity,
    derived: Derived,
    notes: &[Note],
    now: WorldTime,
) -> bool {
    let Some(mind) = world.get::<Character>(npc).map(|it| it.0.clone()) else { return false };
    let is_old = |it: &&Note| derived.replaces.contains(&it.serial);
    let old: Vec<Note> = notes.iter().filter(is_old).cloned().collect();
    let replaced: Vec<u64> = old.iter().map(|it| it.serial).collect();
    let kept = keep(world, npc, derived.draft(mind, now), old);
    if let Some(mut sleep) = world.get_mut::<Sleep>(npc)
        && kept.is_ok()
    {
        sleep.take_out(&replaced);
    }
    if let Err(error) = &kept {
        tracing::debug!(error, "a derived note was not kept");
    }
    kept.is_ok()
}
