//! Settings of a mind that staff may put in place of those of its persona, with their ranges.

use std::{collections::BTreeMap, ops::RangeInclusive, sync::Arc};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::persona::Persona;

/// Setting that staff may change while the server runs.
pub struct MindSetting {
    /// Name, that of the field of the persona.
    pub name: &'static str,
    /// Meaning and unit, for `@npc set`.
    pub about: &'static str,
    pub least: u32,
    pub most: u32,
    /// Function that returns the value of a persona; none for that of the provider.
    pub get: fn(&Persona) -> Option<u32>,
    put: fn(&mut Persona, u32),
}

/// All settings that staff may change.
pub static SETTINGS: [MindSetting; 6] = [
    MindSetting {
        name: "temperature",
        about: "how freely the model chooses its words, in percent",
        least: 0,
        most: 200,
        get: |it| it.model.temperature.map(u32::from),
        put: |it, value| it.model.temperature = u8::try_from(value).ok(),
    },
    MindSetting {
        name: "max_tokens",
        about: "most tokens in one answer of the model",
        least: 16,
        most: 4_096,
        get: |it| it.model.max_tokens,
        put: |it, value| it.model.max_tokens = Some(value),
    },
    MindSetting {
        name: "context",
        about: "size of the model's context window, in tokens",
        least: 1_024,
        most: 2_000_000,
        get: |it| it.model.context,
        put: |it, value| it.model.context = Some(value),
    },
    MindSetting {
        name: "max_steps",
        about: "most questions to the model in one thought",
        least: 1,
        most: 10,
        get: |it| Some(it.tools.max_steps.into()),
        put: |it, value| it.tools.max_steps = small(value),
    },
    MindSetting {
        name: "max_hops",
        about: "most characters in a row that answer one another",
        least: 1,
        most: 8,
        get: |it| Some(it.attention.max_hops.into()),
        put: |it, value| it.attention.max_hops = small(value),
    },
    MindSetting {
        name: "talkativeness",
        about: "how readily it speaks unasked, in percent",
        least: 0,
        most: 100,
        get: |it| Some(it.attention.talkativeness.into()),
        put: |it, value| it.attention.talkativeness = small(value),
    },
];

/// Returns a value that is within the range of a setting of one byte.
fn small(value: u32) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

impl MindSetting {
    /// Returns whether a value is within the range.
    #[must_use]
    pub fn allows(&self, value: u32) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

/// Returns the setting with a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static MindSetting> {
    SETTINGS.iter().find(|it| it.name == name)
}

/// Returns the range of the setting with a name; all numbers if there is none.
#[must_use]
pub fn range(name: &str) -> RangeInclusive<u32> {
    named(name).map_or(0..=u32::MAX, |it| it.least..=it.most)
}

/// Persona of a mind as the content has it.
#[derive(Component, Debug, Clone)]
pub struct AuthoredPersona(pub Arc<Persona>);

/// Settings that staff gave a mind, by name. They stay over a restart, and when the persona is read
/// again.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MindSettings(BTreeMap<String, u32>);

impl MindSettings {
    /// Returns whether the persona's settings all stand.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether staff gave a setting.
    #[must_use]
    pub fn has(&self, setting: &MindSetting) -> bool {
        self.0.contains_key(setting.name)
    }

    /// Puts a value in place of the persona's; none gives that back.
    pub fn put(&mut self, setting: &MindSetting, value: Option<u32>) {
        match value {
            Some(value) => self.0.insert(setting.name.to_owned(), value),
            None => self.0.remove(setting.name),
        };
    }

    /// Puts them in place of those of a persona. What an older version saved and is no setting any
    /// more, or out of its range, is left out.
    pub fn apply(&self, persona: &mut Persona) {
        for setting in &SETTINGS {
            if let Some(value) = self.0.get(setting.name).filter(|it| setting.allows(**it)) {
                (setting.put)(persona, *value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_takes_its_whole_range_and_nothing_else() {
        let text = r#"(id: "ann", voice: "Calm.",
            body: (name: "Ann", description: "A woman.", home: "town/square"))"#;
        let authored: Persona = ron::from_str(text).unwrap();
        for setting in &SETTINGS {
            for value in [setting.least, setting.most] {
                let mut settings = MindSettings::default();
                settings.put(setting, Some(value));
                let mut persona = authored.clone();
                settings.apply(&mut persona);
                assert_eq!((setting.get)(&persona), Some(value), "{}", setting.name);
            }
            let mut settings = MindSettings::default();
            settings.put(setting, Some(setting.most + 1));
            let mut persona = authored.clone();
            settings.apply(&mut persona);
            assert_eq!(persona, authored, "{}", setting.name);
            assert!(!setting.about.is_empty() && range(setting.name).contains(&setting.most));
        }
    }
}
