//! Who may not come in: rules by name and by address, each with its reason and
//! its end.
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

/// What a rule forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Restriction {
    /// Coming in at all.
    Connect,
    /// Making a character.
    Create,
    /// Coming in without one's own character.
    Guest,
}

impl Restriction {
    /// Every kind.
    pub const ALL: [Restriction; 3] =
        [Restriction::Connect, Restriction::Create, Restriction::Guest];

    /// Its name, as it is typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Create => "create",
            Self::Guest => "guest",
        }
    }
}

/// Whom a rule is about. Names are in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// Exactly this name.
    Name(String),
    /// Every name that begins so. An empty beginning is everybody, those
    /// without a name included.
    Prefix(String),
    /// Every address in this subnet; a single address is a subnet of one.
    Net(IpNet),
}

/// Why a text is no pattern, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPattern {
    /// It looks like an address, and is none.
    #[error(
        "\"{0}\" is neither an address, as 10.1.2.3 or 2001:db8::1, nor a subnet, as 10.1.2.0/24."
    )]
    Address(String),
    /// It is no name either.
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

/// The subnet without host bits; IPv4 written as IPv6 becomes IPv4, as the
/// addresses it is compared with do.
fn canonical(net: IpNet) -> IpNet {
    let net = net.trunc();
    let IpNet::V6(six) = net else { return net };
    let mapped = six.addr().to_ipv4_mapped().zip(six.prefix_len().checked_sub(96));
    mapped.and_then(|(four, length)| Ipv4Net::new(four, length).ok()).map_or(net, IpNet::V4)
}

impl Pattern {
    /// Whether somebody with this name, if it is known, at this address is
    /// meant.
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

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Its number, from 1; none is used twice.
    pub number: u32,
    /// What it forbids.
    pub what: Restriction,
    /// To whom.
    pub pattern: Pattern,
    /// Why, for those it refuses to read; may be empty.
    pub reason: String,
    /// Until when; none is for good.
    pub until: Option<WorldTime>,
    /// Who made it.
    pub by: CharacterRef,
    /// When.
    pub at: WorldTime,
}

impl Rule {
    /// Whether it has not ended by `now`.
    #[must_use]
    pub fn holds(&self, now: WorldTime) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// What somebody reads whom it refuses: what, until when, and why.
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
    /// Writes it as the staff reads it.
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

/// All rules, in the order in which they were made.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sitelock {
    rules: Vec<Rule>,
    /// The number of the last rule.
    last: u32,
}

/// The rules as they are saved: all in one document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SitelockDocument {
    /// The first form, which is the rules themselves.
    V1(Sitelock),
}

impl SitelockDocument {
    /// The newest form.
    #[must_use]
    pub fn current(self) -> Sitelock {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// The kind of the one document of all rules, and its id.
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
    /// Most rules at once; further ones are refused.
    pub const MAX: usize = 1_000;

    /// The first rule that refuses `what` to somebody with this name, if it is
    /// known, at this address. Nothing but its arguments decides.
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

    /// The rules that hold at `now`.
    pub fn rules(&self, now: WorldTime) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |it| it.holds(now))
    }

    /// Adds a rule and gives it its number, which replaces the one it has. Those
    /// that have ended by then are forgotten.
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

    /// Takes a rule away that holds at `now`.
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
