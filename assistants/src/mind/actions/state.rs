//! State, limits and use of a long action.

use engine::clock::WorldTime;
use serde::{Deserialize, Serialize};

/// Kind of a long action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionKind {
    /// Order of the staff.
    Order,
    /// Bounded long run on a topic.
    Capsule,
}

/// State of a long action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionState {
    /// Waits for its first turn.
    Pending,
    /// A turn of it goes on.
    Running,
    /// Waits for its next turn.
    Waiting,
    Completed,
    Failed,
    Cancelled,
}

impl ActionState {
    /// Returns the name of the state.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns whether nothing more is done about it.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// Limits of a long action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionLimits {
    /// Time at which the action ends, whatever its state.
    pub until: WorldTime,
    /// Maximum number of steps: questions to a model, or to the script in its place.
    pub steps: u16,
    pub messages: u16,
    /// Maximum number of tokens; none for no limit but the budgets.
    #[serde(default)]
    pub tokens: Option<u64>,
}

/// Use of a long action, or of one of its turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ActionUse {
    pub steps: u16,
    pub messages: u16,
    pub tokens: u64,
}

impl ActionUse {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            steps: self.steps.saturating_add(other.steps),
            messages: self.messages.saturating_add(other.messages),
            tokens: self.tokens.saturating_add(other.tokens),
        }
    }
}

/// Reason why an action ended without being completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionEnd {
    /// End of the time limit.
    TimedOut,
    /// End of the limit of steps, messages or tokens.
    UsedUp,
    /// Failure of a step, or of the only act.
    DidNotWork,
    /// The server stopped while the only step was carried out, which is not done again.
    Interrupted,
    /// Cancelled by staff.
    Cancelled,
    /// Staff stopped the mind.
    Stopped,
}

impl ActionEnd {
    /// Returns the reason as a clause.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::TimedOut => "its time was over",
            Self::UsedUp => "its steps were used up",
            Self::DidNotWork => "it did not work",
            Self::Interrupted => "the server stopped in the middle of it",
            Self::Cancelled => "it was cancelled",
            Self::Stopped => "the character was made silent",
        }
    }
}
