//! The path of one saying: who told it whom, and from whom they had it.

use std::collections::{BTreeMap, BTreeSet};

use engine::{clock::WorldTime, id::CharacterId};

use super::day::{Chronicle, ChronicleLine};

/// One telling of a saying.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    pub line: ChronicleLine,
    /// From whom and when its teller heard it first, if somebody told it before in public.
    pub from: Option<(CharacterId, WorldTime)>,
    /// Those of its hearers who had not heard it before.
    pub anew: BTreeSet<CharacterId>,
}

/// The words that make a saying, folded; none are there where a text has no letter and no digit.
#[must_use]
pub fn folded(text: &str) -> Vec<String> {
    let parts = text.split(|it: char| !it.is_alphanumeric());
    parts.filter(|it| !it.is_empty()).map(str::to_lowercase).collect()
}

/// All public lines of a day that hold each of these words, as they follow one another.
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
