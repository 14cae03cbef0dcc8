//! Automatic marks: visits of rooms and spoken words that a condition of an offer or a quest asks
//! for.
//!
//! These are ordinary marks: saved, erased with the character, and free of cost where no condition
//! asks for them. Words said in private are kept apart, because a mark shows in public.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy_ecs::prelude::*;
use engine::{
    former::FormerIds,
    id::{CharacterId, MarkId, RoomId},
    index::Index,
    label::Readers,
    simulation::Simulation,
    stage::Stage,
};

use super::{offer::Condition, purse::Marks};
use crate::{
    space::{ambience, containment, room::Room},
    witness::{fact::Fact, happenings::Happenings, perception},
};

/// Maximum number of sets of readers for whom the same words of a character count; the first is
/// dropped.
const MOST_READERS: usize = 8;

/// Watched words that a character said in private, each with the sets of those who could hear them.
/// Before others they count for nothing. They are not saved.
#[derive(Component, Debug, Clone, Default)]
pub(super) struct SaidAside(BTreeMap<MarkId, VecDeque<Readers>>);

impl SaidAside {
    fn add(&mut self, mark: MarkId, readers: &Readers) {
        let all = self.0.entry(mark).or_default();
        if all.contains(readers) {
            return;
        }
        if all.len() >= MOST_READERS {
            all.pop_front();
        }
        all.push_back(readers.clone());
    }

    /// Returns whether all of an audience may know that the words with this mark were said.
    #[must_use]
    pub(super) fn is_known(&self, mark: &MarkId, audience: &Readers) -> bool {
        self.0.get(mark).is_some_and(|all| all.iter().any(|it| it.admit_all(audience)))
    }
}

/// Rooms and words to watch for.
#[derive(Resource, Debug, Default)]
pub(crate) struct Watched {
    rooms: BTreeMap<RoomId, MarkId>,
    words: BTreeMap<MarkId, Vec<String>>,
}

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Watched>();
    sim.add_systems(Stage::Perceive, remark.before(perception::perceive).after(ambience::heed));
}

/// Adds the rooms and words of these conditions to the watched ones.
pub(crate) fn watch<'a>(world: &mut World, conditions: impl Iterator<Item = &'a Condition>) {
    let mut watched = world.get_resource_or_init::<Watched>();
    for condition in conditions {
        match condition {
            Condition::Visited(room) => {
                if let (Ok(id), Some(mark)) = (RoomId::new(room), visited(room)) {
                    watched.rooms.insert(id, mark);
                }
            }
            Condition::Said(words) => {
                watched.words.insert(said(words), plain_words(words).collect());
            }
            Condition::Carries(_)
            | Condition::Coins(_)
            | Condition::Marked(_)
            | Condition::NotMarked(_)
            | Condition::Hour(..)
            | Condition::Regard(_) => {}
        }
    }
}

/// Returns the mark of having visited a room; none if the text is no room id.
pub(crate) fn visited(room: &str) -> Option<MarkId> {
    MarkId::new(&format!("visited/{room}")).ok()
}

/// Replaces visit marks of renamed rooms by those of their current ids; returns whether any
/// changed.
pub(crate) fn rename(marks: &mut BTreeSet<MarkId>, former: &FormerIds) -> bool {
    let of = |id: &RoomId| visited(id.as_str());
    let renamed = former.rooms.iter().filter_map(|(before, today)| {
        let known = of(before).filter(|it| marks.contains(it))?;
        Some((known, of(today)?))
    });
    let renamed: Vec<(MarkId, MarkId)> = renamed.collect();
    for (old, new) in &renamed {
        marks.remove(old);
        marks.insert(new.clone());
    }
    !renamed.is_empty()
}

/// Returns the mark of having said some words.
pub(crate) fn said(words: &str) -> MarkId {
    let slug: Vec<String> = plain_words(words)
        .map(|word| word.chars().filter(char::is_ascii_alphanumeric).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect();
    let slug = slug.join("-");
    let named = slug.get(..40).unwrap_or(&slug).trim_matches('-');
    let named = if named.is_empty() { "words" } else { named };
    // A hash distinguishes words whose ASCII forms are alike, in any script.
    let number = plain_words(words)
        .flat_map(|it| it.into_bytes())
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let id = format!("said/{named}-{number:08x}");
    MarkId::new(&id).unwrap_or_else(|_| unreachable!("letters, digits and hyphens are an id: {id}"))
}

/// Iterates over the words of a text, in lower case and without punctuation.
fn plain_words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    words.map(|word| word.replace('\'', "").to_lowercase()).filter(|word| !word.is_empty())
}

/// Adds marks for watched visits and words among the events of this tick.
fn remark(world: &mut World) {
    let watched = world.resource::<Watched>();
    if world.resource::<Happenings>().is_empty()
        || (watched.rooms.is_empty() && watched.words.is_empty())
    {
        return;
    }
    let mut new: BTreeMap<Entity, BTreeSet<MarkId>> = BTreeMap::new();
    let mut aside: Vec<(Entity, MarkId, Readers)> = Vec::new();
    for what in world.resource::<Happenings>().iter() {
        // Most events are of other kinds.
        let arrived = matches!(what.fact, Fact::Arrived(_));
        if !arrived && !matches!(what.fact, Fact::Spoke(_)) {
            continue;
        }
        let Some(actor) = &what.actor else { continue };
        let index = world.resource::<Index<CharacterId>>();
        let Some(who) = index.get(&actor.id) else { continue };
        if arrived {
            let room = containment::room_of(world, who).and_then(|it| world.get::<Room>(it));
            let mark = room.and_then(|room| watched.rooms.get(&room.0));
            new.entry(who).or_default().extend(mark.cloned());
        } else if let Fact::Spoke(spoken) = &what.fact
            && !watched.words.is_empty()
        {
            let spoken: Vec<String> = plain_words(spoken.words.as_str()).collect();
            let heard = watched.words.iter().filter(|(_, words)| {
                !words.is_empty()
                    && spoken.windows(words.len()).any(|part| part == words.as_slice())
            });
            let heard = heard.map(|(mark, _)| mark.clone());
            match &what.label.readers {
                Readers::Everyone => new.entry(who).or_default().extend(heard),
                few @ Readers::Only(_) => aside.extend(heard.map(|it| (who, it, few.clone()))),
            }
        }
    }
    for (who, mark, readers) in aside {
        world.entity_mut(who).entry::<SaidAside>().or_default().get_mut().add(mark, &readers);
    }
    for (who, marks) in new {
        let mut all = world.get::<Marks>(who).cloned().unwrap_or_default();
        let before = all.0.len();
        all.0.extend(marks);
        if all.0.len() > before {
            world.entity_mut(who).insert(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_made_of_any_words() {
        assert_eq!(
            said("Everyone is listened to!").as_str(),
            "said/everyone-is-listened-to-876ff8af"
        );
        assert!(said("ünï").as_str().starts_with("said/n-"));
        assert_ne!(said("über"), said("ober"));
        assert_ne!(said("聞く"), said("見る"));
        assert!(said(&"long ".repeat(50)).as_str().len() <= 64);
        assert_eq!(visited("town/inn").unwrap().as_str(), "visited/town/inn");
        assert_eq!(visited("Town"), None);
    }
}
