//! The terms of an index, each with a number: one string for all of them, and their order.

/// The numbers are below this, so that a count fits beside one into 32 bits.
const MOST_TERMS: usize = 1 << 24;

/// Every term that a line of an index has.
#[derive(Debug, Clone, Default)]
pub(super) struct TermBook {
    /// All terms, one behind the other.
    text: String,
    /// Where each ends.
    ends: Vec<u32>,
    /// The numbers in the order of their terms.
    sorted: Vec<u32>,
}

impl TermBook {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The term with a number; empty for a number that none has.
    pub(super) fn term(&self, number: u32) -> &str {
        let number = number as usize;
        let begin = number.checked_sub(1).and_then(|it| self.ends.get(it)).copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(begin);
        self.text.get(begin as usize..end as usize).unwrap_or_default()
    }

    fn place(&self, term: &str) -> Result<usize, usize> {
        self.sorted.binary_search_by(|it| self.term(*it).cmp(term))
    }

    /// The number of a term.
    pub(super) fn find(&self, term: &str) -> Option<u32> {
        self.sorted.get(self.place(term).ok()?).copied()
    }

    /// The number of a term, a new one where it has none; none when there are too many.
    pub(super) fn enter(&mut self, term: &str) -> Option<u32> {
        match self.place(term) {
            Ok(place) => self.sorted.get(place).copied(),
            Err(place) => {
                let end = u32::try_from(self.text.len() + term.len()).ok()?;
                let number = Some(self.ends.len()).filter(|it| *it < MOST_TERMS)?;
                let number = u32::try_from(number).ok()?;
                make_room(&mut self.ends);
                make_room(&mut self.sorted);
                self.text.push_str(term);
                self.ends.push(end);
                self.sorted.insert(place, number);
                Some(number)
            }
        }
    }

    /// The terms that begin so, with their numbers, in order.
    pub(super) fn beginning(&self, with: &str) -> impl Iterator<Item = (u32, &str)> {
        let from = self.sorted.partition_point(|it| self.term(*it) < with);
        let rest = self.sorted.get(from..).unwrap_or_default();
        rest.iter().map(|it| (*it, self.term(*it))).take_while(move |(_, it)| it.starts_with(with))
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.text.capacity() + 4 * (self.ends.capacity() + self.sorted.capacity())
    }
}

/// Makes room for one more by an eighth: doubling would leave half of the memory of a thousand
/// indexes empty.
pub(super) fn make_room<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_keep_their_numbers() {
        let mut book = TermBook::default();
        let numbers: Vec<_> =
            ["spoon", "eel", "eels", "spoon", ""].iter().map(|it| book.enter(it)).collect();
        assert_eq!(numbers, [Some(0), Some(1), Some(2), Some(0), Some(3)]);
        assert_eq!(book.find("eel"), Some(1));
        assert_eq!(book.find("ee"), None);
        assert_eq!(book.term(2), "eels");
        assert_eq!(book.term(9), "");
        let found: Vec<_> = book.beginning("ee").map(|(_, it)| it).collect();
        assert_eq!(found, ["eel", "eels"]);
        assert!(book.bytes() >= 12);
    }
}
