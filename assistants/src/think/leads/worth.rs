//! Worth of a lead: whether the world shows anything to say about it, and the sentence, in words of the
//! engine.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    index,
};
use world::{
    beings::{name::Name, people},
    space::containment,
    trade::offering::{self, Pending, StandingOffers},
};

use crate::{
    gate::{
        audience::{self, may_know_room},
        ignoring::Ignoring,
    },
    llm::scene::{LeadKind, Stimulus},
    memory::said,
    mind::{
        acquaintance::Acquaintances,
        body::Mind,
        leads::{Lead, Leads},
        rumours::Rumours,
        seen::{SeenDeeds, SeenKind, ago},
        thinking::Thinking,
    },
    perceive::stream::{Stream, StreamLine},
    think::goals::asking,
};

/// Returns whether there is something to say now: a question needs news since the last look, a claim has
/// to be undecided, whoever promised or was promised something has to have come in again, an offer to
/// have run out.
pub(super) fn is_due(world: &World, npc: Entity, lead: &Lead, now: WorldTime) -> bool {
    let ignoring = Ignoring::of_partner(world, Some(&lead.whom.id));
    match lead.kind {
        LeadKind::Question => {
            // Only what the person may be told of is news to them.
            let audience = super::audience_of(world, npc, lead);
            let tells = |it: &StreamLine| {
                it.label.readers.admit_all(&audience) && !ignoring.leaves_out(&it.label)
            };
            let lines = world.get::<Stream>(npc).into_iter().flat_map(|it| it.0.iter().rev());
            lines.take_while(|it| it.at > lead.looked).any(|it| tells(it))
        }
        LeadKind::Claim(event) => {
            let all = world.get::<Rumours>(npc);
            let known = all.and_then(|all| all.iter().find(|it| it.event == event));
            known.is_some_and(|it| {
                let is_heard = it.said_by.as_ref().is_some_and(|by| !ignoring.holds(&by.id));
                is_heard && it.denied_by.is_none() && !ignoring.leaves_out(&it.label)
            })
        }
        LeadKind::Promised(_) | LeadKind::Bringing(_) | LeadKind::Returning(_) => {
            came(world, npc, &lead.whom.id).is_some_and(|at| at > lead.since)
        }
        LeadKind::Message(_) => {
            let by = lead.other.as_ref();
            by.is_some_and(|by| !ignoring.holds(&by.id)) && !ignoring.leaves_out(&lead.label)
        }
        LeadKind::Awaited(_) => arrival(world, npc, lead, now).is_some(),
        LeadKind::Lapsed(_) => offered(world, npc, lead).is_some_and(|it| it.until < now),
        LeadKind::Goal(_) => asking::is_wanted(world, npc, lead),
        LeadKind::Letter(_) => true,
    }
}

/// Returns whether the world shows that nothing is left to be said: what was promised was given, the
/// offer was answered or can be had no more.
pub(super) fn is_settled(world: &World, npc: Entity, lead: &Lead, now: WorldTime) -> bool {
    match lead.kind {
        LeadKind::Bringing(_) => {
            let mut seen = world.get::<SeenDeeds>(npc).into_iter().flat_map(SeenDeeds::newest);
            seen.any(|it| {
                let is_gift = it.kind == SeenKind::Gave && it.did.starts_with("gave me ");
                is_gift && it.who == lead.whom.id && it.at >= lead.since
            })
        }
        LeadKind::Lapsed(_) => {
            let whom = index::find(world, &lead.whom.id);
            let still = |it: &Pending| {
                whom.is_some_and(|whom| offering::still_stands(world, npc, whom, it))
            };
            offered(world, npc, lead).is_none_or(|it| it.until < now && !still(it))
        }
        LeadKind::Goal(_) => !asking::is_wanted(world, npc, lead),
        LeadKind::Question
        | LeadKind::Claim(_)
        | LeadKind::Promised(_)
        | LeadKind::Returning(_)
        | LeadKind::Message(_)
        | LeadKind::Awaited(_)
        | LeadKind::Letter(_) => false,
    }
}

