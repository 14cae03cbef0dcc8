//! File form of a trained index, so that a start reads in milliseconds what takes seconds to learn.
//!
//! A header of five numbers, then the arrays, then a checksum; all numbers little-endian. A file that is
//! not whole, or was made from other examples or by another version of the training, is not read.

use engine::digest::Fnv;

use super::{
    shared::MeantBy,
    table::KeyedLists,
    weights::{FeatureWeights, TopicWeight},
};

/// First bytes of a file.
const MAGIC: u64 = u64::from_le_bytes(*b"HSINTENT");
/// Most bytes that are worth reading: 96,000 examples come to less.
pub(crate) const MOST_CACHED: u64 = 256 * 1024 * 1024;

/// Hash of the code whose result is cached, computed by the compiler: whoever changes the training needs no
/// version number to think of. The stemmer's version counts by its own constant.
pub(super) const TRAINED_BY: u64 = {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    hash = fold(hash, include_bytes!("cache.rs"));
    hash = fold(hash, include_bytes!("common.txt"));
    hash = fold(hash, include_bytes!("elsewhere.txt"));
    hash = fold(hash, include_bytes!("examples.rs"));
    hash = fold(hash, include_bytes!("features.rs"));
    hash = fold(hash, include_bytes!("fixed_point.rs"));
    hash = fold(hash, include_bytes!("shared.rs"));
    hash = fold(hash, include_bytes!("stock.rs"));
    hash = fold(hash, include_bytes!("tokens.rs"));
    hash = fold(hash, include_bytes!("training.rs"));
    hash = fold(hash, include_bytes!("weights.rs"));
    fold(hash, STEMMER)
};

/// Version of the stemmer whose stems the features are made of.
const STEMMER: &[u8] = b"snowball_stemmers_rs 1.0";

/// Adds bytes to a hash at compile time, eight at a time.
const fn fold(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut rest = bytes;
    while let Some((next, after)) = rest.split_first_chunk::<8>() {
        hash = (hash ^ u64::from_le_bytes(*next)).wrapping_mul(0x0100_0000_01b3);
        rest = after;
    }
    while let Some((next, after)) = rest.split_first() {
        hash = (hash ^ *next as u64).wrapping_mul(0x0100_0000_01b3);
        rest = after;
    }
    hash
}

/// Result of the training, without the texts of the examples.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Trained {
    /// Topics that each example means, by the example's key.
    pub(super) means: KeyedLists<MeantBy>,
    /// Length of each example's feature vector, in the order of the keys: the root of the sum of
    /// its squares.
    pub(super) lengths: Vec<u32>,
    pub(super) features: FeatureWeights,
}

/// Returns the file of a trained index. `made_from` is the hash of the examples.
pub(super) fn encode(trained: &Trained, made_from: u64) -> Vec<u8> {
    let Trained { means, lengths, features } = trained;
    let FeatureWeights { of_topics, in_line } = features;
    let count = |it: usize| it as u64;
    let header = [
        MAGIC,
        TRAINED_BY,
        made_from,
        count(means.keys.len()) << 32 | count(means.items.len()),
        count(of_topics.keys.len()) << 32 | count(of_topics.items.len()),
    ];
    let mut file = Vec::with_capacity(
        (header.len() + 1) * 8
            + means.keys.len() * 16
            + means.items.len() * 2
            + of_topics.keys.len() * 14
            + of_topics.items.len() * 4,
    );
    header.iter().for_each(|it| file.extend(it.to_le_bytes()));
    means.keys.iter().for_each(|it| file.extend(it.to_le_bytes()));
    means.ends.iter().for_each(|it| file.extend(it.to_le_bytes()));
    lengths.iter().for_each(|it| file.extend(it.to_le_bytes()));
    means.items.iter().for_each(|it| file.extend(it.to_le_bytes()));
    of_topics.keys.iter().for_each(|it| file.extend(it.to_le_bytes()));
    of_topics.ends.iter().for_each(|it| file.extend(it.to_le_bytes()));
    in_line.iter().for_each(|it| file.extend(it.to_le_bytes()));
    for TopicWeight { topic, weight } in &of_topics.items {
        file.extend(topic.to_le_bytes());
        file.extend(weight.to_le_bytes());
    }
    let checksum = checksum(&file);
    file.extend(checksum.to_le_bytes());
    file
}

