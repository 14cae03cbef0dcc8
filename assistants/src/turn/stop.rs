//! Stop reasons of thoughts, and the classes of tools.

use serde::{Deserialize, Serialize};

/// Reason why a thought ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StopReason {
    /// Silence: it chose to do nothing more.
    Noop,
    /// Speech: it sent a message.
    TerminalTool,
    /// Command: it changed the world.
    DangerousTool,
    /// Step limit reached.
    MaxIterations,
    /// Context window full.
    CriticalTokens,
    /// Model failed to reply.
    LlmError,
    /// Parse error: two consecutive replies without a usable call.
    ParseError,
    /// Timeout.
    Expired,
    /// Cancellation, by staff or because the answer was not for everybody there.
    Cancelled,
    /// Emergency stop of all minds, by staff.
    EmergencyStop,
}

impl StopReason {
    /// Returns the name of the reason in the record.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Noop => "noop",
            Self::TerminalTool => "terminal_tool",
            Self::DangerousTool => "dangerous_tool",
            Self::MaxIterations => "max_iterations",
            Self::CriticalTokens => "critical_tokens",
            Self::LlmError => "llm_error",
            Self::ParseError => "parse_error",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
            Self::EmergencyStop => "emergency_stop",
        }
    }
}

/// Class of a tool: its effect on the thought that calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ToolClass {
    /// Read-only: the thought goes on.
    SafeChain,
    /// Speech: the thought ends if it succeeds.
    Terminal,
    /// Change of the world: at most once in a thought, which ends then.
    Dangerous,
    /// Asynchronous result: the thought goes on.
    AsyncRequired,
    /// Silence: the thought ends.
    Silence,
}
