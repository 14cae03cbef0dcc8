//! Report of an endpoint's test, in words and as settings.

use std::{fmt::Write, path::Path};

use assistants::llm::{
    LlmError,
    probe::findings::{ContextSize, Findings, FormOutcome, FormTest, ModelListed, choose},
    profile::{AnswersBy, ModelProfile, QuestionForm, Reasoning},
    wire::Wire,
};

use crate::operate::config::{
    MindsConfig,
    providers::{EndpointConfig, ProviderConfig},
};

/// Longest wait for a model that is suggested, in seconds.
const LONGEST_WAIT: u64 = 600;

/// Returns advice for an endpoint that gives no answer.
#[must_use]
pub fn unreached(error: &LlmError, provider: &ProviderConfig, file: &Path) -> String {
    let EndpointConfig { base_url, api_key_env, timeout_seconds, .. } = provider.settings();
    let file = file.display();
    match error {
        LlmError::Unreachable { .. } => format!(
            "nothing answers at {base_url}; start the model's server, or mend `base_url` in {file}"
        ),
        LlmError::Disconnected { .. } => format!(
            "what answers at {base_url} breaks off and is perhaps no model's server; mend \
             `base_url` in {file}"
        ),
        LlmError::Timeout { .. } => format!(
            "no answer came from {base_url} within {timeout_seconds} seconds; if it still loads the \
             model, try again, or raise `timeout_seconds` in {file}"
        ),
        LlmError::Status { code, .. } => refused(*code, provider, &file.to_string()),
        LlmError::Malformed { what } => format!(
            "what answers at {base_url} is perhaps no model's server ({}); mend `base_url` in \
             {file}",
            // The question of a test holds nobody's words.
            what.text()
        ),
        LlmError::NotSetUp { .. } => {
            let key = api_key_env.as_deref().unwrap_or("none");
            format!("{error}; mend it in {file} (the key's variable: {key})")
        }
        LlmError::CutOff
        | LlmError::Declined
        | LlmError::TooLong
        | LlmError::Overloaded
        | LlmError::Resting
        | LlmError::Cancelled
        | LlmError::OverBudget(_) => error.to_string(),
    }
}

fn refused(code: u16, provider: &ProviderConfig, file: &str) -> String {
    let EndpointConfig { base_url, api_key_env, .. } = provider.settings();
    match (code, api_key_env) {
        (401 | 403, None) => format!(
            "{base_url} wants a key (status {code}); name the environment variable that holds it \
             in `api_key_env` in {file}"
        ),
        (401 | 403, Some(name)) => format!(
            "{base_url} refuses the key in `{name}` (status {code}); put the right one into that \
             variable"
        ),
        (404 | 405, _) => format!(
            "{base_url} has no `{}` (status {code}); mend `base_url` in {file}{}",
            provider.wire().format().path(),
            match provider.wire() {
                Wire::OpenAi | Wire::Responses | Wire::Anthropic => ", which mostly ends with /v1",
                Wire::Ollama => ", which mostly ends with the port",
            }
        ),
        (429, _) => format!("{base_url} takes no more questions now (status 429); try again later"),
        (503, _) => format!(
            "{base_url} is not ready (status 503); it may still load the model: try again in a while"
        ),
        _ => format!("{base_url} answers with status {code}; look into the log of that server"),
    }
}

/// Returns why an endpoint that answers cannot be used, and what to do next; none if it can.
#[must_use]
pub fn unusable(found: &Findings, provider: &ProviderConfig, file: &Path) -> Option<String> {
    if found.is_usable() {
        return None;
    }
    let EndpointConfig { base_url, model, .. } = provider.settings();
    let file = file.display();
    let said = &found.words.said;
    Some(match (found.words.outcome, &found.listed) {
        (FormOutcome::Refused(401 | 403), _) => {
            let code =
                if let FormOutcome::Refused(code) = found.words.outcome { code } else { 401 };
            refused(code, provider, &file.to_string())
        }
        (FormOutcome::Refused(code), ModelListed::No { nearest }) => {
            let nearest =
                nearest.as_ref().map_or_else(String::new, |it| format!(", perhaps `{it}`"));
            format!(
                "{base_url} has no model `{model}` (status {code}: {said}); write one of its list as \
                 `model` in {file}{nearest}"
            )
        }
        (FormOutcome::Refused(404 | 405), ModelListed::NoList) => {
            refused(404, provider, &file.to_string())
        }
        (FormOutcome::Refused(code), ModelListed::Yes | ModelListed::NoList) => {
            format!("{base_url} refuses the question (status {code}): {said}")
        }
        (FormOutcome::CutOff, _) => {
            let tokens = provider.settings().reasoning_tokens;
            format!(
                "the model `{model}` at {base_url} thinks and has no answer within {tokens} further \
                 tokens; raise `reasoning_tokens` in {file}, or turn its reasoning off by a field in \
                 `extra`"
            )
        }
        (
            FormOutcome::Holds
            | FormOutcome::Misshapen
            | FormOutcome::AsText
            | FormOutcome::Fails
            | FormOutcome::Undecided(_)
            | FormOutcome::Unanswered,
            _,
        ) => format!(
            "the model `{model}` at {base_url} answers without a word; take another one, or mend its \
             chat template"
        ),
    })
}

