//! Noun extraction: the nouns that a prose text mentions, and matching of typed words against a
//! text.
//!
//! There is no dictionary of nouns. Lists of other words and of nouns for nothing visible, and the
//! words before and after each word decide. Doubtful words are left out, since builders read the
//! results.

use std::{fmt, iter::Peekable};

use super::plural::alike;
use lexicon::{WordClass, WordClasses, classes};

mod lexicon;

#[cfg(test)]
mod tests;

/// Extracts the nouns of a text, in lower case and otherwise as written, without duplicates, in
/// order of occurrence. Proper names are left out, and so are abstract nouns, such as hours and
/// feelings.
///
/// ```text
/// nouns("Hundreds of paper slips are pinned to its bark.")  ->  "slips", "bark"
/// ```
#[must_use]
pub fn nouns(text: &str) -> Vec<String> {
    let named = |token: ProseToken<'_>| match token {
        ProseToken::Word { text, opens: false } if text.starts_with(char::is_uppercase) => {
            Some(text.to_lowercase())
        }
        ProseToken::Word { .. } | ProseToken::Mark => None,
    };
    let names: Vec<String> = tokens(text).filter_map(named).collect();
    let mut found: Vec<String> = Vec::new();
    for word in heads(text) {
        if !found.iter().chain(&names).any(|known| alike(known, &word)) {
            found.push(word);
        }
    }
    found
}

/// Word classes that may be nouns.
const NOUNS: [WordClass; 4] =
    [WordClass::Noun, WordClass::Material, WordClass::Abstract, WordClass::Measure];

/// Maximum number of words in a noun phrase; longer ones are not parsed.
const MOST_WORDS: usize = 12;

/// Parsed noun phrase: the named part and, if given, its whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordsFor<'a> {
    /// Words for the named thing, its noun last; never empty.
    pub named: Vec<&'a str>,
    /// Words for the thing it is a part of, or for its owner.
    pub whole: Option<Vec<&'a str>>,
}

/// Parses a noun phrase; `None` if it is empty or too long. Leading determiners and prepositions,
/// such as "under the", are dropped.
///
/// ```text
/// words_for("handle of the mug")  ->  named "handle", whole "mug"
/// words_for("the mug's handle")   ->  named "handle", whole "mug"
/// words_for("under nine stones")  ->  named "stones"
/// ```
#[must_use]
pub fn words_for<'a>(typed: &'a str) -> Option<WordsFor<'a>> {
    let words: Vec<&str> = words_of(typed).take(MOST_WORDS + 1).collect();
    if words.len() > MOST_WORDS {
        return None;
    }
    let words = Some(without_leading(&words)).filter(|it| !it.is_empty()).unwrap_or(&words);
    let of = words.iter().position(|it| it.eq_ignore_ascii_case("of"));
    let owned = words.iter().position(|it| owner(it).len() < it.len());
    let (named, whole) = match (of, owned) {
        (Some(of), _) => {
            let (named, whole) = words.split_at_checked(of)?;
            (named, without_leading(whole))
        }
        (None, Some(owned)) => {
            let (whole, named) = words.split_at_checked(owned + 1)?;
            if named.is_empty() { (whole, named) } else { (named, whole) }
        }
        (None, None) => (words, &[][..]),
    };
    let owners = |words: &[&'a str]| words.iter().map(|it| owner(it)).collect::<Vec<_>>();
    let whole = (!whole.is_empty()).then(|| owners(whole));
    (!named.is_empty()).then(|| WordsFor { named: owners(named), whole })
}

/// Drops leading determiners and prepositions.
fn without_leading<'w, 'a>(words: &'w [&'a str]) -> &'w [&'a str] {
    let leads = |word: &&str| {
        classes(&word.to_lowercase()).is_any(&[WordClass::Determiner, WordClass::Preposition])
    };
    let first = words.iter().position(|it| !leads(it)).unwrap_or(words.len());
    words.get(first..).unwrap_or_default()
}

