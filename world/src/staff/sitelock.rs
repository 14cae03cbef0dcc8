//! Site locks: bans by name pattern and by IP address or subnet, each with a reason and an optional
//! expiry.
//!
//! An address is a plain value here (`core::net`); the world opens no socket.

use core::net::IpAddr;
use std::{fmt, str::FromStr};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    save::{
        self,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use ipnet::{IpNet, Ipv4Net};
use serde::{Deserialize, Serialize};

use crate::{act::refusal::Refusal, beings::character::CharacterRef};

pub mod command;

/// Action that a rule forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Restriction {
    /// Logging in.
    Connect,
    /// Creating a character.
    Create,
    /// Logging in as a guest.
    Guest,
}

impl Restriction {
    /// All restrictions.
    pub const ALL: [Restriction; 3] =
        [Restriction::Connect, Restriction::Create, Restriction::Guest];

    /// Returns the keyword of the restriction in the command.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Create => "create",
            Self::Guest => "guest",
        }
    }
}

/// Pattern of the names or addresses that a rule applies to. Names are in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// Exact name.
    Name(String),
    /// Prefix of names. The empty prefix matches everybody, also without a name.
    Prefix(String),
    /// Subnet; a single address is a subnet of one.
    Net(IpNet),
}

/// Parse error of a pattern, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPattern {
    /// Malformed address or subnet.
    #[error(
        "\"{0}\" is neither an address, as 10.1.2.3 or 2001:db8::1, nor a subnet, as 10.1.2.0/24."
    )]
    Address(String),
    /// Malformed name.
    #[error(
        "\"{0}\" is no name: that is one word of letters, with a * at its end for all that begin so."
    )]
    Name(String),
}

impl FromStr for Pattern {
    type Err = BadPattern;

    fn from_str(text: &str) -> Result<Self, BadPattern> {
        if text.contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | '/')) {
            let net = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
            return net
                .map(|net| Self::Net(canonical(net)))
                .map_err(|_| BadPattern::Address(text.to_owned()));
        }
        let (word, begins) = text.strip_suffix('*').map_or((text, false), |it| (it, true));
        let letters = word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\''));
        match (letters && text.len() <= 64, begins) {
            (true, true) => Ok(Self::Prefix(word.to_lowercase())),
            (true, false) if !word.is_empty() => Ok(Self::Name(word.to_lowercase())),
            (true | false, _) => Err(BadPattern::Name(text.to_owned())),
        }
    }
}

/// Normalises a subnet: clears its host bits, and converts IPv4-mapped IPv6 to IPv4, as
/// [`Pattern::fits`] does with addresses.
fn canonical(net: IpNet) -> IpNet {
    let net = net.trunc();
    let IpNet::V6(six) = net else { return net };
    let mapped = six.addr().to_ipv4_mapped().zip(six.prefix_len().checked_sub(96));
    mapped.and_then(|(four, length)| Ipv4Net::new(four, length).ok()).map_or(net, IpNet::V4)
}

impl Pattern {
    /// Returns whether the pattern matches this name, if it is known, or this address.
    #[must_use]
    pub fn fits(&self, name: Option<&str>, address: IpAddr) -> bool {
        let name = name.map(str::to_lowercase);
        match self {
            Self::Name(it) => name.is_some_and(|name| name == *it),
            Self::Prefix(it) if it.is_empty() => true,
            Self::Prefix(it) => name.is_some_and(|name| name.starts_with(it.as_str())),
            Self::Net(net) => net.contains(&address.to_canonical()),
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(it) => f.write_str(it),
            Self::Prefix(it) => write!(f, "{it}*"),
            Self::Net(net) if net.prefix_len() == net.max_prefix_len() => {
                write!(f, "{}", net.addr())
            }
            Self::Net(net) => write!(f, "{net}"),
        }
    }
}

/// Site-lock rule: one ban.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Number of the rule, from 1; never reused.
    pub number: u32,
    /// Forbidden action.
    pub what: Restriction,
    /// Pattern of the names or addresses banned.
    pub pattern: Pattern,
    /// Reason shown to those it refuses; may be empty.
    pub reason: String,
    /// Expiry; none for a permanent rule.
    pub until: Option<WorldTime>,
    /// Staff member who made the rule.
    pub by: CharacterRef,
    /// Time of creation.
    pub at: WorldTime,
}

