//! `hearsay model setup`: finds a model's server, tests it, and writes settings for it.

use std::{
    fs::OpenOptions,
    io::{BufRead, ErrorKind, Write},
    path::Path,
    time::Duration,
};

use anyhow::{Context, bail};
use assistants::llm::{
    LlmError,
    http::{Endpoint, Secret, is_here},
    probe::{
        findings::{Findings, FormOutcome, ModelList},
        list,
    },
    wire::Wire,
};
use world::content::problem::did_you_mean;

use super::{TestedProvider, print_to, report};
use crate::operate::config::{
    Config, ConfigError, NoSecret,
    providers::{EndpointConfig, ProviderConfig},
};

/// Ports of common servers on this machine.
const PORTS: [u16; 4] = [8_080, 11_434, 1_234, 8_000];

/// Timeout of a request for a list of models. A server that is there answers it at once.
const LIST_WAIT: Duration = Duration::from_secs(5);

/// Maximum number of models that are listed; an endpoint may have hundreds.
const SHOWN: usize = 20;

/// Returns the addresses of common servers on this machine.
pub(super) fn usual_addresses() -> Vec<String> {
    PORTS.iter().map(|port| format!("http://127.0.0.1:{port}/v1")).collect()
}

/// Dialogue that sets up a model.
pub(super) struct SetupDialogue<'a, R, W> {
    /// File of settings to write.
    pub(super) file: &'a Path,
    pub(super) input: &'a mut R,
    pub(super) out: &'a mut W,
    /// Function that reads the key from an environment variable.
    pub(super) key: fn(&str) -> Result<Secret, NoSecret>,
}

/// Answers so far. What is not answered yet stands there as something that is right anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SetupDraft {
    base_url: String,
    model: String,
    key_variable: Option<String>,
}

impl SetupDraft {
    /// Returns the name of the provider in the settings.
    fn name(&self) -> &'static str {
        if is_here(&self.base_url) { "local" } else { "remote" }
    }

    /// Returns the API of the endpoint: Anthropic's own is known by its address.
    fn wire(&self) -> Wire {
        let is_anthropic = self.base_url.starts_with("https://api.anthropic.com");
        if is_anthropic { Wire::Anthropic } else { Wire::OpenAi }
    }

    /// Returns the provider as settings; `lines` are further ones of it.
    fn provider(&self, lines: &[String]) -> String {
        let key = match &self.key_variable {
            Some(name) => format!("Some({name:?})"),
            None => "None".to_owned(),
        };
        let more: String = lines.iter().map(|it| format!("            {it}\n")).collect();
        format!(
            "        {:?}: {}(\n            base_url: {:?},\n            model: {:?},\n            \
             api_key_env: {key},\n{more}        ),\n",
            self.name(),
            self.wire().name(),
            self.base_url,
            self.model,
        )
    }

    /// Returns a whole file of settings; `minds` are further fields of that section.
    fn settings(&self, lines: &[String], minds: &[String]) -> String {
        let provider = self.provider(lines);
        let minds: String = minds.iter().map(|it| format!(", {it}")).collect();
        format!(
            "// Settings of Hearsay; `hearsay print-config` prints all that there are.\n(\n    \
             providers: {{\n{provider}    }},\n    minds: (provider: {:?}{minds}),\n)\n",
            self.name(),
        )
    }

    /// Returns the settings as the server reads them, or what is wrong with them.
    fn parsed(&self) -> Result<ProviderConfig, String> {
        let config = Config::parse("", &self.settings(&[], &[])).map_err(|error| match error {
            ConfigError::Wrong(problems) => {
                let sentences: Vec<String> = problems.into_iter().map(|it| it.sentence).collect();
                sentences.join("; ")
            }
            error @ ConfigError::Unreadable { .. } => error.to_string(),
        })?;
        let provider = config.providers.get(self.name());
        provider.cloned().ok_or_else(|| "the settings name no provider".to_owned())
    }
}

