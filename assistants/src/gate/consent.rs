//! Whose words a model outside this machine may read: those of players who were told of it and did not
//! choose the script for themselves.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use engine::{
    id::CharacterId,
    index,
    label::{Label, Readers},
};
use serde::{Deserialize, Serialize};
use text::styled::{Style, Text};
use world::{
    beings::{character::Character, settings::Settings},
    witness::narrator::tell_one,
};

use crate::mind::{body::Mind, thinking::Thinking};

/// The providers of models whose questions leave this machine, by the names that personas give them;
/// none for the default.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutsideModels(pub BTreeSet<Option<String>>);

/// Who reads what a thought is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptReaders {
    /// Who will hear the answer.
    pub audience: Readers,
    /// Whether a model outside this machine reads the question.
    pub outside: bool,
}

impl PromptReaders {
    /// Whether all of them may read something.
    #[must_use]
    pub fn may_read(&self, label: &Label) -> bool {
        label.readers.admit_all(&self.audience) && (label.outside || !self.outside)
    }
}

/// Whether the model that thinks for `npc` is outside this machine.
#[must_use]
pub fn is_outside(world: &World, npc: Entity) -> bool {
    let provider = world.get::<Mind>(npc).map(|it| &it.persona.model.provider);
    provider.is_some_and(|it| world.resource::<OutsideModels>().0.contains(it))
}

/// Whether what `npc` thinks just now is asked of a model outside this machine.
#[must_use]
pub fn goes_outside(world: &World, npc: Entity) -> bool {
    let thinking = world.get::<Thinking>(npc);
    let thought = thinking.and_then(|it| it.turn.thought());
    thought.is_some_and(|it| !it.fallback) && is_outside(world, npc)
}

/// Tells a player, once, before anything they say leaves this machine, and how to keep it here. What
/// they say from then on may go; what they said up to now stays.
pub fn tell_once(world: &mut World, npc: Entity, speaker: &CharacterId) {
    let Some(player) = index::find(world, speaker) else { return };
    let Some(settings) = world.get::<Settings>(player).copied() else { return };
    if settings.models.is_some() || world.get::<Character>(player).is_none() {
        return;
    }
    let name = world.get::<Mind>(npc).map(|it| it.persona.body.name.clone()).unwrap_or_default();
    world.entity_mut(player).insert(Settings { models: Some(true), ..settings });
    let mut text = Text::plain(format!(
        "{name} is played by a language model on another machine. From your next line on it reads what \
         you say to {name} and what you say beside it. To keep your words here and be answered by the \
         game's own script, type: "
    ));
    text.push(Style::Command, "set models off");
    tell_one(world, player, text);
}
