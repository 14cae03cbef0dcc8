//! Which options we support, and the Q method of RFC 1143 that agrees on them without looping.
//!
//! Each option has two sides: what we do (the peer says DO and DONT, we say WILL and WONT) and what
//! the peer does (the other way round). The same six states serve both.

use super::parser::{Verb, code};

/// We show what the peer types, which to its client means: do not show it yourself.
pub(super) const ECHO: u8 = 1;
/// No GA after each prompt.
pub(super) const SGA: u8 = 3;
/// A request to be told when all before it has been read.
pub(super) const TIMING_MARK: u8 = 6;
/// The peer names its client.
pub(super) const TTYPE: u8 = 24;
/// IAC EOR after each prompt.
pub(super) const EOR: u8 = 25;
/// The peer tells the size of its window.
pub(super) const NAWS: u8 = 31;

/// How we meet one side of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Policy {
    /// Off for good; a request is refused once, and later ones are ignored.
    Refuse,
    /// Offered at the start, and agreed to when the peer is first to ask.
    Offer,
    /// On only when the server asks; a request of the peer's is refused once.
    OnlyOurs,
    /// Every request is granted with one answer and leaves nothing switched on.
    EachTime,
}

/// One line of the table of options.
pub(super) struct Support {
    option: u8,
    us: Policy,
    him: Policy,
}

/// Every option we know, in the order of the opening offers. All others are refused. TTYPE
/// stays first, since some clients no longer answer it once another option has started compression.
pub(super) const SUPPORTED: [Support; 6] = [
    support(TTYPE, Policy::Refuse, Policy::Offer),
    support(NAWS, Policy::Refuse, Policy::Offer),
    support(EOR, Policy::Offer, Policy::Refuse),
    support(SGA, Policy::Offer, Policy::Refuse),
    support(ECHO, Policy::OnlyOurs, Policy::Refuse),
    support(TIMING_MARK, Policy::EachTime, Policy::Refuse),
];

const fn support(option: u8, us: Policy, him: Policy) -> Support {
    Support { option, us, him }
}

/// How often one side of a supported option answers when the peer is first to change it. People
/// change a setting a few times; a peer that passes this is looping, and is no longer answered.
const MOST_ANSWERS: u8 = 32;

/// Whose behaviour an option is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Us,
    Him,
}

/// The two things that can be asked, answered or wished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signal {
    On,
    Off,
}

/// What a negotiation changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    TurnedOn,
    TurnedOff,
    Unchanged,
}

/// The state of one side of one option, by the names of RFC 1143; its queue bit is part of the
/// name, since only two of the states have use for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Q {
    #[default]
    No,
    Yes,
    /// We asked for off and wait.
    WantNo,
    /// We asked for off, wait, and by now want on.
    WantNoOpposite,
    /// We asked for on and wait.
    WantYes,
    /// We asked for on, wait, and by now want off.
    WantYesOpposite,
}

impl Q {
    /// The peer sent `signal`; gives the next state and what to answer. `willing` says whether we
    /// agree when the peer is first to ask for on.
    pub(super) fn hear(self, signal: Signal, willing: bool) -> (Self, Option<Signal>) {
        match (signal, self) {
            (Signal::On, Self::No) if willing => (Self::Yes, Some(Signal::On)),
            (Signal::On, Self::No) => (Self::No, Some(Signal::Off)),
            (Signal::On, Self::Yes | Self::WantNoOpposite | Self::WantYes) => (Self::Yes, None),
            // An error of the peer's: it may not answer a wish for off with on.
            (Signal::On, Self::WantNo) => (Self::No, None),
            (Signal::On, Self::WantYesOpposite) => (Self::WantNo, Some(Signal::Off)),
            (Signal::Off, Self::Yes) => (Self::No, Some(Signal::Off)),
            (Signal::Off, Self::WantNoOpposite) => (Self::WantYes, Some(Signal::On)),
            (Signal::Off, Self::No | Self::WantNo | Self::WantYes | Self::WantYesOpposite) => {
                (Self::No, None)
            }
        }
    }

    /// We want `signal`; gives the next state and what to send.
    pub(super) fn want(self, signal: Signal) -> (Self, Option<Signal>) {
        match (signal, self) {
            (Signal::On, Self::No) => (Self::WantYes, Some(Signal::On)),
            (Signal::On, Self::WantNo) => (Self::WantNoOpposite, None),
            (Signal::On, Self::WantYesOpposite) => (Self::WantYes, None),
            (Signal::Off, Self::Yes) => (Self::WantNo, Some(Signal::Off)),
            (Signal::Off, Self::WantYes) => (Self::WantYesOpposite, None),
            (Signal::Off, Self::WantNoOpposite) => (Self::WantNo, None),
            (Signal::On, Self::Yes | Self::WantNoOpposite | Self::WantYes)
            | (Signal::Off, Self::No | Self::WantNo | Self::WantYesOpposite) => (self, None),
        }
    }

    /// Whether no answer is owed to us, so that what comes next is the peer's own idea.
    fn is_settled(self) -> bool {
        matches!(self, Self::No | Self::Yes)
    }
}

/// One side of one supported option.
#[derive(Clone, Copy, Default)]
struct Slot {
    state: Q,
    /// Answers given so far to changes that the peer began.
    answers: u8,
}

impl Slot {
    fn hear(&mut self, signal: Signal) -> Option<Signal> {
        let (mut next, mut reply) = self.state.hear(signal, true);
        if reply.is_some() && self.state.is_settled() {
            if self.answers == MOST_ANSWERS {
                // Off must be believed; on needs an answer, so without one it does not happen.
                (next, reply) = (Q::No, None);
            } else {
                self.answers += 1;
            }
        }
        self.state = next;
        reply
    }
}

