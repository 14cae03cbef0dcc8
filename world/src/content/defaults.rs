//! Merging of a RON text with defaults: adds missing fields at any depth from a second text.

use std::collections::BTreeMap;

use super::locate::{Node, Position, TOP, tree};

/// RON text with its missing fields added from the defaults.
#[derive(Debug)]
pub(super) struct Filled<'a> {
    own: &'a str,
    /// Merged text.
    pub(super) text: String,
    /// Number of characters added at each offset, in characters, of the own text.
    added: BTreeMap<usize, usize>,
}

impl<'a> Filled<'a> {
    /// Adds to `own` every field that `defaults` has and it has not. Fields are
    /// those of structs: a list, a map or an enum that is written takes the
    /// place of the whole default.
    pub(super) fn new(own: &'a str, defaults: &str) -> Self {
        let letters: Vec<char> = defaults.chars().collect();
        let mut missing = BTreeMap::new();
        look(&tree(own), &tree(defaults), &letters, &mut missing);
        let mut text = String::new();
        let mut letters = own.chars();
        let mut at = 0;
        for (place, fields) in &missing {
            text.extend(letters.by_ref().take(place - at));
            text.push_str(fields);
            at = *place;
        }
        text.extend(letters);
        let added = missing.iter().map(|(at, fields)| (*at, fields.chars().count())).collect();
        Self { own, text, added }
    }

    /// Maps a position in the merged text to the own text. An added field maps to the opening
    /// bracket behind which it was inserted.
    pub(super) fn own_place(&self, found: Position) -> Position {
        let mut at = offset(&self.text, found);
        for (place, count) in &self.added {
            at -= at.saturating_sub(*place).min(*count);
        }
        position(self.own, at)
    }
}

/// Collects the fields that `own` lacks, by the offset to insert them at: behind an opening
/// bracket, where they fit whatever follows.
fn look(own: &Node, base: &Node, letters: &[char], missing: &mut BTreeMap<usize, String>) {
    let (Some(place), Some(_)) = (own.fields, base.fields) else { return };
    for (name, default) in base.named_parts() {
        match own.part(name) {
            Some(part) => look(&part.value, &default.value, letters, missing),
            None => {
                let fields = missing.entry(place).or_default();
                fields.extend(letters.iter().take(default.value.end).skip(default.offset));
                fields.push_str(", ");
            }
        }
    }
}

/// Returns the number of characters before a position.
fn offset(text: &str, at: Position) -> usize {
    let (line, column) = (number(at.line), number(at.column));
    let before = text.split_inclusive('\n').take(line - 1).map(|line| line.chars().count());
    before.sum::<usize>() + column - 1
}

/// Returns the position of a character offset.
fn position(text: &str, offset: usize) -> Position {
    text.chars().take(offset).fold(TOP, |at, letter| match letter {
        '\n' => Position { line: at.line.saturating_add(1), column: 1 },
        _ => Position { column: at.column.saturating_add(1), ..at },
    })
}

/// Converts a line or column number, at least 1.
fn number(it: u32) -> usize {
    usize::try_from(it).unwrap_or(usize::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULTS: &str = "(\n  // The first.\n  a: (b: 1, c: (d: \"x)\", e: [1, 2])), // Behind.\n  \
        f: {\"g\": 1},\n  h: Some(3),\n)";

    fn filled(own: &str) -> String {
        let text = Filled::new(own, DEFAULTS).text;
        text.lines().map(str::trim).collect()
    }

    #[test]
    fn what_is_left_out_is_added_at_any_depth() {
        for (own, whole) in [
            ("()", "(a: (b: 1, c: (d: \"x)\", e: [1, 2])), f: {\"g\": 1}, h: Some(3), )"),
            ("(f: {}, h: None, a: ())", "(f: {}, h: None, a: (b: 1, c: (d: \"x)\", e: [1, 2]), ))"),
            (
                "(a: (b: 2, c: (e: [])), h: 1, f: {},)",
                "(a: (b: 2, c: (d: \"x)\", e: [])), h: 1, f: {},)",
            ),
            (DEFAULTS, &DEFAULTS.lines().map(str::trim).collect::<String>()),
        ] {
            assert_eq!(filled(own), whole);
        }
    }

    #[test]
    fn what_is_no_struct_stays_as_it_is() {
        for own in ["", "[]", "{}", "1", "(a: [], f: 1, h: \"(\"", "(a: 7, f: {}, h: {})"] {
            assert_eq!(filled(own), own);
        }
    }

    #[test]
    fn places_are_those_of_the_own_text() {
        let own = "(\n  a: (b: 2,\n c: ()), zzz: 1)";
        let it = Filled::new(own, DEFAULTS);
        let find = |text: &str, words: &str| {
            let before = text.find(words).unwrap();
            position(text, text[..before].chars().count())
        };
        for words in ["a: (b", "b: 2", "c: ()", "zzz", "1)"] {
            let whole = if words == "c: ()" { "c: (d" } else { words };
            assert_eq!(it.own_place(find(&it.text, whole)), find(own, words), "{words}");
        }
        assert_eq!(it.own_place(find(&it.text, "e: [1")), find(own, ")), zzz"), "an added field");
        assert_eq!(it.own_place(find(&it.text, "h: Some")), Position { line: 1, column: 2 });
    }
}
