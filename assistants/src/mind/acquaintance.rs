//! Acquaintances: knowledge of a mind about characters that it has met.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use serde::{Deserialize, Serialize};

use super::{
    copies::ReaderCopies,
    regard::Regard,
    seen::{SeenDeed, SeenKind},
    talk_state::TalkState,
};
use crate::{
    memory::{self, OwnNames, Unfit},
    perceive::classify::SenderStanding,
    persona::Persona,
};

/// Acquaintances of a mind, by character.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Acquaintances(pub BTreeMap<CharacterId, Acquaintance>);

/// Knowledge of a mind about one character that it has met. What a private turn changes has a copy
/// for each set of readers; the rest comes from what everybody there could see.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acquaintance {
    /// Conversations so far.
    #[serde(default, skip_serializing_if = "ReaderCopies::is_empty")]
    pub talked: ReaderCopies<Talked>,
    /// Time of the last greeting that the mind gave unprompted.
    #[serde(default, skip_serializing_if = "ReaderCopies::is_empty")]
    pub greeted: ReaderCopies<WorldTime>,
    /// Time and name of the character's last public arrival that the mind saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<(WorldTime, String)>,
    /// Time of the character's last public sighting before the present visit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<WorldTime>,
    /// Last words of the mind to the character, with their label.
    #[serde(default, skip_serializing_if = "ReaderCopies::is_empty")]
    pub said: ReaderCopies<(String, Label)>,
    /// State of the talk with the character, with the label of what it comes from.
    #[serde(default, skip_serializing_if = "ReaderCopies::is_empty")]
    pub talk: ReaderCopies<(TalkState, Label)>,
    /// Remembered facts about the character: one value a slot, with its label.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slots: BTreeMap<String, ReaderCopies<(String, Label)>>,
    /// Regard for the character; none until something changes it.
    #[serde(default, skip_serializing_if = "ReaderCopies::is_empty")]
    pub regard: ReaderCopies<Regard>,
    /// Credibility of the character's statements so far.
    #[serde(default, skip_serializing_if = "ReaderCopies::is_empty")]
    pub standing: ReaderCopies<SenderStanding>,
}

/// Conversations with a character.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Talked {
    /// Number of conversations.
    pub talks: u32,
    /// Time of the last one.
    pub last: WorldTime,
}

impl Talked {
    /// Counts a conversation.
    pub fn count(&mut self, now: WorldTime) {
        self.talks = self.talks.saturating_add(1);
        self.last = now;
    }
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

    /// Returns the conversations that an audience may know of.
    #[must_use]
    pub fn talked(&self, audience: &Readers) -> Talked {
        self.talked.of(audience).copied().unwrap_or_default()
    }

    /// Returns the last words of the mind to the character that an audience may know.
    #[must_use]
    pub fn said(&self, audience: &Readers) -> Option<&(String, Label)> {
        self.said.of(audience)
    }

    /// Returns the state of the talk that an audience may know, and its label.
    #[must_use]
    pub fn talk(&self, audience: &Readers) -> Option<&(TalkState, Label)> {
        self.talk.of(audience)
    }

    /// Returns whether an audience may know that the two have met.
    #[must_use]
    pub fn is_met(&self, audience: &Readers) -> bool {
        let seen = self.came.is_some() || self.greeted.of(audience).is_some();
        seen || self.talked(audience).talks > 0 || self.said(audience).is_some()
    }

    /// Returns whether anything about the character comes from what everybody could see or hear.
    #[must_use]
    pub fn is_known_to_all(&self) -> bool {
        self.is_known_to(&Readers::Everyone)
    }

    /// Returns whether an audience may know anything that is known about the character.
    #[must_use]
    pub fn is_known_to(&self, audience: &Readers) -> bool {
        self.is_met(audience)
            || self.talk(audience).is_some()
            || self.regard.of(audience).is_some()
            || self.standing.of(audience).is_some()
            || self.slots.values().any(|it| it.of(audience).is_some())
    }

