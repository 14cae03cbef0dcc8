//! Transcript of the sandbox, and its form as a story for `tests/stories`.

use std::{collections::BTreeSet, fmt::Write as _};

/// Event of the transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Moment {
    /// First arrival of somebody, who wakes up in this room.
    Player(String, String),
    /// Later arrival of somebody.
    Back(String),
    /// Line that somebody typed.
    Typed(String, String),
    /// Line that somebody read.
    Read(String, String),
    /// Time that passed, in seconds.
    Wait(u64),
}

impl Moment {
    /// Returns whether the entry is an act that others present may perceive.
    fn acts(&self) -> bool {
        match self {
            Self::Typed(..) | Self::Wait(_) => true,
            Self::Player(..) | Self::Back(_) | Self::Read(..) => false,
        }
    }
}

/// Transcript of a talk, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Transcript {
    moments: Vec<Moment>,
    /// Players who speak for themselves; the reading of silent ones is left out.
    speakers: BTreeSet<String>,
    /// True once an event occurred that a story cannot express.
    untold: bool,
}

impl Transcript {
    /// Records that somebody came in, for the first time when the room is given.
    pub(super) fn enters(&mut self, who: &str, room: Option<&str>) {
        self.moments.push(match room {
            Some(room) => Moment::Player(who.to_owned(), room.to_owned()),
            None => Moment::Back(who.to_owned()),
        });
    }

    /// Records that it is somebody's turn to speak.
    pub(super) fn speaks(&mut self, who: &str) {
        self.speakers.insert(who.to_owned());
    }

    /// Records a typed line.
    pub(super) fn types(&mut self, who: &str, line: &str) {
        self.moments.push(Moment::Typed(who.to_owned(), line.to_owned()));
    }

    /// Records a line that was read.
    pub(super) fn reads(&mut self, who: &str, line: &str) {
        self.moments.push(Moment::Read(who.to_owned(), line.to_owned()));
    }

    /// Records that time passed.
    pub(super) fn waits(&mut self, seconds: u64) {
        match self.moments.last_mut() {
            Some(Moment::Wait(before)) => *before += seconds,
            Some(_) | None => self.moments.push(Moment::Wait(seconds)),
        }
    }

    /// Marks the transcript as incomplete: something happened that no story can tell.
    pub(super) fn lose(&mut self) {
        self.untold = true;
    }

    /// Returns whether an event occurred that a story cannot express.
    pub(super) fn is_untold(&self) -> bool {
        self.untold
    }

    /// Writes the transcript as a story that begins at an hour.
    pub(super) fn story(&self, about: &str, hour: u64) -> String {
        let mut story = format!("# {about}\nworld content\nmachine only\nhour {hour}\n");
        // What is read before anybody does anything is thrown away when a story is played.
        let begun = self.moments.iter().position(Moment::acts).unwrap_or(self.moments.len());
        for (at, moment) in self.moments.iter().enumerate() {
            let written = match moment {
                Moment::Player(who, room) => writeln!(story, "player {who} in {room}"),
                Moment::Back(who) => writeln!(story, "back {who}"),
                Moment::Typed(who, line) => writeln!(story, "{who}> {line}"),
                Moment::Wait(seconds) => writeln!(story, "wait {seconds}s"),
                Moment::Read(who, line) if at > begun && self.speakers.contains(who) => {
                    writeln!(story, "{}", format!("{who}< {line}").trim_end())
                }
                Moment::Read(..) => Ok(()),
            };
            // Writing to a string cannot fail.
            debug_assert!(written.is_ok());
        }
        story
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_story_holds_what_speakers_did_and_read() {
        let mut it = Transcript::default();
        it.enters("ann", Some("town/inn"));
        it.speaks("ann");
        it.reads("ann", "Mara looks up.");
        it.enters("bob", Some("town/inn"));
        it.waits(4);
        it.waits(6);
        it.types("ann", "say Hello");
        it.reads("ann", "You say, \"Hello\"");
        it.reads("bob", "Ann says, \"Hello\"");
        it.reads("ann", "");
        it.enters("bob", None);
        let story = "# Talk.\nworld content\nmachine only\nhour 12\nplayer ann in town/inn\n\
                     player bob in town/inn\nwait 10s\nann> say Hello\nann< You say, \"Hello\"\n\
                     ann<\nback bob\n";
        assert_eq!(it.story("Talk.", 12), story);
    }
}
