//! A day in the shipped town: where its people are, whom they meet, and what ten quiet minutes in the
//! square show to somebody who only stands there.

use std::{collections::BTreeMap, time::Duration};

use assistants::mind::body::{self, Mind};
use engine::{clock::Clock, id::CharacterId};
use tests::{machine::Machine, play::Stage as _, story};
use world::space::{calendar::Calendar, containment, room::Room, routine::RoutineSlot};

use tests::play::at_once;

const CAST: [&str; 8] = ["bram", "dorcas", "lettice", "mara", "noll", "pip", "silas", "tace"];

/// Seconds of a day of the world, and of ten minutes.
const DAY: usize = 120 * 60;
const TEN_MINUTES: usize = 600;

/// A day of two hours begins, at seven, with one who may come in later.
const STORY: &str = "machine only\nworld content\nday 120 minutes\nplayer ann in town/square\n";

fn machine() -> Machine {
    Machine::new(&story::parse(STORY).unwrap()).unwrap()
}

fn wait(machine: &mut Machine, seconds: u64) {
    at_once(machine.wait(Duration::from_secs(seconds))).unwrap();
}

fn is_of(who: &str) -> CharacterId {
    CharacterId::new(who).unwrap()
}

fn room_of(machine: &Machine, who: &str) -> String {
    let world = machine.world();
    let it = body::find(world, &is_of(who)).unwrap();
    let room = containment::room_of(world, it).unwrap();
    world.get::<Room>(room).unwrap().0.as_str().to_owned()
}

fn routine(machine: &Machine, who: &str) -> Vec<RoutineSlot> {
    let it = body::find(machine.world(), &is_of(who)).unwrap();
    machine.world().get::<Mind>(it).unwrap().persona.routine.clone()
}

fn hour(machine: &Machine) -> u8 {
    let world = machine.world();
    world.resource::<Calendar>().at(world.resource::<Clock>().now).hour
}

/// Room of everybody in every second of a day, with the hour.
fn day() -> (Vec<u8>, BTreeMap<&'static str, Vec<String>>, BTreeMap<&'static str, Vec<RoutineSlot>>)
{
    let mut machine = machine();
    let mut hours = Vec::new();
    let mut rooms: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for _ in 0..DAY {
        wait(&mut machine, 1);
        hours.push(hour(&machine));
        for who in CAST {
            rooms.entry(who).or_default().push(room_of(&machine, who));
        }
    }
    let routines = CAST.map(|who| (who, routine(&machine, who)));
    (hours, rooms, routines.into_iter().collect())
}

/// Length and room of each time that two were in one room, in seconds.
fn stretches(one: &[String], other: &[String]) -> Vec<(String, usize)> {
    let mut all: Vec<(String, usize)> = Vec::new();
    let mut last = None;
    for (at, room) in one.iter().zip(other).map(|(a, b)| (a == b).then_some(a)).enumerate() {
        if let Some(room) = room {
            match all.last_mut() {
                Some(it) if last == at.checked_sub(1) && it.0 == *room => it.1 += 1,
                Some(_) | None => all.push((room.clone(), 1)),
            }
            last = Some(at);
        }
    }
    all
}

