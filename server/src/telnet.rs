//! Telnet without sockets: bytes from a peer become [`Event`]s, and what we want becomes bytes.
//!
//! | module    | what it knows                                                       |
//! |-----------|---------------------------------------------------------------------|
//! | `parser`  | framing and line ends; where one command stops and the next starts  |
//! | `options` | who may switch what on, and how to agree without looping (RFC 1143) |
//! | `naws`    | the size of the peer's window (RFC 1073)                            |
//! | `ttype`   | the name and abilities of the peer's client (RFC 1091, MTTS)        |
//!
//! A new option is one line in `options::SUPPORTED` and, when it carries data of its own, a module
//! that reads the data and an arm in `Conversation::subnegotiated`.
//!
//! Nothing here waits, reads a clock or touches a socket, so every rule can be tested byte by byte.
//! How the input is cut into reads never changes the events or the replies.

mod naws;
mod options;
mod parser;
mod ttype;

#[cfg(test)]
mod tests;

use naws::WindowSize;
use options::{Options, Outcome, Side, Signal};
use parser::{Parser, Raw, Verb, code};
use ttype::Cycle;

pub use ttype::{Mtts, TerminalFacts};

/// What to show a peer who sends AYT ("are you there?"); goes through [`encode_text`].
pub const AYT_REPLY: &str = "[Yes, Hearsay is here.]\n";

/// The most that one connection may make us hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest line, in bytes without its end. A longer one is reported and thrown away.
    pub line_bytes: usize,
    /// The longest subnegotiation, in bytes with its option byte. A longer one is ignored whole.
    pub subnegotiation_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_bytes: 4096, subnegotiation_bytes: 2048 }
    }
}

/// What the peer did, with the wire format taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A whole line without its end. Backspaces are applied and control bytes other than TAB are
    /// gone. The bytes are usually UTF-8, but nothing has checked that.
    Line(Vec<u8>),
    /// A line passed [`Limits::line_bytes`]. Said once; the line is dropped up to its end.
    LineTooLong,
    /// The size of the peer's window in character cells, within sane bounds; `None` is unknown.
    WindowSize {
        /// Columns, 20 to 500.
        columns: Option<u16>,
        /// Rows, 5 to 500.
        rows: Option<u16>,
    },
    /// What the peer's client has told about itself so far. Comes again, at most four times in
    /// all, when more is known; the newest replaces the older ones.
    Terminal(TerminalFacts),
    /// The peer asks for a sign of life: answer with [`AYT_REPLY`].
    AreYouThere,
    /// The peer wants output to stop (IP, BRK or AO): throw away what is still to be sent.
    Interrupt,
    /// A NOP, or a NUL on an otherwise empty line: the peer only keeps the connection open.
    KeepAlive,
    /// The first line is a web request. Nothing is read after it; say so and hang up.
    Http,
    /// The first bytes open a TLS handshake. Nothing is read after them; hang up.
    TlsHello,
}

/// The mark that tells the client where a prompt ends. Exactly one follows each prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptMark {
    /// IAC EOR, because the peer agreed to it.
    EndOfRecord,
    /// IAC GA, because the peer speaks telnet and has not agreed to do without.
    GoAhead,
    /// Nothing.
    None,
}

impl PromptMark {
    /// The bytes to send after the prompt, as they are.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::EndOfRecord => &[code::IAC, code::EOR],
            Self::GoAhead => &[code::IAC, code::GA],
            Self::None => &[],
        }
    }
}

/// One connection's telnet state. Holds no heap memory while nothing is half received and the
/// client has no answer to give.
///
/// It has no `Debug`, because a half-received line may be a password.
pub struct Telnet {
    parser: Parser,
    conversation: Conversation,
}

impl Telnet {
    /// A fresh connection that may hold at most `limits`.
    pub fn new(limits: Limits) -> Self {
        Self { parser: Parser::new(limits), conversation: Conversation::default() }
    }

    /// Appends our opening offers to `out`. Send them in one write ahead of the banner: a telnet
    /// client eats them, and anything else shows them once, in one place.
    pub fn offer(&mut self, out: &mut Vec<u8>) {
        self.conversation.options.offer(out);
    }

    /// Reads `input`, appends what the peer did to `events` and our replies to `out`.
    ///
    /// The events are at most one per byte of input, plus one.
    pub fn receive(&mut self, input: &[u8], out: &mut Vec<u8>, events: &mut Vec<Event>) {
        let Self { parser, conversation } = self;
        parser.feed(input, &mut |raw| conversation.hear(raw, out, events));
    }

    /// Asks the peer's client not to show what is typed (WILL ECHO), for a password. A second call
    /// changes nothing. A peer that speaks no telnet is spared the bytes.
    pub fn hide_input(&mut self, out: &mut Vec<u8>) {
        self.conversation.hidden = true;
        if !self.conversation.is_plain() {
            self.conversation.options.want(Side::Us, options::ECHO, Signal::On, out);
        }
    }

    /// Lets the peer's client show what is typed again (WONT ECHO). Harmless when it already does.
    /// While the peer still owes an answer to WILL ECHO, the WONT follows that answer.
    pub fn show_input(&mut self, out: &mut Vec<u8>) {
        self.conversation.hidden = false;
        self.conversation.options.want(Side::Us, options::ECHO, Signal::Off, out);
    }

