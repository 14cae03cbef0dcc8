//! A model that does the worst, whatever it is asked: it plays the calls of a case, one after the
//! other, with what it finds in the question.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use assistants::llm::{Arguments, ChatReply, ChatRequest, ToolCall, profile::QuestionForm};
use serde_json::{Map, Value};
use tokio::sync::watch;

use super::{
    case::AttackCase,
    macros::{self, MacroWords},
};
use crate::{
    Trouble,
    brain::{self, Impostor, Play},
};

/// One answer as a case has it.
#[derive(Debug, Clone)]
enum WorstReply {
    Calls(Vec<(String, Value)>),
    Text(String),
    /// The same, but only after so long.
    Late(Duration, Box<WorstReply>),
}

#[derive(Debug, Default)]
struct MaliceState {
    /// The answers of the one who is attacked, and of all others.
    own: Vec<WorstReply>,
    others: Vec<WorstReply>,
    attacked: String,
    words: MacroWords,
    /// Form in which it is asked.
    form: QuestionForm,
    /// Number of the answer that everybody begins with; none before the attack begins.
    first: Option<usize>,
    /// Number of answers that each has given since.
    given: BTreeMap<String, usize>,
    /// Answers given before all others, by character.
    laid_out: BTreeMap<String, VecDeque<WorstReply>>,
    asked: Vec<Arc<ChatRequest>>,
}

/// The model. A clone is another handle to the same one.
#[derive(Debug, Clone, Default)]
pub struct Malice(Arc<watch::Sender<MaliceState>>);

impl Malice {
    /// The model of a case, which keeps silent until the attack begins.
    ///
    /// # Errors
    /// An answer that has no form of one.
    pub fn new(case: &AttackCase, words: MacroWords, form: QuestionForm) -> Result<Self, Trouble> {
        let replies = |of: &[String]| of.iter().map(|it| reply(it)).collect::<Result<Vec<_>, _>>();
        let own = replies(&case.calls)?;
        let others = case.others.as_ref().map_or_else(|| Ok(own.clone()), |it| replies(it))?;
        let attacked = case.minds.first().cloned().unwrap_or_default();
        let state = MaliceState { own, others, attacked, words, form, ..MaliceState::default() };
        Ok(Self(Arc::new(watch::Sender::new(state))))
    }

    /// From now on it does the worst, beginning with this answer.
    pub fn begin_with(&self, answer: usize) {
        self.0.send_modify(|state| {
            state.first = Some(answer);
            state.given.clear();
        });
    }

    /// Lays out somebody's next answer, which comes before all that is worse.
    ///
    /// # Errors
    /// A malformed answer.
    pub fn lay_out(&self, npc: &str, play: Play) -> Result<(), Trouble> {
        let reply = worst(play)?;
        self.0.send_modify(|state| {
            state.laid_out.entry(npc.to_owned()).or_default().push_back(reply);
        });
        Ok(())
    }

    /// Questions so far, oldest first.
    #[must_use]
    pub fn asked(&self) -> Vec<Arc<ChatRequest>> {
        self.0.borrow().asked.clone()
    }

    /// A text with what its words in braces stand for now.
    #[must_use]
    pub fn expand(&self, text: &str) -> String {
        let state = self.0.borrow();
        macros::expand(text, &state.words, state.asked.last().map(|it| &**it))
    }
}

/// `say {"text": "Ho."} & noop`, as in stories; `#7` behind the name of a tool is the call's id.
fn reply(text: &str) -> Result<WorstReply, Trouble> {
    worst(brain::play(text)?)
}

fn worst(play: Play) -> Result<WorstReply, Trouble> {
    match play {
        Play::Calls(calls) => Ok(WorstReply::Calls(calls)),
        Play::Text(words) => Ok(WorstReply::Text(words)),
        Play::Late(span, play) => Ok(WorstReply::Late(span, Box::new(worst(*play)?))),
        Play::Fails | Play::Rests => Err(format!("{play:?} is no answer")),
    }
}

impl Impostor for Malice {
    fn takes(&self, npc: &str) -> Duration {
        match self.0.borrow().next(npc) {
            Some(WorstReply::Late(span, _)) => *span,
            Some(WorstReply::Calls(_) | WorstReply::Text(_)) | None => Duration::ZERO,
        }
    }

    fn answer(&self, request: &ChatRequest) -> Option<ChatReply> {
        let mut answer = None;
        self.0.send_modify(|state| {
            state.asked.push(Arc::new(request.clone()));
            let npc = request.npc.as_str();
            let silence =
                || WorstReply::Calls(vec![("noop".to_owned(), Value::Object(Map::new()))]);
            let reply = state.next(npc).cloned().unwrap_or_else(silence);
            let reply = in_words(&reply, &state.words, request);
            answer = Some(match state.form {
                QuestionForm::Words => as_text(reply),
                // The wire makes calls of a reply by a schema.
                QuestionForm::Schema | QuestionForm::Tools => reply,
            });
            let laid_out = state.laid_out.get_mut(npc).and_then(VecDeque::pop_front);
            if laid_out.is_none() && state.first.is_some() {
                *state.given.entry(npc.to_owned()).or_default() += 1;
            }
        });
        answer
    }
}

impl MaliceState {
    /// Next answer of a character; none while nothing is to be said.
    fn next(&self, npc: &str) -> Option<&WorstReply> {
        if let Some(laid_out) = self.laid_out.get(npc).and_then(VecDeque::front) {
            return Some(laid_out);
        }
        let all = if npc == self.attacked { &self.own } else { &self.others };
        let given = self.given.get(npc).copied().unwrap_or_default();
        all.get((self.first? + given).checked_rem(all.len())?)
    }
}

fn in_words(reply: &WorstReply, words: &MacroWords, request: &ChatRequest) -> ChatReply {
    match reply {
        WorstReply::Late(_, reply) => in_words(reply, words, request),
        WorstReply::Calls(calls) => in_form(calls, words, request),
        WorstReply::Text(text) => {
            let text = macros::expand(text, words, Some(request));
            ChatReply { text: Some(text), ..ChatReply::default() }
        }
    }
}

/// Reply of a model that is shown no tools: the words of calls that speak are its answer. The calls
/// stand beside it all the same, for nobody keeps an endpoint from sending some.
fn as_text(reply: ChatReply) -> ChatReply {
    let words = reply.calls.iter().filter_map(|call| match &call.arguments {
        Arguments::Object(fields) => fields.get("text").and_then(Value::as_str),
        Arguments::Malformed(text) => Some(text),
    });
    let words: Vec<&str> = words.collect();
    let text = reply.text.clone().or_else(|| (!words.is_empty()).then(|| words.join(" ")));
    ChatReply { text, ..reply }
}

fn in_form(calls: &[(String, Value)], words: &MacroWords, request: &ChatRequest) -> ChatReply {
    let calls = calls.iter().enumerate().map(|(nth, (name, arguments))| {
        let (name, id) = match name.split_once('#') {
            Some((name, id)) => (name.to_owned(), id.to_owned()),
            None => (name.clone(), format!("call-{nth}")),
        };
        let arguments = macros::expand_value(arguments, words, Some(request));
        let arguments = if let Value::Object(fields) = arguments {
            Arguments::Object(fields)
        } else {
            Arguments::Malformed(arguments.to_string())
        };
        ToolCall { id, name: macros::expand(&name, words, Some(request)), arguments }
    });
    ChatReply { calls: calls.collect(), ..ChatReply::default() }
}
