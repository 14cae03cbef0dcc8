//! Timers: one timer queue for each concept, run together in order of time.

use std::any::type_name;

use bevy_ecs::prelude::*;
use engine::{
    agenda::Agenda,
    clock::{Clock, WorldTime},
    save::durability::Durability,
    simulation::Simulation,
    stage::Stage,
};

use crate::witness::happenings::with_durability;

/// Timer event of one concept.
pub trait Due: Send + Sync + 'static {
    /// Durability level of the output of the event.
    const DURABILITY: Durability = Durability::Hard;

    /// Runs the event.
    fn happen(self, world: &mut World);
}

/// Timer queues of all concepts, in the order of registration.
#[derive(Resource, Default)]
struct Agendas(Vec<AgendaSource>);

impl Agendas {
    /// Returns the queue whose next event is due first, and its due time.
    fn first(&self, world: &World) -> Option<(WorldTime, &AgendaSource)> {
        let times = self.0.iter().filter_map(|it| Some(((it.next)(world)?, it)));
        times.min_by_key(|(time, _)| *time)
    }
}

/// Due time of the first event of all queues, cached because most ticks have none due.
#[derive(Resource, Default)]
struct NextDue(Option<WorldTime>);

/// Type-erased access to one timer queue.
struct AgendaSource {
    next: fn(&World) -> Option<WorldTime>,
    happen: fn(&mut World, WorldTime),
}

pub(crate) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<Agendas>();
    world.init_resource::<NextDue>();
    sim.add_systems(Stage::Due, due);
}

/// Registration of timers.
pub trait AddDue {
    /// Adds an agenda for events of one type.
    fn add_due<D: Due>(&mut self) -> &mut Self;
}

impl AddDue for Simulation {
    fn add_due<D: Due>(&mut self) -> &mut Self {
        let world = self.world_mut();
        world.init_resource::<Agenda<D>>();
        let source = AgendaSource { next: next::<D>, happen: happen::<D> };
        world.get_resource_or_init::<Agendas>().0.push(source);
        self
    }
}

/// Schedules an event for `time`.
pub fn enter<D: Due>(world: &mut World, time: WorldTime, what: D) {
    world.resource_mut::<Agenda<D>>().enter(time, what);
    let next = &mut world.resource_mut::<NextDue>().0;
    *next = Some(next.map_or(time, |next| next.min(time)));
    world.resource_mut::<Clock>().wake_at(time);
}

fn next<D: Due>(world: &World) -> Option<WorldTime> {
    world.resource::<Agenda<D>>().next()
}

fn happen<D: Due>(world: &mut World, now: WorldTime) {
    if let Some(what) = world.resource_mut::<Agenda<D>>().take_due(now) {
        let during = format_args!("what was due, a {}", type_name::<D>());
        // There is no actor to answer, and a failure is already logged.
        with_durability(world, during, D::DURABILITY, |world| what.happen(world))
            .unwrap_or_default();
    }
}

/// Runs the events that are due, in order of time; system of the stage Due. Of two queues with
/// events due at the same time, the one registered first goes first.
fn due(world: &mut World) {
    let now = world.resource::<Clock>().now;
    let mut next = world.resource::<NextDue>().0;
    if next.is_some_and(|time| time <= now) {
        next = world.resource_scope(|world, agendas: Mut<Agendas>| {
            loop {
                let (time, source) = agendas.first(world)?;
                if time > now {
                    return Some(time);
                }
                (source.happen)(world, now);
            }
        });
        world.resource_mut::<NextDue>().0 = next;
    }
    if let Some(time) = next {
        world.resource_mut::<Clock>().wake_at(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default)]
    struct Seen(Vec<&'static str>);

    struct Bell(&'static str);
    struct Horn(&'static str);

    impl Due for Bell {
        fn happen(self, world: &mut World) {
            world.resource_mut::<Seen>().0.push(self.0);
        }
    }

    impl Due for Horn {
        fn happen(self, world: &mut World) {
            world.resource_mut::<Seen>().0.push(self.0);
        }
    }

    #[test]
    fn agendas_run_together_in_order_of_time() {
        let mut sim = Simulation::new(1);
        sim.add_plugin(crate::plugin).add_due::<Bell>().add_due::<Horn>();
        let world = sim.world_mut();
        world.init_resource::<Seen>();
        enter(world, WorldTime(30), Bell("third"));
        enter(world, WorldTime(20), Horn("second"));
        enter(world, WorldTime(10), Bell("first"));
        enter(world, WorldTime(30), Horn("fourth"));
        enter(world, WorldTime(50), Horn("late"));
        let wake = sim.tick(WorldTime(40));
        assert_eq!(sim.world().resource::<Seen>().0, ["first", "second", "third", "fourth"]);
        assert_eq!(wake, Ok(Some(WorldTime(50))));
    }
}
