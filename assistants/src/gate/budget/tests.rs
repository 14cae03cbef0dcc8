use proptest::prelude::*;

use super::{bucket::MOST_ENTRIES, *};

const NOON: u64 = DAY * 19_700 + DAY / 2;

fn at(seconds: u64) -> WorldTime {
    WorldTime(NOON + seconds * 1_000)
}

fn mind() -> CharacterId {
    CharacterId::new("mara").unwrap()
}

fn payer(account: &str, household: u64) -> Payer {
    let account = AccountId::new(account).unwrap();
    Payer {
        account: Some(PayerAccount::Account(account)),
        household: Some(NetworkOriginId(household)),
        share: None,
    }
}

fn guest(household: u64) -> Payer {
    let household = NetworkOriginId(household);
    Payer {
        account: Some(PayerAccount::Guests(household)),
        household: Some(household),
        share: None,
    }
}

fn amounts(questions: u64, tokens: u64, lines: u64) -> Amounts {
    Amounts { questions, tokens, lines }
}

fn ledger(account: Amounts, household: Amounts, character: Amounts, day: Amounts) -> Ledger {
    let settings = BudgetSettings {
        account,
        household,
        character,
        day,
        answer: 100,
        reasoning: 0,
        free: BTreeSet::new(),
    };
    Ledger::new(settings, SpendDays::default())
}

/// A question of 400 bytes, which costs 500 tokens at most.
fn ask(it: &mut Ledger, n: u64, now: WorldTime, payer: &Payer) -> Result<(), OverBudget> {
    it.reserve(now, (Ticket(n), 400, 100), payer, &mind())
}

#[test]
fn what_nobody_waits_for_has_a_share_and_takes_no_more_from_others() {
    let most = Amounts::MOST;
    let mut it = ledger(most, most, amounts(20, MOST, MOST), most);
    let own = |payer: Payer| Payer { share: Some(10), ..payer };
    for n in 0..2 {
        assert_eq!(ask(&mut it, n, at(0), &own(payer("bob", 1))), Ok(()));
    }
    let over = OverBudget { of: BudgetOf::Own, unit: BudgetUnit::Questions };
    assert_eq!(ask(&mut it, 2, at(0), &own(payer("cyd", 2))), Err(over), "whoever pays for it");
    for n in 3..13 {
        assert_eq!(ask(&mut it, n, at(0), &payer("ann", 3)), Ok(()), "{n}");
    }
    assert_eq!(ask(&mut it, 20, at(3_600), &own(payer("bob", 1))), Ok(()), "an hour later");
    // A budget without a limit has no limited share.
    let mut it = ledger(most, most, most, most);
    assert!((0..100).all(|n| ask(&mut it, n, at(0), &own(Payer::default())).is_ok()));
}

#[test]
fn an_account_has_what_it_has_at_once_and_again_in_an_hour() {
    let most = Amounts::MOST;
    let mut it = ledger(amounts(3, MOST, MOST), most, most, most);
    let bob = payer("bob", 1);
    for n in 0..3 {
        assert_eq!(ask(&mut it, n, at(0), &bob), Ok(()));
    }
    let over = OverBudget { of: BudgetOf::Account, unit: BudgetUnit::Questions };
    assert_eq!(ask(&mut it, 3, at(1_199), &bob), Err(over));
    assert_eq!(over.to_string(), "over the budget of the account in questions");
    assert_eq!(ask(&mut it, 4, at(1_200), &bob), Ok(()), "a third of an hour brings one");
    assert_eq!(ask(&mut it, 5, at(1_200), &bob), Err(over));
    assert_eq!(ask(&mut it, 6, at(0), &bob), Err(over), "a clock that goes back brings none");
    assert_eq!(ask(&mut it, 7, at(1_200), &payer("cyd", 1)), Ok(()), "another has their own");
}

#[test]
fn a_question_costs_what_was_counted_and_never_more_than_it_can() {
    let most = Amounts::MOST;
    let mut it = ledger(amounts(MOST, 1_000, MOST), most, most, most);
    let bob = payer("bob", 1);
    let tokens = |it: &Ledger| it.days().today(at(0)).spent.tokens;
    for (n, outcome, cost) in [
        (0, Settled::Unasked, 0),
        (1, Settled::Counted(Usage { prompt: 90, completion: 10, cached: None }), 100),
        (2, Settled::Counted(Usage::default()), 100),
        (3, Settled::Uncounted { bytes: 40 }, 210),
        (4, Settled::Counted(Usage { prompt: u32::MAX, completion: u32::MAX, cached: None }), 710),
    ] {
        assert_eq!(ask(&mut it, n, at(0), &bob), Ok(()), "{n}");
        it.settle(at(0), Ticket(n), outcome);
        assert_eq!(tokens(&it), cost, "{outcome:?}");
        it.settle(at(0), Ticket(n), Settled::Unasked);
        assert_eq!(tokens(&it), cost, "it is settled once");
    }
    let over = OverBudget { of: BudgetOf::Account, unit: BudgetUnit::Tokens };
    assert_eq!(ask(&mut it, 5, at(0), &bob), Err(over), "it could cost more than is left");
    assert_eq!(it.days().today(at(0)).spent.questions, 4, "one was not sent");
}

