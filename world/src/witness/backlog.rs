//! Reconnect backlog: numbered events that a player's character was shown and that may not have
//! arrived at its client, which are shown again after a lost connection.

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

/// Position in the sequence of events that a character was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownUpto {
    /// Session that woke the character; it identifies the character's stay in the world.
    pub epoch: SessionId,
    /// Number of events that the character was shown in this stay.
    pub n: u64,
}

/// Report of a session on its connection, from which the game judges which events have arrived.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkReport {
    /// Last event up to which all were written to the connection; none if nothing was.
    pub written: Option<ShownUpto>,
    /// Last event that was written at all. It is later than `written` while events that wait for the
    /// disk are overtaken by others; of those between the two the session does not tell which.
    pub reached: Option<ShownUpto>,
    /// Time since anything came from the client.
    pub silent: Duration,
    /// Last event up to which the client has acknowledged all; none from a client that cannot.
    #[serde(default)]
    pub acknowledged: Option<ShownUpto>,
}

/// Events that a client says it has shown, by which nothing is in doubt when it comes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenEvents {
    /// Last event up to which it has shown all.
    pub upto: ShownUpto,
    /// Numbers of further events that it has shown, at most [`Backlog::MAX`]: those that overtook
    /// others which waited for the disk.
    pub beyond: Vec<u64>,
}

impl SeenEvents {
    /// Returns whether the client has shown the event of this number.
    #[must_use]
    pub fn has(&self, n: u64) -> bool {
        n <= self.upto.n || self.beyond.contains(&n)
    }
}

/// Backlog of a player's character: the last events that it was shown and that may not have
/// arrived, oldest first, at most [`Backlog::MAX`]. The events are shared with their other
/// observers.
///
/// Telnet has no acknowledgements, so an event counts as arrived if it was written to the
/// connection, and
///
/// * its client was heard at least [`Backlog::SURE_AFTER`] later,
/// * or the connection lasted for [`Backlog::GIVEN_UP_AFTER`] more.
///
/// All other events are shown again after a reconnect. Events that were written stand below a line
/// which says that they may have been seen already: for a client that closed its connection those
/// of the last seconds, for one that vanished those since it was last heard. Events that were not
/// written, and those that happened while the player was away, stand below a line of their own.
/// A client that acknowledges events, and says which it has [`SeenEvents`] when it comes back, leaves
/// nothing in doubt: it is shown every other event once.
/// Events that are shown again get new numbers. Of events that were dropped for lack of room the
/// player is told the number.
#[derive(Component, Debug, Default)]
pub struct Backlog {
    epoch: Option<SessionId>,
    shown: LinkBacklog,
    apart: Option<Box<Apart>>,
}

/// Backlog of one connection.
#[derive(Debug, Default)]
struct LinkBacklog {
    /// Number of the last event.
    last: u64,
    /// Ring buffer of the events up to `last`, at most [`Backlog::MAX`], the oldest dropped first.
    ring: VecDeque<Arc<Happening>>,
    /// Number of the last event up to which all have arrived.
    arrived: u64,
    /// Earliest time at which an event in the ring was shown.
    since: WorldTime,
}

/// State that few backlogs have: a lost connection, or connections that were taken over.
#[derive(Debug, Default)]
struct Apart {
    /// True if no client is connected.
    away: bool,
    missed: Missed,
    /// Connections that were taken over and have not ended yet, at most [`Backlog::MOST_TAKEN`].
    taken: SmallVec<[(SessionId, LinkBacklog); 1]>,
}

/// Events that a player missed, or may have missed: at most [`Backlog::MAX`] in both queues
/// together.
#[derive(Debug, Default)]
pub struct Missed {
    /// Events that were written to a connection that has ended, and that may have arrived, each
    /// with its number there.
    pub doubtful: VecDeque<(u64, Arc<Happening>)>,
    /// Number of events dropped for lack of room, all of them before those in `unseen`.
    pub lost: u64,
    /// Events that were never written to a connection.
    pub unseen: VecDeque<Arc<Happening>>,
}

impl Backlog {
    /// Maximum number of events kept.
    pub const MAX: usize = 200;

    /// Time from an event until its client is heard after which the event counts as arrived: enough
    /// to save it, to write it, to retransmit it over a lossy network, and to answer.
    pub const SURE_AFTER: Duration = Duration::from_secs(10);

    /// Time after which an event that was written counts as arrived while its connection lasts. An
    /// operating system ends a connection that acknowledges nothing after about 15 minutes.
    pub const GIVEN_UP_AFTER: Duration = Duration::from_secs(20 * 60);

    /// Maximum number of connections that were taken over and whose end is awaited. Beyond it the
    /// oldest counts as one that received everything.
    const MOST_TAKEN: usize = 8;

    /// Returns the position of the last event that was shown; none before the first connection.
    #[must_use]
    pub fn upto(&self) -> Option<ShownUpto> {
        Some(ShownUpto { epoch: self.epoch?, n: self.shown.last })
    }

