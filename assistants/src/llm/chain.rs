//! Chains of models: who is asked in place of a model that gives no answer.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::profile::ModelKey;
pub use crate::persona::MOST_FALLBACKS;

/// Name of the built-in provider, which is always available.
pub const SCRIPTED: &str = "scripted";

/// Fallbacks of the settings: for a provider, by the name that personas give it, the names of those
/// that are asked in its place.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFallbacks(pub Vec<(Option<String>, Vec<String>)>);

impl ModelFallbacks {
    fn of(&self, provider: Option<&str>) -> &[String] {
        let entry = self.0.iter().find(|(name, _)| name.as_deref() == provider);
        entry.map_or(&[], |(_, names)| names)
    }
}

/// Models that one thought may ask: the first, and the others in its place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelChain {
    models: Vec<ModelKey>,
    /// Index of the model that is asked now.
    at: usize,
    /// True if one of the models is on another machine.
    pub outside: bool,
}

impl ModelChain {
    /// Lists the models for a character: its own, then the fallbacks of its persona, or those of its
    /// provider if the persona has none. The built-in brain ends the list, since it answers anyway
    /// where no model does.
    #[must_use]
    pub fn new(own: ModelKey, of_persona: &[String], of_settings: &ModelFallbacks) -> Self {
        let of_provider = of_settings.of(own.provider.as_deref());
        let names = if of_persona.is_empty() { of_provider } else { of_persona };
        let mut models = vec![own];
        for name in names.iter().take_while(|it| *it != SCRIPTED).take(MOST_FALLBACKS) {
            let key = ModelKey::of(Some(name.clone()));
            if !models.contains(&key) {
                models.push(key);
            }
        }
        Self { models, at: 0, outside: false }
    }

    /// Returns the chain for words that may go to no other machine, or to any: without those models
    /// whose provider `is_outside`, if they must not.
    #[must_use]
    pub fn kept_to(mut self, may_go: bool, is_outside: impl Fn(&ModelKey) -> bool) -> Self {
        self.outside = self.models.iter().any(&is_outside);
        if self.outside && !may_go {
            self.models.retain(|it| !is_outside(it));
            self.outside = false;
        }
        self
    }

    /// Returns whether there is no model to ask.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.models.is_empty()
    }

    /// Returns the model that is asked now.
    #[must_use]
    pub fn current(&self) -> Option<&ModelKey> {
        self.models.get(self.at)
    }

    /// Returns whether the model that is asked now stands in for another one.
    #[must_use]
    pub fn is_fallback(&self) -> bool {
        self.at > 0
    }

    /// Returns the models after the present one.
    #[must_use]
    pub fn next(&self) -> &[ModelKey] {
        self.models.get(self.at + 1..).unwrap_or_default()
    }

    /// Goes on with the next model but `skipped` others.
    pub fn advance(&mut self, skipped: usize) {
        self.at += 1 + skipped;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> ModelKey {
        ModelKey::of(Some(name.to_owned()))
    }

    fn names(of: &[&str]) -> Vec<String> {
        of.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn a_personas_fallbacks_come_before_its_providers_and_the_script_ends_them() {
        let settings = ModelFallbacks(vec![
            (None, names(&["small"])),
            (Some("cloud".to_owned()), names(&["small", "scripted", "other"])),
        ]);
        let models = |own: &ModelKey, of_persona: &[&str]| {
            ModelChain::new(own.clone(), &names(of_persona), &settings).models
        };
        let large = ModelKey { model: Some("large".to_owned()), ..key("cloud") };
        assert_eq!(models(&large, &[]), [large.clone(), key("small")]);
        assert_eq!(models(&large, &["cloud", "other"]), [large, key("cloud"), key("other")]);
        assert_eq!(models(&ModelKey::default(), &[]), [ModelKey::default(), key("small")]);
        assert_eq!(models(&key("small"), &["scripted"]), [key("small")]);
        assert_eq!(models(&key("small"), &["small"]), [key("small")], "nobody is asked twice");
    }

    #[test]
    fn words_that_stay_here_go_to_models_here_alone() {
        let none = ModelFallbacks::default();
        let chain = || ModelChain::new(key("cloud"), &names(&["here", "sky"]), &none);
        let is_outside = |it: &ModelKey| *it != key("here");
        let all = chain().kept_to(true, is_outside);
        assert!(all.outside && all.models.len() == 3);
        let kept = chain().kept_to(false, is_outside);
        assert!(!kept.outside && kept.models == [key("here")]);
        let nobody = ModelChain::new(key("sky"), &[], &none).kept_to(false, is_outside);
        assert!(nobody.is_empty() && nobody.current().is_none());
    }

    #[test]
    fn a_chain_is_gone_through_once() {
        let mut chain = ModelChain::new(key("a"), &names(&["b", "c"]), &ModelFallbacks::default());
        assert_eq!((chain.current(), chain.is_fallback()), (Some(&key("a")), false));
        assert_eq!(chain.next(), [key("b"), key("c")]);
        chain.advance(1);
        assert_eq!((chain.current(), chain.is_fallback()), (Some(&key("c")), true));
        chain.advance(0);
        assert!(chain.current().is_none() && chain.next().is_empty());
    }
}
