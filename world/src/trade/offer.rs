//! What an assistant may do for a player: authored offers, whose conditions
//! and effects are the engine's alone. A mind only names one by its id.

use std::{collections::BTreeMap, fmt, ops::RangeInclusive, time::Duration};

use engine::id::{CharacterId, KindId, MarkId, OfferId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use text::{parse::Direction, span};

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
    /// How many of it there are for all players together; without it there is no end of them. At
    /// least 1.
    #[serde(default)]
    pub stock: Option<u32>,
    /// After how many seconds one that is gone is there again, one after another; without it never.
    /// [`RESTOCK_SECONDS`].
    #[serde(default)]
    pub restocks: Option<u32>,
    /// What the assistant says when none is left.
    #[serde(default)]
    pub sold_out: Option<String>,
    /// How soon somebody who had it may have it again.
    #[serde(default)]
    pub again: HadAgain,
    /// What the assistant says when it is too soon.
    #[serde(default)]
    pub so_soon: Option<String>,
}

/// How long it may take until one that is gone is there again, in seconds: up to thirty days.
pub const RESTOCK_SECONDS: RangeInclusive<u32> = 1..=2_592_000;

/// How long it may take until the same one may have something again, in seconds: up to a year.
pub const AGAIN_SECONDS: RangeInclusive<u32> = 1..=31_536_000;

/// How soon somebody who had an offer may have it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub enum HadAgain {
    /// At once.
    #[default]
    AtOnce,
    /// After so many seconds: 1 to 31,536,000, which is a year.
    After(u32),
    /// Never: it is for once.
    Never,
}

fn yes() -> bool {
    true
}

impl Offer {
    /// Why nobody can have it while none is left, in the assistant's words.
    #[must_use]
    pub fn why_sold_out(&self) -> String {
        let own = || match self.restocks {
            Some(_) => "There is none left just now; ask me again in a little while.",
            None => "That was the last there was, and it is gone.",
        };
        self.sold_out.clone().unwrap_or_else(|| own().to_owned())
    }

    /// Why somebody who had it cannot have it for so long; for ever without a span.
    #[must_use]
    pub fn why_so_soon(&self, left: Option<Duration>) -> String {
        let own = || match left {
            // Whole minutes, and rather one too many.
            Some(left) => format!(
                "You had that not long ago; ask me again in {}.",
                span::in_words(left + Duration::from_secs(59))
            ),
            None => "You have had that; it is for once.".to_owned(),
        };
        self.so_soon.clone().unwrap_or_else(own)
    }

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
    /// The assistant tells the player something in a whisper: at once, or once the player accepts
    /// where it has a price.
    Tell(ToldSecret),
    /// The assistant sends word to another of the town's own people, for the player: at once, or once
    /// the player accepts where it has a price.
    Ask(AskedFavour),
}

impl OfferEffect {
    /// What the player hands over.
    #[must_use]
    pub fn takes(&self) -> &[KindId] {
        match self {
            Self::Trade(trade) => &trade.takes,
            Self::Escort { .. } | Self::Open { .. } | Self::Tell(_) | Self::Ask(_) => &[],
        }
    }

    /// Coins the player pays.
    #[must_use]
    pub fn price(&self) -> u32 {
        match self {
            Self::Trade(trade) => trade.price,
            Self::Tell(secret) => secret.price,
            Self::Ask(favour) => favour.price,
            Self::Escort { .. } | Self::Open { .. } => 0,
        }
    }

    /// Remarks the engine makes about the player.
    #[must_use]
    pub fn marks(&self) -> &[MarkId] {
        match self {
            Self::Trade(trade) => &trade.marks,
            Self::Tell(secret) => &secret.marks,
            Self::Ask(favour) => &favour.marks,
            Self::Escort { .. } | Self::Open { .. } => &[],
        }
    }

    /// Whether only people may have it: of the town's own people one could ask another for a secret
    /// that nobody earned, and a favour is asked for visitors.
    #[must_use]
    pub fn is_for_people(&self) -> bool {
        match self {
            Self::Trade(_) | Self::Escort { .. } | Self::Open { .. } => false,
            Self::Tell(_) | Self::Ask(_) => true,
        }
    }

    /// Whether it waits until the player accepts: what takes nothing and leads nobody anywhere is done
    /// at once, for whoever asked for it has agreed.
    #[must_use]
    pub fn waits(&self) -> bool {
        match self {
            Self::Trade(_) | Self::Escort { .. } => true,
            Self::Open { .. } => false,
            Self::Tell(_) | Self::Ask(_) => self.price() > 0,
        }
    }
}

/// What an [`OfferEffect::Tell`] tells. It stands in no question to a model, no script, no record and
/// no memory before it was told, because nothing but the effect ever reads it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToldSecret {
    /// What is whispered, one text after the other; 1 to 4 of them.
    pub secret: Vec<String>,
    /// Coins the player pays.
    #[serde(default)]
    pub price: u32,
    /// Remarks the engine makes about the player.
    #[serde(default)]
    pub marks: Vec<MarkId>,
}

/// What an [`OfferEffect::Ask`] asks of somebody else: a word that the builder wrote, and a remark
/// about the player that their own offers ask for. Nothing that a player said travels with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskedFavour {
    /// Who is asked: another of the town's own people, by their id.
    pub of: CharacterId,
    /// What they are told, in a sentence; `{who}` is the player's name.
    pub word: String,
    /// Remarks the engine makes about the player; at least one, which an offer of the one who is
    /// asked has to ask for.
    pub marks: Vec<MarkId>,
    /// For how many seconds the remarks count; for good without. [`FAVOUR_SECONDS`].
    #[serde(default)]
    pub lasts: Option<u32>,
    /// Coins the player pays.
    #[serde(default)]
    pub price: u32,
}

/// For how long a favour may count, in seconds: a minute to thirty days.
pub const FAVOUR_SECONDS: RangeInclusive<u32> = 60..=2_592_000;

/// How many texts a secret may have: each is a line of its own on the player's screen.
pub const SECRET_TEXTS: RangeInclusive<usize> = 1..=4;

impl fmt::Debug for ToldSecret {
    /// Leaves out what it tells, so that no log has it either.
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
