//! Lines that people said, each with what it meant, and what another line means if it is like them.
//!
//! Of each feature of lines it is known how much of what has it belongs to which topic. What a line has in
//! common with others speaks for a topic by how little of it belongs to all the rest: complement naive Bayes,
//! Rennie et al. 2003, <https://people.csail.mit.edu/jrennie/papers/icml03-nb.pdf>. All numbers are whole, so
//! that it is the same everywhere.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use super::{
    features::{DigestKeys, LineFeature, PhraseTable, bare_words, line_key, stem_key, words_to},
    stock::WordGroups,
    tokens::{LineToken, tokens},
};

/// Most examples that are compared with; those beyond are not.
pub const MOST_EXAMPLES: usize = 96_000;

/// The name under which the examples stand that mean nothing here.
pub const NOTHING: &str = "-";

/// What all features of one example come to: the root of the sum of their squares.
const WHOLE: u64 = 4_096;
/// How much of each feature belongs to nobody, so that what is rare says less: as one example that has
/// nothing else.
const NOBODYS: u64 = WHOLE;
/// Shares of a feature are told apart in so many steps.
const STEPS: u64 = 4_096;
/// What a share speaks for is told in so many parts of a doubling.
const PARTS: u32 = 256;
/// By how much less than what one example has that counts which none has.
const UNKNOWN: u64 = 4;
/// What the very line counts that was written down, in thousandths.
const WRITTEN: u32 = 1_000;
/// How many topics are told at most.
const TOLD: usize = 12;

/// What an example means: the name of a topic, or nothing that anybody here knows.
type MeantBy = u16;

/// A feature that more than one example has.
#[derive(Debug, Clone, Default)]
struct SharedFeature {
    /// What it weighs in a line.
    weight: u64,
    /// How much of all examples it is.
    all: u64,
    /// How much of the examples of each topic it is, in rising order.
    of: Vec<(MeantBy, u32)>,
}

/// The features of all examples, each with a number.
#[derive(Debug, Default)]
struct NumberedFeatures {
    numbers: HashMap<u64, u32, DigestKeys>,
    /// What the kind of each counts, and how many examples have it.
    had_by: Vec<(u32, usize)>,
}

/// One line that was said.
#[derive(Debug, Clone)]
struct HeardExample {
    line: Box<str>,
    /// What it means, in rising order.
    means: Vec<MeantBy>,
    /// What its features come to.
    length: u64,
}

/// Examples, ready to be compared with; every character of a world asks the same ones.
#[derive(Debug, Clone, Default)]
pub struct ExampleIndex {
    /// By their words.
    examples: BTreeMap<u64, HeardExample>,
    /// Names of topics by their number; the empty one means nothing.
    names: Vec<Box<str>>,
    features: HashMap<u64, SharedFeature, DigestKeys>,
    phrases: PhraseTable,
}

/// How much the examples speak for one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExampleVote {
    /// The topic's number among those that were asked about; none for what means nothing here.
    pub topic: Option<usize>,
    /// How much, in thousandths; what was written down itself has a thousand more.
    pub weight: u32,
}

impl ExampleIndex {
    /// Takes up examples: for the name of a topic, or for `-` where nothing is meant, lines that mean it.
    /// What says the same more than once is one example that means all of it.
    #[must_use]
    pub fn new(classes: &WordGroups, examples: &BTreeMap<String, Vec<String>>) -> Self {
        let mut index = Self { phrases: PhraseTable::new(classes), ..Self::default() };
        let mut numbered = NumberedFeatures::default();
        let mut featured: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for (number, (name, lines)) in (0..).zip(examples) {
            index.names.push(if name == NOTHING { "" } else { name }.into());
            for line in lines {
                let words = words_to(line, "");
                let key = line_key(&words);
                if featured.len() >= MOST_EXAMPLES && !featured.contains_key(&key) {
                    continue;
                }
                featured.entry(key).or_insert_with(|| numbered.of(&index.phrases.features(&words)));
                let new =
                    || HeardExample { line: line.as_str().into(), means: Vec::new(), length: 0 };
                let means = &mut index.examples.entry(key).or_insert_with(new).means;
                if means.last() != Some(&number) {
                    means.push(number);
                }
            }
        }
        index.weigh(&featured, numbered);
        index
    }

