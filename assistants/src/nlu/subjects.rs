//! Subject index: finds which of the things that a character can talk about a line means.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{
    line::{PatternPlace, ReadLine},
    pattern::{LinePattern, PatternError, PatternSlot},
    stock::{EXACT, WordGroups, WordStock, is_small},
};

/// Most words of a line that a pattern of only `*` takes for an answer.
const LONGEST_ANSWER: usize = 12;
/// Points of a function word of a pattern.
const SMALL_WORTH: u32 = 60;
/// Points of a content word of a pattern.
const WORTH: u32 = 100;
/// Bonus of a word for each time that half as many subjects have it.
const RARER: u32 = 40;
/// Bonus of a pattern that answers a question of the character: as much as one more word.
const ANSWER_WORTH: u32 = 100;
/// Bonus of a pattern of several words whose `*` takes the rest of the line.
const REST_WORTH: u32 = 250;
/// Number of content words of a line that may stay unexplained, further number for each word that is
/// explained, and additional weight of a word that is not in everyday use.
const LEFT: usize = 2;
const LEFT_EACH: usize = 2;
const STRANGE: usize = 2;
/// Number of content words that may stay unexplained beside a greeting, thanks and the like.
const LEFT_BESIDE_MANNERS: usize = 2;
/// Score of a pattern of only `*`: whatever fits at all is better.
const ANY_WORTH: u32 = 10;

/// State of a subject at this point of a talk: whether it can be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectState {
    /// Out of place: the answer to something that was not asked.
    Closed,
    /// In place at any time.
    Always,
    /// Answer to what the character said last.
    Answers,
}

/// Fit of a line with a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubjectFit<'a> {
    /// Number of the subject.
    pub subject: usize,
    /// The more, the better.
    pub score: u32,
    /// Text that the pattern's `*` matched, without the punctuation around it.
    pub rest: Option<&'a str>,
    /// Number of content words that were explained, and number of those that were not: of these a word that
    /// is not in everyday use counts twice.
    pub explained: usize,
    pub left: usize,
    /// Number of words that were explained, function words included.
    pub heard: usize,
    /// Number of content words in other sentences of the line.
    pub beside: usize,
    /// The number of the pattern among those of its subject.
    pub pattern: usize,
    /// The words of the line that it was compared with: the first, and the one after the last.
    part: (usize, usize),
}

impl SubjectFit<'_> {
    /// Returns the same fit with a higher score for what else was heard, which is now what its
    /// pattern took.
    #[must_use]
    pub fn taking(self, rest: &str, worth: u32) -> SubjectFit<'_> {
        let Self { subject, score, explained, left, heard, beside, pattern, part, rest: _ } = self;
        let (rest, score) = (Some(rest), score + worth);
        SubjectFit { subject, score, rest, explained, left, heard, beside, pattern, part }
    }
}

/// A part of a pattern, and what was taken for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeardWords<'a> {
    /// The class that it is of; none for a word that stands in the pattern itself.
    pub class: Option<&'a str>,
    /// The words, as they were typed.
    pub words: &'a str,
}

/// Pattern checker: finds mistakes in patterns by some classes of words.
#[derive(Debug, Clone)]
pub struct PatternReader(WordStock);

impl PatternReader {
    /// Creates a reader by these word classes.
    #[must_use]
    pub fn new(classes: &WordGroups) -> Self {
        Self(WordStock::new(classes))
    }

    /// Reads a pattern.
    ///
    /// # Errors
    /// [`PatternError`].
    pub fn read(&mut self, pattern: &str) -> Result<(), PatternError> {
        LinePattern::read(pattern, &mut self.0).map(|_| ())
    }
}

/// The patterns of all subjects of one character.
#[derive(Debug, Clone, Default)]
pub struct SubjectIndex {
    stock: WordStock,
    subjects: Vec<Vec<LinePattern>>,
    worth: BTreeMap<PatternSlot, u32>,
    /// The patterns by the part of each that fewest have, and those without any part.
    by_slot: BTreeMap<PatternSlot, Vec<PatternNumber>>,
    slotless: Vec<PatternNumber>,
}

/// A pattern's subject, and its number among those of that.
type PatternNumber = (usize, usize);

