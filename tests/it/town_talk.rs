//! Talk of the shipped town about what it saw: a day without visitors and one with three, how far a
//! deed spreads, and the memories of everybody.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    time::Duration,
};

use assistants::{
    memory::NoteKind,
    mind::{
        body, bounds::MindBounds, exchange::FIRST_HOP, rumour::Rumour, rumours::Rumours,
        seen::SeenKind,
    },
    record::{
        chronicle::{collect::Chronicler, html::html, page::ChroniclePage},
        entry::{OccasionKind, RecordEntry, Recorded},
    },
};
use engine::id::CharacterId;
use tests::{machine::Machine, play::Stage as _, story};

use tests::play::at_once;

const CAST: [&str; 8] = ["bram", "dorcas", "lettice", "mara", "noll", "pip", "silas", "tace"];

/// Seconds of a day of the world.
const DAY: u64 = 120 * 60;

const STORY: &str = "machine only\nworld content\nday 120 minutes\nplayer ann in town/square\n\
                     player bob in town/gate\nplayer cyd in town/inn\n";

fn machine() -> Machine {
    Machine::new(&story::parse(STORY).unwrap()).unwrap()
}

fn wait(machine: &mut Machine, seconds: u64) {
    at_once(machine.wait(Duration::from_secs(seconds))).unwrap();
}

fn types(machine: &mut Machine, who: &str, line: &str) {
    at_once(machine.type_lines(&[(who.to_owned(), line.to_owned())])).unwrap();
    at_once(machine.clear()).unwrap();
}

fn id(id: &str) -> CharacterId {
    CharacterId::new(id).unwrap()
}

fn known(machine: &Machine, who: &str) -> Vec<Rumour> {
    let it = body::find(machine.world(), &id(who)).unwrap();
    machine.world().get::<Rumours>(it).unwrap().iter().cloned().collect()
}

/// Number of lines of each exchange in a record, one that began within it left out.
fn exchanges(record: &[RecordEntry]) -> Vec<usize> {
    let mut lines: Vec<usize> = Vec::new();
    let mut under_way: BTreeMap<(CharacterId, u64), usize> = BTreeMap::new();
    let mut last: BTreeMap<BTreeSet<CharacterId>, usize> = BTreeMap::new();
    for it in record {
        let Some(thought) = it.mind.clone().zip(it.thought) else { continue };
        if let Recorded::Begun { by: OccasionKind::Deed, who: Some(who), verdict, .. } = &it.what {
            let pair = BTreeSet::from([thought.0.clone(), who.id.clone()]);
            if verdict.hops == FIRST_HOP {
                last.insert(pair, lines.len());
                under_way.insert(thought, lines.len());
                lines.push(0);
            } else if let Some(of) = last.get(&pair).filter(|_| verdict.hops > FIRST_HOP) {
                under_way.insert(thought, *of);
            }
        } else if let Recorded::Done { tool, .. } = &it.what
            && ["say", "tell"].contains(&tool.text())
            && let Some(count) = under_way.get(&thought).and_then(|at| lines.get_mut(*at))
        {
            *count += 1;
        }
    }
    lines.retain(|it| *it > 0);
    lines
}

fn asked(record: &[RecordEntry]) -> usize {
    record.iter().filter(|it| matches!(it.what, Recorded::Asked(_))).count()
}

/// Compares the chronicle of a day with the one that is kept, or writes it anew.
fn chronicle(machine: &Machine, name: &str, saying: Option<&str>) {
    let mut chronicler = Chronicler::new(None);
    machine.record().iter().for_each(|it| chronicler.take(it));
    let (day, _) = chronicler.finish();
    let day = day.unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/chronicles");
    let pages = [
        (format!("{name}.txt"), ChroniclePage::of(&day, saying).text()),
        (format!("{name}.html"), html(&day, saying)),
    ];
    for (file, page) in pages {
        let file = folder.join(file);
        if std::env::var_os("UPDATE_CHRONICLES").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&file, &page).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        let help = "read what changed, and write it anew with UPDATE_CHRONICLES=1";
        assert!(kept == page, "{} is not what the town does; {help}", file.display());
    }
}

fn quiet_day() -> Machine {
    let mut machine = machine();
    wait(&mut machine, DAY);
    machine
}

#[test]
fn a_day_without_visitors_is_full_of_talk_and_no_model_is_asked() {
    let day = quiet_day();
    let lines = exchanges(day.record());
    let most = lines.iter().max().copied().unwrap_or_default();
    println!(
        "{} exchanges, {} lines, at most {most} in one",
        lines.len(),
        lines.iter().sum::<usize>()
    );
    assert!(lines.len() >= 40 && most <= 3, "{lines:?}");
    assert_eq!(asked(day.record()), 0);
    assert_eq!(day.record(), quiet_day().record(), "the same seed has another day");
    chronicle(&day, "quiet", None);
}

