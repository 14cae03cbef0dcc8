//! Tests of the endpoints of models beside the game, from its start until each has answered.

use std::{collections::BTreeSet, path::Path, time::Duration};

use assistants::llm::{
    LlmError,
    openai::Endpoint,
    probe::{
        findings::{Findings, choose},
        probe,
    },
};
use engine::simulation::Simulation;
use rand::{TryRng, rngs::SysRng};
use tokio::{sync::mpsc, time::sleep};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    contract::inbox::ToGame,
    operate::{
        config::{Config, OpenAiConfig, ProviderConfig},
        model::report,
    },
    setup,
};

/// First wait before an endpoint that did not answer is tested again; each next one is twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(30);

/// Longest wait before an endpoint is tested again.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// Endpoint that is to be tested.
#[derive(Debug, Clone)]
struct ProbedEndpoint {
    /// Name of the provider in the settings.
    name: String,
    /// True if personas that name no provider use it.
    is_default: bool,
    settings: OpenAiConfig,
    endpoint: Endpoint,
}

/// Starts a test of each endpoint that the default or some persona uses. The game starts with what
/// the settings state, and is told of each endpoint that answers.
pub(crate) fn begin(
    config: &Config,
    sim: &Simulation,
    to_game: &mpsc::Sender<ToGame>,
    stop: &CancellationToken,
    tasks: &TaskTracker,
) {
    let default = &config.minds.provider;
    let authored = setup::authored(sim).into_iter();
    let personas = authored.flat_map(|it| it.personas.iter());
    let mut used: BTreeSet<&str> = personas.filter_map(|it| it.model.provider.as_deref()).collect();
    used.insert(default);
    for (name, ProviderConfig::OpenAi(settings)) in &config.providers {
        if !used.contains(name.as_str()) {
            continue;
        }
        match settings.endpoint(name) {
            Ok(endpoint) => {
                let (name, settings) = (name.clone(), settings.clone());
                let is_default = name == *default;
                let it = ProbedEndpoint { name, is_default, settings, endpoint };
                let probing = it.probe_until_it_answers(to_game.clone(), wait_after);
                tasks.spawn(stop.clone().run_until_cancelled_owned(probing));
            }
            Err(error) => tracing::warn!(provider = name, %error, "a model has no key"),
        }
    }
}

/// Returns the wait after so many tests without an answer.
fn wait_after(failures: u32) -> Duration {
    let doubled = 2_u32.saturating_pow(failures.saturating_sub(1));
    FIRST_WAIT.saturating_mul(doubled).min(LONGEST_WAIT)
}

/// Maximum number of tests that fail for a reason that time does not mend, such as a wrong key: each
/// may cost something.
const MOST_LASTING: u32 = 5;

/// Returns whether time may mend what a test failed for.
fn is_passing(result: &Result<Findings, LlmError>) -> bool {
    match result {
        Ok(_) => false,
        Err(LlmError::Status { code, .. }) => matches!(code, 408 | 429 | 500..),
        Err(error) => error.is_transient() || matches!(error, LlmError::Unreachable { .. }),
    }
}

impl ProbedEndpoint {
    async fn probe_until_it_answers(
        self,
        to_game: mpsc::Sender<ToGame>,
        wait_after: fn(u32) -> Duration,
    ) {
        let (mut failures, mut lasting) = (0, 0);
        let mut told = String::new();
        loop {
            // The same salt twice would only make the speed of reading seem higher.
            let salt = SysRng.try_next_u64().unwrap_or(failures.into());
            match probe(self.endpoint.clone(), salt, |_| {}).await {
                Ok(found) if found.is_usable() => return self.tell_game(&found, &to_game).await,
                result => {
                    lasting += u32::from(!is_passing(&result));
                    let why = self.failure(result);
                    if why != told {
                        let (provider, address) = (&self.name, &self.settings.base_url);
                        tracing::warn!(
                            provider,
                            why,
                            "no model answers at {address}; the script answers until it does"
                        );
                        told = why;
                    }
                }
            }
            if lasting >= MOST_LASTING {
                let provider = &self.name;
                tracing::warn!(provider, "the model is tested again at the next start only");
                return;
            }
            failures += 1;
            sleep(wait_after(failures)).await;
        }
    }