    /// Puts a value into a slot, in the place of what those who may know it knew.
    ///
    /// # Errors
    /// [`Unfit::AboutSelf`] for what the mind that learns it, called by `me`, did itself.
    pub fn learn(
        &mut self,
        slot: String,
        value: String,
        label: Label,
        me: &OwnNames<'_>,
    ) -> Result<(), Unfit> {
        memory::protect(&value, me)?;
        self.restore_slot(slot, value, label);
        Ok(())
    }

    /// Puts a value that was saved into its slot.
    pub(super) fn restore_slot(&mut self, slot: String, value: String, label: Label) {
        self.slots.entry(slot).or_default().put(label.readers.clone(), (value, label));
    }

    /// Empties a slot for those who are told that it holds no longer; returns whether it held
    /// anything for them.
    pub fn withdraw(&mut self, slot: &str, readers: &Readers) -> bool {
        let Some(values) = self.slots.get_mut(slot) else { return false };
        let dropped = values.retain(|of, _| !readers.admit_all(of));
        if values.is_empty() {
            self.slots.remove(slot);
        }
        dropped
    }

    /// Returns the time of the last conversation that everybody may know of, or else of any.
    fn last(&self) -> WorldTime {
        if self.is_known_to_all() {
            return self.talked(&Readers::Everyone).last;
        }
        self.talked.values().map(|it| it.last).max().unwrap_or_default()
    }

    /// Iterates over the last words and the slots, in all copies, with their labels.
    pub fn texts(&self) -> impl Iterator<Item = &(String, Label)> {
        self.said.values().chain(self.slots.values().flat_map(ReaderCopies::values))
    }

    /// Iterates over all characters that the values name as origins or readers, some of them twice.
    pub fn all_named(&self) -> impl Iterator<Item = &CharacterId> {
        let few = self.talked.iter().map(|(of, _)| of).chain(self.regard.iter().map(|(of, _)| of));
        let few = few.chain(self.greeted.iter().map(|(of, _)| of));
        let few = few.chain(self.standing.iter().map(|(of, _)| of));
        let few = few.filter_map(|it| match it {
            Readers::Everyone => None,
            Readers::Only(ids) => Some(ids),
        });
        let talks = self.talk.values().flat_map(|(_, label)| label.all_named());
        let texts = self.texts().flat_map(|(_, label)| label.all_named());
        texts.chain(talks).chain(few.flatten())
    }

    /// Drops the entries that name one of these characters as origin or reader; returns whether
    /// there were any.
    pub fn forget(&mut self, is_gone: impl Fn(&CharacterId) -> bool) -> bool {
        let dropped = self.drop_from(|label| label.all_named().any(&is_gone));
        self.forget_shared(is_gone) || dropped
    }

    /// Drops the last words, the state of the talk and the copies that name one of these characters
    /// as origin or reader, and keeps the slots; returns whether there was anything.
    pub fn forget_shared(&mut self, is_gone: impl Fn(&CharacterId) -> bool) -> bool {
        let unsaid = self.said.retain(|_, (_, label)| !label.all_named().any(&is_gone));
        let talk = self.talk.retain(|_, (_, label)| !label.all_named().any(&is_gone));
        let talked = self.talked.forget(&is_gone);
        let regard = self.regard.forget(&is_gone);
        let greeted = self.greeted.forget(&is_gone);
        self.standing.forget(&is_gone) || regard || talked || greeted || unsaid || talk
    }

    /// Keeps only the copies with such readers.
    pub fn keep_known(&mut self, may_know: impl Fn(&Readers) -> bool) {
        let known = |readers: &Readers| may_know(readers);
        self.talked.retain(|of, _| known(of));
        self.greeted.retain(|of, _| known(of));
        self.said.retain(|of, _| known(of));
        self.talk.retain(|of, _| known(of));
        self.regard.retain(|of, _| known(of));
        self.standing.retain(|of, _| known(of));
        self.slots.retain(|_, values| {
            values.retain(|of, _| known(of));
            !values.is_empty()
        });
    }

