//! What a player's character was shown, by number, for as long as it may not have arrived, and what
//! is shown again after a lost link.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::SessionId,
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{beings::presence::Connected, witness::fact::Happening};

pub(super) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<TakenOver>();
    world.init_resource::<ShownAgain>();
    world.register_required_components::<Connected, Backlog>();
}

/// How far a character was shown what it perceived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownUpto {
    /// The character's stay in the world: the session that woke it.
    pub epoch: SessionId,
    /// How many things it was shown in this stay.
    pub n: u64,
}

/// What a session tells of its connection, so that the game can judge what of it has arrived.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkReport {
    /// Everything up to here was written to it; none when nothing was.
    pub written: Option<ShownUpto>,
    /// For how long nothing has come from the client.
    pub silent: Duration,
}

/// The backlog of a player's character: the last things that it was shown and that may not have
/// arrived, oldest first, shared with everybody else who perceived them; at most [`Scroll::MAX`].
///
/// Telnet acknowledges nothing, so a thing counts as arrived by three rules:
///
/// * it was written to the connection,
/// * and its client was heard [`Scroll::SURE_AFTER`] later or still later,
/// * or the connection lasted for [`Scroll::GIVEN_UP_AFTER`] more.
///
/// After a lost link everything else is shown again. What was written stands below words which say
/// that it may have been seen already: of a client that closed its connection only the things of the
/// last seconds, of one that vanished those since it was last heard. What was not written, and what
/// happened before the player was back, stands below words of its own. Things that were shown again
/// have new numbers. Of what was not written and had no room the player is told how many there were.
#[derive(Component, Debug, Default)]
pub struct Backlog {
    epoch: Option<SessionId>,
    shown: LinkBacklog,
    apart: Option<Box<Apart>>,
}

/// The backlog of one connection.
#[derive(Debug, Default)]
struct LinkBacklog {
    /// The number of the last thing.
    last: u64,
    /// The things up to that one.
    ring: VecDeque<Arc<Happening>>,
    /// Everything up to here has arrived.
    arrived: u64,
    /// None of the ring was shown before this.
    since: WorldTime,
}

/// What few have: a link that is lost or was taken over.
#[derive(Debug, Default)]
struct Apart {
    /// Whether nobody is connected.
    away: bool,
    missed: Missed,
    /// Connections that were taken over and have not ended yet.
    taken: SmallVec<[(SessionId, LinkBacklog); 1]>,
}

/// What somebody missed, or may have: at most [`Scroll::MAX`] things.
#[derive(Debug, Default)]
pub struct Missed {
    /// What was written to a connection that has ended, and may have arrived.
    pub doubtful: VecDeque<Arc<Happening>>,
    /// How many more there were before `unseen`.
    pub lost: u64,
    /// What was never written.
    pub unseen: VecDeque<Arc<Happening>>,
}

impl Backlog {
    /// Most things kept.
    pub const MAX: usize = 200;

    /// What was shown so long before its client was heard has arrived: time enough to save it, to
    /// write it, to send it again where a network loses much, and to answer.
    pub const SURE_AFTER: Duration = Duration::from_secs(10);

    /// A system ends a connection that acknowledges nothing for about a quarter of an hour.
    pub const GIVEN_UP_AFTER: Duration = Duration::from_secs(20 * 60);

    /// Most connections that were taken over and are waited for; of a further one the oldest
    /// counts as one that received everything.
    const MOST_TAKEN: usize = 8;

    /// How far the character was shown things; none before it ever came in.
    #[must_use]
    pub fn upto(&self) -> Option<ShownUpto> {
        Some(ShownUpto { epoch: self.epoch?, n: self.shown.last })
    }

    /// The next thing is shown, or missed.
    pub(super) fn push(&mut self, what: &Arc<Happening>) {
        match &mut self.apart {
            Some(apart) if apart.away => apart.missed.miss(what.clone()),
            _ => self.shown.push(what.clone()),
        }
    }

