//! Word runs: recognition of passages of one text in another, regardless of case and punctuation.

/// Number of consecutive words of a run. Shorter runs coincide by chance.
pub const RUN: usize = 8;

/// Multiplier of the rolling hash; an odd number with bits everywhere.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes of all runs of [`RUN`] words of some texts, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordRuns(Vec<u64>);

impl WordRuns {
    /// Adds the runs of a text; a text shorter than a run has none.
    pub fn add(&mut self, text: &str) {
        self.0.extend(runs(text.chars()));
        self.0.sort_unstable();
        self.0.dedup();
    }

    /// Adds the runs of another set.
    pub fn join(&mut self, others: Self) {
        self.0.extend(others.0);
        self.0.sort_unstable();
        self.0.dedup();
    }

    /// Returns whether there are no runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a text contains one of the runs.
    #[must_use]
    pub fn stand_in(&self, text: impl Iterator<Item = char>) -> bool {
        !self.is_empty() && runs(text).any(|run| self.0.binary_search(&run).is_ok())
    }
}

/// Returns the hashes of the runs of a text, in order, ignoring case and everything but letters and
/// digits.
fn runs(text: impl Iterator<Item = char>) -> impl Iterator<Item = u64> {
    let mut last = [0_u64; RUN];
    let (mut seen, mut rolling) = (0_usize, 0_u64);
    // Factor of the oldest word of a run when it leaves the window.
    let leaving = (0..RUN).fold(1_u64, |it, _| it.wrapping_mul(FACTOR));
    hashes(text).filter_map(move |word| {
        let at = last.get_mut(seen % RUN)?;
        rolling = rolling.wrapping_mul(FACTOR).wrapping_add(word);
        rolling = rolling.wrapping_sub(at.wrapping_mul(leaving));
        *at = word;
        seen += 1;
        (seen >= RUN).then_some(rolling)
    })
}

/// Returns a word's hash with one more letter.
fn mixed(hash: u64, letter: char) -> u64 {
    (hash ^ u64::from(letter)).wrapping_mul(FACTOR).rotate_left(23)
}

/// Returns the hash of each word of a text.
fn hashes(mut text: impl Iterator<Item = char>) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let mut hash = None;
        for letter in text.by_ref() {
            if letter.is_alphanumeric() {
                let mut of = hash.unwrap_or(FACTOR);
                // Fast path: most letters are ASCII and need no Unicode table.
                if letter.is_ascii() {
                    of = mixed(of, letter.to_ascii_lowercase());
                } else {
                    of = letter.to_lowercase().fold(of, mixed);
                }
                hash = Some(of);
            } else if hash.is_some() {
                break;
            }
        }
        hash
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> WordRuns {
        let mut all = WordRuns::default();
        all.add(text);
        all
    }

    #[test]
    fn eight_words_in_a_row_are_known_again_and_seven_are_not() {
        let all = of("One two three, four five six. Seven eight nine!");
        assert!(all.stand_in("so: ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT".chars()));
        assert!(all.stand_in("two-three-four-five-six-seven-eight-nine".chars()));
        assert!(!all.stand_in("one two three four five six seven ate nine".chars()));
        assert!(
            !all.stand_in("eight seven six five four three two one".chars()),
            "their order counts"
        );
        assert!(of("one two three four five six seven").is_empty());
    }

    proptest! {
        #[test]
        fn a_text_is_known_again_wherever_it_stands(
            words in proptest::collection::vec("[a-z]{1,6}", RUN..30),
            before in "[ A-Za-z.]{0,40}",
            after in "[ A-Za-z.]{0,40}",
        ) {
            let text = words.join(" ");
            let all = of(&text);
            let around = format!("{before} {} {after}", words.join(", "));
            prop_assert!(all.stand_in(around.chars()));
            prop_assert!(!of("seven words at most are no run").stand_in(around.chars()));
        }
    }
}
