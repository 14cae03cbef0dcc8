//! Brief of a thought: its limits, tools and fallback, composed before its first step.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::StandIn;
pub use super::context::{
    Components, Fallback, MOST_ITERATIONS, ThoughtContext, ThoughtMode, TurnAuthority,
};
use crate::llm::{
    ToolSpec,
    allowance::OverBudget,
    profile::{AnswersBy, ModelProfile, QuestionForm, Reasoning},
};

/// First responder to a thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum AskedFirst {
    #[default]
    Model,
    Script,
}

/// Brief of a thought. It does not change while the thought goes on.
#[derive(Debug, Clone, PartialEq)]
pub struct Brief {
    pub kind: TurnAuthority,
    pub context: ThoughtContext,
    pub mode: ThoughtMode,
    pub first: AskedFirst,
    /// True if the script plans the answer before the model is asked.
    pub plans: bool,
    /// Form of the questions to the model.
    pub form: QuestionForm,
    /// Lines that the model answers.
    pub answers: AnswersBy,
    /// Size of the model's context window, in tokens.
    pub window: u32,
    /// Reasoning of the model.
    pub reasoning: Reasoning,
    /// Tools that the model is shown.
    pub tools: Arc<[ToolSpec]>,
    /// Maximum number of requests to the model, 1 to [`MOST_ITERATIONS`].
    pub max_iterations: u8,
    pub components: Components,
    pub fallback: Fallback,
    /// Kind of the script's answer if it responds first.
    pub script: StandIn,
    /// True if the mind itself was addressed, and so owes at least a sign.
    pub owes_sign: bool,
}

impl Default for Brief {
    fn default() -> Self {
        Self {
            kind: TurnAuthority::default(),
            context: ThoughtContext::default(),
            mode: ThoughtMode::default(),
            first: AskedFirst::default(),
            plans: false,
            form: QuestionForm::default(),
            answers: AnswersBy::default(),
            window: ModelProfile::default().context,
            reasoning: Reasoning::default(),
            tools: Arc::default(),
            max_iterations: 5,
            components: Components::ALL,
            fallback: Fallback::default(),
            script: StandIn::default(),
            owes_sign: false,
        }
    }
}

impl Brief {
    /// Has the further questions put to another model, by its profile and with its tools.
    pub fn ask_by(&mut self, profile: ModelProfile, tools: Arc<[ToolSpec]>) {
        let ModelProfile { form, answers, context, reasoning, warms_up: _ } = profile;
        (self.form, self.answers, self.tools) = (form, answers, tools);
        (self.window, self.reasoning) = (context, reasoning);
        self.max_iterations = self.max_iterations.min(most_questions(form));
    }
}

/// State of a mind at the start of a thought, from which the brief is composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Assessment {
    pub context: ThoughtContext,
    /// True if the mind itself was addressed.
    pub asked: bool,
    /// True if the thought is lean: there is nothing in it to be worded from memory, so nothing is
    /// retrieved.
    pub lean: bool,
    /// True if the model is busy with a thought about somebody else.
    pub model_is_busy: bool,
    /// True if the queue of triggers had no room for the speaker.
    pub turned_away: bool,
    /// True if the circuit breaker is open: the model rests after too many errors.
    pub resting: bool,
    /// True if the speaker does not consent to a model reading their words.
    pub no_model: bool,
    /// Exhausted budget, if any.
    pub over: Option<OverBudget>,
    /// Profile of the provider; none for the built-in brain.
    pub profile: Option<ModelProfile>,
}

/// Composes the brief of a thought: what its context allows, narrowed by the persona and the state
/// of the mind.
#[must_use]
pub fn compose(tools: Arc<[ToolSpec]>, max_iterations: u8, it: Assessment) -> Brief {
    let deed = it.is_by_script();
    // No time for memory retrieval: another thought waits for its model, or this one is answered at
    // once.
    let at_once = it.model_is_busy || it.turned_away || deed || it.over.is_some();
    let profile = it.profile.unwrap_or_default();
    let by_script = at_once || it.resting || it.no_model || it.is_beyond_its_form();
    let row = it.context.row();
    let components = row.components;
    // What a model is asked at most, the script may do step by step.
    let of_form = if by_script { MOST_ITERATIONS } else { most_questions(profile.form) };
    let most = max_iterations.min(row.max_iterations);
    Brief {
        kind: it.kind(),
        context: it.context,
        mode: row.mode,
        first: if by_script { AskedFirst::Script } else { AskedFirst::Model },
        plans: row.is_planned || it.profile.is_some() && it.kind() == TurnAuthority::Reply,
        form: profile.form,
        answers: profile.answers,
        window: profile.context,
        reasoning: profile.reasoning,
        tools,
        max_iterations: most.clamp(1, of_form),
        components: Components {
            memories: components.memories && !at_once && !it.lean,
            ..components
        },
        fallback: row.fallback,
        script: if it.turned_away { StandIn::Excuse } else { StandIn::Answer },
        owes_sign: it.asked && !deed,
    }
}

