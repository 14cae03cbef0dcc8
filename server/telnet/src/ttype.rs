//! Terminal type negotiation: asks a client for its name, its terminal and its MTTS bits, one SEND
//! at a time (RFC 1091).
//!
//! An MTTS client answers the first ask with its own name, the second with the terminal it imitates
//! and the third with `MTTS` and a number. A plain client answers each ask with the same terminal
//! type. Either shows the end of its list by repeating an answer.

/// The subnegotiation byte by which we ask.
pub(super) const SEND: u8 = 1;
/// The subnegotiation byte by which the peer answers.
const IS: u8 = 0;

/// Maximum number of queries. A fifth would start some clients' list again.
const MOST_ASKS: u8 = 4;

/// Maximum length of a name, in characters. RFC 1091 allows 40; a few more do no harm, and a name
/// is shown to staff.
const MOST_CHARACTERS: usize = 64;

/// Facts about a terminal, as the peer's client claims. They may pick colours, never rights.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TerminalFacts {
    /// The first answer: the client's name, such as `MUDLET`, or a plain client's terminal type.
    /// At most 64 printable ASCII characters.
    pub client: Option<Box<str>>,
    /// The second answer: the terminal type, such as `XTERM-256COLOR`. At most 64 printable ASCII
    /// characters.
    pub terminal: Option<Box<str>>,
    /// The abilities, if the client speaks MTTS.
    pub mtts: Option<Mtts>,
}

/// The abilities that a client reports as the bits of an MTTS number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mtts {
    /// Bit 1: ANSI colours.
    pub ansi: bool,
    /// Bit 2: VT100 cursor control.
    pub vt100: bool,
    /// Bit 4: UTF-8.
    pub utf8: bool,
    /// Bit 8: the 256-colour palette.
    pub colours_256: bool,
    /// Bit 16: mouse reports.
    pub mouse: bool,
    /// Bit 32: the palette can be changed by OSC.
    pub palette: bool,
    /// Bit 64: the player listens by a screen reader.
    pub screen_reader: bool,
    /// Bit 128: the client is a proxy for the player's own.
    pub proxy: bool,
    /// Bit 256: 24-bit colours.
    pub truecolour: bool,
    /// Bit 512: MNES, variables by NEW-ENVIRON.
    pub mnes: bool,
    /// Bit 1024: MSLP links.
    pub links: bool,
    /// Bit 2048: the connection is encrypted by TLS.
    pub tls: bool,
}

impl Mtts {
    /// Reads the bits of an MTTS number; bits that have no name yet are ignored.
    pub fn from_bits(bits: u32) -> Self {
        let has = |bit| bits & bit != 0;
        Self {
            ansi: has(1),
            vt100: has(2),
            utf8: has(4),
            colours_256: has(8),
            mouse: has(16),
            palette: has(32),
            screen_reader: has(64),
            proxy: has(128),
            truecolour: has(256),
            mnes: has(512),
            links: has(1024),
            tls: has(2048),
        }
    }
}

/// State of the TTYPE queries. They run once per connection, however often the option is switched.
#[derive(Default)]
pub(super) enum Cycle {
    #[default]
    NotBegun,
    Asking(Box<Answers>),
    Done,
}

/// Queries sent and answers received; kept only while there is more to ask.
pub(super) struct Answers {
    asks: u8,
    last: Box<str>,
    facts: TerminalFacts,
}

/// Result of one answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TtypeResult {
    /// Known facts, if this answer added to them.
    pub(super) news: Option<TerminalFacts>,
    /// True if another SEND is to be sent.
    pub(super) ask_again: bool,
}

impl Cycle {
    /// Notes that the peer agreed to TTYPE; returns whether to send the first SEND.
    pub(super) fn start(&mut self) -> bool {
        if !matches!(self, Self::NotBegun) {
            return false;
        }
        let answers = Answers { asks: 1, last: Box::default(), facts: TerminalFacts::default() };
        *self = Self::Asking(Box::new(answers));
        true
    }

    /// Returns whether an answer is still to come.
    pub(super) fn is_asking(&self) -> bool {
        matches!(self, Self::Asking(_))
    }

    /// Returns whether the queries are complete.
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Self::Done)
    }

    /// Processes the data of one subnegotiation. Unrequested data is ignored.
    pub(super) fn on_data(&mut self, data: &[u8]) -> TtypeResult {
        let Self::Asking(answers) = self else {
            return TtypeResult::default();
        };
        let [IS, text @ ..] = data else {
            return TtypeResult::default();
        };
        let told = answers.take(clean(text));
        if !told.ask_again {
            *self = Self::Done;
        }
        told
    }
}

impl Answers {
    fn take(&mut self, text: Box<str>) -> TtypeResult {
        if text.is_empty() || text == self.last {
            return TtypeResult::default();
        }
        let news = self.learn(&text).then(|| self.facts.clone());
        self.last = text;
        let ask_again = self.asks < MOST_ASKS;
        if ask_again {
            self.asks += 1;
        }
        TtypeResult { news, ask_again }
    }

    /// Notes the facts in `text`, the answer to the newest query; returns whether there were any.
    fn learn(&mut self, text: &str) -> bool {
        if let Some(bits) = text.strip_prefix("MTTS ").and_then(|bits| bits.parse().ok()) {
            self.facts.mtts = Some(Mtts::from_bits(bits));
            return true;
        }
        let place = match self.asks {
            1 => &mut self.facts.client,
            2 => &mut self.facts.terminal,
            _ => return false,
        };
        *place = Some(text.into());
        true
    }
}

/// Keeps printable ASCII characters, up to the maximum length.
pub(super) fn clean(text: &[u8]) -> Box<str> {
    text.iter()
        .filter(|byte| matches!(byte, b' '..=b'~'))
        .take(MOST_CHARACTERS)
        .map(|&byte| char::from(byte))
        .collect()
}
