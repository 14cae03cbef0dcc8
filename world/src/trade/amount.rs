//! Parser of sums of coins: "5 coins", "two pennies", "all my money".

use text::parse::{self, Pick};

/// Nouns for coins; singular before plural.
const COINS: &[&str] = &["coin", "coins", "penny", "pennies", "pence", "money", "gold"];

/// Nouns that mean one coin without a number.
const ONE: &[&str] = &["coin", "penny"];

/// Parsed amount of coins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// Exact number; saturates at the maximum of the type.
    Exactly(u64),
    /// All coins in the purse.
    All,
    /// No number given.
    Unspecified,
}

/// Parses a sum; none if the text does not mean coins.
///
/// ```text
/// sum("5 coins")        ->  Exactly(5)
/// sum("a penny")        ->  Exactly(1)
/// sum("all my money")   ->  All
/// sum("coins")          ->  Unspecified
/// sum("2 apples")       ->  None
/// ```
#[must_use]
pub fn sum(text: &str) -> Option<Amount> {
    // Numbers of items are never this large, nor zero.
    if let Some((digits, rest)) = text.trim().split_once(' ')
        && let Some(many) = in_digits(digits)
    {
        let coins = rest.trim().strip_prefix("of ").unwrap_or(rest);
        return is_coins(parse::noun(coins)?.words).then_some(Amount::Exactly(many));
    }
    let noun = parse::noun(text)?;
    if !is_coins(noun.words) {
        return None;
    }
    Some(match noun.pick {
        Pick::All => Amount::All,
        Pick::Count(many) => Amount::Exactly(many.into()),
        Pick::Any if noun.words != noun.typed || ONE.iter().any(|one| is(noun.words, one)) => {
            Amount::Exactly(1)
        }
        Pick::Any | Pick::Nth(_) => Amount::Unspecified,
    })
}

/// Parses a sum like [`sum`] where only coins can be meant: a bare number is accepted.
#[must_use]
pub fn bare(text: &str) -> Option<Amount> {
    let number = || in_digits(text.trim()).or_else(|| parse::many(text).map(u64::from));
    let all = || parse::noun(text).filter(|it| it.pick == Pick::All && it.words.is_empty());
    sum(text).or_else(|| number().map(Amount::Exactly)).or_else(|| all().map(|_| Amount::All))
}

fn in_digits(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

fn is_coins(words: &str) -> bool {
    COINS.iter().any(|it| is(words, it))
}

fn is(words: &str, coin: &str) -> bool {
    words.eq_ignore_ascii_case(coin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_in_digits_and_in_words() {
        for (text, meant) in [
            ("5 coins", Some(Amount::Exactly(5))),
            ("0 coins", Some(Amount::Exactly(0))),
            ("12 of my coins", Some(Amount::Exactly(12))),
            ("20000 pennies", Some(Amount::Exactly(20_000))),
            ("99999999999999999999999 coins", Some(Amount::Exactly(u64::MAX))),
            ("two Pennies", Some(Amount::Exactly(2))),
            ("one coin", Some(Amount::Exactly(1))),
            ("a coin", Some(Amount::Exactly(1))),
            ("the penny", Some(Amount::Exactly(1))),
            ("all my money", Some(Amount::All)),
            ("coins", Some(Amount::Unspecified)),
            ("the third coin", Some(Amount::Unspecified)),
            ("2 apples", None),
            ("2", None),
            ("-5 coins", None),
            ("all", None),
            ("coin purse", None),
        ] {
            assert_eq!(sum(text), meant, "{text:?}");
        }
        for (text, meant) in [
            ("2", Some(Amount::Exactly(2))),
            ("two", Some(Amount::Exactly(2))),
            ("all", Some(Amount::All)),
            ("2 coins", Some(Amount::Exactly(2))),
            ("mara", None),
            ("", None),
        ] {
            assert_eq!(bare(text), meant, "{text:?}");
        }
    }
}
