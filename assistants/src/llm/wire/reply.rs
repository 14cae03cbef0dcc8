//! Reply of a model: what it said and called, what it cost, and how fast it was.

use std::{collections::BTreeSet, str};

use serde_json::Value;

use super::{
    COMPRESSED, MAX_CALLS, TOO_MANY_CALLS,
    call::{CallReader, RawCall},
    call_format::{QuotedText, split_tags},
    events, excerpt, malformed,
    text_calls::{self, CallsInText},
};
use crate::llm::{
    ChatReply, LlmError, ToolCall, ToolSpec, Usage,
    lenient::{self, LenientValue},
    marks,
};

/// Bytes that a gzip body begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Speed of a model, in tokens per second; none where it is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ModelSpeed {
    /// Speed of reading a prompt.
    pub reading: Option<f64>,
    /// Speed of writing an answer.
    pub writing: Option<f64>,
}

/// Reply as its wire has it, before what the model wrote is read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WireReply {
    /// Text as the model wrote it, with its marks.
    pub content: String,
    /// Native tool calls, each with its name, arguments and id.
    pub calls: Vec<Value>,
    /// True if the reply was truncated at a limit of tokens.
    pub cut_off: bool,
    /// True if the model, or a filter behind it, declined to answer.
    pub declined: bool,
    /// True if there is reasoning in or beside the text.
    pub reasons: bool,
    pub usage: Option<Usage>,
    /// Speed as the server measured it.
    pub speed: ModelSpeed,
    /// True if the body was no valid JSON and was repaired.
    pub is_repaired: bool,
}

impl WireReply {
    /// Parses the text of a model; `tools` are those of the request, and `quoted` is what others
    /// wrote in it.
    ///
    /// # Errors
    /// [`LlmError::Malformed`] for more than [`MAX_CALLS`] calls; [`LlmError::CutOff`] and
    /// [`LlmError::Declined`] if there is nothing else.
    pub fn into_reply(
        self,
        tools: &[ToolSpec],
        in_text: CallsInText,
        quoted: &QuotedText,
    ) -> Result<ChatReply, LlmError> {
        let reader = CallReader { tools, is_repaired: self.is_repaired };
        if self.calls.len() > MAX_CALLS {
            return Err(malformed(TOO_MANY_CALLS));
        }
        let native: Vec<RawCall> = self.calls.iter().map(|it| reader.native(it)).collect();
        let (untagged, tagged) = match in_text {
            CallsInText::Tagged => split_tags(&self.content),
            CallsInText::Speaking | CallsInText::BySchema | CallsInText::All => {
                (self.content, Vec::new())
            }
        };
        let content = marks::visible(&untagged);
        let (text, calls) = if native.is_empty() {
            let (text, calls) = text_calls::read(&content, tools, in_text, quoted);
            let tagged = tagged.iter().flat_map(|it| text_calls::tagged(it, tools, quoted));
            let calls: Vec<RawCall> = tagged.chain(calls).take(MAX_CALLS).collect();
            (text, calls)
        } else {
            (content.into_owned(), native)
        };
        let text = Some(text.trim().to_owned()).filter(|it| !it.is_empty());
        let Self { cut_off, declined, usage, .. } = self;
        if text.is_none() && calls.is_empty() && (cut_off || declined) {
            return Err(if declined { LlmError::Declined } else { LlmError::CutOff });
        }
        Ok(ChatReply { authored: false, text, calls: numbered(calls), cut_off, usage, talk: None })
    }
}

/// Parses the body as JSON, or as a stream of events.
pub(super) fn parsed(body: &[u8]) -> Result<LenientValue, LlmError> {
    if body.starts_with(&GZIP) {
        return Err(malformed(COMPRESSED));
    }
    let not_json = || malformed(&format!("it is not JSON: {}", excerpt(body)));
    let body = str::from_utf8(body).map_err(|_| not_json())?;
    let body = body.trim_start_matches('\u{feff}');
    if events::is_stream(body) {
        return Ok(LenientValue { value: events::whole(body), is_repaired: false });
    }
    lenient::parse(body).ok_or_else(not_json)
}

/// Gives each call a unique id, by which its result refers to it. Some servers demand nine letters
/// or digits.
fn numbered(calls: Vec<RawCall>) -> Vec<ToolCall> {
    let given: BTreeSet<String> = calls.iter().filter_map(|call| call.id.clone()).collect();
    let made_up = (1..).map(|number| format!("call{number:05}"));
    let mut made_up = made_up.filter(|id| !given.contains(id));
    let mut used = BTreeSet::new();
    calls
        .into_iter()
        .map(|call| {
            let id = call.id.filter(|id| used.insert(id.clone()));
            let id = id.or_else(|| made_up.next()).unwrap_or_default();
            ToolCall { id, name: call.name, arguments: call.arguments }
        })
        .collect()
}
