//! What an assistant may do for a player: authored offers, whose conditions
//! and effects are the engine's alone. A mind only names one by its id.

use std::collections::BTreeMap;

use schemars::JsonSchema;
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
    /// coins`.
    pub what: String,
    /// All of these must hold for the one it is made to.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// What the assistant says when they do not hold.
    pub unless: String,
    /// What happens.
    pub does: OfferEffect,
    /// Whether what it sells or takes stands in `list`, so that players can have
    /// it without asking for it in words.
    #[serde(default = "yes")]
    pub listed: bool,
}

fn yes() -> bool {
    true
}

impl Offer {
    /// How many things of each kind one must carry to have it. Each `Carries`
    /// asks for a thing of its own, and so does each entry of what a trade
    /// takes; what is asked for may be what is taken.
    #[must_use]
    pub fn needs(&self) -> BTreeMap<&KindId, usize> {
        let mut needs = BTreeMap::new();
        for condition in &self.when {
            match condition {
                Condition::Carries(kind) => *needs.entry(kind).or_default() += 1,
                Condition::Coins(_)
                | Condition::Marked(_)
                | Condition::NotMarked(_)
                | Condition::Visited(_)
                | Condition::Said(_)
                | Condition::Hour(..)
                | Condition::Regard(_) => {}
            }
        }
        let takes = self.does.takes();
        for kind in takes {
            let taken = takes.iter().filter(|it| *it == kind).count();
            let asked = needs.entry(kind).or_default();
            *asked = taken.max(*asked);
        }
        needs
    }
}

/// A fact about a character that the engine can check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Condition {
    /// Carries a thing of this kind; given twice, two of them.
    Carries(KindId),
    /// Has at least so many coins.
    Coins(u32),
    /// The engine made this remark about the character.
    Marked(MarkId),
    /// The engine did not.
    NotMarked(MarkId),
    /// Was in this room, a whole id, since somebody asks for it.
    Visited(String),
    /// Said these words, as they follow one another, where others could hear or read them.
    Said(String),
    /// It is between the one hour of the day and the other, 0 to 23; the second does not count, and
    /// may be the smaller one.
    Hour(u8, u8),
    /// The one who offers it thinks at least so well of the character, 0 to 100.
    Regard(u8),
}

/// Whether an hour of the day is between two others: from the first until the second, which does not
/// count and may be on the next day.
#[must_use]
pub fn is_between(hour: u8, from: u8, until: u8) -> bool {
    if from <= until { (from..until).contains(&hour) } else { hour >= from || hour < until }
}

/// What an offer does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum OfferEffect {
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

impl OfferEffect {
    /// What the player hands over.
    #[must_use]
    pub fn takes(&self) -> &[KindId] {
        match self {
            Self::Trade(trade) => &trade.takes,
            Self::Escort { .. } | Self::Open { .. } => &[],
        }
    }
}

/// What changes hands in an [`OfferEffect::Trade`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Trade {
    /// Coins the player pays.
    pub price: u32,
    /// Kinds the player hands over, one thing for each entry.
    pub takes: Vec<KindId>,
    /// Coins the player gets.
    pub pays: u32,
    /// Kinds the player gets, one new copy for each entry.
    pub gives: Vec<KindId>,
    /// Remarks the engine makes about the player.
    pub marks: Vec<MarkId>,
}
