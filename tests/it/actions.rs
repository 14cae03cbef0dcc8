//! Long actions of minds, killed at every moment.

use std::time::Duration;

use tests::{
    Trouble,
    machine::Machine,
    play::{Stage as _, at_once},
    story,
};

type Done = Result<(), Trouble>;

const STORY: &str = "machine only
staff wiz in town/inn
player bob in town/square
assistant ann in town/square commands get,drop scripted";
const ORDER: &str = "order ann say One.; get pear; say Two.; drop pear; say Three.";
/// Lines of the steps, as Bob reads them.
const STEPS: [&str; 5] = [
    "Ann says, \"One.\"",
    "Ann takes a pear.",
    "Ann says, \"Two.\"",
    "Ann puts down a pear.",
    "Ann says, \"Three.\"",
];

/// Lines that somebody has read since they were asked last.
fn lines(machine: &mut Machine, who: &str) -> Result<Vec<String>, Trouble> {
    at_once(async {
        let mut all = Vec::new();
        while let Some(line) = machine.read(who).await? {
            all.push(line);
        }
        Ok(all)
    })
}

/// Plays the order with a kill after so many ticks. Returns what Bob read of it, what the staff are shown
/// of it at the end, and whether it had ended before the kill.
fn killed_after(ticks: usize) -> Result<(Vec<String>, Vec<String>, bool), Trouble> {
    let mut machine = Machine::new(&story::parse(STORY).map_err(|it| it.to_string())?)?;
    at_once(async {
        machine.enter("wiz").await?;
        machine.enter("bob").await
    })?;
    machine.type_for("wiz", ORDER, ticks)?;
    let mut read = lines(&mut machine, "bob")?;
    let is_over = lines(&mut machine, "wiz")?.iter().any(|it| it.contains("pages you"));
    machine.kill()?;
    at_once(machine.wait(Duration::from_secs(120)))?;
    read.extend(lines(&mut machine, "bob")?);
    lines(&mut machine, "wiz")?;
    machine.type_for("wiz", "@npc actions ann", 3)?;
    let shown = lines(&mut machine, "wiz")?;
    Ok((read, shown, is_over))
}

#[test]
fn an_order_that_is_killed_at_any_moment_does_nothing_twice() -> Done {
    let (mut interrupted, mut kills) = (0, 0);
    loop {
        let (read, shown, is_over) = killed_after(kills)?;
        let is_known = shown.iter().any(|it| it.contains("order by Wiz"));
        let state = |text: &str| shown.iter().filter(|it| it.trim().starts_with(text)).count();
        for step in STEPS {
            let times = read.iter().filter(|it| **it == step).count();
            assert!(times <= 1, "killed after {kills} ticks: {step} {times} times: {read:#?}");
        }
        if is_known {
            let done = STEPS.iter().filter(|it| read.iter().any(|of| of == *it)).count();
            interrupted += state("interrupted:");
            assert_eq!((state("open:"), state("failed:")), (0, 0), "{kills}: {shown:#?}");
            assert!(done >= state("done:"), "{kills}: {read:#?} {shown:#?}");
            assert_eq!(state("done:") + state("interrupted:"), STEPS.len(), "{kills}: {shown:#?}");
        }
        if is_over {
            break;
        }
        kills += 1;
    }
    assert!(kills > STEPS.len() && interrupted > 0, "{kills} kills, {interrupted} interrupted");
    Ok(())
}
