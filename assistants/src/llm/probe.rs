//! Test of an endpoint: which models it has, how large its context window is, how fast it answers
//! and which forms of question it can take.
//!
//! It takes at most six requests, each of few tokens, two more for a model that thinks before it
//! answers, and one more for each question that the endpoint fails in passing.

pub mod findings;
mod judge;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use self::{
    findings::{ContextSize, Findings, FormOutcome, FormTest, ModelList, ServerKind},
    judge::{SpeedSample, TestReply},
};
use super::{
    ChatMessage, LlmError, ToolSpec,
    http::{ApiPath, Endpoint, HttpModel, RawResponse},
    profile::{QuestionForm, Reasoning},
    wire::{self, Wire, WireQuestion},
};

/// Maximum number of tokens in a reply.
const MAX_TOKENS: u32 = 60;

/// Maximum number of tokens of a reply, for an endpoint that counts reasoning among them
/// (`max_completion_tokens`).
const MAX_COMPLETION_TOKENS: u32 = 400;

/// Wait before a question is asked again that the endpoint failed in passing, unless it asks for a
/// longer one.
const RETRY_WAIT: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_secs(2) };

/// Longest such wait.
const LONGEST_RETRY_WAIT: Duration = Duration::from_secs(5);

/// Argument of the tool of the test.
const TARGET: &str = "target";

/// Step of a test, for whoever waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeStep {
    /// Listing the models.
    Models,
    /// Asking for the size of the context window.
    Context,
    /// Asking in plain text. The endpoint may load the model first.
    Words,
    /// Asking so that the model does not think, or has room to.
    Reasoning,
    /// Asking for a reply of a JSON schema.
    Schema,
    /// Asking for a tool call.
    Tools,
}

impl ProbeStep {
    /// Returns the action as a sentence without its full stop.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Models => "asking which models there are",
            Self::Context => "asking how large the context is",
            Self::Words => "asking in plain text; a model that is not loaded yet is loaded now",
            Self::Reasoning => "asking again, since it thinks before it answers",
            Self::Schema => "asking for an answer in JSON",
            Self::Tools => "asking for a tool call",
        }
    }
}

/// Lists the models of an endpoint; none if it gives no list.
///
/// # Errors
/// [`LlmError`] if nothing answers, or if the endpoint demands a key, is overloaded or broken.
pub async fn list(endpoint: Endpoint) -> Result<Option<ModelList>, LlmError> {
    list_by(&HttpModel::new(endpoint)?).await
}

/// Tests an endpoint. `salt` differs from test to test, so that no cache has the longest prompt
/// already; `on_step` is told of each step before it.
///
/// # Errors
/// [`LlmError`] if nothing answers, or not to a question in plain text. A question that is refused
/// is among the findings.
pub async fn probe(
    endpoint: Endpoint,
    salt: u64,
    mut on_step: impl FnMut(ProbeStep),
) -> Result<Findings, LlmError> {
    let stated = endpoint.reasoning;
    let asker = Asker { client: HttpModel::new(endpoint)? };
    on_step(ProbeStep::Models);
    let listing = list_by(&asker.client).await?;
    on_step(ProbeStep::Context);
    let mut findings = asker.surroundings(listing.as_ref()).await;
    let mut samples = Vec::new();
    asker.test_words(stated, &mut findings, &mut samples, &mut on_step).await?;
    if !findings.is_usable() {
        return Ok(findings);
    }
    if findings.server == ServerKind::Ollama && !is_window(findings.context) {
        // The model is loaded only now.
        let body = asker.fetch("/api/ps", None).await.unwrap_or_default();
        findings.context = judge::running(&body, asker.model()).or(findings.context);
    }
    let reasoning = findings.reasoning;
    on_step(ProbeStep::Schema);
    let schema = asker.ask_again_if_passing(&TestQuestion::schema(), reasoning).await;
    findings.schema = unless_unanswered(schema, |it| take(it, &mut samples, judge::schema));
    on_step(ProbeStep::Tools);
    let question = TestQuestion::tools(salt);
    let called = asker.ask_again_if_passing(&question, reasoning).await;
    let judged = |reply: &TestReply| judge::call(reply, &look(), TARGET);
    findings.tools = unless_unanswered(called, |it| take(it, &mut samples, judged));
    findings.speed = judge::speed(&samples);
    Ok(findings)
}

