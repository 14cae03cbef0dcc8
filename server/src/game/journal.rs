//! The log of everything that came into a run, tick by tick: the same log over
//! the same program gives the same run.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::Path,
};

use assistants::think::outside::MindInput;
use serde::{Deserialize, Serialize};
use world::{
    engine::{clock::WorldTime, fault::Broken},
    input::Input,
};

use crate::{
    screen::draft::Drafts,
    setup::{self, Recording, Rules},
    store::private,
};

/// Everything that comes into one tick.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TickInputs {
    /// The tick's time.
    pub now: WorldTime,
    /// What came into the world.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub world: Vec<Input>,
    /// What came into the minds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minds: Vec<MindInput>,
    /// New content, in the order in which it came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reloads: Vec<Vec<(String, String)>>,
}

impl TickInputs {
    /// Whether nothing came.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.world.is_empty() && self.minds.is_empty() && self.reloads.is_empty()
    }
}

/// A journal that is being written.
pub struct Journal {
    out: BufWriter<File>,
}

impl Journal {
    /// Begins a journal.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(path: &Path, recording: &Recording) -> io::Result<Self> {
        let mut out = BufWriter::new(private::file().truncate(true).open(path)?);
        serde_json::to_writer(&mut out, recording)?;
        out.write_all(b"\n")?;
        Ok(Self { out })
    }

    /// Adds a tick.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn tick(&mut self, inputs: &TickInputs) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, inputs)?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}

/// A journal cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It cannot be read.
    #[error("The journal cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// It is not a journal, or of another version.
    #[error("Line {line} is not part of a journal of this version: {source}")]
    Foreign {
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// It does not begin with a game that can be built.
    #[error("The game it begins with cannot be built: {0}")]
    Unbuildable(String),
    /// The world broke in it, as it did then.
    #[error("Line {line} is where this run ended: {broken}")]
    Broken {
        /// Which line, from 1.
        line: usize,
        /// Why.
        broken: Broken,
    },
}

/// Plays a journal again by the rules of its game and hands what each session saw, tick by tick, to
/// `saw`: the session's number and its rendered lines.
///
/// # Errors
/// [`ReplayError`].
pub fn replay(
    path: &Path,
    rules: Rules,
    mut saw: impl FnMut(u64, &[u8]),
) -> Result<(), ReplayError> {
    let mut lines = BufReader::new(File::open(path)?).lines();
    let foreign = |line: usize| move |source| ReplayError::Foreign { line, source };
    let first = lines.next().transpose()?.unwrap_or_default();
    let recording: Recording = serde_json::from_str(&first).map_err(foreign(1))?;
    let (mut sim, _) = setup::build(&recording, rules)
        .map_err(|it| ReplayError::Unbuildable(format!("{it:?}")))?;
    for (n, line) in lines.enumerate() {
        let inputs: TickInputs = serde_json::from_str(&line?).map_err(foreign(n + 2))?;
        for files in &inputs.reloads {
            let authored = setup::check(&sim, files);
            let authored = authored.map_err(|it| ReplayError::Unbuildable(format!("{it:?}")))?;
            setup::reload(&mut sim, &authored);
        }
        for input in inputs.world {
            sim.put(input);
        }
        for input in inputs.minds {
            sim.put(input);
        }
        sim.tick(inputs.now).map_err(|broken| ReplayError::Broken { line: n + 2, broken })?;
        for draft in sim.world_mut().resource_mut::<Drafts>().take() {
            for line in &draft.lines {
                saw(draft.session.0, line);
            }
        }
    }
    Ok(())
}
