//! What waits for a thought.

use std::collections::{BTreeSet, VecDeque};

use bevy_ecs::prelude::*;
use world::{engine::clock::WorldTime, words::label::Label};

use crate::{llm::scene::Stimulus, perceive::classify::AttentionRule};

/// Most triggers that wait.
pub const ATTENTION: usize = 8;

/// What waits for a thought, oldest first.
#[derive(Component, Debug, Default)]
pub struct Attention(pub VecDeque<Trigger>);

/// Something to react to.
#[derive(Debug, Clone)]
pub struct Trigger {
    pub stimulus: Stimulus,
    /// Its provenance.
    pub label: Label,
    /// Which rule made it one.
    pub rule: AttentionRule,
    /// How far the speaker is trusted, in percent.
    pub trust: u8,
    /// When.
    pub at: WorldTime,
}

/// Minds with something to think about at the next opportunity. Idle minds are
/// in no list, so they cost nothing.
#[derive(Resource, Debug, Default)]
pub struct Ready(pub BTreeSet<Entity>);
