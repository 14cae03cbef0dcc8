//! Models: what is asked of them, what they answer, and how they fail.
//!
//! One trait, [`ChatModel`], stands between the minds and whatever thinks for
//! them. [`scripted`] is the built-in brain, `openai` speaks to any endpoint
//! with OpenAI's chat wire, and `gateway` is the one task that calls them.

use std::{future::Future, sync::Arc, time::Duration};

use engine::{digest::Fnv, id::CharacterId};
use serde_json::Value;

use crate::llm::{allowance::OverBudget, scene::Scene};

pub mod allowance;
#[cfg(feature = "http")]
pub mod breaker;
#[cfg(feature = "http")]
pub mod gateway;
#[cfg(feature = "http")]
pub mod learning;
#[cfg(feature = "http")]
pub mod openai;
#[cfg(feature = "http")]
pub mod providers;
pub mod scene;
pub mod scripted;

/// One question to a model; its number tells a late answer from a current one.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Ticket(pub u64);

/// What is asked of a model.
#[derive(Debug, Clone)]
pub struct ChatRequest {
    /// Which question this is.
    pub ticket: Ticket,
    /// Who asks.
    pub npc: CharacterId,
    /// The name of the provider in the server's settings; none for its default.
    pub provider: Option<String>,
    /// The model, in place of the provider's default.
    pub model: Option<String>,
    /// Temperature in percent, 0 to 200; none for the provider's default.
    pub temperature: Option<u8>,
    /// Most tokens in the answer; none for the provider's default.
    pub max_tokens: Option<u32>,
    /// The conversation so far; what never changes comes first.
    pub messages: Vec<ChatMessage>,
    /// The tools that may be called.
    pub tools: Arc<[ToolSpec]>,
    /// The same matter as facts.
    pub scene: Arc<Scene>,
}

/// One message of a conversation with a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatMessage {
    /// The rules, by the server.
    System(String),
    /// What happened, as data.
    User(String),
    /// What the model answered before.
    Assistant {
        /// Its words, which nobody hears.
        text: Option<String>,
        /// The tools it called.
        calls: Vec<ToolCall>,
    },
    /// What a tool call did.
    Tool {
        /// The call's id.
        call: String,
        /// The result.
        content: String,
    },
}

/// A tool call, as the model made it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ToolCall {
    /// The model's id for the call, or one made up in its place.
    pub id: String,
    /// The tool's name as the model wrote it.
    pub name: String,
    pub arguments: Arguments,
}

/// The arguments of a tool call.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Arguments {
    /// A JSON object.
    Object(serde_json::Map<String, Value>),
    /// Something else, kept as it came, at most 1 KiB of it.
    Malformed(String),
}

/// A tool, as a model sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// The JSON Schema of its arguments; it never changes, so all share it.
    pub parameters: Arc<Value>,
    /// The same as a text, which is counted and hashed for each question.
    pub written: Arc<str>,
    /// The hash of name, description and schema.
    pub digest: u64,
}

impl ToolSpec {
    /// A tool whose arguments have this JSON Schema.
    #[must_use]
    pub fn new(name: &'static str, description: &'static str, parameters: Value) -> Self {
        let written: Arc<str> = parameters.to_string().into();
        let mut digest = Fnv::default();
        for (kind, text) in [(b't', name), (b'd', description), (b'p', &*written)] {
            digest.piece(kind, text);
        }
        let (parameters, digest) = (Arc::new(parameters), digest.value());
        Self { name, description, parameters, written, digest }
    }
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct ChatReply {
    /// Its words, which nobody hears.
    pub text: Option<String>,
    /// The tools it calls, in order.
    pub calls: Vec<ToolCall>,
    /// Whether it was cut off at the token limit.
    pub cut_off: bool,
    /// What it cost, when the provider says so.
    pub usage: Option<Usage>,
    /// Whether the built-in brain answered, whose texts are the author's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub authored: bool,
}

impl ChatReply {
    /// How many bytes its words and calls have, about as they were sent.
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

/// What an answer cost, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Usage {
    /// Tokens read.
    pub prompt: u32,
    /// Tokens written.
    pub completion: u32,
}

/// Why a model did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum LlmError {
    /// No connection, or it broke.
    #[error("the model cannot be reached at {endpoint}")]
    Unreachable {
        /// The base address that was tried.
        endpoint: String,
    },
    /// It took too long.
    #[error("the model did not answer within {} seconds", .after.as_secs())]
    Timeout {
        /// How long it was given.
        after: Duration,
    },
    /// The endpoint refused.
    #[error("the model's endpoint answered with status {code}")]
    Status {
        /// The HTTP status.
        code: u16,
        /// How long it asks us to wait.
        retry_after: Option<Duration>,
    },
    /// The answer cannot be read.
    #[error("the model's answer cannot be read: {what}")]
    Malformed {
        /// What was wrong with it.
        what: String,
    },
    /// Too many questions are waiting.
    #[error("too many questions to models are waiting")]
    Overloaded,
    /// The endpoint failed so often that it is given a rest.
    #[error("the model's endpoint failed too often and is given a rest")]
    Resting,
    /// Nobody wants the answer any more.
    #[error("the question was withdrawn")]
    Cancelled,
    /// Whoever asked, or whoever was asked, has used up what there is.
    #[error("the question was not asked: {0}")]
    OverBudget(OverBudget),
    /// The settings name no such provider, or it lacks its key.
    #[error("the provider `{provider}` is not set up: {why}")]
    NotSetUp {
        /// The provider's name.
        provider: String,
        /// What is missing.
        why: String,
    },
}

impl LlmError {
    /// Whether the question never reached the model.
    #[must_use]
    pub fn is_unasked(&self) -> bool {
        match self {
            Self::Overloaded | Self::Resting | Self::Cancelled | Self::OverBudget(_) => true,
            Self::Unreachable { .. }
            | Self::Timeout { .. }
            | Self::Status { .. }
            | Self::Malformed { .. }
            | Self::NotSetUp { .. } => false,
        }
    }

    /// Whether the same question may well be answered a little later.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Timeout { .. } => true,
            Self::Status { code, .. } => matches!(code, 408 | 429 | 500 | 502 | 503 | 504),
            Self::Malformed { .. }
            | Self::Overloaded
            | Self::Resting
            | Self::Cancelled
            | Self::OverBudget(_)
            | Self::NotSetUp { .. } => false,
        }
    }
}

/// Whatever thinks.
pub trait ChatModel: Send + Sync + 'static {
    /// Asks one question.
    ///
    /// # Errors
    /// [`LlmError`] when there is no answer to use.
    fn chat(
        &self,
        request: &ChatRequest,
    ) -> impl Future<Output = Result<ChatReply, LlmError>> + Send;
}
