//! Judge of the responses of an endpoint under test: lists of models, sizes of the context window,
//! forms of replies, and speeds.

#[cfg(test)]
mod tests;

use std::time::Duration;

use serde_json::Value;
use text::parse::near;

use super::findings::{
    ContextSize, FormOutcome, FormTest, ListedModel, ModelList, ModelListed, ServerKind,
};
use crate::llm::{
    Arguments, ChatReply, LlmError, ToolSpec,
    wire::{CallsInText, ModelSpeed, QuotedText, Wire, WireReply, excerpt},
};

/// Minimum number of prompt tokens from which a speed of reading is taken: with fewer most of the
/// time is overhead.
const MIN_READ: f64 = 24.0;

/// Minimum number of tokens from which a speed of writing is taken.
const MIN_WRITTEN: f64 = 4.0;

/// Reply to one question of the test.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::llm) struct TestReply {
    reply: ChatReply,
    /// True if the reply has reasoning beside its text.
    reasons: bool,
    sample: SpeedSample,
}

/// Tokens and time of one reply.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::llm) struct SpeedSample {
    /// Prompt tokens that were read, without those from the cache, if that is known.
    pub(in crate::llm) read: f64,
    pub(in crate::llm) written: f64,
    /// Number of tokens of the reply, as a whole number.
    pub(in crate::llm) completion: u32,
    /// Time from the request to the end of the response, in seconds.
    pub(in crate::llm) seconds: f64,
    /// Speeds in tokens per second, as the server measured them (llama.cpp's `timings`).
    pub(in crate::llm) measured: ModelSpeed,
}

/// Parses a list of models; none if it is no list.
pub(in crate::llm) fn listing(body: &[u8]) -> Option<ModelList> {
    let answer: Value = serde_json::from_slice(body).ok()?;
    if let Some(models) = answer.get("models").and_then(Value::as_array)
        && answer.get("data").is_none()
    {
        return Some(tags(models));
    }
    let data = answer.get("data").or(Some(&answer)).and_then(Value::as_array)?;
    let models: Vec<ListedModel> = data.iter().filter_map(listed_model).collect();
    Some(ModelList { server: server_kind(data), models })
}

/// Parses the list of Ollama's own API.
fn tags(models: &[Value]) -> ModelList {
    let names = models.iter().filter_map(|it| it.get("name")?.as_str());
    let models = names.map(|id| ListedModel { id: id.to_owned(), context: None });
    ModelList { server: ServerKind::Ollama, models: models.collect() }
}

fn listed_model(entry: &Value) -> Option<ListedModel> {
    let id = entry.get("id").and_then(Value::as_str).filter(|id| !id.is_empty())?.to_owned();
    // llama.cpp, vLLM, LM Studio, OpenRouter, in this order; several gateways copy one of them.
    let window = ["/meta/n_ctx", "/max_model_len", "/loaded_context_length", "/context_length"];
    let trained = ["/max_context_length", "/meta/n_ctx_train"];
    let first = |names: &[&str]| names.iter().find_map(|name| tokens(entry.pointer(name)));
    let context = first(&window)
        .map(ContextSize::Window)
        .or_else(|| first(&trained).map(ContextSize::Trained));
    Some(ListedModel { id, context })
}

fn server_kind(models: &[Value]) -> ServerKind {
    let by = |name: &str| {
        models.iter().any(|it| it.get("owned_by").and_then(Value::as_str) == Some(name))
    };
    if by("llamacpp") {
        ServerKind::LlamaCpp
    } else if by("library") {
        ServerKind::Ollama
    } else if by("organization_owner") {
        ServerKind::LmStudio
    } else if by("vllm") {
        ServerKind::Vllm
    } else {
        ServerKind::Other
    }
}

/// Parses a number of tokens; zero stands for none.
fn tokens(value: Option<&Value>) -> Option<u32> {
    let count = value?.as_u64().filter(|count| *count > 0)?;
    Some(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Finds the configured model in the list.
pub(in crate::llm) fn find<'l>(listing: &'l ModelList, model: &str) -> Option<&'l ListedModel> {
    let exact = listing.models.iter().find(|it| it.id == model);
    // Ollama completes a name without a tag.
    exact.or_else(|| listing.models.iter().find(|it| it.id.strip_suffix(":latest") == Some(model)))
}

/// Returns whether the configured model is in the list, and what it may be called there if not.
pub(in crate::llm) fn listed(listing: &ModelList, model: &str) -> ModelListed {
    if find(listing, model).is_some() {
        return ModelListed::Yes;
    }
    let ids = || listing.models.iter().map(|it| it.id.as_str());
    let folded = model.to_lowercase();
    let part = || ids().find(|id| id.to_lowercase().contains(&folded));
    let only = || ids().next().filter(|_| listing.models.len() == 1);
    let nearest = near(model, ids()).first().copied().or_else(part).or_else(only);
    ModelListed::No { nearest: nearest.map(str::to_owned) }
}

