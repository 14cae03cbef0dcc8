//! Deeds that a character may have an answer to.

use engine::id::OfferId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that somebody does to a character, or in its sight.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum ScriptEvent {
    /// They give it a thing or coins that are no payment; `{thing}` is what.
    Gift,
    /// They decline what it offered.
    Declined,
    /// They accept this offer of its own, a trade.
    Accepted(OfferId),
    /// They shout where it stands.
    Shouted,
    /// They leave, and talked with it a moment ago.
    Left,
    /// Another of the town's own people sends it word in their favour, wherever they are.
    Asked,
    /// They have somebody else open a door where it stands; `{thing}` is the door.
    Opened,
    /// They are the first to go through a door that was opened for somebody else; `{thing}` is the
    /// door.
    Followed,
    /// They are unkind, by a social, to it or to somebody where it stands.
    Quarrel,
    /// Another of the town's own people is there who was not, or it was: it may begin a few words.
    Met,
    /// Another of them says a few words of no weight to it.
    Chatted,
    /// Another of them tells it what goes round.
    Told,
    /// They show this to it by a social, such as `hug`, called by its name.
    Social(String),
    /// Its goal of this name is reached, and they did it or are the first to come by.
    Reached(String),
    /// They set its goal of this name back to the beginning.
    Spoiled(String),
}

impl ScriptEvent {
    /// Returns whether it is no more than shown or said, and so costs nothing.
    #[must_use]
    pub fn is_cheap(&self) -> bool {
        match self {
            Self::Shouted
            | Self::Left
            | Self::Asked
            | Self::Followed
            | Self::Quarrel
            | Self::Met
            | Self::Chatted
            | Self::Told
            | Self::Social(_)
            | Self::Reached(_)
            | Self::Spoiled(_) => true,
            Self::Gift | Self::Declined | Self::Accepted(_) | Self::Opened => false,
        }
    }

    /// Returns whether it has a thing, which texts call `{thing}`.
    #[must_use]
    pub fn has_thing(&self) -> bool {
        match self {
            Self::Gift | Self::Opened | Self::Followed => true,
            Self::Declined
            | Self::Accepted(_)
            | Self::Shouted
            | Self::Left
            | Self::Asked
            | Self::Quarrel
            | Self::Met
            | Self::Chatted
            | Self::Told
            | Self::Social(_)
            | Self::Reached(_)
            | Self::Spoiled(_) => false,
        }
    }

    /// Returns whether it is news of a goal of the character, beside the deed that made it.
    #[must_use]
    pub fn is_of_goal(&self) -> bool {
        matches!(self, Self::Reached(_) | Self::Spoiled(_))
    }
}
