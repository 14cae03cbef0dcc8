//! Walks on behalf of the world: guides lead their guests, and NPCs go home.

use std::{collections::VecDeque, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    save::durability::Durability,
    simulation::Simulation,
};
use text::{
    parse::Direction,
    styled::{Style, Text},
};

use crate::{
    act::{
        cause::{Act, Cause},
        due::{self, AddDue, Due},
    },
    beings::{character::own_label, name::Name, people::who},
    space::{
        containment::{self, Contents},
        path, step,
    },
    witness::{conversation::TalkPartner, narrator::tell_one},
};

/// Pauses of a character on foot: for those who talk to it, and before a shut door.
const LISTENS: Duration = Duration::from_secs(5);
const WAITS: Duration = Duration::from_secs(30);

/// Time between two steps of a walk.
pub(super) const STRIDE: Duration = Duration::from_millis(1_500);

/// Walk in progress, and the timer event of its next step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Walk {
    /// Leader of the walk.
    walker: Entity,
    /// Guest who is led.
    guest: Option<Entity>,
    /// Directions of the remaining steps, and the room from which they count.
    path: VecDeque<Direction>,
    at: Option<Entity>,
    /// Serial number among the walker's walks; a newer one ends it.
    number: u64,
}

impl Walk {
    /// Returns whether there is no step to take.
    pub(crate) fn is_over(&self) -> bool {
        self.path.is_empty()
    }
}

impl Due for Walk {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        step(world, self, now);
    }
}

/// Timer event: a character walks back to its home.
struct Homeward(Entity);

impl Due for Homeward {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let now = world.resource::<Clock>().now;
        go_home(world, self.0, now);
    }
}

/// Newest walk of a character: its number, and the guest who is led on it.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Walks {
    number: u64,
    guest: Option<Entity>,
}

/// Marker of a character that goes home on foot only: it waits before a shut door, stands still for
/// those who talk to it, and stays where another character has put it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OnFoot;

/// Home of an NPC: the room in which it lives, or has to be by its routine.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home(pub Entity);

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<Walk>().add_due::<Homeward>();
}

/// Returns the guest whom a character leads just now, and the guide's home.
pub(crate) fn leads(world: &World, walker: Entity) -> Option<(Entity, Entity)> {
    let guest = world.get::<Walks>(walker)?.guest?;
    let room = containment::room_of(world, walker)?;
    let home = world.get::<Home>(walker).map_or(room, |it| it.0);
    (containment::room_of(world, guest) == Some(room)).then_some((guest, home))
}

/// Ends the walk on which a guest is led, with a message to the guest, and sends the guide home.
/// Returns whether there was one.
pub(super) fn end(world: &mut World, guest: Entity) -> bool {
    let Some(room) = containment::room_of(world, guest) else { return false };
    let inside = world.get::<Contents>(room).into_iter().flat_map(|it| it.iter());
    let guides = |one: &Entity| world.get::<Walks>(*one).is_some_and(|it| it.guest == Some(guest));
    let guides: Vec<Entity> = inside.filter(guides).collect();
    let stride = world.resource::<Clock>().now.after(STRIDE);
    for guide in &guides {
        let number = world.get::<Walks>(*guide).copied().unwrap_or_default().number + 1;
        world.entity_mut(*guide).insert(Walks { number, guest: None });
        due::enter(world, stride, Homeward(*guide));
        let mut text = Text::plain("You stay where you are, and ");
        text.push(Style::Person, world.get::<Name>(*guide).map_or("your guide", |it| &it.0));
        text.say(" leads you no further.");
        tell_one(world, guest, text);
    }
    !guides.is_empty()
}

/// Sends a character home, in this tick or the next, if it is elsewhere.
pub fn send_home(world: &mut World, walker: Entity) {
    let now = world.resource::<Clock>().now;
    due::enter(world, now, Homeward(walker));
}

