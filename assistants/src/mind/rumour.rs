//! Rumour: knowledge of a mind about a public deed of a character, which it may tell others.
//!
//! It loses detail with each retelling and gains none: first the time, then the place, then the
//! names; there is no fourth retelling. A mere statement is retold once, with the name of its
//! author. The engine words it; nobody's own words are ever repeated.

use engine::{
    clock::WorldTime,
    digest::Fnv,
    id::CharacterId,
    label::{Label, Readers},
};
use serde::{Deserialize, Serialize};
use world::beings::character::CharacterRef;

use super::seen::{SeenKind, ago};
use crate::memory::holds_run;

/// Strength of an eyewitness account, in percent.
pub const SEEN: u8 = 100;
/// Strength of a statement about another character, in percent.
pub const SAID: u8 = 70;
/// Decay of the strength with each retelling and each day of real time: remaining share in percent.
const RETOLD: u8 = 70;
const DAILY: u32 = 95;
/// Minimum strength for a retelling, in percent.
pub const SILENT: u8 = 10;
/// Maximum number of retellings of a deed.
pub const DEED_RETELLINGS: u8 = 3;
/// Maximum number of retellings of a mere statement.
pub const SAID_RETELLINGS: u8 = 1;
/// Maximum number of characters recorded as knowing a rumour; the one recorded first is dropped.
pub const KNOWING: usize = 16;
/// Maximum number of characters recorded as told in private.
pub const ALL_ASIDE: usize = 16 * KNOWING;
/// Length of a day of real time, in milliseconds.
const DAY: u128 = 86_400_000;
/// Maximum number of days of decay that are counted; at most 1 % is left by then.
const FADED: u128 = 100;

/// Placeholder for the other character in the wording of a deed.
pub const OTHER: &str = "{other}";

/// Rumour known to a mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rumour {
    /// Id of the deed, the same for every mind, whatever details got lost.
    pub event: u64,
    pub kind: SeenKind,
    /// Character that did it; none once lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CharacterRef>,
    /// Wording of the deed, to follow the name: `gave {other} a wooden spoon`.
    pub did: String,
    /// Other character involved; none once lost, or if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<CharacterRef>,
    /// Name of the room; none once lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Time of the deed; none once lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<WorldTime>,
    /// Character that told it; none for an eyewitness account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told_by: Option<CharacterRef>,
    /// Author of a statement without a known eyewitness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_by: Option<CharacterRef>,
    /// Character that denies the rumour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub denied_by: Option<CharacterRef>,
    /// Number of retellings until it reached this mind.
    pub retellings: u8,
    /// Strength when it reached this mind, in percent.
    pub strength: u8,
    /// Time at which the rumour reached this mind.
    pub at: WorldTime,
    /// Characters known to know it: tellers, hearers and witnesses; at most [`KNOWING`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub knows: Vec<CharacterId>,
    /// Characters who were told it in private, each with those who may know of that; at most
    /// [`KNOWING`] with the same readers, and [`ALL_ASIDE`] in all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told_aside: Vec<(CharacterId, Readers)>,
    pub label: Label,
}

/// Returns the id of a deed as a hash of its parts, the same in every run.
#[must_use]
pub fn event(parts: &[&str]) -> u64 {
    let mut number = Fnv::default();
    parts.iter().for_each(|it| number.piece(b'e', it));
    number.value()
}

impl Rumour {
    /// Returns the strength at a time, in percent; it decays by the day.
    #[must_use]
    pub fn strength(&self, now: WorldTime) -> u8 {
        let days = (now.since(self.at).as_millis() / DAY).min(FADED);
        // Computed in thousandths of a percent, to avoid rounding errors of each day.
        let left = (0..days).fold(u32::from(self.strength) * 1_000, |left, _| left * DAILY / 100);
        u8::try_from((left + 500) / 1_000).unwrap_or(SEEN)
    }

    /// Returns whether the rumour may be retold: retellings left, and at least [`SILENT`] percent
    /// strong.
    #[must_use]
    pub fn can_be_told(&self, now: WorldTime) -> bool {
        let most = if self.said_by.is_some() { SAID_RETELLINGS } else { DEED_RETELLINGS };
        self.retellings < most && self.strength(now) >= SILENT
    }

    /// Returns whether a character is a party to the deed.
    #[must_use]
    pub fn is_about(&self, whom: &CharacterId) -> bool {
        self.who.iter().chain(&self.other).any(|it| it.id == *whom)
    }

