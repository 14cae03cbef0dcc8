//! Sources of answers in the sandbox: the built-in brain, or a model of the settings by the
//! server's own gateway.

use std::{sync::Arc, time::Duration};

use assistants::llm::{
    ChatReply, ChatRequest, LlmError,
    cassette::{Cassette, ReplyTap},
    gateway::{Answer, Gateway},
    profile::{ModelKey, ModelProfile, ModelProfiles},
    providers::SCRIPTED,
    scene::Scene,
    scripted,
};
use engine::id::CharacterId;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tokio::{
    runtime::{Builder, Runtime},
    sync::mpsc,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::bare::Thinker;
use crate::{
    clock::Stopwatch,
    operate::{config::Config, tasks},
    run::gateway_settings,
};

/// Room for answers on their way; one is asked for at a time.
const ANSWERS: usize = 4;

/// Sources of answers, with the chosen one.
pub(super) struct Brains {
    config: Config,
    /// Character whose scenes are kept.
    of: CharacterId,
    /// Name of the chosen model; none for the built-in brain.
    model: Option<String>,
    endpoints: Option<Endpoints>,
    /// Replies that are played in place of a model's.
    cassette: Option<Cassette>,
    /// Called with each response of a model.
    tap: Option<ReplyTap>,
    /// Scene of the last thought.
    scene: Option<Arc<Scene>>,
    /// True once a model was asked.
    modelled: bool,
}

/// The way to the models of the settings.
struct Endpoints {
    runtime: Runtime,
    gateway: Gateway,
    answers: mpsc::Receiver<Answer>,
}

impl Brains {
    /// Creates the built-in brain, with these settings to choose other models from.
    pub(super) fn new(config: Config, of: CharacterId) -> Self {
        Self {
            config,
            of,
            model: None,
            endpoints: None,
            cassette: None,
            tap: None,
            scene: None,
            modelled: false,
        }
    }

    /// Sets a function that is called with each response of a model that is chosen later.
    pub(super) fn tap(&mut self, tap: ReplyTap) {
        self.tap = Some(tap);
    }

    /// Answers from the replies of a cassette from now on.
    pub(super) fn replay(&mut self, cassette: Cassette) {
        self.model = Some(cassette.head.model.clone());
        self.cassette = Some(cassette);
    }

    /// Returns the number of replies of the cassette that were not played; none without a cassette.
    pub(super) fn unplayed(&self) -> Option<usize> {
        self.cassette.as_ref().map(|it| it.replies.len())
    }

    /// Returns the scene of the last thought; none when there was none since it was
    /// [forgotten](Self::forget).
    pub(super) fn scene(&self) -> Option<&Scene> {
        self.scene.as_deref()
    }

    /// Forgets what the last thought was about.
    pub(super) fn forget(&mut self) {
        self.scene = None;
    }

    /// Returns whether any model but the built-in brain was asked.
    pub(super) fn modelled(&self) -> bool {
        self.modelled
    }

    /// Chooses the model that answers from now on. The error is a sentence.
    pub(super) fn choose(&mut self, name: &str) -> Result<String, String> {
        if name == SCRIPTED && !self.config.providers.contains_key(name) {
            self.model = None;
            return Ok("The built-in brain answers now.".to_owned());
        }
        if !self.config.providers.contains_key(name) {
            return Err(self.possible(name));
        }
        if self.endpoints.is_none() {
            self.endpoints = Some(
                Endpoints::open(&self.config, self.tap.as_ref()).map_err(|it| format!("{it:#}"))?,
            );
        }
        self.model = Some(name.to_owned());
        Ok(format!("`{name}` answers now, and the built-in brain where it fails."))
    }

    /// Returns whether a model was chosen, and not the built-in brain.
    pub(super) fn is_model(&self) -> bool {
        self.model.is_some()
    }

    /// Returns the profile of the chosen model by the settings, or of the cassette; none for the
    /// built-in brain.
    pub(super) fn profile(&self) -> Option<ModelProfile> {
        if let Some(cassette) = &self.cassette {
            return Some(cassette.profile());
        }
        self.config.profiles().of(&ModelKey::of(Some(self.model.clone()?)))
    }

    /// Returns the profiles of a game in which the chosen model answers for everybody: for the
    /// default and for each provider that a character may name. The built-in brain has none.
    pub(super) fn profiles(&self) -> ModelProfiles {
        self.profile().map(|it| self.profiles_of(it)).unwrap_or_default()
    }

    /// Returns the profiles of the game with another profile in place of that of the settings.
    pub(super) fn profiles_of(&self, profile: ModelProfile) -> ModelProfiles {
        // Time stands still while a model answers here, so none is idle.
        let profile = ModelProfile { warms_up: false, ..profile };
        let named = self.config.providers.keys().cloned().map(Some);
        ModelProfiles(named.chain([None]).map(|it| (ModelKey::of(it), profile)).collect())
    }

    /// Returns the sentence with the models that can be chosen, for somebody who chose another.
    fn possible(&self, name: &str) -> String {
        let said = if name.is_empty() {
            format!("`{}` answers.", self.model.as_deref().unwrap_or(SCRIPTED))
        } else {
            format!("There is no model `{name}`.")
        };
        let others: Vec<&str> = self.config.providers.keys().map(String::as_str).collect();
        if others.is_empty() {
            format!(
                "{said} Only `{SCRIPTED}` is possible here; for others start with --config FILE, \
                 where FILE names providers."
            )
        } else {
            format!("{said} Possible are {SCRIPTED}, {}.", others.join(", "))
        }
    }
}

impl Thinker for Brains {
    fn answer(&mut self, mut request: ChatRequest) -> (Duration, Result<ChatReply, LlmError>) {
        if request.npc == self.of && request.scene.done.is_empty() {
            self.scene = Some(request.scene.clone());
        }
        if let Some(cassette) = &mut self.cassette {
            self.modelled = true;
            return (Duration::ZERO, cassette.play(&request));
        }
        let (Some(model), Some(endpoints)) = (&self.model, &mut self.endpoints) else {
            return (Duration::ZERO, Ok(scripted::answer(&request.scene)));
        };
        self.modelled = true;
        request.provider = Some(model.clone());
        let watch = Stopwatch::start();
        let result = endpoints.ask(request);
        (watch.elapsed(), result)
    }
}

impl Endpoints {
    fn open(config: &Config, tap: Option<&ReplyTap>) -> anyhow::Result<Self> {
        let models = tasks::tapped_models(config, tap)?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (answered, answers) = mpsc::channel(ANSWERS);
        let settings = gateway_settings(&config.minds);
        let gateway = {
            let _inside = runtime.enter();
            let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
            let rng = ChaCha8Rng::seed_from_u64(super::SEED);
            Gateway::spawn(models, settings, answered, stop, &tasks, rng)
        };
        Ok(Self { runtime, gateway, answers })
    }

    /// Asks, and waits for the answer.
    fn ask(&mut self, request: ChatRequest) -> Result<ChatReply, LlmError> {
        self.gateway.ask(request)?;
        let answer = self.runtime.block_on(self.answers.recv());
        answer.map_or(Err(LlmError::Cancelled), |it| it.result)
    }
}

#[cfg(test)]
mod tests {
    use assistants::llm::profile::QuestionForm;

    use super::*;

    #[test]
    fn a_chosen_model_is_asked_in_its_own_form_by_everybody() {
        let settings = r#"(providers: {
            "one": OpenAi(base_url: "http://127.0.0.1:9/v1", model: "m", form: Some(Schema)),
            "two": OpenAi(base_url: "http://127.0.0.1:9/v1", model: "m", form: Some(Tools)),
        })"#;
        let config = Config::parse("f.ron", settings).unwrap();
        let mut brains = Brains::new(config, CharacterId::new("mara").unwrap());
        assert_eq!(brains.profiles(), ModelProfiles::default());
        brains.choose("one").unwrap();
        let one = brains.profiles();
        for name in [None, Some("one".to_owned()), Some("two".to_owned())] {
            let key = ModelKey::of(name);
            assert_eq!(one.of(&key).map(|it| it.form), Some(QuestionForm::Schema), "{key}");
        }
        brains.choose("two").unwrap();
        assert_eq!(
            brains.profiles().of(&ModelKey::default()).map(|it| it.form),
            Some(QuestionForm::Tools)
        );
        brains.choose(SCRIPTED).unwrap();
        assert_eq!(brains.profiles(), ModelProfiles::default());
    }
}
