//! Intent classifier trained on examples: lines that people said, each with its meaning, and the
//! meaning of another line that is like them.
//!
//! Of each feature of lines it is counted how much of what has it belongs to which topic. What a line has in
//! common with others speaks for a topic by how little of it belongs to all the rest: complement naive Bayes,
//! Rennie et al. 2003, <https://people.csail.mit.edu/jrennie/papers/icml03-nb.pdf>. Beside that stands what
//! was learned by reading them in turn ([`super::practice`]); the two err in different lines.

use std::collections::{BTreeMap, HashMap};

use engine::digest::Fnv;

use super::{
    cache::{self, Trained},
    features::{DigestKeys, LineFeature, PhraseTable, line_key, words_to},
    fixed_point::{PARTS, log2_fixed},
    shared::{MeantBy, SharedFeature},
    stock::WordGroups,
    table::KeyedLists,
    training::{self, PractisedLine, WHOLE_LINE},
    weights::FeatureWeights,
};

/// Most examples that are compared with; those beyond are not.
pub const MOST_EXAMPLES: usize = 96_000;

/// The name under which the examples stand that mean nothing here.
pub const NOTHING: &str = "-";

/// Divisor by which a feature that no example has weighs less than one that a single example has.
const UNKNOWN: u64 = 4;
/// Bonus of a topic one of whose examples is the very line, in parts of a doubling.
const WRITTEN: i32 = 6 * PARTS;

/// The features of all examples, each with a number.
#[derive(Debug, Default)]
struct NumberedFeatures {
    numbers: HashMap<u64, u32, DigestKeys>,
    /// Weight of each feature's kind, in hundredths, and number of examples that have the feature.
    had_by: Vec<(u32, usize)>,
}

/// Example in training.
#[derive(Debug, Default)]
struct HeardExample {
    /// Numbers of its features.
    features: Vec<u32>,
    /// Numbers of the names of the topics that it means, ascending.
    means: Vec<MeantBy>,
    /// The root of the sum of the squares of its features, at least 1.
    length: u64,
}

/// Examples, ready to be compared with; every character of a world asks the same ones.
#[derive(Debug, Clone, Default)]
pub struct ExampleIndex {
    /// Names of topics by their number; the empty one means nothing.
    names: Vec<Box<str>>,
    phrases: PhraseTable,
    trained: Trained,
}

/// Vote of the examples for one topic, or for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExampleVote {
    /// The topic's number among those that were asked about; none for what means nothing here.
    pub topic: Option<usize>,
    /// Weight of the vote, in parts of a doubling of the odds; negative for evidence against the topic.
    pub weight: i32,
}

impl ExampleIndex {
    /// Trains on examples: for the name of a topic, or for `-` where nothing is meant, lines that mean it.
    /// Equal lines are one example that means all of what they mean. Takes seconds for tens of
    /// thousands of lines.
    #[must_use]
    pub fn new(classes: &WordGroups, examples: &BTreeMap<String, Vec<String>>) -> Self {
        let mut index = Self::untrained(classes, examples);
        let mut numbered = NumberedFeatures::default();
        let mut heard: BTreeMap<u64, HeardExample> = BTreeMap::new();
        for (number, lines) in (0..).zip(examples.values()) {
            for line in lines {
                let words = words_to(line, "");
                let key = line_key(&words);
                if heard.len() >= MOST_EXAMPLES && !heard.contains_key(&key) {
                    continue;
                }
                let example = heard.entry(key).or_insert_with(|| HeardExample {
                    features: numbered.of(&index.phrases.features(&words)),
                    ..HeardExample::default()
                });
                if example.means.last() != Some(&number) {
                    example.means.push(number);
                }
            }
        }
        index.trained = trained(heard, numbered, index.names.len());
        index
    }

    /// Returns the index of these examples out of a file that [`ExampleIndex::file`] made; none if the
    /// file is damaged, or was made from other examples or by another version of the training.
    #[must_use]
    pub fn of_file(
        classes: &WordGroups,
        examples: &BTreeMap<String, Vec<String>>,
        file: &[u8],
    ) -> Option<Self> {
        let trained = cache::decode(file, digest(classes, examples), examples.len())?;
        Some(Self { trained, ..Self::untrained(classes, examples) })
    }

    /// Returns the bytes of a file from which the index can be read again. `classes` and `examples` are
    /// those that it was made from.
    #[must_use]
    pub fn file(&self, classes: &WordGroups, examples: &BTreeMap<String, Vec<String>>) -> Vec<u8> {
        cache::encode(&self.trained, digest(classes, examples))
    }

    /// Returns an index that knows the names of the topics and nothing of them.
    fn untrained(classes: &WordGroups, examples: &BTreeMap<String, Vec<String>>) -> Self {
        let name = |it: &String| if it == NOTHING { "" } else { it }.into();
        Self {
            names: examples.keys().map(name).collect(),
            phrases: PhraseTable::new(classes),
            trained: Trained::default(),
        }
    }

