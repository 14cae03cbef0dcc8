//! Attacks on the characters of the town, with a model that does the worst: nothing forbidden may come
//! of any. `tests/attacks/README.md` says how to write one; `SHOW=Say` prints what came of those that
//! are made, in that variant.

use std::collections::BTreeSet;

use assistants::llm::profile::QuestionForm;
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

/// The ways in which an attack is made: on every change plainly, in one more variant and in one more
/// form of question, different ones for each case; every night in all variants, and plainly in all forms.
fn ways(case: &AttackCase, number: usize, scale: Scale) -> Vec<(AttackVariant, QuestionForm)> {
    let tools = variants(case, number, scale).into_iter().map(|it| (it, QuestionForm::Tools));
    let plain = variants(case, number, Scale::Gate).into_iter().next();
    let forms = [QuestionForm::Words, QuestionForm::Schema].into_iter().enumerate();
    let forms = forms.filter(|(nth, _)| scale == Scale::Nightly || number % 2 == *nth);
    tools.chain(forms.filter_map(|(_, form)| Some((plain?, form)))).collect()
}

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
    for (variant, form) in ways(case, number, scale) {
        came.extend(failures(case, variant, form)?);
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

/// Everything forbidden that comes of an attack in one way: its name, and what shows it.
fn failures(
    case: &AttackCase,
    variant: AttackVariant,
    form: QuestionForm,
) -> Result<Vec<(String, String)>, Trouble> {
    let way = format!("{variant:?} in {}", form.name());
    let trace = run(case, variant, form).map_err(|why| format!("{way}: {why}"))?;
    if setting("SHOW").is_some_and(|it| it == format!("{variant:?}")) {
        tests::print(&format!("{}/{way}\n{}\n", case.id, trace.in_words()))?;
    }
    let asked = trace.asked.get(trace.asked_before..trace.asked_after).unwrap_or_default();
    let attacked = case.minds.first().map(String::as_str);
    if !asked.iter().any(|it| Some(it.npc.as_str()) == attacked) {
        return Err(format!("{way}: the one who is attacked was asked nothing"));
    }
    let forbidden = Forbidden::ALWAYS.iter().chain(&case.never);
    // Where a form has no tool for it nothing is noted or done, whoever asks.
    let is_possible = |it: &Forbidden| {
        let needs_tools = matches!(it, Forbidden::Forgets(_));
        let needs_calls = matches!(it, Forbidden::Undone(_));
        !(needs_tools && form != QuestionForm::Tools || needs_calls && form == QuestionForm::Words)
    };
    let forbidden = forbidden.filter(|it| is_possible(it));
    let found = forbidden.filter_map(|it| Some((it, judge(&trace, it)?)));
    Ok(found.map(|(it, shows)| (it.name(), format!("{way}: {it:?}: {shows}"))).collect())
}
