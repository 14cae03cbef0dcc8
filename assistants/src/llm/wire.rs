//! Wires: what is sent to the API of a model, and what comes back, as pure functions. Each API is a
//! [`WireFormat`]; what models write into their replies is read once, for all of them.

mod anthropic;
mod body;
mod call;
mod call_format;
mod events;
mod field;
mod ollama;
mod openai;
mod question;
mod reply;
mod responses;
#[cfg(test)]
mod tests;
mod text_calls;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use body::WireBody;
pub use call_format::{CallFormat, QuotedText};
pub use question::{Defaults, EndpointHabits, REASONING_TOKENS, ReasoningEffort, WireQuestion};
pub use reply::{ModelSpeed, WireReply};
pub use text_calls::CallsInText;

use crate::llm::{ChatReply, LlmError, ToolSpec};

/// Maximum size of a reply, in bytes: a thousand times what a character says, and small enough for
/// all concurrent requests to fit in memory.
pub const MAX_BODY: usize = 1024 * 1024;

/// Maximum number of tool calls in one reply. A thought has at most ten steps.
pub const MAX_CALLS: usize = 16;

/// Maximum number of characters of foreign text in an error.
const MAX_EXCERPT: usize = 200;

/// Text of the [`LlmError::Malformed`] for a reply larger than [`MAX_BODY`].
pub const TOO_LARGE: &str = "it is larger than 1 MiB";

/// Text of the [`LlmError::Malformed`] for a reply with more than [`MAX_CALLS`] calls.
pub const TOO_MANY_CALLS: &str = "it calls more than 16 tools at once";

/// Text of the [`LlmError::Malformed`] for a reply in gzip. Requests have no `Accept-Encoding`.
pub const COMPRESSED: &str = "it is compressed, though we did not ask for that";

/// Tools that only speak, pose or stay silent. A call of one of these may stand in the text of a
/// reply, which could be spoken anyway; a call of any other tool there is data.
pub const SPEAKING_TOOLS: [&str; 6] = ["say", "emote", "whisper", "page", "channel_say", "noop"];

/// Tools that only read. Their arguments are repaired as those of [`SPEAKING_TOOLS`] are.
pub const READING_TOOLS: [&str; 11] = [
    "inspect_location",
    "inspect",
    "search_objects",
    "who_is_here",
    "time",
    "recall_memories",
    "reconstruct_context",
    "search_library",
    "self_status",
    "list_goals",
    "list_projects",
];

/// Name of a schema, or of the tool that stands for one, in requests.
const SCHEMA_NAME: &str = "reply";

/// Format of the requests and replies of one API. All of it is pure; [`http`](super::http) sends it.
pub trait WireFormat: Sync {
    /// Returns the path of a request, below the base address.
    fn path(&self) -> &'static str;

    /// Returns the name of the header that carries the key, and what stands before the key in it.
    fn key_header(&self) -> (&'static str, &'static str) {
        ("authorization", "Bearer ")
    }

    /// Returns the further headers of each request.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Returns the names of the fields that a request has of its own, which the operator's further
    /// fields may not replace.
    fn own_fields(&self) -> &'static [&'static str];

    /// Builds the body of a request, with the operator's further fields. It never asks for a stream:
    /// several servers lose tool calls in one, and a reply is as short as its limit.
    fn body(&self, question: &WireQuestion<'_>, extra: &Map<String, Value>) -> WireBody;

    /// Reads the body of a response with a success status, parsed as JSON.
    ///
    /// # Errors
    /// [`LlmError::Malformed`] if it has not the shape of a reply.
    fn read(&self, answer: &Value) -> Result<WireReply, LlmError>;
}

/// APIs of models.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Wire {
    /// OpenAI chat completions, which most servers have.
    #[default]
    OpenAi,
    /// OpenAI responses.
    Responses,
    /// Anthropic messages.
    Anthropic,
    /// Ollama's own chat.
    Ollama,
}

impl Wire {
    /// All wires.
    pub const ALL: [Self; 4] = [Self::OpenAi, Self::Responses, Self::Anthropic, Self::Ollama];

    /// Returns the name in settings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "OpenAi",
            Self::Responses => "Responses",
            Self::Anthropic => "Anthropic",
            Self::Ollama => "Ollama",
        }
    }

    /// Returns the request and reply format of this API.
    #[must_use]
    pub fn format(self) -> &'static dyn WireFormat {
        match self {
            Self::OpenAi => &openai::ChatCompletions,
            Self::Responses => &responses::ResponsesApi,
            Self::Anthropic => &anthropic::AnthropicMessages,
            Self::Ollama => &ollama::OllamaChat,
        }
    }

    /// Parses the body of a response with a success status. `tools` are those of the request.
    ///
    /// Calls are also looked for in the text of a reply without native calls. There, those of
    /// [`SPEAKING_TOOLS`] are calls; those of other tools only as far as `in_text` says, and else
    /// data, like every other record: neither carried out nor spoken. `tools/decode.rs` decides which
    /// of the calls in a reply may run.
    ///
    /// # Errors
    /// Returns [`LlmError::Status`] if the body is an error that carries an HTTP status,
    /// [`LlmError::CutOff`] if the token limit was reached before there was an answer,
    /// [`LlmError::Declined`] if the model declined to answer, and [`LlmError::Malformed`] if it is
    /// any other error or cannot be parsed. Malformed arguments are no error: they are part of the
    /// reply.
    pub fn read_reply(
        self,
        body: &[u8],
        tools: &[ToolSpec],
        in_text: CallsInText,
    ) -> Result<ChatReply, LlmError> {
        self.read_raw(body)?.into_reply(tools, in_text, &QuotedText::default())
    }

    /// Parses the body of a response as [`read_reply`](Self::read_reply) does, to a question with these
    /// texts of others: what is quoted from them is no call of a tool that does more than speak.
    ///
    /// # Errors
    /// Those of [`read_reply`](Self::read_reply).
    pub fn read_reply_to(
        self,
        body: &[u8],
        tools: &[ToolSpec],
        in_text: CallsInText,
        quoted: &QuotedText,
    ) -> Result<ChatReply, LlmError> {
        self.read_raw(body)?.into_reply(tools, in_text, quoted)
    }

    /// Parses the body of a response with a success status as the model wrote it.
    ///
    /// # Errors
    /// Those of [`read_reply`](Self::read_reply).
    pub fn read_raw(self, body: &[u8]) -> Result<WireReply, LlmError> {
        let parsed = reply::parsed(body)?;
        if let Some(error) = field::error_in(&parsed.value) {
            return Err(error);
        }
        let reply = self.format().read(&parsed.value)?;
        Ok(WireReply { is_repaired: parsed.is_repaired, ..reply })
    }
}

/// Returns the error for a response with the HTTP error status `code`: [`LlmError::TooLong`] if the
/// API says that the question does not fit into the context, else the status.
#[must_use]
pub fn refusal(code: u16, body: &[u8], retry_after: Option<std::time::Duration>) -> LlmError {
    if code == 413 || code == 400 && field::is_too_long(body) {
        return LlmError::TooLong;
    }
    LlmError::Status { code, retry_after }
}

fn malformed(what: &str) -> LlmError {
    LlmError::Malformed { what: what.into() }
}

/// Returns the beginning of a foreign text without control characters, for logs and errors.
#[must_use]
pub fn excerpt(bytes: &[u8]) -> String {
    // A character has at most four bytes, so this cuts no more than the limit does.
    let head = bytes.get(..MAX_EXCERPT * 4).unwrap_or(bytes);
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    String::from_utf8_lossy(head).chars().take(MAX_EXCERPT).map(visible).collect()
}