    /// Returns the votes of the examples for the meaning of a line, the strongest first. `topic` returns
    /// the number of a topic by the number of its name, if it can be meant now; one that cannot gets no
    /// vote.
    #[must_use]
    pub fn votes(
        &self,
        said: &str,
        to: &str,
        topic: &dyn Fn(usize) -> Option<usize>,
    ) -> Vec<ExampleVote> {
        let words = words_to(said, to);
        let Trained { means, features, .. } = &self.trained;
        let written = means.find(line_key(&words)).map_or(&[][..], |(_, means)| means);
        let mut spoken = vec![0_i64; self.names.len()];
        let mut length = 0;
        for feature in self.phrases.features(&words) {
            length += match features.add(feature.key, &mut spoken) {
                Some(in_line) => in_line.pow(2),
                // What no example has makes a line less like any of them.
                None => weight(feature.kind, means.len(), 1).pow(2) / UNKNOWN,
            };
        }
        if spoken.iter().all(|it| *it == 0) {
            return Vec::new();
        }
        let length = i64::try_from(length.isqrt().max(1) * 100).unwrap_or(i64::MAX);
        let mut votes: Vec<ExampleVote> = Vec::new();
        for (name, spoken) in spoken.into_iter().enumerate() {
            let means_nothing = self.names.get(name).is_some_and(|it| it.is_empty());
            let topic = topic(name);
            if topic.is_none() && !means_nothing {
                continue;
            }
            let is_written = written.iter().any(|it| usize::from(*it) == name);
            let weight = i32::try_from(spoken / length).unwrap_or_default();
            votes
                .push(ExampleVote { topic, weight: weight + if is_written { WRITTEN } else { 0 } });
        }
        votes.sort_by_key(|it| std::cmp::Reverse(it.weight));
        votes
    }

    /// Returns which of a topic's examples is most like a line.
    #[must_use]
    pub fn nearest<'a>(&self, said: &str, to: &str, examples: &'a [String]) -> Option<&'a str> {
        let Trained { means, lengths, features } = &self.trained;
        let of_line = self.phrases.features(&words_to(said, to));
        let nearness = |example: &String| {
            let words = words_to(example, "");
            let (at, _) = means.find(line_key(&words))?;
            let theirs = self.phrases.features(&words);
            let common = theirs.iter().filter(|it| of_line.binary_search(it).is_ok());
            let common = common.filter_map(|it| features.in_line(it.key));
            let length = lengths.get(at).map_or(1, |it| u64::from(*it).max(1));
            Some(common.map(|it| it.pow(2)).sum::<u64>() / length)
        };
        let near = examples.iter().filter_map(|it| Some((nearness(it)?, it)));
        near.rev().max_by_key(|(near, _)| *near).map(|(_, it)| it.as_str())
    }
}

/// Returns the hash of examples and of the classes of words that they are read with.
fn digest(classes: &WordGroups, examples: &BTreeMap<String, Vec<String>>) -> u64 {
    let mut digest = Fnv::default();
    for (kind, groups) in [(b'c', classes), (b'e', examples)] {
        for (name, texts) in groups {
            digest.piece(kind, name);
            texts.iter().for_each(|it| digest.piece(b't', it));
        }
    }
    digest.value()
}

/// Gives each example its length, shares each feature that more than one has out among the topics whose
/// examples have it, and trains. `names` is the number of topics.
fn trained(
    mut heard: BTreeMap<u64, HeardExample>,
    numbered: NumberedFeatures,
    names: usize,
) -> Trained {
    let all = heard.len();
    let weights: Vec<u64> =
        numbered.had_by.iter().map(|(kind, had_by)| weight(*kind, all, *had_by)).collect();
    let weight = |number: u32| weights.get(number as usize).copied().unwrap_or_default();
    // Those that one example has speak for nobody else, and are most.
    let mut shared: Vec<SharedFeature> = Vec::new();
    let places: Vec<Option<usize>> = (0..)
        .zip(&numbered.had_by)
        .map(|(number, (_, had_by))| {
            (*had_by > 1).then(|| {
                shared.push(SharedFeature::new(weight(number)));
                shared.len() - 1
            })
        })
        .collect();
    let place = |number: u32| places.get(number as usize).copied().flatten();
    for example in heard.values_mut() {
        let squares = example.features.iter().map(|it| weight(*it).pow(2));
        example.length = squares.sum::<u64>().isqrt().max(1);
        for number in &example.features {
            let feature = place(*number).and_then(|at| shared.get_mut(at));
            feature.into_iter().for_each(|it| it.share(&example.means, example.length));
        }
    }
    let practised = |example: &HeardExample| {
        let parts = example.features.iter().filter_map(|feature| {
            let part = weight(*feature) * u64::from(WHOLE_LINE.unsigned_abs()) / example.length;
            Some((place(*feature)?, i16::try_from(part).unwrap_or(WHOLE_LINE)))
        });
        PractisedLine { parts: parts.collect(), means: example.means.clone() }
    };
    let lines: Vec<PractisedLine> = heard.values().map(practised).collect();
    training::train(&mut shared, &lines, names);
    let lengths = heard.values().map(|it| u32::try_from(it.length).unwrap_or(u32::MAX)).collect();
    let means = heard.into_iter().map(|(key, it)| (key, it.means)).collect();
    let mut taken = |number| Some(std::mem::take(shared.get_mut(place(number)?)?));
    let numbers = numbered.numbers.into_iter();
    let features = numbers.filter_map(|(key, number)| Some((key, taken(number)?))).collect();
    Trained { means: KeyedLists::new(means), lengths, features: FeatureWeights::new(features) }
}