/// Returns the findings, a line each.
#[must_use]
pub fn table(provider: &ProviderConfig, found: &Findings) -> String {
    let mut table = String::new();
    let mut row = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        writeln!(table, "{name:<13}{value}").unwrap_or_default();
    };
    row("address", &address(provider.settings(), found));
    row("model", &model(provider.settings(), found));
    row("context", &context(found));
    row("speed", &speed(found));
    if let Some(reasoning) = reasoning(provider.settings(), found) {
        row("reasoning", &reasoning);
    }
    for (form, test) in [
        (QuestionForm::Words, &found.words),
        (QuestionForm::Schema, &found.schema),
        (QuestionForm::Tools, &found.tools),
    ] {
        row(form.name(), &form_test(form, test));
    }
    let first = found.first_answer().map_or_else(
        || "unknown".to_owned(),
        |it| format!("after about {:.1} s (500 tokens read, 30 written)", it.as_secs_f64()),
    );
    row("first answer", &first);
    table
}

fn address(settings: &EndpointConfig, found: &Findings) -> String {
    let mut address = settings.base_url.clone();
    if let Some(name) = found.server.name() {
        address += &format!(", {name}");
    }
    match found.slots {
        Some(1) => address + ", one question at once",
        Some(slots) => address + &format!(", {slots} questions at once"),
        None => address,
    }
}

fn model(settings: &EndpointConfig, found: &Findings) -> String {
    let model = &settings.model;
    match &found.listed {
        ModelListed::Yes => format!("{model}, in its list of {}", found.models),
        ModelListed::NoList => format!("{model}; the endpoint gives no list"),
        ModelListed::No { nearest: Some(nearest) } => {
            format!("{model}, not in its list of {}; the nearest is {nearest}", found.models)
        }
        ModelListed::No { nearest: None } => {
            format!("{model}, not in its list of {}", found.models)
        }
    }
}

fn context(found: &Findings) -> String {
    match found.context {
        Some(ContextSize::Window(tokens)) => format!("{tokens} tokens"),
        Some(ContextSize::Trained(tokens)) => {
            format!("up to {tokens} tokens; the endpoint does not say with how many it is loaded")
        }
        None => "unknown".to_owned(),
    }
}

fn speed(found: &Findings) -> String {
    let of =
        |speed: Option<f64>| speed.map_or_else(|| "unknown".to_owned(), |it| format!("{it:.0}"));
    let (reading, writing) = (of(found.speed.reading), of(found.speed.writing));
    format!("reads {reading} tokens a second, writes {writing}")
}

fn reasoning(settings: &EndpointConfig, found: &Findings) -> Option<String> {
    let tokens = settings.reasoning_tokens;
    match found.reasoning {
        Reasoning::Never => None,
        Reasoning::Off => {
            Some("the model thinks before it answers; requests turn that off".to_owned())
        }
        Reasoning::On => Some(format!(
            "the model thinks before it answers, for {} tokens; requests leave room for {tokens}",
            found.thought
        )),
    }
}

