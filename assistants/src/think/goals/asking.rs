//! Asking visitors for help with a goal: whom, and in which words of the author.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    index,
    label::{Integrity, Readers},
};
use text::styled::lower_first;
use world::{
    beings::{
        character::{Character, Who},
        people,
    },
    trade::terms,
};

use crate::{
    gate::audience,
    llm::scene::{LeadKind, Stimulus},
    mind::{
        body::Mind,
        goals::{Goal, GoalId, Goals, saved},
        leads::Lead,
        thinking::Thinking,
    },
    persona::goal::{GoalCount, GoalPlan},
};

/// Returns the author's plan of a goal.
pub(super) fn plan_of<'a>(world: &'a World, npc: Entity, goal: &Goal) -> Option<&'a GoalPlan> {
    let persona = &world.get::<Mind>(npc)?.persona;
    persona.goals.iter().find(|it| Some(&it.name) == goal.name.as_ref())
}

/// Returns the words in which a character says what it wants with a goal that was set, and not written by
/// its author: none for words of players, and for a goal that not everybody may know of.
pub(super) fn meant(world: &World, npc: Entity, goal: &Goal, dice: u64) -> Option<String> {
    let is_own =
        goal.label.integrity >= Integrity::Author && goal.label.readers == Readers::Everyone;
    if goal.is_authored() || !is_own {
        return None;
    }
    let texts = &world.get::<Mind>(npc)?.persona.script.means_to;
    let at = usize::try_from(dice).unwrap_or_default().checked_rem(texts.len())?;
    let text = lower_first(goal.text.trim().trim_end_matches('.'));
    texts.get(at).map(|it| it.replace("{one}", &text))
}

/// Returns whether a visitor may be asked for help with a goal: there are words for it, they have not
/// helped and were not asked within a day, and can help.
pub(super) fn can_be_asked(world: &World, npc: Entity, goal: &Goal, who: &Who) -> bool {
    let now = world.resource::<Clock>().now;
    let Some(plan) = plan_of(world, npc, goal).filter(|it| !it.asks.is_empty()) else {
        let is_asked = goal.was_asked(&who.id, now);
        return goal.is_open() && !is_asked && meant(world, npc, goal, 0).is_some();
    };
    let counts_once =
        goal.needs.as_ref().is_some_and(|it| matches!(it.count, GoalCount::Visitors(_)));
    let has_helped = counts_once && goal.was_helped_by(&who.id);
    let entity = index::find(world, &who.id);
    let can =
        entity.is_some_and(|it| terms::all_hold(world, npc, it, &plan.asks_if, &Readers::Everyone));
    goal.is_open() && !has_helped && !goal.was_asked(&who.id, now) && can
}

/// Returns whether the visitor of a lead can still help with its goal.
pub(in crate::think) fn is_wanted(world: &World, npc: Entity, lead: &Lead) -> bool {
    let LeadKind::Goal(id) = lead.kind else { return false };
    let goal = world.get::<Goals>(npc).and_then(|it| it.get(GoalId(id)));
    let entity = index::find(world, &lead.whom.id);
    let who = entity.and_then(|it| people::who(world, it));
    goal.zip(who).is_some_and(|(goal, who)| can_be_asked(world, npc, goal, &who))
}

/// Returns the sentence by which a mind asks for help with a goal.
pub(in crate::think) fn sentence(
    world: &World,
    npc: Entity,
    lead: &Lead,
    now: WorldTime,
) -> Option<String> {
    let LeadKind::Goal(id) = lead.kind else { return None };
    let goal = world.get::<Goals>(npc)?.get(GoalId(id)).filter(|it| it.is_open())?;
    let dice = world.get::<Thinking>(npc)?.matter.as_ref().map_or(0, |it| it.dice);
    let Some(plan) = plan_of(world, npc, goal) else { return meant(world, npc, goal, dice) };
    let texts = &plan.asks;
    let at = usize::try_from(dice).unwrap_or_default().checked_rem(texts.len())?;
    texts.get(at).map(|it| goal.fill_in(it, now))
}

/// Notes that a visitor was asked for help. Whoever was there heard it, and is not asked the same.
pub(in crate::think) fn on_asked(world: &mut World, npc: Entity, stimulus: &Stimulus) {
    let Some(LeadKind::Goal(id)) = stimulus.lead() else { return };
    let now = world.resource::<Clock>().now;
    let present = audience::present(world, npc).into_iter();
    let heard: Vec<_> = present
        .filter(|it| !people::is_assistant(world, *it))
        .filter_map(|it| world.get::<Character>(it).map(|id| id.0.clone()))
        .collect();
    if let Some(mut goals) = world.get_mut::<Goals>(npc) {
        for whom in heard.iter().chain([&stimulus.speaker]) {
            goals.note_asked(GoalId(id), whom, now);
        }
    }
    saved::touch(world, npc);
}
