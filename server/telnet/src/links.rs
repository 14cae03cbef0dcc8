//! Clickable commands inside the text, for the clients that can send one back.
//!
//! Whatever a player wrote may end up in a link, so the command is checked here: it cannot end the
//! escape sequence early or start another.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::{Ability, Mtts};

/// The longest command a link carries, in bytes; some terminals drop sequences that are longer.
const MOST_COMMAND_BYTES: usize = 200;

/// Kind of clickable links that send a command, as a client supports them.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Links {
    /// No links: the text stays plain.
    #[default]
    None,
    /// OSC 8 with the scheme `send:`, as Mudlet and others do.
    Osc8,
    /// MSLP, as TinTin++ does.
    Mslp,
}

impl Links {
    /// Returns the kind of links that the client supports by its MTTS bits.
    pub fn from_mtts(mtts: Mtts) -> Self {
        if mtts.links { Self::Mslp } else { Self::None }
    }

    /// Returns the kind of links supported once the client reports that it has or lacks `ability`.
    /// A terminal that shows OSC 8 links for the web does not report it, and would open `send:` in
    /// a browser.
    #[must_use]
    pub fn with(self, ability: Ability, has: bool) -> Self {
        match (ability, has, self) {
            (Ability::CommandLinks, true, Self::None | Self::Osc8) => Self::Osc8,
            (Ability::CommandLinks, false, Self::Osc8) => Self::None,
            _ => self,
        }
    }

    /// Returns the markup before and after the text of a link that sends `command` when it is
    /// chosen. `None` without support, or when the command is not one plain short line: the text
    /// stands alone then. The text must hold no control characters.
    pub fn around(self, command: &str) -> Option<(String, &'static str)> {
        if !fits(command) {
            return None;
        }
        match self {
            Self::None => None,
            Self::Osc8 => {
                let before = format!("\x1b]8;;send:{}\x1b\\", percent_encoded(command));
                Some((before, "\x1b]8;;\x1b\\"))
            }
            // Its client splits at semicolons and expands braces and the like.
            Self::Mslp if command.contains([';', '{', '}', '\\', '$', '@', '%', '#']) => None,
            Self::Mslp => Some((format!("\x1b]68;1;SEND;{command}\x07\x1b[4m"), "\x1b[24m")),
        }
    }
}

fn fits(command: &str) -> bool {
    let length = 1..=MOST_COMMAND_BYTES;
    length.contains(&command.len()) && !command.chars().any(char::is_control)
}

/// Percent-encodes text for a URI: only letters, digits and `-._~` stand for themselves (RFC 3986,
/// section 2.3).
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else if write!(encoded, "%{byte:02X}").is_err() {
            // Writing to a string does not fail.
            return String::new();
        }
    }
    encoded
}
