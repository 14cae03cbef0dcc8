//! What the world does by the clock: doors fall shut, guides walk their guests.

use std::collections::{BTreeSet, VecDeque};

use bevy_ecs::prelude::*;

use crate::{
    Stage,
    clock::{Agenda, Clock, WorldTime},
    command::Act,
    commands::go,
    fact::{Cause, Fact, SpeakerKind},
    id::KindId,
    input::{self, with_report},
    parse::Direction,
    perform::{self, who},
    place::{self, Door, ExitOf, Exits, LeadsTo, Way},
    report::{own_label, world_act},
    save::Holder,
    thing,
};

/// Time between two steps of a walk.
const STRIDE: std::time::Duration = std::time::Duration::from_millis(1_500);
/// How long a guide stays where it led somebody.
const REST: std::time::Duration = std::time::Duration::from_secs(20);

/// Something the world does at a certain time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    /// A door falls shut.
    Shut(Entity),
    /// Somebody takes the next step of a walk.
    Step(Walk),
    /// Somebody walks back to where it lives.
    Home(Entity),
    /// Somebody whose connection broke has been away for long enough.
    FallAsleep(Entity),
    /// Something lies again where the content put it.
    Restock(Holder, KindId),
}

/// A walk in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk {
    /// Who leads.
    pub walker: Entity,
    /// Who follows.
    pub guest: Option<Entity>,
    /// The directions still to take.
    pub path: VecDeque<Direction>,
    /// Which of the walker's walks it is; a newer one ends it.
    pub number: u64,
}

/// The number of somebody's newest walk.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Walks(u64);

/// Where a mind's body lives.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home(pub Entity);

pub(crate) fn plugin(sim: &mut crate::Simulation) {
    sim.world_mut().init_resource::<Agenda<Due>>();
    sim.add_systems(Stage::Due, due);
}

fn due(world: &mut World) {
    let now = world.resource::<Clock>().now;
    while let Some(due) = world.resource_mut::<Agenda<Due>>().take_due(now) {
        perform::durably(world, |world| match due {
            Due::Shut(exit) => set_door(world, exit, false),
            Due::Step(walk) => step(world, walk, now),
            Due::Home(walker) => go_home(world, walker, now),
            Due::FallAsleep(it) => input::fall_asleep(world, it),
            Due::Restock(holder, kind) => thing::restock(world, holder, kind),
        });
    }
    if let Some(next) = world.resource::<Agenda<Due>>().next() {
        world.resource_mut::<Clock>().wake_at(next);
    }
}

/// Opens or shuts a door from one side; those on both sides see it. The way
/// back is an exit of its own, so a builder can let people out of where they
/// must ask to be let in.
pub(crate) fn set_door(world: &mut World, exit: Entity, open: bool) {
    let Some(mut door) = world.get_mut::<Door>(exit) else { return };
    if door.open == open {
        return;
    }
    door.open = open;
    let fact = Fact::Door { door: door.name.clone(), open };
    let sides =
        [world.get::<ExitOf>(exit).map(|it| it.0), world.get::<LeadsTo>(exit).map(|it| it.0)];
    for room in sides.into_iter().flatten() {
        let fact = fact.clone();
        with_report(world, |report| report.deed_in(&world_act(), room, fact, &[]));
    }
}

fn step(world: &mut World, mut walk: Walk, now: WorldTime) {
    if world.get::<Walks>(walk.walker).is_none_or(|it| it.0 != walk.number) {
        return;
    }
    let Some(direction) = walk.path.pop_front() else { return };
    let Some(room) = place::room_of(world, walk.walker) else { return };
    let together = walk.guest.filter(|it| place::room_of(world, *it) == Some(room));
    // A guest who strayed, or left, is not dragged along.
    let led = walk.guest.is_none() || together.is_some();
    let passed = led && walk_one(world, walk.walker, direction);
    if passed && let Some(guest) = together {
        walk_one(world, guest, direction);
    }
    if passed && !walk.path.is_empty() {
        world.resource_mut::<Agenda<Due>>().enter(now.after(STRIDE), Due::Step(walk));
    } else if walk.guest.is_some() || !passed {
        world.resource_mut::<Agenda<Due>>().enter(now.after(REST), Due::Home(walk.walker));
    }
}

fn walk_one(world: &mut World, walker: Entity, direction: Direction) -> bool {
    let Some(who) = who(world, walker) else { return false };
    let act = Act { actor: walker, cause: Cause::World, label: own_label(&who) };
    go::walk(world, &act, direction).is_ok()
}

fn go_home(world: &mut World, walker: Entity, now: WorldTime) {
    let Some(home) = world.get::<Home>(walker).map(|it| it.0) else { return };
    if place::room_of(world, walker) == Some(home) {
        return;
    }
    if !start_walk(world, walker, None, home, now) {
        place::move_into(world, walker, home);
    }
}

/// Starts a walk to a room; false when no open way leads there.
pub(crate) fn start_walk(
    world: &mut World,
    walker: Entity,
    guest: Option<Entity>,
    to: Entity,
    now: WorldTime,
) -> bool {
    let Some(walk) = plan_walk(world, walker, guest, to) else { return false };
    set_out(world, walk, now);
    true
}

/// The walk to a room. None when no open way leads there.
pub(crate) fn plan_walk(
    world: &World,
    walker: Entity,
    guest: Option<Entity>,
    to: Entity,
) -> Option<Walk> {
    let path = path(world, place::room_of(world, walker)?, to)?;
    let number = world.get::<Walks>(walker).copied().unwrap_or_default().0 + 1;
    Some(Walk { walker, guest, path, number })
}

/// Starts a walk that was planned. One at a time: it replaces what is left of
/// an older one.
pub(crate) fn set_out(world: &mut World, walk: Walk, now: WorldTime) {
    world.entity_mut(walk.walker).insert(Walks(walk.number));
    world.resource_mut::<Agenda<Due>>().enter(now.after(STRIDE), Due::Step(walk));
}

/// The shortest open way from one room to another. Each room is looked at once.
fn path(world: &World, from: Entity, to: Entity) -> Option<VecDeque<Direction>> {
    let mut seen = BTreeSet::from([from]);
    let mut open = VecDeque::from([(from, VecDeque::new())]);
    while let Some((room, path)) = open.pop_front() {
        if room == to {
            return Some(path);
        }
        let exits = world.get::<Exits>(room).map(|it| it.iter().collect::<Vec<_>>());
        for exit in exits.unwrap_or_default() {
            let passable = world.get::<Door>(exit).is_none_or(|it| it.open);
            let (Some(way), Some(next)) = (world.get::<Way>(exit), world.get::<LeadsTo>(exit))
            else {
                continue;
            };
            if passable && seen.insert(next.0) {
                let mut longer = path.clone();
                longer.push_back(way.0);
                open.push_back((next.0, longer));
            }
        }
    }
    None
}

/// Whether somebody is a mind's body.
#[must_use]
pub fn is_assistant(world: &World, it: Entity) -> bool {
    who(world, it).is_some_and(|who| who.kind == SpeakerKind::Assistant)
}
