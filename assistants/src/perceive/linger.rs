//! Gambits to idle visitors: when nothing has happened in a room for a while, one of the characters
//! there speaks to a visitor unasked, once per visit.
//!
//! A room is watched from the arrival or act of a person there until there is nobody left who could
//! be spoken to; other rooms cost nothing.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::{CharacterId, RoomId},
    index,
    simulation::Simulation,
};
use world::{
    act::due::{self, AddDue, Due},
    beings::{
        afk::Away,
        character::{Character, Who, own_label},
        people,
        presence::{LinkDead, Online},
    },
    space::containment::{self, Contents},
    witness::{
        conversation::TalkPartner,
        fact::{Fact, Happening},
        perception::Stamp,
    },
};

use super::{
    floor::{self, Willing},
    initiative::{self, is_person},
};
use crate::{
    gate::{audience, ignoring::Ignoring, spending::Spending},
    llm::scene::ThoughtOccasion,
    mind::{
        acquaintance::Acquaintances,
        attention::{Attention, RunQueue, Trigger},
        body::Mind,
        health::Health,
        thinking::Thinking,
    },
};

/// Minimum time without events in a room before a gambit.
const QUIET: Duration = Duration::from_secs(20);
/// Minimum time between two gambits to the same visitor in a room, even on another visit.
const AGAIN: Duration = Duration::from_secs(600);
/// Maximum number of gambits that are remembered; when full, the oldest is dropped.
const GIVEN: usize = 4_096;

/// Watched rooms with visitors, and the gambits given there.
#[derive(Resource, Debug, Default)]
pub(crate) struct Lingering {
    rooms: BTreeMap<RoomId, RoomQuiet>,
    given: BTreeMap<(RoomId, CharacterId), GambitGiven>,
}

/// Quiet state of a room.
#[derive(Debug, Clone, Copy, Default)]
struct RoomQuiet {
    /// Time of the last event.
    since: WorldTime,
    /// Time at which a person last spoke there.
    words: Option<WorldTime>,
}

/// Gambit given to a visitor.
#[derive(Debug, Clone, Copy)]
struct GambitGiven {
    at: WorldTime,
    /// True if the visitor left since.
    over: bool,
}

/// Timer: checks whether the room has been quiet for long enough.
struct Quiet(RoomId);

impl Due for Quiet {
    fn happen(self, world: &mut World) {
        let next = look_after(world, &self.0);
        match next {
            Some(next) => due::enter(world, next, self),
            None => drop(world.resource_mut::<Lingering>().rooms.remove(&self.0)),
        }
    }
}

/// Adds the resource and the timer of this module.
pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Lingering>();
    sim.add_due::<Quiet>();
}

/// System parameter that records the last events of rooms.
#[derive(bevy_ecs::system::SystemParam)]
pub(super) struct QuietWatch<'w, 's> {
    lingering: ResMut<'w, Lingering>,
    commands: Commands<'w, 's>,
}

impl QuietWatch<'_, '_> {
    /// Records an event that a mind saw in a room, and starts the watch of the room if needed.
    pub(super) fn record(
        &mut self,
        mind: &Mind,
        stamp: &Stamp,
        room: Option<&RoomId>,
        what: &Happening,
    ) {
        let has_gambits = !mind.persona.script.gambits.is_empty() && mind.persona.speaks_unasked();
        let Some(room) = room.filter(|_| has_gambits) else { return };
        let lingering = &mut *self.lingering;
        let person = is_person(stamp.kind());
        let passes = matches!(what.fact, Fact::Arrived(_) | Fact::Left(_));
        if let Some(who) = stamp.speaker().filter(|_| passes && person)
            && let Some(given) = lingering.given.get_mut(&(room.clone(), who.clone()))
        {
            given.over = true;
        }
        let words = Some(what.at).filter(|_| person && what.fact.words().is_some());
        if let Some(quiet) = lingering.rooms.get_mut(room) {
            *quiet = RoomQuiet { since: what.at, words: words.or(quiet.words) };
            return;
        }
        let (room, at) = (room.clone(), what.at);
        if person {
            lingering.rooms.insert(room.clone(), RoomQuiet { since: at, words });
            self.commands.queue(move |world: &mut World| {
                due::enter(world, at.after(QUIET), Quiet(room));
            });
        } else if stamp.own() && passes {
            // A mind that walks in may find an idle visitor there already.
            self.commands.queue(move |world: &mut World| begin(world, room, at));
        }
    }
}

