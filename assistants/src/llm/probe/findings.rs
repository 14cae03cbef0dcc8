//! Findings of a test of an endpoint, and the profile that they call for.

use std::time::Duration;

use crate::llm::{
    profile::{AnswersBy, ModelProfile, QuestionForm, Reasoning},
    wire::ModelSpeed,
};

/// Smallest and largest size of a context window that the settings allow, in tokens.
const CONTEXTS: (u32, u32) = (1_024, 10_000_000);

/// Tokens of a first question in plain text and of its answer, for the estimate.
const WORDS_TOKENS: (f64, f64) = (500.0, 30.0);

/// Tokens of a first question with tools and of its answer, for the estimate.
const TOOLS_TOKENS: (f64, f64) = (1_700.0, 40.0);

/// Maximum time of a first question with tools, in seconds. A slower model is asked in plain text,
/// since the script would answer in its place.
const MAX_TOOLS_SECONDS: f64 = 20.0;

/// Minimum speed of writing for a JSON schema, in tokens per second: its braces and names are
/// written, too.
const MIN_SCHEMA_WRITING: f64 = 15.0;

/// Program that serves a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ServerKind {
    LlamaCpp,
    Ollama,
    LmStudio,
    Vllm,
    /// Any other, or unknown.
    #[default]
    Other,
}

impl ServerKind {
    /// Returns the name of the program; none if it is unknown.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::LlamaCpp => Some("llama.cpp"),
            Self::Ollama => Some("Ollama"),
            Self::LmStudio => Some("LM Studio"),
            Self::Vllm => Some("vLLM"),
            Self::Other => None,
        }
    }
}

/// Size of a context window, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContextSize {
    /// Maximum that the model was trained for; the server may have loaded it with less.
    Trained(u32),
    /// Size that one request may use.
    Window(u32),
}

/// Model in an endpoint's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedModel {
    /// Name for requests.
    pub id: String,
    pub context: Option<ContextSize>,
}

/// List of an endpoint's models (`GET /models`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelList {
    pub server: ServerKind,
    pub models: Vec<ListedModel>,
}

/// Presence of the configured model in the endpoint's list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ModelListed {
    /// The endpoint gives no list.
    #[default]
    NoList,
    /// The model is in the list.
    Yes,
    /// The model is not in the list.
    No {
        /// Name in the list that is most like the configured one.
        nearest: Option<String>,
    },
}

/// Result of one form of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FormOutcome {
    /// The reply has the form.
    Holds,
    /// The tool call is native, but has another tool or other arguments.
    Misshapen,
    /// The tool call is in the text of the reply.
    AsText,
    /// The reply has another form.
    Fails,
    /// The token limit was reached before there was anything but reasoning.
    CutOff,
    /// The endpoint refused with this HTTP status.
    Refused(u16),
    /// No reply, or none in time.
    #[default]
    Unanswered,
    /// The endpoint failed in passing, with this HTTP status or with none: it is to be tested again.
    Undecided(Option<u16>),
}

/// Test of one form of question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormTest {
    pub outcome: FormOutcome,
    /// Excerpt of the reply or of the error.
    pub said: String,
}

/// Findings of a test of an endpoint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    pub server: ServerKind,
    pub listed: ModelListed,
    /// Number of models in the endpoint's list.
    pub models: usize,
    pub context: Option<ContextSize>,
    /// Number of requests that the server works on at once.
    pub slots: Option<u32>,
    pub speed: ModelSpeed,
    /// Reasoning of the model, and how requests are to go about it.
    pub reasoning: Reasoning,
    /// Number of tokens that the model wrote before its answer in plain text.
    pub thought: u32,
    /// Test of plain text. Without it the endpoint is not usable.
    pub words: FormTest,
    /// Test of native tool calls.
    pub tools: FormTest,
    /// Test of a JSON schema.
    pub schema: FormTest,
}

impl Findings {
    /// Returns whether the endpoint answers questions.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.words.outcome == FormOutcome::Holds
    }

    /// Returns whether the form of questions is decided: the endpoint did not fail in passing when it
    /// was asked for what that depends on.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let undecided = |test: &FormTest| matches!(test.outcome, FormOutcome::Undecided(_));
        let by_schema = self.tools.outcome == FormOutcome::Misshapen;
        !(undecided(&self.tools) || by_schema && undecided(&self.schema))
    }

    /// Returns the estimated time of a first answer in plain text; none if a speed is unknown.
    #[must_use]
    pub fn first_answer(&self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.seconds(WORDS_TOKENS)?).ok()
    }

    fn seconds(&self, (read, written): (f64, f64)) -> Option<f64> {
        let written = written + f64::from(self.thought);
        Some(read / self.speed.reading? + written / self.speed.writing?)
    }
}

