//! Suggestions for wrong names of rooms and kinds. Each compares the name with all names there are, so
//! their number is bounded.

use engine::id::KindId;

use super::ContentCheck;
use crate::content::authored::{WrongRoom, no_kind};

/// Maximum number of suggestions in one check. A renamed zone makes one wrong name for each exit to
/// it.
pub(super) const MOST_HINTS: usize = 100;

impl ContentCheck<'_> {
    /// Returns the error message for a wrong room id, with a suggestion while some are left.
    pub(super) fn wrong_room(&mut self, wrong: &WrongRoom) -> String {
        if self.takes_hint() { wrong.with_hint(&self.content) } else { wrong.to_string() }
    }

    /// Returns the error message for an undefined kind; none if it may be defined in a file that
    /// could not be read.
    pub(super) fn wrong_kind(&mut self, kind: &KindId) -> Option<String> {
        if !self.content.is_unknown_kind(kind) {
            return None;
        }
        if self.takes_hint() { self.content.unknown_kind(kind) } else { Some(no_kind(kind)) }
    }

    /// Takes one of the suggestions that are left. False if there is none.
    fn takes_hint(&mut self) -> bool {
        let left = self.hints.checked_sub(1);
        self.hints = left.unwrap_or_default();
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{parse::parse, problem::SourceFile};

    #[test]
    fn a_renamed_zone_is_told_of_at_each_exit_and_with_some_hints() {
        let exits = MOST_HINTS * 2;
        let mut zone = String::from("(id: \"w\", name: \"W\", rooms: [\n");
        for n in 0..exits {
            let exit = format!("exits: [(direction: North, to: \"v/r{n}\")]");
            zone += &format!("(id: \"r{n}\", name: \"R\", description: \"D\", {exit}),\n");
        }
        zone += "])";
        let world = r#"(name: "W", banner: "B", welcome: "W", start: "w/r0", coins: 0)"#;
        let files = [SourceFile::new("world.ron", world), SourceFile::new("zones/w.ron", zone)];
        let (_, problems) = parse(&files);
        assert_eq!(problems.len(), exits);
        let hinted = problems.iter().filter(|it| it.sentence.contains("did you mean"));
        assert_eq!(hinted.count(), MOST_HINTS);
    }
}
