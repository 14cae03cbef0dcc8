//! Replay of a journal: the same game, without network, models and data folder, shows what
//! everybody was shown.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use assistants::record::newest::RecordMessage;
use engine::{clock::WorldTime, fault::Broken, id::SessionId, simulation::Simulation};

use super::{
    inputs::TickInputs,
    journal::{FORMAT, JournalEntry, JournalHeading},
    shown::{Digests, Shown, ShownPiece},
};
use crate::setup::{self, Rules, error::Unbuildable, reload::ReloadRequest};

/// A journal cannot be played again, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file cannot be read.
    #[error("The journal cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The file has no heading of a journal.
    #[error(
        "This is no journal, or one from before journals stated their format, which only the \
         program that wrote it can play again."
    )]
    Unstated,
    /// The journal is of another format.
    #[error(
        "This journal is of format {format}, written by hearsay {program}, and this program plays \
         format {FORMAT} again; use the program that wrote it."
    )]
    OtherFormat {
        /// Format that the journal names.
        format: u32,
        /// The version of the program that wrote it.
        program: String,
    },
    /// The journal was cut short before the run began.
    #[error("The journal ends before its run begins, so there is nothing to play again.")]
    Empty,
    /// A line is not part of a journal.
    #[error("Line {line} is not part of a journal: {source}")]
    Foreign {
        /// Line number, from 1.
        line: usize,
        /// Cause of the failure.
        source: serde_json::Error,
    },
    /// A line stands where it means nothing.
    #[error("Line {line} stands where no journal has one of its kind.")]
    Misplaced {
        /// Line number, from 1.
        line: usize,
    },
    /// The journal holds a game that cannot be built.
    #[error("Line {line} holds a game that this program cannot build: {source}")]
    Unbuildable {
        /// Line number, from 1.
        line: usize,
        /// Cause of the failure.
        source: Unbuildable,
    },
    /// The world broke in it, as it did then.
    #[error("Line {line} is where this run ended: {broken}")]
    Broken {
        /// Line number, from 1.
        line: usize,
        /// Cause of the failure.
        broken: Broken,
    },
    /// The output of the replay differs from that of the run.
    #[error("{0}")]
    Differs(Difference),
}

/// First tick of a replay whose output differs from the recorded one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "Tick {tick} (line {line}, {at}) shows session {} something else than it was shown then, so \
     what follows may differ, too; the journal was written by hearsay {program}, by another \
     build of it perhaps, or was changed.", session.0
)]
pub struct Difference {
    /// Number of the tick, from 1.
    pub tick: u64,
    /// The line of that tick, from 1.
    pub line: usize,
    /// Time of the tick.
    pub at: WorldTime,
    /// Session with other output; the first of several.
    pub session: SessionId,
    /// The version of the program that wrote the journal.
    pub program: String,
}

/// State of the end of a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JournalEnd {
    /// With a whole line.
    Whole,
    /// In the middle of a line, as after a kill.
    Cut,
    /// Because it had no room for more; the run went on without it.
    Full,
}

/// Plays a journal again by the rules of its game, and hands what each session is shown to `saw`.
///
/// # Errors
/// [`ReplayError`]. One that differs is played to its end all the same.
pub fn replay(
    path: &Path,
    rules: Rules,
    saw: impl FnMut(SessionId, ShownPiece<'_>),
) -> Result<JournalEnd, ReplayError> {
    let mut lines = JournalLines { file: BufReader::new(File::open(path)?), number: 0, cut: false };
    let program = heading(&mut lines)?;
    let sim = first(&mut lines, rules)?;
    let mut replay =
        Replay { sim, saw, tick: 0, reloads: Vec::new(), last: None, difference: None };
    let played = replay.play(&mut lines);
    match replay.difference {
        Some((tick, session)) => {
            let LastTick { number, line, at, .. } = tick;
            Err(ReplayError::Differs(Difference { tick: number, line, at, session, program }))
        }
        None => played,
    }
}

/// The lines of a journal.
struct JournalLines {
    file: BufReader<File>,
    /// The number of the last line, from 1.
    number: usize,
    /// True when the file ended within a line.
    cut: bool,
}

impl JournalLines {
    /// Reads the next whole line.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        self.file.read_until(b'\n', &mut line)?;
        self.number += 1;
        if line.last() == Some(&b'\n') {
            return Ok(Some(line));
        }
        self.cut = !line.is_empty();
        Ok(None)
    }

    fn entry(&mut self) -> Result<Option<JournalEntry<'static>>, ReplayError> {
        let Some(line) = self.next()? else { return Ok(None) };
        let entry = serde_json::from_slice(&line);
        entry.map(Some).map_err(|source| ReplayError::Foreign { line: self.number, source })
    }
}

