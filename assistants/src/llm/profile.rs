//! Profiles of providers: form of the questions to a model, share of the lines that it answers, and
//! size of its context. They come from the settings, and from what a test of the endpoint found.

use std::collections::BTreeMap;

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

/// Lines that a model answers; the script answers the others.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum AnswersBy {
    /// Lines that the script has no answer to: it knows nothing of the matter, or could only ask which
    /// of several is meant. Suits small models.
    Sure,
    /// All lines: the script decides what is done, and the model words it.
    #[default]
    All,
}

impl AnswersBy {
    /// Returns the share for a form of question, unless the settings state another: a model that
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
}

impl Default for ModelProfile {
    fn default() -> Self {
        Self {
            form: QuestionForm::default(),
            answers: AnswersBy::default(),
            context: CONTEXT,
            warms_up: false,
        }
    }
}

/// Profiles of the providers, by the names that personas give them; none for the default provider.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ProfilePairs", into = "ProfilePairs")]
pub struct ModelProfiles(pub BTreeMap<Option<String>, ModelProfile>);

/// Saved form of [`ModelProfiles`]: a key of a JSON object cannot be none.
type ProfilePairs = Vec<(Option<String>, ModelProfile)>;

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
    /// Returns the profile of a provider; none for the built-in brain.
    #[must_use]
    pub fn of(&self, provider: Option<&String>) -> Option<ModelProfile> {
        self.0.get(&provider.cloned()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_saved_with_that_of_the_default_provider() {
        let names = [None, Some("local".to_owned())];
        let profiles = names.map(|name| (name, ModelProfile::default()));
        let profiles = ModelProfiles(profiles.into_iter().collect());
        let saved = serde_json::to_string(&profiles).unwrap();
        assert_eq!(serde_json::from_str::<ModelProfiles>(&saved).unwrap(), profiles);
    }
}
