//! Newest entries of each mind, and the queue of entries to be stored.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Readers};

use super::entry::{RecordEntry, Recorded};
use crate::mind::bounds::MindBounds;

/// Maximum number of entries of one thought, without its end.
const ENTRIES: usize = 80;
/// Maximum number of entries kept about changes of the mind itself, which nothing that is said puts
/// out.
const CHANGES: usize = 12;

/// Message to the storage of the record.
#[derive(Message, Debug, Clone)]
pub enum RecordMessage {
    /// New entry to store.
    Entry(Arc<RecordEntry>),
    /// Deletion of characters' words from all stored entries.
    Forget {
        /// Mind whose entries are affected; none for all.
        mind: Option<CharacterId>,
        whom: BTreeSet<CharacterId>,
    },
}

/// Newest thoughts of a mind, oldest first, and newest entries beside them, such as ignored words and
/// changes of memory by the staff: at most [`MindBounds::thoughts`] and [`MindBounds::passed_over`]
/// that everybody may read, and as many others.
#[derive(Component, Debug, Default)]
pub struct NewestRecord {
    thoughts: VecDeque<RecordedThought>,
    passed_over: VecDeque<Arc<RecordEntry>>,
    changes: VecDeque<Arc<RecordEntry>>,
}

/// Entries of one thought.
#[derive(Debug, Clone)]
pub struct RecordedThought {
    /// First id of the thought.
    base: u64,
    /// Entries in order; at least one.
    entries: Vec<Arc<RecordEntry>>,
}

impl RecordedThought {
    /// Returns the entries in order.
    #[must_use]
    pub fn entries(&self) -> &[Arc<RecordEntry>] {
        &self.entries
    }

    /// Returns whether the thought began with what everybody may read.
    fn is_public(&self) -> bool {
        self.entries.first().is_some_and(|it| it.readers == Readers::Everyone)
    }

    /// Returns whether the thought has ended.
    fn is_over(&self) -> bool {
        self.entries.last().is_some_and(|it| matches!(it.what, Recorded::Ended(_)))
    }

    /// Returns the time of its beginning.
    #[must_use]
    pub fn at(&self) -> WorldTime {
        self.entries.first().map(|it| it.at).unwrap_or_default()
    }
}

/// Drops the oldest of a kind if there are as many of them as there may be.
fn make_room<T>(among: &mut VecDeque<T>, most: usize, is_like: impl Fn(&T) -> bool) {
    if among.iter().filter(|it| is_like(it)).count() >= most
        && let Some(oldest) = among.iter().position(is_like)
    {
        among.remove(oldest);
    }
}

impl NewestRecord {
    /// Adds an entry; drops the oldest thought of its kind above the maximum. Entries of no known
    /// thought are dropped, such as words that are reacted to, which stand in the thought about them, and deeds
    /// without a reaction.
    pub fn push(&mut self, entry: Arc<RecordEntry>, bounds: MindBounds) {
        if let Recorded::Changed(_) = entry.what {
            if self.changes.len() == CHANGES {
                self.changes.pop_front();
            }
            self.changes.push_back(entry);
            return;
        }
        let is_public = entry.readers == Readers::Everyone;
        if entry.what.passes_over() {
            let is_like = |it: &Arc<RecordEntry>| (it.readers == Readers::Everyone) == is_public;
            make_room(&mut self.passed_over, bounds.passed_over, is_like);
            self.passed_over.push_back(entry);
            return;
        }
        let begins = matches!(entry.what, Recorded::Begun { .. });
        if let (true, Some(base)) = (begins, entry.thought) {
            make_room(&mut self.thoughts, bounds.thoughts, |it| it.is_public() == is_public);
            self.thoughts.push_back(RecordedThought { base, entries: vec![entry] });
            return;
        }
        let thought = self.thoughts.iter_mut().rev().find(|it| Some(it.base) == entry.thought);
        let Some(thought) = thought else { return };
        if thought.entries.len() < ENTRIES || matches!(entry.what, Recorded::Ended(_)) {
            thought.entries.push(entry);
        }
    }

