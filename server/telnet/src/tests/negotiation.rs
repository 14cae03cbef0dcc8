//! Option negotiation (RFC 1143).

use super::{
    super::{
        negotiation::Negotiation,
        options::{OptionRule, Options, Q, SUPPORTED, Signal},
    },
    *,
};

const OFFERS: [u8; 21] = [
    IAC,
    DO,
    TTYPE,
    IAC,
    DO,
    NAWS,
    IAC,
    DO,
    NEW_ENVIRON,
    IAC,
    WILL,
    CHARSET,
    IAC,
    WILL,
    EOR,
    IAC,
    WILL,
    GMCP,
    IAC,
    WILL,
    MSSP,
];

fn everything(stance: Stance) -> OptionPolicy {
    OptionPolicy {
        charset: stance,
        environ: stance,
        mssp: stance,
        gmcp: stance,
        compression: stance,
        ..OptionPolicy::default()
    }
}

#[test]
fn the_offers_are_one_short_fixed_run() {
    let mut peer = Peer::new();
    peer.telnet.offer(&mut peer.out);
    assert_eq!(peer.out, OFFERS);
    peer.telnet.offer(&mut peer.out);
    assert_eq!(peer.out, OFFERS, "a second call offers nothing again");
}

#[test]
fn answers_to_our_offers_are_not_answered() {
    let refusals: Vec<u8> = OFFERS
        .chunks(3)
        .flat_map(|offer| [IAC, if offer[1] == DO { WONT } else { DONT }, offer[2]])
        .collect();
    assert_eq!(Peer::offered().replies(&refusals), NOTHING);
    let consents = [IAC, WILL, NAWS, IAC, DO, EOR, IAC, DO, GMCP, IAC, DO, MSSP];
    assert_eq!(Peer::offered().replies(&consents), NOTHING);
}

#[test]
fn only_what_the_policy_offers_is_offered() {
    for stance in [Stance::Accept, Stance::Refuse] {
        let mut peer = Peer::under(everything(stance));
        peer.telnet.offer(&mut peer.out);
        let basics = [IAC, DO, TTYPE, IAC, DO, NAWS, IAC, WILL, EOR];
        assert_eq!(std::mem::take(&mut peer.out), basics, "{stance:?}");
        let asks = [IAC, DO, GMCP, IAC, DO, MSSP, IAC, DO, MCCP2];
        let answers: &[u8] = match stance {
            Stance::Refuse => &[IAC, WONT, GMCP, IAC, WONT, MSSP, IAC, WONT, MCCP2],
            Stance::Accept | Stance::Offer => &[IAC, WILL, GMCP, IAC, WILL, MSSP, IAC, WILL, MCCP2],
        };
        assert_eq!(peer.replies(&asks), answers, "{stance:?}");
        assert_eq!(peer.replies(&asks), NOTHING, "{stance:?} is said once");
        let asks = [IAC, WILL, NEW_ENVIRON];
        let answer = if stance == Stance::Refuse { DONT } else { DO };
        assert_eq!(peer.replies(&asks)[..3], [IAC, answer, NEW_ENVIRON], "{stance:?}");
    }
}

#[test]
fn a_peer_that_offers_everything_first_gets_one_answer_each() {
    let mut peer = Peer::new();
    let all: Vec<u8> = (0..=255).flat_map(|option| [IAC, WILL, option, IAC, DO, option]).collect();
    let (events, replies) = peer.send(&all);
    assert_eq!(
        events,
        [TelnetEvent::MsspRequested, TelnetEvent::StartCompression, TelnetEvent::GmcpOn]
    );
    // Beside the answers, three options start to ask at once.
    let asked = [&TTYPE_SEND, &sub(NEW_ENVIRON, &[1])[..], &sub(CHARSET, b"\x01;UTF-8")];
    for ask in asked {
        assert!(replies.windows(ask.len()).any(|reply| reply == ask));
    }
    assert_eq!(replies.len(), all.len() + asked.concat().len());
    let both = |ours: u8, theirs: u8, options: &[u8]| {
        for &option in options {
            for verb in [ours, theirs] {
                assert!(replies.windows(3).any(|reply| reply == [IAC, verb, option]), "{option}");
            }
        }
    };
    both(WONT, DO, &[TTYPE, NAWS, NEW_ENVIRON]);
    both(WILL, DONT, &[EOR, SGA, TM, MSSP, MCCP2, GMCP]);
    both(WILL, DO, &[CHARSET]);
    both(WONT, DONT, &[ECHO, LINEMODE, 69, 85, 87, 88, 90, 91, ATCP, 255]);
    peer.telnet.offer(&mut peer.out);
    assert_eq!(peer.out, NOTHING, "all that we would offer is agreed");
    let all: Vec<u8> = all.chunks(3).filter(|ask| ask[2] != TM).flatten().copied().collect();
    assert_eq!(peer.replies(&all), NOTHING, "asking for the same again changes nothing");
}

