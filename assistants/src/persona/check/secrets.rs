//! Detection of leaked secrets: texts of an offer's secret that are also written elsewhere.

use std::collections::HashMap;

use world::{
    content::problem::Problem,
    trade::offer::{OfferEffect, ToldSecret},
};

use super::{Persona, Read, Step};
use crate::persona::script::Topic;

/// Minimum number of words of a sentence that gives something away by itself.
const SENTENCE: usize = 4;

/// Reports each secret text of which a sentence is also in other texts that are spoken or read by a
/// model.
pub(super) fn problems(files: &[Read<Persona>]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let told = ToldTexts::new(files);
    for Read { path, tree, value } in files {
        for (index, offer) in value.offers.iter().enumerate() {
            let OfferEffect::Tell(ToldSecret { secret, .. }) = &offer.does else { continue };
            let texts = tree.field("offers").item(index).field("does").field("secret");
            for (index, text) in secret.iter().enumerate() {
                let Some((field, of)) = told.first_with(text) else { continue };
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

/// Index of all texts that characters may say or models read.
struct ToldTexts<'a> {
    /// Words of each text, its field and its file, in the order of the files.
    texts: Vec<(String, &'static str, &'a str)>,
    /// Posting lists (inverted index): for each word the texts that contain it, in rising order.
    having: HashMap<String, Vec<usize>>,
}

impl<'a> ToldTexts<'a> {
    fn new(files: &'a [Read<Persona>]) -> Self {
        let mut told = Self { texts: Vec::new(), having: HashMap::new() };
        for Read { path, value, .. } in files {
            for (field, texts) in told_by(value) {
                texts.into_iter().for_each(|it| told.add(words(it), field, path));
            }
        }
        told
    }

    fn add(&mut self, words: String, field: &'static str, path: &'a str) {
        let place = self.texts.len();
        for word in words.split_whitespace() {
            let places = match self.having.get_mut(word) {
                Some(places) => places,
                None => self.having.entry(word.to_owned()).or_default(),
            };
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
        self.texts.push((words, field, path));
    }

    /// Returns the field and the file of the first text that contains part of a secret.
    fn first_with(&self, text: &str) -> Option<(&'static str, &'a str)> {
        let parts = text.split(['.', '!', '?', ';', ':']).map(words);
        let long = parts.filter(|it| it.split_whitespace().count() >= SENTENCE);
        let first = long.chain([words(text)]).filter_map(|part| self.first_having(&part)).min()?;
        self.texts.get(first).map(|(_, field, path)| (*field, *path))
    }

    /// Returns the first text that contains these words in sequence. Only the texts with the rarest
    /// word are searched.
    fn first_having(&self, part: &str) -> Option<usize> {
        let places = part.split_whitespace().map(|it| self.having.get(it));
        let rarest = places.min_by_key(|it| it.map_or(0, Vec::len))??;
        let has =
            |it: &&usize| self.texts.get(**it).is_some_and(|(words, ..)| words.contains(part));
        rarest.iter().find(has).copied()
    }
}

/// Returns the words of a text in lower case, with a blank around each.
fn words(text: &str) -> String {
    let small = text.to_lowercase();
    let words = small.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

/// Returns all texts that a character may say or its model reads, by field.
fn told_by(persona: &Persona) -> Vec<(&'static str, Vec<&String>)> {
    let offers = || persona.offers.iter();
    let answered = offers().flat_map(|offer| {
        [&offer.declined, &offer.sold_out, &offer.so_soon]
            .into_iter()
            .flatten()
            .chain([&offer.unless])
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
