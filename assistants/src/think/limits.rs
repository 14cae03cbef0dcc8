//! Limits of a context, after the settings and the persona narrowed what its row allows.

use bevy_ecs::prelude::*;

use super::outside::{ContextSettings, Patience};
use crate::{
    persona::Persona,
    turn::{
        brief::ThoughtContext,
        context::{ContextLimits, NarrowedContext},
    },
};

/// Returns the limits of a context after the settings and the persona narrowed them.
#[must_use]
pub fn narrowed(world: &World, persona: &Persona, context: ThoughtContext) -> NarrowedContext {
    let settings = &world.resource::<ContextSettings>().0;
    let steps =
        ContextLimits { max_steps: Some(persona.tools.max_steps), ..ContextLimits::default() };
    NarrowedContext::of(context.row(), world.resource::<Patience>().0)
        .narrowed(settings.get(&context))
        .narrowed(Some(&steps))
        .narrowed(persona.contexts.get(&context))
}
