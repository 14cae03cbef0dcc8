//! Exchanges between NPCs that meet: scripted small talk, and rumours.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId};
use world::act::cause::{CallId, Cause};

use super::rumour::Rumour;

/// Cooldown between two exchanges of the same two NPCs.
pub const PAIR_REST: Duration = Duration::from_secs(720);
/// Cooldown between two rumours told to the same NPC.
pub const NEWS_REST: Duration = Duration::from_secs(1_800);
/// Maximum number of expected exchanges of a mind.
pub const EXPECTED: usize = 8;
/// Maximum number of NPCs whose last exchange with a mind is remembered; the oldest is evicted
/// first.
const MET: usize = 64;
/// Hop count at which an exchange starts, as if a player had set it off; the hop limit then leaves
/// room for an opening, an answer, and a reply to news in the answer.
pub const FIRST_HOP: u8 = 1;
/// Hop count of the opening line of an exchange.
pub const OPENING_HOPS: u8 = 2;

/// Maximum number of remembered small talk lines. No NPC repeats one of them as long as there is
/// another.
const LATELY: usize = 64;

/// Recent small talk lines of all NPCs, oldest first.
#[derive(Resource, Debug, Default)]
pub struct SmallTalk(pub VecDeque<String>);

impl SmallTalk {
    /// Adds a line; drops the oldest above the maximum.
    pub fn push(&mut self, words: &str) {
        if self.0.len() >= LATELY {
            self.0.pop_front();
        }
        self.0.push_back(words.to_owned());
    }
}

/// Maximum number of exchange lines in flight; the oldest is dropped above it.
const ON_THEIR_WAY: usize = 256;

/// Exchange lines in flight, from the call until they are heard, with the rumour told in them; at
/// most 256.
#[derive(Resource, Debug, Default)]
pub struct ExchangeLines(BTreeMap<CallId, Option<Rumour>>);

impl ExchangeLines {
    /// Adds a line in flight, with the rumour that it tells; none for small talk.
    pub fn give(&mut self, call: CallId, told: Option<Rumour>) {
        self.0.insert(call, told);
        if self.0.len() > ON_THEIR_WAY {
            self.0.pop_first();
        }
    }

    /// Removes a line that was heard or failed.
    pub fn end(&mut self, call: CallId) {
        self.0.remove(&call);
    }

    /// Returns the rumour told in an exchange line (none inside for small talk); none if the cause
    /// is no such line.
    #[must_use]
    pub fn of(&self, cause: Cause) -> Option<&Option<Rumour>> {
        match cause {
            Cause::Tool { call, .. } => self.0.get(&call),
            Cause::Typed | Cause::Panel(_) | Cause::World => None,
        }
    }
}

/// Past and expected exchanges of a mind with other NPCs.
#[derive(Component, Debug, Default)]
pub struct Meetings {
    met: BTreeMap<CharacterId, WorldTime>,
    /// Time of the last rumour told, by NPC.
    told: BTreeMap<CharacterId, WorldTime>,
    expected: BTreeSet<CharacterId>,
}

impl Meetings {
    /// Returns the end of the cooldown for an exchange with an NPC, if it is later than `now`.
    #[must_use]
    pub fn rests_until(&self, whom: &CharacterId, now: WorldTime) -> Option<WorldTime> {
        self.met.get(whom).map(|it| it.after(PAIR_REST)).filter(|it| *it > now)
    }

    /// Marks an exchange with an NPC as expected. Returns false if it is already, or if
    /// [`EXPECTED`] are.
    pub fn expect(&mut self, whom: &CharacterId) -> bool {
        self.expected.len() < EXPECTED && self.expected.insert(whom.clone())
    }

    /// Removes an expected exchange that took place or was given up.
    pub fn drop_expected(&mut self, whom: &CharacterId) {
        self.expected.remove(whom);
    }

    /// Records an exchange.
    pub fn met(&mut self, whom: &CharacterId, now: WorldTime) {
        record_time(&mut self.met, whom, now);
    }

    /// Records that a rumour was told to an NPC.
    pub fn record_told(&mut self, whom: &CharacterId, now: WorldTime) {
        record_time(&mut self.told, whom, now);
    }

    /// Returns whether the cooldown for rumours told to an NPC is over.
    #[must_use]
    pub fn may_tell(&self, whom: &CharacterId, now: WorldTime) -> bool {
        self.told.get(whom).is_none_or(|it| now.since(*it) >= NEWS_REST)
    }
}

fn record_time(times: &mut BTreeMap<CharacterId, WorldTime>, whom: &CharacterId, now: WorldTime) {
    times.insert(whom.clone(), now);
    if times.len() > MET {
        let oldest = times.iter().min_by_key(|(_, at)| **at).map(|(id, _)| id.clone());
        if let Some(oldest) = oldest {
            times.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_who_talked_rest_and_nobody_expects_too_many() {
        let id = |n: u64| CharacterId::new(&format!("npc-{n}")).unwrap();
        let mut it = Meetings::default();
        it.met(&id(1), WorldTime(1_000));
        assert_eq!(it.rests_until(&id(1), WorldTime(2_000)), Some(WorldTime(721_000)));
        assert_eq!(it.rests_until(&id(1), WorldTime(721_000)), None);
        assert_eq!(it.rests_until(&id(2), WorldTime(2_000)), None);
        let expected: Vec<bool> = (0..10).map(|n| it.expect(&id(n))).collect();
        assert_eq!(expected.iter().filter(|it| **it).count(), EXPECTED);
        assert!(!it.expect(&id(0)), "it is looked forward to already");
        it.drop_expected(&id(0));
        assert!(it.expect(&id(0)));
        for n in 0..100 {
            it.met(&id(n), WorldTime(n));
        }
        assert_eq!(it.met.len(), MET);
        assert_eq!(it.rests_until(&id(0), WorldTime(0)), None, "the oldest went");
    }
}
