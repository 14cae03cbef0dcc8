//! Rumours known to a mind: storage, choice of the one to tell, and search.

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    index,
    label::{Integrity, Label, Readers},
};
use world::beings::{
    character::{CharacterRef, own_label},
    people,
};

use super::rumour::Rumour;

/// Outcome of recording a rumour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noted {
    /// The deed was known already.
    Known,
    /// The deed is new; `instead_of` is the deed evicted to make room, if any.
    News { instead_of: Option<u64> },
}

/// Rumours of a mind in the order of arrival; at most
/// [`rumours`](super::bounds::MindBounds::rumours), none of them heard in
/// private.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Rumours(Vec<Rumour>);

impl Rumours {
    /// Creates the rumours of a mind from saved ones; drops those above the maximum.
    #[must_use]
    pub fn restored(mut all: Vec<Rumour>, most: usize) -> Self {
        all.truncate(most);
        Self(all)
    }

    /// Returns an iterator over all rumours, in the order of arrival.
    pub fn iter(&self) -> std::slice::Iter<'_, Rumour> {
        self.0.iter()
    }

    /// Records a rumour. Of two versions of a deed it keeps the better one: an eyewitness account,
    /// else the stronger one. Of more than `most` the weakest is evicted, and of equals the oldest.
    pub fn record(&mut self, new: Rumour, now: WorldTime, most: usize) -> Noted {
        if let Some(known) = self.0.iter_mut().find(|it| it.event == new.event) {
            let whoever = new.knows.iter().chain(new.told_by.as_ref().map(|it| &it.id));
            for whom in whoever {
                known.note_knowing(whom, &Readers::Everyone);
            }
            let sees = |it: &Rumour| it.told_by.is_none() && it.said_by.is_none();
            let is_better = (sees(&new), new.strength(now)) > (sees(known), known.strength(now));
            if is_better && !sees(known) {
                let (knows, denied_by) = (std::mem::take(&mut known.knows), known.denied_by.take());
                let told_aside = std::mem::take(&mut known.told_aside);
                *known = Rumour { knows, told_aside, denied_by, ..new };
            }
            return Noted::Known;
        }
        let mut instead_of = None;
        if self.0.len() >= most {
            let weakest = self.0.iter().enumerate();
            let weakest = weakest.min_by_key(|(_, it)| (it.strength(now), it.at)).map(|(n, _)| n);
            instead_of = weakest.map(|weakest| self.0.remove(weakest).event);
        }
        self.0.push(new);
        Noted::News { instead_of }
    }

    /// Records that a character was told a rumour, which `readers` may know.
    pub fn note_told(&mut self, event: u64, whom: &CharacterId, readers: &Readers) {
        if let Some(it) = self.0.iter_mut().find(|it| it.event == event) {
            it.note_knowing(whom, readers);
        }
    }

    /// Returns the rumour to tell a character before `readers`: the strongest that the character is
    /// not known to know, as far as they may know that; of equals the newest.
    #[must_use]
    pub fn news_for(
        &self,
        whom: &CharacterId,
        readers: &Readers,
        now: WorldTime,
    ) -> Option<&Rumour> {
        let is_new = |it: &&Rumour| it.can_be_told(now) && !it.is_known_to(whom, readers);
        let news = self.0.iter().filter(is_new);
        news.max_by_key(|it| (it.strength(now), it.at))
    }

    /// Returns the matching rumours by credibility: trust in the teller (100 for eyewitness
    /// accounts), in percent, times strength; of equals the newest first.
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

    /// Records a character's denial of the matching rumours; retellings mention it from then on.
    /// Returns the ids of the deeds.
    pub fn deny(&mut self, by: &CharacterRef, is_such: impl Fn(&Rumour) -> bool) -> Vec<u64> {
        let denied = self.0.iter_mut().filter(|it| is_such(it)).map(|rumour| {
            rumour.denied_by = Some(by.clone());
            rumour.event
        });
        denied.collect()
    }

    /// Returns a rumour as it is told to somebody: without a denial by a character whom they ignore,
    /// and else with the label of the denial joined to its own.
    #[must_use]
    pub fn told(world: &World, rumour: &Rumour, ignores: impl Fn(&CharacterId) -> bool) -> Rumour {
        let mut told = rumour.clone();
        told.denied_by.take_if(|by| ignores(&by.id));
        if let Some(by) = &told.denied_by {
            let who = index::find(world, &by.id).and_then(|body| people::who(world, body));
            // Of whoever is not logged in nothing is known but who they are.
            let unknown = || Label::by(by.id.clone(), Integrity::Foreign);
            told.label.absorb(&who.map_or_else(unknown, |who| own_label(&who)));
        }
        told
    }

    /// Forgets that some characters know what they know; returns the ids of the deeds.
    pub fn untell(&mut self, is_gone: impl Fn(&CharacterId) -> bool) -> Vec<u64> {
        let changed = self.0.iter_mut().filter_map(|rumour| {
            let event = rumour.event;
            rumour.forget_knowing(&is_gone).then_some(event)
        });
        changed.collect()
    }

    /// Drops the matching rumours, and returns the ids of their deeds.
    pub fn drop_like(&mut self, is_such: impl Fn(&Rumour) -> bool) -> Vec<u64> {
        let gone = self.0.iter().filter(|it| is_such(it)).map(|it| it.event).collect();
        self.0.retain(|it| !is_such(it));
        gone
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::mind::{bounds::MindBounds, rumour::SEEN, seen::SeenKind};

    const MOST: usize = MindBounds::IN_PLAY.rumours;

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
            told_aside: Vec::new(),
            label: Label::engine(),
        }
    }

    #[test]
    fn the_liveliest_is_told_to_whoever_does_not_know_it() {
        let now = WorldTime(100);
        let mut all = Rumours::default();
        for (event, who, strength) in [(1, "Ann", 49), (2, "Bob", 70), (3, "Cyd", 70)] {
            let noted = all.record(gift(event, who, strength), now, MOST);
            assert_eq!(noted, Noted::News { instead_of: None });
        }
        let news = |all: &Rumours, to: &str| {
            all.news_for(&party(to).id, &Readers::Everyone, now).map(|it| it.event)
        };
        assert_eq!(news(&all, "Tace"), Some(3));
        all.note_told(3, &party("Tace").id, &Readers::Everyone);
        assert_eq!(news(&all, "Tace"), Some(2));
        assert_eq!(news(&all, "Cyd"), Some(2), "nobody is told what they did themselves");
        assert_eq!(news(&all, "Mara"), None, "nor what was done to them");
    }

    #[test]
    fn sight_is_better_than_hearsay_and_a_denial_stays() {
        let now = WorldTime(100);
        let mut all = Rumours::default();
        let told = Rumour { told_by: Some(party("Pip")), retellings: 1, ..gift(1, "Ann", 70) };
        all.record(told.clone(), now, MOST);
        assert_eq!(all.deny(&party("Ann"), |it| it.event == 1), [1]);
        assert_eq!(all.record(gift(1, "Ann", SEEN), now, MOST), Noted::Known);
        let known = all.iter().next().unwrap();
        assert_eq!((known.strength, known.retellings), (SEEN, 0));
        assert_eq!(known.denied_by, Some(party("Ann")));
        all.record(told, now, MOST);
        assert_eq!(all.iter().next().unwrap().retellings, 0, "and hearsay does not replace it");
        assert!(all.iter().next().unwrap().is_known_to(&party("Pip").id, &Readers::Everyone));
    }

    #[test]
    fn trust_decides_between_what_was_told() {
        let now = WorldTime(100);
        let mut all = Rumours::default();
        all.record(Rumour { told_by: Some(party("Pip")), ..gift(1, "Ann", 70) }, now, MOST);
        all.record(Rumour { told_by: Some(party("Bob")), ..gift(2, "Ann", 70) }, now, MOST);
        let trust = |id: &CharacterId| if id.as_str() == "pip" { 60 } else { 20 };
        let found: Vec<u64> = all.like(|_| true, trust, now).iter().map(|it| it.event).collect();
        assert_eq!(found, [1, 2]);
        all.record(gift(3, "Ann", SEEN), now, MOST);
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
                let gone = match known.record(gift(*event, "Ann", *strength), now, MOST) {
                    Noted::Known => None,
                    Noted::News { instead_of } => instead_of,
                };
                let is_gone = |it: &&u64| known.iter().all(|of| of.event != **it);
                prop_assert_eq!(before.iter().find(is_gone).copied(), gone);
            }
            prop_assert!(known.iter().count() <= MOST);
            // Of a deed that was seen, what came first stays.
            let mut first = std::collections::BTreeMap::new();
            for (event, strength) in &all {
                first.entry(*event).or_insert(*strength);
            }
            if first.len() <= MOST {
                prop_assert_eq!(known.iter().count(), first.len());
            }
        }
    }
}
