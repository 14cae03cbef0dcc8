//! Who talks with whom: so that words which name nobody reach whoever is meant, and so that one of
//! the town's own people keeps apart what it talks about with one and with another.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{ChannelId, CharacterId},
    label::Readers,
};

use crate::witness::fact::{Fact, Happening, Source};

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

/// A number that tells the conversations of one character apart; it never comes again in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConversationId(pub u64);

/// By which way two talk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TalkWay {
    /// In the room, by words, poses and deeds.
    Aloud,
    Whisper,
    Page,
    Channel(ChannelId),
}

impl TalkWay {
    /// The way on which words or deeds came; none for what only its actor reads.
    #[must_use]
    pub fn of(source: Source, channel: Option<&ChannelId>) -> Option<Self> {
        match source {
            Source::Whisper => Some(Self::Whisper),
            Source::Page => Some(Self::Page),
            Source::Channel => channel.cloned().map(Self::Channel),
            Source::Say | Source::Shout | Source::Pose | Source::Emit | Source::Deed => {
                Some(Self::Aloud)
            }
            Source::Feedback => None,
        }
    }

    /// Whether it needs both to be in the same place.
    fn is_face_to_face(&self) -> bool {
        matches!(self, Self::Aloud | Self::Whisper)
    }
}

/// What two say to each other by one way, before the same readers from its beginning to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    pub id: ConversationId,
    pub partner: CharacterId,
    pub way: TalkWay,
    /// Who may learn what is said in it.
    pub readers: Readers,
    last: WorldTime,
}

/// The conversations of one character, in the order in which they were opened. People who come and
/// go in an open room change none of them; in a private room whoever comes in or goes makes what is
/// said next part of another one, because other people may learn it.
#[derive(Component, Debug, Clone, Default)]
pub struct Conversations {
    open: Vec<Conversation>,
    opened: u64,
}

impl Conversations {
    /// How long after its last words a conversation is over.
    pub const REST: Duration = Duration::from_secs(600);
    /// Most that are open; the one that has been silent longest makes room.
    pub const MOST: usize = 16;

    /// Takes note of something that `me` perceives, and says of which conversation it is part. Words
    /// and deeds towards somebody open one; whoever parts ends those that they had face to face.
    pub fn perceive(&mut self, me: &CharacterId, what: &Happening) -> Option<ConversationId> {
        let actor = what.actor.as_ref().map(|it| &it.id)?;
        if matches!(what.fact, Fact::Left(_)) {
            self.part(me, actor);
            return None;
        }
        let channel = what.fact.words().and_then(|it| it.channel.as_ref());
        let way = TalkWay::of(what.source, channel)?;
        if actor != me {
            let to_me = what.addressed.iter().any(|(to, _)| to == me)
                || matches!(way, TalkWay::Whisper | TalkWay::Page);
            return to_me.then(|| self.exchange(actor, way, &what.label.readers, what.at));
        }
        let others = what.addressed.iter().map(|(to, _)| to).filter(|it| *it != me);
        let mut ids = others.map(|to| self.exchange(to, way.clone(), &what.label.readers, what.at));
        let first = ids.next();
        ids.for_each(drop);
        first
    }

    /// The conversation with somebody by one way in which something was exchanged last.
    #[must_use]
    pub fn with(&self, partner: &CharacterId, way: &TalkWay) -> Option<&Conversation> {
        let by = |it: &&Conversation| it.partner == *partner && it.way == *way;
        self.open.iter().filter(by).max_by_key(|it| (it.last, it.id))
    }

    /// The conversation with this number, while it is open.
    #[must_use]
    pub fn get(&self, id: ConversationId) -> Option<&Conversation> {
        self.open.iter().find(|it| it.id == id)
    }

