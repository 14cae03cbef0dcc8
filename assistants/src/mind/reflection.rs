//! Reflection while awake: how much happened that a mind has not thought over, by importance.

use std::{collections::BTreeMap, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    label::Readers,
};
use world::act::due;

use crate::{llm::Ticket, memory::Note};

/// Sum of importance from which on a mind reflects.
pub const THRESHOLD: u32 = 60;
/// Maximum that one person adds to it: 30 percent, so that nobody has a mind reflect by talking alone.
pub const SHARE: u32 = THRESHOLD * 3 / 10;
/// Time between two reflections on notes with the same readers.
pub const COOLDOWN: Duration = Duration::from_secs(1_800);
/// Time until a mind reflects once enough happened.
const SOON: Duration = Duration::from_secs(5);
/// Maximum number of sets of readers that are counted; with more the oldest that not everybody belongs to
/// is dropped.
const SETS: usize = 16;
/// Maximum number of people that are counted in each.
const PEOPLE: usize = 64;

/// Importance of what a mind has not thought over.
#[derive(Component, Debug, Clone, Default)]
pub struct Reflection {
    /// Sums by set of readers, oldest first.
    sums: Vec<ImportanceSum>,
    /// Reflection for which the store is asked for notes.
    pub asked: Option<ReflectionAsked>,
}

/// Sum of importance of new notes with the same readers.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ImportanceSum {
    readers: Readers,
    /// Importance by the person whose words or deeds it was.
    by: BTreeMap<CharacterId, u32>,
    /// Time of the last reflection.
    since: Option<WorldTime>,
}

/// Reflection that waits for its notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReflectionAsked {
    pub ticket: Ticket,
    /// Readers of the notes; none for all.
    pub readers: Option<Readers>,
    /// Person whom the reflection is about; none for all.
    pub about: Option<CharacterId>,
}

impl ImportanceSum {
    fn total(&self) -> u32 {
        self.by.values().map(|it| (*it).min(SHARE)).sum()
    }
}

impl Reflection {
    /// Counts a new note that is not derived from others. Returns whether the mind is to reflect on what
    /// the readers of the note may know.
    pub fn add(&mut self, note: &Note, now: WorldTime) -> bool {
        let Some(source) = note.source.as_ref().filter(|_| !note.is_made()) else { return false };
        let readers = &note.label.readers;
        let at = self.sums.iter().position(|it| it.readers == *readers);
        let at = at.unwrap_or_else(|| self.make_room(readers));
        let Some(sum) = self.sums.get_mut(at) else { return false };
        if sum.by.len() < PEOPLE || sum.by.contains_key(source) {
            let by = sum.by.entry(source.clone()).or_default();
            *by = by.saturating_add(note.importance.into());
        }
        let is_rested = sum.since.is_none_or(|it| now.since(it) >= COOLDOWN);
        is_rested && sum.total() >= THRESHOLD
    }

    fn make_room(&mut self, readers: &Readers) -> usize {
        if self.sums.len() >= SETS
            && let Some(oldest) = self.sums.iter().position(|it| it.readers != Readers::Everyone)
        {
            self.sums.remove(oldest);
        }
        let (readers, by) = (readers.clone(), BTreeMap::new());
        self.sums.push(ImportanceSum { readers, by, since: None });
        self.sums.len() - 1
    }

    /// Returns the first set of readers whose notes are to be reflected on, and counts anew for it.
    pub fn take_due(&mut self, now: WorldTime) -> Option<Readers> {
        let is_due = |it: &&mut ImportanceSum| {
            it.since.is_none_or(|since| now.since(since) >= COOLDOWN) && it.total() >= THRESHOLD
        };
        let sum = self.sums.iter_mut().find(is_due)?;
        (sum.by, sum.since) = (BTreeMap::new(), Some(now));
        Some(sum.readers.clone())
    }

    /// Counts anew for all, after a night in which everything was thought over.
    pub fn begin_anew(&mut self) {
        self.sums.iter_mut().for_each(|it| it.by.clear());
    }

