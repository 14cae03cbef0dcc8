//! Line that somebody said, as one character understands its words.

use std::ops::Range;

use super::{
    pattern::{LinePattern, PatternSlot},
    stock::{ClassId, WordId, WordStock, is_common, is_elsewhere, is_small},
    tokens::{LineToken, tokens, tokens_to, without_names},
};

/// Most parts of a line that are looked at by themselves: a line may have a comma behind each word.
const MOST_PARTS: usize = 8;
/// Most words between two that follow one another.
const BETWEEN: usize = 2;

/// Words that may stand inside what a pattern with a `*` asks for: "would like" is not "like".
const ADVERBS: [&str; 16] = [
    "really",
    "also",
    "do",
    "usually",
    "always",
    "mostly",
    "just",
    "quite",
    "still",
    "only",
    "rather",
    "actually",
    "most",
    "originally",
    "often",
    "best",
];

/// A word that was understood, and how well.
#[derive(Debug, Clone, Copy)]
struct KnownWord {
    id: WordId,
    quality: u32,
}

/// A word or phrase of a class.
#[derive(Debug, Clone, Copy)]
struct ClassMark {
    class: ClassId,
    from: usize,
    to: usize,
    quality: u32,
}

/// Properties of a word by itself, whatever the line is about.
#[derive(Debug, Clone, Copy)]
struct WordKind {
    /// True if the word says something.
    says: bool,
    /// True if everybody uses the word.
    common: bool,
    /// True if the word belongs to another world.
    elsewhere: bool,
}

/// A line, ready to be compared with patterns.
pub(super) struct ReadLine<'a> {
    said: &'a str,
    words: Vec<LineToken>,
    kinds: Vec<WordKind>,
    /// Known words that each word may be; empty for one that means nothing here.
    known: Vec<Vec<KnownWord>>,
    marks: Vec<ClassMark>,
    /// Every part of a pattern that is anywhere in the line, in order: most patterns ask for
    /// something that is not.
    present: Vec<PatternSlot>,
    /// The words without the names of those who are spoken to.
    bare: Range<usize>,
}

/// Match of a pattern in a part of a line.
#[derive(Debug, Clone)]
pub(super) struct PatternPlace<'a> {
    /// Position of each slot in the line, and the quality of its match.
    pub(super) slots: Vec<(PatternSlot, Range<usize>, u32)>,
    /// Number of content words in the part.
    pub(super) content: usize,
    /// Number of content words that the pattern explains.
    pub(super) explained: usize,
    /// Number of the other content words that are not everyday words either, so that the line may be about
    /// anything.
    pub(super) strange: usize,
    /// Number of all words in the part, and number of those that the pattern explains.
    pub(super) words: (usize, usize),
    /// Text that the `*` matched.
    pub(super) rest: Option<&'a str>,
}

impl<'a> ReadLine<'a> {
    /// Takes `said` apart for the character called `name`.
    pub(super) fn new(said: &'a str, name: &str, stock: &WordStock) -> Self {
        let name = tokens(name);
        let words = tokens_to(said, &name);
        let bare = without_names(&words, &name);
        let known = |(id, quality)| KnownWord { id, quality };
        // A name in the midst of a line is no mistyped word.
        let shouts = !said.chars().any(char::is_lowercase);
        let hear = |(at, it): (usize, &LineToken)| {
            let letter = said.get(it.place.clone()).and_then(|typed| typed.chars().next());
            let is_name = at > 0 && !shouts && letter.is_some_and(char::is_uppercase);
            let heard = stock.hear(&it.text, !is_name);
            heard.into_iter().map(known).collect()
        };
        let known: Vec<Vec<KnownWord>> = words.iter().enumerate().map(hear).collect();
        let kind = |it: &LineToken| WordKind {
            says: !is_small(&it.text) && !it.mention,
            common: is_common(&it.text),
            elsewhere: is_elsewhere(&it.text),
        };
        let kinds = words.iter().map(kind).collect();
        let mut line =
            Self { said, words, kinds, known, marks: Vec::new(), present: Vec::new(), bare };
        line.mark(stock);
        let words = line.known.iter().flatten().map(|it| PatternSlot::Word(it.id));
        let classes = line.marks.iter().map(|it| PatternSlot::Class(it.class));
        line.present = words.chain(classes).collect();
        line.present.sort_unstable();
        line.present.dedup();
        line
    }

    /// Finds the words and phrases of classes.
    fn mark(&mut self, stock: &WordStock) {
        for (from, first) in self.known.iter().enumerate() {
            for (phrase, class) in first.iter().flat_map(|it| stock.phrases(it.id)) {
                let to = from + phrase.len();
                let Some(part) = self.known.get(from..to) else { continue };
                let quality = part.iter().zip(phrase).map(|(it, id)| {
                    it.iter().find(|word| word.id == *id).map_or(0, |word| word.quality)
                });
                let quality = quality.min().unwrap_or_default();
                if quality > 0 {
                    self.marks.push(ClassMark { class: *class, from, to, quality });
                }
            }
        }
    }