fn is_window(context: Option<ContextSize>) -> bool {
    matches!(context, Some(ContextSize::Window(_)))
}

async fn list_by(client: &HttpModel) -> Result<Option<ModelList>, LlmError> {
    let path = match client.wire() {
        Wire::OpenAi | Wire::Responses | Wire::Anthropic => ApiPath::Base("/models"),
        Wire::Ollama => ApiPath::Root("/api/tags"),
    };
    let RawResponse { code, body, .. } = client.exchange(path, None::<&Value>).await?;
    match code {
        200..=299 => Ok(judge::listing(&body)),
        401 | 403 | 408 | 429 | 500.. => Err(LlmError::Status { code, retry_after: None }),
        // Not every endpoint has a list.
        _ => Ok(None),
    }
}

/// Response to a question: a reply, or a refusal with its status and an excerpt.
type TestAnswer = Result<TestReply, (u16, String)>;

/// Judges a response, and keeps its tokens and time.
fn take(
    answer: TestAnswer,
    samples: &mut Vec<SpeedSample>,
    judged: impl FnOnce(&TestReply) -> FormTest,
) -> FormTest {
    match answer {
        Ok(reply) => {
            samples.push(reply.sample());
            judged(&reply)
        }
        Err((code, said)) => FormTest { outcome: FormOutcome::Refused(code), said },
    }
}

fn unless_unanswered(
    answer: Result<TestAnswer, LlmError>,
    judged: impl FnOnce(TestAnswer) -> FormTest,
) -> FormTest {
    match answer {
        Ok(Err((code, said))) if is_passing(code) => {
            FormTest { outcome: FormOutcome::Undecided(Some(code)), said }
        }
        Ok(answer) => judged(answer),
        Err(error @ (LlmError::Disconnected { .. } | LlmError::Unreachable { .. })) => {
            FormTest { outcome: FormOutcome::Undecided(None), said: error.to_string() }
        }
        Err(error) => {
            // The question of a test holds nobody's words, and so does what an endpoint says of it.
            let said = error.said().map(|it| format!(": {}", it.text())).unwrap_or_default();
            FormTest { outcome: FormOutcome::Unanswered, said: format!("{error}{said}") }
        }
    }
}

/// Returns whether an HTTP status says nothing about the question. 500 is not among them: several
/// servers answer so to what their model cannot do.
fn is_passing(code: u16) -> bool {
    matches!(code, 408 | 429 | 502 | 503 | 504 | 529)
}

/// Test question for an endpoint, in one form.
struct TestQuestion {
    form: QuestionForm,
    messages: [ChatMessage; 2],
    tools: Vec<ToolSpec>,
    schema: Option<Value>,
}

impl TestQuestion {
    fn new(form: QuestionForm, rules: &str, said: &str) -> Self {
        let messages = [ChatMessage::System(rules.to_owned()), ChatMessage::User(said.to_owned())];
        Self { form, messages, tools: Vec::new(), schema: None }
    }

    fn words() -> Self {
        let rules = "You are Mara, who keeps the inn of a small town. You speak in one short \
                     sentence, as Mara.";
        let said = "Ann says to you: \"Good evening, Mara! What is there to eat?\"";
        Self::new(QuestionForm::Words, rules, said)
    }

    fn schema() -> Self {
        let rules = "You are Mara, who keeps the inn of a small town. You answer with a JSON object \
                     that has one field, `say`: one short sentence that you speak.";
        let schema = json!({
            "type": "object",
            "properties": { "say": { "type": "string" } },
            "required": ["say"],
            "additionalProperties": false,
        });
        let said = "Ann says to you: \"Is there a bed for me tonight?\"";
        Self { schema: Some(schema), ..Self::new(QuestionForm::Schema, rules, said) }
    }

    /// Creates a question with a tool. Its prompt is long, so that the speed of reading can be
    /// told.
    fn tools(salt: u64) -> Self {
        let rules = format!("Evening {salt} of the inn.\n\n{SCENE}");
        let said = "Ann says to you: \"Mara, look at the lamp!\"";
        Self { tools: vec![look()], ..Self::new(QuestionForm::Tools, &rules, said) }
    }
}