/// Parses llama.cpp's `/props`: the context window of one slot, and the number of slots.
pub(in crate::llm) fn props(body: &[u8]) -> (Option<ContextSize>, Option<u32>) {
    let Ok(props) = serde_json::from_slice::<Value>(body) else { return (None, None) };
    let window = tokens(props.pointer("/default_generation_settings/n_ctx"));
    (window.map(ContextSize::Window), tokens(props.get("total_slots")))
}

/// Parses Ollama's `/api/show`: `num_ctx` is what the model is loaded with, if its file sets it.
pub(in crate::llm) fn shown(body: &[u8]) -> Option<ContextSize> {
    let shown: Value = serde_json::from_slice(body).ok()?;
    let parameters = shown.get("parameters").and_then(Value::as_str).unwrap_or_default();
    let set = parameters.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some("num_ctx")).then(|| words.next()?.parse().ok())?
    });
    let trained = || {
        let info = shown.get("model_info")?.as_object()?;
        let (_, value) = info.iter().find(|(name, _)| name.ends_with(".context_length"))?;
        tokens(Some(value))
    };
    set.map(ContextSize::Window).or_else(|| trained().map(ContextSize::Trained))
}

/// Parses Ollama's `/api/ps`: the context window with which the model is loaded.
pub(in crate::llm) fn running(body: &[u8], model: &str) -> Option<ContextSize> {
    let running: Value = serde_json::from_slice(body).ok()?;
    let is_it = |entry: &&Value| {
        let name = entry.get("name").and_then(Value::as_str).unwrap_or_default();
        name == model || name.strip_suffix(":latest") == Some(model)
    };
    let entry = running.get("models")?.as_array()?.iter().find(is_it)?;
    tokens(entry.get("context_length")).map(ContextSize::Window)
}

impl TestReply {
    /// Parses the response to a question, which took `elapsed`.
    ///
    /// # Errors
    /// Those of [`read_reply`].
    pub(in crate::llm) fn read(
        wire: Wire,
        body: &[u8],
        tools: &[ToolSpec],
        elapsed: Duration,
    ) -> Result<Self, LlmError> {
        let raw = wire.read_raw(body)?;
        let (reasons, sample) = (raw.reasons, SpeedSample::of(&raw, elapsed));
        // A test is about the form itself: calls that are read out of a text are none here.
        let in_text = raw.calls.is_empty().then(|| raw.content.clone());
        let mut reply = match raw.into_reply(tools, CallsInText::Speaking, &QuotedText::default()) {
            Err(LlmError::CutOff) => ChatReply { cut_off: true, ..ChatReply::default() },
            read => read?,
        };
        if in_text.is_some() {
            reply.calls.clear();
            reply.text = in_text;
        }
        Ok(Self { reply, reasons, sample })
    }

    /// Returns whether the reply has reasoning in or beside it.
    pub(in crate::llm) fn reasons(&self) -> bool {
        self.reasons
    }

    /// Returns tokens and time of the reply.
    pub(in crate::llm) fn sample(&self) -> SpeedSample {
        self.sample
    }

    /// Returns the text after the reasoning that some models write into it.
    fn text(&self) -> &str {
        let text = self.reply.text.as_deref().unwrap_or_default().trim();
        match text.split_once("</think>") {
            Some((_, answer)) => answer.trim(),
            None if text.starts_with("<think>") => "",
            None => text,
        }
    }

    fn test(&self, outcome: FormOutcome) -> FormTest {
        let whole = self.reply.text.as_deref().unwrap_or_default();
        let call = self.reply.calls.first().map(|call| match &call.arguments {
            Arguments::Object(map) => format!("{}({})", call.name, Value::Object(map.clone())),
            Arguments::Malformed(raw) => format!("{}({raw})", call.name),
        });
        let said = call.unwrap_or_else(|| whole.to_owned());
        FormTest { outcome, said: excerpt(said.trim().as_bytes()) }
    }

    /// Returns the outcome of a reply that has nothing that was asked for.
    fn without_answer(&self) -> FormOutcome {
        if self.reply.cut_off || self.reasons { FormOutcome::CutOff } else { FormOutcome::Fails }
    }
}

impl SpeedSample {
    /// Returns the number of tokens that were written beside those of an answer.
    pub(in crate::llm) fn beside(&self, answer: u32) -> u32 {
        self.completion.saturating_sub(answer)
    }