#[test]
fn flapping_costs_bounded_replies_and_no_memory() {
    let options = SUPPORTED.iter().map(|support| support.option).chain([ATCP, LINEMODE, IAC]);
    for option in options {
        for (on, off) in [(WILL, WONT), (DO, DONT)] {
            if (on, option) == (DO, TM) {
                continue;
            }
            let flaps = [IAC, on, option, IAC, off, option].repeat(10_000);
            let mut peer = Peer::offered();
            let (events, replies) = peer.send(&flaps);
            // An option that asks for data when it comes on may ask each time.
            assert!(events.len() <= 34, "{} events for option {option}", events.len());
            assert!(replies.len() <= 340, "{} bytes for option {option}", replies.len());
            assert_eq!(peer.telnet.held_bytes(), 0);
        }
    }
}

/// The verbs that a peer says about one side of an option, on then off, and ours to it.
fn verbs(side: Side) -> ([u8; 2], [u8; 2]) {
    match side {
        Side::Us => ([DO, DONT], [WILL, WONT]),
        Side::Him => ([WILL, WONT], [DO, DONT]),
    }
}

/// The negotiations among `replies`, without subnegotiations.
fn negotiations(replies: &[u8]) -> Vec<[u8; 3]> {
    let is_one = |bytes: &&[u8]| bytes[0] == IAC && (WILL..=DONT).contains(&bytes[1]);
    replies.windows(3).filter(is_one).map(|bytes| [bytes[0], bytes[1], bytes[2]]).collect()
}

#[test]
fn every_option_follows_the_q_method_in_every_state() {
    let sides = [
        (Side::Him, vec![TTYPE, NAWS, NEW_ENVIRON]),
        (Side::Us, vec![EOR, SGA, GMCP, MSSP, MCCP2, CHARSET, ECHO]),
    ];
    let agreeable = OptionPolicy { compression: Stance::Accept, ..OptionPolicy::default() };
    for (side, options) in sides {
        let ([on, off], [yes, no]) = verbs(side);
        for option in options {
            let mut negotiation = Negotiation::new(agreeable);
            let (mut out, mut events) = (Vec::new(), Vec::new());
            let mut step = |wish: Option<Signal>, hear: Option<u8>| {
                out.clear();
                if let Some(signal) = wish {
                    negotiation.options.want(side, option, signal, &mut out);
                }
                if let Some(verb) = hear {
                    let mut parser = Parser::new(TelnetLimits::default());
                    parser.feed(&[IAC, verb, option], &mut |raw| {
                        negotiation.hear(raw, &mut out, &mut events);
                    });
                }
                let said = negotiations(&out);
                assert!(said.iter().all(|reply| reply[2] == option), "{option} {said:?}");
                said.iter().map(|reply| reply[1]).collect::<Vec<u8>>()
            };
            let (want_on, want_off) = (Some(Signal::On), Some(Signal::Off));
            assert_eq!(step(None, Some(off)), NOTHING, "{option}: off is off");
            assert_eq!(step(want_on, None), [yes], "{option}: asks");
            assert_eq!(step(want_on, None), NOTHING, "{option}: asks once");
            assert_eq!(step(None, Some(off)), NOTHING, "{option}: takes no for an answer");
            assert_eq!(step(want_on, Some(on)), [yes], "{option}: agreed, not answered");
            assert_eq!(step(None, Some(on)), NOTHING, "{option}: on is on");
            assert_eq!(step(None, Some(off)), [no], "{option}: the peer ends it");
            assert_eq!(step(want_on, None), [yes], "{option}: asks again");
            assert_eq!(step(want_off, None), NOTHING, "{option}: waits with its second thoughts");
            assert_eq!(step(None, Some(on)), [no], "{option}: and says them after the answer");
            assert_eq!(step(want_on, None), NOTHING, "{option}: waits again");
            assert_eq!(step(None, Some(off)), [yes], "{option}: and asks again");
            assert_eq!(step(None, Some(on)), NOTHING, "{option}: agreed at last");
            assert_eq!(step(want_off, None), [no], "{option}: we end it");
            assert_eq!(step(None, Some(on)), NOTHING, "{option}: a wrong answer is no loop");
        }
    }
}

