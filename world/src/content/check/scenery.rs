//! Whether the words for scenery can be typed, and mean one thing each.

use super::{ContentCheck, Firsts};
use crate::{
    content::{
        authored::Detail,
        line,
        locate::{Node, Position},
        problem::Problem,
        schema::RoomEntry,
    },
    words::variant::{marks_in, varies},
};

/// Reports every word of a list that nobody can type.
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

    /// Reports a place in a text that should read otherwise for some and cannot be read.
    pub(super) fn variants(&mut self, path: &str, at: Position, text: &str) {
        if let Err(bad) = marks_in(text) {
            self.tell(path, at, bad.to_string());
        }
    }

    /// Reports such a place in a text that is the same for everybody.
    pub(super) fn same_for_all(&mut self, path: &str, at: Position, text: &str) {
        if varies(text) {
            let sentence = "only what one sees of rooms and their details reads otherwise for \
                            whoever is marked; say it without `{marked …}` here";
            self.tell(path, at, sentence);
        }
    }

    pub(super) fn details(&mut self, path: &str, node: &Node, room: &RoomEntry) -> Vec<Detail> {
        let mut seen = Firsts::new();
        let mut details = Vec::new();
        for (key, text) in &room.details {
            let at = node.key(key);
            if text.trim().is_empty() {
                self.tell(path, at, "there is nothing to see here; describe it");
            }
            self.variants(path, at, text);
            let mut words = Vec::new();
            for word in key.split('|').map(|word| word.trim().to_lowercase()) {
                if word.is_empty() {
                    let sentence = "one of the words of this detail is empty; write words with \
                                    one `|` between them";
                    self.tell(path, at, sentence);
                } else if let Some(sentence) = line::broken("this word", &word) {
                    self.tell(path, at, sentence);
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
