//! Question to a model with all its settings decided: those of the character over those of its
//! provider, and both over what the form of the question calls for.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::call_format::CallFormat;
use crate::llm::{
    ChatMessage, ChatRequest, ToolSpec,
    profile::{QuestionForm, Reasoning},
};

/// Default parameters of requests to an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defaults {
    /// Model, unless the request names one.
    pub model: String,
    /// Temperature in percent, 0 to 200, unless the request has one; none leaves it to the
    /// endpoint, but on the wires of local servers for questions in plain text: 40.
    pub temperature: Option<u8>,
    /// Maximum number of tokens in a reply, unless the request sets it; none for a limit by the form
    /// of the question.
    pub max_tokens: Option<u32>,
    /// Further tokens for the reasoning of a model that thinks.
    pub reasoning_tokens: u32,
    /// Effort that a model puts into its reasoning; none leaves it to the endpoint.
    pub effort: Option<ReasoningEffort>,
    /// Texts at which a reply in plain text ends; none for a blank line.
    pub stop: Option<Vec<String>>,
    /// Size of the context window to ask for where the wire has a field for it, in tokens.
    pub context: Option<u32>,
    pub habits: EndpointHabits,
    /// Further fields of a request, as the endpoint knows them; none of the wire's own.
    pub extra: Map<String, Value>,
}

impl Defaults {
    /// Creates the parameters of a model, with everything else left to the endpoint.
    #[must_use]
    pub fn of(model: &str) -> Self {
        Self {
            model: model.to_owned(),
            temperature: None,
            max_tokens: None,
            reasoning_tokens: REASONING_TOKENS,
            effort: None,
            stop: None,
            context: None,
            habits: EndpointHabits::default(),
            extra: Map::new(),
        }
    }

    /// Decides the settings of a request.
    #[must_use]
    pub fn question<'a>(&'a self, request: &'a ChatRequest) -> WireQuestion<'a> {
        let of_form = self.of_form(request.form, request.reasoning, &request.messages);
        let tools = if request.form == QuestionForm::Tools { &*request.tools } else { &[] };
        let format = self.habits.call_format;
        let is_written = format != CallFormat::Native && request.form == QuestionForm::Tools;
        let in_rules = self.habits.tools_in_text.then_some(tools);
        let messages = match is_written {
            true => Cow::Owned(format.written(&request.messages, in_rules)),
            false => Cow::Borrowed(&*request.messages),
        };
        let tools = if is_written && self.habits.tools_in_text { &[] } else { tools };
        WireQuestion {
            messages,
            model: request.model.as_ref().unwrap_or(&self.model),
            tools,
            is_for_words: request.is_for_words,
            schema: request.schema.as_deref(),
            temperature: request.temperature.or(self.temperature),
            max_tokens: match request.is_warm_up {
                true => 1,
                false => request.max_tokens.unwrap_or(of_form.max_tokens),
            },
            ..of_form
        }
    }

    /// Decides the settings of a question of a form, without tools and schema.
    pub(in crate::llm) fn of_form<'a>(
        &'a self,
        form: QuestionForm,
        reasoning: Reasoning,
        messages: &'a [ChatMessage],
    ) -> WireQuestion<'a> {
        // A model that thinks may write a blank line in its thoughts.
        let stops = form == QuestionForm::Words && reasoning != Reasoning::On;
        WireQuestion {
            model: &self.model,
            messages: Cow::Borrowed(messages),
            tools: &[],
            is_for_words: false,
            schema: None,
            temperature: self.temperature,
            plain_temperature: (stops && !self.habits.max_completion_tokens).then_some(TEMPERATURE),
            max_tokens: self.max_tokens.unwrap_or_else(|| longest(form)),
            stop: if stops { self.stops() } else { Vec::new() },
            reasoning,
            reasoning_tokens: self.reasoning_tokens,
            effort: self.effort,
            context: self.context,
            habits: self.habits,
        }
    }

    fn stops(&self) -> Vec<&str> {
        match &self.stop {
            Some(stop) => stop.iter().map(String::as_str).collect(),
            None => vec![BLANK_LINE],
        }
    }
}

/// Tokens for the reasoning of a model that thinks, unless the settings have another number.
pub const REASONING_TOKENS: u32 = 1_024;

