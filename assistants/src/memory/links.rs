//! Links between notes: which others a note calls to mind, because they share rare words, people or a
//! matter. Pure functions, no model.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Note, index::english_terms};

#[cfg(test)]
mod tests;

/// Maximum number of links of a note, the strongest.
pub const MOST: usize = 8;
/// Maximum number of notes in which a word is rare.
const RARE: usize = 12;
/// Share of all notes in which a rare word may stand, as a divisor.
const SHARE: usize = 8;
/// Strength of a shared rare word, of one that stands in these two notes only, and of a shared person.
const WORD: u32 = 25;
const ONLY: u32 = 15;
const PERSON: u32 = 10;
/// Minimum strength of a link: a rare word and a person, or two words.
const LEAST: u32 = 35;

/// Link of a note to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteLink {
    /// Serial number of the other note.
    pub to: u64,
    /// Strength in percent.
    pub strength: u8,
}

/// Returns the links between notes with the same readers, by serial number, strongest first; lines of one
/// conversation need none, because they are found beside one another anyhow.
#[must_use]
pub fn links(notes: &[&Note]) -> BTreeMap<u64, Vec<NoteLink>> {
    let mut by_word: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, note) in notes.iter().enumerate() {
        let terms: BTreeSet<String> = english_terms(&note.content).into_iter().collect();
        terms.into_iter().for_each(|word| by_word.entry(word).or_default().push(at));
    }
    let rare = RARE.min(notes.len() / SHARE + 2);
    let mut pairs: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    for of in by_word.values().filter(|of| (2..=rare).contains(&of.len())) {
        let strength = WORD + if of.len() == 2 { ONLY } else { 0 };
        for (nth, one) in of.iter().enumerate() {
            for other in of.iter().skip(nth + 1) {
                *pairs.entry((*one, *other)).or_default() += strength;
            }
        }
    }
    let mut links: BTreeMap<u64, Vec<NoteLink>> = BTreeMap::new();
    for ((one, other), by_words) in pairs {
        let (Some(one), Some(other)) = (notes.get(one), notes.get(other)) else { continue };
        let is_same_talk = one.conversation.is_some() && one.conversation == other.conversation;
        let is_derived = |it: &Note, of: &Note| it.evidence.contains(&of.serial);
        if is_same_talk || is_derived(one, other) || is_derived(other, one) {
            continue;
        }
        let shared = one.about.iter().filter(|it| other.about.contains(it)).count();
        let by_people = if shared > 0 { PERSON } else { 0 };
        let strength = (by_words + by_people).min(100);
        if strength >= LEAST {
            let strength = u8::try_from(strength).unwrap_or(100);
            let mut link = |from: u64, to| {
                links.entry(from).or_default().push(NoteLink { to, strength });
            };
            link(one.serial, other.serial);
            link(other.serial, one.serial);
        }
    }
    for of in links.values_mut() {
        of.sort_by_key(|it| (std::cmp::Reverse(it.strength), it.to));
        of.truncate(MOST);
    }
    links
}

/// Returns the notes whose links change, with the new ones in place, at most `most`, the newest first.
#[must_use]
pub fn relinked(notes: &[&Note], most: usize) -> Vec<Note> {
    let mut links = links(notes);
    let changed = notes.iter().rev().filter_map(|note| {
        let new = links.remove(&note.serial).unwrap_or_default();
        (new != note.links).then(|| Note { links: new, ..Note::clone(note) })
    });
    changed.take(most).collect()
}
