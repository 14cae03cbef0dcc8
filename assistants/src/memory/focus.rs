//! Focus of a search in memory: how wide it is, from 0 to 5.

use super::NoteKind;

/// Breadth of a search in memory. Each level finds more than the one below it, and none hides what is
/// old.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchBreadth {
    /// True if what was said, and what somebody claims, is found besides facts.
    pub said: bool,
    /// True if what merely happened is found.
    pub episodes: bool,
    /// Number of lines around the best that come along, on each side.
    pub around: usize,
}

/// Level of a search that a tool does not state, and of what comes to mind unasked.
pub const USUAL: u8 = 1;
/// Widest level.
pub const WIDEST: u8 = 5;

impl SearchBreadth {
    /// Returns the breadth of a level; levels above [`WIDEST`] count as that.
    #[must_use]
    pub fn of(focus: u8) -> Self {
        let of = |said, episodes, around| Self { said, episodes, around };
        match focus {
            0 => of(false, false, 0),
            1 => of(true, false, 0),
            2 => of(true, true, 0),
            3 => of(true, true, 1),
            4 => of(true, true, 2),
            _ => of(true, true, 3),
        }
    }

    /// Returns whether notes of a kind are found. Pages of captured documents are for searches of the
    /// library.
    #[must_use]
    pub fn finds(self, kind: NoteKind) -> bool {
        match kind {
            NoteKind::Fact | NoteKind::Insight | NoteKind::Profile => true,
            NoteKind::Line | NoteKind::Hearsay => self.said,
            NoteKind::Episode | NoteKind::Journal => self.episodes,
            NoteKind::Page => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_wider_than_the_one_below() {
        let kinds = [
            NoteKind::Fact,
            NoteKind::Insight,
            NoteKind::Line,
            NoteKind::Hearsay,
            NoteKind::Episode,
        ];
        let of = |focus: u8| {
            let breadth = SearchBreadth::of(focus);
            (kinds.into_iter().filter(|it| breadth.finds(*it)).count(), breadth.around)
        };
        for focus in 0..WIDEST {
            let (narrow, wide) = (of(focus), of(focus + 1));
            assert!(narrow.0 <= wide.0 && narrow.1 <= wide.1, "{focus}");
            assert_ne!(narrow, wide, "{focus} differs from {}", focus + 1);
        }
        assert_eq!(SearchBreadth::of(9), SearchBreadth::of(WIDEST));
    }
}
