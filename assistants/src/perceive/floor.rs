//! Who speaks next in a room when nobody in particular was spoken to: at most one answers unasked.
//!
//! Whoever asked the speaker something is waiting for just this; then comes the one whose business
//! it is; then the one who is most talkative and knows most about it. Who spoke unasked a moment ago
//! lets those go first who did not.

use std::{cmp::Reverse, time::Duration};

/// How long somebody who spoke unasked lets others go first.
pub const LETS_OTHERS: Duration = Duration::from_secs(60);

/// Relevance, in percent, of what somebody has an answer of their own to.
pub const OWN: u8 = 100;
/// Of what everybody of their kind can be asked.
pub const SHARED: u8 = 60;
/// Of what they know nothing about.
pub const UNKNOWN: u8 = 5;

/// Somebody who might speak unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Willing<T> {
    pub who: T,
    /// Whether it asked the speaker something and waits for the answer.
    pub waits: bool,
    /// Whether it is its business: what was said asks for something that it offers.
    pub duty: bool,
    /// Whether it spoke unasked within [`LETS_OTHERS`].
    pub rests: bool,
    /// How readily, in percent.
    pub talkativeness: u8,
    /// How much it has to say about it, in percent.
    pub relevance: u8,
}

impl Willing<()> {
    /// The same of somebody.
    pub fn of<T>(self, who: T) -> Willing<T> {
        let Self { waits, duty, rests, talkativeness, relevance, .. } = self;
        Willing { who, waits, duty, rests, talkativeness, relevance }
    }
}

impl<T> Willing<T> {
    /// How much it wants to speak, 0 to 10,000.
    fn wish(&self) -> u16 {
        u16::from(self.talkativeness.min(100)) * u16::from(self.relevance.min(100))
    }

    /// What the order goes by, the greatest first: an answer that is waited for is never unsolicited,
    /// so it needs no rest.
    fn rank(&self) -> (bool, bool, bool, u16) {
        (self.waits, !self.rests, self.duty, self.wish())
    }
}

/// The one who speaks; among equals the first. Who is not talkative at all never does, unless they
/// wait for an answer.
#[must_use]
pub fn choose<T: Copy>(willing: &[Willing<T>]) -> Option<T> {
    let speaks = |it: &&Willing<T>| it.waits || it.wish() > 0;
    // Of several that are as good the least comes first, so the order is turned around.
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
