//! Leads of a mind: what was left open, and may be come back to without being asked.

use std::{collections::VecDeque, time::Duration};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use world::{beings::character::CharacterRef, witness::fact::Source};

use crate::{gate::budget::Payer, llm::scene::LeadKind};

/// Maximum number of leads about one person that the same few may know of; the oldest is dropped
/// first.
pub const PRIVATE_LEADS: usize = 2;
/// Maximum number of leads in all, in times those that everybody may know of; beyond it the oldest
/// private one is dropped.
const SETS: usize = 16;
/// Time between two looks at the leads of a mind, as long as something came of the last.
pub const HEARTBEAT: Duration = Duration::from_secs(30);
/// Maximum number of times that the interval doubles while nothing comes of it.
const MOST_DOUBLED: u8 = 3;
/// Time for which a lead stays open.
pub const OPEN_FOR: Duration = Duration::from_secs(7_200);

/// Something left open, about one person.
#[derive(Debug, Clone)]
pub struct Lead {
    pub kind: LeadKind,
    /// Person to come back to.
    pub whom: CharacterRef,
    /// Way by which it came up, and so the way to come back to it.
    pub source: Source,
    /// Words of the question; empty for a claim.
    pub words: String,
    /// Provenance label of the words. What is done about them has no more rights than that.
    pub label: Label,
    /// Payer: whoever planted it.
    pub payer: Payer,
    /// Time at which it came up.
    pub since: WorldTime,
    /// Time of the last look at it; what came up later may answer it.
    pub looked: WorldTime,
}

/// Open leads of a mind, oldest first, and the time of the next look at them.
#[derive(Component, Debug, Clone, Default)]
pub struct Leads {
    open: VecDeque<Lead>,
    /// Number of looks in a row of which nothing came.
    misses: u8,
    /// Time of the next look; none if there is nothing to look at.
    pub(crate) beat: Option<WorldTime>,
}

impl Leads {
    /// Adds a lead, unless the same one is open already. Where there are too many of its kind, one of
    /// that kind is dropped: at most `most` that everybody may know of, of which the oldest of the
    /// payer with most of them goes, and few for each person and set of readers. So what was said in
    /// private puts out nothing that others may know of, and nobody puts out the leads of others
    /// while they have more themselves.
    pub fn add(&mut self, lead: Lead, most: usize) {
        let same = |it: &Lead| {
            it.kind == lead.kind
                && it.whom == lead.whom
                && it.words == lead.words
                && it.label.readers == lead.label.readers
        };
        if self.open.iter().any(same) {
            return;
        }
        self.make_room(&lead, most);
        self.open.push_back(lead);
        self.misses = 0;
    }

    fn make_room(&mut self, new: &Lead, most: usize) {
        let is_public = |it: &Lead| it.label.readers == Readers::Everyone;
        let gone = if is_public(new) {
            let of = |payer: &Payer| {
                let theirs = |it: &&Lead| is_public(it) && it.payer == *payer;
                self.open.iter().filter(theirs).count()
            };
            let like = self.open.iter().enumerate().filter(|(_, it)| is_public(it));
            let is_full = like.clone().count() >= most;
            // Of equals the first counts, which is the oldest.
            like.rev().max_by_key(|(_, it)| of(&it.payer)).filter(|_| is_full)
        } else {
            let is_like =
                |it: &Lead| it.label.readers == new.label.readers && it.whom.id == new.whom.id;
            let mut like = self.open.iter().enumerate().filter(|(_, it)| is_like(it));
            let mut private = self.open.iter().enumerate().filter(|(_, it)| !is_public(it));
            if like.clone().count() >= PRIVATE_LEADS {
                like.next()
            } else {
                private.next().filter(|_| self.open.len() >= SETS * most)
            }
        };
        if let Some(at) = gone.map(|(at, _)| at) {
            self.open.remove(at);
        }
    }

    /// Returns the open leads, oldest first, without those that are too old.
    pub fn open(&mut self, now: WorldTime) -> impl Iterator<Item = &mut Lead> {
        self.open.retain(|it| now.since(it.since) < OPEN_FOR);
        self.open.iter_mut()
    }

    /// Notes the time of a look at the leads of this kind and these words about a person.
    pub fn look_at(&mut self, whom: &CharacterId, kind: LeadKind, words: &str, now: WorldTime) {
        let same = |it: &&mut Lead| it.whom.id == *whom && it.kind == kind && it.words == words;
        self.open.iter_mut().filter(same).for_each(|it| it.looked = now);
    }

    /// Returns whether nothing is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Closes the leads of this kind and these words about a person.
    pub fn close(&mut self, whom: &CharacterId, kind: LeadKind, words: &str) {
        self.open.retain(|it| it.whom.id != *whom || it.kind != kind || it.words != words);
        self.misses = 0;
    }

    /// Closes all leads with which a character has to do.
    pub fn forget(&mut self, whom: &CharacterId) {
        self.open.retain(|it| it.whom.id != *whom && !it.label.names(whom));
    }

    /// Starts the intervals anew, because somebody came.
    pub fn begin_anew(&mut self) {
        self.misses = 0;
    }