/// Morning of three visitors, who act each where some of the town see it.
fn visitors() -> Machine {
    let mut machine = machine();
    for who in ["ann", "bob", "cyd"] {
        at_once(machine.enter(who)).unwrap();
    }
    let script = [
        (400, "ann", "give 3 coins to pip"),
        (30, "bob", "shout Is anybody in?"),
        (30, "cyd", "say to mara an ale, please"),
        (10, "cyd", "accept"),
        (20, "cyd", "whisper mara = Bob insulted Ann."),
        (20, "ann", "say to pip Bob gave Mara an apple."),
        (20, "ann", "page pip = Cyd insulted Mara."),
    ];
    let mut passed = 0;
    for (after, who, line) in script {
        wait(&mut machine, after);
        passed += after;
        types(&mut machine, who, line);
    }
    wait(&mut machine, DAY - passed);
    machine
}

#[test]
fn a_deed_that_one_saw_goes_round_and_loses_as_it_goes() {
    let day = visitors();
    let all: Vec<(&str, Rumour)> = CAST
        .iter()
        .flat_map(|who| known(&day, who).into_iter().map(move |it| (*who, it)))
        .collect();
    for (who, it) in &all {
        println!("{who:<8} {} {}", it.retellings, it.sentence(&id(who), None, it.at));
    }
    let knowing = |is: &dyn Fn(&Rumour) -> bool| -> BTreeSet<&str> {
        all.iter().filter(|(_, it)| is(it)).map(|(who, _)| *who).collect()
    };
    let gift = all.iter().find(|(who, it)| *who == "pip" && it.kind == SeenKind::Gave).unwrap();
    assert!(gift.1.told_by.is_none());
    let heard = knowing(&|it| it.event == gift.1.event);
    println!("{} of {} know of the gift: {heard:?}", heard.len(), CAST.len());
    assert!(heard.len() * 2 >= CAST.len(), "{heard:?}");
    for (who, it) in all.iter().filter(|(_, it)| it.said_by.is_none()) {
        let kept = (it.done.is_some(), it.place.is_some(), it.who.is_some());
        let wanted = (it.retellings == 0, it.retellings <= 1, it.retellings <= 2);
        assert_eq!(kept, wanted, "{who}: {it:?}");
        assert!(it.retellings <= 3, "{who}: {it:?}");
    }
    // What is remembered of a telling says no more than the telling.
    for who in CAST {
        let who = id(who);
        let notes = day.notes(&who).filter(|it| it.kind == NoteKind::Hearsay);
        for note in notes {
            assert!(
                !note.content.contains("ago") && !note.content.contains("just now"),
                "{note:?}"
            );
        }
    }
    // What was whispered or paged goes nowhere; what was only said goes to whoever heard it said, and
    // to those whom these told.
    assert!(knowing(&|it| it.kind == SeenKind::Quarrelled).is_empty());
    let lies: Vec<&(&str, Rumour)> = all.iter().filter(|(_, it)| it.said_by.is_some()).collect();
    assert!(!lies.is_empty());
    for (who, it) in lies {
        assert!(it.retellings <= 1 && *who != "mara", "{who}: {it:?}");
        assert_eq!(it.said_by.as_ref().unwrap().id, id("ann"), "{it:?}");
    }
    chronicle(&day, "visitors", Some("3 coins"));
}

/// Days of the world in a month, and how many bytes all that is saved of minds may have then.
const MONTH: u64 = 30;
const SAVED: usize = 4 * 1024 * 1024;

#[test]
fn after_two_days_what_is_known_stays_within_its_bounds() {
    let notes = what_is_known_stays_within_its_bounds_for(2);
    assert!(notes.iter().all(|it| *it <= 200), "{notes:?}");
}

#[test]
#[ignore = "nightly: simulates a month"]
fn after_a_month_what_is_known_stays_within_its_bounds() {
    let notes = what_is_known_stays_within_its_bounds_for(MONTH);
    assert!(notes.iter().all(|it| *it <= 2_000), "{notes:?}");
}

/// Plays so many days of visitors who do the same each day. Returns how many notes each character has then.
fn what_is_known_stays_within_its_bounds_for(days: u64) -> Vec<usize> {
    let mut machine = machine();
    for who in ["ann", "bob", "cyd"] {
        at_once(machine.enter(who)).unwrap();
    }
    for day in 0..days {
        types(&mut machine, "ann", "give 1 coin to pip");
        types(&mut machine, "bob", "shout Good morning!");
        types(&mut machine, "cyd", "say to mara an ale, please");
        types(&mut machine, "cyd", "accept");
        types(&mut machine, "ann", &format!("say to pip I like the number {day}"));
        wait(&mut machine, DAY);
    }
    let notes: Vec<usize> = CAST.map(|who| machine.notes(&id(who)).count()).to_vec();
    let rumours: Vec<usize> = CAST.map(|who| known(&machine, who).len()).to_vec();
    let rows: usize = machine.rows().map(|(_, row)| row.body.len()).sum();
    let record: usize =
        machine.record().iter().map(|it| serde_json::to_string(it).unwrap().len()).sum();
    println!(
        "notes {notes:?}, rumours {rumours:?}, rows {} KiB, record {} KiB in {} entries",
        rows / 1024,
        record / 1024,
        machine.record().len()
    );
    assert!(rumours.iter().all(|it| *it <= MindBounds::IN_PLAY.rumours), "{rumours:?}");
    assert!(rows <= SAVED, "{rows}");
    notes
}
