//! Term dictionary of an index: all terms in one byte string, with numbers and a sorted order.

/// Upper bound of term numbers, so that a number and a count fit into 32 bits.
const MOST_NUMBERS: usize = 1 << 24;

/// Dictionary of the terms of an index. The number of a term is its position in the text of all,
/// behind its length byte, so nothing else has to be stored for it.
#[derive(Debug, Clone, Default)]
pub(super) struct TermBook {
    /// All terms, each behind its length in bytes.
    text: Vec<u8>,
    /// Term numbers in the order of their terms.
    sorted: Vec<u32>,
}

impl TermBook {
    /// Returns the exclusive upper bound of all term numbers.
    pub(super) fn bound(&self) -> usize {
        self.text.len()
    }

    /// Returns the terms with their numbers, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, &str)> + Clone {
        self.sorted.iter().map(|it| (*it, self.term(*it)))
    }

    /// Returns the term with a number; empty for an unknown number.
    pub(super) fn term(&self, number: u32) -> &str {
        str::from_utf8(self.bytes_of(number)).unwrap_or_default()
    }

    fn bytes_of(&self, number: u32) -> &[u8] {
        let begin = number as usize;
        let length = begin.checked_sub(1).and_then(|it| self.text.get(it)).copied().unwrap_or(0);
        self.text.get(begin..begin + usize::from(length)).unwrap_or_default()
    }

    /// Returns the position of a term in the byte order of terms.
    fn place(&self, term: &str) -> Result<usize, usize> {
        self.sorted.binary_search_by(|it| self.bytes_of(*it).cmp(term.as_bytes()))
    }

    /// Returns the number of a term.
    pub(super) fn find(&self, term: &str) -> Option<u32> {
        self.sorted.get(self.place(term).ok()?).copied()
    }

    /// Returns the number of a term, and adds it if it is new; none if it is longer than 255 bytes
    /// or the dictionary is full.
    pub(super) fn enter(&mut self, term: &str) -> Option<u32> {
        match self.place(term) {
            Ok(place) => self.sorted.get(place).copied(),
            Err(place) => {
                let length = u8::try_from(term.len()).ok()?;
                let number = self.text.len() + 1;
                if number + term.len() >= MOST_NUMBERS {
                    return None;
                }
                let number = u32::try_from(number).ok()?;
                make_room(&mut self.text, 1 + term.len());
                make_room(&mut self.sorted, 1);
                self.text.push(length);
                self.text.extend_from_slice(term.as_bytes());
                self.sorted.insert(place, number);
                Some(number)
            }
        }
    }

    /// Returns the terms with a prefix and their numbers, in order.
    pub(super) fn beginning(&self, with: &str) -> impl Iterator<Item = (u32, &str)> {
        let from = self.sorted.partition_point(|it| self.bytes_of(*it) < with.as_bytes());
        let rest = self.sorted.get(from..).unwrap_or_default();
        rest.iter().map(|it| (*it, self.term(*it))).take_while(move |(_, it)| it.starts_with(with))
    }

    /// Returns the memory size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.text.capacity() + size_of::<u32>() * self.sorted.capacity()
    }
}

/// Reserves capacity for `more` elements in steps of an eighth: doubling would leave half of the
/// memory of a thousand indexes empty.
pub(super) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.len() + more > list.capacity() {
        list.reserve_exact(list.len() / 8 + more + 4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_keep_their_numbers() {
        let mut book = TermBook::default();
        let words = ["spoon", "eel", "eels", "spoon", ""];
        let numbers: Vec<_> = words.iter().filter_map(|it| book.enter(it)).collect();
        assert_eq!(numbers[0], numbers[3]);
        assert!(numbers.iter().zip(words).all(|(number, it)| book.term(*number) == it));
        assert_eq!(book.find("eel"), Some(numbers[1]));
        assert_eq!(book.find("ee"), None);
        assert_eq!(book.term(99), "");
        let found: Vec<_> = book.beginning("ee").map(|(_, it)| it).collect();
        assert_eq!(found, ["eel", "eels"]);
        assert_eq!(book.all().map(|(_, it)| it).collect::<String>(), "eeleelsspoon");
        assert_eq!(book.enter(&"x".repeat(256)), None);
        assert!(book.bytes() >= 16);
    }
}
