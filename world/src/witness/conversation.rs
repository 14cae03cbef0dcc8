//! Who talks with whom, so that words which name nobody reach whoever is meant.

use std::time::Duration;

use bevy_ecs::prelude::*;

use crate::engine::clock::WorldTime;

/// With whom somebody talks, by words or poses in the room. Whoever they spoke to last is meant by
/// what they say next to nobody in particular, until a minute has passed without words between the
/// two, or a player has asked the company or spoken to them: then it may well be for that player.
#[derive(Component, Debug, Clone, Default)]
pub struct TalkPartner {
    with: Option<TalkingTo>,
    /// When a player last asked the company here, or spoke to its owner.
    company: Option<WorldTime>,
}

#[derive(Debug, Clone, Copy)]
struct TalkingTo {
    who: Entity,
    last: WorldTime,
}

impl TalkPartner {
    /// How long after the last words it is over.
    pub const SILENCE: Duration = Duration::from_secs(60);

    /// The partner of now.
    #[must_use]
    pub fn partner(&self, now: WorldTime) -> Option<Entity> {
        self.with.filter(|it| now.since(it.last) <= Self::SILENCE).map(|it| it.who)
    }

    /// The partner of now, if no player has spoken to the company since.
    #[must_use]
    pub fn undisturbed(&self, now: WorldTime) -> Option<Entity> {
        let last = self.with.map(|it| it.last);
        self.partner(now).filter(|_| self.company < last)
    }

    /// Whether players talk among themselves just now, so that what is said to nobody in
    /// particular is said to them.
    #[must_use]
    pub fn is_in_company(&self, now: WorldTime) -> bool {
        self.company.is_some_and(|it| now.since(it) <= Self::SILENCE)
    }

    /// A player asks the company, its owner among them, or speaks to its owner.
    pub(super) fn hear_company(&mut self, now: WorldTime) {
        self.company = Some(now);
    }

    /// Its owner speaks to somebody, who is the partner from now on.
    pub(super) fn speak_to(&mut self, who: Entity, now: WorldTime) {
        self.with = Some(TalkingTo { who, last: now });
    }

    /// Somebody speaks to its owner. Who talks with another just now goes on talking with them, and
    /// only one of the town's own people leads anybody into a conversation.
    pub(super) fn hear_from(&mut self, who: Entity, leads: bool, now: WorldTime) {
        let goes_on = self.partner(now).map_or(leads, |it| it == who);
        if goes_on {
            self.speak_to(who, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_lasts_as_long_as_words_are_exchanged() {
        let mut world = World::new();
        let (mara, pip) = (world.spawn_empty().id(), world.spawn_empty().id());
        let at = |seconds: u64| WorldTime::default().after(Duration::from_secs(seconds));
        let mut it = TalkPartner::default();
        it.speak_to(mara, at(0));
        it.hear_from(pip, true, at(1));
        assert_eq!(it.partner(at(60)), Some(mara), "who only calls does not interrupt");
        it.hear_from(mara, false, at(60));
        assert_eq!(it.partner(at(120)), Some(mara));
        assert_eq!(it.partner(at(121)), None);
        it.hear_from(pip, false, at(121));
        assert_eq!(it.partner(at(121)), None, "no player takes another away");
        it.hear_from(pip, true, at(121));
        assert_eq!(it.partner(at(121)), Some(pip));
        it.speak_to(mara, at(122));
        assert_eq!(it.partner(at(122)), Some(mara));
    }

    #[test]
    fn other_players_words_come_between() {
        let mut world = World::new();
        let mara = world.spawn_empty().id();
        let at = |seconds: u64| WorldTime::default().after(Duration::from_secs(seconds));
        let mut it = TalkPartner::default();
        assert!(!it.is_in_company(at(0)));
        it.speak_to(mara, at(10));
        assert_eq!(it.undisturbed(at(11)), Some(mara));
        it.hear_company(at(12));
        assert_eq!(it.undisturbed(at(13)), None);
        assert!(it.is_in_company(at(72)) && !it.is_in_company(at(73)));
        it.hear_from(mara, true, at(14));
        assert_eq!(it.undisturbed(at(15)), Some(mara), "she has the word again");
    }
}
