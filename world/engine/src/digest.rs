//! Hash of texts that is the same in every version of the program and on every machine.

/// FNV-1a hash with 64 bits, <http://www.isthe.com/chongo/tech/comp/fnv/>, except that longer texts
/// are hashed eight bytes at a time: a model prompt has thousands of bytes, and each step depends
/// on the one before. The methods are inline so that a debug build compiles them with the
/// optimisation level of the calling crate.
#[derive(Debug, Clone, Copy)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Returns the hash of the bytes added so far.
    #[inline]
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }

    /// Adds a number, such as the hash of a part that stays the same.
    #[inline]
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds bytes, without their length.
    #[inline]
    fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let words = words.iter().map(|it| u64::from_le_bytes(*it));
        for part in words.chain(rest.iter().map(|it| u64::from(*it))) {
            self.0 = (self.0 ^ part).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds a text or other bytes, together with its kind and its length.
    #[inline]
    pub fn piece(&mut self, kind: u8, piece: impl AsRef<[u8]>) {
        let piece = piece.as_ref();
        self.bytes(&[kind]);
        self.bytes(piece);
        self.number(u64::try_from(piece.len()).unwrap_or(u64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_its_authors_publish() {
        let of = |text: &str| {
            let mut hash = Fnv::default();
            hash.bytes(text.as_bytes());
            hash.0
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn where_a_text_ends_counts() {
        let of = |texts: &[&str]| {
            let mut hash = Fnv::default();
            texts.iter().for_each(|text| hash.piece(b'U', text));
            hash.0
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a"]), of(&["a", ""]));
    }
}
