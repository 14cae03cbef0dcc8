//! What a mind knows of people by having met them.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Label};
use serde::{Deserialize, Serialize};

use super::regard::Regard;
use crate::{perceive::classify::SenderStanding, persona::Persona};

/// Most people a mind keeps count of; the one met longest ago goes first.
pub const ACQUAINTANCES: usize = 500;

/// What a mind knows of people by having met them.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Acquaintances(pub BTreeMap<CharacterId, Acquaintance>);

/// One acquaintance.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acquaintance {
    /// How often they spoke with each other.
    pub talks: u32,
    /// When they last did.
    pub last: WorldTime,
    /// When the mind last greeted them of its own accord.
    pub greeted: WorldTime,
    /// When it last saw them come in, before everybody, and by which name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<(WorldTime, String)>,
    /// When it last saw them, before everybody, before the visit that goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<WorldTime>,
    /// The last thing the mind said to them, and who may know it.
    pub said: Option<(String, Label)>,
    /// What the mind keeps in mind of them: one value a slot, and who may know it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slots: BTreeMap<String, (String, Label)>,
    /// How well it thinks of them; none while nothing moved that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regard: Option<Regard>,
    /// How what they said has proved.
    #[serde(default, skip_serializing_if = "SenderStanding::is_blank")]
    pub standing: SenderStanding,
}

impl Acquaintance {
    /// They come in before everybody, by this name.
    pub fn come_in(&mut self, at: WorldTime, name: String) {
        let last = self.came.replace((at, name)).map(|(at, _)| at);
        self.before = self.before.max(last);
    }

    /// They leave before everybody's eyes: when they come again, that is when they were here.
    pub fn leave(&mut self, at: WorldTime) {
        self.before = Some(at);
    }

    /// Where what it holds came from.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        self.said.iter().map(|(_, it)| it).chain(self.slots.values().map(|(_, it)| it))
    }

    /// Drops the words and values whose label is one of these; whether there were any.
    pub fn drop_from(&mut self, is_one: impl Fn(&Label) -> bool) -> bool {
        let before = self.slots.len();
        self.slots.retain(|_, (_, label)| !is_one(label));
        let unsaid = self.said.take_if(|(_, label)| is_one(label)).is_some();
        unsaid || self.slots.len() < before
    }

    /// What is kept in mind of them and may be told, by slot, and where it came from.
    pub fn slots_for(
        &self,
        may_read: impl Fn(&Label) -> bool,
    ) -> impl Iterator<Item = (&String, &String, &Label)> {
        let all = self.slots.iter().map(|(slot, (value, label))| (slot, value, label));
        all.filter(move |(.., label)| may_read(label))
    }
}

impl Acquaintances {
    /// The acquaintance with somebody, made if there is none.
    pub fn meet(&mut self, id: &CharacterId) -> &mut Acquaintance {
        self.0.entry(id.clone()).or_default()
    }

    /// How what somebody said has proved; a stranger has said nothing.
    #[must_use]
    pub fn standing(&self, whom: &CharacterId) -> SenderStanding {
        self.0.get(whom).map(|it| it.standing).unwrap_or_default()
    }

    /// What the mind thinks of somebody, 0 to 100: what came of their meetings, or what its persona
    /// begins with.
    #[must_use]
    pub fn regard(&self, whom: &CharacterId, persona: &Persona) -> u8 {
        let known = self.0.get(whom).and_then(|it| it.regard);
        known.map_or_else(|| persona.regard_at_first(whom), Regard::value)
    }

    /// Forgets those met longest ago, but not `but`, until there are no more than
    /// there may be, and says whom.
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
