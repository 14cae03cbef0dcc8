//! What a thought is to be, composed before its first step.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::StandIn;
use crate::llm::{ToolSpec, allowance::OverBudget};

/// Most questions to the model in one thought.
pub const MOST_ITERATIONS: u8 = 10;

/// How far a thought may go, by what stands in its questions.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum TurnAuthority {
    /// It answers somebody, whose words stand there: it may speak as it was spoken to or more privately
    /// to the same one, remember, and make offers.
    #[default]
    Reply,
    /// No words of players stand there: it may do what the character itself may do, and whoever ordered
    /// it.
    Own,
}

/// What sets a thought off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ThoughtContext {
    /// Words, or somebody who came in.
    #[default]
    Event,
    /// What somebody did: the persona says what it comes to.
    Deed,
    /// Somebody stands about: what is said to them stands in the persona.
    Gambit,
    /// An order of the staff.
    Order,
}

/// How far a thought goes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ThoughtMode {
    /// One reply, whatever comes of it.
    SingleAction,
    /// Replies until one is heard.
    #[default]
    ReactLoop,
}

/// Who is asked first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum AskedFirst {
    #[default]
    Model,
    Script,
}

/// What of a mind goes into its questions, beside who it is and what it reacts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Components {
    /// What it remembers about the matter, which has to be asked for first.
    pub memories: bool,
    /// What it and the one it answers said to each other.
    pub transcript: bool,
    /// What others said lately.
    pub heard: bool,
}

impl Components {
    /// All there is.
    pub const ALL: Self = Self { memories: true, transcript: true, heard: true };
    /// Nothing that anybody said.
    pub const NONE: Self = Self { memories: false, transcript: false, heard: false };
}

/// What a thought does when its model fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Fallback {
    /// Somebody waits for an answer: the script gives it.
    #[default]
    Script,
    /// Nobody does: it ends.
    Nothing,
}

/// What a thought is to be. It does not change while the thought goes on.
#[derive(Debug, Clone, PartialEq)]
pub struct Brief {
    pub kind: TurnAuthority,
    pub context: ThoughtContext,
    pub mode: ThoughtMode,
    pub first: AskedFirst,
    /// The tools that a model is shown.
    pub tools: Arc<[ToolSpec]>,
    /// Most questions to the model. 1 to [`MOST_ITERATIONS`].
    pub max_iterations: u8,
    pub components: Components,
    pub fallback: Fallback,
    /// What the script says where it thinks first.
    pub script: StandIn,
    /// Whether something was put to the mind itself, which then owes a sign at least.
    pub owes_sign: bool,
}

impl Default for Brief {
    fn default() -> Self {
        Self {
            kind: TurnAuthority::default(),
            context: ThoughtContext::default(),
            mode: ThoughtMode::default(),
            first: AskedFirst::default(),
            tools: Arc::default(),
            max_iterations: 5,
            components: Components::ALL,
            fallback: Fallback::default(),
            script: StandIn::default(),
            owes_sign: false,
        }
    }
}

/// How a mind is when something wants a thought of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Assessment {
    pub context: ThoughtContext,
    /// Whether something was put to the mind itself.
    pub asked: bool,
    /// Whether the model is being asked about somebody else already.
    pub model_is_busy: bool,
    /// Whether there was no place for whoever spoke.
    pub turned_away: bool,
    /// Whether the model gets a rest after too many errors.
    pub resting: bool,
    /// Whether whoever spoke wants no model to read their words.
    pub no_model: bool,
    /// The budget that has no room for a question, if one has not.
    pub over: Option<OverBudget>,
}

/// Composes the brief of a thought: what the persona allows, narrowed by what set it off and by how
/// the mind is.
#[must_use]
pub fn compose(tools: Arc<[ToolSpec]>, max_iterations: u8, it: Assessment) -> Brief {
    let deed = it.is_by_script();
    // Another thought waits for its model meanwhile, or nobody waits long for this one.
    let at_once = it.model_is_busy || it.turned_away || deed || it.over.is_some();
    let by_script = at_once || it.resting || it.no_model;
    let components = match it.kind() {
        TurnAuthority::Reply => Components::ALL,
        TurnAuthority::Own => Components::NONE,
    };
    Brief {
        kind: it.kind(),
        context: it.context,
        mode: ThoughtMode::ReactLoop,
        first: if by_script { AskedFirst::Script } else { AskedFirst::Model },
        tools,
        max_iterations: max_iterations.clamp(1, MOST_ITERATIONS),
        components: Components { memories: components.memories && !at_once, ..components },
        fallback: Fallback::Script,
        script: if it.turned_away { StandIn::Excuse } else { StandIn::Answer },
        owes_sign: it.asked && !deed,
    }
}

