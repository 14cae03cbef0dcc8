//! Routines: the room and activity of an NPC by the hour.
//!
//! A routine is authored, so it needs no model call. The place of an NPC is a function of the
//! clock: nothing of it is saved, and an NPC that was on its way when the server stopped walks on.

use std::{sync::Arc, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::Clock, id::RoomId, index, save::durability::Durability, simulation::Simulation,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    act::due::{self, AddDue, Due},
    beings::{character::Character, doing::Doing},
    space::{
        calendar::Calendar,
        containment::{self, Contents},
        walk::{self, Home, OnFoot},
    },
};

/// Delay before a busy NPC checks its routine again.
const POSTPONED: Duration = Duration::from_secs(10);

/// Maximum delay of a departure after the hour, or a quarter of the world's hour, if that is
/// shorter. Each NPC has a delay of its own, so that they do not all leave at once.
const SPREAD: Duration = Duration::from_secs(30);

/// Slot of a routine: the room and activity of an NPC from an hour on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoutineSlot {
    /// Hour of the world's clock, 0 to 23, at which it begins; it lasts until that of the next
    /// slot.
    pub hour: u8,
    /// Room, by its whole id.
    pub room: String,
    /// Activity there, as in `sweeping the floor`.
    pub doing: String,
    /// Acts that players who are there see now and then, behind the name, as in `sweeps under a
    /// table.`
    #[serde(default)]
    pub acts: Vec<String>,
    /// True if the character sleeps there, unless somebody wakes it.
    #[serde(default)]
    pub asleep: bool,
}

/// Message: a slot of an NPC's routine began.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotBegun(pub Entity);

/// Routine of an NPC.
#[derive(Component, Debug, Clone)]
struct Routine {
    /// Slots by rising hours; never empty. After the last comes the first, over midnight.
    slots: Arc<[RoutineSlot]>,
    /// Index of the current slot; none before the first tick.
    at: Option<usize>,
    /// Serial number of the routine, so that a timer of an older one has no effect.
    number: u64,
}

/// Timer event: the next slot of an NPC begins. Every NPC with a routine has one such entry.
struct NextSlot {
    who: Entity,
    number: u64,
}

impl Due for NextSlot {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        begin(world, self);
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<NextSlot>().add_message::<SlotBegun>();
}

/// Sets the routine of an NPC, with slots by rising hours; without slots it removes the routine.
/// The home is that of the persona, until the first slot begins in the next tick.
pub fn set(world: &mut World, who: Entity, slots: &[RoutineSlot]) {
    let known = world.get::<Routine>(who).cloned();
    if slots.is_empty() {
        world.entity_mut(who).remove::<(Routine, OnFoot, Doing)>();
        if known.is_some() {
            walk::send_home(world, who);
        }
        return;
    }
    if known.as_ref().is_some_and(|it| *it.slots == *slots) {
        return settle(world, who);
    }
    let number = known.map_or(0, |it| it.number + 1);
    world.entity_mut(who).insert((Routine { slots: slots.into(), at: None, number }, OnFoot));
    let now = world.resource::<Clock>().now;
    due::enter(world, now, NextSlot { who, number });
}

fn begin(world: &mut World, due: NextSlot) {
    let Some(routine) = world.get::<Routine>(due.who).filter(|it| it.number == due.number) else {
        return;
    };
    let (now, calendar) = (world.resource::<Clock>().now, *world.resource::<Calendar>());
    let at = current(&routine.slots, calendar.at(now).hour);
    if routine.at != Some(at) && walk::is_busy(world, due.who, now) {
        return due::enter(world, now.after(POSTPONED), due);
    }
    let next = routine.slots.get(at + 1).or(routine.slots.first()).map_or(0, |it| it.hour);
    let next = calendar.next(now, next).after(late(world, due.who, &calendar));
    if routine.at != Some(at) {
        if let Some(mut routine) = world.get_mut::<Routine>(due.who) {
            routine.at = Some(at);
        }
        settle(world, due.who);
        walk::send_home(world, due.who);
        world.write_message(SlotBegun(due.who));
    }
    due::enter(world, next, due);
}

/// Sets the room of the current slot as the NPC's home. A room that no longer exists changes
/// nothing.
fn settle(world: &mut World, who: Entity) {
    let slot = world.get::<Routine>(who).and_then(|it| it.slots.get(it.at?));
    let Some((slot, room)) = slot.and_then(|it| Some((it, RoomId::new(&it.room).ok()?))) else {
        return;
    };
    let (words, asleep) = (slot.doing.as_str().into(), slot.asleep);
    let Some(room) = index::find(world, &room) else { return };
    let mut who = world.entity_mut(who);
    who.insert(Home(room));
    let doing = Doing { room, words };
    if !asleep {
        who.insert(doing);
    } else if who.get::<Doing>() != Some(&doing) {
        // Whether it sleeps already is seen when it does.
        who.remove::<Doing>();
    }
}