    /// Adds an entry and sends it to the storage.
    pub fn write_down(
        &mut self,
        entry: RecordEntry,
        bounds: MindBounds,
        out: &mut MessageWriter<RecordMessage>,
    ) {
        let entry = Arc::new(entry);
        self.push(entry.clone(), bounds);
        out.write(RecordMessage::Entry(entry));
    }

    /// Returns the thoughts, newest first.
    pub fn thoughts(&self) -> impl Iterator<Item = &RecordedThought> {
        self.thoughts.iter().rev()
    }

    /// Returns the entries beside the thoughts, newest first.
    pub fn passed_over(&self) -> impl Iterator<Item = &Arc<RecordEntry>> {
        self.passed_over.iter().rev()
    }

    /// Returns the entries about changes of the mind itself, newest first.
    pub fn changes(&self) -> impl Iterator<Item = &Arc<RecordEntry>> {
        self.changes.iter().rev()
    }

    /// Returns all entries, those beside the thoughts first.
    pub fn entries(&self) -> impl Iterator<Item = &RecordEntry> {
        let thoughts = self.thoughts.iter().flat_map(|it| &it.entries);
        self.changes.iter().chain(&self.passed_over).chain(thoughts).map(AsRef::as_ref)
    }

    /// Returns the id of the newest thought that has not ended.
    pub(super) fn open(&self) -> Option<u64> {
        self.thoughts.iter().rev().find(|it| !it.is_over()).map(|it| it.base)
    }

    /// Returns the time since the last question of a thought, in milliseconds; 0 if there is none.
    #[must_use]
    pub fn since_asked(&self, thought: u64, now: WorldTime) -> u64 {
        let thought = self.thoughts.iter().rev().find(|it| it.base == thought);
        let entries = thought.into_iter().flat_map(|it| it.entries.iter().rev());
        let asked = entries.into_iter().find(|it| matches!(it.what, Recorded::Asked(_)));
        asked.map_or(0, |it| u64::try_from(now.since(it.at).as_millis()).unwrap_or(u64::MAX))
    }

