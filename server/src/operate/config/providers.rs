//! Models on the network: where they are, and how they are asked.

use std::{collections::BTreeMap, time::Duration};

use assistants::llm::{
    http::{Endpoint, is_here},
    profile::{AnswersBy, QuestionForm, Reasoning},
    wire::{CallFormat, Defaults, EndpointHabits, REASONING_TOKENS, ReasoningEffort, Wire},
};
use serde::Deserialize;

use super::{NoSecret, secret};

/// A model on the network, by the API of its endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum ProviderConfig {
    /// OpenAI chat completions, which most servers have.
    OpenAi(EndpointConfig),
    /// OpenAI responses.
    Responses(EndpointConfig),
    /// Anthropic messages.
    Anthropic(EndpointConfig),
    /// Ollama's own chat.
    Ollama(EndpointConfig),
}

/// Settings of the endpoint of a model.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndpointConfig {
    /// The address before the path of the API, http or https.
    pub base_url: String,
    /// Further addresses with the same model, which share its questions, at most 15.
    #[serde(default)]
    pub urls: Vec<String>,
    /// The model's name.
    pub model: String,
    /// The environment variable that holds the key; none for no key.
    pub api_key_env: Option<String>,
    /// Providers that are asked in turn when this one gives no answer, at most 4.
    #[serde(default)]
    pub fallback: Vec<String>,
    /// Temperature in percent, 0 to 200; none leaves it to the endpoint.
    pub temperature: Option<u8>,
    /// Maximum number of tokens in an answer, 16 to 32768; none for 120 in plain text and 400 with
    /// tool calls.
    #[serde(default)]
    pub max_tokens: Option<u32>,
    /// Stop sequences of answers in plain text, at most 4; `None` stops at a blank line.
    #[serde(default)]
    pub stop: Option<Vec<String>>,
    /// Reasoning of the model before its answers; none for what a test of the endpoint finds.
    #[serde(default)]
    pub reasoning: Option<Reasoning>,
    /// Further tokens for the reasoning, 16 to 32768.
    #[serde(default = "reasoning_tokens")]
    pub reasoning_tokens: u32,
    /// Effort of the reasoning; none leaves it to the endpoint.
    #[serde(default)]
    pub reasoning_effort: Option<ReasoningEffort>,
    /// Form of the questions; none for the best that a test of the endpoint finds.
    #[serde(default)]
    pub form: Option<QuestionForm>,
    /// Lines that the model answers; none for all if it calls tools, and else for those that the
    /// script has no answer to.
    #[serde(default)]
    pub answers: Option<AnswersBy>,
    /// Size of the context window, in tokens, 1024 to 10000000; none for what the endpoint says.
    #[serde(default)]
    pub context: Option<u32>,
    /// True to send the constant beginning of a character's questions before anybody speaks, so
    /// that the endpoint has it in its prompt cache; none means for endpoints on this machine only.
    #[serde(default)]
    pub warms_up: Option<bool>,
    /// Further fields of each request, by name, in the endpoint's own terms.
    #[serde(default)]
    pub extra: BTreeMap<String, serde_json::Value>,
    /// Timeout of one try, in seconds, 1 to 600.
    #[serde(default = "timeout_seconds")]
    pub timeout_seconds: u64,
    /// True to send the token limit as `max_completion_tokens`.
    #[serde(default)]
    pub max_completion_tokens: bool,
    /// True to tell the endpoint that the answer has to call a tool.
    #[serde(default)]
    pub tool_choice: bool,
    /// Carries out calls of any tool that the model writes into its text, rather than only of those
    /// that speak.
    #[serde(default)]
    pub calls_in_text: bool,
    /// Format in which the model writes its calls, and is shown its earlier ones: `Native`, `Json` in
    /// its text, or `Tags` (`<|tool_call|>`); with the latter two the tools stand in the rules.
    #[serde(default)]
    pub call_format: CallFormat,
}

fn timeout_seconds() -> u64 {
    120
}

fn reasoning_tokens() -> u32 {
    REASONING_TOKENS
}

impl ProviderConfig {
    /// Creates a provider with this API.
    #[must_use]
    pub fn new(wire: Wire, settings: EndpointConfig) -> Self {
        match wire {
            Wire::OpenAi => Self::OpenAi(settings),
            Wire::Responses => Self::Responses(settings),
            Wire::Anthropic => Self::Anthropic(settings),
            Wire::Ollama => Self::Ollama(settings),
        }
    }

    /// Returns the API of its endpoint.
    #[must_use]
    pub fn wire(&self) -> Wire {
        match self {
            Self::OpenAi(_) => Wire::OpenAi,
            Self::Responses(_) => Wire::Responses,
            Self::Anthropic(_) => Wire::Anthropic,
            Self::Ollama(_) => Wire::Ollama,
        }
    }

    /// Returns the settings that all wires share.
    #[must_use]
    pub fn settings(&self) -> &EndpointConfig {
        match self {
            Self::OpenAi(it) | Self::Responses(it) | Self::Anthropic(it) | Self::Ollama(it) => it,
        }
    }

    /// Returns the same provider with another model; none for its own.
    #[must_use]
    pub fn with_model(&self, model: Option<&str>) -> Self {
        let mut settings = self.settings().clone();
        if let Some(model) = model {
            model.clone_into(&mut settings.model);
        }
        Self::new(self.wire(), settings)
    }

    /// Returns the same provider once for each of its addresses, with that one alone.
    #[must_use]
    pub fn each(&self) -> Vec<Self> {
        let settings = self.settings();
        let at = |base_url: &str| EndpointConfig {
            base_url: base_url.to_owned(),
            urls: Vec::new(),
            ..settings.clone()
        };
        settings.addresses().map(|it| Self::new(self.wire(), at(it))).collect()
    }

    /// Returns whether one of its addresses is on another machine.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        !self.settings().addresses().all(is_here)
    }

    /// Returns the endpoints of the provider, one for each address, with the key out of the
    /// environment; `name` is that of the provider.
    ///
    /// # Errors
    /// [`NoSecret`] when it should have a key and there is none.
    pub fn endpoints(&self, name: &str) -> Result<Vec<Endpoint>, NoSecret> {
        let settings = self.settings();
        let key = settings.api_key_env.as_deref().map(secret).transpose()?;
        let endpoint = |base_url: &str| Endpoint {
            provider: name.to_owned(),
            wire: self.wire(),
            base_url: base_url.to_owned(),
            key: key.clone(),
            timeout: Duration::from_secs(settings.timeout_seconds),
            defaults: settings.defaults(),
            reasoning: settings.reasoning,
        };
        Ok(settings.addresses().map(endpoint).collect())
    }
}

impl EndpointConfig {
    /// Returns all addresses with the model, at least one.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.base_url).chain(&self.urls).map(String::as_str)
    }

    fn defaults(&self) -> Defaults {
        Defaults {
            model: self.model.clone(),
            temperature: self.temperature,
            max_tokens: self.max_tokens,
            reasoning_tokens: self.reasoning_tokens,
            effort: self.reasoning_effort,
            stop: self.stop.clone(),
            context: self.context,
            habits: EndpointHabits {
                max_completion_tokens: self.max_completion_tokens,
                tool_choice: self.tool_choice,
                call_format: match (self.call_format, self.calls_in_text) {
                    (CallFormat::Native, true) => CallFormat::Json,
                    (format, _) => format,
                },
                tools_in_text: self.call_format != CallFormat::Native,
            },
            extra: self.extra.clone().into_iter().collect(),
        }
    }
}
