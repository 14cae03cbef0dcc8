//! Queue of the triggers that wait for a thought.

use std::{
    collections::{BTreeSet, VecDeque},
    time::Duration,
};

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Label};
use world::{
    beings::character::Who,
    witness::{conversation::ConversationId, fact::Source},
};

use crate::{
    gate::budget::{Payer, PayerAccount},
    llm::scene::{DelegationId, Stimulus, ThoughtOccasion},
    perceive::classify::AttentionRule,
};

/// Maximum number of waiting triggers.
pub const ATTENTION: usize = 8;

/// Maximum number of turned away triggers that get a short answer; further ones are only logged in
/// the record.
pub const TURNED_AWAY: usize = 8;

/// Thresholds of a payer's burden (0 to 64): each one reached puts the payer one priority class lower.
/// They are coarse, so that somebody who has asked a few dozen questions is not behind everybody who
/// comes new.
const HEAVY: [u8; 3] = [8, 16, 32];

/// Maximum number of payers whose last service is remembered; the oldest is dropped.
const SERVED: usize = 16;

/// Maximum number of speakers to whom a turn is owed; the oldest is dropped.
const OWED: usize = 8;

/// Time for which a turn is owed to a speaker.
const OWED_FOR: Duration = Duration::from_secs(45);

/// Trigger queue of a mind, oldest first: at most one trigger for each speaker and source.
#[derive(Component, Debug, Default)]
pub struct Attention {
    pub waiting: VecDeque<Trigger>,
    /// Triggers that found the queue full; they get a short answer as soon as possible.
    pub turned_away: VecDeque<Trigger>,
    /// Time at which the mind last spoke unprompted.
    pub unbidden: Option<WorldTime>,
    /// Payers for whom the model thought last, with the time; in no order.
    served: Vec<(PayerAccount, WorldTime)>,
    /// Speakers whom the script answered because the model thought for another, oldest first.
    owed: VecDeque<OwedTurn>,
}

/// Turn that is owed to a speaker.
#[derive(Debug, Clone)]
struct OwedTurn {
    speaker: CharacterId,
    account: Option<PayerAccount>,
    at: WorldTime,
    /// Step of the burden of the payer.
    step: usize,
}

