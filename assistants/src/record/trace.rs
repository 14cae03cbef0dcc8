//! Why a mind did what it did: what `why` shows to the staff.

use std::{collections::VecDeque, sync::Arc};

use bevy_ecs::prelude::*;
use world::{engine::clock::WorldTime, witness::fact::Happening, words::label::Readers};

/// Most thoughts that are kept.
const THOUGHTS: usize = 12;
/// Most lines of one thought.
const LINES: usize = 80;
/// Longest line, in characters; what is longer is cut.
const LONGEST: usize = 400;
/// Most lines that are kept of those it passed over.
const PASSED_OVER: usize = 20;

/// The last thoughts of a mind, oldest first, and what it heard and did not react to.
#[derive(Component, Debug, Default)]
pub struct Trace {
    stories: VecDeque<Story>,
    passed_over: VecDeque<PassedOver>,
}

/// Words that a mind heard and did not react to.
#[derive(Debug, Clone)]
pub struct PassedOver {
    pub what: Arc<Happening>,
    /// What the rule is called that says so.
    pub rule: &'static str,
}

/// One thought, step by step.
#[derive(Debug, Clone, Default)]
pub struct Story {
    /// When it began.
    pub at: WorldTime,
    /// What happened, a line each.
    pub lines: Vec<String>,
}

impl Trace {
    /// Begins the story of a new thought.
    pub fn begin(&mut self, at: WorldTime, line: impl Into<String>) {
        if self.stories.len() == THOUGHTS {
            self.stories.pop_front();
        }
        self.stories.push_back(Story { at, lines: Vec::new() });
        self.note(line);
    }

    /// Adds a line to the current thought's story.
    pub fn note(&mut self, line: impl Into<String>) {
        let Some(story) = self.stories.back_mut() else { return };
        if story.lines.len() >= LINES {
            return;
        }
        let mut line: String = line.into();
        if let Some((cut, _)) = line.char_indices().nth(LONGEST) {
            line.truncate(cut);
            line.push('…');
        }
        story.lines.push(line);
    }

    /// The stories, newest first.
    pub fn stories(&self) -> impl Iterator<Item = &Story> {
        self.stories.iter().rev()
    }

    /// Takes note of words in the open that it does not react to; the oldest make room.
    pub fn pass_over(&mut self, what: &Arc<Happening>, rule: &'static str) {
        if what.fact.words().is_none() || what.label.readers != Readers::Everyone {
            return;
        }
        if self.passed_over.len() == PASSED_OVER {
            self.passed_over.pop_front();
        }
        self.passed_over.push_back(PassedOver { what: what.clone(), rule });
    }

    /// What it passed over, newest first.
    pub fn passed_over(&self) -> impl Iterator<Item = &PassedOver> {
        self.passed_over.iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stories_are_kept_within_bounds() {
        let mut trace = Trace::default();
        for n in 0..40 {
            trace.begin(WorldTime(n), "begins");
            for _ in 0..200 {
                trace.note("x".repeat(1_000));
            }
        }
        assert_eq!(trace.stories().count(), THOUGHTS);
        let newest = trace.stories().next().unwrap();
        assert_eq!((newest.at, newest.lines.len()), (WorldTime(39), LINES));
        assert_eq!(newest.lines[1].chars().count(), LONGEST + 1);
    }
}