    /// Counts a look, and returns the time until the next: it doubles up to eightfold while nothing
    /// comes of the looks.
    pub fn count_look(&mut self) -> Duration {
        let next = HEARTBEAT * (1 << self.misses.min(MOST_DOUBLED));
        self.misses = self.misses.saturating_add(1);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{gate::budget::PayerAccount, mind::bounds::MindBounds};

    const MOST: usize = MindBounds::IN_PLAY.leads;

    fn lead(whom: &str, words: &str, at: u64) -> Lead {
        let id = CharacterId::new(whom).unwrap();
        let account = Some(PayerAccount::Character(id.clone()));
        Lead {
            kind: LeadKind::Question,
            whom: CharacterRef { id, name: whom.to_owned() },
            source: Source::Say,
            words: words.to_owned(),
            label: Label::engine(),
            payer: Payer { account, household: None },
            since: WorldTime(at),
            looked: WorldTime(at),
        }
    }

    #[test]
    fn looks_become_rare_until_something_comes_of_one() {
        let mut it = Leads::default();
        it.add(lead("ann", "who?", 0), MOST);
        let seconds = |it: &mut Leads| [(); 5].map(|()| it.count_look().as_secs());
        assert_eq!(seconds(&mut it), [30, 60, 120, 240, 240]);
        it.add(lead("ann", "who?", 1), MOST);
        assert_eq!(it.count_look().as_secs(), 240, "nothing new came up");
        it.add(lead("ann", "when?", 1), MOST);
        assert_eq!(it.count_look().as_secs(), 30);
        let ann = CharacterId::new("ann").unwrap();
        it.close(&ann, LeadKind::Question, "who?");
        assert_eq!(it.count_look().as_secs(), 30);
        it.close(&ann, LeadKind::Question, "when?");
        assert!(it.is_empty());
    }

    #[test]
    fn leads_are_few_and_close_with_time() {
        let mut it = Leads::default();
        (0..20).for_each(|n| it.add(lead("ann", &n.to_string(), n * 1_000), MOST));
        assert_eq!(it.open(WorldTime(20_000)).count(), MOST);
        let late = WorldTime(15_000).after(OPEN_FOR);
        assert_eq!(it.open(late).count(), 4, "those of 16 to 19");
        it.forget(&CharacterId::new("ann").unwrap());
        assert!(it.is_empty());
    }

    #[test]
    fn nobody_pushes_out_the_lead_of_another_person_and_private_ones_no_public_one() {
        let whispered = |whom: &str, words: &str, at| {
            let only = ["mara", whom].map(|it| CharacterId::new(it).unwrap());
            let mut it = lead(whom, words, at);
            it.label = it.label.kept_to(&Readers::Only(only.into()));
            it
        };
        let mut it = Leads::default();
        it.add(lead("ann", "who?", 0), MOST);
        it.add(whispered("ann", "where?", 1), MOST);
        for n in 0..200 {
            it.add(lead("bob", &n.to_string(), n + 2), MOST);
            it.add(whispered("cyd", &n.to_string(), n + 2), MOST);
        }
        // Whoever makes claims about others pays for them.
        for n in 0..200 {
            let claim = lead(&format!("p{n}"), "", n + 300);
            let by = CharacterId::new("bob").unwrap();
            let payer = Payer { account: Some(PayerAccount::Character(by)), household: None };
            it.add(Lead { kind: LeadKind::Claim(n), payer, ..claim }, MOST);
        }
        let ann: Vec<&str> =
            it.open.iter().filter(|it| it.whom.name == "ann").map(|it| it.words.as_str()).collect();
        assert_eq!(ann, ["who?", "where?"]);
        assert!(it.open.len() <= 2 * MOST, "{}", it.open.len());
    }

    #[test]
    fn what_one_asks_before_few_puts_out_nothing_that_they_asked_before_others() {
        let among = |with: &[&str], words: &str| {
            let ids = with.iter().chain(&["mara", "ann"]).map(|it| CharacterId::new(it).unwrap());
            let mut it = lead("ann", words, 0);
            it.label = it.label.kept_to(&Readers::Only(ids.collect()));
            it
        };
        let mut it = Leads::default();
        it.add(among(&["bob"], "who?"), MOST);
        (0..20).for_each(|n| it.add(among(&[], &n.to_string()), MOST));
        let words: Vec<&str> = it.open.iter().map(|it| it.words.as_str()).collect();
        assert_eq!(words, ["who?", "18", "19"], "Bob heard the first question");
    }

    #[test]
    fn the_same_question_of_two_people_is_two_leads() {
        let mut it = Leads::default();
        it.add(lead("ann", "who?", 0), MOST);
        it.add(lead("bob", "who?", 0), MOST);
        let bob = CharacterId::new("bob").unwrap();
        it.look_at(&bob, LeadKind::Question, "who?", WorldTime(9));
        let looked: Vec<WorldTime> = it.open(WorldTime(10)).map(|it| it.looked).collect();
        assert_eq!(looked, [WorldTime(0), WorldTime(9)]);
    }
}