/// Chooses the profile for an endpoint: tools if calls come natively, in the right shape and soon
/// enough; a schema if the model calls tools, but in another shape; else plain text, which small
/// models answer best. A model that does not call tools answers only lines that the script is not
/// sure of.
#[must_use]
pub fn choose(findings: &Findings) -> ModelProfile {
    let is_slow = findings.seconds(TOOLS_TOKENS).is_some_and(|it| it > MAX_TOOLS_SECONDS);
    let writes_fast = findings.speed.writing.is_some_and(|it| it >= MIN_SCHEMA_WRITING);
    let schema_holds = findings.schema.outcome == FormOutcome::Holds;
    let form = match findings.tools.outcome {
        FormOutcome::Holds if !is_slow => QuestionForm::Tools,
        FormOutcome::Misshapen if schema_holds && writes_fast => QuestionForm::Schema,
        FormOutcome::Holds
        | FormOutcome::Misshapen
        | FormOutcome::AsText
        | FormOutcome::Fails
        | FormOutcome::CutOff
        | FormOutcome::Refused(_)
        | FormOutcome::Unanswered
        | FormOutcome::Undecided(_) => QuestionForm::Words,
    };
    let usual = ModelProfile::default().context;
    let context = match findings.context {
        Some(ContextSize::Window(tokens)) => tokens,
        Some(ContextSize::Trained(tokens)) => tokens.min(usual),
        None => usual,
    };
    ModelProfile {
        form,
        answers: AnswersBy::of(form),
        context: context.clamp(CONTEXTS.0, CONTEXTS.1),
        reasoning: findings.reasoning,
        warms_up: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(tools: FormOutcome, schema: FormOutcome, writing: Option<f64>) -> Findings {
        let test = |outcome| FormTest { outcome, said: String::new() };
        Findings {
            speed: ModelSpeed { reading: Some(500.0), writing },
            words: test(FormOutcome::Holds),
            tools: test(tools),
            schema: test(schema),
            ..Findings::default()
        }
    }

    fn form(tools: FormOutcome, schema: FormOutcome, writing: Option<f64>) -> QuestionForm {
        choose(&findings(tools, schema, writing)).form
    }

    #[test]
    fn native_calls_are_taken_and_all_lines_with_them() {
        let profile = choose(&findings(FormOutcome::Holds, FormOutcome::Holds, Some(30.0)));
        assert_eq!((profile.form, profile.answers), (QuestionForm::Tools, AnswersBy::All));
        assert_eq!(form(FormOutcome::Holds, FormOutcome::Fails, None), QuestionForm::Tools);
    }

    #[test]
    fn a_model_that_writes_its_calls_as_text_is_asked_in_plain_text() {
        for tools in [FormOutcome::AsText, FormOutcome::Fails, FormOutcome::Refused(400)] {
            let profile = choose(&findings(tools, FormOutcome::Holds, Some(90.0)));
            assert_eq!((profile.form, profile.answers), (QuestionForm::Words, AnswersBy::Sure));
        }
    }

    #[test]
    fn a_schema_is_for_a_quick_model_that_calls_tools_in_the_wrong_shape() {
        let schema = FormOutcome::Holds;
        assert_eq!(form(FormOutcome::Misshapen, schema, Some(30.0)), QuestionForm::Schema);
        assert_eq!(form(FormOutcome::Misshapen, schema, Some(3.0)), QuestionForm::Words);
        assert_eq!(form(FormOutcome::Misshapen, schema, None), QuestionForm::Words);
        let broken = FormOutcome::Fails;
        assert_eq!(form(FormOutcome::Misshapen, broken, Some(30.0)), QuestionForm::Words);
    }

    #[test]
    fn a_model_too_slow_for_a_question_with_tools_is_asked_in_plain_text() {
        let mut slow = findings(FormOutcome::Holds, FormOutcome::Holds, Some(20.0));
        slow.speed.reading = Some(50.0);
        assert_eq!(choose(&slow).form, QuestionForm::Words);
        assert_eq!(slow.first_answer(), Some(Duration::from_millis(11_500)));
    }

    #[test]
    fn what_a_model_was_trained_for_is_no_more_than_a_bound() {
        let usual = ModelProfile::default().context;
        let with = |context| choose(&Findings { context, ..Findings::default() }).context;
        assert_eq!(with(None), usual);
        assert_eq!(with(Some(ContextSize::Trained(131_072))), usual);
        assert_eq!(with(Some(ContextSize::Trained(2_048))), 2_048);
        assert_eq!(with(Some(ContextSize::Window(131_072))), 131_072);
        assert_eq!(with(Some(ContextSize::Window(512))), 1_024);
    }
}
