//! What somebody claims, weighed by what the mind saw.

use bevy_ecs::prelude::*;
use world::{
    beings::{character::Character, people},
    engine::{
        id::CharacterId,
        index::{self, Index},
    },
    words::name::Name,
};

use crate::{
    mind::{
        acquaintance::Acquaintances,
        saved,
        seen::{SeenDeed, SeenDeeds},
    },
    perceive::{
        claim::{DeedClaim, Naming},
        classify::Finding,
        stream::StreamLine,
    },
};

/// Weighs what somebody said to the mind: whoever is borne out is trusted more from then on, and
/// whoever is not, less.
pub(super) fn weigh(world: &mut World, npc: Entity, line: &StreamLine) {
    let Some((who, name)) = line.who.as_ref().filter(|_| !line.own) else { return };
    let Some((finding, _)) = found(world, npc, (who, name), &line.words) else { return };
    let who = who.clone();
    let Some(mut people) = world.get_mut::<Acquaintances>(npc) else { return };
    people.meet(&who).standing.count(finding);
    saved::touch_acquaintance(world, npc, &who);
}

/// What sight says to what somebody claims, and the deed that was seen.
pub(super) fn found(
    world: &World,
    npc: Entity,
    (speaker, speaker_name): (&CharacterId, &str),
    words: &str,
) -> Option<(Finding, SeenDeed)> {
    let seen = world.get::<SeenDeeds>(npc)?;
    seen.newest().next()?;
    let mind = &world.get::<Character>(npc)?.0;
    let called = |word: &str| {
        let id = people::called(world, word)?;
        let entity = world.resource::<Index<CharacterId>>().get(&id)?;
        Some((id, world.get::<Name>(entity)?.0.to_string()))
    };
    let naming = Naming { speaker, speaker_name, mind, called: &called };
    let (finding, deed) = DeedClaim::of(words, &naming)?.weigh(seen.newest())?;
    Some((finding, deed.clone()))
}

/// The name that somebody goes by.
pub(super) fn name_of(world: &World, whom: &CharacterId) -> Option<String> {
    let it = index::find(world, whom)?;
    world.get::<Name>(it).map(|it| it.0.to_string())
}
