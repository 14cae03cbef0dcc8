//! Goals of minds: what visitors do and what the clock shows counts for them, and whoever comes by is
//! asked for help and told what was reached.
//!
//! Which deeds count, and for how much, is in [`crate::mind::goals`]. Nothing is done for an idle mind:
//! its goals change by what it perceives and by timers.

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock,
    foreign::ForeignText,
    label::{Label, Readers},
    simulation,
};
use world::{
    act::due::{self, Due},
    beings::{
        character::{CharacterRef, Who, own_label},
        people,
    },
    space::containment,
    trade::terms,
    witness::fact::Source,
};

use super::leads;
use crate::{
    gate::{audience, budget::Payer},
    llm::scene::{DeedDone, LeadKind, Stimulus, ThoughtOccasion},
    mind::{
        attention::{Attention, RunQueue, Trigger},
        body::Mind,
        goals::{GoalChange, GoalChangeKind, GoalDeed, Goals, GoalsDue, saved},
        health::Health,
        leads::{Lead, LeadState},
        sleep::is_asleep,
    },
    perceive::{classify::AttentionRule, goal_deeds::GoalDeedPerceived},
    persona::{goal::GoalPlan, script::ScriptEvent},
    record::{
        entry::{Recorded, RecordedGoal},
        write,
    },
};

pub(super) mod asking;
pub(super) mod by_tool;
pub mod change;
pub mod decompose;
mod shown;

pub use shown::tree;
pub(super) use shown::{lines, spoken_of};

impl Due for GoalsDue {
    fn happen(self, world: &mut World) {
        if !world.get::<Goals>(self.mind).is_some_and(|it| it.is_due(self.at)) {
            return;
        }
        let now = world.resource::<Clock>().now;
        let plans = plans(world, self.mind);
        let Some(mut goals) = world.get_mut::<Goals>(self.mind) else { return };
        let mut changes = goals.sync(&plans, now);
        changes.extend(goals.on_clock(now));
        changed(world, self.mind, &changes, None);
        tell_present(world, self.mind);
    }
}

/// Returns the goals that the author of a mind wrote.
fn plans(world: &World, npc: Entity) -> Vec<GoalPlan> {
    world.get::<Mind>(npc).map(|it| it.persona.goals.clone()).unwrap_or_default()
}

/// Counts what visitors did in this tick.
pub(super) fn count(world: &mut World) {
    for it in simulation::take::<GoalDeedPerceived>(world) {
        on_deed(world, &it);
    }
}

fn on_deed(world: &mut World, it: &GoalDeedPerceived) {
    let npc = it.mind;
    let Some(who) = engine::index::find(world, &it.who.id) else { return };
    // Whoever left, or spoke on a channel, is not where it could be answered.
    if containment::room_of(world, who) != containment::room_of(world, npc) {
        return;
    }
    if world.get::<Goals>(npc).is_some_and(Goals::watches) {
        // Conditions are looked at in the world, which the goals are a part of.
        let mut goals = world.get::<Goals>(npc).cloned().unwrap_or_default();
        let deed = GoalDeed { who: &it.who.id, deed: it.deed.as_ref(), now: it.at };
        let holds = |all: &[_]| terms::all_hold(world, npc, who, all, &Readers::Everyone);
        let changes = goals.on_deed(deed, holds);
        if !changes.is_empty() {
            world.entity_mut(npc).insert(goals);
            changed(world, npc, &changes, Some(&it.who));
            let spoiled = changes.iter().find(|of| of.what == GoalChangeKind::Spoiled);
            let name = spoiled.and_then(|of| world.get::<Goals>(npc)?.get(of.id)?.name.clone());
            if let Some(name) = name {
                react(world, npc, ScriptEvent::Spoiled(name), (&it.who, &it.label));
            }
        }
        tell(world, npc, (&it.who, &it.label));
    }
    if it.came {
        ask_for_help(world, npc, &it.who);
    }
}

/// Records changes of the goals of a mind, saves them, and enters the next timer.
fn changed(world: &mut World, npc: Entity, changes: &[GoalChange], by: Option<&Who>) {
    record(world, npc, changes, by.map(CharacterRef::from));
    if !changes.is_empty() {
        saved::touch(world, npc);
    }
    schedule(world, npc);
}