    /// Up to where a connection was written to.
    fn written_upto(&self, report: LinkReport) -> u64 {
        report.written.filter(|it| Some(it.epoch) == self.epoch).map_or(0, |it| it.n)
    }

    /// The connection of now lasts, and stands so.
    fn stands(&mut self, report: LinkReport, now: WorldTime) {
        let written = self.written_upto(report);
        self.shown.settle(written, report.silent, now);
        self.shown.ring.shrink_to_fit();
    }

    /// The connection of now is lost.
    fn lost(&mut self, report: LinkReport, now: WorldTime) {
        let written = self.written_upto(report);
        let missed = self.shown.end(written, report.silent, now);
        let apart = self.apart.get_or_insert_default();
        apart.away = true;
        apart.missed.follow(missed);
    }

    /// A connection begins. Returns what is shown again over it.
    fn begin(&mut self, session: SessionId, now: WorldTime) -> Missed {
        self.epoch.get_or_insert(session);
        self.shown.since = now;
        let Some(apart) = &mut self.apart else { return Missed::default() };
        apart.away = false;
        self.take_missed(now)
    }

    /// What was missed is shown now.
    fn take_missed(&mut self, now: WorldTime) -> Missed {
        let Some(apart) = &mut self.apart else { return Missed::default() };
        let missed = std::mem::take(&mut apart.missed);
        self.apart.take_if(|it| it.taken.is_empty());
        for what in missed.doubtful.iter().chain(&missed.unseen) {
            self.shown.push(what.clone());
        }
        self.shown.since = now;
        missed
    }

    /// Another connection takes over. Returns whether the old one is waited for: only at its end it
    /// is known what of it may not have arrived.
    fn taken_over(&mut self, old: SessionId, now: WorldTime) -> bool {
        let last = self.shown.last;
        if self.shown.arrived == last {
            return false;
        }
        let next = LinkBacklog { last, arrived: last, since: now, ring: VecDeque::new() };
        let shown = std::mem::replace(&mut self.shown, next);
        let taken = &mut self.apart.get_or_insert_default().taken;
        if taken.len() == Self::MOST_TAKEN {
            taken.remove(0);
        }
        taken.push((old, shown));
        true
    }

    /// A connection that was taken over has ended. Returns what of it is shown again, unless nobody
    /// is connected.
    fn ended(&mut self, old: SessionId, report: LinkReport, now: WorldTime) -> Missed {
        let written = self.written_upto(report);
        let Some(apart) = &mut self.apart else { return Missed::default() };
        let Some(at) = apart.taken.iter().position(|(it, _)| *it == old) else {
            return Missed::default();
        };
        let (_, mut shown) = apart.taken.remove(at);
        let later = std::mem::take(&mut apart.missed);
        apart.missed = shown.end(written, report.silent, now);
        apart.missed.follow(later);
        if apart.away { Missed::default() } else { self.take_missed(now) }
    }
}

impl LinkBacklog {
    fn push(&mut self, what: Arc<Happening>) {
        if self.ring.len() == Backlog::MAX {
            self.ring.pop_front();
        }
        self.last += 1;
        self.ring.push_back(what);
    }

    /// How many were shown before the ring.
    fn before(&self) -> u64 {
        self.last.saturating_sub(as_number(self.ring.len()))
    }

    /// Lets go of what has arrived, of a connection that was written to up to here and has been
    /// silent for so long.
    fn settle(&mut self, written: u64, silent: Duration, now: WorldTime) {
        let heard = now.before(silent);
        let since = self.since;
        let arrived = |what: &mut Arc<Happening>| {
            let at = what.at.max(since);
            at.after(Backlog::SURE_AFTER) <= heard || at.after(Backlog::GIVEN_UP_AFTER) <= now
        };
        while self.before() < written && self.ring.pop_front_if(arrived).is_some() {
            self.arrived = self.before();
        }
    }