    /// Drops the last words and slots whose labels match; returns whether there were any.
    pub fn drop_from(&mut self, is_one: impl Fn(&Label) -> bool) -> bool {
        self.drop_texts(|_, label| is_one(label))
    }

    /// Drops the last words and slots whose texts and labels match; returns whether there were any.
    pub fn drop_texts(&mut self, is_one: impl Fn(&str, &Label) -> bool) -> bool {
        let keeps = |(text, label): &(String, Label)| !is_one(text, label);
        let unsaid = self.said.retain(|_, it| keeps(it));
        // A state of talk names people and topics, and no words but those of a question to be passed on.
        let words = |talk: &TalkState| {
            talk.may_ask.as_ref().map(|it| it.question.clone()).unwrap_or_default()
        };
        let is_such = |(talk, label): &(TalkState, Label)| is_one(&words(talk), label);
        let mut dropped = self.talk.retain(|_, it| !is_such(it)) || unsaid;
        self.slots.retain(|_, values| {
            dropped |= values.retain(|_, it| keeps(it));
            !values.is_empty()
        });
        dropped
    }

    /// Returns the slots that an audience may know and whose labels `may_read` accepts: slot, value
    /// and label.
    pub fn slots_for(
        &self,
        audience: &Readers,
        may_read: impl Fn(&Label) -> bool,
    ) -> impl Iterator<Item = (&String, &String, &Label)> {
        let all = self.slots.iter().filter_map(|(slot, it)| Some((slot, it.of(audience)?)));
        let all = all.map(|(slot, (value, label))| (slot, value, label));
        all.filter(move |(.., label)| may_read(label))
    }
}

impl Acquaintances {
    /// Returns the acquaintance with a character, created if there is none.
    pub fn meet(&mut self, id: &CharacterId) -> &mut Acquaintance {
        self.0.entry(id.clone()).or_default()
    }

    /// Records the arrival or departure of an acquaintance of whom everybody may know, or of any whose
    /// arrival the mind keeps in mind whoever it is. That it talks with somebody in private changes
    /// nothing of what it can tell of their visits.
    pub fn see(&mut self, deed: &SeenDeed, keeps: bool) {
        let known = self.0.get_mut(&deed.who);
        let known = known.filter(|_| deed.label.readers == Readers::Everyone);
        match (known, deed.kind) {
            (Some(known), SeenKind::Came) if keeps || known.is_known_to_all() => {
                known.come_in(deed.at, deed.name.to_string());
            }
            (Some(known), SeenKind::Left) if known.is_known_to_all() => known.leave(deed.at),
            _ => {}
        }
    }

    /// Returns the credibility of a character's statements that an audience may know of; the default
    /// for strangers.
    #[must_use]
    pub fn standing(&self, whom: &CharacterId, audience: &Readers) -> SenderStanding {
        let known = self.0.get(whom).and_then(|it| it.standing.of(audience));
        known.copied().unwrap_or_default()
    }

    /// Returns the regard for a character that an audience may know of, 0 to 100: the one that
    /// developed, or the initial one of the persona.
    #[must_use]
    pub fn regard(&self, whom: &CharacterId, audience: &Readers, persona: &Persona) -> u8 {
        let known = self.0.get(whom).and_then(|it| it.regard.of(audience).copied());
        known.map_or_else(|| persona.regard_at_first(whom), Regard::value)
    }

