//! Structured data beside the text (GMCP): `Package.Message`, a space, and JSON.
//!
//! | module     | what it knows                                   |
//! |------------|-------------------------------------------------|
//! | `request`  | what a client asks and tells                    |
//! | `supports` | which groups of messages a client wants to have |
//! | `message`  | what we send                                    |
//!
//! Messages of a client are its own claims: it may pick what it is sent, never what is true.

mod message;
mod request;
mod supports;

use super::{encode::subnegotiation, options::GMCP};

pub use message::{
    Attribute, AwakePlayer, ChannelInfo, ChannelMember, Definition, EncodedMessage, GmcpMessage,
    ItemInfo, Location, Media, Person, QuestInfo, RoomInfo,
};
pub use request::{Credentials, GmcpRequest, MaskedPassword};
pub use supports::{Module, Supports};

pub(super) use request::parse;

/// Frames a message of any package: `json` is JSON text, or empty for a message without data.
///
/// Characters that JSON may leave as they are but a terminal could obey are escaped: a NUL would
/// also cut the message short in some clients.
pub fn frame(package: &str, json: &str) -> Vec<u8> {
    let mut data = String::with_capacity(package.len() + 1 + json.len());
    data.push_str(package);
    if !json.is_empty() {
        data.push(' ');
        escape_controls(json, &mut data);
    }
    let mut out = Vec::new();
    subnegotiation(GMCP, data.as_bytes(), &mut out);
    out
}

/// Returns the content of a message that was [framed](frame): package, a space, and JSON. Text
/// holds no byte that the frame doubles.
#[must_use]
pub fn framed(message: &[u8]) -> &[u8] {
    message.get(3..message.len().saturating_sub(2)).unwrap_or_default()
}

/// Escapes DEL and C1, the only control characters in text from a serializer; they occur inside
/// strings only.
fn escape_controls(mut json: &str, out: &mut String) {
    while let Some((at, control)) = json.char_indices().find(|(_, found)| found.is_control()) {
        let (run, rest) = json.split_at(at);
        out.push_str(run);
        out.push_str(&format!("\\u{:04x}", u32::from(control)));
        json = rest.get(control.len_utf8()..).unwrap_or_default();
    }
    out.push_str(json);
}
