//! News sheet, printed by an NPC from the rumours that it knows: once a day of the world and at
//! server start.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    label::Label,
    save::durability::Durability,
    simulation::Simulation,
};
use world::{
    act::due::{self, AddDue, Due},
    beings::{character::Character, people},
    space::calendar::Calendar,
    things::inscription::inscribe,
};

use super::{rumour::Rumour, rumours::Rumours};
use crate::persona::printing::Printing;

/// Maximum number of lines of a sheet below its head.
const LINES: usize = 8;
/// Maximum age of a printed deed, in days of the world.
const DAYS: u64 = 3;

/// Timer for the next printing.
struct SetSheet {
    mind: Entity,
    /// Number of the press at scheduling; a timer with an older number is void.
    number: u64,
}

/// Printing settings of an NPC.
#[derive(Component, Debug, Clone)]
struct Press {
    printing: Printing,
    /// Number of the only valid timer.
    number: u64,
}

impl Due for SetSheet {
    const DURABILITY: Durability = Durability::Soft;

    fn happen(self, world: &mut World) {
        let press = world.get::<Press>(self.mind).filter(|it| it.number == self.number);
        let Some(printing) = press.map(|it| it.printing.clone()) else { return };
        set(world, self.mind, &printing);
        let now = world.resource::<Clock>().now;
        let next = world.resource::<Calendar>().next(now, printing.hour);
        due::enter(world, next, self);
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.add_due::<SetSheet>();
}

/// Schedules the printing for the next tick and daily from then on, or cancels it if `prints` is
/// none.
pub(super) fn begin(world: &mut World, mind: Entity, prints: Option<Printing>) {
    let number = world.get::<Press>(mind).map_or(0, |it| it.number + 1);
    let Some(printing) = prints else {
        world.entity_mut(mind).remove::<Press>();
        return;
    };
    world.entity_mut(mind).insert(Press { printing, number });
    let now = world.resource::<Clock>().now;
    due::enter(world, now, SetSheet { mind, number });
}

/// Prints a sheet of the rumours that the NPC knows, strongest first.
fn set(world: &mut World, mind: Entity, printing: &Printing) {
    let now = world.resource::<Clock>().now;
    let day = world.resource::<Calendar>().day_minutes() * 60_000;
    let is_new = |at: WorldTime| at.0.saturating_add(DAYS * day) >= now.0;
    let Some(me) = world.get::<Character>(mind).map(|it| it.0.clone()) else { return };
    let known = world.get::<Rumours>(mind).into_iter().flat_map(Rumours::iter);
    let may = |it: &&Rumour| {
        let parties = it.who.iter().chain(&it.other).chain(&it.said_by);
        let may = parties.into_iter().all(|party| people::is_talked_of(world, &party.id));
        may && is_new(it.done.unwrap_or(it.at)) && it.can_be_told(now)
    };
    let mut all: Vec<&Rumour> = known.filter(may).collect();
    all.sort_by_key(|it| std::cmp::Reverse((it.strength(now), it.at)));
    all.truncate(LINES);
    let head = (printing.head.clone(), Label::authored());
    let lines = all.into_iter().map(|it| Rumours::told(world, it, |_| false)).map(|it| {
        let label = it.label.clone();
        // The sheet is read all day, so a relative time such as `just now` would be wrong.
        (Rumour { done: None, ..it }.sentence(&me, None, now), label)
    });
    let lines: Vec<(String, Label)> = lines.collect();
    let parts = if lines.is_empty() { lines } else { std::iter::once(head).chain(lines).collect() };
    inscribe(world, &printing.on, &parts);
}