/// Returns the trained index of a file; none if the file is damaged, or was not made from these examples by
/// this version of the training. `topics` is the number of their names.
pub(super) fn decode(file: &[u8], made_from: u64, topics: usize) -> Option<Trained> {
    let (body, sum) = file.split_last_chunk::<8>()?;
    let mut rest = body;
    let [magic, trained_by, from, means, features] = header(&mut rest)?;
    if [magic, trained_by, from] != [MAGIC, TRAINED_BY, made_from]
        || u64::from_le_bytes(*sum) != checksum(body)
    {
        return None;
    }
    let parts = |it: u64| [(it >> 32) as usize, (it & u64::from(u32::MAX)) as usize];
    let ([examples, meanings], [keys, weights]) = (parts(means), parts(features));
    let rest = &mut rest;
    let trained = Trained {
        means: KeyedLists {
            keys: numbers(rest, examples, u64::from_le_bytes)?,
            ends: numbers(rest, examples, u32::from_le_bytes)?,
            items: Vec::new(),
        },
        lengths: numbers(rest, examples, u32::from_le_bytes)?,
        features: FeatureWeights::default(),
    };
    let items = numbers(rest, meanings, MeantBy::from_le_bytes)?;
    let means = KeyedLists { items, ..trained.means };
    let of_topics = KeyedLists {
        keys: numbers(rest, keys, u64::from_le_bytes)?,
        ends: numbers(rest, keys, u32::from_le_bytes)?,
        items: Vec::new(),
    };
    let in_line = numbers(rest, keys, u16::from_le_bytes)?;
    let items = numbers(rest, weights, |[a, b, c, d]: [u8; 4]| TopicWeight {
        topic: MeantBy::from_le_bytes([a, b]),
        weight: i16::from_le_bytes([c, d]),
    })?;
    let of_topics = KeyedLists { items, ..of_topics };
    let is_known = |it: &MeantBy| usize::from(*it) < topics;
    let is_sound = rest.is_empty()
        && means.is_sound()
        && of_topics.is_sound()
        && means.items.iter().all(is_known)
        && of_topics.items.iter().all(|it| is_known(&it.topic));
    let features = FeatureWeights { of_topics, in_line };
    is_sound.then_some(Trained { means, lengths: trained.lengths, features })
}

/// Takes the numbers of the header.
fn header<const N: usize>(rest: &mut &[u8]) -> Option<[u64; N]> {
    numbers(rest, N, u64::from_le_bytes)?.try_into().ok()
}

/// Takes so many numbers; none if there are fewer.
fn numbers<T, const SIZE: usize>(
    rest: &mut &[u8],
    count: usize,
    number: fn([u8; SIZE]) -> T,
) -> Option<Vec<T>> {
    let (taken, after) = rest.split_at_checked(count.checked_mul(SIZE)?)?;
    *rest = after;
    Some(taken.as_chunks().0.iter().map(|it| number(*it)).collect())
}

/// Returns the checksum of a file's bytes.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Fnv::default();
    sum.piece(b'i', bytes);
    sum.value()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn trained() -> Trained {
        let weight = |topic, weight| TopicWeight { topic, weight };
        Trained {
            means: KeyedLists::new(BTreeMap::from([(2, vec![0, 1]), (9, vec![1])])),
            lengths: vec![100, 70_000],
            features: FeatureWeights {
                of_topics: KeyedLists::new(BTreeMap::from([
                    (1, vec![weight(0, -5)]),
                    (7, vec![weight(0, 900), weight(1, -32_000)]),
                    (8, Vec::new()),
                ])),
                in_line: vec![1, 2, 60_000],
            },
        }
    }

    #[test]
    fn a_file_gives_back_what_was_written() {
        let (before, file) = (trained(), encode(&trained(), 42));
        assert_eq!(decode(&file, 42, 2), Some(before));
        let empty = encode(&Trained::default(), 42);
        assert_eq!(decode(&empty, 42, 0), Some(Trained::default()));
    }

    #[test]
    fn a_file_of_other_examples_or_with_any_damage_is_not_read() {
        let file = encode(&trained(), 42);
        assert_eq!(decode(&file, 43, 2), None, "other examples");
        assert_eq!(decode(&file, 42, 1), None, "a topic that is not there");
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 4;
            assert_eq!(decode(&damaged, 42, 2), None, "byte {at}");
            assert_eq!(decode(&file[..at], 42, 2), None, "cut at {at}");
        }
    }
}
