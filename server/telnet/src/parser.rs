//! Telnet parser, a byte machine: it finds lines and telnet commands in a stream cut anywhere.
//!
//! All state between two bytes is in [`Parser`], so a read may end in the middle of anything. Each
//! byte is looked at once, or twice where the first look only ended something, so the work is
//! linear in the input whatever it holds.

use super::TelnetLimits;

/// The command bytes of RFC 854 and RFC 885.
pub(super) mod code {
    /// Start of every command; doubled, it is the byte itself.
    pub(crate) const IAC: u8 = 255;
    pub(crate) const DONT: u8 = 254;
    pub(crate) const DO: u8 = 253;
    pub(crate) const WONT: u8 = 252;
    pub(crate) const WILL: u8 = 251;
    /// Start of a subnegotiation.
    pub(crate) const SB: u8 = 250;
    /// Go ahead: the end of a prompt.
    pub(crate) const GA: u8 = 249;
    /// Command EL: erase the line.
    pub(crate) const EL: u8 = 248;
    /// Command EC: erase the last character.
    pub(crate) const EC: u8 = 247;
    /// Command AYT: are you there?
    pub(crate) const AYT: u8 = 246;
    /// Command AO: abort output.
    pub(crate) const AO: u8 = 245;
    /// Command IP: interrupt the process.
    pub(crate) const IP: u8 = 244;
    /// Command BRK: the break key.
    pub(crate) const BRK: u8 = 243;
    pub(crate) const NOP: u8 = 241;
    /// End of a subnegotiation.
    pub(crate) const SE: u8 = 240;
    /// End of record: the end of a prompt.
    pub(crate) const EOR: u8 = 239;
    /// The lowest command byte: end of file.
    pub(crate) const LOWEST: u8 = 236;
}

const NUL: u8 = 0;
const BACKSPACE: u8 = 8;
const DELETE: u8 = 127;

/// A TLS record of the handshake type starts with this byte, then the major version 3.
const TLS_HANDSHAKE: u8 = 0x16;
const TLS_MAJOR: u8 = 0x03;

/// Initial capacity of a buffer in bytes, enough for an ordinary line; it then doubles.
const FIRST_BYTES: usize = 64;

/// The four words of option negotiation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Will,
    Wont,
    Do,
    Dont,
}

impl Verb {
    fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            code::WILL => Some(Self::Will),
            code::WONT => Some(Self::Wont),
            code::DO => Some(Self::Do),
            code::DONT => Some(Self::Dont),
            _ => None,
        }
    }

    pub(super) fn byte(self) -> u8 {
        match self {
            Self::Will => code::WILL,
            Self::Wont => code::WONT,
            Self::Do => code::DO,
            Self::Dont => code::DONT,
        }
    }
}

/// Element of the stream, before its meaning is decided.
#[derive(Debug)]
pub(super) enum Raw<'a> {
    Line(Vec<u8>),
    LineTooLong,
    /// A NUL on an otherwise empty line.
    Null,
    Http,
    TlsHello,
    /// A two-byte command, by its second byte.
    Command(u8),
    Negotiation(Verb, u8),
    Subnegotiation {
        option: u8,
        /// Data, with doubled 255s made single.
        data: &'a [u8],
    },
}

/// State of the parser at the next byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ParserState {
    /// Before the very first byte.
    Start,
    /// After a first byte that may open a TLS handshake.
    PerhapsTls,
    Text,
    /// After a CR, which has already ended its line.
    AfterCr,
    /// After an IAC.
    Command,
    /// After a negotiation verb.
    Negotiation(Verb),
    Subnegotiation,
    /// After an IAC in a subnegotiation.
    SubnegotiationCommand,
    /// The peer speaks another protocol; nothing more is read.
    Deaf,
}

/// The framing state of one connection.
pub(super) struct Parser {
    limits: TelnetLimits,
    line: Vec<u8>,
    /// The option byte, then its data.
    subnegotiation: Vec<u8>,
    oversized: u32,
    state: ParserState,
    /// True if the current line is too long and is skipped up to its end.
    skip_line: bool,
    /// True if the current subnegotiation is too long and is skipped up to its end.
    skip_subnegotiation: bool,
    first_line: bool,
}

impl Parser {
    pub(super) fn new(limits: TelnetLimits) -> Self {
        Self {
            limits,
            line: Vec::new(),
            subnegotiation: Vec::new(),
            oversized: 0,
            state: ParserState::Start,
            skip_line: false,
            skip_subnegotiation: false,
            first_line: true,
        }
    }

