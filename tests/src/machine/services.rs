//! Services of a story on the bare machine: what they answer, and after how long.

use std::time::Duration;

use assistants::{
    services::{Served, ServiceCall, ServiceError},
    think::outside::MindInput,
};

use super::Machine;
use crate::story::service::FakeService;

/// Calls so far, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct ServiceCalls(Vec<ServiceCall>);

impl ServiceCalls {
    /// Answers a call: what comes of it, and after how long.
    fn answer(
        &mut self,
        services: &[FakeService],
        call: ServiceCall,
    ) -> (Result<String, ServiceError>, Duration) {
        let (tool, count) = (call.tool.clone(), self.of(&call.tool));
        self.0.push(call);
        let Some(service) = services.iter().find(|it| it.tool == tool) else {
            return (Err(ServiceError::NotSetUp), Duration::ZERO);
        };
        let answer = service.answers.get(count).or(service.answers.last()).cloned();
        (answer.unwrap_or(Err(ServiceError::NotSetUp)), service.takes)
    }

    /// Number of calls of a tool so far.
    pub(super) fn of(&self, tool: &str) -> usize {
        self.0.iter().filter(|it| it.tool == tool).count()
    }
}

impl Machine {
    /// Tells the game which services the story has.
    pub(super) fn announce_services(&mut self) {
        let tools = self.story.services.iter().map(FakeService::tool).collect();
        self.sim.put(MindInput::Services(tools));
    }

    /// Takes the calls to services, whose answers come later.
    pub(super) fn call_services(&mut self) {
        for call in self.sim.drain::<ServiceCall>() {
            let ticket = call.ticket;
            let (result, took) = self.service_calls.answer(&self.story.services, call);
            let served = MindInput::Served(Served { ticket, result, took });
            self.late.push((self.now.after(took), served));
        }
    }

    /// Calls to services so far, in order.
    #[must_use]
    pub fn service_calls(&self) -> &[ServiceCall] {
        &self.service_calls.0
    }
}