/// Starts the watch of a room that a character entered, if there is a visitor.
fn begin(world: &mut World, room: RoomId, now: WorldTime) {
    let someone = !everybody(world, &room).0.is_empty();
    let mut lingering = world.resource_mut::<Lingering>();
    if someone && !lingering.rooms.contains_key(&room) {
        lingering.rooms.insert(room.clone(), RoomQuiet { since: now, words: None });
        due::enter(world, now.after(QUIET), Quiet(room));
    }
}

/// Returns the people in a room who are awake and not away, and the minds there, in order of
/// arrival.
fn everybody(world: &World, room: &RoomId) -> (Vec<(Entity, Who)>, Vec<Entity>) {
    let contents = index::find(world, room).and_then(|it| world.get::<Contents>(it));
    let (mut people, mut minds) = (Vec::new(), Vec::new());
    for inside in contents.into_iter().flat_map(Contents::iter) {
        let is_away =
            world.get::<Away>(inside).is_some() || world.get::<LinkDead>(inside).is_some();
        if world.get::<Mind>(inside).is_some() {
            minds.push(inside);
        } else if let Some(who) = people::who(world, inside).filter(|_| !is_away)
            && is_person(Some(who.kind))
        {
            people.push((inside, who));
        }
    }
    (people, minds)
}

/// Has a mind speak to an idle visitor if that is due. Returns the time of the next check, none if
/// there is nothing left to watch for.
fn look_after(world: &mut World, room: &RoomId) -> Option<WorldTime> {
    let now = world.resource::<Clock>().now;
    let (people, minds) = everybody(world, room);
    forget(world, room, now);
    let quiet = *world.resource::<Lingering>().rooms.get(room)?;
    let due = |one: &(Entity, Who)| Some(due_for(world, room, one)?.max(quiet.since.after(QUIET)));
    let waiting: Vec<(&(Entity, Who), WorldTime)> =
        people.iter().filter_map(|one| Some((one, due(one)?))).collect();
    let next = waiting.iter().map(|(_, at)| *at).min()?;
    if next > now {
        return Some(next);
    }
    // A talk that had words a moment ago may go on.
    let talks = quiet.words.is_some_and(|it| now.since(it) <= TalkPartner::SILENCE);
    let mut again: Vec<WorldTime> = Vec::new();
    for ((visitor, who), at) in &waiting {
        if *at > now || talks && is_in_talk(world, *visitor, now) {
            again.push((*at).max(now.after(QUIET)));
            continue;
        }
        let bids: Vec<GambitBid> =
            minds.iter().filter_map(|mind| bid(world, *mind, (*visitor, who), talks)).collect();
        let willing: Vec<_> =
            bids.iter().filter(|it| it.from <= now).map(|it| it.willing).collect();
        match floor::choose(&willing) {
            Some(mind) => {
                speak(world, mind, who, room);
                // Nobody else is spoken to until this visitor had time to answer.
                return (waiting.len() > 1).then(|| now.after(TalkPartner::SILENCE));
            }
            None => again.extend(bids.iter().map(|it| it.from.max(now.after(QUIET)))),
        }
    }
    again.into_iter().min()
}

/// Bid of a mind to speak, and the time from which on it may.
struct GambitBid {
    willing: Willing<Entity>,
    from: WorldTime,
}

/// Returns the time from which on a visitor may get a gambit; none if they got one on this visit
/// already.
fn due_for(world: &World, room: &RoomId, (visitor, who): &(Entity, Who)) -> Option<WorldTime> {
    let active = world.get::<Online>(*visitor).map_or_else(WorldTime::default, |it| it.active);
    let given = world.resource::<Lingering>().given.get(&(room.clone(), who.id.clone()));
    match given {
        Some(given) if !given.over => None,
        Some(given) => Some(given.at.after(AGAIN).max(active.after(QUIET))),
        None => Some(active.after(QUIET)),
    }
}

