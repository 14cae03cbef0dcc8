//! Results of lines of panels, gathered in a tick for the answers.

use std::{collections::BTreeMap, sync::Arc};

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use world::witness::fact::Happening;

/// Answers that are gathered in this tick, by character and number of the line.
#[derive(Resource, Debug, Default)]
pub(super) struct PanelAnswers(pub(super) BTreeMap<(Entity, u32), PanelAnswer>);

/// Answer to one line of a panel.
#[derive(Debug, Default)]
pub(super) struct PanelAnswer {
    /// Name of the command, and its line, once it was carried out.
    pub(super) done: Option<(&'static str, String)>,
    /// Happenings that were shown in answer to it.
    pub(super) said: Vec<Arc<Happening>>,
    pub(super) durability: Durability,
}

impl PanelAnswers {
    /// Takes an answer out of the story.
    pub(super) fn add(&mut self, viewer: Entity, number: u32, what: &Arc<Happening>) {
        let answer = self.0.entry((viewer, number)).or_default();
        answer.durability = answer.durability.max(what.durability);
        answer.said.push(what.clone());
    }
}
