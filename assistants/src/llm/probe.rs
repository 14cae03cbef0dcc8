//! Test of an endpoint: which models it has, how large its context window is, how fast it answers
//! and which forms of question it can take.
//!
//! It takes at most six requests, each of few tokens.

pub mod findings;
mod judge;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};
use tokio::time::Instant;

use self::{
    findings::{ContextSize, Findings, FormOutcome, FormTest, ModelList, ServerKind},
    judge::{SpeedSample, TestReply},
};
use super::{
    LlmError, ToolSpec,
    openai::{ApiPath, Endpoint, OpenAi, RawResponse, wire},
};

/// Maximum number of tokens in a reply.
const MAX_TOKENS: u32 = 60;

/// The same for an endpoint that counts reasoning among them (`max_completion_tokens`).
const MAX_COMPLETION_TOKENS: u32 = 400;

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
    /// Asking for a reply of a JSON schema.
    Schema,
    /// Asking for a tool call.
    Tools,
}

impl ProbeStep {
    /// Returns what is done, as a sentence without its full stop.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Models => "asking which models there are",
            Self::Context => "asking how large the context is",
            Self::Words => "asking in plain text; a model that is not loaded yet is loaded now",
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
    list_by(&OpenAi::new(endpoint)?).await
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
    let asker = Asker {
        model: endpoint.model.clone(),
        reasons: endpoint.habits.max_completion_tokens,
        common: common_fields(&endpoint),
        client: OpenAi::new(endpoint)?,
    };
    on_step(ProbeStep::Models);
    let listing = list_by(&asker.client).await?;
    on_step(ProbeStep::Context);
    let mut findings = asker.surroundings(listing.as_ref()).await;

    on_step(ProbeStep::Words);
    let mut samples = Vec::new();
    let words = asker.ask(asker.words(), &[]).await?;
    // llama.cpp lists a model that it still loads, and only refuses to answer.
    if let Err((code @ (429 | 503), _)) = words {
        return Err(LlmError::Status { code, retry_after: None });
    }
    findings.words = take(words, &mut samples, judge::words);
    if !findings.is_usable() {
        return Ok(findings);
    }
    if findings.server == ServerKind::Ollama && !is_window(findings.context) {
        // The model is loaded only now.
        let body = asker.fetch("/api/ps", None).await.unwrap_or_default();
        findings.context = judge::running(&body, &asker.model).or(findings.context);
    }
    on_step(ProbeStep::Schema);
    let schema = asker.ask(asker.schema(), &[]).await;
    findings.schema = unless_unanswered(schema, |it| take(it, &mut samples, judge::schema));
    on_step(ProbeStep::Tools);
    let look = look();
    let called = asker.ask(asker.tools(&look, salt), std::slice::from_ref(&look)).await;
    let judged = |reply: &TestReply| judge::call(reply, &look, TARGET);
    findings.tools = unless_unanswered(called, |it| take(it, &mut samples, judged));
    findings.speed = judge::speed(&samples);
    Ok(findings)
}

fn is_window(context: Option<ContextSize>) -> bool {
    matches!(context, Some(ContextSize::Window(_)))
}

async fn list_by(client: &OpenAi) -> Result<Option<ModelList>, LlmError> {
    let RawResponse { code, body } = client.exchange(ApiPath::Base("/models"), None).await?;
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
    answer.map_or_else(
        |error| {
            // The question of a test holds nobody's words, and so does what an endpoint says of it.
            let said = error.said().map(|it| format!(": {}", it.text())).unwrap_or_default();
            FormTest { outcome: FormOutcome::Unanswered, said: format!("{error}{said}") }
        },
        judged,
    )
}

/// Asker of the questions of one test.
struct Asker {
    client: OpenAi,
    model: String,
    /// True if the token limit counts reasoning, too.
    reasons: bool,
    /// Fields of every question.
    common: Map<String, Value>,
}

/// Returns the fields of every question, the operator's own among them.
fn common_fields(endpoint: &Endpoint) -> Map<String, Value> {
    let mut fields = endpoint.extra.clone();
    fields.insert("model".to_owned(), endpoint.model.as_str().into());
    fields.insert("stream".to_owned(), false.into());
    if let Some(percent) = endpoint.temperature {
        fields.insert("temperature".to_owned(), (f64::from(percent) / 100.0).into());
    }
    fields
}