    /// Removes these characters and their words from all entries.
    pub(super) fn forget(&mut self, whom: &BTreeSet<CharacterId>) {
        let thoughts = self.thoughts.iter_mut().flat_map(|it| &mut it.entries);
        for entry in thoughts.chain(&mut self.passed_over).chain(&mut self.changes) {
            if entry.concerns(whom) {
                Arc::make_mut(entry).forget(whom);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use engine::{
        foreign::{ForeignText, LONGEST},
        label::{Label, Readers},
    };

    use super::*;
    use crate::{
        record::entry::{OccasionKind, PerceptionAction, RecordedEnd, RecordedVerdict},
        turn::{StopReason, brief::ThoughtMode},
    };

    const BOUNDS: MindBounds = MindBounds::IN_PLAY;

    fn id(name: &str) -> CharacterId {
        CharacterId::new(name).unwrap()
    }

    fn entry(thought: Option<u64>, what: Recorded) -> Arc<RecordEntry> {
        let label = Label::engine();
        Arc::new(RecordEntry::new(WorldTime(7), id("ann"), thought, &label, what))
    }

    fn begun(thought: u64) -> Arc<RecordEntry> {
        let verdict = RecordedVerdict { rule: Cow::Borrowed("2 addressed"), trust: 0, hops: 0 };
        let (by, words) = (OccasionKind::Words, ForeignText::new("hello"));
        let what = Recorded::Begun {
            by,
            who: None,
            words,
            verdict,
            script: None,
            lean: false,
            class: None,
        };
        entry(Some(thought), what)
    }

    fn ended() -> Recorded {
        Recorded::Ended(RecordedEnd {
            reason: StopReason::Noop,
            failure: None,
            mode: ThoughtMode::ReactLoop,
            iterations: 1,
            max_iterations: 5,
            successes: 0,
            reviewed: None,
            drops: Vec::new(),
            took: 1,
        })
    }

    fn heard(words: &str) -> Recorded {
        let verdict = RecordedVerdict { rule: Cow::Borrowed("7 room"), trust: 0, hops: 0 };
        Recorded::Perceived {
            source: world::witness::fact::Source::Say,
            who: None,
            words: ForeignText::new(words),
            action: PerceptionAction::Notes,
            verdict,
        }
    }

    #[test]
    fn thoughts_are_kept_within_bounds_and_none_without_its_end() {
        let mut newest = NewestRecord::default();
        for thought in 0..40 {
            newest.push(begun(thought), BOUNDS);
            for _ in 0..200 {
                let note = ForeignText::new(&"x".repeat(1_000));
                newest.push(entry(Some(thought), Recorded::Remarked { note }), BOUNDS);
            }
            newest.push(entry(Some(thought), ended()), BOUNDS);
            newest.push(entry(None, heard("so what")), BOUNDS);
        }
        assert_eq!(
            (newest.thoughts.len(), newest.passed_over.len()),
            (BOUNDS.thoughts, BOUNDS.passed_over)
        );
        let last = newest.thoughts().next().unwrap();
        assert_eq!((last.base, last.entries.len(), last.is_over()), (39, ENTRIES + 1, true));
        let Recorded::Remarked { note } = &last.entries[1].what else { panic!("{last:?}") };
        assert_eq!(note.text().len(), LONGEST);
    }

    #[test]
    fn what_was_said_in_private_puts_out_nothing_that_everybody_may_read() {
        let mut newest = NewestRecord::default();
        newest.push(begun(0), BOUNDS);
        newest.push(entry(None, heard("fig")), BOUNDS);
        let both = Readers::Only([id("ann"), id("bob")].into());
        let aside = |entry: Arc<RecordEntry>| {
            Arc::new(RecordEntry { readers: both.clone(), ..Arc::unwrap_or_clone(entry) })
        };
        for thought in 1..100 {
            newest.push(aside(begun(thought)), BOUNDS);
            newest.push(aside(entry(None, heard("plum"))), BOUNDS);
        }
        let bases: Vec<u64> = newest.thoughts().map(|it| it.base).collect();
        assert_eq!((bases.len(), bases.first(), bases.last()), (13, Some(&99), Some(&0)));
        assert_eq!(newest.passed_over().count(), BOUNDS.passed_over + 1);
    }

    #[test]
    fn thoughts_that_overlap_keep_their_own_entries() {
        let mut newest = NewestRecord::default();
        newest.push(begun(0), BOUNDS);
        newest.push(begun(128), BOUNDS);
        newest.push(entry(Some(128), ended()), BOUNDS);
        assert_eq!(newest.open(), Some(0), "the one that waits for its model goes on");
        newest.push(entry(Some(0), Recorded::Withheld), BOUNDS);
        let kept: Vec<usize> = newest.thoughts().map(|it| it.entries.len()).collect();
        assert_eq!(kept, [2, 2]);
    }

    #[test]
    fn whoever_is_forgotten_leaves_the_frame() {
        let label = Label::by(id("bob"), engine::label::Integrity::Player);
        let both = Readers::Only([id("ann"), id("bob")].into());
        let said = RecordEntry::new(WorldTime(7), id("ann"), None, &label, heard("plum"));
        let told = RecordEntry::new(
            WorldTime(7),
            id("ann"),
            None,
            &Label::engine().kept_to(&both),
            heard("pear"),
        );
        let mut newest = NewestRecord::default();
        for entry in [said, told] {
            newest.push(Arc::new(entry), BOUNDS);
        }
        newest.push(entry(None, heard("fig")), BOUNDS);
        newest.forget(&BTreeSet::from([id("bob")]));
        let kept = newest.passed_over().map(|it| serde_json::to_string(&**it).unwrap());
        let kept: Vec<String> = kept.collect();
        assert!(kept[0].contains("fig"), "{kept:?}");
        for entry in &kept[1..] {
            let gone = !entry.contains("plum") && !entry.contains("pear") && !entry.contains("bob");
            assert!(gone && entry.contains("7 room"), "{entry}");
        }
    }
}
