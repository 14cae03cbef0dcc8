//! Leads of a mind: what was left open, and may be come back to without being asked.

use std::{
    collections::{BTreeSet, VecDeque},
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
};
use serde::{Deserialize, Serialize};
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
/// Time for which a question, a claim and an offer stay open.
pub const OPEN_FOR: Duration = Duration::from_secs(7_200);
/// Time for which a promise, a request and a letter stay open.
pub const PROMISED_FOR: Duration = Duration::from_secs(259_200);
/// Time after a message in which its payer can have no other passed on to the same person.
const MESSAGES_APART: Duration = Duration::from_secs(3_600);

/// Maximum number of thoughts about a lead; a mind that finds no words for it then lets it be.
pub const MOST_TRIES: u8 = 3;

/// Progress of a lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum LeadState {
    /// Nothing was said about it.
    #[default]
    Open,
    /// A thought about it has begun. Over a restart it counts as done, so that nothing is said twice.
    Tried,
    /// The lead was taken up, and is done. A message is kept for a while, so that its payer cannot
    /// send another at once.
    Done,
}

/// Lead: something left open, about one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lead {
    /// Number, unique within the mind; the mind gives it.
    pub number: u64,
    pub kind: LeadKind,
    /// Person to come back to.
    pub whom: CharacterRef,
    /// Other person whom the lead concerns: whose message it is, or who is waited for.
    pub other: Option<CharacterRef>,
    /// Way by which it came up, and so the way to come back to it.
    pub source: Source,
    /// Words of the question, promise, message or letter, or the name of a topic or an offer; empty for
    /// a claim and an arrival.
    pub words: String,
    /// Provenance label of the words. What is done about them has no more rights than that.
    pub label: Label,
    /// Payer: whoever planted it.
    pub payer: Payer,
    /// Time at which the lead came up.
    pub since: WorldTime,
    /// Time of the last look at it; what came up later may answer it.
    pub looked: WorldTime,
    pub state: LeadState,
    /// Number of thoughts about it that came to nothing.
    pub tries: u8,
}

impl Lead {
    /// Returns whether the lead is this one, as a stimulus names it.
    #[must_use]
    pub fn is(&self, whom: &CharacterId, kind: LeadKind, words: &str) -> bool {
        self.whom.id == *whom && self.kind == kind && (!kind.has_words() || self.words == words)
    }

    /// Returns whether the lead was planted before: the same again, or a further message of the
    /// same payer to the same person.
    fn is_like(&self, other: &Self) -> bool {
        let is_same = self.kind.numbered(0) == other.kind.numbered(0)
            && self.whom == other.whom
            && self.label.readers == other.label.readers;
        let is_message = matches!(self.kind, LeadKind::Message(_)) && self.payer == other.payer;
        is_same && (is_message || self.words == other.words && self.other == other.other)
    }

    /// Returns whether a character has to do with it.
    #[must_use]
    pub fn names(&self, whom: &CharacterId) -> bool {
        let is_other = self.other.as_ref().is_some_and(|it| it.id == *whom);
        self.whom.id == *whom || is_other || self.label.names(whom)
    }

    /// Returns whether the lead is too old.
    fn is_over(&self, now: WorldTime) -> bool {
        let most = match (self.state, self.kind) {
            (LeadState::Done, _) => MESSAGES_APART,
            (
                _,
                LeadKind::Question | LeadKind::Claim(_) | LeadKind::Lapsed(_) | LeadKind::Goal(_),
            ) => OPEN_FOR,
            _ => PROMISED_FOR,
        };
        now.since(self.since) >= most
    }
}

/// Open leads of a mind, oldest first, and the time of the next look at them.
#[derive(Component, Debug, Clone, Default)]
pub struct Leads {
    open: VecDeque<Lead>,
    /// Number of the next lead.
    next: u64,
    /// Numbers of the leads that changed since they were saved last.
    changed: BTreeSet<u64>,
    /// Number of looks in a row of which nothing came.
    misses: u8,
    /// Time of the next look; none if there is nothing to look at.
    pub(crate) beat: Option<WorldTime>,
}

impl Leads {
    /// Restores saved leads. Those about which something may have been said already are done.
    #[must_use]
    pub fn restored(saved: impl IntoIterator<Item = Lead>) -> Self {
        let mut open: Vec<Lead> = saved.into_iter().collect();
        open.sort_by_key(|it| it.number);
        let next = open.last().map_or(0, |it| it.number.saturating_add(1));
        let mut leads = Self { open: open.into(), next, ..Self::default() };
        for it in leads.open.iter_mut().filter(|it| it.state == LeadState::Tried) {
            it.state = LeadState::Done;
            leads.changed.insert(it.number);
        }
        leads
    }

