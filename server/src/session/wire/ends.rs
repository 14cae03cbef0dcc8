//! Where the lines that a player is shown end on the wire, so that it can be told which of them
//! have arrived.

use std::{collections::VecDeque, time::Duration};

use smallvec::SmallVec;
use world::{engine::id::SessionId, witness::scroll::ShownUpto};

use crate::session::socket::Arrived;

/// After so many further ends the kernel is asked which are needed no more.
const MANY: usize = 64;
/// Most ends that are kept, oldest out first; whoever is shown things again is not shown more.
const MOST: usize = 256;
/// Most gaps that are known; two that are next to each other become one.
const MOST_GAPS: usize = 8;

/// Where numbered lines end, in the order in which they are sent.
#[derive(Debug)]
pub(super) struct LineEnds {
    epoch: SessionId,
    list: VecDeque<LineEnd>,
    /// So many of them are on the wire, and have their place there.
    sent: usize,
    /// So many, with those, are counted from the beginning of what is sent next.
    sealed: usize,
    /// The last that came for the wire.
    last: u64,
    /// The highest that arrived.
    arrived: u64,
    /// The game was told of those up to here.
    told: u64,
    /// Those that something later has passed by: from the first to the last.
    gaps: SmallVec<[(u64, u64); 1]>,
    /// How many there are when the kernel is asked again, and when it is asked at the latest.
    ask_at: usize,
    pub(super) due: Duration,
}

#[derive(Debug)]
struct LineEnd {
    /// The end of the line: on the wire; while it is not sent, in what is.
    at: u64,
    number: u64,
}

impl LineEnds {
    /// For a stay of which the wire had so many things before, all of them settled.
    pub(super) fn new(epoch: SessionId, last: u64, due: Duration) -> Self {
        Self {
            epoch,
            list: VecDeque::new(),
            sent: 0,
            sealed: 0,
            last,
            arrived: 0,
            told: last,
            gaps: SmallVec::new(),
            ask_at: MANY,
            due,
        }
    }

    /// Numbered things come for the wire. Unless some before them were left out, which their
    /// reader is told, what is missing is still to come.
    pub(super) fn come(&mut self, first: u64, last: u64, left_out: bool) {
        if first <= self.last {
            self.fill(first, last);
        } else if self.last > 0 && first > self.last + 1 && !left_out {
            self.gaps.push((self.last + 1, first - 1));
            if self.gaps.len() > MOST_GAPS {
                let (_, end) = self.gaps.remove(1);
                if let Some(gap) = self.gaps.first_mut() {
                    gap.1 = end;
                }
            }
        }
        self.last = self.last.max(last);
    }

    /// What was missing has come.
    fn fill(&mut self, first: u64, last: u64) {
        let gaps = std::mem::take(&mut self.gaps);
        for (from, to) in gaps {
            let before = (from, to.min(first.saturating_sub(1)));
            let after = (from.max(last + 1), to);
            self.gaps.extend([before, after].into_iter().filter(|(from, to)| from <= to));
        }
    }

    /// A line ends so many bytes into what is not packed yet.
    pub(super) fn add(&mut self, at: usize, number: u64) {
        self.list.push_back(LineEnd { at: as_place(at), number });
    }

    /// Where lines end in what is not packed yet.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        let open = self.list.iter().skip(self.sealed);
        open.map(|it| usize::try_from(it.at).unwrap_or(usize::MAX))
    }

    /// The next line that is not packed yet ends here in what is sent next.
    pub(super) fn seal(&mut self, at: usize) {
        if let Some(end) = self.list.get_mut(self.sealed) {
            end.at = as_place(at);
            self.sealed += 1;
        }
    }

    /// All that is not packed yet follows so many bytes that are.
    pub(super) fn seal_all(&mut self, after: usize) {
        for end in self.list.iter_mut().skip(self.sealed) {
            end.at += as_place(after);
        }
        self.sealed = self.list.len();
    }

    /// What is sent next begins at this place of the wire.
    pub(super) fn send_from(&mut self, place: u64) {
        for end in self.list.iter_mut().skip(self.sent) {
            end.at += place;
        }
        (self.sent, self.sealed) = (self.list.len(), self.list.len());
    }

    /// Of what is sent next so many bytes have left, up to this place of the wire.
    pub(super) fn sent_piece(&mut self, bytes: usize, place: u64) {
        let bytes = as_place(bytes);
        while let Some(end) = self.list.get_mut(self.sent)
            && self.sent < self.sealed
            && end.at <= bytes
        {
            end.at = place;
            self.sent += 1;
        }
    }

    /// What is not sent never will be.
    pub(super) fn forget_unsent(&mut self) {
        self.list.truncate(self.sent);
        self.sealed = self.sent;
    }

    /// Whether the kernel is to be asked what arrived.
    pub(super) fn are_many(&self) -> bool {
        self.sent >= self.ask_at
    }

    /// Whether all that was sent is known to have arrived.
    pub(super) fn all_arrived(&self) -> bool {
        self.sent == 0
    }

    /// Takes note of what arrived, and forgets what is known of it.
    pub(super) fn note(&mut self, arrived: Arrived) {
        let before = self.list.len();
        while self.sent > 0
            && let Some(end) = self.list.pop_front_if(|it| it.at <= arrived.bytes)
        {
            self.sent -= 1;
            self.arrived = self.arrived.max(end.number);
        }
        while self.sent > MOST && self.list.pop_front().is_some() {
            self.sent -= 1;
        }
        self.sealed -= before - self.list.len();
        self.ask_at = self.sent + MANY;
    }

    /// Up to where everything has arrived; none when the game knows that already.
    pub(super) fn news(&self) -> Option<ShownUpto> {
        let waiting = self.list.iter().map(|it| it.number);
        let missing = waiting.chain(self.gaps.iter().map(|it| it.0)).min();
        let upto = missing.map_or(self.arrived, |it| self.arrived.min(it.saturating_sub(1)));
        (upto > self.told).then_some(ShownUpto { epoch: self.epoch, n: upto })
    }

    /// The game knows now that everything has arrived up to here.
    pub(super) fn told(&mut self, upto: ShownUpto) {
        self.told = upto.n;
    }

    /// Whether nothing is left to be asked or told.
    pub(super) fn are_done(&self) -> bool {
        self.list.is_empty() && self.gaps.is_empty() && self.news().is_none()
    }
}

fn as_place(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
