//! Wordings: whether a text of a model says what an answer of the script says, in other words.

use std::collections::BTreeSet;

use crate::memory::words;

/// Names of small numbers, by value.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Minimum length of a word that counts, in letters.
const SHORTEST: usize = 4;

/// Letters by which words are compared, so that other forms of a word count.
const STEM: usize = 5;

/// Minimum share of the answer's words that a wording has, in percent.
const SHARE: usize = 20;

/// Returns whether a text words an answer: it has a fifth of its words at least, no number that neither
/// the answer nor the line `asked` has, and says of the other what the answer says of the other. A short
/// answer may be worded freely but for that.
#[must_use]
pub fn is_wording_of(text: &str, answer: &str, asked: &str) -> bool {
    let known: BTreeSet<usize> = numbers(answer).chain(numbers(asked)).collect();
    if numbers(text).any(|it| !known.contains(&it)) {
        return false;
    }
    if begins(answer, "You") && !begins(answer, "I") && begins(text, "I") && !begins(text, "You") {
        return false;
    }
    let (said, meant) = (stems(text), stems(answer));
    let shared = meant.intersection(&said).count();
    meant.len() < SHORTEST || shared * 100 >= meant.len() * SHARE
}

/// Returns the numbers in a text; a plain "one" is none.
fn numbers(text: &str) -> impl Iterator<Item = usize> {
    words(text)
        .filter_map(|word| {
            let named = NUMBERS.iter().position(|it| *it == word);
            named.or_else(|| word.parse().ok())
        })
        .filter(|it| *it != 1)
}

/// Returns whether a part of a sentence of a text begins with a word.
fn begins(text: &str, word: &str) -> bool {
    text.split(['.', ',', '!', '?', ';', ':', '"']).any(|sentence| {
        let first = sentence.split(|it: char| !it.is_alphanumeric()).find(|it| !it.is_empty());
        first == Some(word)
    })
}

fn stems(text: &str) -> BTreeSet<String> {
    let long = words(text).filter(|it| it.chars().count() >= SHORTEST);
    long.map(|it| it.chars().take(STEM).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICES: &str = "A mug of ale for 2 coins and an eel pie for 3 coins.";

    #[test]
    fn a_wording_keeps_the_matter_and_its_numbers() {
        for (text, answer, asked) in [
            ("Ale is two coins, and a pie three.", PRICES, "how much is it"),
            ("Three coins for the pie.", PRICES, "how much is it"),
            ("Four of them, at 3 coins a pie?", PRICES, "how much are four"),
            (
                "Past the pears, up the road, there are nine stones.",
                "A road, some pears, and nine stones.",
                "what is behind it",
            ),
            ("Good day to you.", "Hm. Slowly.", "hello"),
            (
                "You told me: from Vilnius.",
                "You come from Vilnius. You told me yourself.",
                "from where",
            ),
        ] {
            assert!(is_wording_of(text, answer, asked), "{text}");
        }
        for (text, answer, asked) in [
            ("It's 5 coins, Jorin.", PRICES, "how much is it"),
            ("Five coins.", PRICES, "how much is it"),
            ("Yes, I come from Leeds.", "You come from Leeds. You told me yourself.", "where from"),
            ("I come from Vilnius.", "You come from Vilnius. You told me yourself.", "from where"),
            ("You are in the market!", "A road, some pears, and nine stones.", "whats there"),
            ("I do not know.", "East of here, under a big brass ear.", "where is the inn"),
        ] {
            assert!(!is_wording_of(text, answer, asked), "{text}");
        }
    }
}
