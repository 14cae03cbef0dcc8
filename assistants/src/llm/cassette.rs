//! Cassette: replies of a real model as they came over the wire, played again without it. What reads
//! replies, speaks and judges them is thus tested by what models write, on any machine.
//!
//! It is a file of JSON lines: a [`CassetteHead`], then a [`CassetteReply`] for each question. A
//! reply is found by the character and by the words that it answers, so another wording of the
//! question does not make it useless; of several to the same words the first comes first.

use std::{fmt, sync::Arc};

use engine::id::CharacterId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    ChatReply, ChatRequest, LlmError,
    profile::{AnswersBy, ModelProfile, QuestionForm},
    wire::{CallsInText, Wire},
};

/// Fields of a body that say nothing of the reply: names, times and the speed of a machine.
const LEFT_OUT: [&str; 6] =
    ["model", "id", "created", "system_fingerprint", "timings", "prompt_filter_results"];

/// First line of a cassette: what replied, and how it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CassetteHead {
    /// Name of the model, for readers.
    pub model: String,
    pub wire: Wire,
    pub form: QuestionForm,
    pub answers: AnswersBy,
    /// Size of the context window, in tokens.
    pub context: u32,
}

/// Reply of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CassetteReply {
    /// Character that asked.
    pub npc: CharacterId,
    /// Words that are answered; empty for an arrival.
    pub asked: String,
    /// Body of the response.
    pub body: String,
}

/// Recorded replies, of which each is played once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cassette {
    pub head: CassetteHead,
    /// Replies that were not played yet, oldest first.
    pub replies: Vec<CassetteReply>,
}

/// Error of a cassette's text.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the cassette cannot be read: {source}")]
pub struct CassetteError {
    /// Number of the line, from 1.
    pub line: usize,
    source: serde_json::Error,
}

impl CassetteReply {
    /// Records the body of the response to a request, without what says nothing of the reply.
    #[must_use]
    pub fn of(request: &ChatRequest, body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let body = match serde_json::from_str(&text) {
            Ok(Value::Object(mut fields)) => {
                fields.retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
                Value::Object(fields).to_string()
            }
            // What is no JSON is just what a test wants to see.
            Ok(_) | Err(_) => text.into_owned(),
        };
        Self { npc: request.npc.clone(), asked: asked(request).to_owned(), body }
    }
}

/// Returns the words that a request answers.
fn asked(request: &ChatRequest) -> &str {
    request.scene.stimulus.as_ref().map_or("", |it| it.words.as_str())
}

impl Cassette {
    /// Parses a cassette.
    ///
    /// # Errors
    /// [`CassetteError`] for the first line that is none.
    pub fn parse(text: &str) -> Result<Self, CassetteError> {
        let mut lines = text.lines().zip(1..).filter(|(it, _)| !it.trim().is_empty());
        let (head, line) = lines.next().unwrap_or(("", 1));
        let head = serde_json::from_str(head).map_err(|source| CassetteError { line, source })?;
        let replies = lines.map(|(text, line)| {
            serde_json::from_str(text).map_err(|source| CassetteError { line, source })
        });
        Ok(Self { head, replies: replies.collect::<Result<_, _>>()? })
    }

    /// Formats the cassette as a file.
    ///
    /// # Errors
    /// None in practice: every field has a form in JSON.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string(&self.head)? + "\n";
        for reply in &self.replies {
            text.push_str(&serde_json::to_string(reply)?);
            text.push('\n');
        }
        Ok(text)
    }

    /// Returns the profile by which the model was asked.
    #[must_use]
    pub fn profile(&self) -> ModelProfile {
        let CassetteHead { form, answers, context, .. } = self.head;
        ModelProfile { form, answers, context, ..ModelProfile::default() }
    }

    /// Plays the reply to a request.
    ///
    /// # Errors
    /// [`LlmError`] of the reply, and [`LlmError::NotSetUp`] if none was recorded.
    pub fn play(&mut self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        let is_its = |it: &CassetteReply| it.npc == request.npc && it.asked == asked(request);
        let Some(at) = self.replies.iter().position(is_its) else {
            let why = format!("it has no reply of {} to `{}`", request.npc, asked(request));
            return Err(LlmError::NotSetUp { provider: self.head.model.clone(), why });
        };
        let reply = self.replies.remove(at);
        let in_text = CallsInText::of(request.form);
        self.head.wire.read_reply(reply.body.as_bytes(), &request.tools, in_text)
    }
}

/// Function that is called with each response of a model that has a success status.
#[derive(Clone)]
pub struct ReplyTap(pub Arc<dyn Fn(&ChatRequest, &[u8]) + Send + Sync>);

impl fmt::Debug for ReplyTap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplyTap")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::http::loopback;

    fn cassette(replies: Vec<CassetteReply>) -> Cassette {
        let head = CassetteHead {
            model: "small".to_owned(),
            wire: Wire::OpenAi,
            form: QuestionForm::Words,
            answers: AnswersBy::All,
            context: 4_096,
        };
        Cassette { head, replies }
    }

    #[test]
    fn a_recorded_reply_is_played_once_as_it_came() {
        let request = loopback::question(1);
        let body = br#"{"id":"x","model":"/a/path","choices":[{"message":{"content":"One."}}]}"#;
        let one = CassetteReply::of(&request, body);
        assert_eq!(one.body, r#"{"choices":[{"message":{"content":"One."}}]}"#);
        let broken = CassetteReply { body: "<html>".to_owned(), ..one.clone() };
        let other = CassetteReply { asked: "Else.".to_owned(), ..one.clone() };
        let written = cassette(vec![other, one, broken]).to_text().unwrap();
        let mut read = Cassette::parse(&written).unwrap();
        assert_eq!(read.to_text().unwrap(), written);
        assert_eq!(read.play(&request).unwrap().text.as_deref(), Some("One."));
        assert!(matches!(read.play(&request), Err(LlmError::Malformed { .. })));
        assert!(matches!(read.play(&request), Err(LlmError::NotSetUp { .. })));
        assert_eq!(read.replies.len(), 1, "the reply to other words is left");
    }

    #[test]
    fn what_is_no_cassette_is_told_by_its_line() {
        let text = cassette(Vec::new()).to_text().unwrap();
        for (text, line) in
            [(String::new(), 1), ("{}".to_owned(), 1), (text + "\n{\"npc\":1}\n", 3)]
        {
            assert_eq!(Cassette::parse(&text).unwrap_err().line, line, "{text}");
        }
    }
}
