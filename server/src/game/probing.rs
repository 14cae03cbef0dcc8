//! Tests of the endpoints of models beside the game, from its start, or from the reading of content
//! that names them, until each has answered.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::Path,
    time::Duration,
};

use assistants::{
    llm::{
        LlmError,
        probe::{
            findings::{Findings, choose},
            probe,
        },
        profile::{ModelKey, ModelProfile},
    },
    persona::Model,
};
use engine::simulation::Simulation;
use rand::{TryRng, rngs::SysRng};
use tokio::{sync::mpsc, time::sleep};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    contract::inbox::ToGame,
    operate::{
        config::{Config, providers::ProviderConfig},
        model::report,
    },
    setup,
};

/// First wait before an endpoint that did not answer is tested again; each next one is twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(30);

/// Longest wait before an endpoint is tested again.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// Tests of the models that are in use, each of which is begun once.
#[derive(Debug)]
pub(crate) struct Probing {
    providers: BTreeMap<String, ProviderConfig>,
    /// Name of the provider for personas that name none.
    default: String,
    /// Tests that were begun, by provider and model.
    begun: BTreeSet<(String, Option<String>)>,
    to_game: mpsc::Sender<ToGame>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Probing {
    fn new(
        config: &Config,
        to_game: &mpsc::Sender<ToGame>,
        stop: &CancellationToken,
        tasks: &TaskTracker,
    ) -> Self {
        Self {
            providers: config.providers.clone(),
            default: config.minds.provider.clone(),
            begun: BTreeSet::new(),
            to_game: to_game.clone(),
            stop: stop.clone(),
            tasks: tasks.clone(),
        }
    }

    /// Creates it and begins with the models in use.
    pub(crate) fn start(
        config: &Config,
        sim: &Simulation,
        to_game: &mpsc::Sender<ToGame>,
        stop: &CancellationToken,
        tasks: &TaskTracker,
    ) -> Self {
        let mut probing = Self::new(config, to_game, stop, tasks);
        probing.begin(sim);
        probing
    }

    /// Starts a test of each model that the default or some persona uses, also in place of another,
    /// and that was not tested yet. The game starts with what the settings state, and is told of each
    /// endpoint that answers.
    pub(crate) fn begin(&mut self, sim: &Simulation) {
        let authored = setup::authored(sim).into_iter();
        let personas = authored.flat_map(|it| it.personas.iter());
        let used = self.used(personas.map(|it| &it.model));
        for (name, model) in used {
            let Some(provider) = self.providers.get(&name) else { continue };
            if !self.begun.insert((name.clone(), model.clone())) {
                continue;
            }
            let is_default = name == self.default;
            let it = ProbedModel { name, model, is_default, provider: provider.clone() };
            let probing = it.probe_until_it_answers(self.to_game.clone(), wait_after);
            self.tasks.spawn(self.stop.clone().run_until_cancelled_owned(probing));
        }
    }

    /// Lists the models in use, by provider; none for the provider's own.
    fn used<'m>(
        &self,
        models: impl Iterator<Item = &'m Model>,
    ) -> BTreeSet<(String, Option<String>)> {
        let mut used = BTreeSet::from([(self.default.clone(), None)]);
        for Model { provider, name, fallback, .. } in models {
            used.insert((provider.as_ref().unwrap_or(&self.default).clone(), name.clone()));
            used.extend(fallback.iter().map(|it| (it.clone(), None)));
        }
        let providers = used.iter().filter_map(|(name, _)| self.providers.get(name));
        let in_place = providers.flat_map(|it| it.settings().fallback.iter().cloned());
        let in_place: Vec<_> = in_place.map(|it| (it, None)).collect();
        used.extend(in_place);
        used
    }
}

/// Model that is to be tested.
#[derive(Debug, Clone)]
struct ProbedModel {
    /// Name of the provider in the settings.
    name: String,
    /// Name of the model, if it is not the provider's own.
    model: Option<String>,
    /// True if personas that name no provider use the model.
    is_default: bool,
    provider: ProviderConfig,
}

