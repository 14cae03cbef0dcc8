//! Nights: killed at every moment of their work, and sixty days of them with visitors.

use std::{collections::BTreeSet, time::Duration};

use assistants::memory::{Note, NoteKind, links};
use engine::{id::CharacterId, label::Readers};
use tests::{
    Trouble,
    machine::Machine,
    play::{Stage as _, at_once},
    story,
};

type Done = Result<(), Trouble>;

/// A character that sleeps from 20:00 to 7:00, which is eleven minutes of real time.
const STORY: &str = "machine only
day 24 minutes
player bob in town/square
player cyd in town/square
assistant ann in town/square scripted
  routine 7 town/square sweeping the steps
  routine 20 town/square asleep on the steps
  topic weather: It rains.
";

/// Lines that are typed before the night, each with the one who types it.
const EVENING: [(&str, &str); 12] = [
    ("bob", "get green apple"),
    ("bob", "give green apple to ann"),
    ("bob", "get red apple"),
    ("bob", "give red apple to ann"),
    ("bob", "say ann, thank you"),
    ("bob", "say ann, the magpie sat on the well"),
    ("bob", "say ann, many thanks for the magpie"),
    ("bob", "say ann, thanks again"),
    ("cyd", "say ann, did you see the magpie?"),
    ("cyd", "whisper ann I'll bring you the silver spoon"),
    ("cyd", "say ann, you are an idiot"),
    ("cyd", "say ann, get lost"),
];

fn ann() -> CharacterId {
    CharacterId::new("ann").unwrap()
}

fn wait(machine: &mut Machine, seconds: u64) -> Done {
    at_once(machine.wait(Duration::from_secs(seconds)))
}

fn types(machine: &mut Machine, who: &str, line: &str) -> Done {
    at_once(machine.type_lines(&[(who.to_owned(), line.to_owned())]))?;
    at_once(machine.clear())
}

/// A game in which the evening has been.
fn evening() -> Result<Machine, Trouble> {
    let mut machine = Machine::new(&story::parse(STORY).map_err(|it| it.to_string())?)?;
    for who in ["bob", "cyd"] {
        at_once(machine.enter(who))?;
    }
    for (who, line) in EVENING {
        types(&mut machine, who, line)?;
        wait(&mut machine, 5)?;
    }
    Ok(machine)
}

/// A character whom four visitors tell so much that it thinks that over while it is awake.
const CROWD: &str = "machine only
day 24 minutes
player bob in town/square
player cyd in town/square
player dan in town/square
player eve in town/square
assistant ann in town/square scripted
  routine 7 town/square sweeping the steps
  routine 20 town/square asleep on the steps
  topic weather: It rains.
";

/// A game in which four visitors promised something, gave thanks and were rude, each on each.
fn crowd() -> Result<Machine, Trouble> {
    let mut machine = Machine::new(&story::parse(CROWD).map_err(|it| it.to_string())?)?;
    let visitors = ["bob", "cyd", "dan", "eve"];
    for who in visitors {
        at_once(machine.enter(who))?;
    }
    for words in ["I'll bring you the spoon", "you are an idiot", "I promise you a pie", "get lost"]
    {
        for who in visitors {
            types(&mut machine, who, &format!("say ann, {words}"))?;
            wait(&mut machine, 2)?;
        }
    }
    Ok(machine)
}

/// Kills the game at moments after what was said, and compares what is left after the reflection, and in the
/// morning.
fn reflections(seconds: impl Iterator<Item = u64>) -> Done {
    let mut machine = crowd()?;
    wait(&mut machine, 120)?;
    let awake = remembered(&machine);
    assert!(awake.0.iter().any(|it| it.starts_with("Insight")), "it thinks while awake: {awake:?}");
    wait(&mut machine, 1_500)?;
    let morning = remembered(&machine);
    for second in seconds {
        let mut machine = crowd()?;
        wait(&mut machine, second)?;
        machine.kill()?;
        wait(&mut machine, 1_620 - second)?;
        assert_eq!(remembered(&machine), morning, "killed after {second} s");
    }
    Ok(())
}

#[test]
fn a_reflection_that_is_killed_is_made_up_for_in_the_night() -> Done {
    reflections((0..40).step_by(7))
}

/// Returns the notes that a mind has derived and still holds, and the number of lines that it remembers;
/// each note once for every time that it is there.
fn remembered(machine: &Machine) -> (Vec<String>, usize) {
    let notes: Vec<&Note> = machine.notes(&ann()).filter(|it| it.superseded_by.is_none()).collect();
    let made = notes.iter().filter(|it| it.kind.is_derived());
    let mut derived: Vec<String> =
        made.map(|it| format!("{:?} {:?} {}", it.kind, it.label.readers, it.content)).collect();
    derived.sort();
    (derived, notes.iter().filter(|it| it.kind == NoteKind::Line).count())
}

