//! Insights: what a mind concludes about somebody from several of its notes, by rule. Pure functions,
//! no model.
//!
//! An insight is a claim and its reason, in words of the engine: `Bob is generous. Bob gave me a pie,
//! and a coin.` Each rests on two notes or more, its evidence, which all have the same readers, so it
//! tells nobody what they did not perceive. It is about the one whose deeds and lines it comes from,
//! and never about the mind itself.

use std::collections::{BTreeMap, BTreeSet};

use engine::{id::CharacterId, label::Readers};
use text::{styled::list, variant};

use super::derived::Derived;
use crate::{
    memory::{Note, NoteKind, index::english_terms, said::without_name, words},
    perceive::{promise::VisitorPromise, reading::SpeechAct},
};

mod disputed;
#[cfg(test)]
mod tests;

pub use disputed::disputed;

/// Minimum number of notes that an insight rests on.
pub const LEAST_EVIDENCE: usize = 2;
/// Maximum number of notes named as its evidence; the newest count.
pub const MOST_EVIDENCE: usize = 8;
/// Importance of an insight.
pub const IMPORTANCE: u8 = 7;
/// Minimum number of days on which somebody who keeps coming back was there.
const DAYS: usize = 3;
/// Minimum number of lines in which somebody thanked the mind, or was rude to it.
const THANKS: usize = 3;
const RUDENESS: usize = 2;
/// Minimum number of talks in which somebody speaks of the same thing.
const TALKS: usize = 3;
/// Shortest word of which it is said that somebody keeps speaking of it.
const SHORTEST: usize = 5;
/// Maximum number of promises that are looked at, the newest.
const PROMISES: usize = 16;
/// Maximum number of gifts that are listed.
const LISTED: usize = 3;

/// Kind of an insight, by the claim that it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InsightKind {
    /// Gives things.
    Generous,
    /// Promised something, and did it.
    TrueToWord,
    /// Often rude.
    Rude,
    /// Gives thanks.
    Polite,
    /// Speaks of the same thing again and again.
    Preoccupied,
    /// Comes again and again.
    Regular,
    /// Is told of in two ways that do not fit together.
    Disputed,
}

/// Predicate of a claim, of a third person and of the one spoken to.
const CLAIMS: [(InsightKind, &str, &str); 7] = [
    (InsightKind::Generous, "is generous", "are generous"),
    (InsightKind::TrueToWord, "keeps a promise", "keep a promise"),
    (InsightKind::Rude, "has a sharp tongue", "have a sharp tongue"),
    (InsightKind::Polite, "has good manners", "have good manners"),
    (InsightKind::Preoccupied, "keeps coming back to", "keep coming back to"),
    (InsightKind::Regular, "is here again and again", "are here again and again"),
    (InsightKind::Disputed, "is spoken of in two ways", "are spoken of in two ways"),
];

impl InsightKind {
    fn predicate(self) -> &'static str {
        let claim = CLAIMS.iter().find(|(kind, ..)| *kind == self);
        claim.map_or("", |(_, third, _)| third)
    }

    /// Returns the kind of a claim by its predicate.
    fn of_predicate(text: &str) -> Option<(Self, &'static str, &'static str)> {
        CLAIMS.iter().find(|(_, third, _)| text.starts_with(third)).copied()
    }
}

/// Insight of a kind, before it is noted.
struct Insight {
    kind: InsightKind,
    note: Derived,
}

/// Person whom notes are about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject<'a> {
    pub id: &'a CharacterId,
    pub name: &'a str,
    /// Name of the mind, which is nothing that anybody keeps coming back to.
    pub me: &'a str,
    /// Length of a day of the world, in milliseconds.
    pub day: u64,
}