    /// The mark to put after a prompt now.
    ///
    /// While the peer still owes its answer about SGA there is none: once a client has seen a mark
    /// it may hold back every later prompt without one, so the first must not come too early.
    pub fn prompt_mark(&self) -> PromptMark {
        let Conversation { options, spoke, .. } = &self.conversation;
        if options.is_on(Side::Us, options::EOR) {
            PromptMark::EndOfRecord
        } else if *spoke && options.is_off(Side::Us, options::SGA) {
            PromptMark::GoAhead
        } else {
            PromptMark::None
        }
    }

    /// Whether the peer has sent at least one telnet command. A doubled 255 is text, not a command.
    pub fn spoke_telnet(&self) -> bool {
        self.conversation.spoke
    }

    /// Heap bytes now held for input that is not complete; at most the sum of the limits.
    pub fn held_bytes(&self) -> usize {
        self.parser.held_bytes()
    }

    /// How many subnegotiations were thrown away for passing [`Limits::subnegotiation_bytes`].
    pub fn oversized_subnegotiations(&self) -> u32 {
        self.parser.oversized()
    }
}

/// What both sides have said so far, apart from half-received bytes.
#[derive(Default)]
struct Conversation {
    options: Options,
    terminal: Cycle,
    /// Whether the server wants typing hidden, told to the peer or not.
    hidden: bool,
    /// Whether any line has ended yet.
    typed: bool,
    /// Whether the peer has sent a telnet command.
    spoke: bool,
}

impl Conversation {
    /// A peer that has sent a line but no telnet is taken for a plain one, such as `nc`, which
    /// would show our commands as junk.
    fn is_plain(&self) -> bool {
        self.typed && !self.spoke
    }

    fn hear(&mut self, raw: Raw<'_>, out: &mut Vec<u8>, events: &mut Vec<Event>) {
        match raw {
            Raw::Line(line) => {
                self.typed = true;
                events.push(Event::Line(line));
            }
            Raw::LineTooLong => events.push(Event::LineTooLong),
            Raw::Null => events.push(Event::KeepAlive),
            Raw::Http => events.push(Event::Http),
            Raw::TlsHello => events.push(Event::TlsHello),
            Raw::Command(command) => {
                self.speaks_telnet(out);
                events.extend(meaning(command));
            }
            Raw::Negotiation(verb, option) => {
                self.speaks_telnet(out);
                self.negotiated(verb, option, out);
            }
            Raw::Subnegotiation { option, data } => {
                self.speaks_telnet(out);
                self.subnegotiated(option, data, out, events);
            }
        }
    }

    /// Notes that the peer speaks telnet. If it seemed plain when a password was asked for, the
    /// wish to hide typing is still to be told.
    fn speaks_telnet(&mut self, out: &mut Vec<u8>) {
        let first = !self.spoke;
        self.spoke = true;
        if first && self.hidden {
            self.options.want(Side::Us, options::ECHO, Signal::On, out);
        }
    }

    fn negotiated(&mut self, verb: Verb, option: u8, out: &mut Vec<u8>) {
        let outcome = self.options.hear(verb, option, out);
        if (outcome, verb, option) == (Outcome::TurnedOn, Verb::Will, options::TTYPE)
            && self.terminal.start()
        {
            send_subnegotiation(options::TTYPE, &[ttype::SEND], out);
        }
    }

    fn subnegotiated(
        &mut self,
        option: u8,
        data: &[u8],
        out: &mut Vec<u8>,
        events: &mut Vec<Event>,
    ) {
        // Data for an option that is not on is either a mistake or mischief.
        if !self.options.is_on(Side::Him, option) {
            return;
        }
        match option {
            options::NAWS => {
                if let Some(WindowSize { columns, rows }) = naws::decode(data) {
                    events.push(Event::WindowSize { columns, rows });
                }
            }
            options::TTYPE => {
                let told = self.terminal.told(data);
                events.extend(told.news.map(Event::Terminal));
                if told.ask_again {
                    send_subnegotiation(options::TTYPE, &[ttype::SEND], out);
                }
            }
            _ => {}
        }
    }
}

/// What a two-byte command means to the game; most mean nothing.
fn meaning(command: u8) -> Option<Event> {
    match command {
        code::AYT => Some(Event::AreYouThere),
        code::IP | code::BRK | code::AO => Some(Event::Interrupt),
        code::NOP => Some(Event::KeepAlive),
        _ => None,
    }
}

fn send_subnegotiation(option: u8, data: &[u8], out: &mut Vec<u8>) {
    out.extend([code::IAC, code::SB, option]);
    for &byte in data {
        out.push(byte);
        if byte == code::IAC {
            out.push(code::IAC);
        }
    }
    out.extend([code::IAC, code::SE]);
}

/// Appends `text` as telnet carries it: a line feed becomes CR LF, and a CR that stands alone
/// becomes CR NUL. A CR LF in the text stays one line end.
pub fn encode_text(text: &str, out: &mut Vec<u8>) {
    encode_bytes(text.as_bytes(), out);
}

/// As [`encode_text`], for text in any character set; a byte 255 is doubled, as UTF-8 never needs.
pub fn encode_bytes(mut text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len());
    while let Some(at) = text.iter().position(|byte| matches!(byte, b'\n' | b'\r' | &code::IAC)) {
        let (run, special) = text.split_at(at);
        out.extend_from_slice(run);
        text = match special {
            [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => {
                out.extend(b"\r\n");
                rest
            }
            [b'\r', rest @ ..] => {
                out.extend(b"\r\0");
                rest
            }
            [other, rest @ ..] => {
                out.extend([*other, *other]);
                rest
            }
            [] => special,
        };
    }
    out.extend_from_slice(text);
}
