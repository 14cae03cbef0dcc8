//! Queue of the writer: of each document and each note its newest version, so that its size is
//! bounded by that of the world, however long the disk fails. Handing a batch over never blocks,
//! and the writer takes all of it at once.

#![expect(
    clippy::disallowed_types,
    reason = "one state between a thread that may hang in the disk and tasks that may not wait for \
              it; it is held while a batch is merged or taken, and never while anything is written"
)]

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::{
    Batch, NoteRow, Reply, Row, StoreError,
    database::{Changes, DocumentChange, NoteChange},
};

/// Maximum number of insertions of new rows that wait; a further one is refused.
const MOST_INSERTIONS: usize = 64;

/// Maximum number of notes that wait. The rooms and the people of a world are counted, but thoughts
/// are not: notes of minds beyond this are lost while the disk fails.
const MOST_NOTES: usize = 100_000;

/// Queue of the writer.
pub(super) struct Queue {
    state: Mutex<QueueState>,
    /// Notified when the writer has something to do or is to end.
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: Work,
    /// The number of the last batch that was handed over.
    last: u64,
    /// Time since which the oldest batch in the writer's hands has waited.
    in_hand: Option<Instant>,
    /// Number of notes that were lost because the queue was full.
    lost: u64,
    /// Reason for which nothing more is written.
    failure: Option<String>,
    closed: bool,
}

/// Answer to the writer that asks what to do.
pub(super) enum Taken {
    /// Work that waits.
    Work(Work),
    /// Nothing came for a while.
    Nothing,
    /// Nothing more is to be written, for this reason.
    Failed(String),
    /// The store is closed and all is done.
    End,
}

/// Work of the writer for one transaction.
#[derive(Default)]
pub(super) struct Work {
    pub(super) changes: Changes,
    /// Rows that must not exist yet, to be written after the others.
    pub(super) insertions: Vec<Insertion>,
    /// The number of the last batch in it.
    pub(super) upto: u64,
    /// Time since which its oldest batch waits, by the runtime's clock.
    since: Option<Instant>,
}

/// Rows none of which may exist yet, and who waits for the answer.
pub(super) struct Insertion {
    pub(super) rows: Vec<Row>,
    pub(super) reply: Reply<()>,
}

impl Queue {
    pub(super) fn new() -> Self {
        Self { state: Mutex::default(), changed: Condvar::new() }
    }

    /// Merges a batch into what waits, and says which number it has.
    pub(super) fn hand_over(&self, batch: Batch) -> u64 {
        let Batch { rows, notes } = batch;
        let mut state = self.lock();
        state.last += 1;
        let last = state.last;
        let waiting = &mut state.waiting;
        waiting.upto = last;
        waiting.since.get_or_insert_with(Instant::now);
        for Row { kind, id, owner, body, mentions } in rows {
            let change = DocumentChange { owner, body, mentions };
            waiting.changes.rows.insert((kind, id), change);
        }
        let lost: u64 = notes.into_iter().map(|note| u64::from(!waiting.push_note(note))).sum();
        state.lost += lost;
        let first = lost > 0 && state.lost == lost;
        drop(state);
        self.changed.notify_one();
        if first {
            tracing::error!(MOST_NOTES, "too many notes wait; further ones are not written down");
        }
        last
    }

    /// Puts something new in line.
    pub(super) fn insert(&self, insertion: Insertion) -> Result<(), StoreError> {
        let mut state = self.lock();
        if state.waiting.insertions.len() >= MOST_INSERTIONS {
            return Err(StoreError::Overloaded);
        }
        state.waiting.insertions.push(insertion);
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Returns the number of the last batch that was handed over.
    pub(super) fn last(&self) -> u64 {
        self.lock().last
    }

    /// Returns the age of the oldest batch that is not committed; none when all are.
    pub(super) fn behind(&self) -> Option<Duration> {
        let state = self.lock();
        state.in_hand.or(state.waiting.since).map(|since| since.elapsed())
    }

    /// Takes all that waits; waits for something, but for no longer than `rest`.
    pub(super) fn take(&self, rest: Duration) -> Taken {
        let idle = |state: &mut QueueState| {
            !state.closed && state.failure.is_none() && state.waiting.is_empty()
        };
        let waited = self.changed.wait_timeout_while(self.lock(), rest, idle);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = &state.failure {
            return Taken::Failed(why.clone());
        }
        if state.waiting.is_empty() {
            return if state.closed { Taken::End } else { Taken::Nothing };
        }
        let work = std::mem::take(&mut state.waiting);
        state.in_hand = work.since;
        state.lost = 0;
        Taken::Work(work)
    }

    /// Notes that nothing more can be written. The first reason counts.
    pub(super) fn fail(&self, why: String) {
        self.lock().failure.get_or_insert(why);
        self.changed.notify_one();
    }

    /// Returns the reason for which nothing more is written, if so.
    pub(super) fn failure(&self) -> Option<String> {
        self.lock().failure.clone()
    }

    /// Notes that what was taken last is committed.
    pub(super) fn committed(&self) {
        self.lock().in_hand = None;
    }

    /// Pauses, and says whether the store is being closed; then it does not pause.
    pub(super) fn closes_within(&self, pause: Duration) -> bool {
        let open = |state: &mut QueueState| !state.closed;
        let waited = self.changed.wait_timeout_while(self.lock(), pause, open);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.closed
    }

    /// Tells the writer to end once everything is written.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // Nothing that is done while it is held can break; if it does, saving goes on with what is
        // there.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    fn is_empty(&self) -> bool {
        self.since.is_none() && self.insertions.is_empty()
    }

