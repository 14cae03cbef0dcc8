//! Vocative detection: tells whether a spoken line addresses a character or only mentions them.
//!
//! A name is an address when it is set off by a comma or stands alone, or at the edge of a sentence
//! that is a greeting, a question or a request. In other places it is a mention.

use std::iter;

use smallvec::SmallVec;

use self::lexicon::{
    SpeechPart::{
        self, Answer, Article, Asking, BeforeCall, BeforeObject, Bidding, Everybody, Filler,
        Greeting, Helper, Modal, Own, Person, Telling, There, Third, Title, WhatVerb, WholeBidding,
    },
    SpeechParts, greet_together, parts,
};

mod lexicon;

/// Maximum number of words of a line that are parsed; an address usually comes earlier.
const MOST_WORDS: usize = 60;
/// Minimum number of letters of an abbreviated name in an address.
const FEWEST_LETTERS: usize = 3;
/// Inline capacity for the words of a name.
const MOST_OF_NAME: usize = 4;

/// Use of a name in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameUse {
    /// The line does not contain the name.
    Absent,
    /// The line mentions the character.
    About,
    /// The line addresses a character by a prefix of the name, which may be meant for another.
    Begun,
    /// The line addresses the character.
    Called,
}

/// Separator between two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    Blank,
    Comma,
    /// End of a sentence.
    Stop,
}

#[derive(Debug, Clone, Copy)]
struct SpokenWord<'a> {
    text: &'a str,
    does: SpeechParts,
    after: Gap,
}

/// Tokenised spoken line, made once for all listeners.
#[derive(Debug)]
pub struct SpokenLine<'a> {
    words: SmallVec<[SpokenWord<'a>; 24]>,
    /// Bit set of the initials of the words, for a quick check.
    initials: u32,
    asks: bool,
}

/// Returns whether two words are equal in any case.
fn same(one: &str, other: &str) -> bool {
    let small = |it: &str| it.chars().flat_map(char::to_lowercase).collect::<SmallVec<[_; 16]>>();
    one.eq_ignore_ascii_case(other) || (!one.is_ascii() && small(one) == small(other))
}

fn initial(word: &str) -> u32 {
    let letter = word.chars().next().and_then(|it| it.to_lowercase().next());
    1 << (letter.map_or(0, u32::from) % 32)
}

/// Returns whether a character can be part of a word.
fn in_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '\'' | '\u{2019}' | '-' | '_' | '@')
}

