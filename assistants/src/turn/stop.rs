//! Why thoughts end, and what the kinds of tools do to them.

use serde::{Deserialize, Serialize};

/// Why a thought ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StopReason {
    /// It chose to do nothing more.
    Noop,
    /// It spoke.
    TerminalTool,
    /// It changed the world.
    DangerousTool,
    /// It took as many steps as it may.
    MaxIterations,
    /// Its context is full.
    CriticalTokens,
    /// The model did not answer.
    LlmError,
    /// Twice in a row the model's reply held nothing to use.
    ParseError,
    /// It took too long.
    Expired,
    /// Staff stopped it.
    Cancelled,
    /// Too many errors in a row.
    EmergencyStop,
}

impl StopReason {
    /// Its name, as the record shows it.
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

/// What a tool does to the thought that uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ToolClass {
    /// It only looks: the thought goes on.
    SafeChain,
    /// It speaks: the thought ends when it succeeds.
    Terminal,
    /// It changes the world: at most once in a thought, which ends then.
    Dangerous,
    /// Its result may come later: the thought goes on.
    AsyncRequired,
    /// It does nothing: the thought ends.
    Silence,
}
