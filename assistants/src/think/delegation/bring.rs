//! Bringing an answer: a mind tells a visitor what came of a question that it put to another.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, index};
use world::{act::due, beings::presence::LinkDead, space::containment, witness::fact::Source};

use super::{is_about, run};
use crate::{
    llm::scene::{DelegationId, HelpBrought, Stimulus, ThoughtOccasion},
    mind::{
        attention::{ATTENTION, Attention, Trigger},
        delegations::{
            AGAIN, Delegation, DelegationDue, DelegationState, Delegations, saved::touch,
        },
        thinking::Thinking,
    },
    perceive::classify::AttentionRule,
    turn::{Call, ToolClass},
};

/// Has a mind tell a visitor what came of a question, where they are; an answer for somebody who is away is
/// kept until they come.
pub(super) fn bring(world: &mut World, npc: Entity, id: DelegationId) {
    let now = world.resource::<Clock>().now;
    let Some(row) = world.get::<Delegations>(npc).and_then(|it| it.get(id)).cloned() else {
        return;
    };
    due::enter(world, row.until(), DelegationDue { mind: npc, id });
    let Some(asker) = index::find(world, &row.asker.id) else { return };
    if world.get::<LinkDead>(asker).is_some() {
        return;
    }
    let is_here = containment::room_of(world, asker) == containment::room_of(world, npc);
    let is_channel = row.source == Source::Channel;
    let source = if is_here || is_channel { row.source } else { Source::Page };
    let is_answer = row.answer.is_some();
    let trigger = Trigger {
        stimulus: Stimulus {
            speaker: row.asker.id.clone(),
            name: row.asker.name.clone(),
            source,
            channel: row.channel.clone().filter(|_| is_channel),
            words: String::new(),
            occasion: ThoughtOccasion::Brought(HelpBrought { id, is_answer }),
            asked: true,
            aside: false,
        },
        label: row.label.clone(),
        rule: AttentionRule::Otherwise,
        trust: 0,
        at: now,
        conversation: row.conversation,
        payer: row.payer.clone(),
        burden: 0,
    };
    let is_told = is_about(world, npc, |it| it.brought().is_some_and(|of| of.id == id));
    let Some(mut attention) = world.get_mut::<Attention>(npc) else { return };
    if attention.waiting.len() >= ATTENTION {
        return due::enter(world, now.after(AGAIN), DelegationDue { mind: npc, id });
    }
    if !is_told && !attention.has_delegated(&row.asker.id, id) {
        drop(attention.queue(trigger));
        run(world, npc, now);
    }
}

/// Has a mind tell a visitor who came in what came of their questions.
pub(in crate::think) fn on_visit(world: &mut World, npc: Entity) {
    let is_kept = |it: &&Delegation| it.state == DelegationState::Answered;
    let kept = world.get::<Delegations>(npc).into_iter().flat_map(Delegations::iter);
    let kept: Vec<DelegationId> = kept.filter(is_kept).map(|it| it.id).collect();
    kept.into_iter().for_each(|id| bring(world, npc, id));
}

/// Notes, before words are said that tell of an answer, that they are: after a stop of the server they are
/// not said again.
pub(in crate::think) fn begin_telling(world: &mut World, npc: Entity, call: &Call) {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let id = matter.and_then(|it| it.stimulus.as_ref()?.brought()).map(|it| it.id);
    let Some(id) = id.filter(|_| call.category == ToolClass::Terminal) else { return };
    if world.get_mut::<Delegations>(npc).is_some_and(|mut it| it.begin_telling(id)) {
        touch(world, npc);
    }
}
