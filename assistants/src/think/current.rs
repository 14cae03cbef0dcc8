//! Mind with its thought in progress: what the functions of a step work on.
//!
//! It is a handle, and the state of the thought stays in the ECS while it lasts: gate, consent and
//! provenance ask there, also for functions that know nothing of a step (decision 0261).

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    label::Label,
};
use world::beings::character::Character;

use super::provenance;
use crate::{
    llm::scene::Stimulus,
    mind::thinking::{Thinking, TurnInput},
    turn::Thought,
};

/// Mind with its thought in progress.
pub(super) struct CurrentThought<'w> {
    pub(super) world: &'w mut World,
    pub(super) npc: Entity,
}

impl CurrentThought<'_> {
    /// Returns the state of the mind's thoughts.
    pub(super) fn thinking(&self) -> Option<&Thinking> {
        self.world.get::<Thinking>(self.npc)
    }

    /// Returns the state of the mind's thoughts, mutably.
    pub(super) fn thinking_mut(&mut self) -> Option<&mut Thinking> {
        self.world.get_mut::<Thinking>(self.npc).map(Mut::into_inner)
    }

    /// Returns the thought in progress.
    pub(super) fn thought(&self) -> Option<&Thought> {
        self.thinking()?.turn.thought()
    }

    /// Returns the base number of the thought.
    pub(super) fn base(&self) -> Option<u64> {
        self.thought().map(|it| it.base)
    }

    /// Returns the input of the thought.
    pub(super) fn matter(&self) -> Option<&TurnInput> {
        self.thinking()?.matter.as_ref()
    }

    /// Returns the input of the thought, mutably.
    pub(super) fn matter_mut(&mut self) -> Option<&mut TurnInput> {
        self.thinking_mut()?.matter.as_mut()
    }

    /// Returns the thought and its input, mutably.
    pub(super) fn parts_mut(&mut self) -> Option<(&mut Thought, &mut TurnInput)> {
        let Thinking { turn, matter, .. } = self.thinking_mut()?;
        turn.thought_mut().zip(matter.as_mut())
    }

    /// Returns what set the thought off.
    pub(super) fn stimulus(&self) -> Option<&Stimulus> {
        self.matter()?.stimulus.as_ref()
    }

    /// Returns the id of the mind.
    pub(super) fn me(&self) -> Option<&CharacterId> {
        self.world.get::<Character>(self.npc).map(|it| &it.0)
    }

    /// Returns the provenance of what the thought does.
    pub(super) fn label(&self) -> Label {
        provenance::label(self.world, self.npc)
    }

    /// Returns the time of this tick.
    pub(super) fn now(&self) -> WorldTime {
        self.world.resource::<Clock>().now
    }
}
