//! Path of one saying: tellers, hearers, and their sources.

use std::collections::{BTreeMap, BTreeSet};

use engine::{clock::WorldTime, id::CharacterId};

use super::day::{Chronicle, ChronicleLine};

/// Telling of a saying.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    pub line: ChronicleLine,
    /// Source of its teller and the time of that telling, if it was told before in public.
    pub from: Option<(CharacterId, WorldTime)>,
    /// Hearers to whom it was new.
    pub anew: BTreeSet<CharacterId>,
}

/// Splits a text into words in lower case; empty for a text without letters and digits.
#[must_use]
pub fn folded(text: &str) -> Vec<String> {
    let parts = text.split(|it: char| !it.is_alphanumeric());
    parts.filter(|it| !it.is_empty()).map(str::to_lowercase).collect()
}

/// Returns the public lines of a day that contain all of these words, in any order, with their
/// sources and new hearers.
#[must_use]
pub fn tellings(day: &Chronicle, words: &str) -> Vec<Telling> {
    let wanted = folded(words);
    let holds = |line: &&ChronicleLine| {
        let held: BTreeSet<String> = folded(line.words.text()).into_iter().collect();
        !wanted.is_empty() && wanted.iter().all(|it| held.contains(it))
    };
    let mut first: BTreeMap<CharacterId, (CharacterId, WorldTime)> = BTreeMap::new();
    let mut know: BTreeSet<CharacterId> = BTreeSet::new();
    let mut all = Vec::new();
    for line in day.lines.iter().filter(holds) {
        let from = first.get(&line.who).cloned();
        know.insert(line.who.clone());
        let anew: BTreeSet<CharacterId> = line.heard.difference(&know).cloned().collect();
        for hearer in &anew {
            first.insert(hearer.clone(), (line.who.clone(), line.at));
        }
        know.extend(anew.iter().cloned());
        all.push(Telling { line: line.clone(), from, anew });
    }
    all
}