    /// Returns whether a character is a party to the deed, told, said or denied it, or is named by
    /// the label.
    #[must_use]
    pub fn names(&self, whom: &CharacterId) -> bool {
        self.all_parties().any(|it| it == whom) || self.label.names(whom)
    }

    /// Iterates over all that have a part in it: parties to the deed, and whoever told, said or denied
    /// it.
    pub fn all_parties(&self) -> impl Iterator<Item = &CharacterId> {
        let parties = self.who.iter().chain(&self.other).chain(&self.told_by);
        parties.chain(&self.said_by).chain(&self.denied_by).map(|it| &it.id)
    }

    /// Iterates over everybody whom it names or who is known to know it, some of them twice.
    pub fn all_named(&self) -> impl Iterator<Item = &CharacterId> {
        let readers = self.told_aside.iter().filter_map(|(_, readers)| match readers {
            Readers::Everyone => None,
            Readers::Only(ids) => Some(ids),
        });
        let aside = self.told_aside.iter().map(|(whom, _)| whom).chain(readers.flatten());
        self.all_parties().chain(self.label.all_named()).chain(&self.knows).chain(aside)
    }

    /// Forgets that some characters know it; returns whether it was known of any.
    pub fn forget_knowing(&mut self, is_gone: impl Fn(&CharacterId) -> bool) -> bool {
        let is_known = self.knows.iter().any(&is_gone);
        self.knows.retain(|it| !is_gone(it));
        let before = self.told_aside.clone();
        self.told_aside.retain(|(whom, _)| !is_gone(whom));
        for (_, readers) in &mut self.told_aside {
            if let Readers::Only(ids) = readers {
                ids.retain(|it| !is_gone(it));
            }
        }
        is_known || self.told_aside != before
    }

    /// Returns whether a character is known to know it, as far as `readers` may know that.
    #[must_use]
    pub fn is_known_to(&self, whom: &CharacterId, readers: &Readers) -> bool {
        let knows = |(it, of): &(CharacterId, Readers)| it == whom && of.admit_all(readers);
        let aside = self.told_aside.iter().any(knows);
        self.names(whom) || self.knows.contains(whom) || aside
    }

    /// Records that a character knows it, which `readers` may know; drops the one recorded first
    /// above the maximum.
    pub fn note_knowing(&mut self, whom: &CharacterId, readers: &Readers) {
        if *readers == Readers::Everyone {
            if !self.knows.contains(whom) {
                if self.knows.len() >= KNOWING {
                    self.knows.remove(0);
                }
                self.knows.push(whom.clone());
            }
            return;
        }
        let aside = &mut self.told_aside;
        if aside.iter().any(|(it, of)| it == whom && of.admit_all(readers)) {
            return;
        }
        let is_like = |(_, of): &(CharacterId, Readers)| of == readers;
        if aside.iter().filter(|it| is_like(it)).count() >= KNOWING {
            let first = aside.iter().position(is_like);
            first.map(|at| aside.remove(at));
        } else if aside.len() >= ALL_ASIDE {
            aside.remove(0);
        }
        aside.push((whom.clone(), readers.clone()));
    }

    /// Returns the version that a hearer gets from `teller`, with less detail and strength; none if
    /// it may not be retold.
    #[must_use]
    pub fn retold(&self, teller: &CharacterRef, now: WorldTime) -> Option<Self> {
        if !self.can_be_told(now) {
            return None;
        }
        let retellings = self.retellings + 1;
        let strength = u16::from(self.strength(now)) * u16::from(RETOLD) / 100;
        let mut rumour = Self {
            retellings,
            strength: u8::try_from(strength).unwrap_or(SEEN),
            at: now,
            told_by: Some(teller.clone()),
            knows: vec![teller.id.clone()],
            told_aside: Vec::new(),
            ..self.clone()
        };
        if retellings >= 1 {
            rumour.done = None;
        }
        if retellings >= 2 {
            rumour.place = None;
        }
        if retellings >= 3 {
            (rumour.who, rumour.other) = (None, None);
        }
        Some(rumour)
    }

    /// Returns the sentence in which `me` retells it to a character, without details that get lost;
    /// none if it may not be retold.
    #[must_use]
    pub fn sentence_for(
        &self,
        me: &CharacterRef,
        to: Option<&CharacterId>,
        now: WorldTime,
    ) -> Option<String> {
        let left = self.retold(me, now)?;
        let told = Self { told_by: self.told_by.clone(), ..left };
        Some(told.sentence(&me.id, to, now))
    }

