//! Values of the columns of the table of tools: how a tool speaks, whom it answers, and where it is shown.

use crate::{llm::scene::SpokenWay, turn::ThoughtPhase};

/// Ways of being spoken to that a tool may answer: by the same way, or more privately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolWay {
    Any,
    /// Words aloud.
    Aloud,
    /// Words on a channel.
    Channel,
    /// Orders of the staff.
    Orders,
}

impl ToolWay {
    /// Returns whether the tool answers words that came this way.
    #[must_use]
    pub fn fits(self, spoken: SpokenWay) -> bool {
        match self {
            Self::Any => true,
            Self::Aloud => spoken == SpokenWay::Aloud,
            Self::Channel => spoken == SpokenWay::Channel,
            Self::Orders => false,
        }
    }
}

/// Way by which a tool speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeechTool {
    /// Words to all in the room.
    Aloud,
    /// Pose before all in the room.
    Pose,
    /// Words to one in the room.
    Whisper,
    /// Words to one anywhere.
    Page,
    /// Words on a channel.
    Channel,
    /// Words by the way of the answer.
    AsAnswer,
}

/// Questions in which a model is shown a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolShown {
    /// All questions in which the turn may use it.
    Always,
    /// All questions but those whose answer the script plans: the engine does what the tool would,
    /// or the prompt states it. A call of it is carried out there too.
    Unplanned,
    /// Questions whose prompt does not state its result: turns that answer whoever may be
    /// elsewhere, and orders. A call of it is carried out in all.
    Apart,
    /// Questions of orders and time capsules, which go on for a while and know nothing of
    /// themselves; every other prompt states what matters of its result. A call of it is carried
    /// out in all.
    InOrders,
    /// The question of this phase of a thought, and no other.
    In(ThoughtPhase),
}

impl ToolShown {
    /// Returns whether most prompts state the result of the tool, so that a call of it is carried out
    /// in all.
    #[must_use]
    pub fn is_stated(self) -> bool {
        match self {
            Self::Apart | Self::InOrders => true,
            Self::Always | Self::Unplanned | Self::In(_) => false,
        }
    }
}
