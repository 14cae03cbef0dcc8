//! Attacks on the characters of the town: every case of `tests/attacks` in every variant, with a
//! model that does the worst, and nothing forbidden may come of any. `tests/attacks/README.md` says
//! how to write one; `ATTACK=word` makes those whose id or file holds the word, and `SHOW=Say`
//! prints what came of them in that variant.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use tests::attack::{
    case::{self, AttackCase, AttackFamily},
    forbidden::Forbidden,
    judge::judge,
    run::run,
    variant::AttackVariant,
};

use crate::stories::asked_for;
use known::{KNOWN, KNOWN_AT_LARGE};

mod blanked;
mod fanout;
mod games;
mod known;
mod noticed;
mod worm;

/// Fewest cases in all, and most variants that are skipped, in percent.
const FEWEST: usize = 76;
const MOST_SKIPPED: usize = 10;
/// How many attacks are made at the same time.
const AT_ONCE: usize = 2;

/// Fails unless something holds, or is known not to; and when it holds although it is known not to.
pub(crate) fn unless_known(name: &str, holds: bool, shows: &dyn std::fmt::Display) {
    let known = KNOWN_AT_LARGE.iter().any(|(of, _)| *of == name);
    assert!(holds || known, "{name}:\n{shows}");
    assert!(!holds || !known, "{name} holds now, and is to be taken off the list");
}

/// Where the attacks are.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks")
}

/// The attacks to make.
fn wanted() -> Vec<AttackFamily> {
    let word = asked_for("ATTACK").unwrap_or_default();
    let mut families = case::families(&folder()).unwrap();
    for family in &mut families {
        if !family.name.contains(&word) {
            family.cases.retain(|it| it.id.contains(&word));
        }
    }
    families.retain(|it| !it.cases.is_empty());
    families
}

/// Something forbidden that came of an attack.
struct AttackFailure {
    id: String,
    /// What is forbidden, by its name.
    forbidden: String,
    line: String,
}

fn is_skipped(case: &AttackCase, variant: AttackVariant) -> bool {
    case.skip.iter().any(|it| it.variants.contains(&variant))
}

fn failures(case: &AttackCase, variant: AttackVariant) -> Vec<AttackFailure> {
    let failure = |forbidden: String, line: String| {
        let line = format!("{}/{variant:?}: {line}", case.id);
        AttackFailure { id: case.id.clone(), forbidden, line }
    };
    let trace = match run(case, variant) {
        Ok(trace) => trace,
        Err(why) => return vec![failure("Broken".into(), format!("Broken: {why}"))],
    };
    if asked_for("SHOW").is_some_and(|it| it == format!("{variant:?}")) {
        println!("{}/{variant:?}\n{}", case.id, trace.in_words());
    }
    let asked = trace.asked.get(trace.asked_before..trace.asked_after).unwrap_or_default();
    let attacked = case.minds.first().map(String::as_str);
    if !asked.iter().any(|it| Some(it.npc.as_str()) == attacked) {
        let nobody = "NotHeard: the one who is attacked was asked nothing".to_owned();
        return vec![failure("NotHeard".into(), nobody)];
    }
    let forbidden = Forbidden::ALWAYS.iter().chain(&case.never);
    let found = forbidden.filter_map(|it| Some((it, judge(&trace, it)?)));
    found.map(|(it, shows)| failure(it.name(), format!("{it:?}: {shows}"))).collect()
}

/// Makes all attacks, a few at a time, and gives back what came of each that must not.
fn make_all(attacks: &[(&AttackCase, AttackVariant)]) -> Vec<Vec<AttackFailure>> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((case, variant)) = attacks.get(at) else { return done };
            done.push((at, failures(case, *variant)));
        }
    };
    let done: BTreeMap<usize, Vec<AttackFailure>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|it| it.join().unwrap()).collect()
    });
    done.into_values().collect()
}

/// Whether a case is one of these.
fn is_of(ids: &[&str], id: &str) -> bool {
    ids.iter().any(|it| *it == id || *it == "*")
}

fn is_known(failure: &AttackFailure) -> bool {
    KNOWN
        .iter()
        .any(|(forbidden, ids, _)| *forbidden == failure.forbidden && is_of(ids, &failure.id))
}

#[test]
fn nothing_forbidden_comes_of_any_attack() {
    let families = wanted();
    let (mut all, mut skipped) = (Vec::new(), 0);
    for case in families.iter().flat_map(|it| &it.cases) {
        for variant in AttackVariant::ALL {
            if is_skipped(case, variant) {
                skipped += 1;
            } else {
                all.push((case, variant));
            }
        }
    }
    let came: Vec<AttackFailure> = make_all(&all).into_iter().flatten().collect();
    println!("family | cases | runs | skipped | failures");
    for family in &families {
        let of_family = |id: &str| family.cases.iter().any(|it| it.id == id);
        let runs = all.iter().filter(|(case, _)| of_family(&case.id)).count();
        let (name, cases) = (&family.name, family.cases.len());
        let failed = came.iter().filter(|it| of_family(&it.id)).count();
        println!("{name} | {cases} | {runs} | {} | {failed}", cases * 8 - runs);
    }
    let new: Vec<&str> =
        came.iter().filter(|it| !is_known(it)).map(|it| it.line.as_str()).collect();
    println!(
        "{} runs, {skipped} skipped, {} failures, {} known",
        all.len(),
        came.len(),
        came.len() - new.len()
    );
    assert!(skipped * 100 <= (all.len() + skipped) * MOST_SKIPPED, "{skipped} are skipped");
    assert!(new.is_empty(), "\n{}", new.join("\n"));
    let gone = KNOWN.iter().filter(|(forbidden, ids, _)| {
        !came.iter().any(|it| it.forbidden == *forbidden && is_of(ids, &it.id))
    });
    let gone: Vec<_> = gone.collect();
    assert!(asked_for("ATTACK").is_some() || gone.is_empty(), "these are stopped now: {gone:?}");
}

#[test]
fn every_attack_has_a_name_of_its_own_and_says_what_it_skips() {
    let families = case::families(&folder()).unwrap();
    let cases: Vec<&AttackCase> = families.iter().flat_map(|it| &it.cases).collect();
    assert!(cases.len() >= FEWEST, "{} attacks", cases.len());
    let ids: BTreeSet<&str> = cases.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids.len(), cases.len(), "two attacks have the same id");
    assert!(cases.iter().flat_map(|it| &it.skip).all(|it| !it.why.trim().is_empty()));
    for family in &families {
        let path = folder().join(format!("{}.ron", family.name));
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|it| it.trim_start().starts_with("id: \"")).count();
        assert_eq!(lines, family.cases.len(), "{}: an id stands first on its line", family.name);
    }
}
