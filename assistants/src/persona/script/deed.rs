//! Events that a script can react to.

use engine::id::OfferId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Event that a script can react to: something that somebody does to a character, or in its sight.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum ScriptEvent {
    /// The other gives the character a thing or coins that are no payment; `{thing}` is what.
    Gift,
    /// The other declines an offer of the character.
    Declined,
    /// The other accepts this offer of the character, a trade.
    Accepted(OfferId),
    /// The other shouts where the character stands.
    Shouted,
    /// The other leaves after a talk a moment ago.
    Left,
    /// Another of the town's own people sends it word in their favour, wherever they are.
    Asked,
    /// The other has somebody open a door where the character stands; `{thing}` is the door.
    Opened,
    /// The other is the first to go through a door that was opened for somebody else; `{thing}` is
    /// the door.
    Followed,
    /// The other is unkind, by a social, to the character or to somebody where it stands.
    Quarrel,
    /// Another of the town's own people is there who was not, or it was: it may begin a few words.
    Met,
    /// Another of them says a few words of no weight to it.
    Chatted,
    /// Another of them tells it what goes round.
    Told,
    /// The other shows this social to the character, such as `hug`.
    Social(String),
    /// A goal of this name is reached, by the other, or the other is the first to come by after it.
    Reached(String),
    /// The other sets the goal of this name back to the beginning.
    Spoiled(String),
}

impl ScriptEvent {
    /// Returns whether the deed is no more than shown or said, and so costs nothing.
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

    /// Returns whether the deed has a thing, which texts call `{thing}`.
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

    /// Returns whether the deed is news of a goal of the character, beside the deed that made it.
    #[must_use]
    pub fn is_of_goal(&self) -> bool {
        matches!(self, Self::Reached(_) | Self::Spoiled(_))
    }
}