impl Rule {
    /// Returns whether the rule has not expired at `now`.
    #[must_use]
    pub fn holds(&self, now: WorldTime) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// Returns the refusal shown to a banned player: the restriction, the expiry and the reason.
    #[must_use]
    pub fn refusal(&self) -> String {
        let mut words = match (self.what, &self.pattern) {
            (Restriction::Connect, Pattern::Net(_)) => "Nobody can connect from your address",
            (Restriction::Connect, Pattern::Name(_) | Pattern::Prefix(_)) => {
                "Nobody can connect under that name or another of the same account"
            }
            (Restriction::Create, Pattern::Net(_)) => {
                "No character can be created from your address"
            }
            (Restriction::Create, Pattern::Name(_) | Pattern::Prefix(_)) => {
                "No character with that name can be created"
            }
            (Restriction::Guest, Pattern::Net(_)) => "No guest can come in from your address",
            (Restriction::Guest, Pattern::Name(_) | Pattern::Prefix(_)) => "No guest can come in",
        }
        .to_owned();
        if let Some(until) = self.until {
            words.push_str(&format!(" until {until}"));
        }
        words.push('.');
        if !self.reason.is_empty() {
            words.push_str(&format!(" The reason: {}", self.reason));
        }
        words
    }
}

impl fmt::Display for Rule {
    /// Formats the rule as the staff sees it in the list.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.number, self.what.name(), self.pattern)?;
        match self.until {
            Some(until) => write!(f, ", until {until}")?,
            None => f.write_str(", for good")?,
        }
        write!(f, ", by {} on {}", self.by.name, self.at)?;
        if self.reason.is_empty() { Ok(()) } else { write!(f, ": {}", self.reason) }
    }
}

/// List of all site-lock rules, in order of creation.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sitelock {
    rules: Vec<Rule>,
    /// Number of the last rule.
    last: u32,
}

/// Saved site-lock rules, by schema version; all in one document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SitelockDocument {
    /// Version 1.
    V1(Sitelock),
}

impl SitelockDocument {
    /// Converts to the newest version.
    #[must_use]
    pub fn current(self) -> Sitelock {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Name of the document kind of the site lock, and the id of its only document.
pub const KIND: &str = "sitelock";

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Sitelock>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let document = SitelockDocument::V1(world.resource::<Sitelock>().clone());
    Some(save::document::row(KIND, id, "", &document))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let Some(row) = saved.first() else { return Ok(()) };
    let document: SitelockDocument = save::document::read(KIND, row)?;
    world.insert_resource(document.current());
    Ok(())
}

impl Sitelock {
    /// Maximum number of rules; more are refused.
    pub const MAX: usize = 1_000;

    /// Returns the first rule in force that forbids `what` to this name, if it is known, at this
    /// address. Pure function of its arguments.
    #[must_use]
    pub fn check(
        &self,
        what: Restriction,
        name: Option<&str>,
        address: IpAddr,
        now: WorldTime,
    ) -> Option<&Rule> {
        let refuses =
            |rule: &&Rule| rule.what == what && rule.holds(now) && rule.pattern.fits(name, address);
        self.rules.iter().find(refuses)
    }

    /// Returns the rules in force at `now`.
    pub fn rules(&self, now: WorldTime) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |it| it.holds(now))
    }

    /// Adds a rule, assigns its number, and removes the expired rules.
    ///
    /// # Errors
    /// A [`Refusal`] when there are too many.
    pub fn add(&mut self, mut rule: Rule) -> Result<&Rule, Refusal> {
        self.rules.retain(|it| it.holds(rule.at));
        if self.rules.len() >= Self::MAX {
            let words = format!(
                "There are {} rules, and that is the most. Lift one first: sitelock lift NUMBER",
                Self::MAX
            );
            return Err(Refusal::because(words));
        }
        self.last = self.last.saturating_add(1);
        rule.number = self.last;
        let at = self.rules.len();
        self.rules.push(rule);
        self.rules.get(at).ok_or(Refusal::NotAllowed)
    }

    /// Removes and returns the rule with this number, if it is in force at `now`.
    ///
    /// # Errors
    /// A [`Refusal`] when there is none with that number.
    pub fn lift(&mut self, number: u32, now: WorldTime) -> Result<Rule, Refusal> {
        self.rules.retain(|it| it.holds(now));
        let at = self.rules.iter().position(|it| it.number == number);
        at.map(|at| self.rules.remove(at)).ok_or_else(|| {
            let words = format!("There is no rule {number}. To see them all, type: sitelock");
            Refusal::because(words)
        })
    }
}

#[cfg(test)]
mod tests;
