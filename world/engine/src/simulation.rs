//! The simulation core: messages in, one [`Simulation::tick`], messages out. It owns the ECS world,
//! reads no clock, opens no socket and takes no lock.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use bevy_ecs::{
    error::{BevyError, ErrorContext, FallbackErrorHandler},
    prelude::*,
    schedule::{LogLevel, ScheduleBuildSettings, ScheduleConfigs},
    system::ScheduleSystem,
};

use crate::{
    chance::Chance,
    clock::{Clock, WorldTime},
    failing::{self, FailingSystems, FailureNews},
    fault::{self, Broken},
    stage::{Stage, Tick},
};

/// A game: the ECS world, its schedule and its message queues.
pub struct Simulation {
    world: World,
    schedule: Schedule,
    /// Functions that expire the messages of the previous tick, one for each type of message.
    expire: Vec<fn(&mut World)>,
    failing: FailingSystems,
}

impl Simulation {
    /// Creates an empty game without rules; `seed` seeds all its random numbers.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut world = World::new();
        world.init_resource::<Clock>();
        world.insert_resource(Chance::new(seed));
        world.insert_resource(FallbackErrorHandler(take_fault));
        let mut schedule = Schedule::new(Tick);
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..ScheduleBuildSettings::default()
        });
        let [intake, due, interpret, think, act, perceive, attend, emit, save] = Stage::ALL;
        schedule.configure_sets(
            (intake, due, interpret, think, act, perceive, attend, emit, save).chain(),
        );
        Self { world, schedule, expire: Vec::new(), failing: FailingSystems::default() }
    }

    /// Adds a plugin.
    pub fn add_plugin(&mut self, plugin: impl FnOnce(&mut Simulation)) -> &mut Self {
        plugin(self);
        self
    }

    /// Adds systems to a stage.
    pub fn add_systems<M>(
        &mut self,
        stage: Stage,
        systems: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self {
        let systems: ScheduleConfigs<ScheduleSystem> = systems.in_set(stage);
        self.schedule.add_systems(systems);
        self
    }

    /// Registers a type of message that systems read without removing it. It expires after the next
    /// tick.
    pub fn add_message<T: Message>(&mut self) -> &mut Self {
        if !self.world.contains_resource::<Messages<T>>() {
            self.world.init_resource::<Messages<T>>();
            self.expire.push(|world| world.resource_mut::<Messages<T>>().update());
        }
        self
    }

    /// Registers a message queue with one reader, which takes the messages out by
    /// [`Simulation::drain`] or in a stage. Messages stay until they are taken; a queue costs
    /// nothing per tick.
    pub fn add_queue<T: Message>(&mut self) -> &mut Self {
        self.world.init_resource::<Messages<T>>();
        self
    }

    /// Queues a message for the next tick.
    pub fn put<T: Message>(&mut self, message: T) {
        self.world.write_message(message);
    }

    /// Queues messages for the next tick, in order.
    pub fn put_all<T: Message>(&mut self, messages: Vec<T>) {
        if !messages.is_empty() {
            self.world.write_message_batch(messages);
        }
    }

    /// Takes out all messages of a type. A broken world returns none: its requests and rows may
    /// come from a half-done change.
    pub fn drain<T: Message>(&mut self) -> Vec<T> {
        if self.broken().is_some() {
            return Vec::new();
        }
        take(&mut self.world)
    }

    /// Runs one tick at `now`. Returns the deadline of the next tick if no input comes first;
    /// `None` if no timer is due.
    ///
    /// # Errors
    /// [`Broken`] when the world broke in this tick or before: no output of this tick may be saved
    /// or shown, and no further tick runs.
    pub fn tick(&mut self, now: WorldTime) -> Result<Option<WorldTime>, Broken> {
        if let Some(broken) = self.broken() {
            return Err(broken.clone());
        }
        self.world.resource_mut::<Clock>().begin(now);
        self.expire.iter().for_each(|expire| expire(&mut self.world));
        failing::begin_tick();
        let run = AssertUnwindSafe(|| self.schedule.run(&mut self.world));
        let ran = catch_unwind(run);
        let now = self.world.resource::<Clock>().now;
        self.failing.take(now, failing::end_tick()).into_iter().for_each(FailureNews::log);
        if let Err(panic) = ran {
            fault::fatal(&mut self.world, &"a tick", fault::panic_message(panic.as_ref()));
        }
        match self.broken() {
            Some(broken) => Err(broken.clone()),
            None => Ok(self.world.resource::<Clock>().wake()),
        }
    }

    fn broken(&self) -> Option<&Broken> {
        self.world.get_resource::<Broken>()
    }

    /// Builds the schedule and checks it for ambiguities: two systems that access the same data
    /// without an order between them are an error.
    ///
    /// # Errors
    /// The ambiguous systems, by name.
    pub fn check(&mut self) -> Result<(), String> {
        match self.schedule.initialize(&mut self.world) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string(self.schedule.graph(), &self.world)),
        }
    }

    /// Returns the ECS world, for reading.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the ECS world, for set-up and tests; changes of the running game belong in ticks.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

/// Takes out all messages of a type. Most ticks have none, which is checked first.
pub fn take<T: Message>(world: &mut World) -> Vec<T> {
    if world.resource::<Messages<T>>().is_empty() {
        return Vec::new();
    }
    world.resource_mut::<Messages<T>>().drain().collect()
}

/// Handles an error of the ECS. Records the failure of a system for the log and lets later systems
/// run. A panic is resumed, because the system may have left a change half done.
fn take_fault(mut error: BevyError, context: ErrorContext) {
    failing::record_failure(&error, &context);
    if let Some(panic) = error.take_payload() {
        resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        time::Duration,
    };

    use tracing::{Event, Level, Metadata, Subscriber, span};

    use super::*;

    /// Counts the events of level ERROR.
    #[derive(Clone, Default)]
    struct Errors(Arc<AtomicUsize>);

    impl Subscriber for Errors {
        fn enabled(&self, of: &Metadata<'_>) -> bool {
            *of.level() == Level::ERROR
        }
        fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
            span::Id::from_u64(1)
        }
        fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
        fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
        fn event(&self, _: &Event<'_>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        fn enter(&self, _: &span::Id) {}
        fn exit(&self, _: &span::Id) {}
    }

    #[derive(Resource, Default)]
    struct LaterRuns(u32);

    #[test]
    fn a_system_that_fails_in_every_tick_does_not_fill_the_log_and_the_later_ones_run() {
        let mut sim = Simulation::new(0);
        sim.world_mut().init_resource::<LaterRuns>();
        let fails = || -> Result<(), BevyError> { Err("there is no door".into()) };
        sim.add_systems(Stage::Due, fails);
        sim.add_systems(Stage::Save, |mut runs: ResMut<LaterRuns>| runs.0 += 1);
        let log = Errors::default();
        let ticks = 600;
        tracing::subscriber::with_default(log.clone(), || {
            let mut now = WorldTime(1_000);
            for _ in 0..ticks {
                now = now.after(Duration::from_millis(100));
                assert_eq!(sim.tick(now), Ok(None));
            }
        });
        assert_eq!(sim.world().resource::<LaterRuns>().0, ticks);
        assert_eq!(log.0.load(Ordering::Relaxed), 1, "one minute has one error");
    }
}
