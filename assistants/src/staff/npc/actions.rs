//! The part of `@npc` about long actions, and about questions that were put to others.

use bevy_ecs::prelude::*;
use engine::{clock::Clock, label::Readers};
use text::styled::{Style, Text};
use world::beings::name::Name;

use crate::{
    mind::{
        actions::{ActionKind, ActionState, LongAction, LongActions},
        delegations::{Delegation, DelegationState, Delegations},
    },
    turn::plan::StepState,
};

/// Returns the long actions of a mind, oldest first.
pub(super) fn shown(world: &World, mind: Entity) -> Text {
    let now = world.resource::<Clock>().now;
    let name = world.get::<Name>(mind).map(|it| it.0.clone()).unwrap_or_default();
    let mut text = Text::styled(Style::Heading, format!("What {name} does over time"));
    let all: Vec<&LongAction> =
        world.get::<LongActions>(mind).into_iter().flat_map(LongActions::iter).collect();
    let asked: Vec<&Delegation> =
        world.get::<Delegations>(mind).into_iter().flat_map(Delegations::iter).collect();
    if all.is_empty() && asked.is_empty() {
        text.say("\n  nothing");
    }
    for it in all {
        let kind = match it.kind {
            ActionKind::Order => "order",
            ActionKind::Capsule => "time capsule",
        };
        text.say(&format!("\n  {}. {kind} by ", it.id.0)).push(Style::Person, &it.by.name);
        text.say(&format!(", {}: \"{}\"", it.state.name(), it.task));
        if let Some(end) = it.end.filter(|_| it.state == ActionState::Failed) {
            text.say(&format!("; {}", end.words()));
        }
        let used = it.used;
        let minutes = it.limits.until.since(now).as_secs().div_ceil(60);
        let left =
            if it.state.is_over() { String::new() } else { format!(", {minutes} minutes left") };
        let (steps, messages) = (it.limits.steps, it.limits.messages);
        text.say(&format!(
            "\n     {} of {steps} steps, {} of {messages} messages, {} tokens{left}",
            used.steps, used.messages, used.tokens
        ));
        for step in it.plan.iter().flat_map(|plan| &plan.steps) {
            let mark = match step.state {
                StepState::Open => "open",
                StepState::Done => "done",
                StepState::Failed => "failed",
                StepState::Interrupted => "interrupted",
            };
            text.say(&format!("\n     {mark}: {}", step.text));
        }
    }
    for it in asked {
        let state = match it.state {
            DelegationState::Asked => "not answered yet",
            DelegationState::Answered => "answered, and not told yet",
            DelegationState::Telling => "being told",
        };
        text.say("\n  asks ").push(Style::Person, &it.helper.name);
        text.say(" for ").push(Style::Person, &it.asker.name);
        // Words that not everybody may know are for those who may.
        let is_open = it.label.readers == Readers::Everyone;
        let words = if is_open { format!(": \"{}\"", it.task) } else { String::new() };
        text.say(&format!("{words}, {state}"));
    }
    text
}