impl Asker {
    /// Finds out server, model, context and slots.
    async fn surroundings(&self, listing: Option<&ModelList>) -> Findings {
        let mut findings = Findings::default();
        if let Some(listing) = listing {
            findings.server = listing.server;
            findings.models = listing.models.len();
            findings.listed = judge::listed(listing, &self.model);
            let only = listing.models.first().filter(|_| listing.models.len() == 1);
            let model = judge::find(listing, &self.model).or(only);
            findings.context = model.and_then(|it| it.context);
        }
        match findings.server {
            ServerKind::LlamaCpp => self.by_props(&mut findings).await,
            ServerKind::Ollama => self.by_show(&mut findings).await,
            ServerKind::LmStudio => {
                let body = self.fetch("/api/v0/models", None).await;
                let own = body.and_then(|body| judge::listing(&body));
                let own = own.and_then(|own| judge::find(&own, &self.model)?.context);
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
        let body = json!({ "model": self.model });
        let Some(body) = self.fetch("/api/show", Some(&body)).await else { return };
        findings.context = judge::shown(&body).or(findings.context);
    }

    /// Fetches from the API that a server has of its own; none if it has none.
    async fn fetch(&self, path: &'static str, body: Option<&Value>) -> Option<Vec<u8>> {
        let response = self.client.exchange(ApiPath::Root(path), body).await.ok()?;
        (200..300).contains(&response.code).then_some(response.body)
    }

    async fn ask(
        &self,
        question: Map<String, Value>,
        tools: &[ToolSpec],
    ) -> Result<TestAnswer, LlmError> {
        let question = Value::Object(question);
        let since = Instant::now();
        let path = ApiPath::Base("/chat/completions");
        let RawResponse { code, body } = self.client.exchange(path, Some(&question)).await?;
        if !(200..300).contains(&code) {
            return Ok(Err((code, wire::excerpt(&body))));
        }
        let elapsed = since.elapsed();
        if let Ok(reply) = TestReply::read(&body, tools, elapsed) {
            return Ok(Ok(reply));
        }
        // An error quotes the body, and some endpoints repeat the key that they refuse.
        let body = self.client.without_key(&body).into_bytes();
        match TestReply::read(&body, tools, elapsed) {
            Err(LlmError::Status { code, .. }) => Ok(Err((code, wire::excerpt(&body)))),
            reply => reply.map(Ok),
        }
    }

    fn question(&self, rules: &str, said: &str) -> Map<String, Value> {
        let mut question = self.common.clone();
        let (limit, tokens) = if self.reasons {
            ("max_completion_tokens", MAX_COMPLETION_TOKENS)
        } else {
            ("max_tokens", MAX_TOKENS)
        };
        let messages = json!([
            { "role": "system", "content": rules },
            { "role": "user", "content": said },
        ]);
        question.insert(limit.to_owned(), tokens.into());
        question.insert("messages".to_owned(), messages);
        question
    }

    fn words(&self) -> Map<String, Value> {
        let rules = "You are Mara, who keeps the inn of a small town. You speak in one short \
                     sentence, as Mara.";
        self.question(rules, "Ann says to you: \"Good evening, Mara! What is there to eat?\"")
    }

    fn schema(&self) -> Map<String, Value> {
        let rules = "You are Mara, who keeps the inn of a small town. You answer with a JSON object \
                     that has one field, `say`: one short sentence that you speak.";
        let mut question =
            self.question(rules, "Ann says to you: \"Is there a bed for me tonight?\"");
        let format = wire::response_format(&json!({
            "type": "object",
            "properties": { "say": { "type": "string" } },
            "required": ["say"],
            "additionalProperties": false,
        }));
        question.insert("response_format".to_owned(), format);
        question
    }

    /// Question with a tool. Its prompt is long, so that the speed of reading can be told.
    fn tools(&self, look: &ToolSpec, salt: u64) -> Map<String, Value> {
        let rules = format!("Evening {salt} of the inn.\n\n{SCENE}");
        let mut question = self.question(&rules, "Ann says to you: \"Mara, look at the lamp!\"");
        question.insert("tools".to_owned(), json!([wire::tool(look)]));
        question
    }
}

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
