//! What a player's character was shown, by number, for as long as nobody knows that it arrived:
//! after a lost link just this is shown again.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{
    beings::presence::Connected,
    engine::{id::SessionId, simulation::Simulation},
    witness::fact::Happening,
};

pub(super) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<TakenOver>();
    world.init_resource::<ShownAgain>();
    world.register_required_components::<Connected, Scroll>();
}

/// How far a character was shown what it perceived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownUpto {
    /// The character's stay in the world: the session that woke it.
    pub epoch: SessionId,
    /// How many things it was shown in this stay.
    pub n: u64,
}

/// What a player's character was shown and may not have arrived, oldest first: at most
/// [`Scroll::MAX`] things, shared with everybody else who perceived them. What falls out is
/// counted.
///
/// Whoever has received everything has nothing here but the number.
#[derive(Component, Debug, Default)]
pub struct Scroll {
    epoch: Option<SessionId>,
    last: u64,
    kept: Option<Box<ScrollEntries>>,
}

#[derive(Debug)]
struct ScrollEntries {
    ring: VecDeque<(u64, Arc<Happening>)>,
    /// Up to here the connection of now has received everything, or was not there yet.
    since: u64,
    /// The last that fell out of the ring.
    fell: u64,
    /// How many fell out that were never received, and were not told of.
    lost: u64,
    /// Connections that were taken over and have not said yet what they received.
    taken: SmallVec<[Taken; 1]>,
}

#[derive(Debug)]
struct Taken {
    session: SessionId,
    since: u64,
    upto: u64,
}

impl Scroll {
    /// Most things kept.
    pub const MAX: usize = 200;

    /// Most connections that were taken over and are waited for; of a further one the oldest
    /// counts as one that received everything.
    const MOST_TAKEN: usize = 8;

    /// How far the character was shown things; none before it ever came in.
    #[must_use]
    pub fn upto(&self) -> Option<ShownUpto> {
        Some(ShownUpto { epoch: self.epoch?, n: self.last })
    }

    /// How many things are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.as_ref().map_or(0, |it| it.ring.len())
    }

    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The next thing is shown.
    pub(super) fn note(&mut self, what: &Arc<Happening>) {
        let before = self.last;
        self.last = before + 1;
        self.kept_from(before).push(before + 1, what.clone());
    }

    fn kept_from(&mut self, number: u64) -> &mut ScrollEntries {
        self.kept.get_or_insert_with(|| {
            Box::new(ScrollEntries {
                ring: VecDeque::new(),
                since: number,
                fell: number,
                lost: 0,
                taken: SmallVec::new(),
            })
        })
    }

    /// The number that somebody names, if it is one of this stay.
    fn own(&self, upto: Option<ShownUpto>) -> u64 {
        upto.filter(|it| Some(it.epoch) == self.epoch).map_or(0, |it| it.n.min(self.last))
    }

    /// The connection of now has received everything up to here; without a number, what it said
    /// before.
    fn received(&mut self, upto: Option<ShownUpto>) {
        let number = self.own(upto);
        if let Some(kept) = &mut self.kept {
            kept.received(number);
        }
        self.tidy();
    }

    /// What is shown again to somebody who is back, and how much more there was.
    fn back(&mut self) -> (u64, Vec<Arc<Happening>>) {
        let Some(kept) = &mut self.kept else { return (0, Vec::new()) };
        let floor = kept.floor();
        let lost = std::mem::take(&mut kept.lost) + kept.fell.saturating_sub(kept.since);
        let mut again = kept.ring.iter().filter(|(n, _)| *n > floor).peekable();
        kept.since = again.peek().map_or(self.last, |(n, _)| n - 1);
        (lost, again.map(|(_, what)| what.clone()).collect())
    }

    /// Another connection takes over. Whether it has to be waited for what the old one received.
    fn taken_over(&mut self, session: SessionId) -> bool {
        let last = self.last;
        let Some(kept) = &mut self.kept else { return false };
        let since = std::mem::replace(&mut kept.since, last);
        if since == last {
            return false;
        }
        if kept.taken.len() == Self::MOST_TAKEN {
            let oldest = kept.taken.remove(0);
            kept.ring.retain(|(n, _)| *n > oldest.upto);
        }
        kept.taken.push(Taken { session, since, upto: last });
        true
    }

    /// A connection that was taken over, and has not ended, has received everything up to here.
    fn received_late(&mut self, session: SessionId, upto: ShownUpto) {
        let number = self.own(Some(upto));
        let Some(kept) = &mut self.kept else { return };
        let Some(it) = kept.taken.iter_mut().find(|it| it.session == session) else { return };
        let since = it.since;
        it.since = number.max(since).min(it.upto);
        let upto = it.since;
        kept.ring.retain(|(n, _)| *n <= since || *n > upto);
    }

    /// A connection that was taken over has ended, having received everything up to here. What it
    /// did not get gets new numbers: it is what is shown next.
    fn ended(&mut self, session: SessionId, upto: Option<ShownUpto>) -> (u64, Vec<Arc<Happening>>) {
        let number = self.own(upto);
        let Some(kept) = &mut self.kept else { return (0, Vec::new()) };
        let Some(at) = kept.taken.iter().position(|it| it.session == session) else {
            return (0, Vec::new());
        };
        let Taken { since, upto, .. } = kept.taken.remove(at);
        let number = number.max(since).min(upto);
        let lost = kept.fell.min(upto).saturating_sub(number);
        let mut missed = Vec::new();
        kept.ring.retain(|(n, what)| {
            let is_its = since < *n && *n <= upto;
            if is_its && *n > number {
                missed.push(what.clone());
            }
            !is_its
        });
        for what in &missed {
            self.last += 1;
            kept.push(self.last, what.clone());
        }
        self.tidy();
        (lost, missed)
    }

    /// So many more are to be told of when somebody is back.
    fn owe(&mut self, lost: u64) {
        if lost > 0 {
            self.kept_from(self.last).lost += lost;
        }
    }

    /// Lets go of what is needed no more.
    fn tidy(&mut self) {
        let idle =
            |it: &mut Box<ScrollEntries>| it.ring.is_empty() && it.taken.is_empty() && it.lost == 0;
        self.kept.take_if(idle);
    }
}