/// Words for whoever sleeps in no slot of its routine for sleeping.
const ASLEEP: &str = "asleep";

/// Shows that an NPC sleeps, in the words of its slot if that is one for sleeping, or that it is awake and
/// does what its slot says.
pub fn show_asleep(world: &mut World, who: Entity, is_asleep: bool) {
    let slot = world.get::<Routine>(who).and_then(|it| it.slots.get(it.at?));
    let of_slot = slot.map(|it| (it.asleep, Arc::<str>::from(it.doing.as_str())));
    let words = match of_slot {
        Some((asleep, words)) if asleep == is_asleep => Some(words),
        _ if is_asleep => Some(ASLEEP.into()),
        _ => None,
    };
    let is_shown = is_asleep || is_in_place(world, who);
    match containment::room_of(world, who).zip(words).filter(|_| is_shown) {
        Some((room, words)) => drop(world.entity_mut(who).insert(Doing { room, words })),
        None => drop(world.entity_mut(who).remove::<Doing>()),
    }
}

/// Returns whether an NPC sleeps by its routine at this hour.
#[must_use]
pub fn sleeps(world: &World, who: Entity) -> bool {
    let slot = world.get::<Routine>(who).and_then(|it| it.slots.get(it.at?));
    slot.is_some_and(|it| it.asleep)
}

/// Returns whether an NPC is in the room of its slot.
#[must_use]
pub fn is_in_place(world: &World, who: Entity) -> bool {
    let home = world.get::<Home>(who).map(|it| it.0);
    home.is_some() && home == containment::room_of(world, who)
}

/// Returns the index of an hour's slot: the last that began, which before the first one is
/// yesterday's.
fn current(slots: &[RoutineSlot], hour: u8) -> usize {
    let begun = slots.iter().rposition(|it| it.hour <= hour);
    begun.unwrap_or(slots.len().saturating_sub(1))
}

/// Returns the acts of the NPCs whose routine has them in a room, and who are there and not busy.
pub(super) fn acts_in(world: &World, room: Entity) -> Vec<(Entity, String)> {
    let now = world.resource::<Clock>().now;
    let mut acts = Vec::new();
    for who in world.get::<Contents>(room).into_iter().flat_map(|it| it.iter()) {
        let slot = world.get::<Routine>(who).and_then(|it| it.slots.get(it.at?));
        let is_there = world.get::<Doing>(who).is_some_and(|it| it.room == room);
        if let Some(slot) = slot.filter(|_| is_there && !walk::is_busy(world, who, now)) {
            acts.extend(slot.acts.iter().map(|it| (who, it.clone())));
        }
    }
    acts
}

