//! Passing on what minds ask outside of the world: of models, of services and of the store.

use std::time::Duration;

use assistants::{
    services::{Served, ServiceCall},
    think::outside::{MindInput, ModelCall, Withdraw},
};
use tokio::sync::mpsc;

use super::Game;
use crate::contract::inbox::ToGame;

impl Game {
    /// Passes on what minds ask of models, of services and of the store.
    pub(super) fn ask_outside(&mut self, to_game: &mpsc::Sender<ToGame>) {
        for ModelCall(request) in self.sim.drain() {
            let ticket = request.ticket;
            if let Err(error) = self.gateway.ask(request) {
                self.inputs.minds.push(MindInput::Replied { ticket, result: Err(error) });
            }
        }
        let withdrawn: Vec<Withdraw> = self.sim.drain();
        for Withdraw(ticket) in withdrawn {
            self.gateway.withdraw(ticket);
            self.services.withdraw(ticket);
        }
        for call in self.sim.drain::<ServiceCall>() {
            let ticket = call.ticket;
            if let Err(error) = self.services.ask(call) {
                let (result, took) = (Err(error), Duration::ZERO);
                self.inputs.minds.push(MindInput::Served(Served { ticket, result, took }));
            }
        }
        self.memory.ask_all(self.sim.drain(), to_game, &self.tasks);
    }
}