/// Why no model is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScriptReason {
    /// Too many speak at once.
    TurnedAway,
    /// The model still thinks for somebody else.
    Busy,
    /// What is said to deeds stands in the persona.
    Deed,
    /// So does what is said to somebody who stands about.
    Gambit,
    /// Whoever spoke wants no model to read their words.
    NoModel,
    /// It rests after too many errors.
    Resting,
    /// There is nothing left to pay for a question with.
    OverBudget(OverBudget),
}

impl Assessment {
    /// How far the thought may go.
    #[must_use]
    pub fn kind(self) -> TurnAuthority {
        match self.context {
            ThoughtContext::Event | ThoughtContext::Deed | ThoughtContext::Gambit => {
                TurnAuthority::Reply
            }
            ThoughtContext::Order => TurnAuthority::Own,
        }
    }

    /// Whether no model is ever asked about it.
    fn is_by_script(self) -> bool {
        match self.context {
            ThoughtContext::Deed | ThoughtContext::Gambit => true,
            ThoughtContext::Event | ThoughtContext::Order => false,
        }
    }

    /// Why the script answers, if it does.
    #[must_use]
    pub fn why_script(self) -> Option<ScriptReason> {
        if let Some(over) = self.over {
            Some(ScriptReason::OverBudget(over))
        } else if self.turned_away {
            Some(ScriptReason::TurnedAway)
        } else if self.model_is_busy {
            Some(ScriptReason::Busy)
        } else if self.context == ThoughtContext::Deed {
            Some(ScriptReason::Deed)
        } else if self.context == ThoughtContext::Gambit {
            Some(ScriptReason::Gambit)
        } else if self.no_model {
            Some(ScriptReason::NoModel)
        } else if self.resting {
            Some(ScriptReason::Resting)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::allowance::{BudgetOf, BudgetUnit};

    fn brief(it: Assessment) -> Brief {
        compose(Arc::default(), 5, it)
    }

    #[test]
    fn what_narrows_a_thought_only_ever_narrows_it() {
        let asked = Assessment { asked: true, ..Assessment::default() };
        let plain = brief(asked);
        assert_eq!((plain.first, plain.owes_sign), (AskedFirst::Model, true));
        assert_eq!(plain.components, Components::ALL);
        assert_eq!(asked.why_script(), None);
        let deed = Assessment { context: ThoughtContext::Deed, ..asked };
        assert_eq!((brief(deed).first, brief(deed).owes_sign), (AskedFirst::Script, false));
        let gambit = Assessment { context: ThoughtContext::Gambit, ..Assessment::default() };
        let over = OverBudget { of: BudgetOf::Day, unit: BudgetUnit::Tokens };
        for narrowed in [
            Assessment { model_is_busy: true, ..asked },
            Assessment { turned_away: true, ..asked },
            Assessment { resting: true, ..asked },
            Assessment { no_model: true, ..asked },
            Assessment { over: Some(over), ..asked },
            deed,
            gambit,
        ] {
            assert_eq!(brief(narrowed).first, AskedFirst::Script, "{narrowed:?}");
            assert!(narrowed.why_script().is_some(), "{narrowed:?}");
        }
        let resting = Assessment { resting: true, ..asked };
        assert!(brief(resting).components.memories, "its script remembers");
        let away = Assessment { turned_away: true, ..asked };
        assert_eq!((brief(away).script, brief(away).components.memories), (StandIn::Excuse, false));
        assert_eq!(compose(Arc::default(), 200, asked).max_iterations, MOST_ITERATIONS);
        assert_eq!(compose(Arc::default(), 0, asked).max_iterations, 1);
    }
}
