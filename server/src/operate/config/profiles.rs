//! Profiles of the providers, as far as the settings state them.

use assistants::llm::{
    chain::ModelFallbacks,
    http::is_here,
    profile::{AnswersBy, ModelKey, ModelProfile, ModelProfiles, QuestionForm},
};

use super::{Config, providers::EndpointConfig};

impl Config {
    /// Returns who is asked in place of which provider.
    #[must_use]
    pub fn fallbacks(&self) -> ModelFallbacks {
        let all = self.providers.iter().map(|(name, it)| (name, it.settings().fallback.clone()));
        let of_default = |name: &String| (*name == self.minds.provider).then_some(None);
        let named = all.flat_map(|(name, fallback)| {
            let names = of_default(name).into_iter().chain([Some(name.clone())]);
            names.map(move |name| (name, fallback.clone()))
        });
        ModelFallbacks(named.filter(|(_, fallback)| !fallback.is_empty()).collect())
    }

    /// Returns the profiles of the providers, as far as the settings state them.
    #[must_use]
    pub fn profiles(&self) -> ModelProfiles {
        let profiles = self.providers.iter().map(|(name, it)| (name, it.settings().profile()));
        let of_default = |name: &String| (*name == self.minds.provider).then_some(None);
        let all = profiles.flat_map(|(name, profile)| {
            let names = of_default(name).into_iter().chain([Some(name.clone())]);
            names.map(move |name| (ModelKey::of(name), profile))
        });
        ModelProfiles(all.collect())
    }
}

impl EndpointConfig {
    /// Returns the profile as far as the settings state it; until a test of the endpoint finds more,
    /// questions have the form that every model understands.
    #[must_use]
    pub fn profile(&self) -> ModelProfile {
        let form = QuestionForm::Words;
        let answers = AnswersBy::of(form);
        self.over(ModelProfile { form, answers, ..ModelProfile::default() })
    }

    /// Returns the profile that a test of the endpoint chose, with the values of the settings in
    /// its place.
    #[must_use]
    pub fn over(&self, found: ModelProfile) -> ModelProfile {
        // A share that was chosen for another form says nothing of this one.
        let answers = self.form.map_or(found.answers, AnswersBy::of);
        ModelProfile {
            form: self.form.unwrap_or(found.form),
            answers: self.answers.unwrap_or(answers),
            context: self.context.unwrap_or(found.context),
            reasoning: self.reasoning.unwrap_or(found.reasoning),
            // Elsewhere each question costs money.
            warms_up: self.warms_up.unwrap_or_else(|| self.addresses().all(is_here)),
        }
    }
}