    /// Returns the stay, and the events of it that may not have arrived, each with its number, oldest
    /// first. Those that were never sent are counted on from the last that was.
    #[must_use]
    pub fn outstanding(&self) -> Option<(SessionId, Vec<(u64, Arc<Happening>)>)> {
        let missed = self.apart.as_ref().map(|it| &it.missed);
        let doubtful = missed.into_iter().flat_map(|it| it.doubtful.iter().cloned());
        let shown = (self.shown.before() + 1..).zip(self.shown.ring.iter().cloned());
        let unseen = missed.into_iter().flat_map(|it| it.unseen.iter().cloned());
        let unseen = (self.shown.last + 1..).zip(unseen);
        Some((self.epoch?, doubtful.chain(shown).chain(unseen).collect()))
    }

    /// Adds an event to those shown, or to those missed while no client is connected.
    pub(super) fn push(&mut self, what: &Arc<Happening>) {
        match &mut self.apart {
            Some(apart) if apart.away => apart.missed.miss(what.clone()),
            _ => self.shown.push(what.clone()),
        }
    }

    /// Returns the number of a reported event if it is one of this stay; 0 if none.
    fn number(&self, upto: Option<ShownUpto>) -> u64 {
        upto.filter(|it| Some(it.epoch) == self.epoch).map_or(0, |it| it.n)
    }

    /// Drops the events that have arrived over the current connection, which lasts.
    fn stands(&mut self, report: LinkReport, now: WorldTime) {
        let written = self.number(report.written);
        self.shown.acknowledged(self.number(report.acknowledged));
        self.shown.settle(written, report.silent, now);
        self.shown.ring.shrink_to_fit();
    }

    /// Handles the loss of the current connection: its events that may not have arrived become
    /// missed.
    fn lost(&mut self, report: LinkReport, now: WorldTime) {
        let (written, reached) = (self.number(report.written), self.number(report.reached));
        self.shown.acknowledged(self.number(report.acknowledged));
        let missed = self.shown.end(written, reached, report.silent, now);
        let apart = self.apart.get_or_insert_default();
        apart.away = true;
        apart.missed.follow(missed);
    }

    /// Handles a new connection, whose client may say what it has seen. Returns the events to show
    /// again over it.
    fn begin(&mut self, session: SessionId, seen: Option<&SeenEvents>, now: WorldTime) -> Missed {
        let seen = self.of_this_stay(seen);
        self.epoch.get_or_insert(session);
        self.shown.since = now;
        let Some(apart) = &mut self.apart else { return Missed::default() };
        apart.away = false;
        if let Some(seen) = seen {
            apart.missed.resolve(seen);
        }
        self.take_missed(now)
    }

    /// Returns the events that a client has seen, if that was in this stay.
    fn of_this_stay<'a>(&self, seen: Option<&'a SeenEvents>) -> Option<&'a SeenEvents> {
        seen.filter(|it| Some(it.upto.epoch) == self.epoch)
    }

    /// Handles a takeover by a client that says what it has seen, so that the end of the old
    /// connection need not be awaited. Returns the events to show again; `None` if it has seen
    /// nothing of this stay.
    fn resumed(&mut self, seen: Option<&SeenEvents>, now: WorldTime) -> Option<Missed> {
        let seen = self.of_this_stay(seen)?;
        let last = self.shown.last;
        let next = LinkBacklog { last, arrived: last, since: now, ring: VecDeque::new() };
        let shown = std::mem::replace(&mut self.shown, next);
        let mut missed = shown.doubted(last);
        missed.lost = shown.before().saturating_sub(seen.upto.n.max(shown.arrived));
        missed.resolve(seen);
        self.apart.get_or_insert_default().missed = missed;
        Some(self.take_missed(now))
    }

    /// Takes out the missed events, which count as shown now.
    fn take_missed(&mut self, now: WorldTime) -> Missed {
        let Some(apart) = &mut self.apart else { return Missed::default() };
        let missed = std::mem::take(&mut apart.missed);
        self.apart.take_if(|it| it.taken.is_empty());
        for what in missed.events() {
            self.shown.push(what.clone());
        }
        self.shown.since = now;
        missed
    }

    /// Handles a takeover of the current connection by another one. Returns whether the end of the
    /// old one is awaited, because only then is it known which of its events may not have arrived.
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

    /// Handles the end of a connection that was taken over. Returns those of its events to show
    /// again; none while no client is connected, when they are kept as missed.
    fn ended(&mut self, old: SessionId, report: LinkReport, now: WorldTime) -> Missed {
        let (written, reached) = (self.number(report.written), self.number(report.reached));
        let acknowledged = self.number(report.acknowledged);
        let Some(apart) = &mut self.apart else { return Missed::default() };
        let Some(at) = apart.taken.iter().position(|(it, _)| *it == old) else {
            return Missed::default();
        };
        let (_, mut shown) = apart.taken.remove(at);
        shown.acknowledged(acknowledged);
        let later = std::mem::take(&mut apart.missed);
        apart.missed = shown.end(written, reached, report.silent, now);
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

    /// Returns the number of events that were shown before those in the ring.
    fn before(&self) -> u64 {
        self.last.saturating_sub(as_number(self.ring.len()))
    }

    /// Drops the events up to this one, which the client has acknowledged.
    fn acknowledged(&mut self, upto: u64) {
        while self.before() < upto && self.ring.pop_front().is_some() {}
        self.arrived = self.arrived.max(upto.min(self.before()));
    }

    /// Returns the events of the ring as missed: those up to `shown` in doubt, the later ones unseen.
    fn doubted(&self, shown: u64) -> Missed {
        let before = self.before();
        let doubtful = usize::try_from(shown.saturating_sub(before)).unwrap_or(usize::MAX);
        let events = self.ring.iter().cloned();
        Missed {
            doubtful: (before + 1..).zip(events.clone().take(doubtful)).collect(),
            lost: 0,
            unseen: events.skip(doubtful).collect(),
        }
    }

    /// Drops the events that have arrived over a connection that was written to up to `written` and
    /// has been silent for `silent`.
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

    /// Handles the end of the connection. Returns the events that may not have arrived. Those between
    /// `written` and `reached` may have been seen, and never count as arrived.
    fn end(&mut self, written: u64, reached: u64, silent: Duration, now: WorldTime) -> Missed {
        self.settle(written, silent, now);
        let before = self.before();
        let lost = before.saturating_sub(written.max(self.arrived));
        let missed = Missed { lost, ..self.doubted(written.max(reached)) };
        self.ring = VecDeque::new();
        self.arrived = self.last;
        missed
    }
}

