//! The rumours that a mind knows: which of them it would tell, and which answer a question.

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId};
use world::beings::character::CharacterRef;

use super::rumour::Rumour;

/// Most rumours that a mind knows; the weakest goes first, and of equals the oldest.
pub const RUMOURS: usize = 64;

/// What became of a rumour that a mind took note of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noted {
    /// It was known.
    Known,
    /// It was not, and made the mind forget another deed where there was no room left.
    News { instead_of: Option<u64> },
}

/// The rumours that a mind knows, in the order in which they came; at most [`RUMOURS`].
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Rumours(Vec<Rumour>);

impl Rumours {
    /// Those that were saved.
    #[must_use]
    pub fn restored(mut all: Vec<Rumour>) -> Self {
        all.truncate(RUMOURS);
        Self(all)
    }

    /// All of them, in the order in which they came.
    pub fn iter(&self) -> std::slice::Iter<'_, Rumour> {
        self.0.iter()
    }

    /// Takes note of a rumour. Of a deed that is known it keeps whatever is the better knowledge: what
    /// it saw, and else what is stronger.
    pub fn record(&mut self, new: Rumour, now: WorldTime) -> Noted {
        if let Some(known) = self.0.iter_mut().find(|it| it.event == new.event) {
            let whoever = new.knows.iter().chain(new.told_by.as_ref().map(|it| &it.id));
            for whom in whoever {
                known.note_knowing(whom);
            }
            let sees = |it: &Rumour| it.told_by.is_none() && it.said_by.is_none();
            let is_better = (sees(&new), new.strength(now)) > (sees(known), known.strength(now));
            if is_better && !sees(known) {
                let (knows, denied_by) = (std::mem::take(&mut known.knows), known.denied_by.take());
                *known = Rumour { knows, denied_by, ..new };
            }
            return Noted::Known;
        }
        let mut instead_of = None;
        if self.0.len() >= RUMOURS {
            let weakest = self.0.iter().enumerate();
            let weakest = weakest.min_by_key(|(_, it)| (it.strength(now), it.at)).map(|(n, _)| n);
            instead_of = weakest.map(|weakest| self.0.remove(weakest).event);
        }
        self.0.push(new);
        Noted::News { instead_of }
    }

    /// Notes that somebody was told.
    pub fn note_told(&mut self, event: u64, whom: &CharacterId) {
        if let Some(it) = self.0.iter_mut().find(|it| it.event == event) {
            it.note_knowing(whom);
        }
    }

    /// What it would tell somebody: the liveliest that they are not known to know, and of equals the
    /// newest.
    #[must_use]
    pub fn news_for(&self, whom: &CharacterId, now: WorldTime) -> Option<&Rumour> {
        let news = self.0.iter().filter(|it| it.can_be_told(now) && !it.is_known_to(whom));
        news.max_by_key(|it| (it.strength(now), it.at))
    }

    /// Those like this, by how far each may be believed: what it saw first, then by trust in whoever
    /// told it, in percent, times strength; of equals the newest first.
    #[must_use]
    pub fn like(
        &self,
        is_such: impl Fn(&Rumour) -> bool,
        trust: impl Fn(&CharacterId) -> u8,
        now: WorldTime,
    ) -> Vec<&Rumour> {
        let weight = |it: &Rumour| {
            let by = it.said_by.as_ref().or(it.told_by.as_ref());
            u32::from(by.map_or(100, |by| trust(&by.id))) * u32::from(it.strength(now))
        };
        let mut found: Vec<&Rumour> =
            self.0.iter().filter(|it| it.strength(now) > 0 && is_such(it)).collect();
        found.sort_by_key(|it| std::cmp::Reverse((weight(it), it.at)));
        found
    }

    /// Somebody says that something was not so: it is told with that from then on. Whoever says so
    /// of what it saw itself is merely noted. Returns which deeds they were of.
    pub fn deny(&mut self, by: &CharacterRef, is_such: impl Fn(&Rumour) -> bool) -> Vec<u64> {
        let denied = self.0.iter_mut().filter(|it| is_such(it)).map(|it| {
            it.denied_by = Some(by.clone());
            it.event
        });
        denied.collect()
    }

    /// Drops those like this, and says which deeds they were of.
    pub fn drop_like(&mut self, is_such: impl Fn(&Rumour) -> bool) -> Vec<u64> {
        let gone = self.0.iter().filter(|it| is_such(it)).map(|it| it.event).collect();
        self.0.retain(|it| !is_such(it));
        gone
    }
}