/// Returns the backoff after so many tests without an answer: it doubles up to [`LONGEST_WAIT`].
fn wait_after(failures: u32) -> Duration {
    let doubled = 2_u32.saturating_pow(failures.saturating_sub(1));
    FIRST_WAIT.saturating_mul(doubled).min(LONGEST_WAIT)
}

/// Maximum number of tests that fail for a reason that time does not mend, such as a wrong key: each
/// may cost something.
const MOST_LASTING: u32 = 5;

/// Maximum number of tests that leave the form of questions undecided.
const MOST_UNDECIDED: u32 = 10;

/// Returns whether time may mend what a test failed for.
fn is_passing(result: &Result<Findings, LlmError>) -> bool {
    match result {
        Ok(_) => false,
        Err(LlmError::Status { code, .. }) => matches!(code, 408 | 429 | 500..),
        Err(error) => error.is_transient() || matches!(error, LlmError::Unreachable { .. }),
    }
}

impl ProbedModel {
    async fn probe_until_it_answers(
        self,
        to_game: mpsc::Sender<ToGame>,
        wait_after: fn(u32) -> Duration,
    ) {
        let (mut failures, mut undecided) = (0, 0);
        let mut told = String::new();
        // Each further test takes the next address, with its number of lasting failures: one with a wrong
        // key ends the tests of no other.
        let mut places: VecDeque<(Self, u32)> =
            self.places().into_iter().map(|it| (it, 0)).collect();
        while let Some((place, mut lasting)) = places.pop_front() {
            match place.test(failures).await {
                Ok(found) if found.is_usable() => {
                    place.tell_game(&found, &to_game).await;
                    if found.is_decided() || undecided >= MOST_UNDECIDED {
                        return;
                    }
                    undecided += 1;
                }
                result => {
                    lasting += u32::from(!is_passing(&result));
                    let why = place.failure(result);
                    if why != told {
                        let (provider, address) = (&place.name, place.address());
                        tracing::warn!(
                            provider,
                            why,
                            "no model answers at {address}; the script answers until it does"
                        );
                        told = why;
                    }
                }
            }
            if lasting < MOST_LASTING {
                places.push_back((place, lasting));
            } else {
                let (provider, address) = (&place.name, place.address());
                tracing::warn!(
                    provider,
                    address,
                    "the model is tested again at the next start only"
                );
            }
            failures += 1;
            sleep(wait_after(failures)).await;
        }
    }

    /// Lists the model at each of its addresses.
    fn places(&self) -> Vec<Self> {
        let named = self.provider.with_model(self.model.as_deref());
        let places = named.each().into_iter();
        places.map(|provider| Self { provider, ..self.clone() }).collect()
    }

    fn address(&self) -> &str {
        &self.provider.settings().base_url
    }

    async fn test(&self, number: u32) -> Result<Findings, LlmError> {
        let without_key = |why: String| LlmError::NotSetUp { provider: self.name.clone(), why };
        let endpoints = self.provider.endpoints(&self.name);
        let endpoint =
            endpoints.map_err(|error| without_key(error.to_string()))?.into_iter().next();
        let endpoint = endpoint.ok_or_else(|| without_key("it has no address".to_owned()))?;
        // The same salt twice would only make the speed of reading seem higher.
        let salt = SysRng.try_next_u64().unwrap_or(number.into());
        probe(endpoint, salt, |_| {}).await
    }

    /// Returns why the endpoint cannot be used, and what to do.
    fn failure(&self, result: Result<Findings, LlmError>) -> String {
        let file = Path::new("the settings");
        match result {
            Ok(found) => report::unusable(&found, &self.provider, file).unwrap_or_default(),
            Err(error) => report::unreached(&error, &self.provider, file),
        }
    }