fn schedule(world: &mut World, npc: Entity) {
    let next = world.get_mut::<Goals>(npc).and_then(|it| it.into_inner().schedule());
    if let Some(at) = next {
        due::enter(world, at, GoalsDue { mind: npc, at });
    }
}

fn record(world: &mut World, npc: Entity, changes: &[GoalChange], by: Option<CharacterRef>) {
    let now = world.resource::<Clock>().now;
    for GoalChange { id, what } in changes {
        let Some(goals) = world.get::<Goals>(npc) else { return };
        let Some(goal) = goals.get(*id) else { continue };
        let entry = RecordedGoal {
            what: *what,
            goal: *id,
            version: goal.version,
            status: goal.status,
            progress: goals.progress(*id, now),
            text: ForeignText::new(&goal.text),
            by: by.clone(),
        };
        let label = goal.label.clone();
        write::write_down(world, npc, None, &label, Recorded::Goal(entry));
    }
}

/// Returns whether a mind can say something about its goals now.
fn may_tell(world: &World, npc: Entity) -> bool {
    let now = world.resource::<Clock>().now;
    world.get::<Health>(npc).is_some_and(|it| !it.is_silent(now)) && !is_asleep(world, npc)
}

/// Tells whoever is there, if anybody is, of a goal that the clock completed.
fn tell_present(world: &mut World, npc: Entity) {
    let present = audience::present(world, npc).into_iter();
    let visitor = present.filter(|it| !people::is_assistant(world, *it));
    let Some(who) = visitor.filter_map(|it| people::who(world, it)).next() else { return };
    if !audience::is_private(world, npc) {
        let label = own_label(&who);
        tell(world, npc, (&who, &label));
    }
}

/// Tells a visitor of a goal that was reached: the one who did it, or the first who comes by after.
fn tell(world: &mut World, npc: Entity, (who, label): (&Who, &Label)) {
    if !may_tell(world, npc) {
        return;
    }
    let reached = world.get_mut::<Goals>(npc).filter(|it| it.has_untold());
    let Some(id) = reached.and_then(|it| it.into_inner().take_untold()) else { return };
    saved::touch(world, npc);
    let name = world.get::<Goals>(npc).and_then(|it| it.get(id)?.name.clone());
    if let Some(name) = name {
        react(world, npc, ScriptEvent::Reached(name), (who, label));
    }
}

/// Has the script react to news of a goal, if its author wrote what it does then.
fn react(world: &mut World, npc: Entity, deed: ScriptEvent, (who, label): (&Who, &Label)) {
    let has_steps =
        world.get::<Mind>(npc).is_some_and(|it| !it.persona.script.on(&deed).is_empty());
    if !has_steps {
        return;
    }
    let now = world.resource::<Clock>().now;
    let trigger = Trigger {
        stimulus: Stimulus {
            speaker: who.id.clone(),
            name: who.name.to_string(),
            source: Source::Deed,
            channel: None,
            words: String::new(),
            occasion: ThoughtOccasion::Deed(DeedDone { deed, thing: None, declined: None }),
            asked: false,
            aside: false,
        },
        label: label.clone(),
        rule: AttentionRule::Deed,
        trust: 0,
        at: now,
        conversation: None,
        payer: Payer::of(who),
        burden: 0,
    };
    if let Some(mut attention) = world.get_mut::<Attention>(npc) {
        // Where too many wait, the news makes way for what was said.
        drop(attention.queue(trigger));
        world.resource_mut::<RunQueue>().0.insert(npc);
        world.resource_mut::<Clock>().wake_at(now);
    }
}

/// Leaves the most pressing goal open with which a visitor can help, to ask them for that.
fn ask_for_help(world: &mut World, npc: Entity, who: &Who) {
    let Some(goals) = world.get::<Goals>(npc) else { return };
    let found = goals.open().into_iter().find(|goal| asking::can_be_asked(world, npc, goal, who));
    let Some(goal) = found else { return };
    let now = world.resource::<Clock>().now;
    let mut label = own_label(who);
    label.absorb(&goal.label);
    let lead = Lead {
        number: 0,
        kind: LeadKind::Goal(goal.id.0),
        whom: CharacterRef::from(who),
        other: None,
        source: Source::Say,
        words: String::new(),
        label,
        payer: Payer::of(who),
        since: now,
        looked: now,
        state: LeadState::Open,
        tries: 0,
    };
    leads::add(world, npc, lead);
}