    /// Returns a sentence with all details known to `me`, worded for the character `to`.
    #[must_use]
    pub fn sentence(&self, me: &CharacterId, to: Option<&CharacterId>, now: WorldTime) -> String {
        let mut said = self.clause(Some(me), to);
        if let Some(done) = self.done {
            said.push_str(", ");
            said.push_str(&ago(now.since(done)));
        }
        let by = self.said_by.as_ref().or(self.told_by.as_ref());
        let mut said = match by {
            None => capitalised(&said),
            Some(it) if to == Some(&it.id) => format!("You said that {said}"),
            // A party to the deed is not named twice at the beginning.
            Some(it) if self.is_about(&it.id) => {
                format!("{}, as {} tells it", capitalised(&said), it.name)
            }
            Some(it) => format!("{} says that {said}", it.name),
        };
        match &self.denied_by {
            None => {}
            Some(it) if to == Some(&it.id) => said.push_str(", though you say otherwise"),
            Some(it) => {
                said.push_str(", though ");
                said.push_str(&it.name);
                said.push_str(" says otherwise");
            }
        }
        said.push('.');
        said
    }

    /// Returns whether its wording, with names alone or as said by `me`, contains a run of words.
    #[must_use]
    pub fn holds(&self, me: &CharacterId, run: &[String]) -> bool {
        let named = self.clause(None, None);
        holds_run(&named, run) || holds_run(&self.clause(Some(me), None), run)
    }

    /// Returns the deed in the third person, with all details that are left, without a full stop.
    #[must_use]
    pub fn deed(&self) -> String {
        capitalised(&self.clause(None, None))
    }

    /// Returns the main clause: characters, deed and place.
    fn clause(&self, me: Option<&CharacterId>, to: Option<&CharacterId>) -> String {
        let is = |it: &CharacterRef, id: Option<&CharacterId>| id == Some(&it.id);
        let who = match &self.who {
            None => "somebody",
            Some(it) if is(it, to) => "you",
            Some(it) if is(it, me) => "I",
            Some(it) => it.name.as_str(),
        };
        let other = match &self.other {
            None => "somebody",
            Some(it) if self.who.as_ref().is_some_and(|who| who.id == it.id) => "themselves",
            Some(it) if is(it, to) => "you",
            Some(it) if is(it, me) => "me",
            Some(it) => it.name.as_str(),
        };
        let did = match (who, self.did.strip_prefix("was ")) {
            ("you", Some(rest)) => format!("were {rest}"),
            _ => self.did.clone(),
        };
        // Split instead of replace, so that placeholders in names are not expanded.
        let did = did.split(OTHER).collect::<Vec<_>>().join(other);
        match &self.place {
            None => format!("{who} {did}"),
            Some(place) => format!("{who} {did} at {}", within(place)),
        }
    }
}

