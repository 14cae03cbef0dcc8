//! Check of the names and ids of personas against those of players in the store.

use std::sync::Arc;

use assistants::persona::Persona;
use engine::id::CharacterId;
use store::{Store, StoreError};
use world::{
    beings::{
        character::SpeakerKind,
        saved::{CharacterDocument, KIND},
    },
    content::{
        locate::Node,
        problem::{Problem, SourceFile},
        reading::{Read, read},
    },
};

use crate::account::{names, saved::NAME_KIND};

/// Reports the personas that a player has come before: two characters of one
/// name would be taken for each other, and two of one id would be the same.
///
/// # Errors
/// [`StoreError`] when the names cannot be read.
pub(super) async fn name_conflicts(
    files: &[SourceFile],
    personas: &[Arc<Persona>],
    store: &Store,
) -> Result<Vec<Problem>, StoreError> {
    let mut problems = Vec::new();
    for persona in personas {
        let (id, name) = (&persona.id, &persona.body.name);
        let Some((part, sentence)) = by_player(id, name, store).await? else { continue };
        problems.extend(problem(files, id, part, sentence));
    }
    Ok(problems)
}

/// Part of a persona's file that has what a player has.
type TakenPart = fn(&Node) -> &Node;

/// Returns the sentence about the name and the id of a character that a player has already.
///
/// # Errors
/// [`StoreError`] when the names cannot be read.
pub(super) async fn by_player(
    id: &CharacterId,
    name: &str,
    store: &Store,
) -> Result<Option<(TakenPart, String)>, StoreError> {
    if is_name(name, store).await? {
        let sentence = format!("`{name}` is, or looks like, the name of a player; choose another");
        return Ok(Some((|file| file.field("body").field("name"), sentence)));
    }
    let is_id = is_player(id, store).await?;
    let sentence = || format!("`{id}` is the id of a player's character; choose another");
    Ok(is_id.then(|| ((|file| file.field("id")) as TakenPart, sentence())))
}

/// Returns a problem in the file of a persona. It is read once more for the place, which the
/// persona itself does not know.
fn problem(
    files: &[SourceFile],
    id: &CharacterId,
    part: impl Fn(&Node) -> &Node,
    sentence: String,
) -> Option<Problem> {
    let files = files.iter().filter(|it| it.path.starts_with("personas/"));
    let mut read = files.filter_map(|it| read::<Persona>(it, &mut Vec::new()));
    let Read { path, tree, .. } = read.find(|it| it.value.id == *id)?;
    Some(Problem::new(&path, part(&tree).position(), sentence))
}

/// Returns whether this id is of a player's character; true for a saved one that cannot be read.
async fn is_player(id: &CharacterId, store: &Store) -> Result<bool, StoreError> {
    let Some(body) = store.load(KIND, id.as_str()).await? else { return Ok(false) };
    let document = serde_json::from_str::<CharacterDocument>(&body);
    Ok(document.map_or(true, |it| it.current().kind != SpeakerKind::Assistant))
}

async fn is_name(name: &str, store: &Store) -> Result<bool, StoreError> {
    for skeleton in names::skeletons(name) {
        if store.load(NAME_KIND, &skeleton).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
