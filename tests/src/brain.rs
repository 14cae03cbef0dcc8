//! The model of the stories' assistants: it says what it is told to, and keeps
//! what it was asked.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt,
    sync::Arc,
    time::Duration,
};

use assistants::llm::{
    Arguments, ChatMessage, ChatModel, ChatReply, ChatRequest, LlmError, ToolCall,
    providers::{Providers, Route},
    scripted,
    wire::{Defaults, Wire},
};
use serde_json::Value;
use tokio::sync::watch;

use crate::{Trouble, while_};

/// One answer that was laid out.
#[derive(Debug, Clone, PartialEq)]
pub enum Play {
    /// These calls; none at all is a reply that cannot be used.
    Calls(Vec<(String, Value)>),
    /// Words and no call.
    Text(String),
    /// No answer: the model is out of reach.
    Fails,
    /// No answer: its endpoint is given a rest, so nobody asked it.
    Rests,
    /// The same, but only after so long; on the bare machine alone.
    Late(Duration, Box<Play>),
}

/// Reads `say {"text": "Hello."} & noop`, `text Hello.`, `nothing`, `fails` or `rests`; `after 20s` may stand
/// before it.
///
/// # Errors
/// A text that is none of these.
pub fn play(text: &str) -> Result<Play, Trouble> {
    if let Some((seconds, text)) = text.strip_prefix("after ").and_then(|it| it.split_once("s ")) {
        let seconds = while_("how long a model takes", seconds.parse())?;
        return Ok(Play::Late(Duration::from_secs(seconds), Box::new(play(text)?)));
    }
    match text {
        "nothing" => return Ok(Play::Calls(Vec::new())),
        "fails" => return Ok(Play::Fails),
        "rests" => return Ok(Play::Rests),
        _ => {}
    }
    if let Some(words) = text.strip_prefix("text ") {
        return Ok(Play::Text(words.to_owned()));
    }
    let (mut calls, mut rest) = (Vec::new(), text.trim());
    loop {
        let end = rest.find(' ').unwrap_or(rest.len());
        let (tool, after) = rest.split_at(end);
        let after = after.trim_start();
        if tool.is_empty() {
            return Err("a tool's name is missing".into());
        }
        let (arguments, after) = if after.is_empty() || after.starts_with('&') {
            (Value::Object(serde_json::Map::new()), after)
        } else {
            let mut values = serde_json::Deserializer::from_str(after).into_iter::<Value>();
            let value = values.next().and_then(Result::ok);
            let value = value.ok_or_else(|| format!("what follows `{tool}` is no JSON"))?;
            (value, after.get(values.byte_offset()..).unwrap_or_default())
        };
        calls.push((tool.to_owned(), arguments));
        match after.trim_start() {
            "" => return Ok(Play::Calls(calls)),
            more => match more.strip_prefix("& ") {
                Some(next) => rest = next.trim_start(),
                None => return Err("calls are separated by ` & `".into()),
            },
        }
    }
}

/// Source of the assistants' answers in place of laid-out ones.
pub trait Impostor: fmt::Debug + Send + Sync {
    /// Time that an assistant's next answer takes.
    fn takes(&self, npc: &str) -> Duration;
    /// The answer; none leaves it to the brain.
    fn answer(&self, request: &ChatRequest) -> Option<ChatReply>;
}

#[derive(Debug, Default)]
struct State {
    laid_out: BTreeMap<String, VecDeque<(usize, Play)>>,
    asked: BTreeMap<String, String>,
    /// The newest questions as they would go over the wire, with whose they are.
    bodies: VecDeque<(String, String)>,
    silent: BTreeSet<String>,
    impostor: Option<Arc<dyn Impostor>>,
}

/// The model. A clone is another handle to the same one.
#[derive(Debug, Clone)]
pub struct Brain(Arc<watch::Sender<State>>);

impl Brain {
    /// A brain that says nothing of its own for these assistants. All others
    /// have the built-in brain where nothing is laid out.
    #[must_use]
    pub fn new(silent: impl IntoIterator<Item = String>) -> Self {
        let state = State { silent: silent.into_iter().collect(), ..State::default() };
        Self(Arc::new(watch::Sender::new(state)))
    }

    /// A brain for whose assistants somebody else answers.
    #[must_use]
    pub fn of(impostor: Arc<dyn Impostor>) -> Self {
        let state = State { impostor: Some(impostor), ..State::default() };
        Self(Arc::new(watch::Sender::new(state)))
    }

    /// Lays out an assistant's next answer; `line` says where the story does.
    pub fn lay_out(&self, npc: &str, line: usize, play: Play) {
        self.0.send_modify(|state| {
            let plays = state.laid_out.entry(npc.to_owned()).or_default();
            plays.push_back((line, play));
        });
    }