/// Returns the name of a room as worded within a sentence, with its article in lower case.
fn within(place: &str) -> String {
    match place.split_once(' ') {
        Some((article @ ("The" | "A" | "An"), rest)) => {
            format!("{} {rest}", article.to_lowercase())
        }
        Some(_) | None => place.to_owned(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id(id: &str) -> CharacterId {
        CharacterId::new(id).unwrap()
    }

    fn party(name: &str) -> CharacterRef {
        CharacterRef { id: id(&name.to_lowercase()), name: name.to_owned() }
    }

    fn spoon() -> Rumour {
        Rumour {
            event: 1,
            kind: SeenKind::Gave,
            who: Some(party("Ann")),
            did: "gave {other} a wooden spoon".to_owned(),
            other: Some(party("Mara")),
            place: Some("The Open Ear".to_owned()),
            done: Some(WorldTime(0)),
            told_by: None,
            said_by: None,
            denied_by: None,
            retellings: 0,
            strength: SEEN,
            at: WorldTime(0),
            knows: Vec::new(),
            told_aside: Vec::new(),
            label: Label::engine(),
        }
    }

    #[test]
    fn with_each_retelling_it_loses_the_time_the_place_and_the_names() {
        let now = WorldTime(60_000 * 30);
        let tell = |it: &Rumour, by: &str| {
            let words = it.sentence_for(&party(by), Some(&id("tace")), now);
            (words, it.retold(&party(by), now))
        };
        let seen = spoon();
        assert_eq!(
            seen.sentence(&id("pip"), None, now),
            "Ann gave Mara a wooden spoon at the Open Ear, within the hour."
        );
        let (words, first) = tell(&seen, "Pip");
        assert_eq!(words.unwrap(), "Ann gave Mara a wooden spoon at the Open Ear.");
        let (words, second) = tell(first.as_ref().unwrap(), "Bram");
        assert_eq!(words.unwrap(), "Pip says that Ann gave Mara a wooden spoon.");
        let (words, third) = tell(second.as_ref().unwrap(), "Noll");
        assert_eq!(words.unwrap(), "Bram says that somebody gave somebody a wooden spoon.");
        let third = third.unwrap();
        assert_eq!((third.retellings, third.strength), (3, 34));
        assert_eq!(tell(&third, "Silas"), (None, None));
        assert_eq!([first.unwrap().strength, second.unwrap().strength], [70, 49]);
    }

    #[test]
    fn it_is_told_with_regard_to_who_tells_and_who_hears() {
        let (now, it) = (WorldTime(0), spoon());
        let mara = party("Mara");
        let told = |to: &str| it.sentence_for(&mara, Some(&id(to)), now).unwrap();
        assert_eq!(told("bob"), "Ann gave me a wooden spoon at the Open Ear.");
        assert_eq!(told("ann"), "You gave me a wooden spoon at the Open Ear.");
        let unkind = Rumour { did: "was unkind to {other}".to_owned(), place: None, ..spoon() };
        let told = |to: &str| unkind.sentence(&id("pip"), Some(&id(to)), now);
        assert_eq!(told("ann"), "You were unkind to Mara, just now.");
        assert_eq!(told("mara"), "Ann was unkind to you, just now.");
        let own = Rumour { told_by: Some(party("Mara")), ..it.clone() };
        assert_eq!(
            own.sentence(&id("pip"), Some(&id("bob")), WorldTime(0)),
            "Ann gave Mara a wooden spoon at the Open Ear, just now, as Mara tells it."
        );
        let denied = Rumour { denied_by: Some(party("Ann")), done: None, ..unkind };
        assert_eq!(
            denied.sentence(&id("pip"), None, now),
            "Ann was unkind to Mara, though Ann says otherwise."
        );
    }

    #[test]
    fn what_somebody_only_said_is_passed_on_once_with_whose_word_it_is() {
        let now = WorldTime(0);
        let said = Rumour { said_by: Some(party("Bob")), done: None, strength: SAID, ..spoon() };
        let words = said.sentence_for(&party("Pip"), Some(&id("tace")), now).unwrap();
        assert_eq!(words, "Bob says that Ann gave Mara a wooden spoon at the Open Ear.");
        let heard = said.retold(&party("Pip"), now).unwrap();
        assert_eq!(heard.strength, 49);
        assert_eq!(heard.sentence_for(&party("Tace"), None, now), None);
    }

    #[test]
    fn it_fades_by_the_day_until_nobody_tells_it() {
        let day = |days: u64| WorldTime(86_400_000 * days);
        let it = spoon();
        assert_eq!([0, 1, 14, 44, 46].map(|days| it.strength(day(days))), [100, 95, 49, 10, 9]);
        assert!(it.can_be_told(day(44)) && !it.can_be_told(day(46)));
    }

    proptest! {
        #[test]
        fn nobody_is_told_more_than_the_teller_knows(hours in 0_u64..2_000, retellings in 0_u8..6) {
            let now = WorldTime(hours * 3_600_000);
            let known = Rumour { retellings, ..spoon() };
            if let Some(told) = known.retold(&party("Pip"), now) {
                prop_assert!(told.strength < known.strength(now));
                prop_assert!(told.done.is_none() && told.retellings == retellings + 1);
                prop_assert!(retellings < DEED_RETELLINGS);
                for (kept, had) in [
                    (told.place.is_some(), known.place.is_some()),
                    (told.who.is_some(), known.who.is_some()),
                    (told.other.is_some(), known.other.is_some()),
                ] {
                    prop_assert!(had || !kept);
                }
            }
        }
    }

    #[test]
    fn who_was_told_aside_is_known_to_whoever_may_know_of_that_and_others_put_nobody_out() {
        let only = |ids: &[&str]| Readers::Only(ids.iter().map(|it| id(it)).collect());
        let both = only(&["cyd", "pip"]);
        let mut it = spoon();
        it.note_knowing(&id("cyd"), &both);
        for n in 0..4 * KNOWING {
            let who = format!("guest-{n}");
            for _ in 0..4 {
                it.note_knowing(&id(&who), &only(&[&who, "pip"]));
            }
        }
        assert!(it.is_known_to(&id("cyd"), &both));
        assert!(!it.is_known_to(&id("cyd"), &Readers::Everyone));
        let three = only(&["bob", "cyd", "pip"]);
        assert!(!it.is_known_to(&id("cyd"), &three), "Bob may not know that Cyd was told");
    }
}
