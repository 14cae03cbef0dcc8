//! Sleep of a mind: whether it sleeps, and the work of the night that is left.

use std::collections::{BTreeMap, VecDeque};

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Readers};

use super::insight::{by_readers, evidence};
use crate::{
    llm::Ticket,
    memory::{Note, NoteKind},
};

/// Number of newest notes that a night works through, of those that everybody may read and of the others.
pub const NEWEST: usize = 1_024;
/// Importance up to which an old note is pruned.
pub const PRUNED_IMPORTANCE: u8 = 3;
/// Age from which an unimportant note is pruned, in milliseconds: 30 days.
pub const PRUNED_AGE: u64 = 30 * 24 * 3_600_000;
/// Maximum number of notes pruned in a night, of each of these kinds, and in one unit of its work.
pub const MOST_PRUNED: usize = 512;
const PRUNED_AT_ONCE: usize = 64;

/// Sleep of a mind. Nothing of it is saved: after a restart a mind falls asleep again by its routine,
/// and work that was done is not done twice, since an insight is noted only beyond earlier ones.
#[derive(Component, Debug, Clone, Default)]
pub struct Sleep {
    pub phase: SleepPhase,
    /// Work of the night that is left.
    pub units: VecDeque<DreamUnit>,
    /// Number of the next note at the end of the last night's work. Without newer notes there is
    /// nothing to do.
    pub worked: u64,
    /// Time at which it falls asleep, or tries to; a timer for another time is void.
    pub drowsy: Option<WorldTime>,
}

/// Phase of sleep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SleepPhase {
    #[default]
    Awake,
    /// Asleep, while the store looks for the notes of the night.
    Compacting(Ticket),
    /// Asleep, while units of work are done.
    Dreaming,
}

/// Unit of a night's work, done in one go: a kill loses at most one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DreamUnit {
    /// Those who may know of all that it works on.
    pub readers: Readers,
    pub task: DreamTask,
}

/// Task of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DreamTask {
    /// Conclusions about one person from notes with the same readers.
    Reflect { person: CharacterId, notes: Vec<Note> },
    /// Removal of old and unimportant notes, by their serial numbers.
    Prune(Vec<u64>),
}

impl Sleep {
    /// Returns whether the mind sleeps.
    #[must_use]
    pub fn is_asleep(&self) -> bool {
        self.phase != SleepPhase::Awake
    }

    /// Drops the work that is left and what the store was asked for, because memories are to go: the next
    /// night begins anew.
    pub fn interrupt(&mut self) {
        if let SleepPhase::Compacting(_) = self.phase {
            self.phase = SleepPhase::Dreaming;
        }
        self.units.clear();
        self.worked = 0;
    }
}

/// Returns the work of a night on notes, in small units: reflection by set of readers and person, first
/// on what everybody may read, then pruning. Notes about nobody are left as they are.
#[must_use]
pub fn work(notes: &[Note], now: WorldTime) -> VecDeque<DreamUnit> {
    let mut units = VecDeque::new();
    let (sets, kept) = (by_readers(notes), evidence(notes));
    for (readers, all) in &sets {
        let mut people: BTreeMap<&CharacterId, Vec<Note>> = BTreeMap::new();
        for note in all {
            for id in &note.about {
                people.entry(id).or_default().push(Note::clone(note));
            }
        }
        let reflect = |(id, notes): (&CharacterId, Vec<Note>)| DreamUnit {
            readers: Readers::clone(readers),
            task: DreamTask::Reflect { person: id.clone(), notes },
        };
        units.extend(people.into_iter().map(reflect));
    }
    for (readers, all) in sets {
        let is_pruned = |it: &&Note| is_faded(it, now) && !kept.contains(&it.serial);
        let old = all.into_iter().filter(is_pruned).map(|it| it.serial);
        let old: Vec<u64> = old.take(MOST_PRUNED).collect();
        units.extend(
            old.chunks(PRUNED_AT_ONCE).map(|it| DreamUnit {
                readers: readers.clone(),
                task: DreamTask::Prune(it.to_vec()),
            }),
        );
    }
    units
}

/// Returns whether a note may be pruned by itself: unimportant, old, no conclusion and no correction.
#[must_use]
pub fn is_faded(note: &Note, now: WorldTime) -> bool {
    let is_old = now.0.saturating_sub(note.at.0) >= PRUNED_AGE;
    let is_plain = matches!(note.kind, NoteKind::Line | NoteKind::Episode | NoteKind::Hearsay);
    is_old && is_plain && note.importance <= PRUNED_IMPORTANCE && note.supersedes.is_none()
}