#[test]
fn the_peer_may_be_first_to_ask_for_all_but_echo() {
    for (side, options) in [
        (Side::Him, vec![TTYPE, NAWS, NEW_ENVIRON, CHARSET]),
        (Side::Us, vec![EOR, SGA, GMCP, MSSP, MCCP2, CHARSET]),
    ] {
        let ([on, off], [yes, no]) = verbs(side);
        for option in options {
            let mut peer = Peer::new();
            assert_eq!(negotiations(&peer.replies(&[IAC, on, option])), [[IAC, yes, option]]);
            assert_eq!(peer.replies(&[IAC, on, option]), NOTHING);
            assert_eq!(negotiations(&peer.replies(&[IAC, off, option])), [[IAC, no, option]]);
            assert_eq!(peer.replies(&[IAC, off, option]), NOTHING);
        }
    }
}

#[test]
fn a_flapping_option_rests_in_what_both_sides_know() {
    let mut peer = Peer::offered();
    peer.send(&[IAC, WILL, NAWS, IAC, WONT, NAWS].repeat(100));
    assert_eq!(peer.send(&[IAC, WILL, NAWS]), (vec![], vec![]));
    assert_eq!(peer.events(&[IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE]), [], "never agreed to");
}

#[test]
fn what_we_hear_moves_the_q_states_as_in_rfc_1143() {
    use Q::{No, WantNo, WantNoOpposite, WantYes, WantYesOpposite, Yes};
    use Signal::{Off, On};
    assert_eq!(No.hear(On, true), (Yes, Some(On)));
    assert_eq!(No.hear(On, false), (No, Some(Off)));
    assert_eq!(No.hear(Off, true), (No, None));
    assert_eq!(Yes.hear(On, true), (Yes, None));
    assert_eq!(Yes.hear(Off, true), (No, Some(Off)));
    assert_eq!(WantNo.hear(On, true), (No, None));
    assert_eq!(WantNo.hear(Off, true), (No, None));
    assert_eq!(WantNoOpposite.hear(On, true), (Yes, None));
    assert_eq!(WantNoOpposite.hear(Off, true), (WantYes, Some(On)));
    assert_eq!(WantYes.hear(On, true), (Yes, None));
    assert_eq!(WantYes.hear(Off, true), (No, None));
    assert_eq!(WantYesOpposite.hear(On, true), (WantNo, Some(Off)));
    assert_eq!(WantYesOpposite.hear(Off, true), (No, None));
    for state in [Yes, WantNo, WantNoOpposite, WantYes, WantYesOpposite] {
        let willing = state.hear(On, true);
        assert_eq!(state.hear(On, false), willing, "only No asks whether we are willing");
    }
}

#[test]
fn what_we_want_moves_the_q_states_as_in_rfc_1143() {
    use Q::{No, WantNo, WantNoOpposite, WantYes, WantYesOpposite, Yes};
    use Signal::{Off, On};
    assert_eq!(No.want(On), (WantYes, Some(On)));
    assert_eq!(No.want(Off), (No, None));
    assert_eq!(Yes.want(On), (Yes, None));
    assert_eq!(Yes.want(Off), (WantNo, Some(Off)));
    assert_eq!(WantNo.want(On), (WantNoOpposite, None));
    assert_eq!(WantNo.want(Off), (WantNo, None));
    assert_eq!(WantNoOpposite.want(On), (WantNoOpposite, None));
    assert_eq!(WantNoOpposite.want(Off), (WantNo, None));
    assert_eq!(WantYes.want(On), (WantYes, None));
    assert_eq!(WantYes.want(Off), (WantYesOpposite, None));
    assert_eq!(WantYesOpposite.want(On), (WantYes, None));
    assert_eq!(WantYesOpposite.want(Off), (WantYesOpposite, None));
}

#[test]
fn no_option_is_in_the_table_twice() {
    let mut options: Vec<u8> = SUPPORTED.iter().map(|support| support.option).collect();
    options.sort_unstable();
    options.dedup();
    assert_eq!(options.len(), SUPPORTED.len());
    let mut offers = Vec::new();
    Options::new(everything(Stance::Offer)).offer(OptionRule::OfferLate, &mut offers);
    assert_eq!(offers, [IAC, WILL, MCCP2], "compression alone waits for the terminal type");
}
