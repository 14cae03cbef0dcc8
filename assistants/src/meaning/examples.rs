//! Lines that people said, each with what it meant, and which of them another line is nearest to.
//!
//! Lines are compared by their words, by words that follow one another, by classes of words and by runs of
//! three and four letters, so that a mistyped word is still much like itself; what is rare counts more. All
//! numbers are whole, so that it is the same everywhere.

use std::collections::{BTreeMap, HashMap};

use world::engine::digest::Fnv;

use super::{
    stock::{WordGroups, is_elsewhere, is_small},
    tokens::{LineToken, holds, tokens, without_names},
};

/// Most examples that are compared with; those beyond are not.
pub const MOST_EXAMPLES: usize = 32_000;
/// Most words of a line that are compared; people say less at once.
pub const MOST_COMPARED: usize = 40;
/// How many of the nearest examples have a voice.
const NEAREST: usize = 25;
/// An example as near as this says the very same, in thousandths.
const THE_SAME: u32 = 999;
/// An example's voice is its nearness to this power, so that few near ones outvote many that are not.
const POWER: u32 = 3;

/// What each kind of feature counts beside a word that says something, in hundredths.
const WORD: u64 = 100;
const SMALL_WORD: u64 = 60;
const STEM: u64 = 50;
const PAIR: u64 = 60;
const EDGE: u64 = 36;
const CLASS: u64 = 150;
const LETTERS: u64 = 25;

/// What more than one example in so many has tells none of them apart: it is compared by nothing. Letters
/// are many, so of them only rare ones count.
const ONE_IN: usize = 10;
const LETTERS_ONE_IN: usize = 80;
/// Worths are kept in so many of their own units, so that all of a line fit 32 bits.
const UNIT: u64 = 256;

/// What stands for a line's first and last place in a pair of words.
const BORDER: &str = "";

/// What an example means: the name of a topic, or nothing that anybody here knows.
type MeantBy = u32;

/// One line that was said.
#[derive(Debug, Clone)]
struct HeardExample {
    line: Box<str>,
    /// What it means, in rising order.
    means: Vec<MeantBy>,
    /// One over the length of its features, as a share of 2^26.
    scale: u64,
}

/// What is the same in two lines, and what it is worth.
#[derive(Debug, Clone)]
struct SharedFeature {
    /// What its kind counts, in hundredths.
    kind: u64,
    /// The square of its weight; nothing for what too many have.
    worth: u32,
    /// The examples that have it, in rising order.
    had_by: Vec<u32>,
}

/// Examples, ready to be compared with; every character of a world asks the same ones.
#[derive(Debug, Clone, Default)]
pub struct ExampleIndex {
    examples: Vec<HeardExample>,
    /// Names of topics by their number; the empty one means nothing.
    names: Vec<Box<str>>,
    /// The places of the features in `shared`.
    features: HashMap<u64, usize>,
    shared: Vec<SharedFeature>,
    phrases: PhraseTable,
}

/// How much the nearest examples speak for one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExampleVote<'a> {
    /// The topic's number among those that were asked about; none for what means nothing here.
    pub topic: Option<usize>,
    /// Its share of what all of them say, in thousandths.
    pub share: u32,
    /// How near the nearest one is, in thousandths.
    pub nearness: u32,
    /// That one.
    pub line: &'a str,
}