    /// Gives each example its length, and shares each feature that more than one has out among the topics
    /// whose examples have it.
    fn weigh(&mut self, featured: &BTreeMap<u64, Vec<u32>>, numbered: NumberedFeatures) {
        let weights: Vec<u64> = numbered
            .had_by
            .iter()
            .map(|(kind, had_by)| weight(*kind, featured.len(), *had_by))
            .collect();
        let weight = |number: u32| weights.get(number as usize).copied().unwrap_or_default();
        // Those that one example has speak for nobody else, and are most.
        let mut shared: Vec<SharedFeature> = Vec::new();
        let places: Vec<Option<usize>> = (0..)
            .zip(&numbered.had_by)
            .map(|(number, (_, had_by))| {
                (*had_by > 1).then(|| {
                    shared
                        .push(SharedFeature { weight: weight(number), ..SharedFeature::default() });
                    shared.len() - 1
                })
            })
            .collect();
        let place = |number: u32| places.get(number as usize).copied().flatten();
        for (example, features) in self.examples.values_mut().zip(featured.values()) {
            let squares = features.iter().map(|it| weight(*it).pow(2));
            example.length = squares.sum::<u64>().isqrt().max(1);
            for number in features {
                let feature = place(*number).and_then(|at| shared.get_mut(at));
                feature.into_iter().for_each(|it| it.share(example));
            }
        }
        let mut taken = |number| Some(std::mem::take(shared.get_mut(place(number)?)?));
        let numbers = numbered.numbers.into_iter();
        self.features = numbers.filter_map(|(key, number)| Some((key, taken(number)?))).collect();
    }

    /// The names of topics that there are examples of, each by its number; the empty one means nothing.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|it| &**it)
    }

    /// What the examples speak for that are like a line, the most first. `topic` gives the number of a topic by
    /// the number of its name, where it can be meant; what cannot has no voice. An example that is the very
    /// line is left out if `others` are asked for, to see what is made of lines that nobody wrote down.
    #[must_use]
    pub fn votes(
        &self,
        said: &str,
        to: &str,
        others: bool,
        topic: &dyn Fn(usize) -> Option<usize>,
    ) -> Vec<ExampleVote> {
        let line = tokens(said);
        if self.names_a_stranger(said, &line) {
            return Vec::new();
        }
        let words = bare_words(line, to);
        let written = self.examples.get(&line_key(&words));
        let left_out = written.filter(|_| others);
        let mut spoken = vec![0_u64; self.names.len()];
        let mut length = 0;
        for feature in self.phrases.features(&words) {
            let Some(shared) = self.features.get(&feature.key) else {
                // What no example has makes a line less like any of them.
                length += weight(feature.kind, self.examples.len(), 1).pow(2) / UNKNOWN;
                continue;
            };
            length += shared.weight.pow(2);
            shared.speak(left_out, &mut spoken);
        }
        let length = length.isqrt().max(1) * u64::from(PARTS);
        let mut votes: Vec<ExampleVote> = Vec::new();
        for (name, spoken) in spoken.into_iter().enumerate().filter(|(_, spoken)| *spoken > 0) {
            let means_nothing = self.names.get(name).is_some_and(|it| it.is_empty());
            let topic = topic(name);
            if topic.is_none() && !means_nothing {
                continue;
            }
            let weight = u32::try_from(spoken * 1_000 / length).unwrap_or(u32::MAX);
            let is_written = written
                .filter(|_| !others)
                .is_some_and(|it| it.means.iter().any(|meant| usize::from(*meant) == name));
            votes
                .push(ExampleVote { topic, weight: weight + if is_written { WRITTEN } else { 0 } });
        }
        votes.sort_by_key(|it| std::cmp::Reverse(it.weight));
        votes.truncate(TOLD);
        votes
    }

    /// Which example of a topic is most like a line, to show why it speaks for it.
    #[must_use]
    pub fn nearest(&self, said: &str, to: &str, others: bool, topic: &str) -> Option<&str> {
        let name = self.names.iter().position(|it| **it == *topic)?;
        let words = words_to(said, to);
        let very_line = line_key(&words);
        let features = self.phrases.features(&words);
        let mut of_topic: Vec<(u64, &HeardExample)> = Vec::new();
        for (key, example) in &self.examples {
            if !example.means.iter().any(|it| usize::from(*it) == name)
                || (others && *key == very_line)
            {
                continue;
            }
            let theirs = self.phrases.features(&words_to(&example.line, ""));
            let common = theirs.iter().filter(|it| features.binary_search(it).is_ok());
            let common = common.filter_map(|it| self.features.get(&it.key));
            let near = common.map(|it| it.weight.pow(2)).sum::<u64>() / example.length;
            of_topic.push((near, example));
        }
        let nearest = of_topic.into_iter().rev().max_by_key(|(near, _)| *near)?;
        Some(&nearest.1.line)
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
                let is_known = || self.features.contains_key(&stem_key(&word.text));
                !begins && typed.starts_with(char::is_uppercase) && !word.mention && !is_known()
            })
    }
}