impl Attention {
    /// Clears both queues.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.turned_away.clear();
    }

    /// Drops the triggers of some characters, and the turns owed to them.
    pub fn forget(&mut self, is_gone: impl Fn(&CharacterId) -> bool) {
        let stays = |it: &Trigger| !is_gone(&it.stimulus.speaker);
        self.waiting.retain(stays);
        self.turned_away.retain(stays);
        self.owed.retain(|it| !is_gone(&it.speaker));
    }

    /// Returns whether a part of a delegation, its question or its answer, waits already.
    #[must_use]
    pub fn has_delegated(&self, speaker: &CharacterId, id: DelegationId) -> bool {
        let mut all = self.waiting.iter().chain(&self.turned_away).map(|it| &it.stimulus);
        all.any(|it| it.speaker == *speaker && it.delegation() == Some(id))
    }

    /// Queues a turn of a long action before everything else but earlier ones. When [`ATTENTION`] of
    /// them wait already, the oldest is dropped.
    pub fn order(&mut self, trigger: Trigger) {
        let ordered = |it: &&Trigger| it.stimulus.action().is_some();
        let orders = self.waiting.iter().take_while(ordered).count();
        self.waiting.insert(orders, trigger);
        if orders >= ATTENTION {
            self.waiting.pop_front();
        }
    }

    /// Removes and returns the next trigger: of those with the least burden, in steps, the one whose
    /// payer has waited longest for the model; among equals the one with the least burden, then the
    /// oldest.
    pub fn take(&mut self) -> Option<Trigger> {
        let order = |(n, it): (usize, &Trigger)| {
            (
                it.stimulus.action().is_none(),
                step(it.burden),
                self.served_at(it.payer.account.as_ref()),
                it.burden,
                n,
            )
        };
        let next = self.waiting.iter().enumerate().min_by_key(|(n, it)| order((*n, it)))?.0;
        self.waiting.remove(next)
    }

    /// Returns the time at which the model last thought for a payer; none if it did not lately.
    fn served_at(&self, account: Option<&PayerAccount>) -> Option<WorldTime> {
        let account = account?;
        self.served.iter().find(|(by, _)| by == account).map(|(_, at)| *at)
    }

    /// Removes and returns the oldest trigger of another speaker than `partner`, if it is due by the time
    /// at which it came.
    ///
    /// # Errors
    /// The time at which the oldest came that is not due yet; none if nobody else waits.
    pub fn take_beside(
        &mut self,
        partner: Option<&CharacterId>,
        is_due: impl Fn(WorldTime) -> bool,
    ) -> Result<Trigger, Option<WorldTime>> {
        let is_other = |it: &Trigger| partner != Some(&it.stimulus.speaker);
        let at = self.waiting.iter().position(is_other).ok_or(None)?;
        let came = self.waiting.get(at).map(|it| it.at);
        if !came.is_some_and(is_due) {
            return Err(came);
        }
        self.waiting.remove(at).ok_or(None)
    }

    /// Returns whether a newer line of `partner` waits that replaces the one with this source, and nobody
    /// else waits: in company a question that is given up costs the others their turn.
    #[must_use]
    pub fn has_newer(&self, partner: &CharacterId, source: Source) -> bool {
        let is_theirs = |it: &Trigger| it.stimulus.speaker == *partner;
        self.waiting.iter().all(is_theirs)
            && self.waiting.iter().any(|it| it.stimulus.source == source)
    }

    /// Notes that the model thinks for a payer and a speaker.
    pub fn serve(&mut self, payer: &Payer, speaker: &CharacterId, now: WorldTime) {
        self.owed.retain(|it| it.speaker != *speaker);
        let Some(account) = &payer.account else { return };
        self.served.retain(|(it, _)| it != account);
        if self.served.len() >= SERVED
            && let Some(oldest) =
                (0..self.served.len()).min_by_key(|at| self.served.get(*at).map(|it| it.1))
        {
            self.served.swap_remove(oldest);
        }
        self.served.push((account.clone(), now));
    }

    /// Notes that the script answers a speaker because the model thinks for another.
    pub fn owe(&mut self, trigger: &Trigger, now: WorldTime) {
        let speaker = &trigger.stimulus.speaker;
        self.owed.retain(|it| it.speaker != *speaker);
        if self.owed.len() >= OWED {
            self.owed.pop_front();
        }
        let (account, step) = (trigger.payer.account.clone(), step(trigger.burden));
        self.owed.push_back(OwedTurn { speaker: speaker.clone(), account, at: now, step });
    }

    /// Returns whether `speaker` makes way for another to whom a turn is owed, and settles that debt:
    /// each costs one line. Whoever was not served lately makes way for nobody, and nobody does for a
    /// speaker with a greater burden, or for one of another payer who was served since.
    pub fn makes_way(
        &mut self,
        payer: &Payer,
        (speaker, burden): (&CharacterId, u8),
        now: WorldTime,
    ) -> bool {
        self.owed.retain(|it| now.since(it.at) < OWED_FOR);
        let served = self.served_at(payer.account.as_ref());
        let is_served = served.is_some_and(|at| now.since(at) < OWED_FOR);
        if !is_served || self.owed.iter().any(|it| it.speaker == *speaker) {
            return false;
        }
        let goes_before = |it: &OwedTurn| {
            let waits_longer =
                it.account == payer.account || self.served_at(it.account.as_ref()) < served;
            waits_longer && it.step <= step(burden)
        };
        let first = self.owed.iter().position(goes_before);
        first.and_then(|at| self.owed.remove(at)).is_some()
    }

    /// Returns the place of the waiting trigger that makes way for another one; none if that is the
    /// one to be turned away.
    fn heavier_than(&self, trigger: &Trigger) -> Option<usize> {
        let weight = |of: &Trigger, more: usize| {
            let waiting = self.waiting.iter().filter(|it| is_of_payer(it, of)).count();
            let served = self.served_at(of.payer.account.as_ref());
            (step(of.burden), waiting + more, served, of.burden)
        };
        let places = self.waiting.iter().enumerate().map(|(at, it)| (weight(it, 0), at));
        let (heaviest, at) = places.max()?;
        (heaviest > weight(trigger, 1)).then_some(at)
    }

    /// Queues a trigger, in place of a waiting one of the same speaker and source. When the queue
    /// is full, the trigger with the greatest burden is turned away, waiting or new; among equals the
    /// newest of the payer with the most triggers, or else of the one whom the model served last.
    /// Returns it if the queue of those is full, too.
    pub fn queue(&mut self, mut trigger: Trigger) -> Option<Trigger> {
        // The trigger keeps its place, so that a further line does not prolong the wait.
        if let Some(older) = self.waiting.iter_mut().find(|it| is_like(it, &trigger)) {
            *older = Trigger { at: older.at, ..trigger };
            return None;
        }
        if self.waiting.len() < ATTENTION {
            self.waiting.push_back(trigger);
            return None;
        }
        if let Some(heavier) = self.heavier_than(&trigger).and_then(|at| self.waiting.get_mut(at)) {
            std::mem::swap(heavier, &mut trigger);
        }
        if self.turned_away.iter().any(|it| is_like(it, &trigger)) {
            return None;
        }
        if self.turned_away.len() < TURNED_AWAY {
            self.turned_away.push_back(trigger);
            return None;
        }
        Some(trigger)
    }
}

