//! Budgets under a crowd: a hundred alts from ten addresses flood ten characters, twelve of them
//! one, for ten simulated minutes. The expense stays within every budget, players who talk at a
//! normal pace are answered by the model each time, and elsewhere nobody waits longer for it.
//!
//! `cargo test -p tests --test it cost -- --nocapture` prints the figures.

use std::time::Duration;

use assistants::{
    gate::budget::{Amounts, BudgetSettings},
    llm::allowance::BudgetUnit,
};

use self::town::{MINDS, Outcome, Talker, addresses, p95, play};

mod town;

const MINUTES: u64 = 10;

/// Budgets that ten minutes can reach.
fn budgets() -> BudgetSettings {
    BudgetSettings {
        account: Amounts { questions: 90, tokens: 240_000, lines: 120 },
        household: Amounts { questions: 180, tokens: 480_000, lines: 300 },
        character: Amounts { questions: 300, tokens: 1_200_000, lines: 1_000 },
        day: Amounts { questions: 1_000, tokens: 3_000_000, lines: 4_000 },
        ..BudgetSettings::default()
    }
}

fn honest() -> Vec<Talker> {
    [("olga", 200, "ann"), ("otto", 201, "ben")]
        .into_iter()
        .map(|(name, address, to)| Talker {
            name: name.to_owned(),
            guest: false,
            address,
            to,
            every: Duration::from_secs(20),
        })
        .collect()
}

/// A hundred from ten addresses, every second address one of guests. Twelve are at the first character,
/// nobody is at the second.
fn alts() -> Vec<Talker> {
    let alt = |n: usize| {
        let address = u8::try_from(n % 10).unwrap();
        let guest = address.is_multiple_of(2);
        // Those who talk honestly came in first.
        let name = if guest { format!("guest-{}", n + 3) } else { format!("alt{}", letters(n)) };
        let to = if n < 12 { MINDS[0] } else { MINDS[2 + n % 8] };
        Talker { name, guest, address, to, every: Duration::from_secs(5) }
    };
    (0..100).map(alt).collect()
}

/// A number in letters, since names have no digits.
fn letters(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
    [letter(n / 26), letter(n)].iter().collect()
}

/// The most that can be used of a budget in the time: what is there, and what comes back.
fn most(caps: Amounts, unit: BudgetUnit) -> u64 {
    let cap = caps.of(unit);
    cap + (cap * (MINUTES * 60 + 30)).div_ceil(3_600)
}

fn assert_within(what: &str, used: Amounts, caps: Amounts) {
    for unit in BudgetUnit::ALL {
        assert!(used.of(unit) <= caps.of(unit), "{what} used {used:?} of {caps:?}");
    }
}

fn assert_all_within(it: &Outcome, budgets: &BudgetSettings) {
    assert_within("the day", it.day, budgets.day);
    it.accounts
        .iter()
        .for_each(|(of, used)| assert_within(&format!("{of:?}"), *used, budgets.account));
    it.households
        .iter()
        .for_each(|(of, used)| assert_within(&format!("{of:?}"), *used, budgets.household));
    it.minds.iter().for_each(|(of, used)| assert_within(of, *used, budgets.character));
    // The endpoint counts for itself.
    assert_eq!(it.questions, it.day.questions);
    assert_eq!(it.tokens, it.day.tokens);
    assert!(it.lines <= it.day.lines + it.talks.len() as u64 * (MINUTES + 1), "{it:?}");
    for (mind, asked) in &it.by_mind {
        assert!(*asked <= most(budgets.character, BudgetUnit::Questions), "{mind}: {asked}");
    }
}

fn print(what: &str, it: &Outcome) {
    let lines: usize = it.talks.values().map(|of| of.lines).sum();
    println!(
        "{what}: {lines} lines, {} thoughts, {} unanswered; {} questions, {} tokens; asked by \
         character {:?}; {} rows",
        it.lines, it.unheard, it.questions, it.tokens, it.by_mind, it.saved,
    );
    for name in ["olga", "otto"] {
        let talk = &it.talks[name];
        println!(
            "  {name}: {} lines, {} by the model, {} by the script, p95 {} ms",
            talk.lines,
            talk.by_model,
            talk.by_script,
            p95(talk.waits.iter().copied())
        );
    }
    let alts = it.talks.iter().filter(|(name, _)| !["olga", "otto"].contains(&name.as_str()));
    let (mut model, mut script) = (0, 0);
    alts.for_each(|(_, of)| (model, script) = (model + of.by_model, script + of.by_script));
    println!("  alts: {model} by the model, {script} by the script");
}

#[test]
fn a_flood_costs_no_more_than_there_is_and_no_honest_player_an_answer() {
    let alone = play(budgets(), &honest(), MINUTES).unwrap();
    print("alone", &alone);
    let everybody: Vec<Talker> = honest().into_iter().chain(alts()).collect();
    assert_eq!(addresses(&everybody).len(), 12);
    let flooded = play(budgets(), &everybody, MINUTES).unwrap();
    print("flooded", &flooded);

    assert_all_within(&alone, &budgets());
    assert_all_within(&flooded, &budgets());
    for (run, it) in [("alone", &alone), ("flooded", &flooded)] {
        for name in ["olga", "otto"] {
            let talk = &it.talks[name];
            assert_eq!((talk.by_model, talk.by_script), (talk.lines, 0), "{name}, {run}: {talk:?}");
        }
    }
    // The flood met its budgets: most of it is answered by the script, and then by nobody.
    assert!(flooded.unheard > 1_000 && flooded.questions < 1_000, "{}", flooded.unheard);
    let wait = |it: &Outcome, name: &str| p95(it.talks[name].waits.iter().copied());
    let (before, after) = (wait(&alone, "otto"), wait(&flooded, "otto"));
    assert!(after * 10 <= before * 12, "elsewhere one waits {after} ms in place of {before}");
    // Beside the flood one waits for the question under way, and never longer than the script would.
    assert!(wait(&flooded, "olga") <= wait(&alone, "olga") + 4_500, "{:?}", flooded.talks["olga"]);
}