#[test]
fn guests_of_a_household_are_one_account_and_the_staff_have_none() {
    let most = Amounts::MOST;
    let mut it =
        ledger(amounts(2, MOST, MOST), amounts(3, MOST, MOST), most, amounts(5, MOST, MOST));
    assert_eq!(ask(&mut it, 0, at(0), &guest(1)), Ok(()));
    assert_eq!(ask(&mut it, 1, at(0), &guest(1)), Ok(()));
    let of = |of| Err(OverBudget { of, unit: BudgetUnit::Questions });
    assert_eq!(ask(&mut it, 2, at(0), &guest(1)), of(BudgetOf::Account));
    assert_eq!(ask(&mut it, 3, at(0), &payer("bob", 1)), Ok(()));
    assert_eq!(ask(&mut it, 4, at(0), &payer("bob", 1)), of(BudgetOf::Household));
    for n in 5..7 {
        assert_eq!(ask(&mut it, n, at(0), &Payer::default()), Ok(()), "staff");
    }
    assert_eq!(ask(&mut it, 7, at(0), &Payer::default()), of(BudgetOf::Day));
    assert_eq!(ask(&mut it, 8, at(43_200), &Payer::default()), Ok(()), "it is midnight");
}

#[test]
fn of_what_is_shared_those_have_the_rest_who_used_less_of_their_own() {
    let most = Amounts::MOST;
    let own = amounts(20, MOST, MOST);
    let mut it = ledger(own, most, amounts(40, MOST, MOST), most);
    let mut asked = 0;
    for n in 0..400 {
        let who = payer(&format!("alt{}", n % 12), n % 12);
        asked += u64::from(ask(&mut it, n, at(0), &who).is_ok());
    }
    assert!((30..40).contains(&asked), "they leave something: {asked}");
    let honest = payer("bob", 99);
    assert_eq!(ask(&mut it, 1_000, at(0), &honest), Ok(()));
    assert_eq!(it.burden(at(0), &Payer::default()), 0);
    assert!(it.burden(at(0), &honest) < it.burden(at(0), &payer("alt1", 1)));
    // For hours they ask as fast as they may, and still whoever seldom does is answered each time.
    let mut n = 2_000;
    for second in 0..10_800 {
        for alt in 0..12 {
            n += 1;
            ask(&mut it, n, at(second), &payer(&format!("alt{alt}"), alt)).unwrap_or_default();
        }
        if second % 1_500 == 0 {
            n += 1;
            assert_eq!(ask(&mut it, n, at(second), &honest), Ok(()), "after {second} s");
        }
    }
}

#[test]
fn an_excuse_comes_now_and_then() {
    let most = Amounts::MOST;
    let mut it = ledger(amounts(0, 0, 1), most, most, most);
    let bob = payer("bob", 1);
    assert_eq!(it.hear(at(0), &bob, &mind()), Ok(()));
    let over = OverBudget { of: BudgetOf::Account, unit: BudgetUnit::Lines };
    assert_eq!(it.hear(at(0), &bob, &mind()), Err(over));
    let excuses: Vec<bool> =
        [0, 1, 59, 60].map(at).map(|now| it.excuses(now, &bob, &mind())).into();
    assert_eq!(excuses, [true, false, false, true]);
    assert!(!it.excuses(at(61), &payer("cyd", 2), &mind()), "one character makes few of them");
    assert!(it.excuses(at(65), &payer("cyd", 2), &mind()));
}

#[test]
fn the_tables_do_not_grow_for_ever() {
    let most = Amounts::MOST;
    let mut it = ledger(amounts(10, MOST, 10), most, most, most);
    for n in 0..MOST_ENTRIES as u64 + 5 {
        assert_eq!(it.hear(at(n), &payer(&format!("a{n}"), n), &mind()), Ok(()));
    }
    assert!(it.accounts.len() <= MOST_ENTRIES && it.households.len() <= MOST_ENTRIES);
    // Those that are full again go first, and none that is not.
    assert!(it.accounts.len() < 400, "{}", it.accounts.len());
    for n in 0..2 * MOST_ENTRIES as u64 {
        assert_eq!(it.hear(at(20_000), &payer(&format!("b{n}"), n), &mind()), Ok(()));
    }
    assert!(it.accounts.len() <= MOST_ENTRIES);
    assert_eq!(it.busiest_accounts(at(20_000), 3).len(), 3);
}