/// Returns whether two triggers are paid for by the same account; nobody pays for those of the staff.
fn is_of_payer(one: &Trigger, other: &Trigger) -> bool {
    one.payer.account.is_some() && one.payer.account == other.payer.account
}

/// Returns the step of a burden.
fn step(burden: u8) -> usize {
    HEAVY.iter().filter(|least| burden >= **least).count()
}

/// Returns whether a newer trigger replaces a waiting one: same speaker, same source, and neither is a
/// turn of a long action, news of a goal or part of a delegation.
fn is_like(waiting: &Trigger, newer: &Trigger) -> bool {
    waiting.stimulus.speaker == newer.stimulus.speaker
        && waiting.stimulus.source == newer.stimulus.source
        && waiting.stimulus.action().is_none()
        && newer.stimulus.action().is_none()
        && [waiting, newer].into_iter().all(|it| !it.stimulus.is_of_goal())
        && !waiting.stimulus.is_delegated()
        && !newer.stimulus.is_delegated()
}

/// Event that a mind reacts to.
#[derive(Debug, Clone)]
pub struct Trigger {
    pub stimulus: Stimulus,
    /// Provenance label of the event.
    pub label: Label,
    /// Attention rule that accepted the event.
    pub rule: AttentionRule,
    /// Trust in the speaker, in percent.
    pub trust: u8,
    /// Time of the event.
    pub at: WorldTime,
    /// Conversation that the event is part of.
    pub conversation: Option<ConversationId>,
    /// Payer of a thought about the event.
    pub payer: Payer,
    /// Share of their budget that the speaker used lately, 0 to 64.
    pub burden: u8,
}

impl Trigger {
    /// Creates a trigger to address a character that said nothing; the label is that of the reason.
    #[must_use]
    pub fn unbidden(whom: &Who, label: Label, at: WorldTime) -> Self {
        Self {
            stimulus: Stimulus {
                speaker: whom.id.clone(),
                name: whom.name.to_string(),
                source: Source::Deed,
                channel: None,
                words: String::new(),
                occasion: ThoughtOccasion::Arrival,
                asked: false,
                aside: false,
            },
            label,
            rule: AttentionRule::Otherwise,
            trust: 0,
            at,
            conversation: None,
            payer: Payer::of(whom),
            burden: 0,
        }
    }
}

/// Minds with something to think about at the next opportunity. Idle minds are not in the queue and
/// cost nothing.
#[derive(Resource, Debug, Default)]
pub struct RunQueue(pub BTreeSet<Entity>);

#[cfg(test)]
mod tests {
    use engine::id::CharacterId;

    use super::*;

