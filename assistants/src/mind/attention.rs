//! Queue of the triggers that wait for a thought.

use std::collections::{BTreeSet, VecDeque};

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, label::Label};
use world::{
    beings::character::Who,
    witness::{conversation::ConversationId, fact::Source},
};

use crate::{gate::budget::Payer, llm::scene::Stimulus, perceive::classify::AttentionRule};

/// Maximum number of waiting triggers.
pub const ATTENTION: usize = 8;

/// Maximum number of turned away triggers that get a short answer; further ones are only logged in
/// the record.
pub const TURNED_AWAY: usize = 8;

/// Trigger queue of a mind, oldest first: at most one trigger for each speaker and source.
#[derive(Component, Debug, Default)]
pub struct Attention {
    pub waiting: VecDeque<Trigger>,
    /// Triggers that found the queue full; they get a short answer as soon as possible.
    pub turned_away: VecDeque<Trigger>,
    /// Time at which the mind last spoke unprompted.
    pub unbidden: Option<WorldTime>,
}

impl Attention {
    /// Clears both queues.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.turned_away.clear();
    }

    /// Queues a staff order before everything else but earlier orders. When [`ATTENTION`] orders
    /// wait already, the oldest is dropped.
    pub fn order(&mut self, trigger: Trigger) {
        let ordered = |it: &&Trigger| it.stimulus.ordered;
        let orders = self.waiting.iter().take_while(ordered).count();
        self.waiting.insert(orders, trigger);
        if orders >= ATTENTION {
            self.waiting.pop_front();
        }
    }

    /// Removes and returns the next trigger: the oldest of those with the least burden.
    pub fn take(&mut self) -> Option<Trigger> {
        let next = self.waiting.iter().enumerate().min_by_key(|(n, it)| (it.burden, *n))?.0;
        self.waiting.remove(next)
    }

    /// Queues a trigger, in place of a waiting one of the same speaker and source. When the queue
    /// is full, the trigger with the greatest burden is turned away, waiting or new; returns it if
    /// the queue of those is full, too.
    pub fn queue(&mut self, mut trigger: Trigger) -> Option<Trigger> {
        // The trigger keeps its place, so that a further line does not prolong the wait.
        if let Some(older) = self.waiting.iter_mut().find(|it| is_like(it, &trigger)) {
            *older = Trigger { at: older.at, ..trigger };
            return None;
        }
        if self.waiting.len() < ATTENTION {
            self.waiting.push_back(trigger);
            return None;
        }
        let heaviest = self.waiting.iter_mut().max_by_key(|it| it.burden);
        if let Some(heaviest) = heaviest.filter(|it| it.burden > trigger.burden) {
            std::mem::swap(heaviest, &mut trigger);
        }
        if self.turned_away.iter().any(|it| is_like(it, &trigger)) {
            return None;
        }
        if self.turned_away.len() < TURNED_AWAY {
            self.turned_away.push_back(trigger);
            return None;
        }
        Some(trigger)
    }
}

/// Returns whether a newer trigger replaces a waiting one: same speaker, same source, and not a
/// staff order.
fn is_like(waiting: &Trigger, newer: &Trigger) -> bool {
    waiting.stimulus.speaker == newer.stimulus.speaker
        && waiting.stimulus.source == newer.stimulus.source
        && !waiting.stimulus.ordered
}

/// Event that a mind reacts to.
#[derive(Debug, Clone)]
pub struct Trigger {
    pub stimulus: Stimulus,
    /// Provenance label of the event.
    pub label: Label,
    /// Attention rule that accepted the event.
    pub rule: AttentionRule,
    /// Trust in the speaker, in percent.
    pub trust: u8,
    /// Time of the event.
    pub at: WorldTime,
    /// Conversation that the event is part of.
    pub conversation: Option<ConversationId>,
    /// Payer of a thought about the event.
    pub payer: Payer,
    /// Share of their budget that the speaker used lately, 0 to 64.
    pub burden: u8,
}

impl Trigger {
    /// Creates a trigger to address a character that said nothing; the label is that of the reason.
    #[must_use]
    pub fn unbidden(whom: &Who, label: Label, at: WorldTime) -> Self {
        Self {
            stimulus: Stimulus {
                speaker: whom.id.clone(),
                name: whom.name.to_string(),
                source: Source::Deed,
                channel: None,
                words: String::new(),
                deed: None,
                asked: false,
                aside: false,
                ordered: false,
                gambit: false,
            },
            label,
            rule: AttentionRule::Otherwise,
            trust: 0,
            at,
            conversation: None,
            payer: Payer::of(whom),
            burden: 0,
        }
    }
}

/// Minds with something to think about at the next opportunity. Idle minds are not in the queue and
/// cost nothing.
#[derive(Resource, Debug, Default)]
pub struct RunQueue(pub BTreeSet<Entity>);

#[cfg(test)]
mod tests {
    use engine::id::CharacterId;

    use super::*;

    fn trigger(who: &str, burden: u8) -> Trigger {
        Trigger {
            stimulus: Stimulus {
                speaker: CharacterId::new(who).unwrap(),
                name: who.to_owned(),
                source: Source::Page,
                channel: None,
                words: "hello".to_owned(),
                deed: None,
                asked: true,
                aside: false,
                ordered: false,
                gambit: false,
            },
            label: Label::engine(),
            rule: AttentionRule::Addressed,
            trust: 70,
            at: WorldTime(1),
            conversation: None,
            payer: Payer::default(),
            burden,
        }
    }

    fn names<'a>(all: impl IntoIterator<Item = &'a Trigger>) -> Vec<&'a str> {
        all.into_iter().map(|it| it.stimulus.name.as_str()).collect()
    }

    #[test]
    fn whoever_used_little_comes_first_and_loses_no_place_to_those_who_used_much() {
        let mut it = Attention::default();
        let alts = ["a", "b", "c", "d", "e", "f", "g", "h"];
        for (alt, burden) in alts.into_iter().zip([3, 3, 5, 3, 5, 3, 3, 3]) {
            assert!(it.queue(trigger(alt, burden)).is_none());
        }
        assert!(it.queue(trigger("bob", 0)).is_none());
        assert_eq!(names(&it.waiting), ["a", "b", "c", "d", "bob", "f", "g", "h"]);
        assert_eq!(names(&it.turned_away), ["e"]);
        // Among equals nobody gives way.
        assert!(it.queue(trigger("i", 5)).is_none());
        assert_eq!(names(&it.turned_away), ["e", "i"]);
        for alt in ["j", "k", "l", "m", "n", "o"] {
            assert!(it.queue(trigger(alt, 9)).is_none());
        }
        let dropped = it.queue(trigger("cyd", 1)).unwrap();
        assert_eq!(dropped.stimulus.name, "c", "the one who used most finds no place at all");
        let order: Vec<String> =
            std::iter::from_fn(|| it.take()).map(|it| it.stimulus.name).collect();
        assert_eq!(order, ["bob", "cyd", "a", "b", "d", "f", "g", "h"]);
    }
}
