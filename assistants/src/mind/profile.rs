//! Profiles: what a mind knows of a person from many notes, and of a matter that several people spoke of.
//! Pure functions, no model.
//!
//! A profile of a person sums up what was concluded about them, in a line that follows the name: `Bob: is
//! generous; keeps a promise; was here on three days.` What they told of themselves is not in it, because
//! that may change in the next sentence; it is kept by slot.

use std::collections::{BTreeMap, BTreeSet};

use engine::{clock::WorldTime, id::CharacterId};
use text::{styled::list, variant};

use super::{
    derived::Derived,
    insight::{Subject, claim, is_telling, is_theirs},
};
use crate::memory::{Note, NoteKind, words};

#[cfg(test)]
mod tests;

/// Minimum number of lines and deeds of a person, the observations that a profile rests on.
pub const FEWEST: usize = 5;
/// Maximum number of notes named as its evidence, the newest.
pub const MOST_EVIDENCE: usize = 8;
/// Importance of a profile.
pub const IMPORTANCE: u8 = 7;
/// Minimum number of days of which it is said that somebody was there.
const DAYS: usize = 2;
/// Minimum number of people who spoke of a matter, and of their lines.
const PEOPLE: usize = 3;
const LINES: usize = 5;
/// Maximum number of matters with a profile.
const MATTERS: usize = 8;
/// Maximum number of people named in the profile of a matter.
const NAMED: usize = 4;

/// Returns the profile of a person from notes with the same readers; none from too few, or if the last
/// one says the same.
#[must_use]
pub fn of_person(
    who: &Subject<'_>,
    notes: &[&Note],
    day_of: impl Fn(WorldTime) -> u64,
) -> Option<Derived> {
    let theirs: Vec<&Note> = notes.iter().copied().filter(|it| is_theirs(it, who)).collect();
    if theirs.len() < FEWEST {
        return None;
    }
    let holding = |it: &&Note| it.superseded_by.is_none() && it.about.first() == Some(who.id);
    let of_kind = |kind| notes.iter().copied().filter(holding).filter(move |it| it.kind == kind);
    let insights: Vec<&Note> = of_kind(NoteKind::Insight).filter(|it| !it.concluded).collect();
    let mut parts: Vec<String> =
        insights.iter().filter_map(|it| Some(claim(&it.content, who.name)?.to_owned())).collect();
    let days: BTreeSet<u64> = theirs.iter().map(|it| day_of(it.at)).collect();
    if days.len() >= DAYS {
        parts.push(format!("was here on {} days", number(days.len())));
    }
    parts.extend(most_spoken(who, &theirs).map(|word| format!("speaks most of \"{word}\"")));
    if parts.len() < 2 {
        return None;
    }
    let content = format!("{}: {}.", who.name, parts.join("; "));
    let before = of_kind(NoteKind::Profile).max_by_key(|it| it.serial);
    let newest = theirs.iter().rev().take(MOST_EVIDENCE.saturating_sub(insights.len()));
    let rests_on: Vec<&Note> =
        insights.iter().take(MOST_EVIDENCE).copied().chain(newest.copied()).collect();
    derived(Some(who.id), &content, &rests_on, before)
}

/// Returns the profiles of the matters that several people spoke of, from notes with the same readers.
#[must_use]
pub fn of_matters(me: &str, notes: &[&Note]) -> Vec<Derived> {
    let mut spoken: BTreeMap<String, Vec<&Note>> = BTreeMap::new();
    let lines = notes.iter().copied().filter(|it| it.kind == NoteKind::Line);
    for note in lines.filter(|it| it.speaker.as_ref().is_some_and(|by| by != me)) {
        let (Some(name), Some(id)) = (&note.speaker, &note.source) else { continue };
        let who = Subject { id, name, me, day: 0 };
        let said: BTreeSet<String> = words(&note.content).collect();
        for word in said.into_iter().filter(|it| is_telling(it, &who)) {
            spoken.entry(word).or_default().push(note);
        }
    }
    let names: BTreeSet<String> =
        notes.iter().filter_map(|it| Some(it.speaker.as_ref()?.to_lowercase())).collect();
    let mut matters: Vec<(usize, String, Vec<&Note>)> = spoken
        .into_iter()
        .filter(|(word, of)| of.len() >= LINES && !names.contains(word))
        .map(|(word, of)| (people(&of).len(), word, of))
        .filter(|(people, ..)| *people >= PEOPLE)
        .collect();
    matters.sort_by(|a, b| (b.0, b.2.len(), &a.1).cmp(&(a.0, a.2.len(), &b.1)));
    let profile = |(count, word, of): (usize, String, Vec<&Note>)| {
        let named: Vec<&str> = people(&of).into_values().take(NAMED).collect();
        let others = count.saturating_sub(named.len());
        let named = if others > 0 {
            format!("{} and {} others", named.join(", "), number(others))
        } else {
            list(&named)
        };
        let content = format!("{word}: {named} spoke of it, in {} lines.", number(of.len()));
        let is_same = |it: &&&Note| {
            it.kind == NoteKind::Profile && it.content.split(':').next() == Some(word.as_str())
        };
        let before = notes.iter().filter(is_same).max_by_key(|it| it.serial).copied();
        let newest = of.len().saturating_sub(MOST_EVIDENCE);
        derived(None, &content, of.get(newest..)?, before)
    };
    matters.into_iter().take(MATTERS).filter_map(profile).collect()
}

/// Returns the profile of a person as an opinion to somebody else: `Bob is generous, keeps a promise and
/// was here on three days.` None for a text that is no profile of them.
#[must_use]
pub fn as_opinion(content: &str, name: &str) -> Option<String> {
    let parts = content.strip_prefix(name)?.strip_prefix(": ")?.strip_suffix('.')?;
    Some(format!("{name} {}.", list(&parts.split("; ").collect::<Vec<_>>())))
}

/// Returns the people whose lines these are, with their names.
fn people<'a>(of: &[&'a Note]) -> BTreeMap<&'a CharacterId, &'a str> {
    of.iter().filter_map(|it| Some((it.source.as_ref()?, it.speaker.as_deref()?))).collect()
}

/// Builds the note of a profile; none if the last one says the same.
fn derived(
    about: Option<&CharacterId>,
    content: &str,
    rests_on: &[&Note],
    before: Option<&Note>,
) -> Option<Derived> {
    if before.is_some_and(|it| it.content == content) {
        return None;
    }
    let note = Derived::of((NoteKind::Profile, IMPORTANCE), about, content, rests_on)?;
    let replaces = before.map(|it| it.serial).into_iter().collect();
    Some(Derived { replaces, ..note })
}

/// Returns the word that a person speaks of most, in three lines or more.
fn most_spoken(who: &Subject<'_>, theirs: &[&Note]) -> Option<String> {
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for note in theirs.iter().filter(|it| it.speaker.is_some()) {
        let said: BTreeSet<String> = words(&note.content).collect();
        for word in said.into_iter().filter(|it| is_telling(it, who)) {
            *lines.entry(word).or_default() += 1;
        }
    }
    let often = lines.into_iter().filter(|(_, count)| *count >= PEOPLE);
    often.max_by(|a, b| (a.1, &b.0).cmp(&(b.1, &a.0))).map(|(word, _)| word)
}

fn number(of: usize) -> String {
    variant::in_words(u32::try_from(of).unwrap_or(u32::MAX))
}
