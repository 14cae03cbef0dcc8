//! Why a mind did what it did: what `why` shows to the staff.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;
use world::engine::clock::WorldTime;

/// Most thoughts that are kept.
const THOUGHTS: usize = 12;
/// Most lines of one thought.
const LINES: usize = 80;
/// Longest line, in characters; what is longer is cut.
const LONGEST: usize = 400;

/// The last thoughts of a mind, oldest first.
#[derive(Component, Debug, Default)]
pub struct Trace(VecDeque<Story>);

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
        if self.0.len() == THOUGHTS {
            self.0.pop_front();
        }
        self.0.push_back(Story { at, lines: Vec::new() });
        self.note(line);
    }

    /// Adds a line to the current thought's story.
    pub fn note(&mut self, line: impl Into<String>) {
        let Some(story) = self.0.back_mut() else { return };
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
        self.0.iter().rev()
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
