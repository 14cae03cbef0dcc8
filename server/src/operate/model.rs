//! `hearsay model`: tests the endpoint of a model, and writes settings for one.

#[cfg(test)]
pub(crate) mod endpoint;
pub mod report;

mod setup;
#[cfg(test)]
mod tests;

use std::{
    cell::Cell,
    io::Write,
    path::{Path, PathBuf},
    pin::pin,
    time::Duration,
};

use anyhow::bail;
use assistants::llm::{
    LlmError,
    http::Endpoint,
    probe::{ProbeStep, findings::Findings, probe},
};
use rand::{TryRng, rngs::SysRng};
use tokio::{runtime::Builder, time::sleep};
use world::content::problem::did_you_mean;

use crate::{
    clock::Stopwatch,
    operate::{
        args::model::ModelTask,
        config::{self, Config, MindsConfig, SCRIPTED, providers::ProviderConfig},
        tasks,
    },
};

/// Name of the operator's file of settings, unless another is given.
const FILE: &str = "my.ron";

/// Time after which whoever waits is told what for.
const PATIENCE: Duration = Duration::from_secs(1);

/// Number of times that [`PATIENCE`] passes until whoever waits is told again.
const REMINDER: u32 = 10;

/// Wait before a server that still loads its model is asked again.
const LOADING_WAIT: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_secs(2) };

/// Carries out a task, with answers from standard input.
///
/// # Errors
/// No such provider, an unusable endpoint, a file that cannot be read or written, or answers that
/// end early.
pub fn model(task: ModelTask) -> anyhow::Result<()> {
    tasks::install_tls();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut out = std::io::stdout().lock();
    match task {
        ModelTask::Test { name, config } => {
            runtime.block_on(test(name.as_deref(), config, &mut out))
        }
        ModelTask::Setup { config } => {
            let file = config.unwrap_or_else(|| FILE.into());
            let input = &mut std::io::stdin().lock();
            let setup =
                setup::SetupDialogue { file: &file, input, out: &mut out, key: config::secret };
            runtime.block_on(setup.run(&setup::usual_addresses()))
        }
    }
}

/// Tests a provider of the settings; the default one without a name.
async fn test(
    name: Option<&str>,
    file: Option<PathBuf>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let file = file.or_else(|| Some(PathBuf::from(FILE)).filter(|it| it.exists()));
    let config = file.as_deref().map_or_else(Config::standard, Config::load)?;
    let file = file.unwrap_or_else(|| FILE.into());
    let (name, provider) = chosen(&config, name, &file)?;
    for (place, endpoint) in provider.each().iter().zip(provider.endpoints(name)?) {
        let place = TestedProvider { name, provider: place, file: &file };
        let found = place.find(endpoint, out).await?;
        place.print_findings(found, &config.minds, out)?;
    }
    Ok(())
}

/// Returns the provider of this name, or the default one.
fn chosen<'c>(
    config: &'c Config,
    name: Option<&'c str>,
    file: &Path,
) -> anyhow::Result<(&'c str, &'c ProviderConfig)> {
    let wanted = name.unwrap_or(&config.minds.provider);
    if let Some(provider) = config.providers.get(wanted) {
        return Ok((wanted, provider));
    }
    let names: Vec<&str> = config.providers.keys().map(String::as_str).collect();
    if names.is_empty() {
        bail!(
            "No settings name a model. `hearsay model setup` finds one and writes them into {}; \
             `--config FILE` reads those of another file.",
            file.display()
        );
    }
    let there_are = names.join(", ");
    if wanted == SCRIPTED {
        bail!("`{SCRIPTED}` is built in and needs no test; there are: {there_are}.");
    }
    let meant = did_you_mean(wanted, names);
    bail!("There is no provider `{wanted}`{meant}; there are: {there_are}.")
}

/// Provider under test, and where it stands.
#[derive(Debug, Clone, Copy)]
struct TestedProvider<'a> {
    name: &'a str,
    provider: &'a ProviderConfig,
    /// File of the settings.
    file: &'a Path,
}

impl TestedProvider<'_> {
    /// Tests its endpoint.
    async fn find(
        &self,
        endpoint: Endpoint,
        out: &mut impl Write,
    ) -> anyhow::Result<Result<Findings, LlmError>> {
        let (name, settings) = (self.name, self.provider.settings());
        let (model, base_url) = (&settings.model, &settings.base_url);
        print_to(out, &format!("Testing `{name}`: the model `{model}` at {base_url}\n"))?;
        loaded(endpoint, out).await
    }

    /// Prints the findings and the settings to write.
    fn print_findings(
        &self,
        found: Result<Findings, LlmError>,
        minds: &MindsConfig,
        out: &mut impl Write,
    ) -> anyhow::Result<Findings> {
        let Self { name, provider, file } = *self;
        let found = match found {
            Ok(found) => found,
            Err(error) => bail!("{}", report::unreached(&error, provider, file)),
        };
        print_to(out, &format!("\n{}\n", report::table(provider, &found)))?;
        if let Some(sentence) = report::unusable(&found, provider, file) {
            bail!("{sentence}");
        }
        print_to(out, &report::choice(name, provider, &found))?;
        print_to(out, &report::minds(&found, minds))?;
        Ok(found)
    }
}

/// Tests an endpoint, once it is ready: a server that still loads its model says so with status 503.
async fn loaded(
    endpoint: Endpoint,
    out: &mut impl Write,
) -> anyhow::Result<Result<Findings, LlmError>> {
    let since = Stopwatch::start();
    let mut told = false;
    loop {
        let found = watched(endpoint.clone(), out).await?;
        let is_loading = matches!(found, Err(LlmError::Status { code: 503, .. }));
        if !is_loading || since.elapsed() >= endpoint.timeout {
            return Ok(found);
        }
        if !told {
            told = true;
            print_to(out, "  waiting until it is ready; it probably still loads the model …\n")?;
        }
        sleep(LOADING_WAIT).await;
    }
}

/// Tests an endpoint, and tells what is done whenever that takes longer than [`PATIENCE`].
async fn watched(
    endpoint: Endpoint,
    out: &mut impl Write,
) -> anyhow::Result<Result<Findings, LlmError>> {
    let step = Cell::new(ProbeStep::Models);
    let mut probing = pin!(probe(endpoint, SysRng.try_next_u64()?, |it| step.set(it)));
    let mut told = None;
    let mut waits = 0;
    loop {
        tokio::select! { biased;
            found = &mut probing => return Ok(found),
            () = sleep(PATIENCE) => {}
        }
        waits += 1;
        if told != Some(step.get()) {
            told = Some(step.get());
            waits = 0;
            print_to(out, &format!("  {} …\n", step.get().name()))?;
        } else if waits % REMINDER == 0 {
            print_to(out, &format!("  … for {waits} seconds now; Ctrl-C ends it\n"))?;
        }
    }
}

fn print_to(out: &mut impl Write, words: &str) -> anyhow::Result<()> {
    out.write_all(words.as_bytes())?;
    Ok(out.flush()?)
}
