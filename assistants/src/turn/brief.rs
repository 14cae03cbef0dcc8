//! Brief of a thought: its limits, tools and fallback, composed before its first step.

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use super::StandIn;
pub use super::context::{
    CADENCE, Components, Fallback, MOST_CALLS, MOST_ITERATIONS, MOST_MESSAGES, MOST_ROUNDS,
    ThoughtContext, ThoughtMode, TurnAuthority,
};
use super::{assess::TaskClass, context::NarrowedContext};
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
    /// Maximum number of messages.
    pub messages: u8,
    /// Maximum number of tool calls in one reply of a model.
    pub calls: u8,
    /// Maximum number of rounds in which the script acts before the model is asked.
    pub rounds: u8,
    /// Minimum time between two changes of the world, unless the thought has the mind's own authority.
    pub cadence: Duration,
    pub components: Components,
    pub deadline: Duration,
    pub fallback: Fallback,
    /// True if the end of the thought is reviewed by the ledger.
    pub is_reviewed: bool,
    /// Share of the budget of the character that it may use, in percent.
    pub share: u8,
    /// True if a model rates the task first.
    pub assesses: bool,
    /// Kind of the script's answer if it responds first.
    pub script: StandIn,
    /// True if the mind itself was addressed, and so owes at least a sign.
    pub owes_sign: bool,
    /// True if words are what its task asks for.
    pub is_for_words: bool,
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
            messages: MOST_MESSAGES,
            calls: MOST_CALLS,
            rounds: MOST_ROUNDS,
            cadence: CADENCE,
            components: Components::ALL,
            deadline: Duration::from_secs(30),
            fallback: Fallback::default(),
            is_reviewed: true,
            share: 100,
            assesses: false,
            script: StandIn::default(),
            owes_sign: false,
            is_for_words: false,
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
    /// Class of the task, by the heuristic.
    pub class: TaskClass,
    /// True if words are what the task asks for, by the heuristic.
    pub is_for_words: bool,
    /// True if a model rates the task first, in place of the heuristic.
    pub by_model: bool,
}

/// Composes the brief of a thought: what its context allows after the settings and the persona
/// narrowed it, narrowed further by the assessment of the task and the state of the mind.
#[must_use]
pub fn compose(tools: Arc<[ToolSpec]>, of: NarrowedContext, it: Assessment) -> Brief {
    let deed = it.is_by_script();
    // No time for memory retrieval: another thought waits for its model, or this one is answered at
    // once.
    let at_once = it.model_is_busy || it.turned_away || deed || it.over.is_some();
    let profile = it.profile.unwrap_or_default();
    let by_script = at_once || it.resting || it.no_model || it.is_beyond_its_form();
    let row = it.context.row();
    let NarrowedContext { components, without, .. } = of;
    // What a model rates, the heuristic leaves to it.
    let assesses =
        it.by_model && !by_script && it.profile.is_some_and(|of| of.form != QuestionForm::Words);
    let class = it.class.row();
    let mode = if assesses { of.mode } else { of.mode.min(class.mode) };
    // The built-in brain makes no plans; it goes by those that are written in an order.
    let mode = if it.profile.is_none() { mode.min(ThoughtMode::ReactLoop) } else { mode };
    let of_class = if assesses || by_script { MOST_ITERATIONS } else { class.questions };
    // What a model is asked at most, the script may do step by step.
    let of_form = if by_script { MOST_ITERATIONS } else { most_questions(profile.form) };
    let most = of.max_iterations.min(of_class);
    Brief {
        kind: it.kind(),
        context: it.context,
        mode,
        first: if by_script { AskedFirst::Script } else { AskedFirst::Model },
        plans: row.is_planned || it.profile.is_some() && it.kind() == TurnAuthority::Reply,
        form: profile.form,
        answers: profile.answers,
        window: profile.context,
        reasoning: profile.reasoning,
        tools: left(tools, &without),
        max_iterations: most.clamp(1, of_form),
        messages: of.messages,
        calls: of.calls,
        rounds: of.rounds,
        cadence: of.cadence,
        components: Components {
            memories: components.memories && !at_once && !it.lean,
            ..components
        },
        deadline: of.deadline,
        fallback: row.fallback,
        is_reviewed: row.is_reviewed,
        share: of.share,
        assesses,
        script: if it.turned_away { StandIn::Excuse } else { StandIn::Answer },
        owes_sign: it.asked && !deed,
        is_for_words: it.is_for_words,
    }
}

