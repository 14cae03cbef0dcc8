//! Journal: what a mind writes down of a day with one person, by rule. Pure functions, no model.
//!
//! An entry tells what somebody did and said that day, in words of the engine: `Bob gave me a pie,
//! thanked me twice, and spoke of "magpie".` It rests on the notes of that day, which all have the same
//! readers, is made when the mind sleeps, and takes the place of the episodes of that day's talks.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use engine::clock::WorldTime;
use text::{styled::list, variant};

use super::{
    derived::Derived,
    importance,
    insight::{Subject, is_polite, is_rude, is_telling, is_theirs},
};
use crate::{
    memory::{Note, NoteKind, words},
    perceive::promise::VisitorPromise,
};

#[cfg(test)]
mod tests;

/// Maximum number of notes named as the evidence of an entry; those that matter most count.
pub const MOST_EVIDENCE: usize = 16;
/// Minimum number of lines of a talk of which nothing else is to be told.
const FEWEST_LINES: usize = 3;
/// Maximum number of deeds told in an entry, the newest.
const DEEDS: usize = 4;
/// Maximum number of promises told in an entry, and of their characters.
const PROMISES: usize = 2;
const LONGEST_PROMISE: usize = 120;
/// Minimum number of lines with a word of which it is said that somebody spoke of it.
const LINES: usize = 2;

/// Returns the entries about the days with a person, from notes with the same readers, as far as something
/// worth it happened and no entry tells of it. An entry takes the place of the episodes of that day's
/// talks, and of an earlier entry about the same day.
#[must_use]
pub fn entries(
    who: &Subject<'_>,
    notes: &[&Note],
    day_of: impl Fn(WorldTime) -> u64,
) -> Vec<Derived> {
    let mut days: BTreeMap<u64, Vec<&Note>> = BTreeMap::new();
    for note in notes.iter().copied().filter(|it| is_theirs(it, who)) {
        days.entry(day_of(note.at)).or_default().push(note);
    }
    let entry = |(day, of_day): (u64, Vec<&Note>)| {
        let of_same = |it: &&Note| day_of(it.at) == day && it.superseded_by.is_none();
        let is_its = |it: &&Note| it.about.first() == Some(who.id) && of_same(it);
        let made: Vec<&Note> = notes.iter().copied().filter(is_its).collect();
        entry(who, &of_day, &made)
    };
    days.into_iter().filter_map(entry).collect()
}

/// Returns the entry about a day: `day` has what the person did and said, `made` what was derived of that
/// day before.
fn entry(who: &Subject<'_>, day: &[&Note], made: &[&Note]) -> Option<Derived> {
    let events = Events::of(who, day);
    let told = events.told();
    if told.is_empty() {
        return None;
    }
    let mut evidence = events.evidence;
    evidence.sort_by_key(|it| (Reverse(importance::of_note(it)), it.serial));
    evidence.dedup_by_key(|it| it.serial);
    evidence.truncate(MOST_EVIDENCE);
    let content = format!("{} {}.", who.name, list(&told));
    let importance = evidence.iter().map(|it| importance::of_note(it)).max()?;
    let note = Derived::of((NoteKind::Journal, importance), Some(who.id), &content, &evidence)?;
    // Entries that a model wrote stay beside it.
    let before = made.iter().find(|it| it.kind == NoteKind::Journal && !it.concluded);
    if before.is_some_and(|it| it.evidence == note.evidence) {
        return None;
    }
    let talks = made.iter().filter(|it| it.kind == NoteKind::Episode);
    Some(Derived {
        at: day.iter().map(|it| it.at).max(),
        replaces: before.into_iter().chain(talks).map(|it| it.serial).collect(),
        ..note
    })
}

/// Returns an entry as it is told to the one whom it is about; none for a text about somebody else.
#[must_use]
pub fn addressed(content: &str, name: &str) -> Option<String> {
    let did = content.strip_prefix(name)?.strip_prefix(' ')?;
    let did = did.strip_prefix("was ").map_or_else(|| did.to_owned(), |it| format!("were {it}"));
    Some(format!("You {}", did.replace(", was ", ", were ").replace(" and was ", " and were ")))
}

/// Returns the entries of the last day before `today` that has any, the most important first, at most
/// `most`.
#[must_use]
pub fn last_day<'a>(
    entries: impl Iterator<Item = &'a Note>,
    day_of: impl Fn(WorldTime) -> u64,
    today: u64,
    most: usize,
) -> Vec<&'a Note> {
    let of_journal = |it: &&Note| it.kind == NoteKind::Journal && it.superseded_by.is_none();
    let all = entries.filter(of_journal).filter(|it| day_of(it.at) < today);
    let all: Vec<&Note> = all.collect();
    let Some(last) = all.iter().map(|it| day_of(it.at)).max() else { return Vec::new() };
    let mut of_day: Vec<&Note> = all.into_iter().filter(|it| day_of(it.at) == last).collect();
    of_day.sort_by_key(|it| (Reverse(it.importance), it.serial));
    of_day.truncate(most);
    of_day
}

