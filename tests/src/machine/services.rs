//! Services of a story on the bare machine: what they answer, and after how long.

use std::{collections::BTreeMap, time::Duration};

use assistants::{
    services::{ServiceCall, ServiceError},
    think::outside::MindInput,
};

use super::Machine;
use crate::story::service::FakeService;

/// Number of calls so far, by tool.
#[derive(Debug, Clone, Default)]
pub(super) struct ServiceCalls(BTreeMap<String, usize>);

impl ServiceCalls {
    /// Answers a call: what comes of it, and after how long.
    fn answer(
        &mut self,
        services: &[FakeService],
        tool: &str,
    ) -> (Result<String, ServiceError>, Duration) {
        let count = self.0.entry(tool.to_owned()).or_default();
        let Some(service) = services.iter().find(|it| it.tool == tool) else {
            return (Err(ServiceError::NotSetUp), Duration::ZERO);
        };
        let answer = service.answers.get(*count).or(service.answers.last()).cloned();
        *count += 1;
        (answer.unwrap_or(Err(ServiceError::NotSetUp)), service.takes)
    }

    /// Number of calls of a tool so far.
    pub(super) fn of(&self, tool: &str) -> usize {
        self.0.get(tool).copied().unwrap_or_default()
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
        for ServiceCall { ticket, tool, .. } in self.sim.drain() {
            let (result, took) = self.service_calls.answer(&self.story.services, &tool);
            let served = MindInput::Served { ticket, result, took };
            self.late.push((self.now.after(took), served));
        }
    }
}