impl WordsFor<'_> {
    /// Returns whether the named part is only a measure of the whole, as in "a pair of scales".
    #[must_use]
    pub fn only_counts(&self) -> bool {
        let counts = |word: &&str| classes(&word.to_lowercase()).is(WordClass::Measure);
        self.named.iter().all(counts)
    }

    /// Returns whether a text mentions the noun phrase, under these names: each of its words occurs
    /// in the text or the names, in either number, and its last word is a noun there.
    #[must_use]
    pub fn are_in(&self, names: &[&str], text: &str) -> bool {
        let known = |word: &&str| has(text, word) || names.iter().any(|name| has(name, word));
        // The last word of a name is its noun, whatever its word class.
        let ends = |name: &str, noun: &str| words_of(name).last().is_some_and(|it| alike(it, noun));
        let is_noun =
            |noun: &&str| names.iter().any(|name| ends(name, noun)) || is_noun_in(text, noun);
        self.named.last().is_some_and(is_noun)
            && self.named.iter().chain(self.whole.iter().flatten()).all(known)
    }
}

impl fmt::Display for WordsFor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.named.join(" ").to_lowercase())?;
        match &self.whole {
            Some(whole) => write!(f, " of the {}", whole.join(" ").to_lowercase()),
            None => Ok(()),
        }
    }
}

/// Returns whether a text contains a word, in either number.
#[must_use]
pub fn has(text: &str, word: &str) -> bool {
    words_of(text).any(|it| alike(owner(it), word))
}

/// Returns whether a word may be a noun in a text: it is in none of the lists of other words, or
/// the text uses it as a noun.
#[must_use]
pub fn is_noun_in(text: &str, word: &str) -> bool {
    let classes = classes(&word.to_lowercase());
    classes.is_unknown() || classes.is_any(&NOUNS) || heads(text).any(|noun| alike(&noun, word))
}

/// Splits a text into words: runs of letters, digits and apostrophes.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && !is_apostrophe(c)).filter(|it| !it.is_empty())
}

/// Strips the possessive ending of a word.
#[must_use]
pub fn owner(word: &str) -> &str {
    let ends = ["'s", "'S", "\u{2019}s", "\u{2019}S", "'", "\u{2019}"];
    ends.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word)
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}')
}

/// Token of a text.
#[derive(Debug, Clone, Copy)]
enum ProseToken<'a> {
    /// Word; `opens` is true for the first word of a sentence.
    Word { text: &'a str, opens: bool },
    /// Punctuation between words.
    Mark,
}

fn tokens(text: &str) -> impl Iterator<Item = ProseToken<'_>> {
    let mut opens = true;
    let in_word = |c: char| c.is_alphanumeric() || is_apostrophe(c) || c == '-';
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let end = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
        let first = rest.chars().next()?;
        let (piece, after) = rest.split_at(if end > 0 { end } else { first.len_utf8() });
        rest = after.trim_start();
        if end == 0 {
            opens = opens || matches!(first, '.' | ':' | '!' | '?' | '"' | '\u{201c}' | '(');
            return Some(ProseToken::Mark);
        }
        let text = piece.trim_matches(|c| is_apostrophe(c) || c == '-');
        let token =
            if text.is_empty() { ProseToken::Mark } else { ProseToken::Word { text, opens } };
        opens = false;
        Some(token)
    })
}

/// Context before a word, as far as it decides the class of the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Determiner such as "the", "its": a noun must follow.
    Determiner,
    /// Number or quantifier such as "nine", "each": a noun follows, or a verb.
    Number,
    /// Preposition: a noun may follow at once.
    Preposition,
    /// "to": a verb may follow, too.
    To,
    /// Subject or modal such as "they", "would": a verb follows.
    Subject,
    /// Copula such as "is": a predicate follows.
    Copula,
    /// Any other context.
    Anything,
}

