//! A game with a witness, in which whoever plays waits for nothing.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use engine::id::SessionId;

use super::witness::{self, Witnessed};
use crate::{
    Trouble,
    brain::{Brain, Impostor},
    machine::Machine,
    play::Stage,
    play::at_once,
    story::{Step, Story},
};

/// The longest line that a server takes, in bytes, unless its operator wants it otherwise.
const LONGEST: usize = 4_096;

/// A game with a witness.
pub struct WatchedGame {
    machine: Machine,
    /// The people of the story, by what it calls them.
    people: Vec<String>,
    readers: BTreeMap<SessionId, String>,
}

impl WatchedGame {
    /// The game of a story with these files, in which somebody else answers for all characters.
    ///
    /// # Errors
    /// A malformed story, or content that cannot be built.
    pub fn new(
        story: &Story,
        files: Vec<(String, String)>,
        model: Arc<dyn Impostor>,
    ) -> Result<Self, Trouble> {
        let machine = Machine::of(story, files, witness::rules, Brain::of(model))?;
        let people = story.cast.people.iter().map(|it| it.handle.clone()).collect();
        Ok(Self { machine, people, readers: BTreeMap::new() })
    }

    /// The game, to read.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Carries out a step of a story; an assertion does nothing.
    ///
    /// # Errors
    /// A step that cannot be done.
    pub fn step(&mut self, step: &Step) -> Result<(), Trouble> {
        match step {
            Step::Enter(who) => at_once(self.machine.enter(who)),
            Step::Type(lines) => self.typed(lines),
            Step::Wait(span) => self.wait(*span),
            Step::Restart => at_once(self.machine.restart()),
            Step::Reply(..)
            | Step::Read(..)
            | Step::Asked { .. }
            | Step::Ended(..)
            | Step::Called(..) => Ok(()),
        }
    }

    /// People type lines in one tick, those who are still there. A line that is too long does not get
    /// through.
    ///
    /// # Errors
    /// A game that breaks.
    pub fn typed(&mut self, lines: &[(String, String)]) -> Result<(), Trouble> {
        let mut lines = lines.to_vec();
        lines.retain(|(who, line)| self.machine.is_there(who) && line.len() <= LONGEST);
        at_once(self.machine.type_lines(&lines))
    }

    /// Lets time pass without input.
    ///
    /// # Errors
    /// A game that breaks.
    pub fn wait(&mut self, span: Duration) -> Result<(), Trouble> {
        at_once(self.machine.wait(span))
    }

    /// Events that the witness saw since the last call.
    pub fn seen(&mut self) -> Vec<Witnessed> {
        for who in &self.people {
            let session = self.machine.reads_by(who);
            self.readers.extend(session.map(|it| (it, who.clone())));
        }
        self.machine.drain()
    }

    /// Player of the story on each connection, as far as anything was seen.
    #[must_use]
    pub fn readers(&self) -> &BTreeMap<SessionId, String> {
        &self.readers
    }
}
