//! The terms of an index, each with a number: one string for all of them, and their order.

/// The numbers are below this, so that a count fits beside one into 32 bits.
const MOST_NUMBERS: usize = 1 << 24;

/// Every term that a line of an index has. The number of a term is the place where it begins in the
/// text of all, behind its length, so that nothing else has to be kept of it.
#[derive(Debug, Clone, Default)]
pub(super) struct TermBook {
    /// All terms, each behind the number of its bytes.
    text: Vec<u8>,
    /// The numbers in the order of their terms.
    sorted: Vec<u32>,
}

impl TermBook {
    /// All numbers are below this.
    pub(super) fn bound(&self) -> usize {
        self.text.len()
    }

    /// The terms with their numbers, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, &str)> + Clone {
        self.sorted.iter().map(|it| (*it, self.term(*it)))
    }

    /// The term with a number; empty for a number that none has.
    pub(super) fn term(&self, number: u32) -> &str {
        str::from_utf8(self.bytes_of(number)).unwrap_or_default()
    }

    fn bytes_of(&self, number: u32) -> &[u8] {
        let begin = number as usize;
        let length = begin.checked_sub(1).and_then(|it| self.text.get(it)).copied().unwrap_or(0);
        self.text.get(begin..begin + usize::from(length)).unwrap_or_default()
    }

    /// Where a term stands in the order, which is that of its bytes.
    fn place(&self, term: &str) -> Result<usize, usize> {
        self.sorted.binary_search_by(|it| self.bytes_of(*it).cmp(term.as_bytes()))
    }

    /// The number of a term.
    pub(super) fn find(&self, term: &str) -> Option<u32> {
        self.sorted.get(self.place(term).ok()?).copied()
    }

    /// The number of a term, a new one where it has none; none when it is too long, or there are
    /// too many.
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

    /// The terms that begin so, with their numbers, in order.
    pub(super) fn beginning(&self, with: &str) -> impl Iterator<Item = (u32, &str)> {
        let from = self.sorted.partition_point(|it| self.bytes_of(*it) < with.as_bytes());
        let rest = self.sorted.get(from..).unwrap_or_default();
        rest.iter().map(|it| (*it, self.term(*it))).take_while(move |(_, it)| it.starts_with(with))
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.text.capacity() + size_of::<u32>() * self.sorted.capacity()
    }
}

/// Makes room for so many more by an eighth: doubling would leave half of the memory of a thousand
/// indexes empty.
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
