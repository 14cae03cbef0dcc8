//! Tokenizer and stemmer: words of a text, and their terms in the index.

use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

use serde::{Deserialize, Serialize, de::IntoDeserializer};
use snowball_stemmers_rs::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Maximum number of words of one text; the rest is ignored.
const MOST_WORDS: usize = 1_000;
/// Maximum number of letters of a word; the rest is cut off.
const MOST_LETTERS: usize = 32;

/// Language in which characters are spoken to, by the name of its Snowball stemmer, such as
/// `English`. Stop words, irregular forms, related words and time expressions exist only for
/// English.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Language(Algorithm);

impl Default for Language {
    fn default() -> Self {
        Self(Algorithm::English)
    }
}

impl Language {
    /// Parses the name of a language, such as `German`, case-insensitively.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        let first = letters.next()?.to_ascii_uppercase();
        let name: String =
            std::iter::once(first).chain(letters.flat_map(char::to_lowercase)).collect();
        let read: Result<Self, serde::de::value::Error> =
            Algorithm::deserialize(name.as_str().into_deserializer()).map(Self);
        read.ok()
    }

    /// Returns whether the language is English.
    pub(super) fn is_english(self) -> bool {
        self.0 == Algorithm::English
    }

    /// Returns the term of a word in lower case; none for stop words and single letters.
    pub(super) fn term(self, word: &str) -> Option<Cow<'_, str>> {
        let mut word = word;
        if self.is_english() {
            match FORMS.get(word) {
                Some(Form::Empty) => return None,
                Some(Form::Base(base)) => word = base,
                None => {}
            }
        }
        if word.len() == 1 && !word.bytes().all(|it| it.is_ascii_digit()) {
            return None;
        }
        if word.bytes().any(|it| it.is_ascii_digit()) {
            return Some(Cow::Borrowed(word));
        }
        let stem = Stemmer::create(self.0).stem(word);
        if stem.is_ascii() {
            return Some(stem);
        }
        // Accents are removed after stemming, because the stemmers need them.
        let plain: String = stem.nfd().filter(|it| !is_combining_mark(*it)).collect();
        (!plain.is_empty()).then_some(Cow::Owned(plain))
    }
}

/// Returns the terms of an English text in order, without stop words.
#[must_use]
pub fn english_terms(text: &str) -> Vec<String> {
    let english = Language::default();
    words(text).iter().filter_map(|it| english.term(&it.lower).map(Cow::into_owned)).collect()
}

/// Word of a text, prepared for the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextWord<'a> {
    /// Word in lower case, without an ending such as `'s`.
    pub(super) lower: Cow<'a, str>,
    /// True if the word begins with a capital letter.
    pub(super) capital: bool,
    /// True if the word begins a sentence.
    pub(super) first: bool,
}

/// Splits a text into words, in order. A contraction with `not` is left out.
pub(super) fn words(text: &str) -> Vec<TextWord<'_>> {
    let mut found = Vec::new();
    let mut first = true;
    let mut rest = text;
    while let Some(begin) = rest.find(char::is_alphanumeric) {
        let (between, from) = rest.split_at(begin);
        first |= between.contains(['.', '!', '?', '\n']);
        let end = from.find(|it| !belongs(it)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        rest = after;
        if found.len() >= MOST_WORDS {
            break;
        }
        cut(word, first, &mut found);
        first = false;
    }
    found
}

/// Returns whether a character belongs to a word.
fn belongs(letter: char) -> bool {
    letter.is_alphanumeric() || is_apostrophe(letter) || is_combining_mark(letter)
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2019}')
}

/// Adds a word, or the words that an apostrophe joins.
fn cut<'a>(word: &'a str, first: bool, found: &mut Vec<TextWord<'a>>) {
    let word = word.trim_end_matches(is_apostrophe);
    let Some((head, tail)) = word.rsplit_once(is_apostrophe) else {
        return found.push(text_word(word, first));
    };
    if tail.eq_ignore_ascii_case("t") {
        return;
    }
    // The head may contain further apostrophes, as in `rock'n'roll`.
    found.extend(
        head.split(is_apostrophe).filter(|it| !it.is_empty()).map(|it| text_word(it, first)),
    );
    if tail == "ll" {
        found.push(text_word("will", false));
    } else if tail.chars().count() > 2 {
        found.push(text_word(tail, false));
    }
}

fn text_word(word: &str, first: bool) -> TextWord<'_> {
    let end = word.char_indices().nth(MOST_LETTERS).map_or(word.len(), |(end, _)| end);
    let word = word.get(..end).unwrap_or(word);
    let is_lower = word.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit());
    let lower = if is_lower { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) };
    TextWord { lower, capital: word.starts_with(char::is_uppercase), first }
}

/// Returns the share of a text's letters that are in questions, 0 to 1.
#[must_use]
pub fn asking(text: &str) -> f32 {
    let (mut sentence, mut asked, mut all) = (0_u32, 0_u32, 0_u32);
    for letter in text.chars().take(MOST_WORDS * MOST_LETTERS) {
        match letter {
            '?' => asked += std::mem::take(&mut sentence),
            '.' | '!' | '\n' => sentence = 0,
            it if it.is_alphanumeric() => {
                sentence += 1;
                all += 1;
            }
            _ => {}
        }
    }
    if all == 0 { 0.0 } else { asked as f32 / all as f32 }
}

/// Special treatment of an English word instead of stemming.
enum Form {
    /// Stop word, left out.
    Empty,
    /// Irregular form or synonym of this base form.
    Base(&'static str),
}

static FORMS: LazyLock<HashMap<&'static str, Form>> = LazyLock::new(|| {
    let mut forms = HashMap::new();
    for line in IRREGULAR.lines() {
        let mut words = line.split_whitespace();
        if let Some(base) = words.next() {
            forms.extend(words.map(|it| (it, Form::Base(base))));
        }
    }
    forms.extend(STOP_WORDS.split_whitespace().map(|it| (it, Form::Empty)));
    forms
});

