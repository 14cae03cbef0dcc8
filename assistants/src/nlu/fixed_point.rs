//! Numbers of doublings: how much speaks for something, as by how often that doubles its odds.
//!
//! What is counted so adds up, and says at the end how likely each of several things is. All numbers are
//! whole, so that it is the same on every machine.

use std::sync::LazyLock;

/// Doublings are counted in so many parts.
pub(crate) const PARTS: i32 = 512;

/// Sum of all shares of a whole.
pub(crate) const WHOLE_SHARE: u32 = 1 << 16;

/// Returns the binary logarithm of a ratio that is at least 1, in parts.
pub(super) fn log2_fixed(one: u64, other: u64) -> u32 {
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

/// Values of 2^(-n/512) for n from 0 to 511, as fixed-point numbers with 32 fractional bits.
static HALVINGS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    // The part of a halving that halves 512 times over is the ninth square root of a half.
    let root = (0..PARTS.ilog2()).fold(1_u128 << 63, |it, _| (it << 64).isqrt());
    let next = |it: &u128| Some((it * root) >> 64);
    let powers = std::iter::successors(Some(1_u128 << 64), next);
    powers.map(|it| u64::try_from(it >> 32).unwrap_or_default()).take(PARTS as usize).collect()
});

/// Returns 2^(-`parts`/512), as a fixed-point number with 32 fractional bits.
fn halved(parts: u32) -> u64 {
    let (whole, part) = (parts / PARTS.unsigned_abs(), parts % PARTS.unsigned_abs());
    let power = HALVINGS.get(part as usize).copied().unwrap_or_default();
    power.checked_shr(whole).unwrap_or_default()
}

/// Number of bits behind the point in what each doubling is worth.
const EXACT: u32 = 25;

/// Computes the softmax, to base 2, of weights in parts of a doubling: writes the probability of each, of
/// [`WHOLE_SHARE`], into `into`.
pub(crate) fn softmax(doublings: &[i32], into: &mut Vec<u32>) {
    let most = doublings.iter().copied().max().unwrap_or_default();
    let power = |it: &i32| halved(most.abs_diff(*it));
    let all = doublings.iter().map(power).sum::<u64>().max(1);
    // The likeliest has the 33rd bit and nothing has more; so this neither overflows nor divides each.
    let each = (1_u64 << (32 + EXACT)) / all;
    let share = |it: &i32| u32::try_from((power(it) * each) >> (EXACT + 16)).unwrap_or(WHOLE_SHARE);
    into.clear();
    into.extend(doublings.iter().map(share));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(doublings: &[i32]) -> Vec<u32> {
        let mut shared = Vec::new();
        softmax(doublings, &mut shared);
        shared
    }

    #[test]
    fn doublings_are_counted_in_parts() {
        let parts = PARTS.unsigned_abs();
        assert_eq!(log2_fixed(1, 1), 0);
        assert_eq!(log2_fixed(8, 1), 3 * parts);
        // The root of two is half a doubling from one, and three is 1.58496 of them.
        assert_eq!(log2_fixed(14_143, 10_000), parts / 2);
        assert_eq!(log2_fixed(3, 1), 811);
    }

    #[test]
    fn each_doubling_is_worth_twice_as_much() {
        assert_eq!(shared(&[0, 0]), [WHOLE_SHARE / 2; 2]);
        assert_eq!(shared(&[PARTS, -PARTS]), [52_428, 13_107]);
        // Half a doubling is the root of two: 1 / (1 + 1.41421) of all.
        assert_eq!(shared(&[0, PARTS / 2]), [27_145, 38_390]);
        assert_eq!(shared(&[i32::MIN, i32::MAX]), [0, WHOLE_SHARE]);
        assert_eq!(shared(&[]), [0; 0]);
    }
}
