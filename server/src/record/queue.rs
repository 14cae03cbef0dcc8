//! Bounded queue of the record's writer.

#![expect(
    clippy::disallowed_types,
    reason = "the oldest of what waits must make room, which no channel does; it is held while \
              messages are put in or taken, and never while anything is written"
)]

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use assistants::record::newest::RecordMessage;

/// Most entries that wait; of more, the oldest are dropped.
pub(super) const MOST_WAITING: usize = 4_096;

/// Next work of the thread.
#[derive(Debug, Default)]
pub(super) struct RecordWork {
    /// In order; none when nothing came for a while.
    pub(super) messages: VecDeque<RecordMessage>,
    /// Number of entries that were dropped before them.
    pub(super) lost: u64,
}

/// The queue: at most [`MOST_WAITING`] entries, the oldest out first. Whom to forget is never
/// dropped; it waits merged, as few ask for it.
#[derive(Default)]
pub(super) struct RecordQueue {
    state: Mutex<RecordQueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct RecordQueueState {
    waiting: RecordWork,
    /// Number of entries among the waiting messages.
    entries: usize,
    closed: bool,
}

impl RecordQueue {
    /// Puts messages in line.
    pub(super) fn hand_over(&self, messages: Vec<RecordMessage>) {
        if messages.is_empty() {
            return;
        }
        let mut state = self.lock();
        for message in messages {
            state.put(message);
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Takes all that waits; waits for something, but for no longer than `rest`. None when the queue
    /// is closed and all is done.
    pub(super) fn take(&self, rest: Duration) -> Option<RecordWork> {
        let idle =
            |state: &mut RecordQueueState| !state.closed && state.waiting.messages.is_empty();
        let waited = self.changed.wait_timeout_while(self.lock(), rest, idle);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let work = std::mem::take(&mut state.waiting);
        state.entries = 0;
        (!state.closed || !work.messages.is_empty()).then_some(work)
    }

    /// Returns whether nothing waits.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.lock().waiting.messages.is_empty()
    }

    /// Tells the thread to end when all is done.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, RecordQueueState> {
        // Nothing that is done while it is held can break.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RecordQueueState {
    fn put(&mut self, message: RecordMessage) {
        let messages = &mut self.waiting.messages;
        match (&message, messages.back_mut()) {
            (
                RecordMessage::Forget { mind, whom },
                Some(RecordMessage::Forget { mind: last, whom: more }),
            ) if mind == last => return more.extend(whom.iter().cloned()),
            (RecordMessage::Forget { .. }, _) => return messages.push_back(message),
            (RecordMessage::Entry(_), _) => {}
        }
        if self.entries == MOST_WAITING {
            let is_entry = |it: &RecordMessage| matches!(it, RecordMessage::Entry(_));
            if let Some(oldest) = messages.iter().position(is_entry) {
                messages.remove(oldest);
                self.waiting.lost += 1;
                self.entries -= 1;
            }
        }
        self.entries += 1;
        self.waiting.messages.push_back(message);
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use assistants::record::entry::{RecordEntry, Recorded};
    use engine::{clock::WorldTime, id::CharacterId};

    use super::*;

    fn entry(n: u64) -> RecordMessage {
        let what = Recorded::Lost { entries: n };
        RecordMessage::Entry(Arc::new(RecordEntry::of_record(WorldTime(n), what)))
    }

    fn forget(name: &str) -> RecordMessage {
        let whom = BTreeSet::from([CharacterId::new(name).unwrap()]);
        RecordMessage::Forget { mind: None, whom }
    }

    #[test]
    fn the_oldest_entries_make_room_and_nobody_stays_unforgotten() {
        let queue = RecordQueue::default();
        queue.hand_over(vec![entry(0), forget("bob"), forget("carol")]);
        let most = u64::try_from(MOST_WAITING).unwrap();
        queue.hand_over((1..=most + 6).map(entry).collect());
        let RecordWork { messages, lost } = queue.take(Duration::ZERO).unwrap();
        assert_eq!((messages.len(), lost), (MOST_WAITING + 1, 7));
        let RecordMessage::Forget { whom, .. } = &messages[0] else { panic!("{messages:?}") };
        assert_eq!(whom.len(), 2);
        let RecordMessage::Entry(first) = &messages[1] else { panic!("{messages:?}") };
        assert_eq!(first.at, WorldTime(7));
    }

    #[test]
    fn a_closed_queue_ends_when_all_is_taken() {
        let queue = RecordQueue::default();
        assert!(queue.take(Duration::ZERO).unwrap().messages.is_empty(), "nothing came yet");
        queue.hand_over(vec![entry(1)]);
        queue.close();
        assert_eq!(queue.take(Duration::from_secs(60)).unwrap().messages.len(), 1);
        assert!(queue.take(Duration::from_secs(60)).is_none());
    }
}