fn step(world: &mut World, mut walk: Walk, now: WorldTime) {
    if world.get::<Walks>(walk.walker).is_none_or(|it| it.number != walk.number) {
        return;
    }
    let Some(room) = containment::room_of(world, walk.walker) else { return };
    let on_foot = walk.guest.is_none() && world.get::<OnFoot>(walk.walker).is_some();
    if on_foot && walk.at != Some(room) {
        return;
    }
    if on_foot && talks(world, walk.walker, now) {
        return due::enter(world, now.after(LISTENS), walk);
    }
    let Some(direction) = walk.path.pop_front() else { return };
    let together = walk.guest.filter(|it| containment::room_of(world, *it) == Some(room));
    // A guest who strayed, or left, is not dragged along.
    let led = walk.guest.is_none() || together.is_some();
    let passed = led && walk_one(world, walk.walker, direction);
    if passed && let Some(guest) = together {
        walk_one(world, guest, direction);
    }
    walk.at = containment::room_of(world, walk.walker);
    if passed && !walk.path.is_empty() {
        due::enter(world, now.after(STRIDE), walk);
    } else if walk.guest.is_some() || !passed {
        world.entity_mut(walk.walker).insert(Walks { number: walk.number, guest: None });
        let rest = if on_foot { WAITS } else { STRIDE };
        due::enter(world, now.after(rest), Homeward(walk.walker));
    }
}

/// Returns whether a character is talking, or is leading a guest.
#[must_use]
pub fn is_busy(world: &World, who: Entity, now: WorldTime) -> bool {
    talks(world, who, now) || leads(world, who).is_some()
}

/// Returns whether a character is not in its home room, and so on its way there.
#[must_use]
pub fn is_under_way(world: &World, who: Entity) -> bool {
    world.get::<Home>(who).is_some_and(|it| containment::room_of(world, who) != Some(it.0))
}

/// Returns whether a character is in a conversation in its room just now.
pub(super) fn talks(world: &World, who: Entity, now: WorldTime) -> bool {
    let talk = world.get::<TalkPartner>(who);
    talk.is_some_and(|it| it.partner(now).is_some() || it.is_in_company(now))
}

fn walk_one(world: &mut World, walker: Entity, direction: Direction) -> bool {
    let Some(who) = who(world, walker) else { return false };
    let act = Act { actor: walker, cause: Cause::World, label: own_label(&who) };
    step::step(world, &act, direction, false).is_ok()
}

fn go_home(world: &mut World, walker: Entity, now: WorldTime) {
    let Some(home) = world.get::<Home>(walker).map(|it| it.0) else { return };
    if containment::room_of(world, walker) == Some(home) {
        return;
    }
    if start_walk(world, walker, None, home, now) {
        return;
    }
    if world.get::<OnFoot>(walker).is_none() {
        containment::put_into(world, walker, home);
    } else if let Some(walk) = planned(world, walker, None, home, path::path_past_doors) {
        set_out(world, walk, now);
    }
}

/// Starts a walk to a room. Returns false if no open path leads there.
fn start_walk(
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

/// Plans a walk to a room; none if no open path leads there.
pub(crate) fn plan_walk(
    world: &World,
    walker: Entity,
    guest: Option<Entity>,
    to: Entity,
) -> Option<Walk> {
    planned(world, walker, guest, to, path::path)
}

fn planned(
    world: &World,
    walker: Entity,
    guest: Option<Entity>,
    to: Entity,
    path: fn(&World, Entity, Entity) -> Option<VecDeque<Direction>>,
) -> Option<Walk> {
    let at = containment::room_of(world, walker)?;
    let path = path(world, at, to)?;
    let number = world.get::<Walks>(walker).copied().unwrap_or_default().number + 1;
    Some(Walk { walker, guest, path, at: Some(at), number })
}

/// Starts a walk that was planned. It replaces what is left of an older one.
pub(crate) fn set_out(world: &mut World, walk: Walk, now: WorldTime) {
    world.entity_mut(walk.walker).insert(Walks { number: walk.number, guest: walk.guest });
    due::enter(world, now.after(STRIDE), walk);
}