/// Both sides of one option.
#[derive(Clone, Copy, Default)]
struct Pair {
    us: Slot,
    him: Slot,
}

impl Pair {
    fn side(&mut self, side: Side) -> &mut Slot {
        match side {
            Side::Us => &mut self.us,
            Side::Him => &mut self.him,
        }
    }
}

/// What is agreed on one connection.
#[derive(Default)]
pub(super) struct Options {
    /// In the order of [`SUPPORTED`].
    pairs: [Pair; SUPPORTED.len()],
    refused_us: Refused,
    refused_him: Refused,
}

impl Options {
    /// Asks for everything that the table says to offer.
    pub(super) fn offer(&mut self, out: &mut Vec<u8>) {
        for Support { option, us, him } in &SUPPORTED {
            for (side, policy) in [(Side::Us, us), (Side::Him, him)] {
                if *policy == Policy::Offer {
                    self.want(side, *option, Signal::On, out);
                }
            }
        }
    }

    /// Takes in one negotiation and appends the answer to `out`, if one is due.
    pub(super) fn hear(&mut self, verb: Verb, option: u8, out: &mut Vec<u8>) -> Outcome {
        let (side, signal) = heard(verb);
        match (policy(side, option), signal) {
            (Policy::EachTime, Signal::On) => {
                send(side, Signal::On, option, out);
                return Outcome::Unchanged;
            }
            (Policy::Refuse | Policy::EachTime, Signal::Off) => return Outcome::Unchanged,
            (Policy::Refuse, Signal::On) => {
                self.refuse(side, option, out);
                return Outcome::Unchanged;
            }
            (Policy::OnlyOurs, Signal::On) if self.is_off(side, option) => {
                self.refuse(side, option, out);
                return Outcome::Unchanged;
            }
            (Policy::Offer | Policy::OnlyOurs, _) => {}
        }
        let Some(pair) = self.pair(option) else {
            return Outcome::Unchanged;
        };
        let slot = pair.side(side);
        let before = slot.state == Q::Yes;
        let reply = slot.hear(signal);
        let after = slot.state == Q::Yes;
        if let Some(reply) = reply {
            send(side, reply, option, out);
        }
        match (before, after) {
            (false, true) => Outcome::TurnedOn,
            (true, false) => Outcome::TurnedOff,
            (false, false) | (true, true) => Outcome::Unchanged,
        }
    }

    /// Asks for one side of a supported option to be on or off.
    pub(super) fn want(&mut self, side: Side, option: u8, signal: Signal, out: &mut Vec<u8>) {
        let Some(pair) = self.pair(option) else {
            return;
        };
        let slot = pair.side(side);
        let (next, message) = slot.state.want(signal);
        slot.state = next;
        if let Some(message) = message {
            send(side, message, option, out);
        }
    }

    /// Whether both of us agree that the option is on.
    pub(super) fn is_on(&self, side: Side, option: u8) -> bool {
        self.state(side, option) == Q::Yes
    }

    /// Whether the option is off and nothing about it is waiting for an answer.
    pub(super) fn is_off(&self, side: Side, option: u8) -> bool {
        self.state(side, option) == Q::No
    }

    fn state(&self, side: Side, option: u8) -> Q {
        SUPPORTED.iter().zip(&self.pairs).find(|(support, _)| support.option == option).map_or(
            Q::No,
            |(_, pair)| match side {
                Side::Us => pair.us.state,
                Side::Him => pair.him.state,
            },
        )
    }

    fn pair(&mut self, option: u8) -> Option<&mut Pair> {
        SUPPORTED
            .iter()
            .zip(&mut self.pairs)
            .find_map(|(support, pair)| (support.option == option).then_some(pair))
    }

    fn refuse(&mut self, side: Side, option: u8, out: &mut Vec<u8>) {
        let refused = match side {
            Side::Us => &mut self.refused_us,
            Side::Him => &mut self.refused_him,
        };
        if refused.insert(option) {
            send(side, Signal::Off, option, out);
        }
    }
}

/// The options refused so far on one side, one bit each.
#[derive(Default)]
struct Refused([u64; 4]);

impl Refused {
    /// Adds `option`; says whether it is new.
    fn insert(&mut self, option: u8) -> bool {
        let bit = 1 << (option % 64);
        self.0.get_mut(usize::from(option / 64)).is_some_and(|word| {
            let new = *word & bit == 0;
            *word |= bit;
            new
        })
    }
}

fn policy(side: Side, option: u8) -> Policy {
    SUPPORTED.iter().find(|support| support.option == option).map_or(Policy::Refuse, |support| {
        match side {
            Side::Us => support.us,
            Side::Him => support.him,
        }
    })
}

/// What a verb means when the peer says it.
fn heard(verb: Verb) -> (Side, Signal) {
    match verb {
        Verb::Will => (Side::Him, Signal::On),
        Verb::Wont => (Side::Him, Signal::Off),
        Verb::Do => (Side::Us, Signal::On),
        Verb::Dont => (Side::Us, Signal::Off),
    }
}

fn send(side: Side, signal: Signal, option: u8, out: &mut Vec<u8>) {
    let verb = match (side, signal) {
        (Side::Us, Signal::On) => Verb::Will,
        (Side::Us, Signal::Off) => Verb::Wont,
        (Side::Him, Signal::On) => Verb::Do,
        (Side::Him, Signal::Off) => Verb::Dont,
    };
    out.extend([code::IAC, verb.byte(), option]);
}