/// Candidate for the head, the last word, of a noun phrase.
struct Head {
    word: String,
    /// True if the word is the first word of a sentence.
    opens: bool,
}

/// Parser that walks over the tokens and extracts the head of each noun phrase.
struct NounWalk<'a, I: Iterator<Item = ProseToken<'a>>> {
    tokens: Peekable<I>,
    before: Before,
    head: Option<Head>,
    /// True if the phrase names an absent thing: "no bell", "your hand".
    absent: bool,
    /// True if the tokens up to the next punctuation are a comparison: "like a bell".
    compared: bool,
}

/// Iterates over the heads of the noun phrases of a text, with duplicates.
fn heads(text: &str) -> impl Iterator<Item = String> {
    let mut walk = NounWalk {
        tokens: tokens(text).peekable(),
        before: Before::Anything,
        head: None,
        absent: false,
        compared: false,
    };
    let mut ended = false;
    std::iter::from_fn(move || {
        while !ended {
            let token = walk.tokens.next();
            ended = token.is_none();
            let found = walk.step(token.unwrap_or(ProseToken::Mark));
            if found.is_some() {
                return found;
            }
        }
        None
    })
}

impl<'a, I: Iterator<Item = ProseToken<'a>>> NounWalk<'a, I> {
    /// Consumes a token; returns the noun whose phrase ends before it.
    fn step(&mut self, token: ProseToken<'a>) -> Option<String> {
        let ProseToken::Word { text, opens } = token else {
            let found = self.close(Before::Anything);
            self.compared = false;
            return found;
        };
        let small = text.to_lowercase();
        let is_named = text.starts_with(char::is_uppercase) && !opens;
        if owner(&small).len() < small.len() {
            return self.owned(owner(&small), opens, is_named);
        }
        let is = classes(&small);
        if is.is(WordClass::Determiner) {
            return self.determiner(&small);
        }
        if is.is(WordClass::Preposition) {
            return self.preposition(&small);
        }
        if is.is(WordClass::Copula) {
            return self.close(Before::Copula);
        }
        let noun_due = matches!(self.before, Before::Determiner | Before::Number);
        let names = noun_due && self.head.is_none() && is.is(WordClass::Noun);
        if is.is(WordClass::Other) && !names {
            let found =
                self.close(if is_subject(&small) { Before::Subject } else { Before::Anything });
            self.compared |= matches!(&*small, "like" | "unlike" | "as" | "than");
            return found;
        }
        if is_named {
            // The capitalised first word of the sentence was part of the name.
            self.head.take_if(|head| head.opens);
            return self.close(Before::Subject);
        }
        self.content(small, opens, is)
    }

    /// Handles a possessive such as "the miller's": the owner is a noun, and a determined noun
    /// follows.
    fn owned(&mut self, owner: &str, opens: bool, is_named: bool) -> Option<String> {
        if !is_named && classes(owner).is_unknown() {
            self.head = Some(Head { word: owner.to_owned(), opens });
        }
        self.close(Before::Determiner)
    }

    fn determiner(&mut self, small: &str) -> Option<String> {
        let found = self.head.is_some();
        let next = match small {
            // As in "slips that rustle".
            "that" | "those" if found => Before::Subject,
            "the" | "a" | "an" | "this" | "my" | "your" | "his" | "her" | "its" | "our"
            | "their" | "whose" | "every" | "no" => Before::Determiner,
            _ => Before::Number,
        };
        let found = self.close(next);
        self.absent = matches!(small, "no" | "neither" | "your" | "my" | "our");
        found
    }

    fn preposition(&mut self, small: &str) -> Option<String> {
        let counts = |head: &mut Head| small == "of" && classes(&head.word).is(WordClass::Measure);
        self.head.take_if(counts);
        self.close(if small == "to" { Before::To } else { Before::Preposition })
    }

    /// Handles a word that may be a noun, a verb, an adjective or an adverb.
    fn content(&mut self, small: String, opens: bool, is: WordClasses) -> Option<String> {
        let noun = is.is_any(&NOUNS);
        let expected =
            matches!(self.before, Before::Determiner | Before::Number | Before::Preposition);
        let modifies = expected && self.head.is_none() && self.content_follows();
        if is.is_any(&[WordClass::Adverb, WordClass::Past]) && !noun {
            return if modifies { None } else { self.close(Before::Anything) };
        }
        if is.is(WordClass::Adjective) && !is.is(WordClass::Noun) {
            if self.head.is_none() && (self.content_follows() || !noun) {
                return None;
            }
            if !noun || self.before == Before::Copula {
                return self.close(Before::Anything);
            }
        }
        if is.is(WordClass::Verb) && !self.is_noun_here(&small, noun) {
            return self.close(Before::Anything);
        }
        match self.before {
            Before::Subject if !noun => self.before = Before::Anything,
            Before::Copula => {}
            Before::Determiner
            | Before::Number
            | Before::Preposition
            | Before::To
            | Before::Subject
            | Before::Anything => self.head = Some(Head { word: small, opens }),
        }
        None
    }

    /// Returns whether a word that may be a verb is a noun in this position.
    fn is_noun_here(&mut self, small: &str, noun: bool) -> bool {
        let goes_on = |it: WordClasses| {
            it.is_any(&[WordClass::Determiner, WordClass::Other, WordClass::Adverb])
        };
        let verb_follows = self.next_is(|next| {
            next.is_any(&[WordClass::Copula, WordClass::Verb, WordClass::Past])
                && !next.is(WordClass::Adjective)
        });
        match (self.before, &self.head) {
            (Before::Determiner | Before::Preposition, None) => true,
            (Before::Number, None) => noun || self.next_is(|it| it.is(WordClass::Copula)),
            (Before::Subject | Before::To | Before::Copula, None) => false,
            (Before::Anything, None) => noun && verb_follows,
            // "The bell rope" and "stone steps go", but "the bell rings" and "the bells ring".
            (_, Some(head)) => match (is_many(&head.word), is_many(small)) {
                (true, _) => self.next_is(|it| it.is(WordClass::Copula)),
                (false, true) => {
                    verb_follows || (noun && classes(&head.word).is(WordClass::Material))
                }
                (false, false) => noun || verb_follows || !self.next_is(goes_on),
            },
        }
    }

    fn next_is(&mut self, fits: impl Fn(WordClasses) -> bool) -> bool {
        match self.tokens.peek() {
            Some(ProseToken::Word { text, .. }) => fits(classes(&text.to_lowercase())),
            Some(ProseToken::Mark) | None => false,
        }
    }

    fn content_follows(&mut self) -> bool {
        use WordClass::{Copula, Determiner, Other, Preposition};
        self.next_is(|it| !it.is_any(&[Determiner, Preposition, Other, Copula]))
    }

    /// Ends a noun phrase; returns its head unless it is absent, abstract or too short.
    fn close(&mut self, next: Before) -> Option<String> {
        self.before = next;
        let absent = std::mem::take(&mut self.absent) || self.compared;
        let head = self.head.take().filter(|_| !absent)?;
        let is = classes(&head.word);
        (!is.is(WordClass::Abstract) && head.word.chars().count() > 2).then_some(head.word)
    }
}

/// Returns whether a word is a plural, judged by its ending.
fn is_many(word: &str) -> bool {
    let ends = word.ends_with('s') && !word.ends_with("ss");
    ends || matches!(word, "people" | "folk" | "men" | "women" | "children" | "mice" | "geese")
}

/// Returns whether a verb follows such a word.
fn is_subject(small: &str) -> bool {
    const SUBJECTS: [&str; 23] = [
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "who",
        "which",
        "what",
        "nobody",
        "somebody",
        "nothing",
        "something",
        "everybody",
        "can",
        "could",
        "may",
        "might",
        "must",
        "will",
        "would",
        "not",
    ];
    SUBJECTS.contains(&small)
}
