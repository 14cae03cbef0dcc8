//! Registry of logged-out player characters, with the data of them that the world needs.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    ops::Bound,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{AccountId, CharacterId},
};
use serde::{Deserialize, Serialize};

use crate::{
    act::permission::Role,
    beings::{
        ignores::{Ignorable, Ignored},
        profile::Profile,
        settings::Settings,
    },
};

/// Logged-out character: the part of its saved document that is kept in memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sleeper {
    pub name: String,
    /// Permission role at logout.
    pub role: Role,
    /// Account of its player; none if it was last saved before documents had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<AccountId>,
    #[serde(default)]
    pub profile: Profile,
    #[serde(default)]
    pub settings: Settings,
    /// Ignore list.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ignores: BTreeMap<CharacterId, Ignored>,
}

/// Registry of all logged-out characters with an account, by id and name, and of the most recent
/// logouts.
#[derive(Resource, Debug, Default)]
pub struct Sleepers {
    all: BTreeMap<CharacterId, Sleeper>,
    names: BTreeMap<String, CharacterId>,
    /// Most recent logouts, oldest first; at most [`Sleepers::LATELY`].
    lately: VecDeque<(WorldTime, CharacterId)>,
}

impl Sleepers {
    /// Maximum number of recent logouts listed.
    pub const LATELY: usize = 20;

    /// Adds or replaces a logged-out character.
    pub fn add(&mut self, id: CharacterId, sleeper: Sleeper) {
        self.wake(&id);
        if let Some(seen) = sleeper.profile.seen {
            let at = self.lately.partition_point(|(other, _)| *other <= seen);
            self.lately.insert(at, (seen, id.clone()));
            if self.lately.len() > Self::LATELY {
                self.lately.pop_front();
            }
        }
        self.names.insert(sleeper.name.to_lowercase(), id.clone());
        self.all.insert(id, sleeper);
    }

    /// Removes a character, because it has logged in.
    pub fn wake(&mut self, id: &CharacterId) {
        let Some(sleeper) = self.all.remove(id) else { return };
        let name = sleeper.name.to_lowercase();
        if self.names.get(&name) == Some(id) {
            self.names.remove(&name);
        }
        self.lately.retain(|(_, it)| it != id);
    }

    /// Removes erased characters, also from the ignore lists of others.
    pub fn forget(&mut self, gone: &BTreeSet<CharacterId>) {
        gone.iter().for_each(|id| self.wake(id));
        for sleeper in self.all.values_mut() {
            sleeper.ignores.retain(|id, _| !gone.contains(id));
        }
    }

    /// Returns the logged-out character with this id.
    #[must_use]
    pub fn get(&self, id: &CharacterId) -> Option<&Sleeper> {
        self.all.get(id)
    }

    /// Returns the character with this id as ignore lists know it; one that is not logged out is
    /// unknown.
    #[must_use]
    pub fn ignorable<'a>(&'a self, id: &'a CharacterId) -> Ignorable<'a> {
        let known = |it: &'a Sleeper| Ignorable { id, account: it.account.as_ref(), role: it.role };
        self.get(id).map_or(Ignorable::unknown(id, None), known)
    }

    /// Returns the character with exactly this name, ignoring case.
    #[must_use]
    pub fn called(&self, name: &str) -> Option<(&CharacterId, &Sleeper)> {
        let id = self.names.get(&name.to_lowercase())?;
        self.all.get(id).map(|it| (id, it))
    }

    /// Returns the only character with this name prefix, ignoring case; none if there are several.
    #[must_use]
    pub fn beginning(&self, name: &str) -> Option<(&CharacterId, &Sleeper)> {
        let name = name.to_lowercase();
        let from = self.names.range::<str, _>((Bound::Included(&*name), Bound::Unbounded));
        let mut fitting = from.take_while(|(it, _)| it.starts_with(&name));
        match (fitting.next(), fitting.next()) {
            (Some((_, id)), None) => self.all.get(id).map(|it| (id, it)),
            _ => None,
        }
    }

    /// Iterates over the most recent logouts, newest first.
    pub fn most_recent(&self) -> impl Iterator<Item = (WorldTime, &Sleeper)> {
        let known = |(at, id): &(WorldTime, CharacterId)| Some((*at, self.all.get(id)?));
        self.lately.iter().rev().filter_map(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sleeper(name: &str, seen: u64) -> (CharacterId, Sleeper) {
        let profile = Profile { seen: Some(WorldTime(seen)), ..Profile::default() };
        let name = name.to_owned();
        let id = CharacterId::new(&name.to_lowercase()).unwrap();
        let (role, settings) = (Role::Player, Settings::default());
        (id, Sleeper { name, role, account: None, profile, settings, ignores: BTreeMap::new() })
    }

    #[test]
    fn those_who_sleep_are_known_until_they_wake() {
        let mut all = Sleepers::default();
        for (name, seen) in [("Ann", 3), ("Bob", 1), ("Anna", 2)] {
            let (id, it) = sleeper(name, seen);
            all.add(id, it);
        }
        let names = |all: &Sleepers| {
            all.most_recent().map(|(_, it)| it.name.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&all), "Ann Anna Bob");
        assert_eq!(all.called("ANN").map(|(_, it)| &*it.name), Some("Ann"));
        assert!(all.beginning("an").is_none(), "two of them");
        assert_eq!(all.beginning("bo").map(|(_, it)| &*it.name), Some("Bob"));
        all.wake(&CharacterId::new("ann").unwrap());
        assert_eq!(names(&all), "Anna Bob");
        assert!(all.called("ann").is_none());
        assert_eq!(all.beginning("an").map(|(_, it)| &*it.name), Some("Anna"));
        // A character that logs out again is listed once, by the new name.
        let (bob, it) = sleeper("Bert", 9);
        all.add(CharacterId::new("bob").unwrap(), it);
        assert_eq!(names(&all), "Bert Anna");
        assert!(all.called("bob").is_none() && all.get(&bob).is_none());
        for n in 10..40 {
            let (id, it) = sleeper(&format!("P{n}"), n);
            all.add(id, it);
        }
        assert_eq!(all.most_recent().count(), Sleepers::LATELY);
        assert!(all.called("anna").is_some(), "only the list is short");
    }
}
