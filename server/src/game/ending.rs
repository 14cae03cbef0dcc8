//! Shutdown of the game: everybody reads a goodbye, and what was saved is true of everything that
//! anybody read. The whole sequence of a graceful shutdown is listed in
//! `server/src/run/shutdown.rs`.

use std::time::Duration;

use engine::save::durability::Durability;
use tokio::sync::mpsc;
use world::input::Input;

use super::{Game, outbox::Outgoing};
use store::Batch;

use crate::{
    contract::{
        frame::Frame,
        inbox::{SessionHandle, ToGame},
    },
    screen::stays,
    setup::error::RunError,
};

pub(super) const GOODBYE: &str = "The server stops now. All is saved.";
const UNSAVED: &str =
    "The server stops now, and it could not save what happened last; you may find that undone.";
const BROKEN: &str = "Something went wrong with the world itself; nothing after your last line \
    was kept.";

/// Maximum time that the goodbye waits for the last commits.
const SAVED_WITHIN: Duration = Duration::from_secs(3);

impl Game {
    /// Says goodbye to everybody and saves everything that can be saved.
    pub(super) async fn end(&mut self, to_game: &mpsc::Sender<ToGame>) -> Result<(), RunError> {
        self.ending = true;
        if self.broken.is_none() {
            self.farewell(to_game);
        }
        // The goodbye may be what breaks it.
        let ended = match self.broken.take() {
            Some(broken) => {
                self.break_off();
                Err(RunError::Broken(broken))
            }
            None => Ok(()),
        };
        self.show_last().await;
        ended
    }

    fn farewell(&mut self, to_game: &mpsc::Sender<ToGame>) {
        for session in self.seats.keys().copied().collect::<Vec<_>>() {
            self.inputs.world.push(Input::Close { session, words: GOODBYE.to_owned() });
        }
        // The first tick shows the goodbye, the second takes everybody out.
        self.tick(to_game);
        if self.broken.is_none() {
            self.save_stays();
            self.tick(to_game);
        }
    }

    /// Saves what pages may not have shown, so that they go on with it once the server is back.
    fn save_stays(&mut self) {
        let stays = stays::stays(self.sim.world()).into_iter();
        let rows: Result<Vec<_>, _> = stays.map(|(id, stay)| stay.row(&id)).collect();
        match rows.map(|rows| self.store.commit(Batch::of_rows(rows))) {
            Ok(Ok(number)) => self.handed_over = number,
            Ok(Err(error)) => tracing::warn!(%error, "what pages missed is not saved"),
            Err(error) => tracing::warn!(%error, "what pages missed cannot be saved"),
        }
    }

    /// Sends everybody away from a broken world. Nothing is asked of it any more,
    /// and the last words come after what still waits for its commit.
    fn break_off(&mut self) {
        let seats = std::mem::take(&mut self.seats).into_values();
        for seat in seats {
            let mut last = last_words(&seat, BROKEN, Durability::None);
            last.frame.stops = true;
            self.outbox.put(last, self.handed_over);
        }
    }

    /// Shows the frames that wait for the last commits, if those come.
    async fn show_last(&mut self) {
        let saved = self.committed.wait_for(|upto| *upto >= self.handed_over);
        let all = tokio::time::timeout(SAVED_WITHIN, saved).await.is_ok_and(|it| it.is_ok());
        let upto = if all { u64::MAX } else { *self.committed.borrow() };
        self.outbox.committed(upto);
        self.outbox.give_up(UNSAVED);
    }
}

/// Creates the last frame of a connection: a farewell, after which it ends.
pub(super) fn last_words(seat: &SessionHandle, words: &str, durability: Durability) -> Outgoing {
    Outgoing { screen: seat.screen.clone(), frame: Frame::last_words(words), durability }
}
