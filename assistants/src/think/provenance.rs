//! Provenance of the acts and notes of a thought.

use bevy_ecs::prelude::*;
use engine::label::{Integrity, Label};
use world::beings::character::Character;

use crate::mind::thinking::{Thinking, TurnInput};

/// Returns the provenance of what a thought does: everything that was asked of the model, and its
/// own hand. It is one step further from the last person.
pub(super) fn label(world: &World, npc: Entity) -> Label {
    match world.get::<Thinking>(npc).and_then(|it| it.matter.as_ref()) {
        Some(matter) => own(world, npc, matter),
        None => Label::engine(),
    }
}

/// Returns the provenance as [`label`] does, for a matter that is closed already.
pub(super) fn own(world: &World, npc: Entity, matter: &TurnInput) -> Label {
    let own = world.get::<Character>(npc).map(|it| Label::by(it.0.clone(), Integrity::Author));
    let mut label = own.unwrap_or_else(Label::engine).join(&matter.context).join(&matter.label);
    // How far it is from a person is a matter of what set it off, not of
    // everything that was ever heard.
    label.hops = matter.label.hops.saturating_add(1);
    label
}