    async fn tell_game(&self, found: &Findings, to_game: &mpsc::Sender<ToGame>) {
        let settings = self.provider.settings();
        let profile: ModelProfile = settings.over(choose(found));
        tracing::info!(
            provider = self.name,
            model = settings.model,
            form = profile.form.name(),
            answers = profile.answers.name(),
            context = profile.context,
            reasoning = profile.reasoning.name(),
            decided = found.is_decided(),
            first_answer_seconds = found.first_answer().map(|it| it.as_secs()),
            "a model answers at {}",
            settings.base_url
        );
        let default = self.is_default.then_some(None);
        for provider in default.into_iter().chain([Some(self.name.clone())]) {
            let key = ModelKey { provider, model: self.model.clone() };
            if to_game.send(ToGame::Profiled(key, profile)).await.is_err() {
                tracing::debug!("the game ended before a model answered");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use assistants::llm::profile::{AnswersBy, QuestionForm, Reasoning};

    use super::*;
    use crate::operate::{
        model::endpoint::{PlayedAnswer, PlayedEndpoint, loads_and_answers, small_model},
        tasks,
    };

    #[test]
    fn waits_double_up_to_ten_minutes() {
        let waits: Vec<u64> = (1..=7).map(|it| wait_after(it).as_secs()).collect();
        assert_eq!(waits, [30, 60, 120, 240, 480, 600, 600]);
        assert_eq!(wait_after(u32::MAX), LONGEST_WAIT);
    }

    fn config(base_url: &str, more: &str) -> Config {
        let text = format!(
            "(providers: {{\"here\": OpenAi(base_url: {base_url:?}, model: \"small\", {more})}}, \
             minds: (provider: \"here\"))"
        );
        Config::parse("my.ron", &text).unwrap()
    }

    /// Messages to the game about the model behind this endpoint.
    async fn messages_about(
        answer: Arc<PlayedAnswer>,
        more: &str,
        model: Option<&str>,
    ) -> Vec<Told> {
        tasks::install_tls();
        let server = PlayedEndpoint::serve(answer).await;
        let config = config(&server.base_url, more);
        let (name, provider) = config.providers.first_key_value().unwrap();
        let (name, provider) = (name.clone(), provider.clone());
        let model = model.map(str::to_owned);
        let it = ProbedModel { name, model, is_default: true, provider };
        let (to_game, mut inbox) = mpsc::channel(16);
        it.probe_until_it_answers(to_game, |_| Duration::ZERO).await;
        let mut told = Vec::new();
        while let Some(input) = inbox.recv().await {
            let ToGame::Profiled(key, profile) = input else { panic!("{input:?}") };
            told.push((key, profile));
        }
        told
    }

    type Told = (ModelKey, ModelProfile);

    /// Messages to the game about an endpoint that loads first and then writes its calls as text.
    async fn messages(more: &str) -> Vec<Told> {
        messages_about(loads_and_answers(), more, None).await
    }

    fn here() -> ModelKey {
        ModelKey::of(Some("here".to_owned()))
    }

    #[tokio::test]
    async fn a_model_is_tested_until_it_answers_and_then_the_game_is_told() {
        let (form, answers) = (QuestionForm::Words, AnswersBy::Sure);
        let profile = ModelProfile {
            form,
            answers,
            context: 4_096,
            warms_up: true,
            ..ModelProfile::default()
        };
        assert_eq!(messages("").await, [(ModelKey::default(), profile), (here(), profile)]);
    }

    #[tokio::test]
    async fn what_the_settings_state_wins_over_what_is_found() {
        let (form, answers) = (QuestionForm::Schema, AnswersBy::All);
        let reasoning = Reasoning::Off;
        let profile = ModelProfile { form, answers, context: 2_048, reasoning, warms_up: true };
        let more = "form: Some(Schema), answers: Some(All), context: Some(2048), \
                    reasoning: Some(Off)";
        assert_eq!(messages(more).await.first(), Some(&(ModelKey::default(), profile)));
    }

    #[tokio::test]
    async fn another_model_of_a_provider_is_tested_by_its_name_and_told_by_it() {
        let asked = Arc::new(|_, path: &str, body: &serde_json::Value| match path {
            "/v1/chat/completions" if body["model"] != "large" => (404, serde_json::json!({})),
            _ => small_model(path, body),
        });
        let told = messages_about(asked, "", Some("large")).await;
        let keys: Vec<ModelKey> = told.into_iter().map(|(key, _)| key).collect();
        let large = |key: ModelKey| ModelKey { model: Some("large".to_owned()), ..key };
        assert_eq!(keys, [large(ModelKey::default()), large(here())]);
    }

    #[tokio::test]
    async fn one_busy_moment_fixes_no_wrong_form() {
        // The first test has its two questions with tools refused in passing, the next has not.
        let busy = AtomicUsize::new(0);
        let asked = Arc::new(move |_, path: &str, body: &serde_json::Value| {
            let asks_tools = body.get("tools").is_some();
            if asks_tools && busy.fetch_add(1, Ordering::Relaxed) < 2 {
                return (429, serde_json::json!({ "error": "busy" }));
            }
            // Without a speed no question is too slow.
            let (code, mut answer) = small_model(path, body);
            answer.as_object_mut().unwrap().remove("timings");
            if asks_tools { calls_look() } else { (code, answer) }
        });
        let forms: Vec<QuestionForm> =
            messages_about(asked, "", None).await.into_iter().map(|(_, it)| it.form).collect();
        let (words, tools) = (QuestionForm::Words, QuestionForm::Tools);
        assert_eq!(forms, [words, words, tools, tools]);
    }

    #[tokio::test]
    async fn an_address_that_refuses_for_good_ends_no_test_of_another() {
        tasks::install_tls();
        let refuses: Arc<PlayedAnswer> = Arc::new(|_, _: &str, _: &serde_json::Value| {
            (401, serde_json::json!({ "error": "no such key" }))
        });
        // It takes longer to start than the other is tested.
        let tests = usize::try_from(MOST_LASTING).unwrap() + 2;
        let starts: Arc<PlayedAnswer> =
            Arc::new(move |number, path: &str, body: &serde_json::Value| {
                if number < tests { (503, serde_json::json!({})) } else { small_model(path, body) }
            });
        let refusing = PlayedEndpoint::serve(refuses).await;
        let starting = PlayedEndpoint::serve(starts).await;
        let more = format!("urls: [{:?}]", starting.base_url);
        let config = config(&refusing.base_url, &more);
        let (name, provider) = config.providers.first_key_value().unwrap();
        let (name, provider) = (name.clone(), provider.clone());
        let it = ProbedModel { name, model: None, is_default: false, provider };
        let (to_game, mut inbox) = mpsc::channel(16);
        it.probe_until_it_answers(to_game, |_| Duration::ZERO).await;
        assert!(matches!(inbox.recv().await, Some(ToGame::Profiled(..))));
    }

    fn calls_look() -> (u16, serde_json::Value) {
        let function = serde_json::json!({ "name": "look", "arguments": "{\"target\":\"lamp\"}" });
        let calls = serde_json::json!([{ "id": "1", "function": function }]);
        let message = serde_json::json!({ "content": null, "tool_calls": calls });
        (200, serde_json::json!({ "choices": [{ "message": message }] }))
    }

    #[test]
    fn whatever_a_persona_names_is_tested_and_what_stands_in_for_it() {
        let text = "(providers: {\"a\": OpenAi(base_url: \"http://a\", model: \"m\", \
                    fallback: [\"b\", \"scripted\"]), \
                    \"b\": Ollama(base_url: \"http://b\", model: \"m\"), \
                    \"c\": Anthropic(base_url: \"http://c\", model: \"m\")}, \
                    minds: (provider: \"a\"))";
        let config = Config::parse("my.ron", text).unwrap();
        let (to_game, _inbox) = mpsc::channel(1);
        let probing =
            Probing::new(&config, &to_game, &CancellationToken::new(), &TaskTracker::new());
        let names = |models: &[Model]| {
            let used = probing.used(models.iter()).into_iter();
            let known = used.filter(|(name, _)| probing.providers.contains_key(name));
            known.map(|(name, model)| name + model.as_deref().unwrap_or("")).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]), ["a", "b"]);
        let other = Model { name: Some("-large".to_owned()), ..Model::default() };
        let stands_in = Model { fallback: vec!["c".to_owned()], ..Model::default() };
        assert_eq!(names(&[other, stands_in]), ["a", "a-large", "b", "c"]);
    }
}
