//! Table of supported options, and the Q method of RFC 1143 that agrees on them without looping.
//!
//! Each option has two sides: what we do (the peer says DO and DONT, we say WILL and WONT) and what
//! the peer does (the other way round). The same six states serve both.

use super::{
    parser::{Verb, code},
    policy::{OptionPolicy, Stance},
};

/// ECHO: we show the peer's typed input, which tells its client not to.
pub(super) const ECHO: u8 = 1;
/// Suppression of GA after each prompt.
pub(super) const SGA: u8 = 3;
/// TIMING-MARK: a request for an answer once all before it has been read.
pub(super) const TIMING_MARK: u8 = 6;
/// TTYPE: the peer names its client.
pub(super) const TTYPE: u8 = 24;
/// EOR: IAC EOR after each prompt.
pub(super) const EOR: u8 = 25;
/// NAWS: the peer reports the size of its window.
pub(super) const NAWS: u8 = 31;
/// NEW-ENVIRON: the peer reports variables about its client.
pub(super) const NEW_ENVIRON: u8 = 39;
/// CHARSET: either side asks for a character set.
pub(super) const CHARSET: u8 = 42;
/// MSSP: we send the data for listing sites.
pub(super) const MSSP: u8 = 70;
/// MCCP2: we compress our output. (85 is the first version, whose start is malformed: never agreed
/// to.)
pub(super) const MCCP2: u8 = 86;
/// GMCP: both sides send structured data beside the text.
pub(super) const GMCP: u8 = 201;

/// Rule for one side of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OptionRule {
    /// Off for good; a request is refused once, and later ones are ignored.
    Refuse,
    /// Agreed to when the peer asks, but not offered.
    Accept,
    /// Offered at the start, and agreed to when the peer is first to ask.
    Offer,
    /// Like `Offer`, but offered only once TTYPE is settled.
    OfferLate,
    /// On only when the server asks; a request of the peer's is refused once.
    OnlyOurs,
    /// Grants every request with one answer, and leaves nothing switched on.
    EachTime,
}

/// Entry of the table of options. A rule may depend on the policy of the connection.
pub(super) struct Support {
    pub(super) option: u8,
    us: fn(&OptionPolicy) -> OptionRule,
    him: fn(&OptionPolicy) -> OptionRule,
}

/// Table of known options, in the order of the opening offers. All others are refused. TTYPE stays
/// first, since some clients no longer answer it once another option has started compression.
pub(super) const SUPPORTED: [Support; 11] = [
    support(TTYPE, refuse, offer),
    support(NAWS, refuse, offer),
    support(NEW_ENVIRON, refuse, |policy| policy.environ.into()),
    support(CHARSET, |policy| policy.charset.into(), |policy| no_offer(policy.charset)),
    support(EOR, offer, refuse),
    // Not offered: a plain telnet client that agrees leaves its line mode, and echoes line ends.
    support(SGA, |_| OptionRule::Accept, refuse),
    support(GMCP, |policy| policy.gmcp.into(), refuse),
    support(MSSP, |policy| policy.mssp.into(), refuse),
    support(MCCP2, |policy| late(policy.compression), refuse),
    support(ECHO, |_| OptionRule::OnlyOurs, refuse),
    support(TIMING_MARK, |_| OptionRule::EachTime, refuse),
];

const fn support(
    option: u8,
    us: fn(&OptionPolicy) -> OptionRule,
    him: fn(&OptionPolicy) -> OptionRule,
) -> Support {
    Support { option, us, him }
}

fn refuse(_: &OptionPolicy) -> OptionRule {
    OptionRule::Refuse
}

fn offer(_: &OptionPolicy) -> OptionRule {
    OptionRule::Offer
}

/// Returns the rule for a side that the peer may switch on but that is never offered.
fn no_offer(stance: Stance) -> OptionRule {
    match stance {
        Stance::Refuse => OptionRule::Refuse,
        Stance::Accept | Stance::Offer => OptionRule::Accept,
    }
}

/// Returns the rule for an option that is offered late, since some clients stop answering others
/// after it.
fn late(stance: Stance) -> OptionRule {
    match stance {
        Stance::Refuse => OptionRule::Refuse,
        Stance::Accept => OptionRule::Accept,
        Stance::Offer => OptionRule::OfferLate,
    }
}

impl From<Stance> for OptionRule {
    fn from(stance: Stance) -> Self {
        match stance {
            Stance::Refuse => Self::Refuse,
            Stance::Accept => Self::Accept,
            Stance::Offer => Self::Offer,
        }
    }
}

/// Maximum number of answers of one side of a supported option to changes that the peer begins.
/// People change a setting a few times; a peer that passes this is looping, and is no longer
/// answered.
const MOST_ANSWERS: u8 = 32;