    /// Evicts the acquaintances least recently talked with, except `but`, down to the maximum of those
    /// of whom everybody may know and of the others, and returns them.
    pub fn forget(&mut self, but: &CharacterId, most: usize) -> Vec<CharacterId> {
        let mut forgotten = Vec::new();
        if self.0.len() <= most {
            return forgotten;
        }
        for is_public in [true, false] {
            let all = self.0.iter().filter(|(_, it)| it.is_known_to_all() == is_public);
            let mut like: Vec<(WorldTime, &CharacterId)> =
                all.map(|(id, it)| (it.last(), id)).collect();
            let over = like.len().saturating_sub(most);
            if over == 0 {
                continue;
            }
            like.retain(|(_, id)| *id != but);
            like.sort();
            forgotten.extend(like.into_iter().take(over).map(|(_, id)| id.clone()));
        }
        for id in &forgotten {
            self.0.remove(id);
        }
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::bounds::MindBounds;

    const MOST: usize = MindBounds::IN_PLAY.acquaintances;

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
        for n in 0..MOST {
            let last = WorldTime(u64::try_from(n).unwrap() + 1);
            people.meet(&id(n)).talked = ReaderCopies::public(Talked { talks: 1, last });
            assert_eq!(people.forget(&id(n), MOST), []);
        }
        // They have not talked yet, which is longer ago than anything.
        people.meet(&id(1_000)).come_in(WorldTime(1_000), "Guest".to_owned());
        assert_eq!(people.forget(&id(1_000), MOST), [id(0)]);
        people.meet(&id(1_001)).come_in(WorldTime(1_001), "Guest".to_owned());
        assert_eq!(people.forget(&id(1_001), MOST), [id(1_000)]);
        assert_eq!(people.0.len(), MOST);
    }

    #[test]
    fn who_only_whispers_puts_out_nobody_with_whom_it_talked_before_everybody() {
        let mut people = Acquaintances::default();
        let id = |n: usize| CharacterId::new(&format!("guest-{n}")).unwrap();
        let talked = |at: usize| Talked { talks: 1, last: WorldTime(u64::try_from(at).unwrap()) };
        people.meet(&id(0)).talked = ReaderCopies::public(talked(1));
        for n in 1..=2 * MOST {
            let both = Readers::Only([id(n), CharacterId::new("mara").unwrap()].into());
            people.meet(&id(n)).talked.put(both, talked(n + 1));
            people.forget(&id(n), MOST);
        }
        assert!(people.0.contains_key(&id(0)));
        assert_eq!(people.0.len(), MOST + 1);
        // A whisper does not make a talk before everybody any younger.
        let both = Readers::Only([id(0), CharacterId::new("mara").unwrap()].into());
        people.meet(&id(0)).talked.change(&both, Talked::default, |it| *it = talked(9_000));
        for n in 1_001..=1_000 + MOST {
            people.meet(&id(n)).talked = ReaderCopies::public(talked(n));
            people.forget(&id(n), MOST);
        }
        assert!(!people.0.contains_key(&id(0)), "the oldest of all talks before everybody");
    }

    #[test]
    fn of_those_with_whom_it_only_whispers_it_knows_no_more_of_their_visits_than_of_strangers() {
        let [bob, mara] = ["bob", "mara"].map(|it| CharacterId::new(it).unwrap());
        let both = Readers::Only([bob.clone(), mara].into());
        let deed = |kind, at| SeenDeed {
            who: bob.clone(),
            name: "Bob".into(),
            kind,
            did: "came in".to_owned(),
            at: WorldTime(at),
            label: Label::engine(),
            left: None,
            door: None,
        };
        let mut people = Acquaintances::default();
        let visits = |people: &Acquaintances| {
            let known = people.0.get(&bob).unwrap();
            (known.came.as_ref().map(|(at, _)| at.0), known.before.map(|at| at.0))
        };
        people.meet(&bob).talked.change(&both, Talked::default, |it| it.count(WorldTime(1)));
        people.see(&deed(SeenKind::Came, 2), false);
        people.see(&deed(SeenKind::Left, 3), true);
        assert_eq!(visits(&people), (None, None));
        assert!(!people.0[&bob].is_met(&Readers::Everyone) && people.0[&bob].is_met(&both));
        people.meet(&bob).said.put(Readers::Everyone, ("Hm.".to_owned(), Label::engine()));
        people.see(&deed(SeenKind::Came, 4), false);
        people.see(&deed(SeenKind::Left, 5), false);
        assert_eq!(visits(&people), (Some(4), Some(5)));
        let private = SeenDeed { label: Label::engine().kept_to(&both), ..deed(SeenKind::Came, 6) };
        people.see(&private, true);
        assert_eq!(visits(&people), (Some(4), Some(5)));
    }
}
