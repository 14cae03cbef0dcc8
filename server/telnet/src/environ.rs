//! Parser of the variables by which a client describes itself (NEW-ENVIRON, RFC 1572, and MNES).
//!
//! Clients send them as VAR or as USERVAR, all in one subnegotiation or one in each, and again when
//! a setting changes. Everything here is the client's own word. Variables without a meaning for us,
//! such as the user name that some send, are dropped unread.

use std::net::IpAddr;

use super::{
    charset::Charset,
    ttype::{Mtts, clean},
};

/// The commands of RFC 1572.
const IS: u8 = 0;
const SEND: u8 = 1;
const INFO: u8 = 2;

/// The marks between names and values; ESC makes the byte after it an ordinary one.
const VAR: u8 = 0;
const VALUE: u8 = 1;
const ESC: u8 = 2;
const USERVAR: u8 = 3;

/// Request for every variable: the form that the most clients answer.
pub(super) const SEND_ALL: &[u8] = &[SEND];
/// Request to a proxy for the address of the player behind it.
pub(super) const SEND_ADDRESS: &[u8] = b"\x01\x00IPADDRESS";

/// Maximum number of variables in one list, more than any client sends at once; the rest is
/// ignored.
const MOST_VARIABLES: usize = 64;

/// Fact that a client reports about itself. It may choose how text looks, never rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientFact {
    /// The client's name; at most 64 printable ASCII characters, as are all texts here.
    Client(Box<str>),
    /// The client's version.
    Version(Box<str>),
    /// The terminal type, such as `XTERM-256COLOR`.
    Terminal(Box<str>),
    /// Bits of an MTTS number, which state all abilities.
    Mtts(Mtts),
    /// The character set in use.
    Charset(Charset),
    /// Presence or absence of one ability.
    Has(Ability, bool),
    /// The column at which the client wraps lines itself; 0 is never.
    WordWrap(u16),
}

/// An ability that has a variable of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// ANSI colours.
    Ansi,
    /// VT100 cursor control.
    Vt100,
    /// The 256-colour palette.
    Colours256,
    /// 24-bit colours.
    Truecolour,
    /// UTF-8.
    Utf8,
    /// The palette can be changed by OSC.
    Palette,
    /// The player listens by a screen reader.
    ScreenReader,
    /// The connection is encrypted by TLS.
    Tls,
    /// OSC 8 links that send a command (`send:`).
    CommandLinks,
}

/// Variable that has a meaning here.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Fact(ClientFact),
    /// The address of the player behind the peer, as the peer claims.
    Address(IpAddr),
}

/// Reads the data of one subnegotiation and gives what has a meaning, in order.
pub(super) fn decode(data: &[u8]) -> Vec<Variable> {
    let [IS | INFO, list @ ..] = data else {
        return Vec::new();
    };
    let mut reader = VariableReader { rest: list };
    let mut found = Vec::new();
    for _ in 0..MOST_VARIABLES {
        match reader.next() {
            Some((name, Some(value))) => found.extend(parse_variable(&name, &value)),
            // The client knows the name but gives it no value.
            Some((_, None)) => {}
            None => break,
        }
    }
    found
}

/// Iterator over the variables of a list.
struct VariableReader<'a> {
    rest: &'a [u8],
}

impl VariableReader<'_> {
    fn next(&mut self) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
        while let [mark, rest @ ..] = self.rest {
            self.rest = rest;
            if matches!(*mark, VAR | USERVAR) {
                let name = self.word();
                return Some((name, self.value()));
            }
            // A value without a name, or bytes before the first mark: no variable.
        }
        None
    }

    fn value(&mut self) -> Option<Vec<u8>> {
        let [VALUE, rest @ ..] = self.rest else {
            return None;
        };
        self.rest = rest;
        Some(self.word())
    }

    /// Reads up to the next mark. The subnegotiation, and so the word, has a limit already.
    fn word(&mut self) -> Vec<u8> {
        let mut word = Vec::new();
        loop {
            let (byte, rest) = match self.rest {
                [ESC, byte, rest @ ..] => (byte, rest),
                [VAR | VALUE | USERVAR, ..] | [] | [ESC] => return word,
                [byte, rest @ ..] => (byte, rest),
            };
            self.rest = rest;
            word.push(*byte);
        }
    }
}

fn parse_variable(name: &[u8], value: &[u8]) -> Option<Variable> {
    let name = std::str::from_utf8(name).ok()?.to_ascii_uppercase();
    let text = clean(value);
    let number = || text.parse().ok();
    let fact = match name.as_str() {
        "IPADDRESS" => return text.parse().ok().map(Variable::Address),
        "CLIENT_NAME" => non_empty(text).map(ClientFact::Client),
        "CLIENT_VERSION" => non_empty(text).map(ClientFact::Version),
        "TERMINAL_TYPE" => non_empty(text).map(ClientFact::Terminal),
        "MTTS" => number().map(Mtts::from_bits).map(ClientFact::Mtts),
        "CHARSET" => Charset::from_name(value).map(ClientFact::Charset),
        "WORD_WRAP" => text.parse().ok().map(ClientFact::WordWrap),
        other => ability(other)
            .and_then(|ability| yes_or_no(&text).map(|has| ClientFact::Has(ability, has))),
    };
    fact.map(Variable::Fact)
}

fn ability(name: &str) -> Option<Ability> {
    Some(match name {
        "ANSI" => Ability::Ansi,
        "VT100" => Ability::Vt100,
        "256_COLORS" => Ability::Colours256,
        "TRUECOLOR" => Ability::Truecolour,
        "UTF-8" => Ability::Utf8,
        "OSC_COLOR_PALETTE" => Ability::Palette,
        "SCREEN_READER" => Ability::ScreenReader,
        "TLS" => Ability::Tls,
        "OSC_HYPERLINKS_SEND" => Ability::CommandLinks,
        _ => return None,
    })
}

fn non_empty(text: Box<str>) -> Option<Box<str>> {
    (!text.is_empty()).then_some(text)
}

/// Parses a flag: 1 is yes; 0 or an empty value is no.
fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "1" => Some(true),
        "0" | "" => Some(false),
        _ => None,
    }
}
