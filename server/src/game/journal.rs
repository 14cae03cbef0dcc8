//! Journal: the log of everything that came into a run, tick by tick, and of what each tick showed:
//! the same log over the same program gives the same run.
//!
//! It is a line of JSON for each entry, after a heading that states its format. With those of the
//! runs before it takes a bounded place: the oldest makes room for the one that is written, and one
//! that fills all the place alone ends with a mark.

mod older;
#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Write},
    path::Path,
};

use engine::id::SessionId;
use serde::{Deserialize, Serialize};

use self::older::OlderJournals;
use super::{inputs::TickInputs, shown::Digests};
use store::private;

use crate::{
    operate::{args::VERSION, config::ServerConfig},
    setup::{Recording, error::RunError},
};

/// The format of the journals that this program writes and can play again. Whatever changes what an
/// entry says raises it.
pub const FORMAT: u32 = 5;

const MEBIBYTE: u64 = 1_024 * 1_024;

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
    /// Initial state of the run; the first entry, and no other.
    Begin(Cow<'a, Recording>),
    /// New content for the next tick: path and text of each file.
    Content(Cow<'a, [(String, String)]>),
    /// A tick that is about to run.
    Tick(Cow<'a, TickInputs>),
    /// Digests of the output of the previous tick, by session.
    Shown(Vec<(SessionId, u64)>),
    /// The journal has no room for more, and the run goes on without it; the last entry.
    Full,
}

/// Error of the journal, after which nothing more is written into it.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The journal has no room left.
    #[error("it has reached the {0} bytes that `server.journal_mebibytes` allows")]
    Full(u64),
    /// The file cannot be written.
    #[error(transparent)]
    Unwritable(#[from] io::Error),
}

/// A journal that is being written.
pub struct Journal {
    out: File,
    older: OlderJournals,
    /// Maximum size of this journal and the older ones together, in bytes.
    most: u64,
    /// Bytes that can be added before an older one has to go.
    room: u64,
    /// Buffer for the next line, and for the last one if there will be no room for another.
    line: Vec<u8>,
    mark: Vec<u8>,
}

impl Journal {
    /// Begins the journal of a run that begins with this, if the settings want one.
    ///
    /// # Errors
    /// [`RunError::Journal`] when it cannot be written.
    pub fn wanted(settings: &ServerConfig, begin: &Recording) -> Result<Option<Self>, RunError> {
        if !settings.journal {
            return Ok(None);
        }
        let most = settings.journal_mebibytes.saturating_mul(MEBIBYTE);
        match Self::begin(&settings.data, settings.journal_runs, most, begin) {
            Ok(journal) => Ok(Some(journal)),
            Err(JournalError::Unwritable(source)) => {
                Err(RunError::Journal { path: settings.data.join(older::NAME), source })
            }
            Err(full @ JournalError::Full(_)) => {
                full.log_end();
                Ok(None)
            }
        }
    }

    /// Begins a journal in a folder where those of so many runs are kept, this one among them, and
    /// take so many bytes together at most.
    fn begin(
        folder: &Path,
        runs: usize,
        most: u64,
        recording: &Recording,
    ) -> Result<Self, JournalError> {
        let older = OlderJournals::make_way(folder, runs)?;
        let out = private::file().truncate(true).open(folder.join(older::NAME))?;
        let room = most.saturating_sub(older.bytes());
        let (line, mut mark) = (Vec::new(), Vec::new());
        write_line(&mut mark, &JournalEntry::Full)?;
        let mut journal = Self { out, older, most, room, line, mark };
        journal.add(&JournalHeading { format: FORMAT, program: VERSION.to_owned() })?;
        journal.add(&JournalEntry::Begin(Cow::Borrowed(recording)))?;
        Ok(journal)
    }

    /// Adds a tick that is about to run, so that one that ends the run is in the journal, too.
    ///
    /// # Errors
    /// [`JournalError`]; nothing may be added after that.
    pub fn tick(&mut self, inputs: &TickInputs) -> Result<(), JournalError> {
        for reread in &inputs.reloads {
            self.add(&JournalEntry::Content(Cow::Borrowed(&reread.files)))?;
        }
        self.add(&JournalEntry::Tick(Cow::Borrowed(inputs)))
    }

    /// Adds what that tick showed.
    ///
    /// # Errors
    /// [`JournalError`]; nothing may be added after that.
    pub fn shown(&mut self, digests: Digests) -> Result<(), JournalError> {
        if digests.is_empty() {
            return Ok(());
        }
        self.add(&JournalEntry::Shown(digests.into_iter().collect()))
    }

    /// Adds a line, which a kill right after it leaves whole.
    fn add(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        write_line(&mut self.line, line)?;
        let (bytes, mark) = (size(&self.line), size(&self.mark));
        while self.room < bytes + mark {
            match self.older.delete_oldest()? {
                Some(bytes) => self.room += bytes,
                None => {
                    self.out.write_all(&self.mark)?;
                    return Err(JournalError::Full(self.most));
                }
            }
        }
        self.room -= bytes;
        Ok(self.out.write_all(&self.line)?)
    }
}

impl JournalError {
    /// Logs that the journal ends.
    pub fn log_end(&self) {
        match self {
            Self::Full(_) => {
                tracing::warn!("the journal ends here and the game goes on without it: {self}");
            }
            Self::Unwritable(error) => {
                tracing::error!(%error, "the journal cannot be written and ends here");
            }
        }
    }
}

/// Writes something as the one line of `to`.
fn write_line(to: &mut Vec<u8>, line: &impl Serialize) -> io::Result<()> {
    to.clear();
    serde_json::to_writer(&mut *to, line)?;
    to.push(b'\n');
    Ok(())
}

fn size(line: &[u8]) -> u64 {
    u64::try_from(line.len()).unwrap_or(u64::MAX)
}
