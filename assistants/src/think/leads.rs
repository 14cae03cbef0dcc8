//! Own accord: a mind comes back to what was left open, to the person whom it concerns, when nobody
//! speaks where they are.
//!
//! What leaves something open stands in [`plant`], and what has to be the case before it is come back to,
//! with the words of the engine for it, in [`worth`]. Without a lead nothing is due, and nothing is
//! thought. Leads are saved, and one about which a thought began is done after a restart, so that nobody
//! is told twice.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    index,
    label::Readers,
    save::durability::Durability,
};
use world::{
    act::due::{self, Due},
    beings::{afk::Away, character::Character, presence::LinkDead},
    space::containment,
    witness::fact::Source,
};

use super::{claims, goals::asking, meet};
use crate::{
    gate::{audience, ignoring::Ignoring},
    llm::{
        scene::{LeadKind, Stimulus, ThoughtOccasion},
        scripted::texts_of_lead,
    },
    mind::{
        attention::{Attention, RunQueue, Trigger},
        body::Mind,
        bounds::MindBounds,
        health::Health,
        leads::{HEARTBEAT, Lead, Leads},
        saved::touch_leads,
    },
    perceive::classify::AttentionRule,
    turn::{Record, StopReason},
};

mod plant;
pub(super) mod saved;
mod worth;

pub(super) use plant::{on_answered, on_claimed, on_letter};
pub(super) use worth::sentence;

/// Timer: a mind looks at its leads.
pub(super) struct Heartbeat {
    mind: Entity,
    /// Time for which the timer was entered; a timer for another time is void.
    at: WorldTime,
}

impl Due for Heartbeat {
    // Nobody sees anything of one before words are said.
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let due = world.get::<Leads>(self.mind).and_then(|it| it.beat);
        if due == Some(self.at) {
            look(world, self.mind);
        }
    }
}

/// Adds a lead, if the persona has words for it.
pub(super) fn add(world: &mut World, npc: Entity, lead: Lead) {
    let has_words = world.get::<Mind>(npc).is_some_and(|it| {
        let texts = texts_of_lead(&it.persona.script, lead.kind);
        matches!(lead.kind, LeadKind::Letter(_)) || !texts.is_empty()
    });
    let most = world.resource::<MindBounds>().leads;
    let Some(mut leads) = world.get_mut::<Leads>(npc).filter(|_| has_words) else { return };
    leads.add(lead, most);
    touch_leads(world, npc);
    schedule_look(world, npc);
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

/// Timer: the leads were restored at a start of the server, whose clock is right from the first tick on.
pub(super) struct LeadsRestored;

impl Due for LeadsRestored {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        watch_all(world);
    }
}

/// Has every mind with leads look at them soon.
pub fn watch_all(world: &mut World) {
    let soon = world.resource::<Clock>().now.after(HEARTBEAT);
    let mut minds = world.query::<(Entity, &Leads)>();
    let open = minds.iter(world).filter(|(_, it)| !it.is_empty()).map(|(it, _)| it);
    for npc in open.collect::<Vec<_>>() {
        enter(world, npc, soon);
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
    let mut open: Vec<Lead> = leads.open(now).cloned().collect();
    // What was said in private puts off nothing that everybody may know of.
    open.sort_by_key(|it| it.label.readers != Readers::Everyone);
    let settled: Vec<u64> = open
        .iter()
        .filter(|it| worth::is_settled(world, npc, it, now))
        .map(|it| it.number)
        .collect();
    if let Some(mut leads) = world.get_mut::<Leads>(npc) {
        leads.settle(|it| settled.contains(&it.number));
    }
    touch_leads(world, npc);
    let mut open = open.into_iter().filter(|it| !settled.contains(&it.number)).peekable();
    if open.peek().is_none() {
        return;
    }
    if !meet::is_free(world, npc, now) {
        return enter(world, npc, now.after(HEARTBEAT));
    }
    let found = open.find(|it| may_come_back(world, npc, it, now));
    let trigger = found.as_ref().map(|lead| trigger(world, npc, lead, now));
    let next = world.get_mut::<Leads>(npc).map(|mut leads| {
        if let Some(stimulus) = trigger.as_ref().map(|it| &it.stimulus)
            && let Some(kind) = stimulus.lead()
        {
            leads.look_at(&stimulus.speaker, kind, &stimulus.words, now);
        }
        leads.count_look()
    });
    // Before anything is said: after a restart nobody is told twice.
    touch_leads(world, npc);
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
/// speaks unasked there, and there is something to say. A letter is answered wherever its writer is.
fn may_come_back(world: &World, npc: Entity, lead: &Lead, now: WorldTime) -> bool {
    let (Some(mind), Some(attention)) = (world.get::<Mind>(npc), world.get::<Attention>(npc))
    else {
        return false;
    };
    if world.get::<Health>(npc).is_none_or(|it| it.is_silent(now)) {
        return false;
    }
    if let LeadKind::Letter(_) = lead.kind {
        return true;
    }
    let Some(person) = index::find(world, &lead.whom.id) else { return false };
    let is_here = containment::room_of(world, person) == containment::room_of(world, npc);
    let by_page = lead.source == Source::Page;
    let persona = &mind.persona;
    let may_speak = if by_page { persona.pages_unasked() } else { persona.speaks_unasked() };
    let is_away = world.get::<Away>(person).is_some() || world.get::<LinkDead>(person).is_some();
    let me = world.get::<Character>(npc).map(|it| &it.0);
    let is_ignored = me.is_none_or(|me| Ignoring::of(world, [person]).holds(me));
    (is_here || by_page)
        && (may_speak || lead.kind.is_bidden())
        && persona.speaks_again(attention.unbidden) <= now
        && !(is_away || is_ignored)
        && lead.label.readers.admit_all(&audience_of(world, npc, lead))
        && worth::is_due(world, npc, lead, now)
}

fn audience_of(world: &World, npc: Entity, lead: &Lead) -> Readers {
    audience::audience(world, npc, Some(&stimulus(lead)))
}

fn stimulus(lead: &Lead) -> Stimulus {
    Stimulus {
        speaker: lead.whom.id.clone(),
        name: lead.whom.name.clone(),
        source: lead.source,
        channel: None,
        words: if lead.kind.has_words() { lead.words.clone() } else { String::new() },
        occasion: ThoughtOccasion::Own(lead.kind),
        asked: lead.kind.is_bidden(),
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

/// Closes the lead that a thought came back to, if it said something about it, and leaves it open
/// otherwise, a few times; a thought that gave way to another is no try. A letter is not taken up again: whatever came of the thought was its answer.
pub(super) fn on_told(world: &mut World, npc: Entity, stimulus: &Stimulus, record: &Record) {
    let Some(kind) = stimulus.lead() else { return };
    if let Some(mut leads) = world.get_mut::<Leads>(npc) {
        if record.thought.spoken || stimulus.is_letter() {
            leads.close(&stimulus.speaker, kind, &stimulus.words);
            asking::on_asked(world, npc, stimulus);
        } else {
            let counts = record.reason != StopReason::Cancelled;
            leads.reopen(&stimulus.speaker, kind, &stimulus.words, counts);
        }
    }
    touch_leads(world, npc);
}
