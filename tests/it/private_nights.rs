//! Days of chance in which three visitors tell a character something aloud, in a whisper and from afar, with a
//! night after: whatever it concludes, sums up and says in the morning, what one told in private is read by
//! nobody else.

use std::{collections::BTreeSet, time::Duration};

use assistants::memory::{Note, NoteKind};
use engine::{
    chance::{Chance, Purpose},
    id::CharacterId,
    label::Readers,
};
use tests::{
    Trouble,
    machine::Machine,
    play::{Stage as _, at_once},
    story, while_,
};

const VISITORS: [&str; 3] = ["ann", "bob", "cyd"];

/// Ways to tell something: aloud, and two that only one hears.
const WAYS: [&str; 3] = ["say mara,", "whisper mara", "page mara ="];

/// What is told, each with a word that stands in no other line.
const TOLD: [&str; 10] = [
    "thank you for the {}",
    "many thanks, the {} was kind of you",
    "I promise you a {} tomorrow",
    "I'll bring you the {}",
    "you are an idiot, and so is your {}",
    "my {} has lost a leg",
    "I like {} best of all",
    "everybody at home laughs about the {}",
    "bob is afraid of the {}",
    "I think cyd has stolen a {}",
];

/// What each asks in the morning.
const ASKED: [&str; 11] = [
    "hello",
    "what do you think of me?",
    "what do you think of ann?",
    "what do you think of bob?",
    "what do you think of cyd?",
    "how was your day?",
    "what did ann say?",
    "what did bob tell you?",
    "what do you know about cyd?",
    "any news?",
    "did bob keep his promise?",
];

/// A word that nobody else says.
fn token(number: usize) -> String {
    let syllable = |n: usize| {
        ["vel", "mor", "dak", "rin", "sul", "tep", "gan", "bok", "lum", "fir"]
            .get(n % 10)
            .copied()
            .unwrap_or_default()
    };
    format!("{}{}o", syllable(number), syllable(number / 10 + 3))
}

/// Returns one of several texts, over and over from the first.
fn at(all: &[&'static str], number: usize) -> &'static str {
    all.iter().cycle().nth(number).copied().unwrap_or_default()
}

/// Line of a visitor: who, which way, and which words.
type TalkLine = (usize, usize, usize);

/// What somebody read since it was last asked.
fn read(machine: &mut Machine, who: &str) -> Result<String, Trouble> {
    let mut all = String::new();
    while let Some(line) = at_once(machine.read(who))? {
        all.push_str(&line);
        all.push('\n');
    }
    Ok(all)
}

fn types(machine: &mut Machine, who: &str, line: String) -> Result<(), Trouble> {
    at_once(machine.type_lines(&[(who.to_owned(), line)]))?;
    at_once(machine.wait(Duration::from_secs(15)))
}

/// Words told in private, with who told them.
type Secrets = Vec<(&'static str, String)>;

/// Checks that what is derived has the readers of all that it rests on, and none of another's secrets.
fn derived(machine: &Machine, secrets: &Secrets) -> Result<usize, Trouble> {
    let mara = while_("an id", CharacterId::new("mara"))?;
    let notes: Vec<&Note> = machine.notes(&mara).collect();
    let made = notes.iter().filter(|it| it.kind.is_derived() || it.kind == NoteKind::Episode);
    let mut number = 0;
    for note in made {
        number += 1;
        let of = |serial: &u64| notes.iter().find(|it| it.serial == *serial);
        let readers: BTreeSet<&Readers> =
            note.evidence.iter().filter_map(of).map(|it| &it.label.readers).collect();
        let is_mixed = readers.iter().any(|it| **it != note.label.readers);
        assert!(!is_mixed, "{note:?} rests on notes of {readers:?}");
        for (who, secret) in secrets {
            let Readers::Only(may_read) = &note.label.readers else {
                assert!(!note.content.contains(secret.as_str()), "all may read {note:?}");
                continue;
            };
            let is_theirs = may_read.iter().any(|it| it.as_str() == *who);
            assert!(is_theirs || !note.content.contains(secret.as_str()), "{who}: {note:?}");
        }
    }
    Ok(number)
}

/// Plays a day, its night and the next morning.
fn plays(lines: &[TalkLine]) -> Result<(), Trouble> {
    let players: String = VISITORS.iter().map(|it| format!("player {it} in town/inn\n")).collect();
    let text =
        format!("machine only\nday 60 minutes\nno meetings\nno gambits\nworld content\n{players}");
    let story = story::parse(&text).map_err(|it| it.to_string())?;
    let mut machine = Machine::new(&story)?;
    for who in VISITORS {
        at_once(machine.enter(who))?;
    }
    let mut secrets = Secrets::new();
    for (number, (who, way, words)) in lines.iter().enumerate() {
        let (who, way) = (at(&VISITORS, *who), at(&WAYS, *way));
        let token = token(number);
        let words = at(&TOLD, *words).replace("{}", &token);
        if !way.starts_with("say") {
            secrets.push((who, token));
        }
        types(&mut machine, who, format!("{way} {words}"))?;
    }
    at_once(machine.wait(Duration::from_secs(3_600)))?;
    let number = derived(&machine, &secrets)?;
    assert!(number > 0, "a night makes something of a day with {} lines", lines.len());
    for who in VISITORS {
        for question in ASKED {
            types(&mut machine, who, format!("say mara, {question}"))?;
        }
        types(&mut machine, who, "memory mara".to_owned())?;
    }
    derived(&machine, &secrets)?;
    for who in VISITORS {
        let shown = read(&mut machine, who)?;
        assert!(shown.contains("Mara"), "{who} read nothing of her");
        for (of, secret) in secrets.iter().filter(|(of, _)| *of != who) {
            assert!(!shown.contains(secret.as_str()), "{who} read {secret} of {of}: {shown}");
        }
    }
    Ok(())
}

/// Plays so many days of chance, each by its seed.
fn days(count: u64) -> Result<(), Trouble> {
    for seed in 0..count {
        let mut chance = Chance::new(seed);
        let mut below = |most: u64| chance.below(Purpose::Variety, most) as usize;
        let lines: Vec<TalkLine> =
            (0..14 + below(10)).map(|_| (below(3), below(3), below(TOLD.len() as u64))).collect();
        plays(&lines).map_err(|why| format!("day {seed}, {lines:?}: {why}"))?;
    }
    Ok(())
}

#[test]
fn nothing_that_one_told_in_private_is_in_what_a_night_makes_for_another() -> Result<(), Trouble> {
    days(2)
}

#[test]
#[ignore = "nightly: plays sixty days of chance"]
fn sixty_nights_tell_nobody_what_another_told_in_private() -> Result<(), Trouble> {
    days(60)
}