impl NumberedFeatures {
    /// The numbers of features that one more example has.
    fn of(&mut self, features: &[LineFeature]) -> Vec<u32> {
        let number = |it: &LineFeature| {
            let next = u32::try_from(self.had_by.len()).unwrap_or(u32::MAX);
            let number = *self.numbers.entry(it.key).or_insert(next);
            if number == next {
                self.had_by.push((it.kind, 0));
            }
            let had_by = self.had_by.get_mut(number as usize);
            had_by.into_iter().for_each(|(_, had_by)| *had_by += 1);
            number
        };
        features.iter().map(number).collect()
    }
}

impl SharedFeature {
    /// Gives what an example has of it to what the example means.
    fn share(&mut self, example: &HeardExample) {
        let part = self.weight * WHOLE / example.length;
        self.all += part * example.means.len() as u64;
        let part = u32::try_from(part).unwrap_or(u32::MAX);
        for name in &example.means {
            match self.of.binary_search_by_key(name, |(name, _)| *name) {
                Ok(at) => self.of.get_mut(at).into_iter().for_each(|(_, of)| *of += part),
                Err(at) => self.of.insert(at, (*name, part)),
            }
        }
    }

    /// Adds what it speaks for each topic. What an example has that is left out is taken from it.
    fn speak(&self, left_out: Option<&HeardExample>, spoken: &mut [u64]) {
        let part = left_out.map_or(0, |it| self.weight * WHOLE / it.length);
        let means = left_out.map_or(&[][..], |it| &it.means);
        let all = self.all.saturating_sub(part * means.len() as u64) + NOBODYS;
        for (name, of) in &self.of {
            let of = u64::from(*of);
            let of = if means.contains(name) { of.saturating_sub(part) } else { of };
            let step = usize::try_from(of * STEPS / all).unwrap_or_default();
            let gain = GAINS.get(step).copied().unwrap_or_default();
            if let Some(spoken) = spoken.get_mut(usize::from(*name)) {
                *spoken += self.weight * u64::from(gain);
            }
        }
    }
}

/// What each share of a feature speaks for: how often what belongs to the others has to be doubled to be all.
static GAINS: LazyLock<Vec<u32>> =
    LazyLock::new(|| (0..STEPS).map(|it| doublings(STEPS, STEPS - it)).collect());

/// How many doublings, in parts, one number is from another that is not greater.
fn doublings(one: u64, other: u64) -> u32 {
    // The ratio, with 32 bits behind the point, is halved until it is below two; then it is squared again
    // and again, and is two or more where the next bit of its logarithm is set.
    let mut ratio = (u128::from(one) << 32) / u128::from(other.max(1));
    let whole = ratio.ilog2().saturating_sub(32);
    ratio >>= whole;
    let mut parts = whole;
    for _ in 0..PARTS.ilog2() {
        ratio = (ratio * ratio) >> 32;
        let bit = u32::from(ratio >> 33 != 0);
        ratio >>= bit;
        parts = parts * 2 + bit;
    }
    parts
}