/// Kills the game so many times in one night, from a moment on, and compares what is left in the morning.
fn killed(at: &[u64]) -> Result<(Vec<String>, usize), Trouble> {
    let mut machine = evening()?;
    let mut passed = 0;
    for moment in at {
        wait(&mut machine, moment - passed)?;
        passed = *moment;
        machine.kill()?;
    }
    wait(&mut machine, 1_500 - passed)?;
    Ok(remembered(&machine))
}

/// Kills in one night each, spread over its first minute and a half; those at night at each second of it.
fn kills(seconds: impl Iterator<Item = u64>) -> Done {
    let (derived, lines) = killed(&[])?;
    assert!(derived.len() >= 6, "{derived:#?}");
    assert!(derived.iter().any(|it| it.contains("Only")), "the whisper is a day of its own");
    for second in seconds {
        let (after, left) = killed(&[second])?;
        assert_eq!((&after, left), (&derived, lines), "killed after {second} s");
        // Twice, and during what is done again.
        let (after, left) = killed(&[second, second + 37])?;
        assert_eq!((after, left), (derived.clone(), lines), "killed after {second} s and again");
    }
    Ok(())
}

/// Real time from the evening to the beginning of sleep, in seconds.
const BEDTIME: u64 = 745;

#[test]
fn a_night_that_is_killed_loses_nothing_and_does_nothing_twice() -> Done {
    kills((BEDTIME..BEDTIME + 120).step_by(31))
}

#[test]
#[ignore = "nightly: kills a hundred nights"]
fn a_hundred_nights_that_are_killed_lose_nothing_and_do_nothing_twice() -> Done {
    kills(BEDTIME..BEDTIME + 50)
}

/// Things that visitors tell of themselves, one by one.
const THINGS: [&str; 12] = [
    "kite", "barge", "brother", "donkey", "lantern", "flute", "cousin", "orchard", "ferret",
    "cottage", "rowboat", "teacher",
];
const NAMES: [&str; 30] = [
    "Heron", "Jory", "Tansy", "Bracken", "Quill", "Ember", "Sorrel", "Wicket", "Fennel", "Marrow",
    "Pewter", "Thistle", "Gannet", "Sable", "Willow", "Cinder", "Rowan", "Bramble", "Juniper",
    "Kestrel", "Linnet", "Moth", "Nettle", "Osprey", "Plover", "Rushes", "Saffron", "Teasel",
    "Umber", "Yarrow",
];
const PLACES: [&str; 30] = [
    "in the barn",
    "by the mill",
    "under the bridge",
    "at the harbour",
    "on the hill",
    "near the chapel",
    "behind the bakery",
    "beyond the marsh",
    "in the cellar",
    "by the fountain",
    "at the crossroads",
    "on the island",
    "near the quarry",
    "behind the smithy",
    "beyond the forest",
    "in the attic",
    "by the lighthouse",
    "under the oak",
    "at the toll house",
    "on the common",
    "near the abbey",
    "behind the stables",
    "beyond the river",
    "in the vineyard",
    "by the windmill",
    "at the ropewalk",
    "on the jetty",
    "near the pond",
    "behind the school",
    "beyond the moor",
];
const VISITORS: [&str; 3] = ["ann", "bob", "cyd"];

/// A fact that somebody told, and the question about it.
struct Told {
    who: &'static str,
    thing: String,
    name: &'static str,
    aside: bool,
}

impl Told {
    fn is_in(&self, note: &Note) -> bool {
        note.content.contains(&self.thing) && note.content.contains(self.name)
    }
}

/// Shares of what was told in the open that is found, in percent, and what was found of the rest.
fn quiz(machine: &mut Machine, told: &[Told]) -> (usize, Vec<String>) {
    let mara = CharacterId::new("mara").unwrap();
    let (mut asked, mut found, mut leaked) = (0, 0, Vec::new());
    for it in told {
        let question = format!("What is the {} of {} called?", it.thing, it.who);
        let notes = machine.recall(&mara, (&question, &[]), 8);
        let knows = notes.iter().any(|note| it.is_in(note));
        if it.aside {
            leaked.extend(knows.then_some(question));
        } else {
            asked += 1;
            found += usize::from(knows);
        }
    }
    ((found * 100).checked_div(asked).unwrap_or(100), leaked)
}

