//! Six players and the town's three characters in one room: who is spoken to answers, and nobody
//! else; who is only spoken of keeps silent.

use std::{collections::BTreeSet, fs, path::Path, time::Duration};

use tests::{Trouble, machine::Machine, play::Stage, story};

use tests::play::at_once;

const PLAYERS: [&str; 6] = ["ann", "bob", "cleo", "dan", "eva", "finn"];
const CHARACTERS: [&str; 3] = ["mara", "bram", "pip"];

/// A line, and who is spoken to.
struct CompanyLine {
    meant: Option<String>,
    words: String,
    /// True when nobody talked for a while before.
    apart: bool,
}

fn lines() -> Result<Vec<CompanyLine>, Trouble> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/company.txt");
    let text = fs::read_to_string(path).map_err(|it| it.to_string())?;
    let lines = text.lines().filter(|it| !it.starts_with('#') && !it.is_empty()).map(|line| {
        let (meant, words) = line.split_once(" | ").ok_or_else(|| format!("no bar: {line}"))?;
        let meant = Some(meant.trim()).filter(|it| *it != "-").map(str::to_owned);
        Ok(CompanyLine { meant, words: words.to_owned(), apart: false })
    });
    let lines: Vec<CompanyLine> = lines.collect::<Result<_, Trouble>>()?;
    // Half of those who are only spoken of are so right after the same speaker talked with them, and
    // half while nobody talks with anybody.
    let (spoken_to, mut spoken_of): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|it| it.meant.is_some());
    let (mut all, mut in_talk) = (Vec::new(), spoken_of.len() / 2);
    for line in spoken_to {
        let about = line.meant.clone().unwrap_or_default();
        all.push(line);
        let next = spoken_of.iter().position(|it| it.words.to_lowercase().contains(&about));
        if let Some(at) = next.filter(|_| in_talk > 0 && all.len() % 3 == 0) {
            in_talk -= 1;
            all.push(spoken_of.remove(at));
        }
    }
    spoken_of.iter_mut().for_each(|it| it.apart = true);
    all.extend(spoken_of);
    Ok(all)
}

/// Characters that are heard or seen doing something, for each line.
fn played(lines: &[CompanyLine]) -> Result<Vec<BTreeSet<String>>, Trouble> {
    let mut text = "world content\nowner zoe in town/inn\n".to_owned();
    for player in PLAYERS {
        text.push_str(&format!("player {player} in town/inn\n"));
    }
    text.push_str("ann> look\n");
    let story = story::parse(&text).map_err(|it| it.to_string())?;
    let mut machine = Machine::new(&story)?;
    at_once(async {
        machine.enter("zoe").await?;
        for name in ["bram", "pip"] {
            let line = format!("teleport {name} = town/inn");
            machine.type_lines(&[("zoe".to_owned(), line)]).await?;
        }
        for player in PLAYERS {
            machine.enter(player).await?;
        }
        let mut heard = Vec::new();
        let mut turns = PLAYERS.iter().cycle();
        let mut speaker = PLAYERS[0];
        for line in lines {
            machine.wait(Duration::from_secs(if line.apart { 61 } else { 8 })).await?;
            machine.clear().await?;
            if line.apart || line.meant.is_some() {
                speaker = turns.next().copied().unwrap_or(speaker);
            }
            machine.type_lines(&[(speaker.to_owned(), format!("say {}", line.words))]).await?;
            let mut answered = BTreeSet::new();
            while let Some(read) = machine.read("zoe").await? {
                let first = read.split_whitespace().next().unwrap_or_default().to_lowercase();
                answered
                    .extend(CHARACTERS.iter().find(|it| **it == first).map(ToString::to_string));
            }
            heard.push(answered);
        }
        Ok(heard)
    })
}

#[test]
fn in_company_the_right_one_answers_and_nobody_else() {
    let lines = lines().unwrap();
    let (mut missed, mut others, mut mentioned) = (Vec::new(), Vec::new(), Vec::new());
    for (line, answered) in lines.iter().zip(played(&lines).unwrap()) {
        match &line.meant {
            None if answered.is_empty() => {}
            None => mentioned.push((&line.words, answered)),
            Some(meant) => {
                if !answered.contains(meant) {
                    missed.push(&line.words);
                }
                if answered.iter().any(|it| it != meant) {
                    others.push((&line.words, answered));
                }
            }
        }
    }
    let count = |meant: bool| lines.iter().filter(|it| it.meant.is_some() == meant).count();
    assert_eq!((count(true), count(false)), (100, 40));
    println!("missed {missed:?}\nothers {others:?}\nmentioned {mentioned:?}");
    assert!(missed.len() <= 2, "{missed:?}");
    assert!(others.is_empty(), "{others:?}");
    assert!(mentioned.len() <= 2, "{mentioned:?}");
}
