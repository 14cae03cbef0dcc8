//! Own accord: a mind comes back to what was left open, to the person whom it concerns, when nobody
//! speaks where they are.
//!
//! There are two kinds of leads. A question of a visitor for which there was no answer is answered when
//! something that was heard or seen since answers it. A claim about a visitor that sight does not decide
//! is put to them. Without a lead nothing is due, and nothing is thought.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    index,
    label::Readers,
    save::durability::Durability,
};
use world::{
    act::due::{self, Due},
    beings::{
        afk::Away,
        character::{Character, CharacterRef},
        people,
        presence::LinkDead,
    },
    space::containment,
    witness::fact::Source,
};

use super::{claims, meet};
use crate::{
    gate::{audience, budget::Payer, ignoring::Ignoring},
    llm::scene::{LeadKind, Stimulus, ThoughtOccasion},
    memory::said::BeforeQuestion,
    mind::{
        attention::{Attention, RunQueue, Trigger},
        body::Mind,
        bounds::MindBounds,
        health::Health,
        leads::{HEARTBEAT, Lead, Leads},
        rumour::Rumour,
        rumours::Rumours,
        thinking::TurnInput,
    },
    perceive::{
        classify::AttentionRule,
        question::RumourQuestion,
        stream::{Stream, StreamLine},
    },
    persona::Persona,
};

/// Timer: a mind looks at its leads.
pub(super) struct Heartbeat {
    mind: Entity,
    /// Time for which it was entered; a timer of before is void.
    at: WorldTime,
}

impl Due for Heartbeat {
    // Leads are not saved, and nobody sees anything of one before words are said.
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let due = world.get::<Leads>(self.mind).and_then(|it| it.beat);
        if due == Some(self.at) {
            look(world, self.mind);
        }
    }
}

/// Keeps a question open to which a thought had no answer.
pub(super) fn on_answered(world: &mut World, npc: Entity, matter: &TurnInput) {
    let Some(stimulus) = matter.stimulus.as_ref() else { return };
    if !is_left_open(world, npc, stimulus, matter) {
        return;
    }
    let lead = Lead {
        kind: LeadKind::Question,
        whom: CharacterRef { id: stimulus.speaker.clone(), name: stimulus.name.clone() },
        source: stimulus.source,
        words: stimulus.words.clone(),
        label: matter.label.clone(),
        payer: matter.payer.clone(),
        since: world.resource::<Clock>().now,
        looked: world.resource::<Clock>().now,
    };
    add(world, npc, lead);
}

/// Returns whether a thought was about a question of a player for what others said or did, and there
/// was nothing to answer it with.
fn is_left_open(world: &World, npc: Entity, stimulus: &Stimulus, matter: &TurnInput) -> bool {
    let by_way = matches!(stimulus.source, Source::Say | Source::Whisper | Source::Page);
    let by_words = stimulus.asked && stimulus.occasion == ThoughtOccasion::Words;
    if !by_way || !by_words || matter.asks.is_some() || matter.heard.is_some() {
        return false;
    }
    let speaker = index::find(world, &stimulus.speaker);
    let is_person = speaker.is_some_and(|it| !people::is_assistant(world, it));
    let name = people::who(world, npc).map(|it| it.name.to_string()).unwrap_or_default();
    let of_words = BeforeQuestion::read(&stimulus.words, &name).is_some_and(|it| it.is_of_others());
    let of_deeds = || {
        claims::asked_for(world, npc, &stimulus.words, &stimulus.speaker)
            .is_some_and(|it| it != RumourQuestion::News)
    };
    is_person && (of_words || of_deeds())
}

/// Keeps a claim open that a player made about another, to be put to that one.
pub(super) fn on_claimed(world: &mut World, npc: Entity, claim: &Rumour) {
    let by = claim.said_by.as_ref().and_then(|it| index::find(world, &it.id));
    let payer = by.and_then(|it| people::who(world, it)).map(|it| Payer::of(&it));
    let (Some(payer), Some(whom)) = (payer, claim.who.clone()) else { return };
    let is_person = index::find(world, &whom.id).is_some_and(|it| !people::is_assistant(world, it));
    if is_person {
        let lead = Lead {
            kind: LeadKind::Claim(claim.event),
            whom,
            source: Source::Say,
            words: String::new(),
            label: claim.label.clone(),
            payer,
            since: claim.at,
            looked: claim.at,
        };
        add(world, npc, lead);
    }
}

fn add(world: &mut World, npc: Entity, lead: Lead) {
    let has_words =
        world.get::<Mind>(npc).is_some_and(|it| !texts(&it.persona, lead.kind).is_empty());
    let most = world.resource::<MindBounds>().leads;
    let Some(mut leads) = world.get_mut::<Leads>(npc).filter(|_| has_words) else { return };
    leads.add(lead, most);
    schedule_look(world, npc);
}

/// Returns the texts of a persona about a lead.
fn texts(persona: &Persona, kind: LeadKind) -> &[String] {
    match kind {
        LeadKind::Question => &persona.script.late,
        LeadKind::Claim(_) => &persona.script.wonders,
    }
}

