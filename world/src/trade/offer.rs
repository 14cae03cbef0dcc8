//! What an assistant may do for a player: authored offers, whose conditions
//! and effects are the engine's alone. A mind only names one by its id.

use serde::{Deserialize, Serialize};

use crate::{
    engine::id::{KindId, MarkId, OfferId},
    words::parse::Direction,
};

/// Something an assistant may do for a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// What the mind calls it.
    pub id: OfferId,
    /// What is offered, to stand after "offers you": `a mug of ale for 2
    /// pennies`.
    pub what: String,
    /// All of these must hold for the one it is made to.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// What the assistant says when they do not hold.
    pub unless: String,
    /// What happens.
    pub does: Effect,
}

/// A fact about a character that the engine can check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// Carries a thing of this kind.
    Carries(KindId),
    /// Has at least so many coins.
    Coins(u32),
    /// The engine made this remark about the character.
    Marked(MarkId),
    /// The engine did not.
    NotMarked(MarkId),
}

/// What an offer does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Things and coins change hands, once the player accepts.
    Trade(Trade),
    /// The assistant walks there with the player, once the player accepts.
    Escort {
        /// The room they go to: a whole id.
        to: String,
    },
    /// A door opens at once, and shuts by itself.
    Open {
        /// The room whose exit it is: a whole id.
        room: String,
        /// Which exit.
        direction: Direction,
        /// How long it stays open, in seconds. 5 to 3,600.
        seconds: u32,
    },
}

/// What changes hands in a [`Effect::Trade`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Trade {
    /// Coins the player pays.
    pub price: u32,
    /// Kinds the player hands over, one of each.
    pub takes: Vec<KindId>,
    /// Coins the player gets.
    pub pays: u32,
    /// Kinds the player gets, one new copy of each.
    pub gives: Vec<KindId>,
    /// Remarks the engine makes about the player.
    pub marks: Vec<MarkId>,
}