#[cfg(test)]
mod tests {
    use engine::label::Label;
    use proptest::prelude::*;

    use super::*;
    use crate::mind::{rumour::SEEN, seen::SeenKind};

    fn party(name: &str) -> CharacterRef {
        CharacterRef { id: CharacterId::new(&name.to_lowercase()).unwrap(), name: name.to_owned() }
    }

    fn gift(event: u64, who: &str, strength: u8) -> Rumour {
        Rumour {
            event,
            kind: SeenKind::Gave,
            who: Some(party(who)),
            did: "gave {other} a spoon".to_owned(),
            other: Some(party("Mara")),
            place: None,
            done: None,
            told_by: None,
            said_by: None,
            denied_by: None,
            retellings: 0,
            strength,
            at: WorldTime(event),
            knows: Vec::new(),
            label: Label::engine(),
        }
    }

    #[test]
    fn the_liveliest_is_told_to_whoever_does_not_know_it() {
        let now = WorldTime(100);
        let mut all = Rumours::default();
        for (event, who, strength) in [(1, "Ann", 49), (2, "Bob", 70), (3, "Cyd", 70)] {
            let noted = all.record(gift(event, who, strength), now);
            assert_eq!(noted, Noted::News { instead_of: None });
        }
        let news = |all: &Rumours, to: &str| all.news_for(&party(to).id, now).map(|it| it.event);
        assert_eq!(news(&all, "Tace"), Some(3));
        all.note_told(3, &party("Tace").id);
        assert_eq!(news(&all, "Tace"), Some(2));
        assert_eq!(news(&all, "Cyd"), Some(2), "nobody is told what they did themselves");
        assert_eq!(news(&all, "Mara"), None, "nor what was done to them");
    }

    #[test]
    fn sight_is_better_than_hearsay_and_a_denial_stays() {
        let now = WorldTime(100);
        let mut all = Rumours::default();
        let told = Rumour { told_by: Some(party("Pip")), retellings: 1, ..gift(1, "Ann", 70) };
        all.record(told.clone(), now);
        assert_eq!(all.deny(&party("Ann"), |it| it.event == 1), [1]);
        assert_eq!(all.record(gift(1, "Ann", SEEN), now), Noted::Known);
        let known = all.iter().next().unwrap();
        assert_eq!((known.strength, known.retellings), (SEEN, 0));
        assert_eq!(known.denied_by, Some(party("Ann")));
        all.record(told, now);
        assert_eq!(all.iter().next().unwrap().retellings, 0, "and hearsay does not replace it");
        assert!(all.iter().next().unwrap().is_known_to(&party("Pip").id));
    }

    #[test]
    fn trust_decides_between_what_was_told() {
        let now = WorldTime(100);
        let mut all = Rumours::default();
        all.record(Rumour { told_by: Some(party("Pip")), ..gift(1, "Ann", 70) }, now);
        all.record(Rumour { told_by: Some(party("Bob")), ..gift(2, "Ann", 70) }, now);
        let trust = |id: &CharacterId| if id.as_str() == "pip" { 60 } else { 20 };
        let found: Vec<u64> = all.like(|_| true, trust, now).iter().map(|it| it.event).collect();
        assert_eq!(found, [1, 2]);
        all.record(gift(3, "Ann", SEEN), now);
        assert_eq!(all.like(|_| true, trust, now).first().unwrap().event, 3);
    }

    proptest! {
        #[test]
        fn there_are_never_more_and_the_strongest_stays(
            all in proptest::collection::vec((0_u64..200, 1_u8..=100), 1..300),
        ) {
            let now = WorldTime(1_000);
            let mut known = Rumours::default();
            for (event, strength) in &all {
                let before: Vec<u64> = known.iter().map(|it| it.event).collect();
                let gone = match known.record(gift(*event, "Ann", *strength), now) {
                    Noted::Known => None,
                    Noted::News { instead_of } => instead_of,
                };
                let is_gone = |it: &&u64| known.iter().all(|of| of.event != **it);
                prop_assert_eq!(before.iter().find(is_gone).copied(), gone);
            }
            prop_assert!(known.iter().count() <= RUMOURS);
            // Of a deed that was seen, what came first stays.
            let mut first = std::collections::BTreeMap::new();
            for (event, strength) in &all {
                first.entry(*event).or_insert(*strength);
            }
            if first.len() <= RUMOURS {
                prop_assert_eq!(known.iter().count(), first.len());
            }
        }
    }
}
