//! Language models: requests, replies and errors.
//!
//! The trait [`ChatModel`] stands between the minds and their models. [`scripted`] is the built-in
//! brain, `http` is a client for endpoints on the network, `wire` knows what their APIs send and
//! return, and `gateway` is the one task that calls them.

use std::{borrow::Cow, future::Future, sync::Arc, time::Duration};

use engine::{digest::Fnv, foreign::ForeignText, id::CharacterId};
use serde_json::Value;

use crate::{
    llm::{
        allowance::OverBudget,
        profile::{QuestionForm, Reasoning},
        scene::Scene,
    },
    mind::talk_state::TalkState,
};

pub mod allowance;
#[cfg(feature = "http")]
pub mod backoff;
#[cfg(feature = "http")]
pub mod breaker;
#[cfg(feature = "http")]
pub mod cassette;
pub mod chain;
#[cfg(feature = "http")]
pub mod gateway;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "http")]
pub mod learning;
pub mod lenient;
pub mod marks;
#[cfg(feature = "http")]
pub mod probe;
pub mod profile;
#[cfg(feature = "http")]
pub mod providers;
pub mod scene;
pub mod scripted;
#[cfg(feature = "http")]
pub mod wire;

/// Ticket: number of one request to a model, which tells a late reply from a current one.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Ticket(pub u64);

/// Request to a model.
#[derive(Debug, Clone)]
pub struct ChatRequest {
    /// Ticket of the request.
    pub ticket: Ticket,
    /// NPC whose mind sends the request.
    pub npc: CharacterId,
    /// Name of the provider in the server's settings; none for the default provider.
    pub provider: Option<String>,
    /// Name of the model; none for the provider's default.
    pub model: Option<String>,
    /// Temperature in percent, 0 to 200; none for the provider's default.
    pub temperature: Option<u8>,
    /// Maximum number of tokens in the reply; none for the provider's default.
    pub max_tokens: Option<u32>,
    /// Messages of the conversation so far; what never changes comes first.
    pub messages: Vec<ChatMessage>,
    /// Tools that may be called.
    pub tools: Arc<[ToolSpec]>,
    /// Form of the question, which the messages have.
    pub form: QuestionForm,
    /// JSON schema of the reply, for [`QuestionForm::Schema`].
    pub schema: Option<Arc<Value>>,
    /// Reasoning of the model.
    pub reasoning: Reasoning,
    /// Scene: the same matter as structured facts.
    pub scene: Arc<Scene>,
    /// True if the reply may be words only: the tools stay, for the prompt cache, and none may be called.
    pub is_for_words: bool,
    /// True if another model is asked the same where this one gives no answer.
    pub has_fallback: bool,
    /// True if the endpoint should only cache the messages: whatever it replies is not read.
    pub is_warm_up: bool,
}

/// Message of a conversation with a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatMessage {
    /// System prompt: the rules, by the server.
    System(String),
    /// User message: game events, as data.
    User(String),
    /// Earlier reply of the model.
    Assistant {
        /// Text of the reply.
        text: Option<String>,
        /// Tool calls of the reply.
        calls: Vec<ToolCall>,
    },
    /// Result of a tool call.
    Tool {
        /// Id of the call.
        call: String,
        /// Content of the result.
        content: String,
    },
}

/// Tool call, as the model made it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ToolCall {
    /// Id that the model gave the call, or a generated one.
    pub id: String,
    /// Name of the tool as the model wrote it.
    pub name: String,
    pub arguments: Arguments,
}

/// Arguments of a tool call.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Arguments {
    /// JSON object.
    Object(serde_json::Map<String, Value>),
    /// Anything else, verbatim; at most 1 KiB of it.
    Malformed(String),
}

/// Tool specification as a model sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    pub name: Cow<'static, str>,
    /// Description of the tool.
    pub description: Cow<'static, str>,
    /// JSON Schema of the arguments; it never changes, so all requests share it.
    pub parameters: Arc<Value>,
    /// Serialized schema, which is counted and hashed for each request.
    pub written: Arc<str>,
    /// Hash of name, description and schema.
    pub digest: u64,
}

impl ToolSpec {
    /// Builds the specification of a tool whose arguments have this JSON Schema.
    #[must_use]
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        parameters: Value,
    ) -> Self {
        let (name, description) = (name.into(), description.into());
        let written: Arc<str> = parameters.to_string().into();
        let mut digest = Fnv::default();
        for (kind, text) in [(b't', &*name), (b'd', &*description), (b'p', &*written)] {
            digest.piece(kind, text);
        }
        let (parameters, digest) = (Arc::new(parameters), digest.value());
        Self { name, description, parameters, written, digest }
    }
}

/// Reply of a model.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct ChatReply {
    /// Text of the reply.
    pub text: Option<String>,
    /// Tool calls, in order.
    pub calls: Vec<ToolCall>,
    /// True if the reply was truncated at the token limit.
    pub cut_off: bool,
    /// Token usage, if the provider reports it.
    pub usage: Option<Usage>,
    /// True if the built-in brain replied, whose texts are the author's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub authored: bool,
    /// State of the talk after the reply, if the built-in brain replied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talk: Option<Box<TalkState>>,
}

