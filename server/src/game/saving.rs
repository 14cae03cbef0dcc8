//! Autosave: the changes of each tick are handed to the store at once, as a batch; there is no interval.
//! And the commits that the store reports.

use std::time::Duration;

use engine::{index, save::document::Row};
use tokio::sync::watch;
use world::{
    act::permission::Role,
    beings::character::{Character, Rights},
    input::Input,
    staff::sitelock::{self, Sitelock},
};

use super::{
    Game, memory,
    outbox::{Outbox, Outgoing},
};
use store::{Batch, StoreClosed};

use crate::contract::said::ScreenInput;

/// Age of the oldest uncommitted change from which everybody is told that nothing is saved.
const LATE: Duration = Duration::from_secs(2);

/// Age of the oldest uncommitted change below which saving has recovered: a disk that is merely
/// slow is not told of again and again.
const CAUGHT_UP: Duration = Duration::from_millis(500);

const FAREWELL: &str = "Sleep well. Nothing can be saved just now, so what happened last may be \
    forgotten.";
const SAVING_STOPPED: &str = "Nothing can be saved just now. You can talk, look and walk, but where \
    you go may be forgotten, and nothing else can change until this is over.";
const SAVING_AGAIN: &str = "All is saved again, and everything can change as before.";

impl Game {
    /// Shows the frames whose changes are saved by now, and tells everybody when saving has stopped
    /// and when it goes on.
    pub(super) fn note_saving(&mut self) {
        if self.committed.has_changed().is_err() && !self.stop {
            self.note_end_of_store();
            return;
        }
        if self.committed.has_changed().unwrap_or(false) {
            let upto = *self.committed.borrow_and_update();
            self.outbox.committed(upto);
        }
        let most = if self.read_only { CAUGHT_UP } else { LATE };
        let late = self.behind().is_some_and(|it| it >= most);
        if late == self.read_only || self.ending {
            return;
        }
        self.read_only = late;
        self.outbox.set_late(late, FAREWELL);
        if !late {
            // Data that waited was not sent.
            self.inputs.screens.push(ScreenInput::PanelsAnew);
        }
        self.inputs.world.push(Input::ReadOnly(late));
        let words = if late {
            tracing::error!(
                "nothing has been saved for {} seconds; players are told",
                LATE.as_secs()
            );
            SAVING_STOPPED
        } else {
            tracing::info!("everything is saved again; players are told");
            SAVING_AGAIN
        };
        self.inputs.world.push(Input::Announce(words.to_owned()));
    }

    /// Ends the run after the store has ended by itself, and tells the staff why.
    fn note_end_of_store(&mut self) {
        self.outbox.committed(*self.committed.borrow());
        // What is handed over from here on is never saved.
        self.handed_over = u64::MAX;
        self.stop = true;
        let why = self.store.failure().unwrap_or_else(|| StoreClosed.to_string());
        tracing::error!("the server stops, for nothing can be saved any more: {why}");
        self.tell_staff(&why);
    }

    /// Tells something to all staff who are awake.
    pub(super) fn tell_staff(&mut self, words: &str) {
        let world = self.sim.world();
        let is_staff = |who| world.get::<Rights>(who).is_some_and(|it| it.0 >= Role::Staff);
        let awake = self.seats.keys().filter_map(|session| index::find(world, session));
        let staff = awake.filter(|who| is_staff(*who));
        let staff = staff.filter_map(|who| world.get::<Character>(who)).map(|it| it.0.clone());
        let told = staff.map(|to| Input::Tell { to, words: words.to_owned() });
        self.inputs.world.extend(told);
    }

    /// Returns the remaining time until everybody has to be told that nothing is saved.
    pub(super) fn until_late(&self) -> Option<Duration> {
        let behind = self.behind().filter(|_| !self.read_only)?;
        Some(LATE.saturating_sub(behind))
    }

    /// Returns the age of the oldest change that is not committed; none when all are.
    fn behind(&self) -> Option<Duration> {
        let behind = *self.committed.borrow() < self.handed_over;
        behind.then(|| self.store.behind()).flatten()
    }

    /// Hands over what changed, and sends the frames that need not wait for it.
    pub(super) fn send(&mut self, frames: Vec<Outgoing>) {
        self.record.hand_over(self.sim.drain());
        let rows: Vec<Row> = self.sim.drain();
        if rows.iter().any(|row| row.kind == sitelock::KIND) {
            self.rules.send_replace(self.sim.world().resource::<Sitelock>().clone());
        }
        let (saves, drops) = (self.sim.drain(), self.sim.drain());
        let batch = Batch { rows, notes: memory::rows(&saves, &drops) };
        if !batch.is_empty() {
            match self.store.commit(batch) {
                Ok(number) => self.handed_over = number,
                Err(error) => {
                    tracing::error!(%error, "the server stops");
                    self.stop = true;
                    // What these frames show is never saved.
                    self.handed_over = u64::MAX;
                }
            }
        }
        // Whoever reads the store finds there by now what it is told of.
        self.memory.tell_all(saves, drops);
        // What the goodbye says is true when the tick after it is saved, too.
        let last = if self.ending { u64::MAX } else { self.handed_over };
        for frame in frames {
            self.outbox.put(frame, last);
        }
    }
}

/// Shows frames for `time` as they are committed; returns early at a commit while saving is
/// overdue.
pub(super) async fn show_saved(
    committed: &mut watch::Receiver<u64>,
    outbox: &mut Outbox,
    time: Duration,
) {
    let shows = async {
        while committed.changed().await.is_ok() {
            let upto = *committed.borrow_and_update();
            outbox.committed(upto);
            if outbox.is_late() {
                return;
            }
        }
        // The store is closed; whoever hands something over will learn it.
        std::future::pending().await
    };
    tokio::time::timeout(time, shows).await.unwrap_or_default();
}