impl ScrollEntries {
    fn push(&mut self, number: u64, what: Arc<Happening>) {
        if self.ring.len() == Scroll::MAX
            && let Some((fallen, _)) = self.ring.pop_front()
        {
            self.fell = fallen;
        }
        self.ring.push_back((number, what));
    }

    /// Up to here it is not for the connection of now to say what was received.
    fn floor(&self) -> u64 {
        self.taken.last().map_or(0, |it| it.upto)
    }

    fn received(&mut self, number: u64) {
        let floor = self.floor();
        self.since = self.since.max(number);
        self.ring.retain(|(n, _)| *n > number || *n <= floor);
    }
}

/// Connections that were taken over and have not said yet what they received, and whose they were.
/// Each of them says so when it ends, so they are no more than there are connections.
#[derive(Resource, Debug, Default)]
struct TakenOver(BTreeMap<SessionId, Entity>);

/// What is to be shown again in this tick, before anything else: to whom, how many more there
/// were, and what.
#[derive(Resource, Debug, Default)]
pub struct ShownAgain(pub Vec<(Entity, u64, Vec<Arc<Happening>>)>);

/// A connection begins, alone or instead of another.
pub(crate) fn begin(world: &mut World, it: Entity, session: SessionId, old: Option<SessionId>) {
    let Some(mut scroll) = world.get_mut::<Scroll>(it) else { return };
    scroll.epoch.get_or_insert(session);
    match old {
        Some(old) => {
            if scroll.taken_over(old) {
                world.resource_mut::<TakenOver>().0.insert(old, it);
            }
        }
        None => {
            let (lost, what) = scroll.back();
            again(world, it, lost, what);
        }
    }
}

/// The connection of a character says that it has received everything up to here.
pub(crate) fn received(world: &mut World, it: Entity, upto: Option<ShownUpto>) {
    if let Some(mut scroll) = world.get_mut::<Scroll>(it) {
        scroll.received(upto);
    }
}

/// A connection says that it has received everything up to here, which was taken over meanwhile. It
/// does not say so again when it ends.
pub(crate) fn received_late(world: &mut World, session: SessionId, upto: ShownUpto) {
    let Some(it) = world.resource::<TakenOver>().0.get(&session).copied() else { return };
    if let Some(mut scroll) = world.get_mut::<Scroll>(it) {
        scroll.received_late(session, upto);
    }
}

/// A connection has ended that is nobody's any more. If it was taken over, what it did not get is
/// shown where its player is now.
pub(crate) fn ended(world: &mut World, session: SessionId, upto: Option<ShownUpto>) {
    let Some(it) = world.resource_mut::<TakenOver>().0.remove(&session) else { return };
    let connected = world.get::<Connected>(it).is_some();
    let Some(mut scroll) = world.get_mut::<Scroll>(it) else { return };
    let (lost, what) = scroll.ended(session, upto);
    if connected {
        again(world, it, lost, what);
    } else {
        scroll.owe(lost);
    }
}

fn again(world: &mut World, it: Entity, lost: u64, what: Vec<Arc<Happening>>) {
    if lost > 0 || !what.is_empty() {
        world.resource_mut::<ShownAgain>().0.push((it, lost, what));
    }
}

#[cfg(test)]
mod tests;