    /// Drops the words that a character added, and the reflection for which notes may be on their
    /// way.
    pub fn forget(&mut self, is_gone: impl Fn(&CharacterId) -> bool) {
        for it in &mut self.sums {
            it.by.retain(|id, _| !is_gone(id));
        }
        self.asked = None;
    }
}

/// Timer: a mind reflects if it is undisturbed.
pub struct ReflectionDue {
    pub mind: Entity,
}

/// Counts a new note, after which the mind may reflect.
pub fn count(world: &mut World, mind: Entity, note: &Note) {
    let now = world.resource::<Clock>().now;
    let reflection = world.get_mut::<Reflection>(mind);
    if reflection.is_some_and(|it| it.into_inner().add(note, now)) {
        due::enter(world, now.after(SOON), ReflectionDue { mind });
    }
}

#[cfg(test)]
mod tests {
    use engine::label::{Integrity, Label};

    use super::*;
    use crate::memory::NoteKind;

    fn id(name: &str) -> CharacterId {
        CharacterId::new(name).unwrap()
    }

    fn note(by: &str, importance: u8) -> Note {
        Note {
            serial: 1,
            content: String::new(),
            about: vec![id(by)],
            importance,
            kind: NoteKind::Line,
            at: WorldTime(0),
            label: Label::by(id(by), Integrity::Player),
            source: Some(id(by)),
            trust: None,
            speaker: None,
            conversation: None,
            concluded: false,
            evidence: Vec::new(),
            links: Vec::new(),
            supersedes: None,
            superseded_by: None,
        }
    }

    #[test]
    fn a_mind_reflects_on_what_several_did_and_not_on_one_that_talks() {
        let mut it = Reflection::default();
        assert!((0..50).all(|_| !it.add(&note("bob", 8), WorldTime(0))), "one person is too few");
        for by in ["ann", "cyd"] {
            assert!((0..9).all(|_| !it.add(&note(by, 2), WorldTime(0))));
        }
        assert!(!it.add(&note("dan", 5), WorldTime(0)), "59 is less than 60");
        assert!(it.add(&note("dan", 1), WorldTime(0)));
        assert_eq!(it.take_due(WorldTime(1)), Some(Readers::Everyone));
        assert_eq!(it.take_due(WorldTime(1)), None);
        let mut again = |now| {
            let people = ["ann", "bob", "cyd", "dan"];
            people.into_iter().fold(false, |_, by| it.add(&note(by, 18), WorldTime(now)))
        };
        assert!(!again(2), "it has just done so");
        assert!(again(COOLDOWN.as_millis() as u64 + 1));
    }

    #[test]
    fn what_was_said_in_private_counts_for_nobody_else() {
        let mut it = Reflection::default();
        let both = Readers::Only([id("bob"), id("mara")].into());
        for by in ["ann", "bob", "cyd"] {
            let aside = note(by, 18);
            let aside = Note { label: aside.label.clone().kept_to(&both), ..aside };
            it.add(&aside, WorldTime(0));
            it.add(&note(by, 18), WorldTime(0));
        }
        assert_eq!(it.take_due(WorldTime(0)), None);
        it.add(&note("dan", 18), WorldTime(0));
        assert_eq!(it.take_due(WorldTime(0)), Some(Readers::Everyone));
        assert_eq!(it.take_due(WorldTime(0)), None);
    }

    #[test]
    fn derived_notes_and_those_of_nobody_count_for_nothing() {
        let mut it = Reflection::default();
        for by in ["ann", "bob", "cyd", "dan"] {
            assert!(!it.add(&Note { kind: NoteKind::Insight, ..note(by, 10) }, WorldTime(0)));
            assert!(!it.add(&Note { source: None, ..note(by, 10) }, WorldTime(0)));
        }
        let public = |n: u64| note(&format!("p{n}"), 1);
        assert!((0..59).all(|n| !it.add(&public(n), WorldTime(0))));
        assert!((59..200).all(|n| it.add(&public(n), WorldTime(0))));
        assert_eq!(it.sums[0].by.len(), PEOPLE);
        it.forget(|_| true);
        assert_eq!(it.sums[0].total(), 0);
    }
}
