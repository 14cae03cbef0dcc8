//! Whether what only an offer is to tell stands nowhere else.

use world::{
    content::problem::Problem,
    trade::offer::{OfferEffect, ToldSecret},
};

use super::{Persona, Read, Step};
use crate::persona::script::Topic;

/// The least words of a sentence that gives something away by itself.
const SENTENCE: usize = 4;

/// Reports each text of a secret of which a sentence is said to anybody, or read by a model, anyhow.
pub(super) fn problems(files: &[Read<Persona>]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for Read { path, tree, value } in files {
        for (index, offer) in value.offers.iter().enumerate() {
            let OfferEffect::Tell(ToldSecret { secret, .. }) = &offer.does else { continue };
            let texts = tree.field("offers").item(index).field("does").field("secret");
            for (index, text) in secret.iter().enumerate() {
                let Some((field, of)) = elsewhere(text, files) else { continue };
                let whose = if of == path { String::new() } else { format!(" of {of}") };
                let sentence = format!(
                    "some of this stands under `{field}`{whose} too, where no offer keeps it; leave \
                     it out there"
                );
                problems.push(Problem::new(path, texts.item(index).position(), sentence));
            }
        }
    }
    problems
}

/// The field, and the file, in which some of a text stands.
fn elsewhere<'a>(text: &str, files: &'a [Read<Persona>]) -> Option<(&'static str, &'a str)> {
    let parts = text.split(['.', '!', '?', ';', ':']).map(words);
    let long = parts.filter(|it| it.split_whitespace().count() >= SENTENCE);
    let parts: Vec<String> = long.chain([words(text)]).collect();
    let holds = |it: &&String| {
        let it = words(it);
        parts.iter().any(|part| it.contains(part.as_str()))
    };
    files.iter().find_map(|Read { path, value, .. }| {
        let found = told(value).into_iter().find(|(_, texts)| texts.iter().any(holds));
        found.map(|(field, _)| (field, path.as_str()))
    })
}

/// The words of a text in small letters, a blank around each.
fn words(text: &str) -> String {
    let small = text.to_lowercase();
    let words = small.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

/// All that a character may say, and that its model reads, by the field in which it stands.
fn told(persona: &Persona) -> Vec<(&'static str, Vec<&String>)> {
    let offers = || persona.offers.iter();
    let answered = offers().flat_map(|it| {
        [&it.declined, &it.sold_out, &it.so_soon].into_iter().flatten().chain([&it.unless])
    });
    let lore = persona.lore.iter();
    let moments = [&persona.script.otherwise, &persona.script.arrival]
        .into_iter()
        .chain(persona.script.on.values());
    vec![
        ("voice", vec![&persona.voice]),
        ("description", vec![&persona.body.description]),
        ("duties", persona.duties.iter().collect()),
        ("knows", persona.knows.iter().collect()),
        ("what", offers().map(|it| &it.what).collect()),
        ("says", offers().flat_map(|it| &it.says).collect()),
        ("unless", answered.collect()),
        (
            "lore",
            lore.flat_map(|it| it.text.iter().chain(it.then.iter().flat_map(|it| &it.text)))
                .collect(),
        ),
        ("gambits", persona.script.gambits.iter().collect()),
        ("answers", persona.answers.values().flatten().collect()),
        ("topics", persona.script.topics.iter().flat_map(Topic::texts).collect()),
        ("on", moments.flat_map(|it| Step::texts(it)).collect()),
    ]
}
