//! Conversations: the current partner of a character, to whom words that name nobody are addressed,
//! and the conversation ids by which an NPC keeps what it talks about with each partner apart.

use std::time::Duration;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{ChannelId, CharacterId},
    label::Readers,
};

use crate::witness::fact::{Fact, Happening, Source};

/// Conversation partner of a character, by words or poses in the room. Words that name nobody are
/// addressed to the last partner, until a minute has passed without words between the two, or until
/// a player has asked everyone present or spoken to the character, since the words may be for that
/// player then.
#[derive(Component, Debug, Clone, Default)]
pub struct TalkPartner {
    with: Option<TalkingTo>,
    /// Time at which a player last asked everyone present, or spoke to this character.
    company: Option<WorldTime>,
}

#[derive(Debug, Clone, Copy)]
struct TalkingTo {
    who: Entity,
    last: WorldTime,
}

impl TalkPartner {
    /// Timeout of a partnership after the last words.
    pub const SILENCE: Duration = Duration::from_secs(60);

    /// Returns the current partner.
    #[must_use]
    pub fn partner(&self, now: WorldTime) -> Option<Entity> {
        self.with.filter(|it| now.since(it.last) <= Self::SILENCE).map(|it| it.who)
    }

    /// Returns the current partner, if no player has spoken to everyone present or to this
    /// character since.
    #[must_use]
    pub fn undisturbed(&self, now: WorldTime) -> Option<Entity> {
        let last = self.with.map(|it| it.last);
        self.partner(now).filter(|_| self.company < last)
    }

    /// Returns whether players are talking among themselves, so that words addressed to nobody in
    /// particular are for them.
    #[must_use]
    pub fn is_in_company(&self, now: WorldTime) -> bool {
        self.company.is_some_and(|it| now.since(it) <= Self::SILENCE)
    }

    /// Records that a player asks everyone present, or speaks to this character.
    pub(super) fn hear_company(&mut self, now: WorldTime) {
        self.company = Some(now);
    }

    /// Records that this character speaks to `who`, who becomes its partner.
    pub(super) fn speak_to(&mut self, who: Entity, now: WorldTime) {
        self.with = Some(TalkingTo { who, last: now });
    }

    /// Records that `who` speaks to this character. A current partner is kept; without one `who`
    /// becomes the partner only if it leads, as NPCs do and players do not.
    pub(super) fn hear_from(&mut self, who: Entity, leads: bool, now: WorldTime) {
        let goes_on = self.partner(now).map_or(leads, |it| it == who);
        if goes_on {
            self.speak_to(who, now);
        }
    }
}

/// Identifier of a conversation of one character; never reused in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConversationId(pub u64);

/// Medium of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TalkWay {
    /// Words, poses and actions in the room.
    Aloud,
    Whisper,
    Page,
    Channel(ChannelId),
}

impl TalkWay {
    /// Returns the medium by which words or actions came; none for feedback that only its actor
    /// reads.
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

    /// Returns whether the medium needs both characters to be in the same room.
    fn is_face_to_face(&self) -> bool {
        matches!(self, Self::Aloud | Self::Whisper)
    }
}

/// Conversation between two characters by one medium, with the same readers from its beginning to
/// its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    pub id: ConversationId,
    pub partner: CharacterId,
    pub way: TalkWay,
    /// Readers who may learn what is said in it.
    pub readers: Readers,
    last: WorldTime,
}

/// Open conversations of one character, in the order in which they were opened. In an open room
/// arrivals and departures change none of them. In a private room each of them makes the next words
/// part of another conversation, because other people may learn them.
#[derive(Component, Debug, Clone, Default)]
pub struct Conversations {
    open: Vec<Conversation>,
    opened: u64,
}

impl Conversations {
    /// Timeout of a conversation after its last words.
    pub const REST: Duration = Duration::from_secs(600);
    /// Maximum number of open conversations that everybody may know of; the one that has been silent
    /// longest is dropped for a new one.
    pub const MOST: usize = 16;
    /// Maximum number of open private conversations with one partner, of whom each has its own: one
    /// with readers who all know of the new one is dropped for that, or else the one that has been
    /// silent longest.
    pub const MOST_PRIVATE: usize = 8;
    /// Maximum number of open conversations in all; the private one that has been silent longest is
    /// dropped for a new one.
    pub const MOST_IN_ALL: usize = 1_024;