impl<R: BufRead, W: Write> SetupDialogue<'_, R, W> {
    /// Asks, tests and writes; servers are looked for at `usual` addresses.
    ///
    /// # Errors
    /// Answers that end early, an unusable endpoint, or a file that cannot be written.
    pub(super) async fn run(mut self, usual: &[String]) -> anyhow::Result<()> {
        let found = self.look_for(usual).await?;
        let (mut draft, listing) = self.address(&found, usual).await?;
        let models = listing.unwrap_or_default().models;
        let models: Vec<String> = models.into_iter().map(|it| it.id).collect();
        draft.model = self.model(&models)?;
        let standard = Config::standard()?;
        let findings = loop {
            let provider = draft.parsed().map_err(anyhow::Error::msg)?;
            let place = TestedProvider { name: draft.name(), provider: &provider, file: self.file };
            let found = place.find(self.endpoint(&draft)?, self.out).await?;
            // Some endpoints show their list to everybody.
            if draft.key_variable.is_none() && wants_key(&found) {
                draft.key_variable = Some(self.key_variable(&draft)?);
                continue;
            }
            break place.print_findings(found, &standard.minds, self.out)?;
        };
        let lines = report::provider_lines(&findings);
        let minds = report::minds_fields(&findings, &standard.minds);
        self.write(&draft, &lines, &minds)
    }

    /// Prints and returns those of the addresses that answer.
    async fn look_for(&mut self, usual: &[String]) -> anyhow::Result<Vec<String>> {
        print_to(self.out, "Looking for a model's server on this machine …\n")?;
        let mut found = Vec::new();
        for base_url in usual {
            let draft = SetupDraft::at(base_url);
            let listed = self.listed(&draft).await?;
            let what = match &listed {
                Ok(Some(listing)) => described(listing),
                Err(LlmError::Status { code: 401 | 403, .. }) => "wants a key".to_owned(),
                Ok(None) | Err(_) => continue,
            };
            found.push(base_url.clone());
            print_to(self.out, &format!("  {}. {base_url}: {what}\n", found.len()))?;
        }
        if found.is_empty() {
            print_to(self.out, "  Nothing answers at the usual ports.\n")?;
        }
        Ok(found)
    }

    /// Asks for an address until something answers there, and for the key's variable if it wants a
    /// key.
    async fn address(
        &mut self,
        found: &[String],
        usual: &[String],
    ) -> anyhow::Result<(SetupDraft, Option<ModelList>)> {
        let proposed = found.first().or(usual.first()).cloned().unwrap_or_default();
        loop {
            let answer =
                self.ask(&format!("Address of the model's server, or a number [{proposed}]"))?;
            let numbered = number(&answer, found).cloned();
            let typed = Some(answer).filter(|it| !it.is_empty());
            let base_url = numbered.or(typed).unwrap_or_else(|| proposed.clone());
            let mut draft = SetupDraft::at(&base_url);
            if let Err(sentence) = draft.parsed() {
                self.refuse(&sentence)?;
                continue;
            }
            let mut listed = self.listed(&draft).await?;
            if let Err(LlmError::Status { code: 401 | 403, .. }) = listed {
                draft.key_variable = Some(self.key_variable(&draft)?);
                listed = self.listed(&draft).await?;
            }
            if let Ok(None) = listed {
                // Who types an address from a browser leaves this off.
                let base_url = format!("{}/v1", draft.base_url);
                let longer = SetupDraft { base_url, ..draft.clone() };
                if let Ok(Some(listing)) = self.listed(&longer).await? {
                    return Ok((longer, Some(listing)));
                }
            }
            match listed {
                Ok(listing) => return Ok((draft, listing)),
                Err(error) => {
                    let provider = draft.parsed().map_err(anyhow::Error::msg)?;
                    self.refuse(&report::unreached(&error, &provider, self.file))?;
                }
            }
        }
    }

    fn key_variable(&mut self, draft: &SetupDraft) -> anyhow::Result<String> {
        loop {
            let answer = self.ask(
                "It wants a key. Name of the environment variable that holds it, not the key itself \
                 [MODEL_KEY]",
            )?;
            let name = if answer.is_empty() { "MODEL_KEY".to_owned() } else { answer };
            let with_key = SetupDraft { key_variable: Some(name.clone()), ..draft.clone() };
            match with_key.parsed() {
                Ok(_) => return Ok(name),
                Err(sentence) => self.refuse(&sentence)?,
            }
        }
    }

    /// Asks for one of these models, or for any name if there is no list.
    fn model(&mut self, models: &[String]) -> anyhow::Result<String> {
        for (number, model) in (1..).zip(models.iter().take(SHOWN)) {
            print_to(self.out, &format!("  {number}. {model}\n"))?;
        }
        if let Some(more) = models.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            print_to(self.out, &format!("  and {more} more, by their names\n"))?;
        }
        let proposed = models.first().filter(|_| models.len() == 1);
        let default = proposed.map_or_else(String::new, |it| format!(" [{it}]"));
        loop {
            let answer = self.ask(&format!("Name of the model, or a number{default}"))?;
            let chosen = match &*answer {
                "" => proposed,
                name => models.iter().find(|it| *it == name).or_else(|| number(name, models)),
            };
            if let Some(model) = chosen {
                return Ok(model.clone());
            }
            if models.is_empty() && !answer.is_empty() {
                return Ok(answer);
            }
            let meant = did_you_mean(&answer, models.iter().map(String::as_str));
            self.refuse(&format!("there is no model `{answer}` in its list{meant}"))?;
        }
    }

    fn endpoint(&self, draft: &SetupDraft) -> anyhow::Result<Endpoint> {
        let provider = draft.parsed().map_err(anyhow::Error::msg)?;
        let key = draft.key_variable.as_deref().map(self.key).transpose();
        let key = key.context("then start `hearsay model setup` again")?;
        let keyless = EndpointConfig { api_key_env: None, ..provider.settings().clone() };
        let endpoints = ProviderConfig::new(provider.wire(), keyless).endpoints(draft.name())?;
        let endpoint = endpoints.into_iter().next().context("The settings name no address")?;
        Ok(Endpoint { key, ..endpoint })
    }

    /// Lists the models at an address.
    async fn listed(
        &self,
        draft: &SetupDraft,
    ) -> anyhow::Result<Result<Option<ModelList>, LlmError>> {
        let endpoint = self.endpoint(draft)?;
        Ok(list(Endpoint { timeout: LIST_WAIT, ..endpoint }).await)
    }

    /// Writes the file, unless it is there: then what to add is printed.
    fn write(
        &mut self,
        draft: &SetupDraft,
        lines: &[String],
        minds: &[String],
    ) -> anyhow::Result<()> {
        let text = draft.settings(lines, minds);
        let file = self.file.display();
        let cannot = || format!("{file} cannot be written");
        match OpenOptions::new().write(true).create_new(true).open(self.file) {
            Ok(mut new) => {
                new.write_all(text.as_bytes()).with_context(cannot)?;
                print_to(self.out, &format!("\nWritten into {file}.\n"))?;
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let name = draft.name();
                let provider = draft.provider(lines);
                let minds: String = minds.iter().map(|it| format!(", {it}")).collect();
                let words = format!(
                    "\n{file} is there already and is not changed. Add to its section `providers: \
                     {{…}}`:\n{provider}and to its section `minds: (…)`:\n        provider: \
                     {name:?}{minds},\n"
                );
                print_to(self.out, &words)?;
            }
            Err(error) => return Err(error).with_context(cannot),
        }
        print_to(
            self.out,
            &format!(
                "Start the server with it: hearsay serve --config {file}\n\
                 Talk to a character in this terminal: hearsay chat mara --config {file}, then /model \
                 {}\n",
                draft.name()
            ),
        )
    }

    /// Asks, and returns the answer without white space around it.
    fn ask(&mut self, question: &str) -> anyhow::Result<String> {
        print_to(self.out, &format!("{question}: "))?;
        let mut line = String::new();
        if self.input.read_line(&mut line).context("The answers cannot be read")? == 0 {
            bail!("The answers ended before all was asked; nothing is written.");
        }
        Ok(line.trim().to_owned())
    }

    fn refuse(&mut self, sentence: &str) -> anyhow::Result<()> {
        print_to(self.out, &format!("  {sentence}.\n"))
    }
}

impl SetupDraft {
    fn at(base_url: &str) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        Self { base_url, model: "any".to_owned(), key_variable: None }
    }
}

/// Returns the entry that a number names, counted from 1.
fn number<'a>(answer: &str, of: &'a [String]) -> Option<&'a String> {
    of.get(answer.parse::<usize>().ok()?.checked_sub(1)?)
}

/// Returns whether an endpoint refused a question for want of a key.
fn wants_key(found: &Result<Findings, LlmError>) -> bool {
    match found {
        Ok(found) => matches!(found.words.outcome, FormOutcome::Refused(401 | 403)),
        Err(error) => matches!(error, LlmError::Status { code: 401 | 403, .. }),
    }
}

fn described(listing: &ModelList) -> String {
    let server = listing.server.name().map_or_else(String::new, |it| format!("{it}, "));
    match listing.models.as_slice() {
        [] => format!("{server}no model yet"),
        [only] => format!("{server}the model {}", only.id),
        models => format!("{server}{} models", models.len()),
    }
}