    fn exchange(
        &mut self,
        partner: &CharacterId,
        way: TalkWay,
        readers: &Readers,
        now: WorldTime,
    ) -> ConversationId {
        self.open.retain(|it| now.since(it.last) <= Self::REST);
        let same = |it: &&mut Conversation| {
            it.partner == *partner && it.way == way && it.readers == *readers
        };
        if let Some(open) = self.open.iter_mut().find(same) {
            open.last = now;
            return open.id;
        }
        if self.open.len() >= Self::MOST
            && let Some(silent) = self.open.iter().map(|it| (it.last, it.id)).min()
        {
            self.open.retain(|it| (it.last, it.id) != silent);
        }
        self.opened += 1;
        let id = ConversationId(self.opened);
        let (partner, readers) = (partner.clone(), readers.clone());
        self.open.push(Conversation { id, partner, way, readers, last: now });
        id
    }

    /// Somebody leaves: what they talked about face to face is over, and when it is the owner,
    /// with everybody.
    fn part(&mut self, me: &CharacterId, who: &CharacterId) {
        self.open.retain(|it| !it.way.is_face_to_face() || who != me && it.partner != *who);
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

    fn id(id: &str) -> CharacterId {
        CharacterId::new(id).unwrap()
    }

    fn only<const N: usize>(ids: [&str; N]) -> Readers {
        Readers::Only(ids.map(id).into())
    }

    #[test]
    fn a_conversation_has_one_partner_one_way_and_one_set_of_readers() {
        let at = |seconds: u64| WorldTime::default().after(Duration::from_secs(seconds));
        let (ann, bob) = (id("ann"), id("bob"));
        let mut all = Conversations::default();
        let aloud = all.exchange(&ann, TalkWay::Aloud, &Readers::Everyone, at(0));
        let whispered = all.exchange(&ann, TalkWay::Whisper, &only(["ann", "mara"]), at(1));
        assert_ne!(aloud, whispered);
        assert_ne!(all.exchange(&bob, TalkWay::Aloud, &Readers::Everyone, at(2)), aloud);
        assert_eq!(all.exchange(&ann, TalkWay::Aloud, &Readers::Everyone, at(599)), aloud);
        assert_eq!(all.with(&ann, &TalkWay::Aloud).map(|it| it.id), Some(aloud));
        // In a private room whoever comes in makes it another one.
        let two = all.exchange(&ann, TalkWay::Aloud, &only(["ann", "mara"]), at(600));
        let three = all.exchange(&ann, TalkWay::Aloud, &only(["ann", "bob", "mara"]), at(601));
        assert!(two != three && two != aloud);
        assert_eq!(all.exchange(&ann, TalkWay::Aloud, &only(["ann", "mara"]), at(602)), two);
        // Ten minutes of silence end it.
        let later = all.exchange(&ann, TalkWay::Aloud, &Readers::Everyone, at(1_200));
        assert_ne!(later, aloud);
        assert!(all.get(aloud).is_none() && all.get(whispered).is_none());
    }

    #[test]
    fn whoever_leaves_ends_what_was_said_face_to_face() {
        let now = WorldTime::default();
        let (ann, bob, mara) = (id("ann"), id("bob"), id("mara"));
        let mut all = Conversations::default();
        let aloud = all.exchange(&ann, TalkWay::Aloud, &Readers::Everyone, now);
        let page = all.exchange(&ann, TalkWay::Page, &only(["ann", "mara"]), now);
        let other = all.exchange(&bob, TalkWay::Aloud, &Readers::Everyone, now);
        all.part(&mara, &ann);
        let is_open = |all: &Conversations, id| all.get(id).is_some();
        assert!(!is_open(&all, aloud) && is_open(&all, page) && is_open(&all, other));
        all.part(&mara, &mara);
        assert!(is_open(&all, page) && !is_open(&all, other));
    }

    #[test]
    fn who_has_been_silent_longest_makes_room() {
        let mut all = Conversations::default();
        for n in 0..=Conversations::MOST {
            let at = WorldTime(u64::try_from(n).unwrap());
            all.exchange(&id(&format!("p{n}")), TalkWay::Aloud, &Readers::Everyone, at);
        }
        assert_eq!(all.open.len(), Conversations::MOST);
        assert!(all.with(&id("p0"), &TalkWay::Aloud).is_none());
        assert!(all.with(&id("p1"), &TalkWay::Aloud).is_some());
    }
}