const STOP_WORDS: &str = "\
    a about above after again against all also am an and any anyone anything are as at be because \
    been before being below between both but by can cannot could did do does doing done down during \
    each either else etc even ever every few for from further had has have having he hello her here \
    hers herself hey hi him himself his how i if in into is it its itself just let like likely many may maybe me \
    might mine more most much must my myself neither no nor not now of off oh ok okay on once only \
    or other our ours ourselves out over own per perhaps please possibly probably quite rather really same shall she should \
    since so some someone something still such than that the their theirs them themselves then \
    there these they thing things this those though through to too towards under until up upon us \
    very was we well were what whatever when where whether which while who whom whose why will with \
    within without would yes yet you your yours yourself yourselves";

/// Base forms, one a line, each with its irregular forms and synonyms.
const IRREGULAR: &str = "\
    go went gone goes
    come came
    become became
    see saw seen
    get got gotten
    give gave given
    take took taken
    make made
    say said
    tell told
    know knew known
    think thought
    find found
    leave left
    feel felt
    begin began begun
    bring brought
    buy bought
    build built
    burn burnt
    bend bent
    bite bitten
    blow blew blown
    break broke broken
    catch caught
    choose chose chosen
    deal dealt
    dig dug
    draw drew drawn
    dream dreamt
    drink drank drunk
    drive drove driven
    eat ate eaten
    fall fell fallen
    feed fed
    fight fought
    fly flew flown
    forget forgot forgotten
    forgive forgave forgiven
    freeze froze frozen
    grow grew grown
    hang hung
    hear heard
    hide hid hidden
    hold held
    keep kept
    lead led
    learn learnt
    lend lent
    light lit
    lose lost
    mean meant
    meet met
    overcome overcame
    pay paid
    ride rode ridden
    ring rang rung
    rise risen
    run ran
    seek sought
    sell sold
    send sent
    sew sewn
    shake shook shaken
    shine shone
    shoot shot
    show shown
    sing sang sung
    sink sank sunk
    sit sat
    sleep slept
    speak spoke spoken
    spend spent
    spin spun
    stand stood
    steal stole stolen
    stick stuck
    strike struck
    swear swore sworn
    sweep swept
    swim swam swum
    swing swung
    teach taught
    tear tore torn
    throw threw thrown
    understand understood
    wake woke woken
    wear wore worn
    weep wept
    win won
    write wrote written
    good better best
    bad worse worst
    child children kid kids kiddo kiddos
    man men
    woman women
    person people
    foot feet
    tooth teeth
    mouse mice
    goose geese
    wife wives
    knife knives
    wolf wolves
    shelf shelves
    half halves
    thief thieves
    loaf loaves
    mother mum mom mums moms mommy mummy mama
    father dad dads daddy papa
    grandmother grandma granny gran nana
    grandfather grandpa granddad grandad
    brother bro
    sister sis
    husband hubby
    photo photos photograph photographs
    picture pic pics
    bicycle bike bikes
    television tv telly
    refrigerator fridge
    advertisement ad ads
    application app apps
    mathematics math maths
    veterinarian vet vets
    email emails
    laboratory lab labs
    examination exam exams
    information info
    favorite favourite favourites
    color colour colours coloured
    neighbor neighbour neighbours
    theater theatre theatres
    center centre centres
    gray grey
    program programme programmes
    jewelry jewellery
    organize organise organised organising organisation
    realize realise realised
    2 two
    3 three
    4 four
    5 five
    6 six
    7 seven
    8 eight
    9 nine
    10 ten
    11 eleven
    12 twelve dozen";

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> String {
        english_terms(text).join(" ")
    }

    #[test]
    fn words_become_stems() {
        assert_eq!(
            terms("I went to the LGBTQ support-groups, didn't I?"),
            "go lgbtq support group"
        );
        assert_eq!(terms("My mum's kids' photographs"), "mother child photo");
        assert_eq!(terms("Two o\u{2019}clock; 7 B"), "2 clock 7");
        assert_eq!(terms("caf\u{e9}s and the of ?!"), "cafe");
        assert_eq!(terms("\u{1f600} \u{301} '' \u{2019}t"), "");
    }

    #[test]
    fn a_sentence_begins_after_a_full_stop() {
        let words = words("Well. Sam's dog ran");
        let seen: Vec<_> =
            words.iter().map(|it| (it.lower.as_ref(), it.capital, it.first)).collect();
        assert_eq!(
            seen,
            [
                ("well", true, true),
                ("sam", true, true),
                ("dog", false, false),
                ("ran", false, false)
            ]
        );
    }

    #[test]
    fn questions_are_told_from_answers() {
        assert!(asking("I baked bread.") < 0.01);
        assert!(asking("What did you bake?") > 0.99);
        assert!((asking("abcd. efgh?") - 0.5).abs() < 0.01);
        assert!(asking("?!.") < 0.01);
    }

    #[test]
    fn languages_have_names() {
        assert_eq!(Language::parse("english"), Some(Language::default()));
        let german = Language::parse("GERMAN").unwrap();
        assert_eq!(german.term("h\u{e4}user").unwrap(), "haus");
        assert_eq!(Language::parse("Klingon"), None);
        assert_eq!(Language::parse(""), None);
    }

    #[test]
    fn long_texts_and_words_are_cut() {
        let long = "x".repeat(100_000);
        assert_eq!(words(&long)[0].lower.len(), MOST_LETTERS);
        assert_eq!(words(&"word ".repeat(20_000)).len(), MOST_WORDS);
    }
}