impl Missed {
    /// Returns whether nothing was missed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lost == 0 && self.doubtful.is_empty() && self.unseen.is_empty()
    }

    /// Returns all the events, in the order in which they are shown again.
    pub fn events(&self) -> impl Iterator<Item = &Arc<Happening>> {
        self.doubtful.iter().map(|(_, what)| what).chain(&self.unseen)
    }

    /// Drops the events that a client has seen. The rest of what was in doubt was not seen.
    fn resolve(&mut self, seen: &SeenEvents) {
        let doubted = self.doubtful.drain(..).filter(|(n, _)| !seen.has(*n));
        let mut unseen: VecDeque<_> = doubted.map(|(_, what)| what).collect();
        unseen.append(&mut self.unseen);
        self.unseen = unseen;
    }

    /// Adds one missed event.
    fn miss(&mut self, what: Arc<Happening>) {
        self.unseen.push_back(what);
        self.bound();
    }

    /// Appends events that were missed later.
    fn follow(&mut self, later: Self) {
        self.doubtful.extend(later.doubtful);
        self.lost += later.lost;
        self.unseen.extend(later.unseen);
        self.bound();
    }

    /// Drops and counts the events beyond [`Backlog::MAX`], first those that may have arrived.
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

/// Index of the connections that were taken over and have not ended yet, with the character of
/// each. Bounded by the number of connections.
#[derive(Resource, Debug, Default)]
struct TakenOver(BTreeMap<SessionId, Entity>);

/// Queue of missed events to show again in this tick, before all else, with the character of each.
#[derive(Resource, Debug, Default)]
pub struct ShownAgain(pub Vec<(Entity, Missed)>);

/// Starts a connection of a character, alone or in place of `old`. Its client may say what it has
/// seen of the stay.
pub(crate) fn begin(
    world: &mut World,
    entity: Entity,
    session: SessionId,
    seen: Option<&SeenEvents>,
    old: Option<SessionId>,
) {
    let now = world.resource::<Clock>().now;
    let Some(mut backlog) = world.get_mut::<Backlog>(entity) else { return };
    let missed = match old {
        None => backlog.begin(session, seen, now),
        Some(old) => match backlog.resumed(seen, now) {
            Some(missed) => missed,
            None => {
                if backlog.taken_over(old, now) {
                    world.resource_mut::<TakenOver>().0.insert(old, entity);
                }
                return;
            }
        },
    };
    show(world, entity, missed);
}

/// Applies the report of a connection that lasts. One that was taken over is judged at its end.
pub(crate) fn stands(world: &mut World, entity: Entity, report: LinkReport) {
    let now = world.resource::<Clock>().now;
    if let Some(mut backlog) = world.get_mut::<Backlog>(entity) {
        backlog.stands(report, now);
    }
}

/// Applies the last report of a character's connection that is lost.
pub(crate) fn lost(world: &mut World, entity: Entity, report: LinkReport) {
    let now = world.resource::<Clock>().now;
    if let Some(mut backlog) = world.get_mut::<Backlog>(entity) {
        backlog.lost(report, now);
    }
}

/// Applies the last report of a connection that is nobody's any more. If it was taken over, its
/// events that may not have arrived are shown again where its player is connected now.
pub(crate) fn ended(world: &mut World, session: SessionId, report: LinkReport) {
    let Some(it) = world.resource_mut::<TakenOver>().0.remove(&session) else { return };
    let now = world.resource::<Clock>().now;
    let Some(mut backlog) = world.get_mut::<Backlog>(it) else { return };
    let missed = backlog.ended(session, report, now);
    show(world, it, missed);
}

fn show(world: &mut World, entity: Entity, missed: Missed) {
    if !missed.is_empty() {
        world.resource_mut::<ShownAgain>().0.push((entity, missed));
    }
}

#[cfg(test)]
mod tests;