impl ExampleIndex {
    /// Takes up examples: for the name of a topic, or for `-` where nothing is meant, lines that mean it.
    /// What says the same more than once is one example that means all of it.
    #[must_use]
    pub fn new(classes: &WordGroups, examples: &BTreeMap<String, Vec<String>>) -> Self {
        let mut index = Self { phrases: PhraseTable::new(classes), ..Self::default() };
        let mut by_line: BTreeMap<Vec<String>, (&str, Vec<MeantBy>)> = BTreeMap::new();
        for (number, (name, lines)) in (0..).zip(examples) {
            index.names.push(if name == NOTHING { "" } else { name }.into());
            for line in lines {
                let words = words(line, "");
                if by_line.len() >= MOST_EXAMPLES && !by_line.contains_key(&words) {
                    continue;
                }
                let means = &mut by_line.entry(words).or_insert_with(|| (line, Vec::new())).1;
                if means.last() != Some(&number) {
                    means.push(number);
                }
            }
        }
        let mut featured = Vec::with_capacity(by_line.len());
        for ((words, (line, means)), number) in by_line.into_iter().zip(0..) {
            let features = index.phrases.features(&words).into_iter();
            featured.push(features.map(|it| index.share(number, it)).collect());
            index.examples.push(HeardExample { line: line.into(), means, scale: 0 });
        }
        index.weigh(&featured);
        index
    }

    /// Takes note that an example has a feature, and says which of the shared ones that is.
    fn share(&mut self, number: u32, (key, kind): (u64, u64)) -> usize {
        let next = self.shared.len();
        let at = *self.features.entry(key).or_insert(next);
        if at == next {
            self.shared.push(SharedFeature { kind, worth: 0, had_by: Vec::new() });
        }
        if let Some(shared) = self.shared.get_mut(at) {
            shared.had_by.push(number);
        }
        at
    }

    /// Gives every feature its worth, and every example its length.
    fn weigh(&mut self, featured: &[Vec<usize>]) {
        let all = self.examples.len();
        for shared in &mut self.shared {
            shared.worth = worth(shared.kind, all, shared.had_by.len());
            if shared.worth == 0 {
                shared.had_by = Vec::new();
            }
        }
        for (example, features) in self.examples.iter_mut().zip(featured) {
            let worths = features.iter().filter_map(|at| self.shared.get(*at));
            example.scale = one_over(worths.map(|it| u64::from(it.worth)).sum());
        }
    }

