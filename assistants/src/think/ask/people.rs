//! Knowledge and sight that a character has of the people that a thought concerns.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    id::{CharacterId, KindId, MarkId},
    index::Index,
    label::{Label, Readers},
};
use world::{
    beings::{character::Character, name::Name, people},
    space::{
        calendar::Calendar,
        containment::{self, Contents},
    },
    things::thing::Thing,
    trade::{offering::StandingOffers, purse::Marks, regard::UNKNOWN},
};

use super::derived;
use crate::{
    gate::{audience, ignoring::PromptFilter},
    llm::scene::{Absence, AnswerWay, LeadKind, PersonSketch, Stimulus},
    memory::{Note, NoteKind, said},
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        leads::Leads,
        mood::Mood,
        seen::{SeenDeed, SeenDeeds, SeenKind, ago},
        thinking::{Thinking, TurnInput},
    },
    nlu::short_phrase,
};

/// Most words of a line that are looked up as names, and most people that are found.
const MOST_WORDS: usize = 40;
const MOST_PEOPLE: usize = 3;
/// Most who came by and are told of at once.
const MOST_VISITORS: usize = 5;

/// Time for which somebody who came by counts as a visitor of today.
const TODAY: Duration = Duration::from_secs(86_400);

/// Returns the names of all others who are where a character is.
pub(in crate::think) fn names(world: &World, npc: Entity) -> Vec<String> {
    let present = audience::present(world, npc);
    present.iter().filter_map(|it| world.get::<Name>(*it)).map(|it| it.0.to_string()).collect()
}

/// Returns the way in which words without a call answer the one the thought is about.
pub(in crate::think) fn answering(world: &World, npc: Entity) -> Option<AnswerWay> {
    let stimulus = world.get::<Thinking>(npc)?.matter.as_ref()?.stimulus.as_ref()?;
    Some(stimulus.answer_way(&names(world, npc)))
}

