//! A story walked step by step, whatever plays it.

use std::{
    collections::BTreeSet,
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use crate::{
    Trouble,
    brain::Brain,
    story::{Expected, Failure, Step, Story, is_like},
};

/// Target on which a story can be played. Each call returns once its effects, and all that follows
/// at once, have happened.
pub trait Stage {
    /// The model of the assistants.
    fn brain(&self) -> &Brain;
    /// Somebody of the cast comes in. What they read of it is thrown away.
    fn enter(&mut self, who: &str) -> impl Future<Output = Result<(), Trouble>>;
    /// Throws away all that everybody read so far.
    fn clear(&mut self) -> impl Future<Output = Result<(), Trouble>>;
    /// Lines are typed, all in one tick.
    fn type_lines(
        &mut self,
        lines: &[(String, String)],
    ) -> impl Future<Output = Result<(), Trouble>>;
    /// Somebody's next line; none when there is none and none is on its way.
    fn read(&mut self, who: &str) -> impl Future<Output = Result<Option<String>, Trouble>>;
    /// Somebody's next line, waiting for it as long as is bearable. Unlike
    /// [`Stage::read`] it sends nothing, so last words are not lost to it.
    fn await_line(&mut self, who: &str) -> impl Future<Output = Result<Option<String>, Trouble>>;
    /// Stop reason of an assistant's last thought.
    fn ended(&mut self, npc: &str) -> impl Future<Output = Result<String, Trouble>>;
    /// Number of calls of a service's tool so far; none where there are no services.
    fn calls_of(&self, _tool: &str) -> usize {
        0
    }
    /// The clock moves on.
    fn wait(&mut self, span: Duration) -> impl Future<Output = Result<(), Trouble>>;
    /// Everything is saved and starts again, and everybody comes back.
    fn restart(&mut self) -> impl Future<Output = Result<(), Trouble>>;
}

/// Runs a future that never waits, as those of a [`Stage`] without a server are.
///
/// # Panics
/// A future that waits.
pub fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("a game without a server never waits"),
    }
}

/// A change to a story's file, so that it tells what was really read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The line that is replaced.
    pub line: usize,
    /// Lines in its place.
    pub by: Vec<String>,
}

/// Use of a story: to be checked, or to be rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Every line must be as the story says.
    Check,
    /// The story is to say what the lines are.
    Tell,
}

/// Plays a story. In [`Mode::Tell`] the edits make it fit.
///
/// # Errors
/// The first line that does not go as it should.
pub async fn play(story: &Story, stage: &mut impl Stage, mode: Mode) -> Result<Vec<Edit>, Failure> {
    let mut player =
        Player { story, stage, mode, skipping: BTreeSet::new(), edits: Vec::new(), opened: false };
    player.lay_out_from(0);
    for (at, (line, step)) in story.steps.iter().enumerate() {
        player.step(at, *line, step).await.map_err(|words| Failure::new(*line, words))?;
    }
    match player.stage.brain().left() {
        Some((line, npc)) => Err(Failure::new(line, format!("{npc}'s model was not asked"))),
        None => Ok(player.edits),
    }
}

struct Player<'a, S> {
    story: &'a Story,
    stage: &'a mut S,
    mode: Mode,
    skipping: BTreeSet<String>,
    edits: Vec<Edit>,
    /// True once everybody who is there from the start has come in.
    opened: bool,
}

