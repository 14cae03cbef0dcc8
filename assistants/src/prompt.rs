//! Prompt building: the questions to a model, as pure functions of the persona, the conversation,
//! the moment and the calls so far, one for each form. What never changes comes first, so that
//! providers can cache it.
//!
//! | Module | Contents |
//! |---|---|
//! | `words` | question in plain text, whose reply is what the character says |
//! | `schema` | the same, with a JSON schema for the reply |
//! | `tools` | question with tool calls, and the game's data as JSON records |
//! | [`system`] | rules and character of a question with tool calls |

use std::sync::Arc;

use engine::{
    clock::WorldTime,
    label::{Integrity, Label},
};
use serde_json::Value;

use self::earlier::EarlierTalk;
use crate::{
    llm::{
        Arguments, ChatMessage, ToolCall, ToolSpec, profile::QuestionForm, scene::Scene,
        scripted::ScriptDraft,
    },
    memory::Note,
    perceive::stream::StreamLine,
    persona::Persona,
    turn::{Exchange, ThoughtPhase, brief::TurnAuthority},
};

pub mod earlier;
mod help;
mod literal;
mod purpose;
mod record;
pub mod reflection;
mod schema;
mod steps;
pub mod system;
mod tail;
mod task;
mod tools;
mod words;

pub use tail::{LATELY, MOST_HEARD, heard};

/// Parts of a question. All of them may be read by everybody who will hear the answer.
pub struct Parts<'a> {
    /// Persona of the mind.
    pub persona: &'a Persona,
    /// Authority of the thought.
    pub kind: TurnAuthority,
    /// Scene: the facts of the thought.
    pub scene: &'a Scene,
    /// Summary of the lines that have left the transcript.
    pub earlier: Option<EarlierTalk>,
    /// Transcript of the conversation between partner and character, oldest first.
    pub transcript: &'a [&'a StreamLine],
    /// Other recent lines, oldest first.
    pub heard: &'a [&'a StreamLine],
    /// Retrieved memories, best first.
    pub memories: &'a [Note],
    /// Rumours that may be passed on to the partner, in the engine's wording.
    pub rumours: &'a [String],
    /// Words that the script has for the matter.
    pub draft: &'a ScriptDraft,
    /// Replies and results so far.
    pub exchanges: &'a [&'a Exchange],
    /// Number of the oldest of them whose results are masked.
    pub masked: usize,
    /// Fence mark around data, the same for a whole conversation.
    pub fence: &'a str,
    pub now: WorldTime,
    /// Phase of the thought.
    pub phase: ThoughtPhase,
    /// Advice about the context pressure, if any.
    pub advice: Option<&'static str>,
}

impl Parts<'_> {
    /// Returns the name of the character to answer, if somebody spoke or acted.
    fn answered(&self) -> Option<&str> {
        self.scene.stimulus.as_ref().map(|it| it.name.as_str())
    }

    /// Returns whether the last line of the transcript is what the thought answers.
    fn is_last_in_transcript(&self) -> bool {
        let Some(stimulus) = &self.scene.stimulus else { return false };
        self.transcript.last().is_some_and(|line| {
            !line.own
                && line.source == stimulus.source
                && line.words == stimulus.words
                && line.who.as_ref().is_some_and(|(id, _)| *id == stimulus.speaker)
        })
    }
}

/// Question to a model in one of the forms.
pub struct ModelQuestion {
    pub messages: Vec<ChatMessage>,
    /// Tools that the model may call: natively, or by the schema.
    pub tools: Arc<[ToolSpec]>,
    /// JSON schema of the reply.
    pub schema: Option<Arc<Value>>,
}

/// Builds a question; `tools` are those of the turn.
#[must_use]
pub fn question(form: QuestionForm, parts: &Parts, tools: Arc<[ToolSpec]>) -> ModelQuestion {
    match form {
        QuestionForm::Tools => {
            ModelQuestion { messages: tools::messages(parts), tools, schema: None }
        }
        QuestionForm::Words => {
            ModelQuestion { messages: words::messages(parts), tools: Arc::default(), schema: None }
        }
        QuestionForm::Schema => ModelQuestion {
            messages: schema::messages(parts, &tools),
            schema: Some(Arc::new(schema::of_reply(&tools))),
            tools,
        },
    }
}

/// Builds the beginning of all questions of a persona about what somebody said aloud, for a prompt
/// cache: with `tools` of such a turn it is what [`question`] begins with, byte for byte. It holds
/// nobody's words.
#[must_use]
pub fn warm_up(form: QuestionForm, persona: &Persona, tools: Arc<[ToolSpec]>) -> ModelQuestion {
    let mut question = match form {
        QuestionForm::Tools => {
            let messages = tools::beginning(persona, TurnAuthority::Reply);
            ModelQuestion { messages, tools, schema: None }
        }
        QuestionForm::Words => ModelQuestion {
            messages: words::beginning(persona),
            tools: Arc::default(),
            schema: None,
        },
        QuestionForm::Schema => ModelQuestion {
            messages: schema::beginning(persona, &tools),
            schema: Some(Arc::new(schema::of_reply(&tools))),
            tools,
        },
    };
    // Several chat templates want a question at the end.
    question.messages.push(ChatMessage::User("(".to_owned()));
    question
}

/// Returns the combined provenance label of everything shown.
#[must_use]
pub fn label_of<'a>(parts: impl Iterator<Item = &'a Label>) -> Label {
    let mut all = Label { integrity: Integrity::Author, ..Label::engine() };
    parts.for_each(|it| all.absorb(it));
    all
}

/// Returns whether the fence mark stands anywhere in a prompt but where it fences data.
#[must_use]
pub fn quotes_mark(messages: &[ChatMessage], mark: &str) -> bool {
    let in_call = |call: &ToolCall| match &call.arguments {
        Arguments::Object(map) => serde_json::to_string(map).is_ok_and(|it| it.contains(mark)),
        Arguments::Malformed(raw) => raw.contains(mark),
    };
    messages.iter().any(|message| match message {
        ChatMessage::System(_) => false,
        ChatMessage::User(text) => text.lines().any(|it| it != mark && it.contains(mark)),
        ChatMessage::Assistant { text, calls } => {
            text.as_ref().is_some_and(|it| it.contains(mark)) || calls.iter().any(in_call)
        }
        ChatMessage::Tool { content, .. } => content.contains(mark),
    })
}