    /// Passes every element found in `input` to `sink`, in order.
    pub(super) fn feed(&mut self, input: &[u8], sink: &mut impl FnMut(Raw<'_>)) {
        for &byte in input {
            self.state = self.step(byte, sink);
        }
    }

    pub(super) fn held_bytes(&self) -> usize {
        self.line.capacity() + self.subnegotiation.capacity()
    }

    pub(super) fn oversized(&self) -> u32 {
        self.oversized
    }

    fn step(&mut self, byte: u8, sink: &mut impl FnMut(Raw<'_>)) -> ParserState {
        match (self.state, byte) {
            (ParserState::Deaf, _) => ParserState::Deaf,
            (ParserState::Start, TLS_HANDSHAKE) => ParserState::PerhapsTls,
            (ParserState::PerhapsTls, TLS_MAJOR) => {
                sink(Raw::TlsHello);
                ParserState::Deaf
            }
            (ParserState::AfterCr, b'\n' | NUL) => ParserState::Text,
            // The byte that might have opened TLS is a control byte, so it is not missed as text.
            (
                ParserState::Start
                | ParserState::PerhapsTls
                | ParserState::AfterCr
                | ParserState::Text,
                _,
            ) => self.text(byte, sink),
            (ParserState::Command, _) => self.command(byte, sink),
            (ParserState::Negotiation(verb), option) => {
                sink(Raw::Negotiation(verb, option));
                ParserState::Text
            }
            (ParserState::Subnegotiation, code::IAC) => ParserState::SubnegotiationCommand,
            (ParserState::Subnegotiation, _) | (ParserState::SubnegotiationCommand, code::IAC) => {
                self.collect(byte);
                ParserState::Subnegotiation
            }
            (ParserState::SubnegotiationCommand, code::SE) => {
                self.end_subnegotiation(sink);
                ParserState::Text
            }
            // No command at all: the peer did not double a 255 of its data.
            (ParserState::SubnegotiationCommand, ..code::LOWEST) => {
                self.collect(code::IAC);
                self.collect(byte);
                ParserState::Subnegotiation
            }
            // The peer lost its SE: what came is whole, and a new command has begun.
            (ParserState::SubnegotiationCommand, _) => {
                self.end_subnegotiation(sink);
                self.command(byte, sink)
            }
        }
    }

    fn text(&mut self, byte: u8, sink: &mut impl FnMut(Raw<'_>)) -> ParserState {
        match byte {
            code::IAC => return ParserState::Command,
            // A CR ends the line at once, so that a peer which sends it alone is not kept waiting.
            b'\r' => return self.end_line(ParserState::AfterCr, sink),
            b'\n' => return self.end_line(ParserState::Text, sink),
            NUL if self.line.is_empty() && !self.skip_line => sink(Raw::Null),
            BACKSPACE | DELETE => self.erase_character(),
            b'\t' | b' '.. => self.push(byte, sink),
            // Other control bytes could steer a terminal that the text is later shown on.
            _ => {}
        }
        ParserState::Text
    }

    /// Reads the byte after an IAC.
    fn command(&mut self, byte: u8, sink: &mut impl FnMut(Raw<'_>)) -> ParserState {
        if let Some(verb) = Verb::from_byte(byte) {
            return ParserState::Negotiation(verb);
        }
        match byte {
            code::IAC => self.push(byte, sink),
            code::SB => return ParserState::Subnegotiation,
            // Not a command at all, so the IAC was a stray byte and this one is text.
            ..code::LOWEST => return self.text(byte, sink),
            code::EC => {
                self.erase_character();
                sink(Raw::Command(byte));
            }
            code::EL => {
                self.line = Vec::new();
                self.skip_line = false;
                sink(Raw::Command(byte));
            }
            _ => sink(Raw::Command(byte)),
        }
        ParserState::Text
    }

    fn push(&mut self, byte: u8, sink: &mut impl FnMut(Raw<'_>)) {
        if self.skip_line || push_within(&mut self.line, byte, self.limits.line_bytes) {
            return;
        }
        self.line = Vec::new();
        self.skip_line = true;
        sink(Raw::LineTooLong);
    }

    fn erase_character(&mut self) {
        let kept = self.line.len() - last_character(&self.line);
        self.line.truncate(kept);
    }

    fn end_line(&mut self, next: ParserState, sink: &mut impl FnMut(Raw<'_>)) -> ParserState {
        let line = std::mem::take(&mut self.line);
        let first = std::mem::take(&mut self.first_line);
        if std::mem::take(&mut self.skip_line) {
            return next;
        }
        if first && is_web_request(&line) {
            sink(Raw::Http);
            return ParserState::Deaf;
        }
        sink(Raw::Line(line));
        next
    }

    fn collect(&mut self, byte: u8) {
        let limit = self.limits.subnegotiation_bytes;
        if self.skip_subnegotiation || push_within(&mut self.subnegotiation, byte, limit) {
            return;
        }
        self.subnegotiation = Vec::new();
        self.skip_subnegotiation = true;
        self.oversized = self.oversized.saturating_add(1);
    }

    fn end_subnegotiation(&mut self, sink: &mut impl FnMut(Raw<'_>)) {
        self.skip_subnegotiation = false;
        if let [option, data @ ..] = std::mem::take(&mut self.subnegotiation).as_slice() {
            sink(Raw::Subnegotiation { option: *option, data });
        }
    }
}

/// Appends `byte` unless that would pass `limit`; says whether it did. The capacity never passes
/// the limit either, which plain doubling would.
fn push_within(buffer: &mut Vec<u8>, byte: u8, limit: usize) -> bool {
    let room = limit.saturating_sub(buffer.len());
    if room == 0 {
        return false;
    }
    if buffer.len() == buffer.capacity() {
        buffer.reserve_exact(buffer.len().max(FIRST_BYTES).min(room));
    }
    buffer.push(byte);
    true
}

/// Returns the number of bytes of the last character of `line`; one, if the line does not end in
/// UTF-8.
fn last_character(line: &[u8]) -> usize {
    let ends_in_character = |length: &usize| {
        line.len()
            .checked_sub(*length)
            .and_then(|start| line.get(start..))
            .is_some_and(|tail| std::str::from_utf8(tail).is_ok())
    };
    (1..=4).find(ends_in_character).unwrap_or(line.len().min(1))
}

/// Returns whether `line` reads like `GET / HTTP/1.1`: a method in capitals, a target, a version.
fn is_web_request(line: &[u8]) -> bool {
    let mut words = line.split(|&byte| byte == b' ');
    let method = words.next().unwrap_or_default();
    let version = words.nth(1).unwrap_or_default();
    !method.is_empty() && method.iter().all(u8::is_ascii_uppercase) && version.starts_with(b"HTTP/")
}