/// Reads the heading, and returns which program wrote the journal.
fn heading(lines: &mut JournalLines) -> Result<String, ReplayError> {
    let line = lines.next()?.ok_or(ReplayError::Empty)?;
    let heading = serde_json::from_slice(&line).map_err(|_| ReplayError::Unstated)?;
    let JournalHeading { format, program } = heading;
    if format == FORMAT { Ok(program) } else { Err(ReplayError::OtherFormat { format, program }) }
}

/// Builds the game that the journal begins with.
fn first(lines: &mut JournalLines, rules: Rules) -> Result<Simulation, ReplayError> {
    let line = 2;
    match lines.entry()?.ok_or(ReplayError::Empty)? {
        JournalEntry::Begin(recording) => {
            let built = setup::build(&recording, rules);
            built.map_err(|source| ReplayError::Unbuildable { line, source })
        }
        JournalEntry::Full => Err(ReplayError::Empty),
        JournalEntry::Content(_) | JournalEntry::Tick(_) | JournalEntry::Shown(_) => {
            Err(ReplayError::Misplaced { line })
        }
    }
}

/// A game that is played again.
struct Replay<F> {
    sim: Simulation,
    saw: F,
    /// Number of ticks so far.
    tick: u64,
    /// New content for the next tick.
    reloads: Vec<ReloadRequest>,
    /// The last tick, until what it showed then is known.
    last: Option<LastTick>,
    /// The first tick that showed something else, and whom.
    difference: Option<(LastTick, SessionId)>,
}

/// A tick that was played again.
#[derive(Debug)]
struct LastTick {
    number: u64,
    line: usize,
    at: WorldTime,
    shown: Digests,
}

impl<F: FnMut(SessionId, ShownPiece<'_>)> Replay<F> {
    fn play(&mut self, lines: &mut JournalLines) -> Result<JournalEnd, ReplayError> {
        while let Some(entry) = lines.entry()? {
            let line = lines.number;
            match entry {
                JournalEntry::Begin(_) => return Err(ReplayError::Misplaced { line }),
                JournalEntry::Content(files) => {
                    self.compare(&Digests::new());
                    let reread = ReloadRequest::new(&self.sim, files.into_owned());
                    self.reloads.push(reread.map_err(|problems| ReplayError::Unbuildable {
                        line,
                        source: Unbuildable::Content(problems),
                    })?);
                }
                JournalEntry::Tick(inputs) => {
                    self.compare(&Digests::new());
                    self.tick(line, inputs.into_owned())?;
                }
                JournalEntry::Shown(then) => {
                    if self.last.is_none() {
                        return Err(ReplayError::Misplaced { line });
                    }
                    self.compare(&then.into_iter().collect());
                }
                JournalEntry::Full => return Ok(JournalEnd::Full),
            }
        }
        // What the last tick showed may not have been written down any more.
        Ok(if lines.cut { JournalEnd::Cut } else { JournalEnd::Whole })
    }

    fn tick(&mut self, line: usize, mut inputs: TickInputs) -> Result<(), ReplayError> {
        self.tick += 1;
        inputs.reloads = std::mem::take(&mut self.reloads);
        let at = inputs.now;
        let ran = inputs.run(&mut self.sim);
        ran.map_err(|broken| ReplayError::Broken { line, broken })?;
        // The run that is played again has written it down.
        drop(self.sim.drain::<RecordMessage>());
        let shown = Shown::take(&mut self.sim);
        shown.pieces().for_each(|(session, piece)| (self.saw)(session, piece));
        self.last = Some(LastTick { number: self.tick, line, at, shown: shown.digests() });
        Ok(())
    }

    /// Compares what the last tick shows with what it showed then.
    fn compare(&mut self, then: &Digests) {
        let Some(last) = self.last.take() else { return };
        let sessions = last.shown.keys().chain(then.keys());
        let other = sessions.filter(|it| last.shown.get(it) != then.get(it)).min().copied();
        if let Some(session) = other.filter(|_| self.difference.is_none()) {
            self.difference = Some((last, session));
        }
    }
}