    fn trigger(who: &str, burden: u8) -> Trigger {
        Trigger {
            stimulus: Stimulus {
                speaker: CharacterId::new(who).unwrap(),
                name: who.to_owned(),
                source: Source::Page,
                channel: None,
                words: "hello".to_owned(),
                occasion: ThoughtOccasion::Words,
                asked: true,
                aside: false,
            },
            label: Label::engine(),
            rule: AttentionRule::Addressed,
            trust: 70,
            at: WorldTime(1),
            conversation: None,
            payer: Payer::default(),
            burden,
        }
    }

    fn names<'a>(all: impl IntoIterator<Item = &'a Trigger>) -> Vec<&'a str> {
        all.into_iter().map(|it| it.stimulus.name.as_str()).collect()
    }

    #[test]
    fn whoever_used_little_comes_first_and_loses_no_place_to_those_who_used_much() {
        let mut it = Attention::default();
        let alts = ["a", "b", "c", "d", "e", "f", "g", "h"];
        for (alt, burden) in alts.into_iter().zip([8, 8, 40, 8, 40, 8, 8, 8]) {
            assert!(it.queue(trigger(alt, burden)).is_none());
        }
        assert!(it.queue(trigger("bob", 0)).is_none());
        assert_eq!(names(&it.waiting), ["a", "b", "c", "d", "bob", "f", "g", "h"]);
        assert_eq!(names(&it.turned_away), ["e"]);
        // Among equals nobody gives way.
        assert!(it.queue(trigger("i", 40)).is_none());
        assert_eq!(names(&it.turned_away), ["e", "i"]);
        for alt in ["j", "k", "l", "m", "n", "o"] {
            assert!(it.queue(trigger(alt, 60)).is_none());
        }
        let dropped = it.queue(trigger("cyd", 1)).unwrap();
        assert_eq!(dropped.stimulus.name, "c", "the one who used most finds no place at all");
        let order: Vec<String> =
            std::iter::from_fn(|| it.take()).map(|it| it.stimulus.name).collect();
        assert_eq!(order, ["bob", "cyd", "a", "b", "d", "f", "g", "h"]);
    }

    #[test]
    fn whoever_waits_longest_for_the_model_comes_first_and_not_whoever_is_new() {
        let of = |who: &str, burden| Trigger {
            payer: Payer {
                account: Some(PayerAccount::Character(CharacterId::new(who).unwrap())),
                household: None,
                share: None,
            },
            ..trigger(who, burden)
        };
        let serve = |it: &mut Attention, trigger: &Trigger, at| {
            it.serve(&trigger.payer, &trigger.stimulus.speaker, WorldTime(at));
        };
        let mut it = Attention::default();
        serve(&mut it, &of("bob", 0), 1);
        serve(&mut it, &of("ann", 0), 2);
        // The honest player has used a little of a budget; the guests are new and write all the time.
        for (who, burden) in [("ann", 0), ("bob", 7), ("guest", 0)] {
            assert!(it.queue(of(who, burden)).is_none());
        }
        let mut order = Vec::new();
        for at in 3..9 {
            let next = it.take().unwrap();
            serve(&mut it, &next, at);
            order.push(next.stimulus.name.clone());
            assert!(it.queue(next).is_none());
        }
        assert_eq!(order, ["guest", "bob", "ann", "guest", "bob", "ann"]);
    }

    #[test]
    fn a_payer_with_many_who_speak_makes_way_for_one_who_speaks_alone() {
        let of = |who: &str, payer: &str| Trigger {
            payer: Payer {
                account: Some(PayerAccount::Character(CharacterId::new(payer).unwrap())),
                household: None,
                share: None,
            },
            ..trigger(who, 0)
        };
        let mut it = Attention::default();
        for guest in ["a", "b", "c", "d", "e", "f", "g", "h", "i"] {
            assert!(it.queue(of(guest, "house")).is_none());
        }
        assert_eq!(names(&it.turned_away), ["i"]);
        assert!(it.queue(of("bob", "bob")).is_none());
        assert_eq!(names(&it.waiting), ["a", "b", "c", "d", "e", "f", "g", "bob"]);
        assert_eq!(names(&it.turned_away), ["i", "h"]);
        assert!(it.queue(of("cyd", "cyd")).is_none());
        assert!(it.waiting.iter().any(|it| it.stimulus.name == "bob"), "one of each stays");
    }

    #[test]
    fn whoever_was_served_last_makes_way_where_the_queue_is_full_of_others() {
        let of = |who: &str| Trigger {
            payer: Payer {
                account: Some(PayerAccount::Character(CharacterId::new(who).unwrap())),
                household: None,
                share: None,
            },
            ..trigger(who, 0)
        };
        let mut it = Attention::default();
        for (at, guest) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().enumerate() {
            let trigger = of(guest);
            let at = WorldTime(u64::try_from(at).unwrap() + 1);
            it.serve(&trigger.payer, &trigger.stimulus.speaker, at);
            assert!(it.queue(trigger).is_none());
        }
        assert!(it.queue(of("bob")).is_none());
        assert_eq!(names(&it.waiting), ["a", "b", "c", "d", "e", "f", "g", "bob"]);
        assert_eq!(names(&it.turned_away), ["h"]);
    }

    #[test]
    fn whoever_got_the_script_is_owed_a_turn_that_costs_another_one_line() {
        let [ann, bob] = ["ann", "bob"].map(|it| CharacterId::new(it).unwrap());
        let payer = |it: &CharacterId| Payer {
            account: Some(PayerAccount::Character(it.clone())),
            household: None,
            share: None,
        };
        let of = |who: &CharacterId, burden| Trigger {
            payer: payer(who),
            ..trigger(who.as_str(), burden)
        };
        let mut it = Attention::default();
        it.owe(&of(&bob, 0), WorldTime(0));
        assert!(!it.makes_way(&payer(&ann), (&ann, 0), WorldTime(1)), "Ann waits herself");
        it.serve(&payer(&ann), &ann, WorldTime(0));
        assert!(!it.makes_way(&payer(&bob), (&bob, 0), WorldTime(1)), "it is Bob's own turn");
        assert!(it.makes_way(&payer(&ann), (&ann, 0), WorldTime(1)));
        assert!(!it.makes_way(&payer(&ann), (&ann, 0), WorldTime(1)), "one line, not more");
        it.owe(&of(&bob, 0), WorldTime(0));
        it.serve(&payer(&ann), &ann, WorldTime(46_000));
        assert!(!it.makes_way(&payer(&ann), (&ann, 0), WorldTime(46_000)), "Bob has gone");
        it.owe(&of(&bob, 0), WorldTime(46_000));
        it.serve(&payer(&bob), &bob, WorldTime(46_001));
        assert!(!it.makes_way(&payer(&ann), (&ann, 0), WorldTime(46_002)), "Bob was served");
        it.serve(&payer(&ann), &ann, WorldTime(46_002));
        it.owe(&of(&bob, 8), WorldTime(46_002));
        assert!(!it.makes_way(&payer(&ann), (&ann, 7), WorldTime(46_003)), "Bob has used more");
        assert!(it.makes_way(&payer(&ann), (&ann, 8), WorldTime(46_003)));
    }

    #[test]
    fn a_newer_line_of_the_same_speaker_is_not_for_the_script() {
        let [ann, bob] = ["ann", "bob"].map(|it| CharacterId::new(it).unwrap());
        let mut it = Attention::default();
        assert!(it.queue(trigger("ann", 0)).is_none());
        assert!(it.has_newer(&ann, Source::Page) && !it.has_newer(&bob, Source::Page));
        assert_eq!(it.take_beside(Some(&ann), |_| true).err(), Some(None));
        assert!(it.queue(trigger("bob", 0)).is_none());
        assert!(!it.has_newer(&ann, Source::Page), "Bob waits");
        assert_eq!(it.take_beside(Some(&ann), |_| false).err(), Some(Some(WorldTime(1))));
        assert_eq!(it.take_beside(Some(&ann), |_| true).unwrap().stimulus.name, "bob");
    }
}
