//! Offers of NPCs to players: authored data whose conditions and effects are executed by the
//! engine. A model only names an offer by its id.

use std::{collections::BTreeMap, fmt, ops::RangeInclusive, time::Duration};

use engine::id::{CharacterId, KindId, MarkId, OfferId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use text::{parse::Direction, span};

/// Offer of an assistant to players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Id by which the assistant names the offer.
    pub id: OfferId,
    /// Goods or service in words, to stand after "offers you": `a mug of ale for 2 coins`.
    pub what: String,
    /// Conditions on the player; all must hold.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Reply of the assistant if the conditions do not hold.
    pub unless: String,
    /// Effect of the offer.
    pub does: OfferEffect,
    /// True if the trade is shown by `list`, so that players can buy or sell without asking in
    /// words. Default: true.
    #[serde(default = "yes")]
    pub listed: bool,
    /// Stock for all players together, at least 1; unlimited by default.
    #[serde(default)]
    pub stock: Option<u32>,
    /// Seconds until one sold copy is restocked, one after another; never by default. Range:
    /// [`RESTOCK_SECONDS`].
    #[serde(default)]
    pub restocks: Option<u32>,
    /// Reply of the assistant if the stock is empty.
    #[serde(default)]
    pub sold_out: Option<String>,
    /// Cooldown per player before the offer can be had again.
    #[serde(default)]
    pub again: HadAgain,
    /// Reply of the assistant during the cooldown.
    #[serde(default)]
    pub so_soon: Option<String>,
}

/// Range of the restock time of one copy, in seconds: up to thirty days.
pub const RESTOCK_SECONDS: RangeInclusive<u32> = 1..=2_592_000;

/// Range of the cooldown of an offer per player, in seconds: up to a year.
pub const AGAIN_SECONDS: RangeInclusive<u32> = 1..=31_536_000;

/// Cooldown of an offer per player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub enum HadAgain {
    /// No cooldown.
    #[default]
    AtOnce,
    /// Cooldown in seconds: 1 to 31,536,000, which is a year.
    After(u32),
    /// One time only.
    Never,
}

fn yes() -> bool {
    true
}

impl Offer {
    /// Returns the assistant's reply if the stock is empty.
    #[must_use]
    pub fn why_sold_out(&self) -> String {
        let own = || match self.restocks {
            Some(_) => "There is none left just now; ask me again in a little while.",
            None => "That was the last there was, and it is gone.",
        };
        self.sold_out.clone().unwrap_or_else(|| own().to_owned())
    }

    /// Returns the assistant's reply during the cooldown with `left` of it; none means one time
    /// only.
    #[must_use]
    pub fn why_so_soon(&self, left: Option<Duration>) -> String {
        let own = || match left {
            // Rounded up to whole minutes.
            Some(left) => format!(
                "You had that not long ago; ask me again in {}.",
                span::in_words(left + Duration::from_secs(59))
            ),
            None => "You have had that; it is for once.".to_owned(),
        };
        self.so_soon.clone().unwrap_or_else(own)
    }

    /// Returns the number of items of each kind that the player must carry: per kind, the larger of
    /// the number of `Carries` conditions and of items that the trade takes.
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

/// Condition on a character, checked by the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Condition {
    /// Carries an item of this kind; the condition given twice requires two.
    Carries(KindId),
    /// Has at least this number of coins.
    Coins(u32),
    /// Has this mark.
    Marked(MarkId),
    /// Does not have this mark.
    NotMarked(MarkId),
    /// Has entered this room, given by its whole id, since a condition asks for it.
    Visited(String),
    /// Has said these words in this order where others could hear or read them, since a condition
    /// asks for it. Words said in private count before those alone who heard them, until their speaker
    /// logs out.
    Said(String),
    /// Hour of the day is between the first, inclusive, and the second, exclusive, 0 to 23 each;
    /// the second may be smaller.
    Hour(u8, u8),
    /// Regard of the offerer for the character is at least this, 0 to 100.
    Regard(u8),
}

/// Returns whether an hour of the day is in the range from the first, inclusive, until the second,
/// exclusive, which may be on the next day.
#[must_use]
pub fn is_between(hour: u8, from: u8, until: u8) -> bool {
    if from <= until { (from..until).contains(&hour) } else { hour >= from || hour < until }
}