#[test]
fn everybody_keeps_their_day_and_meets_the_others() {
    let (hours, rooms, routines) = day();
    for (who, rooms) in &rooms {
        let slots = &routines[who];
        assert!((1..=8).contains(&slots.len()), "{who}");
        let planned = |hour: &u8| {
            let begun = slots.iter().rev().find(|it| it.hour <= *hour);
            begun.or(slots.last()).map(|it| it.room.as_str())
        };
        let right = hours.iter().zip(rooms).filter(|(hour, room)| planned(hour) == Some(room));
        let share = right.count() * 1_000 / DAY;
        let moves = rooms.windows(2).filter(|it| it[0] != it[1]).count();
        println!("{who:<8} {:>3}.{} % right, {moves} steps", share / 10, share % 10);
        assert!(share >= 950, "{who}: {share}");
    }
    let mut met = 0;
    for (n, one) in CAST.iter().enumerate() {
        for other in CAST.iter().skip(n + 1) {
            for (room, seconds) in stretches(&rooms[one], &rooms[other]) {
                if seconds >= TEN_MINUTES {
                    met += 1;
                    println!("{one:<8} {other:<8} {room:<16} {} minutes", seconds / 60);
                }
            }
        }
    }
    println!("{met} times two are together for ten minutes");
    assert!(met >= 28, "{met}");
    // By day the gate is kept and somebody shows newcomers about; the inn is kept most hours.
    for (hour, at) in hours.iter().zip(0..) {
        assert_eq!(rooms["bram"][at], "town/gate");
        assert_eq!(rooms["noll"][at], "river/steps");
        if (8..20).contains(hour) {
            assert_eq!((&*rooms["pip"][at], &*rooms["mara"][at]), ("town/square", "town/inn"));
        }
    }
    let inn = rooms["mara"].iter().filter(|it| **it == "town/inn").count();
    assert!(inn * 100 >= DAY * 80, "{inn}");
}

#[test]
fn the_same_day_comes_again_from_the_same_seed() {
    assert_eq!(day().1, day().1);
}

/// Lines that the visitor reads in ten quiet minutes, each with its second.
fn quiet_minutes() -> Vec<(usize, String)> {
    let mut machine = machine();
    wait(&mut machine, 300);
    assert_eq!(hour(&machine), 8);
    at_once(machine.enter("ann")).unwrap();
    at_once(machine.type_lines(&[("ann".to_owned(), "set ambience on".to_owned())])).unwrap();
    at_once(machine.clear()).unwrap();
    let mut seen = Vec::new();
    for second in 1..=TEN_MINUTES {
        wait(&mut machine, 1);
        while let Some(line) = at_once(machine.read("ann")).unwrap() {
            seen.push((second, line));
        }
    }
    seen
}

#[test]
fn ten_quiet_minutes_show_ten_things_and_none_twice() {
    let seen = quiet_minutes();
    let passes = |line: &str| line.contains(" arrives from ") || line.contains(" leaves ");
    let says = |line: &str| line.contains('"');
    for (second, line) in &seen {
        println!("{second:>4} {line}");
    }
    let shown: Vec<&(usize, String)> = seen.iter().filter(|(_, it)| !says(it)).collect();
    assert!(shown.len() >= 10, "{}", shown.len());
    let still: Vec<&&(usize, String)> = shown.iter().filter(|(_, it)| !passes(it)).collect();
    for (n, (second, line)) in still.iter().enumerate() {
        assert!(still.iter().take(n).all(|(_, before)| before != line), "{line} comes twice");
        let before = n.checked_sub(1).and_then(|it| still.get(it));
        assert!(before.is_none_or(|(before, _)| second - before >= 10), "{line} comes too soon");
    }
    assert_eq!(seen, quiet_minutes());
}

/// Everybody sleeps at some hour, and at most a third of them at once.
#[test]
fn all_sleep_some_time_and_few_at_once() {
    let machine = machine();
    let sleeps_at = |hour: u8| {
        let mut asleep = Vec::new();
        for who in CAST {
            let slots = routine(&machine, who);
            let now = slots.iter().rev().find(|it| it.hour <= hour).or(slots.last());
            if now.is_some_and(|it| it.asleep) {
                asleep.push(who);
            }
        }
        asleep
    };
    let nights: Vec<Vec<&str>> = (0..24).map(sleeps_at).collect();
    for (hour, asleep) in nights.iter().enumerate() {
        assert!(asleep.len() <= CAST.len() / 3, "at {hour}: {asleep:?}");
    }
    for who in CAST {
        assert!(nights.iter().any(|it| it.contains(&who)), "{who} never sleeps");
    }
}
