//! Frames on their way to the screens. Those that show what is not saved yet wait here for its
//! commit, and whatever follows one of them on the same screen waits behind it.
//!
//! While nothing is being saved, which everybody is told, only frames that show a hard change wait:
//! talk, looks and walks pass them by.

use std::collections::VecDeque;

use engine::save::durability::Durability;

use crate::contract::{frame::Frame, screen::Screen};

/// Most frames that wait. A further one is left out, and its reader is told how many lines were in
/// it; last words are always kept.
const MOST_HELD: usize = 65_536;

/// Queue of frames that wait for the commit of what they show.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    held: VecDeque<Held>,
    /// The number of the last batch that is committed.
    committed: u64,
    /// True while saving is overdue, so that soft frames do not wait.
    late: bool,
}

/// A frame on its way to a screen.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) screen: Screen,
    pub(super) frame: Frame,
    /// Durability of the changes that the frame shows.
    pub(super) durability: Durability,
}

#[derive(Debug)]
struct Held {
    /// The number of the batch that has to be committed first.
    until: u64,
    outgoing: Outgoing,
}

impl Outbox {
    /// Sends a frame, or keeps it until `last` is committed: the last batch that was handed over.
    pub(super) fn put(&mut self, mut outgoing: Outgoing, last: u64) {
        if last <= self.committed || self.passes(&outgoing) {
            outgoing.send();
        } else if self.held.len() >= MOST_HELD && !outgoing.frame.is_last() {
            outgoing.screen.leave_out(&outgoing.frame);
        } else {
            outgoing.screen.gate(last);
            if self.late {
                outgoing.forget_data();
            }
            self.held.push_back(Held { until: last, outgoing });
        }
    }

    fn passes(&self, outgoing: &Outgoing) -> bool {
        match outgoing.durability {
            Durability::Hard => false,
            Durability::Soft => self.late,
            Durability::None => self.late || !outgoing.screen.is_gated(self.committed),
        }
    }

    /// Sends what waited for this batch and those before it.
    pub(super) fn committed(&mut self, upto: u64) {
        self.committed = upto;
        while let Some(held) = self.held.pop_front_if(|held| held.until <= upto) {
            held.outgoing.send();
        }
    }

    /// Sets whether saving is overdue; frames that need not wait then go. Connections about to end
    /// go too, with these words in place of their last ones.
    pub(super) fn set_late(&mut self, late: bool, farewell: &str) {
        self.late = late;
        if !late {
            return;
        }
        for mut held in std::mem::take(&mut self.held) {
            let hard = held.outgoing.durability == Durability::Hard;
            if held.outgoing.frame.last.is_some() {
                held.outgoing.say_farewell(farewell, hard);
            } else if hard {
                held.outgoing.forget_data();
                self.held.push_back(held);
            } else {
                held.outgoing.send();
            }
        }
    }

    /// Returns whether saving is overdue.
    pub(super) fn is_late(&self) -> bool {
        self.late
    }

    /// Gives up waiting: frames of changes that are not saved are never shown, and connections
    /// about to end get these words.
    pub(super) fn give_up(&mut self, words: &str) {
        for held in self.held.drain(..).filter(|held| held.outgoing.frame.last.is_some()) {
            held.outgoing.say_farewell(words, true);
        }
    }
}

impl Outgoing {
    fn send(self) {
        self.screen.send(self.frame);
    }

    /// Drops the data of a waiting frame: newer data passes it by, so its own would tell the client
    /// what was before.
    fn forget_data(&mut self) {
        self.frame.data.clear();
    }

    /// Ends the connection with these words, and shows the rest unless it must stay `unseen`.
    fn say_farewell(mut self, words: &str, unseen: bool) {
        if unseen {
            self.frame.lines.clear();
            self.frame.data.clear();
        }
        self.frame.last = Some(words.into());
        self.send();
    }
}

#[cfg(test)]
mod tests {
    use telnet::gmcp::GmcpMessage;
    use tokio_util::sync::CancellationToken;
    use world::beings::settings::Settings;

    use super::*;
    use crate::contract::{frame::Lines, screen::View};

    struct Fixture {
        outbox: Outbox,
        screen: Screen,
        view: View,
    }

    fn fixture() -> Fixture {
        let (screen, view) = Screen::new(1_000_000, CancellationToken::new());
        Fixture { outbox: Outbox::default(), screen, view }
    }

    impl Fixture {
        fn frame(&self, words: &'static str, durability: Durability) -> Outgoing {
            let line = Lines::from_elem(words.into(), 1);
            let frame = Frame::new(line, Settings::default());
            Outgoing { screen: self.screen.clone(), frame, durability }
        }

        /// The same with last words.
        fn last(&self, words: &'static str, last: &str, durability: Durability) -> Outgoing {
            let mut it = self.frame(words, durability);
            it.frame.last = Some(last.into());
            it
        }

        fn put(&mut self, words: &'static str, durability: Durability, last: u64) {
            let it = self.frame(words, durability);
            self.outbox.put(it, last);
        }

        /// Text of the frames shown since the last call.
        fn shown(&mut self) -> Vec<String> {
            let frames = std::iter::from_fn(|| self.view.try_next());
            let words = |frame: Frame| {
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
        it.outbox.put(other.frame("say", Durability::None), 1);
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
            let last = it.last("You wave. ", "All is saved.", durability);
            it.outbox.put(last, 1);
            it.outbox.set_late(true, "Not saved.");
            assert_eq!(it.shown(), [shown]);
        }
    }

    #[test]
    fn data_that_newer_data_has_passed_is_not_sent() {
        let mut it = fixture();
        let data = |it: &Fixture| {
            let mut get = it.frame("get", Durability::Hard);
            get.frame.data = vec![GmcpMessage::Ping.encoded()];
            get
        };
        let before = data(&it);
        it.outbox.put(before, 1);
        it.outbox.set_late(true, "");
        let during = data(&it);
        it.outbox.put(during, 2);
        it.outbox.committed(2);
        let mut frames = std::iter::from_fn(|| it.view.try_next());
        assert!(frames.by_ref().take(2).all(|frame| frame.data.is_empty()));
    }

    #[test]
    fn what_waits_is_bounded_and_its_reader_is_told() {
        let mut it = fixture();
        for _ in 0..MOST_HELD + 3 {
            it.put("get", Durability::Hard, 1);
        }
        let last = it.last("", "Goodbye!", Durability::Hard);
        it.outbox.put(last, 1);
        assert_eq!(it.outbox.held.len(), MOST_HELD + 1);
        assert_eq!(it.view.take_left_out(), 3);
    }

    #[test]
    fn what_is_given_up_is_never_shown() {
        let mut it = fixture();
        it.put("get", Durability::Hard, 1);
        let last = it.last("You have a spoon.", "All is saved.", Durability::Hard);
        it.outbox.put(last, 1);
        it.outbox.give_up("Nothing is saved.");
        assert_eq!(it.shown(), ["Nothing is saved."]);
    }
}
