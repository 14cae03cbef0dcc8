//! Checks of scenery: words that can be typed, unique words of details, and text variants.

use text::{
    styled::list,
    variant::{BadVariant, TALLY_WORDS, tallies_in, varies},
};

use super::{ContentCheck, Firsts};
use crate::content::{
    authored::Detail,
    line,
    locate::{Node, Position},
    problem::{Problem, did_you_mean},
    schema::RoomEntry,
};

/// Reports every word of a list that is empty or has a line break, so that nobody can type it.
pub(super) fn untypable(path: &str, node: &Node, words: &[String]) -> Vec<Problem> {
    let told = |(index, word): (usize, &String)| {
        Some(Problem::new(path, node.item(index).position(), line::untypable(word)?))
    };
    words.iter().enumerate().filter_map(told).collect()
}

impl ContentCheck<'_> {
    pub(super) fn plain(&mut self, path: &str, node: &Node, words: &[String]) -> Vec<String> {
        self.problems.extend(untypable(path, node, words));
        words.iter().map(|word| word.to_lowercase()).collect()
    }

    /// Reports an invalid text variant (`{marked …}`, `{tally …}`), or one of an unknown tally.
    pub(super) fn variants(&mut self, path: &str, at: Position, text: &str) {
        match tallies_in(text) {
            Ok(places) => {
                let wrong = places.iter().filter_map(|it| self.wrong_tally(it));
                let wrong: Vec<String> = wrong.collect();
                wrong.into_iter().for_each(|sentence| self.report(path, at, sentence));
            }
            Err(BadVariant::Word(word)) => {
                let (hint, words) = (did_you_mean(&word, TALLY_WORDS), list(&TALLY_WORDS));
                let sentence =
                    format!("`{{{word}}}` is nothing that a tally tells{hint}; there are {words}");
                self.report(path, at, sentence);
            }
            Err(bad @ (BadVariant::Marked | BadVariant::Tally)) => {
                self.report(path, at, bad.to_string());
            }
        }
    }

    /// Reports a text variant where the text must be the same for every reader.
    pub(super) fn same_for_all(&mut self, path: &str, at: Position, text: &str) {
        if varies(text) {
            let sentence = "only what one sees of rooms, their details and things is not always the \
                            same; say it without `{marked …}` and `{tally …}` here";
            self.report(path, at, sentence);
        }
    }

    pub(super) fn details(&mut self, path: &str, node: &Node, room: &RoomEntry) -> Vec<Detail> {
        let mut seen = Firsts::new();
        let mut details = Vec::new();
        for (key, text) in &room.details {
            let at = node.key(key);
            if text.trim().is_empty() {
                self.report(path, at, "there is nothing to see here; describe it");
            }
            self.variants(path, at, text);
            let mut words = Vec::new();
            for word in key.split('|').map(|word| word.trim().to_lowercase()) {
                if word.is_empty() {
                    let sentence = "one of the words of this detail is empty; write words with \
                                    one `|` between them";
                    self.report(path, at, sentence);
                } else if let Some(sentence) = line::broken("this word", &word) {
                    self.report(path, at, sentence);
                } else if self.first(&mut seen, "detail", &word, path, at) {
                    words.push(word);
                }
            }
            if !words.is_empty() {
                details.push(Detail { words, text: text.clone() });
            }
        }
        details
    }
}