    /// The names of topics that there are examples of, each by its number; the empty one means nothing.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|it| &**it)
    }

    /// What the examples nearest to a line speak for, the most first. `topic` gives the number of a topic by the
    /// number of its name, where it can be meant; what cannot has no voice. An example that is the very line
    /// is left out if `others` are asked for, to see what is made of lines that nobody wrote down.
    #[must_use]
    pub fn votes(
        &self,
        said: &str,
        to: &str,
        others: bool,
        topic: &dyn Fn(usize) -> Option<usize>,
    ) -> Vec<ExampleVote<'_>> {
        let mut votes: Vec<(Option<usize>, u64, u32, &str)> = Vec::new();
        for (nearness, example) in self.nearest(said, to, others) {
            for name in &example.means {
                let name = *name as usize;
                let is_nothing = self.names.get(name).is_some_and(|it| it.is_empty());
                let meant = topic(name);
                if meant.is_none() && !is_nothing {
                    continue;
                }
                let weight = u64::from(nearness).pow(POWER);
                match votes.iter_mut().find(|it| it.0 == meant) {
                    Some(vote) => vote.1 += weight,
                    None => votes.push((meant, weight, nearness, &example.line)),
                }
            }
        }
        let all: u64 = votes.iter().map(|it| it.1).sum();
        let vote = |(topic, votes, nearness, line)| ExampleVote {
            topic,
            share: u32::try_from(votes * 1_000 / all.max(1)).unwrap_or(1_000),
            nearness,
            line,
        };
        let mut votes: Vec<ExampleVote<'_>> = votes.into_iter().map(vote).collect();
        votes.sort_by_key(|it| std::cmp::Reverse((it.share, it.nearness)));
        votes
    }

    /// Whether a line names somebody whom no example knows: it is about them, whatever else is in it.
    fn names_a_stranger(&self, said: &str, words: &[LineToken]) -> bool {
        let is_cased = said.chars().any(char::is_lowercase);
        let mut later = words.windows(2).filter_map(|it| match it {
            [before, word] => Some((before, word)),
            _ => None,
        });
        is_cased
            && later.any(|(before, word)| {
                let between = said.get(before.place.end..word.place.start).unwrap_or_default();
                let begins = between.contains(['.', '!', '?', '*', '"', ':']);
                let typed = said.get(word.place.clone()).unwrap_or_default();
                let is_known = self.features.contains_key(&key(b'w', &word.text));
                !begins && typed.starts_with(char::is_uppercase) && !is_known && !word.mention
            })
    }

    /// The nearest examples, and how near they are, in thousandths.
    fn nearest(&self, said: &str, to: &str, others: bool) -> Vec<(u32, &HeardExample)> {
        let line = tokens(said);
        if self.names_a_stranger(said, &line) {
            return Vec::new();
        }
        let mut length = 0;
        let mut shares = vec![0_u32; self.examples.len()];
        let said = bare_words(line, to);
        // A line with a word of another world is like those lines only that have such a word as well.
        let elsewhere: Vec<&str> =
            said.iter().map(String::as_str).filter(|it| is_elsewhere(it)).collect();
        for (key, kind) in self.phrases.features(&said) {
            let Some(at) = self.features.get(&key) else {
                // What no example has makes a line less like any of them.
                length += u64::from(worth(kind, self.examples.len(), 1)) / UNKNOWN;
                continue;
            };
            let Some(SharedFeature { worth, had_by, kind: _ }) = self.shared.get(*at) else {
                continue;
            };
            length += u64::from(*worth);
            for number in had_by {
                if let Some(share) = shares.get_mut(*number as usize) {
                    *share += worth;
                }
            }
        }
        let scale = one_over(length);
        // A share fits 32 bits and a scale 26, so both products fit.
        let near = |share: u32, example: &HeardExample| {
            let near = ((u64::from(share) * example.scale) >> 20) * scale * 1_000;
            u32::try_from(near >> 32).unwrap_or(u32::MAX).min(1_000)
        };
        // Whatever shares less is less near than 141 thousandths, however short it is: most of them.
        let least = (length / 50).max(1);
        let mut found: Vec<(u32, usize)> = Vec::new();
        for (at, (share, example)) in shares.into_iter().zip(&self.examples).enumerate() {
            if u64::from(share) < least {
                continue;
            }
            let nearness = near(share, example);
            if nearness > 0 && !(others && nearness >= THE_SAME) {
                found.push((nearness, at));
            }
        }
        if !elsewhere.is_empty() {
            found.retain(|(_, at)| {
                let line = self.examples.get(*at).map(|it| &*it.line).unwrap_or_default();
                elsewhere.iter().any(|it| holds(line, it))
            });
        }
        let order = |it: &(u32, usize)| (std::cmp::Reverse(it.0), it.1);
        if found.len() > NEAREST {
            found.select_nth_unstable_by_key(NEAREST, order);
            found.truncate(NEAREST);
        }
        found.sort_by_key(order);
        found.into_iter().filter_map(|(near, at)| Some((near, self.examples.get(at)?))).collect()
    }
}

/// The name under which the examples stand that mean nothing here.
pub const NOTHING: &str = "-";

/// By how much less than what one example has that counts which none has.
const UNKNOWN: u64 = 4;

/// The words of a line in their one form, without the names of those who are spoken to.
fn words(line: &str, to: &str) -> Vec<String> {
    bare_words(tokens(line), to)
}

fn bare_words(line: Vec<LineToken>, to: &str) -> Vec<String> {
    let bare = without_names(&line, &tokens(to));
    let words = line.into_iter().skip(bare.start).take(bare.len().min(MOST_COMPARED));
    words.map(|it| it.text).collect()
}

/// The words and phrases of classes.
#[derive(Debug, Clone, Default)]
struct PhraseTable {
    /// The classes of a phrase, by the phrase.
    classes: HashMap<u64, Vec<u32>>,
    /// Most words of a phrase.
    longest: usize,
}

