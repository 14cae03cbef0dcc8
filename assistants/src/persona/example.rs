//! Example lines with their meanings, written by builders: a second classifier for lines that no
//! pattern matches.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use crate::nlu::{ExampleIndex, WordGroups, line_digest};

/// `content/examples.ron`: example lines by the name of the topic that they mean; `-` for lines
/// that mean nothing here.
pub type ExampleLines = BTreeMap<String, Vec<String>>;

/// Number of lines from which on the index is so slow to build that it is worth sharing.
const LARGE: usize = 1_000;

/// Example lines of a world, shared by all its characters.
#[derive(Debug, Clone, Default)]
pub struct Examples(Arc<WorldExamples>);

/// Example lines as written, and their index.
#[derive(Debug, Default)]
struct WorldExamples {
    classes: WordGroups,
    lines: ExampleLines,
    index: OnceLock<ExampleIndex>,
}

impl Examples {
    /// Creates the examples; `classes` are the shared word classes. A large set equal to the first
    /// one of the process shares its index, for instance after a reload of the content.
    #[must_use]
    pub fn new(classes: WordGroups, lines: ExampleLines) -> Self {
        static FIRST: OnceLock<Examples> = OnceLock::new();
        Self::beside(&FIRST, classes, lines)
    }

    fn beside(first: &OnceLock<Self>, classes: WordGroups, lines: ExampleLines) -> Self {
        let is_large = is_large(&lines);
        let new = Self(Arc::new(WorldExamples { classes, lines, index: OnceLock::new() }));
        if !is_large {
            return new;
        }
        let first = first.get_or_init(|| new.clone());
        if *first == new { first.clone() } else { new }
    }

    /// Returns a copy without lines that were said to a character, so that an evaluation uses only
    /// unseen lines.
    #[must_use]
    pub fn without<'a>(&self, said: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let said: BTreeSet<u64> = said.map(|(line, to)| line_digest(line, to)).collect();
        let WorldExamples { classes, lines, .. } = &*self.0;
        let others = lines.iter().map(|(name, lines)| {
            let others = lines.iter().filter(|it| !said.contains(&line_digest(it, ""))).cloned();
            (name.clone(), others.collect())
        });
        let (classes, lines) = (classes.clone(), others.collect());
        Self(Arc::new(WorldExamples { classes, lines, index: OnceLock::new() }))
    }

    /// Returns the names of topics with examples, in the order of their numbers in the index;
    /// available before the index is built, which takes long.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.lines.keys().map(String::as_str)
    }

    /// Builds the index, once; blocks for seconds if there are many examples, also while another thread
    /// builds it.
    pub fn learn(&self) {
        let _learned = self.index();
    }

    /// Takes the index out of the file that `file` returns, if it was made from these examples by this
    /// version of the training, or else builds it; once. Blocks as [`Examples::learn`]. Returns true if
    /// this call has built it.
    pub fn learn_or_take(&self, file: impl FnOnce() -> Option<Vec<u8>>) -> bool {
        let WorldExamples { classes, lines, index } = &*self.0;
        let mut is_built = false;
        index.get_or_init(|| {
            let taken = file().and_then(|it| ExampleIndex::of_file(classes, lines, &it));
            is_built = taken.is_none();
            taken.unwrap_or_else(|| ExampleIndex::new(classes, lines))
        });
        is_built
    }

    /// Returns the bytes of a file for [`Examples::learn_or_take`]; none if the index is not there yet,
    /// or takes no noticeable time to build.
    #[must_use]
    pub fn file(&self) -> Option<Vec<u8>> {
        let WorldExamples { classes, lines, index } = &*self.0;
        index.get().filter(|_| is_large(lines)).map(|it| it.file(classes, lines))
    }

    /// Returns which example of a topic is most like what was said to a character.
    pub(crate) fn nearest(&self, said: &str, to: &str, topic: &str) -> Option<&str> {
        self.index().nearest(said, to, self.0.lines.get(topic)?)
    }

    /// Returns whether the index is built, or takes no noticeable time to build.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        let WorldExamples { lines, index, .. } = &*self.0;
        index.get().is_some() || !is_large(lines)
    }

    /// Returns the index. Blocks until it is built, so code that must not block calls
    /// [`Examples::is_ready`] first.
    #[must_use]
    pub(crate) fn index(&self) -> &ExampleIndex {
        let WorldExamples { classes, lines, index } = &*self.0;
        index.get_or_init(|| ExampleIndex::new(classes, lines))
    }
}

/// Returns whether the index of so many lines takes long to build.
fn is_large(lines: &ExampleLines) -> bool {
    lines.values().map(Vec::len).sum::<usize>() >= LARGE
}

/// Equal if the same lines and classes are written.
impl PartialEq for Examples {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.lines == other.0.lines && self.0.classes == other.0.classes
    }
}

impl Eq for Examples {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::persona::script::{SaidLine, Script, Topic};

    #[test]
    fn what_is_known_by_patterns_does_not_wait_for_examples() {
        let lines = ExampleLines::from([("bell".to_owned(), vec!["ring it".to_owned()])]);
        let examples = Examples::new(WordGroups::new(), lines);
        let bell = Topic {
            hears: vec!["bell".to_owned()],
            is_lore: true,
            ..Topic::said("bell".to_owned(), vec!["It hangs.".to_owned()])
        };
        let script = Script { topics: vec![bell], ..Script::default() };
        let script = script.with_examples(examples.clone());
        assert_eq!(script.lore("what of the bell", "Tace", "Bob"), ["It hangs."]);
        assert!(examples.0.index.get().is_none());
        let said = SaidLine::first("what of it", "Tace");
        drop(script.classify(SaidLine { by_examples: false, ..said }));
        assert!(examples.0.index.get().is_none(), "by patterns alone");
        drop(script.classify(said));
        assert!(examples.0.index.get().is_some());
    }

    #[test]
    fn what_was_made_of_many_is_made_once() {
        let lines = |last: &str| {
            let many = (1..LARGE).map(|it| format!("line{it}")).chain([last.to_owned()]);
            ExampleLines::from([("greeting".to_owned(), many.collect())])
        };
        let kept = OnceLock::new();
        let read = |last| Examples::beside(&kept, WordGroups::new(), lines(last));
        let (first, again, other) = (read("hello"), read("hello"), read("good day"));
        assert!(std::ptr::eq(first.index(), again.index()));
        assert!(!std::ptr::eq(first.index(), other.index()) && first != other);
    }
}