/// Has a mind look at its leads soon, because something changed about them.
fn schedule_look(world: &mut World, npc: Entity) {
    let at = world.resource::<Clock>().now.after(HEARTBEAT);
    enter(world, npc, at);
}

fn enter(world: &mut World, npc: Entity, at: WorldTime) {
    if let Some(mut leads) = world.get_mut::<Leads>(npc) {
        leads.beat = Some(at);
        due::enter(world, at, Heartbeat { mind: npc, at });
    }
}

/// Has a mind look at its leads soon, because a visitor came.
pub(super) fn on_visit(world: &mut World, npc: Entity) {
    let Some(mut leads) = world.get_mut::<Leads>(npc) else { return };
    if !leads.is_empty() {
        leads.begin_anew();
        schedule_look(world, npc);
    }
}

/// Looks at the leads of a mind: of those that may be come back to now the oldest becomes a trigger.
fn look(world: &mut World, npc: Entity) {
    let now = world.resource::<Clock>().now;
    let Some(mut leads) = world.get_mut::<Leads>(npc) else { return };
    leads.beat = None;
    let open: Vec<Lead> = leads.open(now).map(|it| it.clone()).collect();
    if open.is_empty() {
        return;
    }
    if !meet::is_free(world, npc, now) {
        return enter(world, npc, now.after(HEARTBEAT));
    }
    let found = open.iter().find(|it| may_come_back(world, npc, it, now));
    let trigger = found.map(|lead| trigger(world, npc, lead, now));
    let next = world.get_mut::<Leads>(npc).map(|mut leads| {
        if let Some(found) = found {
            leads.look_at(&found.whom.id, found.kind, &found.words, now);
        }
        leads.count_look()
    });
    if let Some(trigger) = trigger
        && let Some(mut attention) = world.get_mut::<Attention>(npc)
    {
        // The mind is free, so the queue has room.
        drop(attention.queue(trigger));
        world.resource_mut::<RunQueue>().0.insert(npc);
        world.resource_mut::<Clock>().wake_at(now);
    }
    if let Some(next) = next {
        enter(world, npc, now.after(next));
    }
}

/// Returns whether a mind may come back to a lead now: the person is there and hears it, the persona
/// speaks unasked there, and something came up that may answer it.
fn may_come_back(world: &World, npc: Entity, lead: &Lead, now: WorldTime) -> bool {
    let (Some(mind), Some(attention)) = (world.get::<Mind>(npc), world.get::<Attention>(npc))
    else {
        return false;
    };
    let Some(person) = index::find(world, &lead.whom.id) else { return false };
    let is_here = containment::room_of(world, person) == containment::room_of(world, npc);
    let by_page = lead.source == Source::Page;
    let persona = &mind.persona;
    let may_speak = if by_page { persona.pages_unasked() } else { persona.speaks_unasked() };
    let is_away = world.get::<Away>(person).is_some() || world.get::<LinkDead>(person).is_some();
    let me = world.get::<Character>(npc).map(|it| &it.0);
    let is_ignored = me.is_none_or(|me| Ignoring::of(world, [person]).holds(me));
    let stopped = world.get::<Health>(npc).is_none_or(|it| it.stopped);
    (is_here || by_page)
        && may_speak
        && persona.speaks_again(attention.unbidden) <= now
        && !(is_away || is_ignored || stopped)
        && lead.label.readers.admit_all(&audience_of(world, npc, lead))
        && is_worth_it(world, npc, lead)
}

fn audience_of(world: &World, npc: Entity, lead: &Lead) -> Readers {
    audience::audience(world, npc, Some(&stimulus(lead)))
}

/// Returns whether there is something to say: a question needs news since the last look, and a claim
/// has to be still undecided.
fn is_worth_it(world: &World, npc: Entity, lead: &Lead) -> bool {
    let ignoring = Ignoring::of_partner(world, Some(&lead.whom.id));
    match lead.kind {
        LeadKind::Question => {
            // Only what the person may be told of is news to them.
            let audience = audience_of(world, npc, lead);
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
    }
}

fn stimulus(lead: &Lead) -> Stimulus {
    Stimulus {
        speaker: lead.whom.id.clone(),
        name: lead.whom.name.clone(),
        source: lead.source,
        channel: None,
        words: lead.words.clone(),
        occasion: ThoughtOccasion::Own(lead.kind),
        asked: false,
        aside: false,
    }
}

fn trigger(world: &World, npc: Entity, lead: &Lead, now: WorldTime) -> Trigger {
    let readers = audience_of(world, npc, lead);
    Trigger {
        stimulus: stimulus(lead),
        label: lead.label.clone().kept_to(&readers),
        rule: AttentionRule::Otherwise,
        trust: 0,
        at: now,
        conversation: None,
        payer: lead.payer.clone(),
        burden: 0,
    }
}

/// Closes the lead that a thought came back to, if it said something about it.
pub(super) fn on_told(world: &mut World, npc: Entity, stimulus: &Stimulus, has_spoken: bool) {
    let Some(kind) = stimulus.lead().filter(|_| has_spoken) else { return };
    if let Some(mut leads) = world.get_mut::<Leads>(npc) {
        leads.close(&stimulus.speaker, kind, &stimulus.words);
    }
}
