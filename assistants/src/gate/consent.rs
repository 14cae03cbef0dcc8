//! Consent to outside models and services: another machine may read only the words of players who were
//! informed and did not opt for the script.

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

use crate::{
    mind::{
        body::Mind,
        thinking::{Thinking, TurnInput},
    },
    services::ServiceTools,
};

/// Providers of outside models, which send questions to another machine, by the names that personas
/// give them; none for the default provider.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutsideModels(pub BTreeSet<Option<String>>);

/// Readers of a prompt: the audience of the answer, and an outside model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptReaders {
    /// Audience of the answer.
    pub audience: Readers,
    /// True if an outside model reads the prompt.
    pub outside: bool,
}

impl PromptReaders {
    /// Returns whether all of them may read content with this label.
    #[must_use]
    pub fn may_read(&self, label: &Label) -> bool {
        label.readers.admit_all(&self.audience) && (label.outside || !self.outside)
    }
}

/// Returns whether a provider, by the name that personas give it, has an outside model.
#[must_use]
pub fn is_outside(world: &World, provider: Option<&String>) -> bool {
    world.resource::<OutsideModels>().0.contains(&provider.cloned())
}

/// Returns whether words of the present thought of `npc` may leave this machine: one of the models that it
/// may ask, also in place of another one, is outside, or a service that it may call. A thought about words
/// that stay here calls no such service, and may be about other words that do.
#[must_use]
pub fn goes_outside(world: &World, npc: Entity) -> bool {
    let Some(thinking) = world.get::<Thinking>(npc) else { return false };
    let asks_model = thinking.turn.thought().is_some_and(|it| !it.fallback);
    let services = world.resource::<ServiceTools>();
    let calls_outside = |it: &TurnInput| {
        it.label.outside && it.brief.tools.iter().any(|of| services.is_outside(&of.name))
    };
    let leaves = |it: &TurnInput| it.chain.outside || calls_outside(it);
    asks_model && thinking.matter.as_ref().is_some_and(leaves)
}

/// Reason for which words of players may leave this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeavesFor {
    /// Model that plays the character.
    Model,
    /// Model that stands in at times for one on this machine.
    ModelAtTimes,
    /// Service at which the character looks things up.
    Service,
}

/// Informs a player, once for all characters, models and services, before any of their words go to another
/// machine, and tells them how to opt out. Only words said after that may be sent.
pub fn tell_once(world: &mut World, npc: Entity, speaker: &CharacterId, reason: LeavesFor) {
    let Some(player) = index::find(world, speaker) else { return };
    let Some(settings) = world.get::<Settings>(player).copied() else { return };
    if settings.models.is_some() || world.get::<Character>(player).is_none() {
        return;
    }
    let name = world.get::<Mind>(npc).map(|it| it.persona.body.name.clone()).unwrap_or_default();
    world.entity_mut(player).insert(Settings { models: Some(true), ..settings });
    let how = match reason {
        LeavesFor::Model => "is played by a language model",
        LeavesFor::ModelAtTimes => "is at times played by a language model",
        LeavesFor::Service => "may look things up",
    };
    let mut text = Text::plain(format!(
        "{name} {how} on another machine. From your next line on what you say to {name}, or beside \
         {name}, may be read there, and so it is with others here who are played or look things up that \
         way. To keep your words here and be answered by the game's own script, type: "
    ));
    text.push(Style::Command, "set models off");
    tell_one(world, player, text);
}
