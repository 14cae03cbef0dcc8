//! Frame: the output of one tick for one screen.

use bytes::Bytes;
use engine::id::CharacterId;
use smallvec::SmallVec;
use telnet::gmcp::EncodedMessage;
use text::styled::CleanText;
use world::{beings::settings::Settings, witness::backlog::ShownUpto};

/// Rendered lines; a tick shows most screens one.
pub type Lines = SmallVec<[Bytes; 1]>;

/// Frame: the output of one tick for one screen.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Number of lines that were dropped before this frame.
    pub left_out: usize,
    /// Structured data (GMCP) for the client. The connection drops messages of modules that are not
    /// enabled.
    pub data: Vec<EncodedMessage>,
    /// The rendered lines; lines that many read are shared.
    pub lines: Lines,
    /// Number of the last of the lines; those before it have consecutive numbers.
    pub shown_upto: Option<ShownUpto>,
    /// Text shown after the lines that is not part of the world's output.
    pub beside: Option<Box<str>>,
    /// True if a prompt follows; screen readers get none.
    pub prompt: bool,
    /// Last words, after which the connection ends.
    pub last: Option<Box<str>>,
    /// True if the last words are those of the server that stops, so that the stay may go on.
    pub stops: bool,
    /// Switch to another character that is played next over the same connection, if any.
    pub switch: Option<Box<Switch>>,
    /// Settings of the player.
    pub settings: Settings,
}

/// Switch of a connection to another character.
#[derive(Debug, Clone)]
pub struct Switch {
    pub character: CharacterId,
    /// Lines that were handed to the game and are for the other character.
    pub unread: Vec<CleanText>,
}

impl Frame {
    /// Creates a frame of lines, followed by a prompt.
    #[must_use]
    pub fn new(lines: Lines, settings: Settings) -> Self {
        Self {
            left_out: 0,
            data: Vec::new(),
            lines,
            shown_upto: None,
            beside: None,
            prompt: true,
            last: None,
            stops: false,
            switch: None,
            settings,
        }
    }

    /// Creates a frame with last words only.
    #[must_use]
    pub fn last_words(words: &str) -> Self {
        Self { last: Some(words.into()), ..Self::new(Lines::new(), Settings::default()) }
    }

    /// Creates a frame with the last words of a server that stops.
    #[must_use]
    pub fn stopping(words: &str) -> Self {
        Self { stops: true, ..Self::last_words(words) }
    }

    /// Returns the numbers of its lines, if they are numbered: that of the first, and of the last.
    #[must_use]
    pub fn numbers(&self) -> Option<(u64, ShownUpto)> {
        let last = self.shown_upto?;
        let before = u64::try_from(self.lines.len()).ok()?.checked_sub(1)?;
        Some((last.n.saturating_sub(before), last))
    }

    /// Returns the bytes it holds, its own and those of each piece.
    #[must_use]
    pub fn size(&self) -> usize {
        let pieces = self.data.iter().map(EncodedMessage::bytes).chain(&self.lines);
        let beside = self.beside.as_ref().map_or(0, |it| it.len());
        size_of::<Self>() + beside + pieces.map(|it| size_of::<Bytes>() + it.len()).sum::<usize>()
    }

    /// Returns whether this is the last frame of the screen: last words or a switch of character.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.last.is_some() || self.switch.is_some()
    }
}
