//! The log of everything that came into a run, tick by tick, and of what each tick showed: the same
//! log over the same program gives the same run.
//!
//! It is a line of JSON for each entry, after a heading that states its format.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Write},
    path::Path,
};

use serde::{Deserialize, Serialize};
use world::engine::id::SessionId;

use super::{inputs::TickInputs, shown::Digests};
use crate::{setup::Recording, store::private};

/// The format of the journals that this program writes and can play again. Whatever changes what an
/// entry says raises it.
pub const FORMAT: u32 = 2;

/// The first line of a journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JournalHeading {
    /// [`FORMAT`] of the program that wrote it.
    pub(super) format: u32,
    /// The version of that program.
    pub(super) program: String,
}

/// A further line of a journal.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum JournalEntry<'a> {
    /// What the run begins with; the first entry, and no other.
    Begin(Cow<'a, Recording>),
    /// New content for the next tick: path and text of each file.
    Content(Cow<'a, [(String, String)]>),
    /// A tick that is about to run.
    Tick(Cow<'a, TickInputs>),
    /// What the tick before showed, if anything.
    Shown(Vec<(SessionId, u64)>),
}

/// A journal that is being written.
pub struct Journal {
    out: File,
    line: Vec<u8>,
}

impl Journal {
    /// Begins a journal.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(path: &Path, recording: &Recording) -> io::Result<Self> {
        let out = private::file().truncate(true).open(path)?;
        let mut journal = Self { out, line: Vec::new() };
        let program = env!("CARGO_PKG_VERSION").to_owned();
        journal.add(&JournalHeading { format: FORMAT, program })?;
        journal.add(&JournalEntry::Begin(Cow::Borrowed(recording)))?;
        Ok(journal)
    }

    /// Adds a tick that is about to run, so that one that ends the run is in the journal, too.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn tick(&mut self, inputs: &TickInputs) -> io::Result<()> {
        for reread in &inputs.reloads {
            self.add(&JournalEntry::Content(Cow::Borrowed(&reread.files)))?;
        }
        self.add(&JournalEntry::Tick(Cow::Borrowed(inputs)))
    }

    /// Adds what that tick showed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn shown(&mut self, digests: Digests) -> io::Result<()> {
        if digests.is_empty() {
            return Ok(());
        }
        self.add(&JournalEntry::Shown(digests.into_iter().collect()))
    }

    /// Adds a line, which a kill right after it leaves whole.
    fn add(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line)?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }
}