    /// Returns every part of a pattern that is anywhere in it, each once.
    pub(super) fn slots(&self) -> impl Iterator<Item = &PatternSlot> {
        self.present.iter()
    }

    /// Returns whether a word, or a word of a class, is anywhere in it.
    pub(super) fn has(&self, slot: PatternSlot) -> bool {
        self.present.binary_search(&slot).is_ok()
    }

    /// Returns the number of words, without the names of those who are spoken to.
    pub(super) fn len(&self) -> usize {
        self.bare.len()
    }

    /// Returns the words beside the names of those who are spoken to, if there are such names.
    pub(super) fn beside_name(&self) -> Option<Range<usize>> {
        (self.bare != (0..self.words.len())).then(|| self.bare.clone())
    }

    /// Returns whether a comma or the like stands between such a name and the rest.
    pub(super) fn is_set_off(&self) -> bool {
        let before = self.bare.start.checked_sub(1).is_some_and(|at| self.is_end(at));
        let after = self.bare.end < self.words.len();
        before || after && self.bare.end.checked_sub(1).is_some_and(|at| self.is_end(at))
    }

    /// Returns whether all that a pattern was heard in is such a name.
    pub(super) fn is_call(&self, place: &PatternPlace<'_>) -> bool {
        let is_name = |it: &Range<usize>| it.end <= self.bare.start || it.start >= self.bare.end;
        !place.slots.is_empty() && place.slots.iter().all(|(_, it, _)| is_name(it))
    }

    /// Returns the number of content words outside a part.
    pub(super) fn beside(&self, part: &Range<usize>) -> usize {
        self.bare.clone().filter(|at| !part.contains(at) && self.says(*at)).count()
    }

    /// Returns whether a word says something by itself.
    fn says(&self, at: usize) -> bool {
        self.kinds.get(at).is_some_and(|it| it.says)
    }

    /// Returns whether a word belongs to another world.
    fn is_elsewhere(&self, at: usize) -> bool {
        self.kinds.get(at).is_some_and(|it| it.elsewhere)
    }

    /// Returns whether the line ends with a question mark.
    pub(super) fn is_question(&self) -> bool {
        self.said.trim_end().ends_with('?')
    }

    /// Returns the whole line with and without names, and each of its sentences.
    pub(super) fn parts(&self) -> Vec<Range<usize>> {
        let mut parts = vec![self.bare.clone()];
        let all = 0..self.words.len();
        if self.bare != all {
            parts.push(all);
        }
        let mut from = self.bare.start;
        for at in self.bare.clone() {
            if parts.len() >= MOST_PARTS {
                break;
            }
            let ends = at + 1 == self.bare.end || self.is_end(at);
            if ends {
                let part = from..at + 1;
                if part != self.bare {
                    parts.push(part);
                }
                from = at + 1;
            }
        }
        parts
    }

    /// Returns whether a sentence, or a part of one, ends behind a word.
    fn is_end(&self, at: usize) -> bool {
        let Some(here) = self.words.get(at) else { return true };
        let Some(next) = self.words.get(at + 1) else { return true };
        let between = self.said.get(here.place.end..next.place.start).unwrap_or_default();
        between.contains(['.', ',', ';', '!', '?', ':', '…'])
    }