/// Returns the tools that were not taken away.
fn left(tools: Arc<[ToolSpec]>, without: &[String]) -> Arc<[ToolSpec]> {
    if without.is_empty() {
        return tools;
    }
    let is_left = |it: &&ToolSpec| without.iter().all(|name| *name != it.name);
    tools.iter().filter(is_left).cloned().collect()
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

    /// Returns whether the class of the task narrows a thought for which a model is asked.
    #[must_use]
    pub fn is_narrowed(self, limits: &NarrowedContext) -> bool {
        let row = self.class.row();
        let most = limits.max_iterations.min(most_questions(self.profile.unwrap_or_default().form));
        self.why_script().is_none()
            && self.profile.is_some()
            && !self.by_model
            && (row.questions < most || row.mode < limits.mode)
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
    use super::{
        super::context::{CONTEXTS, ContextLimits},
        *,
    };
    use crate::llm::allowance::{BudgetOf, BudgetUnit};

    use proptest::prelude::{Strategy, prop_assert, prop_assert_eq};

    use crate::turn::assess::CLASSES;

    const PATIENCE: Duration = Duration::from_secs(30);

    fn brief(it: Assessment) -> Brief {
        brief_of(5, it)
    }

    /// Composes a brief where a persona narrows the number of questions.
    fn brief_of(most: u8, it: Assessment) -> Brief {
        let persona = ContextLimits { max_steps: Some(most), ..ContextLimits::default() };
        let of = NarrowedContext::of(it.context.row(), PATIENCE);
        compose(Arc::default(), of.narrowed(Some(&persona)), it)
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
        assert_eq!(brief_of(200, asked).max_iterations, MOST_ITERATIONS);
        assert_eq!(brief_of(0, asked).max_iterations, 1);
    }

    /// Limits of any kind.
    fn limits() -> impl Strategy<Value = ContextLimits> {
        let mode = proptest::option::of(proptest::sample::select(ThoughtMode::ALL.to_vec()));
        let steps = proptest::option::of(0_u8..20);
        let seconds = proptest::option::of(0_u16..200);
        let share = proptest::option::of(0_u8..120);
        let messages = proptest::option::of(0_u8..4);
        let calls = proptest::option::of((0_u8..6, 0_u8..5, 0_u16..60));
        let without = proptest::collection::vec("say|offer|page", 0..3);
        (steps, messages, calls, mode, seconds, without, proptest::bool::ANY, share).prop_map(
            |(max_steps, messages, calls, mode, deadline_seconds, without, lean, share)| {
                ContextLimits {
                    max_steps,
                    messages,
                    calls: calls.map(|it| it.0),
                    rounds: calls.map(|it| it.1),
                    cadence_seconds: calls.map(|it| it.2),
                    mode,
                    deadline_seconds,
                    without,
                    lean,
                    share,
                }
            },
        )
    }

    proptest::proptest! {
        #[test]
        fn no_layer_widens_another(
            context in 0..CONTEXTS.len(),
            (settings, persona) in (limits(), limits()),
            flags in proptest::collection::vec(proptest::bool::ANY, 7),
            form in 0..4_usize,
            class in 0..CLASSES.len(),
        ) {
            let row = &CONTEXTS[context];
            let [asked, lean, model_is_busy, turned_away, resting, no_model, by_model] = flags[..]
            else {
                panic!()
            };
            let forms = [QuestionForm::Words, QuestionForm::Schema, QuestionForm::Tools];
            let profile = forms.get(form).map(|form| ModelProfile { form: *form, ..ModelProfile::default() });
            let class = CLASSES[class].class;
            let it = Assessment {
                context: row.context, asked, lean, model_is_busy, turned_away, resting, no_model, over: None,
                profile, class, is_for_words: false, by_model,
            };
            let mut layers = vec![NarrowedContext::of(row, PATIENCE)];
            for layer in [&settings, &persona] {
                let wider = layers.last().unwrap().clone();
                layers.push(wider.narrowed(Some(layer)));
            }
            let all = ["say", "offer", "page"].map(|name| ToolSpec::new(name, "", serde_json::Value::Null));
            let brief = compose(all.clone().into(), layers.last().unwrap().clone(), it);
            for layer in &layers {
                prop_assert!(brief.mode <= layer.mode);
                prop_assert!(brief.max_iterations <= layer.max_iterations.max(1));
                prop_assert!(brief.messages <= layer.messages);
                prop_assert!(brief.calls <= layer.calls);
                prop_assert!(brief.rounds <= layer.rounds);
                prop_assert!(brief.cadence >= layer.cadence);
                prop_assert!(brief.deadline <= layer.deadline);
                prop_assert!(brief.share <= layer.share);
                let parts = |it: Components| [it.memories, it.transcript, it.heard, it.goals];
                let wider = parts(brief.components).into_iter().zip(parts(layer.components));
                prop_assert!(wider.into_iter().all(|(has, may)| may || !has));
                prop_assert!(brief.tools.iter().all(|it| !layer.without.iter().any(|of| *of == it.name)));
            }
            prop_assert_eq!((brief.kind, brief.fallback), (row.authority, row.fallback));
            prop_assert!(!(lean && brief.components.memories));
            prop_assert!(!row.by_script || brief.first == AskedFirst::Script);
            prop_assert!(it.why_script().is_none() || brief.first == AskedFirst::Script);
            prop_assert!(brief.assesses || brief.mode <= class.row().mode);
        }
    }
}