    /// Returns the numbers of all leads.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.open.iter().map(|it| it.number)
    }

    /// Adds a lead, unless the same one is open already. Where there are too many of its kind, one of
    /// that kind is dropped: at most `most` that everybody may know of, of which the oldest of the
    /// payer with most of them goes, and few for each person and set of readers. So what was said in
    /// private puts out nothing that others may know of, and nobody puts out the leads of others
    /// while they have more themselves.
    pub fn add(&mut self, lead: Lead, most: usize) {
        if self.open.iter().any(|it| it.is_like(&lead)) {
            return;
        }
        self.make_room(&lead, most);
        let (number, kind) = (self.next, lead.kind.numbered(self.next));
        self.next = self.next.saturating_add(1);
        self.changed.insert(number);
        self.open.push_back(Lead { number, kind, ..lead });
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
        let at = gone.map(|(at, _)| at);
        if let Some(gone) = at.and_then(|at| self.open.remove(at)) {
            self.changed.insert(gone.number);
        }
    }

    /// Keeps the matching leads.
    fn keep(&mut self, keeps: impl Fn(&Lead) -> bool) {
        let Self { open, changed, .. } = self;
        open.retain(|lead| {
            let keeps = keeps(lead);
            if !keeps {
                changed.insert(lead.number);
            }
            keeps
        });
    }

    /// Returns the open leads, oldest first, without those that are too old.
    pub fn open(&mut self, now: WorldTime) -> impl Iterator<Item = &Lead> {
        self.keep(|it| !it.is_over(now));
        self.open.iter().filter(|it| it.state == LeadState::Open)
    }

    /// Returns the open leads, as [`Leads::open`] does, without dropping any.
    pub fn still_open(&self, now: WorldTime) -> impl Iterator<Item = &Lead> {
        self.open.iter().filter(move |it| it.state == LeadState::Open && !it.is_over(now))
    }

    /// Returns the lead that a stimulus names.
    #[must_use]
    pub fn find(&self, whom: &CharacterId, kind: LeadKind, words: &str) -> Option<&Lead> {
        self.open.iter().find(|it| it.is(whom, kind, words))
    }

    /// Returns the lead of this number.
    #[must_use]
    pub fn numbered(&self, number: u64) -> Option<&Lead> {
        self.open.iter().find(|it| it.number == number)
    }

    /// Notes the time of a look at a lead, about which a thought begins.
    pub fn look_at(&mut self, whom: &CharacterId, kind: LeadKind, words: &str, now: WorldTime) {
        for it in self.open.iter_mut().filter(|it| it.is(whom, kind, words)) {
            (it.looked, it.state) = (now, LeadState::Tried);
            self.changed.insert(it.number);
        }
    }

    /// Notes that a thought about a lead was given up, so that it stays open; one that came to nothing
    /// `counts`, and after [`MOST_TRIES`] of them it is closed.
    pub fn reopen(&mut self, whom: &CharacterId, kind: LeadKind, words: &str, counts: bool) {
        for it in self.open.iter_mut().filter(|it| it.is(whom, kind, words)) {
            it.tries = it.tries.saturating_add(u8::from(counts));
            it.state = LeadState::Open;
            self.changed.insert(it.number);
        }
        self.keep(|it| it.tries < MOST_TRIES || it.state == LeadState::Done);
    }

    /// Returns whether a payer may have a message passed on to a person: none of theirs to that one waits
    /// or was passed on a short while ago.
    #[must_use]
    pub fn may_carry(&self, payer: &Payer, whom: &CharacterId) -> bool {
        let mut all = self.open.iter();
        !all.any(|lead| {
            matches!(lead.kind, LeadKind::Message(_))
                && lead.payer == *payer
                && lead.whom.id == *whom
        })
    }

    /// Returns whether nothing is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.open.iter().any(|it| it.state != LeadState::Done)
    }

    /// Closes the leads of this kind and these words about a person.
    pub fn close(&mut self, whom: &CharacterId, kind: LeadKind, words: &str) {
        if let LeadKind::Message(_) = kind {
            for it in self.open.iter_mut().filter(|it| it.is(whom, kind, words)) {
                (it.state, it.since) = (LeadState::Done, it.looked);
                self.changed.insert(it.number);
            }
        }
        self.keep(|it| !it.is(whom, kind, words) || it.state == LeadState::Done);
        self.misses = 0;
    }

    /// Closes the leads of which the world shows that nothing is left to be said.
    pub fn settle(&mut self, is_settled: impl Fn(&Lead) -> bool) {
        self.keep(|it| it.state != LeadState::Open || !is_settled(it));
    }

    /// Closes all leads with which a character has to do.
    pub fn forget(&mut self, whom: &CharacterId) {
        self.keep(|it| !it.names(whom));
    }

    /// Returns the numbers of the leads that changed since the last call.
    pub fn take_changed(&mut self) -> BTreeSet<u64> {
        std::mem::take(&mut self.changed)
    }

    /// Returns the time of the next look; none if there is nothing to look at.
    #[must_use]
    pub fn next_look(&self) -> Option<WorldTime> {
        self.beat
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
            number: 0,
            kind: LeadKind::Question,
            whom: CharacterRef { id, name: whom.to_owned() },
            other: None,
            state: LeadState::Open,
            tries: 0,
            source: Source::Say,
            words: words.to_owned(),
            label: Label::engine(),
            payer: Payer { account, household: None, share: None },
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
            let payer =
                Payer { account: Some(PayerAccount::Character(by)), household: None, share: None };
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
    fn a_payer_sends_one_person_one_message_an_hour_and_what_was_begun_is_done_after_a_restart() {
        let message = |whom: &str, words: &str, at| Lead {
            kind: LeadKind::Message(0),
            payer: Payer::default(),
            ..lead(whom, words, at)
        };
        let mut it = Leads::default();
        it.add(message("ann", "one", 0), MOST);
        it.add(message("ann", "two", 1), MOST);
        it.add(message("bob", "two", 2), MOST);
        let may = ["ann", "bob", "cyd"]
            .map(|whom| it.may_carry(&Payer::default(), &CharacterId::new(whom).unwrap()));
        assert_eq!(may, [false, false, true]);
        let words = |leads: &mut Leads, now| {
            leads.open(WorldTime(now)).map(|lead| lead.words.clone()).collect::<Vec<_>>()
        };
        assert_eq!(words(&mut it, 3), ["one", "two"], "one for each of them");
        let ann = CharacterId::new("ann").unwrap();
        it.look_at(&ann, LeadKind::Message(0), "", WorldTime(5));
        assert_eq!(words(&mut it, 6), ["two"], "the thought about the first has begun");
        let mut again = Leads::restored(it.open.iter().cloned());
        assert_eq!(words(&mut again, 6), ["two"]);
        it.reopen(&ann, LeadKind::Message(0), "", true);
        assert_eq!(words(&mut it, 7), ["one", "two"]);
        it.look_at(&ann, LeadKind::Message(0), "", WorldTime(8));
        it.close(&ann, LeadKind::Message(0), "");
        it.add(message("ann", "three", 9), MOST);
        assert_eq!(words(&mut it, 9), ["two"], "not so soon after the first");
        let late = WorldTime(8).after(MESSAGES_APART);
        assert_eq!(words(&mut it, late.0), ["two"]);
        it.add(message("ann", "three", late.0), MOST);
        assert_eq!(words(&mut it, late.0), ["two", "three"]);
        assert_eq!(it.take_changed().into_iter().collect::<Vec<_>>(), [0, 1, 2]);
        assert!(it.take_changed().is_empty());
    }

    #[test]
    fn what_there_are_no_words_for_is_let_be_and_what_was_interrupted_is_not() {
        let mut it = Leads::default();
        it.add(lead("ann", "who?", 0), MOST);
        let ann = CharacterId::new("ann").unwrap();
        for _ in 0..9 {
            it.reopen(&ann, LeadKind::Question, "who?", false);
        }
        let mut left = || {
            it.reopen(&ann, LeadKind::Question, "who?", true);
            !it.is_empty()
        };
        assert_eq!([left(), left(), left()], [true, true, false]);
    }

    #[test]
    fn the_same_question_of_two_people_is_two_leads() {
        let mut it = Leads::default();
        it.add(lead("ann", "who?", 0), MOST);
        it.add(lead("bob", "who?", 0), MOST);
        let bob = CharacterId::new("bob").unwrap();
        it.look_at(&bob, LeadKind::Question, "who?", WorldTime(9));
        let looked: Vec<WorldTime> = it.open.iter().map(|it| it.looked).collect();
        assert_eq!(looked, [WorldTime(0), WorldTime(9)]);
        let open: Vec<&str> = it.open(WorldTime(10)).map(|it| it.whom.name.as_str()).collect();
        assert_eq!(open, ["ann"], "a thought about the other has begun");
    }
}
