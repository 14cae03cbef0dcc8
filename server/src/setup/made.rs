//! Characters that staff made: their place among the files of the content.

use std::{collections::BTreeMap, sync::Arc};

use assistants::{
    mind::made::{FOLDER, KIND, MadeDocument, MadeV1},
    persona::Persona,
};
use engine::{id::CharacterId, save::document::Saved};
use world::content::{
    locate::quoted_text,
    problem::{Problem, SourceFile},
};

pub mod change;
mod content;

/// Folder of the personas of the content.
pub(super) const PERSONAS: &str = "personas/";
pub(super) const ID: &[&str] = &["id"];
pub(super) const NAME: &[&str] = &["body", "name"];

/// Made characters by id.
pub(super) type Made = BTreeMap<CharacterId, MadeV1>;
/// Path and text of each file.
pub(super) type TextFiles = Vec<(String, String)>;

/// Returns the saved made characters as files beside those of the content.
#[must_use]
pub fn files(saved: &Saved) -> TextFiles {
    let rows = saved.0.get(KIND).into_iter().flatten();
    rows.map(|row| (path(&row.id), row.body.clone())).collect()
}

/// Returns the made characters as files.
pub(super) fn documents(made: Made) -> TextFiles {
    let documents = made.into_iter().filter_map(|(id, it)| {
        Some((path(id.as_str()), serde_json::to_string(&MadeDocument::V1(it)).ok()?))
    });
    documents.collect()
}

/// Returns the path of the document of a made character among the files.
fn path(id: &str) -> String {
    format!("{FOLDER}{id}.json")
}

/// Returns the path of its persona, in problems.
fn persona_path(id: &CharacterId) -> String {
    format!("{FOLDER}{id}.ron")
}

/// Splits files into made characters and the content. What cannot be read is no character: a saved row
/// like that keeps the game from starting, as any other does.
pub(super) fn parted(files: &[SourceFile]) -> (Made, Vec<SourceFile>) {
    let (mut made, mut content) = (Made::new(), Vec::new());
    for file in files {
        let id = file.path.strip_prefix(FOLDER).and_then(|it| it.strip_suffix(".json"));
        match id.map(CharacterId::new) {
            None => content.push(file.clone()),
            Some(id) => {
                let document = serde_json::from_str::<MadeDocument>(&file.text);
                made.extend(id.ok().zip(document.ok().map(MadeDocument::current)));
            }
        }
    }
    (made, content)
}

/// Characters of the content, with those made ones that fit it.
pub(super) struct CheckedPeople {
    pub(super) personas: Vec<Arc<Persona>>,
    pub(super) problems: Vec<Problem>,
    /// Made characters that do not fit the content, with the reason.
    pub(super) put_away: BTreeMap<CharacterId, String>,
}

/// Checks the files of the minds together with the made characters. Those that cause problems are put
/// away, so that they never keep content from being read.
pub(super) fn people(
    of_minds: &[SourceFile],
    made: &Made,
    check: impl Fn(&[SourceFile]) -> (Vec<Arc<Persona>>, Vec<Problem>),
) -> CheckedPeople {
    let mut put_away = overridden(of_minds, made);
    loop {
        let left: Vec<_> = made.iter().filter(|(id, _)| !put_away.contains_key(*id)).collect();
        let file =
            |(id, it): &(&CharacterId, &MadeV1)| SourceFile::new(persona_path(id), &it.persona);
        let all = [of_minds.to_vec(), left.iter().map(file).collect()].concat();
        let (personas, problems) = check(&all);
        if left.is_empty() || problems.is_empty() {
            return CheckedPeople { personas, problems, put_away };
        }
        let blamed: BTreeMap<CharacterId, String> = left
            .iter()
            .filter_map(|(id, _)| Some(((*id).clone(), blame(id, &problems)?)))
            .collect();
        if blamed.is_empty() {
            // They may be what others have problems with; else those are found once more.
            let why = |problem: &Problem| problem.to_string();
            let why = problems.first().map(why).unwrap_or_default();
            put_away.extend(left.iter().map(|(id, _)| ((*id).clone(), why.clone())));
        } else {
            put_away.extend(blamed);
        }
    }
}

/// Returns the sentences about the problems of one character; none if it has none.
fn blame(id: &CharacterId, problems: &[Problem]) -> Option<String> {
    let path = persona_path(id);
    let own = problems.iter().filter(|it| it.path == path);
    let sentences: Vec<&str> = own.map(|it| it.sentence.as_str()).collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

/// Returns the made characters whose id or name a file of the content has, which goes before.
fn overridden(of_minds: &[SourceFile], made: &Made) -> BTreeMap<CharacterId, String> {
    if made.is_empty() {
        return BTreeMap::new();
    }
    let mut gone = BTreeMap::new();
    for file in of_minds.iter().filter(|it| it.path.starts_with(PERSONAS)) {
        let (id, name) = (quoted_text(&file.text, ID), quoted_text(&file.text, NAME));
        for (made_id, it) in made {
            let is_id = id.as_deref() == Some(made_id.as_str());
            let made_name = quoted_text(&it.persona, NAME).map(|text| text.to_lowercase());
            if is_id
                || made_name.is_some() && made_name == name.as_ref().map(|text| text.to_lowercase())
            {
                gone.insert(made_id.clone(), format!("{} has that id or name now", file.path));
            }
        }
    }
    gone
}

#[cfg(test)]
mod tests;