/// Asker of the questions of one test.
struct Asker {
    client: HttpModel,
}

impl Asker {
    fn model(&self) -> &str {
        &self.client.defaults().model
    }

    /// Asks in plain text, and again in other ways if the model thinks, or has no answer as models
    /// do whose thoughts were cut off. What the settings state is taken as it is.
    async fn test_words(
        &self,
        stated: Option<Reasoning>,
        findings: &mut Findings,
        samples: &mut Vec<SpeedSample>,
        on_step: &mut impl FnMut(ProbeStep),
    ) -> Result<(), LlmError> {
        on_step(ProbeStep::Words);
        let question = TestQuestion::words();
        findings.reasoning = stated.unwrap_or_default();
        let words = self.ask_again_if_passing(&question, findings.reasoning).await?;
        // llama.cpp lists a model that it still loads, and only refuses to answer.
        if let Err((code, _)) = words
            && is_passing(code)
        {
            return Err(LlmError::Status { code, retry_after: None });
        }
        let reasons = words.as_ref().is_ok_and(TestReply::reasons);
        let is_refused = words.is_err();
        findings.words = take(words, samples, judge::words);
        if is_refused || findings.is_usable() && (!reasons || stated.is_some()) {
            findings.thought = thought(findings.reasoning, samples);
            return Ok(());
        }
        let others = [Reasoning::Off, Reasoning::On];
        for reasoning in others.into_iter().filter(|_| stated.is_none()) {
            on_step(ProbeStep::Reasoning);
            let Ok(Ok(reply)) = self.ask_again_if_passing(&question, reasoning).await else {
                continue;
            };
            let still_reasons = reply.reasons();
            let test = take(Ok(reply), samples, judge::words);
            let holds = test.outcome == FormOutcome::Holds;
            findings.words = test;
            if holds && (reasoning == Reasoning::On || !still_reasons) {
                findings.reasoning = reasoning;
                findings.thought = thought(reasoning, samples);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Finds out server, model, context and slots.
    async fn surroundings(&self, listing: Option<&ModelList>) -> Findings {
        let mut findings = Findings::default();
        if let Some(listing) = listing {
            findings.server = listing.server;
            findings.models = listing.models.len();
            findings.listed = judge::listed(listing, self.model());
            let only = listing.models.first().filter(|_| listing.models.len() == 1);
            let model = judge::find(listing, self.model()).or(only);
            findings.context = model.and_then(|it| it.context);
        }
        let is_common = self.client.wire() == Wire::OpenAi;
        match findings.server {
            ServerKind::Other if !is_common => {}
            ServerKind::LlamaCpp => self.by_props(&mut findings).await,
            ServerKind::Ollama => self.by_show(&mut findings).await,
            ServerKind::LmStudio => {
                let body = self.fetch("/api/v0/models", None).await;
                let own = body.and_then(|body| judge::listing(&body));
                let own = own.and_then(|own| judge::find(&own, self.model())?.context);
                findings.context = own.or(findings.context);
            }
            ServerKind::Vllm => {}
            ServerKind::Other if is_window(findings.context) => {}
            ServerKind::Other => {
                self.by_props(&mut findings).await;
                if !is_window(findings.context) {
                    self.by_show(&mut findings).await;
                }
            }
        }
        findings
    }

    async fn by_props(&self, findings: &mut Findings) {
        let Some(body) = self.fetch("/props", None).await else { return };
        let (context, slots) = judge::props(&body);
        findings.context = context.or(findings.context);
        findings.slots = slots;
    }

    async fn by_show(&self, findings: &mut Findings) {
        let body = json!({ "model": self.model() });
        let Some(body) = self.fetch("/api/show", Some(&body)).await else { return };
        findings.context = judge::shown(&body).or(findings.context);
    }

    /// Fetches from the API that a server has of its own; none if it has none.
    async fn fetch(&self, path: &'static str, body: Option<&Value>) -> Option<Vec<u8>> {
        let response = self.client.exchange(ApiPath::Root(path), body).await.ok()?;
        (200..300).contains(&response.code).then_some(response.body)
    }

    /// Asks, and once more after a wait if the endpoint fails in passing.
    async fn ask_again_if_passing(
        &self,
        question: &TestQuestion,
        reasoning: Reasoning,
    ) -> Result<TestAnswer, LlmError> {
        let (answer, wait) = self.ask(question, reasoning).await;
        let passing = match &answer {
            Ok(Err((code, _))) => is_passing(*code),
            Ok(Ok(_)) => false,
            Err(error) => matches!(error, LlmError::Disconnected { .. }),
        };
        if !passing {
            return answer;
        }
        sleep(wait.unwrap_or(RETRY_WAIT).clamp(RETRY_WAIT, LONGEST_RETRY_WAIT)).await;
        self.ask(question, reasoning).await.0
    }

    /// Asks, and returns the wait that the endpoint asks for beside the answer.
    async fn ask(
        &self,
        question: &TestQuestion,
        reasoning: Reasoning,
    ) -> (Result<TestAnswer, LlmError>, Option<Duration>) {
        let defaults = self.client.defaults();
        let counts_reasoning = defaults.habits.max_completion_tokens;
        let body = WireQuestion {
            tools: &question.tools,
            schema: question.schema.as_ref(),
            max_tokens: if counts_reasoning { MAX_COMPLETION_TOKENS } else { MAX_TOKENS },
            ..defaults.of_form(question.form, reasoning, &question.messages)
        };
        let body = self.client.wire().format().body(&body, &defaults.extra);
        let since = Instant::now();
        match self.client.exchange(ApiPath::Question, Some(&body)).await {
            Ok(response) => {
                let answer = self.answer(&response, &question.tools, since.elapsed());
                (answer, response.retry_after)
            }
            Err(error) => (Err(error), None),
        }
    }

    fn answer(
        &self,
        response: &RawResponse,
        tools: &[ToolSpec],
        elapsed: Duration,
    ) -> Result<TestAnswer, LlmError> {
        let RawResponse { code, body, .. } = response;
        if !(200..300).contains(code) {
            return Ok(Err((*code, wire::excerpt(body))));
        }
        let wire = self.client.wire();
        if let Ok(reply) = TestReply::read(wire, body, tools, elapsed) {
            return Ok(Ok(reply));
        }
        // An error quotes the body, and some endpoints repeat the key that they refuse.
        let body = self.client.without_key(body).into_bytes();
        match TestReply::read(wire, &body, tools, elapsed) {
            Err(LlmError::Status { code, .. }) => Ok(Err((code, wire::excerpt(&body)))),
            reply => reply.map(Ok),
        }
    }
}

/// Returns the number of tokens that the last reply had beside a short answer, if the model is let
/// think.
fn thought(reasoning: Reasoning, samples: &[SpeedSample]) -> u32 {
    let last = samples.last().filter(|_| reasoning == Reasoning::On);
    last.map_or(0, |it| it.beside(MAX_ANSWER))
}

/// Tokens of a short answer in plain text.
const MAX_ANSWER: u32 = 30;

/// Rules and scene of the question with a tool.
const SCENE: &str = "\
You are Mara, who keeps the inn of a small town by a river. You act only by calling tools: what you \
have not looked at you know nothing of, and so you call `look` before you say a word about it.

The inn is a low room with a long table, four stools and a hearth that draws badly when the wind is \
in the east. Over the table hangs a brass lamp. By the door stands a rack for spoons, half of them \
missing, because people borrow them and forget. Behind the counter are a barrel of ale, a smaller \
one of plum brandy, a slate with what everybody owes, and a cat that belongs to nobody. It rained \
all day, and the floor is wet from the door to the hearth. Ann came in a moment ago, hung up her \
coat and sat down below the lamp. Otto the ferryman sits at the other end of the table and sleeps.";

/// Returns the tool of the test.
fn look() -> ToolSpec {
    let parameters = json!({
        "type": "object",
        "properties": { TARGET: { "type": "string", "description": "What to look at." } },
        "required": [TARGET],
    });
    ToolSpec::new("look", "Look at something in the room and see what it is like.", parameters)
}
