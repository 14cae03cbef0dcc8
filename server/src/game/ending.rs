//! The end of a run: everybody reads a goodbye, and what was saved is true of
//! everything that anybody read.

use tokio::sync::mpsc;
use world::{beings::settings::Settings, engine::request::Request};

use super::Game;
use crate::{
    contract::{
        frame::{Frame, Lines},
        inbox::{SessionHandle, ToGame},
    },
    setup::error::RunError,
};

const GOODBYE: &str = "The server stops now. All is saved; see you soon.";
const BROKEN: &str = "Something went wrong with the world itself; nothing after your last line \
    was kept. It will be back in a moment.";

impl Game {
    /// Says goodbye to everybody and saves everything that can be saved.
    pub(super) async fn end(&mut self, to_game: &mpsc::Sender<ToGame>) -> Result<(), RunError> {
        if self.broken.is_none() {
            self.farewell(to_game).await;
        }
        // The goodbye may be what breaks it.
        match self.broken.take() {
            Some(broken) => {
                self.break_off().await;
                Err(RunError::Broken(broken))
            }
            None => Ok(()),
        }
    }

    async fn farewell(&mut self, to_game: &mpsc::Sender<ToGame>) {
        for session in self.seats.keys().copied().collect::<Vec<_>>() {
            self.sim.put(Request::Close { session, words: GOODBYE.to_owned() });
        }
        // The first tick shows the goodbye, the second takes everybody out.
        for _ in 0..2 {
            if self.broken.is_none() {
                self.tick(to_game).await;
            }
        }
    }

    /// Sends everybody away from a broken world. Nothing is asked of it any more,
    /// and the last words come after what still waits for its commit.
    async fn break_off(&mut self) {
        let seats = std::mem::take(&mut self.seats).into_values();
        let last = |seat: SessionHandle| {
            let mut frame = Frame::new(seat.screen.clone(), Lines::new(), Settings::default());
            frame.last = Some(BROKEN.to_owned());
            (frame, false)
        };
        let frames = seats.map(last).collect();
        self.hand_over(Vec::new(), Vec::new(), frames).await;
    }
}
