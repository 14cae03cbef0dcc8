//! What a character knows and sees of the people that a thought concerns.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use world::{
    beings::{character::Character, people},
    engine::{
        clock::Clock,
        id::{CharacterId, KindId, MarkId},
        index::Index,
    },
    space::containment::Contents,
    things::thing::Thing,
    trade::{offering::StandingOffers, purse::Marks},
    words::{
        label::{Label, Readers},
        name::Name,
    },
};

use crate::{
    gate::audience,
    llm::scene::{PersonSketch, Stimulus},
    meaning::short_phrase,
    memory::{Note, NoteKind},
    mind::{acquaintance::Acquaintances, thinking::Matter},
};

/// Most words of a line that are looked up as names, and most people that are found.
const MOST_WORDS: usize = 40;
const MOST_PEOPLE: usize = 3;

/// What is kept in mind of somebody and may be told to all who will hear it, by slot; what it came
/// from becomes part of `label`.
pub(super) fn slots(
    world: &World,
    npc: Entity,
    whom: &CharacterId,
    audience: &Readers,
    label: &mut Label,
) -> BTreeMap<String, String> {
    let known = world.get::<Acquaintances>(npc).and_then(|it| it.0.get(whom));
    let mut slots = BTreeMap::new();
    for (slot, value, from) in known.into_iter().flat_map(|it| it.slots_for(audience)) {
        *label = label.join(from);
        slots.insert(slot.clone(), value.clone());
    }
    slots
}

/// What notes about somebody say in the form in which slots are put, as a character of earlier
/// versions and a model with another tool note it: "Bob likes mead." The newest counts.
pub(super) fn slots_in_notes(
    notes: &[Note],
    about: &Stimulus,
    forms: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut notes: Vec<&Note> = notes.iter().filter(|note| note.kind == NoteKind::Fact).collect();
    notes.sort_by_key(|note| note.serial);
    let mut slots = BTreeMap::new();
    for note in notes {
        let Some(said) = note.content.strip_prefix(about.name.as_str()) else { continue };
        let said = said.trim().trim_end_matches('.');
        for (slot, form) in forms {
            let Some((before, after)) = form.split_once("{}") else { continue };
            let value = said.strip_prefix(before).and_then(|it| it.strip_suffix(after));
            if let Some(value) = value.and_then(short_phrase) {
                slots.insert(slot.clone(), value.to_owned());
            }
        }
    }
    slots
}

/// What the engine remarked about somebody.
pub(super) fn marks(world: &World, whom: &CharacterId) -> Option<BTreeSet<MarkId>> {
    let it = world.resource::<Index<CharacterId>>().get(whom)?;
    world.get::<Marks>(it).map(|it| it.0.clone())
}

/// The kinds of things that somebody who stands there carries for all to see.
pub(super) fn carries(world: &World, npc: Entity, whom: &CharacterId) -> Vec<KindId> {
    let here = world
        .resource::<Index<CharacterId>>()
        .get(whom)
        .filter(|it| audience::present(world, npc).contains(it));
    let contents = here.and_then(|it| world.get::<Contents>(it));
    let things = contents.into_iter().flat_map(|it| it.iter());
    things.filter_map(|it| world.get::<Thing>(it)).map(|it| it.kind.clone()).collect()
}

/// Whether an offer of the character's stands for somebody.
pub(super) fn is_offered(world: &World, npc: Entity, whom: &CharacterId) -> bool {
    let now = world.resource::<Clock>().now;
    let whom = world.resource::<Index<CharacterId>>().get(whom);
    let standing = whom.and_then(|it| world.get::<StandingOffers>(it));
    let mut offers = standing.into_iter().flat_map(|it| &it.offers);
    offers.any(|it| it.by == npc && it.until >= now)
}

/// Those whom the character knows or sees whose names are among the words it reacts to, whoever
/// speaks and the character itself left out.
pub(super) fn among_the_words(
    world: &World,
    npc: Entity,
    matter: &Matter,
    audience: &Readers,
    label: &mut Label,
) -> Vec<PersonSketch> {
    let Some(stimulus) = &matter.stimulus else { return Vec::new() };
    let me = world.get::<Character>(npc).map(|it| &it.0);
    let words = stimulus.words.split(|it: char| !it.is_alphanumeric() && it != '-');
    let mut found: BTreeMap<CharacterId, PersonSketch> = BTreeMap::new();
    for word in words.filter(|it| !it.is_empty()).take(MOST_WORDS) {
        if found.len() >= MOST_PEOPLE {
            break;
        }
        let Some(id) = people::called(world, word) else { continue };
        if id == stimulus.speaker || Some(&id) == me || found.contains_key(&id) {
            continue;
        }
        let met = world.get::<Acquaintances>(npc).is_some_and(|it| it.0.contains_key(&id));
        let Some(entity) = world.resource::<Index<CharacterId>>().get(&id) else { continue };
        if !met && !audience::present(world, npc).contains(&entity) {
            continue;
        }
        let Some(name) = world.get::<Name>(entity) else { continue };
        let (name, slots) = (name.0.to_string(), slots(world, npc, &id, audience, label));
        found.insert(id, PersonSketch { name, slots });
    }
    found.into_values().collect()
}
