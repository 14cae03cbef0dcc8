//! Warnings about security risks: rights that a character can be talked into using, and secrets
//! that a model reads.

use world::{
    act::permission::Role,
    content::{locate::Node, problem::Warning},
    trade::offer::OfferEffect,
};

use crate::persona::Persona;

/// Minimum role that is dangerous for a character that can be talked into using it.
const DANGEROUS: Role = Role::Builder;

/// Words that indicate a secret in a sentence.
const SECRETS: [&str; 10] = [
    "secret",
    "secrets",
    "password",
    "passwords",
    "never tell",
    "do not tell",
    "tell nobody",
    "tell no one",
    "keep to yourself",
    "confidential",
];

/// Warns of dangerous rights and secrets of a character. `commands` are all commands, each with the
/// role that it needs.
pub(super) fn warn(
    path: &str,
    tree: &Node,
    persona: &Persona,
    commands: &[(&str, Role)],
    found: &mut Vec<Warning>,
) {
    let role = persona.body.role;
    if role >= DANGEROUS {
        let sentence = format!(
            "this character has the rights of the role {}, and whoever talks to it may talk it into \
             using them; `Player` is enough for nearly all",
            role.name()
        );
        let at = tree.field("body").field("role").position();
        found.push(Warning::new(path, at, sentence));
    }
    for (index, name) in persona.tools.commands.iter().enumerate() {
        let needed = commands.iter().find(|(it, _)| it == name).map(|(_, role)| *role);
        if let Some(needed) = needed.filter(|it| *it >= DANGEROUS) {
            let sentence = format!(
                "`{name}` is for the role {}, and a character can be talked into it; remove it, \
                 unless you mean so",
                needed.name()
            );
            let at = tree.field("tools").field("commands").item(index).position();
            found.push(Warning::new(path, at, sentence));
        }
    }
    given_away(path, tree.field("offers"), persona, found);
    for (field, sentences) in [("duties", &persona.duties), ("knows", &persona.knows)] {
        for (index, sentence) in sentences.iter().enumerate() {
            if let Some(word) = secret(sentence) {
                let sentence = format!(
                    "\"{word}\" stands here, where a model reads it and can be talked into telling \
                     it; write it as the `secret` of an offer, which no model reads"
                );
                let at = tree.field(field).item(index).position();
                found.push(Warning::new(path, at, sentence));
            }
        }
    }
}

/// Warns of secrets that are told to everybody who asks.
fn given_away(path: &str, node: &Node, persona: &Persona, found: &mut Vec<Warning>) {
    for (index, offer) in persona.offers.iter().enumerate() {
        let OfferEffect::Tell(secret) = &offer.does else { continue };
        if offer.when.is_empty() && secret.price == 0 {
            let sentence = "whoever asks is told this, so it is no secret; give the offer `when` or \
                            a `price`";
            let does = node.item(index).field("does");
            found.push(Warning::new(path, does.position(), sentence));
        }
    }
}

/// Returns the words of a sentence that indicate a secret.
fn secret(sentence: &str) -> Option<&'static str> {
    let small = sentence.to_lowercase();
    let words: Vec<&str> = small.split(|it: char| !it.is_alphanumeric()).collect();
    let words = format!(" {} ", words.join(" "));
    SECRETS.into_iter().find(|it| words.contains(&format!(" {it} ")))
}
