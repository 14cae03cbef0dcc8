//! Acquaintances: knowledge of a mind about characters that it has met.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Label};
use serde::{Deserialize, Serialize};

use super::regard::Regard;
use crate::{perceive::classify::SenderStanding, persona::Persona};

/// Maximum number of acquaintances of a mind; the one least recently talked with is evicted first.
pub const ACQUAINTANCES: usize = 500;

/// Acquaintances of a mind, by character.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Acquaintances(pub BTreeMap<CharacterId, Acquaintance>);

/// Knowledge of a mind about one character that it has met.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acquaintance {
    /// Number of conversations.
    pub talks: u32,
    /// Time of the last conversation.
    pub last: WorldTime,
    /// Time of the last greeting that the mind gave unprompted.
    pub greeted: WorldTime,
    /// Time and name of the character's last public arrival that the mind saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<(WorldTime, String)>,
    /// Time of the character's last public sighting before the present visit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<WorldTime>,
    /// Last words of the mind to the character, with their label.
    pub said: Option<(String, Label)>,
    /// Remembered facts about the character: one value a slot, with its label.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slots: BTreeMap<String, (String, Label)>,
    /// Regard for the character; none until something changes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regard: Option<Regard>,
    /// Credibility of the character's statements so far.
    #[serde(default, skip_serializing_if = "SenderStanding::is_blank")]
    pub standing: SenderStanding,
}

impl Acquaintance {
    /// Records a public arrival of the character under a name.
    pub fn come_in(&mut self, at: WorldTime, name: String) {
        let last = self.came.replace((at, name)).map(|(at, _)| at);
        self.before = self.before.max(last);
    }

    /// Records a public departure, as the time of the last visit.
    pub fn leave(&mut self, at: WorldTime) {
        self.before = Some(at);
    }

    /// Returns the labels of the last words and the slots.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        self.said.iter().map(|(_, it)| it).chain(self.slots.values().map(|(_, it)| it))
    }

    /// Drops the last words and slots whose labels match; returns whether there were any.
    pub fn drop_from(&mut self, is_one: impl Fn(&Label) -> bool) -> bool {
        let before = self.slots.len();
        self.slots.retain(|_, (_, label)| !is_one(label));
        let unsaid = self.said.take_if(|(_, label)| is_one(label)).is_some();
        unsaid || self.slots.len() < before
    }

    /// Returns the slots whose labels `may_read` accepts: slot, value and label.
    pub fn slots_for(
        &self,
        may_read: impl Fn(&Label) -> bool,
    ) -> impl Iterator<Item = (&String, &String, &Label)> {
        let all = self.slots.iter().map(|(slot, (value, label))| (slot, value, label));
        all.filter(move |(.., label)| may_read(label))
    }
}

impl Acquaintances {
    /// Returns the acquaintance with a character, created if there is none.
    pub fn meet(&mut self, id: &CharacterId) -> &mut Acquaintance {
        self.0.entry(id.clone()).or_default()
    }

    /// Returns the credibility of a character's statements so far; the default for strangers.
    #[must_use]
    pub fn standing(&self, whom: &CharacterId) -> SenderStanding {
        self.0.get(whom).map(|it| it.standing).unwrap_or_default()
    }

    /// Returns the regard for a character, 0 to 100: the one that developed, or the initial one of
    /// the persona.
    #[must_use]
    pub fn regard(&self, whom: &CharacterId, persona: &Persona) -> u8 {
        let known = self.0.get(whom).and_then(|it| it.regard);
        known.map_or_else(|| persona.regard_at_first(whom), Regard::value)
    }

    /// Evicts the acquaintances least recently talked with, except `but`, down to the maximum, and
    /// returns them.
    pub fn forget(&mut self, but: &CharacterId) -> Vec<CharacterId> {
        let mut forgotten = Vec::new();
        while self.0.len() > ACQUAINTANCES {
            let others = self.0.iter().filter(|(id, _)| *id != but);
            let Some((oldest, _)) = others.min_by_key(|(_, it)| it.last) else { break };
            let oldest = oldest.clone();
            self.0.remove(&oldest);
            forgotten.push(oldest);
        }
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_is_reckoned_from_the_one_before_it() {
        let mut it = Acquaintance::default();
        it.come_in(WorldTime(5), "Bob".to_owned());
        assert_eq!(it.before, None, "they were never here before");
        // They left while it looked elsewhere.
        it.come_in(WorldTime(50), "Bob".to_owned());
        assert_eq!(it.before, Some(WorldTime(5)));
        it.leave(WorldTime(90));
        it.come_in(WorldTime(100), "Bob".to_owned());
        assert_eq!(it.before, Some(WorldTime(90)));
    }

    #[test]
    fn who_was_met_longest_ago_is_forgotten_first_and_never_who_is_met_now() {
        let mut people = Acquaintances::default();
        let id = |n: usize| CharacterId::new(&format!("guest-{n}")).unwrap();
        for n in 0..ACQUAINTANCES {
            people.meet(&id(n)).last = WorldTime(u64::try_from(n).unwrap() + 1);
            assert_eq!(people.forget(&id(n)), []);
        }
        // They have not talked yet, which is longer ago than anything.
        people.meet(&id(1_000));
        assert_eq!(people.forget(&id(1_000)), [id(0)]);
        people.meet(&id(1_001));
        assert_eq!(people.forget(&id(1_001)), [id(1_000)]);
        assert_eq!(people.0.len(), ACQUAINTANCES);
    }
}
