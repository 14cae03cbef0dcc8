//! Validation of the tallies of the world against the characters: offers and recipients of gifts
//! exist.

use std::{collections::BTreeSet, sync::Arc};

use engine::id::CharacterId;
use world::{
    content::{
        authored::Content,
        locate,
        problem::{Problem, SourceFile, did_you_mean},
        reading::TALLIES,
    },
    trade::tally::entry::TalliedDeed,
};

use crate::persona::Persona;

/// Checks the tallies of the world.
pub(super) fn check(
    files: &[SourceFile],
    content: &Content,
    personas: &[Arc<Persona>],
) -> Vec<Problem> {
    let Some(file) = files.iter().find(|it| it.path == TALLIES) else { return Vec::new() };
    let offers: BTreeSet<String> = personas
        .iter()
        .flat_map(|it| it.body.offers.iter().map(|offer| format!("{}/{}", it.id, offer.id)))
        .collect();
    let people: BTreeSet<&CharacterId> = personas.iter().map(|it| &it.id).collect();
    let tree = locate::tree(&file.text);
    let mut problems = Vec::new();
    for (index, tally) in content.tallies.iter().enumerate() {
        for (deed, counted) in tally.counts.iter().enumerate() {
            if let Some(sentence) = wrong(counted, &offers, &people) {
                let at = tree.item(index).field("counts").item(deed).position();
                problems.push(Problem::new(&file.path, at, sentence));
            }
        }
    }
    problems
}

/// Returns an error sentence if nobody can do such a deed.
fn wrong(
    deed: &TalliedDeed,
    offers: &BTreeSet<String>,
    people: &BTreeSet<&CharacterId>,
) -> Option<String> {
    match deed {
        TalliedDeed::Accepted(offer) => (!offers.contains(offer)).then(|| {
            let hint = did_you_mean(offer, offers.iter().map(String::as_str));
            format!(
                "there is no offer `{offer}`{hint}; write the ids of a character and of its offer \
                 with `/` between them"
            )
        }),
        TalliedDeed::Given { to, .. } => (!people.contains(to)).then(|| {
            let hint = did_you_mean(to.as_str(), people.iter().map(|it| it.as_str()));
            format!("there is no character `{to}`{hint}")
        }),
        TalliedDeed::Shouted(_) => None,
    }
}
