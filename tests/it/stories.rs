//! Every story, on the machine and over sockets.

use std::{
    fs,
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use tests::{
    machine::Machine,
    online::Online,
    play::{self, Mode},
    story::{self, Failure, Story},
};
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

/// All stories: where each is, its text, and what it says.
pub(crate) fn all() -> Vec<(PathBuf, String, Result<Story, Failure>)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("stories")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "story") {
                let text = fs::read_to_string(&path).unwrap();
                let story = story::parse(&text);
                found.push((path, text, story));
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Runs what never waits.
pub(crate) fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("the machine never waits"),
    }
}

/// A word for those who write stories: `UPDATE_STORIES=1` tells them anew,
/// `STORY=whisper` plays only those whose path holds the word.
#[expect(clippy::disallowed_methods, reason = "the tests have no settings")]
pub(crate) fn asked_for(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The stories to play.
fn wanted() -> Vec<(PathBuf, String, Result<Story, Failure>)> {
    let word = asked_for("STORY").unwrap_or_default();
    let stories = all().into_iter();
    stories.filter(|(path, ..)| path.to_string_lossy().contains(&word)).collect()
}

fn on_the_machine(story: &Story, mode: Mode) -> Result<Vec<play::Edit>, Failure> {
    let mut machine = Machine::new(story).map_err(|words| Failure::new(0, words))?;
    let edits = at_once(play::play(story, &mut machine, mode))?;
    let proof = machine.proof();
    if proof.broken.is_empty() && proof.unproven.is_empty() {
        return Ok(edits);
    }
    Err(Failure::new(0, format!("what was done is not proven by its record: {proof:?}")))
}

async fn over_sockets(story: &Story) -> Result<(), Failure> {
    let whole = |words| Failure::new(0, words);
    let mut online = Online::new(story).await.map_err(whole)?;
    let played = play::play(story, &mut online, Mode::Check).await;
    online.stop().await.map_err(whole)?;
    played.map(|_| ())
}

fn report(path: &Path, failure: &Failure) -> String {
    let inside = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
    format!("tests/{}:{failure}", inside.display())
}

#[test]
fn every_story_holds_on_the_machine() {
    let mode = asked_for("UPDATE_STORIES").map_or(Mode::Check, |_| Mode::Tell);
    let mut failed = Vec::new();
    for (path, text, story) in wanted() {
        match story.and_then(|story| on_the_machine(&story, mode)) {
            Ok(edits) if edits.is_empty() => {}
            Ok(edits) => fs::write(&path, play::edited(&text, &edits)).unwrap(),
            Err(failure) => failed.push(report(&path, &failure)),
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

// A server that starts keeps its thread for a second, and those who wait for an answer elsewhere are not to see
// that it takes long.
#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn every_story_holds_over_sockets() {
    // A few at a time: most of the work is hashing passwords.
    let (places, tasks) = (Arc::new(Semaphore::new(4)), TaskTracker::new());
    let mut playing = Vec::new();
    for (path, _, story) in wanted() {
        if story.as_ref().is_ok_and(|it| it.machine_only) {
            println!("only on the machine: {}", path.display());
            continue;
        }
        let places = places.clone();
        playing.push(tasks.spawn(async move {
            let _place = places.acquire().await.unwrap();
            let played = match story {
                Ok(story) => over_sockets(&story).await,
                Err(failure) => Err(failure),
            };
            played.map_err(|failure| report(&path, &failure))
        }));
    }
    let mut failed = Vec::new();
    for playing in playing {
        failed.extend(playing.await.unwrap().err());
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}