    /// Returns whether there was room for the note.
    fn push_note(&mut self, note: NoteRow) -> bool {
        let NoteRow { mind, serial, about, mentions, body } = note;
        let key = (mind, serial);
        let notes = &mut self.changes.notes;
        if notes.len() >= MOST_NOTES && !notes.contains_key(&key) {
            return false;
        }
        notes.insert(key, NoteChange { about, mentions, body });
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn row(id: &str, body: &str) -> Row {
        Row { body: Some(body.to_owned()), ..Row::gone("thing", id) }
    }

    fn note(serial: i64) -> NoteRow {
        let mind = "mara".to_owned();
        let (about, mentions) = (Vec::new(), BTreeSet::new());
        NoteRow { mind, serial, about, mentions, body: Some(String::new()) }
    }

    /// Takes the work that waits, and panics if there is none.
    fn work(queue: &Queue) -> Work {
        match queue.take(Duration::ZERO) {
            Taken::Work(work) => work,
            Taken::Nothing | Taken::Failed(_) | Taken::End => panic!("nothing waits"),
        }
    }

    #[test]
    fn what_waits_is_one_state_however_often_it_changed() {
        let queue = Queue::new();
        for n in 1..=10_000 {
            let rows = vec![row("a", &n.to_string()), row("b", "1")];
            assert_eq!(queue.hand_over(Batch { rows, notes: vec![note(7)] }), n);
        }
        let Work { changes, upto, .. } = work(&queue);
        assert_eq!((changes.rows.len(), changes.notes.len(), upto), (2, 1, 10_000));
        assert_eq!(changes.rows[&("thing", "a".to_owned())].body.as_deref(), Some("10000"));
    }

    #[test]
    fn what_is_in_hand_and_what_waits_are_behind() {
        let queue = Queue::new();
        assert_eq!(queue.behind(), None);
        queue.hand_over(Batch::of_rows(vec![row("a", "1")]));
        assert!(queue.behind().is_some());
        work(&queue);
        assert!(queue.behind().is_some());
        queue.hand_over(Batch::of_rows(vec![row("a", "2")]));
        queue.committed();
        assert!(queue.behind().is_some());
        work(&queue);
        queue.committed();
        assert_eq!(queue.behind(), None);
    }

    #[test]
    fn notes_without_end_are_not_kept() {
        let queue = Queue::new();
        let notes = (0..=i64::try_from(MOST_NOTES).unwrap()).map(note).collect();
        queue.hand_over(Batch { rows: Vec::new(), notes });
        queue.hand_over(Batch { rows: Vec::new(), notes: vec![note(0)] });
        assert_eq!(work(&queue).changes.notes.len(), MOST_NOTES);
    }

    #[test]
    fn who_makes_something_new_is_refused_when_too_many_do() {
        let queue = Queue::new();
        let insertion = || Insertion { rows: Vec::new(), reply: tokio::sync::oneshot::channel().0 };
        for _ in 0..MOST_INSERTIONS {
            queue.insert(insertion()).unwrap();
        }
        assert!(matches!(queue.insert(insertion()), Err(StoreError::Overloaded)));
        assert_eq!(work(&queue).insertions.len(), MOST_INSERTIONS);
        queue.insert(insertion()).unwrap();
    }

    #[test]
    fn after_a_failure_nothing_is_taken_any_more() {
        let queue = Queue::new();
        assert!(matches!(queue.take(Duration::ZERO), Taken::Nothing));
        queue.hand_over(Batch::of_rows(vec![row("a", "1")]));
        queue.fail("first".to_owned());
        queue.fail("second".to_owned());
        assert!(matches!(queue.take(Duration::MAX), Taken::Failed(why) if why == "first"));
        assert_eq!(queue.failure().as_deref(), Some("first"));
    }

    #[test]
    fn a_closed_queue_ends_when_all_is_taken() {
        let queue = Queue::new();
        queue.hand_over(Batch::of_rows(vec![row("a", "1")]));
        queue.close();
        work(&queue);
        assert!(matches!(queue.take(Duration::ZERO), Taken::End));
        assert!(queue.closes_within(Duration::from_secs(60)));
    }
}