impl ChatReply {
    /// Returns the approximate size of text and calls, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        let of = |call: &ToolCall| {
            let arguments = match &call.arguments {
                Arguments::Object(map) => {
                    map.iter().map(|(k, v)| k.len() + v.to_string().len()).sum()
                }
                Arguments::Malformed(raw) => raw.len(),
            };
            call.name.len() + arguments
        };
        let calls: usize = self.calls.iter().map(of).sum();
        self.text.as_ref().map_or(0, String::len) + calls
    }
}

/// Token usage of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Usage {
    /// Prompt tokens (input).
    pub prompt: u32,
    /// Completion tokens (output).
    pub completion: u32,
    /// Prompt tokens that the provider had in its cache, if it reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<u32>,
}

/// Error of a request to a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum LlmError {
    /// Connection refused, or no such host: nothing is there, so nothing is gained by a retry.
    #[error("the model cannot be reached at {endpoint}")]
    Unreachable {
        /// Base address of the endpoint.
        endpoint: String,
    },
    /// Connection broken while a reply was awaited.
    #[error("the connection to the model at {endpoint} broke")]
    Disconnected {
        /// Base address of the endpoint.
        endpoint: String,
    },
    /// Timeout of the request.
    #[error("the model did not answer within {} seconds", .after.as_secs())]
    Timeout {
        /// Time limit that was exceeded.
        after: Duration,
    },
    /// HTTP error status of the endpoint.
    #[error("the model's endpoint answered with status {code}")]
    Status {
        /// HTTP status code.
        code: u16,
        /// Wait that the endpoint asks for (`Retry-After`).
        retry_after: Option<Duration>,
    },
    /// Reply that cannot be parsed. What is wrong with it may quote the reply, and so is no part of the
    /// message.
    #[error("the model's answer cannot be read")]
    Malformed {
        /// Description of the problem.
        what: ForeignText,
    },
    /// Reply without words or calls, because the token limit was reached first.
    #[error("the model used up its tokens before it answered; raise `max_tokens`")]
    CutOff,
    /// Reply without words or calls, because the model or a filter behind it declined to answer.
    #[error("the model declined to answer")]
    Declined,
    /// Question that is longer than the model's context window.
    #[error("the question is longer than the model's context; lower `context`")]
    TooLong,
    /// Queue full: too many requests are waiting.
    #[error("too many questions to models are waiting")]
    Overloaded,
    /// Circuit breaker open: the endpoint failed too often.
    #[error("the model's endpoint failed too often and is given a rest")]
    Resting,
    /// Request withdrawn.
    #[error("the question was withdrawn")]
    Cancelled,
    /// Budget exhausted, of the asking account or of the character asked.
    #[error("the question was not asked: {0}")]
    OverBudget(OverBudget),
    /// Provider missing from the settings, or without its key.
    #[error("the provider `{provider}` is not set up: {why}")]
    NotSetUp {
        /// Name of the provider.
        provider: String,
        /// Description of the missing setting.
        why: String,
    },
}

impl LlmError {
    /// Returns the endpoint's own message, as far as the error has it; it has the label of the
    /// question.
    #[must_use]
    pub fn said(&self) -> Option<&ForeignText> {
        if let Self::Malformed { what } = self { Some(what) } else { None }
    }

    /// Returns whether nothing was there to answer, of which the endpoint's breaker takes care.
    #[must_use]
    pub fn is_of_connection(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::Disconnected { .. })
    }

    /// Returns whether the request was never sent to the model.
    #[must_use]
    pub fn is_unasked(&self) -> bool {
        match self {
            Self::Overloaded | Self::Resting | Self::Cancelled | Self::OverBudget(_) => true,
            Self::Unreachable { .. }
            | Self::Disconnected { .. }
            | Self::Timeout { .. }
            | Self::Status { .. }
            | Self::Malformed { .. }
            | Self::CutOff
            | Self::Declined
            | Self::TooLong
            | Self::NotSetUp { .. } => false,
        }
    }

    /// Returns whether the endpoint is at fault, so that another one with the same model may answer.
    #[must_use]
    pub fn is_of_endpoint(&self) -> bool {
        let is_refused =
            matches!(self, Self::Unreachable { .. } | Self::Overloaded | Self::Resting);
        is_refused || self.is_transient()
    }

    /// Returns whether nothing was answered, so that another model may be asked the same.
    #[must_use]
    pub fn is_for_another_model(&self) -> bool {
        let is_refused =
            matches!(self, Self::Status { .. } | Self::TooLong | Self::NotSetUp { .. });
        is_refused || self.is_of_endpoint()
    }

    /// Returns whether a retry of the same request may succeed.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Disconnected { .. } | Self::Timeout { .. } => true,
            Self::Status { code, .. } => {
                // Anthropic's API is overloaded with 529.
                matches!(code, 408 | 429 | 500 | 502 | 503 | 504 | 529)
            }
            Self::Unreachable { .. }
            | Self::Malformed { .. }
            | Self::CutOff
            | Self::Declined
            | Self::TooLong
            | Self::Overloaded
            | Self::Resting
            | Self::Cancelled
            | Self::OverBudget(_)
            | Self::NotSetUp { .. } => false,
        }
    }
}

/// Chat model: anything that replies to requests.
pub trait ChatModel: Send + Sync + 'static {
    /// Sends one request and returns the reply.
    ///
    /// # Errors
    /// [`LlmError`] if there is no usable reply.
    fn chat(
        &self,
        request: &ChatRequest,
    ) -> impl Future<Output = Result<ChatReply, LlmError>> + Send;
}
