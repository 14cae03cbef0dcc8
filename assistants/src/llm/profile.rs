//! Profiles of providers: form of the questions to a model, share of the lines that it answers, and
//! size of its context. They come from the settings, and from what a test of the endpoint found.

use std::{collections::BTreeMap, fmt};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::turn::budget::CONTEXT;

/// Form of a question to a model.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum QuestionForm {
    /// Plain text: the reply is what the character says. Every model understands it.
    Words,
    /// JSON schema by `response_format`: the reply is an object with words, a pose and an act.
    Schema,
    /// Native tool calls.
    #[default]
    Tools,
}

impl QuestionForm {
    /// All forms, the least demanding first.
    pub const ALL: [Self; 3] = [Self::Words, Self::Schema, Self::Tools];

    /// Returns the name of the form in settings and logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Words => "Words",
            Self::Schema => "Schema",
            Self::Tools => "Tools",
        }
    }
}

/// Share of the lines that a model answers; the script answers the others.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum AnswersBy {
    /// Lines of which the script is not sure: it knows nothing of the matter, or could only ask which of
    /// several is meant. The script answers those of which it is sure. Suits small models.
    Sure,
    /// All lines: the script decides what is done, and the model words it.
    #[default]
    All,
}

impl AnswersBy {
    /// Returns the default of which lines the model answers, by the form of its questions: a model that
    /// calls no tools answers only lines that the script has no answer to.
    #[must_use]
    pub fn of(form: QuestionForm) -> Self {
        match form {
            QuestionForm::Tools => Self::All,
            QuestionForm::Words | QuestionForm::Schema => Self::Sure,
        }
    }

    /// Returns the name in settings and logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sure => "Sure",
            Self::All => "All",
        }
    }
}

/// Reasoning of a model before its answers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Reasoning {
    /// The model writes none.
    #[default]
    Never,
    /// Reasoning that each request turns off.
    Off,
    /// Reasoning that is let be: requests leave room for it, and no blank line ends a reply.
    On,
}

impl Reasoning {
    /// Returns the name in settings and logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "Never",
            Self::Off => "Off",
            Self::On => "On",
        }
    }

    /// Returns whether this is the default, which is left out of what is saved.
    fn is_never(&self) -> bool {
        *self == Self::Never
    }
}

/// Profile of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelProfile {
    pub form: QuestionForm,
    pub answers: AnswersBy,
    /// Size of the context window, in tokens.
    pub context: u32,
    /// True if the endpoint is sent the beginning of a character's questions before anybody speaks,
    /// so that it is in the prompt cache.
    #[serde(default)]
    pub warms_up: bool,
    #[serde(default, skip_serializing_if = "Reasoning::is_never")]
    pub reasoning: Reasoning,
}

impl Default for ModelProfile {
    fn default() -> Self {
        Self {
            form: QuestionForm::default(),
            answers: AnswersBy::default(),
            context: CONTEXT,
            warms_up: false,
            reasoning: Reasoning::default(),
        }
    }
}

/// Model as a persona names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "SavedKey", into = "SavedKey")]
pub struct ModelKey {
    /// Name of the provider; none for the default provider.
    pub provider: Option<String>,
    /// Name of the model; none for the provider's own.
    pub model: Option<String>,
}

impl ModelKey {
    /// Returns the key of a provider's own model.
    #[must_use]
    pub fn of(provider: Option<String>) -> Self {
        Self { provider, model: None }
    }
}

impl fmt::Display for ModelKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.provider, &self.model) {
            (Some(provider), Some(model)) => write!(f, "`{provider}` ({model})"),
            (Some(provider), None) => write!(f, "`{provider}`"),
            (None, Some(model)) => write!(f, "the default provider ({model})"),
            (None, None) => f.write_str("the default provider"),
        }
    }
}

/// Saved form of a [`ModelKey`]; the first is that of files in which profiles were by provider.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum SavedKey {
    Provider(Option<String>),
    Model { provider: Option<String>, model: Option<String> },
}

impl From<SavedKey> for ModelKey {
    fn from(saved: SavedKey) -> Self {
        match saved {
            SavedKey::Provider(provider) => Self::of(provider),
            SavedKey::Model { provider, model } => Self { provider, model },
        }
    }
}

impl From<ModelKey> for SavedKey {
    fn from(ModelKey { provider, model }: ModelKey) -> Self {
        match model {
            None => Self::Provider(provider),
            Some(_) => Self::Model { provider, model },
        }
    }
}

/// Profiles of the models that personas name.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ProfilePairs", into = "ProfilePairs")]
pub struct ModelProfiles(pub BTreeMap<ModelKey, ModelProfile>);

/// Saved form of [`ModelProfiles`]: a key of a JSON object cannot be none.
type ProfilePairs = Vec<(ModelKey, ModelProfile)>;

impl From<ProfilePairs> for ModelProfiles {
    fn from(pairs: ProfilePairs) -> Self {
        Self(pairs.into_iter().collect())
    }
}

impl From<ModelProfiles> for ProfilePairs {
    fn from(profiles: ModelProfiles) -> Self {
        profiles.0.into_iter().collect()
    }
}

impl ModelProfiles {
    /// Creates the profiles of a default provider alone, or none for the built-in brain.
    #[must_use]
    pub fn of_default(profile: Option<ModelProfile>) -> Self {
        Self(profile.into_iter().map(|it| (ModelKey::default(), it)).collect())
    }

    /// Returns the profile of a model, or of its provider's own as long as it has none; none for the
    /// built-in brain.
    #[must_use]
    pub fn of(&self, key: &ModelKey) -> Option<ModelProfile> {
        let own = self.0.get(key);
        own.or_else(|| self.0.get(&ModelKey::of(key.provider.clone()))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_saved_with_that_of_the_default_provider() {
        let local = ModelKey::of(Some("local".to_owned()));
        let large = ModelKey { model: Some("large".to_owned()), ..local.clone() };
        let names = [ModelKey::default(), local, large];
        let profiles = names.map(|name| (name, ModelProfile::default()));
        let profiles = ModelProfiles(profiles.into_iter().collect());
        let saved = serde_json::to_string(&profiles).unwrap();
        assert_eq!(serde_json::from_str::<ModelProfiles>(&saved).unwrap(), profiles);
    }

    #[test]
    fn profiles_that_were_saved_by_provider_are_read() {
        let saved = r#"[[null,{"form":"Words","answers":"Sure","context":4096}],
                        ["local",{"form":"Tools","answers":"All","context":8192}]]"#;
        let profiles: ModelProfiles = serde_json::from_str(saved).unwrap();
        let of = |name: Option<&str>| profiles.of(&ModelKey::of(name.map(str::to_owned)));
        assert_eq!(of(None).map(|it| it.context), Some(4_096));
        assert_eq!(of(Some("local")).map(|it| it.reasoning), Some(Reasoning::Never));
    }

    #[test]
    fn each_model_of_a_provider_has_its_own_profile() {
        let own = ModelKey::of(Some("local".to_owned()));
        let other = |name: &str| ModelKey { model: Some(name.to_owned()), ..own.clone() };
        let sized = |context| ModelProfile { context, ..ModelProfile::default() };
        let known = [(own.clone(), sized(1)), (other("large"), sized(2))];
        let profiles = ModelProfiles(known.into_iter().collect());
        let of = |key: &ModelKey| profiles.of(key).map(|it| it.context);
        assert_eq!([of(&own), of(&other("large")), of(&other("new"))], [Some(1), Some(2), Some(1)]);
        assert_eq!(of(&ModelKey::default()), None);
    }
}
