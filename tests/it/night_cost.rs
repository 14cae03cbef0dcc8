//! Cost of a night of the shipped town: the questions and tokens of its eight characters, beside the
//! share of the budget that they may use for what nobody waits for.

use std::time::Duration;

use server::operate::config::Config;
use tests::{
    Trouble,
    machine::Machine,
    play::{Stage as _, at_once},
    story,
};

type Done = Result<(), Trouble>;

const NPCS: [&str; 8] = ["bram", "dorcas", "lettice", "mara", "noll", "pip", "silas", "tace"];
const VISITORS: [&str; 3] = ["ann", "bob", "cyd"];
const LINES: [&str; 5] = [
    "my sister went over the hills in spring",
    "she wrote no word since then",
    "I look for her every day",
    "the bell on the hill reminds me of her",
    "I came down the river in a small boat",
];

/// Plays a day on which three visitors wrote to each character, and returns the numbers of questions of the
/// night and their bytes by character.
fn night(setting: &str) -> Result<Vec<(&'static str, usize, usize)>, Trouble> {
    let players: String = VISITORS.iter().map(|it| format!("player {it} in town/inn\n")).collect();
    let text = format!(
        "machine only\nday 120 minutes\n{setting}no gambits\nno meetings\nworld content\n{players}"
    );
    let mut machine = Machine::new(&story::parse(&text).map_err(|it| it.to_string())?)?;
    for who in VISITORS {
        at_once(machine.enter(who))?;
    }
    for line in LINES {
        for npc in NPCS {
            let typed = VISITORS.map(|who| (who.to_owned(), format!("page {npc} = {line}")));
            at_once(machine.type_lines(&typed))?;
            at_once(machine.wait(Duration::from_secs(5)))?;
            at_once(machine.clear())?;
        }
    }
    // A day of the world, in which all of them sleep.
    at_once(machine.wait(Duration::from_secs(2 * 3_600)))?;
    at_once(machine.clear())?;
    let of_night = |npc: &&'static str| {
        let bodies = machine.brain().bodies(npc);
        let sizes = bodies.iter().filter(|it| it.contains("Notes about ")).map(String::len);
        let sizes: Vec<usize> = sizes.collect();
        (*npc, sizes.len(), sizes.iter().sum::<usize>())
    };
    Ok(NPCS.iter().map(of_night).collect())
}

#[test]
fn a_night_of_eight_costs_at_most_their_share() -> Done {
    let budgets = Config::standard().map_err(|it| it.to_string())?.budgets();
    let share = (budgets.character.questions / 10, budgets.character.tokens / 10);
    let each = night("model Tools All\n")?;
    println!("{each:?} bytes; a tenth of the budget of one is {share:?} questions and tokens");
    assert!(each.iter().filter(|(_, questions, _)| *questions > 0).count() > 4, "{each:?}");
    for (npc, questions, bytes) in each {
        let tokens = bytes.div_ceil(4) + questions * usize::try_from(budgets.answer).unwrap();
        assert!(questions as u64 <= share.0 && tokens as u64 <= share.1, "{npc}");
    }
    let none = night("")?;
    assert!(none.iter().all(|(_, questions, _)| *questions == 0), "without a model: {none:?}");
    Ok(())
}