impl PhraseTable {
    fn new(classes: &WordGroups) -> Self {
        let mut table = Self::default();
        for (number, phrases) in (0..).zip(classes.values()) {
            for phrase in phrases {
                let words = tokens(phrase);
                let mut key = Fnv::default();
                words.iter().for_each(|it| key.piece(b'~', &it.text));
                table.longest = table.longest.max(words.len());
                let classes = table.classes.entry(key.value()).or_default();
                if !classes.contains(&number) {
                    classes.push(number);
                }
            }
        }
        table
    }

    /// What a line can have in common with others, each once, with what its kind counts.
    fn features(&self, words: &[String]) -> Vec<(u64, u64)> {
        let mut features = Vec::with_capacity(words.len() * 12);
        let mut before = BORDER;
        for (at, word) in words.iter().enumerate() {
            let small = is_small(word);
            features.push((key(b'w', word), if small { SMALL_WORD } else { WORD }));
            features.push(pair(before, word));
            before = word;
            if !small {
                features.push((key(b's', stem(word)), STEM));
                letters(word, &mut features);
            }
            let mut phrase = Fnv::default();
            for next in words.iter().skip(at).take(self.longest) {
                phrase.piece(b'~', next);
                let classes = self.classes.get(&phrase.value()).into_iter().flatten();
                features.extend(classes.map(|it| (key(b'k', it.to_le_bytes()), CLASS)));
            }
        }
        features.push(pair(before, BORDER));
        features.sort_unstable();
        features.dedup_by_key(|it| it.0);
        features
    }
}

fn pair(one: &str, other: &str) -> (u64, u64) {
    let kind = if one == BORDER || other == BORDER { EDGE } else { PAIR };
    let mut key = Fnv::default();
    key.piece(b'p', one);
    key.piece(b'p', other);
    (key.value(), kind)
}

/// Runs of three and four letters, those at either end of the word told apart.
fn letters(word: &str, features: &mut Vec<(u64, u64)>) {
    let word = format!("#{word}#");
    let places: Vec<usize> =
        word.char_indices().map(|it| it.0).chain(std::iter::once(word.len())).collect();
    for size in [3, 4] {
        let ends = places.iter().zip(places.iter().skip(size));
        let runs = ends.filter_map(|(from, to)| word.get(*from..*to));
        features.extend(runs.map(|run| (key(b'c', run), LETTERS)));
    }
}

/// A word without the ending that most words may have.
fn stem(word: &str) -> &str {
    let cut = |end: &&str| word.strip_suffix(end).filter(|it| it.chars().count() >= 3);
    ["ing", "ies", "ed", "es", "s"].iter().find_map(cut).unwrap_or(word)
}

/// The key of a feature of one kind, so that nothing is kept of the words.
fn key(kind: u8, of: impl AsRef<[u8]>) -> u64 {
    let mut key = Fnv::default();
    key.piece(kind, of);
    key.value()
}

/// How rare something is that so many of all have, in fifths of a doubling; 1 to 80.
fn rarity(all: usize, had_by: usize) -> u64 {
    let (all, had_by) = (all.min(MOST_EXAMPLES) as u128, had_by.max(1) as u128);
    let times = (all * 256 / had_by).max(257);
    u64::from(times.pow(5).ilog2() - 40).max(1)
}

/// The square of what a feature weighs that so many of all have.
fn worth(kind: u64, all: usize, had_by: usize) -> u32 {
    let one_in = if kind == LETTERS { LETTERS_ONE_IN } else { ONE_IN };
    if all > FEW && had_by > all / one_in {
        return 0;
    }
    u32::try_from((kind * rarity(all, had_by)).pow(2) / UNIT).unwrap_or(u32::MAX)
}

/// Of no more examples than these nothing is left out.
const FEW: usize = 500;