/// Events of a day, in the order in which they are told.
#[derive(Debug, Default)]
struct Events<'a> {
    /// Gifts, as predicates.
    gifts: Vec<&'a str>,
    /// Deeds other than gifts, as predicates.
    deeds: Vec<&'a str>,
    promises: Vec<String>,
    thanks: usize,
    rude: usize,
    /// Words that the lines are about.
    topics: Vec<String>,
    lines: usize,
    evidence: Vec<&'a Note>,
}

impl<'a> Events<'a> {
    fn of(who: &Subject<'_>, day: &[&'a Note]) -> Self {
        let mut events = Self::default();
        let mut spoken: BTreeMap<String, Vec<&'a Note>> = BTreeMap::new();
        for note in day.iter().copied() {
            let Some(_) = note.speaker else {
                events.take_deed(who, note);
                continue;
            };
            events.lines += 1;
            events.take_line(who, note);
            let said: BTreeSet<String> = words(&note.content).collect();
            for word in said.into_iter().filter(|word| is_telling(word, who)) {
                spoken.entry(word).or_default().push(note);
            }
        }
        let mut spoken: Vec<(String, Vec<&Note>)> =
            spoken.into_iter().filter(|(_, of)| of.len() >= LINES).collect();
        spoken.sort_by_key(|(word, of)| (Reverse(of.len()), word.clone()));
        for (word, of) in spoken.into_iter().take(1) {
            events.topics.push(word);
            events.evidence.extend(of);
        }
        if events.is_talk_only() && events.lines >= FEWEST_LINES {
            events.evidence.extend(day.iter().copied().filter(|of| of.speaker.is_some()));
        }
        events
    }

    /// Counts a deed that the mind saw; a pose tells nothing that is worth an entry.
    fn take_deed(&mut self, who: &Subject<'_>, note: &'a Note) {
        let did = note.content.strip_prefix(who.name).map(str::trim);
        let Some(did) = did.map(|it| it.trim_end_matches('.')) else { return };
        let is_past = did.split(' ').next().is_some_and(|verb| !verb.ends_with('s'));
        let is_past = is_past || did.starts_with("was ");
        let (list, what) = match did.strip_prefix("gave me ") {
            Some(thing) if !thing.contains(" for ") => (&mut self.gifts, thing),
            _ => (&mut self.deeds, did),
        };
        if !is_past {
            return;
        }
        if list.len() < DEEDS && !list.contains(&what) {
            list.push(what);
        }
        self.evidence.push(note);
    }

    fn take_line(&mut self, who: &Subject<'_>, note: &'a Note) {
        let is_promise = VisitorPromise::read(&note.content).is_some();
        let words = note.content.trim().trim_end_matches('.');
        let is_short = words.chars().count() <= LONGEST_PROMISE && !words.contains('"');
        if is_promise && is_short && self.promises.len() < PROMISES {
            self.promises.push(format!("said \"{words}\""));
            self.evidence.push(note);
        }
        if is_polite(&note.content) {
            self.thanks += 1;
            self.evidence.push(note);
        }
        if is_rude(&note.content, who.me) {
            self.rude += 1;
            self.evidence.push(note);
        }
    }

    fn is_talk_only(&self) -> bool {
        self.gifts.is_empty()
            && self.deeds.is_empty()
            && self.promises.is_empty()
            && self.thanks + self.rude == 0
    }

    /// Returns the predicates that tell of the day.
    fn told(&self) -> Vec<String> {
        let mut told = Vec::new();
        if !self.gifts.is_empty() {
            told.push(format!("gave me {}", list(&self.gifts)));
        }
        told.extend(self.deeds.iter().map(|it| (*it).to_owned()));
        told.extend(self.promises.iter().cloned());
        told.extend((self.thanks > 0).then(|| format!("thanked me{}", times(self.thanks))));
        told.extend((self.rude > 0).then(|| format!("was rude to me{}", times(self.rude))));
        match self.topics.first() {
            Some(topic) if told.is_empty() => {
                told.push(format!("talked with me about \"{topic}\""));
            }
            Some(topic) => told.push(format!("spoke of \"{topic}\"")),
            None if told.is_empty() && self.lines >= FEWEST_LINES => {
                told.push("talked with me".to_owned());
            }
            None => {}
        }
        told
    }
}

/// Returns how often something happened, to follow a verb; nothing for once.
fn times(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " twice".to_owned(),
        many => format!(" {} times", variant::in_words(u32::try_from(many).unwrap_or(u32::MAX))),
    }
}
