//! Facts about the world: one count for each fact that a screen can show.

use std::{collections::BTreeMap, fmt};

/// Something that can be counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fact {
    /// Somebody has an account.
    Account(String),
    /// Coins in somebody's purse.
    Coins(String),
    /// Copies of a thing that somebody carries.
    Holds(String, String),
    /// Copies of a thing that lie in a room.
    Lies(String, String),
    /// Presence of somebody in a room.
    At(String, String),
    /// Value of a setting of somebody.
    Setting(String, String, String),
    /// Subscription of somebody to a channel.
    On(String, String),
    /// Entry in somebody's list of ignored people.
    Ignores(String, String),
    /// Mark of the engine about somebody. No screen shows it; offers depend on it.
    Marked(String, String),
}

/// Changes of facts by an act, each by its amount.
pub(crate) type Effects = Vec<(Fact, i64)>;

impl Fact {
    /// Player whose fact it is; none when it is about a room.
    pub(crate) fn owner(&self) -> Option<&str> {
        match self {
            Self::Account(who)
            | Self::Coins(who)
            | Self::Holds(who, _)
            | Self::At(who, _)
            | Self::Setting(who, ..)
            | Self::On(who, _)
            | Self::Ignores(who, _)
            | Self::Marked(who, _) => Some(who),
            Self::Lies(..) => None,
        }
    }

    /// The thing that it counts.
    pub(crate) fn thing(&self) -> Option<&str> {
        match self {
            Self::Holds(_, thing) | Self::Lies(_, thing) => Some(thing),
            Self::Account(_)
            | Self::Coins(_)
            | Self::At(..)
            | Self::Setting(..)
            | Self::On(..)
            | Self::Ignores(..)
            | Self::Marked(..) => None,
        }
    }

    /// Returns whether a screen shows it.
    pub(crate) fn is_visible(&self) -> bool {
        !matches!(self, Self::Marked(..))
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account(who) => write!(f, "accounts of {who}"),
            Self::Coins(who) => write!(f, "coins of {who}"),
            Self::Holds(who, thing) => write!(f, "{thing}, carried by {who}"),
            Self::Lies(room, thing) => write!(f, "{thing}, lying in {room}"),
            Self::At(who, room) => write!(f, "{who} in {room}"),
            Self::Setting(who, name, value) => write!(f, "{who} has set {name} {value}"),
            Self::On(who, channel) => write!(f, "{who} on {channel}"),
            Self::Ignores(who, other) => write!(f, "{who} ignores {other}"),
            Self::Marked(who, mark) => write!(f, "{who} is marked {mark}"),
        }
    }
}

/// Count of each fact; those that do not hold are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Facts(BTreeMap<Fact, i64>);

impl Facts {
    /// Adds to a count.
    pub(crate) fn add(&mut self, fact: Fact, n: i64) {
        let count = self.0.entry(fact.clone()).or_default();
        *count += n;
        if *count == 0 {
            self.0.remove(&fact);
        }
    }

    /// Adds effects.
    pub(crate) fn add_all<'a>(&mut self, effects: impl IntoIterator<Item = (&'a Fact, &'a i64)>) {
        for (fact, n) in effects {
            self.add(fact.clone(), *n);
        }
    }

    /// A count.
    pub(crate) fn get(&self, fact: &Fact) -> i64 {
        self.0.get(fact).copied().unwrap_or_default()
    }

    /// All counts that are not zero, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Fact, &i64)> {
        self.0.iter()
    }

    /// Facts about somebody.
    pub(crate) fn about(&self, who: &str) -> Self {
        let about = self.iter().filter(|(fact, _)| fact.owner() == Some(who));
        Self(about.map(|(fact, n)| (fact.clone(), *n)).collect())
    }

    /// Returns whether nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All copies of a thing.
    pub(crate) fn copies(&self, thing: &str) -> i64 {
        self.iter().filter(|(fact, _)| fact.thing() == Some(thing)).map(|(_, n)| n).sum()
    }

    /// All coins.
    pub(crate) fn coins(&self) -> i64 {
        self.iter().filter(|(fact, _)| matches!(fact, Fact::Coins(_))).map(|(_, n)| n).sum()
    }
}
