//! Choices that are the same for the same seed.

use std::time::Duration;

use engine::chance::{Chance, Purpose};

/// A stream of choices.
pub(crate) struct Dice(Chance);

impl Dice {
    /// The stream of one chooser in one round.
    pub(crate) fn new(seed: u64, round: usize, who: usize) -> Self {
        let number = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        Self(Chance::new(seed ^ (number(round) << 40) ^ (number(who) << 24)))
    }

    /// A number below `end`; zero if `end` is.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        usize::try_from(self.0.below(Purpose::Variety, end)).unwrap_or_default()
    }

    /// Draws a chance of so many percent.
    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of several; none of none.
    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    /// A time between two.
    pub(crate) fn between(&mut self, from: Duration, to: Duration) -> Duration {
        let span = to.saturating_sub(from).as_micros();
        let part = self.below(usize::try_from(span).unwrap_or_default().saturating_add(1));
        from + Duration::from_micros(u64::try_from(part).unwrap_or_default())
    }
}

/// The name of the nth player: three syllables, so that none begins another's.
pub(crate) fn name(n: usize) -> String {
    const FIRST: &[u8] = b"BDFGKPSTVZ";
    const REST: &[u8] = b"bdfgkpstvz";
    const VOWELS: &[u8] = b"aeiou";
    const SYLLABLES: usize = 50;
    // Neighbours are spread out; the factor has no divisor in common with the number of names.
    let mut number = (n * 1_009) % SYLLABLES.pow(3);
    let mut name = String::new();
    for letters in [FIRST, REST, REST] {
        let (syllable, left) = (number % SYLLABLES, number / SYLLABLES);
        number = left;
        let parts = [letters.get(syllable / VOWELS.len()), VOWELS.get(syllable % VOWELS.len())];
        name.extend(parts.into_iter().flatten().map(|it| char::from(*it)));
    }
    name
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_has_a_name_of_their_own() {
        let names: BTreeSet<String> = (0..20_000).map(name).collect();
        assert_eq!(names.len(), 20_000);
        assert!(names.iter().all(|it| server::account::names::PlayerName::new(it).is_ok()));
    }

    #[test]
    fn the_same_seed_gives_the_same_choices() {
        let choices = |seed, round, who| {
            let mut dice = Dice::new(seed, round, who);
            (0..20).map(|_| dice.below(1_000)).collect::<Vec<_>>()
        };
        assert_eq!(choices(7, 3, 2), choices(7, 3, 2));
        let others = [choices(8, 3, 2), choices(7, 4, 2), choices(7, 3, 1)];
        assert!(others.iter().all(|it| *it != choices(7, 3, 2)));
    }
}
