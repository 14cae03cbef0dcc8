//! Time of a character's script to read a line.

use std::{fmt::Write as _, time::Duration};

use assistants::persona::script::{LineMeaning, SaidLine};
use server::{
    clock::Stopwatch,
    setup::{self, files},
};
use tests::{Trouble, cast::Place, while_};
use world::content::problem::SourceFile;

/// Number of topics of the character beside those of everybody in a town.
const TOPICS: usize = 100;
/// Number of times that every line is read.
const TIMES: u32 = 20;

/// Average time of reading one of the lines that people said to the town's characters, for a
/// character with a hundred topics of its own and all shared ones.
pub(crate) fn measure() -> Result<Duration, Trouble> {
    let mut all = while_("the content", files::read(Place::Content.folder()))?;
    let mut lore = String::new();
    for n in 0..TOPICS {
        while_(
            "a topic",
            write!(
                lore,
                r#"(name: "the relic {n}", about: ["relic{n}", "~want relic{n}", "old > relic{n}"], text: ["{n}."]),"#
            ),
        )?;
    }
    let text = format!(
        r#"(id: "keeper", like: "innkeeper", voice: "Calm.",
            body: (name: "Keeper", description: "Calm.", home: "town/inn"), lore: [{lore}])"#
    );
    all.push(SourceFile::new("personas/keeper.ron", text));
    let authored = files::check(&all, &setup::command_specs(&setup::rules(0)))
        .map_err(|problems| format!("{problems:?}"))?;
    let keeper = authored.personas.iter().find(|it| it.id.as_str() == "keeper");
    let keeper = keeper.ok_or("the keeper is not there")?;
    let lines: Vec<&str> = include_str!("../../../corpus/town.txt")
        .lines()
        .filter_map(|line| line.splitn(3, '|').nth(2))
        .collect();
    let mut meant = 0_usize;
    let mut watch = Stopwatch::start();
    for round in 0..=TIMES {
        // The first reads the patterns.
        if round == 1 {
            watch = Stopwatch::start();
        }
        for line in &lines {
            let meaning = keeper.script.classify(SaidLine::first(line, "Keeper"));
            meant += usize::from(meaning != LineMeaning::Nothing);
        }
    }
    let took = watch.elapsed();
    if meant == 0 {
        return Err("no line was understood".into());
    }
    let count = while_("counting", u32::try_from(lines.len()))? * TIMES;
    Ok(took / count)
}
