//! Turn-taking in a room when nobody in particular was addressed: at most one mind answers unasked.
//!
//! Ranking: first a mind that asked the speaker something and waits for the answer; then those that
//! did not speak unasked within [`LETS_OTHERS`]; then the one that offers what is asked for; then
//! by talkativeness times relevance.

use std::{cmp::Reverse, time::Duration};

/// Time for which a mind that spoke unasked lets others go first.
pub const LETS_OTHERS: Duration = Duration::from_secs(60);

/// Relevance, in percent, of a topic that the persona has its own answer to.
pub const OWN: u8 = 100;
/// Relevance of a topic shared by all personas of its kind.
pub const SHARED: u8 = 60;
/// Relevance of a topic that the persona knows nothing about.
pub const UNKNOWN: u8 = 5;

/// Bid of a mind to speak unasked, with the criteria of its rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Willing<T> {
    pub who: T,
    /// True if the mind asked the speaker something and waits for the answer.
    pub waits: bool,
    /// True if the words ask for something that the mind offers.
    pub duty: bool,
    /// True if the mind spoke unasked within [`LETS_OTHERS`].
    pub rests: bool,
    /// Talkativeness of the persona, in percent.
    pub talkativeness: u8,
    /// Relevance of the words to the mind, in percent.
    pub relevance: u8,
}

impl Willing<()> {
    /// Returns the same bid for a given mind.
    pub fn of<T>(self, who: T) -> Willing<T> {
        let Self { waits, duty, rests, talkativeness, relevance, .. } = self;
        Willing { who, waits, duty, rests, talkativeness, relevance }
    }
}

impl<T> Willing<T> {
    /// Returns talkativeness times relevance, 0 to 10,000.
    fn wish(&self) -> u16 {
        u16::from(self.talkativeness.min(100)) * u16::from(self.relevance.min(100))
    }

    /// Returns the sort key, the greatest first. Rest does not count against a mind that waits for
    /// an answer, because that answer is not unsolicited.
    fn rank(&self) -> (bool, bool, bool, u16) {
        (self.waits, !self.rests, self.duty, self.wish())
    }
}

/// Chooses the mind that speaks; among equals the first. A bid of zero talkativeness or relevance
/// never wins, unless its mind waits for an answer.
#[must_use]
pub fn choose<T: Copy>(willing: &[Willing<T>]) -> Option<T> {
    let speaks = |it: &&Willing<T>| it.waits || it.wish() > 0;
    // `min_by_key` returns the first of equal elements, so the order is reversed.
    willing.iter().filter(speaks).min_by_key(|it| Reverse(it.rank())).map(|it| it.who)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn willing(who: usize, talkativeness: u8, relevance: u8) -> Willing<usize> {
        Willing { who, waits: false, duty: false, rests: false, talkativeness, relevance }
    }

    #[test]
    fn one_speaks_who_is_most_talkative_and_knows_most() {
        let chosen = |all: &[Willing<usize>]| choose(all);
        assert_eq!(
            chosen(&[willing(0, 10, OWN), willing(1, 60, OWN), willing(2, 60, OWN)]),
            Some(1)
        );
        assert_eq!(chosen(&[willing(0, 80, UNKNOWN), willing(1, 30, OWN)]), Some(1));
        assert_eq!(chosen(&[willing(0, 0, OWN), willing(1, 50, 0)]), None);
        assert_eq!(choose::<usize>(&[]), None);
    }

    #[test]
    fn a_question_goes_before_business_and_business_before_talk() {
        let talker = willing(0, 100, OWN);
        let duty = Willing { duty: true, ..willing(1, 10, UNKNOWN) };
        let asked = Willing { waits: true, rests: true, ..willing(2, 0, 0) };
        assert_eq!(choose(&[talker, duty, asked]), Some(2));
        assert_eq!(choose(&[talker, duty]), Some(1));
        let tired = Willing { rests: true, ..duty };
        assert_eq!(choose(&[talker, tired]), Some(0));
        assert_eq!(choose(&[tired]), Some(1), "who is alone in it need not wait");
    }

    fn any_willing() -> impl Strategy<Value = Vec<Willing<usize>>> {
        let one = (any::<[bool; 3]>(), 0..=110_u8, 0..=110_u8);
        proptest::collection::vec(one, 0..8).prop_map(|all| {
            let one = |(who, it): (usize, ([bool; 3], u8, u8))| {
                let ([waits, duty, rests], talkativeness, relevance) = it;
                Willing { who, waits, duty, rests, talkativeness, relevance }
            };
            all.into_iter().enumerate().map(one).collect()
        })
    }

    proptest! {
        #[test]
        fn nobody_is_passed_over_who_goes_before(all in any_willing()) {
            let chosen = choose(&all);
            prop_assert_eq!(chosen, choose(&all));
            let Some(it) = chosen.and_then(|who| all.iter().find(|it| it.who == who)) else {
                prop_assert!(all.iter().all(|it| !it.waits && it.wish() == 0));
                return Ok(());
            };
            prop_assert!(it.waits || it.wish() > 0);
            for other in all.iter().filter(|it| it.waits || it.wish() > 0) {
                prop_assert!(it.waits >= other.waits);
                if it.waits == other.waits {
                    prop_assert!(!it.rests || other.rests, "nobody rests who was chosen before one awake");
                    prop_assert!(it.rests != other.rests || it.duty >= other.duty);
                }
                prop_assert!(it.rank() > other.rank() || it.rank() == other.rank() && it.who <= other.who);
            }
        }

        #[test]
        fn whoever_keeps_silent_changes_nothing(all in any_willing()) {
            let speaking: Vec<_> =
                all.iter().filter(|it| it.waits || it.wish() > 0).copied().collect();
            prop_assert_eq!(choose(&all), choose(&speaking));
        }
    }
}