/// Side of an option: the server's behaviour or the peer's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Us,
    Him,
}

/// Direction of a request, an answer or a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signal {
    On,
    Off,
}

/// Effect of a negotiation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Negotiated {
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
    /// Processes a `signal` of the peer; returns the next state and the answer, if one is due.
    /// `willing` says whether we agree when the peer is first to ask for on.
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

    /// Processes our own wish for `signal`; returns the next state and the message to send, if any.
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

    /// Returns whether no answer is owed to us, so that the next message is the peer's own
    /// initiative.
    fn is_settled(self) -> bool {
        matches!(self, Self::No | Self::Yes)
    }
}

/// State of one side of one supported option.
#[derive(Clone, Copy, Default)]
struct OptionSlot {
    state: Q,
    /// Answers given so far to changes that the peer began.
    answers: u8,
}

impl OptionSlot {
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

/// State of an option on both sides.
#[derive(Clone, Copy, Default)]
struct Pair {
    us: OptionSlot,
    him: OptionSlot,
}

impl Pair {
    fn side(&mut self, side: Side) -> &mut OptionSlot {
        match side {
            Side::Us => &mut self.us,
            Side::Him => &mut self.him,
        }
    }
}

/// State of all options of one connection.
#[derive(Default)]
pub(super) struct Options {
    pub(super) policy: OptionPolicy,
    /// States of all options, in the order of [`SUPPORTED`].
    pairs: [Pair; SUPPORTED.len()],
    refused_us: Refused,
    refused_him: Refused,
}

impl Options {
    /// Creates the state with all options off and limited by `policy`.
    pub(super) fn new(policy: OptionPolicy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// Asks for everything that is to be offered by `rule`.
    pub(super) fn offer(&mut self, rule: OptionRule, out: &mut Vec<u8>) {
        for Support { option, us, him } in &SUPPORTED {
            for (side, found) in [(Side::Us, us(&self.policy)), (Side::Him, him(&self.policy))] {
                if found == rule {
                    self.want(side, *option, Signal::On, out);
                }
            }
        }
    }

    /// Processes one negotiation and appends the answer to `out`, if one is due.
    pub(super) fn hear(&mut self, verb: Verb, option: u8, out: &mut Vec<u8>) -> Negotiated {
        let (side, signal) = heard(verb);
        match (self.rule(side, option), signal) {
            (OptionRule::EachTime, Signal::On) => {
                send(side, Signal::On, option, out);
                return Negotiated::Unchanged;
            }
            (OptionRule::Refuse | OptionRule::EachTime, Signal::Off) => {
                return Negotiated::Unchanged;
            }
            (OptionRule::Refuse, Signal::On) => {
                self.refuse(side, option, out);
                return Negotiated::Unchanged;
            }
            (OptionRule::OnlyOurs, Signal::On) if self.is_off(side, option) => {
                self.refuse(side, option, out);
                return Negotiated::Unchanged;
            }
            (
                OptionRule::Accept
                | OptionRule::Offer
                | OptionRule::OfferLate
                | OptionRule::OnlyOurs,
                _,
            ) => {}
        }
        let Some(pair) = self.pair(option) else {
            return Negotiated::Unchanged;
        };
        let slot = pair.side(side);
        let before = slot.state == Q::Yes;
        let reply = slot.hear(signal);
        let after = slot.state == Q::Yes;
        if let Some(reply) = reply {
            send(side, reply, option, out);
        }
        match (before, after) {
            (false, true) => Negotiated::TurnedOn,
            (true, false) => Negotiated::TurnedOff,
            (false, false) | (true, true) => Negotiated::Unchanged,
        }
    }

    /// Asks for one side of a supported option to be on or off. What the policy refuses is never
    /// asked for.
    pub(super) fn want(&mut self, side: Side, option: u8, signal: Signal, out: &mut Vec<u8>) {
        if (self.rule(side, option), signal) == (OptionRule::Refuse, Signal::On) {
            return;
        }
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

    /// Returns whether both sides agree that the option is on.
    pub(super) fn is_on(&self, side: Side, option: u8) -> bool {
        self.state(side, option) == Q::Yes
    }

    /// Returns whether the option is off and nothing about it is waiting for an answer.
    pub(super) fn is_off(&self, side: Side, option: u8) -> bool {
        self.state(side, option) == Q::No
    }

    fn rule(&self, side: Side, option: u8) -> OptionRule {
        SUPPORTED.iter().find(|support| support.option == option).map_or(
            OptionRule::Refuse,
            |support| match side {
                Side::Us => (support.us)(&self.policy),
                Side::Him => (support.him)(&self.policy),
            },
        )
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

/// Returns the side and signal of a verb that the peer sends.
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