    fn of(reply: &WireReply, elapsed: Duration) -> Self {
        let usage = reply.usage.unwrap_or_default();
        let read = f64::from(usage.prompt.saturating_sub(usage.cached.unwrap_or_default()));
        let written = f64::from(usage.completion);
        let speed = |speed: Option<f64>, tokens: f64, least| {
            speed.filter(|it| it.is_finite() && *it > 0.0 && tokens >= least)
        };
        let measured = ModelSpeed {
            reading: speed(reply.speed.reading, read, MIN_READ),
            writing: speed(reply.speed.writing, written, MIN_WRITTEN),
        };
        let (completion, seconds) = (usage.completion, elapsed.as_secs_f64());
        Self { read, written, completion, seconds, measured }
    }
}

/// Judges the reply to a question in plain text.
pub(in crate::llm) fn words(reply: &TestReply) -> FormTest {
    let has_words = !reply.text().is_empty();
    reply.test(if has_words { FormOutcome::Holds } else { reply.without_answer() })
}

/// Judges the reply that is to be an object with `say`.
pub(in crate::llm) fn schema(reply: &TestReply) -> FormTest {
    let text = reply.text();
    let object: Option<Value> = serde_json::from_str(text).ok();
    let say = object.as_ref().and_then(|it| it.get("say")?.as_str());
    reply.test(match say {
        Some(say) if !say.trim().is_empty() => FormOutcome::Holds,
        Some(_) | None if text.is_empty() => reply.without_answer(),
        Some(_) | None => FormOutcome::Fails,
    })
}

/// Judges the reply that is to call `tool` with a text as `argument`.
pub(in crate::llm) fn call(reply: &TestReply, tool: &ToolSpec, argument: &str) -> FormTest {
    let text = reply.text();
    reply.test(match reply.reply.calls.first() {
        Some(call) => match &call.arguments {
            Arguments::Object(map)
                if call.name == tool.name
                    && map
                        .get(argument)
                        .and_then(Value::as_str)
                        .is_some_and(|text| !text.is_empty()) =>
            {
                FormOutcome::Holds
            }
            Arguments::Object(_) | Arguments::Malformed(_) => FormOutcome::Misshapen,
        },
        None if is_call(text, &tool.name) => FormOutcome::AsText,
        None if text.is_empty() => reply.without_answer(),
        None => FormOutcome::Fails,
    })
}

/// Returns whether a text has a tool call in one of the notations of models: JSON that names the
/// tool, with or without a tag or a fence, a function call, or a tag with the name.
fn is_call(text: &str, tool: &str) -> bool {
    let quoted = [format!("\"{tool}\""), format!("'{tool}'")];
    let is_json = text.contains('{') && quoted.iter().any(|name| text.contains(name));
    let called = [format!("{tool}("), format!("<function={tool}"), format!("functions.{tool}")];
    is_json || called.iter().any(|call| text.contains(call))
}

/// Returns the speed of a model: as the server measured it, from the replies with the most tokens;
/// else from the times of the last two replies, since the first may have waited for the model to be
/// loaded.
pub(in crate::llm) fn speed(samples: &[SpeedSample]) -> ModelSpeed {
    let most = |tokens: fn(&SpeedSample) -> f64, speed: fn(&ModelSpeed) -> Option<f64>| {
        let measured = samples.iter().filter(|it| speed(&it.measured).is_some());
        let best = measured.max_by(|a, b| tokens(a).total_cmp(&tokens(b)));
        best.and_then(|it| speed(&it.measured))
    };
    let measured = ModelSpeed {
        reading: most(|it| it.read, |it| it.reading),
        writing: most(|it| it.written, |it| it.writing),
    };
    let timed = timed(samples);
    ModelSpeed {
        reading: measured.reading.or(timed.reading),
        writing: measured.writing.or(timed.writing),
    }
}

/// Solves `seconds = read / reading + written / writing` for the last two replies. Where that has no
/// solution, the speeds are those that each reply proves at least.
fn timed(samples: &[SpeedSample]) -> ModelSpeed {
    let known = |it: &&SpeedSample| it.read > 0.0 && it.written > 0.0 && it.seconds > 0.0;
    let mut last = samples.iter().rev().filter(known);
    let Some(b) = last.next() else { return ModelSpeed::default() };
    let a = last.next().unwrap_or(b);
    let determinant = a.read * b.written - b.read * a.written;
    let per_read = (a.seconds * b.written - b.seconds * a.written) / determinant;
    let per_written = (a.read * b.seconds - b.read * a.seconds) / determinant;
    let is_sound = |it: f64| it.is_finite() && it > 1e-5;
    if is_sound(per_read) && is_sound(per_written) {
        return ModelSpeed { reading: Some(per_read.recip()), writing: Some(per_written.recip()) };
    }
    let least = |tokens: fn(&SpeedSample) -> f64| {
        let proven = [a, b].map(|it| tokens(it) / it.seconds);
        Some(proven[0].max(proven[1]))
    };
    ModelSpeed { reading: least(|it| it.read), writing: least(|it| it.written) }
}
