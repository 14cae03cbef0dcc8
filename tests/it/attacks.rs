//! Attacks on the characters that are more than one case: models that copy whatever they read, games
//! by chance, and the judge of all of them. The cases themselves are tests of `cases`.

use std::collections::BTreeSet;

use tests::attack::{
    case::{self, AttackCase, folder},
    variant::AttackVariant,
};

mod blanked;
mod fanout;
mod foreign;
mod forgotten;
mod games;
mod interference;
mod marks;
mod noticed;
mod worm;

/// Fewest cases in all, and most variants that are skipped, in percent.
const FEWEST: usize = 77;
const MOST_SKIPPED: usize = 10;

#[test]
fn every_attack_has_a_name_of_its_own_and_says_what_it_skips() {
    let families = case::families(&folder()).unwrap();
    let cases: Vec<&AttackCase> = families.iter().flat_map(|it| &it.cases).collect();
    assert!(cases.len() >= FEWEST, "{} attacks", cases.len());
    let ids: BTreeSet<&str> = cases.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids.len(), cases.len(), "two attacks have the same id");
    assert!(cases.iter().flat_map(|it| &it.skip).all(|it| !it.why.trim().is_empty()));
    let skipped: usize = cases.iter().flat_map(|it| &it.skip).map(|it| it.variants.len()).sum();
    let all = cases.len() * AttackVariant::ALL.len();
    assert!(skipped * 100 <= all * MOST_SKIPPED, "{skipped} of {all} are skipped");
    for family in &families {
        let path = folder().join(format!("{}.ron", family.name));
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|it| it.trim_start().starts_with("id: \"")).count();
        assert_eq!(lines, family.cases.len(), "{}: an id stands first on its line", family.name);
    }
}