impl<'a> SpokenLine<'a> {
    /// Tokenises a line.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let mut words: SmallVec<[SpokenWord<'a>; 24]> = SmallVec::new();
        let mut left = text;
        while words.len() < MOST_WORDS {
            left = left.trim_start_matches(|it: char| !it.is_alphanumeric() && it != '@');
            let end = left.find(|it| !in_word(it)).unwrap_or(left.len());
            let (word, rest) = left.split_at_checked(end).unwrap_or((left, ""));
            let word = word.trim_end_matches(['\'', '\u{2019}', '-', '_']);
            if word.is_empty() {
                break;
            }
            let next = rest.find(char::is_alphanumeric).unwrap_or(rest.len());
            let between = rest.get(..next).unwrap_or_default();
            let stops = ['.', '!', '?', ';', '\u{2026}', '\u{ff1f}'];
            let after = if next == rest.len() || between.contains(stops) {
                Gap::Stop
            } else if between.contains([',', ':', '\u{2013}', '\u{2014}'])
                || between.contains(" - ")
            {
                Gap::Comma
            } else {
                Gap::Blank
            };
            words.push(SpokenWord { text: word, does: parts(word), after });
            left = rest;
        }
        let initials = words.iter().fold(0, |all, it| all | initial(it.text));
        Self { words, initials, asks: super::is_question(text) }
    }

    /// Classifies the use of a name in the line.
    #[must_use]
    pub fn uses(&self, name: &str) -> NameUse {
        // Quick check, since most listeners are not named in a line.
        if self.initials & initial(name) == 0 {
            return NameUse::Absent;
        }
        let parts: SmallVec<[&str; MOST_OF_NAME]> = name.split_whitespace().collect();
        let places = (0..self.words.len()).filter_map(|at| {
            let whole = parts.len();
            let words = self.words.get(at..at + whole);
            let spelled = words.is_some_and(|words| {
                words.iter().zip(&parts).all(|(it, part)| same(it.text, part))
                    && words.iter().rev().skip(1).all(|it| it.after == Gap::Blank)
            });
            if spelled {
                let called = self.calls(at, at + whole, false);
                return Some(if called { NameUse::Called } else { NameUse::About });
            }
            // "Mara's inn"
            let owner =
                self.word(at).strip_suffix("'s").or(self.word(at).strip_suffix("\u{2019}s"));
            if owner.is_some_and(|it| same(it, name)) {
                return Some(NameUse::About);
            }
            let short = self.is_beginning(at, name) && self.calls(at, at + 1, true);
            short.then_some(NameUse::Begun)
        });
        places.max().unwrap_or(NameUse::Absent)
    }

    /// Returns whether the line greets or asks the listeners in general.
    #[must_use]
    pub fn opens(&self) -> bool {
        let aside = self.words.iter().any(|it| it.does.is(Everybody));
        !aside && (self.asks() || self.is_greeting(0, self.words.len()))
    }

    /// Returns whether the line is no more than a greeting of everybody who listens.
    ///
    /// ```text
    /// "evening all", "hi, everybody!"  ->  true
    /// "hi all, who has seen my dog?"   ->  false
    /// ```
    #[must_use]
    pub fn greets_everybody(&self) -> bool {
        let known =
            |it: &SpokenWord<'_>| it.does.is_any(&[Greeting, Filler, Everybody, There, Title]);
        let to = self.words.len();
        let is_plain = |at: usize| self.words.get(at).is_some_and(known);
        let from = if greet_together(self.word(0), self.word(1)) { 2 } else { 0 };
        self.is_greeting(0, to)
            && (from..to).all(is_plain)
            && self.words.iter().any(|it| it.does.is(Everybody))
    }

    /// Returns whether the line begins with a name, so that it is for somebody else where nobody who is
    /// there has it: a word with a capital that is in no list, set off by a comma or a stop, before words to
    /// a "you".
    #[must_use]
    pub fn hails_another(&self) -> bool {
        let is_name = |word: &SpokenWord<'_>| {
            word.does.is_unknown()
                && word.after > Gap::Blank
                && word.text.starts_with(char::is_uppercase)
        };
        let to_somebody =
            |it: usize| self.is_word(it, &["you", "your", "you're", "u", "ur", "youre"]);
        self.words.first().is_some_and(is_name)
            && (1..self.words.len()).any(to_somebody)
            && !self.is_polite(0, self.words.len())
    }

    /// Returns whether the line is or contains a question.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.asks || self.sentences().any(|(from, to)| self.is_asked(from, to))
    }

    /// Returns whether a word is a prefix of the name, shorter than it, and no known word.
    fn is_beginning(&self, at: usize, name: &str) -> bool {
        let Some(word) = self.words.get(at).filter(|it| it.does.is_unknown()) else {
            return false;
        };
        let letters = word.text.chars().count();
        let begins = |part: &str| same(part, word.text);
        letters >= FEWEST_LETTERS
            && letters < name.chars().count()
            && name.get(..word.text.len()).is_some_and(begins)
    }

    fn word(&self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |it| it.text)
    }

    fn does(&self, at: usize) -> SpeechParts {
        self.words.get(at).map(|it| it.does).unwrap_or_default()
    }

    fn is(&self, at: usize, part: SpeechPart) -> bool {
        self.does(at).is(part)
    }

    fn is_word(&self, at: usize, all: &[&str]) -> bool {
        all.iter().any(|it| it.eq_ignore_ascii_case(self.word(at)))
    }

    /// Returns the separator before a word.
    fn gap(&self, at: usize) -> Gap {
        at.checked_sub(1).and_then(|at| self.words.get(at)).map_or(Gap::Stop, |it| it.after)
    }

    /// Iterates over the sentences as index ranges of words, end exclusive.
    fn sentences(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut from = 0;
        iter::from_fn(move || {
            let rest = self.words.get(from..).filter(|it| !it.is_empty())?;
            let length = rest.iter().position(|it| it.after == Gap::Stop).unwrap_or(rest.len() - 1);
            let sentence = (from, from + length + 1);
            from = sentence.1;
            Some(sentence)
        })
    }

    /// Returns whether the name from `at` to `end` is an address; an abbreviated name needs a comma
    /// or a greeting.
    fn calls(&self, at: usize, end: usize, begun: bool) -> bool {
        let Some((from, to)) = self.sentences().find(|(from, to)| (*from..*to).contains(&at))
        else {
            return false;
        };
        // "dear old Mara" is an address like "Mara".
        let titles = (from..at)
            .rev()
            .take_while(|before| self.is(*before, Title) && self.gap(before + 1) == Gap::Blank);
        let start = titles.last().unwrap_or(at);
        if self.gap(start) > Gap::Blank && self.gap(end) > Gap::Blank {
            return self.is_set_off((from, to), (start, end));
        }
        let last = self.gap(end) == Gap::Stop || (end + 1 == to && self.is_polite(end, to));
        if start > from && (last || self.gap(end) > Gap::Blank) {
            let clause = (from..start).rev().find(|it| self.gap(*it) > Gap::Blank);
            let clause = clause.unwrap_or(start);
            let greeted = self.is_courtesy(clause, start);
            let what = self.is_word(from, &["what"]) && self.is(start - 1, WhatVerb);
            if (self.is(start - 1, BeforeObject) && !what) || (begun && !greeted) {
                return false;
            }
            let led = (clause..start).all(|it| self.is(it, Filler));
            return greeted || led || (last && self.bids((from, to), start));
        }
        // "Hello there, Mara"
        let there = |it: usize| {
            it > from && self.is_word(it, &["there", "again"]) && self.is(it - 1, Greeting)
        };
        let led = |it: usize| self.does(it).is_any(&[Filler, Greeting, Answer]) || there(it);
        let hailed = self.is(from, Greeting) && start > from && !self.is(end, Telling);
        !begun && (from..start).all(led) && (hailed || self.goes_on(to, end))
    }

    /// Returns whether a name between commas is an address, not part of a list or an apposition.
    fn is_set_off(&self, (from, to): (usize, usize), (at, end): (usize, usize)) -> bool {
        if end == to {
            return true;
        }
        if self.is_word(end, &["and", "or", "nor"]) {
            // "Mara, and what is a pie?"
            return at == from && (self.asks || self.is_polite(from, to));
        }
        if self.asks || self.is_polite(from, to) {
            return true;
        }
        // "my friend, Mara, is nice"
        if at > from && self.is(end, Telling) {
            return false;
        }
        // "Mara, who runs the inn, is mean", "Mara, the innkeeper, is mean", "Mara, I think, is mean"
        let comma = (end + 1..to).find(|it| self.gap(*it) == Gap::Comma);
        let aside = self.is(end, Person) && comma.is_some_and(|it| it <= end + 2);
        let inserted = aside || self.is_word(end, &["who", "whose"]) || self.is(end, Article);
        if inserted && comma.is_some_and(|it| self.is(it, Telling)) {
            return false;
        }
        // "Mara, Bram and Pip are mean"
        !self.is_word(end + 1, &["and", "or"]) || self.is(end, Own)
    }

    /// Returns whether the words before a name at the end of its sentence are a question or a
    /// request.
    fn bids(&self, (from, to): (usize, usize), start: usize) -> bool {
        let led = |it: &usize| self.does(*it).is_any(&[Filler, Greeting, Answer]);
        let Some(first) = (from..start).find(|it| !led(it)) else { return start > from };
        let words = start - first;
        // "is it Mara"
        if words == 2 && self.is(first, Third) && self.is(first + 1, There) {
            return false;
        }
        let asked = self.is_asked(first, start) || (self.asks && to == self.words.len());
        let bid = self.is(first, Bidding) && (words > 1 || self.is(first, WholeBidding));
        asked || bid || self.is_polite(from, to) || self.is(start - 1, BeforeCall)
    }

    /// Returns whether the words after a name at the beginning of its sentence are said to its
    /// owner.
    fn goes_on(&self, to: usize, end: usize) -> bool {
        if self.is_word(end, &["then", "so", "now", "well"]) && end + 1 < to {
            return self.goes_on(to, end + 1);
        }
        let then = if end + 1 < to { self.does(end + 1) } else { SpeechParts::default() };
        let asked = self.asks && to == self.words.len();
        let turned = self.does(end).is_any(&[Modal, Helper]) && then.is(Person)
            || self.is(end, Third) && then.is(There) && to - end > 2
            || self.is(end, Third) && asked && then.is_any(&[Article, Person]);
        turned
            || self.does(end).is_any(&[Asking, Own, Answer])
            || self.is_courtesy(end, to)
            || self.is_polite(end, to)
            || self.asks_favour(end, to)
            || self.is(end, Bidding) && !self.is(end, Helper)
    }

    /// Returns whether the words from `from` to `to` contain "will you" or the like: "knit me a hat will you".
    fn asks_favour(&self, from: usize, to: usize) -> bool {
        let will =
            |it: usize| self.is_word(it, &["will", "would", "could", "can", "won't", "wont"]);
        (from..to).any(|it| it + 1 < to && will(it) && self.is_word(it + 1, &["you", "u", "ya"]))
    }

    fn is_polite(&self, from: usize, to: usize) -> bool {
        (from..to).any(|it| self.is_word(it, &["please"]))
    }

    /// Returns whether the words from `from` to `to` begin with a greeting.
    fn is_greeting(&self, from: usize, to: usize) -> bool {
        let two = to > from + 1 && greet_together(self.word(from), self.word(from + 1));
        from < to && (two || self.is(from, Greeting))
    }

    /// Returns whether the words are an answer, or begin with a greeting.
    fn is_courtesy(&self, from: usize, to: usize) -> bool {
        let answered = || (from..to).all(|it| self.is(it, Answer));
        from < to && (self.is_greeting(from, to) || answered())
    }

    /// Returns whether the words from `from` to `to` begin as a question does.
    fn is_asked(&self, from: usize, to: usize) -> bool {
        let turned = self.does(from).is_any(&[Modal, Helper, Third])
            && to > from + 1
            && self.does(from + 1).is_any(&[Person, There, Article]);
        from < to && (turned || self.is(from, Asking))
    }
}

#[cfg(test)]
mod tests;
