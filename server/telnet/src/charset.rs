//! Negotiation of the character set of the text (RFC 2066): we ask for UTF-8, and nothing else.

use std::borrow::Cow;

use deunicode::deunicode_char;
use serde::{Deserialize, Serialize};

use super::encode::encode_bytes;

/// The subnegotiation bytes of RFC 2066. The translation tables of 4 to 7 are history.
const REQUEST: u8 = 1;
const ACCEPTED: u8 = 2;
const REJECTED: u8 = 3;
const TTABLE_IS: u8 = 4;
const TTABLE_REJECTED: u8 = 5;

/// Data of our request: the first byte after the command is the separator of the list.
pub(super) const OUR_REQUEST: &[u8] = b"\x01;UTF-8";
const UTF_8: &[u8] = b"UTF-8";
/// Prefix of the list if the peer could also send a translation table; a version byte follows.
const TTABLE: &[u8] = b"[TTABLE]";

/// A character set that the peer's client said it uses.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Charset {
    /// UTF-8: any text can be shown.
    #[default]
    Utf8,
    /// ISO 8859-1, one byte per character.
    Latin1,
    /// Plain ASCII. Also assumed when a client refuses UTF-8, since every set contains it.
    Ascii,
}

impl Charset {
    /// Reads a name as RFC 2066 and MNES spell it; letter case does not matter.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        let is = |other: &&str| name.eq_ignore_ascii_case(other.as_bytes());
        if ["UTF-8", "UTF8"].iter().any(is) {
            Some(Self::Utf8)
        } else if ["ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1"].iter().any(is) {
            Some(Self::Latin1)
        } else {
            ["US-ASCII", "ASCII"].iter().any(is).then_some(Self::Ascii)
        }
    }
}

impl Charset {
    /// Decodes the bytes that a client in this character set sent. Bytes that it cannot mean become
    /// the sign for an unknown character.
    pub fn decode(self, typed: &[u8]) -> Cow<'_, str> {
        match (std::str::from_utf8(typed), self) {
            (Ok(text), _) => Cow::Borrowed(text),
            (Err(_), Self::Latin1) => typed.iter().copied().map(char::from).collect(),
            (Err(_), Self::Utf8 | Self::Ascii) => String::from_utf8_lossy(typed),
        }
    }

    /// Returns `text` in characters that the set has; others are transliterated.
    pub fn spell(self, text: &str) -> Cow<'_, str> {
        let highest = match self {
            Self::Utf8 => char::MAX,
            Self::Latin1 => '\u{FF}',
            Self::Ascii => '\u{7F}',
        };
        if text.chars().all(|character| character <= highest) {
            return Cow::Borrowed(text);
        }
        let mut spelt = String::with_capacity(text.len());
        for character in text.chars() {
            if character <= highest {
                spelt.push(character);
            } else {
                spelt.push_str(deunicode_char(character).unwrap_or("?"));
            }
        }
        Cow::Owned(spelt)
    }

    /// Appends text that was [spelt](Self::spell) in this set, as the wire carries it.
    pub fn encode(self, text: &str, out: &mut Vec<u8>) {
        match self {
            Self::Utf8 | Self::Ascii => out.extend_from_slice(text.as_bytes()),
            Self::Latin1 => {
                let bytes: Vec<u8> =
                    text.chars().map(|it| u8::try_from(it).unwrap_or(b'?')).collect();
                encode_bytes(&bytes, out);
            }
        }
    }
}

/// State of the negotiation of a character set.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Talk {
    /// True while our request waits for its answer.
    asked: bool,
}

/// Result of one subnegotiation.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CharsetResult {
    pub(super) news: Option<Charset>,
    pub(super) reply: Option<Box<[u8]>>,
}

impl Talk {
    /// Notes that [`OUR_REQUEST`] goes out.
    pub(super) fn ask(&mut self) {
        self.asked = true;
    }

    /// Processes the data of one subnegotiation. An answer without a request is ignored.
    pub(super) fn on_data(&mut self, data: &[u8]) -> CharsetResult {
        match data {
            [ACCEPTED, name @ ..] if self.asked && name.eq_ignore_ascii_case(UTF_8) => {
                self.asked = false;
                CharsetResult { news: Some(Charset::Utf8), reply: None }
            }
            [REJECTED, ..] if self.asked => {
                self.asked = false;
                CharsetResult { news: Some(Charset::Ascii), reply: None }
            }
            // When both ask at once, the server's request stands and the client's is refused.
            [REQUEST, _list @ ..] if self.asked => reply(&[REJECTED]),
            [REQUEST, list @ ..] => answer(list),
            [TTABLE_IS, ..] => reply(&[TTABLE_REJECTED]),
            _ => CharsetResult::default(),
        }
    }
}

/// Answers a request of the peer's: the list is a separator and names between separators.
fn answer(list: &[u8]) -> CharsetResult {
    let list = list.strip_prefix(TTABLE).and_then(|rest| rest.get(1..)).unwrap_or(list);
    let Some((separator, names)) = list.split_first() else {
        return reply(&[REJECTED]);
    };
    // The name goes back as the peer spelt it, since a client may compare letter by letter.
    let found = names
        .split(|byte| byte == separator)
        .find(|name| Charset::from_name(name) == Some(Charset::Utf8));
    match found {
        Some(name) => {
            let reply = [&[ACCEPTED], name].concat();
            CharsetResult { news: Some(Charset::Utf8), reply: Some(reply.into()) }
        }
        None => reply(&[REJECTED]),
    }
}

fn reply(data: &[u8]) -> CharsetResult {
    CharsetResult { news: None, reply: Some(data.into()) }
}