    /// Returns why the endpoint cannot be used, and what to do.
    fn failure(&self, result: Result<Findings, LlmError>) -> String {
        let file = Path::new("the settings");
        match result {
            Ok(found) => report::unusable(&found, &self.settings, file).unwrap_or_default(),
            Err(error) => report::unreached(&error, &self.settings, file),
        }
    }

    async fn tell_game(self, found: &Findings, to_game: &mpsc::Sender<ToGame>) {
        let profile = self.settings.over(choose(found));
        tracing::info!(
            provider = self.name,
            model = self.settings.model,
            form = profile.form.name(),
            answers = profile.answers.name(),
            context = profile.context,
            first_answer_seconds = found.first_answer().map(|it| it.as_secs()),
            "a model answers at {}",
            self.settings.base_url
        );
        let default = self.is_default.then_some(None);
        for name in default.into_iter().chain([Some(self.name)]) {
            if to_game.send(ToGame::Profiled(name, profile)).await.is_err() {
                tracing::debug!("the game ended before a model answered");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use assistants::llm::profile::{AnswersBy, ModelProfile, QuestionForm};

    use super::*;
    use crate::operate::{
        model::endpoint::{PlayedEndpoint, loads_and_answers},
        tasks,
    };

    #[test]
    fn waits_double_up_to_ten_minutes() {
        let waits: Vec<u64> = (1..=7).map(|it| wait_after(it).as_secs()).collect();
        assert_eq!(waits, [30, 60, 120, 240, 480, 600, 600]);
        assert_eq!(wait_after(u32::MAX), LONGEST_WAIT);
    }

    /// What the game is told of an endpoint that loads first and then writes its calls as text.
    async fn told(more: &str) -> Vec<(Option<String>, ModelProfile)> {
        tasks::install_tls();
        let server = PlayedEndpoint::serve(loads_and_answers()).await;
        let text = format!(
            "(providers: {{\"here\": OpenAi(base_url: {:?}, model: \"small\", {more})}}, \
             minds: (provider: \"here\"))",
            server.base_url
        );
        let config = Config::parse("my.ron", &text).unwrap();
        let (name, ProviderConfig::OpenAi(settings)) = config.providers.first_key_value().unwrap();
        let endpoint = settings.endpoint(name).unwrap();
        let (name, settings) = (name.clone(), settings.clone());
        let it = ProbedEndpoint { name, is_default: true, settings, endpoint };
        let (to_game, mut inbox) = mpsc::channel(4);
        it.probe_until_it_answers(to_game, |_| Duration::ZERO).await;
        let mut told = Vec::new();
        while let Some(input) = inbox.recv().await {
            let ToGame::Profiled(name, profile) = input else { panic!("{input:?}") };
            told.push((name, profile));
        }
        told
    }

    #[tokio::test]
    async fn a_model_is_tested_until_it_answers_and_then_the_game_is_told() {
        let (form, answers) = (QuestionForm::Words, AnswersBy::Sure);
        let profile = ModelProfile { form, answers, context: 4_096, warms_up: true };
        assert_eq!(told("").await, [(None, profile), (Some("here".to_owned()), profile)]);
    }

    #[tokio::test]
    async fn what_the_settings_state_wins_over_what_is_found() {
        let (form, answers) = (QuestionForm::Schema, AnswersBy::All);
        let profile = ModelProfile { form, answers, context: 2_048, warms_up: true };
        let more = "form: Some(Schema), answers: Some(All), context: Some(2048)";
        assert_eq!(told(more).await.first(), Some(&(None, profile)));
    }
}
