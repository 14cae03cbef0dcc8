//! What waits for a thought.

use std::collections::{BTreeSet, VecDeque};

use bevy_ecs::prelude::*;
use world::{engine::clock::WorldTime, witness::conversation::ConversationId, words::label::Label};

use crate::{llm::scene::Stimulus, perceive::classify::AttentionRule};

/// Most triggers that wait.
pub const ATTENTION: usize = 8;

/// Most of those for whom there was no place who are told so; of more there is an entry in the record.
pub const TURNED_AWAY: usize = 8;

/// What waits for a thought, oldest first: at most one thing of each speaker and way.
#[derive(Component, Debug, Default)]
pub struct Attention {
    pub waiting: VecDeque<Trigger>,
    /// Those for whom there was no place; they get a short answer as soon as can be.
    pub turned_away: VecDeque<Trigger>,
}

impl Attention {
    /// Forgets all of it.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.turned_away.clear();
    }

    /// Queues an order of the staff before everything else; of more than [`ATTENTION`] that wait the
    /// oldest is dropped, because whoever gives so many does not wait for what comes of them.
    pub fn order(&mut self, trigger: Trigger) {
        let ordered = |it: &&Trigger| it.stimulus.ordered;
        let orders = self.waiting.iter().take_while(ordered).count();
        self.waiting.insert(orders, trigger);
        if orders >= ATTENTION {
            self.waiting.pop_front();
        }
    }

    /// Queues a trigger: a newer one by the same speaker takes the older one's place. When there is
    /// none left, whoever speaks now is turned away; false when not even that has room.
    pub fn queue(&mut self, trigger: Trigger) -> bool {
        let same = |it: &Trigger| {
            it.stimulus.speaker == trigger.stimulus.speaker
                && it.stimulus.source == trigger.stimulus.source
                && !it.stimulus.ordered
        };
        // The place stays: whoever speaks on does not wait longer for it.
        if let Some(older) = self.waiting.iter_mut().find(|it| same(it)) {
            *older = Trigger { at: older.at, ..trigger };
        } else if self.waiting.len() < ATTENTION {
            self.waiting.push_back(trigger);
        } else if self.turned_away.iter().any(same) {
            return true;
        } else if self.turned_away.len() < TURNED_AWAY {
            self.turned_away.push_back(trigger);
        } else {
            return false;
        }
        true
    }
}

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
    /// The conversation that it is part of.
    pub conversation: Option<ConversationId>,
}

/// Minds with something to think about at the next opportunity. Idle minds are
/// in no list, so they cost nothing.
#[derive(Resource, Debug, Default)]
pub struct Ready(pub BTreeSet<Entity>);
