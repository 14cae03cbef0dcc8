//! Open circuit breakers of models' endpoints and services' tools: told to the world when they open and close, so that they are saved.

use std::{collections::BTreeMap, time::Duration};

use assistants::{mind::open_breakers::OpenBreakers, think::outside::MindInput};
use engine::clock::WorldTime;

use super::Game;
use crate::clock;

/// Difference between two measurements of the same end.
const SAME: Duration = Duration::from_secs(2);

impl Game {
    /// Tells the world which endpoints and tools rest, if that is news.
    pub(super) fn note_rests(&mut self) {
        let now = clock::now();
        let mut rests = self.gateway.resting();
        rests.extend(self.services.resting());
        let rests: BTreeMap<String, WorldTime> =
            rests.into_iter().map(|(endpoint, left)| (endpoint, now.after(left))).collect();
        let known = &self.sim.world().resource::<OpenBreakers>().0;
        let is_known = |(endpoint, until): (&String, &WorldTime)| {
            known.get(endpoint).is_some_and(|it| is_same(*it, *until))
        };
        if known.len() != rests.len() || !rests.iter().all(is_known) {
            self.inputs.minds.push(MindInput::Resting(rests));
        }
    }
}

fn is_same(one: WorldTime, other: WorldTime) -> bool {
    one.since(other) <= SAME && other.since(one) <= SAME
}
