//! Questions that one character puts to another for a visitor, while the game is killed at every moment of them.

use std::time::Duration;

use tests::{
    Trouble,
    machine::Machine,
    play::{Stage as _, at_once},
    story,
};

type Done = Result<(), Trouble>;

const STORY: &str = "machine only
player bob in town/square
assistant ann in town/square scripted
  delegation (asks: [(whom: \"inn\")])
  moment asks-another: I shall ask {one}.
  moment brings-answer: {speaker}, I asked. {rumour}
  moment brings-none: {speaker}, I asked. {rumour}
assistant eve in town/inn scripted
  delegation (tags: [\"inn\"])
  topic breakfast: Breakfast is at seven.
";

/// Returns what Bob has read since the last time.
fn read(machine: &mut Machine) -> Result<Vec<String>, Trouble> {
    let mut lines = Vec::new();
    while let Some(line) = at_once(machine.read("bob"))? {
        lines.push(line);
    }
    Ok(lines)
}

/// Returns all that Bob reads when the game is killed so many milliseconds after he asked, and again as
/// many after that.
fn killed(after: u64) -> Result<Vec<String>, Trouble> {
    let mut machine = Machine::new(&story::parse(STORY).map_err(|it| it.to_string())?)?;
    at_once(machine.enter("bob"))?;
    at_once(machine.clear())?;
    let line = ("bob".to_owned(), "say ann, ask eve when breakfast is".to_owned());
    at_once(machine.type_lines(&[line]))?;
    let mut lines = Vec::new();
    for _ in 0..2 {
        at_once(machine.wait(Duration::from_millis(after)))?;
        lines.extend(read(&mut machine)?);
        machine.kill()?;
    }
    at_once(machine.wait(Duration::from_secs(600)))?;
    lines.extend(read(&mut machine)?);
    Ok(lines)
}

#[test]
fn a_question_that_is_passed_on_survives_every_kill_and_is_answered_once() -> Done {
    let mut answered = 0;
    for after in (0..5_000).step_by(100) {
        let lines = killed(after)?;
        let times = |text: &str| lines.iter().filter(|it| it.contains(text)).count();
        // Whoever read that it is asked is owed an answer; a kill before that loses a thought, no promise.
        let (owed, brought) = (times("I shall ask Eve."), times("I asked."));
        assert!(owed <= 1 && brought <= 1, "killed after {after} ms: {lines:#?}");
        assert!(brought == 1 || owed == 0, "killed after {after} ms: {lines:#?}");
        answered += brought;
    }
    assert!(answered >= 45, "nearly all are answered: {answered}");
    Ok(())
}