/// Returns the sentence of a thought about a lead, where `heard` is an earlier line of somebody
/// else that answers its words; none if its words say it, or there is nothing left to say.
pub(in crate::think) fn sentence(
    world: &World,
    npc: Entity,
    stimulus: Option<&Stimulus>,
    heard: Option<&str>,
) -> Option<String> {
    let stimulus = stimulus?;
    let kind = stimulus.lead()?;
    let lead = world.get::<Leads>(npc)?.find(&stimulus.speaker, kind, &stimulus.words)?;
    let now = world.resource::<Clock>().now;
    match lead.kind {
        LeadKind::Question | LeadKind::Claim(_) => heard.map(|it| format!("{it}.")),
        LeadKind::Letter(_) => None,
        LeadKind::Promised(_) => promised(world, npc, &lead.words),
        LeadKind::Bringing(_) | LeadKind::Returning(_) => {
            let me = world.get::<Name>(npc).map(|it| it.0.clone()).unwrap_or_default();
            let words = said::without_name(&lead.words, &me).trim_end_matches('.');
            Some(format!("You said \"{words}\", {}.", ago(now.since(lead.since))))
        }
        LeadKind::Message(_) => {
            let by = lead.other.as_ref()?;
            Some(format!("{} asks me to tell you: \"{}\".", by.name, lead.words))
        }
        LeadKind::Awaited(_) => arrival(world, npc, lead, now),
        LeadKind::Goal(_) => asking::sentence(world, npc, lead, now),
        LeadKind::Lapsed(_) => {
            let what = &offered(world, npc, lead)?.offer.what;
            Some(format!("You have not answered me about {what}."))
        }
    }
}

/// Returns the author's text for whom an answer promised something.
fn promised(world: &World, npc: Entity, topic: &str) -> Option<String> {
    let script = &world.get::<Mind>(npc)?.persona.script;
    let texts = &script.topics.iter().find(|it| it.name == topic)?.promises;
    let dice = world.get::<Thinking>(npc)?.matter.as_ref().map_or(0, |it| it.dice);
    let at = usize::try_from(dice).unwrap_or_default().checked_rem(texts.len())?;
    texts.get(at).cloned()
}

/// Returns the time at which a mind last saw somebody come in.
fn came(world: &World, npc: Entity, whom: &CharacterId) -> Option<WorldTime> {
    let known = world.get::<Acquaintances>(npc)?.0.get(whom)?;
    known.came.as_ref().map(|(at, _)| *at)
}

/// Returns that whoever is waited for has come, as far as those who hear it may know who is where, and
/// unless one of the two ignores the other.
fn arrival(world: &World, npc: Entity, lead: &Lead, now: WorldTime) -> Option<String> {
    let other = lead.other.as_ref()?;
    let entity = index::find(world, &other.id);
    let is_ignoring = entity.is_some_and(|it| people::ignores(world, it, &lead.whom.id))
        || Ignoring::of_partner(world, Some(&lead.whom.id)).holds(&other.id);
    let seen = world.get::<SeenDeeds>(npc)?.newest();
    let mut seen = seen.filter(|it| it.kind == SeenKind::Came && it.who == other.id);
    let at = came(world, npc, &other.id).max(seen.next().map(|it| it.at));
    let at = at.filter(|at| *at > lead.since && !is_ignoring)?;
    let place = containment::room_of(world, npc);
    let is_here = entity.is_some_and(|it| containment::room_of(world, it) == place);
    let audience = audience::audience(world, npc, Some(&super::stimulus(lead)));
    if is_here && may_know_room(world, npc, &audience) {
        return Some(format!("{} is here.", other.name));
    }
    Some(format!("{} came in, {}.", other.name, ago(now.since(at))))
}

/// Returns the offer that a lead is about, as long as it was not answered.
fn offered<'a>(world: &'a World, npc: Entity, lead: &Lead) -> Option<&'a Pending> {
    let whom = index::find(world, &lead.whom.id)?;
    let mut standing = world.get::<StandingOffers>(whom)?.offers.iter();
    standing.find(|it| it.by == npc && it.offer.id.as_str() == lead.words)
}
