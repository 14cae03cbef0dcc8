//! Messages to a player beside the game.

use engine::{id::CharacterId, index, save::durability::Durability};
use world::beings::{presence::Connected, settings::Settings};

use super::{Game, outbox::Outgoing};
use crate::contract::frame::{Frame, Lines};

impl Game {
    /// Shows something to a player that the world does not know.
    pub(super) fn show_beside(&mut self, to: &CharacterId, words: String) {
        let world = self.sim.world();
        let Some(player) = index::find(world, to) else { return };
        let settings = world.get::<Settings>(player).copied().unwrap_or_default();
        let seat = world.get::<Connected>(player).and_then(|it| self.seats.get(&it.0));
        let Some(seat) = seat else { return };
        let mut frame = Frame::new(Lines::new(), settings);
        frame.prompt = !settings.reader;
        frame.beside = Some(words.into());
        let (screen, durability) = (seat.screen.clone(), Durability::None);
        self.outbox.put(Outgoing { screen, frame, durability }, self.handed_over);
    }
}