impl SubjectIndex {
    /// Reads the patterns of each subject, which are told apart by their numbers. Patterns that
    /// cannot be read fit nothing; [`PatternReader`] names their faults.
    pub fn new<'p>(classes: &WordGroups, subjects: impl IntoIterator<Item = &'p [String]>) -> Self {
        let mut stock = WordStock::new(classes);
        let read = |patterns: &[String]| {
            let read = patterns.iter().map(|it| LinePattern::read(it, &mut stock));
            read.map(Result::unwrap_or_default).collect::<Vec<_>>()
        };
        let subjects: Vec<Vec<LinePattern>> = subjects.into_iter().map(read).collect();
        let mut had_by: BTreeMap<PatternSlot, u32> = BTreeMap::new();
        for patterns in &subjects {
            let slots: BTreeSet<PatternSlot> =
                patterns.iter().flat_map(LinePattern::slots).collect();
            for slot in slots {
                *had_by.entry(slot).or_default() += 1;
            }
        }
        let small: BTreeSet<PatternSlot> = stock
            .words()
            .filter(|(word, _)| is_small(word))
            .map(|(_, id)| PatternSlot::Word(id))
            .collect();
        let all = u32::try_from(subjects.len()).unwrap_or(u32::MAX);
        let worth = had_by.into_iter().map(|(slot, by)| {
            let rarer = (all / by.max(1)).max(1).ilog2() * RARER;
            (slot, if small.contains(&slot) { SMALL_WORTH } else { WORTH + rarer })
        });
        let worth = worth.collect();
        let mut index = Self { stock, subjects, worth, ..Self::default() };
        index.sort_patterns();
        index
    }

    /// Puts each pattern where a line finds it that has all of its parts.
    fn sort_patterns(&mut self) {
        let patterns = || self.subjects.iter().flatten();
        let mut count: BTreeMap<PatternSlot, usize> = BTreeMap::new();
        for slot in patterns().flat_map(LinePattern::slots) {
            *count.entry(slot).or_default() += 1;
        }
        for (subject, patterns) in self.subjects.iter().enumerate() {
            for (number, pattern) in patterns.iter().enumerate() {
                match pattern.slots().min_by_key(|slot| count.get(slot)) {
                    Some(slot) => self.by_slot.entry(slot).or_default(),
                    None => &mut self.slotless,
                }
                .push((subject, number));
            }
        }
    }

    /// Returns the patterns of which a line may have all parts, in their order.
    fn near_patterns(&self, line: &ReadLine<'_>) -> Vec<(PatternNumber, &LinePattern)> {
        let near = line.slots().filter_map(|slot| self.by_slot.get(slot)).flatten();
        let mut near: Vec<PatternNumber> = near.chain(&self.slotless).copied().collect();
        near.sort_unstable();
        let pattern = |at: PatternNumber| Some((at, self.subjects.get(at.0)?.get(at.1)?));
        near.into_iter().filter_map(pattern).collect()
    }

    /// Returns the subjects of which a text has what one of the patterns asks for, however much
    /// else it says.
    #[must_use]
    pub fn all_in(&self, text: &str) -> BTreeSet<usize> {
        let line = ReadLine::new(text, "", &self.stock);
        let all = 0..line.len();
        let near = self.near_patterns(&line).into_iter();
        near.filter(|(_, it)| line.fit(it, &all).is_some()).map(|((at, _), _)| at).collect()
    }

    /// Returns the subjects that have a word which says something in common with a text.
    #[must_use]
    pub fn near(&self, text: &str, name: &str) -> BTreeSet<usize> {
        let line = ReadLine::new(text, name, &self.stock);
        let says = |slot: &PatternSlot| self.worth.get(slot).is_some_and(|it| *it >= WORTH);
        let shares =
            |pattern: &LinePattern| pattern.slots().any(|slot| says(&slot) && line.has(slot));
        let subjects = self.subjects.iter().enumerate();
        subjects.filter(|(_, it)| it.iter().any(shares)).map(|(at, _)| at).collect()
    }

    /// Returns all that may be meant, each once, the best first.
    #[must_use]
    pub fn fits<'a>(
        &self,
        said: &'a str,
        name: &str,
        state: impl Fn(usize) -> SubjectState,
    ) -> Vec<SubjectFit<'a>> {
        let line = ReadLine::new(said, name, &self.stock);
        let parts = line.parts();
        let near = self.near_patterns(&line);
        let only_calls = only_calls(&line, &near, &state);
        let mut fits: Vec<SubjectFit<'a>> = Vec::new();
        for patterns in near.chunk_by(|(one, _), (other, _)| one.0 == other.0) {
            let Some(((subject, _), _)) = patterns.first().copied() else { continue };
            let state = state(subject);
            if state == SubjectState::Closed {
                continue;
            }
            let mut best: Option<SubjectFit<'a>> = None;
            for ((_, pattern_number), pattern) in patterns {
                for part in &parts {
                    let Some(place) = line.fit(pattern, part) else { continue };
                    if only_calls && line.is_call(&place) {
                        continue;
                    }
                    let Some(mut score) = self.score(&line, &place, part, state) else { continue };
                    if pattern.whole && (place.content > place.explained || line.beside(part) > 0) {
                        continue;
                    }
                    if state == SubjectState::Answers && !place.slots.is_empty() {
                        score += ANSWER_WORTH;
                    }
                    if best.is_none_or(|it| score > it.score) {
                        let left = place.content - place.explained + place.strange;
                        let PatternPlace { rest, explained, words: (_, heard), .. } = place;
                        let beside = line.beside(part);
                        let part = (part.start, part.end);
                        let pattern = *pattern_number;
                        best = Some(SubjectFit {
                            subject,
                            score,
                            rest,
                            explained,
                            left,
                            heard,
                            beside,
                            pattern,
                            part,
                        });
                    }
                }
            }
            fits.extend(best);
        }
        fits.sort_by_key(|it| std::cmp::Reverse(it.score));
        fits
    }

    /// Returns the words of a line that matched each part of the pattern, in the order of the pattern.
    /// `classes` are those that the subjects were read with.
    #[must_use]
    pub fn heard<'a>(
        &self,
        said: &'a str,
        name: &str,
        fit: &SubjectFit<'_>,
        classes: &'a WordGroups,
    ) -> Vec<HeardWords<'a>> {
        let line = ReadLine::new(said, name, &self.stock);
        let pattern = self.subjects.get(fit.subject).and_then(|it| it.get(fit.pattern));
        let place = pattern.and_then(|it| line.fit(it, &(fit.part.0..fit.part.1)));
        let heard = |(slot, at, _): (PatternSlot, Range<usize>, u32)| HeardWords {
            class: match slot {
                PatternSlot::Class(id) => classes.keys().nth(id).map(String::as_str),
                PatternSlot::Word(_) => None,
            },
            words: line.typed(at),
        };
        place.into_iter().flat_map(|it| it.slots).map(heard).collect()
    }

    /// Returns the score of a fit; `None` when too much of the line stays unexplained.
    fn score(
        &self,
        line: &ReadLine<'_>,
        place: &PatternPlace<'_>,
        part: &Range<usize>,
        state: SubjectState,
    ) -> Option<u32> {
        let PatternPlace { content, explained, words: (words, heard), .. } = *place;
        if place.slots.is_empty() {
            // It takes any answer; but a question back is none, and neither is a line so long that
            // it has a matter of its own.
            let any = state == SubjectState::Answers
                && !line.is_question()
                && line.len() <= LONGEST_ANSWER
                && part.len() == line.len();
            return any.then_some(ANY_WORTH);
        }
        let left = content - explained;
        let (share, of) = if explained == 0 {
            // Words that say nothing by themselves mean it only where they are most of the line, or
            // where they are asked for.
            let is_class = |it: &PatternSlot| matches!(it, PatternSlot::Class(_));
            let is_manners = place.slots.iter().all(|(slot, ..)| is_class(slot));
            let most = if is_manners { LEFT_BESIDE_MANNERS } else { 0 };
            let is_most = heard * 2 >= words || state == SubjectState::Answers;
            if left + place.strange > most || !is_most {
                return None;
            }
            (heard, words)
        } else {
            // Everyday words around what is meant are how people talk; others are another matter.
            if left + STRANGE * place.strange > LEFT + LEFT_EACH * explained {
                return None;
            }
            (explained, content)
        };
        let worth = place.slots.iter().map(|(slot, place, quality)| {
            let worth = self.worth.get(slot).copied().unwrap_or(SMALL_WORTH);
            // A phrase of a class says as much as its words.
            let longer = u32::try_from(place.len() - 1).unwrap_or_default() * SMALL_WORTH;
            (worth + longer) * quality / EXACT
        });
        let mut worth: u32 = worth.sum();
        if place.rest.is_some() && place.slots.len() > 1 {
            worth += REST_WORTH;
        }
        let (share, of) = (u32::try_from(share).ok()?, u32::try_from(of).ok()?.max(1));
        // What is left counts twice as much as that anything fits at all.
        Some(worth * (of + 2 * share) / (3 * of))
    }
}

/// Returns whether a name at either end of a line only calls the one who has it: it is set off by a
/// comma, or the words beside it are all that some subject asks for.
fn only_calls(
    line: &ReadLine<'_>,
    near: &[(PatternNumber, &LinePattern)],
    state: impl Fn(usize) -> SubjectState,
) -> bool {
    let Some(bare) = line.beside_name() else { return false };
    let is_all = |pattern: &LinePattern| {
        let place = line.fit(pattern, &bare).filter(|place| place.rest.is_none());
        place.is_some_and(|place| place.words.0 == place.words.1)
    };
    let open = |at: usize| state(at) != SubjectState::Closed;
    line.is_set_off() || near.iter().any(|((at, _), it)| open(*at) && is_all(it))
}
