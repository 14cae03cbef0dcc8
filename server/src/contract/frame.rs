//! What one tick shows on one screen.

use bytes::Bytes;
use engine::id::CharacterId;
use smallvec::SmallVec;
use telnet::gmcp::EncodedMessage;
use text::styled::CleanText;
use world::{beings::settings::Settings, witness::backlog::ShownUpto};

/// Rendered lines; a tick shows most screens one.
pub type Lines = SmallVec<[Bytes; 1]>;

/// What one tick shows on one screen.
#[derive(Debug, Clone)]
pub struct Frame {
    /// How many lines were left out before it.
    pub left_out: usize,
    /// Structured data for the client. The connection drops messages of modules that are not enabled.
    pub data: Vec<EncodedMessage>,
    /// The rendered lines; lines that many read are shared.
    pub lines: Lines,
    /// The number of the last of the lines; those before it have the numbers before it.
    pub shown_upto: Option<ShownUpto>,
    /// Words that are shown after the lines, and are no part of what the world shows.
    pub beside: Option<Box<str>>,
    /// Whether a prompt follows; screen readers are spared it.
    pub prompt: bool,
    /// Last words, after which the connection ends.
    pub last: Option<Box<str>>,
    /// Who is played next over the connection, when that is another character.
    pub switch: Option<Box<Switch>>,
    /// How the player wants to be served.
    pub settings: Settings,
}

/// A connection goes on as another character.
#[derive(Debug, Clone)]
pub struct Switch {
    pub character: CharacterId,
    /// Lines that were handed to the game and are for the other character.
    pub unread: Vec<CleanText>,
}

impl Frame {
    /// A frame of lines.
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
            switch: None,
            settings,
        }
    }

    /// Last words alone.
    #[must_use]
    pub fn last_words(words: &str) -> Self {
        Self { last: Some(words.into()), ..Self::new(Lines::new(), Settings::default()) }
    }

    /// The numbers of its lines, if they have any: that of the first, and of the last.
    #[must_use]
    pub fn numbers(&self) -> Option<(u64, ShownUpto)> {
        let last = self.shown_upto?;
        let before = u64::try_from(self.lines.len()).ok()?.checked_sub(1)?;
        Some((last.n.saturating_sub(before), last))
    }

    /// The bytes it holds, its own and those of each piece.
    #[must_use]
    pub fn size(&self) -> usize {
        let pieces = self.data.iter().map(EncodedMessage::bytes).chain(&self.lines);
        let beside = self.beside.as_ref().map_or(0, |it| it.len());
        size_of::<Self>() + beside + pieces.map(|it| size_of::<Bytes>() + it.len()).sum::<usize>()
    }

    /// Whether the screen shows nothing after it.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.last.is_some() || self.switch.is_some()
    }
}
