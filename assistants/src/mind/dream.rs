//! Work of a night: small units, each of which derives notes from others by rule. Pure functions, no model.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use engine::{clock::WorldTime, id::CharacterId, label::Readers};

use super::{
    derived::Derived,
    insight::{self, Subject, by_readers, evidence},
    journal, profile,
};
use crate::memory::{Note, NoteKind, index::english_terms};

/// Number of newest notes that a night works through, of those that everybody may read and of the others.
pub const NEWEST: usize = 1_024;
/// Importance up to which an old note is pruned.
pub const PRUNED_IMPORTANCE: u8 = 3;
/// Age from which an unimportant note is pruned, in milliseconds: 30 days.
pub const PRUNED_AGE: u64 = 30 * 24 * 3_600_000;
/// Maximum number of notes pruned in a night, of each of these kinds, and in one unit of its work.
pub const MOST_PRUNED: usize = 512;
const PRUNED_AT_ONCE: usize = 64;
/// Minimum number of different telling words of a line that is not pruned.
const TELLING: usize = 1;

/// Unit of a night's work, done in one go: a kill loses at most one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DreamUnit {
    /// Permitted readers of all that it works on.
    pub readers: Readers,
    pub task: DreamTask,
}

/// Task of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DreamTask {
    /// Journal of the days with one person that are over, from notes with the same readers.
    Journal { person: CharacterId, notes: Arc<[Note]> },
    /// Conclusions about one person.
    Reflect { person: CharacterId, notes: Arc<[Note]> },
    /// Profile of one person.
    Profile { person: CharacterId, notes: Arc<[Note]> },
    /// Profiles of matters that several people spoke of.
    Matters(Arc<[Note]>),
    /// Links between notes.
    Link(Arc<[Note]>),
    /// Removal of old and unimportant notes, by their serial numbers.
    Prune(Vec<u64>),
}

impl DreamTask {
    /// Returns the notes that it works on.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        match self {
            Self::Journal { notes, .. }
            | Self::Reflect { notes, .. }
            | Self::Profile { notes, .. }
            | Self::Matters(notes)
            | Self::Link(notes) => notes,
            Self::Prune(_) => &[],
        }
    }

    /// Returns the person whom it is about; none if it is about a matter, or about many.
    #[must_use]
    pub fn person(&self) -> Option<&CharacterId> {
        match self {
            Self::Journal { person, .. }
            | Self::Reflect { person, .. }
            | Self::Profile { person, .. } => Some(person),
            Self::Matters(_) | Self::Link(_) | Self::Prune(_) => None,
        }
    }

    /// Returns the task with newer notes, in place of the older versions of the same ones.
    #[must_use]
    pub fn with(&self, newer: &[Note]) -> Self {
        if newer.is_empty() {
            return self.clone();
        }
        let is_newer = |it: &&Note| !newer.iter().any(|of| of.serial == it.serial);
        self.on(self.notes().iter().filter(is_newer).chain(newer).cloned().collect())
    }

    /// Returns the task without notes that others took the place of.
    #[must_use]
    pub fn without(&self, serials: &[u64]) -> Self {
        let stays = |it: &&Note| !serials.contains(&it.serial);
        self.on(self.notes().iter().filter(stays).cloned().collect())
    }

    /// Returns the task on these notes.
    fn on(&self, all: Arc<[Note]>) -> Self {
        match self.clone() {
            Self::Journal { person, .. } => Self::Journal { person, notes: all },
            Self::Reflect { person, .. } => Self::Reflect { person, notes: all },
            Self::Profile { person, .. } => Self::Profile { person, notes: all },
            Self::Matters(_) => Self::Matters(all),
            Self::Link(_) => Self::Link(all),
            Self::Prune(serials) => Self::Prune(serials),
        }
    }
}

