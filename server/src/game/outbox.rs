//! Frames on their way to the screens. Those that show what is not saved yet wait here for its
//! commit, and whatever follows one of them on the same screen waits behind it.
//!
//! While nothing is being saved, which everybody is told, only frames that show a hard change wait:
//! talk, looks and walks pass them by.

use std::collections::VecDeque;

use world::save::durability::Durability;

use crate::contract::frame::Frame;

/// Most frames that wait. A further one is left out, and its reader is told how many lines were in
/// it; last words are always kept.
const MOST_HELD: usize = 65_536;

/// What waits for its commit.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    held: VecDeque<Held>,
    /// The number of the last batch that is committed.
    committed: u64,
    /// Whether nothing is being saved.
    late: bool,
}

#[derive(Debug)]
struct Held {
    /// The number of the batch that has to be committed first.
    until: u64,
    durability: Durability,
    frame: Frame,
}

impl Outbox {
    /// Sends a frame, or keeps it until `last` is committed: the last batch that was handed over.
    pub(super) fn put(&mut self, frame: Frame, durability: Durability, last: u64) {
        if last <= self.committed || self.passes(&frame, durability) {
            frame.send();
        } else if self.held.len() >= MOST_HELD && !frame.is_last() {
            frame.leave_out();
        } else {
            frame.screen().gate(last);
            let mut held = Held { until: last, durability, frame };
            if self.late {
                held.forget_data();
            }
            self.held.push_back(held);
        }
    }

    fn passes(&self, frame: &Frame, durability: Durability) -> bool {
        match durability {
            Durability::Hard => false,
            Durability::Soft => self.late,
            Durability::None => self.late || !frame.screen().is_gated(self.committed),
        }
    }

    /// Sends what waited for this batch and those before it.
    pub(super) fn committed(&mut self, upto: u64) {
        self.committed = upto;
        while let Some(held) = self.held.pop_front_if(|held| held.until <= upto) {
            held.frame.send();
        }
    }

    /// Takes note of whether nothing is being saved; what need not wait then goes. Whoever was
    /// about to leave goes too, and reads these words instead.
    pub(super) fn set_late(&mut self, late: bool, farewell: &str) {
        self.late = late;
        if !late {
            return;
        }
        for mut held in std::mem::take(&mut self.held) {
            let hard = held.durability == Durability::Hard;
            if held.frame.last.is_some() {
                held.say_farewell(farewell, hard);
            } else if hard {
                held.forget_data();
                self.held.push_back(held);
            } else {
                held.frame.send();
            }
        }
    }

    /// Whether nothing is being saved.
    pub(super) fn is_late(&self) -> bool {
        self.late
    }

    /// Gives up waiting: what shows a change that is not saved is never shown, and whoever was to
    /// read last words reads these.
    pub(super) fn give_up(&mut self, words: &str) {
        for held in self.held.drain(..).filter(|held| held.frame.last.is_some()) {
            held.say_farewell(words, true);
        }
    }
}

impl Held {
    /// Newer data passes it by, so its own would tell the client what was before.
    fn forget_data(&mut self) {
        self.frame.data.clear();
    }

