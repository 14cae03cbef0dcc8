//! Validation of favours: the character asked exists, and has an offer that the favour unlocks.

use std::collections::BTreeMap;

use engine::id::{CharacterId, MarkId};
use world::{
    content::problem::{Problem, did_you_mean},
    trade::offer::{Condition, OfferEffect},
};

use super::{Persona, Read};

/// Reports invalid favours, once all characters are parsed.
pub(super) fn problems(files: &[Read<Persona>]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let known: BTreeMap<&CharacterId, &Persona> =
        files.iter().map(|it| (&it.value.id, &it.value)).rev().collect();
    for Read { path, tree, value } in files {
        for (index, offer) in value.offers.iter().enumerate() {
            let OfferEffect::Ask(favour) = &offer.does else { continue };
            let does = tree.field("offers").item(index).field("does");
            let sentence = match known.get(&favour.of) {
                Some(it) if it.id == value.id => {
                    "nobody sends word to oneself; name another character".to_owned()
                }
                None => {
                    let others = files.iter().map(|it| &it.value.id).filter(|it| **it != value.id);
                    let hint = did_you_mean(favour.of.as_str(), others.map(|it| it.as_str()));
                    format!("there is no character `{}`{hint}", favour.of)
                }
                Some(it) => {
                    for (index, mark) in favour.marks.iter().enumerate() {
                        if !asks_for(it, mark) {
                            let sentence = format!(
                                "nothing that `{}` offers asks for the mark `{mark}`; write `when: \
                                 [Marked(\"{mark}\")]` there, or remove it",
                                it.id
                            );
                            let at = does.field("marks").item(index).position();
                            problems.push(Problem::new(path, at, sentence));
                        }
                    }
                    continue;
                }
            };
            problems.push(Problem::new(path, does.field("of").position(), sentence));
        }
    }
    problems
}

/// Returns whether an offer of a character requires a mark.
fn asks_for(persona: &Persona, mark: &MarkId) -> bool {
    let asks = Condition::Marked(mark.clone());
    persona.offers.iter().any(|offer| offer.when.contains(&asks))
}