    /// First laid-out answer that nobody asked for: its line in the story, and its character.
    #[must_use]
    pub fn left(&self) -> Option<(usize, String)> {
        let state = self.0.borrow();
        let left =
            state.laid_out.iter().filter_map(|(npc, plays)| Some((plays.front()?.0, npc.clone())));
        left.min()
    }

    /// The last question about an assistant, all its messages in one text.
    #[must_use]
    pub fn asked(&self, npc: &str) -> Option<String> {
        self.0.borrow().asked.get(npc).cloned()
    }

    /// The newest questions about an assistant as they would go over the wire, oldest first.
    #[must_use]
    pub fn bodies(&self, npc: &str) -> Vec<String> {
        let state = self.0.borrow();
        let theirs = state.bodies.iter().filter(|(of, _)| of == npc);
        theirs.map(|(_, body)| body.clone()).collect()
    }

    /// Time that the next answer of an assistant takes.
    #[must_use]
    pub fn takes(&self, npc: &str) -> Duration {
        if let Some(impostor) = &self.0.borrow().impostor {
            return impostor.takes(npc);
        }
        match self.0.borrow().laid_out.get(npc).and_then(|it| it.front()) {
            Some((_, Play::Late(span, _))) => *span,
            Some((_, Play::Calls(_) | Play::Text(_) | Play::Fails | Play::Rests)) | None => {
                Duration::ZERO
            }
        }
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`LlmError::Status`] when that is laid out.
    pub fn answer(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        let npc = request.npc.as_str();
        let impostor = self.0.borrow().impostor.clone();
        if let Some(reply) = impostor.and_then(|it| it.answer(request)) {
            return Ok(reply);
        }
        let (mut next, mut silent) = (None, false);
        self.0.send_modify(|state| {
            state.asked.insert(npc.to_owned(), in_one_text(&request.messages));
            if state.bodies.len() >= MOST_BODIES {
                state.bodies.pop_front();
            }
            state.bodies.push_back((npc.to_owned(), body(request)));
            next = state.laid_out.get_mut(npc).and_then(VecDeque::pop_front).map(|(_, play)| play);
            silent = state.silent.contains(npc);
        });
        answer(next, silent, request)
    }
}

/// Tools beside which the plain text of a reply is speech, and no thought.
const QUIET: [&str; 5] = ["emote", "noop", "store_memory", "remember_fact", "feel"];

/// Most questions that are kept as they would go over the wire.
const MOST_BODIES: usize = 256;

/// A question as it would go over the wire.
fn body(request: &ChatRequest) -> String {
    let defaults = Defaults { max_tokens: Some(400), ..Defaults::of("model") };
    let body = Wire::OpenAi.format().body(&defaults.question(request), &defaults.extra);
    serde_json::to_string(&body).unwrap_or_default()
}

/// Answer to a question, without its delay.
fn answer(next: Option<Play>, silent: bool, request: &ChatRequest) -> Result<ChatReply, LlmError> {
    match next {
        Some(Play::Late(_, play)) => answer(Some(*play), silent, request),
        Some(Play::Calls(calls)) => Ok(reply(calls)),
        Some(Play::Text(words)) => Ok(ChatReply { text: Some(words), ..ChatReply::default() }),
        Some(Play::Rests) => Err(LlmError::Resting),
        Some(Play::Fails) => Err(LlmError::Status { code: 500, retry_after: None }),
        None if silent => Ok(reply(vec![("noop".to_owned(), serde_json::json!({}))])),
        None => Ok(scripted::answer(&request.scene)),
    }
}

fn reply(calls: Vec<(String, Value)>) -> ChatReply {
    let calls = calls.into_iter().enumerate();
    let calls = calls.map(|(n, (name, arguments))| ToolCall {
        id: format!("call-{n}"),
        name,
        arguments: match arguments.as_object() {
            Some(map) => Arguments::Object(map.clone()),
            None => Arguments::Malformed(arguments.to_string()),
        },
    });
    let calls: Vec<ToolCall> = calls.collect();
    // Words beside calls that neither speak, look nor act would be speech.
    let is_thought = calls.iter().any(|it| !QUIET.contains(&it.name.as_str()));
    let text = is_thought.then(|| "I think.".to_owned());
    ChatReply { text, calls, ..ChatReply::default() }
}

fn in_one_text(messages: &[ChatMessage]) -> String {
    let texts = messages.iter().map(|it| match it {
        ChatMessage::System(text) | ChatMessage::User(text) => text.clone(),
        ChatMessage::Assistant { text, calls } => format!("{text:?} {calls:?}"),
        ChatMessage::Tool { content, .. } => content.clone(),
    });
    texts.collect::<Vec<_>>().join("\n")
}

impl ChatModel for Brain {
    async fn chat(&self, request: &ChatRequest) -> Result<ChatReply, LlmError> {
        self.answer(request)
    }
}

impl Providers for Brain {
    fn route(&self, _: &ChatRequest) -> Result<Route<'_>, LlmError> {
        Ok(Route::Inside)
    }
}