/// Returns the insights of a mind about a person, from notes with the same readers, beyond those
/// that it has: a claim that is new, or that rests on more than it did.
#[must_use]
pub fn insights(who: &Subject<'_>, notes: &[&Note]) -> Vec<Derived> {
    let theirs: Vec<&Note> = notes.iter().copied().filter(|it| is_theirs(it, who)).collect();
    let found = [
        generous(who, &theirs),
        true_to_word(who, &theirs),
        rude(who, &theirs),
        polite(who, &theirs),
        preoccupied(who, &theirs),
        regular(who, &theirs),
    ];
    found.into_iter().flatten().filter_map(|it| it.beyond(notes)).collect()
}

/// Returns the sets of readers of notes that still hold, with the notes of each; what everybody may read
/// comes first.
#[must_use]
pub fn by_readers(notes: &[Note]) -> BTreeMap<&Readers, Vec<&Note>> {
    let mut sets: BTreeMap<&Readers, Vec<&Note>> = BTreeMap::new();
    for note in notes.iter().filter(|it| it.superseded_by.is_none()) {
        sets.entry(&note.label.readers).or_default().push(note);
    }
    sets
}

/// Returns the serial numbers of the notes that insights rest on which still hold.
#[must_use]
pub fn evidence(notes: &[Note]) -> BTreeSet<u64> {
    let holding = notes.iter().filter(|it| it.superseded_by.is_none());
    holding.flat_map(|it| &it.evidence).copied().collect()
}

/// Returns an insight as it is said to the one whom it is about; none for a text that is no insight
/// about them.
#[must_use]
pub fn addressed(content: &str, name: &str) -> Option<String> {
    let claim = content.strip_prefix(name)?.strip_prefix(' ')?;
    let known = InsightKind::of_predicate(claim).map(|(_, third, second)| (third, second));
    let mut of_model = [("is ", "are "), ("has ", "have ")].into_iter();
    let written = of_model.find(|(third, _)| claim.starts_with(third));
    let (third, second) = known.or(written)?;
    let rest = claim.strip_prefix(third)?;
    let rest = rest.replace(&format!(". {name} "), ". You ");
    Some(format!("You {second}{rest}"))
}

/// Builds the content of an insight from a claim that a model wrote: the newest of the notes that it rests
/// on is its reason.
#[must_use]
pub fn by_model(claim: &str, (name, me): (&str, &str), evidence: &[&Note]) -> String {
    let reason = evidence.last().map(|last_note| {
        let words =
            without_name(last_note.content.trim(), me).trim_end_matches('.').replace('"', "'");
        match &last_note.speaker {
            Some(_) => format!("{name} said \"{words}\""),
            None => words,
        }
    });
    let reason = reason.map(|it| format!(" {it}.")).unwrap_or_default();
    format!("{claim}.{reason}")
}

/// Returns the claim of an insight about somebody, a predicate after the name: `is generous`; none for a
/// text that is no insight about them.
#[must_use]
pub fn claim<'a>(content: &'a str, name: &str) -> Option<&'a str> {
    let claim = content.strip_prefix(name)?.strip_prefix(' ')?;
    InsightKind::of_predicate(claim)?;
    claim.split(". ").next()
}

/// Returns whether a note is a line or a deed of a person.
pub(super) fn is_theirs(note: &Note, who: &Subject<'_>) -> bool {
    let by_name = match &note.speaker {
        Some(speaker) => speaker == who.name,
        None => note.content.starts_with(who.name),
    };
    note.kind == NoteKind::Line && note.about.contains(who.id) && by_name
}

