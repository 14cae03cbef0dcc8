//! Readers of what a tool recalls, and provenance that a text that was read adds to the thought.

use bevy_ecs::prelude::*;
use engine::label::{Integrity, Label};
use world::beings::character::Character;

use crate::{
    gate::{
        audience,
        consent::{self, PromptReaders},
        ignoring::{Ignoring, PromptFilter},
    },
    llm::scene::Stimulus,
    mind::thinking::Thinking,
    think::judge,
};

/// Makes a text that was read part of what the thought comes from. What others wrote leaves a turn that
/// can only look and speak; `copied` are words that it may not repeat as its own.
pub(in crate::think) fn absorb(
    world: &mut World,
    npc: Entity,
    label: &Label,
    copied: Option<&str>,
) {
    let me = world.get::<Character>(npc).map(|it| it.0.clone());
    let Some(mut thinking) = world.get_mut::<Thinking>(npc) else { return };
    let Some(matter) = thinking.matter.as_mut() else { return };
    matter.context.absorb(label);
    let partner = matter.stimulus.as_ref().map(|it| &it.speaker);
    let is_theirs = me.is_some_and(|me| judge::is_between(label, &me, partner));
    if label.integrity < Integrity::Author && !is_theirs {
        matter.reads = true;
        copied.into_iter().for_each(|it| matter.foreign.add(it));
    }
}

/// Calls a function with those who will hear the answer, as far as questions go by them.
pub(in crate::think) fn with_readers<T: Default>(
    world: &World,
    npc: Entity,
    with: impl FnOnce(&PromptFilter<'_>) -> T,
) -> T {
    let matter = world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref());
    let Some(matter) = matter else { return T::default() };
    let stimulus = matter.stimulus.as_ref();
    let readers = PromptReaders {
        audience: audience::audience(world, npc, stimulus),
        outside: consent::goes_outside(world, npc),
    };
    let ignoring = Ignoring::of_partner(world, stimulus.map(Stimulus::reader));
    with(&PromptFilter { readers, ignoring })
}