/// Returns the maximum number of requests of a form in one thought: in plain text there is nothing to
/// do between two questions, so the second one is for words that could not be used.
fn most_questions(form: QuestionForm) -> u8 {
    match form {
        QuestionForm::Words => 2,
        QuestionForm::Schema => 3,
        QuestionForm::Tools => MOST_ITERATIONS,
    }
}

/// Reason why the script answers instead of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScriptReason {
    /// Overload: too many speak at once.
    TurnedAway,
    /// The model is busy with a thought about somebody else.
    Busy,
    /// Deeds are answered by the script of the persona.
    Deed,
    /// Gambits are spoken by the script of the persona.
    Gambit,
    /// The speaker does not consent to a model.
    NoModel,
    /// The circuit breaker is open after too many errors.
    Resting,
    /// The thought takes tool calls, which its model cannot make.
    NoTools,
    /// A budget is exhausted.
    OverBudget(OverBudget),
}

impl Assessment {
    /// Returns the authority of the thought.
    #[must_use]
    pub fn kind(self) -> TurnAuthority {
        self.context.row().authority
    }

    /// Returns whether the cause is always answered by the script.
    fn is_by_script(self) -> bool {
        self.context.row().by_script
    }

    /// Returns whether the model cannot carry out the thought: an order takes tool calls.
    fn is_beyond_its_form(self) -> bool {
        let form = self.profile.unwrap_or_default().form;
        self.kind() == TurnAuthority::Own && form == QuestionForm::Words
    }

    /// Returns the reason why the script answers, if it does.
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
        } else if self.is_beyond_its_form() {
            Some(ScriptReason::NoTools)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::context::CONTEXTS, *};
    use crate::llm::allowance::{BudgetOf, BudgetUnit};

    fn brief(it: Assessment) -> Brief {
        compose(Arc::default(), 5, it)
    }

    #[test]
    fn records_of_before_the_rename_are_read() {
        let read = |text: &str| serde_json::from_str::<TurnAuthority>(text).unwrap();
        assert_eq!(read("\"Plan\""), TurnAuthority::Own);
        let written = serde_json::to_string(&TurnAuthority::Own).unwrap();
        assert_eq!((written.as_str(), read(&written)), ("\"Own\"", TurnAuthority::Own));
    }

    #[test]
    fn a_form_limits_the_questions_to_a_model_and_not_the_steps_of_a_script() {
        let profile = Some(ModelProfile { form: QuestionForm::Words, ..ModelProfile::default() });
        let asked = Assessment { profile, ..Assessment::default() };
        assert_eq!(brief(asked).max_iterations, 2);
        let busy = Assessment { model_is_busy: true, ..asked };
        assert_eq!(brief(busy).max_iterations, 5);
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

    proptest::proptest! {
        #[test]
        fn no_layer_widens_another(
            context in 0..CONTEXTS.len(),
            most: u8,
            flags in proptest::collection::vec(proptest::bool::ANY, 6),
            form in 0..4_usize,
        ) {
            let row = &CONTEXTS[context];
            let [asked, lean, model_is_busy, turned_away, resting, no_model] = flags[..] else { panic!() };
            let forms = [QuestionForm::Words, QuestionForm::Schema, QuestionForm::Tools];
            let profile = forms.get(form).map(|form| ModelProfile { form: *form, ..ModelProfile::default() });
            let context = row.context;
            let over = None;
            let it = Assessment {
                context, asked, lean, model_is_busy, turned_away, resting, no_model, over, profile,
            };
            let brief = compose(Arc::default(), most, it);
            proptest::prop_assert!(brief.mode <= row.mode);
            proptest::prop_assert!(brief.max_iterations <= row.max_iterations);
            proptest::prop_assert!(brief.max_iterations <= most.max(1));
            proptest::prop_assert_eq!((brief.kind, brief.fallback), (row.authority, row.fallback));
            let parts = |it: Components| [it.memories, it.transcript, it.heard];
            let wider = parts(brief.components).into_iter().zip(parts(row.components));
            proptest::prop_assert!(wider.into_iter().all(|(has, may)| may || !has));
            proptest::prop_assert!(!(lean && brief.components.memories));
            proptest::prop_assert!(!row.by_script || brief.first == AskedFirst::Script);
            proptest::prop_assert!(it.why_script().is_none() || brief.first == AskedFirst::Script);
        }
    }
}