    /// Matches a pattern with a part of the line; `None` if it does not fit.
    pub(super) fn fit(
        &self,
        pattern: &LinePattern,
        part: &Range<usize>,
    ) -> Option<PatternPlace<'a>> {
        if !pattern.slots().all(|it| self.has(it)) {
            return None;
        }
        if pattern.without.iter().any(|it| self.places(*it, part).next().is_some()) {
            return None;
        }
        let mut slots: Vec<(PatternSlot, Range<usize>, u32)> = Vec::new();
        for group in &pattern.groups {
            let placed = self.place_group(group, part, &slots, pattern.rest)?;
            slots.extend(placed);
        }
        // Whoever says a thing twice in other words says no more by it.
        let again = |at: usize| {
            let same =
                |mark: &ClassMark| pattern.slots().any(|it| it == PatternSlot::Class(mark.class));
            self.marks.iter().any(|it| (it.from..it.to).contains(&at) && same(it))
        };
        let is_placed = |at: usize| slots.iter().any(|(_, place, _)| place.contains(&at));
        let is_heard = |at: usize| is_placed(at) || again(at);
        if !pattern.rest && part.clone().any(|at| self.is_elsewhere(at) && !is_heard(at)) {
            return None;
        }
        let end = slots.iter().map(|(_, place, _)| place.end).max().unwrap_or(part.start);
        if pattern.rest && end >= part.end {
            return None;
        }
        let says = |at: &usize| self.says(*at);
        let until = if pattern.rest { end } else { part.end };
        let counted = || part.start..until.max(part.start);
        // A phrase of small words says something too: "let me in".
        let says_much =
            |place: &Range<usize>| place.len() > 1 && !place.clone().any(|at| says(&at));
        let phrases = slots.iter().filter(|(_, place, _)| says_much(place)).count();
        let content = counted().filter(says).count() + phrases;
        let explained = counted().filter(|at| says(at) && is_heard(*at)).count() + phrases;
        let is_strange = |at: usize| {
            let known = self.known.get(at).is_some_and(|it| !it.is_empty());
            !known && self.kinds.get(at).is_some_and(|it| !it.common)
        };
        let strange = counted().filter(|at| says(at) && !is_heard(*at) && is_strange(*at)).count();
        // What comes before a pattern that takes the rest only leads up to it.
        let first = slots.iter().map(|(_, place, _)| place.start).min();
        let led = first.filter(|_| pattern.rest).unwrap_or(part.start);
        let heard = counted().filter(|at| is_heard(*at)).count();
        Some(PatternPlace {
            slots,
            content,
            explained,
            strange,
            words: (counted().filter(|at| *at >= led).count(), heard),
            rest: pattern.rest.then(|| self.rest(end..part.end)),
        })
    }

    /// Places the slots of a group one after another, apart from the words that are taken.
    fn place_group(
        &self,
        group: &[PatternSlot],
        part: &Range<usize>,
        taken: &[(PatternSlot, Range<usize>, u32)],
        closely: bool,
    ) -> Option<Vec<(PatternSlot, Range<usize>, u32)>> {
        let (first, others) = group.split_first()?;
        let free = |place: &Range<usize>| {
            taken.iter().all(|(_, it, _)| place.end <= it.start || it.end <= place.start)
        };
        self.places(*first, part).filter(|(place, _)| free(place)).find_map(|(place, quality)| {
            let mut placed = vec![(*first, place.clone(), quality)];
            let mut end = place.end;
            for other in others {
                let near = end..(end + BETWEEN + 1).min(part.end);
                let next = self.places(*other, part).find(|(it, _)| {
                    near.contains(&it.start)
                        && free(it)
                        && (!closely || (end..it.start).all(|at| self.is_adverb(at)))
                });
                let (place, quality) = next?;
                end = place.end;
                placed.push((*other, place, quality));
            }
            Some(placed)
        })
    }

    /// Returns whether a word changes nothing of what the words around it mean, as in "I really like".
    fn is_adverb(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|it| ADVERBS.contains(&it.text.as_str()))
    }

    /// Returns the places within a part where a slot is heard, each with its quality; of phrases
    /// the longest first.
    fn places(
        &self,
        slot: PatternSlot,
        part: &Range<usize>,
    ) -> impl Iterator<Item = (Range<usize>, u32)> {
        let part = part.clone();
        let words = self.known.iter().enumerate().filter_map(move |(at, known)| {
            let it = known.iter().find(|it| slot == PatternSlot::Word(it.id))?;
            Some((at..at + 1, it.quality))
        });
        let marks = self.marks.iter().filter_map(move |mark| {
            (slot == PatternSlot::Class(mark.class)).then_some((mark.from..mark.to, mark.quality))
        });
        let inside = move |place: &Range<usize>| part.start <= place.start && place.end <= part.end;
        words.chain(marks).filter(move |(place, _)| inside(place))
    }

    /// Returns the words in `range` as they were typed.
    pub(super) fn typed(&self, range: Range<usize>) -> &'a str {
        let words = self.words.get(range).unwrap_or_default();
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return "" };
        self.said.get(first.place.start..last.place.end).unwrap_or_default()
    }

    /// Returns the words in `range` as they were typed, from the end of the word before them to the
    /// start of the word after them.
    fn rest(&self, range: Range<usize>) -> &'a str {
        let before = range.start.checked_sub(1);
        let start = before.and_then(|index| self.words.get(index)).map_or(0, |word| word.place.end);
        let end = self.words.get(range.end).map_or(self.said.len(), |word| word.place.start);
        let is_edge = |letter: char| letter.is_whitespace() || ",;:.!?…-–—".contains(letter);
        let rest = self.said.get(start..end).unwrap_or_default().trim_matches(is_edge);
        polite(rest).map_or(rest, |it| it.trim_end_matches(is_edge))
    }
}

/// Returns the text before a "please" at the end, if there is one: manners are no part of what was asked
/// for.
fn polite(rest: &str) -> Option<&str> {
    let at = rest.len().checked_sub("please".len())?;
    let (before, last) = (rest.get(..at)?, rest.get(at..)?);
    let apart = before.ends_with(|letter: char| letter.is_whitespace() || letter == ',');
    (apart && last.eq_ignore_ascii_case("please")).then_some(before)
}
