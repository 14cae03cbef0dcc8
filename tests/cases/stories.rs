//! The stories.

use std::fs;

use libtest_mimic::{Failed, Trial};
use tests::{
    Trouble,
    machine::Machine,
    online::Online,
    play::{self, Mode, at_once},
    setting,
    story::{
        self, Failure, PlayedOn, Story,
        files::{StoryFile, files},
    },
};
use tokio::runtime;

use crate::Scale;

/// A test for each story on the bare game, and one for each that is played over sockets as well.
pub(super) fn trials(scale: Scale) -> Result<Vec<Trial>, Trouble> {
    let mut trials = Vec::new();
    for file in files()? {
        let story = match story::parse(&file.text) {
            Ok(story) => story,
            Err(failure) => {
                let unreadable = failed(&file, &failure);
                trials.push(Trial::test(format!("machine::{}", file.name), || Err(unreadable)));
                continue;
            }
        };
        let by_sockets_too = match story.played_on {
            PlayedOn::Both => true,
            PlayedOn::Either => scale == Scale::Nightly,
            PlayedOn::Machine => false,
        };
        if by_sockets_too {
            let (name, file, story) =
                (format!("sockets::{}", file.name), file.clone(), story.clone());
            trials.push(Trial::test(name, move || over_sockets(&file, &story)));
        }
        trials.push(Trial::test(format!("machine::{}", file.name), move || {
            on_the_machine(&file, &story)
        }));
    }
    Ok(trials)
}

fn failed(file: &StoryFile, failure: &Failure) -> Failed {
    format!("tests/stories/{}.story:{failure}", file.name).into()
}

fn on_the_machine(file: &StoryFile, story: &Story) -> Result<(), Failed> {
    let mode = setting("UPDATE_STORIES").map_or(Mode::Check, |_| Mode::Tell);
    let edits = played_on_the_machine(story, mode).map_err(|it| failed(file, &it))?;
    if !edits.is_empty() {
        fs::write(&file.path, play::edited(&file.text, &edits))?;
    }
    Ok(())
}

fn over_sockets(file: &StoryFile, story: &Story) -> Result<(), Failed> {
    let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(played_over_sockets(story)).map_err(|it| failed(file, &it))
}

fn played_on_the_machine(story: &Story, mode: Mode) -> Result<Vec<play::Edit>, Failure> {
    let mut machine = Machine::new(story).map_err(|words| Failure::new(0, words))?;
    let edits = at_once(play::play(story, &mut machine, mode))?;
    let proof = machine.proof();
    if proof.broken.is_empty() && proof.unproven.is_empty() {
        return Ok(edits);
    }
    Err(Failure::new(0, format!("what was done is not proven by its record: {proof:?}")))
}

async fn played_over_sockets(story: &Story) -> Result<(), Failure> {
    let whole = |words| Failure::new(0, words);
    let mut online = Online::new(story).await.map_err(whole)?;
    let played = play::play(story, &mut online, Mode::Check).await;
    // Of two failures that of the story is told: the other may follow from it.
    let stopped = online.stop().await.map_err(whole);
    played.and(stopped)
}
