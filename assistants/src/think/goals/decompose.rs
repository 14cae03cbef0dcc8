//! Decomposition of a goal: a model splits it into parts in one question, by `plan`; without a model it is
//! split where its text has semicolons.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, index};
use text::styled::{Style, Text, list};
use world::{
    beings::{
        character::{CharacterRef, Who, own_label},
        name::Name,
        people,
    },
    witness::{fact::Source, narrator::tell_one},
};

use super::{change, may_tell};
use crate::{
    gate::budget::Payer,
    llm::{
        profile::QuestionForm,
        scene::{Stimulus, ThoughtOccasion},
    },
    mind::{
        attention::{Attention, RunQueue, Trigger},
        goals::{GoalId, GoalRefusal, Goals, NewGoal, saved},
        thinking::TurnInput,
    },
    perceive::classify::AttentionRule,
    think::{form_of, provenance},
    turn::{Record, plan::TaskPlan},
};

/// Outcome of the request to split a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decomposition {
    /// The model is asked.
    Asked,
    /// Parts are there.
    Parts(Vec<GoalId>),
    /// No model can split it, and there is no semicolon in the text.
    Nothing,
    /// The character is silent or asleep.
    Silent,
}

/// Has a mind think about the parts of one of its goals, after a night, if there is one about which nobody has.
pub(in crate::think) fn on_waking(world: &mut World, npc: Entity) {
    let goals = world.get_mut::<Goals>(npc);
    let Some(id) = goals.and_then(|it| it.into_inner().take_unconsidered()) else { return };
    saved::touch(world, npc);
    let Some(me) = people::who(world, npc) else { return };
    let done = decompose(world, npc, id, &me);
    if let Err(refusal) = done {
        tracing::debug!(%refusal, "a goal has no more parts");
    }
}

/// Splits a goal, as a member of the staff or the character itself wishes.
///
/// # Errors
/// There is no such goal, it is over or has a predicate, or it can have no more parts.
pub fn decompose(
    world: &mut World,
    npc: Entity,
    id: GoalId,
    who: &Who,
) -> Result<Decomposition, GoalRefusal> {
    let goals = world.get::<Goals>(npc).ok_or(GoalRefusal::Unknown(id))?;
    goals.may_have_part(id)?;
    let goal = goals.get(id).ok_or(GoalRefusal::Unknown(id))?;
    let (text, mut label) = (goal.text.clone(), goal.label.clone());
    if form_of(world, npc).is_none_or(|form| form == QuestionForm::Words) {
        let Some(plan) = TaskPlan::written(&text) else { return Ok(Decomposition::Nothing) };
        label.absorb(&own_label(who));
        return Ok(Decomposition::Parts(add_parts(world, npc, id, (&plan, &label), Some(who))));
    }
    if !may_tell(world, npc) {
        return Ok(Decomposition::Silent);
    }
    label.absorb(&own_label(who));
    let now = world.resource::<Clock>().now;
    let trigger = Trigger {
        stimulus: Stimulus {
            speaker: who.id.clone(),
            name: who.name.to_string(),
            source: Source::Page,
            channel: None,
            words: text,
            occasion: ThoughtOccasion::Decompose(id),
            asked: false,
            aside: false,
        },
        label,
        rule: AttentionRule::Addressed,
        trust: 100,
        at: now,
        conversation: None,
        payer: Payer::default(),
        burden: 0,
    };
    if let Some(mut attention) = world.get_mut::<Attention>(npc) {
        drop(attention.queue(trigger));
        world.resource_mut::<RunQueue>().0.insert(npc);
        world.resource_mut::<Clock>().wake_at(now);
    }
    Ok(Decomposition::Asked)
}

/// Adds the steps of a plan as parts of a goal, as far as it can have more.
fn add_parts(
    world: &mut World,
    npc: Entity,
    whole: GoalId,
    (plan, label): (&TaskPlan, &engine::label::Label),
    by: Option<&Who>,
) -> Vec<GoalId> {
    let Some(goal) = world.get::<Goals>(npc).and_then(|it| it.get(whole)) else {
        return Vec::new();
    };
    let priority = Some(goal.priority);
    let new = |text: &str| NewGoal {
        text: text.to_owned(),
        priority,
        parent: Some(whole),
        needs: None,
        label: label.clone(),
        by: by.map(CharacterRef::from),
    };
    let steps = plan.steps.iter();
    steps.filter_map(|step| change::set(world, npc, new(&step.text), by).ok()).collect()
}

/// Takes over the parts that a model found, and tells whoever asked for them.
pub(in crate::think) fn on_finished(
    world: &mut World,
    npc: Entity,
    record: &Record,
    matter: &TurnInput,
) {
    let Some((id, stimulus)) = matter.stimulus.as_ref().and_then(|it| Some((it.decomposed()?, it)))
    else {
        return;
    };
    let label = provenance::own(world, npc, matter);
    let parts = match &record.thought.plan {
        Some(plan) => add_parts(world, npc, id, (plan, &label), None),
        None => Vec::new(),
    };
    let name = world.get::<Name>(npc).map(|it| it.0.to_string()).unwrap_or_default();
    let Some(whom) = index::find(world, &stimulus.speaker) else { return };
    if people::is_assistant(world, whom) {
        return;
    }
    let mut text = Text::styled(Style::Person, &*name);
    text.push(Style::Quiet, &said(id, &parts));
    tell_one(world, whom, text);
}

/// Returns the sentence about the parts of a goal, behind the name of the character.
#[must_use]
pub fn said(id: GoalId, parts: &[GoalId]) -> String {
    let numbers: Vec<String> = parts.iter().map(|it| it.0.to_string()).collect();
    if numbers.is_empty() {
        return format!(" found no parts of goal {}.", id.0);
    }
    format!(" splits goal {} into {}.", id.0, list(&numbers))
}
