//! Tallies: counters of deeds with the most recent doers, saved across restarts. Builders define
//! which deeds count, and world texts show the results.
//!
//! Doers are kept by id, not by name: a renamed character is shown by the current name, an erased
//! one not at all.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::{CharacterId, TallyId},
    index::Index,
    label::Readers,
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{
    act::cause::Act,
    beings::{character::SpeakerKind, forgetting::AddForgetter, people, sleepers::Sleepers},
    space::{containment, room::Private},
    trade::{
        cooldown,
        offer::Offer,
        tally::entry::{MOST_KEPT, TalliedDeed, TallyEntry},
    },
};

pub mod entry;

/// Document kind of tallies, whose rows have no owner.
pub const KIND: &str = "tally";

/// Maximum length of the saved result of a deed, in characters.
const LONGEST: usize = 120;

/// Registry of tallies: definitions from the content, and counts. Counts of tallies removed from
/// the content are kept, but not shown.
#[derive(Resource, Debug, Default)]
pub struct Tallies {
    entries: BTreeMap<TallyId, TallyEntry>,
    deeds: BTreeMap<TalliedDeed, Vec<TallyId>>,
    counted: BTreeMap<TallyId, TallyV1>,
}

/// Saved tally, by schema version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TallyDocument {
    /// Schema version 1.
    V1(TallyV1),
}

impl TallyDocument {
    /// Returns the document in the newest schema version.
    #[must_use]
    pub fn current(self) -> TallyV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Saved tally, schema version 1.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TallyV1 {
    /// Total number of deeds.
    pub count: u32,
    /// Most recent doers, newest first, each once; at most [`MOST_KEPT`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub newest: Vec<TalliedV1>,
}

/// Doer of a counted deed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalliedV1 {
    pub who: CharacterId,
    /// Time of the latest deed.
    pub at: WorldTime,
    /// Number of deeds since the doer was added to the list.
    pub times: u32,
    /// Result of the latest deed in words, such as the goods received; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
}

impl TallyV1 {
    /// Counts a deed and records its doer; without `who` the deed is counted anonymously.
    fn add(&mut self, who: Option<TalliedV1>, keeps: usize) {
        self.count = self.count.saturating_add(1);
        if let Some(mut new) = who {
            let known = self.newest.iter().position(|it| it.who == new.who);
            if let Some(known) = known.map(|at| self.newest.remove(at)) {
                new.times = known.times.saturating_add(1);
            }
            self.newest.insert(0, new);
        }
        self.newest.truncate(keeps.min(usize::from(MOST_KEPT)));
    }

    /// Removes erased characters, whose deeds stay counted; returns whether any was listed.
    fn strike(&mut self, gone: &BTreeSet<CharacterId>) -> bool {
        let before = self.newest.len();
        self.newest.retain(|it| !gone.contains(&it.who));
        self.newest.len() < before
    }
}

impl Tallies {
    /// Returns the definition of a tally and its counts.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<(&TallyEntry, Option<&TallyV1>)> {
        let entry = self.entries.get(&TallyId::new(id).ok()?)?;
        Some((entry, self.counted.get(&entry.id)))
    }

    /// Removes erased characters; returns the ids of the tallies that listed any of them.
    fn strike(&mut self, gone: &BTreeSet<CharacterId>) -> Vec<TallyId> {
        let struck = self.counted.iter_mut().filter_map(|(id, it)| it.strike(gone).then_some(id));
        struck.cloned().collect()
    }
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Tallies>();
    sim.add_forgetter(|world, whom| {
        strike(world, &whom.characters);
    });
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

/// Replaces the definitions of tallies by those of the content.
pub(crate) fn apply(world: &mut World, entries: &[TallyEntry]) {
    let mut tallies = world.resource_mut::<Tallies>();
    tallies.entries = entries.iter().map(|it| (it.id.clone(), it.clone())).collect();
    tallies.deeds.clear();
    for entry in entries {
        for deed in entry.counts.iter().collect::<BTreeSet<_>>() {
            tallies.deeds.entry(deed.clone()).or_default().push(entry.id.clone());
        }
    }
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let tally = world.resource::<Tallies>().counted.get(&TallyId::new(id).ok()?)?;
    Some(row(id, tally.clone()))
}