    /// The connection has ended. Returns what of it may not have arrived.
    fn end(&mut self, written: u64, silent: Duration, now: WorldTime) -> Missed {
        self.settle(written, silent, now);
        let before = self.before();
        let lost = before.saturating_sub(written.max(self.arrived));
        let doubtful = usize::try_from(written.saturating_sub(before)).unwrap_or(usize::MAX);
        let mut doubted = std::mem::take(&mut self.ring);
        let unseen = doubted.split_off(doubtful.min(doubted.len()));
        self.arrived = self.last;
        Missed { doubtful: doubted, lost, unseen }
    }
}

impl Missed {
    /// Whether nothing was missed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lost == 0 && self.doubtful.is_empty() && self.unseen.is_empty()
    }

    /// One more was missed.
    fn miss(&mut self, what: Arc<Happening>) {
        self.unseen.push_back(what);
        self.bound();
    }

    /// Adds what was missed later.
    fn follow(&mut self, later: Self) {
        self.doubtful.extend(later.doubtful);
        self.lost += later.lost;
        self.unseen.extend(later.unseen);
        self.bound();
    }

    /// Lets go of what is too much, first of what may have arrived.
    fn bound(&mut self) {
        while self.doubtful.len() + self.unseen.len() > Backlog::MAX {
            if self.doubtful.pop_front().is_none() {
                self.unseen.pop_front();
            }
            self.lost += 1;
        }
    }
}

fn as_number(things: usize) -> u64 {
    u64::try_from(things).unwrap_or(u64::MAX)
}

/// Connections that were taken over and have not ended yet, and whose they were. They are no more
/// than there are connections.
#[derive(Resource, Debug, Default)]
struct TakenOver(BTreeMap<SessionId, Entity>);

/// What is to be shown again in this tick, before anything else, and to whom.
#[derive(Resource, Debug, Default)]
pub struct ShownAgain(pub Vec<(Entity, Missed)>);

/// A connection begins, alone or instead of another.
pub(crate) fn begin(world: &mut World, it: Entity, session: SessionId, old: Option<SessionId>) {
    let now = world.resource::<Clock>().now;
    let Some(mut scroll) = world.get_mut::<Backlog>(it) else { return };
    match old {
        Some(old) => {
            if scroll.taken_over(old, now) {
                world.resource_mut::<TakenOver>().0.insert(old, it);
            }
        }
        None => {
            let missed = scroll.begin(session, now);
            show(world, it, missed);
        }
    }
}

/// A connection lasts, and stands so. If it was taken over, its end will tell.
pub(crate) fn stands(world: &mut World, it: Entity, report: LinkReport) {
    let now = world.resource::<Clock>().now;
    if let Some(mut scroll) = world.get_mut::<Backlog>(it) {
        scroll.stands(report, now);
    }
}

/// The connection of a character is lost.
pub(crate) fn lost(world: &mut World, it: Entity, report: LinkReport) {
    let now = world.resource::<Clock>().now;
    if let Some(mut scroll) = world.get_mut::<Backlog>(it) {
        scroll.lost(report, now);
    }
}

/// A connection has ended that is nobody's any more. If it was taken over, what may not have arrived
/// is shown where its player is now.
pub(crate) fn ended(world: &mut World, session: SessionId, report: LinkReport) {
    let Some(it) = world.resource_mut::<TakenOver>().0.remove(&session) else { return };
    let now = world.resource::<Clock>().now;
    let Some(mut scroll) = world.get_mut::<Backlog>(it) else { return };
    let missed = scroll.ended(session, report, now);
    show(world, it, missed);
}

fn show(world: &mut World, it: Entity, missed: Missed) {
    if !missed.is_empty() {
        world.resource_mut::<ShownAgain>().0.push((it, missed));
    }
}

#[cfg(test)]
mod tests;