    /// Ends the connection with these words, and shows the rest unless it must stay `unseen`.
    fn say_farewell(mut self, words: &str, unseen: bool) {
        if unseen {
            self.frame.lines.clear();
            self.frame.data.clear();
        }
        self.frame.last = Some(words.to_owned());
        self.frame.send();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio_util::sync::CancellationToken;
    use world::beings::settings::Settings;

    use super::*;
    use crate::{
        contract::frame::{Lines, Screen, View},
        wire::telnet::gmcp::GmcpMessage,
    };

    struct Fixture {
        outbox: Outbox,
        screen: Arc<Screen>,
        view: View,
    }

    fn fixture() -> Fixture {
        let (screen, view) = Screen::new(1_000_000, CancellationToken::new());
        Fixture { outbox: Outbox::default(), screen, view }
    }

    impl Fixture {
        fn frame(&self, words: &'static str) -> Frame {
            let line = Lines::from_elem(words.into(), 1);
            Frame::new(self.screen.clone(), line, Settings::default())
        }

        fn put(&mut self, words: &'static str, durability: Durability, last: u64) {
            let frame = self.frame(words);
            self.outbox.put(frame, durability, last);
        }

        /// What is shown by now.
        fn shown(&mut self) -> Vec<String> {
            let frames = std::iter::from_fn(|| self.view.frames.try_recv().ok());
            let words = |frame: Box<Frame>| {
                let lines = frame.lines.concat();
                String::from_utf8(lines).unwrap() + frame.last.as_deref().unwrap_or_default()
            };
            frames.map(words).collect()
        }
    }

    #[test]
    fn a_change_is_shown_when_it_is_saved_and_what_follows_comes_after_it() {
        let mut it = fixture();
        it.put("before", Durability::None, 0);
        it.put("get", Durability::Hard, 1);
        it.put("say", Durability::None, 1);
        it.put("walk", Durability::Soft, 2);
        assert_eq!(it.shown(), ["before"]);
        it.outbox.committed(1);
        assert_eq!(it.shown(), ["get", "say"]);
        it.put("late", Durability::None, 2);
        it.outbox.committed(2);
        assert_eq!(it.shown(), ["walk", "late"]);
        it.put("saved", Durability::Hard, 2);
        assert_eq!(it.shown(), ["saved"]);
    }

    #[test]
    fn one_screen_does_not_wait_for_another() {
        let (mut it, mut other) = (fixture(), fixture());
        it.put("get", Durability::Hard, 1);
        it.outbox.put(other.frame("say"), Durability::None, 1);
        assert_eq!((it.shown().len(), other.shown().len()), (0, 1));
    }

    #[test]
    fn while_nothing_is_saved_only_hard_changes_wait() {
        let mut it = fixture();
        it.put("walk", Durability::Soft, 1);
        it.put("get", Durability::Hard, 2);
        it.put("say", Durability::None, 2);
        it.outbox.set_late(true, "");
        assert_eq!(it.shown(), ["walk", "say"]);
        it.put("walk on", Durability::Soft, 3);
        it.put("restock", Durability::Hard, 4);
        it.put("look", Durability::None, 4);
        assert_eq!(it.shown(), ["walk on", "look"]);
        it.outbox.committed(4);
        it.outbox.set_late(false, "");
        assert_eq!(it.shown(), ["get", "restock"]);
    }

    #[test]
    fn whoever_was_leaving_leaves_and_reads_that_it_is_not_saved() {
        for (durability, shown) in
            [(Durability::Soft, "You wave. Not saved."), (Durability::Hard, "Not saved.")]
        {
            let mut it = fixture();
            let mut last = it.frame("You wave. ");
            last.last = Some("All is saved.".to_owned());
            it.outbox.put(last, durability, 1);
            it.outbox.set_late(true, "Not saved.");
            assert_eq!(it.shown(), [shown]);
        }
    }

    #[test]
    fn data_that_newer_data_has_passed_is_not_sent() {
        let mut it = fixture();
        let data = |it: &Fixture| {
            let mut frame = it.frame("get");
            frame.data = vec![GmcpMessage::Ping.encoded()];
            frame
        };
        let before = data(&it);
        it.outbox.put(before, Durability::Hard, 1);
        it.outbox.set_late(true, "");
        let during = data(&it);
        it.outbox.put(during, Durability::Hard, 2);
        it.outbox.committed(2);
        let mut frames = std::iter::from_fn(|| it.view.frames.try_recv().ok());
        assert!(frames.by_ref().take(2).all(|frame| frame.data.is_empty()));
    }

    #[test]
    fn what_waits_is_bounded_and_its_reader_is_told() {
        let mut it = fixture();
        for _ in 0..MOST_HELD + 3 {
            it.put("get", Durability::Hard, 1);
        }
        let mut last = it.frame("");
        last.last = Some("Goodbye!".to_owned());
        it.outbox.put(last, Durability::Hard, 1);
        assert_eq!(it.outbox.held.len(), MOST_HELD + 1);
        assert_eq!(it.screen.take_left_out(), 3);
    }

    #[test]
    fn what_is_given_up_is_never_shown() {
        let mut it = fixture();
        it.put("get", Durability::Hard, 1);
        let mut last = it.frame("You have a spoon.");
        last.last = Some("All is saved.".to_owned());
        it.outbox.put(last, Durability::Hard, 1);
        it.outbox.give_up("Nothing is saved.");
        assert_eq!(it.shown(), ["Nothing is saved."]);
    }
}
