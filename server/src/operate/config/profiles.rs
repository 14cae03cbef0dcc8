//! Profiles of the providers, as far as the settings state them.

use std::collections::BTreeMap;

use assistants::llm::{
    openai::is_here,
    profile::{AnswersBy, ModelProfile, ModelProfiles, QuestionForm},
};

use super::{Config, OpenAiConfig, ProviderConfig};

impl Config {
    /// Returns the profiles of the providers, as far as the settings state them.
    #[must_use]
    pub fn profiles(&self) -> ModelProfiles {
        let profile = |it: &ProviderConfig| match it {
            ProviderConfig::OpenAi(settings) => settings.profile(),
        };
        let named = self.providers.iter().map(|(name, it)| (Some(name.clone()), profile(it)));
        let mut all: BTreeMap<_, _> = named.collect();
        if let Some(default) = self.providers.get(&self.minds.provider) {
            all.insert(None, profile(default));
        }
        ModelProfiles(all)
    }
}

impl OpenAiConfig {
    /// Returns the profile as far as the settings state it; until a test of the endpoint finds more,
    /// questions have the form that every model understands.
    #[must_use]
    pub fn profile(&self) -> ModelProfile {
        let form = QuestionForm::Words;
        let answers = AnswersBy::of(form);
        self.over(ModelProfile { form, answers, ..ModelProfile::default() })
    }

    /// Returns what a test of the endpoint chose, with what the settings state in its place.
    #[must_use]
    pub fn over(&self, found: ModelProfile) -> ModelProfile {
        // A share that was chosen for another form says nothing of this one.
        let answers = self.form.map_or(found.answers, AnswersBy::of);
        ModelProfile {
            form: self.form.unwrap_or(found.form),
            answers: self.answers.unwrap_or(answers),
            context: self.context.unwrap_or(found.context),
            // Elsewhere each question costs money.
            warms_up: self.warms_up.unwrap_or_else(|| is_here(&self.base_url)),
        }
    }
}
