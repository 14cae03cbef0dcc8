//! `@npc rumours`: what goes round, and the path of one rumour from mouth to mouth.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
};
use text::styled::{Style, Text};
use world::{
    act::refusal::Refusal,
    beings::{
        character::{Character, CharacterRef},
        name::Name,
    },
};

use crate::mind::{body::Mind, rumour::Rumour, rumours::Rumours, seen::ago};

/// Maximum number of rumours that are listed.
pub const MOST: usize = 20;
/// Least number of digits of a deed that are enough to name it.
const FEWEST_DIGITS: usize = 4;

/// Path of a rumour: all who know it, in the order in which it reached them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RumourPath {
    /// Id of the deed.
    pub event: u64,
    /// Deed, in the words with most details.
    pub words: String,
    /// Characters who know the rumour; at least one.
    pub carriers: Vec<RumourCarrier>,
}

/// Character that knows a rumour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RumourCarrier {
    pub who: CharacterRef,
    /// Character that told it; none for an eyewitness, and for whoever was told of it by its author.
    pub told_by: Option<CharacterRef>,
    /// Author of a statement without a known eyewitness.
    pub said_by: Option<CharacterRef>,
    /// Number of retellings until it got there.
    pub retellings: u8,
    /// Strength now, in percent.
    pub strength: u8,
    /// Time at which the rumour got there.
    pub at: WorldTime,
    /// Deed, in the details that were left.
    pub words: String,
}

impl RumourPath {
    /// Returns the number of the deed as it is shown and typed.
    #[must_use]
    pub fn number(&self) -> String {
        format!("{:016x}", self.event)
    }

    /// Returns the time at which the rumour last got anywhere.
    #[must_use]
    pub fn newest(&self) -> WorldTime {
        self.carriers.last().map(|it| it.at).unwrap_or_default()
    }
}

/// Returns the paths of all rumours that a reader may know, newest first.
pub fn paths(world: &mut World, reader: Entity) -> Vec<RumourPath> {
    let now = world.resource::<Clock>().now;
    let Some(me) = world.get::<Character>(reader).map(|it| it.0.clone()) else { return Vec::new() };
    let mut found: BTreeMap<u64, Vec<(RumourCarrier, u8)>> = BTreeMap::new();
    let mut minds = world.query_filtered::<(&Character, &Name, &Rumours), With<Mind>>();
    for (id, name, rumours) in minds.iter(world) {
        for it in rumours.iter().filter(|it| it.label.readers.admit(&me)) {
            let carrier = carrier(&id.0, &name.0, it, now);
            found.entry(it.event).or_default().push((carrier, it.retellings));
        }
    }
    let mut paths: Vec<RumourPath> = found.into_iter().map(|(event, it)| path(event, it)).collect();
    paths.sort_by_key(|it| (std::cmp::Reverse(it.newest()), it.event));
    paths
}

fn carrier(id: &CharacterId, name: &str, it: &Rumour, now: WorldTime) -> RumourCarrier {
    RumourCarrier {
        who: CharacterRef { id: id.clone(), name: name.to_owned() },
        told_by: it.told_by.clone(),
        said_by: it.said_by.clone(),
        retellings: it.retellings,
        strength: it.strength(now),
        at: it.at,
        words: it.deed(),
    }
}

fn path(event: u64, mut found: Vec<(RumourCarrier, u8)>) -> RumourPath {
    found.sort_by(|(a, _), (b, _)| (a.at, &a.who.id).cmp(&(b.at, &b.who.id)));
    let fullest = found.iter().min_by_key(|(_, retellings)| *retellings);
    let words = fullest.map(|(it, _)| it.words.clone()).unwrap_or_default();
    RumourPath { event, words, carriers: found.into_iter().map(|(it, _)| it).collect() }
}

/// Returns the list of what goes round, or the path of the deed that begins with these digits.
pub(super) fn shown(world: &mut World, reader: Entity, number: &str) -> Result<Text, Refusal> {
    let now = world.resource::<Clock>().now;
    let paths = paths(world, reader);
    if number.is_empty() {
        return Ok(list(&paths, now));
    }
    let mut fitting = paths.iter().filter(|it| it.number().starts_with(number));
    match (fitting.next(), fitting.next()) {
        (Some(path), None) if number.len() >= FEWEST_DIGITS => Ok(one(path, now)),
        _ => Err(Refusal::because(format!(
            "Nothing that goes round has the number \"{number}\". To see the numbers, type: @npc \
             rumours"
        ))),
    }
}

fn list(paths: &[RumourPath], now: WorldTime) -> Text {
    if paths.is_empty() {
        return Text::plain("Nothing goes round just now.");
    }
    let mut text = Text::styled(Style::Heading, "What goes round");
    for it in paths.iter().take(MOST) {
        let (number, known, when) = (it.number(), it.carriers.len(), ago(now.since(it.newest())));
        text.say(&format!("\n  {number}: {}, known to {known}, last heard of {when}", it.words));
    }
    if paths.len() > MOST {
        text.say(&format!("\nAnd {} more.", paths.len() - MOST));
    }
    text
}

fn one(path: &RumourPath, now: WorldTime) -> Text {
    let mut text = Text::styled(Style::Heading, format!("Deed {}", path.number()));
    text.say(&format!("\n{}.", path.words));
    for it in &path.carriers {
        text.say("\n  ").push(Style::Person, &it.who.name);
        match it.told_by.as_ref().or(it.said_by.as_ref()) {
            None => text.say(" saw it"),
            Some(from) => text.say(" heard it from ").push(Style::Person, &from.name),
        };
        text.say(&format!(", {}, {} % strong", ago(now.since(it.at)), it.strength));
        if it.words != path.words {
            text.say(&format!(": {}", it.words));
        }
    }
    text
}
