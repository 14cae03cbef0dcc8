//! What a test of an endpoint found, in words and as settings.

use std::{fmt::Write, path::Path};

use assistants::llm::{
    LlmError,
    probe::findings::{ContextSize, Findings, FormOutcome, FormTest, ModelListed},
    profile::{AnswersBy, ModelProfile, QuestionForm},
};

use crate::operate::config::{MindsConfig, OpenAiConfig};

/// Longest wait for a model that is suggested, in seconds.
const LONGEST_WAIT: u64 = 600;

/// Returns what to do next when an endpoint gives no answer.
#[must_use]
pub fn unreached(error: &LlmError, settings: &OpenAiConfig, file: &Path) -> String {
    let OpenAiConfig { base_url, api_key_env, timeout_seconds, .. } = settings;
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
        LlmError::Status { code, .. } => refused(*code, settings, &file.to_string()),
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
        | LlmError::Overloaded
        | LlmError::Resting
        | LlmError::Cancelled
        | LlmError::OverBudget(_) => error.to_string(),
    }
}

fn refused(code: u16, settings: &OpenAiConfig, file: &str) -> String {
    let OpenAiConfig { base_url, api_key_env, .. } = settings;
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
            "{base_url} has no chat completions (status {code}); mend `base_url` in {file}, which \
             mostly ends with /v1"
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
pub fn unusable(found: &Findings, settings: &OpenAiConfig, file: &Path) -> Option<String> {
    if found.is_usable() {
        return None;
    }
    let OpenAiConfig { base_url, model, .. } = settings;
    let file = file.display();
    let said = &found.words.said;
    Some(match (found.words.outcome, &found.listed) {
        (FormOutcome::Refused(401 | 403), _) => {
            let code =
                if let FormOutcome::Refused(code) = found.words.outcome { code } else { 401 };
            refused(code, settings, &file.to_string())
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
            refused(404, settings, &file.to_string())
        }
        (FormOutcome::Refused(code), ModelListed::Yes | ModelListed::NoList) => {
            format!("{base_url} refuses the question (status {code}): {said}")
        }
        (
            FormOutcome::Holds
            | FormOutcome::Misshapen
            | FormOutcome::AsText
            | FormOutcome::Fails
            | FormOutcome::CutOff
            | FormOutcome::Unanswered,
            _,
        ) => format!(
            "the model `{model}` at {base_url} answers without a word; take another one, or mend its \
             chat template"
        ),
    })
}

/// Returns what was found, a line each.
#[must_use]
pub fn table(settings: &OpenAiConfig, found: &Findings) -> String {
    let mut table = String::new();
    let mut row = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        writeln!(table, "{name:<13}{value}").unwrap_or_default();
    };
    row("address", &address(settings, found));
    row("model", &model(settings, found));
    row("context", &context(found));
    row("speed", &speed(found));
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

fn address(settings: &OpenAiConfig, found: &Findings) -> String {
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

fn model(settings: &OpenAiConfig, found: &Findings) -> String {
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
            "unclear: it was still reasoning when the answer had to end; `extra` can turn that off"
                .to_owned()
        }
        FormOutcome::Refused(code) => format!("refused with status {code}: {said}"),
        FormOutcome::Unanswered if said.is_empty() => "not tried".to_owned(),
        FormOutcome::Unanswered => format!("no answer: {said}"),
    }
}

/// Returns what was chosen, and the settings of the provider that say so.
#[must_use]
pub fn choice(name: &str, settings: &OpenAiConfig, found: ModelProfile) -> String {
    let profile = settings.over(found);
    let form = match profile.form {
        QuestionForm::Words => "plain text",
        QuestionForm::Schema => "answers in JSON",
        QuestionForm::Tools => "tool calls",
    };
    let answers = match profile.answers {
        AnswersBy::Sure => "for the lines that the script is not sure of",
        AnswersBy::All => "for every line",
    };
    let stated = if profile == found {
        String::new()
    } else {
        let ModelProfile { form, answers, context } = found;
        let (form, answers) = (form.name(), answers.name());
        format!(
            "Your settings win over what the test would choose: {form}, {answers}, {context} tokens.\n"
        )
    };
    let lines: String = provider_lines(profile).iter().map(|it| format!("    {it}\n")).collect();
    format!(
        "Chosen: {form}, {answers}.\n{stated}The server finds this out at each start; to fix it, \
         write into `\"{name}\": OpenAi(…)`:\n{lines}"
    )
}

/// Returns the settings of a provider that state a profile.
#[must_use]
pub fn provider_lines(profile: ModelProfile) -> [String; 3] {
    let ModelProfile { form, answers, context } = profile;
    [
        format!("form: Some({}),", form.name()),
        format!("answers: Some({}),", answers.name()),
        format!("context: Some({context}),"),
    ]
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