/// What a feature weighs in a line that so many of all have: the rarer, the more.
fn weight(kind: u32, all: usize, had_by: usize) -> u64 {
    u64::from(kind) * u64::from(doublings(all.max(2) as u64, had_by.max(1) as u64))
        / u64::from(PARTS / 16)
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::features::MOST_COMPARED;

    fn index(lines: &[(&str, &[&str])]) -> ExampleIndex {
        let drink = ["ale", "beer", "something to drink"].map(str::to_owned).to_vec();
        let lines = lines.iter().map(|(name, lines)| {
            ((*name).to_owned(), lines.iter().map(|it| (*it).to_owned()).collect())
        });
        ExampleIndex::new(&WordGroups::from([("drink".to_owned(), drink)]), &lines.collect())
    }

    fn town() -> ExampleIndex {
        index(&[
            ("-", &["who won the football", "did you see the football"]),
            ("boat", &["when is the boat finished", "how long do you build the boat"]),
            ("drink", &["an ale for me please", "one ale and a beer"]),
            ("river", &["how deep is the water", "are there fish in the water"]),
        ])
    }

    /// What is meant first, by the numbers of the names above.
    fn first(index: &ExampleIndex, said: &str) -> Option<Option<usize>> {
        let votes = index.votes(said, "Silas", false, &|name| (name > 0).then_some(name));
        votes.first().map(|it| it.topic)
    }

    #[test]
    fn what_is_like_the_lines_of_a_topic_means_that() {
        let town = town();
        for (said, topic) in [
            ("is it finished, that boat?", Some(Some(1))),
            ("Silas, is the water deep", Some(Some(3))),
            ("the watter is how deap", Some(Some(3))),
            ("something to drink", Some(Some(2))),
            ("football", Some(None)),
            ("zyx qwv", None),
            ("", None),
        ] {
            assert_eq!(first(&town, said), topic, "{said}");
        }
    }

    #[test]
    fn what_only_one_topic_has_says_more_than_what_many_have() {
        let town = index(&[
            ("bell", &["how old is the bell", "ring the bell"]),
            ("boat", &["how old is the boat", "launch the boat"]),
        ]);
        let votes = town.votes("how old is that boat", "", false, &Some);
        assert_eq!(votes.first().and_then(|it| it.topic), Some(1));
        let weights: Vec<u32> = votes.iter().map(|it| it.weight).collect();
        assert!(weights.is_sorted_by(|a, b| a > b), "{weights:?}");
    }

    #[test]
    fn the_very_line_counts_most_and_is_left_out_when_others_are_asked_for() {
        let town = town();
        let weight = |said: &str, others| {
            let votes = town.votes(said, "Silas", others, &Some);
            votes.iter().find(|it| it.topic == Some(3)).map_or(0, |it| it.weight)
        };
        let (said, alike) = ("How deep is the water?", "How deep is the water there?");
        assert!(weight(said, false) > WRITTEN && weight(alike, false) < WRITTEN);
        assert!(weight(said, true) < weight(alike, true));
        assert_eq!(town.nearest(said, "", false, "river"), Some("how deep is the water"));
        assert_eq!(town.nearest(said, "", true, "river"), Some("are there fish in the water"));
        assert_eq!(town.nearest(said, "", true, "lake"), None);
    }

    #[test]
    fn what_cannot_be_meant_has_no_voice_and_equals_stand_in_order() {
        let both = index(&[
            ("a", &["the old bell"]),
            ("b", &["the old bell"]),
            ("c", &["what is that bell", "who rows", "where to"]),
        ]);
        let topics = |of: &dyn Fn(usize) -> Option<usize>| -> Vec<Option<usize>> {
            both.votes("the old bell", "", false, of).iter().map(|it| it.topic).collect()
        };
        assert_eq!(topics(&Some), [Some(0), Some(1), Some(2)]);
        assert_eq!(topics(&|name| (name == 0).then_some(7)), [Some(7)]);
        assert_eq!(topics(&|_| None), []);
    }

    #[test]
    fn long_lines_and_many_examples_are_cut() {
        let long = "word ".repeat(MOST_COMPARED) + "end";
        assert_eq!(words_to(&long, "").len(), MOST_COMPARED);
        let many: Vec<String> = (0..=MOST_EXAMPLES).map(|it| format!("line{it}")).collect();
        let lines = BTreeMap::from([("many".to_owned(), many)]);
        let index = ExampleIndex::new(&WordGroups::new(), &lines);
        assert_eq!(index.examples.len(), MOST_EXAMPLES);
    }

    #[test]
    fn doublings_are_counted_in_parts() {
        assert_eq!(doublings(1, 1), 0);
        assert_eq!(doublings(8, 1), 3 * PARTS);
        // The root of two is half a doubling from one, and three is 1.58496 of them.
        assert_eq!(doublings(14_143, 10_000), PARTS / 2);
        assert_eq!(doublings(3, 1), 405);
        assert!(GAINS.is_sorted());
    }
}
