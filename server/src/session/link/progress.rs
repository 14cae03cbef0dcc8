//! Position up to which a player's numbered lines were written.

use engine::id::SessionId;
use world::witness::backlog::ShownUpto;

/// Position up to which all lines were written.
///
/// Lines come in order, unless some wait for the disk and others pass them by; those come later, in
/// order again.
#[derive(Debug)]
pub(crate) struct WrittenLines {
    /// Last line written; of number 0 while there is none.
    last: ShownUpto,
    /// Numbers of the first and the last line that others have overtaken.
    passed: Option<Box<(u64, u64)>>,
}

impl Default for WrittenLines {
    fn default() -> Self {
        Self { last: ShownUpto { epoch: SessionId(0), n: 0 }, passed: None }
    }
}

impl WrittenLines {
    /// Notes that numbered lines are written, from the `first` to the `last`. Unless some before
    /// them were left out, which the player is told, the missing ones are still to come.
    pub(crate) fn come(&mut self, first: u64, last: ShownUpto, left_out: bool) {
        let before = self.last.n;
        if let Some(passed) = self.passed.as_mut().filter(|_| first <= before) {
            passed.0 = last.n + 1;
        } else if before > 0 && first > before + 1 && !left_out {
            let passed = self.passed.get_or_insert(Box::new((before + 1, 0)));
            passed.1 = first - 1;
        }
        self.passed.take_if(|it| it.0 > it.1);
        if last.n > before {
            self.last = last;
        }
    }

    /// Returns the last line that was written, whatever was not before it; `None` if none was.
    pub(crate) fn reached(&self) -> Option<ShownUpto> {
        (self.last.n > 0).then_some(self.last)
    }

    /// Returns the last line up to which all lines were written; `None` if none was.
    pub(crate) fn upto(&self) -> Option<ShownUpto> {
        let n = self.passed.as_ref().map_or(self.last.n, |it| it.0.saturating_sub(1));
        (n > 0).then_some(ShownUpto { n, ..self.last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_passed_by_is_waited_for() {
        let mut written = WrittenLines::default();
        assert_eq!(written.upto(), None);
        let mut come = |first, n, left_out| {
            written.come(first, ShownUpto { epoch: SessionId(7), n }, left_out);
            written.upto().map(|it| it.n)
        };
        // The first of a stay may have any number.
        assert_eq!(come(3, 4, false), Some(4));
        // Hard changes wait for the disk, and talk passes them by.
        assert_eq!(come(7, 7, false), Some(4));
        assert_eq!(come(9, 9, false), Some(4));
        assert_eq!(come(10, 11, false), Some(4));
        assert_eq!(come(5, 5, false), Some(5));
        assert_eq!(come(6, 6, false), Some(6));
        assert_eq!(come(8, 8, false), Some(11));
        // Of what is left out the reader is told.
        assert_eq!(come(14, 14, true), Some(14));
        assert_eq!(come(16, 16, false), Some(14));
        assert_eq!(written.reached().map(|it| it.n), Some(16));
    }
}