/// Effect of an offer: what the player gets, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum OfferEffect {
    /// Exchange of items and coins, after the player accepts.
    Trade(Trade),
    /// Escort of the player to a room by the assistant, after the player accepts.
    Escort {
        /// Destination: whole id of a room.
        to: String,
    },
    /// Immediate opening of a door, which closes by itself.
    Open {
        /// Room of the exit, by its whole id.
        room: String,
        /// Direction of the exit.
        direction: Direction,
        /// Opening time in seconds, 5 to 3,600.
        seconds: u32,
    },
    /// Secret whispered to the player by the assistant: at once, or after the player accepts if it
    /// has a price.
    Tell(ToldSecret),
    /// Favour for the player, asked of another assistant: at once, or after the player accepts if
    /// it has a price.
    Ask(AskedFavour),
}

impl OfferEffect {
    /// Returns the kinds of items that the player hands over.
    #[must_use]
    pub fn takes(&self) -> &[KindId] {
        match self {
            Self::Trade(trade) => &trade.takes,
            Self::Escort { .. } | Self::Open { .. } | Self::Tell(_) | Self::Ask(_) => &[],
        }
    }

    /// Returns the price in coins.
    #[must_use]
    pub fn price(&self) -> u32 {
        match self {
            Self::Trade(trade) => trade.price,
            Self::Tell(secret) => secret.price,
            Self::Ask(favour) => favour.price,
            Self::Escort { .. } | Self::Open { .. } => 0,
        }
    }

    /// Returns the marks that the player gets.
    #[must_use]
    pub fn marks(&self) -> &[MarkId] {
        match self {
            Self::Trade(trade) => &trade.marks,
            Self::Tell(secret) => &secret.marks,
            Self::Ask(favour) => &favour.marks,
            Self::Escort { .. } | Self::Open { .. } => &[],
        }
    }

    /// Returns whether NPCs are excluded: they could obtain a secret that no player earned, and
    /// favours are for players.
    #[must_use]
    pub fn is_for_people(&self) -> bool {
        match self {
            Self::Trade(_) | Self::Escort { .. } | Self::Open { .. } => false,
            Self::Tell(_) | Self::Ask(_) => true,
        }
    }

    /// Returns whether the effect waits for the player's acceptance. Effects without a price, other
    /// than trades and escorts, are immediate: the request is the consent.
    #[must_use]
    pub fn waits(&self) -> bool {
        match self {
            Self::Trade(_) | Self::Escort { .. } => true,
            Self::Open { .. } => false,
            Self::Tell(_) | Self::Ask(_) => self.price() > 0,
        }
    }
}

/// Secret of an [`OfferEffect::Tell`]. Only the effect reads it, so it is in no prompt, script, log
/// or memory before it is told.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToldSecret {
    /// Texts to whisper, one after the other; 1 to 4.
    pub secret: Vec<String>,
    /// Price in coins.
    #[serde(default)]
    pub price: u32,
    /// Marks that the player gets.
    #[serde(default)]
    pub marks: Vec<MarkId>,
}

/// Favour of an [`OfferEffect::Ask`]: an authored message to another assistant, and a mark on the
/// player that an offer of that assistant requires. Nothing that a player said is passed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskedFavour {
    /// Id of the assistant who is asked.
    pub of: CharacterId,
    /// Message to the assistant, a sentence; `{who}` is the player's name.
    pub word: String,
    /// Marks that the player gets; at least one, required by an offer of the assistant who is
    /// asked.
    pub marks: Vec<MarkId>,
    /// Lifetime of the marks in seconds; permanent by default. Range: [`FAVOUR_SECONDS`].
    #[serde(default)]
    pub lasts: Option<u32>,
    /// Price in coins.
    #[serde(default)]
    pub price: u32,
}

/// Range of the lifetime of a favour's marks, in seconds: a minute to thirty days.
pub const FAVOUR_SECONDS: RangeInclusive<u32> = 60..=2_592_000;

/// Range of the number of texts of a secret; each is a line of its own.
pub const SECRET_TEXTS: RangeInclusive<usize> = 1..=4;

impl fmt::Debug for ToldSecret {
    /// Omits the secret texts, to keep them out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { secret, price, marks } = self;
        let (texts, price) = (secret.len(), price);
        f.debug_struct("ToldSecret")
            .field("texts", &texts)
            .field("price", price)
            .field("marks", marks)
            .finish_non_exhaustive()
    }
}

/// Exchange of an [`OfferEffect::Trade`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Trade {
    /// Price in coins.
    pub price: u32,
    /// Kinds of items that the player hands over, one item for each entry.
    pub takes: Vec<KindId>,
    /// Coins that the player gets.
    pub pays: u32,
    /// Kinds of items that the player gets, one new copy for each entry.
    pub gives: Vec<KindId>,
    /// Marks that the player gets.
    pub marks: Vec<MarkId>,
}
