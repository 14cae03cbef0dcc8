//! Costs of idle characters: each keeps a routine of eight slots, in a world whose day has two
//! hours, and nobody is there to see it; and of as many that have something left open besides.

use std::{sync::Arc, time::Duration};

use assistants::{
    gate::budget::Payer,
    llm::scene::LeadKind,
    mind::{
        body,
        bounds::MindBounds,
        leads::{Lead, LeadState, Leads},
    },
    persona::script::Script,
    record::newest::RecordMessage,
    think,
};
use engine::{
    clock::WorldTime, id::CharacterId, label::Label, save::document::Row, simulation::Simulation,
};
use server::{
    clock::Stopwatch,
    screen::draft::Draft,
    setup::{self, Recording},
};
use tests::{Trouble, bare, content::generated, while_};
use world::{beings::character::CharacterRef, space::routine::RoutineSlot, witness::fact::Source};

/// Number of characters, and number of rooms over which they are spread.
const MINDS: usize = 10_000;
const ROOMS: usize = 5_000;
/// Real minutes of a day, and the hours at which somebody goes to another room.
const DAY: u64 = 120;
const HOURS: [u8; 8] = [0, 3, 6, 9, 12, 15, 18, 21];
/// Ticks in which nothing is due.
const TICKS: u32 = 2_000;

/// Costs of idle characters.
pub(crate) struct IdleCost {
    /// Share of one core that a day takes, in percent.
    pub(crate) share: f64,
    /// Number of ticks of a day.
    pub(crate) ticks: u32,
    /// A tick in which nobody acts, on average.
    pub(crate) quiet: Duration,
    /// Share of one core that a day takes where everybody has as many leads as they can, in percent,
    /// and the number of its ticks.
    pub(crate) with_leads: (f64, u32),
}

/// Measures a day, from the second on: in the first everybody comes into the world.
pub(crate) fn measure() -> Result<IdleCost, Trouble> {
    let mut sim = town()?;
    let mut now = WorldTime(1_700_000_000_000);
    let day = Duration::from_secs(DAY * 60);
    run(&mut sim, &mut now, day)?;
    let (took, ticks) = run(&mut sim, &mut now, day)?;
    let quiet = quiet(&mut sim, now)?;
    let share = |took: Duration| 100.0 * took.as_secs_f64() / day.as_secs_f64();
    leave_open(&mut sim, now)?;
    // In its first minutes the looks become rare.
    run(&mut sim, &mut now, day)?;
    let (looking, looks) = run(&mut sim, &mut now, day)?;
    Ok(IdleCost { share: share(took), ticks, quiet, with_leads: (share(looking), looks) })
}

/// Leaves as much open as a mind holds, with people who do not come.
fn leave_open(sim: &mut Simulation, now: WorldTime) -> Result<(), Trouble> {
    let world = sim.world_mut();
    let most = world.resource::<MindBounds>().leads;
    let mut minds = world.query::<&mut Leads>();
    for (n, mut leads) in minds.iter_mut(world).enumerate() {
        for at in 0..most {
            let id = while_("an id", CharacterId::new(&format!("away-{n}-{at}")))?;
            let lead = Lead {
                number: 0,
                kind: LeadKind::Bringing(0),
                whom: CharacterRef { id, name: "Away".to_owned() },
                other: None,
                source: Source::Say,
                words: "I'll bring you a spoon".to_owned(),
                label: Label::engine(),
                payer: Payer::default(),
                since: now,
                looked: now,
                state: LeadState::Open,
                tries: 0,
            };
            leads.add(lead, most);
        }
    }
    think::watch_leads(world);
    Ok(())
}

/// A generated world with so many minds that each go to and fro between two rooms.
fn town() -> Result<Simulation, Trouble> {
    let shipped = bare::town()?;
    let shipped = setup::authored(&shipped).ok_or("there is no content")?;
    let mara = shipped.personas.iter().find(|it| it.id.as_str() == "mara");
    let mara = mara.ok_or("Mara is not there")?;
    let recording = Recording {
        seed: 1,
        patience: 60,
        contexts: std::collections::BTreeMap::new(),
        talk: Default::default(),
        outside: Default::default(),
        fallbacks: Default::default(),
        profiles: Default::default(),
        budgets: Default::default(),
        day_minutes: DAY,
        files: generated::files(ROOMS, 0)?,
        saved: Default::default(),
        record: Vec::new(),
    };
    let built = setup::build(&recording, setup::rules);
    let mut sim = built.map_err(|why| format!("the game cannot be built: {why:?}"))?;
    let content = setup::authored(&sim).ok_or("there is no content")?.clone();
    let ways = content.content.rooms.iter().filter_map(|(id, room)| {
        let exit = room.exits.iter().find(|it| it.door.is_none() && it.to != *id)?;
        Some([id.as_str().to_owned(), exit.to.as_str().to_owned()])
    });
    let ways: Vec<[String; 2]> = ways.collect();
    for (n, [here, there]) in ways.iter().cycle().take(MINDS).enumerate() {
        let mut persona = (**mara).clone();
        // Nobody speaks with them, and ten thousand scripts fill the memory.
        persona.script = Script::default();
        persona.id = while_("an id", CharacterId::new(&format!("idle-{n}")))?;
        persona.body.name = format!("Idle {n}");
        persona.body.home.clone_from(here);
        let slot = |(at, hour): (usize, &u8)| RoutineSlot {
            hour: *hour,
            room: if at % 2 == 0 { here.clone() } else { there.clone() },
            doing: "keeping the hours".to_owned(),
            acts: vec!["looks at the clock.".to_owned()],
            asleep: false,
        };
        persona.routine = HOURS.iter().enumerate().map(slot).collect();
        body::apply(sim.world_mut(), &Arc::new(persona));
    }
    Ok(sim)
}

/// Lets a span go by, a tick whenever something is due. Returns what they took, and how many they were.
fn run(
    sim: &mut Simulation,
    now: &mut WorldTime,
    span: Duration,
) -> Result<(Duration, u32), Trouble> {
    let end = now.after(span);
    let (mut took, mut ticks) = (Duration::ZERO, 0);
    while *now < end {
        let watch = Stopwatch::start();
        let due = while_("a tick", sim.tick(*now))?;
        took += watch.elapsed();
        ticks += 1;
        drop((sim.drain::<Draft>(), sim.drain::<Row>(), sim.drain::<RecordMessage>()));
        let next = due.unwrap_or(end).min(end);
        *now = next.max(now.after(Duration::from_millis(1)));
    }
    Ok((took, ticks))
}

/// A tick in which nothing is due and nobody comes, on average.
fn quiet(sim: &mut Simulation, now: WorldTime) -> Result<Duration, Trouble> {
    let (mut took, mut ticks) = (Duration::ZERO, 0);
    while ticks < TICKS {
        // Of two ticks at one moment the second finds nothing due.
        while_("a tick", sim.tick(now))?;
        let watch = Stopwatch::start();
        while_("a tick", sim.tick(now))?;
        took += watch.elapsed();
        ticks += 1;
    }
    Ok(took / TICKS)
}
