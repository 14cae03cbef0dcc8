//! What the town's own people say to each other when they meet: a few lines that the script has, and
//! what goes round.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId};
use world::act::cause::{CallId, Cause};

use super::rumour::Rumour;

/// How long two who met have nothing more to say to each other.
pub const PAIR_REST: Duration = Duration::from_secs(720);
/// How long the one tells the other nothing more of what goes round.
pub const NEWS_REST: Duration = Duration::from_secs(1_800);
/// Most of those with whom a mind may be about to talk so.
pub const EXPECTED: usize = 8;
/// Most of those of whom a mind knows when it last talked with them so; whom it met longest ago goes
/// first.
const MET: usize = 64;
/// How far from a person an exchange begins to count: an opening, an answer, and a word to news in the
/// answer are all that there can be.
pub const FIRST_HOP: u8 = 1;
/// How far the opening of an exchange is from a person.
pub const OPENING_HOPS: u8 = 2;

/// How many of the lines of small talk are remembered, so that nobody in town says one of them again as
/// long as there is another.
const LATELY: usize = 64;

/// What was said lately in small talk by any of the town's own people, oldest first.
#[derive(Resource, Debug, Default)]
pub struct SmallTalk(pub VecDeque<String>);

impl SmallTalk {
    /// Takes note of a line; the oldest makes room.
    pub fn push(&mut self, words: &str) {
        if self.0.len() >= LATELY {
            self.0.pop_front();
        }
        self.0.push_back(words.to_owned());
    }
}

/// How many lines of such talks are on their way at most: of the oldest beyond it nothing is known.
const ON_THEIR_WAY: usize = 256;

/// The lines of such talks, and what is told in them, from when they are given until they are heard; at
/// most 256.
#[derive(Resource, Debug, Default)]
pub struct ExchangeLines(BTreeMap<CallId, Option<Rumour>>);

impl ExchangeLines {
    /// A line was given, in which something is told or which is small talk.
    pub fn give(&mut self, call: CallId, told: Option<Rumour>) {
        self.0.insert(call, told);
        if self.0.len() > ON_THEIR_WAY {
            self.0.pop_first();
        }
    }

    /// It was heard, or came to nothing.
    pub fn end(&mut self, call: CallId) {
        self.0.remove(&call);
    }

    /// What is told in a line, if it is one of these.
    #[must_use]
    pub fn of(&self, cause: Cause) -> Option<&Option<Rumour>> {
        match cause {
            Cause::Tool { call, .. } => self.0.get(&call),
            Cause::Typed | Cause::World => None,
        }
    }
}

/// With whom a mind has talked so, and is about to.
#[derive(Component, Debug, Default)]
pub struct Meetings {
    met: BTreeMap<CharacterId, WorldTime>,
    /// Whom it told what goes round, and when.
    told: BTreeMap<CharacterId, WorldTime>,
    expected: BTreeSet<CharacterId>,
}

impl Meetings {
    /// When the two may talk so again, if that is later than `now`.
    #[must_use]
    pub fn rests_until(&self, whom: &CharacterId, now: WorldTime) -> Option<WorldTime> {
        self.met.get(whom).map(|it| it.after(PAIR_REST)).filter(|it| *it > now)
    }

    /// Whether a talk with somebody can be looked forward to: not one more than there may be.
    pub fn expect(&mut self, whom: &CharacterId) -> bool {
        self.expected.len() < EXPECTED && self.expected.insert(whom.clone())
    }

    /// It does not come about, or it has.
    pub fn drop_expected(&mut self, whom: &CharacterId) {
        self.expected.remove(whom);
    }

    /// They talked.
    pub fn met(&mut self, whom: &CharacterId, now: WorldTime) {
        record_time(&mut self.met, whom, now);
    }

    /// It told somebody what goes round.
    pub fn record_told(&mut self, whom: &CharacterId, now: WorldTime) {
        record_time(&mut self.told, whom, now);
    }

    /// Whether it may tell somebody more of what goes round.
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