    /// Records an event that `me` perceives, and returns the conversation that it is part of. Words
    /// and actions towards a character open one; a departure ends the face-to-face ones with the
    /// character that leaves.
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

    /// Returns the conversation with a partner by one medium that was active last.
    #[must_use]
    pub fn with(&self, partner: &CharacterId, way: &TalkWay) -> Option<&Conversation> {
        let by = |it: &&Conversation| it.partner == *partner && it.way == *way;
        self.open.iter().filter(by).max_by_key(|it| (it.last, it.id))
    }

    /// Returns the conversation with this id, while it is open.
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
        self.make_room(partner, readers);
        self.opened += 1;
        let id = ConversationId(self.opened);
        let (partner, readers) = (partner.clone(), readers.clone());
        self.open.push(Conversation { id, partner, way, readers, last: now });
        id
    }

    /// Drops a conversation for a new one, where there are too many of its kind: nobody learns by the
    /// end of theirs that others talk in private.
    fn make_room(&mut self, partner: &CharacterId, readers: &Readers) {
        let is_public = *readers == Readers::Everyone;
        let is_like = |it: &&Conversation| match &it.readers {
            Readers::Everyone => is_public,
            Readers::Only(_) => !is_public && it.partner == *partner,
        };
        let most = if is_public { Self::MOST } else { Self::MOST_PRIVATE };
        let gone = if self.open.iter().filter(is_like).count() >= most {
            let like = self.open.iter().filter(is_like);
            like.min_by_key(|it| (!readers.admit_all(&it.readers), it.last, it.id))
        } else if self.open.len() >= Self::MOST_IN_ALL {
            let private = self.open.iter().filter(|it| it.readers != Readers::Everyone);
            private.min_by_key(|it| (it.last, it.id))
        } else {
            None
        };
        if let Some(id) = gone.map(|it| it.id) {
            self.open.retain(|it| it.id != id);
        }
    }

    /// Ends the face-to-face conversations with a character that leaves, or all of them when the
    /// owner leaves.
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

    #[test]
    fn private_conversations_push_out_neither_a_public_one_nor_one_of_somebody_else() {
        let mut all = Conversations::default();
        let of = |all: &Conversations, who: &str, way: TalkWay| all.with(&id(who), &way).is_some();
        all.exchange(&id("ann"), TalkWay::Aloud, &Readers::Everyone, WorldTime(0));
        all.exchange(&id("ann"), TalkWay::Whisper, &only(["ann", "mara"]), WorldTime(1));
        for n in 0..100_u64 {
            let who = format!("p{n}");
            let readers = only([who.as_str(), "mara"]);
            all.exchange(&id(&who), TalkWay::Page, &readers, WorldTime(n + 2));
        }
        // One partner before ever others in a private room.
        for n in 0..100_u64 {
            let other = format!("q{n}");
            let readers = only(["bob", "mara", &other]);
            all.exchange(&id("bob"), TalkWay::Aloud, &readers, WorldTime(n + 200));
        }
        assert!(of(&all, "ann", TalkWay::Aloud), "what everybody heard");
        assert!(of(&all, "ann", TalkWay::Whisper) && of(&all, "p0", TalkWay::Page));
        let of_bob = all.open.iter().filter(|it| it.partner == id("bob")).count();
        assert_eq!(of_bob, Conversations::MOST_PRIVATE);
        for n in 0..2_000_u64 {
            let who = format!("r{n}");
            let readers = only([who.as_str(), "mara"]);
            all.exchange(&id(&who), TalkWay::Page, &readers, WorldTime(n + 400));
        }
        assert_eq!(all.open.len(), Conversations::MOST_IN_ALL);
        assert!(of(&all, "ann", TalkWay::Aloud) && of(&all, "r1999", TalkWay::Page));
    }
}
