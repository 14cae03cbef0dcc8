//! A sum of coins, as it is typed: "5 coins", "two pennies", "all my money".

use text::parse::{self, Pick};

/// What coins are called, each in the singular first if it has one.
const COINS: &[&str] = &["coin", "coins", "penny", "pennies", "pence", "money", "gold"];

/// Those that mean one of them by themselves.
const ONE: &[&str] = &["coin", "penny"];

/// How many coins are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// So many; more than fit into a number are the most that do.
    Exactly(u64),
    /// All there are.
    All,
    /// Nobody said how many.
    Unspecified,
}

/// The sum, if coins are meant.
///
/// ```text
/// sum("5 coins")        ->  Exactly(5)
/// sum("a penny")        ->  Exactly(1)
/// sum("all my money")   ->  All
/// sum("coins")          ->  Unsaid
/// sum("2 apples")       ->  nothing
/// ```
#[must_use]
pub fn sum(text: &str) -> Option<Amount> {
    // A noun has no such large numbers, nor none at all.
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

/// As [`sum`], where nothing but coins can be meant: a number is enough.
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