/// Returns the work of a night on notes, in small units, for each set of readers, first on what everybody
/// may read: the journal, conclusions and the profile of each person, then matters and links, and at last
/// pruning.
#[must_use]
pub fn work(notes: &[Note], now: WorldTime) -> VecDeque<DreamUnit> {
    let mut units = VecDeque::new();
    let (sets, kept) = (by_readers(notes), evidence(notes));
    for (readers, all) in &sets {
        let unit = |task| DreamUnit { readers: Readers::clone(readers), task };
        for (person, notes) in people(all) {
            let reflection = reflection(person, &notes);
            units.extend(reflection.into_iter().map(unit));
        }
        let all: Arc<[Note]> = all.iter().copied().cloned().collect();
        units.extend([DreamTask::Matters(all.clone()), DreamTask::Link(all)].map(unit));
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

/// Returns the notes about each person.
fn people<'a>(notes: &[&'a Note]) -> BTreeMap<&'a CharacterId, Arc<[Note]>> {
    let mut people: BTreeMap<&CharacterId, Vec<&Note>> = BTreeMap::new();
    for note in notes.iter().copied() {
        for id in &note.about {
            people.entry(id).or_default().push(note);
        }
    }
    let shared = |notes: Vec<&Note>| notes.into_iter().cloned().collect();
    people.into_iter().map(|(id, notes)| (id, shared(notes))).collect()
}

/// Returns the tasks of a night from the notes about one person.
fn reflection(person: &CharacterId, notes: &Arc<[Note]>) -> [DreamTask; 3] {
    let of = || (person.clone(), notes.clone());
    let [journal, reflect, profile] = [of(), of(), of()];
    [
        DreamTask::Journal { person: journal.0, notes: journal.1 },
        DreamTask::Reflect { person: reflect.0, notes: reflect.1 },
        DreamTask::Profile { person: profile.0, notes: profile.1 },
    ]
}

/// Returns whether a note may be pruned by itself: unimportant, old, no conclusion and no correction.
#[must_use]
pub fn is_faded(note: &Note, now: WorldTime) -> bool {
    let is_old = now.0.saturating_sub(note.at.0) >= PRUNED_AGE;
    let is_plain = match note.kind {
        NoteKind::Episode | NoteKind::Hearsay => true,
        NoteKind::Line => says_little(&note.content),
        NoteKind::Fact
        | NoteKind::Insight
        | NoteKind::Journal
        | NoteKind::Profile
        | NoteKind::Page => false,
    };
    is_old && is_plain && note.importance <= PRUNED_IMPORTANCE && note.supersedes.is_none()
}

/// Returns whether words say next to nothing that anybody could ask for later: a greeting, thanks, a
/// question in passing.
fn says_little(words: &str) -> bool {
    let telling: BTreeSet<String> = english_terms(words).into_iter().collect();
    telling.len() < TELLING
}

/// Facts by which notes are derived.
#[derive(Clone, Copy)]
pub struct DreamRules<'a> {
    /// Name of the mind.
    pub me: &'a str,
    /// Function that returns the day of the world at a time.
    pub day_of: &'a dyn Fn(WorldTime) -> u64,
    /// Length of a day of the world, in milliseconds.
    pub day: u64,
}

/// Returns the notes that the rules derive in a unit of a night's work. `name` is that of the
/// person of the unit, for notes that do not have it; tasks that derive nothing return nothing.
#[must_use]
pub fn by_rule(task: &DreamTask, name: Option<&str>, rules: &DreamRules<'_>) -> Vec<Derived> {
    let (person, notes) = match task {
        DreamTask::Journal { person, notes }
        | DreamTask::Reflect { person, notes }
        | DreamTask::Profile { person, notes } => (person, notes),
        DreamTask::Matters(notes) => {
            let notes: Vec<&Note> = notes.iter().collect();
            let mut derived = profile::of_matters(rules.me, &notes);
            derived.extend(insight::disputed(rules.me, &notes));
            return derived;
        }
        DreamTask::Link(_) | DreamTask::Prune(_) => return Vec::new(),
    };
    let notes: Vec<&Note> = notes.iter().collect();
    let Some(name) = name_in(&notes, person, rules.me).or(name) else { return Vec::new() };
    let who = Subject { id: person, name, me: rules.me, day: rules.day };
    match task {
        DreamTask::Journal { .. } => journal::entries(&who, &notes, rules.day_of),
        DreamTask::Reflect { .. } => insight::insights(&who, &notes),
        DreamTask::Profile { .. } => {
            profile::of_person(&who, &notes, rules.day_of).into_iter().collect()
        }
        DreamTask::Matters(_) | DreamTask::Link(_) | DreamTask::Prune(_) => Vec::new(),
    }
}

/// Returns the name of a person as of their last line.
fn name_in<'a>(notes: &[&'a Note], person: &CharacterId, me: &str) -> Option<&'a str> {
    let theirs = notes.iter().rev().filter(|it| it.source.as_ref() == Some(person));
    theirs.filter_map(|it| it.speaker.as_deref()).find(|of| *of != me)
}
