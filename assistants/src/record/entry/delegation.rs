//! Entry about a delegated question.

use engine::foreign::ForeignText;
use serde::{Deserialize, Serialize};
use world::beings::character::CharacterRef;

use crate::{
    llm::scene::DelegationId,
    mind::delegations::{Delegation, NoAnswer},
};

/// Delegated question of a mind, at a change of its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedDelegation {
    pub id: DelegationId,
    /// Character who was asked; none after its deletion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helper: Option<CharacterRef>,
    /// Visitor for whom it was asked; none after their deletion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asker: Option<CharacterRef>,
    pub event: DelegationEvent,
    /// Question, or the answer.
    pub words: ForeignText,
}

/// Change of a delegated question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DelegationEvent {
    /// Question put to the helper.
    Asked,
    /// The helper answered.
    Answered,
    /// No answer, with the reason.
    Failed(NoAnswer),
    /// The visitor was told.
    Told,
    /// Withdrawal: by staff, or because the visitor did not come back.
    Dropped,
}

impl RecordedDelegation {
    /// Returns the entry about a delegation at this change of its state.
    #[must_use]
    pub fn of(it: &Delegation, event: DelegationEvent) -> Self {
        let words = match event {
            DelegationEvent::Answered => it.answer.as_deref().unwrap_or_default(),
            DelegationEvent::Asked
            | DelegationEvent::Failed(_)
            | DelegationEvent::Told
            | DelegationEvent::Dropped => it.task.as_str(),
        };
        let (helper, asker) = (Some(it.helper.clone()), Some(it.asker.clone()));
        Self { id: it.id, helper, asker, event, words: ForeignText::new(words) }
    }

    /// Returns whether the entry stands beside the thoughts of the requester: what became of the question
    /// between them.
    #[must_use]
    pub fn stands_apart(&self) -> bool {
        match self.event {
            DelegationEvent::Asked | DelegationEvent::Told => false,
            DelegationEvent::Answered | DelegationEvent::Failed(_) | DelegationEvent::Dropped => {
                true
            }
        }
    }
}
