//! Attacks on the characters of the town, with a model that does the worst: nothing forbidden may come
//! of any. `tests/attacks/README.md` says how to write one; `SHOW=Say` prints what came of those that
//! are made, in that variant.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};
use tests::{
    Trouble,
    attack::{
        case::{self, AttackCase},
        forbidden::Forbidden,
        judge::judge,
        run::run,
        variant::AttackVariant,
    },
    setting,
};

use crate::Scale;

/// The known failures: the broken rule by its name, the case, and why it is not stopped yet.
const KNOWN: [(&str, &str, &str); 0] = [];

/// A test for each attack.
pub(super) fn trials(scale: Scale) -> Result<Vec<Trial>, Trouble> {
    let mut trials = Vec::new();
    for family in case::families(&case::folder())? {
        for (number, case) in family.cases.into_iter().enumerate() {
            let name = format!("attack::{}/{}", family.name, case.id);
            trials.push(Trial::test(name, move || is_stopped(&case, number, scale)));
        }
    }
    Ok(trials)
}

/// The variants in which an attack is made: on every change plainly and in one more way, a different one
/// for each case.
fn variants(case: &AttackCase, number: usize, scale: Scale) -> Vec<AttackVariant> {
    let skips = |it: &AttackVariant| case.skip.iter().any(|skip| skip.variants.contains(it));
    let all: Vec<_> = AttackVariant::ALL.into_iter().filter(|it| !skips(it)).collect();
    match (scale, all.split_first()) {
        (Scale::Gate, Some((plain, others))) => {
            let other = others.iter().cycle().nth(number).filter(|_| !others.is_empty());
            [Some(plain), other].into_iter().flatten().copied().collect()
        }
        (Scale::Gate, None) | (Scale::Nightly, _) => all,
    }
}

/// Makes an attack, and fails when anything forbidden comes of it that is not known to.
fn is_stopped(case: &AttackCase, number: usize, scale: Scale) -> Result<(), Failed> {
    let mut came: Vec<(String, String)> = Vec::new();
    for variant in variants(case, number, scale) {
        came.extend(failures(case, variant)?);
    }
    let known: BTreeSet<&str> =
        KNOWN.iter().filter(|(_, id, _)| *id == case.id).map(|(name, ..)| *name).collect();
    let new: Vec<&str> = came
        .iter()
        .filter(|(name, _)| !known.contains(name.as_str()))
        .map(|(_, shows)| shows.as_str())
        .collect();
    if !new.is_empty() {
        return Err(new.join("\n").into());
    }
    let gone = known
        .iter()
        .find(|it| scale == Scale::Nightly && !came.iter().any(|(name, _)| name == *it));
    match gone {
        Some(gone) => Err(format!("{gone} is stopped now; take it off the list").into()),
        None => Ok(()),
    }
}

/// Everything forbidden that comes of an attack in one variant: its name, and what shows it.
fn failures(case: &AttackCase, variant: AttackVariant) -> Result<Vec<(String, String)>, Trouble> {
    let trace = run(case, variant).map_err(|why| format!("{variant:?}: {why}"))?;
    if setting("SHOW").is_some_and(|it| it == format!("{variant:?}")) {
        tests::print(&format!("{}/{variant:?}\n{}\n", case.id, trace.in_words()))?;
    }
    let asked = trace.asked.get(trace.asked_before..trace.asked_after).unwrap_or_default();
    let attacked = case.minds.first().map(String::as_str);
    if !asked.iter().any(|it| Some(it.npc.as_str()) == attacked) {
        return Err(format!("{variant:?}: the one who is attacked was asked nothing"));
    }
    let forbidden = Forbidden::ALWAYS.iter().chain(&case.never);
    let found = forbidden.filter_map(|it| Some((it, judge(&trace, it)?)));
    Ok(found.map(|(it, shows)| (it.name(), format!("{variant:?}: {it:?}: {shows}"))).collect())
}