impl NumberedFeatures {
    /// Returns the numbers of features that one more example has.
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

/// Returns the weight of a feature that `had_by` of `all` lines have: the rarer, the higher.
fn weight(kind: u32, all: usize, had_by: usize) -> u64 {
    u64::from(kind) * u64::from(log2_fixed(all.max(2) as u64, had_by.max(1) as u64))
        / u64::from(PARTS.unsigned_abs() / 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nlu::features::MOST_COMPARED;

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

    /// Returns the meaning with the strongest vote, by the numbers of the names above.
    fn first(index: &ExampleIndex, said: &str) -> Option<Option<usize>> {
        let votes = index.votes(said, "Silas", &|name| (name > 0).then_some(name));
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
        let votes = town.votes("how old is that boat", "", &Some);
        assert_eq!(votes.first().and_then(|it| it.topic), Some(1));
        let weights: Vec<i32> = votes.iter().map(|it| it.weight).collect();
        assert!(weights.is_sorted_by(|a, b| a > b), "{weights:?}");
    }

    #[test]
    fn the_very_line_counts_most() {
        let town = town();
        let weight = |said: &str| {
            let votes = town.votes(said, "Silas", &Some);
            votes.iter().find(|it| it.topic == Some(3)).map_or(0, |it| it.weight)
        };
        let (said, alike) = ("How deep is the water?", "How deep is the water there?");
        assert!(weight(said) > weight(alike) + WRITTEN / 2);
        let river = ["are there fish in the water", "how deep is the water"].map(str::to_owned);
        assert_eq!(town.nearest(said, "", &river), Some("how deep is the water"));
        assert_eq!(town.nearest(said, "", &["no example".to_owned()]), None);
        assert_eq!(town.nearest(said, "", &[]), None);
    }

    #[test]
    fn what_cannot_be_meant_has_no_voice_and_equals_stand_in_order() {
        let both = index(&[
            ("a", &["the old bell"]),
            ("b", &["the old bell"]),
            ("c", &["what is that bell", "who rows", "where to"]),
        ]);
        let topics = |of: &dyn Fn(usize) -> Option<usize>| -> Vec<Option<usize>> {
            both.votes("the old bell", "", of).iter().map(|it| it.topic).collect()
        };
        assert_eq!(topics(&Some), [Some(0), Some(1), Some(2)]);
        assert_eq!(topics(&|name| (name == 0).then_some(7)), [Some(7)]);
        assert_eq!(topics(&|_| None), []);
    }

    #[test]
    fn a_file_holds_the_index_of_the_examples_that_it_was_made_from() {
        let classes = WordGroups::from([("drink".to_owned(), vec!["ale".to_owned()])]);
        let lines = |last: &str| {
            let of = |lines: [&str; 2]| lines.map(str::to_owned).to_vec();
            BTreeMap::from([
                ("boat".to_owned(), of(["when is the boat done", "is the boat done"])),
                ("drink".to_owned(), of(["an ale please", last])),
            ])
        };
        let (examples, others) = (lines("one ale please"), lines("two ales please"));
        let index = ExampleIndex::new(&classes, &examples);
        let file = index.file(&classes, &examples);
        let again = ExampleIndex::of_file(&classes, &examples, &file).unwrap();
        for said in ["is the boat done", "an ale", "one more ale please", "boat?"] {
            assert_eq!(again.votes(said, "", &Some), index.votes(said, "", &Some), "{said}");
            assert!(!index.votes(said, "", &Some).is_empty(), "{said}");
        }
        assert!(ExampleIndex::of_file(&classes, &others, &file).is_none());
        assert!(ExampleIndex::of_file(&WordGroups::new(), &examples, &file).is_none());
    }

    #[test]
    fn long_lines_and_many_examples_are_cut() {
        let long = "word ".repeat(MOST_COMPARED) + "end";
        assert_eq!(words_to(&long, "").len(), MOST_COMPARED);
        let many: Vec<String> = (0..=MOST_EXAMPLES).map(|it| format!("line{it}")).collect();
        let lines = BTreeMap::from([("many".to_owned(), many)]);
        let index = ExampleIndex::new(&WordGroups::new(), &lines);
        assert_eq!(index.trained.means.len(), MOST_EXAMPLES);
    }
}