impl<S: Stage> Player<'_, S> {
    /// Lays out the answers that stand before the next act: they belong to what
    /// has just been, or is just being, done.
    fn lay_out_from(&mut self, at: usize) {
        let steps = self.story.steps.iter().skip(at);
        for (line, step) in steps.take_while(|(_, step)| !step.acts()) {
            if let Step::Reply(npc, play) = step {
                self.stage.brain().lay_out(npc, *line, play.clone());
            }
        }
    }

    async fn step(&mut self, at: usize, line: usize, step: &Step) -> Result<(), Trouble> {
        if step.acts() {
            self.lay_out_from(at + 1);
        }
        if !matches!(step, Step::Enter(_)) && !self.opened {
            self.opened = true;
            self.stage.clear().await?;
        }
        match step {
            Step::Enter(who) => self.stage.enter(who).await,
            Step::Type(lines) => self.stage.type_lines(lines).await,
            Step::Wait(span) => self.stage.wait(*span).await,
            Step::Restart => self.stage.restart().await,
            Step::Reply(..) => Ok(()),
            Step::Asked { npc, holds, text } => self.asked(npc, *holds, text),
            Step::Ended(npc, reason) => {
                let ended = self.stage.ended(npc).await?;
                (ended == *reason)
                    .then_some(())
                    .ok_or_else(|| format!("the thought ended by {ended}"))
            }
            Step::Called(tool, times) => {
                let called = self.stage.calls_of(tool);
                let is_so = called == *times;
                is_so.then_some(()).ok_or_else(|| format!("`{tool}` was called {called} times"))
            }
            Step::Read(who, expected) => {
                self.read(line, who, expected).await?;
                self.tell_the_rest(at, line, who, expected).await
            }
        }
    }

    fn asked(&self, npc: &str, holds: bool, text: &str) -> Result<(), Trouble> {
        let asked = self.stage.brain().asked(npc);
        let asked = asked.ok_or_else(|| format!("{npc}'s model was never asked"))?;
        match (asked.contains(text), holds) {
            (true, true) | (false, false) => Ok(()),
            (true, false) => Err(format!("the question holds {text:?}:\n{asked}")),
            (false, true) => Err(format!("the question lacks {text:?}:\n{asked}")),
        }
    }

    async fn read(&mut self, line: usize, who: &str, expected: &Expected) -> Result<(), Trouble> {
        let (fits, written): (Box<dyn Fn(&str) -> bool + Send + Sync>, &str) = match expected {
            Expected::Anything => {
                self.skipping.insert(who.to_owned());
                return Ok(());
            }
            Expected::Nothing => {
                return match self.stage.read(who).await? {
                    _ if self.skipping.remove(who) => Err("`<-` after `<...` says nothing".into()),
                    Some(read) => Err(format!("{who} reads: {read}")),
                    None => Ok(()),
                };
            }
            Expected::Line(text) => (Box::new(move |it| it == text), text),
            Expected::Like(form) => (Box::new(move |it| is_like(form, it)), form),
        };
        let skipping = self.skipping.remove(who);
        let mut read: Vec<String> = Vec::new();
        loop {
            let next = self.stage.await_line(who).await?;
            match next {
                Some(next) if fits(&next) => return Ok(()),
                Some(next) => read.push(next),
                None => break,
            }
            if !skipping {
                break;
            }
        }
        if self.mode == Mode::Tell && matches!(expected, Expected::Line(_)) && !skipping {
            let by = read.iter().map(|it| format!("{who}< {it}")).collect();
            self.edits.push(Edit { line, by });
            return Ok(());
        }
        if read.is_empty() {
            return Err(format!("{who} reads nothing, not: {written}"));
        }
        Err(format!("{who} reads:\n    {}", read.join("\n    ")))
    }

    /// In [`Mode::Tell`] the last of somebody's lines brings the unread ones
    /// along.
    async fn tell_the_rest(
        &mut self,
        at: usize,
        line: usize,
        who: &str,
        expected: &Expected,
    ) -> Result<(), Trouble> {
        let steps = self.story.steps.iter().skip(at + 1);
        let more = steps
            .take_while(|(_, step)| !step.acts())
            .any(|(_, step)| matches!(step, Step::Read(other, _) if other == who));
        if self.mode == Mode::Check || more || !matches!(expected, Expected::Line(_)) {
            return Ok(());
        }
        let mut rest = Vec::new();
        while let Some(next) = self.stage.read(who).await? {
            rest.push(format!("{who}< {next}").trim_end().to_owned());
        }
        if rest.is_empty() {
            return Ok(());
        }
        match self.edits.last_mut().filter(|it| it.line == line) {
            Some(edit) => edit.by.extend(rest),
            None => {
                let Expected::Line(text) = expected else {
                    return Ok(());
                };
                let mut by = vec![format!("{who}< {text}")];
                by.extend(rest);
                self.edits.push(Edit { line, by });
            }
        }
        Ok(())
    }
}

/// A text with edits made.
#[must_use]
pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (n, line) in text.lines().enumerate() {
        match edits.iter().find(|it| it.line == n + 1) {
            Some(edit) => lines.extend(edit.by.iter().map(|it| it.trim_end().to_owned())),
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}
