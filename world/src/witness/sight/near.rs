//! Correction of typing errors in nouns.

use bevy_ecs::prelude::*;
use text::{
    parse::{self, Noun},
    prose,
};

use super::{NO_WORDS, Scope, Sight};

/// Minimum number of letters of a word that is corrected: shorter ones are too much alike.
const FEWEST: usize = 4;

/// Minimum number of letters of a word in which two errors are corrected.
const FEWEST_FOR_TWO: usize = 7;

/// Maximum number of words of a noun that is corrected.
const MOST_WORDS: usize = 5;

impl Sight<'_, '_> {
    /// Returns the words with their typing errors corrected to known words; none when no word has
    /// errors, or one of them resembles no known word.
    pub(super) fn near(&self, actor: Entity, noun: &Noun<'_>, scope: Scope) -> Option<String> {
        let words: Vec<&str> = prose::words_of(noun.words).take(MOST_WORDS + 1).collect();
        if words.len() > MOST_WORDS {
            return None;
        }
        let known = self.known(actor, scope);
        let mut mended = false;
        let mut meant: Vec<String> = Vec::with_capacity(words.len());
        for word in words {
            let small = word.to_lowercase();
            match known.iter().any(|it| prose::has(it, &small)) {
                true => meant.push(small),
                false => {
                    meant.push(nearest(&small, &known)?);
                    mended = true;
                }
            }
        }
        mended.then(|| meant.join(" "))
    }

    /// Returns the words of all names in the scope. For [`Scope::Anything`] it adds those of the
    /// room's details and doors, and the nouns of its description.
    fn known(&self, actor: Entity, scope: Scope) -> Vec<String> {
        let mut known: Vec<String> = Vec::new();
        for it in self.candidates(actor, scope) {
            let Ok((name, words, ..)) = self.named.get(it) else { continue };
            let keywords = words.map_or(NO_WORDS, |words| &*words.0);
            let names = keywords.iter().map(String::as_str).chain([&*name.0]);
            known.extend(names.flat_map(prose::words_of).map(str::to_lowercase));
        }
        let room = self.room_of(actor).filter(|_| scope == Scope::Anything);
        if let Some(room) = room {
            for it in self.details(room) {
                let names = it.keywords.iter().map(String::as_str).chain([it.name]);
                known.extend(names.flat_map(prose::words_of).map(str::to_lowercase));
            }
            let doors = self.doors(room).flat_map(|it| prose::words_of(it.name));
            known.extend(doors.map(str::to_lowercase));
            if let Ok((_, about, ..)) = self.rooms.get(room) {
                known.extend(prose::nouns(&about.0));
            }
        }
        known.sort_unstable();
        known.dedup();
        known
    }
}

/// Returns the known word with the fewest errors, within the limit for the word's length.
fn nearest(word: &str, known: &[String]) -> Option<String> {
    let letters = word.chars().count();
    let most = match letters {
        0..FEWEST => return None,
        FEWEST..FEWEST_FOR_TWO => 1,
        _ => 2,
    };
    let errors = |it: &&String| parse::typing_errors(word, it, most);
    known.iter().filter(|it| errors(it).is_some()).min_by_key(errors).cloned()
}