/// Returns the facts remembered about somebody that may be told to all who will hear them, by slot; their
/// provenance is added to `label`.
pub(in crate::think) fn slots(
    world: &World,
    npc: Entity,
    whom: &CharacterId,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> BTreeMap<String, String> {
    let known = world.get::<Acquaintances>(npc).and_then(|it| it.0.get(whom));
    let mut slots = BTreeMap::new();
    let may_read = |of: &Label| readers.may_read(of);
    for (slot, value, from) in
        known.into_iter().flat_map(|it| it.slots_for(readers.audience(), may_read))
    {
        label.absorb(from);
        slots.insert(slot.clone(), value.clone());
    }
    slots
}

/// Returns the slots that notes about somebody state in their forms, as a character of earlier versions and
/// a model with another tool note them: "Bob likes mead." The newest counts.
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

/// Returns the marks that the engine has put on somebody; `None` for one who is not in the world.
pub(super) fn marks(world: &World, whom: &CharacterId) -> Option<BTreeSet<MarkId>> {
    let it = world.resource::<Index<CharacterId>>().get(whom)?;
    world.get::<Marks>(it).map(|it| it.0.clone())
}

/// Returns the kinds of things that somebody who stands there carries for all to see.
pub(super) fn carries(world: &World, npc: Entity, whom: &CharacterId) -> Vec<KindId> {
    let here = world
        .resource::<Index<CharacterId>>()
        .get(whom)
        .filter(|it| audience::present(world, npc).contains(it));
    let contents = here.and_then(|it| world.get::<Contents>(it));
    let things = contents.into_iter().flat_map(|it| it.iter());
    things.filter_map(|it| world.get::<Thing>(it)).map(|it| it.kind.clone()).collect()
}

/// Most things that are named of those that lie about.
const MOST_THINGS: usize = 12;

/// Returns the names of the people and things in the character's room, and of the things that it
/// carries; empty for an audience that may not know them, because the room is private.
pub(in crate::think) fn around(world: &World, npc: Entity, audience: &Readers) -> [Vec<String>; 3] {
    if !audience::may_know_room(world, npc, audience) {
        return Default::default();
    }
    let things = |holder| things_in(world, holder);
    let room = containment::room_of(world, npc);
    [names(world, npc), things(room), things(Some(npc))]
}

/// Returns the names of the things in a room, or that somebody carries.
fn things_in(world: &World, holder: Option<Entity>) -> Vec<String> {
    let contents = holder.and_then(|it| world.get::<Contents>(it));
    let things = contents.into_iter().flat_map(|it| it.iter());
    let things = things.filter(|it| world.get::<Thing>(*it).is_some());
    let named = things.filter_map(|it| world.get::<Name>(it)).map(|it| it.0.to_string());
    named.take(MOST_THINGS).collect()
}

/// Returns the regard of the character for somebody, 0 to 100, as far as an audience may know it.
pub(in crate::think) fn regard(
    world: &World,
    npc: Entity,
    whom: &CharacterId,
    audience: &Readers,
) -> u8 {
    let (mind, people) = (world.get::<Mind>(npc), world.get::<Acquaintances>(npc));
    let known = mind.zip(people).map(|(mind, it)| it.regard(whom, audience, &mind.persona));
    known.unwrap_or(UNKNOWN)
}

/// Returns the mood of the character, as far as an audience may know it.
pub(in crate::think) fn mood(world: &World, npc: Entity, audience: &Readers) -> i8 {
    let rest = world.get::<Mind>(npc).map_or(0, |it| it.persona.mood.rest);
    let now = world.resource::<Clock>().now;
    world.get::<Mood>(npc).map_or(rest, |it| it.level(audience, rest, now))
}

/// Returns the names of those who came where the character stands and are not there any more, the last
/// first, without the one who asks.
pub(super) fn visitors(
    world: &World,
    npc: Entity,
    asks: Option<&CharacterId>,
    readers: &PromptFilter<'_>,
) -> Vec<String> {
    let present = audience::present(world, npc);
    let ids = present.iter().filter_map(|it| world.get::<Character>(*it)).map(|it| &it.0);
    let here: BTreeSet<&CharacterId> = ids.chain(asks).collect();
    let mut seen = BTreeSet::new();
    let deeds = world.get::<SeenDeeds>(npc).into_iter().flat_map(SeenDeeds::newest);
    let came = deeds.filter(|it| matches!(it.kind, SeenKind::Came | SeenKind::Left));
    let came = came.map(|it| (&it.who, &*it.name));
    let now = world.resource::<Clock>().now;
    // What it knows of people lasts longer than what it saw.
    let people = world.get::<Acquaintances>(npc).into_iter().flat_map(|it| &it.0);
    let known = people.filter_map(|(id, it)| it.came.as_ref().map(|(at, name)| (*at, id, name)));
    let mut today: Vec<_> = known.filter(|(at, ..)| now.since(*at) < TODAY).collect();
    today.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
    let all = came.chain(today.into_iter().map(|(_, id, name)| (id, name.as_str())));
    let told = all.filter(|(id, _)| people::is_talked_of(world, id) && !readers.ignoring.holds(id));
    let gone = told.filter(|(id, _)| !here.contains(id) && seen.insert(*id));
    gone.take(MOST_VISITORS).map(|(_, name)| name.to_owned()).collect()
}

/// Returns whether a deed may be told of: its doer allows it, and no hearer ignores them.
fn may_tell_of(world: &World, readers: &PromptFilter<'_>, deed: &SeenDeed) -> bool {
    people::is_talked_of(world, &deed.who)
        && !readers.ignoring.holds(&deed.who)
        && !readers.ignoring.leaves_out(&deed.label)
}

/// Describes who last had a door opened before the character's eyes.
pub(super) fn opened(world: &World, npc: Entity, readers: &PromptFilter<'_>) -> Option<String> {
    let mut deeds = world.get::<SeenDeeds>(npc)?.newest();
    let is_told = |it: &&SeenDeed| it.kind == SeenKind::Opened && may_tell_of(world, readers, it);
    let deed = deeds.find(is_told)?;
    Some(deed.in_words(world.resource::<Clock>().now))
}

/// Describes the deeds of the speaker to the character, as far as all who will hear the answer may know
/// them; their provenance is added to `label`.
pub(super) fn done_before(
    world: &World,
    matter: &TurnInput,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Vec<String> {
    let now = world.resource::<Clock>().now;
    let Some(stimulus) = &matter.stimulus else { return Vec::new() };
    let known = matter.deeds.iter().filter(|it| readers.may_read(&it.label));
    let told = known.filter_map(|it| {
        let did = it.content.strip_prefix(&stimulus.name)?.trim().trim_end_matches('.');
        label.absorb(&it.label);
        Some(format!("{did} {}", ago(now.since(it.at))))
    });
    told.collect()
}

/// Returns the time for which somebody was away before they came.
pub(super) fn away(world: &World, npc: Entity, whom: &CharacterId) -> Absence {
    let before = world.get::<Acquaintances>(npc).and_then(|it| it.0.get(whom)?.before);
    let now = world.resource::<Clock>().now;
    before.map_or(Absence::Unknown, |it| Absence::of(now.since(it), day(world)))
}

/// Returns the duration of a day of the world.
fn day(world: &World) -> Duration {
    Duration::from_secs(world.resource::<Calendar>().day_minutes() * 60)
}

/// Describes the last deed, but coming and going, that the character saw somebody do within a day of the
/// world; its provenance is added to `label`.
pub(super) fn last_seen_doing(
    world: &World,
    npc: Entity,
    whom: &CharacterId,
    label: &mut Label,
) -> Option<String> {
    let is_passage = |it: &SeenDeed| matches!(it.kind, SeenKind::Came | SeenKind::Left);
    let mut deeds = world.get::<SeenDeeds>(npc)?.newest();
    let deed = deeds.find(|it| it.who == *whom && !is_passage(it))?;
    if !people::is_talked_of(world, whom) {
        return None;
    }
    let span = world.resource::<Clock>().now.since(deed.at);
    if span >= day(world) {
        return None;
    }
    label.absorb(&deed.label);
    Some(format!("{} {}", deed.did, ago(span)))
}

/// Returns the last deed of somebody besides coming and going that the character saw, in words; what it comes
/// from becomes part of `label`.
fn did(
    world: &World,
    npc: Entity,
    whom: &CharacterId,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<String> {
    let mut deeds = world.get::<SeenDeeds>(npc)?.newest();
    let deed = deeds.find(|it| {
        let is_passage = matches!(it.kind, SeenKind::Came | SeenKind::Left);
        it.who == *whom && !is_passage && may_tell_of(world, readers, it)
    })?;
    label.absorb(&deed.label);
    Some(deed.in_words(world.resource::<Clock>().now))
}

/// Returns the promise of somebody to the character that is open yet, in words, as far as all who will hear the
/// answer may know it; what it comes from becomes part of `label`.
fn promised(
    world: &World,
    npc: Entity,
    (whom, name): (&CharacterId, &str),
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Option<String> {
    if readers.ignoring.holds(whom) || !people::is_talked_of(world, whom) {
        return None;
    }
    let now = world.resource::<Clock>().now;
    let lead = world.get::<Leads>(npc)?.still_open(now).find(|it| {
        let is_promise = matches!(it.kind, LeadKind::Bringing(_) | LeadKind::Returning(_));
        is_promise && it.whom.id == *whom && readers.may_read(&it.label)
    })?;
    label.absorb(&lead.label);
    let me = world.get::<Name>(npc).map(|it| it.0.clone()).unwrap_or_default();
    let words = said::without_name(&lead.words, &me).trim_end_matches('.');
    Some(format!("{name} said \"{words}\", {}, and it is open yet", ago(now.since(lead.since))))
}

/// Returns whether an offer of the character's stands for somebody.
pub(super) fn is_offered(
    world: &World,
    npc: Entity,
    whom: &CharacterId,
    audience: &Readers,
) -> bool {
    let now = world.resource::<Clock>().now;
    let whom = world.resource::<Index<CharacterId>>().get(whom);
    let standing = whom.and_then(|it| world.get::<StandingOffers>(it));
    let mut offers = standing.into_iter().flat_map(|it| &it.offers);
    offers.any(|it| it.by == npc && it.until >= now && it.readers.admit_all(audience))
}

/// Returns the people whose names are among the words that a character reacts to, except the
/// speaker and the character itself.
pub(super) fn among_the_words(
    world: &World,
    npc: Entity,
    matter: &TurnInput,
    readers: &PromptFilter<'_>,
    label: &mut Label,
) -> Vec<PersonSketch> {
    let Some(stimulus) = &matter.stimulus else { return Vec::new() };
    let me = world.get::<Character>(npc).map(|it| &it.0);
    // Who sits in private is nobody's business who is elsewhere.
    let present = if audience::may_know_room(world, npc, readers.audience()) {
        audience::present(world, npc)
    } else {
        Vec::new()
    };
    let words = stimulus.words.split(|it: char| !it.is_alphanumeric() && it != '-');
    let mut found: BTreeMap<CharacterId, PersonSketch> = BTreeMap::new();
    for word in words.filter(|it| !it.is_empty()).take(MOST_WORDS) {
        if found.len() >= MOST_PEOPLE {
            break;
        }
        let Some(id) = people::known(world, word) else { continue };
        if id == stimulus.speaker || Some(&id) == me || found.contains_key(&id) {
            continue;
        }
        let known = world.get::<Acquaintances>(npc).and_then(|it| it.0.get(&id));
        let met = known.is_some_and(|it| it.is_met(readers.audience()));
        let awake = world.resource::<Index<CharacterId>>().get(&id);
        let is_here = awake.is_some_and(|it| present.contains(&it));
        let Some(name) = people::name_of(world, &id) else { continue };
        let slots = if readers.ignoring.holds(&id) || !people::is_talked_of(world, &id) {
            BTreeMap::new()
        } else {
            slots(world, npc, &id, readers, label)
        };
        let last = world.get::<SeenDeeds>(npc).and_then(|it| it.last_of(&id));
        let last = last.filter(|it| may_tell_of(world, readers, it));
        // Who is logged out is nobody to a character that never came across them.
        if awake.is_none() && !met && last.is_none() {
            continue;
        }
        let seen = if is_here {
            Some(format!("{name} is here with us"))
        } else {
            last.map(|it| it.in_words(world.resource::<Clock>().now))
        };
        if let Some(deed) = last {
            label.absorb(&deed.label);
        }
        let is_known = met || is_here || last.is_some();
        let may_be_told =
            world.get::<Leads>(npc).is_some_and(|it| it.may_carry(&matter.payer, &id));
        let opinion = derived::opinion(world, matter, (&id, &name), readers, label);
        let did = did(world, npc, &id, readers, label);
        let promised = promised(world, npc, (&id, &name), readers, label);
        let sketch =
            PersonSketch { name, is_known, may_be_told, seen, slots, did, promised, opinion };
        found.insert(id, sketch);
    }
    found.into_values().collect()
}