/// Plays so many visits, so many real days apart, with so many facts told on each by each visitor, and a
/// quiz on all facts before and after each night that follows.
fn visits(count: usize, days_apart: u64, facts: usize) -> Done {
    let players: String = VISITORS.iter().map(|it| format!("player {it} in town/inn\n")).collect();
    let text = format!("machine only\nno meetings\nno gambits\nworld content\n{players}");
    let mut machine = Machine::new(&story::parse(&text).map_err(|it| it.to_string())?)?;
    for who in VISITORS {
        at_once(machine.enter(who))?;
        types(&mut machine, who, "go to open ear")?;
    }
    wait(&mut machine, 60)?;
    let mut told: Vec<Told> = Vec::new();
    for visit in 0..count {
        for (nth, who) in VISITORS.into_iter().enumerate() {
            for fact in 0..facts {
                let number = (visit * VISITORS.len() + nth) * facts + fact;
                let place = PLACES[number / THINGS.len() % PLACES.len()];
                let thing = format!("{} {place}", THINGS[number % THINGS.len()]);
                let name = NAMES[number * 7 % NAMES.len()];
                let aside = number % 10 == 9;
                let verb = if aside { "whisper mara" } else { "say mara," };
                let words = match number % 5 {
                    0 => format!("my {thing} is called {name}"),
                    1 => format!("I call the {thing} {name}, and there was cake that day"),
                    2 => format!("everybody at home laughs about {name}, the {thing}"),
                    3 => format!("there is a {thing}; my father painted the word {name} on it"),
                    _ => format!("since spring the {thing} has had a proper name: {name}"),
                };
                types(&mut machine, who, &format!("{verb} {words}"))?;
                wait(&mut machine, 20)?;
                told.push(Told { who, thing, name, aside });
            }
        }
        let (before, leaked) = quiz(&mut machine, &told);
        assert_eq!(leaked, [""; 0]);
        wait(&mut machine, days_apart * 86_400)?;
        let (after, leaked) = quiz(&mut machine, &told);
        assert_eq!(leaked, [""; 0]);
        println!(
            "visit {visit}: {} facts, found {before} % before the nights and {after} % after",
            told.len()
        );
        assert!(before >= 90 && after >= 90, "visit {visit}: {before} {after}");
        assert!(after >= before, "nights lowered it: {before} {after}");
    }
    bounded(&machine, count);
    types(&mut machine, "bob", "forget me mara")?;
    wait(&mut machine, 5)?;
    let of_bob: Vec<Told> = told.into_iter().filter(|it| it.who == "bob").collect();
    let (found, leaked) = quiz(&mut machine, &of_bob);
    assert_eq!((found, leaked), (0, Vec::new()), "who is forgotten is not remembered");
    Ok(())
}

/// Checks the bounds of what is derived.
fn bounded(machine: &Machine, visits: usize) {
    let mara = CharacterId::new("mara").unwrap();
    let notes: Vec<&Note> = machine.notes(&mara).collect();
    let holding = |kind| {
        let such = notes.iter().filter(move |it| it.kind == kind && it.superseded_by.is_none());
        such.count()
    };
    let bytes: usize = notes.iter().map(|it| serde_json::to_string(it).unwrap().len()).sum();
    let links = notes.iter().map(|it| it.links.len()).max().unwrap_or_default();
    println!(
        "{} notes, {} kB: {} insights, {} profiles, {} entries; {links} links at most",
        notes.len(),
        bytes / 1_000,
        holding(NoteKind::Insight),
        holding(NoteKind::Profile),
        holding(NoteKind::Journal),
    );
    // Two sets of readers for each visitor: everybody, and those who whisper.
    let sets = 2 * VISITORS.len();
    assert!(holding(NoteKind::Insight) <= sets * 6);
    let mut claims: Vec<(&Readers, &str)> = notes
        .iter()
        .filter(|it| it.kind == NoteKind::Insight && it.superseded_by.is_none())
        .filter_map(|it| Some((&it.label.readers, it.content.split(". ").next()?)))
        .collect();
    let all = claims.len();
    claims.sort();
    claims.dedup();
    assert_eq!(all, claims.len(), "a better insight takes the place of the one before");
    assert!(holding(NoteKind::Profile) <= sets + 8 * (VISITORS.len() + 1));
    assert!(holding(NoteKind::Journal) <= sets * (visits + 2));
    assert!(links <= links::MOST);
    let mixed = notes.iter().filter(|it| it.kind.is_derived()).filter(|derived| {
        let of = |serial: &u64| notes.iter().find(|it| it.serial == *serial);
        let evidence = derived.evidence.iter().filter_map(of);
        let readers: BTreeSet<&Readers> = evidence.map(|it| &it.label.readers).collect();
        readers.len() > 1 || readers.iter().any(|of| **of != derived.label.readers)
    });
    assert_eq!(mixed.count(), 0, "what is derived has the readers of all that it rests on");
}

#[test]
fn nights_lower_nothing_that_visitors_told() -> Done {
    visits(5, 1, 4)
}

#[test]
#[ignore = "nightly: plays sixty days of the town"]
fn sixty_days_lower_nothing_that_visitors_told() -> Done {
    visits(20, 3, 5)
}
