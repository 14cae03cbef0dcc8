//! Claims about deeds, weighed by what the mind saw.

use bevy_ecs::prelude::*;
use engine::{id::CharacterId, label::Readers};
use world::beings::{character::Character, people};

use crate::{
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        seen::{SeenDeed, SeenDeeds},
    },
    perceive::{
        claim::{DeedClaim, Naming},
        classify::{Finding, Trust},
        question::RumourQuestion,
    },
};

/// Trust in a speaker who is not known to lie, in percent.
const ADDRESSED: Trust = Trust(70);

/// Returns the trust of a mind in what somebody says, in percent, as far as the readers may know it: by the
/// persona's own number, or by how they have proved.
pub(super) fn trust(world: &World, npc: Entity, whom: &CharacterId, readers: &Readers) -> u8 {
    let mind = world.get::<Mind>(npc);
    if let Some(percent) = mind.and_then(|it| it.policy.attends.trust.get(whom)) {
        return Trust::percent((*percent).into()).0;
    }
    let people = world.get::<Acquaintances>(npc);
    let standing = people.map(|it| it.standing(whom, readers)).unwrap_or_default();
    standing.adjust(ADDRESSED).0
}

/// Parses somebody's claim about a deed.
pub(super) fn claimed(
    world: &World,
    npc: Entity,
    (speaker, speaker_name): (&CharacterId, &str),
    words: &str,
) -> Option<DeedClaim> {
    let mind = &world.get::<Character>(npc)?.0;
    let called = |word: &str| called(world, word);
    DeedClaim::of(words, &Naming { speaker, speaker_name, mind, called: &called })
}

/// Compares somebody's claim with what the mind saw; returns the finding and the deed that was seen.
pub(super) fn found(
    world: &World,
    npc: Entity,
    speaker: (&CharacterId, &str),
    words: &str,
) -> Option<(Finding, SeenDeed)> {
    let seen = world.get::<SeenDeeds>(npc)?;
    seen.newest().next()?;
    let (finding, deed) = claimed(world, npc, speaker, words)?.weigh(seen.newest())?;
    Some((finding, deed.clone()))
}

/// Parses a question about rumours.
pub(super) fn asked_for(
    world: &World,
    npc: Entity,
    words: &str,
    speaker: &CharacterId,
) -> Option<RumourQuestion> {
    if words.is_empty() {
        return None;
    }
    let mind = &world.get::<Character>(npc)?.0;
    let name = name_of(world, speaker).unwrap_or_default();
    let called = |word: &str| called(world, word);
    RumourQuestion::read(words, &Naming { speaker, speaker_name: &name, mind, called: &called })
}

/// Resolves a word to a character, logged in or not, and the name that they go by.
pub(super) fn called(world: &World, word: &str) -> Option<(CharacterId, String)> {
    let id = people::known(world, word)?;
    let name = name_of(world, &id)?;
    Some((id, name))
}

/// Returns the name that somebody goes by, logged in or not.
pub(super) fn name_of(world: &World, whom: &CharacterId) -> Option<String> {
    people::name_of(world, whom)
}