/// End of a plain reply: small models go on after a blank line with what nobody asked for.
const BLANK_LINE: &str = "\n\n";

/// Temperature of a question in plain text, in percent: at what endpoints have of their own, 70 to 80,
/// the small models that are asked so lose the thread within a sentence.
const TEMPERATURE: u8 = 40;

/// Returns the limit of the tokens in a reply, unless the settings have another.
fn longest(form: QuestionForm) -> u32 {
    match form {
        QuestionForm::Words => 120,
        QuestionForm::Schema => 160,
        QuestionForm::Tools => 400,
    }
}

/// Deviations of an endpoint from the common API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EndpointHabits {
    /// True if the token limit is called `max_completion_tokens`, as OpenAI's reasoning models
    /// demand, and not `max_tokens`, which all others know.
    pub max_completion_tokens: bool,
    /// True if requests demand a tool call by `tool_choice: "required"`. Some servers then let the
    /// model run on to the token limit.
    pub tool_choice: bool,
    /// Format in which the model writes its calls, and in which its history is written. Of calls in a
    /// text, those of [`SPEAKING_TOOLS`](super::SPEAKING_TOOLS) are carried out in any.
    pub call_format: CallFormat,
    /// True if the tools are described in the rules, and not given natively.
    pub tools_in_text: bool,
}

/// Effort that a model puts into its reasoning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum ReasoningEffort {
    Minimal,
    Low,
    Medium,
    High,
}

impl ReasoningEffort {
    /// Returns the name in requests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// Question with all its settings decided.
#[derive(Debug, Clone, PartialEq)]
pub struct WireQuestion<'a> {
    pub model: &'a str,
    pub messages: Cow<'a, [ChatMessage]>,
    /// Tools to call natively; those of a schema stand in it.
    pub tools: &'a [ToolSpec],
    /// True if no tool may be called, though there are some.
    pub is_for_words: bool,
    /// JSON schema of the reply.
    pub schema: Option<&'a Value>,
    /// Temperature in percent, if the settings have one.
    pub temperature: Option<u8>,
    /// Temperature in percent where the settings have none, for wires of local servers: models
    /// elsewhere may refuse any.
    pub plain_temperature: Option<u8>,
    /// Maximum number of tokens in the answer, without those of the reasoning.
    pub max_tokens: u32,
    /// Texts at which the reply ends.
    pub stop: Vec<&'a str>,
    pub reasoning: Reasoning,
    /// Tokens for the reasoning, if it is let be.
    pub reasoning_tokens: u32,
    pub effort: Option<ReasoningEffort>,
    /// Size of the context window to ask for, in tokens.
    pub context: Option<u32>,
    pub habits: EndpointHabits,
}

impl WireQuestion<'_> {
    /// Returns the demand about tool calls, as OpenAI's APIs have it.
    pub(super) fn tool_choice(&self) -> Option<&'static str> {
        match (self.tools.is_empty(), self.is_for_words) {
            (true, _) => None,
            (false, true) => Some("none"),
            (false, false) => self.habits.tool_choice.then_some("required"),
        }
    }

    /// Returns the limit of all tokens that the model may write.
    pub(super) fn limit(&self) -> u32 {
        match self.reasoning {
            Reasoning::Never | Reasoning::Off => self.max_tokens,
            Reasoning::On => self.max_tokens.saturating_add(self.reasoning_tokens),
        }
    }

    /// Returns the temperature as APIs have it.
    pub(super) fn temperature(&self) -> Option<f64> {
        self.temperature.map(|percent| f64::from(percent) / 100.0)
    }

    /// Returns the temperature for a local server.
    pub(super) fn local_temperature(&self) -> Option<f64> {
        let percent = self.temperature.or(self.plain_temperature);
        percent.map(|percent| f64::from(percent) / 100.0)
    }

    /// Returns all system messages as one text: several chat templates accept no second one.
    pub(super) fn rules(&self) -> Option<String> {
        let rules = self.messages.iter().filter_map(|it| match it {
            ChatMessage::System(text) => Some(text.as_str()),
            ChatMessage::User(_) | ChatMessage::Assistant { .. } | ChatMessage::Tool { .. } => None,
        });
        let rules: Vec<&str> = rules.collect();
        (!rules.is_empty()).then(|| rules.join("\n\n"))
    }
}
