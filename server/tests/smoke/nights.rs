//! Nights of the real binary: it is killed while a character sleeps and makes something of its day, and
//! in the morning nothing is lost and nothing is there twice.

use std::thread::{self, sleep};

use super::*;

/// A character with nothing to do but to sleep when it is told to.
const ODO: &str = r#"(
    id: "odo", like: "folk",
    body: (name: "Odo", home: "town/bell-yard", role: Player, description: "A small man."),
    voice: "Odo speaks in short sentences.",
    answers: {
        "greeting": ["Good day, {speaker}."],
        "otherwise": ["I only know apples, {speaker}."],
        "excuse": ["One moment, {speaker}."], "ponder": ["counts his apples."]},
)"#;

/// Lines of the day, each with words that its speaker reads once it is done.
const DAY: [(&str, &str); 9] = [
    ("give 1 coin to odo", "You give"),
    ("say to odo thank you for the shelter", "thank you for the shelter"),
    ("give 1 coin to odo", "You give"),
    ("say to odo many thanks again", "many thanks again"),
    ("say to odo the magpie sat on the bell", "the magpie sat"),
    ("say to odo thanks for listening", "thanks for listening"),
    ("whisper odo I'll bring you the silver spoon", "silver spoon"),
    ("say to odo you are an idiot", "an idiot"),
    ("say to odo get lost", "get lost"),
];

/// Pause after a line, in which what it did is written down.
const PAUSE: Duration = Duration::from_millis(800);

/// Maximum number of tries, a second apart, to have the character fall asleep: somebody may talk with it
/// still.
const BEDTIME: u32 = 600;

/// Time of real sleep in which all work of a night is done.
const NIGHT: Duration = Duration::from_secs(45);

/// Returns the notes that the character has, each with its kind, readers and words: what it derived and
/// still holds, and lines.
fn notes(data: &Path) -> Result<(Vec<String>, Vec<String>), Trouble> {
    let file = while_("the data", Connection::open(data.join("hearsay.sqlite")))?;
    let mut asked = while_("the notes", file.prepare("SELECT body FROM notes WHERE mind = 'odo'"))?;
    let rows = while_("the notes", asked.query_map((), |row| row.get::<_, String>(0)))?;
    let (mut derived, mut lines) = (Vec::new(), Vec::new());
    for row in rows {
        let body: serde_json::Value =
            while_("a note", serde_json::from_str(&while_("a note", row)?))?;
        let versions = body.as_object().ok_or("a note is no object")?;
        let of = |note: &serde_json::Value, path| {
            note.pointer(path).and_then(serde_json::Value::as_str).map(str::to_owned)
        };
        let note = versions.values().find(|it| of(it, "/content").is_some()).unwrap_or(&body);
        let kind = of(note, "/kind").unwrap_or_default();
        // Whose id it is differs from night to night.
        let readers = of(note, "/label/readers").unwrap_or_else(|| "Only".to_owned());
        // Its own words are chosen by chance, which differs from night to night, too.
        let own = of(note, "/speaker").as_deref() == Some("Odo");
        let words = of(note, "/content").filter(|_| !own || kind != "Line").unwrap_or_default();
        let told = format!("{kind} {readers} {words}");
        let is_superseded = note.get("superseded_by").is_some_and(|it| !it.is_null());
        match kind.as_str() {
            "Insight" | "Journal" | "Profile" if !is_superseded => derived.push(told),
            "Line" => lines.push(told),
            _ => {}
        }
    }
    derived.sort();
    lines.sort();
    Ok((derived, lines))
}

/// Has the character fall asleep, as soon as nobody talks with it.
fn put_to_bed(owner: &mut Player) -> Result<(), Trouble> {
    for _ in 0..BEDTIME {
        let told = owner.ask("@npc sleep odo")?;
        if told.contains("falls asleep") || told.contains("asleep already") {
            return Ok(());
        }
        sleep(Duration::from_secs(1));
    }
    Err("it does not fall asleep".to_owned())
}

/// Plays a day and its night, and kills the server each so long after the character has fallen asleep, once for
/// each of `kills`. Returns what it remembers in the morning.
fn night(kills: &[Duration]) -> Result<(Vec<String>, Vec<String>), Trouble> {
    let (data, home) = (folder()?, folder()?);
    let content = home.path().join("content");
    write_world(&content)?;
    write(&content, &[("personas/odo.ron", ODO)])?;
    let server = Server::start(data.path(), &content, &[])?;
    Player::come_in(&server, "create Owen sesame99")?;
    server.terminate()?;
    let granted = run(&["grant", "Owen", "owner", "--data", &text(data.path())])?;
    assert_eq!(granted.code, Some(0), "{granted:?}");
    let mut server = Server::start(data.path(), &content, &[])?;
    let mut ann = Player::come_in(&server, "create Ann sesame99")?;
    ann.send("go west")?;
    ann.until("Bell Yard")?;
    for (line, read) in DAY {
        ann.send(line)?;
        ann.until(read)?;
        sleep(PAUSE);
    }
    ann.send("go east")?;
    ann.until("Elm Square")?;
    ann.send("quit")?;
    ann.until_end()?;
    let mut owner = Player::come_in(&server, "connect Owen sesame99")?;
    owner.until("> ")?;
    for after in kills {
        put_to_bed(&mut owner)?;
        sleep(*after);
        server.kill()?;
        server = Server::start(data.path(), &content, &[])?;
        owner = Player::come_in(&server, "connect Owen sesame99")?;
        owner.until("> ")?;
    }
    put_to_bed(&mut owner)?;
    sleep(NIGHT);
    let ended = server.terminate()?;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    notes(data.path())
}

/// Plays the same night without a kill and with kills at these moments, in nights beside one another.
fn compare(nights: &[Vec<u64>]) -> Result<(), Trouble> {
    let all: Vec<Vec<Duration>> = std::iter::once(Vec::new())
        .chain(nights.iter().map(|of| of.iter().map(|it| Duration::from_millis(*it)).collect()))
        .collect();
    let played: Vec<_> = thread::scope(|scope| {
        let begun: Vec<_> = all.iter().map(|kills| scope.spawn(|| night(kills))).collect();
        begun.into_iter().map(|it| it.join().map_err(|_| "a night broke".to_owned())).collect()
    });
    let mut played = played.into_iter().zip(&all);
    let (whole, _) = played.next().ok_or("no night was played")?;
    let (derived, lines) = whole??;
    assert!(derived.len() >= 3, "a night makes something of the day: {derived:#?}");
    assert!(derived.iter().any(|it| it.contains("Only")), "the whisper apart: {derived:#?}");
    for (night, kills) in played {
        let (of, left) = night??;
        assert_eq!(of, derived, "killed after {kills:?}");
        assert_eq!(left, lines, "killed after {kills:?}");
    }
    Ok(())
}

#[test]
#[ignore = "nightly: waits for a night of the real clock"]
fn a_process_that_is_killed_in_the_night_loses_nothing_and_does_nothing_twice()
-> Result<(), Trouble> {
    // Before the first unit, while units are done, and twice in one night.
    compare(&[vec![400, 7_000]])
}

#[test]
#[ignore = "nightly: kills the server in twelve nights, at each second of their work"]
fn a_process_that_is_killed_at_each_moment_of_the_night_loses_nothing() -> Result<(), Trouble> {
    for first in 0..4 {
        let at = |nth: u64| (first * 3 + nth) * 2_300 + 150;
        compare(&[vec![at(0)], vec![at(1), 900], vec![at(2), 5_100, 300]])?;
    }
    Ok(())
}
