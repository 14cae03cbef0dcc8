//! Ids that survive a restart: checked slugs such as `town/square`.

use std::{borrow::Cow, fmt, sync::Arc};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Maximum length of a slug, in bytes.
pub const MAX_SLUG: usize = 64;

/// Error for a text that is not a valid slug.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not an id: ids are lower-case letters, digits and `-`, with `/` between parts, at most {MAX_SLUG} bytes"
)]
pub struct BadSlug {
    /// The text that was refused, cut to [`MAX_SLUG`] bytes.
    pub text: String,
}

fn checked(text: &str) -> Result<Arc<str>, BadSlug> {
    let part_is_good = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    if text.len() <= MAX_SLUG && text.split('/').all(part_is_good) {
        Ok(text.into())
    } else {
        Err(BadSlug { text: text.chars().take(MAX_SLUG).collect() })
    }
}

/// Returns the 32-bit FNV-1a hash of a slug, without the sign bit: clients keep numbers in 32
/// signed bits.
fn number(slug: &str) -> u32 {
    let hash = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    slug.bytes().fold(0x811c_9dc5, hash) & 0x7fff_ffff
}

macro_rules! slug {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            /// Checks `text` and makes it an id.
            ///
            /// # Errors
            /// [`BadSlug`] when the text is not a slug.
            pub fn new(text: &str) -> Result<Self, BadSlug> {
                checked(text).map(Self)
            }

            /// Returns a number from 0 to 2^31 - 1 that is the same for the same slug in every run,
            /// for clients that use numeric room ids.
            #[must_use]
            pub fn number(&self) -> u32 {
                number(&self.0)
            }

            /// Returns the slug as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": "string",
                    "description": "An id: lower-case letters, digits and `-`, with `/` between parts.",
                    "pattern": "^[a-z0-9-]+(/[a-z0-9-]+)*$",
                    "maxLength": MAX_SLUG,
                })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadSlug;
            fn try_from(text: String) -> Result<Self, BadSlug> {
                Self::new(&text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.as_ref().to_owned()
            }
        }
    };
}

slug!(
    /// Id of a room, as `town/square`.
    RoomId
);
slug!(
    /// Id of a character, player character or NPC. Ids of characters of the content and of guests
    /// are readable; the id of a player character is opaque and stays when the name changes.
    CharacterId
);
slug!(
    /// Id of an account, which may have several characters. It is opaque.
    AccountId
);
slug!(
    /// Id of a kind of item (its prototype), as `ale-mug`.
    KindId
);
slug!(
    /// Id of one item, as `lantern` or, for a copy of a kind, `ale-mug/17`.
    ThingId
);
slug!(
    /// Id of a channel, as `newbie`.
    ChannelId
);
slug!(
    /// Id of an offer, an action that an assistant may do for a player, as `sell-ale`.
    OfferId
);
slug!(
    /// Id of a mark that the engine sets on a character, as `paid-the-toll`.
    MarkId
);
slug!(
    /// Id of a tally, a counter of the world, as `gate-log`.
    TallyId
);

/// Id of one connection. Numbers are never reused within a run, so a late input cannot reach
/// another session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SessionId(pub u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_the_same() {
        // The published check values of FNV-1a for "a" and "foobar", without the sign bit.
        assert_eq!(RoomId::new("a").unwrap().number(), 0xe40c_292c & 0x7fff_ffff);
        assert_eq!(RoomId::new("foobar").unwrap().number(), 0xbf9c_f968 & 0x7fff_ffff);
    }

    #[test]
    fn slugs_are_checked() {
        for good in ["town", "town/square", "a-1/b"] {
            assert_eq!(RoomId::new(good).unwrap().as_str(), good);
        }
        for bad in ["", "Town", "town/", "/x", "a b", "a//b", "é", &"x".repeat(MAX_SLUG + 1)] {
            assert!(RoomId::new(bad).is_err(), "{bad:?}");
        }
    }
}