fn form_test(form: QuestionForm, FormTest { outcome, said }: &FormTest) -> String {
    // Models indent their JSON, which a line of a table need not.
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    match outcome {
        FormOutcome::Holds => format!("works: {said}"),
        FormOutcome::Misshapen => format!("a call, but in the wrong shape: {said}"),
        FormOutcome::AsText => format!("a call, but written as text: {said}"),
        FormOutcome::Fails if said.is_empty() => "no: the answer is empty".to_owned(),
        FormOutcome::Fails => match form {
            QuestionForm::Words => format!("no: {said}"),
            QuestionForm::Schema => format!("the schema does not hold: {said}"),
            QuestionForm::Tools => format!("no call: {said}"),
        },
        FormOutcome::CutOff => {
            "unclear: it was still reasoning when the answer had to end".to_owned()
        }
        FormOutcome::Refused(code) => format!("refused with status {code}: {said}"),
        FormOutcome::Undecided(Some(code)) => {
            format!("undecided: the endpoint failed in passing, with status {code}")
        }
        FormOutcome::Undecided(None) => format!("undecided: {said}"),
        FormOutcome::Unanswered if said.is_empty() => "not tried".to_owned(),
        FormOutcome::Unanswered => format!("no answer: {said}"),
    }
}

/// Returns the choice, and the settings of the provider that say so.
#[must_use]
pub fn choice(name: &str, provider: &ProviderConfig, found: &Findings) -> String {
    // Whether it is warmed up is no choice of the test.
    let warms_up = provider.settings().profile().warms_up;
    let chosen = ModelProfile { warms_up, ..choose(found) };
    let profile = provider.settings().over(chosen);
    let form = match profile.form {
        QuestionForm::Words => "plain text",
        QuestionForm::Schema => "answers in JSON",
        QuestionForm::Tools => "tool calls",
    };
    let answers = match profile.answers {
        AnswersBy::Sure => "for the lines that the script has no answer to",
        AnswersBy::All => "for every line",
    };
    let stated = if profile == chosen {
        String::new()
    } else {
        let ModelProfile { form, answers, context, .. } = chosen;
        let (form, answers) = (form.name(), answers.name());
        format!(
            "Your settings win over what the test would choose: {form}, {answers}, {context} tokens.\n"
        )
    };
    let undecided = if found.is_decided() {
        ""
    } else {
        "The endpoint failed in passing, so the form is undecided; test again later, as the server \
         does by itself.\n"
    };
    let lines = lines_of(found, profile);
    let lines: String = lines.iter().map(|it| format!("    {it}\n")).collect();
    let wire = provider.wire().name();
    format!(
        "Chosen: {form}, {answers}.\n{stated}{undecided}The server finds this out at each start; to \
         fix it, write into `\"{name}\": {wire}(…)`:\n{lines}"
    )
}

/// Returns the settings of a provider that state what was found; its form not if it is undecided.
#[must_use]
pub fn provider_lines(found: &Findings) -> Vec<String> {
    lines_of(found, choose(found))
}

fn lines_of(found: &Findings, profile: ModelProfile) -> Vec<String> {
    let ModelProfile { form, answers, context, reasoning, .. } = profile;
    let form =
        [format!("form: Some({}),", form.name()), format!("answers: Some({}),", answers.name())];
    let mut lines: Vec<String> = form.into_iter().filter(|_| found.is_decided()).collect();
    lines.push(format!("context: Some({context}),"));
    if reasoning != Reasoning::Never {
        lines.push(format!("reasoning: Some({}),", reasoning.name()));
    }
    lines
}

/// Returns the settings of the minds that suit a slow or narrow endpoint, without their bracket;
/// empty if those in force do.
#[must_use]
pub fn minds_fields(found: &Findings, minds: &MindsConfig) -> Vec<String> {
    let mut fields = Vec::new();
    let slots = found.slots.and_then(|it| usize::try_from(it).ok());
    if let Some(slots) = slots.filter(|it| *it < minds.at_once) {
        fields.push(format!("at_once: {slots}"));
    }
    // A second answer may wait for the first one.
    let wait = found.first_answer().map(|it| it.as_secs().saturating_mul(2));
    if let Some(wait) = wait.filter(|it| *it > minds.deadline_seconds) {
        fields.push(format!("deadline_seconds: {}", wait.next_multiple_of(10).min(LONGEST_WAIT)));
    }
    fields
}

/// Returns the settings of the minds that suit an endpoint, as a sentence; empty if those in force
/// do.
#[must_use]
pub fn minds(found: &Findings, minds: &MindsConfig) -> String {
    let fields = minds_fields(found, minds);
    if fields.is_empty() {
        return String::new();
    }
    format!("and into `minds: (…)`, to suit it:\n    {},\n", fields.join(", "))
}