/// Encodes a tally as a row to save, which mentions the listed characters.
fn row(id: &str, tally: TallyV1) -> Written {
    let named = tally.newest.iter().map(|it| it.who.clone()).collect();
    let row = save::document::row(KIND, id, "", &TallyDocument::V1(tally))?;
    Ok(row.mentioning(named))
}

fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    let mut counted = BTreeMap::new();
    for row in saved {
        let document: TallyDocument = save::document::read(KIND, row)?;
        if let Ok(id) = TallyId::new(&row.id) {
            counted.insert(id, document.current());
        }
    }
    world.resource_mut::<Tallies>().counted = counted;
    Ok(())
}

/// Returns the entries of erased characters in a saved tally, and its row without them; none if it
/// lists none of them.
///
/// # Errors
/// [`Unreadable`] if the row is no tally.
pub fn without(
    saved: &SavedRow,
    gone: &BTreeSet<CharacterId>,
) -> Result<Option<(Vec<TalliedV1>, Written)>, Unreadable> {
    let document: TallyDocument = save::document::read(KIND, saved)?;
    let mut tally = document.current();
    let theirs: Vec<TalliedV1> =
        tally.newest.iter().filter(|it| gone.contains(&it.who)).cloned().collect();
    Ok(tally.strike(gone).then(|| (theirs, row(&saved.id, tally))))
}

/// Removes erased characters from all tallies, in which their deeds stay counted; returns whether
/// any listed them.
pub fn strike(world: &mut World, gone: &BTreeSet<CharacterId>) -> bool {
    let struck = world.resource_mut::<Tallies>().strike(gone);
    let mut dirty = world.resource_mut::<Dirty>();
    for id in &struck {
        dirty.touch_document(KIND, id.as_str());
    }
    !struck.is_empty()
}

/// Counts an accepted offer of `by`, with the goods received in words.
pub(super) fn accepted(
    world: &mut World,
    act: &Act,
    (customer, by): (Entity, Entity),
    offer: &Offer,
    got: &str,
) {
    if let Some(key) = cooldown::key(world, by, offer) {
        count(world, act, customer, &TalliedDeed::Accepted(key), got);
    }
}

/// Counts a deed of a character, with its result `what` in words. Deeds in private, aside or in a
/// private room, are counted anonymously; deeds of NPCs are not counted.
pub(crate) fn count(world: &mut World, act: &Act, who: Entity, deed: &TalliedDeed, what: &str) {
    let Some(ids) = world.resource::<Tallies>().deeds.get(deed).cloned() else { return };
    let person = people::who(world, who).filter(|it| it.kind != SpeakerKind::Assistant);
    let Some(person) = person else { return };
    let room = containment::room_of(world, who);
    let in_private = room.is_some_and(|room| world.get::<Private>(room).is_some());
    let is_public = act.label.readers == Readers::Everyone && !in_private;
    let at = world.resource::<Clock>().now;
    let what: String = what.chars().take(LONGEST).collect();
    for id in ids {
        let who = person.id.clone();
        let new = is_public.then(|| TalliedV1 { who, at, times: 1, what: what.clone() });
        let gone = nameless(world, &id);
        let mut tallies = world.resource_mut::<Tallies>();
        let keeps = tallies.entries.get(&id).map_or(MOST_KEPT, |it| it.keeps);
        let tally = tallies.counted.entry(id.clone()).or_default();
        tally.strike(&gone);
        tally.add(new, keeps.into());
        world.resource_mut::<Dirty>().touch_document(KIND, id.as_str());
    }
}

/// Returns the characters listed in a tally who no longer exist, such as guests who left.
fn nameless(world: &World, id: &TallyId) -> BTreeSet<CharacterId> {
    let (awake, asleep) = (world.resource::<Index<CharacterId>>(), world.resource::<Sleepers>());
    let known = world.resource::<Tallies>().counted.get(id).map(|it| it.newest.iter());
    let known = known.into_iter().flatten().map(|it| &it.who);
    known.filter(|it| awake.get(it).is_none() && asleep.get(it).is_none()).cloned().collect()
}

#[cfg(test)]
mod tests;