impl Insight {
    /// Builds an insight from its evidence; none if there is too little.
    fn of(
        (kind, who): (InsightKind, &Subject<'_>),
        (of, reason): (&str, String),
        evidence: &[&Note],
    ) -> Option<Self> {
        let newest = evidence.len().saturating_sub(MOST_EVIDENCE);
        let evidence = evidence.get(newest..)?;
        if evidence.len() < LEAST_EVIDENCE {
            return None;
        }
        let (name, space) = (who.name, if of.is_empty() { "" } else { " " });
        // A claim and its reason, two sentences that begin with the name.
        let content = format!("{name} {}{space}{of}. {name} {reason}.", kind.predicate());
        let note = Derived::of((NoteKind::Insight, IMPORTANCE), Some(who.id), &content, evidence)?;
        Some(Self { kind, note })
    }

    /// Returns the insight unless an earlier one rests on the same notes, with the number of the one
    /// that it takes the place of.
    fn beyond(self, notes: &[&Note]) -> Option<Derived> {
        let Self { kind: of, note } = self;
        let claim = note.content.split(". ").next()?;
        let is_same = |it: &&&Note| {
            let is_same_claim =
                of == InsightKind::Preoccupied || it.content.split(". ").next() == Some(claim);
            let kind = it.content.strip_prefix(name_of(claim)?).map(str::trim_start);
            let kind = InsightKind::of_predicate(kind?).map(|(kind, ..)| kind);
            Some(is_same_claim && kind == Some(of))
        };
        let insights = notes.iter().filter(|it| it.kind == NoteKind::Insight);
        let before = insights.filter(|it| is_same(it) == Some(true)).max_by_key(|it| it.serial);
        match before {
            Some(old) if old.evidence.last() >= note.evidence.last() => None,
            Some(old) => Some(Derived { replaces: vec![old.serial], ..note }),
            None => Some(note),
        }
    }
}

/// Returns the name at the beginning of a claim, which goes up to its predicate.
fn name_of(claim: &str) -> Option<&str> {
    let at = CLAIMS.iter().filter_map(|(_, third, _)| claim.find(&format!(" {third}"))).min()?;
    claim.get(..at)
}

/// Returns the gift that a deed gave the mind; none for other deeds and for lines.
fn gift<'a>(note: &'a Note, who: &Subject<'_>) -> Option<&'a str> {
    let did = note.content.strip_prefix(who.name)?.trim_start();
    note.speaker.is_none().then_some(())?;
    Some(did.strip_prefix("gave me ")?.trim_end_matches('.'))
}

fn generous(who: &Subject<'_>, theirs: &[&Note]) -> Option<Insight> {
    let gifts: Vec<&Note> = theirs.iter().copied().filter(|it| gift(it, who).is_some()).collect();
    let mut given: Vec<&str> = Vec::new();
    for thing in gifts.iter().rev().filter_map(|it| gift(it, who)) {
        if given.len() < LISTED && !given.contains(&thing) {
            given.push(thing);
        }
    }
    given.reverse();
    let reason = format!("gave me {}", list(&given));
    Insight::of((InsightKind::Generous, who), ("", reason), &gifts)
}

fn true_to_word(who: &Subject<'_>, theirs: &[&Note]) -> Option<Insight> {
    let gifts = theirs.iter().copied().filter_map(|deed| {
        let thing = gift(deed, who)?;
        Some((deed, thing, english_terms(thing)))
    });
    let gifts: Vec<(&Note, &str, Vec<String>)> = gifts.collect();
    let is_promise = |it: &&Note| {
        it.speaker.is_some() && VisitorPromise::read(&it.content) == Some(VisitorPromise::Bring)
    };
    let newest = theirs.iter().rev().copied().filter(is_promise).take(PROMISES);
    let mut kept = newest.filter_map(|promise| {
        let named: BTreeSet<String> = english_terms(&promise.content).into_iter().collect();
        let is_it = |(given, _, terms): &&(&Note, &str, Vec<String>)| {
            given.serial > promise.serial && terms.iter().any(|it| named.contains(it))
        };
        gifts.iter().find(is_it).map(|(given, thing, _)| (promise, *given, *thing))
    });
    let (promise, given, thing) = kept.next()?;
    let words = promise.content.trim().trim_end_matches('.');
    let reason = format!("said \"{words}\", and gave me {thing}");
    Insight::of((InsightKind::TrueToWord, who), ("", reason), &[promise, given])
}

/// Builds the insight that somebody did something by words so many times.
fn said_often(
    (kind, who, least): (InsightKind, &Subject<'_>, usize),
    did: &str,
    theirs: &[&Note],
    is_such: impl Fn(&str) -> bool,
) -> Option<Insight> {
    let said = theirs.iter().copied().filter(|it| it.speaker.is_some());
    let such: Vec<&Note> = said.filter(|it| is_such(&it.content)).collect();
    if such.len() < least {
        return None;
    }
    Insight::of((kind, who), ("", format!("{did} {} times", number(such.len()))), &such)
}

/// Returns whether words are rough, called by the name of the mind or not.
pub(super) fn is_rude(line: &str, me: &str) -> bool {
    SpeechAct::of_wording(without_name(line, me)) == Some(SpeechAct::Insult)
}

/// Returns whether words give thanks.
pub(super) fn is_polite(line: &str) -> bool {
    words(line).any(|it| ["thank", "thanks"].contains(&it.as_str()))
}

fn rude(who: &Subject<'_>, theirs: &[&Note]) -> Option<Insight> {
    said_often((InsightKind::Rude, who, RUDENESS), "spoke roughly to me", theirs, |it| {
        is_rude(it, who.me)
    })
}

fn polite(who: &Subject<'_>, theirs: &[&Note]) -> Option<Insight> {
    said_often((InsightKind::Polite, who, THANKS), "thanked me", theirs, is_polite)
}

/// Returns a number in words.
fn number(of: usize) -> String {
    variant::in_words(u32::try_from(of).unwrap_or(u32::MAX))
}

/// Words about talking itself, of which nobody says that they are what somebody speaks of.
const OF_TALKING: &str = "about again always another anybody anything answer asked because better bring \
    bright called calls coins could doing evening everybody everything going great happy heard hello later little \
    looking maybe morning named names never nothing person please pretty price quite really right rather silly \
    somebody something sorry speak stranger talking tell thank thanks think thought times today together \
    tomorrow tonight until wanted welcome where which whole would wrong yesterday";

fn preoccupied(who: &Subject<'_>, theirs: &[&Note]) -> Option<Insight> {
    let mut lines: BTreeMap<String, Vec<&Note>> = BTreeMap::new();
    for note in theirs.iter().copied().filter(|it| it.speaker.is_some()) {
        let said: BTreeSet<String> = words(&note.content).collect();
        for word in said.into_iter().filter(|it| is_telling(it, who)) {
            lines.entry(word).or_default().push(note);
        }
    }
    let talks = |of: &[&Note]| {
        let all: BTreeSet<u64> = of.iter().filter_map(|it| it.conversation).collect();
        all.len()
    };
    let often = lines.into_iter().filter(|(_, of)| talks(of) >= TALKS);
    let (word, of) = often.max_by_key(|(word, of)| (talks(of), of.len(), word.clone()))?;
    let reason = format!("spoke of it in {} talks", number(talks(&of)));
    Insight::of((InsightKind::Preoccupied, who), (&format!("\"{word}\""), reason), &of)
}

/// Returns whether a word is something that somebody can speak of.
pub(super) fn is_telling(word: &str, who: &Subject<'_>) -> bool {
    let is_name = [who.name, who.me].iter().any(|it| it.eq_ignore_ascii_case(word));
    word.chars().count() >= SHORTEST
        && word.chars().all(char::is_alphabetic)
        && !is_name
        && !english_terms(word).is_empty()
        && !OF_TALKING.split_whitespace().any(|it| it == word)
}

fn regular(who: &Subject<'_>, theirs: &[&Note]) -> Option<Insight> {
    // The first note of each day stands for it.
    let mut days: BTreeMap<u64, &Note> = BTreeMap::new();
    for note in theirs {
        days.entry(note.at.0.checked_div(who.day).unwrap_or_default()).or_insert(note);
    }
    if days.len() < DAYS {
        return None;
    }
    let reason = format!("came by on {} days", number(days.len()));
    let evidence: Vec<&Note> = days.into_values().collect();
    Insight::of((InsightKind::Regular, who), ("", reason), &evidence)
}