/// One over the root of a length, as a share of 2^26.
fn one_over(length: u64) -> u64 {
    (1 << 26) / length.isqrt().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(lines: &[(&str, &[&str])]) -> ExampleIndex {
        let drink = ["ale", "beer", "something to drink"].map(str::to_owned).to_vec();
        let lines = lines.iter().map(|(name, lines)| {
            ((*name).to_owned(), lines.iter().map(|it| (*it).to_owned()).collect())
        });
        ExampleIndex::new(&WordGroups::from([("drink".to_owned(), drink)]), &lines.collect())
    }

    fn town() -> ExampleIndex {
        index(&[
            ("-", &["who won the football"]),
            ("boat", &["when is the boat finished", "how long do you build it"]),
            ("drink", &["an ale for me please"]),
            ("river", &["how deep is the water", "are there fish in the river"]),
        ])
    }

    /// What is meant, by the numbers of the names above, and the nearest line.
    fn first(index: &ExampleIndex, said: &str) -> Option<(Option<usize>, String)> {
        let votes = index.votes(said, "Silas", false, &Some);
        let vote = votes.iter().find(|it| it.nearness >= 250)?;
        Some((vote.topic.filter(|it| *it > 0), vote.line.to_owned()))
    }

    #[test]
    fn the_nearest_line_says_what_is_meant() {
        let town = town();
        for (said, topic, line) in [
            ("when will the boat be finished?", Some(1), "when is the boat finished"),
            ("Silas, is the water deep", Some(3), "how deep is the water"),
            ("how deap is the watter", Some(3), "how deep is the water"),
            ("a beer for me", Some(2), "an ale for me please"),
        ] {
            assert_eq!(first(&town, said), Some((topic, line.to_owned())), "{said}");
        }
        assert_eq!(first(&town, "zyx qwv"), None);
        assert_eq!(first(&town, ""), None);
    }

    #[test]
    fn the_very_line_is_left_out_when_others_are_asked_for() {
        let town = town();
        let near = |others| {
            let votes = town.votes("How deep is the water?", "Silas", others, &Some);
            votes.iter().map(|it| it.nearness).max()
        };
        assert_eq!(near(false), Some(1_000));
        assert!(near(true) < Some(THE_SAME));
    }

    #[test]
    fn what_cannot_be_meant_has_no_voice_and_equals_stand_in_order() {
        let both = index(&[("a", &["the old bell"]), ("b", &["the old bell", "the new bell"])]);
        let votes = both.votes("the old bell", "", false, &Some);
        let found: Vec<_> = votes.iter().map(|it| (it.topic, it.nearness)).collect();
        assert_eq!(found, [(Some(1), 1_000), (Some(0), 1_000)]);
        let votes = both.votes("the old bell", "", false, &|name| (name == 0).then_some(7));
        assert_eq!(votes.first().map(|it| (it.topic, it.share)), Some((Some(7), 1_000)));
        assert_eq!(both.votes("the old bell", "", false, &|_| None), []);
        let again = both.votes("the old bell", "", false, &Some);
        assert_eq!(again, both.votes("the old bell", "", false, &Some));
    }

    #[test]
    fn a_word_of_another_world_is_like_such_a_word_only() {
        let index =
            index(&[("lacks", &["do you have wifi here"]), ("menu", &["do you have soup here"])]);
        assert_eq!(
            first(&index, "do you have wifi").map(|it| it.1).as_deref(),
            Some("do you have wifi here")
        );
        assert_eq!(first(&index, "do you have netflix here"), None);
    }

    #[test]
    fn long_lines_and_many_examples_are_cut() {
        let long = "word ".repeat(MOST_COMPARED) + "end";
        assert_eq!(words(&long, "").len(), MOST_COMPARED);
        let many: Vec<String> = (0..=MOST_EXAMPLES).map(|it| format!("line{it}")).collect();
        let lines = BTreeMap::from([("many".to_owned(), many)]);
        let index = ExampleIndex::new(&WordGroups::new(), &lines);
        assert_eq!(index.examples.len(), MOST_EXAMPLES);
    }
}
