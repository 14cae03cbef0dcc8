//! A thought that waits for something outside of the game is parked, whatever it is: whoever else speaks
//! meanwhile is answered.

use std::time::Duration;

use assistants::llm::profile::{AnswersBy, ModelProfile, QuestionForm};
use tests::{
    Trouble,
    bare::asked::{AskedTown, says},
};

type Done = Result<(), Trouble>;

const SECOND: Duration = Duration::from_secs(1);

/// Number of lines of Mara's to a guest since they were looked at last.
fn answers(town: &mut AskedTown, guest: u64) -> usize {
    let lines = town.take_shown(guest);
    lines
        .iter()
        .filter(|it| it.contains("Mara says to you") || it.contains("Mara asks you"))
        .count()
}

#[test]
fn whoever_speaks_while_a_thought_waits_for_the_memory_is_answered() -> Done {
    let profile = ModelProfile {
        form: QuestionForm::Tools,
        answers: AnswersBy::All,
        ..ModelProfile::default()
    };
    let mut town = AskedTown::new(profile)?;
    town.enter(1)?;
    town.enter(2)?;
    town.wait(60 * SECOND)?;
    for guest in [1, 2] {
        town.take_shown(guest);
    }
    town.remembers_after = 20 * SECOND;
    town.result = Ok(says("That is a long story."));
    town.types(1, "say to mara wherefore does the riddle gallivant?");
    town.wait(SECOND)?;
    town.types(2, "say to mara hello");
    town.wait(8 * SECOND)?;
    assert_eq!(
        (answers(&mut town, 1), answers(&mut town, 2)),
        (0, 1),
        "the second one is not kept waiting"
    );
    // What was found meanwhile is not lost.
    town.wait(15 * SECOND)?;
    assert_eq!(
        (answers(&mut town, 1), answers(&mut town, 2)),
        (1, 0),
        "the first one is answered, too"
    );
    Ok(())
}