/// Operation on a ledger.
#[derive(Debug, Clone)]
enum Move {
    Wait(u64),
    Hear(u8),
    Ask { who: u8, bytes: usize, answer: u32 },
    Answer { nth: usize, outcome: Settled },
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let outcome = prop_oneof![
        Just(Settled::Unasked),
        (any::<u32>(), any::<u32>()).prop_map(|(prompt, completion)| Settled::Counted(Usage {
            prompt,
            completion,
            cached: None
        })),
        (0_u32..2_000, 0_u32..300).prop_map(|(prompt, completion)| Settled::Counted(Usage {
            prompt,
            completion,
            cached: None
        })),
        (0..100_000_usize).prop_map(|bytes| Settled::Uncounted { bytes }),
    ];
    let one = prop_oneof![
        (0_u64..400_000).prop_map(Move::Wait),
        (0_u8..6).prop_map(Move::Hear),
        (0_u8..6, 0..8_000_usize, 0_u32..500).prop_map(|(who, bytes, answer)| Move::Ask {
            who,
            bytes,
            answer
        }),
        (any::<usize>(), outcome).prop_map(|(nth, outcome)| Move::Answer { nth, outcome }),
    ];
    proptest::collection::vec(one, 0..200)
}

fn caps() -> impl Strategy<Value = Amounts> {
    (0_u64..30, 0_u64..60_000, 0_u64..40).prop_map(|(q, t, l)| amounts(q, t, l))
}

fn is_within(used: Amounts, caps: Amounts) -> bool {
    BudgetUnit::ALL.into_iter().all(|it| used.of(it) <= caps.of(it))
}

proptest! {
    /// Usage claimed by models never makes the spending exceed a budget.
    #[test]
    fn nothing_makes_more_be_spent_than_there_is(
        (account, household, character, day) in (caps(), caps(), caps(), caps()),
        moves in moves(),
    ) {
        let mut it = ledger(account, household, character, day);
        let (mut now, mut open, mut n) = (at(0), Vec::new(), 0);
        let (mut asked, mut heard, began) = (0, 0, now);
        let who = |n: u8| match n {
            0 => Payer::default(),
            1 => guest(1),
            n => payer(&format!("p{n}"), u64::from(n % 3)),
        };
        for one in moves {
            match one {
                Move::Wait(span) => now = WorldTime(now.0 + span),
                Move::Hear(of) => heard += u64::from(it.hear(now, &who(of), &mind()).is_ok()),
                Move::Ask { who: of, bytes, answer } => {
                    n += 1;
                    if it.reserve(now, (Ticket(n), bytes, answer), &who(of), &mind()).is_ok() {
                        open.push(n);
                        asked += 1;
                    }
                }
                Move::Answer { nth, outcome } => if !open.is_empty() {
                    let ticket = open.swap_remove(nth % open.len());
                    it.settle(now, Ticket(ticket), outcome);
                    asked -= u64::from(outcome == Settled::Unasked);
                },
            }
            prop_assert!(is_within(it.days().today(now).spent, day));
            prop_assert!(is_within(it.of_mind(now, &mind()).used, character));
            for used in it.busiest_accounts(now, 10) {
                prop_assert!(is_within(used.used, account));
            }
            for used in it.busiest_households(now, 10) {
                prop_assert!(is_within(used.used, household));
            }
        }
        // What was really sent since the beginning is no more than the bucket and what came back.
        let hours = (now.0 - began.0).div_ceil(3_600_000);
        prop_assert!(asked <= character.questions * (1 + hours));
        prop_assert!(heard <= character.lines * (1 + hours));
    }
}

#[test]
fn earlier_days_are_kept_for_a_month() {
    let most = Amounts::MOST;
    let mut it = ledger(most, most, most, most);
    let day = 24 * 3_600;
    for n in 0..40 {
        assert_eq!(ask(&mut it, n, at(n * day), &payer("bob", 1)), Ok(()));
    }
    let days: Vec<u64> = it.days().before(at(39 * day)).map(|it| it.day).collect();
    assert_eq!((days.len(), days.first(), days.last()), (30, Some(&19_738), Some(&19_709)));
    let next = it.days().before(at(40 * day)).next().unwrap();
    assert_eq!(
        (next.day, next.spent.questions),
        (19_739, 1),
        "a day on which nothing is spent yet"
    );
    assert_eq!(next.date(), "2024-01-17");
    let now = at(39 * day);
    let mut past: Vec<DaySpend> = it.days().before(now).collect();
    past.reverse();
    let again = SpendDays::new(it.days().today(now), past);
    assert!(again.before(now).eq(it.days().before(now)), "and read again");
}