/// Returns the delay after the hour at which an NPC leaves: always the same for the same id.
fn late(world: &World, who: Entity, calendar: &Calendar) -> Duration {
    let quarter = Duration::from_secs(calendar.day_minutes() * 60 / 96);
    let most = u64::try_from(SPREAD.min(quarter).as_millis()).unwrap_or(u64::MAX);
    let id = world.get::<Character>(who).map_or("", |it| it.0.as_str());
    let own = id.bytes().fold(7_u64, |sum, it| sum.wrapping_mul(31).wrapping_add(it.into()));
    Duration::from_millis(own.checked_rem(most).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use engine::{agenda::Agenda, clock::WorldTime};
    use proptest::prelude::*;

    use super::*;
    use crate::{act::permission::Role, fixture::Fixture};

    fn slots(all: &[(u8, &str)]) -> Vec<RoutineSlot> {
        let slot = |(hour, room): &(u8, &str)| RoutineSlot {
            hour: *hour,
            room: (*room).to_owned(),
            doing: "waiting".to_owned(),
            acts: Vec::new(),
            asleep: false,
        };
        all.iter().map(slot).collect()
    }

    #[test]
    fn a_slot_lasts_until_the_next_and_over_midnight() {
        let day = slots(&[(7, "a"), (12, "b"), (22, "c")]);
        for (hour, at) in [(0, 2), (6, 2), (7, 0), (11, 0), (12, 1), (21, 1), (22, 2), (23, 2)] {
            assert_eq!(current(&day, hour), at, "at {hour}");
        }
        assert_eq!(current(&day[..1], 3), 0);
    }

    proptest! {
        #[test]
        fn after_any_hour_the_slot_changes_only_where_one_begins(
            hours in proptest::collection::btree_set(0..24_u8, 1..8), hour in 1..24_u8,
        ) {
            let all: Vec<(u8, &str)> = hours.iter().map(|it| (*it, "a")).collect();
            let (before, after) = (current(&slots(&all), hour - 1), current(&slots(&all), hour));
            prop_assert_eq!(before != after, hours.contains(&hour) && hours.len() > 1);
        }
    }

    /// Returns a game with so many NPCs who keep to eight slots in two rooms.
    fn town(many: usize) -> Fixture {
        let mut game = Fixture::town();
        crate::space::calendar::set(game.sim.world_mut(), 120);
        let day = slots(&[
            (0, "town/inn"),
            (3, "town/square"),
            (6, "town/inn"),
            (9, "town/square"),
            (12, "town/inn"),
            (15, "town/square"),
            (18, "town/inn"),
            (21, "town/square"),
        ]);
        let square = index::find(game.sim.world(), &RoomId::new("town/square").unwrap()).unwrap();
        for n in 0..many {
            let world = game.sim.world_mut();
            let id = engine::id::CharacterId::new(&format!("c{n}")).unwrap();
            let name = crate::beings::name::Name(format!("C{n}").into());
            let who = world.spawn((Character(id), name, Home(square))).id();
            containment::move_into(world, who, square).unwrap();
            set(world, who, &day);
        }
        game
    }

    #[test]
    fn everybody_has_one_entry_however_many_they_are() {
        let mut game = town(10_000);
        game.tick();
        game.tick();
        let world = game.sim.world_mut();
        let mut entries = 0;
        while world.resource_mut::<Agenda<NextSlot>>().take_due(WorldTime(u64::MAX)).is_some() {
            entries += 1;
        }
        assert_eq!(entries, 10_000);
    }

    #[test]
    fn before_a_shut_door_one_waits_until_it_opens() {
        let zone = r#"(id: "t", name: "T", rooms: [
            (id: "a", name: "Alder", description: "A room.", exits: [(direction: East, to: "b")]),
            (id: "b", name: "Birch", description: "A room.", exits: [(direction: West, to: "a"),
                (direction: East, to: "c", door: "the lid")]),
            (id: "c", name: "Cedar", description: "A room.", exits: [(direction: West, to: "b")]),
        ])"#;
        let world = r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "t/a")"#;
        let mut game = Fixture::new(&[("world.ron", world), ("zones/t.ron", zone)]);
        game.enter("Ann", Role::Player, "t/a");
        let ann = game.entity("ann").unwrap();
        let room = |game: &Fixture, id: &str| {
            index::find(game.sim.world(), &RoomId::new(id).unwrap()).unwrap()
        };
        let birch = room(&game, "t/b");
        let way = text::parse::Direction::East;
        let lid = crate::space::exit::exit(game.sim.world(), birch, way).unwrap();
        let open = |game: &mut Fixture, seconds| {
            let span = Duration::from_secs(seconds);
            crate::space::door::open_for(game.sim.world_mut(), lid, span, None);
            game.tick();
        };
        open(&mut game, 0);
        set(game.sim.world_mut(), ann, &slots(&[(0, "t/c")]));
        let pass = |game: &mut Fixture, seconds: u64| {
            for _ in 0..seconds * 2 {
                game.now = game.now.after(Duration::from_millis(500));
                game.tick();
            }
            containment::room_of(game.sim.world(), ann).unwrap()
        };
        assert_eq!(pass(&mut game, 10), birch, "as far as one can go");
        assert_eq!(pass(&mut game, 100), birch);
        open(&mut game, 60);
        assert_eq!(pass(&mut game, 40), room(&game, "t/c"));
    }

    #[test]
    fn the_same_routine_once_more_enters_nothing() {
        let mut game = town(1);
        game.enter("Ann", Role::Player, "town/square");
        let world = game.sim.world_mut();
        let (who, known) = world
            .query::<(Entity, &Routine)>()
            .single(world)
            .map(|(who, it)| (who, it.slots.clone()))
            .unwrap();
        set(world, who, &known);
        assert_eq!(world.get::<Routine>(who).unwrap().number, 0);
        set(world, who, &known[..1]);
        assert_eq!(world.get::<Routine>(who).unwrap().number, 1);
        set(world, who, &[]);
        assert!(world.get::<Routine>(who).is_none() && world.get::<Doing>(who).is_none());
    }
}