/// Returns whether a visitor is in a conversation at present.
fn is_in_talk(world: &World, visitor: Entity, now: WorldTime) -> bool {
    let talk = world.get::<TalkPartner>(visitor);
    talk.is_some_and(|it| it.partner(now).is_some() || it.is_in_company(now))
}

/// Returns the bid of a mind to speak to an idle visitor; `talks` says that people spoke here a
/// moment ago. None if it has no gambit for them, is stopped or is ignored by the visitor.
fn bid(world: &World, npc: Entity, (whom, who): (Entity, &Who), talks: bool) -> Option<GambitBid> {
    let now = world.resource::<Clock>().now;
    let (mind, attention) = (world.get::<Mind>(npc)?, world.get::<Attention>(npc)?);
    let room = audience::in_the_room(world, npc);
    let known = world.get::<Acquaintances>(npc)?.0.get(&who.id);
    let known = known.is_some_and(|it| it.talked(&room).talks > 0);
    let is_ignored = Ignoring::of(world, [whom]).holds(&world.get::<Character>(npc)?.0);
    let stopped = world.get::<Health>(npc)?.is_silent(now);
    if !mind.persona.script.has_gambit(known) || is_ignored || stopped {
        return None;
    }
    let from = mind.persona.speaks_again(attention.unbidden);
    let willing = initiative::wishes(mind, attention.unbidden, now.max(from))?;
    // Its own words, such as a greeting, are no conversation before they were answered.
    let partner = world.get::<TalkPartner>(npc).and_then(|it| it.partner(now));
    let is_free = partner.is_none_or(|it| it == whom && !talks);
    let is_idle = world.get::<Thinking>(npc)?.is_idle() && attention.waiting.is_empty();
    let at_once = is_free && is_idle;
    let from = if at_once { from } else { from.max(now.after(QUIET)) };
    Some(GambitBid { willing: willing.of(npc), from })
}

/// Queues the gambit of a mind to a visitor and remembers that it was given.
fn speak(world: &mut World, mind: Entity, who: &Who, room: &RoomId) {
    let now = world.resource::<Clock>().now;
    // The visitor is the cause, as an arriving character is of its greeting.
    let label = own_label(who).kept_to(&audience::in_the_room(world, mind));
    let mut trigger = Trigger::unbidden(who, label, now);
    trigger.stimulus.occasion = ThoughtOccasion::Gambit;
    trigger.burden = world.resource::<Spending>().ledger.burden(now, &trigger.payer);
    if let Some(mut attention) = world.get_mut::<Attention>(mind) {
        // The mind was idle, so the queue has room.
        drop(attention.queue(trigger));
    }
    world.resource_mut::<RunQueue>().0.insert(mind);
    let mut lingering = world.resource_mut::<Lingering>();
    let given = GambitGiven { at: now, over: false };
    lingering.given.insert((room.clone(), who.id.clone()), given);
    if lingering.given.len() > GIVEN {
        let oldest = lingering.given.iter().min_by_key(|(_, it)| it.at).map(|(it, _)| it.clone());
        oldest.and_then(|it| lingering.given.remove(&it));
    }
}

/// Drops the gambits of visitors who left, once they are older than [`AGAIN`], and marks the
/// others' visit as over.
fn forget(world: &mut World, room: &RoomId, now: WorldTime) {
    let here = |id: &CharacterId| {
        let inside = index::find(world, id).and_then(|it| containment::room_of(world, it));
        inside.is_some() && inside == index::find(world, room)
    };
    let given = world.resource::<Lingering>().given.keys();
    let of_room = given.filter(|(of, _)| of == room).map(|(_, id)| id);
    let gone: Vec<CharacterId> = of_room.filter(|id| !here(id)).cloned().collect();
    let mut lingering = world.resource_mut::<Lingering>();
    for id in gone {
        let key = (room.clone(), id);
        if lingering.given.get(&key).is_some_and(|it| now.since(it.at) >= AGAIN) {
            lingering.given.remove(&key);
        } else if let Some(it) = lingering.given.get_mut(&key) {
            it.over = true;
        }
    }
}
